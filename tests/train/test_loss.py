"""The objective: never positive, its gradient the slope, its competitor the sum over all strings."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("numba")

from models.train.loss import Objective
from models.train.phone_model import PhoneModel, estimate, strand
from models.train.word_tree import Word, WordTree, plant
from voicenuts.modelling.phones import BASES, Contexts

TRANSCRIPTS = [((1, 2, 3), (4,)), ((5, 1),), (), ((39, 38), (1, 1))]
CONTEXTS = Contexts((("AA", "AO", "T"), ("IY", "K")))
WORDS: list[Word] = [(1, 2, 3), (1, 2), (4,), (7, 9), (4, 4)]


def _tree(contexts: Contexts, share: float = 0.7) -> WordTree:
    return plant([(0.75, WORDS), (0.25, [(7, 9), (6,)])], share, contexts)


@pytest.mark.parametrize("contexts", [Contexts(), CONTEXTS])
def test_the_gradient_is_the_slope(contexts: Contexts) -> None:
    rng, model = np.random.default_rng(0), estimate(TRANSCRIPTS)
    tree = _tree(contexts)
    objective, counts = Objective(model, contexts, tree), [20, 17, 12, 9]
    y = rng.standard_normal((4, 20, contexts.pdf_count)).astype(np.float32)
    strands = [strand(words, model, contexts, tree) for words in TRANSCRIPTS]
    logs, slope = objective.value(y, counts, strands, True)
    assert (logs[:, 0] < logs[:, 1]).all()
    assert np.abs(slope[3, 9:]).max() == 0
    steep = np.argwhere(np.abs(slope) > 0.05)
    for n, t, k in rng.permutation(steep)[:12]:
        values = []
        for step in (0.05, -0.05):
            moved = y.copy()
            moved[n, t, k] += step
            log = objective.value(moved, counts, strands, False)[0][n]
            values.append(log[0] - log[1])
        assert (values[0] - values[1]) / 0.1 == pytest.approx(slope[n, t, k], abs=3e-3)


def test_all_strings_of_two_frames_are_counted() -> None:
    model = estimate(TRANSCRIPTS)
    y = np.random.default_rng(1).standard_normal((1, 2, CONTEXTS.pdf_count)).astype(np.float32)
    first, second = np.exp(y[0].astype(float))
    begin = [CONTEXTS.forward_pdf(b) for b in range(len(BASES))]
    stays = [2 * b + 1 for b in range(len(BASES))]
    total = model.pause * first[0] * second[1] * model.pause_end
    for b in range(1, len(BASES)):
        enter = model.word * model.first[b] * first[begin[b]]
        total += enter * second[stays[b]] * model.last[b] * model.end
        total += enter * model.last[b] * model.pause * second[0] * model.pause_end
        total += (
            model.pause
            * first[0]
            * model.pause_word
            * model.first[b]
            * second[begin[b]]
            * model.last[b]
            * model.end
        )
    for a, b in itertools.product(range(1, len(BASES)), repeat=2):
        enter = model.word * model.first[a] * first[begin[a]]
        inner = second[CONTEXTS.forward_pdf(b, CONTEXTS.after(a))]
        total += enter * model.following[a, b] * inner * model.last[b] * model.end
        total += (
            enter * model.last[a] * model.word * model.first[b] * second[begin[b]] * model.last[b] * model.end
        )
    tree = _tree(CONTEXTS, share=0.0)
    strands = [strand((), model, CONTEXTS, tree)]
    logs, _ = Objective(model, CONTEXTS, tree).value(y, [2], strands, False)
    assert logs[0, 1] == pytest.approx(np.log(total), abs=1e-4)


def test_the_competing_words_are_all_transcripts_of_listed_words() -> None:
    # With listed words alone, all strings of four frames are sentences of them, each with its weight.
    model, tree = estimate(TRANSCRIPTS), _tree(CONTEXTS, share=1.0)
    y = np.random.default_rng(2).standard_normal((1, 4, CONTEXTS.pdf_count)).astype(np.float32)
    objective = Objective(model, CONTEXTS, tree)
    sentences = [
        s for n in range(5) for s in itertools.product(tree.chances, repeat=n) if sum(map(len, s)) <= 4
    ]
    logs = [objective.along(y[0], strand(s, model, CONTEXTS, tree)) for s in sentences]
    among = objective.value(y, [4], [strand((), model, CONTEXTS, tree)], False)[0][0, 1]
    assert among == pytest.approx(np.logaddexp.reduce(logs), abs=1e-3)


def test_a_word_weighs_what_both_its_ways_weigh() -> None:
    model = estimate(TRANSCRIPTS)
    y = np.random.default_rng(3).standard_normal((12, CONTEXTS.pdf_count)).astype(np.float32)

    def log(share: float, word: Word, of: PhoneModel = model) -> float:
        tree = _tree(CONTEXTS, share)
        return Objective(of, CONTEXTS, tree).along(y, strand((word,), of, CONTEXTS, tree))

    assert log(0.5, (1, 2)) == pytest.approx(
        np.log(0.5) + np.logaddexp(log(0, (1, 2)), log(1, (1, 2))), abs=1e-4
    )
    assert log(0.5, (9, 8)) == pytest.approx(np.log(0.5) + log(0, (9, 8)), abs=1e-4)
