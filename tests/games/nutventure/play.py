"""A hand on the rules of Nutventure: plays single turns and keeps what was answered."""

from __future__ import annotations

from typing import Any

from voicenuts.games.nutventure import game as nutventure
from voicenuts.games.nutventure.board import NAMED, STORES
from voicenuts.games.nutventure.dice import VILLAIN_DIE
from voicenuts.games.nutventure.events import (
    Accept,
    Decline,
    Event,
    Go,
    Keep,
    Leave,
    Move,
    ReportFace,
    ReportVillain,
    Roll,
    Stop,
)
from voicenuts.values import Arg, Asked, Cued, Earcon, Effect, Say

OWL_ON, OWL_BACK, FOX_ON, FOX_BACK, BOTH_ON, BOTH_BACK, NOTHING, NOTHING_TOO = VILLAIN_DIE
ANY = ("red-yellow", "green-blue", "red-yellow", "green-blue")
"""Faces with two dice for every colour."""


class Play:
    """One game played by hand; `effects` are those of the last event, messages without the game's prefix."""

    def __init__(self, state: nutventure.State) -> None:
        self.state = state
        self.effects: tuple[Effect, ...] = ()

    def tell(self, event: Event) -> Play:
        self.state, self.effects = nutventure.step(self.state, event)
        return self

    def cue(self, name: str) -> Play:
        return self.tell(Cued(f"{name}-{self.state.moment}", 5))

    def roll(self, *faces: str) -> Play:
        """Roll, with a lucky hand: the dice show `faces` (names; without any, two of every colour)."""
        self.tell(Roll(self.state.active, 5))
        self.state = self.state._replace(faces=faces or ANY, phase=nutventure.Phase.STEPS)
        return self

    def move(self, *directions: str, seat: int | None = None) -> Play:
        for direction in directions:
            self.tell(Move(self.state.active if seat is None else seat, direction, 5))
        return self

    def go(self, target: str) -> Play:
        return self.tell(Go(self.state.active, target, 5))

    def yes(self) -> Play:
        return self.tell(Accept(self.state.active, 5))

    def no(self) -> Play:
        return self.tell(Decline(self.state.active, 5))

    def done(self) -> Play:
        return self.tell(Stop(self.state.active, 5))

    def keep(self) -> Play:
        return self.tell(Keep(self.state.active, 5))

    def leave(self) -> Play:
        return self.tell(Leave(self.state.active, 5))

    def faces(self, *names: str) -> Play:
        """Real dice, told one after the other."""
        for name in names:
            self.tell(ReportFace(self.state.active, name, 5))
        return self

    def villain(self, side: int) -> Play:
        return self.tell(ReportVillain(self.state.active, side, 5))

    def ask(self, about: str, seat: int = 0) -> Say:
        """The one answer to a question, which changes nothing."""
        about = about if "." in about else f"command.{about}"
        after, (say,) = nutventure.step(self.state, Asked(seat, about, 5))
        assert after == self.state
        assert isinstance(say, Say)
        assert say.to == seat
        return say

    @property
    def said(self) -> list[str]:
        """The messages of the last event, lessons apart."""
        messages = [_bare(effect) for effect in self.effects if isinstance(effect, Say)]
        return [message for message in messages if not message.startswith("lesson-")]

    @property
    def lessons(self) -> list[str]:
        messages = [_bare(effect) for effect in self.effects if isinstance(effect, Say)]
        return [message for message in messages if message.startswith("lesson-")]

    @property
    def earcons(self) -> list[str]:
        return [effect.id for effect in self.effects if isinstance(effect, Earcon)]

    def args(self, message: str) -> dict[str, Arg]:
        """The arguments of a message that the last event had said."""
        return next(
            dict(effect.args)
            for effect in self.effects
            if isinstance(effect, Say) and _bare(effect) == message
        )


def _bare(say: Say) -> str:
    return say.message.removeprefix("nutventure-")


def stores(**nuts: int) -> tuple[int, ...]:
    """A seat's stores by name; those not named are empty."""
    return tuple(nuts.get(store, 0) for store in STORES)


def begin(seats: int = 4, *, at: tuple[str, ...] = (), owl: int = 5, fox: int = 7, **setting: Any) -> Play:
    """A game in which seat 0 is active; `at` are the first seats' squares, the others sit at the Crown.

    What is no option is put into the state.
    """
    options = {
        name: setting.pop(name) for name in ("dice", "wild", "assist", "snow", "known") if name in setting
    }
    play = Play(nutventure.new(seats, nutventure.Options(start_seat=0, **options), 5)).tell(Cued("start", 0))
    squares = tuple(NAMED[name] for name in at) + play.state.pos[len(at) :]
    play.state = play.state._replace(pos=squares, owl=owl, fox=fox, **setting)
    return play


def tokens_of(state: nutventure.State) -> list[int]:
    """Every token, wherever it is, sorted."""
    held = [nuts for seat in range(state.seats) for nuts in (state.carry[seat], *state.stores[seat])]
    return sorted([*(nuts for there in state.tokens for nuts in there), *(nuts for nuts in held if nuts)])
