"""The weights that transcripts and their competitors share."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.train.phone_model import NEVER, estimate, strand
from models.train.word_tree import plant
from voicenuts.modelling.phones import BASES, Contexts

WORD = st.lists(st.integers(1, len(BASES) - 1), min_size=1, max_size=4).map(tuple)
TRANSCRIPT = st.lists(WORD, max_size=3).map(tuple)


@settings(max_examples=30, deadline=None)
@given(st.lists(TRANSCRIPT, min_size=1, max_size=6))
def test_what_may_follow_is_certain_to(transcripts: list[tuple[tuple[int, ...], ...]]) -> None:
    model = estimate(transcripts)
    assert model.first.sum() == pytest.approx(1, abs=1e-5)
    assert np.allclose(model.following.sum(1)[1:] + model.last[1:], 1, atol=1e-5)
    assert model.pause + model.word + model.end == pytest.approx(1)
    assert model.pause_word + model.pause_end == pytest.approx(1)
    assert model.first[0] == model.last[0] == 0


def test_a_strand_has_optional_silence_at_every_border() -> None:
    model, contexts = estimate([((1, 2), (3,))]), Contexts((("AA",),))
    line = strand(((1, 2), (3,)), model, contexts, plant([], 0.0, contexts))
    assert line.phones.tolist() == [0, 1, 2, 0, 3, 0]
    assert line.optional.tolist() == [1, 0, 0, 1, 0, 1]
    # Phone 2 comes after AA (1) and reads a pdf of its own; 3 begins a word and does not.
    assert line.forward.tolist() == [0, 2, 80 + 1, 0, 6, 0]
    assert [skip > NEVER for skip in line.skip] == [False, True, False, False, True, False]
    assert line.enter[2] == pytest.approx(np.log(model.following[1, 2]))
    assert line.skip[4] == pytest.approx(np.log(model.last[2] * model.word * model.first[3]), abs=1e-4)
    assert line.leave_skip == pytest.approx(np.log(model.last[3] * model.end), abs=1e-4)


def test_no_words_are_one_silence() -> None:
    line = strand((), estimate([()]), Contexts(), plant([], 0.0, Contexts()))
    assert line.phones.tolist() == [0]
    assert line.optional.tolist() == [0]
    assert line.leave_skip == NEVER
