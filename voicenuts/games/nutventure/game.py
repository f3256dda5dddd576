"""Nutventure: climb through the tree, fill four stores with nuts, keep away from owl and fox.

Three functions and a state.  `step` is total: any event in any state gives a state and effects; one
that is illegal, late or unknown changes nothing and costs nothing.
"""

from __future__ import annotations

from voicenuts.games.chance import Chance
from voicenuts.games.nutventure.answers import TOPICS, answer, status
from voicenuts.games.nutventure.board import CROWN, DIRECTIONS, FOX_STOPS, OWL_STOPS, tokens
from voicenuts.games.nutventure.dice import FACES, VILLAIN_DIE
from voicenuts.games.nutventure.events import (
    COMMANDS,
    TARGETS,
    Accept,
    Command,
    Decline,
    Event,
    Go,
    Keep,
    Leave,
    Move,
    Quit,
    ReportFace,
    ReportVillain,
    Resume,
    Roll,
    Stop,
    command,
)
from voicenuts.games.nutventure.state import EMPTY, SEATS, T_HINT, T_NUDGE, Options, Phase, State
from voicenuts.games.nutventure.steps import (
    ask_face,
    ask_step,
    ask_way,
    await_faces,
    go_on,
    look,
    move,
    report,
    roll,
    walk,
)
from voicenuts.games.nutventure.turn import Step, arrive, ask_villain, awaiting, close, invite, lesson
from voicenuts.games.nutventure.villains import raid
from voicenuts.games.nutventure.words import say, scores
from voicenuts.values import Asked, Cue, Cued, Earcon, Effect, Lapsed, Name, Rank, Resolved

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

SHOUTS: frozenset[str] = frozenset()
"""In this game nobody has to be faster than the others."""

BY_ONSET: frozenset[str] = frozenset()
"""No phrase of this game counts before it has been said to its end."""

PASSWORD = "go.mushroom"
"""What everybody says at the sign-on to be tried out."""

DICE_WISHES = {"virtual": "virtual", "real": "physical", "all": "physical"}
"""What people wish for the dice."""

SIGNS = ("your-turn",)
"""Sounds that every seat has its own of."""

_NOTHING: frozenset[str] = frozenset()
_ROLL, _FACES, _VILLAIN, _STEPS = (frozenset({id}) for id in ("turn.roll", "face", "villain", "step"))
_TARGETS, _ANSWER = frozenset({"go", "square"}), frozenset({"answer"})


def new(seats: int, options: Options, seed: int) -> State:
    """A game in SETUP, everybody at the Crown; `Cued("start", at)` begins it.

    Raises ValueError for a number of seats, of rounds or a start seat no table can have.
    """
    if seats not in SEATS:
        raise ValueError(f"Nutventure is for 2 to 4 seats, not {seats}")
    if options.snow < 1:
        raise ValueError(f"the snow must fall after 1 round at the earliest, not {options.snow}")
    if options.start_seat is not None and options.start_seat not in range(seats):
        raise ValueError(f"start seat {options.start_seat} is not one of {seats} seats")
    owl, chance = Chance(seed).pick(OWL_STOPS)
    fox, chance = chance.pick(FOX_STOPS)
    start, chance = chance.below(seats)
    if options.start_seat is not None:
        start = options.start_seat
    return State(
        options=options,
        start_seat=start,
        active=start,
        chance=chance,
        pos=(CROWN,) * seats,
        carry=(0,) * seats,
        stores=(EMPTY,) * seats,
        tokens=tokens(seats),
        owl=owl,
        fox=fox,
    )


def listening(state: State) -> tuple[frozenset[str], ...]:
    """For each seat the phrases and phrase groups it may say now, universal commands apart."""
    heard = [_NOTHING] * state.seats
    physical = state.options.dice == "physical"
    match state.phase:
        case Phase.READY:
            heard[state.active] = _ROLL
        case Phase.REPORT:
            heard[state.active] = _FACES | _ROLL
        case Phase.STEPS | Phase.WAY:
            words = _STEPS | _TARGETS if state.options.assist else _STEPS
            if state.phase is Phase.WAY:
                words |= _ANSWER
            heard[state.active] = words | _ROLL if physical and not state.used else words
        case Phase.VILLAIN:
            heard[state.active] = _VILLAIN
    return tuple(heard)


def vocabulary(state: State) -> frozenset[str]:
    """Phrases and groups that anybody may have to say at this table, at one time or another."""
    ways = _TARGETS | _ANSWER if state.options.assist else _NOTHING
    real = _FACES | _VILLAIN if state.options.dice == "physical" else _NOTHING
    return _ROLL | _STEPS | ways | real


