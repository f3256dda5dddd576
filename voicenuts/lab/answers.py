"""Whether whoever commands anything hears at once that it was taken."""

from __future__ import annotations

from functools import cache
from typing import Any

from voicenuts.arbiter import Closed, Holding, Settled
from voicenuts.lab.virtual import Record
from voicenuts.speaking.earcons import earcon
from voicenuts.speaking.narrator import Played
from voicenuts.values import BLOCK, Earcon, Heard, millis, samples

AT_ONCE = samples(700)
"""The longest a command may be without an audible answer, from its end on."""

MANY = 60
"""An answer is among so many of the next things told."""

SOUNDS = 300
"""The sample value from which an earcon is taken to sound (-40 dB full scale)."""


def answer_ms(record: Record) -> list[float | None]:
    """Per accepted phrase the time from its end to the first sound of an answer; None: none in time.

    An answer is an earcon of the moment, a line or a drum roll, to the seat or to all, that begins after
    the phrase was understood, or the drum roll that is on.
    """
    times: list[float | None] = []
    rolls = _drum_rolls(record)
    for number, (at, heard) in enumerate(record.told):
        if not isinstance(heard, Heard):
            continue
        sounds = [_begins(told, what, heard.seat) for told, what in record.told[number : number + MANY]]
        if any(start <= at < end for start, end in rolls):
            sounds.append(at)
        first = min((sound for sound in sounds if sound is not None), default=None)
        late = first is None or first - heard.end > AT_ONCE
        times.append(None if first is None or late else millis(first - heard.end))
    return times


def _begins(told: int, what: Any, seat: int) -> int | None:
    """The sample at which it is first heard by the seat, if it is a sound for it."""
    match what:
        case Earcon(id=id, to=to, at_once=True) if to in (None, seat):
            return told + _lead(id)
        case Holding():
            return told
        case Played(channel=channel, start=start) if channel in (0, 1 + seat):
            return start + BLOCK
    return None


@cache
def _lead(id: str) -> int:
    """Silence at the beginning of an earcon, in samples."""
    pcm = earcon(id)
    return next((at for at, value in enumerate(pcm) if abs(int(value)) > SOUNDS), len(pcm))


def _drum_rolls(record: Record) -> list[tuple[int, int]]:
    """The times from each drum roll's start to the decision."""
    rolls: list[tuple[int, int]] = []
    since: int | None = None
    for at, what in record.of(Holding, Settled, Closed):
        if isinstance(what, Holding):
            since = at
        elif since is not None:
            rolls.append((since, at))
            since = None
    return rolls
