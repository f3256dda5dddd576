"""Real dice in a player's hand: thrown, read and told aloud, now and then wrongly, and then told again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Generic, TypeVar

T = TypeVar("T")


class Hand(Generic[T]):
    """What a player's real dice show, from the throw until the table has got it right.

    `misreads` is the chance that a throw is told wrongly the first time.

    >>> hand = Hand(Random(1), 1.0)
    >>> hand.throw("two", ["three"])
    >>> hand.told(), hand.told(), hand.wrongly("three"), hand.wrongly("two")
    ('three', 'two', True, False)
    """

    def __init__(self, luck: Random, misreads: float) -> None:
        self.luck = luck
        self.shown: T | None = None
        self._misreads = misreads
        self._slip: T | None = None

    def throw(self, shown: T, mistakes: Sequence[T]) -> None:
        """The dice lie and show `shown`, for which one of `mistakes` may be told."""
        self.shown = shown
        slips = bool(mistakes) and self.luck.random() < self._misreads
        self._slip = self.luck.choice(mistakes) if slips else None

    def told(self) -> T:
        """What the player tells now; a mistake is made once."""
        assert self.shown is not None
        told, self._slip = self.shown if self._slip is None else self._slip, None
        return told

    def wrongly(self, heard: T) -> bool:
        """Whether the table believes something else of these dice."""
        return self.shown is not None and heard != self.shown

    def pick_up(self) -> None:
        """What was thrown is settled."""
        self.shown = self._slip = None
