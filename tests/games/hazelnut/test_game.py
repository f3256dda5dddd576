"""Turns of Knights of the Hazelnut from the deal to the end of the game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.board import NAMES
from voicenuts.games.hazelnut.events import Call, Choose, Report, Roll
from voicenuts.games.hazelnut.game import Options, Phase
from voicenuts.games.hazelnut.state import Card
from voicenuts.values import Cue, Cued, Earcon, Heard, Listing, Name, Rank, Ref, Say

if TYPE_CHECKING:
    from tests.games.hazelnut.conftest import Begin, Drawn


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
    assert play.effects[-1] == Cue("hint-1-ready", 8 * 16_000)
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
    told = Say(None, "out-of-reach", (("place", Ref(f"place-{place}")),))
    assert play.effects == (Earcon("no"), told)
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


def test_before_the_words_the_awaited_motif_sounds(begin: Begin, drawn: Drawn) -> None:
    later = Cue("nudge-1-ready", 17 * 16_000)
    assert begin().tell(Cued("hint-1-ready", 1)).effects == (Earcon("your-turn-1"), later)
    hint = drawn("lynx").lapse().cue("back").tell(Cued("hint-1-put-back", 1))
    assert hint.effects[0] == Earcon("your-turn-2")


def test_the_next_seat_is_reminded_to_close_the_window(drawn: Drawn) -> None:
    play = drawn("lynx").lapse().cue("back")
    assert Cue("hint-1-put-back", 8 * 16_000) in play.effects
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
    assert hazelnut.command(Heard(2, phrase, 9, 9, 1.0)) == command


def test_a_wrong_kind_of_event_is_nothing(begin: Begin) -> None:
    state = begin().state
    assert hazelnut.step(state, "roll") == (state, ())  # type: ignore[arg-type]  # wrong on purpose
