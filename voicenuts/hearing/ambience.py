"""What sounds everywhere alike, such as a television: it is nobody's voice, however loud."""

from __future__ import annotations

import numpy as np

from voicenuts.hearing.levels import SILENCE_DB, Levels

STANDS_OUT_DB = 7.0
"""A channel so far above the others carries somebody's own voice: nothing is learnt of the room then."""

MARGIN_DB = 5.0
"""The channels differ by this much from frame to frame although they hear the same."""

PEAKS_DB = 6.0
"""What is usual in the room is exceeded by this at times."""

USUAL = 0.5
"""Of the frames in which nobody stands out so many are no louder than usual: more would let a few seconds in
which all shout at once pass for the room."""

AT_FIRST = 100.0
"""A room is taken to be silent until it has been heard for about so many frames (1 s)."""

MEMORY = 0.999
"""What a frame keeps of the earlier ones: the room's sound is known anew after ten seconds."""

ALIKE = 0.01
"""How quickly it is learnt how much louder the room's sound is on one channel than on another."""


class Ambience:
    """The room's own sound on every channel, frame by frame, from what the other channels hear.

    A voice is compared with what most others hear now, but with no more than has been usual in the room:
    several who shout at once are not taken for the room.
    """

    def __init__(self, channels: int) -> None:
        self._extra = np.zeros(channels)
        self._counts = np.zeros(1 - int(SILENCE_DB))
        self._counts[0] = AT_FIRST
        self._usual = SILENCE_DB

    def frame(self, level: Levels, learns: bool = True) -> Levels:
        """Take in one frame of levels (dB); the level (dB) that a voice on each channel has to exceed.

        Nothing is learnt of a frame that is none of the room's own (`learns` False).
        """
        alike = level - self._extra
        lowest = np.sort(alike)
        if learns and lowest[-1] - lowest[(len(alike) - 1) // 2] < STANDS_OUT_DB:
            self._learn(alike)
        # The median of the other channels, or the lower of the two in the middle.
        middle = (len(alike) - 2) // 2
        others = np.where(alike <= lowest[middle], lowest[middle + 1], lowest[middle])
        return np.asarray(np.minimum(others, self._usual + PEAKS_DB) + self._extra + MARGIN_DB)

    def _learn(self, alike: Levels) -> None:
        mean = float(alike.mean())
        self._extra += ALIKE * (alike - mean)
        self._counts *= MEMORY
        self._counts[round(min(max(mean, SILENCE_DB), 0.0) - SILENCE_DB)] += 1.0
        share = np.cumsum(self._counts)
        self._usual = SILENCE_DB + float(np.argmax(share >= USUAL * share[-1]))
