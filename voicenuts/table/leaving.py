"""Nobody ends a game alone: two seats have to say yes."""

from __future__ import annotations

from enum import Enum
from typing import Final

from voicenuts.values import RATE

YES, NO = "vote.yes", "vote.no"

NEEDED: Final = 2
"""So many have to want to leave; where all speak into one microphone, one has to do."""

ANSWER: Final = 12 * RATE
"""Samples from the question on in which seats may answer: ten seconds when it has been said."""


class Outcome(Enum):
    """What came of the question."""

    ASK = "quit-ask"
    STAY = "quit-dropped"
    LEAVE = "quit"


class Leaving:
    """The question whether to end the game; all times are samples of table time."""

    def __init__(self, seats: int) -> None:
        self._needed = min(NEEDED, seats)
        self._wanted = False
        self._until: int | None = None
        self._agreed: frozenset[int] = frozenset()

    def want(self) -> None:
        """Somebody would like to end the game."""
        self._wanted = True

    def phrases(self, now: int) -> frozenset[str]:
        """What every seat may say about it now."""
        return frozenset({YES, NO} if self._until is not None and now <= self._until else ())

    def goes_on(self, now: int, may_ask: bool) -> Outcome | None:
        """Time has passed: put the question if it may be put, drop it if nobody answered."""
        if self._wanted and may_ask:
            self._wanted, self._until, self._agreed = False, now + ANSWER, frozenset()
            return Outcome.ASK
        if self._until is not None and now > self._until:
            self._until = None
            return Outcome.STAY
        return None

    def answer(self, seat: int, phrase: str) -> Outcome | None:
        """A seat said yes or no; one no is enough to stay."""
        if self._until is None:
            return None
        self._agreed |= {seat}
        if phrase == YES and len(self._agreed) < self._needed:
            return None
        self._until = None
        return Outcome.LEAVE if phrase == YES else Outcome.STAY
