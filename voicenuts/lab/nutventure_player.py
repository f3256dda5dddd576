"""A player of Nutventure at the virtual table: asks for ways, walks where there is none, fills its stores."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, cast

from voicenuts.games.nutventure.board import CROWN, DIRECTIONS, EXITS, KINDS, NAMED, SQUARES, STORES
from voicenuts.games.nutventure.dice import DICE, VILLAIN_DIE, WILD_DICE
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.manners import Manners
from voicenuts.lab.player import Intent, Player
from voicenuts.lab.real_dice import Hand
from voicenuts.lab.voices import Voice
from voicenuts.speaking.narrator import Played
from voicenuts.values import Arg, Effect, Listing, Name, Rank, Ref, Say, samples

REACH: Final = 4
"""Steps in a turn at most: nothing farther away is asked for."""

TURNS: Final = ("nutventure-prompt-ready", "nutventure-prompt-last", "nutventure-nudge-ready")
REFUSALS: Final = frozenset(
    f"nutventure-{reason}" for reason in ("no-way", "needs", "owl-near", "fox-near", "no-ladder")
)
"""Answers to something that cannot be done."""


@cache
def distances(goals: frozenset[int]) -> tuple[int, ...]:
    """From every square the steps to the nearest of `goals` (not empty), whatever the dice and the villains.

    >>> distances(frozenset({CROWN}))[1]
    1
    """
    found, waiting = dict.fromkeys(goals, 0), deque(goals)
    while waiting:
        square = waiting.popleft()
        for beside in EXITS[square].values():
            if beside not in found:
                found[beside] = found[square] + 1
                waiting.append(beside)
    return tuple(found[square] for square in SQUARES)


_BRANCHES: Final = frozenset(square for square in SQUARES if KINDS[square].nuts)
_STORES: Final = {
    store: frozenset(square for square in SQUARES if KINDS[square].store == store) for store in STORES
}


class Gatherer:
    """One player's knowledge: where it is, whether it carries a nut, which of its stores are empty."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.active: int | None = None
        self.square = CROWN
        self.carries = False
        self.empty = set(STORES)

    def hears(self, effect: Effect) -> None:
        """Take in a line that everybody hears."""
        if not isinstance(effect, Say) or effect.to is not None:
            return
        args = dict(effect.args)
        seat = args.get("seat")
        if effect.message in (*TURNS, "nutventure-prompt-steps") and isinstance(seat, Name):
            self.active = seat.seat
        if effect.message == "nutventure-scared":
            self.carries = self.carries and not any(self._is_me(ref) for ref in _refs(args["scared"]))
        elif self.active == self.seat:
            self._on_own_turn(effect.message, args)

    def _on_own_turn(self, message: str, args: dict[str, Arg]) -> None:
        match message:
            case "nutventure-takes":
                self.carries = True
            case "nutventure-stored":
                self.carries = False
                (store,) = _refs(args["store"])
                self.empty.discard(store.message.removeprefix("nutventure-target-"))
            case "nutventure-prompt-steps" | "nutventure-step":
                self.square = next(_squares(args["square"]))

    def _is_me(self, ref: Ref) -> bool:
        return dict(ref.args).get("seat") == Name(self.seat)

    def wishes(self) -> list[str]:
        """What to say this turn, best first: places within reach, steps towards them, then the end."""
        goals = [_STORES[store] for store in sorted(self.empty)] if self.carries else [_BRANCHES]
        names = sorted(self.empty) if self.carries else ["nut"]
        near = sorted((distances(goal)[self.square], name) for goal, name in zip(goals, names, strict=True))
        asked = [f"go.{name}" for far, name in near if 0 < far <= REACH]
        after = distances(frozenset[int]().union(*goals)) if goals else distances(_BRANCHES)
        exits = EXITS[self.square]
        steps = sorted((d for d in DIRECTIONS if d in exits), key=lambda d: after[exits[d]])
        return [*asked, *(f"step.{direction}" for direction in steps), "step.done"]


def _refs(arg: Arg) -> Iterator[Ref]:
    if isinstance(arg, Listing):
        for item in arg.items:
            yield from _refs(item)
    elif isinstance(arg, Ref):
        yield arg


def _face(arg: Arg) -> str:
    """The face, as phrase ids spell it, whose colours are told."""
    return "-".join(ref.message.removeprefix("nutventure-colour-") for ref in _refs(arg))


def _squares(arg: Arg) -> Iterator[int]:
    """The squares that are named in an argument."""
    for ref in _refs(arg):
        if ref.message == "nutventure-crown":
            yield CROWN
        elif ref.message.startswith("nutventure-place-"):
            floor = ref.message.removeprefix("nutventure-place-")
            yield NAMED[f"{floor}-{dict(ref.args)['hour']}"]


