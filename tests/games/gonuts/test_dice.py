"""What lies on the table: throws, reports, both editions."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from voicenuts.games.chance import Chance
from voicenuts.games.gonuts.dice import DICE, FACES, Edition, Face, Throw, dog, reported, thrown

EDITIONS = get_args(Edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_editions_have_three_squirrels_two_nuts_and_one_of_the_sixth(edition: Edition) -> None:
    assert Counter(FACES[edition]) == {Face.SQUIRREL: 3, Face.NUT: 2, Face.BIRD: 1}
    assert set(FACES) == set(EDITIONS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_dice_fall_as_their_sides_are_many(edition: Edition) -> None:
    chance, count = Chance(11), Counter[str]()
    for _ in range(2000):
        throw, chance = thrown(chance, edition, DICE)
        assert throw.dice == DICE
        count.update(throw._asdict())
    total = sum(count.values())
    assert [round(count[face] / total, 2) for face in ("squirrels", "nuts", "birds")] == pytest.approx(
        [3 / 6, 2 / 6, 1 / 6], abs=0.02
    )


def test_one_dog_in_six() -> None:
    chance, dogs = Chance(3), 0
    for _ in range(6000):
        barks, chance = dog(chance)
        dogs += barks
    assert dogs == pytest.approx(1000, abs=100)


@pytest.mark.parametrize("dice", range(1, DICE + 1))
def test_a_report_is_as_good_as_its_dice(dice: int) -> None:
    for nuts in range(-1, DICE + 2):
        for birds in range(-1, DICE + 2):
            throw = reported(dice, nuts, birds)
            assert (throw is not None) == (nuts >= 0 and birds >= 0 and nuts + birds <= dice)
            assert throw is None or throw == Throw(nuts, dice - nuts - birds, birds)
