"""Whole games of Nutventure without a sound: two kinds of players, some milliseconds a turn.

A stepper sees the nearest useful square and its next step; a searcher looks at every square where its dice
can take it.  They know what everybody at the table hears, which in this game is everything.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from voicenuts.games.nutventure import game as nutventure
from voicenuts.games.nutventure.board import (
    EXITS,
    FOX_STOPS,
    KINDS,
    OWL_STOPS,
    SQUARES,
    STORES,
    next_stop,
    zone,
)
from voicenuts.games.nutventure.dice import DICE, VILLAIN_DIE, WILD_DICE
from voicenuts.games.nutventure.events import Event, Move, ReportFace, ReportVillain, Roll, Stop
from voicenuts.games.nutventure.game import Phase, State
from voicenuts.games.nutventure.state import danger, full, payable
from voicenuts.games.nutventure.way import Way, ways
from voicenuts.values import Cued

MAX_TURNS: Final = 1000
FAR: Final = 12
"""Steps that a square counts as being away if there is no way to it."""
FILL, TAKE, LOSE, RUN = 6.0, 3.0, 6.0, 2.0
"""What it is worth to a searcher, in steps: a filled store, a token, not losing one, not being scared."""
EACH_NUT: Final = {"fill": 2.0, "take": 1.5}
"""The same for every nut of it."""
TWO: Final = 1.2
"""So many steps more is it ready to go for a token of two."""
WASTE: Final = 0.15
"""What an unused die costs beside what its villain may do."""
STANDARD: Final = nutventure.Options()

Plan = Callable[[State, Random], tuple[str, ...]]
"""The directions of a turn's steps, from the state in which its dice are known."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: its last state, the events that led there, and how many dice nobody used."""

    state: State
    events: tuple[Event, ...]
    unused: int


def play(seats: int, seed: int, plan: Plan, options: nutventure.Options = STANDARD) -> Played:
    """Play one game to its end, all seats by the same plan; the same arguments give the same game.

    Raises RuntimeError if it does not end.
    """
    return _Game(seats, seed, plan, options).run()


class _Game:
    """One game being played."""

    def __init__(self, seats: int, seed: int, plan: Plan, options: nutventure.Options) -> None:
        self.state = nutventure.new(seats, options, seed)
        self.plan = plan
        self.chance = Random(seed)
        self.events: list[Event] = []
        self.unused = 0

    def run(self) -> Played:
        self._happens(Cued("start", 0))
        while not self.state.over:
            if self.state.turn > MAX_TURNS:
                raise RuntimeError("the game does not come to an end")
            self._turn(self.state.active, self.state.turn)
        return Played(self.state, tuple(self.events), self.unused)

    def _turn(self, seat: int, turn: int) -> None:
        self._happens(Roll(seat, 0))
        if self.state.phase is Phase.REPORT:
            for die in WILD_DICE if self.state.options.wild else DICE:
                self._happens(ReportFace(seat, self.chance.choice(die), 0))
        steps = self.plan(self.state, self.chance) if self.state.phase is Phase.STEPS else ()
        for direction in steps:
            self._happens(Move(seat, direction, 0))
        self.unused += len(DICE) - len(steps)
        if self.state.phase is Phase.STEPS and self.state.turn == turn:
            self._happens(Stop(seat, 0))
        while self.state.phase is Phase.VILLAIN:
            self._happens(ReportVillain(seat, self.chance.randint(1, len(VILLAIN_DIE)), 0))

    def _happens(self, event: Event) -> None:
        self.events.append(event)
        self.state, _ = nutventure.step(self.state, event)


# ---------------------------------------------------------------- what is useful


@cache
def _distances(goals: frozenset[int], owl: int, fox: int) -> tuple[int, ...]:
    """From every square the steps to the nearest goal, round the villains."""
    closed = zone(owl, "middle") | zone(fox, "bottom")
    found, waiting = dict.fromkeys(goals, 0), deque(goals)
    while waiting:
        square = waiting.popleft()
        for beside in EXITS[square].values():
            if beside not in found and beside not in closed:
                found[beside] = found[square] + 1
                waiting.append(beside)
    return tuple(found.get(square, FAR) for square in SQUARES)


