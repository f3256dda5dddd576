"""What the arbiter tells the table."""

from __future__ import annotations

from dataclasses import dataclass

from voicenuts.values import Heard, Resolution


@dataclass(frozen=True, slots=True)
class Early:
    """The seat called (`phrase` None: pressed its key) before the window opened: it may call again."""

    seat: int
    phrase: str | None


@dataclass(frozen=True, slots=True)
class Late:
    """The seat's call came after everything was decided; told once a seat and window."""

    seat: int
    phrase: str


@dataclass(frozen=True, slots=True)
class Holding:
    """A bid is in, others may still count: start the drum roll. Told at most once a window."""

    window: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The window is decided (at sample `at`); `closer` is the closing call heard meanwhile, if any."""

    resolution: Resolution
    at: int
    closer: Heard | None = None


@dataclass(frozen=True, slots=True)
class Closed:
    """The window ended without a bid at the closing sample `at`; `closer` is the call that ended it."""

    window: int
    at: int
    closer: Heard | None = None


Verdict = Early | Late | Holding | Settled | Closed
