"""Whole games of Go Nuts! without a sound: cues, throws and woofs on a clock, in a few milliseconds each."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final

from voicenuts.games.chance import Chance
from voicenuts.games.gonuts import game as gonuts
from voicenuts.games.gonuts.dice import dog, thrown
from voicenuts.games.gonuts.events import Event, GoNuts, Hide, Report, Roll, Total, Woof
from voicenuts.games.gonuts.frenzy import most
from voicenuts.games.gonuts.game import Phase, State
from voicenuts.values import RATE, Cue, Cued, Earcon, Effect

REACTION: Final = (-0.35, 0.35)
"""Parameters of the lognormal seconds from a bark to its answer: the simulation's, with a median of 0.7."""
SPOKEN: Final = RATE
"""Samples after which the awaited player speaks."""
MAX_EVENTS: Final = 20_000
STANDARD: Final = gonuts.Options()

Keeps = Callable[[int, int], bool]
"""Whether so many nuts are hidden rather than risked with so many dice."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: its last state, the events that led there, and how many frenzies there were."""

    state: State
    events: tuple[Event, ...]
    frenzies: int


def play(seats: int, seed: int, keeps: Keeps, options: gonuts.Options = STANDARD) -> Played:
    """Play one game to its end, all seats by the same rule; the same arguments give the same game.

    Raises RuntimeError if it does not end.
    """
    return _Game(seats, seed, keeps, options).run()


class _Game:
    """One game being played; its clock moves to whatever comes next."""

    def __init__(self, seats: int, seed: int, keeps: Keeps, options: gonuts.Options) -> None:
        self.state = gonuts.new(seats, options, seed)
        self.keeps = keeps
        self.chance = Random(seed)
        self.now = 0
        self.due: list[tuple[int, int, Event]] = []
        self.count = count()
        self.events: list[Event] = []
        self.frenzies = 0

    def run(self) -> Played:
        self._happens(Cued("start", 0))
        while not self.state.over:
            if len(self.events) > MAX_EVENTS:
                raise RuntimeError("the game does not come to an end")
            if self.state.phase is Phase.FRENZY:
                self.now, _, event = heapq.heappop(self.due)
            else:
                self.now += SPOKEN
                event = self._answer()
            self._happens(event)
        return Played(self.state, tuple(self.events), self.frenzies)

    def _happens(self, event: Event) -> None:
        self.events.append(event)
        before = self.state.phase
        self.state, effects = gonuts.step(self.state, event)
        if self.state.phase is Phase.FRENZY:
            if before is not Phase.FRENZY:
                self.frenzies += 1
                self.due.clear()
            for effect in effects:
                self._carry_out(effect)
            if self.state.real_frenzy and isinstance(event, Cued) and event.id.startswith("beat-"):
                self._throw_dogs()

    def _carry_out(self, effect: Effect) -> None:
        """The cues of the drum, and answers to barks; nobody needs reminders."""
        match effect:
            case Cue(id, after):
                self._comes(self.now + after, Cued(id, self.now + after))
            case Earcon(id) if id.startswith("bark-"):
                self._woofs(int(id.removeprefix("bark-")) - 1)

    def _comes(self, at: int, event: Event) -> None:
        heapq.heappush(self.due, (at, next(self.count), event))

    def _woofs(self, seat: int) -> None:
        at = self.now + round(self.chance.lognormvariate(*REACTION) * RATE)
        self._comes(at, Woof(seat, at))

    def _throw_dogs(self) -> None:
        """Real dogs: whoever throws one says so, and throws no more."""
        for seat in self.state.others:
            lies, _ = dog(self._luck())
            if lies and not any(isinstance(event, Woof) and event.seat == seat for *_, event in self.due):
                self._woofs(seat)

    def _luck(self) -> Chance:
        """The players' own dice, whatever the game draws."""
        return Chance(self.chance.getrandbits(32))

    def _answer(self) -> Event:
        """What the awaited player says."""
        state, seat, at = self.state, self.state.active, self.now
        match state.phase:
            case Phase.READY:
                return Roll(seat, at)
            case Phase.REPORT:
                throw, _ = thrown(self._luck(), state.options.faces, state.dice)
                return Report(seat, throw.nuts, throw.birds, at)
            case Phase.CHOICE:
                return Hide(seat, at) if self.keeps(state.points, state.dice) else Roll(seat, at)
            case Phase.COUNTDOWN:
                return GoNuts(seat, at)
            case Phase.TOTAL:
                return Total(seat, self.chance.randint(0, most(state)), at)
        raise RuntimeError(f"nobody may speak in phase {state.phase}")
