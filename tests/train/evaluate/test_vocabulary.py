from __future__ import annotations

from pathlib import Path

import pytest

from models.train.evaluate.vocabulary import Vocabulary, at_once, vocabulary
from voicenuts import resources
from voicenuts.errors import PlainError

BOOK = """
confidence = 0.7
[homophones]
marten = ["martin"]
[thief.marten]
say = ["max the marten", "max"]
strict = true
[turn.roll]
say = ["roll", "throw"]
confidence = 0.5
[command.help]
say = ["help"]
"""
STATES = """
["calls"]
listens = ["thief"]
["turn"]
listens = ["turn.roll"]
["paused"]
listens = ["command.help"]
commands = false
"""


def book(folder: Path, *lacks: str, **sure: float) -> Vocabulary:
    (folder / "phrases.toml").write_text(BOOK, encoding="utf-8")
    (folder / "states.toml").write_text(STATES, encoding="utf-8")
    own = {id.replace("_", "."): value for id, value in sure.items()}
    return vocabulary(folder / "phrases.toml", lambda word: word not in lacks, own, folder / "states.toml")


def test_states_open_groups_and_commands(tmp_path: Path) -> None:
    states = {state.name: state.ids for state in book(tmp_path).states}
    assert states == {
        "calls": {"thief.marten", "command.help"},
        "turn": {"turn.roll", "command.help"},
        "paused": {"command.help"},
    }


def test_a_homophone_stands_in_for_a_word_the_model_lacks(tmp_path: Path) -> None:
    heard = book(tmp_path, "marten")
    assert heard.missing == ()
    assert heard.book.phrases["thief.marten"].forms == ("max the martin", "max")
    assert heard.meant("max the marten", heard.states[0].ids) == "thief.marten"
    assert heard.whole.phrases["thief.marten"].forms == ("max the marten", "max")


def test_forms_with_words_that_cannot_be_heard_are_left_out(tmp_path: Path) -> None:
    heard = book(tmp_path, "marten", "martin", "throw")
    assert heard.missing == ("marten", "throw")
    assert heard.book.phrases["thief.marten"].forms == ("max",)
    assert heard.meant("max the marten", heard.states[0].ids) is None
    assert {state.name: len(state.ids) for state in heard.states} == {"calls": 2, "turn": 2, "paused": 1}


def test_a_state_in_which_nothing_can_be_heard_is_left_out(tmp_path: Path) -> None:
    heard = book(tmp_path, "help")
    assert [state.name for state in heard.states] == ["calls", "turn"]
    with pytest.raises(PlainError, match="none of the words"):
        book(tmp_path, "help", "max", "roll", "throw")


def test_the_models_own_thresholds_count(tmp_path: Path) -> None:
    heard = book(tmp_path, turn_roll=0.3)
    assert heard.book.phrases["turn.roll"].confidence == 0.3
    assert heard.book.phrases["thief.marten"].confidence == 0.7


def test_at_once_leaves_no_second_hearing(tmp_path: Path) -> None:
    heard = book(tmp_path)
    ids = frozenset(heard.book.phrases)
    assert heard.book.reheard(ids)
    assert not at_once(heard.book).reheard(ids)


def test_the_states_of_the_games_fit_the_phrase_book() -> None:
    heard = vocabulary(resources.folder("prompts") / "en" / "phrases.toml", lambda _: True)
    everywhere = frozenset[str]().union(*(state.ids for state in heard.states))
    assert everywhere == heard.book.phrases.keys()
    names = [state.name for state in heard.states]
    assert len(names) == len(set(names)) >= 20
    for state in heard.states:
        assert state.ids <= heard.book.phrases.keys()
        assert len(state.ids) > 1 or state.name == "table: paused"
    thieves = heard.book.expand(["thief"])
    assert any(thieves <= state.ids for state in heard.states)
