"""Players' minds for Knights of the Hazelnut: they know only what a person at the table can hear.

A mind hears effects - what is said to all, what is said into its own ear - and from those keeps
count of the table.  It forgets what lies on a tree with 3 % a turn, recalls one thief for another
in 5 % of its calls and guesses now and then when a rival holds much.  The numbers are those of the
simulation by which the goals were chosen, so games of minds have the same length.
"""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any, Final

from voicenuts.games.hazelnut.board import HIDES, NAMES, RING, SQUARES, TREES
from voicenuts.games.hazelnut.state import PER_TREE, STACK_END, THIEVES, hidden_points
from voicenuts.values import Arg, Effect, Listing, Name, Ref, Say, Secret

FORGETS: Final = 0.03
CONFUSES: Final = 0.05
GUESSES: Final = 0.15
RECALL_S: Final = 0.9
"""Median seconds to call a thief that is remembered."""
GUESS_S: Final = 2.5
"""Median seconds to dare a guess."""
SPREAD: Final = 0.45
"""Sigma of the lognormal reaction time."""
HOLDING: Final = (0.0, 1.3, 3.2, 5.8, 8.6)
"""What 0 to 4 open nuts are worth to their holder, in points."""
NUT_SHARE: Final = 32 / 56

TABLE: Final = ("_score", "_nuts", "_cards", "_known", "_thieves", "_drawn", "_secret", "_call", "_patience")
"""What a player knows of the table, for when it is taken back."""

_TO_HIDE = tuple(min(min(abs(s - h), RING - abs(s - h)) for h in HIDES) for s in range(RING))


def _seat(arg: Arg) -> int:
    assert isinstance(arg, Name)
    return arg.seat


def _number(arg: Arg) -> int:
    assert isinstance(arg, int)
    return arg


def _square(arg: Arg) -> int:
    assert isinstance(arg, Ref)
    return SQUARES[arg.message.removeprefix("place-")]


