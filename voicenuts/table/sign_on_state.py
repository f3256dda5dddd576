"""The state of signing on, its events, and the numbers it turns on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from voicenuts.values import RATE, Asked, Cued, Effect, SecretMode, Undone, samples

MOST: Final = 4
"""Players at a table."""
NUMBERS: Final = {"two": 2, "three": 3, "four": 4, "six": 6, "seven": 7}
"""The numbers that are asked for, by the tail of their phrase ids."""
PASSWORD: Final = "thief.marten"
"""What everybody says to be tried out unless the game has a phrase of its own."""

T_SILENCE: Final = 8 * RATE
"""Samples of silence after a question before it is put in other words."""
T_PATIENCE: Final = 20 * RATE
"""Samples before the last word about an unanswered question."""
T_EAR: Final = samples(400)
"""The number sounds in the ear so long after the question about it."""

QUIET_DB: Final = -50.0
LOUD_DB: Final = -18.0
"""Voices are usually at about -35 dB (first difference); beyond these a microphone is set badly."""
SAME_MOUTH: Final = samples(120)
"""One word on two channels within this time came from one mouth, and the louder channel is its own."""
LOUDER_DB: Final = 3.0


class Phase(StrEnum):
    """What is being asked."""

    SETUP = "setup"
    SAME = "same"
    COUNT = "count"
    NAME = "name"
    EAR = "ear"
    WORD = "word"
    SECRET = "secret"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """What is known before anybody speaks.

    `names` are the names to choose from, by the tail of their phrase ids; `ears` says that every channel
    has a private ear; `last` names the players of the last table, if they could sit at this one, who are not
    asked whether they do if they are `seated`, but how they are told secrets if `asks_last`.  `numbers` are
    those told into ears, in turn; `secret` is how cards are to be told, if that is settled.  Everybody says
    the phrase `password` to be tried out: one on which points hang.  `signs` are the sounds, one after the
    other, of which every seat has its own.
    """

    names: tuple[tuple[str, str], ...]
    ears: bool = False
    last: tuple[str, ...] = ()
    seated: bool = False
    asks_last: bool = False
    numbers: tuple[str, ...] = tuple(NUMBERS)
    secret: SecretMode | None = None
    password: str = PASSWORD
    signs: tuple[str, ...] = ("your-turn",)


class Outcome(StrEnum):
    """What the players want."""

    NEW = "new"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Signed:
    """A player at the table: the channel spoken into, the name, the level (dB) and whether an ear works."""

    channel: int
    name: str
    level_db: float
    ear: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """A phrase said on channel `seat` at sample `at`, at `level_db`."""

    seat: int
    phrase: str
    level_db: float
    at: int


@dataclass(frozen=True, slots=True)
class Quit:
    """Nobody wants to play."""

    at: int


@dataclass(frozen=True, slots=True)
class Resume:
    """Ask again what was asked."""

    at: int


Event = Answered | Quit | Resume | Asked | Cued | Undone


@dataclass(frozen=True, slots=True)
class Starter:
    """Who wants to begin, said at sample `at` at `level_db`.

    `place` is the channel, or at one microphone for all the number (from 0) of the player being signed on.
    """

    place: int
    level_db: float
    at: int


class State(NamedTuple):
    """Where the sign-on is.

    `asked` counts the questions, so that a cue knows whether it is still about the one that is open;
    `tries` how often this one was put before.  `name_at` is the sample at which the last name was said.
    `outcome` is None until the end, and at an end without a game.  `starter` is who wants to begin,
    `dice` whose dice are wanted ("": nobody said so).
    """

    options: Options
    channels: int
    phase: Phase = Phase.SETUP
    wanted: int = 0
    signed: tuple[Signed, ...] = ()
    asked: int = 0
    tries: int = 0
    name_at: int = 0
    secret: SecretMode = "open"
    outcome: Outcome | None = None
    starter: Starter | None = None
    dice: str = ""

    @property
    def seats(self) -> int:
        """The channels that are listened to."""
        return self.channels

    @property
    def turn(self) -> int:
        """The player being signed on, from 1."""
        return max(1, len(self.signed))

    @property
    def score(self) -> tuple[int, ...]:
        """Nobody has points yet."""
        return (0,) * self.channels

    @property
    def winners(self) -> tuple[int, ...]:
        """Nobody wins here."""
        return ()

    @property
    def at_ear(self) -> bool:
        """Nobody holds the loudspeaker to an ear."""
        return False

    @property
    def start_seat(self) -> int:
        """Nobody begins: whoever likes may answer first."""
        return 0

    @property
    def over(self) -> bool:
        """Whether all has been asked."""
        return self.phase is Phase.OVER

    @property
    def shared(self) -> bool:
        """Whether all speak into one microphone."""
        return self.channels == 1

    @property
    def free(self) -> dict[str, str]:
        """The names nobody has taken yet, by id."""
        taken = {player.name for player in self.signed}
        return {id: name for id, name in self.options.names if name not in taken}

    @property
    def most(self) -> int:
        """How many players there may be."""
        return MOST if self.shared else min(MOST, self.channels)

    @property
    def number(self) -> str:
        """The number that is told into the ear this time, by the tail of its phrase id."""
        return self.options.numbers[self.asked % len(self.options.numbers)]


Step = tuple[State, tuple[Effect, ...]]
"""The state after an event and what to do about it, in order."""
