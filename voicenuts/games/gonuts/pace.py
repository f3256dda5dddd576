"""How fast real dice are thrown in a frenzy: a throw a beat, unless all agree to play without a drum."""

from __future__ import annotations

from typing import Final

from voicenuts.games.basics import say
from voicenuts.games.gonuts.events import Consent, Pace
from voicenuts.games.gonuts.state import T_PACE, Phase, State
from voicenuts.games.gonuts.turn import Step, ask
from voicenuts.values import Cue, Effect, Name, Rank

BETWEEN: Final = (Phase.READY, Phase.REPORT, Phase.CHOICE, Phase.TOTAL)
"""Phases in which there is time to talk about it."""


def talks(state: State) -> bool:
    """Whether anybody may wish for another pace now."""
    return state.real_frenzy and state.phase in BETWEEN


def heard(state: State, seat: int) -> frozenset[str]:
    """What the seat may say about it now."""
    if not talks(state):
        return frozenset()
    asked = bool(state.willing) and seat not in state.willing
    return frozenset({"pace", "answer"}) if asked else frozenset({"pace"})


def settle(state: State, event: Pace | Consent) -> Step | None:
    """The wish of a seat, or its answer to another's; None where nothing of the kind can be said."""
    if not talks(state):
        return None
    match event:
        case Pace(free=False) | Consent(yes=False):
            return _drummed(state) if isinstance(event, Pace) or state.willing else None
        case Consent(seat) if not state.willing or seat in state.willing:
            return None
    state = state._replace(willing=state.willing | {event.seat})
    if state.free or len(state.willing) == state.seats:
        return _told(state._replace(free=True, willing=frozenset()), "nuts-pace-free")
    if isinstance(event, Consent):
        return state, ()
    state = state._replace(wishes=state.wishes + 1)
    question = say("nuts-pace-ask", rank=Rank.PROMPT, seat=Name(event.seat))
    return state, (question, Cue(f"pace-{state.wishes}", T_PACE))


def lapses(state: State, id: str) -> bool:
    """Whether the cue means that the time to agree is over."""
    return bool(state.willing) and id == f"pace-{state.wishes}"


def lapse(state: State) -> Step:
    """Not all have agreed in time; while the drum beats nothing is said about it."""
    if talks(state):
        return _drummed(state)
    return state._replace(willing=frozenset()), ()


def _drummed(state: State) -> Step:
    """Somebody wants the drum, or not everybody wants to be without it."""
    return _told(state._replace(free=False, willing=frozenset()), "nuts-pace-drum")


def _told(state: State, message: str) -> Step:
    """What is so from now on, and what was being asked."""
    news: tuple[Effect, ...] = (say(message),)
    state, prompt = ask(state)
    return state, (*news, *prompt)
