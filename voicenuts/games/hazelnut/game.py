"""Knights of the Hazelnut: walk the wood, gather nuts, remember the thieves.

Three functions and a state.  `step` is total: any event in any state gives a state and effects; one
that is illegal, late or unknown changes nothing and costs nothing.
"""

from __future__ import annotations

from dataclasses import replace

from voicenuts.games.basics import say
from voicenuts.games.chance import Chance
from voicenuts.games.hazelnut.answers import TOPICS, answer, status
from voicenuts.games.hazelnut.board import RING, TREES
from voicenuts.games.hazelnut.calls import (
    allow_closing,
    going_back,
    lapsed,
    look,
    open_hush,
    put_back,
    resolved,
    rustle,
    untimely,
)
from voicenuts.games.hazelnut.events import (
    COMMANDS,
    Call,
    Choose,
    Event,
    GiveBack,
    Listen,
    Quit,
    Report,
    Resume,
    Roll,
    command,
)
from voicenuts.games.hazelnut.move import ask_report, ask_where, await_report, choose, report, roll
from voicenuts.games.hazelnut.state import (
    CALLS,
    DECK,
    DIE,
    GOAL,
    LONG,
    PER_TREE,
    SEATS,
    T_HINT,
    T_NUDGE,
    Options,
    Phase,
    State,
)
from voicenuts.games.hazelnut.turn import Step, invite, nudge, remind
from voicenuts.games.hazelnut.whisper import lay_down, whisper
from voicenuts.games.hazelnut.words import positions, scores
from voicenuts.values import (
    Asked,
    Cue,
    Cued,
    Earcon,
    Effect,
    Lapsed,
    Name,
    Rank,
    Resolved,
)

__all__ = [
    "BY_ONSET",
    "COMMANDS",
    "DICE_WISHES",
    "PASSWORD",
    "SHOUTS",
    "SIGNS",
    "TOPICS",
    "Options",
    "Phase",
    "Quit",
    "Resume",
    "State",
    "command",
    "listening",
    "new",
    "step",
    "vocabulary",
]

SHOUTS = frozenset(CALLS)
"""Phrases whose order in time decides who was first."""

BY_ONSET: frozenset[str] = frozenset()
"""No phrase of this game counts before it has been said to its end."""

PASSWORD = "thief.marten"
"""What everybody says at the sign-on to be tried out."""

DICE_WISHES = {"virtual": "virtual", "real": "physical", "all": "physical"}
"""What people wish for the dice."""

SIGNS = ("your-turn",)
"""Sounds that every seat has its own of."""

_NOTHING: frozenset[str] = frozenset()
_ROLL, _PAWS, _PLACE, _THIEF = (frozenset({phrase}) for phrase in ("turn.roll", "paws", "place", "thief"))
_READY, _BACK = frozenset({"turn.ready"}), frozenset({"turn.back", "command.repeat"})
_CHOOSING = (Phase.READY, Phase.REPORT, Phase.MOVE)


def new(seats: int, options: Options, seed: int) -> State:
    """A shuffled game in SETUP; `Cued("start", at)` begins it.

    Raises ValueError for a number of seats, a goal or a start seat no table can have.
    """
    if seats not in SEATS:
        raise ValueError(f"Knights of the Hazelnut is for 2 to 4 seats, not {seats}")
    goal = (GOAL[seats] if options.goal is None else options.goal) + (LONG if options.long else 0)
    if goal < 1:
        raise ValueError(f"the goal must be at least 1, not {goal}")
    if options.start_seat is not None and options.start_seat not in range(seats):
        raise ValueError(f"start seat {options.start_seat} is not one of {seats} seats")
    deck, chance = Chance(seed).shuffled(DECK)
    squares, chance = chance.shuffled(range(RING))
    start, chance = chance.below(seats)
    if options.start_seat is not None:
        start = options.start_seat
    return State(
        options=options,
        goal=goal,
        start_seat=start,
        active=start,
        chance=chance,
        pos=squares[:seats],
        stacks=tuple(deck[tree * PER_TREE :][:PER_TREE] for tree in range(len(TREES))),
        score=(0,) * seats,
        front=(0,) * seats,
    )


def listening(state: State) -> tuple[frozenset[str], ...]:
    """For each seat the phrases and phrase groups it may say now, universal commands apart.

    Callers are listened to from the rustle on, so that a call in the last moment before the window is
    heard and not lost.  A universal command named here is the game's to answer, as an `Asked`.
    """
    heard = [_NOTHING] * state.seats
    match state.phase:
        case Phase.READY:
            heard[state.active] = _ROLL
        case Phase.REPORT:
            heard[state.active] = _PAWS
        case Phase.MOVE:
            heard[state.active] = _PLACE | _ROLL if state.options.dice == "physical" else _PLACE
        case Phase.EAR:
            heard[state.active] = _READY
        case Phase.WHISPER:
            heard[state.active] = _BACK
        case Phase.DRAW | Phase.HUSH | Phase.PUT_BACK:
            heard = [_THIEF] * state.seats
            heard[state.active] = _NOTHING
            if state.phase is Phase.PUT_BACK:
                heard[state.next_seat] |= _ROLL
    return tuple(heard)


