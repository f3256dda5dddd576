"""How a turn ends, and the game: hides, empty trees, the goal, the last stretch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.board import SQUARES, STACKS
from voicenuts.games.hazelnut.events import Choose, Roll
from voicenuts.games.hazelnut.game import Phase
from voicenuts.games.hazelnut.state import Card
from voicenuts.values import Cued, Earcon, Listing, Name, Ref, Say

if TYPE_CHECKING:
    from tests.games.hazelnut.conftest import Begin, Play


def emptied(state: hazelnut.State, *places: str) -> hazelnut.State:
    """The state with all cards of some trees on the discard."""
    stacks, discard = list(state.stacks), state.discard
    for place in places:
        index = STACKS[SQUARES[place]]
        stacks[index], discard = (), discard + stacks[index]
    return state._replace(stacks=tuple(stacks), discard=discard)


# ---------------------------------------------------------------- hides


@pytest.mark.parametrize(("nuts", "points"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 10), (6, 10)])
@pytest.mark.parametrize("hide", ["old-oak", "hollow-log"])
def test_h10_hiding_brings_points_and_empties_the_paws(
    begin: Begin, nuts: int, points: int, hide: str
) -> None:
    start = "tree-1" if hide == "old-oak" else "tree-4"
    play = begin(at=start, front=(nuts, 0, 0, 0), score=(2, 0, 0, 0)).throw(1).choose(hide)
    assert play.state.score[0] == 2 + points
    assert play.state.front[0] == 0
    assert play.args("bank") == {"seat": Name(0), "nuts": nuts, "gain": points, "total": 2 + points}
    assert play.earcons[:2] == ["steps-1", "bank"]
    assert play.cards == 56


def test_h10_one_nut_wins_from_one_below_the_goal(begin: Begin) -> None:
    play = begin(at="tree-1", front=(1, 0, 0, 0), score=(14, 0, 0, 0)).throw(1).choose("old-oak")
    assert play.state.phase is Phase.OVER
    assert play.state.winners == (0,)
    assert play.args("wins") == {"seat": Name(0), "total": 15}
    assert play.said == ["arrive", "bank", "wins", "final-scores"]


def test_the_marker_stops_at_the_goal(begin: Begin) -> None:
    play = begin(at="tree-1", front=(4, 0, 0, 0), score=(14, 0, 0, 0)).throw(1).choose("old-oak")
    assert play.state.score[0] == 15


def test_a_hide_without_nuts_is_only_a_square(begin: Begin) -> None:
    play = begin(at="tree-1").throw(1).choose("old-oak")
    assert play.said == ["arrive", "nothing-to-hide", "prompt-ready"]
    assert play.state.active == 1


def test_several_knights_may_share_a_square(begin: Begin) -> None:
    play = begin(at="tree-1")
    play.state = play.state._replace(pos=(1, 0, 0, 0))
    play.throw(1).choose("old-oak")
    assert play.state.pos == (0, 0, 0, 0)


# ---------------------------------------------------------------- empty trees and the end


def test_h11_an_empty_tree_has_no_window(begin: Begin) -> None:
    play = begin(at="old-oak")
    play.state = emptied(play.state, "tree-1")
    play.throw(1).choose("tree-1")
    assert play.said == ["arrive", "no-cards", "near-end", "prompt-ready"]
    assert play.args("near-end") == {"place": Ref("place-tree-1")}
    assert (play.state.active, play.state.turn, play.state.window) == (1, 2, None)


def test_h11_an_empty_tree_does_not_stop_a_knight_in_passing(begin: Begin) -> None:
    play = begin(at="old-oak")
    play.state = emptied(play.state, "tree-1")
    assert play.throw(2).choose("tree-2").state.phase is Phase.DRAW


def last_card(play: Play, score: tuple[int, ...], front: tuple[int, ...]) -> Play:
    """Seat 0 takes the very last card of tree one, a nut, while another tree is empty; nobody calls."""
    state = emptied(play.state, "tree-8")
    rest = state.stacks[0]
    state = state._replace(
        stacks=((Card.HAZELNUT,), *state.stacks[1:]),
        discard=state.discard + rest[1:],
        score=score,
        front=front,
        pos=(0, *state.pos[1:]),
    )
    play.state = state
    return play.throw(1).choose("tree-1").cue("drawn").lapse()


def test_h11_two_empty_trees_end_the_game_and_the_leader_wins(begin: Begin) -> None:
    play = last_card(begin(3), (1, 5, 4), (0, 0, 2))
    assert play.state.phase is Phase.OVER
    assert play.state.winners == (1,)
    assert play.said == ["nut", "trees-out", "wins", "final-scores"]


def test_h11_equal_leaders_compare_their_open_nuts(begin: Begin) -> None:
    play = last_card(begin(3), (5, 5, 4), (0, 2, 6))
    assert play.state.winners == (1,)
    assert play.args("wins-nuts") == {"seat": Name(1), "total": 5, "nuts": 2}


def test_h11_still_equal_leaders_share_the_win(begin: Begin) -> None:
    play = last_card(begin(3), (5, 5, 4), (0, 1, 6))
    assert play.state.winners == (0, 1)
    assert play.args("shared-win") == {"seats": Listing((Name(0), Name(1)), "and"), "total": 5}
    assert play.args("final-scores")["scores"] == Listing(
        (
            Ref("seat-score", (("seat", Name(0)), ("total", 5), ("nuts", 1))),
            Ref("seat-score", (("seat", Name(1)), ("total", 5), ("nuts", 1))),
            Ref("seat-score", (("seat", Name(2)), ("total", 4), ("nuts", 6))),
        ),
        "then",
    )


def test_h11_a_thief_that_goes_back_keeps_the_tree_alive(begin: Begin) -> None:
    play = begin(3)
    state = emptied(play.state, "tree-8")
    play.state = state._replace(
        stacks=((Card.FOX,), *state.stacks[1:]),
        discard=state.discard + state.stacks[0][1:],
        pos=(0, *state.pos[1:]),
    )
    play.throw(1).choose("tree-1").cue("drawn").lapse().cue("back").lapse()
    assert play.state.phase is Phase.READY


def test_the_last_stretch_is_announced_once_a_seat(begin: Begin) -> None:
    play = begin(4, at="tree-1", front=(2, 0, 0, 0), score=(8, 12, 0, 0)).throw(1).choose("old-oak")
    news = [effect for effect in play.effects if isinstance(effect, Say) and effect.message == "near-goal"]
    assert [dict(effect.args) for effect in news] == [
        {"seat": Name(0), "left": 4},
        {"seat": Name(1), "left": 3},
    ]
    play.state = play.state._replace(pos=(1, 1, 0, 0))
    play.throw(1).choose("old-oak")
    assert "near-goal" not in play.said


def test_the_first_empty_tree_is_announced_once(begin: Begin) -> None:
    play = begin(at="tree-1")
    play.state = emptied(play.state, "tree-8")
    assert "near-end" in play.throw(1).choose("old-oak").said
    play.state = play.state._replace(pos=(0, 1, 0, 0))
    assert "near-end" not in play.throw(1).choose("old-oak").said


def test_after_the_end_everything_is_refused(begin: Begin) -> None:
    play = begin(at="tree-1", front=(4, 0, 0, 0), score=(14, 0, 0, 0)).throw(1).choose("old-oak")
    over = play.state
    for event in (Roll(0, 1), Choose(2, 1, 1), Cued("start", 3), Cued(f"nudge-{over.turn}-over", 3)):
        assert hazelnut.step(over, event)[0] == over
    assert play.roll(seat=1).effects == (Earcon("no", to=1),)
