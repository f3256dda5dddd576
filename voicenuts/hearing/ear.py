"""One seat's ear: cuts its channel into stretches of speech and has each recognised."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing.attacks import Attack
from voicenuts.hearing.cries import Cries
from voicenuts.hearing.levels import FRAME, Levels
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.hearing.segment import Runs, Segment, Unheard
from voicenuts.values import BLOCK, RATE, Heard, samples

PRE_ROLL = samples(300)
"""Audio from before the first voice activity that the recogniser gets too."""

CLEAR = samples(40)
"""This much of the pre-roll is the voice's own even while the loudspeaker sounds."""

HUSH = 0.05
"""What is left (-26 dB) of the loudspeaker's echo in the older pre-roll: else it is taken for words."""

START_FRAMES, START_WITHIN = 3, 4
"""A voice has begun when 3 of the last 4 frames carried one (40 ms)."""

END_FRAMES = 20
"""A voice has ended after this many frames without it (200 ms)."""

RECENT = samples(1200)
"""What is looked through for cries is not older than this."""

LEAST_FRAMES = 6
"""Less voice than this (60 ms) is a click, not a word."""

OVERLAPPED_FRAMES = 3
"""With others' voices in so many frames beside it (30 ms) a seat's own is taken from its beam."""

LONGEST = 8 * RATE
"""Talk longer than this is finished off and listened to anew."""

Cut = Callable[[int, int, int], Callable[[], NDArray[np.int16]] | None]
"""Called with a seat and two samples; returns what makes the seat's beam between them, if there is one."""

NO_ATTACKS: Mapping[str, Attack] = MappingProxyType({})

Listens = Callable[[int], frozenset[str]]
"""Called with the seat when its voice begins; returns the phrase ids to listen for."""


def nothing(seat: int) -> frozenset[str]:
    """Nothing to listen for."""
    return frozenset()


