"""What goes wrong with microphones and files in a recorded scene, as data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import soxr
from numpy.typing import NDArray

from voicenuts.values import RATE

HUM = ((50.0, 1.0), (100.0, 0.5), (150.0, 0.35), (250.0, 0.2))
"""Mains hum: hertz and share of every partial."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Faults of all microphones: `gain_db` turned up (what does not fit is cut off), hum at `hum_db`.

    Levels in dB (the hum's relative to full scale); `drop` (seat from 1, from, to) is a channel that
    is dead, all zeros, between two seconds.
    """

    gain_db: float = 0.0
    hum_db: float | None = None
    drop: tuple[int, float, float] | None = None

    def apply(self, block: NDArray[np.int16], at: int) -> NDArray[np.int16]:
        """The block from sample `at` on as the faulty microphones deliver it."""
        wave = block.astype(np.float64)
        if self.hum_db is not None:
            time = np.arange(at, at + len(block)) / RATE
            hum = sum(share * np.sin(2 * np.pi * hertz * time) for hertz, share in HUM)
            wave += (32767.0 * 10 ** (self.hum_db / 20) * np.asarray(hum))[:, None]
        wave = np.clip(np.rint(wave * 10 ** (self.gain_db / 20)), -32768, 32767)
        if self.drop is not None:
            seat, first, last = self.drop
            wave[max(0, round(first * RATE) - at) : max(0, round(last * RATE) - at), seat - 1] = 0
        return wave.astype(np.int16)


@dataclass(frozen=True, slots=True)
class Format:
    """How the recording is stored: hertz, and the bits of a sample in the sound library's words."""

    rate: int = RATE
    subtype: str = "PCM_16"

    def convert(self, wave: NDArray[np.int16]) -> NDArray[np.float64]:
        """(frames, channels) at the table's rate as full-scale-1.0 frames at `rate`."""
        frames = wave / 32768.0
        return frames if self.rate == RATE else np.asarray(soxr.resample(frames, RATE, self.rate))
