"""The exact start of a word on the raw samples: recogniser times sit on a 30 ms grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voicenuts.values import RATE, samples

HOP = RATE // 400
"""Samples in one 2.5 ms hop."""

BACK = samples(60)
AHEAD = samples(60)
RISE_DB = 8.0
BELOW_PEAK_DB = 32.0


def refine(wave: NDArray[np.int16], coarse: int) -> int:
    """The index in `wave` at which the sound around index `coarse` begins, to one 2.5 ms hop.

    Looks from 60 ms before to 60 ms after `coarse` for the first three of four hops that stand
    8 dB over the local floor and within 32 dB of the word's early peak.  Falls back to `coarse`.
    """
    first = max(0, coarse - 2 * BACK)
    level = _levels(wave[first : coarse + samples(250)])
    if len(level) < 8:
        return coarse
    floor = float(np.percentile(level[: max(4, (coarse - first) // HOP)], 20))
    need = max(floor + RISE_DB, float(level.max()) - BELOW_PEAK_DB)
    loud = level > need
    last = min(len(loud) - 4, (coarse - first + AHEAD) // HOP)
    for hop in range(max(0, (coarse - BACK - first) // HOP), last + 1):
        if loud[hop] and loud[hop : hop + 4].sum() >= 3:
            return first + hop * HOP
    return coarse


def _levels(wave: NDArray[np.int16]) -> NDArray[np.float64]:
    steps = np.diff(wave.astype(np.float64)) / 32768.0
    hops = steps[: len(steps) // HOP * HOP].reshape(-1, HOP)
    return np.asarray(10.0 * np.log10(np.mean(hops * hops, axis=1) + 1e-12))
