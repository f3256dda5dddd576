"""Who is speaking: voice activity per seat, deaf to the loudspeaker and to the neighbours' mouths."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing.ambience import Ambience
from voicenuts.hearing.levels import SILENCE_DB, Floors, Leak, Levels

ABOVE_FLOOR_DB = 10.0
"""A voice is at least this far above its channel's noise floor."""

STAY_DB = 6.0
"""A voice once begun goes on down to this far above the floor."""

LEAST_DB = -62.0
"""Nothing below this level (dB full scale, first difference) is taken for a voice."""

LEAK_MARGIN_DB = 6.0
"""A voice exceeds the expected leak of louder sources by this."""

UNSURE_DB = 12.0
"""Where it is not known how the mouths reach a channel, its own voice exceeds the expected leak by this."""

XTALK_DB = 6.0
"""Until a neighbour's leak is learnt, it is taken to arrive this much below his own microphone."""

ECHO_PRIOR_DB = -6.0
"""Until learnt, the loudspeaker is taken to arrive at this level relative to what is played."""

LEFT_LEAST_DB = -10.0
"""A canceller is taken to leave at least this much of what it may leave: at first it knows little."""

ECHO_LEAST_DB = -55.0
"""Below this played level (dB) an echo could not be told from the floor."""

ECHO_TAIL_FRAMES = 45
"""Frames (450 ms) over which a played sound may still arrive: device delay plus the room's decay."""

LEFT_TAIL_FRAMES = 6
"""What a canceller may leave it tells to the block, and two blocks are enough to be sure."""

EVERYWHERE_DB = 4.0
"""A sound whose levels on all channels differ by less than this came from no seat's own mouth."""

NEIGHBOUR_FRAMES = 3
"""Frames over which a neighbour's sound may arrive here before or after his own channel shows it."""

DEAD_FRAMES = 100
"""A microphone that dies in the middle of a voice: its mouth is taken to go on for 1 s, a phrase's length."""


class Activity:
    """Frame decisions for all seats at once.

    `frame(level, echo_db)` returns, per channel, whether it carries a voice of its own: above the
    floor, above what the loudspeaker explains and above what any louder neighbour explains.  `own`
    tells the same of what no neighbour can explain at all: with a margin of `LEAK_MARGIN_DB` where it is
    known how all mouths reach the channel (`expect`), else of `UNSURE_DB`.

    The loudspeaker is known by what is played, or where its echo is `cancelled`, by what may be left of that.

    Where it is not known what the loudspeaker plays (`reference` False) and there are three channels
    or more, a sound that arrives everywhere alike is taken for the loudspeaker's.  With `ambience` what the
    room always sounds of, everywhere alike, is nobody's voice either.
    """

    def __init__(
        self, channels: int, *, reference: bool = True, cancelled: bool = False, ambience: bool = True
    ) -> None:
        self._guess = not reference and channels >= 3
        self.floors = Floors(channels)
        self.echo = Leak(channels, LEFT_LEAST_DB if cancelled else ECHO_PRIOR_DB)
        self._least = LEFT_LEAST_DB if cancelled else Leak.LOW_DB
        self.leaks = [Leak(channels, -XTALK_DB) for _ in range(channels)]
        self.active: NDArray[np.bool_] = np.zeros(channels, dtype=bool)
        self.own: NDArray[np.bool_] = np.zeros(channels, dtype=bool)
        self._ambience = Ambience(channels) if ambience and channels > 1 else None
        self._recent: deque[Levels] = deque(maxlen=NEIGHBOUR_FRAMES)
        self._own_db = np.full(channels, UNSURE_DB)
        self._last: Levels = np.full(channels, SILENCE_DB)
        self._unheard = np.zeros(channels, dtype=np.intp)
        tail = LEFT_TAIL_FRAMES if cancelled else ECHO_TAIL_FRAMES
        self._played: deque[Levels] = deque([np.full(channels, SILENCE_DB)], maxlen=tail)

    def frame(self, level: Levels, echo_db: Levels | float) -> NDArray[np.bool_]:
        """Take in one frame of levels (dB per channel) and the loudspeaker's (dB, for all or per channel)."""
        if self._guess and float(np.ptp(level)) < EVERYWHERE_DB:
            echo_db = np.maximum(echo_db, np.max(level))
        self._recent.append(self._mouths(level))
        self._played.append(np.full(len(level), echo_db))
        loudest = np.max(np.stack(self._recent), axis=0)
        played = np.max(np.stack(self._played), axis=0)
        echo = played + self.echo.db + LEAK_MARGIN_DB
        neighbours = self._neighbours(loudest)
        floor = self.floors.db
        need = np.maximum(floor + np.where(self.active, STAY_DB, ABOVE_FLOOR_DB), LEAST_DB)
        need = np.maximum(need, np.where(self.active, echo - STAY_DB, echo))
        if self._ambience is not None:
            need = np.maximum(need, self._ambience.frame(level, not self.echoing))
        self.active = (level > need) & (level > neighbours + LEAK_MARGIN_DB / 2)
        self.own = self.active & (level > neighbours + self._own_db)
        self._learn(level, loudest, played)
        return self.active

    def expect(self, before: Levels, now: Levels) -> None:
        """The mouths (rows) leak into the channels as `now` says, no more as `before` (dB; NaN: unknown)."""
        change = np.nan_to_num(now - before)
        self._own_db = np.where(np.isfinite(now).all(axis=0), LEAK_MARGIN_DB, UNSURE_DB)
        for source, leak in enumerate(self.leaks):
            leak.shift(change[source])

    @property
    def echoing(self) -> bool:
        """Whether the loudspeaker's sound may be arriving now."""
        return bool(np.max(np.stack(self._played)) > ECHO_LEAST_DB)

    def _mouths(self, level: Levels) -> Levels:
        """The mouths' levels, also of one whose microphone just fell into digital silence."""
        dead = level <= SILENCE_DB
        dying = dead & self.active
        if dying.any():
            self._last = np.where(dying, np.max(np.stack(self._recent), axis=0), self._last)
        left = np.where(dead, np.maximum(self._unheard - 1, 0), 0)
        self._unheard = np.where(dying, DEAD_FRAMES, left)
        return np.where(self._unheard > 0, self._last, level)

    def _neighbours(self, loudest: Levels) -> Levels:
        """The level other mouths explain on each channel (dB)."""
        explained = np.full(len(loudest), SILENCE_DB)
        for source, leak in enumerate(self.leaks):
            arrives = loudest[source] + leak.db
            arrives[source] = SILENCE_DB
            explained = np.maximum(explained, arrives)
        return explained

    def _learn(self, level: Levels, loudest: Levels, played: Levels) -> None:
        voices = level > self.floors.db + ABOVE_FLOOR_DB
        self.floors.update(level, voices)
        everywhere = np.ones(len(level), dtype=bool)
        echoing = played > ECHO_LEAST_DB
        if echoing.any():
            self.echo.learn(np.maximum(level - played, self._least), echoing)
        elif voices.any() and len(level) > 1:
            source = int(np.argmax(level))
            others = everywhere.copy()
            others[source] = False
            if level[source] > np.max(level[others]) + XTALK_DB:
                self.leaks[source].learn(level - loudest[source], others)
