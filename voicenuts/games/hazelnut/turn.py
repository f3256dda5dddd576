"""How a turn of Knights of the Hazelnut ends, and how the game does."""

from __future__ import annotations

from voicenuts.games.basics import names, put, say
from voicenuts.games.hazelnut.state import (
    STACK_END,
    STRETCH,
    T_HINT,
    Card,
    Phase,
    State,
    hidden_points,
)
from voicenuts.games.hazelnut.words import choices, place, scores
from voicenuts.values import Cue, Earcon, Effect, Name, Rank

Step = tuple[State, tuple[Effect, ...]]


def nudge(state: State) -> Cue:
    """The first cue of this phase's reminder; the words come later, if they must."""
    return Cue(f"hint-{state.turn}-{state.phase}", T_HINT)


def remind(state: State) -> Step:
    """The one reminder of a phase in which somebody has to speak."""
    active = Name(state.active)
    reminders = {
        Phase.READY: lambda: say("nudge-ready", rank=Rank.PROMPT, seat=active),
        Phase.REPORT: lambda: say("nudge-report", rank=Rank.PROMPT, seat=active),
        Phase.MOVE: lambda: say("nudge-move", rank=Rank.PROMPT, seat=active, places=choices(state)),
        Phase.EAR: lambda: say("nudge-ear", rank=Rank.PROMPT, seat=active),
        Phase.PUT_BACK: lambda: say("nudge-back", rank=Rank.PROMPT, seat=Name(state.next_seat)),
    }
    reminder = reminders.get(state.phase)
    if reminder is None:
        return state, ()
    return state._replace(nudged=True), (reminder(),)


def bank(state: State) -> Step:
    """The active seat's open nuts, all of them, turn into points."""
    seat = state.active
    nuts = state.front[seat]
    if not nuts:
        return close(state, (say("nothing-to-hide", seat=Name(seat)),))
    gain = hidden_points(nuts)
    total = min(state.goal, state.score[seat] + gain)
    state = state._replace(
        score=put(state.score, seat, total),
        front=put(state.front, seat, 0),
        discard=state.discard + (Card.HAZELNUT,) * nuts,
    )
    told = say("bank", seat=Name(seat), nuts=nuts, gain=gain, total=total)
    return close(state, (Earcon("bank"), told))


def close(state: State, effects: tuple[Effect, ...], *, quiet: bool = False) -> Step:
    """End the turn: a seat at the goal wins, enough empty trees end the game, else the next seat.

    `quiet` leaves out the next seat's prompt, because that seat has just spoken.
    """
    best = max(state.score)
    if best >= state.goal:
        champion = state.score.index(best)
        return _finish(state, (champion,), (*effects, _wins(state, champion)))
    empty = state.empty_trees
    if len(empty) >= STACK_END:
        return _trees_out(state, effects)
    state, news = _announce(state, empty)
    state = state._replace(
        phase=Phase.READY,
        turn=state.turn + 1,
        active=state.next_seat,
        paws=0,
        window=None,
        nudged=False,
    )
    if quiet:
        return state, (*effects, *news, nudge(state))
    return state, (*effects, *news, *invite(state))


def invite(state: State) -> tuple[Effect, ...]:
    """Tell the active seat that its turn has come."""
    prompt = say("prompt-ready", rank=Rank.PROMPT, seat=Name(state.active))
    return Earcon(f"your-turn-{state.active + 1}"), prompt, nudge(state)


def _announce(state: State, empty: tuple[int, ...]) -> Step:
    """The last stretch, once for each seat near the goal and once for the first empty tree."""
    effects: tuple[Effect, ...] = ()
    near = [seat for seat, score in enumerate(state.score) if score >= state.goal - STRETCH]
    for seat in near:
        if seat not in state.told:
            state = state._replace(told=state.told | {seat})
            effects += (say("near-goal", seat=Name(seat), left=state.goal - state.score[seat]),)
    if empty and not state.told_tree:
        state = state._replace(told_tree=True)
        effects += (say("near-end", place=place(empty[0])),)
    return state, effects


def _wins(state: State, seat: int) -> Effect:
    return say("wins", seat=Name(seat), total=state.score[seat])


def _trees_out(state: State, effects: tuple[Effect, ...]) -> Step:
    """The leader wins; equals compare their open nuts; still equal, they share."""
    best = max(state.score)
    leaders = [seat for seat, score in enumerate(state.score) if score == best]
    nuts = max(state.front[seat] for seat in leaders)
    winners = tuple(seat for seat in leaders if state.front[seat] == nuts)
    if len(winners) > 1:
        verdict = say("shared-win", seats=names(winners), total=best)
    elif len(leaders) > 1:
        verdict = say("wins-nuts", seat=Name(winners[0]), total=best, nuts=nuts)
    else:
        verdict = _wins(state, winners[0])
    return _finish(state, winners, (*effects, say("trees-out"), verdict))


def _finish(state: State, winners: tuple[int, ...], effects: tuple[Effect, ...]) -> Step:
    state = state._replace(phase=Phase.OVER, winners=winners, window=None, paws=0)
    return state, (*effects, Earcon("win"), say("final-scores", scores=scores(state)))
