"""The wood: which squares a move may end on."""

from __future__ import annotations

from itertools import pairwise

import pytest

from voicenuts.games.hazelnut.board import NAMES, PAWS, RING, SQUARES, destinations, neighbours

TABLE = {
    "old-oak": ("T1 T8", "T2 T7", "T2 T3 T6 T7"),
    "tree-1": ("OO T2", "T3 T7 T8", "T4 T6 T7 T8"),
    "tree-2": ("T1 T3 T7", "OO T4 T6 T8", "OO HL T5 T8"),
    "tree-3": ("T2 T4", "T1 HL T7", "OO T5 T6 T8"),
    "tree-4": ("T3 HL", "T2 T5", "T1 T6 T7"),
    "hollow-log": ("T4 T5", "T3 T6", "T2 T7"),
    "tree-5": ("HL T6", "T4 T7", "T2 T3 T8"),
    "tree-6": ("T5 T7", "T2 HL T8", "OO T1 T3 T4"),
    "tree-7": ("T2 T6 T8", "OO T1 T3 T5", "OO T1 T4 HL"),
    "tree-8": ("OO T7", "T1 T2 T6", "T1 T2 T3 T5"),
}
CELLS = [(start, paws) for start in TABLE for paws in PAWS]


def _square(short: str) -> int:
    return SQUARES[{"OO": "old-oak", "HL": "hollow-log"}.get(short, f"tree-{short[1:]}")]


@pytest.mark.parametrize(("start", "paws"), CELLS)
def test_h02_destinations_are_those_of_the_printed_table(start: str, paws: int) -> None:
    printed = {_square(short) for short in TABLE[start][paws - 1].split()}
    assert set(destinations(SQUARES[start], paws)) == printed


def _paths(path: tuple[int, ...], paws: int) -> list[tuple[int, ...]]:
    """Every walk of so many steps, straight from the definition of a neighbour."""
    if paws == 0:
        return [path]
    return [found for step in neighbours(path[-1]) for found in _paths((*path, step), paws - 1)]


@pytest.mark.parametrize("paws", PAWS)
@pytest.mark.parametrize("start", range(RING))
def test_h14_no_step_undoes_the_one_before(start: int, paws: int) -> None:
    straight = {
        path[-1]
        for path in _paths((start,), paws)
        if all(path[index] != path[index + 2] for index in range(len(path) - 2))
    }
    assert set(destinations(start, paws)) == straight
    assert start not in straight


@pytest.mark.parametrize(("start", "paws"), CELLS)
def test_h14_the_next_turn_may_go_back(start: str, paws: int) -> None:
    for end in destinations(SQUARES[start], paws):
        assert SQUARES[start] in destinations(end, paws)


def test_the_ring_has_ten_squares_and_one_plank() -> None:
    ring = {frozenset({square, (square + 1) % RING}) for square in range(RING)}
    edges = {frozenset({square, other}) for square in range(RING) for other in neighbours(square)}
    assert edges - ring == {frozenset({SQUARES["tree-2"], SQUARES["tree-7"]})}
    assert ring <= edges


def test_destinations_are_offered_in_board_order() -> None:
    for square in range(RING):
        for paws in PAWS:
            ends = destinations(square, paws)
            assert all(first < second for first, second in pairwise(ends))
            assert 2 <= len(ends) <= 4


def test_names_and_squares_are_each_others_inverse() -> None:
    assert [SQUARES[name] for name in NAMES] == list(range(RING))
