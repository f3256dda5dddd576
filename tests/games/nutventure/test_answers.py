"""Questions: every seat, every phase, one reply to the asker; listening, going on and leaving off."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from tests.games.nutventure.play import Play, begin, stores
from voicenuts.games import codec
from voicenuts.games.nutventure import game as nutventure
from voicenuts.games.nutventure.board import NAMED
from voicenuts.games.nutventure.events import Quit, Resume, Roll
from voicenuts.games.nutventure.game import Options, Phase
from voicenuts.games.nutventure.words import colour, part, place
from voicenuts.values import Asked, Cue, Listing, Name, Rank, Say

QUESTIONS = (
    *("score", "status", "where-am-i", "around-me", "everyone", "options", "help", "unheard-of"),
    *(f"topic.{topic}" for topic in nutventure.TOPICS),
)


def in_phase(phase: Phase) -> Play:
    """A game in a phase, seat 0 active."""
    if phase is Phase.SETUP:
        return Play(nutventure.new(4, Options(start_seat=0), 1))
    play = begin(dice="physical")
    match phase:
        case Phase.REPORT:
            play.tell(Roll(0, 5))
        case Phase.STEPS:
            play.roll()
        case Phase.WAY:
            play.roll().go("nut")
        case Phase.VILLAIN:
            play.roll().done()
        case Phase.OVER:
            play.state = play.state._replace(turn=80, active=3, stores=(stores(nest=2), *(stores(),) * 3))
            play.roll(*("red-blue",) * 4).move("right", "left", "right", "left")
    assert play.state.phase is phase
    return play


@pytest.mark.parametrize("about", QUESTIONS)
@pytest.mark.parametrize("phase", Phase)
def test_every_question_is_answered_in_every_phase(phase: Phase, about: str) -> None:
    play = in_phase(phase)
    for seat in range(4):
        assert play.ask(about, seat).message.startswith("nutventure-")


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OVER])
def test_the_status_names_the_seat_and_what_is_awaited(phase: Phase) -> None:
    say = in_phase(phase).ask("status", 2)
    assert say.message == f"nutventure-status-{phase}"
    assert phase is Phase.SETUP or dict(say.args)["seat"] == Name(0)


def test_the_status_tells_which_colours_the_dice_still_take() -> None:
    play = begin().roll("red", "red-blue", "red-blue", "yellow-blue").move("right")
    args = dict(play.ask("status", 3).args)
    assert args["unused"] == 3
    assert args["colours"] == Listing((colour("red"), colour("blue"), colour("yellow")))


def test_the_score_is_told_best_first_with_full_stores() -> None:
    play = begin(3, stores=(stores(nest=1), stores(), stores(nest=2, fern=1)))
    assert dict(play.ask("score").args)["scores"] == Listing(
        tuple(
            part("seat-score", seat=Name(seat), total=total, stores=filled)
            for seat, total, filled in ((2, 3, 2), (0, 1, 1), (1, 0, 0))
        ),
        "then",
    )


def test_where_am_i_tells_square_burden_and_empty_stores() -> None:
    play = begin(2, at=("top-1", "middle-12"), carry=(0, 2), stores=(stores(), stores(nest=1, fern=2)), owl=5)
    assert dict(play.ask("where-am-i", 1).args) == {
        "square": Listing((place(NAMED["middle-12"]), colour("yellow"), part("ladder")), "then"),
        "burden": part("carrying", nuts=2),
        "empty": part("empty-some", stores=Listing((part("target-hive"), part("target-mushroom")), "then")),
    }
    args = dict(play.ask("where-am-i", 0).args)
    assert args["square"] == Listing((place(NAMED["top-1"]), colour("red"), part("nuts", nuts=1)), "then")
    assert (args["burden"], args["empty"]) == (part("carrying-nothing"), part("empty-all"))
    play.state = play.state._replace(stores=((1, 1, 1, 1), stores()))
    assert dict(play.ask("where-am-i", 0).args)["empty"] == part("empty-none")


def test_around_me_tells_colours_contents_and_villains() -> None:
    play = begin(at=("middle-4",), owl=9, fox=7)
    play.state = play.state._replace(owl=5)
    exits = dict(play.ask("around-me").args)["ways"]
    assert exits == Listing(
        (
            part(
                "exit-with",
                direction=part("direction-left"),
                colour=colour("red"),
                there=part("target-hive"),
            ),
            part("exit-owl", direction=part("direction-right")),
            part("exit", direction=part("direction-up"), colour=colour("blue")),
        ),
        "then",
    )


def test_where_is_everyone_ends_with_the_villains() -> None:
    play = begin(2, at=("top-3",), carry=(2, 0), owl=9, fox=11)
    assert dict(play.ask("everyone", 1).args)["everyone"] == Listing(
        (
            part("seat-at", seat=Name(0), square=place(NAMED["top-3"]), nuts=2),
            part("seat-at-bare", seat=Name(1), square=part("crown")),
            part("owl-at", hour=9),
            part("fox-at", hour=11),
        ),
        "then",
    )


@pytest.mark.parametrize(
    ("phase", "active", "other"),
    [
        (Phase.SETUP, "options-wait", "options-wait"),
        (Phase.READY, "options-ready", "options-other"),
        (Phase.REPORT, "options-report", "options-other"),
        (Phase.STEPS, "options-reach", "options-other"),
        (Phase.WAY, "options-way", "options-other"),
        (Phase.VILLAIN, "options-villain", "options-other"),
        (Phase.OVER, "options-wait", "options-wait"),
    ],
)
def test_options_are_what_this_seat_may_do_now(phase: Phase, active: str, other: str) -> None:
    play = in_phase(phase)
    messages = [play.ask("options", seat).message.removeprefix("nutventure-") for seat in (0, 1)]
    assert messages == [active, other]


def test_with_nothing_useful_in_reach_the_options_are_the_bare_steps() -> None:
    play = begin(at=("top-4",), carry=(1, 0, 0, 0)).roll(*("red-green",) * 4)
    assert play.ask("options").message == "nutventure-options-steps"


@pytest.mark.parametrize("phase", Phase)
def test_help_is_about_what_this_seat_can_do_now(phase: Phase) -> None:
    play = in_phase(phase)
    helps = [play.ask("help", seat) for seat in (0, 1)]
    own = f"nutventure-help-{phase}"
    others = own if phase in (Phase.SETUP, Phase.OVER) else "nutventure-help-other"
    assert [say.message for say in helps] == [own, others]
    assert {say.rank for say in helps} == {Rank.CHATTER}


def test_the_rules_are_told_as_this_table_plays_them() -> None:
    assert begin().ask("topic.ways").message == "nutventure-topic-ways"
    assert begin(assist=False).ask("topic.ways").message == "nutventure-topic-ways-alone"
    assert dict(begin(snow=12).ask("topic.winning").args) == {"rounds": 12}


def test_a_phantom_seat_gets_nothing() -> None:
    state = begin(2).state
    for seat in (-1, 2):
        assert nutventure.step(state, Asked(seat, "command.score", 5)) == (state, ())


# ---------------------------------------------------------------- what is listened to


@pytest.mark.parametrize(
    ("phase", "heard"),
    [
        (Phase.SETUP, set()),
        (Phase.READY, {"turn.roll"}),
        (Phase.REPORT, {"face", "turn.roll"}),
        (Phase.STEPS, {"step", "go", "square", "turn.roll"}),
        (Phase.WAY, {"step", "go", "square", "answer", "turn.roll"}),
        (Phase.VILLAIN, {"villain"}),
        (Phase.OVER, set()),
    ],
)
def test_the_active_seat_is_listened_to_for_what_it_may_say(phase: Phase, heard: set[str]) -> None:
    listening = nutventure.listening(in_phase(phase).state)
    assert listening[0] == heard
    assert listening[1:] == (frozenset(),) * 3


def test_after_the_first_step_real_dice_are_not_told_anew() -> None:
    play = begin(dice="physical").roll().move("right")
    assert "turn.roll" not in nutventure.listening(play.state)[0]
    assert "turn.roll" not in nutventure.listening(begin().roll().state)[0]


# ---------------------------------------------------------------- going on and leaving off


def test_before_the_start_it_is_started_again() -> None:
    play = in_phase(Phase.SETUP).tell(Resume(5))
    assert play.said == ["status-setup"]
    assert play.effects[-1] == Cue("start")


@pytest.mark.parametrize(
    ("phase", "question"),
    [
        (Phase.READY, "prompt-ready"),
        (Phase.REPORT, "prompt-report"),
        (Phase.STEPS, "prompt-steps"),
        (Phase.WAY, "prompt-way"),
        (Phase.VILLAIN, "prompt-villain"),
        (Phase.OVER, "final-scores"),
    ],
)
def test_after_a_break_the_game_says_where_it_is_and_asks_again(phase: Phase, question: str) -> None:
    play = in_phase(phase)
    before = play.state
    play.tell(Resume(5))
    assert play.said == [f"status-{phase}", question]
    assert play.state == before._replace(moment=play.state.moment)
    if phase is not Phase.OVER:
        assert play.effects[-1] == Cue(f"hint-{play.state.moment}", 8 * 16_000)


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OVER])
def test_the_game_can_be_left_in_any_phase_and_nobody_wins(phase: Phase) -> None:
    play = in_phase(phase).tell(Quit(9))
    assert play.said == ["quit", "final-scores"]
    assert (play.state.over, play.state.winners) == (True, ())
    assert play.ask("status", 1).message == "nutventure-status-quit"
    assert play.tell(Quit(10)).effects == ()


def test_the_journal_keeps_every_event() -> None:
    events = [kind for kind in nutventure.COMMANDS if kind not in (Quit, Resume)]
    assert len(events) == 10
    for event in (Quit(5), Resume(5), Roll(1, 5)):
        record = json.loads(json.dumps(codec.dump(event)))
        assert record["event"].startswith("nutventure.")
        assert codec.load(record) == event


def test_the_journal_keeps_what_was_agreed_on() -> None:
    options = Options(dice="physical", wild=True, assist=False, snow=7, known=True, start_seat=1)
    assert codec.load_as(Options, json.loads(json.dumps(asdict(options)))) == options
    with pytest.raises(codec.CodecError, match="'real'"):
        codec.load_as(Options, {"dice": "real"})


def test_lessons_are_chatter() -> None:
    play = begin().tell(Roll(0, 5))
    ranks = [e.rank for e in play.effects if isinstance(e, Say) and "lesson" in e.message]
    assert ranks == [Rank.CHATTER]
