"""What Nutventure can be told to do; `at` is the onset of the word in samples."""

from __future__ import annotations

from dataclasses import dataclass

from voicenuts.games.nutventure.board import DIRECTIONS, NAMED, STORES
from voicenuts.games.nutventure.dice import FACES, VILLAIN_DIE
from voicenuts.values import Asked, Cued, Heard, Lapsed, Resolved

TARGETS = (*STORES, "nut", "crown", *NAMED)
"""Where `Go` may lead: a store, a nut, the Crown, or a square by its name."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the four dice (or, with real dice, pick them up and throw)."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class ReportFace:
    """One of the real dice shows `face`, a name of `FACES`."""

    seat: int
    face: str
    at: int


@dataclass(frozen=True, slots=True)
class Move:
    """Go one step in a direction: left, right, up or down."""

    seat: int
    direction: str
    at: int


@dataclass(frozen=True, slots=True)
class Go:
    """Look for a way to `target`, one of `TARGETS`."""

    seat: int
    target: str
    at: int


@dataclass(frozen=True, slots=True)
class Accept:
    """Go the way that was found."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Decline:
    """Do not go the way that was found."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Take no more steps this turn."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Put nothing into a store this turn."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Take no token at the end of this turn."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class ReportVillain:
    """The real villain die shows side `side` (1 to 8)."""

    seat: int
    side: int
    at: int


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after the sound was lost: a new start of the program, or a device that came back."""

    at: int


@dataclass(frozen=True, slots=True)
class Quit:
    """The players end the game before its end."""

    at: int


Command = Roll | ReportFace | Move | Go | Accept | Decline | Stop | Keep | Leave | ReportVillain
Event = Command | Resume | Quit | Asked | Cued | Resolved | Lapsed
COMMANDS = (Roll, ReportFace, Move, Go, Accept, Decline, Stop, Keep, Leave, ReportVillain, Resume, Quit)
_BARE: dict[str, type[Roll | Accept | Decline | Stop | Keep | Leave]] = {
    "turn.roll": Roll,
    "answer.yes": Accept,
    "answer.no": Decline,
    "step.done": Stop,
    "step.keep-it": Keep,
    "step.leave-it": Leave,
}
_SIDES = {str(side): side for side in range(1, len(VILLAIN_DIE) + 1)}


def command(heard: Heard) -> Event | None:
    """The command a phrase stands for, or None if its id means nothing to this game.

    >>> command(Heard(1, "step.up", 0, 9600, 1.0))
    Move(seat=1, direction='up', at=0)
    >>> command(Heard(1, "turn.hide", 0, 9600, 1.0)) is None
    True
    """
    seat, at = heard.seat, heard.onset
    group, _, word = heard.phrase.partition(".")
    if heard.phrase in _BARE:
        return _BARE[heard.phrase](seat, at)
    if group == "step" and word in DIRECTIONS:
        return Move(seat, word, at)
    if group in ("go", "square") and word in TARGETS:
        return Go(seat, word, at)
    if group == "face" and word in FACES:
        return ReportFace(seat, word, at)
    if group == "villain" and word in _SIDES:
        return ReportVillain(seat, _SIDES[word], at)
    return None
