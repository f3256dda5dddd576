"""Games kept by earlier versions are listed, told again and gone on with."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from voicenuts import cli
from voicenuts.errors import PlainError
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.game import Options
from voicenuts.table.journal import Journal, journal_path
from voicenuts.table.journal_file import SCHEMA
from voicenuts.table.replay import replay

LAYOUTS = Path(__file__).resolve().parents[1] / "fixtures" / "journals"
"""The same game in every layout there has been: Amber and Dusty, seed 3, three points win."""

Change = Callable[[dict[str, Any]], None]


def kept(layout: int) -> Path:
    path = journal_path("old")
    path.parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(LAYOUTS / f"layout-{layout}.sqlite", path))


@pytest.fixture
def old() -> Path:
    return kept(1)


@pytest.fixture
def agreed_otherwise(old: Path) -> Callable[[Change], Path]:
    """The old game with other options than it had."""

    def change(how: Change) -> Path:
        with sqlite3.connect(old) as connection:
            (text,) = connection.execute("SELECT value FROM about WHERE key = 'options'").fetchone()
            options = json.loads(text)
            how(options)
            connection.execute("UPDATE about SET value = ? WHERE key = 'options'", (json.dumps(options),))
        connection.close()
        return old

    return change


@pytest.mark.parametrize("layout", range(1, SCHEMA + 1))
def test_a_game_of_any_layout_is_read_whole(layout: int) -> None:
    old = kept(layout)
    for _ in range(2):  # brought up to date, and then as it is kept today
        with Journal.open(old) as journal:
            assert (journal.game, journal.seats, journal.seed) == ("hazelnut", ("Amber", "Dusty"), 3)
            assert journal.recorded
            state = replay(journal, hazelnut)
            assert (state.over, state.score, state.winners, state.turn) == (True, (3, 0), (0,), 8)
            assert len(list(journal.events())) == 56


def test_a_game_of_the_first_layout_goes_on_where_it_was(old: Path) -> None:
    with sqlite3.connect(old) as connection:
        connection.execute("DELETE FROM event WHERE number > 40")
    connection.close()
    with Journal.open(old) as journal:
        assert not replay(journal, hazelnut).over
        assert journal.append(10**7, {"event": "Cued", "id": "nudge", "at": 10**7}) == 41
    with Journal.open(old) as journal:
        assert [number for number, _, _ in journal.events()] == list(range(1, 42))


def test_it_is_listed_and_told_again(old: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games"]) == 0
    assert capfd.readouterr().out == "1: old, hazelnut, won by Amber in 8 turns, Amber 3, Dusty 0.\n"
    assert cli.main(["replay", "old"]) == 0
    said = capfd.readouterr().out
    assert "Amber hides two for three." in said
    assert "narrator to Dusty: " in said


@pytest.mark.parametrize("name", [field.name for field in fields(Options) if field.name != "goal"])
def test_options_younger_than_the_game_take_their_defaults(
    name: str, agreed_otherwise: Callable[[Change], Path]
) -> None:
    path = agreed_otherwise(lambda options: options.pop(name, None))
    with Journal.open(path) as journal:
        assert name not in journal.options
        assert replay(journal, hazelnut).options == Options(goal=3)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("weather", "rain", "Options has no field weather"),
        ("secret", "telepathy", "'telepathy' is none of 'headphones', "),
        ("goal", "many", "'many' is none of "),
        ("goal", 0, "the goal must be at least 1"),
        ("start_seat", 7, "start seat 7 is not one of 2 seats"),
    ],
)
def test_options_of_the_future_are_one_sentence(
    name: str, value: object, said: str, agreed_otherwise: Callable[[Change], Path]
) -> None:
    path = agreed_otherwise(lambda options: options.update({name: value}))
    with Journal.open(path) as journal, pytest.raises(PlainError) as refused:
        replay(journal, hazelnut)
    assert f"was written by another version of the rules and cannot be resumed (options: {said}" in str(
        refused.value
    )
    assert str(refused.value).endswith("): update Voicenuts, or play a new game.")
