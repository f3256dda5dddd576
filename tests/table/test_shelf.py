"""Games of the past: listed, told again, found by the beginning of their id, gone on with or over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from voicenuts import cli
from voicenuts.games import codec
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.board import destinations
from voicenuts.games.hazelnut.events import Choose, Quit, Roll
from voicenuts.games.hazelnut.state import Phase, State
from voicenuts.games.registry import GAMES
from voicenuts.table.history import History
from voicenuts.table.journal import Journal, journal_folder, journal_path
from voicenuts.values import RATE, Asked, Cued, Lapsed, Undone

ROOT = Path(__file__).resolve().parents[2]

WHOLE = 1000
"""More events than a game has."""

Keep = Callable[..., Path]
Run = Callable[..., tuple[int, list[str], list[str]]]


def event(state: State, at: int, luck: Random) -> Any:
    """What brings the game on: players choose at random, and nobody calls."""
    match state.phase:
        case Phase.SETUP:
            return Cued("start", at)
        case Phase.READY:
            return Roll(state.active, at)
        case Phase.MOVE:
            return Choose(state.active, luck.choice(destinations(state.pos[state.active], state.paws)), at)
        case Phase.DRAW:
            return Cued(f"drawn-{state.turn}", at)
    assert state.window is not None
    if state.phase is Phase.PUT_BACK and state.window.earliest_close is None:
        return Cued(f"back-{state.turn}", at)
    return Lapsed(state.window.id, at)


@pytest.fixture
def keep() -> Keep:
    """Keep a game of so many events, or to its end, one a second, and those given besides."""

    def kept(id: str, events: int, *more: Any) -> Path:
        path, luck = journal_path(id), Random(1)
        options = {"goal": 3, "secret": "headphones"}
        history = History(hazelnut, hazelnut.new(2, hazelnut.Options(goal=3), 5))
        with Journal.create(path, "hazelnut", ("Ola", "Jan"), options, 5) as journal:
            while not history.state.over and len(history.entries) < events:
                at = (1 + len(history.entries)) * RATE
                happened = event(history.state, at, luck)
                history.step(happened)
                journal.append(at, codec.dump(happened))
            for happened in more:
                journal.append((1 + len(history.entries)) * RATE, codec.dump(happened))
        return path

    return kept


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Run]:
    """Run a command; its status and the lines of its output and of its errors."""
    monkeypatch.setattr("platformdirs.user_log_dir", lambda *_, **__: str(tmp_path))
    before = {which: signal.getsignal(which) for which in (signal.SIGINT, signal.SIGTERM)}

    def command(*args: str) -> tuple[int, list[str], list[str]]:
        status = cli.main(args)
        seen = capfd.readouterr()
        return status, seen.out.splitlines(), seen.err.splitlines()

    yield command
    for which, handler in before.items():
        signal.signal(which, handler)


# ---------------------------------------------------------------- games


def test_no_games(run: Run) -> None:
    unknown = "There is no game '2026': 'voicenuts games' lists and numbers those there are."
    assert run("games") == (0, ["No game has been played yet."], [])
    assert run("resume") == (2, [], ["There is no game to go on with: 'voicenuts play' begins one."])
    assert run("resume", "2026") == (2, [], [unknown])
    assert run("replay", "2026") == (2, [], [unknown])


def test_games_are_listed_newest_first_and_nothing_in_the_folder_is_fatal(keep: Keep, run: Run) -> None:
    keep("2026-01-01", WHOLE)
    keep("2026-01-02", 9)
    keep("2026-01-03", 0)
    keep("2026-01-04", 4, Quit(0))
    torn = keep("2026-01-05", 60)
    torn.write_bytes(torn.read_bytes()[:5000])
    keep("2026-01-06", 3, Undone(2, 0), Undone(99, 0))
    folder = torn.parent
    (folder / "notes.txt").write_text("milk")
    (folder / "old").mkdir()
    unknown = Journal.create(journal_path("2026-01-07"), "chess", ("A", "B"), {}, 1)
    unknown.append(1, {"event": "Castled"})
    unknown.close()
    status, lines, errors = run("games")
    assert (status, errors) == (0, [])
    assert lines == [
        f"1: The journal {folder / 'old'} cannot be read (Is a directory): "
        "it must be a file that you may read.",
        f"2: {folder / 'notes.txt'} is not a Voicenuts journal: "
        "give the .sqlite file that a game has written.",
        f"3: 2026-01-07: There is no game 'chess': choose one of {', '.join(sorted(GAMES))}.",
        "4: 2026-01-06, hazelnut, turn 1, Ola 0, Jan 0.",
        f"5: The journal {torn} is damaged or cut short: "
        "put back a copy of it if there is one, or play a new game.",
        "6: 2026-01-04, hazelnut, ended early in turn 1, Ola 0, Jan 0.",
        "7: 2026-01-03, hazelnut, not begun, Ola, Jan.",
        "8: 2026-01-02, hazelnut, turn 3, Ola 0, Jan 0.",
        lines[-1],
    ]
    assert lines[-1].startswith("9: 2026-01-01, hazelnut, won by ")


def test_a_game_that_is_being_played_is_listed_as_such_and_not_gone_on_with(keep: Keep, run: Run) -> None:
    keep("2026-01-01", 5)
    path = keep("2026-01-02", 5)
    with Journal.open(path):
        assert run("games")[1] == [
            "1: 2026-01-02, being played now.",
            "2: 2026-01-01, hazelnut, turn 2, Ola 0, Jan 0.",
        ]
        sentence = f"The journal {path} is in use by another game: end that one first."
        assert run("resume") == (2, [], [sentence])
        assert run("resume", "2026-01-02") == (2, [], [sentence])
        assert run("replay", "2026-01-02") == (2, [], [sentence])


# ---------------------------------------------------------------- which one


def test_the_beginning_of_an_id_is_enough_if_it_is_the_only_one(keep: Keep, run: Run) -> None:
    for id in ("2026-01-01", "2026-01-02", "2026-02-01", "2026-02-01-b", "2026-02-02"):
        keep(id, 1)
    assert run("replay", "2026-01-01")[0] == 0
    assert run("replay", "2026-02-01")[0] == 0  # the whole id is one, though another goes on
    status, lines, (sentence,) = run("replay", "2026-01")
    assert (status, lines) == (2, [])
    assert sentence == (
        "2 games begin with '2026-01': 2026-01-02, 2026-01-01; give the number that 'voicenuts games' tells."
    )
    assert ": 2026-02-02, 2026-02-01-b, 2026-02-01 and others; " in run("resume", "20")[2][0]


def test_two_programs_cannot_go_on_with_one_game(keep: Keep, tmp_path: Path) -> None:
    path = keep("2026-01-01", 5)
    before = path.read_bytes()  # not later: reading a file gives up this process's locks on it
    with Journal.open(path):
        ran = subprocess.run(
            [sys.executable, "-m", "voicenuts", "resume", "--fast"],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr == f"The journal {path} is in use by another game: end that one first.\n"
    assert path.read_bytes() == before


def test_a_folder_of_games_that_is_a_file(run: Run) -> None:
    folder = journal_folder()
    folder.parent.mkdir(parents=True)
    folder.write_text("in the way")
    for command in (("games",), ("resume",), ("replay", "2026")):
        status, lines, (sentence,) = run(*command)
        assert (status, lines) == (2, [])
        assert sentence.startswith(f"The folder {folder} cannot be read (Not a directory): ")
    assert folder.read_text() == "in the way"


def test_games_are_told_by_when_they_began_and_meant_by_their_number(keep: Keep, run: Run) -> None:
    keep("2026-01-31-190509-000001", WHOLE)
    keep("2026-02-01-080000-000001", 5)
    lines = run("games")[1]
    assert lines[0] == "1: 1 February 2026, 8:00, hazelnut, turn 2, Ola 0, Jan 0."
    assert lines[1].startswith("2: 31 January 2026, 19:05, hazelnut, won by ")
    assert run("resume", "2")[1][0].startswith("31 January 2026, 19:05: The game is over. ")
    assert run("replay", "1")[1] == run("replay", "2026-02-01")[1]
    assert run("replay", "3")[2] == [
        "There is no game '3': 'voicenuts games' lists and numbers those there are."
    ]


def test_a_game_that_is_over_says_who_won_and_stays_as_it_is(keep: Keep, run: Run) -> None:
    path = keep("2026-01-01", WHOLE)
    keep("2026-01-02", 0)  # never begun
    with Journal.open(path) as journal:
        events = list(journal.events())
    for args in (("resume",), ("resume", "2026-01-01")):
        status, (line,), errors = run(*args)
        assert (status, errors) == (0, [])
        assert line.startswith("2026-01-01: The game is over. ")
        assert " won. " in line
    with Journal.open(path) as journal:
        assert list(journal.events()) == events


def test_what_cannot_be_read_is_passed_over_with_a_sentence(keep: Keep, run: Run) -> None:
    keep("2026-01-01", WHOLE)
    keep("2026-01-02", 3, Asked(0, "command.score", 0))
    Journal.create(journal_path("2026-01-03"), "hazelnut", ("A", "B"), {"speed": 1}, 1).close()
    status, lines, errors = run("resume", "--input", "nowhere")
    assert status == 2
    assert lines == ["Going on with the game of 2026-01-02: Ola, Jan."]
    assert "another version" in errors[0]
    assert len(errors) == 2


# ---------------------------------------------------------------- replay


def test_a_game_is_told_again_with_its_times_and_whispers(keep: Keep, run: Run) -> None:
    keep("2026-01-01", 5, Asked(1, "command.score", 0), Undone(1, 0))
    status, lines, errors = run("replay", "2026")
    assert (status, errors) == (0, [])
    assert lines[0].startswith("0:01 narrator: Knights of the Hazelnut")
    active = next(line.split(": ")[1] for line in lines if line.endswith("'s turn."))[: -len("'s turn.")]
    assert any(line.startswith(f"0:03 narrator to {active}: ") for line in lines)
    assert lines[-2].startswith("0:06 narrator to Jan: ")
    assert lines[-1] == "0:06 narrator: Taken back."


def test_a_game_that_was_not_begun_is_not_told_in_silence(keep: Keep, run: Run) -> None:
    keep("2026-01-01", 0)
    assert run("replay", "1") == (0, ["Nothing was said: this game was not begun."], [])


def test_a_telling_ends_at_an_entry_of_another_version(run: Run, keep: Keep) -> None:
    with Journal.open(keep("2026-01-01", 3)) as journal:
        journal.append(RATE, {"event": "Teleported"})
    status, lines, (sentence,) = run("replay", "2026")
    assert status == 2
    assert len(lines) >= 3
    assert "another version" in sentence
