"""What is written is, byte for byte, what OpenFst's own tools wrote (see oracle/README.md)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from voicenuts.modelling.fst import Builder, Fst, const
from voicenuts.modelling.lookahead import olabel_lookahead, reached

ORACLE = Path(__file__).parent / "oracle"
NAMES = sorted(path.stem for path in ORACLE.glob("*.const"))


def compiled(name: str) -> Fst:
    """The transducer of a text file."""
    rows = [line.split() for line in (ORACLE / f"{name}.txt").read_text().splitlines()]
    builder = Builder()
    for _ in range(1 + max(int(state) for row in rows for state in row[: 2 if len(row) == 5 else 1])):
        builder.state()
    for row in rows:
        if len(row) == 5:
            source, target, ilabel, olabel = map(int, row[:4])
            builder.arc(source, target, ilabel, olabel, float(row[4]))
        else:
            builder.end(int(row[0]), float(row[1]))
    return builder.done()


def test_there_is_an_oracle() -> None:
    assert {"acyclic", "acyclic-orphans", "cyclic", "cyclic-orphans", "string", "words"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_const_is_what_openfst_writes(name: str) -> None:
    assert const(compiled(name).arranged("ilabel")) == (ORACLE / f"{name}.const").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_lookahead_is_what_openfst_writes(name: str) -> None:
    assert olabel_lookahead(compiled(name))[0] == (ORACLE / f"{name}.lookahead").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_new_labels_are_a_permutation_and_every_set_is_true(name: str) -> None:
    fst = compiled(name).arranged("olabel")
    reach = reached(fst)
    assert sorted([*reach.labels.values(), reach.end]) == list(range(1, len(reach.labels) + 2))
    for state, intervals in enumerate(reach.intervals):
        told = {label for begin, end in intervals for label in range(begin, end)}
        assert told == {reach.end if old < 0 else reach.labels[old] for old in next_labels(fst, state)}


def next_labels(fst: Fst, state: int) -> set[int]:
    """Output labels on arcs that can be come to without writing any; -1 where something ends."""
    found, seen, waiting = set(), {state}, [state]
    while waiting:
        at = waiting.pop()
        if np.isfinite(fst.final[at]):
            found.add(-1)
        for arc in fst.arcs[fst.first[at] : fst.first[at + 1]]:
            if arc["olabel"]:
                found.add(int(arc["olabel"]))
            elif int(arc["target"]) not in seen:
                seen.add(int(arc["target"]))
                waiting.append(int(arc["target"]))
    return found


def test_arcs_are_grouped_by_source_in_their_order() -> None:
    builder = Builder()
    a, b = builder.state(), builder.state()
    builder.arc(b, a, 5)
    builder.arc(a, b, 7)
    builder.arc(a, a, 6)
    builder.end(b, 0.5)
    fst = builder.done()
    assert fst.arcs["ilabel"].tolist() == [7, 6, 5]
    assert fst.sources.tolist() == [0, 0, 1]
    assert fst.final.tolist() == [float("inf"), 0.5]
