"""Questions: every seat, every phase, one reply to the asker, never a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.game import Options, Phase
from voicenuts.values import Asked, Listing, Name, Rank, Ref, Say

if TYPE_CHECKING:
    from tests.games.hazelnut.conftest import Begin, Drawn, Play

QUESTIONS = (
    "command.score",
    "command.status",
    "command.where-am-i",
    "command.around-me",
    "command.everyone",
    "command.options",
    "command.help",
    *(f"topic.{topic}" for topic in hazelnut.TOPICS),
)


@pytest.fixture
def phases(begin: Begin, drawn: Drawn) -> dict[Phase, hazelnut.State]:
    """One state of every phase; where a card is drawn, it is a lynx."""
    over = begin(at="tree-1", front=(4, 0, 0, 0), score=(14, 0, 0, 0)).throw(1).choose("old-oak")
    handed = drawn("lynx", hush=False, secret="whisper")
    return {
        Phase.EAR: handed.state,
        Phase.WHISPER: handed.listen().state,
        Phase.LAID: handed.give_back().state,
        Phase.SETUP: hazelnut.new(4, Options(), 1),
        Phase.READY: begin().state,
        Phase.REPORT: begin(dice="physical").roll().state,
        Phase.MOVE: begin().throw(2).state,
        Phase.DRAW: drawn("lynx", hush=False).state,
        Phase.HUSH: drawn("lynx").state,
        Phase.PUT_BACK: drawn("lynx").lapse().state,
        Phase.OVER: over.state,
    }


def ask(state: hazelnut.State, seat: int, about: str) -> Say:
    about = about if "." in about else f"command.{about}"
    after, effects = hazelnut.step(state, Asked(seat, about, 5))
    assert after == state
    (say,) = effects
    assert isinstance(say, Say)
    assert say.to == seat
    return say


@pytest.mark.parametrize("about", QUESTIONS)
@pytest.mark.parametrize("phase", Phase)
def test_every_question_is_answered_in_every_phase(
    phases: dict[Phase, hazelnut.State], phase: Phase, about: str
) -> None:
    state = phases[phase]
    assert state.phase is phase
    for seat in range(4):
        say = ask(state, seat, about)
        assert "lynx" not in repr(say)
        assert not say.message.startswith("card")


def test_the_score_is_told_best_first_with_open_nuts(begin: Begin) -> None:
    state = begin(3, score=(2, -4, 9), front=(3, 0, 0)).state
    assert dict(ask(state, 1, "score").args)["scores"] == Listing(
        (
            Ref("seat-score-bare", (("seat", Name(2)), ("total", 9))),
            Ref("seat-score", (("seat", Name(0)), ("total", 2), ("nuts", 3))),
            Ref("seat-score-bare", (("seat", Name(1)), ("total", -4))),
        ),
        "then",
    )


@pytest.mark.parametrize(
    ("phase", "args"),
    [
        (Phase.SETUP, {}),
        (Phase.READY, {"seat": Name(0)}),
        (Phase.REPORT, {"seat": Name(0)}),
        (Phase.MOVE, {"seat": Name(0), "paws": 2}),
        (Phase.EAR, {"seat": Name(0)}),
        (Phase.WHISPER, {"seat": Name(0)}),
        (Phase.LAID, {"seat": Name(0)}),
        (Phase.DRAW, {"seat": Name(0)}),
        (Phase.HUSH, {"seat": Name(0)}),
        (Phase.PUT_BACK, {"seat": Name(0), "next": Name(1)}),
        (Phase.OVER, {"seats": Listing((Name(0),), "and")}),
    ],
)
def test_the_status_says_whose_turn_it_is(
    phases: dict[Phase, hazelnut.State], phase: Phase, args: dict[str, object]
) -> None:
    say = ask(phases[phase], 2, "status")
    other = {Phase.PUT_BACK: "back", Phase.WHISPER: "draw", Phase.LAID: "draw"}
    assert say.message == f"status-{other.get(phase, phase)}"
    assert dict(say.args) == args


@pytest.mark.parametrize(
    ("pos", "message", "args"),
    [
        ((1, 2, 3), "where-tree", {"place": Ref("place-tree-1"), "cards": 7}),
        (
            (1, 1, 1),
            "where-tree-with",
            {"place": Ref("place-tree-1"), "cards": 7, "others": Listing((Name(1), Name(2)), "and")},
        ),
        ((0, 2, 3), "where-hide", {"place": Ref("place-old-oak")}),
        (
            (5, 2, 5),
            "where-hide-with",
            {"place": Ref("place-hollow-log"), "others": Listing((Name(2),), "and")},
        ),
    ],
)
def test_where_am_i(begin: Begin, pos: tuple[int, ...], message: str, args: dict[str, object]) -> None:
    say = ask(begin(3).state._replace(pos=pos), 0, "where-am-i")
    assert (say.message, dict(say.args)) == (message, args)


def test_the_drawn_card_no_longer_lies_on_its_tree(drawn: Drawn) -> None:
    assert dict(ask(drawn("lynx").state, 0, "where-am-i").args)["cards"] == 6


@pytest.mark.parametrize(
    ("phase", "active", "following", "other"),
    [
        (Phase.SETUP, "help-setup", "help-setup", "help-setup"),
        (Phase.READY, "help-ready", "help-other", "help-other"),
        (Phase.REPORT, "help-report", "help-other", "help-other"),
        (Phase.MOVE, "help-move", "help-other", "help-other"),
        (Phase.EAR, "help-ear", "help-other", "help-other"),
        (Phase.WHISPER, "help-drawer", "help-call", "help-call"),
        (Phase.LAID, "help-drawer", "help-call", "help-call"),
        (Phase.DRAW, "help-drawer", "help-call", "help-call"),
        (Phase.HUSH, "help-drawer", "help-call", "help-call"),
        (Phase.PUT_BACK, "help-drawer", "help-next", "help-call"),
        (Phase.OVER, "help-over", "help-over", "help-over"),
    ],
)
def test_help_is_about_what_this_seat_can_do_now(
    phases: dict[Phase, hazelnut.State], phase: Phase, active: str, following: str, other: str
) -> None:
    helps = [ask(phases[phase], seat, "help") for seat in (0, 1, 3)]
    if phase is not Phase.SETUP:
        assert phases[phase].active == 0
    assert [say.message for say in helps] == [active, following, other]
    assert {say.rank for say in helps} == {Rank.CHATTER}


def test_help_knows_real_dice_and_open_tables(begin: Begin, drawn: Drawn) -> None:
    play: Play = begin(dice="physical").roll().report(1)
    assert ask(play.state, 0, "help").message == "help-move-die"
    assert ask(drawn("fox", secret="open").state, 0, "help").message == "help-drawer-open"


def test_around_me_tells_cards_and_knights_of_the_squares_next_door(begin: Begin) -> None:
    state = begin(3).state._replace(pos=(2, 1, 8))
    exits = dict(ask(state, 0, "around-me").args)["exits"]
    cards = ("cards", 7)
    assert exits == Listing(
        (
            Ref(
                "exit-tree-with",
                (("place", Ref("place-tree-1")), cards, ("others", Listing((Name(1),), "and"))),
            ),
            Ref("exit-tree", (("place", Ref("place-tree-3")), cards)),
            Ref(
                "exit-tree-with",
                (("place", Ref("place-tree-7")), cards, ("others", Listing((Name(2),), "and"))),
            ),
        ),
        "then",
    )
    assert "exit-hide" in repr(ask(state, 1, "around-me"))


@pytest.mark.parametrize(
    ("phase", "active", "following", "other"),
    [
        (Phase.SETUP, "options-wait", "options-wait", "options-wait"),
        (Phase.READY, "options-ready", "options-other", "options-other"),
        (Phase.REPORT, "options-report", "options-other", "options-other"),
        (Phase.MOVE, "options-move", "options-other", "options-other"),
        (Phase.DRAW, "options-drawer", "options-call", "options-call"),
        (Phase.HUSH, "options-drawer", "options-call", "options-call"),
        (Phase.PUT_BACK, "options-drawer", "options-next", "options-call"),
        (Phase.OVER, "options-wait", "options-wait", "options-wait"),
    ],
)
def test_options_are_what_this_seat_may_do_now(
    phases: dict[Phase, hazelnut.State], phase: Phase, active: str, following: str, other: str
) -> None:
    options = [ask(phases[phase], seat, "options").message for seat in (0, 1, 3)]
    assert options == [active, following, other]


def test_the_rules_are_told_as_this_table_plays_them(begin: Begin) -> None:
    assert ask(begin().state, 0, "topic.cards").message == "topic-cards"
    assert ask(begin(secret="open").state, 0, "topic.cards").message == "topic-cards-open"
    assert dict(ask(begin().state, 2, "topic.winning").args) == {"goal": begin().state.goal}
    assert ask(begin().state, 2, "topic.weather").message == "status-ready"


def test_an_unknown_question_gets_the_status_and_a_phantom_seat_nothing(begin: Begin) -> None:
    state = begin().state
    assert ask(state, 1, "weather").message == "status-ready"
    assert hazelnut.step(state, Asked(4, "command.score", 5)) == (state, ())
    assert hazelnut.step(state, Asked(-1, "command.score", 5)) == (state, ())
