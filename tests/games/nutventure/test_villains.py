"""Owl and fox: where they go, whom they scare, how it is told."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.nutventure.play import (
    BOTH_BACK,
    BOTH_ON,
    FOX_BACK,
    FOX_ON,
    NOTHING,
    OWL_BACK,
    OWL_ON,
    begin,
    tokens_of,
)
from voicenuts.games.nutventure.board import CROWN, NAMED, NAMES, SQUARES
from voicenuts.games.nutventure.dice import VILLAIN_DIE, Prowl
from voicenuts.games.nutventure.state import danger
from voicenuts.games.nutventure.villains import prowl, raid
from voicenuts.games.nutventure.words import part
from voicenuts.values import Earcon, Effect, Listing, Name, Say


def told(effects: tuple[Effect, ...]) -> list[str]:
    """The messages, and of the villains' the names of the clauses."""
    heard = []
    for effect in effects:
        if isinstance(effect, Say):
            heard.append(effect.message.removeprefix("nutventure-"))
            (listing,) = (arg for _, arg in effect.args)
            assert isinstance(listing, Listing)
            heard.append("+".join(str(item).partition("'")[2].partition("'")[0] for item in listing.items))
    return heard


def clauses(effects: tuple[Effect, ...], message: str) -> tuple[object, ...]:
    """What the first such message lists."""
    for effect in effects:
        if isinstance(effect, Say) and effect.message == f"nutventure-{message}":
            ((_, listing),) = effect.args
            assert isinstance(listing, Listing)
            return listing.items
    raise AssertionError(f"no {message} in {effects}")


def test_n05_the_owl_scares_everybody_round_its_new_stop_and_nobody_above() -> None:
    play = begin(at=("middle-12", "middle-1", "middle-2", "top-12"), owl=9, carry=(1, 2, 0, 2))
    state, scared = prowl(play.state, OWL_ON)
    assert state.owl == 1
    assert state.pos == (CROWN,) * 4
    assert state.carry == (0, 0, 0, 2)
    assert state.tokens[NAMED["middle-12"]] == (1, 1)
    assert state.tokens[NAMED["middle-1"]] == (2, 2)
    assert scared == ((0, 1), (1, 2), (2, 0))


def test_squares_that_a_villain_jumps_over_are_safe() -> None:
    state = begin(at=("middle-3", "bottom-9"), owl=1, fox=7).state
    after, scared = prowl(state, BOTH_ON)
    assert (after.owl, after.fox, scared) == (5, 11, ())
    assert after.pos == state.pos


def test_whoever_is_on_turn_is_scared_too() -> None:
    play = begin(dice="physical", at=("bottom-10",), carry=(2, 0, 0, 0), fox=3)
    play.roll().done().villain(4)
    assert play.said == ["villains", "scared", "prompt-villain"]
    assert play.state.pos[0] == CROWN
    assert play.state.tokens[NAMED["bottom-10"]] == (2, 2)
    assert play.earcons == ["fox", "lost"]


def test_a_blank_moves_nobody() -> None:
    state = begin(at=("middle-3",)).state
    assert prowl(state, NOTHING) == (state, ())


@pytest.mark.parametrize(("owl", "fox", "side"), list(product((1, 5, 9), (3, 7, 11), VILLAIN_DIE)))
def test_after_a_throw_nobody_is_in_a_zone(owl: int, fox: int, side: Prowl) -> None:
    state = begin(owl=owl, fox=fox).state
    for first in range(0, len(SQUARES), 4):
        squares = tuple(s if not danger(state, s) else CROWN for s in SQUARES[first : first + 4])
        before = state._replace(pos=squares, carry=(1, 2, 0, 1))
        after, scared = prowl(before, side)
        assert not any(danger(after, square) for square in after.pos)
        assert {seat for seat, _ in scared} == {
            seat for seat, square in enumerate(squares) if danger(after, square)
        }
        assert tokens_of(after) == tokens_of(before)


# ---------------------------------------------------------------- what is told


def test_throws_are_told_together() -> None:
    _, effects = raid(begin().state, (OWL_ON, NOTHING, FOX_BACK))
    assert told(effects) == ["villains", "nutventure-owl-moves+nutventure-none-moves+nutventure-fox-moves"]
    assert [effect.id for effect in effects if isinstance(effect, Earcon)] == ["owl", "fox"]


def test_equal_throws_in_a_row_are_merged() -> None:
    _, effects = raid(begin(owl=1).state, (OWL_ON, OWL_ON, NOTHING, NOTHING))
    assert clauses(effects, "villains") == (
        part("owl-moves", owl=Listing((5, 9), "and")),
        part("none-moves", times=2),
    )
    _, effects = raid(begin(owl=1, fox=3).state, (BOTH_BACK, BOTH_BACK))
    assert clauses(effects, "villains") == (
        part("both-move", owl=Listing((9, 5), "and"), fox=Listing((11, 7), "and")),
    )


def test_unlike_throws_are_not_merged() -> None:
    _, effects = raid(begin(owl=1).state, (OWL_ON, OWL_BACK, OWL_ON))
    assert len(clauses(effects, "villains")) == 3


def test_much_is_told_in_more_than_one_breath() -> None:
    _, effects = raid(begin(owl=1, fox=3).state, (BOTH_ON, BOTH_BACK, BOTH_ON, OWL_ON))
    both, owl = "nutventure-both-move", "nutventure-owl-moves"
    assert told(effects) == ["villains", f"{both}+{both}", "villains", f"{both}+{owl}"]
    _, effects = raid(begin(owl=1, fox=3).state, (BOTH_ON,) * 4)
    assert told(effects) == ["villains", both]


def test_a_scare_is_told_where_it_happens() -> None:
    state = begin(at=("bottom-2",), fox=7, carry=(2, 0, 0, 0)).state
    after, effects = raid(state, (OWL_ON, FOX_BACK, NOTHING))
    assert told(effects) == [
        "villains", "nutventure-owl-moves+nutventure-fox-moves",
        "scared", "nutventure-scared-drops",
        "villains", "nutventure-none-moves",
    ]  # fmt: skip
    assert clauses(effects, "scared") == (part("scared-drops", seat=Name(0), nuts=2),)
    assert after.pos[0] == CROWN


def test_a_second_throw_of_the_same_kind_begins_a_new_clause_after_a_scare() -> None:
    state = begin(at=("bottom-10",), fox=3).state
    _, effects = raid(state, (FOX_ON, FOX_ON, FOX_ON))
    assert told(effects) == [
        "villains", "nutventure-fox-moves",
        "scared", "nutventure-scared-bare",
        "villains", "nutventure-fox-moves",
    ]  # fmt: skip
    assert clauses(effects, "villains") == (part("fox-moves", fox=Listing((7, 11), "and")),)


def test_who_runs_without_a_nut_makes_no_sound_of_loss() -> None:
    _, effects = raid(begin(at=("bottom-10",), fox=7).state, (FOX_ON,))
    assert [effect.id for effect in effects if isinstance(effect, Earcon)] == ["fox"]


def test_the_names_of_all_squares_in_danger_are_as_printed() -> None:
    state = begin(owl=1, fox=11).state
    near = {NAMES[square]: danger(state, square) for square in SQUARES if danger(state, square)}
    assert near == dict.fromkeys(("middle-12", "middle-1", "middle-2"), "owl") | dict.fromkeys(
        ("bottom-10", "bottom-11", "bottom-12"), "fox"
    )
