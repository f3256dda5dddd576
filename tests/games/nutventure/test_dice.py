"""Which steps the dice pay for, and which throws the dice can show."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.nutventure.play import begin
from voicenuts.games.nutventure.dice import DICE, FACES, VILLAIN_DIE, WILD_DICE, fits, matched, thrown
from voicenuts.games.nutventure.words import colour

COLOUR = st.sampled_from(["red", "yellow", "green", "blue"])
FACE = st.sampled_from(sorted(FACES))


def test_n02_four_rights_from_the_crown_are_paid_though_a_greedy_hand_would_fail() -> None:
    play = begin().roll("red", "green-blue", "red-yellow", "yellow-blue")
    play.move("right", "right", "right", "right")
    assert play.said[0] == "step"
    assert play.state.pos[0] == 4
    assert play.state.active == 1


def test_n02_four_dice_with_red_alone_pay_for_one_step_only() -> None:
    red = ("red",) * 4
    assert fits(("red",), red)
    assert not fits(("red", "yellow"), red)
    assert begin().roll(*red).move("right").said[:2] == ["step", "stuck"]


def test_n02_a_step_that_no_die_pays_for_is_refused_at_no_cost() -> None:
    play = begin().roll("red", "red", "red", "blue").move("right")
    after = play.state
    assert after.used == ("red",)
    assert play.move("right").said == ["needs"]
    assert play.args("needs") == {"colour": colour("yellow")}
    assert play.earcons == ["bump"]
    assert play.state == after


@given(st.lists(COLOUR, max_size=4), st.lists(FACE, min_size=4, max_size=4))
def test_n02_a_matching_is_found_exactly_if_some_order_of_the_dice_works(
    colours: list[str], faces: list[str]
) -> None:
    some = any(
        all(colour in FACES[face] for colour, face in zip(colours, order, strict=False))
        for order in permutations(faces)
    )
    assert fits(tuple(sorted(colours)), tuple(faces)) == some


def test_the_dice_have_the_printed_faces() -> None:
    assert [len(die) for die in DICE] == [6] * 4
    assert sum(len(FACES[face]) == 1 for face in DICE[0]) == 4
    assert all(len(FACES[face]) == 2 for face in DICE[1])
    assert len({frozenset(FACES[face]) for face in DICE[1]}) == 6
    assert DICE[1] == DICE[2] == DICE[3]
    assert (DICE[0], DICE[0], DICE[1], DICE[1]) == WILD_DICE


def test_the_villain_die_has_each_way_once_and_two_blanks() -> None:
    assert VILLAIN_DIE == ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (0, 0), (0, 0))


@pytest.mark.parametrize("wild", [False, True])
def test_real_dice_may_be_told_in_any_order(wild: bool) -> None:
    dice = WILD_DICE if wild else DICE
    possible = {tuple(sorted(faces)) for faces in product(*dice)}
    told = {tuple(sorted(faces)) for faces in product(FACES, repeat=4) if thrown(tuple(faces), wild=wild)}
    assert told == possible


def test_nothing_wanted_is_always_had() -> None:
    assert matched([], [])
    assert not matched(["red"], [])
