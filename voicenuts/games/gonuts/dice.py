"""The dice of Go Nuts!: five with squirrels and nuts on them, and a dog's for every other seat."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from voicenuts.games.chance import Chance

Edition = Literal["birds", "cars"]
"""What the one face shows that takes a die out of the turn: a bird, or a car."""

DICE: Final = 5


class Face(StrEnum):
    """A side of a squirrel die; `BIRD` stands for the car where the table plays with cars."""

    SQUIRREL = "squirrel"
    NUT = "nut"
    BIRD = "bird"


FACES: Final[dict[Edition, tuple[Face, ...]]] = {
    "birds": (Face.SQUIRREL,) * 3 + (Face.NUT,) * 2 + (Face.BIRD,),
    "cars": (Face.SQUIRREL,) * 3 + (Face.NUT,) * 2 + (Face.BIRD,),
}
"""The six sides of a squirrel die.  Those with cars are published; nobody has counted the birds yet."""

DOG_SIDES: Final = 6
"""Sides of a dog's die: one dog, the others houses."""


class Throw(NamedTuple):
    """How many dice of one throw show what."""

    nuts: int
    squirrels: int
    birds: int

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return self.nuts + self.squirrels + self.birds


def reported(dice: int, nuts: int, birds: int) -> Throw | None:
    """What `dice` real dice show if so many show nuts and birds; None if there are not so many.

    >>> reported(4, 1, 1)
    Throw(nuts=1, squirrels=2, birds=1)
    >>> reported(4, 3, 2) is None
    True
    """
    rest = dice - nuts - birds
    return Throw(nuts, rest, birds) if min(rest, nuts, birds) >= 0 else None


def thrown(chance: Chance, edition: Edition, dice: int) -> tuple[Throw, Chance]:
    """A throw of so many dice, and the chance that is left."""
    shown: list[Face] = []
    for _ in range(dice):
        face, chance = chance.pick(FACES[edition])
        shown.append(face)
    count = Counter(shown)
    return Throw(count[Face.NUT], count[Face.SQUIRREL], count[Face.BIRD]), chance


def dog(chance: Chance) -> tuple[bool, Chance]:
    """Whether a thrown dog's die shows the dog, and the chance that is left."""
    side, chance = chance.below(DOG_SIDES)
    return side == 0, chance
