"""The words a transcript competes with, as a tree of their phones.

A model that only competes with likely phone strings learns to tell all of them apart, though at the table
it will choose between listed words and decoys.  So a share of the words in the competing model are those.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voicenuts.modelling.phones import Contexts

Word = tuple[int, ...]
"""A pronunciation in base phones."""


@dataclass(frozen=True)
class WordTree:
    """Nodes behind their parents; node n is a phone, entered from `parent[n]` (-1: a word begins).

    `enter[n]` and `last[n]` are the probabilities of going on to it and of ending there, `forward` and
    `stay` the pdfs of its first and its further frames, `chances` the words' own.  Words are chosen with the
    probability `share`, other phone strings with the rest.
    """

    parent: NDArray[np.int32]
    forward: NDArray[np.int32]
    stay: NDArray[np.int32]
    enter: NDArray[np.float32]
    last: NDArray[np.float32]
    chances: Mapping[Word, float]
    share: float


def plant(kinds: Iterable[tuple[float, Iterable[Word]]], share: float, contexts: Contexts) -> WordTree:
    """The tree of words in kinds of different weight, within which every pronunciation weighs the same."""
    chances: dict[Word, float] = {}
    sets = [(weight, sorted(set(words))) for weight, words in kinds]
    total = sum(weight for weight, words in sets if words)
    for weight, words in sets:
        for word in words:
            chances[word] = chances.get(word, 0.0) + weight / total / len(words)
    mass: dict[Word, float] = {}
    for word, chance in chances.items():
        for length in range(1, len(word) + 1):
            mass[word[:length]] = mass.get(word[:length], 0.0) + chance
    nodes = sorted(mass, key=lambda stem: (len(stem), stem))
    number = {stem: n for n, stem in enumerate(nodes)}
    return WordTree(
        np.array([number[stem[:-1]] if len(stem) > 1 else -1 for stem in nodes], np.int32),
        np.array([_forward(stem, contexts) for stem in nodes], np.int32),
        np.array([2 * stem[-1] + 1 for stem in nodes], np.int32),
        np.array([mass[stem] / mass.get(stem[:-1], 1.0) for stem in nodes], np.float32),
        np.array([chances.get(stem, 0.0) / mass[stem] for stem in nodes], np.float32),
        chances,
        share,
    )


def _forward(stem: Word, contexts: Contexts) -> int:
    if len(stem) == 1:
        return contexts.forward_pdf(stem[0])
    return contexts.forward_pdf(stem[-1], contexts.after(stem[-2]))
