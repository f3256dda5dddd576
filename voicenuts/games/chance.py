"""Seeded chance as a small value: it lives inside a game state, so a replay throws the same dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Chance:
    """The generator after `draws` draws from `seed`; every draw returns the next generator.

    A draw is a hash of both numbers, so it is the same on every machine and Python version (the
    standard generator promises that only for raw floats), and resuming needs no replay.
    """

    seed: int
    draws: int = 0

    def below(self, bound: int) -> tuple[int, Chance]:
        """A number from 0 to `bound` - 1, all equally likely (bias below 2**-56 for dice and cards).

        >>> Chance(7).below(6) == Chance(7).below(6)
        True
        """
        digest = blake2b(f"{self.seed}:{self.draws}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % bound, Chance(self.seed, self.draws + 1)

    def pick(self, items: Sequence[T]) -> tuple[T, Chance]:
        """One of `items`, which must not be empty."""
        index, after = self.below(len(items))
        return items[index], after

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """The items in random order, every order equally likely.

        >>> sorted(Chance(1).shuffled("cab")[0])
        ['a', 'b', 'c']
        """
        order = list(items)
        chance = self
        for last in range(len(order) - 1, 0, -1):
            other, chance = chance.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order), chance
