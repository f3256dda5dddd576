"""Questions: every seat, every phase, one reply to the asker; going on and giving up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.gonuts.play import Play, everywhere
from voicenuts.games.gonuts import game as gonuts
from voicenuts.games.gonuts.events import Quit, Resume
from voicenuts.values import Asked, Cue, Listing, Name, Rank, Ref, Say

WHERE = tuple(everywhere())
QUESTIONS = (
    "command.score",
    "command.status",
    "command.where-am-i",
    "command.around-me",
    "command.everyone",
    "command.options",
    "command.help",
    *(f"topic.{topic}" for topic in gonuts.TOPICS),
)


def ask(state: gonuts.State, seat: int, about: str) -> Say:
    after, effects = gonuts.step(state, Asked(seat, about, 5))
    assert after == state
    (say,) = effects
    assert isinstance(say, Say)
    assert say.to == seat
    return say


def asked_of_all(state: gonuts.State, about: str) -> list[str]:
    return [ask(state, seat, f"command.{about}").message for seat in range(3)]


@pytest.mark.parametrize("about", QUESTIONS)
@pytest.mark.parametrize("where", WHERE)
def test_every_question_is_answered_in_every_phase(where: str, about: str) -> None:
    for seat in range(3):
        ask(everywhere()[where], seat, about)


def test_the_score_is_told_best_first() -> None:
    state = Play(score=(2, 0, 9)).state
    for about in ("score", "everyone"):
        say = ask(state, 1, f"command.{about}")
        assert dict(say.args)["scores"] == Listing(
            tuple(
                Ref("seat-score-bare", (("seat", Name(seat)), ("total", total)))
                for seat, total in ((2, 9), (0, 2), (1, 0))
            ),
            "then",
        )


@pytest.mark.parametrize(
    ("where", "message", "args"),
    [
        ("setup", "status-setup", {}),
        ("ready", "nuts-status-ready", {"seat": Name(0)}),
        (
            "report",
            "nuts-status-report",
            {"seat": Name(0), "dice": 5, "flyers": Ref("nuts-word-birds")},
        ),
        (
            "choice",
            "nuts-status-choice",
            {"seat": Name(0), "points": 2, "dice": 4, "flyers": Ref("nuts-word-birds")},
        ),
        ("countdown", "nuts-status-countdown", {"seat": Name(0)}),
        ("frenzy", "nuts-status-frenzy", {"seat": Name(0), "seats": Listing((Name(1), Name(2)), "and")}),
        ("back", "nuts-status-frenzy", {"seat": Name(0), "seats": Listing((Name(2),), "and")}),
        ("total", "nuts-status-total", {"seat": Name(0), "most": 5}),
        ("over", "status-over", {"seats": Listing((Name(0),), "and")}),
        ("quit", "status-quit", {}),
    ],
)
def test_the_status_says_what_is_awaited(where: str, message: str, args: dict[str, object]) -> None:
    say = ask(everywhere()[where], 2, "command.status")
    assert (say.message, dict(say.args)) == (message, args)


def test_where_am_i_is_how_far_it_is_to_the_goal() -> None:
    state = Play(score=(12, 50, 0)).state
    say = ask(state, 0, "command.where-am-i")
    assert (say.message, dict(say.args)) == ("nuts-where", {"total": 12, "left": 38})
    assert ask(state, 1, "command.where-am-i").message == "nuts-where-there"


ROLES = [
    ("setup", ["setup", "setup", "setup"]),
    ("ready", ["ready", "other", "other"]),
    ("report", ["report", "other", "other"]),
    ("choice", ["choice", "other", "other"]),
    ("countdown", ["countdown", "dog", "dog"]),
    ("frenzy", ["drum", "bark", "bark"]),
    ("back", ["drum", "back", "bark"]),
    ("real drum", ["drum-real", "bark-real", "bark-real"]),
    ("total", ["total", "other", "other"]),
    ("over", ["over", "over", "over"]),
]


@pytest.mark.parametrize(("where", "roles"), ROLES)
def test_help_and_options_are_about_what_this_seat_can_do_now(where: str, roles: list[str]) -> None:
    state = everywhere()[where]
    helps = ["help-over" if role == "over" else f"nuts-help-{role}" for role in roles]
    assert asked_of_all(state, "help") == helps
    shared = {"setup": "options-wait", "over": "options-wait", "other": "options-other"}
    assert asked_of_all(state, "options") == [shared.get(role, f"nuts-options-{role}") for role in roles]
    assert ask(state, 0, "command.help").rank is Rank.CHATTER


def test_the_rules_are_told_as_this_table_plays_them() -> None:
    usual = Play().state
    real = usual._replace(options=replace(usual.options, dice="physical", faces="cars", rescue=True))
    messages = {topic: (f"nuts-topic-{topic}", f"nuts-topic-{topic}-real") for topic in gonuts.TOPICS}
    messages |= {topic: (f"nuts-topic-{topic}",) * 2 for topic in ("topics", "winning")}
    messages["flying"] = ("nuts-topic-birds", "nuts-topic-cars")
    messages["hiding"] = ("nuts-topic-hiding", "nuts-topic-hiding-rescue")
    for topic, expected in messages.items():
        assert tuple(ask(state, 1, f"topic.{topic}").message for state in (usual, real)) == expected
    assert ask(real, 0, "command.help").message == "nuts-help-ready-real"
    assert dict(ask(usual, 2, "topic.winning").args) == {"goal": 50}


def test_an_unknown_question_gets_the_status_and_a_phantom_seat_nothing() -> None:
    state = Play().state
    assert ask(state, 1, "topic.weather").message == "nuts-status-ready"
    for seat in (-1, 3):
        assert gonuts.step(state, Asked(seat, "command.score", 5)) == (state, ())


# ---------------------------------------------------------------- going on and giving up


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("ready", ["nuts-status-ready", "nuts-prompt-ready"]),
        ("report", ["nuts-status-report", "nuts-prompt-report"]),
        ("choice", ["nuts-status-choice", "nuts-prompt-choice"]),
        ("countdown", ["nuts-status-countdown", "nuts-prompt-countdown"]),
        ("total", ["nuts-status-total", "nuts-prompt-total"]),
        ("over", ["status-over", "final-scores"]),
        ("quit", ["status-quit", "final-scores"]),
    ],
)
def test_after_a_restart_the_table_hears_where_it_is_and_is_asked_again(where: str, said: list[str]) -> None:
    state = everywhere()[where]
    after, effects = gonuts.step(state, Resume(99))
    assert [effect.message for effect in effects if isinstance(effect, Say)] == said
    assert after._replace(asked=0) == state._replace(asked=0)
    if not state.over:
        waits = effects[-1]
        assert isinstance(waits, Cue)
        assert waits.id.endswith(f"-{after.turn}-{after.asked}")


def test_before_the_start_it_starts_anew() -> None:
    assert gonuts.step(everywhere()["setup"], Resume(5))[1][-1] == Cue("start")


@pytest.mark.parametrize("where", [where for where in WHERE if where not in ("over", "quit")])
def test_the_players_may_end_it_anywhere(where: str) -> None:
    state = everywhere()[where]
    after, effects = gonuts.step(state, Quit(9))
    assert [effect.message for effect in effects if isinstance(effect, Say)] == ["quit", "final-scores"]
    assert (after.over, after.winners, after.score) == (True, (), state.score)
    assert gonuts.step(after, Quit(10)) == (after, ())
