"""How somebody wants to be spoken to: how much is said, how fast, how loud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final

LEVELS: Final = (1, 2, 3)
"""Short, usual, with explanations."""
SLOWEST, FASTEST, RATE_STEP = 120, 350, 30
"""Words a minute; a step is clearly heard and seven lead from the usual rate to the fastest."""
SOFTEST, LOUDEST, GAIN_STEP = -18, 9, 3
"""Decibels beside the voice's own level."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """`level` 1-3, `rate` in words a minute, `gain_db` in decibels; the defaults suit a first game."""

    level: int = 2
    rate: int = 180
    gain_db: int = 0

    def changed(self, wish: str) -> Delivery:
        """One step shorter, longer, faster, slower, louder or quieter, as far as it goes.

        >>> Delivery().changed("shorter")
        Delivery(level=1, rate=180, gain_db=0)
        """
        match wish:
            case "shorter" | "longer":
                return replace(self, level=_within(self.level, 1 if wish == "longer" else -1, 1, 3))
            case "faster" | "slower":
                step = RATE_STEP if wish == "faster" else -RATE_STEP
                return replace(self, rate=_within(self.rate, step, SLOWEST, FASTEST))
            case "louder" | "quieter":
                step = GAIN_STEP if wish == "louder" else -GAIN_STEP
                return replace(self, gain_db=_within(self.gain_db, step, SOFTEST, LOUDEST))
        raise ValueError(f"nobody can be spoken to {wish!r}")

    def bounded(self) -> Delivery:
        """The nearest delivery that is possible."""
        return Delivery(
            _within(self.level, 0, 1, 3),
            _within(self.rate, 0, SLOWEST, FASTEST),
            _within(self.gain_db, 0, SOFTEST, LOUDEST),
        )


WISHES: Final = ("shorter", "longer", "faster", "slower", "louder", "quieter")


def between(wishes: Sequence[Delivery]) -> Delivery:
    """What suits all halfway: the mean, a level between two being the more usual one.

    >>> between([Delivery(1, 180, 0), Delivery(2, 210, 3)])
    Delivery(level=2, rate=200, gain_db=2)
    """
    level = fmean(wish.level for wish in wishes)
    rate = fmean(wish.rate for wish in wishes)
    gain = fmean(wish.gain_db for wish in wishes)
    low, usual, high = LEVELS
    return Delivery(
        low if level < (low + usual) / 2 else high if level > (usual + high) / 2 else usual,
        round(rate / 10) * 10,
        round(gain),
    )


def _within(value: int, step: int, low: int, high: int) -> int:
    return min(high, max(low, value + step))
