"""What Knights of the Hazelnut can be told to do; `at` is the onset of the word in samples."""

from __future__ import annotations

from dataclasses import dataclass

from voicenuts.games.hazelnut.board import SQUARES
from voicenuts.values import Asked, Cued, Heard, Lapsed, Resolved


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the die (or, with a real die, pick it up and throw)."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Report:
    """A real die shows `paws` footprints."""

    seat: int
    paws: int
    at: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Go to `square`."""

    seat: int
    square: int
    at: int


@dataclass(frozen=True, slots=True)
class Listen:
    """Hold the loudspeaker to an ear: it may whisper."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class GiveBack:
    """Lay the loudspeaker on the table again."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Call:
    """A thief's name outside the shout window: too early, too late, or not this seat's to call."""

    seat: int
    thief: str
    at: int


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after the sound was lost: a new start of the program, or a device that came back."""

    at: int


@dataclass(frozen=True, slots=True)
class Quit:
    """The players end the game before its end."""

    at: int


Event = Roll | Report | Choose | Listen | GiveBack | Call | Resume | Quit | Asked | Cued | Resolved | Lapsed
COMMANDS = (Roll, Report, Choose, Listen, GiveBack, Call, Resume, Quit)
_TURN: dict[str, type[Roll | Listen | GiveBack]] = {
    "turn.roll": Roll,
    "turn.ready": Listen,
    "turn.back": GiveBack,
}
_PAWS = {"one": 1, "two": 2, "three": 3}


def command(heard: Heard) -> Event | None:
    """The command a phrase stands for, or None if its id means nothing to this game.

    >>> command(Heard(1, "place.tree-3", 0, 9600, 1.0))
    Choose(seat=1, square=3, at=0)
    >>> command(Heard(1, "turn.hide", 0, 9600, 1.0)) is None
    True
    """
    seat, at = heard.seat, heard.onset
    group, _, word = heard.phrase.partition(".")
    if heard.phrase in _TURN:
        return _TURN[heard.phrase](seat, at)
    if group == "paws" and word in _PAWS:
        return Report(seat, _PAWS[word], at)
    if group == "place" and word in SQUARES:
        return Choose(seat, SQUARES[word], at)
    if group == "thief" and word in ("marten", "lynx", "fox"):
        return Call(seat, word, at)
    return None
