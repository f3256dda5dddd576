"""One mouth at a time: beams, learnt from whoever speaks alone, used when several speak at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing.beams import BEHIND, applied, design, leaks_db, untouched
from voicenuts.hearing.coupling import Couplings, Spectra
from voicenuts.hearing.levels import Levels
from voicenuts.values import BLOCK, RATE

KEPT = 9 * RATE // BLOCK
"""Blocks of all channels that can be gone back to: longer than any stretch of speech that is listened to."""

FRESH = 4
"""Windows of solo speech after which the beams are made anew."""

STREAMED = 4096
"""Samples in the transforms of the streaming beams, which use that much less a block of the filters."""

Wave = NDArray[np.int16]


class Separation:
    """The beams of all seats of one table.

    `hear` gives each block's beams for levels, `AHEAD` samples late; `cut` a seat's beam over a stretch of
    the last nine seconds, in time.  `learn` takes each block's decisions afterwards.  A seat whose mouth is
    not known yet has its own microphone for a beam.  `learnt` are the mouths that were known before.
    """

    def __init__(self, channels: int, start: int = 0, learnt: Couplings | None = None) -> None:
        self.couplings = learnt or Couplings(channels)
        self.filters = np.stack([untouched(channels, seat) for seat in range(channels)])
        self.leaks: Levels = np.full((channels, channels), np.nan)
        self._at = start
        self._kept: deque[Wave] = deque(maxlen=KEPT)
        self._stale: list[int] = []
        self._fresh = FRESH  # what was learnt before is used at once
        self._history = np.zeros((STREAMED, channels))
        self._spectra: Spectra = np.zeros((0,), complex)

    @property
    def ready(self) -> bool:
        """Whether any two mouths are known, so that one can be left out of the other's beam."""
        return int(self.couplings.known.sum()) > 1

    def hear(self, block: Wave) -> Wave:
        """Take in a (480, channels) block; the beams' block, late by `AHEAD`, or the block itself."""
        self._kept.append(block)
        self._at += len(block)
        self._history = np.concatenate([self._history[len(block) :], block])
        if not self.ready or not len(self._spectra):
            return block
        heard = np.fft.rfft(self._history, axis=0)
        beams = np.fft.irfft(np.einsum("fc,scf->fs", heard, self._spectra), axis=0)[-len(block) :]
        return _pcm(beams)

    def learn(self, block: Wave, active: NDArray[np.bool_], echoing: bool) -> bool:
        """Learn from a block and what was decided on it; whether `leaks` has changed.

        At most one beam is made anew in one block (some milliseconds of work).
        """
        if self.couplings.hear(block, active, echoing) is not None:
            self._fresh += 1
        if self._fresh >= FRESH and not self._stale and self.ready:
            self._fresh = 0
            self._stale = [int(seat) for seat in np.flatnonzero(self.couplings.known)]
        if not self._stale:
            return False
        seat = self._stale.pop()
        self.filters[seat] = design(self.couplings, seat)
        if self._stale:
            return False
        self._spectra = np.fft.rfft(self.filters[:, :, : STREAMED - BLOCK], STREAMED, axis=2)
        self.leaks = leaks_db(self.couplings, self.filters)
        return True

    def cut(self, seat: int, begin: int, end: int) -> Callable[[], Wave] | None:
        """What makes the seat's beam from sample `begin` to `end`, in any thread, if its mouth is known."""
        first = self._at - sum(map(len, self._kept))
        if begin < first or not self.ready or not self.couplings.known[seat]:
            return None
        lead = -(-BEHIND // BLOCK)
        skip = max(0, (begin - first) // BLOCK - lead)
        blocks, filters = list(self._kept)[skip:], self.filters[seat].copy()
        offset = begin - first - skip * BLOCK
        return lambda: _pcm(applied(filters, np.concatenate(blocks).astype(float)))[
            offset : offset + end - begin
        ]


def _pcm(wave: NDArray[np.float64]) -> Wave:
    return np.asarray(np.clip(np.rint(wave), -32768, 32767), dtype=np.int16)