class Ear:
    """Segments and recognises one channel; results keep the order of speech.

    Onsets are found by the `attacks` of words, without them by the rise of the level.
    The phrases `by_onset` are told word by word, soon after their onsets, all others when the voice ends.
    `hear` takes a block with its frame decisions.  `poll` returns finished verdicts.  `speaking` is the
    onset (samples) of the earliest speech whose verdict is outstanding, else None.
    """

    def __init__(
        self,
        seat: int,
        model: Model,
        book: PhraseBook,
        runs: Runs,
        by_onset: frozenset[str] = frozenset(),
        cut: Cut | None = None,
        attacks: Mapping[str, Attack] = NO_ATTACKS,
    ) -> None:
        self.seat = seat
        self._cut, self._attacks = cut, attacks
        self._by_onset = by_onset
        self._model, self._book, self._runs = model, book, runs
        self._before: deque[tuple[NDArray[np.int16], bool, int]] = deque(maxlen=PRE_ROLL // BLOCK + 1)
        self._recent: deque[bool] = deque(maxlen=START_WITHIN)
        self._quiet = 0
        self._current: Segment | None = None
        self._awaited: deque[tuple[int, Future[Any]]] = deque()
        self._looking: Future[Any] | None = None

    @property
    def speaking(self) -> int | None:
        """Onset of the earliest speech that has no verdict yet."""
        if self._awaited:
            return self._awaited[0][0]
        return self._current.voice if self._current else None

    @property
    def voice(self) -> int | None:
        """Onset of the voice that is sounding now."""
        return self._current.voice if self._current else None

    def hear(
        self,
        pcm: NDArray[np.int16],
        at: int,
        echoing: bool,
        active: NDArray[np.bool_],
        own: NDArray[np.bool_],
        others: NDArray[np.bool_],
        level: Levels,
        listens: Listens,
        beside: Listens = nothing,
    ) -> None:
        """Take in one block of this channel that starts at sample `at`, with one decision per frame.

        `echoing` says that the loudspeaker sounds in it, `others` where somebody else speaks.  What is no
        phrase of `listens` is tried as one of `beside`, which would not count.
        """
        fed = False
        for frame in range(len(active)):
            self._recent.append(bool(active[frame]))
            self._quiet = 0 if active[frame] else self._quiet + 1
            if self._current is None:
                if active[frame] and sum(self._recent) >= START_FRAMES:
                    self._start(pcm, at, at + frame * FRAME, listens, beside)
                    fed = True
                else:
                    continue
            elif not fed:
                self._feed(pcm)
                fed = True
            if self._current is not None:
                self._current.overlapped += bool(others[frame])
            self._note(at + (frame + 1) * FRAME, bool(active[frame]), bool(own[frame]), float(level[frame]))
            if self._ended(at):
                self._finish()
        self._look(at + BLOCK)
        self._before.append((pcm, echoing, int(others.sum())))

    def poll(self) -> list[Heard | Unheard]:
        """Verdicts that are ready, in order of speech."""
        ready: list[Heard | Unheard] = []
        while self._awaited and self._awaited[0][1].done():
            ready += self._awaited.popleft()[1].result()
        return ready

    def _start(self, pcm: NDArray[np.int16], at: int, now: int, listens: Listens, beside: Listens) -> None:
        first = now - (len(self._recent) - 1 - self._recent.index(True)) * FRAME
        start = at - BLOCK * len(self._before)
        ids = listens(self.seat)
        since = self._foreign(start, first)
        cries = Cries(ids & self._by_onset, self._attacks, since - start)
        segment = Segment(self.seat, start, first, ids, cries, beside(self.seat) - ids, end=now)
        segment.attacks, segment.since = self._attacks, since
        segment.overlapped = sum(others for _, _, others in self._before)
        self._current = segment
        self._runs.submit(lambda: segment.begin(self._model, self._book))
        for number, (part, echoing, _) in enumerate(self._before):
            hushed = echoing and start + (number + 1) * BLOCK <= first - CLEAR
            self._feed((part * HUSH).astype(np.int16) if hushed else part)
        self._feed(pcm)

    def _foreign(self, start: int, first: int) -> int:
        """Up to which sample of the pre-roll somebody else spoke, or the loudspeaker was hushed."""
        until = start
        for number, (_, echoing, others) in enumerate(self._before):
            end = start + (number + 1) * BLOCK
            if others or (echoing and end <= first - CLEAR):
                until = end
        return until

    def _feed(self, pcm: NDArray[np.int16]) -> None:
        segment = self._current
        if segment is not None:
            segment.wave.append(pcm)
            self._runs.submit(lambda: segment.feed(pcm))

    def _look(self, now: int) -> None:
        """Tell what counts at its onset, if the voice is long enough for it and the last look is over."""
        segment, busy = self._current, self._looking is not None and not self._looking.done()
        if segment is not None and not busy and segment.cries.due(now - segment.voice):
            beam = self._beam(segment, now - min(now - segment.start, RECENT), now)
            self._looking = self._runs.submit(lambda: segment.look(self._model, self._book, now, beam))
            self._awaited.append((segment.voice, self._looking))

    def _note(self, end: int, active: bool, own: bool, level: float) -> None:
        if self._current is not None and active:
            self._current.end = end
            self._current.active += 1
            self._current.own += own
            self._current.level_sum += level

    def _ended(self, at: int) -> bool:
        too_long = self._current is not None and at - self._current.voice > LONGEST
        return self._quiet >= END_FRAMES or too_long

    def _finish(self) -> None:
        segment, self._current = self._current, None
        self._recent.clear()
        if segment is None or segment.active < LEAST_FRAMES:
            return
        beam = self._beam(segment, segment.start, segment.start + sum(map(len, segment.wave)))
        verdict = self._runs.submit(lambda: segment.finish(self._model, self._book, beam))
        self._awaited.append((segment.voice, verdict))

    def _beam(self, segment: Segment, begin: int, end: int) -> Callable[[], NDArray[np.int16]] | None:
        """What makes this seat's beam over a part of the segment, if others speak beside it."""
        if self._cut is None or segment.overlapped < OVERLAPPED_FRAMES:
            return None
        return self._cut(self.seat, begin, end)
