"""The value types every room of the house shares: clock units, what was heard, what to do.

Samples are the only clock: every `at`, `onset`, `opens` ... counts samples at `RATE` since the
table opened, on *table time* (audio time with the pauses taken out).  Nothing here has behaviour
beyond unit conversion, so any package may import this module.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

RATE = 16_000
"""Samples a second on every channel inside the table."""

BLOCK = 480
"""Samples in one block (30 ms): the unit of `Table.process`."""

UNIVERSAL = "command"
"""The group of phrases that are open to every seat in every state."""


SecretMode = Literal["headphones", "whisper", "open"]
"""How one player alone learns something: in a private ear, whispered by the one loudspeaker, not at all."""


def samples(ms: float) -> int:
    """Milliseconds to samples.

    >>> samples(30)
    480
    """
    return round(ms * RATE / 1000)


def millis(count: int) -> float:
    """Samples to milliseconds.

    >>> millis(480)
    30.0
    """
    return count * 1000 / RATE


# ---------------------------------------------------------------- what was heard


@dataclass(frozen=True, slots=True)
class Heard:
    """One accepted phrase on one seat's channel.

    `phrase` is an id of the phrase book (`thief.lynx`), `words` the spoken form that was recognised.
    `onset` and `end` are samples; `level_db` is the channel's own speech level (dB full scale,
    normalised per channel), which the cross-talk rule compares; `own` is True when no other seat's
    voice can explain the sound on this channel.  `doubt` None means that it is surely this phrase, else
    it is what it may have been instead, "" if nothing in particular.  The sound began within `onset_error`
    samples of `onset` in 19 of 20 cases.
    """

    seat: int
    phrase: str
    onset: int
    end: int
    confidence: float
    words: str = ""
    level_db: float = 0.0
    own: bool = False
    doubt: str | None = None
    onset_error: int = 0


# ---------------------------------------------------------------- shout windows


@dataclass(frozen=True, slots=True)
class Window:
    """A time in which `seats` may shout one of `phrases`; who was first is the arbiter's business.

    Open from sample `opens` until `closes`, or, when `closes` is None, until the onset of the
    closing call `closer` (seat, phrase), never before `earliest_close` (None: not yet known, so a
    closing call is latched).  `decisive` phrases settle the window at once.
    """

    id: int
    opens: int
    closes: int | None
    seats: frozenset[int]
    phrases: frozenset[str]
    decisive: frozenset[str] = frozenset()
    closer: tuple[int, str] | None = None
    earliest_close: int | None = None


@dataclass(frozen=True, slots=True)
class Bid:
    """The one call of a seat in a window that counts, timed by its onset (samples).

    `doubt` and `onset_error` are as in `Heard`.
    """

    seat: int
    phrase: str
    onset: int
    doubt: str | None = None
    onset_error: int = 0


@dataclass(frozen=True, slots=True)
class Resolution:
    """Every bid that counts, earliest onset first.

    `margin` is the gap in samples between the two earliest bids (None with one bid).  `tied` names
    the seats whose decisive bids are a dead heat with the first decisive one; with no decisive bid
    at all, those in a dead heat with the first bid.  It has at least two seats or none.
    """

    window: int
    bids: tuple[Bid, ...]
    margin: int | None = None
    tied: frozenset[int] = frozenset()


# ---------------------------------------------------------------- events into a game


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat asked a question every state must answer (`about` is a phrase id: `command.score`)."""

    seat: int
    about: str
    at: int


@dataclass(frozen=True, slots=True)
class Cued:
    """The cue `id` of an earlier `Cue` effect came due at sample `at`."""

    id: str
    at: int


@dataclass(frozen=True, slots=True)
class Resolved:
    """The arbiter settled the open window at sample `at`."""

    resolution: Resolution
    at: int


@dataclass(frozen=True, slots=True)
class Lapsed:
    """The open window closed at sample `at` and nobody had bid."""

    window: int
    at: int


@dataclass(frozen=True, slots=True)
class Undone:
    """The table took back every event from number `to` (from 0) on; told at sample `at`."""

    to: int
    at: int


# ---------------------------------------------------------------- effects out of a game


@dataclass(frozen=True, slots=True)
class Name:
    """A seat's name as a message argument; the narrator knows the names."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ref:
    """Another message as an argument: `Ref("place-tree-3")`, with arguments of its own."""

    message: str
    args: tuple[tuple[str, Arg], ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """Several arguments joined as the language joins them (`or`, `and`, `then` = plain sequence)."""

    items: tuple[Arg, ...]
    joiner: str = "or"


Arg = int | str | Name | Ref | Listing


class Rank(StrEnum):
    """How a public utterance behaves in the queue (results are never cut)."""

    RESULT = "result"
    PROMPT = "prompt"
    CHATTER = "chatter"


@dataclass(frozen=True, slots=True)
class Say:
    """Speak message `message` to everybody (`to` None) or into one seat's private ear."""

    to: int | None
    message: str
    args: tuple[tuple[str, Arg], ...] = ()
    rank: Rank = Rank.RESULT


@dataclass(frozen=True, slots=True)
class Earcon:
    """Play earcon `id` to everybody or one ear; in turn with the speech queue, or `at_once` over it.

    At once it may sound to everybody and come from the ear of the seat `whose` it is, too, if it has one.
    """

    id: str
    to: int | None = None
    at_once: bool = False
    whose: int | None = None


@dataclass(frozen=True, slots=True)
class Secret:
    """Tell `seat` alone, while `cover` plays to all: equal length for every content, noise to others."""

    seat: int
    message: str
    cover: str = "rustle"
    args: tuple[tuple[str, Arg], ...] = ()


@dataclass(frozen=True, slots=True)
class Cue:
    """Send `Cued(id)` back `after` samples from the end of all public sound queued before it."""

    id: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class Open:
    """Open this shout window, or give the window of the same id new limits."""

    window: Window


Effect = Say | Earcon | Secret | Cue | Open
