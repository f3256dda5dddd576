"""Scripted shouts: who calls which thief how long after whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from voicenuts.values import samples

SINGLE, PAIR, SAME = "single", "pair", "same name"

PATTERN: Final = (
    (SINGLE, 0),
    (PAIR, 120),
    (SAME, 120),
    (SINGLE, 0),
    (PAIR, 60),
    (PAIR, 400),
    (SINGLE, 0),
    (PAIR, 120),
    (PAIR, 250),
    (SINGLE, 0),
    (PAIR, 60),
    (SAME, 120),
    (SINGLE, 0),
    (PAIR, 400),
    (PAIR, 0),
    (PAIR, 30),
)
"""Kinds of trials and their gaps (ms), over and over; those that are judged most come most often."""


@dataclass(frozen=True, slots=True)
class Shout:
    """One seat's call: a phrase in one of its forms, `after` samples after the first shout of its trial."""

    seat: int
    phrase: str
    text: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class Trial:
    """What is shouted in one window, in order."""

    kind: str
    gap_ms: int
    shouts: tuple[Shout, ...]


Forms = Mapping[str, Sequence[str]]
"""The spoken forms of every phrase that may be shouted."""


def planned(count: int, seats: int, forms: Forms, seed: int) -> list[Trial]:
    """So many trials; a pair shouts different names, the same name comes from two neighbours."""
    chance = Random(seed)
    return [_trial(*PATTERN[number % len(PATTERN)], seats, forms, chance) for number in range(count)]


def singles(count: int, seats: int, forms: Forms, seed: int) -> list[Trial]:
    """So many trials in which only one seat shouts."""
    chance = Random(seed)
    return [_trial(SINGLE, 0, seats, forms, chance) for _ in range(count)]


def _trial(kind: str, gap_ms: int, seats: int, forms: Forms, chance: Random) -> Trial:
    first, second = chance.sample(range(seats), 2)
    one, other = chance.sample(sorted(forms), 2)
    if kind == SAME:
        second, other = (first + chance.choice((-1, 1))) % seats, one
    shouts = [Shout(first, one, chance.choice(forms[one]))]
    if kind != SINGLE:
        shouts.append(Shout(second, other, chance.choice(forms[other]), samples(gap_ms)))
    return Trial(kind, gap_ms, tuple(shouts))
