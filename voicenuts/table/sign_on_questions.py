"""What is asked while the players sign on, and what answers it."""

from __future__ import annotations

from dataclasses import replace

from voicenuts.table.ask_back import named
from voicenuts.table.sign_on_state import NUMBERS, Phase, State
from voicenuts.values import Arg, Asked, Effect, Listing, Rank, Say


def answers(state: State) -> tuple[frozenset[str], ...]:
    """For each channel the answers to what is being asked."""
    player = state.signed[-1].channel if state.signed else 0
    match state.phase:
        case Phase.SAME | Phase.SECRET:
            return (frozenset({"answer"}),) * state.channels
        case Phase.COUNT:
            counts = (id for id, number in NUMBERS.items() if number <= state.most)
            return (frozenset(f"number.{id}" for id in counts),) * state.channels
        case Phase.NAME:
            names = frozenset(f"name.{id}" for id in state.free)
            taken = frozenset() if state.shared else {signed.channel for signed in state.signed}
            return tuple(frozenset() if c in taken else names for c in range(state.channels))
        case Phase.EAR:
            return _only(state, player, frozenset({"number", "answer.no"}))
        case Phase.WORD:
            return _only(state, player, frozenset({state.options.password}))
    return (frozenset[str](),) * state.channels


def _only(state: State, channel: int, phrases: frozenset[str]) -> tuple[frozenset[str], ...]:
    return tuple(phrases if c == channel else frozenset[str]() for c in range(state.channels))


def question(state: State, message: str = "") -> Say:
    """What is being asked, in the words that fit how often it was."""
    message = message or f"{state.phase}-{'again' if state.tries else 'ask'}"
    args: dict[str, Arg] = {}
    match state.phase:
        case Phase.SAME:
            args["names"] = Listing(state.options.last, "and")
        case Phase.COUNT:
            args["numbers"] = Listing(tuple(n for n in NUMBERS.values() if n <= state.most), "or")
        case Phase.NAME:
            args["number"] = len(state.signed) + 1
            if not state.tries:
                args["names"] = Listing(tuple(state.free.values()), "or")
        case Phase.EAR:
            args["name"] = state.signed[-1].name
        case Phase.WORD:
            args |= {"name": state.signed[-1].name, "thief": named(state.options.password)}
    return Say(None, message, tuple(args.items()), Rank.PROMPT)


def answer(state: State, asked: Asked) -> Effect:
    """There is nothing to know yet but what is being asked."""
    if asked.about == "command.options" and not state.over:
        return Say(asked.seat, "sign-on-options")
    if asked.about in ("command.help", "command.rules", "command.options"):
        return replace(question(state, f"sign-on-help-{state.phase}"), to=asked.seat, rank=Rank.RESULT)
    args = (("number", len(state.signed) + (state.phase is Phase.NAME)),)
    signing = state.phase in (Phase.NAME, Phase.EAR, Phase.WORD)
    return Say(asked.seat, "sign-on-status" if signing else "sign-on-waits", args if signing else ())
