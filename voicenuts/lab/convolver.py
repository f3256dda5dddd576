"""Long responses applied to endless sound, block by block, and clocks that drift."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicenuts.values import BLOCK, samples

FRAME: Final = 2 * BLOCK
"""Overlap-save: each block is transformed with the one before it, and its half of the result kept."""

LAG_MOST: Final = samples(250)
"""A device that has fallen so far behind is brought back at once, as by a driver that drops a buffer."""

TAPS: Final = 16
"""So many samples give the value between two of them; half of them delay all channels."""

Sound = NDArray[np.float64]


class Convolver:
    """One source's way to all microphones: partitioned overlap-save, exact, without any delay of its own."""

    def __init__(self, responses: NDArray[np.float32]) -> None:
        microphones, taps = responses.shape
        parts = -(-taps // BLOCK)
        padded = np.pad(responses, ((0, 0), (0, parts * BLOCK - taps))).reshape(microphones, parts, BLOCK)
        self._ways = np.ascontiguousarray(
            np.fft.rfft(padded, FRAME, axis=2).transpose(2, 0, 1).astype(np.complex64)
        )
        self._past = np.zeros((FRAME // 2 + 1, parts, 1), dtype=np.complex64)
        self._last = np.zeros(BLOCK)
        self._silent = parts + 1

    def block(self, sound: Sound) -> Sound | None:
        """The (480, microphones) of what a (480,) block adds, None once nothing sounds any more."""
        parts = self._past.shape[1]
        self._silent = 0 if sound.any() else self._silent + 1
        if self._silent > parts:
            self._last = np.zeros(BLOCK)
            return None
        self._past = np.roll(self._past, 1, axis=1)
        self._past[:, 0, 0] = 0
        if self._silent == 0 or self._last.any():
            self._past[:, 0, 0] = np.fft.rfft(np.concatenate([self._last, sound]))
        self._last = sound
        arrives = np.matmul(self._ways, self._past)[:, :, 0]
        return np.asarray(np.fft.irfft(arrives, axis=0)[BLOCK:], dtype=np.float64)


class Drift:
    """Devices whose clocks run at rates of their own: `ppm` per channel, the fastest one on time."""

    def __init__(self, ppm: tuple[float, ...]) -> None:
        rates = np.array(ppm)
        self._lags = (rates.max() - rates) * 1e-6
        self._history = np.zeros((LAG_MOST + TAPS, len(ppm)))
        self._at = 0

    def block(self, sound: Sound) -> Sound:
        """The (480, channels) as each device has sampled it; lags grow up to `LAG_MOST`."""
        line = np.concatenate([self._history, sound])
        self._history = line[BLOCK:]
        out = np.empty_like(sound)
        now = self._at + np.arange(BLOCK)
        for channel, lag in enumerate(self._lags):
            late = now * lag % LAG_MOST
            places = len(self._history) - TAPS // 2 + np.arange(BLOCK) - late
            out[:, channel] = _between(line[:, channel], places)
        self._at += BLOCK
        return out


def _between(line: Sound, places: Sound) -> Sound:
    """Values at fractions of samples, by a windowed sinc."""
    whole = np.floor(places).astype(np.intp)
    reach = np.arange(1 - TAPS // 2, TAPS // 2 + 1)
    apart = reach[None, :] - (places - whole)[:, None]
    weights = np.sinc(apart) * np.cos(np.pi * apart / (TAPS + 1)) ** 2
    return np.asarray((line[whole[:, None] + reach[None, :]] * weights).sum(axis=1))


def gain_db(responses: NDArray[np.floating]) -> NDArray[np.float64]:
    """By how much noise from each source is louder at each microphone, direct and reverberant together."""
    energy = np.sum(responses.astype(np.float64) ** 2, axis=2)
    return np.asarray(10 * np.log10(np.maximum(energy, 1e-12)))
