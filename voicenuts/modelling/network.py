"""The decoding graph as a transducer: words, the filler and decoys, from transition numbers to words.

It goes from A (after a word) over S (silence) or at once to W (the beginning of a word), and through one
word's phones back to A.  A phone is entered over its forward transition and stays over its self-loop.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from voicenuts.modelling.filler import Filler
from voicenuts.modelling.fst import Builder, Fst
from voicenuts.modelling.lexicon import Lexicon, Phones
from voicenuts.modelling.phones import NUMBER, PHONES, Contexts, position

UNKNOWN = 1
"""The label of `[unk]`; the words of the lexicon have those after it, so that new words change no label."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What the ways through a graph cost, as negative natural logarithms.

    `unk` is to begin and `phone` each phone of the filler; a decoy costs `decoy`, or `near` if it differs
    in one phone from a word of the vocabulary, or `vocabulary` if it is one.  A word of a `single` phone
    costs that much more than others, since it fits into many sounds ("amber" was "i amber").  The defaults
    were the best of a small grid for the first model: fewer false words at the same misses.
    """

    silence: float = math.log(2)
    unk: float = 0.0
    phone: float = -0.5
    decoy: float = 3.0
    near: float = 3.0
    vocabulary: float = 6.0
    single: float = 0.0


class Network:
    """One graph while it grows."""

    def __init__(self, contexts: Contexts, costs: Costs) -> None:
        self._fst = Builder()
        self._contexts = contexts
        self._costs = costs
        self._after, self._word, silence = (self._fst.state() for _ in "AWS")
        forward, loop = contexts.transitions(0, "S")
        self._fst.arc(self._after, self._word, cost=costs.silence)
        self._fst.arc(self._after, silence, forward, cost=costs.silence)
        self._fst.arc(silence, silence, loop)
        self._fst.arc(silence, self._word)
        for state in (self._after, silence):
            self._fst.end(state)

    def done(self) -> Fst:
        """What has grown."""
        return self._fst.done()

    def add_words(self, lexicon: Lexicon) -> None:
        """Each pronunciation is a path of its own, its word on the first arc."""
        for label, ways in enumerate(lexicon.values(), UNKNOWN + 1):
            for phones in ways:
                state = self._word
                cost = math.log(len(ways)) + (self._costs.single if len(phones) == 1 else 0.0)
                for at, (phone, place, before) in enumerate(_placed(phones)):
                    first = (label, cost) if at == 0 else (0, 0.0)
                    state = self._enter(state, phone, place, before, *first)
                self._fst.arc(state, self._after)

    def add_decoys(self, costs: Mapping[Phones, float]) -> None:
        """Other ways to say `[unk]`, as one tree of phones with the costs where words end."""
        leaf = self._fst.state()
        self._fst.arc(leaf, self._after)
        nodes: dict[tuple[tuple[str, str], ...], int] = {(): self._word}
        for phones, cost in sorted(costs.items()):
            key: tuple[tuple[str, str], ...] = ()
            for phone, place, before in _placed(phones):
                source, key = nodes[key], (*key, (phone, place))
                if key not in nodes:
                    label = 0 if before else UNKNOWN
                    nodes[key] = self._enter(source, phone, place, before, label)
            self._fst.arc(nodes[key], leaf, cost=cost)

    def add_filler(self, filler: Filler) -> None:
        """At least two phones in any order, as likely as they are in talk."""
        costs = filler.costs
        loops = {place: [self._looping(phone, place) for phone in PHONES] for place in "BIE"}
        for a, first in enumerate(PHONES):
            cost = self._costs.unk + costs[0, NUMBER[first]] + self._costs.phone
            forward = self._forward(first, "B", None)
            self._fst.arc(self._word, loops["B"][a], forward, UNKNOWN, cost)
            for c, phone in enumerate(PHONES):
                step = costs[NUMBER[first], NUMBER[phone]] + self._costs.phone
                for place, more in (("I", 0.0), ("E", costs[NUMBER[phone], 0])):
                    forward = self._forward(phone, place, first)
                    for source in (loops["B"][a], loops["I"][a]):
                        self._fst.arc(source, loops[place][c], forward, cost=step + more)
            self._fst.arc(loops["E"][a], self._after)

    def _enter(
        self, source: int, phone: str, place: str, before: str | None, label: int = 0, cost: float = 0.0
    ) -> int:
        """A new state in which the phone is heard."""
        state = self._looping(phone, place, before)
        self._fst.arc(source, state, self._forward(phone, place, before), label, cost)
        return state

    def _looping(self, phone: str, place: str, before: str | None = None) -> int:
        """A state in which a phone stays; whatever was before, its further frames read the same."""
        state = self._fst.state()
        loop = self._contexts.transitions(NUMBER[phone], place, NUMBER[before] if before else None)[1]
        self._fst.arc(state, state, loop)
        return state

    def _forward(self, phone: str, place: str, before: str | None) -> int:
        return self._contexts.transitions(NUMBER[phone], place, NUMBER[before] if before else None)[0]


def _placed(phones: Phones) -> Iterator[tuple[str, str, str | None]]:
    """Each phone with its position and the phone before it in the word."""
    for at, phone in enumerate(phones):
        yield phone, position(at, len(phones)), phones[at - 1] if at else None


def decoy_costs(lexicon: Lexicon, decoys: Lexicon, costs: Costs) -> dict[Phones, float]:
    """What each decoy costs; every word of the vocabulary is one, for grammars that do not list it.

    Such a one costs `vocabulary` more than the word itself, whose ways are dearer the more there are.
    """
    known: dict[Phones, float] = {}
    for ways in lexicon.values():
        for phones in ways:
            known[phones] = max(known.get(phones, 0.0), costs.vocabulary + math.log(len(ways)))
    close = {blurred for phones in known for blurred in _blurred(phones)}
    others = {phones for ways in decoys.values() for phones in ways}
    found = {phones: costs.near if _is_near(phones, close) else costs.decoy for phones in others}
    return found | known


def _is_near(phones: Phones, close: set[Phones]) -> bool:
    return not close.isdisjoint(_blurred(phones))


def _blurred(phones: Phones) -> Iterable[Phones]:
    """Two words differ in one phone at most if they share one of these."""
    changed = ((*phones[:at], "", *phones[at + 1 :]) for at in range(len(phones)))
    inserted = ((*phones[:at], "", *phones[at:]) for at in range(len(phones) + 1))
    return (*changed, *inserted)
