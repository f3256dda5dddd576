"""Small helpers for int16 mono sound at the table's rate."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache

import numpy as np
from numpy.typing import NDArray

from voicenuts.values import RATE, samples

Pcm = NDArray[np.int16]
"""Mono sound, int16, `RATE` samples a second."""

FULL_SCALE = 32767


def dbfs(level: float) -> float:
    """The amplitude of `level` dB relative to full scale, in int16 units.

    >>> round(dbfs(-20))
    3277
    """
    return float(FULL_SCALE * 10 ** (level / 20))


def to_pcm(wave: NDArray[np.float64]) -> Pcm:
    """Int16 units rounded and saturated, never wrapped."""
    return np.clip(np.rint(wave), -FULL_SCALE - 1, FULL_SCALE).astype(np.int16)


def faded(wave: NDArray[np.float64], ms: float = 5) -> NDArray[np.float64]:
    """The same wave with linear fades of `ms` at both ends."""
    count = min(samples(ms), len(wave) // 2)
    ramp = np.arange(count) / max(count, 1)
    shaped = wave.copy()
    shaped[:count] *= ramp
    shaped[len(shaped) - count :] *= ramp[::-1]
    return shaped


def fade_out(pcm: Pcm, ms: float = 10) -> Pcm:
    """The first `ms` of `pcm`, falling to nothing: what is still heard of a sound that is cut."""
    head = pcm[: samples(ms)]
    return to_pcm(head * np.linspace(1.0, 0.0, len(head), endpoint=False))


@cache
def noise(count: int, seed: int, level: float = -30.0) -> Pcm:
    """Soft brownish noise of `count` samples, RMS `level` dBFS, the same for the same seed (read-only)."""
    white = np.random.default_rng(seed).standard_normal(count + 8)
    smooth = np.convolve(white, np.ones(9) / 9, mode="valid")
    pcm = to_pcm(faded(smooth * (dbfs(level) * 3)))
    pcm.setflags(write=False)
    return pcm


def ready(pcm: Pcm) -> Future[Pcm]:
    """Sound that is already there, in the shape of sound that is still to come."""
    future: Future[Pcm] = Future()
    future.set_result(pcm)
    return future


def seconds(pcm: Pcm) -> float:
    """Length in seconds."""
    return len(pcm) / RATE
