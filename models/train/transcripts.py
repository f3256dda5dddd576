"""The phone strings of prepared utterances, and choosing the pronunciation that was really said."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from models.train.phone_model import Words

Word = tuple[int, ...]
Says = Callable[[str], Sequence[Word]]
"""The pronunciations of a word, in base phones, the likeliest first."""

MOST = 10
"""Readings of one utterance that are compared; beyond it one word varies at a time."""


def first_reading(text: str, says: Says) -> Words:
    """The reading to start from: the likeliest of every word."""
    return tuple(says(word)[0] for word in text.split())


def readings(text: str, says: Says) -> list[Words]:
    """All readings of a text, or some of them where there are many.

    >>> says = {"a": [(1,), (2,)], "b": [(3,)]}.__getitem__
    >>> readings("a b", says)
    [((1,), (3,)), ((2,), (3,))]
    """
    choices = [says(word) for word in text.split()]
    count = 1
    for words in choices:
        count *= len(words)
    if count <= MOST:
        return list(itertools.product(*choices))
    base = [words[0] for words in choices]
    varied = [(*base[:at], other, *base[at + 1 :]) for at, words in enumerate(choices) for other in words[1:]]
    return [tuple(base), *varied][:MOST]
