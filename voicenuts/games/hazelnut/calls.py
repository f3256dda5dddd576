"""The card that was drawn and the calls on it, from the rustle until it lies where it belongs."""

from __future__ import annotations

from dataclasses import replace

from voicenuts.games.basics import names, put, say
from voicenuts.games.hazelnut.board import STACKS
from voicenuts.games.hazelnut.events import Call
from voicenuts.games.hazelnut.state import CALL, CALLS, FLOOR, Card, Phase, State
from voicenuts.games.hazelnut.turn import Step, close, nudge
from voicenuts.games.hazelnut.whisper import hand_over
from voicenuts.games.hazelnut.words import thief
from voicenuts.values import Bid, Cue, Earcon, Effect, Lapsed, Name, Open, Rank, Resolved, Secret, Window

_UNHEARD = (Phase.SETUP, Phase.EAR, Phase.WHISPER, Phase.LAID, Phase.HUSH, Phase.PUT_BACK)


def draw(state: State) -> Step:
    """The top card goes into the paw; only the drawer learns it, or nobody at an open table."""
    index = STACKS[state.pos[state.active]]
    stack = state.stacks[index]
    explains = not (state.explained or state.options.known)
    state = state._replace(explained=True, stacks=put(state.stacks, index, stack[:-1]), in_paw=stack[-1])
    state, effects = look(state)
    return state, (*((_lesson(state),) if explains else ()), *effects)


def _lesson(state: State) -> Effect:
    """What is told before the first card: when to call, and, where a card is seen, who sees it."""
    if state.options.secret == "open":
        return say("lesson-calls-open", rank=Rank.CHATTER)
    return say("lesson-calls", rank=Rank.CHATTER, seat=Name(state.active))


def look(state: State) -> Step:
    """The drawer looks at the card in the paw, and the calls are still to come."""
    match state.options.secret:
        case "whisper":
            return hand_over(state)
        case "headphones":
            return _rustle(state, Secret(state.active, f"card-{state.in_paw}", "rustle"))
        case "open":
            return rustle(state)


def rustle(state: State) -> Step:
    """Whoever may look at the card has done so; the calls come after the rustle."""
    return _rustle(state, Earcon("rustle"))


def _rustle(state: State, sound: Effect) -> Step:
    return state._replace(phase=Phase.DRAW, window=None), (sound, Cue(f"drawn-{state.turn}"))


def open_hush(state: State, at: int) -> Step:
    """The others may call from `at` on while nobody but the drawer knows what kind of card it is."""
    decisive = frozenset(phrase for phrase, card in CALLS.items() if card is state.in_paw)
    callers = frozenset(range(state.seats)) - {state.active}
    window = Window(state.turn, at, at + state.t_hush, callers, frozenset(CALLS), decisive)
    return state._replace(phase=Phase.HUSH, window=window), (Open(window),)


def allow_closing(state: State, at: int) -> Step:
    """The card went back at `at`: the next seat's roll closes the window, after the least time."""
    if state.window is None or state.window.earliest_close is not None:
        return state, ()
    window = replace(state.window, earliest_close=at + state.t_minback)
    motif = Earcon(f"your-turn-{state.next_seat + 1}")
    return state._replace(window=window), (Open(window), motif, nudge(state))


def lapsed(state: State, event: Lapsed) -> Step:
    """Nobody called before the window closed."""
    window = state.window
    if window is None or window.id != event.window:
        return state, ()
    if state.phase is Phase.PUT_BACK and window.earliest_close is None:
        return state, ()  # the end of the hush, told twice
    return _unchallenged(state, window)


def resolved(state: State, event: Resolved) -> Step:
    """Somebody called: the gain, the loss of nuts, the penalty, the way of the card, the win check.

    The first right caller gains, the first wrong one pays, both at once if both called.  Bids of
    seats or phrases the window does not admit are void, as is every further bid of a seat.
    """
    window = state.window
    if window is None or window.id != event.resolution.window:
        return state, ()
    bids = _counting(window, event.resolution.bids)
    if not bids:
        return _unchallenged(state, window)
    right = [bid for bid in bids if CALLS[bid.phrase] is state.in_paw]
    wrong = [bid for bid in bids if CALLS[bid.phrase] is not state.in_paw]
    tied = event.resolution.tied
    effects: tuple[Effect, ...] = ()
    if right:
        state, effects = _reward(state, _rivals(right, tied))
    if wrong:  # `tied` speaks of the right calls if there are any
        rivals = _rivals(wrong, frozenset() if right else tied)
        state, more = _penalty(state, rivals)
        effects += more
    if not right:
        state, more = _return(state)
        effects += more
    return close(state, effects)


