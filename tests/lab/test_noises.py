"""The noises: all there, 16 kHz mono, not too long, and looped without end."""

from __future__ import annotations

import numpy as np
import pytest

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.lab import noises
from voicenuts.values import BLOCK, RATE

NAMES = ("dishes", "dog", "music", "rain", "talk", "television")


def test_there_are_six_each_with_a_line_in_the_card() -> None:
    assert noises.names() == NAMES
    card = (resources.folder("noises") / "README.md").read_text("utf-8")
    assert all(f"`{name}.flac`" in card for name in NAMES)
    assert sum(path.stat().st_size for path in resources.folder("noises").glob("*.flac")) < 4e6


@pytest.mark.parametrize("name", NAMES)
def test_each_sounds_and_is_never_clipped(name: str) -> None:
    wave = noises.load(name)
    assert 15 < len(wave) / RATE < 45
    assert 0.02 < np.sqrt(np.mean(wave**2)) < np.abs(wave).max() < 0.95


def test_a_loop_has_the_level_asked_for_and_no_end() -> None:
    loop = noises.Loop("dog", -30.0, seed=3)
    once = len(noises.load("dog")) // BLOCK + 1
    heard = np.concatenate([loop.block() for _ in range(2 * once)])
    assert 10 * np.log10(np.mean(heard**2)) == pytest.approx(-30, abs=0.3)
    whole = len(noises.load("dog"))
    assert np.array_equal(heard[:whole], heard[whole : 2 * whole])


def test_a_noise_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(PlainError, match="no noise 'sea': choose from dishes, dog, music"):
        noises.load("sea")
