"""Answers to the questions every seat may ask at any time."""

from __future__ import annotations

from voicenuts.games.basics import names
from voicenuts.games.nutventure.board import KINDS
from voicenuts.games.nutventure.state import Phase, State
from voicenuts.games.nutventure.way import Stop, stops
from voicenuts.games.nutventure.words import (
    burden,
    colours,
    empty_stores,
    everyone,
    part,
    place,
    say,
    scores,
    square,
    target,
    ways,
)
from voicenuts.values import Asked, Effect, Listing, Name, Rank, Ref

TOPICS = ("topics", "tree", "colours", "dice", "nuts", "stores", "villains", "ways", "winning")
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
            return (say("answer-around", to=seat, ways=ways(state, seat, whole=True)),)
        case "everyone":
            return (say("answer-everyone", to=seat, everyone=everyone(state)),)
        case "options":
            return (_options(state, seat),)
        case "help":
            return (_help(state, seat),)
    return (status(state, seat),)


def status(state: State, seat: int | None) -> Effect:
    """Whose turn it is and what the game waits for, told to one seat or (None) to all."""
    message, active = f"status-{state.phase}", Name(state.active)
    match state.phase:
        case Phase.SETUP:
            return say(message, to=seat)
        case Phase.READY:
            return say(message, to=seat, seat=active, round=state.round)
        case Phase.STEPS:
            return say(message, to=seat, seat=active, unused=state.unused, colours=colours(state))
        case Phase.WAY:
            return say(message, to=seat, seat=active, target=target(state.target))
        case Phase.OVER if not state.winners:
            return say("status-quit", to=seat)
        case Phase.OVER:
            return say(message, to=seat, seats=names(state.winners))
        case _:
            return say(message, to=seat, seat=active)


def _where(state: State, seat: int) -> Effect:
    return say(
        "where",
        to=seat,
        square=square(state, state.pos[seat], whole=True),
        burden=burden(state, seat),
        empty=empty_stores(state, seat),
    )


def _options(state: State, seat: int) -> Effect:
    """What this seat may do now."""
    if state.phase in (Phase.SETUP, Phase.OVER):
        return say("options-wait", to=seat)
    if seat != state.active:
        return say("options-other", to=seat, seat=Name(state.active))
    if state.phase is not Phase.STEPS:
        return say(f"options-{state.phase}", to=seat)
    within_reach = stops(state) if state.options.assist else ()
    if within_reach:
        return say("options-reach", to=seat, stops=Listing(tuple(map(_stop, within_reach)), "then"))
    return say("options-steps", to=seat, colours=colours(state))


def _stop(stop: Stop) -> Ref:
    if stop.nuts:
        return part("stop-nuts", square=place(stop.way.end), nuts=stop.nuts, unused=stop.way.unused)
    return part("stop-store", target=target(KINDS[stop.way.end].store), unused=stop.way.unused)


def _topic(state: State, seat: int, about: str) -> Effect:
    """One part of the rules as this table plays them."""
    if about == "winning":
        return say("topic-winning", to=seat, rank=Rank.CHATTER, rounds=state.options.snow)
    alone = "-alone" if about == "ways" and not state.options.assist else ""
    return say(f"topic-{about}{alone}", to=seat, rank=Rank.CHATTER)


def _help(state: State, seat: int) -> Effect:
    """What this seat can do now, or what it is waiting for."""
    if state.phase not in (Phase.SETUP, Phase.OVER) and seat != state.active:
        return say("help-other", to=seat, rank=Rank.CHATTER, seat=Name(state.active))
    return say(f"help-{state.phase}", to=seat, rank=Rank.CHATTER)
