"""Squirrel perft: every state that can be reached in so many events, counted, whatever the dice show.

The counts were confirmed by a second enumeration, written from the rules alone with no code of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import pytest

from voicenuts.games.chance import Chance
from voicenuts.games.gonuts import game as gonuts
from voicenuts.games.gonuts.events import Event, GoNuts, Hide, Report, Roll, Woof
from voicenuts.games.gonuts.game import Options, Phase, State
from voicenuts.games.gonuts.state import BEAT
from voicenuts.values import Cued

T = TypeVar("T")
NO_LUCK = cast(Chance, None)

TURNS = {
    (2, "virtual"): (1, 21, 75, 264, 972),
    (4, "virtual"): (1, 21, 75, 318, 2218),
    (2, "mixed"): (1, 1, 21, 27, 88, 331, 1348),
}
"""By seats and dice: the positions after 0, 1, 2 ... events from the first turn on."""

FRENZIES = {2: (1, 1, 5, 18, 91, 297, 920), 3: (1, 1, 10, 59, 278, 1155)}
"""By seats: the same from the shout on with which a frenzy of one die begins."""


class Undecided(Exception):
    """The dice have not been told yet what the next one shows: one of these numbers."""

    def __init__(self, sides: tuple[int, ...]) -> None:
        self.sides = sides


@dataclass(frozen=True)
class Told:
    """Chance that draws these numbers; dice come in ascending order, for their order means nothing."""

    sides: tuple[int, ...]
    least: int = 0

    def pick(self, items: Sequence[T]) -> tuple[T, Told]:
        """Only one of several equal items is ever picked."""
        if not self.sides:
            firsts = (items.index(item) for item in dict.fromkeys(items))
            raise Undecided(tuple(first for first in firsts if first >= self.least))
        return items[self.sides[0]], Told(self.sides[1:], self.sides[0])

    def below(self, bound: int) -> tuple[int, Told]:
        """A dog, or no dog."""
        if not self.sides:
            raise Undecided((0, 1))
        return self.sides[0], Told(self.sides[1:])


def position(state: State) -> State:
    """The state without what only words and reminders turn on."""
    return state._replace(chance=NO_LUCK, asked=0, nudged=False, taught=frozenset(), turn=0)


def events(state: State) -> Iterator[Event]:
    """Everything a game is made of; woofs come between two beats."""
    seat = state.active
    match state.phase:
        case Phase.READY | Phase.CHOICE:
            yield Roll(seat, 0)
            yield Hide(seat, 0)
        case Phase.REPORT:
            dice = state.dice
            for nuts in range(dice + 1):
                yield from (Report(seat, nuts, birds, 0) for birds in range(dice + 1 - nuts))
        case Phase.COUNTDOWN:
            yield GoNuts(seat, 0)
        case Phase.FRENZY if state.frenzy is not None:
            done = len(state.frenzy.beats)
            yield Cued(f"beat-{state.frenzy.drum}-{done}", (done + 1) * BEAT)
            yield from (Woof(other, done * BEAT + BEAT // 2) for other in state.others)


def outcomes(state: State, event: Event) -> Iterator[State]:
    """The states after an event, one for each that the dice can show."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        sides = waiting.pop()
        try:
            yield gonuts.step(state._replace(chance=cast(Chance, Told(sides))), event)[0]
        except Undecided as more:
            waiting += [(*sides, side) for side in more.sides]


def layers(state: State, depth: int) -> Iterator[int]:
    """How many positions there are after 0, 1, ... `depth` events."""
    layer = {position(state): state}
    yield len(layer)
    for _ in range(depth):
        reached: dict[State, State] = {}
        for before in layer.values():
            for event in events(before):
                for after in outcomes(before, event):
                    if position(after) != position(before):
                        reached.setdefault(position(after), after)
        layer = reached
        yield len(layer)


def begun(seats: int, dice: Any = "virtual") -> State:
    options = Options(dice=dice, start_seat=0)
    return gonuts.step(gonuts.new(seats, options, 1), Cued("start", 0))[0]


@pytest.mark.parametrize(("seats", "dice"), TURNS)
def test_turns_reach_as_many_positions_as_were_counted(seats: int, dice: str) -> None:
    expected = TURNS[seats, dice]
    assert tuple(layers(begun(seats, dice), len(expected) - 1)) == expected


@pytest.mark.parametrize("seats", FRENZIES)
def test_frenzies_reach_as_many_positions_as_were_counted(seats: int) -> None:
    one = begun(seats)._replace(phase=Phase.CHOICE, dice=1, chance=cast(Chance, Told((0,))))
    squirrel, _ = gonuts.step(one, Roll(0, 0))
    assert squirrel.phase is Phase.COUNTDOWN
    expected = FRENZIES[seats]
    assert tuple(layers(squirrel._replace(dice=5), len(expected) - 1)) == expected
