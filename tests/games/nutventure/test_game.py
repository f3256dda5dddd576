"""A turn of Nutventure: the dice, the steps, what is taken and stored, the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nutventure.play import ANY, Play, begin, stores, tokens_of
from voicenuts.games.nutventure import game as nutventure
from voicenuts.games.nutventure.board import CROWN, NAMED, STORES
from voicenuts.games.nutventure.dice import DICE
from voicenuts.games.nutventure.events import Move, Roll
from voicenuts.games.nutventure.game import Options, Phase
from voicenuts.games.nutventure.words import colour, part, place
from voicenuts.values import Cue, Cued, Earcon, Listing, Name, Say


def full_but(*empty: str) -> tuple[int, ...]:
    return stores(**{store: 1 for store in STORES if store not in empty})


# ---------------------------------------------------------------- the start


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_at_the_crown_with_nothing(seats: int) -> None:
    state = nutventure.new(seats, Options(), 3)
    assert state.pos == (CROWN,) * seats
    assert state.carry == state.score == (0,) * seats
    assert len(tokens_of(state)) == {2: 12, 3: 15, 4: 18}[seats]
    assert state.owl in (1, 5, 9)
    assert state.fox in (3, 7, 11)


def test_where_the_villains_begin_and_who_is_drawn() -> None:
    drawn = {(s.owl, s.fox, s.active) for s in (nutventure.new(3, Options(), seed) for seed in range(300))}
    assert len(drawn) == 27


@pytest.mark.parametrize(
    ("seats", "options", "fault"),
    [
        (1, Options(), "2 to 4 seats"),
        (5, Options(), "2 to 4 seats"),
        (3, Options(start_seat=3), "start seat 3"),
        (3, Options(snow=0), "not 0"),
    ],
)
def test_no_table_can_have_this(seats: int, options: Options, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        nutventure.new(seats, options, 1)


def test_the_opening_tells_the_goal_and_the_villains() -> None:
    play = Play(nutventure.new(2, Options(start_seat=1), 1)).tell(Cued("start", 0))
    assert play.said == ["opening", "villains-at", "prompt-ready"]
    assert play.lessons == ["lesson-tree"]
    assert play.args("prompt-ready") == {"seat": Name(1)}
    assert play.earcons == ["your-turn-2"]
    assert play.tell(Cued("start", 9)).effects == ()


# ---------------------------------------------------------------- the dice


def test_the_dice_are_told_in_die_order_and_where_the_first_step_can_lead() -> None:
    play = begin().tell(Roll(0, 5))
    assert play.earcons == ["dice"]
    assert play.said == ["faces", "prompt-steps"]
    assert play.lessons == ["lesson-steps"]
    assert all(face in die for face, die in zip(play.state.faces, DICE, strict=True))
    ways = play.args("prompt-steps")["ways"]
    assert isinstance(ways, Listing)
    assert ways.items == (
        part("exit", direction=part("direction-left"), colour=colour("green")),
        part("exit", direction=part("direction-right"), colour=colour("red")),
        part("exit", direction=part("direction-down"), colour=colour("yellow")),
    )


def test_whoever_first_steps_onto_a_nut_is_told_how_to_take_it() -> None:
    play = begin().roll().move("right")
    assert play.lessons == ["lesson-branch"]
    assert play.move("left", "right").lessons == []
    assert begin(carry=(1, 0, 0, 0)).roll().move("right").lessons == []


def test_lessons_come_once_and_the_second_throw_has_its_own() -> None:
    play = begin().tell(Roll(0, 5)).done()
    assert "lesson-villains" in play.lessons
    assert play.tell(Roll(1, 5)).lessons == ["lesson-go"]
    assert "lesson-villains" not in play.done().lessons
    assert play.tell(Roll(2, 5)).lessons == []


def test_who_knows_the_game_hears_no_lessons() -> None:
    play = begin(known=True)
    assert play.lessons == []
    assert play.tell(Roll(0, 5)).lessons == []
    assert play.done().lessons == []


def test_without_any_step_the_villains_come_at_once() -> None:
    play = begin(dice="physical", at=("top-1",)).tell(Roll(0, 5))
    play.faces("red-green", "red-green", "red", "red-green")
    assert play.said == ["faces", "stuck", "takes", "prompt-villain"]
    assert play.state.throws == 4


def test_only_the_active_seat_is_obeyed() -> None:
    play = begin()
    before = play.state
    assert play.tell(Roll(2, 5)).said == ["not-your-turn"]
    assert all(isinstance(e, Say | Earcon) and e.to == 2 for e in play.effects)
    assert play.move("left").earcons == ["no"]
    assert play.tell(Roll(7, 5)).effects == ()
    assert play.state == before


# ---------------------------------------------------------------- steps


def test_a_step_is_told_with_what_is_there_and_the_dice_that_remain() -> None:
    play = begin(at=("middle-2",), owl=9).roll().move("right")
    assert play.earcons == ["steps-1"]
    assert play.args("step") == {
        "square": Listing((place(NAMED["middle-3"]), colour("red"), part("target-hive")), "then"),
        "unused": 3,
        "colours": Listing(tuple(map(colour, ("red", "yellow", "green", "blue")))),
    }


def test_a_ladder_is_climbed_and_costs_the_colour_at_its_other_end() -> None:
    play = begin().roll("yellow-blue", "red-blue", "red-blue", "red-blue").move("down")
    assert play.state.pos[0] == NAMED["middle-12"]
    assert play.earcons == ["climb-down"]
    assert play.move("up").earcons == ["climb-up"]
    assert play.state.used == ("blue", "yellow")


def test_where_there_is_no_ladder() -> None:
    play = begin(at=("top-1",)).roll()
    before = play.state
    assert play.move("down").said == ["no-ladder"]
    assert play.move("up").said == ["no-ladder"]
    assert play.state == before


@pytest.mark.parametrize(
    ("at", "direction", "villain"),
    [("middle-3", "right", "owl"), ("middle-7", "left", "owl"), ("bottom-5", "right", "fox"),
     ("middle-6", "down", "fox"), ("top-4", "down", "owl")],
)  # fmt: skip
def test_n03_a_step_into_a_zone_is_refused_and_takes_no_die(at: str, direction: str, villain: str) -> None:
    play = begin(at=(at,), owl=5, fox=7).roll()
    if at == "middle-6":
        play.state = play.state._replace(owl=1)
    before = play.state
    play.move(direction)
    assert play.said == [f"{villain}-near"]
    assert play.earcons == ["bump"]
    assert play.state == before


def test_n03_nobody_passes_through_a_zone_on_a_way_that_is_looked_for() -> None:
    play = begin(at=("bottom-5",), fox=7, owl=1).roll()
    assert play.go("bottom-9").said == ["no-way"]


def test_the_last_die_ends_the_steps() -> None:
    play = all_dice(begin())
    assert play.said == ["step", "prompt-ready"]
    assert (play.state.active, play.state.turn, play.state.faces) == (1, 2, ())


def test_squirrels_may_share_a_square() -> None:
    play = begin(at=("top-3", "top-4")).roll().move("right")
    assert play.state.pos[:2] == (NAMED["top-4"],) * 2


# ---------------------------------------------------------------- nuts and stores


def test_n04_two_unused_dice_are_two_throws_after_the_token_is_taken() -> None:
    play = begin(at=("top-3",)).roll().move("right", "right")
    draws = play.state.chance.draws
    play.done()
    assert play.state.chance.draws == draws + 2
    assert play.said[0] == "takes"
    assert play.said.index("takes") < play.said.index("villains")
    assert play.state.carry[0] == 1


def test_with_all_dice_used_nobody_throws_for_the_villains() -> None:
    play = begin().roll()
    draws = play.state.chance.draws
    play.move("right", "left", "right", "left")
    assert play.state.chance.draws == draws
    assert "villains" not in play.said


def test_a_token_is_taken_only_where_the_steps_end_the_larger_first() -> None:
    tokens = list(begin().state.tokens)
    tokens[NAMED["top-2"]] = (2, 1)
    play = begin(tokens=tuple(tokens)).roll().move("right", "right").done()
    assert play.args("takes") == {"seat": Name(0), "nuts": 2}
    assert play.state.tokens[NAMED["top-2"]] == (1,)
    assert play.state.tokens[NAMED["top-1"]] == (1,)


def test_full_paws_take_nothing_and_leave_it_refuses() -> None:
    play = begin(carry=(1, 0, 0, 0)).roll().move("right").done()
    assert "takes" not in play.said
    play = begin().roll().move("right").leave()
    assert play.said == ["leaves"]
    assert "takes" not in play.done().said
    assert not play.state.leave


def test_who_stays_where_a_token_lies_takes_it() -> None:
    play = begin(at=("top-1",)).roll("red", "red-green", "red-green", "red-green")
    assert play.done().said[0] == "takes"


def test_n06_a_store_is_filled_in_passing_and_another_nut_taken_at_the_end() -> None:
    play = begin(at=("top-1",), carry=(2, 0, 0, 0)).roll().move("right")
    assert play.said == ["stored", "step"]
    assert play.args("stored") == {"store": part("target-nest"), "nuts": 2}
    assert play.earcons == ["steps-1", "bank"]
    assert play.lessons == ["lesson-store"]
    play.move("right").done()
    assert play.said[0] == "takes"
    assert play.state.stores[0] == stores(nest=2)
    assert play.state.carry[0] == 1


def test_n07_a_full_store_takes_nothing_and_says_nothing() -> None:
    play = begin(at=("top-1",), carry=(2, 0, 0, 0), stores=(stores(nest=1),) + (stores(),) * 3)
    assert play.roll().move("right").said == ["step"]
    assert play.state.carry[0] == 2


def test_n07_keep_it_is_for_this_turn_only() -> None:
    play = begin(2, at=("top-1",), carry=(2, 0)).roll().keep()
    assert play.said == ["keeps"]
    assert play.move("right").said == ["step"]
    assert play.state.stores[0] == stores()
    all_dice(play.done())
    play.state = play.state._replace(pos=(NAMED["top-1"], 0), carry=(2, 0))
    assert play.state.active == 0
    assert play.roll().move("right").said == ["stored", "step"]


def test_there_is_nothing_to_keep_with_empty_paws() -> None:
    play = begin().roll().keep()
    assert (play.said, play.earcons, play.state.keep) == ([], ["no"], False)


def test_a_store_is_filled_on_entering_not_on_staying() -> None:
    play = begin(at=("top-2",), carry=(1, 0, 0, 0)).roll().done()
    assert play.state.stores[0] == stores()


# ---------------------------------------------------------------- the end


def four_full(seat: int, seats: int = 4, **setting: Any) -> Play:
    """The active `seat` is one step from its fourth store, in the first turn of round two."""
    filled = tuple(full_but("nest") if each == seat else stores() for each in range(seats))
    carry = tuple(int(each == seat) for each in range(seats))
    at = tuple("top-1" if each == seat else "top-12" for each in range(seats))
    setting = {"turn": seats + 1 + seat} | setting
    return begin(seats, at=at, stores=filled, carry=carry, active=seat, **setting)


def all_dice(play: Play) -> Play:
    """A turn that uses all dice and ends where it began."""
    ways = ("right", "left") if play.state.here == CROWN else ("left", "right")
    return play.roll(*("red-blue",) * 4).move(*ways, *ways)


def test_n08_the_others_play_once_more_after_four_full_stores() -> None:
    play = four_full(1).roll(*("red-yellow",) * 4).move("right", "left", "right", "left")
    assert play.said[-2:] == ["last-turns", "prompt-last"]
    assert play.args("last-turns") == {"seat": Name(1)}
    order = []
    while not play.state.over:
        order.append(play.state.active)
        all_dice(play)
    assert order == [2, 3, 0]
    assert play.state.winners == (1,)
    assert play.said[-2:] == ["wins", "final-scores"]


def test_n08_the_trigger_is_told_at_the_end_of_its_turn_after_the_villains() -> None:
    play = four_full(1).roll().move("right")
    assert "last-turns" not in play.said
    play.done()
    assert play.said.index("villains") < play.said.index("last-turns")
    assert (play.state.trigger, play.state.last) == (1, (2, 3, 0))


def test_four_full_stores_in_a_last_turn_change_nothing() -> None:
    play = four_full(1, trigger=0, last=(1, 2, 3)).roll(*("red-yellow",) * 4)
    play.move("right", "left", "right", "left")
    assert "last-turns" not in play.said
    assert (play.state.trigger, play.state.last) == (0, (2, 3))


def test_n10_the_first_snow_ends_an_endless_game() -> None:
    play = begin(2)
    rounds = []
    while not play.state.over:
        rounds.append(play.state.round)
        all_dice(play)
        if "snow-near" in play.said:
            assert play.args("snow-near") == {"rounds": 4}
            assert (play.state.round, play.state.active) == (17, 0)
    assert rounds == [number for number in range(1, 21) for _ in range(2)]
    assert play.said == ["step", "snow", "shared-win", "final-scores"]
    assert play.state.winners == (0, 1)


def test_last_turns_are_played_although_it_snows() -> None:
    play = four_full(3, turn=80).roll(*("red-yellow",) * 4)
    play.move("right", "left", "right", "left")
    assert play.said[-1] == "prompt-last"
    assert play.state.last == (0, 1, 2)


def last_turn(*filled: tuple[int, ...], carry: tuple[int, ...] = ()) -> Play:
    """The last turn of a game in which the seats have these stores."""
    seats = len(filled)
    play = begin(seats, stores=filled, carry=carry or (0,) * seats, active=seats - 1, turn=20 * seats)
    return all_dice(play)


@pytest.mark.parametrize(
    ("filled", "carry", "winners", "verdict"),
    [
        ((stores(nest=2), stores(hive=1)), (), (0,), "wins"),
        ((stores(nest=2), stores(nest=1, hive=1)), (2, 0), (1,), "wins-stores"),
        ((stores(nest=2), stores(hive=2)), (1, 2), (1,), "wins-carrying"),
        ((stores(nest=2), stores(hive=2)), (1, 1), (0, 1), "shared-win"),
        ((stores(nest=2), stores(hive=2), stores(fern=1, nest=1)), (2, 1, 0), (2,), "wins-stores"),
    ],
)
def test_ties_go_to_more_full_stores_then_to_what_is_carried(
    filled: tuple[tuple[int, ...], ...], carry: tuple[int, ...], winners: tuple[int, ...], verdict: str
) -> None:
    play = last_turn(*filled, carry=carry)
    assert play.state.winners == winners
    assert play.said[-2:] == [verdict, "final-scores"]


def test_nothing_is_done_after_the_end() -> None:
    play = last_turn(stores(nest=1), stores())
    before = play.state
    for seat in (0, 1):
        assert play.tell(Roll(seat, 9)).earcons == ["no"]
        assert play.tell(Move(seat, "left", 9)).state == before
    assert nutventure.listening(before) == (frozenset(), frozenset())


# ---------------------------------------------------------------- real dice


def test_real_dice_are_told_one_by_one_and_then_together() -> None:
    play = begin(dice="physical").tell(Roll(0, 5))
    assert (play.said, play.state.phase) == (["prompt-report"], Phase.REPORT)
    play.faces("red-blue")
    assert play.said == ["prompt-next"]
    assert play.args("prompt-next")["number"] == 2
    play.faces("red", "yellow-blue", "red-blue")
    assert play.said == ["faces", "prompt-steps"]
    assert play.state.faces == ("red-blue", "red", "yellow-blue", "red-blue")


def test_a_face_the_dice_cannot_show_is_refused() -> None:
    play = begin(dice="physical").tell(Roll(0, 5)).faces("red")
    before = play.state
    assert play.faces("blue").said == ["face-impossible"]
    assert play.faces("purple").said == []
    assert play.state == before
    assert begin(dice="physical", wild=True).tell(Roll(0, 5)).faces("red", "blue").said == ["prompt-next"]


def test_a_wrong_report_is_told_anew_until_the_first_step() -> None:
    play = begin(dice="physical").tell(Roll(0, 5)).faces("red", "red-blue").tell(Roll(0, 5))
    assert (play.said, play.state.faces) == (["prompt-report"], ())
    play.faces(*ANY[:1], "red-green", "red-blue", "red-blue").tell(Roll(0, 5))
    assert play.state.phase is Phase.REPORT
    play.faces("red-yellow", "red-green", "red-blue", "red-blue").move("right")
    before = play.state
    assert play.tell(Roll(0, 5)).earcons == ["no"]
    assert play.state == before


def test_the_real_villain_die_is_told_once_for_every_unused_die() -> None:
    play = begin(dice="physical", at=("middle-7",), owl=1).tell(Roll(0, 5))
    play.faces("red-yellow", "red-green", "red-blue", "red-blue").move("right", "left").done()
    assert (play.state.phase, play.state.throws) == (Phase.VILLAIN, 2)
    assert play.said == ["prompt-villain"]
    assert play.villain(9).earcons == ["no"]
    assert play.villain(1).said == ["villains", "prompt-villain"]
    assert play.state.owl == 5
    assert play.villain(7).said == ["villains", "prompt-ready"]
    assert (play.state.active, play.state.throws) == (1, 0)


# ---------------------------------------------------------------- silence


def test_who_is_silent_gets_a_sound_and_then_one_reminder() -> None:
    play = begin().roll()
    assert play.cue("hint").earcons == ["your-turn-1"]
    nudge = play.effects[-1]
    assert isinstance(nudge, Cue)
    assert nudge == Cue(f"nudge-{play.state.moment}", 17 * 16_000)
    play.tell(Cued(nudge.id, 5))
    assert play.said == ["prompt-steps"]
    assert play.tell(Cued(nudge.id, 5)).effects == ()


def test_whoever_has_spoken_is_not_reminded_of_the_question_before() -> None:
    play = begin()
    old = play.state.moment
    play.roll().move("left")
    assert play.tell(Cued(f"hint-{old}", 5)).effects == ()
    assert play.tell(Cued(f"nudge-{old}", 5)).effects == ()


@pytest.mark.parametrize(
    ("phase", "reminder"),
    [
        (Phase.READY, "nudge-ready"),
        (Phase.REPORT, "prompt-report"),
        (Phase.STEPS, "prompt-steps"),
        (Phase.WAY, "prompt-way"),
        (Phase.VILLAIN, "prompt-villain"),
    ],
)
def test_every_question_has_its_reminder(phase: Phase, reminder: str) -> None:
    play = begin(dice="physical").roll().go("nut")
    play.state = play.state._replace(phase=phase, faces=() if phase is Phase.REPORT else ANY)
    assert play.cue("nudge").said == [reminder]
