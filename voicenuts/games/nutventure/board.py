"""The tree of Nutventure: three floors of twelve squares, each floor a ring named by the hours of a clock.

The whole tree repeats every four hours, so twelve rows describe it.  Squares are numbered floor by floor
from the top, twelve o'clock first: 0 is the Crown, 12 is middle twelve, 35 is bottom eleven.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

HOURS: Final = 12
FLOORS: Final = ("top", "middle", "bottom")
COLOURS: Final = ("blue", "red", "yellow", "green")
STORES: Final = ("nest", "hive", "fern", "mushroom")
DIRECTIONS: Final = ("left", "right", "up", "down")


class Kind(NamedTuple):
    """What a square is: a ladder leads `up` or `down`; `nuts` lie there at the start of a game.

    They do so only if at least `seats` play.
    """

    colour: str
    ladder: str = ""
    store: str = ""
    nuts: int = 0
    seats: int = 2


PATTERN: Final = {
    # hours 12, 4, 8 / 1, 5, 9 / 2, 6, 10 / 3, 7, 11
    "top": (
        Kind("blue", ladder="down"),
        Kind("red", nuts=1),
        Kind("yellow", store="nest"),
        Kind("green", nuts=1, seats=4),
    ),
    "middle": (
        Kind("yellow", ladder="up", nuts=1, seats=3),
        Kind("green", nuts=2),
        Kind("blue", ladder="down"),
        Kind("red", store="hive"),
    ),
    "bottom": (
        Kind("blue", store="fern"),
        Kind("red", store="mushroom"),
        Kind("yellow", ladder="up", nuts=2),
        Kind("green", nuts=2),
    ),
}
"""Every floor, as it repeats."""

OWL_STOPS: Final = (1, 5, 9)
"""The hours of the middle floor where the owl may sit, clockwise."""
FOX_STOPS: Final = (3, 7, 11)
"""The hours of the bottom floor where the fox may lie, clockwise."""
CROWN: Final = 0
"""Where everybody starts and whoever is scared runs to."""

SQUARES: Final = tuple(range(len(FLOORS) * HOURS))
KINDS: Final = tuple(PATTERN[floor][hour % 4] for floor in FLOORS for hour in range(HOURS))
"""The kind of every square."""
NAMES: Final = tuple(f"{floor}-{hour or HOURS}" for floor in FLOORS for hour in range(HOURS))
"""The name of every square as phrase ids spell it (`square.top-12`)."""
NAMED: Final = {name: square for square, name in enumerate(NAMES)}
"""The square of every name."""


def floor_of(square: int) -> str:
    """The floor of a square.

    >>> floor_of(NAMED["bottom-11"])
    'bottom'
    """
    return FLOORS[square // HOURS]


def hour_of(square: int) -> int:
    """The hour (1 to 12) of a square.

    >>> hour_of(CROWN)
    12
    """
    return square % HOURS or HOURS


def _exits(square: int) -> dict[str, int]:
    ring = square - square % HOURS
    exits = {"left": ring + (square - 1) % HOURS, "right": ring + (square + 1) % HOURS}
    ladder = KINDS[square].ladder
    if ladder:
        exits[ladder] = square + (HOURS if ladder == "down" else -HOURS)
    return exits


EXITS: Final = tuple(_exits(square) for square in SQUARES)
"""For every square the square in each direction; right is the next hour."""


def tokens(seats: int) -> tuple[tuple[int, ...], ...]:
    """The tokens on every square at the start of a game of so many seats.

    >>> [sum(map(len, tokens(seats))) for seats in (2, 3, 4)]
    [12, 15, 18]
    """
    return tuple((kind.nuts,) if kind.nuts and kind.seats <= seats else () for kind in KINDS)


@cache
def zone(stop: int, floor: str) -> frozenset[int]:
    """The squares on which nobody may be while a villain is at an hour of its floor.

    >>> sorted(NAMES[square] for square in zone(5, "middle"))
    ['middle-4', 'middle-5', 'middle-6']
    """
    return frozenset(NAMED[f"{floor}-{(stop + beside - 1) % HOURS + 1}"] for beside in (-1, 0, 1))


def next_stop(stops: tuple[int, ...], stop: int, turn: int) -> int:
    """The stop after `stop`, clockwise (`turn` 1) or back (-1).

    >>> next_stop(OWL_STOPS, 9, 1)
    1
    """
    return stops[(stops.index(stop) + turn) % len(stops)]
