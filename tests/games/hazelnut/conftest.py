"""A hand on the rules: plays single turns of Knights of the Hazelnut and keeps what was answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.board import SQUARES, STACKS
from voicenuts.games.hazelnut.events import Choose, Event, GiveBack, Listen, Report, Roll
from voicenuts.games.hazelnut.state import Card
from voicenuts.values import (
    Arg,
    Bid,
    Cued,
    Earcon,
    Effect,
    Lapsed,
    Open,
    Resolution,
    Resolved,
    Say,
    Secret,
    Window,
)


def on_top(state: hazelnut.State, square: int, card: Card) -> hazelnut.State:
    """The state with `card` on top of a tree: exchanged with a card from another stack."""
    stacks = [list(stack) for stack in state.stacks]
    top = stacks[STACKS[square]]
    for stack in stacks:
        for index, other in enumerate(stack):
            if other is card:
                stack[index], top[-1] = top[-1], stack[index]
                return state._replace(stacks=tuple(tuple(cards) for cards in stacks))
    raise AssertionError(f"no {card} left")


class Play:
    """One game played by hand; `effects` are those of the last event, `log` all of them."""

    def __init__(self, state: hazelnut.State) -> None:
        self.state = state
        self.effects: tuple[Effect, ...] = ()
        self.log: list[Effect] = []
        self.now = 0

    def tell(self, event: Event) -> Play:
        self.state, self.effects = hazelnut.step(self.state, event)
        self.log.extend(self.effects)
        return self

    def start(self) -> Play:
        return self.tell(Cued("start", 0))

    def roll(self, seat: int | None = None) -> Play:
        return self.tell(Roll(self.state.active if seat is None else seat, self.now))

    def report(self, paws: int) -> Play:
        return self.tell(Report(self.state.active, paws, self.now))

    def choose(self, place: str, seat: int | None = None) -> Play:
        return self.tell(Choose(self.state.active if seat is None else seat, SQUARES[place], self.now))

    def listen(self, seat: int | None = None) -> Play:
        return self.tell(Listen(self.state.active if seat is None else seat, self.now))

    def give_back(self, seat: int | None = None) -> Play:
        return self.tell(GiveBack(self.state.active if seat is None else seat, self.now))

    def throw(self, paws: int) -> Play:
        """Roll, with a lucky hand: the die shows `paws`."""
        self.roll()
        self.state = self.state._replace(paws=paws)
        return self

    def cue(self, name: str, at: int = 16_000) -> Play:
        self.now = at
        return self.tell(Cued(f"{name}-{self.state.turn}", at))

    def lapse(self, at: int = 64_000) -> Play:
        self.now = at
        return self.tell(Lapsed(self.state.turn, at))

    def resolve(self, *bids: tuple[int, str, float], tied: tuple[int, ...] = ()) -> Play:
        """Bids as (seat, thief, seconds after the window opened), in any order."""
        opens = self.window.opens
        heard = tuple(Bid(seat, f"thief.{thief}", opens + round(at * 16_000)) for seat, thief, at in bids)
        return self.tell(Resolved(Resolution(self.state.turn, heard, None, frozenset(tied)), opens + 48_000))

    @property
    def window(self) -> Window:
        assert self.state.window is not None
        return self.state.window

    @property
    def opened(self) -> list[Window]:
        return [effect.window for effect in self.effects if isinstance(effect, Open)]

    @property
    def said(self) -> list[str]:
        return [effect.message for effect in self.effects if isinstance(effect, Say)]

    @property
    def earcons(self) -> list[str]:
        return [effect.id for effect in self.effects if isinstance(effect, Earcon)]

    @property
    def secrets(self) -> list[Secret]:
        return [effect for effect in self.effects if isinstance(effect, Secret)]

    def args(self, message: str) -> dict[str, Arg]:
        """The arguments of a message that the last event had said."""
        return next(
            dict(effect.args)
            for effect in self.effects
            if isinstance(effect, Say) and effect.message == message
        )

    @property
    def cards(self) -> int:
        """How many cards there are in all: always 56."""
        return len(all_cards(self.state))

    def stack(self, place: str) -> tuple[Card, ...]:
        return self.state.stacks[STACKS[SQUARES[place]]]


def all_cards(state: hazelnut.State) -> list[Card]:
    """Every card, wherever it is, sorted."""
    cards = [card for stack in state.stacks for card in stack]
    cards += [Card.HAZELNUT] * sum(state.front)
    cards += [state.in_paw] if state.in_paw else []
    return sorted([*cards, *state.discard])


def holding(state: hazelnut.State, front: tuple[int, ...]) -> hazelnut.State:
    """The state with so many open nuts a seat, taken from the bottom of the last trees."""
    stacks = [list(stack) for stack in state.stacks]
    for _ in range(sum(front)):
        stack = next(stack for stack in reversed(stacks) if Card.HAZELNUT in stack[:-1])
        stack.remove(Card.HAZELNUT)
    return state._replace(stacks=tuple(tuple(cards) for cards in stacks), front=front)


Begin = Callable[..., Play]
Drawn = Callable[..., Play]


@pytest.fixture
def begin() -> Begin:
    """Start a game in which seat 0 is active."""

    def make(
        seats: int = 4,
        *,
        score: tuple[int, ...] | None = None,
        front: tuple[int, ...] | None = None,
        at: str | None = None,
        **options: Any,
    ) -> Play:
        state = hazelnut.new(seats, hazelnut.Options(**({"start_seat": 0} | options)), 5)
        state = state._replace(score=score or state.score)
        state = holding(state, front or state.front)
        if at is not None:
            state = state._replace(pos=(SQUARES[at], *state.pos[1:]))
        return Play(state).start()

    return make


@pytest.fixture
def drawn(begin: Begin) -> Drawn:
    """Start a game in which seat 0 has drawn `card` from tree one and, if `hush`, the others may call."""

    def make(card: str, *, hush: bool = True, **setting: Any) -> Play:
        play = begin(at="old-oak", **setting)
        play.state = on_top(play.state, SQUARES["tree-1"], Card(card))
        play.throw(1).choose("tree-1")
        if hush and play.state.options.secret == "whisper":
            play.listen().give_back().cue("laid")
        return play.cue("drawn") if hush else play

    return make
