"""The tree: its squares, its colours, and that owl and fox never close it."""

from __future__ import annotations

from collections import Counter, deque
from itertools import product

import pytest

from voicenuts.games.nutventure.board import (
    COLOURS,
    CROWN,
    DIRECTIONS,
    EXITS,
    FOX_STOPS,
    HOURS,
    KINDS,
    NAMED,
    NAMES,
    OWL_STOPS,
    SQUARES,
    floor_of,
    hour_of,
    next_stop,
    tokens,
    zone,
)

TABLE = {
    "top": ("blue down", "red 1", "yellow nest", "green 1"),
    "middle": ("yellow up 1", "green 2", "blue down", "red hive"),
    "bottom": ("blue fern", "red mushroom", "yellow up 2", "green 2"),
}
"""Hours 12, 1, 2 and 3, which repeat: colour, ladder, store, nuts."""


def _distances(start: int, closed: frozenset[int] = frozenset()) -> dict[int, int]:
    found, waiting = {start: 0}, deque([start])
    while waiting:
        square = waiting.popleft()
        for other in EXITS[square].values():
            if other not in found and other not in closed:
                found[other] = found[square] + 1
                waiting.append(other)
    return found


@pytest.mark.parametrize("floor", TABLE)
@pytest.mark.parametrize("hour", range(1, HOURS + 1))
def test_n01_every_square_is_that_of_the_printed_table(floor: str, hour: int) -> None:
    square = NAMED[f"{floor}-{hour}"]
    kind = KINDS[square]
    has = [kind.colour, kind.ladder, kind.store, str(kind.nuts or "")]
    assert " ".join(filter(None, has)) == TABLE[floor][hour % 4]
    assert (floor_of(square), hour_of(square)) == (floor, hour)


def test_n01_the_colours_follow_the_formula() -> None:
    for square in SQUARES:
        shift = 2 if floor_of(square) == "middle" else 0
        assert KINDS[square].colour == COLOURS[(hour_of(square) + shift) % 4]


def test_n01_thirty_six_squares_with_exits_of_different_colours() -> None:
    assert len(SQUARES) == len(NAMES) == len(set(NAMES)) == 36
    for square in SQUARES:
        around = [KINDS[other].colour for other in EXITS[square].values()]
        assert len(set(around)) == len(around)
        assert KINDS[square].colour not in around
        assert set(EXITS[square]) <= set(DIRECTIONS)


def test_n01_every_step_can_be_taken_back() -> None:
    back = {"left": "right", "right": "left", "up": "down", "down": "up"}
    for square in SQUARES:
        for direction, other in EXITS[square].items():
            assert EXITS[other][back[direction]] == square


def test_n01_three_of_each_store_and_a_ladder_leads_to_the_fourth_colour() -> None:
    stores = Counter(kind.store for kind in KINDS if kind.store)
    assert stores == {"nest": 3, "hive": 3, "fern": 3, "mushroom": 3}
    for square in SQUARES:
        ends = {KINDS[other].colour for other in EXITS[square].values()} | {KINDS[square].colour}
        assert len(ends) == (4 if KINDS[square].ladder else 3)


@pytest.mark.parametrize(("owl", "fox"), list(product(OWL_STOPS, FOX_STOPS)))
def test_n01_wherever_the_villains_are_every_free_square_can_be_reached(owl: int, fox: int) -> None:
    closed = zone(owl, "middle") | zone(fox, "bottom")
    assert len(closed) == 6
    reached = _distances(CROWN, closed)
    assert set(reached) == set(SQUARES) - closed
    assert {KINDS[square].store for square in reached} >= {"nest", "hive", "fern", "mushroom"}


def test_hives_and_mushrooms_are_always_safe_and_every_other_lower_square_can_be_in_danger() -> None:
    ever = frozenset[int]().union(
        *(zone(owl, "middle") for owl in OWL_STOPS), *(zone(fox, "bottom") for fox in FOX_STOPS)
    )
    safe = {KINDS[square].store for square in SQUARES if square not in ever and floor_of(square) != "top"}
    assert safe == {"hive", "mushroom"}
    assert len(ever) == 18


def test_the_way_from_the_crown_is_never_longer_than_eight_steps() -> None:
    steps = _distances(CROWN).values()
    assert max(steps) == 8
    assert sum(steps) / len(steps) == pytest.approx(4.2, abs=0.05)


@pytest.mark.parametrize(("seats", "ones", "twos"), [(2, 3, 9), (3, 6, 9), (4, 9, 9)])
def test_tokens_lie_where_the_number_of_seats_has_them(seats: int, ones: int, twos: int) -> None:
    lying = [nuts for there in tokens(seats) for nuts in there]
    assert Counter(lying) == {1: ones, 2: twos}


def test_the_villains_go_round_their_stops_both_ways() -> None:
    assert [next_stop(OWL_STOPS, stop, 1) for stop in OWL_STOPS] == [5, 9, 1]
    assert [next_stop(FOX_STOPS, stop, -1) for stop in FOX_STOPS] == [11, 3, 7]
