"""The objective: never positive, its gradient the slope, its competitor the sum over all strings."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("numba")

from models.train.loss import Objective
from models.train.phone_model import estimate, strand
from voicenuts.modelling.phones import BASES, Contexts

TRANSCRIPTS = [((1, 2, 3), (4,)), ((5, 1),), (), ((39, 38), (1, 1))]
CONTEXTS = Contexts((("AA", "AO", "T"), ("IY", "K")))


@pytest.mark.parametrize("contexts", [Contexts(), CONTEXTS])
def test_the_gradient_is_the_slope(contexts: Contexts) -> None:
    rng, model = np.random.default_rng(0), estimate(TRANSCRIPTS)
    objective, counts = Objective(model, contexts), [20, 17, 12, 9]
    y = rng.standard_normal((4, 20, contexts.pdf_count)).astype(np.float32)
    strands = [strand(words, model, contexts) for words in TRANSCRIPTS]
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
    strands = [strand((), model, CONTEXTS)]
    logs, _ = Objective(model, CONTEXTS).value(y, [2], strands, False)
    assert logs[0, 1] == pytest.approx(np.log(total), abs=1e-4)
