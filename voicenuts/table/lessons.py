"""Help goes on breath by breath, for whoever says "more"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from voicenuts.values import RATE, Asked

MORE: Final = "topic.more"

ATTENTION: Final = 40 * RATE
"""So long after a piece of help its seat may ask for more."""


class Lessons:
    """Where each seat is in the game's topics; all times are samples of table time."""

    def __init__(self, topics: Sequence[str], seats: int) -> None:
        self._topics = tuple(topics)
        self._next = [0] * seats
        self._until = [-1] * seats

    def begin(self, seat: int, now: int) -> None:
        """The seat was helped: more of it begins with the first topic."""
        self._next[seat], self._until[seat] = 0, now + ATTENTION

    def phrases(self, seat: int, now: int) -> frozenset[str]:
        """What the seat may say about it now."""
        going_on = now <= self._until[seat] and self._next[seat] < len(self._topics)
        return frozenset({MORE} if going_on else ())

    def more(self, seat: int, now: int) -> Asked:
        """The question for the next topic, or for the last one again."""
        topic = self._topics[min(self._next[seat], len(self._topics) - 1)]
        self._next[seat] += 1
        self._until[seat] = now + ATTENTION
        return Asked(seat, f"topic.{topic}", now)
