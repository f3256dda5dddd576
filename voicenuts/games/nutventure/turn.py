"""How a turn of Nutventure goes on after the steps, and how the game ends."""

from __future__ import annotations

from voicenuts.games.basics import names, put
from voicenuts.games.nutventure.dice import VILLAIN_DIE, Prowl
from voicenuts.games.nutventure.state import (
    SNOW_NEAR,
    T_HINT,
    Phase,
    State,
    full,
)
from voicenuts.games.nutventure.villains import raid
from voicenuts.games.nutventure.words import say, scores
from voicenuts.values import Cue, Earcon, Effect, Name, Rank

Step = tuple[State, tuple[Effect, ...]]


def awaiting(state: State, phase: Phase, *effects: Effect) -> Step:
    """The state in a phase in which the active seat has to speak; a reminder follows if it does not."""
    state = state._replace(phase=phase, moment=state.moment + 1)
    return state, (*effects, Cue(f"hint-{state.moment}", T_HINT))


def lesson(state: State, topic: str) -> Step:
    """What has to be known when something happens for the first time at this table."""
    if topic in state.taught or state.options.known:
        return state, ()
    return state._replace(taught=state.taught | {topic}), (say(f"lesson-{topic}", rank=Rank.CHATTER),)


def invite(state: State, *effects: Effect) -> Step:
    """Tell the active seat that its turn has come."""
    message = "prompt-ready" if state.trigger is None else "prompt-last"
    prompt = say(message, rank=Rank.PROMPT, seat=Name(state.active))
    return awaiting(state, Phase.READY, *effects, Earcon(f"your-turn-{state.active + 1}"), prompt)


def arrive(state: State, effects: tuple[Effect, ...]) -> Step:
    """The steps are over: a token is taken, then every unused die is a throw of the villain die."""
    seat, here = state.active, state.here
    if state.tokens[here] and not state.carry[seat] and not state.leave:
        largest, *rest = state.tokens[here]
        state = state._replace(
            carry=put(state.carry, seat, largest), tokens=put(state.tokens, here, tuple(rest))
        )
        state, taught = lesson(state, "nut")
        effects = (*effects, Earcon("nut"), say("takes", seat=Name(seat), nuts=largest), *taught)
    throws = state.unused
    if not throws:
        return close(state, effects)
    state, taught = lesson(state, "villains")
    effects += taught
    if state.options.dice == "physical":
        state = state._replace(throws=throws)
        return awaiting(state, Phase.VILLAIN, *effects, ask_villain(state))
    sides: list[Prowl] = []
    chance = state.chance
    for _ in range(throws):
        side, chance = chance.pick(VILLAIN_DIE)
        sides.append(side)
    state, told = raid(state._replace(chance=chance), sides)
    return close(state, (*effects, *told))


def ask_villain(state: State) -> Effect:
    """The active seat is asked what the real villain die shows."""
    return say("prompt-villain", rank=Rank.PROMPT, seat=Name(state.active))


def close(state: State, effects: tuple[Effect, ...]) -> Step:
    """End the turn: the first seat with four full stores gives the others one more, snow ends it all."""
    state = state._replace(faces=(), used=(), way=(), target="", keep=False, leave=False, throws=0)
    seat = state.active
    if state.trigger is not None:
        state = state._replace(last=state.last[1:])
        if not state.last:
            return _finish(state, effects)
    elif all(state.stores[seat]):
        others = tuple((seat + after) % state.seats for after in range(1, state.seats))
        state = state._replace(trigger=seat, last=others)
        effects += (Earcon("gain"), say("last-turns", seat=Name(seat)))
    elif state.turn == state.options.snow * state.seats:
        return _finish(state, (*effects, say("snow")))
    state = state._replace(turn=state.turn + 1, active=(seat + 1) % state.seats)
    left = state.options.snow - state.round + 1
    if state.trigger is None and left == SNOW_NEAR and (state.turn - 1) % state.seats == 0:
        effects += (say("snow-near", rounds=left),)
    return invite(state, *effects)


def _finish(state: State, effects: tuple[Effect, ...]) -> Step:
    """Most stored nuts win; equals compare full stores, then what they carry; still equal, they share."""
    ranks = [
        (total, full(stores), carried)
        for total, stores, carried in zip(state.score, state.stores, state.carry, strict=True)
    ]
    best = max(ranks)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == best)
    rivals = [rank for rank in ranks if rank[0] == best[0] and rank != best]
    total, champion = best[0], Name(winners[0])
    if len(winners) > 1:
        verdict = say("shared-win", seats=names(winners), total=total)
    elif any(rank[1] == best[1] for rank in rivals):
        verdict = say("wins-carrying", seat=champion, total=total, nuts=best[2])
    elif rivals:
        verdict = say("wins-stores", seat=champion, total=total, stores=best[1])
    else:
        verdict = say("wins", seat=champion, total=total)
    state = state._replace(phase=Phase.OVER, winners=winners)
    return state, (*effects, verdict, Earcon("win"), say("final-scores", scores=scores(state)))
