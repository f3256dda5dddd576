"""Makes a clip sound as it might at the table: another microphone, room, noise, neighbour, level."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import soxr
from numpy.typing import NDArray
from scipy import fft
from scipy.signal import fftconvolve, lfilter

from models.train import rooms
from models.train.data import RATE
from models.train.kokoro import Wave

NOISES = {"real": 5.0, "two real": 1.0, "babble": 2.5, "pink": 2.0, "white": 1.0, "brown": 1.0, "hum": 0.7}
"""How often each kind of noise comes, relative to the others."""


@dataclass(frozen=True)
class Surroundings:
    """What clips are put into: recorded noises, voices for babble and shouts beside, room responses.

    Odds are probabilities: `synthetic` voices, which come dry, get rooms and noise more often.
    """

    noises: Sequence[Wave]
    voices: Sequence[Wave]
    shouts: Sequence[Wave]
    measured: Sequence[Wave]
    simulated: Sequence[Wave]
    odds: dict[str, float] = field(default_factory=dict)

    def around(self, wave: Wave, rng: random.Random, real: bool) -> NDArray[Any]:
        """`wave` (peak 1) with all of it, as rounded samples in the range of 16-bit integers."""
        odds = self.odds
        wave = padded(wave, rng, real)
        if rng.random() < odds["equaliser"]:
            wave = equalised(wave, rng)
        if rng.random() < odds["neighbour"]:
            wave = self.beside(wave, rng)
        if rng.random() < odds["real room" if real else "room"]:
            wave = fftconvolve(wave, self.response(rng))[: len(wave)].astype(np.float32)
        if rng.random() < odds["real noise" if real else "noise"]:
            ratio = rng.uniform(2, 20) if rng.random() < 0.7 else rng.uniform(18, 45)
            wave = wave + self.noise(len(wave), rng) * _rms(wave) * 10 ** (-ratio / 20)
        if rng.random() < odds["narrow"]:
            wave = soxr.resample(soxr.resample(wave, RATE, 8000), 8000, RATE)
        return levelled(wave, rng, odds["clipped"])

    def beside(self, wave: Wave, rng: random.Random) -> Wave:
        """With another's shout 3 to 18 dB below, beginning up to half a second before or after."""
        other = rng.choice(self.shouts)
        ratio = rng.uniform(3, 18)
        gain = _loud(wave) / _loud(other) * 10 ** (-ratio / 20)
        if rng.random() < 0.5:
            other = fftconvolve(other, self.response(rng))[: len(other)]
        lead = rng.randint(-RATE // 2, RATE // 2)
        mixed = wave.copy()
        begin, skip = max(0, lead), max(0, -lead)
        piece = other[skip : skip + max(0, len(wave) - begin)]
        mixed[begin : begin + len(piece)] += gain * piece
        return mixed

    def response(self, rng: random.Random) -> Wave:
        """A room's response: simulated three times of five, measured once, a bare tail once."""
        kind = rng.choices(("simulated", "measured", "tail"), (3, 1, 1))[0]
        if kind == "tail" or (kind == "measured" and not self.measured) or not self.simulated:
            return rooms.tail(rng)
        return rng.choice(self.measured if kind == "measured" else self.simulated)

    def noise(self, length: int, rng: random.Random) -> Wave:
        """Noise of one kind, rms 1."""
        there = {kind: odds for kind, odds in NOISES.items() if self.noises or "real" not in kind}
        kind = rng.choices(list(there), list(there.values()))[0]
        white = np.random.default_rng(rng.randrange(1 << 30)).standard_normal(length + 2000)
        if kind == "pink":  # a third-order fit of -3 dB an octave, by P. Kellet's economy filter
            white = lfilter([0.0499, -0.096, 0.0506, -0.0044], [1, -2.495, 2.0173, -0.5222], white)
        elif kind == "brown":
            white = lfilter([1], [1, -0.98], white)
        elif kind == "hum":
            cycle = 2 * np.pi * rng.choice((50, 60, 100, 120, 180)) / RATE
            white = 0.15 * white + np.sin(cycle * np.arange(len(white)))
        elif kind != "white":
            white = white * 0.01
            pool, count = (
                (self.voices, rng.randint(1, 7))
                if kind == "babble"
                else (self.noises, 1 + (kind == "two real"))
            )
            for _ in range(count):
                piece = _piece(rng.choice(pool), len(white), rng)
                white = white + piece / (_rms(piece) + 1e-4) * rng.uniform(0.4, 1)
        return (white[-length:] / (_rms(white[-length:]) + 1e-9)).astype(np.float32)


def padded(wave: Wave, rng: random.Random, real: bool) -> Wave:
    """With 50-500 ms before and 100-500 ms after: silence, or a recording's own floor mirrored at its edges.

    Without the mirror the step in the floor would be learnt as the border of a word.
    """
    before, after = int(RATE * rng.uniform(0.05, 0.5)), int(RATE * rng.uniform(0.1, 0.5))
    size = min(480, len(wave) // 4)
    if not real or rng.random() < 0.25 or size < 2:
        return np.concatenate([np.zeros(before, np.float32), wave, np.zeros(after, np.float32)])
    return np.concatenate([_mirror(wave[:size], before)[::-1], wave, _mirror(wave[-size:], after)])


def _mirror(edge: Wave, length: int) -> Wave:
    both = np.concatenate([edge[::-1], edge])
    return np.tile(both, length // len(both) + 1)[:length]


def equalised(wave: Wave, rng: random.Random) -> Wave:
    """Through a random four-point equaliser of -9 to +6 dB, one time of five also a steep low cut."""
    size = fft.next_fast_len(len(wave), real=True)
    spectrum = fft.rfft(wave, size)
    axis = np.linspace(0, 1, len(spectrum))
    points = np.sort([rng.random() for _ in range(4)])
    curve = np.interp(axis, [0, *points, 1], [rng.uniform(-9, 6) for _ in range(6)])
    if rng.random() < 0.2:
        curve = curve - 60 * np.clip((0.012 - axis) / 0.012 * rng.uniform(0.3, 1.5), 0, 1)
    return np.asarray(fft.irfft(spectrum * 10 ** (curve / 20), size)[: len(wave)], np.float32)


def levelled(wave: Wave, rng: random.Random, clipped: float) -> NDArray[Any]:
    """Peak at -38 to -1 dBFS, sometimes overdriven, rounded to 16-bit integers."""
    wave = wave / (np.abs(wave).max() + 1e-9) * 10 ** (rng.uniform(-38, -1) / 20)
    if rng.random() < clipped:
        wave = np.clip(wave * rng.uniform(1, 4), -0.9, 0.9)
    return np.clip(np.round(wave * 32767), -32768, 32767)


def joined(waves: Sequence[Wave], rng: random.Random) -> Wave:
    """One after the other with up to 300 ms between, each up to 4 dB softer."""
    parts: list[Wave] = []
    for number, wave in enumerate(waves):
        if number:
            parts.append(np.zeros(int(RATE * rng.uniform(0, 0.3)), np.float32))
        parts.append(wave * np.float32(10 ** (rng.uniform(-4, 0) / 20)))
    return np.concatenate(parts)


def _rms(wave: NDArray[Any]) -> float:
    return float(np.sqrt(np.mean(wave**2))) + 1e-9


def _loud(wave: NDArray[Any]) -> float:
    """Root mean square of the parts above a tenth of the peak."""
    loud = np.abs(wave) > 0.1 * np.abs(wave).max()
    return _rms(wave[loud]) if loud.any() else 1e-9


def _piece(wave: Wave, length: int, rng: random.Random) -> Wave:
    if len(wave) <= length:
        wave = np.tile(wave, length // len(wave) + 2)
    start = rng.randrange(len(wave) - length)
    return wave[start : start + length]
