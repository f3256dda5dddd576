"""The hall of fame: who won last time, and who won most, from the journals of games people played."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from voicenuts import resources
from voicenuts.games.gonuts import game as gonuts
from voicenuts.games.gonuts.state import Phase
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.speaking.prompts import Prompts
from voicenuts.table import shelf
from voicenuts.table.fame import Fame, Won, won
from voicenuts.table.journal import Journal, journal_path
from voicenuts.values import Cued


def told(*games: Won) -> str:
    say = Fame(games).answer(1)
    assert say.to == 1
    return Prompts(resources.folder("prompts"), "en", ("Ann", "Ben")).render(say.message, say.args)


def test_nobody_has_won_yet() -> None:
    assert told() == "Nobody has won here yet."


@pytest.mark.parametrize(
    ("games", "text"),
    [
        ((Won("go-nuts", ("Ann",), 53),), "Last time Ann won Go Nuts with fifty-three."),
        (
            (Won("hazelnut", ("Ann", "Ben"), 18), Won("hazelnut", ("Ben",), 20)),
            "Last time Ann and Ben won Knights of the Hazelnut with eighteen. Ben won most: two.",
        ),
    ],
)
def test_who_won_last_time_and_most(games: tuple[Won, ...], text: str) -> None:
    assert told(*games) == text


def test_a_game_that_has_just_ended_is_the_last_one() -> None:
    fame = Fame([Won("hazelnut", ("Ann",), 18)])
    state = gonuts.new(2, gonuts.Options(), 1)
    fame.add(won("go-nuts", ("Ann", "Ben"), state))
    fame.add(won("go-nuts", ("Ann", "Ben"), state._replace(phase=Phase.OVER, score=(9, 51), winners=(1,))))
    assert dict(fame.answer(0).args)["total"] == 51


def test_who_has_played_a_game_to_its_end_knows_it() -> None:
    fame = Fame(
        [Won("hazelnut", ("Ann",), 18, ("Ann", "Ben")), Won("hazelnut", ("Ola",), 18, ("Ola", "Jan"))]
    )
    assert fame.know("hazelnut", ("Ola", "Ann", "Ben"))
    assert not fame.know("hazelnut", ("Ola", "Eve"))
    assert not fame.know("go-nuts", ("Ola",))


def test_it_is_kept_in_the_journals_of_people() -> None:
    options = asdict(hazelnut.Options(goal=1))
    for name, recorded in (("a", False), ("b", True)):
        with Journal.create(journal_path(name), "hazelnut", ("Ann", "Ben"), options, 1, recorded) as journal:
            journal.note(0, Cued("start", 0))
    (journal_path("a").parent / "c.sqlite").write_text("no journal")
    assert shelf.hall_of_fame().answer(0).message == "fame-none"
