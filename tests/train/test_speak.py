"""What neural voices are asked to say."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import models.train
from models.train.data import clips, load
from models.train.kokoro import NEVER
from models.train.speak import Order, narrate, orders, trimmed
from models.train.split import never

LISTS = Path(models.train.__file__).parent / "en"
VOICES = ["af_sky", "am_puck", "bf_lily", "ff_siwis", "zm_yunxi"]


def _some(name: str, count: int, first: int = 0) -> list[Order]:
    return list(itertools.islice(orders(LISTS / name, VOICES, first), count))


def test_the_nth_clip_is_always_the_same() -> None:
    assert _some("phrases.toml", 40)[25:] == _some("phrases.toml", 15, first=25)


def test_thieves_come_often_and_foreigners_seldom() -> None:
    made = _some("phrases.toml", 2000)
    thieves = {"max", "leo", "fritz", "marten", "lynx", "fox"}
    assert 0.1 < sum(bool(thieves & set(order.text.split())) for order in made) / 2000 < 0.35
    first = Counter(order.speaker.voice[0] for order in made)
    assert 0.03 < (first["f"] + first["z"]) / 2000 < 0.1
    assert all(0.8 <= order.speed <= 1.35 for order in made)
    assert len({order.speaker.name for order in made}) > 800


def test_talk_has_strings_of_words() -> None:
    lengths = Counter(len(order.text.split()) for order in _some("talk.toml", 300))
    assert {2, 3, 4, 5} <= set(lengths)


def test_test_speakers_are_never_asked() -> None:
    assert all(never(f"kokoro:{voice}") for voice in NEVER)


def test_silence_around_a_word_is_cut() -> None:
    wave = np.zeros(24000, np.float32)
    wave[10000:12000] = 0.5
    assert len(trimmed(wave, 24000)) == pytest.approx(2000 + 2 * 2400, abs=2)
    assert len(trimmed(np.zeros(100, np.float32), 24000)) == 0


def test_the_narrator_is_learnt_from_by_his_lines(tmp_path: Path) -> None:
    narrate(tmp_path / "narrator", 2)
    narrate(tmp_path / "narrator", 5)  # what is whole stays
    pools = clips([tmp_path / "narrator"], [])
    pool = pools["narrator"]
    assert (len(pool), {clip.text for clip in pools["earcons"]}) == (2, {""})
    assert all(clip.text and len(load(clip.path)) > 3000 for clip in pool)
