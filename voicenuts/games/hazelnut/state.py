"""The state of Knights of the Hazelnut and the numbers its rules turn on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from voicenuts.games.chance import Chance
from voicenuts.games.hazelnut.board import STACKS
from voicenuts.values import RATE, SecretMode, Window

SEATS: Final = (2, 3, 4)
GOAL: Final = {2: 20, 3: 18, 4: 15}
"""Points that win, by seats: chosen by simulation for games of about 70 turns."""
LONG: Final = 5
"""Points a long game adds to the goal."""
FLOOR: Final = -4
"""Nobody falls below two full penalties."""
CALL: Final = 2
"""Points won by the first right call and lost by the first wrong one."""
STACK_END: Final = 2
"""So many empty trees at the end of a turn end the game."""
STRETCH: Final = 4
"""A seat this near to the goal is announced, once."""
BANK: Final = (0, 1, 3, 6, 10)
"""Points for hiding 0 to 4 nuts at once; more nuts bring no more."""
DIE: Final = (1, 1, 2, 2, 3, 3)
PER_TREE: Final = 7
T_HUSH: Final = 3 * RATE
"""Samples in which the others may call before the kind of the card is known; doubled if relaxed."""
T_MINBACK: Final = 2 * RATE
"""Samples a thief can be called at the least after "the card goes back"; doubled if relaxed."""
T_BACK: Final = 6 * RATE
"""Samples after a whispered card in which its drawer may keep the device at the ear."""
T_HINT: Final = 8 * RATE
"""Samples of silence before the awaited player's motif sounds."""
T_NUDGE: Final = 25 * RATE
"""Samples of silence before the one reminder in words."""


class Card(StrEnum):
    """What a card shows; the value is the tail of its message and phrase ids."""

    HAZELNUT = "hazelnut"
    MARTEN = "marten"
    LYNX = "lynx"
    FOX = "fox"


THIEVES: Final = (Card.MARTEN, Card.LYNX, Card.FOX)
CALLS: Final = {f"thief.{thief}": thief for thief in THIEVES}
"""The thief every shout phrase names."""
DECK: Final = (Card.HAZELNUT,) * 32 + tuple(thief for thief in THIEVES for _ in range(8))


class Phase(StrEnum):
    """What the game is waiting for."""

    SETUP = "setup"
    READY = "ready"
    REPORT = "report"
    MOVE = "move"
    EAR = "ear"
    WHISPER = "whisper"
    LAID = "laid"
    DRAW = "draw"
    HUSH = "hush"
    PUT_BACK = "put-back"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """What a table agrees on before the game.

    `goal` None takes the goal for the number of seats, `long` adds five.  `dice` "physical" has the
    active seat report a real die.  `secret` "whisper" is for one loudspeaker that can be handed round;
    at an "open" table nobody sees the card before everybody does.  `relaxed` doubles both shout times.
    `known` says that all have played before, so that nothing is explained.  `start_seat` None is drawn.
    """

    goal: int | None = None
    long: bool = False
    dice: Literal["virtual", "physical"] = "virtual"
    secret: SecretMode = "headphones"
    relaxed: bool = False
    known: bool = False
    start_seat: int | None = None


class State(NamedTuple):
    """Everything there is to know; comparable, hashable and (as a named tuple) cheap to copy.

    Per seat: `pos` (square), `score`, `front` (hazelnuts face up).  Per tree: `stacks`, the top card
    last.  `paws` is the throw being moved (0: none), `in_paw` the card drawn this turn and not yet
    settled, `window` the open shout window.  `told` holds the seats whose last stretch was
    announced, `told_tree` says the same of the first empty tree, `nudged` of this phase's reminder;
    `whispers` counts the words whispered by the loudspeaker; `explained` says that all know when to call.
    """

    options: Options
    goal: int
    start_seat: int
    active: int
    chance: Chance
    pos: tuple[int, ...]
    stacks: tuple[tuple[Card, ...], ...]
    score: tuple[int, ...]
    front: tuple[int, ...]
    phase: Phase = Phase.SETUP
    turn: int = 1
    paws: int = 0
    in_paw: Card | None = None
    discard: tuple[Card, ...] = ()
    window: Window | None = None
    told: frozenset[int] = frozenset()
    told_tree: bool = False
    nudged: bool = False
    whispers: int = 0
    explained: bool = False
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
        """Whether the one loudspeaker is held to somebody's ear."""
        return self.phase in (Phase.WHISPER, Phase.LAID)

    @property
    def next_seat(self) -> int:
        """The seat clockwise of the active one."""
        return (self.active + 1) % self.seats

    @property
    def t_hush(self) -> int:
        """Length of the hush window in samples."""
        return T_HUSH * (2 if self.options.relaxed else 1)

    @property
    def t_minback(self) -> int:
        """Least length of the put-back window after its announcement, in samples."""
        return T_MINBACK * (2 if self.options.relaxed else 1)

    @property
    def empty_trees(self) -> tuple[int, ...]:
        """The tree squares without a card."""
        return tuple(square for square, index in STACKS.items() if not self.stacks[index])


def hidden_points(nuts: int) -> int:
    """Points for hiding `nuts` hazelnuts at once.

    >>> [hidden_points(nuts) for nuts in range(1, 7)]
    [1, 3, 6, 10, 10, 10]
    """
    return BANK[min(nuts, len(BANK) - 1)]