def vocabulary(state: State) -> frozenset[str]:
    """Phrases and groups that anybody may have to say at this table, at one time or another."""
    paws = _PAWS if state.options.dice == "physical" else _NOTHING
    ear = _READY | {"turn.back"} if state.options.secret == "whisper" else _NOTHING
    return _ROLL | _PLACE | _THIEF | paws | ear


def step(state: State, event: Event) -> Step:
    """The state after `event` and what to do about it, in order."""
    match event:
        case Asked(seat, "command.repeat") if state.phase is Phase.WHISPER and seat == state.active:
            return whisper(state)
        case Asked():
            return state, answer(state, event)
        case Cued():
            return _cued(state, event)
        case Lapsed():
            return lapsed(state, event)
        case Resolved():
            return resolved(state, event)
        case Resume():
            return _resume(state, event.at)
        case Quit():
            return _quit(state)
        case Call():
            return state, untimely(state, event)
        case Roll() | Report() | Choose() | Listen() | GiveBack():
            return _command(state, event)
    return state, ()


# ---------------------------------------------------------------- commands


def _command(state: State, event: Roll | Report | Choose | Listen | GiveBack) -> Step:
    """A command of the active seat in its phase, or a refusal."""
    if event.seat not in range(state.seats):
        return state, ()
    if event.seat == state.active:
        match event, state.phase:
            case Roll(), Phase.READY:
                return roll(state)
            case Roll(), Phase.MOVE if state.options.dice == "physical":
                return await_report(state)
            case Report(), Phase.REPORT if event.paws in DIE:
                return report(state, event.paws)
            case Choose(), Phase.MOVE:
                return choose(state, event.square)
            case Listen(), Phase.EAR:
                return whisper(state)
            case GiveBack(), Phase.WHISPER:
                return lay_down(state)
    return state, _refusal(state, event.seat)


def _refusal(state: State, seat: int) -> tuple[Effect, ...]:
    """A sound for a command that is not legal now; silence while a card is being looked at."""
    if state.phase is Phase.OVER:
        return (Earcon("no", to=seat),)
    if state.phase not in _CHOOSING:
        return ()
    if seat == state.active:
        return (Earcon("no"),)
    return Earcon("no", to=seat), say("not-your-turn", to=seat, seat=Name(state.active))


# ---------------------------------------------------------------- cues


def _cued(state: State, event: Cued) -> Step:
    """A cue that still means something: the start, the end of the rustle, of the put-back, a silence."""
    turn, phase = state.turn, state.phase
    if event.id == "start" and phase is Phase.SETUP:
        return _start(state)
    if event.id == f"told-{state.whispers}" and phase is Phase.WHISPER:
        return lay_down(state)
    if event.id == f"laid-{turn}" and phase is Phase.LAID:
        return rustle(state)
    if event.id == f"drawn-{turn}" and phase is Phase.DRAW:
        return open_hush(state, event.at)
    if event.id == f"back-{turn}" and phase is Phase.PUT_BACK:
        return allow_closing(state, event.at)
    if event.id == f"hint-{turn}-{phase}" and not state.nudged:
        seat = state.next_seat if phase is Phase.PUT_BACK else state.active
        return state, (Earcon(f"your-turn-{seat + 1}"), Cue(f"nudge-{turn}-{phase}", T_NUDGE - T_HINT))
    if event.id == f"nudge-{turn}-{phase}" and not state.nudged:
        return remind(state)
    return state, ()


def _start(state: State) -> Step:
    state = state._replace(phase=Phase.READY)
    hello = say("opening-two" if state.seats == 2 else "opening", rank=Rank.CHATTER, goal=state.goal)
    where = say("positions", rank=Rank.CHATTER, places=positions(state))
    return state, (hello, where, *invite(state))


def _quit(state: State) -> Step:
    """The game ends where it stands: nobody has won; a card in the paw goes back unseen."""
    if state.phase is Phase.OVER:
        return state, ()
    if state.in_paw is not None:
        state = put_back(state)
    state = state._replace(phase=Phase.OVER, window=None)
    return state, (say("quit"), say("final-scores", scores=scores(state)))


def _resume(state: State, at: int) -> Step:
    """Say where the game stands and ask again; a shout window is played again, never guessed at."""
    news = (status(state, None),)
    state = state._replace(nudged=False)
    again: tuple[Effect, ...] = (nudge(state),)
    match state.phase:
        case Phase.SETUP:
            again = (Cue("start"),)
        case Phase.READY:
            again = invite(state)
        case Phase.REPORT:
            again = (ask_report(state), nudge(state))
        case Phase.MOVE:
            again = (ask_where(state), nudge(state))
        case Phase.PUT_BACK if state.window is not None:
            state, again = going_back(state, replace(state.window, opens=at))
        case Phase.DRAW | Phase.HUSH if state.options.secret == "whisper":
            state, again = rustle(state)
        case Phase.EAR | Phase.WHISPER | Phase.LAID | Phase.DRAW | Phase.HUSH:
            state, again = look(state)
        case Phase.OVER:
            again = (say("final-scores", scores=scores(state)),)
    return state, (*news, *again)
