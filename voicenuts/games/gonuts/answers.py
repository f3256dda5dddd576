"""Answers to the questions every seat may ask at any time."""

from __future__ import annotations

from voicenuts.games.basics import names, say
from voicenuts.games.gonuts.frenzy import most
from voicenuts.games.gonuts.state import Phase, State
from voicenuts.games.gonuts.words import flyers, scores
from voicenuts.values import Arg, Asked, Effect, Name, Rank, Say

TOPICS = ("topics", "turn", "flying", "frenzy", "dogs", "hiding", "winning")
"""The rules in so many breaths, told one after another to whoever asks for more help."""


def answer(state: State, asked: Asked) -> tuple[Effect, ...]:
    """One reply to the asking seat; an unknown question gets the status, an unknown seat nothing."""
    seat = asked.seat
    if seat not in range(state.seats):
        return ()
    group, _, about = asked.about.partition(".")
    if group == "topic" and about in TOPICS:
        return (_topic(state, seat, about),)
    match about:
        case "score" | "everyone":
            return (say("answer-score", to=seat, scores=scores(state)),)
        case "where-am-i":
            return (_where(state, seat),)
        case "options":
            return (Say(seat, _options(state, seat), _args(state)),)
        case "help":
            return (Say(seat, _help(state, seat), _args(state), Rank.CHATTER),)
    return (status(state, seat),)


def status(state: State, seat: int | None) -> Effect:
    """Whose turn it is and what the game waits for, told to one seat or (None) to all."""
    match state.phase:
        case Phase.SETUP:
            return say("status-setup", to=seat)
        case Phase.OVER if not state.winners:
            return say("status-quit", to=seat)
        case Phase.OVER:
            return say("status-over", to=seat, seats=names(state.winners))
        case _:
            return Say(seat, f"nuts-status-{state.phase}", _args(state))


def _args(state: State) -> tuple[tuple[str, Arg], ...]:
    """What there is to say of a phase, besides its name."""
    seat = ("seat", Name(state.active))
    match state.phase:
        case Phase.SETUP | Phase.OVER:
            return ()
        case Phase.CHOICE:
            return (seat, ("points", state.points), ("dice", state.dice), ("flyers", flyers(state)))
        case Phase.REPORT:
            return (seat, ("dice", state.dice), ("flyers", flyers(state)))
        case Phase.FRENZY:
            return (seat, ("seats", names(_missing(state))))
        case Phase.TOTAL:
            return (seat, ("most", most(state)))
    return (seat,)


def _missing(state: State) -> tuple[int, ...]:
    """The seats whose dogs are not back."""
    frenzy = state.frenzy
    return tuple(seat for seat in state.others if frenzy is not None and frenzy.locked_at[seat] is None)


def _where(state: State, seat: int) -> Effect:
    total = state.score[seat]
    if total >= state.goal:
        return say("nuts-where-there", to=seat, total=total, goal=state.goal)
    return say("nuts-where", to=seat, total=total, left=state.goal - total)


def _role(state: State, seat: int) -> str:
    """What this seat is in this phase: the tail of its options and help."""
    phase, active = state.phase, seat == state.active
    if phase is Phase.FRENZY:
        if active:
            return f"drum{state.how}"
        return f"bark{state.how}" if seat in _missing(state) else "back"
    if phase in (Phase.SETUP, Phase.OVER):
        return str(phase)
    if not active:
        return f"dog{state.how}" if phase is Phase.COUNTDOWN else "other"
    if phase is Phase.READY and state.real_dice:
        return "ready-real"
    return str(phase)


def _options(state: State, seat: int) -> str:
    """What this seat may do now."""
    role = _role(state, seat)
    if role in (Phase.SETUP, Phase.OVER):
        return "options-wait"
    return "options-other" if role == "other" else f"nuts-options-{role}"


def _help(state: State, seat: int) -> str:
    """What this seat can do now, or what it is waiting for."""
    role = _role(state, seat)
    return "help-over" if role == Phase.OVER else f"nuts-help-{role}"


def _topic(state: State, seat: int, about: str) -> Effect:
    """One part of the rules as this table plays them."""
    chatter, options = Rank.CHATTER, state.options
    if about == "winning":
        return say("nuts-topic-winning", to=seat, rank=chatter, goal=state.goal)
    if about == "flying":
        return say(f"nuts-topic-{options.faces}", to=seat, rank=chatter)
    if about == "turn" and state.real_dice:
        about = "turn-real"
    if about in ("frenzy", "dogs"):
        about = f"{about}{state.how}"
    if about == "hiding" and options.rescue:
        about = "hiding-rescue"
    return say(f"nuts-topic-{about}", to=seat, rank=chatter)
