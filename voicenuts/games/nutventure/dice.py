"""The dice of Nutventure: four with colours for the squirrels, one with eight sides for owl and fox."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

FACES: Final = {
    name: tuple(name.split("-"))
    for name in (
        *("red", "yellow", "green", "blue"),
        *("red-yellow", "green-blue", "red-green", "yellow-blue", "red-blue", "yellow-green"),
    )
}
"""The colours every face allows, by its name as phrase ids spell it (`face.red-green`)."""

_CHOOSY: Final = ("red", "yellow", "green", "blue", "red-green", "yellow-blue")
_EASY: Final = ("red-yellow", "green-blue", "red-green", "yellow-blue", "red-blue", "yellow-green")

DICE: Final = (_CHOOSY, _EASY, _EASY, _EASY)
"""The faces of the four dice: in 94 % of all positions a turn can use them all."""
WILD_DICE: Final = (_CHOOSY, _CHOOSY, _EASY, _EASY)
"""Harder dice: they can all be used in 87 % of all positions."""


class Prowl(NamedTuple):
    """A side of the villain die: how far round their stops owl and fox go (1 clockwise, -1 back, 0 not)."""

    owl: int
    fox: int


VILLAIN_DIE: Final = (
    Prowl(1, 0),
    Prowl(-1, 0),
    Prowl(0, 1),
    Prowl(0, -1),
    Prowl(1, 1),
    Prowl(-1, -1),
    Prowl(0, 0),
    Prowl(0, 0),
)
"""The sides one to eight."""


def matched(wanted: Sequence[str], offers: Sequence[Collection[str]]) -> bool:
    """Whether every wanted thing can be had from an offer of its own.

    >>> matched(["red", "yellow", "green"], [["red"], ["green", "blue"], ["red", "yellow"]])
    True
    >>> matched(["red", "red"], [["red"], ["blue"]])
    False
    """
    if not wanted:
        return True
    first, rest = wanted[0], wanted[1:]
    return any(
        first in offer and matched(rest, [*offers[:index], *offers[index + 1 :]])
        for index, offer in enumerate(offers)
    )


@lru_cache(maxsize=4096)
def fits(colours: tuple[str, ...], faces: tuple[str, ...]) -> bool:
    """Whether steps onto these colours can be paid with dice that show these faces, one die each."""
    return matched(colours, [FACES[face] for face in faces])


def thrown(faces: tuple[str, ...], *, wild: bool) -> bool:
    """Whether the real dice can show these faces together, in any order; there may be fewer than four.

    >>> thrown(("red", "red-blue"), wild=False), thrown(("red", "blue"), wild=False)
    (True, False)
    """
    return matched(faces, WILD_DICE if wild else DICE)
