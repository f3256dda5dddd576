"""The state of Nutventure and the numbers its rules turn on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from voicenuts.games.chance import Chance
from voicenuts.games.nutventure.board import EXITS, KINDS, STORES, zone
from voicenuts.games.nutventure.dice import DICE, FACES, fits
from voicenuts.values import RATE

SEATS: Final = (2, 3, 4)
SNOW: Final = 20
"""After so many rounds the first snow falls; without it one four-seat game in ten is far longer."""
SNOW_NEAR: Final = 4
"""So many rounds are left when the snow is announced."""
T_HINT: Final = 8 * RATE
"""Samples of silence before the awaited player's motif sounds."""
T_NUDGE: Final = 25 * RATE
"""Samples of silence before the one reminder in words."""

EMPTY: Final = (0,) * len(STORES)


class Phase(StrEnum):
    """What the game is waiting for."""

    SETUP = "setup"
    READY = "ready"
    REPORT = "report"
    STEPS = "steps"
    WAY = "way"
    VILLAIN = "villain"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """What a table agrees on before the game.

    `dice` "physical" has the active seat report real dice; `wild` dice have fewer colours.  With
    `assist` everybody may ask for a way to a place, without it nobody.  After `snow` rounds the game is
    counted.  Where the game is `known` nothing is explained.  `start_seat` None is drawn.
    """

    dice: Literal["virtual", "physical"] = "virtual"
    wild: bool = False
    assist: bool = True
    snow: int = SNOW
    known: bool = False
    start_seat: int | None = None


class State(NamedTuple):
    """Everything there is to know; comparable, hashable and (as a named tuple) cheap to copy.

    Per seat: `pos` (square), `carry` (nuts in the paws, 0 to 2), `stores` (nuts in each of `STORES`, 0:
    empty).  Per square: `tokens`, the largest first.  `owl` and `fox` are hours.  Of the turn that is on:
    `faces` thrown, colours `used` for steps (sorted), the `way` proposed, `keep` and `leave` wishes,
    villain `throws` still to be reported.  `trigger` is the seat whose four stores are full, `last` the
    seats with a turn left after that.  `moment` counts what was asked, so that an old reminder is known.
    """

    options: Options
    start_seat: int
    active: int
    chance: Chance
    pos: tuple[int, ...]
    carry: tuple[int, ...]
    stores: tuple[tuple[int, ...], ...]
    tokens: tuple[tuple[int, ...], ...]
    owl: int
    fox: int
    phase: Phase = Phase.SETUP
    turn: int = 1
    faces: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    target: str = ""
    keep: bool = False
    leave: bool = False
    throws: int = 0
    trigger: int | None = None
    last: tuple[int, ...] = ()
    taught: frozenset[str] = frozenset()
    moment: int = 0
    winners: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.pos)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def at_ear(self) -> bool:
        """Nobody ever holds the loudspeaker to an ear in this game."""
        return False

    @property
    def score(self) -> tuple[int, ...]:
        """Every seat's stored nuts."""
        return tuple(map(sum, self.stores))

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return (self.turn - 1) // self.seats + 1

    @property
    def unused(self) -> int:
        """How many of the four dice no step has used."""
        return len(DICE) - len(self.used)

    @property
    def here(self) -> int:
        """The active seat's square."""
        return self.pos[self.active]


def full(stores: tuple[int, ...]) -> int:
    """How many of a seat's stores are full."""
    return sum(nuts > 0 for nuts in stores)


def danger(state: State, square: int) -> str:
    """The villain that a square is too near to ("owl", "fox"), or ""."""
    if square in zone(state.owl, "middle"):
        return "owl"
    return "fox" if square in zone(state.fox, "bottom") else ""


def payable(state: State, colours: tuple[str, ...]) -> bool:
    """Whether the dice allow steps onto `colours` beside those taken this turn."""
    return fits(tuple(sorted((*state.used, *colours))), state.faces)


def open_exits(state: State) -> dict[str, int]:
    """The legal steps of the active seat: direction and square."""
    return {
        direction: square
        for direction, square in EXITS[state.here].items()
        if not danger(state, square) and payable(state, (KINDS[square].colour,))
    }


def usable(state: State) -> tuple[str, ...]:
    """The colours that the dice still allow for the next step, each once."""
    colours = dict.fromkeys(colour for face in state.faces for colour in FACES[face])
    return tuple(colour for colour in colours if payable(state, (colour,)))


def storing(state: State, square: int) -> int | None:
    """The store (index into `STORES`) that the active seat fills by entering a square, or None."""
    store = KINDS[square].store
    if not store or not state.carry[state.active] or state.keep:
        return None
    index = STORES.index(store)
    return None if state.stores[state.active][index] else index
