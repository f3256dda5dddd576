"""What Go Nuts! can be told to do; `at` is the onset of the word in samples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from voicenuts.values import Asked, Cued, Heard, Lapsed, Resolved

Same = Literal["squirrels", "birds", "nothing"]
"""What all dice of a throw show; "nothing" may mean neither nuts nor birds, or that all is lost."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice that are left (or, with real dice, pick them up and throw)."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Hide:
    """Keep the nuts of this turn, which ends it."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Report:
    """Real dice show so many nuts and birds; all others show squirrels."""

    seat: int
    nuts: int
    birds: int
    at: int


@dataclass(frozen=True, slots=True)
class ReportAll:
    """Real dice are all alike."""

    seat: int
    face: Same
    at: int


@dataclass(frozen=True, slots=True)
class GoNuts:
    """Start the frenzy."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Woof:
    """Call back one's dog in a frenzy."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Total:
    """A frenzy with real dice brought so many nuts."""

    seat: int
    nuts: int
    at: int


@dataclass(frozen=True, slots=True)
class Pace:
    """Throw real dice of a frenzy as fast as everybody likes (`free`), or one throw a beat."""

    seat: int
    free: bool
    at: int


@dataclass(frozen=True, slots=True)
class Consent:
    """The answer to the question whether the others agree."""

    seat: int
    yes: bool
    at: int


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after the sound was lost: a new start of the program, or a device that came back."""

    at: int


@dataclass(frozen=True, slots=True)
class Quit:
    """The players end the game before its end."""

    at: int


Command = Roll | Hide | Report | ReportAll | GoNuts | Woof | Total | Pace | Consent
Event = Command | Resume | Quit | Asked | Cued | Resolved | Lapsed
COMMANDS = (Roll, Hide, Report, ReportAll, GoNuts, Woof, Total, Pace, Consent, Resume, Quit)

_PLAIN: dict[str, type[Roll | Hide | GoNuts | Woof]] = {
    "turn.roll": Roll,
    "nuts.again": Roll,
    "nuts.hide": Hide,
    "nuts.go-nuts": GoNuts,
    "bark.woof": Woof,
}
_SAME: dict[str, Same] = {"all-squirrels": "squirrels", "all-birds": "birds", "nothing": "nothing"}


def command(heard: Heard) -> Event | None:
    """The command a phrase stands for, or None if its id means nothing to this game.

    >>> command(Heard(1, "thrown.nuts-2-birds-1", 0, 9600, 1.0))
    Report(seat=1, nuts=2, birds=1, at=0)
    >>> command(Heard(1, "thief.lynx", 0, 9600, 1.0)) is None
    True
    """
    seat, at = heard.seat, heard.onset
    group, _, word = heard.phrase.partition(".")
    if heard.phrase in _PLAIN:
        return _PLAIN[heard.phrase](seat, at)
    if group == "pace":
        return Pace(seat, word == "free", at)
    if group == "answer":
        return Consent(seat, word == "yes", at)
    if group == "total" and word.isdecimal():
        return Total(seat, int(word), at)
    if group == "thrown":
        return ReportAll(seat, _SAME[word], at) if word in _SAME else _report(seat, word, at)
    return None


def _report(seat: int, word: str, at: int) -> Report | None:
    """A report such as `nuts-2-birds-1`, in which a part may be left out."""
    parts = word.split("-")
    if len(parts) % 2 or not all(number.isdecimal() for number in parts[1::2]):
        return None
    counts = {face: int(number) for face, number in zip(parts[::2], parts[1::2], strict=True)}
    if not counts.keys() <= {"nuts", "birds"}:
        return None
    return Report(seat, counts.get("nuts", 0), counts.get("birds", 0), at)
