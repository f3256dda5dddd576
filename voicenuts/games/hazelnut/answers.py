"""Answers to the questions every seat may ask at any time; none tells what a card is."""

from __future__ import annotations

from voicenuts.games.basics import names, say
from voicenuts.games.hazelnut.board import STACKS
from voicenuts.games.hazelnut.state import Phase, State
from voicenuts.games.hazelnut.words import choices, exits, place, positions, scores
from voicenuts.values import Asked, Effect, Name, Rank

_STATUS = {Phase.PUT_BACK: "back", Phase.WHISPER: Phase.DRAW, Phase.LAID: Phase.DRAW}
_LOOKING = (Phase.WHISPER, Phase.LAID, Phase.DRAW, Phase.HUSH, Phase.PUT_BACK)

TOPICS = ("topics", "turn", "cards", "thieves", "calls", "doubts", "hides", "winning")
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
        case "score":
            return (say("answer-score", to=seat, scores=scores(state)),)
        case "where-am-i":
            return (_where(state, seat),)
        case "around-me":
            return (say("answer-around", to=seat, exits=exits(state, seat)),)
        case "everyone":
            return (say("answer-everyone", to=seat, places=positions(state)),)
        case "options":
            return (_options(state, seat),)
        case "help":
            return (_help(state, seat),)
    return (status(state, seat),)


def status(state: State, seat: int | None) -> Effect:
    """Whose turn it is and what the game waits for, told to one seat or (None) to all."""
    message = f"status-{_STATUS.get(state.phase, state.phase)}"
    active = Name(state.active)
    match state.phase:
        case Phase.SETUP:
            return say(message, to=seat)
        case Phase.MOVE:
            return say(message, to=seat, seat=active, paws=state.paws)
        case Phase.PUT_BACK:
            return say(message, to=seat, seat=active, next=Name(state.next_seat))
        case Phase.OVER if not state.winners:
            return say("status-quit", to=seat)
        case Phase.OVER:
            return say(message, to=seat, seats=names(state.winners))
        case _:
            return say(message, to=seat, seat=active)


def _where(state: State, seat: int) -> Effect:
    square = state.pos[seat]
    here = place(square)
    others = [other for other in range(state.seats) if other != seat and state.pos[other] == square]
    if square in STACKS:
        cards = len(state.stacks[STACKS[square]])
        if others:
            return say("where-tree-with", to=seat, place=here, cards=cards, others=names(others))
        return say("where-tree", to=seat, place=here, cards=cards)
    if others:
        return say("where-hide-with", to=seat, place=here, others=names(others))
    return say("where-hide", to=seat, place=here)


def _options(state: State, seat: int) -> Effect:
    """What this seat may do now."""
    phase, active = state.phase, seat == state.active
    if phase in (Phase.SETUP, Phase.OVER):
        return say("options-wait", to=seat)
    if phase in _LOOKING:
        if active:
            return say("options-drawer", to=seat)
        closing = phase is Phase.PUT_BACK and seat == state.next_seat
        return say("options-next" if closing else "options-call", to=seat, seat=Name(state.active))
    if not active:
        return say("options-other", to=seat, seat=Name(state.active))
    if phase is Phase.MOVE:
        return say("options-move", to=seat, places=choices(state))
    return say(f"options-{phase}", to=seat)


def _topic(state: State, seat: int, about: str) -> Effect:
    """One part of the rules as this table plays them."""
    if about == "winning":
        return say("topic-winning", to=seat, rank=Rank.CHATTER, goal=state.goal)
    seen = "-open" if about == "cards" and state.options.secret == "open" else ""
    return say(f"topic-{about}{seen}", to=seat, rank=Rank.CHATTER)


def _help(state: State, seat: int) -> Effect:
    """What this seat can do now, or what it is waiting for."""
    chatter, active, phase = Rank.CHATTER, Name(state.active), state.phase
    if phase in (Phase.SETUP, Phase.OVER):
        return say(f"help-{phase}", to=seat, rank=chatter)
    if phase in _LOOKING:
        if seat == state.active:
            seen = "-open" if state.options.secret == "open" else ""
            return say(f"help-drawer{seen}", to=seat, rank=chatter)
        closing = phase is Phase.PUT_BACK and seat == state.next_seat
        return say("help-next" if closing else "help-call", to=seat, rank=chatter, seat=active)
    if seat != state.active:
        return say("help-other", to=seat, rank=chatter, seat=active)
    if phase is Phase.MOVE:
        message = "help-move-die" if state.options.dice == "physical" else "help-move"
        return say(message, to=seat, rank=chatter, places=choices(state))
    return say(f"help-{phase}", to=seat, rank=chatter)
