"""What the rules of every game are written with: saying something, naming seats, exchanging one value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from voicenuts.values import Arg, Effect, Listing, Name, Rank, Say

T = TypeVar("T")


def say(message: str, *, rank: Rank = Rank.RESULT, to: int | None = None, **args: Arg) -> Effect:
    """A `Say` with its arguments in the order given."""
    return Say(to, message, tuple(args.items()), rank)


def names(seats: Iterable[int]) -> Listing:
    """Several players."""
    return Listing(tuple(Name(seat) for seat in seats), "and")


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The tuple with one value exchanged.

    >>> put((1, 2, 3), 0, 9)
    (9, 2, 3)
    """
    return (*values[:index], value, *values[index + 1 :])
