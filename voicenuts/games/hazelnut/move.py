"""A move in Knights of the Hazelnut: from the throw of the die to what is found where it ends."""

from __future__ import annotations

from voicenuts.games.basics import put, say
from voicenuts.games.hazelnut.board import HIDES, STACKS, destinations
from voicenuts.games.hazelnut.calls import draw
from voicenuts.games.hazelnut.state import DIE, Phase, State
from voicenuts.games.hazelnut.turn import Step, bank, close, nudge
from voicenuts.games.hazelnut.words import choices, place
from voicenuts.values import Earcon, Effect, Name, Rank


def roll(state: State) -> Step:
    """The die is thrown, by chance or by hand."""
    if state.options.dice == "physical":
        return await_report(state)
    paws, chance = state.chance.pick(DIE)
    state = state._replace(phase=Phase.MOVE, paws=paws, chance=chance, nudged=False)
    prompt = say("prompt-move", rank=Rank.PROMPT, seat=Name(state.active), paws=paws, places=choices(state))
    return state, (Earcon("dice"), prompt, nudge(state))


def await_report(state: State) -> Step:
    """A real die is thrown, or its report was misheard and is told again."""
    state = state._replace(phase=Phase.REPORT, paws=0, nudged=False)
    return state, (Earcon("ok"), ask_report(state), nudge(state))


def ask_report(state: State) -> Effect:
    """The active seat is asked what its real die shows."""
    return say("prompt-report", rank=Rank.PROMPT, seat=Name(state.active))


def report(state: State, paws: int) -> Step:
    """The real die shows `paws`."""
    state = state._replace(phase=Phase.MOVE, paws=paws, nudged=False)
    return state, (say("report-heard", paws=paws), ask_where(state), nudge(state))


def ask_where(state: State) -> Effect:
    """The active seat is asked where to go."""
    return say("prompt-where", rank=Rank.PROMPT, seat=Name(state.active), places=choices(state))


def choose(state: State, square: int) -> Step:
    """The active seat goes to a square in reach and hides its nuts or draws a card there."""
    seat, paws = state.active, state.paws
    if square not in destinations(state.pos[seat], paws):
        return state, (Earcon("no"), say("out-of-reach", place=place(square)))
    state = state._replace(pos=put(state.pos, seat, square), paws=0, nudged=False)
    arrival = (Earcon(f"steps-{paws}"), say("arrive", seat=Name(seat), place=place(square)))
    if square in HIDES:
        state, effects = bank(state)
    elif not state.stacks[STACKS[square]]:
        state, effects = close(state, (say("no-cards"),))
    else:
        state, effects = draw(state)
    return state, arrival + effects
