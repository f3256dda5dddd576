"""What the players of the virtual table do as people do, and how often."""

from __future__ import annotations

from dataclasses import dataclass, field

TALK = (
    "did you see that",
    "i have no idea what that was",
    "pass me the biscuits please",
    "that was a really good move",
)
"""What players say to each other; none of it is a phrase of the game."""


BREATH_MS = (60.0, 150.0)
"""How long a name is followed by nothing."""

ASIDES = ("score", "status", "where-am-i", "around-me", "everyone", "options", "help", "repeat")
MANNERS = ("shorter", "longer", "faster", "slower", "louder", "quieter")
QUESTIONS = tuple(f"command.{about}" for about in (*ASIDES, *ASIDES, *MANNERS, "quit"))
"""What players ask for now and then; questions more often than another manner, or to leave."""


ENDS_WINDOW = (
    "nut",
    "right-call",
    "right-tied",
    "wrong-call",
    "card-named-back",
    "prompt-ready",
    "arrive",
    "on-table",
    "wins",
    "undone",
    "call-void",
    "calls-void",
)
"""Messages after which nobody shouts any more, or says what was to be said before."""

ASKS = {
    "prompt-ready": "turn.roll",
    "nudge-ready": "turn.roll",
    "prompt-ear": "turn.ready",
    "nudge-ear": "turn.ready",
}
"""What the player whom a message names has to say to it."""

AT_EAR = ("turn.ready", "turn.back")
"""What is said by the player at whose ear the loudspeaker is."""

BACK_S = (2.2, 4.5)
"""So many seconds after "ready" it is given back: some have heard enough before the noise ends."""

GOES_ON = frozenset({"arrive", "undone", "vote-dropped", "call-void", "calls-void"})
"""Messages after which nobody contests what was before."""

VOIDED = 0
"""The window in which a call was voided: it may be open again."""


@dataclass(frozen=True, slots=True)
class Whims:
    """How often a player has second thoughts, as chances, and after how long, in seconds."""

    undoes: float = 0.05
    challenges: float = 0.1
    denies: float = 0.15
    agrees: float = 0.7
    mumbles: float = 0.12
    after_s: tuple[float, float] = (1.5, 4.5)


@dataclass(frozen=True, slots=True)
class Manners:
    """How often a player does what people do, as chances, and how long it takes, in seconds."""

    asks: float = 0.06
    murmurs: float = 0.06
    interrupts: float = 0.15
    dawdles: float = 0.05
    errs: float = 0.02
    misreads: float = 0.08
    pauses: float = 0.01
    short_form: float = 0.35
    answer_s: tuple[float, float] = (0.4, 1.4)
    patience_s: tuple[float, float] = (2.5, 3.5)
    learns: float = 0.6
    stays: float = 0.7
    whims: Whims = field(default_factory=Whims)
