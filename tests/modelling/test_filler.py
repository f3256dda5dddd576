from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from voicenuts.errors import PlainError
from voicenuts.modelling import filler as fillers
from voicenuts.modelling.filler import Filler
from voicenuts.modelling.phones import BASES


@pytest.fixture
def filler() -> Filler:
    return Filler.of(np.random.default_rng(3).random((len(BASES), len(BASES))))


def test_rows_sum_to_one_and_no_word_is_empty() -> None:
    counts = np.ones((40, 40))
    counts[0, 0] = 7
    counts[5, 0] = 41
    filler = Filler.of(counts)
    assert filler.after[0, 0] == 0
    assert filler.after[0, 1] == pytest.approx(1 / 39)
    assert filler.after[5, 0] == pytest.approx(41 / 80)
    assert filler.costs[5, 0] == pytest.approx(-np.log(41 / 80), abs=1e-5)
    assert filler.costs[0, 0] == pytest.approx(-np.log(1e-6))


def test_a_file_gives_the_same_numbers_back(tmp_path: Path, filler: Filler) -> None:
    fillers.write(tmp_path / "filler.txt", filler)
    assert (fillers.read(tmp_path / "filler.txt").after == filler.after).all()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda lines: lines[:-1], "is no filler: it needs a head and a row for each of SIL, AA"),
        (lambda lines: lines[1:], "is no filler"),
        (lambda lines: [], "is no filler"),
        (lambda lines: [*lines[:4], "AH\t0.5", *lines[5:]], "line 5, is not as it was written"),
        (lambda lines: [*lines[:4], lines[4].replace("AH", "AO"), *lines[5:]], "line 5, .* AH and 40 prob"),
        (lambda lines: [*lines[:4], lines[4].replace("0.", "x"), *lines[5:]], "line 5, "),
        (lambda lines: [*lines[:4], lines[4].replace("0.", "1."), *lines[5:]], "line 5, .* sum to 1"),
    ],
)
def test_a_damaged_file_is_one_sentence(
    tmp_path: Path, filler: Filler, change: Callable[[list[str]], list[str]], sentence: str
) -> None:
    path = tmp_path / "filler.txt"
    fillers.write(path, filler)
    path.write_text("\n".join(change(path.read_text().splitlines())))
    with pytest.raises(PlainError, match=sentence):
        fillers.read(path)
