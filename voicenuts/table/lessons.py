"""Help goes on breath by breath, for whoever says "more", or where somebody wants it by its number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from voicenuts.values import RATE, Asked

MORE: Final = "topic.more"

CHAPTER: Final = "chapter"
"""The group of the phrases that name a topic by its number."""

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

    def chapters(self) -> frozenset[str]:
        """The numbers by which every seat may ask for a topic; the first one, which lists them, has none."""
        return frozenset(f"{CHAPTER}.{number}" for number in range(1, len(self._topics)))

    def contents(self, seat: int, now: int) -> Asked | None:
        """The question for the list of topics; None where there are none."""
        self._next[seat] = 0
        return self.more(seat, now) if self._topics else None

    def chapter(self, seat: int, phrase: str, now: int) -> Asked:
        """The question for the topic with this number; more of it goes on from there."""
        self._next[seat] = int(phrase.partition(".")[2])
        return self.more(seat, now)

    def more(self, seat: int, now: int) -> Asked:
        """The question for the next topic, or for the last one again."""
        topic = self._topics[min(self._next[seat], len(self._topics) - 1)]
        self._next[seat] += 1
        self._until[seat] = now + ATTENTION
        return Asked(seat, f"topic.{topic}", now)
