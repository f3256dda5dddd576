"""Table time: the sample count with every pause taken out, and the cues that wait on it."""

from __future__ import annotations

import heapq
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paused:
    """Table time stands still from audio sample `at`."""

    at: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """Table time goes on from audio sample `at`."""

    at: int


class Clock:
    """Counts samples of audio and of table time; table time stands still during a pause.

    Everything that games and arbiter see is table time, so a pause of any length changes nothing for
    them: no window closes and no cue comes due meanwhile.  Both begin at sample `start`.
    """

    def __init__(self, start: int = 0) -> None:
        self.audio = start
        self._lost = 0
        self._paused_at: int | None = None
        self._cues: list[tuple[int, int, str]] = []
        self._count = 0

    @property
    def paused(self) -> bool:
        """Whether table time stands still."""
        return self._paused_at is not None

    @property
    def now(self) -> int:
        """Table time at the end of the last block (samples)."""
        return self.table(self.audio)

    def table(self, audio: int) -> int:
        """The table time of an audio time not later than now, or not before the last pause."""
        if self._paused_at is not None:
            audio = min(audio, self._paused_at)
        return audio - self._lost

    def stands_still_at(self, audio: int) -> bool:
        """Whether audio sample `audio` lies in the pause that is on now."""
        return self._paused_at is not None and audio >= self._paused_at

    def pause(self) -> None:
        """Stop table time here."""
        if self._paused_at is None:
            self._paused_at = self.audio

    def resume(self) -> None:
        """Let table time go on."""
        if self._paused_at is not None:
            self._lost += self.audio - self._paused_at
            self._paused_at = None

    def schedule(self, id: str, at: int) -> None:
        """Have `due` return cue `id` at table time `at`."""
        heapq.heappush(self._cues, (at, self._count, id))
        self._count += 1

    def due(self) -> list[tuple[int, str]]:
        """Cues that came due, in order, as (table time, id)."""
        ready = []
        while self._cues and self._cues[0][0] <= self.now and not self.paused:
            at, _, id = heapq.heappop(self._cues)
            ready.append((at, id))
        return ready
