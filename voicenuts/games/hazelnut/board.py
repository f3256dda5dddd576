"""The wood of Knights of the Hazelnut: ten squares in a ring and a plank across it.

Squares are numbered clockwise from the Old Oak (0).  The two hides lie opposite each other, four
trees on either side between them; the plank joins tree two and tree seven.
"""

from __future__ import annotations

from typing import Final

RING: Final = 10
OLD_OAK: Final = 0
HOLLOW_LOG: Final = 5
HIDES: Final = frozenset({OLD_OAK, HOLLOW_LOG})
TREES: Final = tuple(square for square in range(RING) if square not in HIDES)
"""The squares with a stack of cards, tree one first."""
PLANK: Final = (2, 8)
PAWS: Final = (1, 2, 3)

_NAMES = {OLD_OAK: "old-oak", HOLLOW_LOG: "hollow-log"} | {
    square: f"tree-{number}" for number, square in enumerate(TREES, 1)
}
NAMES: Final = tuple(_NAMES[square] for square in range(RING))
"""The name of every square as phrase and message ids spell it (`place.tree-3`, `place-tree-3`)."""
SQUARES: Final = {name: square for square, name in enumerate(NAMES)}
"""The square of every name."""
STACKS: Final = {square: index for index, square in enumerate(TREES)}
"""The position in `State.stacks` of every tree square."""


def neighbours(square: int) -> frozenset[int]:
    """The squares one step away.

    >>> sorted(neighbours(2))
    [1, 3, 8]
    """
    ring = {(square - 1) % RING, (square + 1) % RING}
    across = {end for end in PLANK if square in PLANK and end != square}
    return frozenset(ring | across)


def _walk(square: int, before: int | None, paws: int) -> frozenset[int]:
    """Where `paws` steps from `square` can end if no step undoes the one before it."""
    if paws == 0:
        return frozenset({square})
    ends: set[int] = set()
    for step in neighbours(square) - {before}:
        ends |= _walk(step, square, paws - 1)
    return frozenset(ends)


_DESTINATIONS = {
    (square, paws): tuple(sorted(_walk(square, None, paws))) for square in range(RING) for paws in PAWS
}


def destinations(square: int, paws: int) -> tuple[int, ...]:
    """The squares, ascending, where a move of `paws` steps (1 to 3) from `square` may end.

    A step that goes straight back to where the last one came from is never part of a move.

    >>> [NAMES[end] for end in destinations(OLD_OAK, 2)]
    ['tree-2', 'tree-7']
    """
    return _DESTINATIONS[square, paws]
