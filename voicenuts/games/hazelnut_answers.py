"""Answers to the questions every seat may ask at any time; none tells what a card is."""

from __future__ import annotations

from voicenuts.games.hazelnut_board import STACKS
from voicenuts.games.hazelnut_state import Phase, State
from voicenuts.games.hazelnut_words import choices, names, place, say, scores
from voicenuts.values import Asked, Effect, Name, Rank


def answer(state: State, asked: Asked) -> tuple[Effect, ...]:
    """One reply to the asking seat; an unknown question gets the status, an unknown seat nothing."""
    seat = asked.seat
    if seat not in range(state.seats):
        return ()
    if asked.about == "command.score":
        return (say("answer-score", to=seat, scores=scores(state)),)
    if asked.about == "command.where-am-i":
        return (_where(state, seat),)
    if asked.about == "command.help":
        return (_help(state, seat),)
    return (status(state, seat),)


def status(state: State, seat: int | None) -> Effect:
    """Whose turn it is and what the game waits for, told to one seat or (None) to all."""
    message = f"status-{'back' if state.phase is Phase.PUT_BACK else state.phase}"
    active = Name(state.active)
    match state.phase:
        case Phase.SETUP:
            return say(message, to=seat)
        case Phase.MOVE:
            return say(message, to=seat, seat=active, paws=state.paws)
        case Phase.PUT_BACK:
            return say(message, to=seat, seat=active, next=Name(state.next_seat))
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


def _help(state: State, seat: int) -> Effect:
    """What this seat can do now, or what it is waiting for."""
    chatter, active, phase = Rank.CHATTER, Name(state.active), state.phase
    if phase in (Phase.SETUP, Phase.OVER):
        return say(f"help-{phase}", to=seat, rank=chatter)
    if phase in (Phase.DRAW, Phase.HUSH, Phase.PUT_BACK):
        if seat == state.active:
            seen = "" if state.options.secret == "headphones" else "-open"
            return say(f"help-drawer{seen}", to=seat, rank=chatter)
        closing = phase is Phase.PUT_BACK and seat == state.next_seat
        return say("help-next" if closing else "help-call", to=seat, rank=chatter, seat=active)
    if seat != state.active:
        return say("help-other", to=seat, rank=chatter, seat=active)
    if phase is Phase.MOVE:
        message = "help-move-die" if state.options.dice == "physical" else "help-move"
        return say(message, to=seat, rank=chatter, places=choices(state))
    return say(f"help-{phase}", to=seat, rank=chatter)