class Mind:
    """One player's knowledge and luck; the same seed and the same effects give the same decisions.

    Tell it every effect through `hears`, in order.  `active` is the seat of the newest move prompt.
    """

    def __init__(self, seat: int, seats: int, seed: int) -> None:
        self.seat = seat
        self.active: int | None = None
        self.goal = 0
        self._chance = Random(seed)
        self._score = [0] * seats
        self._nuts = [0] * seats
        self._cards = dict.fromkeys(TREES, PER_TREE)
        self._places: tuple[Arg, ...] = ()
        self._known: dict[int, str] = {}  # trees whose top card this player thinks it knows
        self._thieves: dict[int, int | None] = {}  # public thieves, and who alone has looked
        self._drawn: int | None = None  # the tree whose top card is in the active player's paw
        self._secret: str | None = None
        self._call: str | None = None
        self._patience = RECALL_S
        self._before_arrival: dict[str, Any] = {}
        self._before_call: dict[str, Any] = {}
        self._learn = {
            "opening": self._on_goal,
            "opening-two": self._on_goal,
            "prompt-move": self._on_prompt,
            "prompt-where": self._on_prompt,
            "arrive": self._on_arrival,
            "nut": self._on_nut,
            "card-back": self._on_card_back,
            "card-named-back": self._on_named_back,
            "right-call": self._on_right_call,
            "right-tied": self._on_right_call,
            "wrong-call": self._on_points,
            "bank": self._on_bank,
            "undone": self._on_undone,
            "call-void": self._on_void,
            "calls-void": self._on_void,
        }

    # ------------------------------------------------------------ what the table calls

    def hears(self, effect: Effect) -> None:
        """Take in an effect if this player can hear it; anything else passes it by."""
        if isinstance(effect, Say):
            learn = self._learn.get(effect.message)
            if learn is not None and (effect.to is None or effect.to == self.seat):
                learn(dict(effect.args))
        elif isinstance(effect, Secret) and effect.seat == self.seat:
            self._secret = effect.message.removeprefix("card-")

    @property
    def offered(self) -> tuple[str, ...]:
        """The places (phrase ids) of the newest move prompt, whoever it was for."""
        return tuple(f"place.{NAMES[_square(place)]}" for place in self._places)

    def choose(self, places: tuple[str, ...]) -> str:
        """The best of the offered places (phrase ids such as `place.tree-3`); not empty."""
        values = {place: self._value(SQUARES[place.removeprefix("place.")]) for place in places}
        return max(values, key=lambda place: values[place])

    def throws(self) -> str:
        """Throw a real die and read it: `paws.one`, `paws.two` or `paws.three`."""
        return f"paws.{self._chance.choice(('one', 'two', 'three'))}"

    def calls(self) -> str | None:
        """The thief phrase this player will shout at the card just drawn, or None for silence."""
        return self._call

    def reaction(self) -> float:
        """Seconds until this player speaks, drawn anew; a guess takes longer than a memory."""
        return self._chance.lognormvariate(0, SPREAD) * self._patience

    # ------------------------------------------------------------ decisions

    def _value(self, square: int) -> float:
        """What ending the move on `square` is worth, with a little whim."""
        nuts = self._nuts[self.seat]
        whim = self._chance.random() * 0.3
        if square in HIDES:
            gain = hidden_points(nuts)
            wins = nuts > 0 and self._score[self.seat] + gain >= self.goal
            return gain + (100 if wins else 0) + whim
        holding = HOLDING[min(nuts, 4)]
        if not self._cards[square]:
            return holding - 0.3 + whim
        if square in self._thieves:
            alone = square in self._known and self._thieves[square] == self.seat
            risk = 0.1 if alone else 0.8
            value = (1 - risk) * holding - risk - 0.2
        else:
            value = NUT_SHARE * HOLDING[min(nuts + 1, 4)] + (1 - NUT_SHARE) * holding
        value -= 0.08 * nuts * _TO_HIDE[square]
        return value - (2 if nuts and self._ending() else 0) + whim

    def _ending(self) -> bool:
        """One more card may end the game."""
        full = [cards for cards in self._cards.values() if cards]
        return len(TREES) - len(full) >= STACK_END - 1 and min(full) <= 1

    def _decide_call(self, tree: int, drawer: int) -> None:
        self._call, self._patience = None, RECALL_S
        if drawer == self.seat:
            return
        if tree in self._known:
            thief = self._known[tree]
            if self._chance.random() < CONFUSES:
                thief = self._chance.choice(THIEVES)
            self._call = f"thief.{thief}"
        elif tree in self._thieves and self._nuts[drawer] >= 3 and self._chance.random() < GUESSES:
            self._call, self._patience = f"thief.{self._chance.choice(THIEVES)}", GUESS_S

    # ------------------------------------------------------------ what was heard

    def _on_goal(self, args: dict[str, Arg]) -> None:
        self.goal = _number(args["goal"])

    def _on_prompt(self, args: dict[str, Arg]) -> None:
        """A move begins; another turn's time to forget has gone by."""
        places = args["places"]
        assert isinstance(places, Listing)
        self._before_arrival = {}
        self.active = _seat(args["seat"])
        self._places = places.items
        for tree in tuple(self._known):
            if self._chance.random() < FORGETS:
                del self._known[tree]

    def _on_arrival(self, args: dict[str, Arg]) -> None:
        self._before_arrival = self._kept()
        square = _square(args["place"])
        self._secret = self._call = self._drawn = None
        if square not in HIDES and self._cards[square]:
            self._drawn = square
            self._decide_call(square, _seat(args["seat"]))
        self._before_call = self._kept()

    def _on_nut(self, args: dict[str, Arg]) -> None:
        self._nuts[_seat(args["seat"])] = _number(args["nuts"])
        self._take_card()

    def _on_card_back(self, args: dict[str, Arg]) -> None:
        """A thief lies on the tree again, and only the active player has seen which."""
        tree = self._drawn
        if tree is None or self.active is None:
            return
        lone = tree not in self._thieves or self._thieves[tree] == self.active
        self._thieves[tree] = self.active if lone else None
        if self._secret is not None:
            self._known[tree] = self._secret
        self._before_call = self._kept()

    def _on_named_back(self, args: dict[str, Arg]) -> None:
        thief = args["thief"]
        assert isinstance(thief, Ref)
        if self._drawn is not None:
            self._thieves[self._drawn] = None
            self._known[self._drawn] = thief.message.removeprefix("thief-")

    def _on_right_call(self, args: dict[str, Arg]) -> None:
        """The thief is gone and so are the drawer's nuts."""
        self._on_points(args)
        if self.active is not None:
            self._nuts[self.active] = 0
        self._take_card()

    def _on_points(self, args: dict[str, Arg]) -> None:
        self._score[_seat(args["seat"])] = _number(args["total"])

    def _on_bank(self, args: dict[str, Arg]) -> None:
        self._on_points(args)
        self._nuts[_seat(args["seat"])] = 0

    def _on_undone(self, args: dict[str, Arg]) -> None:
        """The move was taken back, if there was one."""
        self._go_back(self._before_arrival)

    def _on_void(self, args: dict[str, Arg]) -> None:
        """What came of the calls is told anew."""
        self._go_back(self._before_call)

    def _kept(self) -> dict[str, Any]:
        """What this player knows of the table now."""
        return {name: copy(getattr(self, name)) for name in TABLE}

    def _go_back(self, kept: dict[str, Any]) -> None:
        for name, known in kept.items():
            setattr(self, name, copy(known))

    def _take_card(self) -> None:
        """The card in the paw will not come back."""
        tree = self._drawn
        if tree is not None:
            self._cards[tree] -= 1
            self._thieves.pop(tree, None)
            self._known.pop(tree, None)
