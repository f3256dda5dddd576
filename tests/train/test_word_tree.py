"""The tree of the words that a transcript competes with."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.train.word_tree import plant
from voicenuts.modelling.phones import BASES, Contexts

WORD = st.lists(st.integers(1, len(BASES) - 1), min_size=1, max_size=4).map(tuple)


@settings(max_examples=40, deadline=None)
@given(st.lists(WORD, min_size=1, max_size=12), st.lists(WORD, max_size=6))
def test_every_word_has_the_chance_of_its_way(
    known: list[tuple[int, ...]], decoys: list[tuple[int, ...]]
) -> None:
    tree = plant([(0.6, known), (0.4, decoys)], 0.8, Contexts())
    assert sum(tree.chances.values()) == pytest.approx(1)
    reached = np.zeros(len(tree.parent))
    for n, parent in enumerate(tree.parent):
        assert parent < n
        reached[n] = (reached[parent] if parent >= 0 else 1.0) * tree.enter[n]
    ends = reached * tree.last
    assert ends.sum() == pytest.approx(1, abs=1e-5)
    assert sorted(ends[ends > 0]) == pytest.approx(sorted(tree.chances.values()), abs=1e-5)


def test_pdfs_tell_what_came_before_inside_a_word() -> None:
    contexts = Contexts((("AA",),))
    tree = plant([(1.0, [(1, 2)]), (1.0, [(2,)])], 0.5, contexts)
    assert tree.forward.tolist() == [2, 4, contexts.forward_pdf(2, contexts.after(1))]
    assert tree.stay.tolist() == [3, 5, 5]
