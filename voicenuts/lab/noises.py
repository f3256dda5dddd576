"""Recorded noises of a living room: television, family talk, rain, a dog, dishes, music."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import soundfile as sf
from numpy.typing import NDArray

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.values import BLOCK, RATE


def names() -> tuple[str, ...]:
    """The noises there are."""
    return tuple(sorted(path.stem for path in resources.folder("noises").glob("*.flac")))


@lru_cache(maxsize=8)
def load(name: str) -> NDArray[np.float64]:
    """A noise as it was recorded; PlainError when there is none of this name or it cannot be read."""
    path = resources.folder("noises") / f"{name}.flac"
    if name not in names():
        raise PlainError(f"There is no noise {name!r}: choose from {', '.join(names())}.")
    try:
        wave, rate = sf.read(path, dtype="float64")
    except (OSError, sf.LibsndfileError) as error:
        raise PlainError(f"The noise {path} cannot be read: {error}. Install Voicenuts again.") from error
    if rate != RATE or wave.ndim != 1:
        raise PlainError(f"{path} has rate {rate}: noises are {RATE} Hz mono.")
    return np.asarray(wave)


class Loop:
    """A noise without end at an RMS level (dB full scale), from a place in it that the seed chooses."""

    def __init__(self, name: str, level_db: float, seed: int) -> None:
        wave = load(name)
        self._wave = wave * 10 ** (level_db / 20) / np.sqrt(np.mean(wave * wave))
        self._at = int(np.random.default_rng(seed).integers(len(wave)))

    def block(self) -> NDArray[np.float64]:
        """The next (480,) samples."""
        places = (self._at + np.arange(BLOCK)) % len(self._wave)
        self._at += BLOCK
        return np.asarray(self._wave[places])
