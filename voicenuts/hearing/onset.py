"""The exact start of a word on the raw samples: recogniser times sit on a 30 ms grid."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voicenuts.values import RATE, samples

HOP = RATE // 400
"""Samples in one 2.5 ms hop."""

BACK = samples(60)
AHEAD = samples(60)
RISE_DB = 8.0
BELOW_PEAK_DB = 32.0


class Rise(NamedTuple):
    """Where a sound begins to stand out: an index, and how much of its beginning noise hides (dB)."""

    at: int
    hidden_db: float


def refine(wave: NDArray[np.int16], coarse: int) -> int:
    """The index in `wave` at which the sound around index `coarse` begins, to one 2.5 ms hop.

    It is where the level rises (`rise`), or `coarse` where it does not.
    """
    risen = rise(wave, coarse)
    return coarse if risen is None else risen.at


def rise(wave: NDArray[np.int16], coarse: int) -> Rise | None:
    """Where the level rises within 60 ms of index `coarse`, if it does.

    That is at the first three of four hops that stand 8 dB over the local floor and within 32 dB of the
    word's early peak; the sound is hidden as far as the former asks for more than the latter.
    """
    first = max(0, coarse - 2 * BACK)
    level = _levels(wave[first : coarse + samples(250)])
    if len(level) < 8:
        return None
    floor = float(np.percentile(level[: max(4, (coarse - first) // HOP)], 20))
    least = float(level.max()) - BELOW_PEAK_DB
    loud = level > max(floor + RISE_DB, least)
    last = min(len(loud) - 4, (coarse - first + AHEAD) // HOP)
    for hop in range(max(0, (coarse - BACK - first) // HOP), last + 1):
        if loud[hop] and loud[hop : hop + 4].sum() >= 3:
            return Rise(first + hop * HOP, max(0.0, floor + RISE_DB - least))
    return None


def _levels(wave: NDArray[np.int16]) -> NDArray[np.float64]:
    steps = np.diff(wave.astype(np.float64)) / 32768.0
    hops = steps[: len(steps) // HOP * HOP].reshape(-1, HOP)
    return np.asarray(10.0 * np.log10(np.mean(hops * hops, axis=1) + 1e-12))