def untimely(state: State, event: Call) -> tuple[Effect, ...]:
    """A call outside the window: told to its seat alone, free of charge; the drawer's says nothing."""
    if event.seat not in range(state.seats) or state.phase in _UNHEARD:
        return ()
    if state.phase is Phase.DRAW:
        return () if event.seat == state.active else (Earcon("early", to=event.seat),)
    return (Earcon("closed", to=event.seat),)


# ---------------------------------------------------------------- who was first


def _counting(window: Window, bids: tuple[Bid, ...]) -> list[Bid]:
    """The first admitted bid of every seat, earliest onset first."""
    first: dict[int, Bid] = {}
    for bid in sorted(bids, key=lambda bid: bid.onset):
        if bid.seat in window.seats and bid.phrase in window.phrases:
            first.setdefault(bid.seat, bid)
    return list(first.values())


def _rivals(bids: list[Bid], tied: frozenset[int]) -> list[int]:
    """The seats between which fairness has to choose: the first, and those in a dead heat with it."""
    return [bid.seat for bid in bids if bid is bids[0] or {bid.seat, bids[0].seat} <= tied]


def _favour(state: State, seat: int) -> tuple[int, int, int]:
    """Smaller is favoured in a dead heat: fewer points, fewer open nuts, nearer after the active seat."""
    return state.score[seat], state.front[seat], (seat - state.active) % state.seats


# ---------------------------------------------------------------- what it brings


def _reward(state: State, rivals: list[int]) -> Step:
    """The favoured right caller gains, the drawer loses all open nuts, the thief is discarded."""
    card, drawer = state.in_paw, state.active
    assert card is not None
    seat = min(rivals, key=lambda rival: _favour(state, rival))
    score = put(state.score, seat, min(state.goal, state.score[seat] + CALL))
    message = "right-tied" if len(rivals) > 1 else "right-call"
    told = say(message, thief=thief(card), seat=Name(seat), total=score[seat])
    effects = (Earcon("gain"), *_dead_heat(rivals), told)
    lost = state.front[drawer]
    if lost:
        effects += (Earcon("lost"), say("loses", seat=Name(drawer), nuts=lost))
    discard = (*state.discard, card, *(Card.HAZELNUT,) * lost)
    front = put(state.front, drawer, 0)
    return state._replace(score=score, front=front, discard=discard, in_paw=None, window=None), effects


def _penalty(state: State, rivals: list[int]) -> Step:
    """The least favoured wrong caller pays."""
    loser = max(rivals, key=lambda rival: _favour(state, rival))
    score = put(state.score, loser, max(FLOOR, state.score[loser] - CALL))
    told = say("wrong-call", seat=Name(loser), total=score[loser])
    return state._replace(score=score), (Earcon("wrong"), *_dead_heat(rivals), told)


def _dead_heat(rivals: list[int]) -> tuple[Effect, ...]:
    return (say("dead-heat", seats=names(rivals)),) if len(rivals) > 1 else ()


# ---------------------------------------------------------------- where the card goes


def _unchallenged(state: State, window: Window) -> Step:
    """Nobody's call counts: a nut stays with the drawer, a thief may be called until the next roll."""
    card = state.in_paw
    if card is Card.HAZELNUT:
        return close(*_keep_nut(state))
    if state.phase is Phase.PUT_BACK:
        return close(put_back(state), (), quiet=True)
    if state.options.secret == "open":
        assert card is not None
        return close(put_back(state), (say("card-named-back", thief=thief(card)),))
    return going_back(state, window)


def going_back(state: State, window: Window) -> Step:
    """The window stays open: everybody hears that the card is a thief, and the next seat may close it."""
    closer = (state.next_seat, "turn.roll")
    window = replace(window, closes=None, closer=closer, earliest_close=None)
    state = state._replace(phase=Phase.PUT_BACK, window=window, nudged=False)
    return state, (say("card-back"), Cue(f"back-{state.turn}"), Open(window))


def _return(state: State) -> Step:
    """After wrong calls only: a nut to the drawer, a thief to its tree without its name."""
    if state.in_paw is Card.HAZELNUT:
        return _keep_nut(state)
    return put_back(state), (say("card-back"),)


def _keep_nut(state: State) -> Step:
    """The hazelnut in the paw joins the active seat's open nuts."""
    seat = state.active
    front = put(state.front, seat, state.front[seat] + 1)
    state = state._replace(front=front, in_paw=None, window=None)
    return state, (Earcon("nut"), say("nut", seat=Name(seat), nuts=front[seat]))


def put_back(state: State) -> State:
    """The thief in the paw returns to the top of its tree."""
    assert state.in_paw is not None
    index = STACKS[state.pos[state.active]]
    stacks = put(state.stacks, index, (*state.stacks[index], state.in_paw))
    return state._replace(stacks=stacks, in_paw=None, window=None)
