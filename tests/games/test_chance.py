"""Seeded chance: repeatable, fair, a value."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from voicenuts.games.chance import Chance


def test_known_draws_stay_what_they_are() -> None:
    """A saved game must throw the same dice with every later version."""
    chance, drawn = Chance(2024), []
    for _ in range(8):
        value, chance = chance.below(6)
        drawn.append(value)
    assert drawn == [0, 3, 2, 5, 3, 3, 1, 0]
    assert chance == Chance(2024, 8)


def test_all_faces_are_equally_likely() -> None:
    chance, faces = Chance(1), Counter[int]()
    for _ in range(6000):
        face, chance = chance.pick((1, 2, 3, 4, 5, 6))
        faces[face] += 1
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(880 < count < 1120 for count in faces.values())


def test_every_order_is_equally_likely() -> None:
    orders = Counter(Chance(seed).shuffled("abc")[0] for seed in range(3000))
    assert len(orders) == 6
    assert all(420 < count < 580 for count in orders.values())


@given(st.integers(), st.lists(st.integers(), max_size=30))
def test_a_shuffle_loses_nothing_and_repeats(seed: int, items: list[int]) -> None:
    shuffled, after = Chance(seed).shuffled(items)
    assert sorted(shuffled) == sorted(items)
    assert Chance(seed).shuffled(items) == (shuffled, after)
