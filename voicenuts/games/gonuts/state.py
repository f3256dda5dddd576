"""The state of Go Nuts! and the numbers its rules turn on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from voicenuts.games.chance import Chance
from voicenuts.games.gonuts.dice import DICE, Edition
from voicenuts.values import RATE, samples

SEATS: Final = (2, 3, 4)
GOAL: Final = 50
"""Nuts that end the game with the round in which a seat gets them."""
BEAT: Final = samples(1200)
"""Samples from one beat of the drum to the next; doubled if relaxed."""
BEAT_PHYSICAL: Final = samples(3000)
"""The same for real dice, which fingers must have time to read; doubled if relaxed."""
MAX_BEATS: Final = 30
"""After so many beats the dogs that are left lie down by themselves."""
TICK: Final = samples(600)
TICKS: Final = 3
"""The drum counts in by so many ticks of `TICK` samples."""
T_ECHO: Final = samples(150)
"""Nobody answers a bark within so many samples; what sounds like it is the loudspeaker's echo."""
T_SILENT: Final = 5 * RATE
"""Samples in which the active seat may start its frenzy before it starts without a word."""
MOST_TOLD: Final = 50
"""The most nuts of a frenzy with real dice that can be told; it is as much as the goal."""
PLAYOFFS: Final = 3
"""So many more rounds do level seats play before they share the victory."""
T_PACE: Final = 12 * RATE
"""Samples in which the others may agree to a frenzy without a drum."""
T_HINT: Final = 8 * RATE
"""Samples of silence before the awaited player's motif sounds."""
T_NUDGE: Final = 20 * RATE
"""Samples of silence before the one reminder in words."""


class Phase(StrEnum):
    """What the game is waiting for."""

    SETUP = "setup"
    READY = "ready"
    REPORT = "report"
    CHOICE = "choice"
    COUNTDOWN = "countdown"
    FRENZY = "frenzy"
    TOTAL = "total"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """What a table agrees on before the game.

    `goal` None is the usual one.  `dice` "physical" has the active seat report real dice; "mixed" only
    outside a frenzy.  `faces` is the edition of the dice.  With `rescue` a nut on the last die brings
    back all five.  `relaxed` doubles the time between two beats.  `start_seat` None is drawn.  Where the
    game is `known` nothing is explained.
    """

    goal: int | None = None
    dice: Literal["virtual", "physical", "mixed"] = "virtual"
    faces: Edition = "birds"
    rescue: bool = False
    relaxed: bool = False
    known: bool = False
    start_seat: int | None = None


class Beat(NamedTuple):
    """A beat of the drum at sample `at`, and the nuts that the active seat threw on it."""

    at: int
    nuts: int


class Frenzy(NamedTuple):
    """The active seat throws `dice` dice on every beat until each other seat has called back its dog.

    `drum` is the sample at which the drum was last started: it tells this drum's cues from an earlier
    one's.  Per seat: `dog_at` is the sample of the beat on which its dog lay down, `locked_at` the onset
    of its woof; None for not yet.  `skips` are the seats that called too early and miss the next beat.
    """

    dice: int
    drum: int
    dog_at: tuple[int | None, ...]
    locked_at: tuple[int | None, ...]
    beats: tuple[Beat, ...] = ()
    skips: frozenset[int] = frozenset()


class State(NamedTuple):
    """Everything there is to know; comparable, hashable and (as a named tuple) cheap to copy.

    `round` names the seats that play in this round, in order; `playoffs` counts the rounds played
    between level seats.  `points` are the nuts of this turn, `dice` those it has left.  `frenzy` is there
    from its countdown until its nuts are counted.  `asked` numbers the prompts, `nudged` says whether the
    newest one has had its reminder, `taught` holds what has been explained once.  `free` says that all have
    agreed to throw real dice of a frenzy without a drum; `willing` are those who have while they are
    asked, which is for the `wishes`th time.
    """

    options: Options
    start_seat: int
    active: int
    round: tuple[int, ...]
    chance: Chance
    score: tuple[int, ...]
    phase: Phase = Phase.SETUP
    turn: int = 1
    playoffs: int = 0
    points: int = 0
    dice: int = DICE
    frenzy: Frenzy | None = None
    asked: int = 0
    nudged: bool = False
    taught: frozenset[str] = frozenset()
    winners: tuple[int, ...] = ()
    free: bool = False
    willing: frozenset[int] = frozenset()
    wishes: int = 0

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.score)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def at_ear(self) -> bool:
        """Whether the loudspeaker is the drum's, so that answers have to wait."""
        return self.phase is Phase.FRENZY

    @property
    def goal(self) -> int:
        """The nuts that end the game."""
        return GOAL if self.options.goal is None else self.options.goal

    @property
    def others(self) -> tuple[int, ...]:
        """All seats but the active one, clockwise from it."""
        return tuple((self.active + step) % self.seats for step in range(1, self.seats))

    @property
    def real_dice(self) -> bool:
        """Whether ordinary throws are real and have to be told."""
        return self.options.dice != "virtual"

    @property
    def real_frenzy(self) -> bool:
        """Whether a frenzy is thrown with real dice, too."""
        return self.options.dice == "physical"

    @property
    def how(self) -> str:
        """How messages end that tell of a frenzy with real dice: with a drum, or without one."""
        if not self.real_frenzy:
            return ""
        return "-free" if self.free else "-real"

    @property
    def beat(self) -> int:
        """Samples from one beat of the drum to the next."""
        return (BEAT_PHYSICAL if self.real_frenzy else BEAT) * (2 if self.options.relaxed else 1)
