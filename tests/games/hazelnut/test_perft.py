"""Squirrel perft: every state that can be reached in so many events, counted, whatever the die shows.

With a real die all chance after the deal comes as events.  The counts were confirmed by a second
enumeration, written from the rules alone with no code of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import cast

import pytest

from voicenuts.games.chance import Chance
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.board import RING, SQUARES
from voicenuts.games.hazelnut.events import Choose, Event, Report, Roll
from voicenuts.games.hazelnut.game import Options, Phase, State
from voicenuts.games.hazelnut.state import CALLS, DECK
from voicenuts.values import Bid, Cued, Lapsed, Resolution, Resolved

NO_LUCK = cast(Chance, None)
TREES = 8
STARTS = ("old-oak", "tree-2", "hollow-log")

COUNTS = {
    2: (1, 1, 3, 6, 6, 16, 24, 48, 144, 216, 395, 690, 1152, 2474, 3562),
    3: (1, 1, 3, 6, 6, 34, 58, 118, 354, 522, 1478, 2620, 5219, 11233),
}
"""By seats: the positions after 0, 1, 2 ... events from the first turn on."""


def dealt(seats: int) -> State:
    """Seat 0's turn; every tree has four nuts and one of each thief, in an order turned from tree to tree."""
    options = Options(dice="physical", start_seat=0)
    state, _ = hazelnut.step(hazelnut.new(seats, options, 1), Cued("start", 0))
    cards = [DECK[tree::TREES] for tree in range(TREES)]
    stacks = tuple(own[tree % 7 :] + own[: tree % 7] for tree, own in enumerate(cards))
    return state._replace(stacks=stacks, pos=tuple(SQUARES[name] for name in STARTS[:seats]))


def position(state: State) -> State:
    """The state without what only words, reminders and clocks turn on; the discard has no order."""
    return state._replace(
        chance=NO_LUCK, turn=0, nudged=False, told=frozenset(), told_tree=False, window=None,
        discard=tuple(sorted(state.discard)),
    )  # fmt: skip


def events(state: State) -> Iterator[Event]:
    """Everything a game is made of, but dead heats; up to two seats call."""
    seat, turn = state.active, state.turn
    match state.phase:
        case Phase.READY:
            yield Roll(seat, 0)
        case Phase.REPORT:
            yield from (Report(seat, paws, 0) for paws in (1, 2, 3))
        case Phase.MOVE:
            yield from (Choose(seat, square, 0) for square in range(RING))
        case Phase.DRAW:
            yield Cued(f"drawn-{turn}", 0)
        case Phase.HUSH | Phase.PUT_BACK:
            yield Lapsed(turn, 0)
            others = [other for other in range(state.seats) if other != seat]
            for callers in (order for count in (1, 2) for order in permutations(others, count)):
                for calls in product(CALLS, repeat=len(callers)):
                    bids = (Bid(*bid, at) for at, bid in enumerate(zip(callers, calls, strict=True)))
                    yield Resolved(Resolution(turn, tuple(bids)), 0)


def after(state: State, event: Event) -> State:
    """The state after an event; a thief that goes back can be called until the next roll may close that."""
    state, _ = hazelnut.step(state, event)
    if state.phase is Phase.PUT_BACK:
        state, _ = hazelnut.step(state, Cued(f"back-{state.turn}", 0))
    return state


def layers(state: State, depth: int) -> Iterator[int]:
    """How many positions there are after 0, 1, ... `depth` events."""
    layer = {position(state): state}
    yield len(layer)
    for _ in range(depth):
        reached: dict[State, State] = {}
        for before in layer.values():
            for event in events(before):
                then = after(before, event)
                if position(then) != position(before):
                    reached.setdefault(position(then), then)
        layer = reached
        yield len(layer)


@pytest.mark.parametrize("seats", COUNTS)
def test_as_many_positions_are_reached_as_were_counted(seats: int) -> None:
    expected = COUNTS[seats]
    assert tuple(layers(dealt(seats), len(expected) - 1)) == expected
