"""How a turn of Go Nuts! begins, asks and ends, and how the game does."""

from __future__ import annotations

from voicenuts.games.basics import names, put, say
from voicenuts.games.gonuts.dice import DICE
from voicenuts.games.gonuts.state import PLAYOFFS, T_HINT, T_SILENT, Phase, State
from voicenuts.games.gonuts.words import scores
from voicenuts.values import Arg, Cue, Earcon, Effect, Name, Rank, Say

Step = tuple[State, tuple[Effect, ...]]

_PROMPTS = {
    Phase.READY: "nuts-prompt-ready",
    Phase.REPORT: "nuts-prompt-report",
    Phase.CHOICE: "nuts-prompt-choice",
    Phase.COUNTDOWN: "nuts-prompt-countdown",
    Phase.TOTAL: "nuts-prompt-total",
}
_NUDGES = {
    Phase.READY: "nuts-nudge-ready",
    Phase.REPORT: "nuts-nudge-report",
    Phase.CHOICE: "nuts-nudge-choice",
    Phase.TOTAL: "nuts-prompt-total",
}
_EXPLAINED = (Phase.READY, Phase.REPORT, Phase.CHOICE)
"""Phases whose first prompt also says what may be answered."""
_FOR_BEGINNERS = frozenset({"birds", "frenzy", "knock", "pace"})
"""What nobody has to be told who knows the game."""


def ask(state: State) -> Step:
    """Ask the active seat what this phase waits for, in full the first time, and begin to wait."""
    phase = state.phase
    state = state._replace(asked=state.asked + 1, nudged=False)
    real = _real(state)
    if phase in _EXPLAINED and phase not in state.taught and not state.options.known:
        state = state._replace(taught=state.taught | {phase})
        message = f"nuts-first-{phase}{real}"
    else:
        message = f"{_PROMPTS[phase]}{real}"
    motif = (Earcon(f"your-turn-{state.active + 1}"),) if phase is Phase.READY else ()
    prompt = Say(None, message, _args(state), Rank.PROMPT)
    return state, (*motif, prompt, _wait(state))


def _real(state: State) -> str:
    """How messages end that are others where a turn begins with real dice."""
    return "-real" if state.phase is Phase.READY and state.real_dice else ""


def _args(state: State) -> tuple[tuple[str, Arg], ...]:
    """Whom a prompt is for, and what has to be decided about."""
    seat = ("seat", Name(state.active))
    if state.phase is Phase.CHOICE:
        return (seat, ("points", state.points), ("dice", state.dice))
    return (seat,)


def _wait(state: State) -> Cue:
    """The cue for the motif, or for the drum, which waits for nobody."""
    if state.phase is Phase.COUNTDOWN:
        return Cue(f"silent-{state.turn}-{state.asked}", T_SILENT)
    return Cue(f"hint-{state.turn}-{state.asked}", T_HINT)


def patient(state: State) -> bool:
    """Whether the newest prompt is still unanswered and has not had its reminder."""
    return state.phase in _NUDGES and not state.nudged


def remind(state: State) -> Step:
    """The one reminder of a prompt that nobody answers."""
    reminder = Say(None, f"{_NUDGES[state.phase]}{_real(state)}", _args(state), Rank.PROMPT)
    return state._replace(nudged=True), (reminder,)


def lesson(state: State, about: str) -> tuple[State, bool]:
    """Whether this is the first occasion to explain something, and the state in which it is explained."""
    needless = state.options.known and about in _FOR_BEGINNERS
    return state._replace(taught=state.taught | {about}), about not in state.taught and not needless


def gain(state: State, nuts: int) -> State:
    """The active seat's nuts are safe."""
    seat = state.active
    return state._replace(score=put(state.score, seat, state.score[seat] + nuts))


def close(state: State, effects: tuple[Effect, ...]) -> Step:
    """End the turn: the next seat of the round, or the end of the round."""
    place = state.round.index(state.active) + 1
    if place == len(state.round):
        return _end_round(state, effects)
    if state.score[state.active] >= state.goal and not state.playoffs:
        state, first = lesson(state, "last-turns")
        effects = (*effects, say("nuts-last-turns")) if first else effects
    return _turn(state, state.round[place], effects)


def _turn(state: State, seat: int, effects: tuple[Effect, ...]) -> Step:
    state = state._replace(
        phase=Phase.READY,
        turn=state.turn + 1,
        active=seat,
        points=0,
        dice=DICE,
        frenzy=None,
    )
    state, prompt = ask(state)
    return state, (*effects, *prompt)


def _end_round(state: State, effects: tuple[Effect, ...]) -> Step:
    """The best seat wins if it has reached the goal; level ones play on, but not for ever."""
    best = max(state.score)
    order = sorted(range(state.seats), key=lambda seat: (seat - state.start_seat) % state.seats)
    leaders = tuple(seat for seat in order if state.score[seat] == best)
    if best < state.goal:
        told = say("nuts-round", rank=Rank.CHATTER, scores=scores(state))
        return _turn(state, state.round[0], (*effects, told))
    if len(leaders) == 1:
        return _finish(state, leaders, (*effects, say("wins", seat=Name(leaders[0]), total=best)))
    if state.playoffs == PLAYOFFS:
        return _finish(state, leaders, (*effects, say("shared-win", seats=names(leaders), total=best)))
    state = state._replace(round=leaders, playoffs=state.playoffs + 1)
    told = say("nuts-playoff", seats=names(leaders))
    return _turn(state, leaders[0], (*effects, told))


def _finish(state: State, winners: tuple[int, ...], effects: tuple[Effect, ...]) -> Step:
    state = state._replace(phase=Phase.OVER, winners=winners, points=0, frenzy=None)
    return state, (*effects, Earcon("win"), say("final-scores", scores=scores(state)))
