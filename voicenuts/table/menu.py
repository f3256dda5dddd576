"""The menu: which game is played, asked in few words before the first game and after every game.

Three functions and a state, as a game has them, so that a table runs it like one.  Its seats are
microphone channels: anybody may answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from voicenuts.table import dice_wish
from voicenuts.table.sign_on_state import T_PATIENCE, T_SILENCE
from voicenuts.values import Arg, Asked, Cue, Cued, Earcon, Effect, Heard, Listing, Rank, Ref, Say, Undone

__all__ = [
    "BY_ONSET",
    "SHOUTS",
    "TOPICS",
    "Options",
    "Outcome",
    "Quit",
    "Resume",
    "State",
    "command",
    "listening",
    "new",
    "step",
    "vocabulary",
]

SHOUTS: Final[frozenset[str]] = frozenset()
BY_ONSET: Final[frozenset[str]] = frozenset()
TOPICS: Final[tuple[str, ...]] = ()


class Phase(StrEnum):
    """What is being asked."""

    SETUP = "setup"
    UNFINISHED = "unfinished"
    AGAIN = "again"
    GAME = "game"
    OVER = "over"


class Outcome(StrEnum):
    """What the players want."""

    PLAY = "play"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Options:
    """What is known before anybody speaks.

    `games` are the games there are.  `unfinished` names the players of a game that waits to be gone on with,
    `last` is the game that has just been played, `wanted` the one that is to be played unless they do.
    """

    games: tuple[str, ...]
    unfinished: tuple[str, ...] = ()
    last: str = ""
    wanted: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """A phrase said on channel `seat` at sample `at`."""

    seat: int
    phrase: str
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


class State(NamedTuple):
    """Where the menu is.

    `asked` counts the questions, so that a cue knows whether it is still about the one that is open;
    `tries` how often this one was put before.  `outcome` is None until the end, and at an end without a game.
    `dice` says whose dice are wanted ("": nobody said so).
    """

    options: Options
    channels: int
    phase: Phase = Phase.SETUP
    asked: int = 0
    tries: int = 0
    game: str = ""
    outcome: Outcome | None = None
    dice: str = ""

    @property
    def seats(self) -> int:
        """The channels that are listened to."""
        return self.channels

    @property
    def turn(self) -> int:
        """There is but one."""
        return 1

    @property
    def start_seat(self) -> int:
        """Whoever likes may answer."""
        return 0

    @property
    def score(self) -> tuple[int, ...]:
        """Nobody has points here."""
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
    def over(self) -> bool:
        """Whether it is known what is played."""
        return self.phase is Phase.OVER


Step = tuple[State, tuple[Effect, ...]]
"""The state after an event and what to do about it, in order."""


def new(channels: int, options: Options, seed: int = 0) -> State:
    """Before the first question; `Cued("start", at)` begins."""
    return State(options, channels)


def listening(state: State) -> tuple[frozenset[str], ...]:
    """For each channel what may be said on it now, universal commands apart."""
    games = frozenset(f"menu.{game}" for game in state.options.games)
    open_now: dict[Phase, frozenset[str]] = {
        Phase.UNFINISHED: frozenset({"answer"}),
        Phase.AGAIN: games | {"answer", "menu.again", "menu.new-game", dice_wish.GROUP},
        Phase.GAME: games | {dice_wish.GROUP},
    }
    return (open_now.get(state.phase, frozenset()),) * state.channels


def vocabulary(state: State) -> frozenset[str]:
    """What is said before a game is no matter of turns."""
    return frozenset()


def step(state: State, event: Event) -> Step:
    """The state after `event` and what to do about it; what fits nowhere changes nothing."""
    match event:
        case Answered():
            return _answered(state, event.phrase)
        case Cued(id="start") if state.phase is Phase.SETUP:
            return _begin(state)
        case Cued(id=id) if id == f"silence-{state.asked}" and not state.over:
            if state.tries:
                return state, (Earcon("your-turn-1"),)
            return _ask(state, state.phase, again=True)
        case Asked():
            return state, (_answer(state, event),)
        case Resume() if not state.over:
            return _ask(state, state.phase)
        case Quit():
            return _over(state, None)
    return state, ()


def command(heard: Heard) -> Answered:
    """A phrase as the answer it may be."""
    return Answered(heard.seat, heard.phrase, heard.onset)


# ---------------------------------------------------------------- questions


def _begin(state: State) -> Step:
    if state.options.unfinished:
        return _ask(state, Phase.UNFINISHED)
    if state.options.last:
        return _ask(state, Phase.AGAIN)
    return _ask(state, Phase.GAME)


def _ask(state: State, phase: Phase, again: bool = False) -> Step:
    """Put the question of `phase`, the usual way or `again` in other words, and wait for an answer."""
    state = state._replace(phase=phase, asked=state.asked + 1, tries=state.tries + 1 if again else 0)
    return state, (question(state), Cue(f"silence-{state.asked}", T_PATIENCE if state.tries else T_SILENCE))


def question(state: State, message: str = "") -> Say:
    """What is being asked, in the words that fit how often it was."""
    args: dict[str, Arg] = {}
    match state.phase:
        case Phase.UNFINISHED:
            args["names"] = Listing(state.options.unfinished, "and")
        case Phase.AGAIN:
            args["game"] = Ref(f"game-{state.options.last}")
        case Phase.GAME:
            args["games"] = Listing(tuple(Ref(f"game-{game}") for game in state.options.games), "or")
    message = message or f"menu-{state.phase}-{'again' if state.tries else 'ask'}"
    return Say(None, message, tuple(args.items()), Rank.PROMPT)


def _answer(state: State, asked: Asked) -> Effect:
    """There is nothing to know yet but what is being asked."""
    if asked.about in ("command.help", "command.rules", "command.options"):
        return replace(question(state, f"menu-help-{state.phase}"), to=asked.seat, rank=Rank.RESULT)
    return Say(asked.seat, "menu-waits")


# ---------------------------------------------------------------- answers


def _answered(state: State, phrase: str) -> Step:
    options, (group, _, said) = state.options, phrase.partition(".")
    match state.phase, group, said:
        case ((Phase.AGAIN | Phase.GAME), dice_wish.GROUP, ("virtual" | "real" | "all")):
            state, asked = _ask(state._replace(dice=said), state.phase)
            return state, (dice_wish.told(said), *asked)
        case Phase.UNFINISHED, "answer", "yes":
            return _over(state, Outcome.UNFINISHED)
        case Phase.UNFINISHED, "answer", "no" if options.wanted:
            return _over(state, Outcome.PLAY, options.wanted)
        case Phase.UNFINISHED, "answer", "no":
            return _ask(state, Phase.GAME)
        case Phase.AGAIN, ("menu" | "answer"), ("again" | "yes"):
            return _over(state, Outcome.PLAY, options.last)
        case Phase.AGAIN, "menu", "new-game":
            return _ask(state, Phase.GAME)
        case Phase.AGAIN, "answer", "no":
            return _over(state, None)
        case ((Phase.AGAIN | Phase.GAME), "menu", game) if game in options.games:
            return _over(state, Outcome.PLAY, game)
    return state, ()


def _over(state: State, outcome: Outcome | None, game: str = "") -> Step:
    said: tuple[Effect, ...] = ()
    if outcome is None:
        said = (Say(None, "table-goodbye"),)
    elif game:
        said = (Say(None, "menu-chosen", (("game", Ref(f"game-{game}")),)),)
    return state._replace(phase=Phase.OVER, outcome=outcome, game=game), said
