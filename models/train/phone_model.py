"""How likely phones follow each other: the model of all phone strings that a transcript competes with.

A string is words of phones with an optional silence at every border.  The same weights stand on the paths
of a transcript, in the competing model, and, for what nobody listed, in the decoding graph's filler.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from models.train.word_tree import WordTree
from voicenuts.modelling.phones import BASES, Contexts

Matrix = NDArray[np.float32]
Words = tuple[tuple[int, ...], ...]
"""A transcript: words of base phones."""

SMOOTHING = 0.3
"""Added to every count."""


@dataclass(frozen=True)
class PhoneModel:
    """Probabilities, over base phones (silence has none but the five below).

    `first[b]` begins a word, `following[a, b]` goes on in it, `last[a]` ends it.  After a word: a `pause`,
    a `word` at once, or the `end`; after a pause: `pause_word` or `pause_end`.
    """

    first: Matrix
    following: Matrix
    last: Matrix
    pause: float
    word: float
    end: float
    pause_word: float
    pause_end: float

    def weights(self) -> Matrix:
        """The five probabilities at a word's border, in the order of the fields."""
        return np.array([self.pause, self.word, self.end, self.pause_word, self.pause_end], np.float32)


def estimate(transcripts: Iterable[Words]) -> PhoneModel:
    """Counted over transcripts, every optional silence half there and half not."""
    size = len(BASES)
    first, following, last = np.zeros(size), np.zeros((size, size)), np.zeros(size)
    utterances = words = 0
    for transcript in transcripts:
        utterances += 1
        words += len(transcript)
        for word in transcript:
            first[word[0]] += 1
            last[word[-1]] += 1
            for before, after in pairwise(word):
                following[before, after] += 1
    first[1:] += SMOOTHING
    following[1:, 1:] += SMOOTHING
    last[1:] += SMOOTHING
    total = following.sum(1) + last
    total[0] = 1
    ends = 0.5 * utterances / max(1, words + utterances)
    others = 0.5 - ends
    return PhoneModel(
        (first / first.sum()).astype(np.float32),
        (following / total[:, None]).astype(np.float32),
        (last / total).astype(np.float32),
        pause=0.5,
        word=others,
        end=ends,
        pause_word=2 * others,
        pause_end=2 * ends,
    )


@dataclass(frozen=True)
class Strand:
    """A transcript as a line of phones, each perhaps skipped: what the loss walks along.

    `phones` are base phones, `forward` their first frames' pdfs, `optional` the silences.  `enter[j]` is
    the log weight from the phone before, `skip[j]` from the one before that, `leave` and `leave_skip`
    the weights of ending after the last phone and after the last but one.
    """

    phones: NDArray[np.int32]
    forward: NDArray[np.int32]
    optional: NDArray[np.int32]
    enter: Matrix
    skip: Matrix
    leave: float
    leave_skip: float


NEVER = -1e30


def strand(words: Sequence[tuple[int, ...]], model: PhoneModel, contexts: Contexts, tree: WordTree) -> Strand:
    """The strand of a transcript; without words it is one silence that must be there.

    A word weighs what it does as one of the tree and as a string of phones together.
    """
    phones, forward, enter, skip = [0], [contexts.forward_pdf(0)], [_log(model.pause)], [NEVER]
    after_word = 0.0
    for word in words:
        begin = _log(model.first[word[0]]) + _advantage(word, model, tree)
        for index, phone in enumerate(word):
            before = word[index - 1] if index else None
            phones.append(phone)
            forward.append(contexts.forward_pdf(phone, contexts.after(before)))
            if before is None:
                enter.append(_log(model.pause_word) + begin)
                skip.append(after_word + _log(model.word) + begin)
            else:
                enter.append(_log(model.following[before, phone]))
                skip.append(NEVER)
        after_word = _log(model.last[word[-1]])
        phones.append(0)
        forward.append(contexts.forward_pdf(0))
        enter.append(after_word + _log(model.pause))
        skip.append(NEVER)
    return Strand(
        np.array(phones, np.int32),
        np.array(forward, np.int32),
        np.array([phone == 0 and bool(words) for phone in phones], np.int32),
        np.array(enter, np.float32),
        np.array(skip, np.float32),
        _log(model.pause_end),
        after_word + _log(model.end) if words else NEVER,
    )


def _advantage(word: tuple[int, ...], model: PhoneModel, tree: WordTree) -> float:
    """How much more a word weighs (a logarithm) than by the phone model alone."""
    alone = _log(model.first[word[0]]) + _log(model.last[word[-1]])
    alone += sum(_log(model.following[before, after]) for before, after in pairwise(word))
    known = _log(tree.share * tree.chances.get(word, 0.0)) - alone
    return float(np.logaddexp(_log(1 - tree.share), known))


def _log(value: float) -> float:
    return float(np.log(max(value, 1e-30)))
