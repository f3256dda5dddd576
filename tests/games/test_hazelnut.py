"""Turns of Knights of the Hazelnut from the deal to the end of the game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from voicenuts.games import hazelnut
from voicenuts.games.hazelnut import Options, Phase
from voicenuts.games.hazelnut_board import NAMES, SQUARES, STACKS
from voicenuts.games.hazelnut_events import Call, Choose, Report, Roll
from voicenuts.games.hazelnut_state import Card
from voicenuts.values import Cue, Cued, Earcon, Listing, Name, Rank, Ref, Say

if TYPE_CHECKING:
    from tests.games.conftest import Begin, Drawn, Play


def emptied(state: hazelnut.State, *places: str) -> hazelnut.State:
    """The state with all cards of some trees on the discard."""
    stacks, discard = list(state.stacks), state.discard
    for place in places:
        index = STACKS[SQUARES[place]]
        stacks[index], discard = (), discard + stacks[index]
    return state._replace(stacks=tuple(stacks), discard=discard)


# ---------------------------------------------------------------- before the first turn


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_h01_eight_stacks_of_seven_and_the_right_kinds(seats: int) -> None:
    state = hazelnut.new(seats, Options(), 3)
    assert [len(stack) for stack in state.stacks] == [7] * 8
    kinds = Counter(card for stack in state.stacks for card in stack)
    assert kinds == {Card.HAZELNUT: 32, Card.MARTEN: 8, Card.LYNX: 8, Card.FOX: 8}
    assert state.score == state.front == (0,) * seats
    assert len(set(state.pos)) == seats
    assert state.phase is Phase.SETUP


@pytest.mark.parametrize(("seats", "goal"), [(2, 20), (3, 18), (4, 15)])
def test_the_goal_depends_on_the_seats(seats: int, goal: int) -> None:
    assert hazelnut.new(seats, Options(), 0).goal == goal
    assert hazelnut.new(seats, Options(long=True), 0).goal == goal + 5
    assert hazelnut.new(seats, Options(goal=7), 0).goal == 7


def test_the_start_seat_is_drawn_or_agreed() -> None:
    drawn = {hazelnut.new(4, Options(), seed).active for seed in range(40)}
    assert drawn == {0, 1, 2, 3}
    state = hazelnut.new(4, Options(start_seat=2), 1)
    assert (state.active, state.start_seat) == (2, 2)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, Options()), (5, Options()), (3, Options(goal=0)), (3, Options(start_seat=3))],
)
def test_impossible_tables_are_refused(seats: int, options: Options) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        hazelnut.new(seats, options, 0)


def test_the_opening(begin: Begin) -> None:
    play = begin(4)
    assert play.said == ["opening", "positions", "prompt-ready"]
    assert play.args("opening") == {"goal": 15}
    assert play.earcons == ["your-turn-1"]
    assert play.effects[-1] == Cue("nudge-1-ready", 25 * 16_000)
    places = play.args("positions")["places"]
    assert isinstance(places, Listing)
    assert len(places.items) == 4
    assert begin(2).said[0] == "opening-two"


def test_nobody_is_listened_to_before_the_start_and_after_the_end(begin: Begin) -> None:
    before = hazelnut.new(3, Options(), 1)
    assert hazelnut.listening(before) == (frozenset(),) * 3
    over = begin(3).state._replace(phase=Phase.OVER)
    assert hazelnut.listening(over) == (frozenset(),) * 3


# ---------------------------------------------------------------- throwing and going


def test_a_throw_names_the_destinations(begin: Begin) -> None:
    play = begin(at="tree-1")
    assert hazelnut.listening(play.state)[0] == {"turn.roll"}
    play.roll()
    paws = play.state.paws
    assert paws in (1, 2, 3)
    assert play.earcons == ["dice"]
    prompt = play.effects[1]
    assert isinstance(prompt, Say)
    assert (prompt.message, prompt.rank, prompt.to) == ("prompt-move", Rank.PROMPT, None)
    args = play.args("prompt-move")
    assert (args["seat"], args["paws"]) == (Name(0), paws)
    assert isinstance(args["places"], Listing)
    assert args["places"].joiner == "or"
    assert [set(heard) for heard in hazelnut.listening(play.state)] == [{"place"}, set(), set(), set()]


def test_a_legal_choice_is_walked_and_told(begin: Begin) -> None:
    play = begin(at="tree-1").throw(2).choose("tree-7")
    assert NAMES[play.state.pos[0]] == "tree-7"
    assert play.earcons[0] == "steps-2"
    assert play.args("arrive") == {"seat": Name(0), "place": Ref("place-tree-7")}
    assert play.state.phase is Phase.DRAW


@pytest.mark.parametrize("place", ["tree-1", "tree-2", "hollow-log"])
def test_an_impossible_choice_costs_nothing(begin: Begin, place: str) -> None:
    play = begin(at="tree-1").throw(2)
    before = play.state
    play.choose(place)
    assert play.state == before
    assert play.effects == (Earcon("no"), Say(None, "out-of-reach"))
    play.choose("tree-3")
    assert play.state.phase is Phase.DRAW


def test_h14_the_next_turn_may_go_back(begin: Begin) -> None:
    play = begin(2, at="old-oak").throw(1).choose("tree-1")
    play.cue("drawn").lapse()
    play.state = play.state._replace(active=0, phase=Phase.READY, window=None, in_paw=None)
    play.throw(1).choose("old-oak")
    assert NAMES[play.state.pos[0]] == "old-oak"


def test_out_of_turn_is_told_to_that_seat_alone(begin: Begin) -> None:
    play = begin()
    before = play.state
    play.roll(seat=2)
    assert play.effects == (Earcon("no", to=2), Say(2, "not-your-turn", (("seat", Name(0)),)))
    play.throw(1).choose("tree-1", seat=3)
    assert play.earcons == ["no"]
    assert before.pos == play.state.pos


@pytest.mark.parametrize("event", [Report(0, 2, 0), Choose(0, 3, 0), Report(0, 9, 0)])
def test_the_wrong_command_in_turn_gets_a_no(begin: Begin, event: Report | Choose) -> None:
    play = begin()
    before = play.state
    assert play.tell(event).effects == (Earcon("no"),)
    assert play.state == before


def test_commands_while_a_card_is_looked_at_are_nothing(drawn: Drawn) -> None:
    play = drawn("lynx")
    assert play.roll().effects == ()
    assert play.choose("tree-3", seat=1).effects == ()


def test_phantom_seats_are_nothing(begin: Begin) -> None:
    for event in (Roll(7, 0), Choose(-1, 3, 0), Call(4, "fox", 0)):
        assert begin().tell(event).effects == ()


def test_a_late_call_is_told_softly(begin: Begin) -> None:
    assert begin().tell(Call(2, "fox", 0)).effects == (Earcon("closed", to=2),)


# ---------------------------------------------------------------- a real die


def test_a_real_die_is_reported_and_repeated(begin: Begin) -> None:
    play = begin(at="tree-1", dice="physical").roll()
    assert play.state.phase is Phase.REPORT
    assert play.said == ["prompt-report"]
    assert hazelnut.listening(play.state)[0] == {"paws"}
    play.tell(Report(0, 7, 0))
    assert play.effects == (Earcon("no"),)
    play.report(3)
    assert play.said == ["report-heard", "prompt-where"]
    assert play.args("report-heard") == {"paws": 3}
    assert play.state.paws == 3
    play.choose("tree-4")
    assert NAMES[play.state.pos[0]] == "tree-4"


def test_a_misheard_report_is_told_again(begin: Begin) -> None:
    play = begin(at="tree-1", dice="physical").roll().report(3)
    assert hazelnut.listening(play.state)[0] == {"place", "turn.roll"}
    play.roll().report(2).choose("tree-3")
    assert NAMES[play.state.pos[0]] == "tree-3"


def test_a_virtual_throw_is_not_thrown_again(begin: Begin) -> None:
    play = begin(at="tree-1").roll()
    before = play.state
    assert play.roll().effects == (Earcon("no"),)
    assert play.state == before


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


# ---------------------------------------------------------------- silence and interruption


@pytest.mark.parametrize("phase", ["ready", "report", "move"])
def test_one_reminder_after_silence(begin: Begin, phase: str) -> None:
    play = begin(dice="physical")
    if phase != "ready":
        play.roll()
    if phase == "move":
        play.report(2)
    reminder = Cued(f"nudge-1-{phase}", 1)
    assert play.tell(reminder).said == [f"nudge-{phase}"]
    assert play.tell(reminder).effects == ()
    assert play.tell(Cued("nudge-0-ready", 1)).effects == ()


def test_the_next_seat_is_reminded_to_close_the_window(drawn: Drawn) -> None:
    play = drawn("lynx").lapse().cue("back")
    assert Cue("nudge-1-put-back", 25 * 16_000) in play.effects
    play.tell(Cued("nudge-1-put-back", 1))
    assert play.args("nudge-back") == {"seat": Name(1)}


def test_no_reminder_in_a_phase_that_ends_by_itself(drawn: Drawn) -> None:
    assert drawn("lynx").tell(Cued("nudge-1-hush", 1)).effects == ()


@pytest.mark.parametrize(
    ("command", "phrase"),
    [
        (Roll(2, 9), "turn.roll"),
        (Report(2, 3, 9), "paws.three"),
        (Choose(2, 0, 9), "place.old-oak"),
        (Choose(2, 9, 9), "place.tree-8"),
        (Call(2, "marten", 9), "thief.marten"),
        (None, "place.tree-9"),
        (None, "paws.four"),
        (None, "thief.owl"),
        (None, "command.score"),
        (None, ""),
    ],
)
def test_phrases_become_commands(command: Roll | None, phrase: str) -> None:
    assert hazelnut.command(phrase, 2, 9) == command


def test_a_wrong_kind_of_event_is_nothing(begin: Begin) -> None:
    state = begin().state
    assert hazelnut.step(state, "roll") == (state, ())  # type: ignore[arg-type]
