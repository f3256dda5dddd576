"""Every frenzy of a virtual game of Go Nuts!: on which beat it ended, and had to by what was really said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from voicenuts.games.gonuts.events import Woof
from voicenuts.lab.script import Utterance
from voicenuts.lab.truth import table_time
from voicenuts.lab.virtual import Record
from voicenuts.values import Cued, Earcon, samples

WOOF = "bark.woof"

HEARD = samples(200)
"""An onset is known this well."""

ECHO = samples(150)
"""So soon after any bark nobody is taken to have answered."""


@dataclass(slots=True)
class Frenzy:
    """One frenzy; samples of table time but for `gong`, which is audio.

    `beats` are those that sounded, `barks` the beat on which each seat's dog lay down, `stopped` the onset of
    the call that the table took for the last one (None: the drum ran out).
    """

    beats: list[int] = field(default_factory=list)
    barks: dict[int, int] = field(default_factory=dict)
    stopped: int | None = None
    gong: int = 0


@dataclass(frozen=True, slots=True)
class Judged:
    """A frenzy that ended: whether on the right beat, and the samples from its last call to the gong.

    There is no such call where the drum ran out, or nobody had called (None).
    """

    right: bool
    gong: int | None


def frenzies(record: Record) -> Iterator[Judged]:
    """Every frenzy of a game that came to its end, in order."""
    said = [spoken for spoken in record.script if spoken.phrase == WOOF]
    for frenzy in _told(record):
        yield _judged(record, frenzy, said)


def _told(record: Record) -> Iterator[Frenzy]:
    frenzy = Frenzy()
    for at, what in record.told:
        if _is_sound(what, "frenzy"):
            frenzy = Frenzy()
        elif isinstance(what, Cued) and what.id.startswith("beat-"):
            frenzy.beats.append(what.at)
        elif isinstance(what, Earcon) and what.at_once and what.id.startswith("bark-"):
            frenzy.barks.setdefault(int(what.id[-1]) - 1, frenzy.beats[-1])
        elif isinstance(what, Woof):
            frenzy.stopped = what.at
        elif isinstance(what, Cued) and what.id.startswith("rest-"):
            frenzy.stopped = None
        elif _is_sound(what, "gong"):
            frenzy.gong = at
            yield frenzy


def _judged(record: Record, frenzy: Frenzy, said: list[Utterance]) -> Judged:
    """The last dog was called back when the last seat first called after its dog's bark."""
    calls: list[tuple[int, int]] = []
    for seat, bark in frenzy.barks.items():
        onsets = [(table_time(record, u.onset), u.onset) for u in said if u.seat == seat]
        calls += [onset for onset in onsets if onset[0] >= bark + ECHO][:1]
    calls = sorted(onset for onset in calls if onset[1] < frenzy.gong)
    if frenzy.stopped is None:
        return Judged(not calls, None)
    stopped = frenzy.stopped
    right = bool(calls) and _counted(frenzy, calls[-1][0]) == _counted(frenzy, stopped)
    ended = [u.onset for u in said if abs(table_time(record, u.onset) - stopped) < HEARD]
    return Judged(right, frenzy.gong - ended[0] if ended else None)


def _counted(frenzy: Frenzy, stop: int) -> int:
    """How many beats come before a call."""
    return sum(beat < stop for beat in frenzy.beats)


def _is_sound(what: Any, id: str) -> bool:
    return isinstance(what, Earcon) and what.id == id
