"""Looking for a way: what is found is legal and leaves the fewest dice, and only if the table allows it."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.nutventure.play import Play, begin
from voicenuts.games.nutventure import game as nutventure
from voicenuts.games.nutventure.board import (
    CROWN,
    DIRECTIONS,
    FOX_STOPS,
    KINDS,
    NAMED,
    OWL_STOPS,
    SQUARES,
    STORES,
)
from voicenuts.games.nutventure.dice import DICE, WILD_DICE
from voicenuts.games.nutventure.events import TARGETS
from voicenuts.games.nutventure.game import Phase
from voicenuts.games.nutventure.state import State, danger, open_exits
from voicenuts.games.nutventure.way import stops, way_to, ways
from voicenuts.games.nutventure.words import part, place
from voicenuts.values import Listing, Name


def standing(
    square: int, carry: int, keep: bool, villains: tuple[int, int], faces: tuple[str, ...], filled: list[int]
) -> State:
    """Seat 0 about to move; if the square is in a zone, from the Crown."""
    play = begin(owl=villains[0], fox=villains[1], keep=keep, faces=faces, phase=Phase.STEPS)
    start = CROWN if danger(play.state, square) else square
    return play.state._replace(
        pos=(start, 0, 0, 0), carry=(carry, 0, 0, 0), stores=(tuple(filled), *play.state.stores[1:])
    )


POSITIONS = st.builds(
    standing,
    st.sampled_from(SQUARES),
    st.integers(0, 2),
    st.booleans(),
    st.tuples(st.sampled_from(OWL_STOPS), st.sampled_from(FOX_STOPS)),
    st.sampled_from([DICE, WILD_DICE]).flatmap(lambda dice: st.tuples(*map(st.sampled_from, dice))),
    st.lists(st.integers(0, 2), min_size=4, max_size=4),
)
"""The active seat anywhere outside the zones, with any throw."""


def end_of(play: Play) -> int:
    """The square that the last step led to, from which a scare may have driven the squirrel since."""
    listing = play.args("step")["square"]
    assert isinstance(listing, Listing)
    return next(square for square in SQUARES if place(square) == listing.items[0])


def brute(state: State) -> dict[tuple[int, int | None], int]:
    """By taking every order of steps in the game itself: the fewest dice left, by last square and store."""
    best: dict[tuple[int, int | None], int] = {}
    waiting = [state]
    while waiting:
        before = waiting.pop()
        for direction in DIRECTIONS:
            play = Play(before).move(direction)
            if "step" not in play.said:
                continue
            unused = play.args("step")["unused"]
            assert isinstance(unused, int)
            new = zip(state.stores[0], play.state.stores[0], strict=True)
            filled = next((index for index, (old, now) in enumerate(new) if old != now), None)
            key = end_of(play), filled
            best[key] = min(unused, best.get(key, unused))
            if play.state.active == 0:
                waiting.append(play.state)
    return best


@given(POSITIONS)
def test_the_ways_are_those_that_the_game_itself_allows(state: State) -> None:
    assert {(way.end, way.store): way.unused for way in ways(state)} == brute(state)
    for way in ways(state):
        assert len(way.path) + way.unused == len(DICE)


@given(POSITIONS, st.sampled_from(TARGETS))
def test_a_way_that_is_accepted_leads_to_its_target(state: State, target: str) -> None:
    way = way_to(state, target)
    play = Play(state).go(target)
    if way is None:
        assert play.said == ["no-way"]
        assert play.state == state
        return
    assert play.said == ["prompt-way"]
    assert play.args("prompt-way")["steps"] == len(way.path)
    assert play.args("prompt-way")["unused"] == way.unused
    assert play.state.pos == state.pos
    play.yes()
    assert end_of(play) == way.end
    assert ("stored" in play.said) == (way.store is not None)
    kind = KINDS[way.end]
    assert target in (kind.store, "crown" if way.end == CROWN else "", "nut", *_names(way.end))
    if target == "nut":
        assert state.tokens[way.end]


def _names(square: int) -> list[str]:
    return [name for name, named in NAMED.items() if named == square]


def test_a_way_uses_as_many_dice_as_it_can() -> None:
    play = begin(at=("top-1",)).roll("red-yellow", "red-yellow", "red-yellow", "green-blue").go("nest")
    assert play.args("prompt-way") == {
        "target": part("target-at", target=part("target-nest"), square=place(NAMED["top-2"])),
        "steps": 3,
        "unused": 1,
    }


def test_a_carried_nut_is_not_stored_on_the_way_to_the_store_that_was_named() -> None:
    play = begin(at=("bottom-1",), carry=(1, 0, 0, 0)).roll()
    play.go("mushroom")
    assert play.state.way == ("right", "left")
    assert play.yes().args("stored") == {"store": part("target-mushroom"), "nuts": 1}


def test_to_a_nut_one_goes_with_empty_paws_or_past_a_store() -> None:
    laden = begin(at=("top-4",), carry=(1, 0, 0, 0))
    assert laden.roll("red-green", "red-green", "red-green", "red-green").go("nut").said == ["no-way"]
    past = begin(at=("top-1",), carry=(1, 0, 0, 0)).roll("yellow", "green", "green", "green").go("nut")
    assert past.yes().said[:2] == ["stored", "step"]


def test_no_means_staying_and_a_step_of_ones_own_is_taken_at_once() -> None:
    play = begin().roll().go("nut").no()
    assert (play.said, play.state.phase, play.state.way) == (["prompt-steps"], Phase.STEPS, ())
    assert play.no().earcons == ["no"]
    play.go("nut").move("right")
    assert (play.state.phase, play.state.way, play.state.pos[0]) == (Phase.STEPS, (), NAMED["top-1"])
    assert play.yes().earcons == ["no"]


def test_another_target_takes_the_place_of_the_first() -> None:
    play = begin().roll().go("nut").go("crown")
    assert play.state.target == "crown"


@pytest.mark.parametrize("target", ["", "moon", "top-13"])
def test_a_target_that_does_not_exist_is_refused(target: str) -> None:
    assert begin().roll().go(target).earcons == ["no"]


def test_without_assist_nobody_is_shown_a_way() -> None:
    play = begin(assist=False).roll()
    assert nutventure.listening(play.state)[0] == {"step"}
    assert play.go("nut").earcons == ["no"]
    assert play.ask("options").message == "nutventure-options-steps"
    assert begin().roll().ask("options").message == "nutventure-options-reach"


def test_options_are_a_needed_store_the_best_two_nuts_and_the_best_nut() -> None:
    state = begin(at=("top-9",), carry=(2, 0, 0, 0), owl=5).roll().state
    found = stops(state)
    assert [stop.nuts for stop in found] == sorted((stop.nuts for stop in found), key=(0, 2, 1).index)
    assert found[0].nuts == 0
    assert KINDS[found[0].way.end].store == "nest"
    empty = stops(state._replace(carry=(0, 0, 0, 0)))
    assert 0 not in [stop.nuts for stop in empty]


@given(POSITIONS)
def test_what_is_offered_is_within_reach(state: State) -> None:
    reached = {(way.end, way.store): way for way in ways(state)}
    found = stops(state)
    assert len(found) <= 3
    for stop in found:
        assert reached[stop.way.end, stop.way.store] == stop.way
        if stop.nuts:
            assert state.tokens[stop.way.end][0] == stop.nuts
        else:
            assert state.carry[0]
            assert state.stores[0][STORES.index(KINDS[stop.way.end].store)] == 0


def test_how_many_positions_let_all_dice_be_used() -> None:
    """What the dice were chosen for: all four can be used in 94 % (wild 87 %) of all positions."""
    for dice, share, wild in ((DICE, 0.94, False), (WILD_DICE, 0.87, True)):
        total = full = 0
        for number, faces in enumerate(product(*dice)):
            if number % 13:
                continue
            owl, fox = (1, 5, 9)[number % 3], (3, 7, 11)[number // 3 % 3]
            state = begin(wild=wild, owl=owl, fox=fox, faces=faces).state
            free = [square for square in SQUARES if not danger(state, square)]
            state = state._replace(pos=(free[number * 7 % len(free)], 0, 0, 0))
            total += 1
            full += any(way.unused == 0 for way in ways(state)) if open_exits(state) else 0
        assert full / total == pytest.approx(share, abs=0.05), (full, total)


def test_asking_is_for_everybody_and_answers_name_the_seat_whose_turn_it_is() -> None:
    play = begin().roll()
    assert dict(play.ask("options", 2).args) == {"seat": Name(0)}
