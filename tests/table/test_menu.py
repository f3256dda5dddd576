"""The menu asks in few words which game is played, and takes every answer there is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from voicenuts import resources
from voicenuts.speaking.prompts import Prompts
from voicenuts.table import menu
from voicenuts.table.menu import Answered, Options, Outcome, Phase, State
from voicenuts.values import Asked, Cue, Cued, Earcon, Effect, Say

GAMES = ("hazelnut", "go-nuts", "nutventure")


class Evening:
    """A menu and everything it has said."""

    def __init__(self, **options: Any) -> None:
        self.state: State = menu.new(2, Options(GAMES, **options))
        self.effects: list[Effect] = []
        self.take(Cued("start", 0))

    def take(self, event: menu.Event) -> Evening:
        self.state, effects = menu.step(self.state, event)
        self.effects += effects
        return self

    def say(self, *phrases: str) -> Evening:
        for phrase in phrases:
            self.take(Answered(1, phrase, 0))
        return self

    def silence(self) -> Evening:
        return self.take(Cued([effect.id for effect in self.effects if isinstance(effect, Cue)][-1], 0))

    @property
    def said(self) -> list[str]:
        return [effect.message for effect in self.effects if isinstance(effect, Say)]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_chosen_by_its_name(game: str) -> None:
    evening = Evening().say(f"menu.{game}")
    assert evening.said == ["menu-game-ask", "menu-chosen"]
    assert (evening.state.outcome, evening.state.game) == (Outcome.PLAY, game)


@pytest.mark.parametrize(
    ("phrases", "outcome", "game"),
    [
        (("menu.again",), Outcome.PLAY, "go-nuts"),
        (("answer.yes",), Outcome.PLAY, "go-nuts"),
        (("menu.nutventure",), Outcome.PLAY, "nutventure"),
        (("menu.new-game", "menu.hazelnut"), Outcome.PLAY, "hazelnut"),
        (("answer.no",), None, ""),
    ],
)
def test_after_a_game_there_is_another_or_none(
    phrases: tuple[str, ...], outcome: Outcome | None, game: str
) -> None:
    evening = Evening(last="go-nuts").say(*phrases)
    assert evening.state.over
    assert (evening.state.outcome, evening.state.game) == (outcome, game)


def test_the_dice_are_chosen_on_the_way() -> None:
    evening = Evening(last="go-nuts").say("dice.all", "menu.new-game", "dice.real", "menu.nutventure")
    asked = ["menu-again-ask", "dice-all", "menu-again-ask", "menu-game-ask", "dice-real", "menu-game-ask"]
    assert evening.said == [*asked, "menu-chosen"]
    assert (evening.state.game, evening.state.dice) == ("nutventure", "real")


def test_an_unfinished_game_is_offered_first() -> None:
    evening = Evening(unfinished=("Ann", "Ben"))
    assert evening.said == ["menu-unfinished-ask"]
    assert evening.say("answer.yes").state.outcome is Outcome.UNFINISHED
    evening = Evening(unfinished=("Ann", "Ben")).say("answer.no")
    assert evening.state.phase is Phase.GAME
    evening = Evening(unfinished=("Ann", "Ben"), wanted="nutventure").say("answer.no")
    assert (evening.state.outcome, evening.state.game) == (Outcome.PLAY, "nutventure")


def test_silence_is_asked_once_in_other_words_and_then_waited_for() -> None:
    evening = Evening().silence()
    assert evening.said == ["menu-game-ask", "menu-game-again"]
    evening.silence().silence()
    assert evening.said == ["menu-game-ask", "menu-game-again"]
    assert Earcon("your-turn-1") in evening.effects


def test_what_fits_nowhere_changes_nothing() -> None:
    evening = Evening()
    before = evening.state
    evening.say("answer.yes", "menu.again", "menu.new-game", "menu.chess").take(Cued("silence-0", 0))
    assert evening.state == before


def test_nobody_wants_to_play() -> None:
    evening = Evening().take(menu.Quit(0))
    assert (evening.state.over, evening.state.outcome) == (True, None)
    assert evening.said[-1] == "table-goodbye"


@pytest.mark.parametrize("options", [{}, {"last": "hazelnut"}, {"unfinished": ("Ann", "Ben")}])
def test_every_question_is_answered_to_whoever_asks(options: dict[str, Any]) -> None:
    evening = Evening(**options)
    for about in ("score", "status", "where-am-i", "everyone", "options", "help", "rules"):
        state, effects = menu.step(evening.state, Asked(1, f"command.{about}", 0))
        assert state == evening.state
        assert [effect.to for effect in effects if isinstance(effect, Say)] == [1]


def test_every_message_of_the_file_is_used_and_said() -> None:
    text = (resources.folder("prompts") / "en" / "host.ftl").read_text()
    written = set(re.findall(r"^([a-z][\w-]*) =", text, re.MULTILINE))
    questions = {f"menu-{p}-{how}" for p in Phase for how in ("ask", "again")}
    questions -= {f"menu-{p}-{how}" for p in (Phase.SETUP, Phase.OVER) for how in ("ask", "again")}
    assert {m for m in written if m.endswith(("-ask", "-again")) and "help" not in m} == questions
    assert {m for m in written if m.startswith("menu-help-")} == {f"menu-help-{p}" for p in Phase}
    words = Prompts(resources.folder("prompts"), "en", ("Ann", "Ben"))
    evening = Evening(last="hazelnut").silence().say("menu.new-game").silence().say("menu.go-nuts")
    said = [words.render(e.message, e.args) for e in evening.effects if isinstance(e, Say)]
    assert said[0] == "Knights of the Hazelnut again, or a new game?"
    assert said[-1] == "Go Nuts!"
    assert all(re.fullmatch(r"[^{}\d]+", text) for text in said)
