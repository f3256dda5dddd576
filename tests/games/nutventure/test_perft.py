"""Squirrel perft: every state that can be reached in so many events, counted, whatever the dice show.

With real dice all chance comes as events.  The counts were confirmed by a second enumeration, written from
the rules alone with no code of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from tests.games.nutventure.play import begin, stores
from voicenuts.games.chance import Chance
from voicenuts.games.nutventure import game as nutventure
from voicenuts.games.nutventure.board import DIRECTIONS
from voicenuts.games.nutventure.dice import FACES
from voicenuts.games.nutventure.events import Event, Keep, Leave, Move, ReportFace, ReportVillain, Roll, Stop
from voicenuts.games.nutventure.game import Phase, State

NO_LUCK = cast(Chance, None)

FIRST_TURN = {
    False: (1, 1, 10, 45, 140, 315, 1195, 4599, 12963),
    True: (1, 1, 10, 55, 180, 405, 1530, 5838),
}
"""By whether the dice are the wild ones: positions after 0, 1, 2 ... events from the first turn on."""

LADEN = (1, 5, 21, 67, 163, 295, 390, 1661, 7488)
"""The same from a throw on, next to a nest with two nuts in the paws, owl and fox near."""


def position(state: State) -> State:
    """The state without what only words and reminders turn on; the order of the dice means nothing."""
    return state._replace(
        chance=NO_LUCK, moment=0, taught=frozenset(), turn=0, faces=tuple(sorted(state.faces))
    )


def events(state: State) -> Iterator[Event]:
    """Everything a game is made of, questions and looking for ways apart."""
    seat = state.active
    match state.phase:
        case Phase.READY:
            yield Roll(seat, 0)
        case Phase.REPORT:
            yield from (ReportFace(seat, face, 0) for face in FACES)
        case Phase.STEPS:
            yield from (Move(seat, direction, 0) for direction in DIRECTIONS)
            yield from (Stop(seat, 0), Keep(seat, 0), Leave(seat, 0))
        case Phase.VILLAIN:
            yield from (ReportVillain(seat, side, 0) for side in range(1, 9))


def layers(state: State, depth: int) -> Iterator[int]:
    """How many positions there are after 0, 1, ... `depth` events."""
    layer = {position(state): state}
    yield len(layer)
    for _ in range(depth):
        reached: dict[State, State] = {}
        for before in layer.values():
            for event in events(before):
                after, _ = nutventure.step(before, event)
                if position(after) != position(before):
                    reached.setdefault(position(after), after)
        layer = reached
        yield len(layer)


@pytest.mark.parametrize("wild", FIRST_TURN)
def test_the_first_turn_reaches_as_many_positions_as_were_counted(wild: bool) -> None:
    expected = FIRST_TURN[wild]
    start = begin(2, dice="physical", wild=wild, owl=1, fox=3).state
    assert tuple(layers(start, len(expected) - 1)) == expected


def test_a_laden_squirrel_reaches_as_many_positions_as_were_counted() -> None:
    filled = (stores(hive=1, mushroom=2, fern=1), stores(nest=2))
    play = begin(2, dice="physical", at=("top-1", "bottom-1"), carry=(2, 1), stores=filled, owl=5, fox=7)
    start = play.roll("yellow", "red-green", "yellow-blue", "red-yellow").state
    assert tuple(layers(start, len(LADEN) - 1)) == LADEN
