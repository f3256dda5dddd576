"""Onsets from how words begin: on made attacks, and on recorded voices nothing was learnt from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from voicenuts.errors import PlainError
from voicenuts.hearing import attacks, onset
from voicenuts.hearing.attacks import AHEAD, BACK, LEAD, Attack
from voicenuts.hearing.model import Model
from voicenuts.lab.attacks import written
from voicenuts.lab.onsets import PROOF
from voicenuts.lab.voices import Voice
from voicenuts.values import samples

BURST = Attack(np.array([[-70.0] * 2] * LEAD + [[-3.0] * 2] * 22))
"""Loud from the first."""

SOFT_MS = 90
SOFT = Attack(np.array([[-70.0] * 2] * LEAD + [[-25.0] * 2] * (SOFT_MS // 10) + [[-3.0] * 2] * 13))
"""As a soft consonant before its vowel."""


def burst(start: int, level_db: float, soft: int, seed: int) -> NDArray[np.int16]:
    """Noise with a word in it whose first `soft` samples are 22 dB below the rest."""
    rng = np.random.default_rng(seed)
    wave = rng.normal(0, 10 ** (-70 / 20), samples(1300))
    word = rng.normal(0, 10 ** (level_db / 20), samples(400))
    word[:soft] *= 10 ** (-22 / 20)
    wave[start : start + len(word)] += word
    return np.clip(wave * 32767, -32768, 32767).astype(np.int16)


@settings(max_examples=40)
@given(
    st.integers(samples(500), samples(700)),
    st.integers(samples(-20), samples(110)),
    st.floats(-45, -12),
    st.integers(0, 1000),
)
def test_finds_a_burst_where_it_begins(start: int, off: int, level_db: float, seed: int) -> None:
    found = attacks.found(burst(start, level_db, 0, seed), start + off, "x", {"x": BURST})
    assert abs(found.at - start) <= samples(15)


@settings(max_examples=40)
@given(st.integers(samples(500), samples(700)), st.floats(-30, -12), st.integers(0, 1000))
def test_finds_a_soft_beginning_that_the_level_alone_shows_late(
    start: int, level_db: float, seed: int
) -> None:
    wave = burst(start, level_db, samples(SOFT_MS), seed)
    found = attacks.found(wave, start + samples(SOFT_MS), "x", {"x": SOFT})
    assert abs(found.at - start) <= samples(20)


def test_what_is_drowned_is_known_less_well() -> None:
    errors = [
        attacks.found(burst(8000, level_db, 0, 1), 8500, "x", {"x": BURST}).error for level_db in (-12, -62)
    ]
    assert errors[0] < errors[1]


@given(st.integers(0, 20_000), st.integers(0, 1000))
@settings(max_examples=25)
def test_an_onset_never_leaves_the_part_that_is_searched(coarse: int, seed: int) -> None:
    found = attacks.found(burst(9000, -20, 0, seed), coarse, "x", {"x": BURST})
    assert coarse - BACK <= found.at <= coarse + AHEAD or found.error == 0


def test_a_word_without_an_attack_begins_where_the_level_rises() -> None:
    wave = burst(9000, -20, 0, 5)
    assert attacks.found(wave, 9300, "z", {"x": BURST}) == (onset.refine(wave, 9300), 0)


def test_what_is_known_of_an_attack_is_allowed_for() -> None:
    wave = burst(9000, -55, 0, 5)
    late = Attack(BURST.levels, late=samples(10), spread=samples(5))
    found = attacks.found(wave, 9300, "x", {"x": late})
    plain = attacks.found(wave, 9300, "x", {"x": BURST})
    assert 0 < plain.at - found.at <= samples(10)
    assert plain.error < found.error


@settings(max_examples=40)
@given(st.integers(samples(-20), samples(40)), st.floats(-24, -12), st.integers(0, 1000))
def test_in_quiet_the_rise_of_the_level_counts_most(off: int, level_db: float, seed: int) -> None:
    wave = burst(9000, level_db, 0, seed)
    unsure = Attack(BURST.levels, late=samples(25), spread=samples(20))
    assert abs(attacks.found(wave, 9000 + off, "x", {"x": unsure}).at - 9000) <= samples(8)


@settings(max_examples=40)
@given(st.integers(0, samples(60)), st.integers(0, 1000))
def test_who_spoke_before_is_no_attack(off: int, seed: int) -> None:
    wave = burst(9000, -20, 0, seed)
    wave[9000 - samples(150) : 9000] += burst(0, -44, 0, seed)[: samples(150)]
    ends = attacks.found(wave, 9000 + off, "x", {"x": SOFT}, since=9000)
    deceived = attacks.found(wave, 9000 + off, "x", {"x": SOFT})
    assert ends.at >= deceived.at
    assert abs(ends.at - 9000) <= samples(65)


@pytest.mark.parametrize("voice", sorted(PROOF))
def test_onsets_of_voices_it_never_learnt_from_in_noise(
    voice: str, players: dict[str, Voice], model: Model
) -> None:
    rng = np.random.default_rng(3)
    off, claimed = [], []
    for text in ("leo the lynx", "lynx", "max", "marten", "fritz", "fox", "woof", "go nuts"):
        clip = players[voice].clips[text]
        for noise_db in (-70, -50, -44):  # about 47, 27 and 21 dB below the voice
            around = np.zeros(samples(500))
            wave = np.concatenate([around, clip.wave, around])
            wave += rng.normal(0, 10 ** (noise_db / 20), len(wave))
            truth = samples(500) + clip.onset
            coarse = truth + int(rng.integers(0, samples(90)))
            pcm = np.clip(wave * 32767, -32768, 32767).astype(np.int16)
            found = attacks.found(pcm, coarse, text.split()[0], model.attacks)
            off.append(abs(found.at - truth))
            claimed.append(off[-1] <= found.error)
    assert np.median(off) <= samples(12)
    assert np.percentile(off, 90) <= samples(35)
    assert np.mean(claimed) >= 0.9


def test_what_is_written_is_read(tmp_path: Path) -> None:
    given = {"x": Attack(SOFT.levels, -32, 160), "y": BURST}
    (tmp_path / attacks.FILE).write_text(written(given), encoding="utf-8")
    read = attacks.read(tmp_path)
    assert list(read) == ["x", "y"]
    assert np.array_equal(read["x"].levels, SOFT.levels)
    assert (read["x"].late, read["x"].spread) == (-32, 160)


def test_no_file_is_no_attacks(tmp_path: Path) -> None:
    assert attacks.read(tmp_path) == {}


@pytest.mark.parametrize(
    "text",
    ["[", "x = 1", "[x]\nlate_ms = 1\n", "[x]\nlate_ms = 1\nspread_ms = 1\nlow_db = [1]\nhigh_db = [1]\n"],
)
def test_a_damaged_file_is_told_plainly(tmp_path: Path, text: str) -> None:
    (tmp_path / attacks.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(PlainError, match=r"attacks of words .* cannot be read"):
        attacks.read(tmp_path)