def step(state: State, event: Event) -> Step:
    """The state after `event` and what to do about it, in order."""
    match event:
        case Asked():
            return state, answer(state, event)
        case Cued():
            return _cued(state, event.id)
        case Resume():
            return _resume(state)
        case Quit():
            return _quit(state)
        case Lapsed() | Resolved():
            return state, ()
    return _command(state, event)


# ---------------------------------------------------------------- commands


def _command(state: State, event: Command) -> Step:
    """A command of the active seat in its phase, or a refusal."""
    seat = event.seat
    if seat not in range(state.seats):
        return state, ()
    if seat != state.active and state.phase not in (Phase.SETUP, Phase.OVER):
        return state, (Earcon("no", to=seat), say("not-your-turn", to=seat, seat=Name(state.active)))
    match event, state.phase:
        case Roll(), Phase.READY:
            return roll(state)
        case Roll(), Phase.REPORT | Phase.STEPS | Phase.WAY if _correctable(state):
            return await_faces(state)
        case ReportFace(), Phase.REPORT if event.face in FACES:
            return report(state, event.face)
        case ReportVillain(), Phase.VILLAIN if event.side in range(1, len(VILLAIN_DIE) + 1):
            return _villain(state, event.side)
    if state.phase in (Phase.STEPS, Phase.WAY):
        return _moving(state, event)
    return state, (Earcon("no", to=seat),)


def _moving(state: State, event: Command) -> Step:
    """A command to the squirrel that is on its way, or a refusal."""
    match event:
        case Move() if event.direction in DIRECTIONS:
            return move(state, event.direction)
        case Go() if event.target in TARGETS and state.options.assist:
            return look(state, event.target)
        case Accept() if state.phase is Phase.WAY:
            return walk(state, state.way)
        case Decline() if state.phase is Phase.WAY:
            return go_on(state)
        case Stop():
            return arrive(state, (Earcon("ok"),))
        case Keep() if state.carry[state.active]:
            return state._replace(keep=True), (say("keeps", seat=Name(state.active)),)
        case Leave():
            return state._replace(leave=True), (say("leaves", seat=Name(state.active)),)
    return state, (Earcon("no"),)


def _correctable(state: State) -> bool:
    """Whether a report of real dice may be told anew: until the first step."""
    return state.options.dice == "physical" and not state.used


def _villain(state: State, side: int) -> Step:
    """The real villain die was thrown once."""
    state, effects = raid(state._replace(throws=state.throws - 1), (VILLAIN_DIE[side - 1],))
    if not state.throws:
        return close(state, effects)
    return awaiting(state, Phase.VILLAIN, *effects, ask_villain(state))


# ---------------------------------------------------------------- cues


def _cued(state: State, id: str) -> Step:
    """A cue that still means something: the start, or a silence since the newest question."""
    if id == "start" and state.phase is Phase.SETUP:
        return _start(state)
    if id == f"hint-{state.moment}" and not state.over:
        motif = Earcon(f"your-turn-{state.active + 1}")
        return state, (motif, Cue(f"nudge-{state.moment}", T_NUDGE - T_HINT))
    if id == f"nudge-{state.moment}" and not state.over:
        return _remind(state)
    return state, ()


def _start(state: State) -> Step:
    state, taught = lesson(state, "tree")
    hello = say("opening", rank=Rank.CHATTER)
    villains = say("villains-at", rank=Rank.CHATTER, owl=state.owl, fox=state.fox)
    return invite(state, hello, *taught, villains)


def _remind(state: State) -> Step:
    """The one reminder: what was asked, once more."""
    question = _question(state)
    if question is None:
        return state, ()
    return state._replace(moment=state.moment + 1), (question,)


def _question(state: State) -> Effect | None:
    """What the active seat has to answer now."""
    match state.phase:
        case Phase.READY:
            return say("nudge-ready", rank=Rank.PROMPT, seat=Name(state.active))
        case Phase.REPORT:
            return ask_face(state)
        case Phase.STEPS:
            return ask_step(state)
        case Phase.WAY:
            return ask_way(state)
        case Phase.VILLAIN:
            return ask_villain(state)
    return None


def _quit(state: State) -> Step:
    """The game ends where it stands: nobody has won."""
    if state.over:
        return state, ()
    state = state._replace(phase=Phase.OVER)
    return state, (say("quit"), say("final-scores", scores=scores(state)))


def _resume(state: State) -> Step:
    """Say where the game stands and ask again."""
    where = status(state, None)
    question = _question(state)
    if state.phase is Phase.SETUP:
        return state, (where, Cue("start"))
    if question is None:
        return state, (where, say("final-scores", scores=scores(state)))
    if state.phase is Phase.READY:
        return invite(state, where)
    return awaiting(state, state.phase, where, question)