def _to(state: State, goals: Iterable[int]) -> tuple[int, ...]:
    return _distances(frozenset(goals), state.owl, state.fox)


def _needed(state: State) -> list[int]:
    """The squares of the active seat's empty stores."""
    empty = {store for store, nuts in zip(STORES, state.stores[state.active], strict=True) if not nuts}
    return [square for square in SQUARES if KINDS[square].store in empty]


def _tokens(state: State, least: int = 1) -> list[int]:
    """The squares where a token of at least so many nuts lies."""
    return [square for square in SQUARES if max(state.tokens[square], default=0) >= least]


# ---------------------------------------------------------------- two kinds of players


def stepper(state: State, chance: Random) -> tuple[str, ...]:
    """Straight towards the nearest store or token as far as the dice allow, the rest out and back."""
    here, laden = state.here, state.carry[state.active] > 0
    path: list[str] = []
    spent: tuple[str, ...] = ()
    needed, tokens = _needed(state), _tokens(state)
    while len(path) < len(DICE) and (laden or here not in tokens):
        far = _to(state, needed if laden else tokens)
        steps = [(far[square], direction, square) for direction, square in _payable(state, here, spent)]
        nearest, direction, square = min(steps, default=(FAR, "", here))
        if nearest >= far[here]:
            break
        here = square
        path.append(direction)
        spent = (*spent, KINDS[here].colour)
        laden = laden and here not in needed
    while len(path) <= len(DICE) - 2:
        out = _out_and_back(state, here, spent)
        if out is None:
            break
        there = EXITS[here][out[0]]
        spent = (*spent, KINDS[there].colour, KINDS[here].colour)
        path += out
    return tuple(path)


def _payable(state: State, here: int, spent: tuple[str, ...]) -> list[tuple[str, int]]:
    """The legal steps from a square after steps onto the colours `spent`."""
    return [
        (direction, square)
        for direction, square in EXITS[here].items()
        if not danger(state, square) and payable(state, (*spent, KINDS[square].colour))
    ]


def _out_and_back(state: State, here: int, spent: tuple[str, ...]) -> tuple[str, str] | None:
    """Two steps that end where they began."""
    for out, there in _payable(state, here, spent):
        if payable(state, (*spent, KINDS[there].colour, KINDS[here].colour)):
            return out, next(back for back, square in EXITS[there].items() if square == here)
    return None


def searcher(state: State, chance: Random) -> tuple[str, ...]:
    """The best of all places where the steps may end."""
    stay = Way((), state.here, None, state.unused)
    return max((stay, *ways(state)), key=lambda way: (_worth(state, way), chance.random())).path


def _worth(state: State, way: Way) -> float:
    """What a way is worth, in steps."""
    carried = state.carry[state.active]
    laden = carried > 0 and way.store is None
    worth = 0.0 if way.store is None else FILL + EACH_NUT["fill"] * carried
    here = max(state.tokens[way.end], default=0)
    if laden:
        worth -= _to(state, _needed(state))[way.end]
    elif full(state.stores[state.active]) + (way.store is not None) < len(STORES):
        worth += TAKE + EACH_NUT["take"] * here if here else 0
        one, two = _to(state, _tokens(state)), _to(state, _tokens(state, 2))
        worth -= min(one[way.end], two[way.end] - TWO)
    holding = laden or here > 0
    scared = 1 - (1 - _threat(state, way.end)) ** way.unused
    return worth - scared * (LOSE if holding else RUN) - WASTE * way.unused


def _threat(state: State, square: int) -> float:
    """The chance that one throw of the villain die scares whoever is on a square."""
    near = 0
    for floor, stops, stop in (("middle", OWL_STOPS, state.owl), ("bottom", FOX_STOPS, state.fox)):
        near += sum(square in zone(next_stop(stops, stop, turn), floor) for turn in (1, -1))
    return near * 2 / len(VILLAIN_DIE)
