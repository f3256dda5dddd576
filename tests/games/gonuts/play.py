"""A hand on the rules of Go Nuts!: loaded dice, a drum beaten beat by beat, and what was answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from voicenuts.games.chance import Chance
from voicenuts.games.gonuts import game as gonuts
from voicenuts.games.gonuts.events import Event, GoNuts, Hide, Report, ReportAll, Roll, Same, Total, Woof
from voicenuts.games.gonuts.frenzy import most
from voicenuts.games.gonuts.state import Frenzy, Phase
from voicenuts.values import RATE, Arg, Cue, Cued, Earcon, Effect, Say

T = TypeVar("T")
SQUIRREL, NUT, BIRD = 0, 3, 5
"""Sides of a squirrel die that show so."""
DOG, HOUSE = 0, 1


@dataclass(frozen=True)
class Loaded:
    """Chance that draws these numbers and no others."""

    sides: tuple[int, ...]

    def below(self, bound: int) -> tuple[int, Loaded]:
        assert self.sides[0] < bound
        return self.sides[0], Loaded(self.sides[1:])

    def pick(self, items: Sequence[T]) -> tuple[T, Loaded]:
        index, after = self.below(len(items))
        return items[index], after


def loaded(*sides: int) -> Chance:
    return cast(Chance, Loaded(sides))


class Play:
    """One game played by hand; `effects` are those of the last event, `cues` (sample, id) what will come."""

    def __init__(self, seats: int = 3, score: tuple[int, ...] | None = None, **options: Any) -> None:
        self.state = gonuts.new(seats, gonuts.Options(**({"start_seat": 0} | options)), 5)
        self.effects: tuple[Effect, ...] = ()
        self.cues: list[tuple[int, str]] = []
        self.now = 0
        self.tell(Cued("start", 0))
        self.state = self.state._replace(score=score or self.state.score)

    # ------------------------------------------------------------ doing

    def tell(self, event: Event) -> Play:
        self.state, self.effects = gonuts.step(self.state, event)
        self.cues += [(self.now + cue.after, cue.id) for cue in self.effects if isinstance(cue, Cue)]
        return self

    def roll(self, seat: int | None = None) -> Play:
        return self.tell(Roll(self.state.active if seat is None else seat, self.now))

    def throw(self, nuts: int = 0, squirrels: int = 0, birds: int = 0) -> Play:
        """Roll dice that are loaded to show this."""
        dice = (NUT,) * nuts + (SQUIRREL,) * squirrels + (BIRD,) * birds
        assert len(dice) == self.state.dice
        self.state = self.state._replace(chance=loaded(*dice))
        self.roll()
        return self

    def hide(self, seat: int | None = None) -> Play:
        return self.tell(Hide(self.state.active if seat is None else seat, self.now))

    def report(self, nuts: int, birds: int) -> Play:
        return self.tell(Report(self.state.active, nuts, birds, self.now))

    def report_all(self, face: Same) -> Play:
        return self.tell(ReportAll(self.state.active, face, self.now))

    def total(self, nuts: int) -> Play:
        return self.tell(Total(self.state.active, nuts, self.now))

    def go(self) -> Play:
        """Shout, and let the drum count in."""
        self.cues.clear()
        self.tell(GoNuts(self.state.active, self.now))
        return self.until("beat-", before=True)

    def frenzy(self, dice: int = 5) -> Play:
        """Throw squirrels only, and shout."""
        self.state = self.state._replace(dice=dice)
        return self.throw(squirrels=dice).go()

    def until(self, prefix: str, *, before: bool = False) -> Play:
        """Let time pass to the next cue of a kind, and let it come due, or all before it."""
        while True:
            at, id = min(self.cues)
            if before and id.startswith(prefix):
                return self
            self.cues.remove((at, id))
            self.now = at
            self.tell(Cued(id, at))
            if id.startswith(prefix):
                return self

    def beat(self, nuts: int = 0, *dogs: int) -> Play:
        """The next beat: so many nuts for the active seat, and a dog for each of these seats."""
        frenzy, others = self.drum, self.state.others
        dice = (NUT,) * nuts + (SQUIRREL,) * (frenzy.dice - nuts)
        throwing = [seat for seat in others if frenzy.dog_at[seat] is None and seat not in frenzy.skips]
        assert set(dogs) <= set(throwing)
        sides = (*dice, *(DOG if seat in dogs else HOUSE for seat in throwing))
        self.state = self.state._replace(chance=loaded(*sides))
        return self.until("beat-")

    def woof(self, seat: int, seconds: float = 0.5) -> Play:
        """The seat calls so long after the newest beat; what is heard later may be told later."""
        return self.woof_at(seat, self.now + round(seconds * RATE))

    def woof_at(self, seat: int, at: int) -> Play:
        return self.tell(Woof(seat, at))

    # ------------------------------------------------------------ looking

    @property
    def drum(self) -> Frenzy:
        assert self.state.frenzy is not None
        return self.state.frenzy

    @property
    def said(self) -> list[str]:
        return [effect.message for effect in self.effects if isinstance(effect, Say)]

    @property
    def earcons(self) -> list[str]:
        return [effect.id for effect in self.effects if isinstance(effect, Earcon)]

    def args(self, message: str) -> dict[str, Arg]:
        """The arguments of a message that the last event had said."""
        return next(dict(say.args) for say in self.effects if isinstance(say, Say) and say.message == message)


def everywhere(**options: Any) -> dict[str, gonuts.State]:
    """A state of every phase with 3 seats, seat 0 active; with real dice where the phase needs them."""
    real = {"dice": "physical"} | options
    drumming = Play(**options).frenzy().beat(2, 1)
    total = Play(**real).report_all("squirrels").go().until("beat-").woof(1).woof(2)
    over = Play(goal=3, **options).throw(nuts=5).hide().throw(birds=5).throw(birds=5)
    states = {
        "setup": gonuts.new(3, gonuts.Options(**options), 1),
        "ready": Play(**options).state,
        "report": Play(**real).roll().state,
        "choice": Play(**options).throw(2, 2, 1).state,
        "countdown": Play(**options).throw(squirrels=5).state,
        "frenzy": drumming.state,
        "back": drumming.woof(1).state,
        "real drum": Play(**real).report_all("squirrels").go().until("beat-").state,
        "total": total.state,
        "over": over.state,
        "quit": Play(**options).tell(gonuts.Quit(1)).state,
    }
    assert {state.phase for state in states.values()} == set(Phase)
    assert most(total.state) == 5
    return {where: state._replace(chance=Chance(1)) for where, state in states.items()}