class TreePlayer(Player):
    """A `Player` who carries nuts home."""

    mind: Gatherer

    def __init__(
        self,
        seat: int,
        seats: int,
        voice: Voice,
        book: PhraseBook,
        seed: int,
        manners: Manners | None = None,
        name: str | None = None,
        agreed: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        super().__init__(seat, seats, voice, book, seed, manners, name, agreed)
        self.mind = Gatherer(seat)
        self._wishes: list[str] = []
        self._said = ""
        self._four = [Hand[str](self.chance, self.manners.misreads) for _ in DICE]
        self._villain: Hand[int] = Hand(self.chance, 0.0)
        self._wrong = False

    def on_say(self, at: int, say: Say) -> None:
        """Begin a turn, take a way, try something else, or end it; another's turn ends all wishes."""
        if say.message in TURNS:
            self.intent, self._wishes = None, []
            self._pick_up()
            if not say.message.startswith("nutventure-nudge"):
                self.think_aside(at)
        if self.mind.active == self.seat and not self._on_real_dice(at, say):
            self._on_own_turn(at, say)

    def _on_own_turn(self, at: int, say: Say) -> None:
        args = dict(say.args)
        if say.message in TURNS:
            self._say_next("turn.roll", at)
        elif say.message == "nutventure-prompt-steps":
            self._plan(at)
        elif say.message == "nutventure-prompt-way":
            self._say_next("answer.yes", at)
        elif say.message in REFUSALS and self._wishes:
            self._say_next(self._wishes.pop(0), at)
        elif say.message == "nutventure-step" and args["unused"]:
            self._go_on(at)
        elif say.message in ("nutventure-step", "nutventure-stuck", "nutventure-takes"):
            self.intent, self._wishes = None, []

    # ------------------------------------------------------------ real dice

    def _on_real_dice(self, at: int, say: Say) -> bool:
        """Tell what the dice show, one after the other; told or understood wrongly, all are told again."""
        args = dict(say.args)
        match say.message:
            case "nutventure-prompt-report":
                if self._four[0].shown is None:
                    self._throw()
                self._tell_die(cast(int, args["number"]), at)
            case "nutventure-prompt-next":
                number = cast(int, args["number"])
                if self._four[number - 2].wrongly(_face(args["face"])):
                    self._say_next("turn.roll", at)
                else:
                    self._tell_die(number, at)
            case "nutventure-faces":
                faces = [_face(args[name]) for name in ("first", "second", "third", "fourth")]
                self._wrong = any(die.wrongly(face) for die, face in zip(self._four, faces, strict=True))
            case "nutventure-prompt-steps" if self._wrong:
                self._wrong = False
                self._say_next("turn.roll", at)
            case "nutventure-prompt-villain":
                if self._villain.shown is None:
                    self._villain.throw(self.chance.randint(1, len(VILLAIN_DIE)), ())
                self._say_next(f"villain.{self._villain.told()}", at)
            case "nutventure-villains":
                self._villain.pick_up()
                return False
            case _:
                return False
        return True

    def _pick_up(self) -> None:
        """All dice are to be thrown anew."""
        self._wrong = False
        self._villain.pick_up()
        for die in self._four:
            die.pick_up()

    def _throw(self) -> None:
        for die, sides in zip(self._four, WILD_DICE if self.agreed.get("wild") else DICE, strict=True):
            shown = self.chance.choice(sides)
            die.throw(shown, [side for side in sides if side != shown])

    def _tell_die(self, number: int, at: int) -> None:
        self._say_next(f"face.{self._four[number - 1].told()}", at)

    # ------------------------------------------------------------ the way

    def _plan(self, at: int) -> None:
        self._wishes = self.mind.wishes()
        self._say_next(self._wishes.pop(0), at)

    def _go_on(self, at: int) -> None:
        """Dice are left: a nut that lies here is taken by going no further."""
        arrived = self._said == "answer.yes" and not self.mind.carries
        if arrived and self.mind.square in _BRANCHES:
            self._say_next("step.done", at)
        else:
            self._plan(at)

    def _say_next(self, phrase: str, at: int) -> None:
        self.intent, self._said = None, phrase
        self.intend(phrase, at)

    def on_played(self, played: Played) -> None:
        """Some answer before the question is over."""
        asked = played.message == "nutventure-prompt-steps" and played.rank is Rank.PROMPT
        if asked and self.intent is not None and not self.intent.tries:
            self.eager = self.chance.random() < self.manners.interrupts
            if self.eager:
                self.intent.at = played.start + samples(1000 * self.chance.uniform(0.5, 1.5))

    def give_up(self, intent: Intent) -> None:
        """Not understood so often, a person says something else instead."""
        if self._wishes:
            intent.phrase, intent.tries = self._wishes.pop(0), 0
            self._said = intent.phrase
