from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicenuts.hearing import onset
from voicenuts.values import samples


@settings(max_examples=40)
@given(
    st.integers(samples(200), samples(400)),
    st.integers(-samples(60), samples(55)),
    st.floats(-30, -6),
    st.integers(0, 1000),
)
def test_finds_a_burst_within_one_hop(start: int, off: int, level_db: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    wave = rng.normal(0, 10 ** (-70 / 20), samples(900))
    wave[start : start + samples(300)] += rng.normal(0, 10 ** (level_db / 20), samples(300))
    pcm = np.clip(wave * 32767, -32768, 32767).astype(np.int16)
    assert abs(onset.refine(pcm, start + off) - start) <= onset.HOP


def test_nothing_to_find_gives_the_coarse_time() -> None:
    assert onset.refine(np.zeros(16000, np.int16), 5000) == 5000
    assert onset.refine(np.zeros(10, np.int16), 3) == 3


@pytest.mark.parametrize("voice", ["am_michael", "af_sarah", "bf_isabella", "bm_lewis", "em_alex"])
def test_onset_of_real_words_is_right_to_25_ms(voice: str, players: object) -> None:
    assert isinstance(players, dict)
    rng = np.random.default_rng(3)
    for text in ("leo the lynx", "max", "roll", "tree four"):
        clip = players[voice].clips[text]
        wave = np.concatenate([np.zeros(samples(300)), clip.wave, np.zeros(samples(300))])
        pcm = np.clip((wave + rng.normal(0, 3e-4, len(wave))) * 32767, -32768, 32767).astype(np.int16)
        truth = samples(300) + clip.onset
        assert abs(onset.refine(pcm, truth + samples(30)) - truth) <= samples(25)
