"""A game that is killed at any moment goes on where it was, and nothing that was said is lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.events import Resume
from voicenuts.games.hazelnut.state import GOAL, Phase
from voicenuts.lab import virtual
from voicenuts.lab.room import Room
from voicenuts.lab.voices import Voice
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.table.journal import Journal, journal_folder
from voicenuts.table.replay import begun, replay, retell
from voicenuts.table.session import NAMES, Session, Setup
from voicenuts.values import RATE, Say, SecretMode

ROOT = Path(__file__).resolve().parents[2]

POINTS, SEED = 3, 3
PROGRAM = f"""
import sys
from voicenuts.games.hazelnut.state import GOAL
GOAL[2] = {POINTS}
from voicenuts import cli
sys.exit(cli.main(sys.argv[1:]))
"""

NARRATED = re.compile(r"\d+:\d\d (narrator[^:]*: .*)")

Program = Callable[..., subprocess.Popen[str]]
Entry = tuple[int, dict[str, Any], hazelnut.State]
Evening = Callable[[SecretMode], list[Entry]]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few points win, here and in PROGRAM."""
    monkeypatch.setitem(GOAL, 2, POINTS)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """Start the command; whatever still runs after the test is ended."""
    children: list[subprocess.Popen[str]] = []

    def start(*args: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", PROGRAM, *args, "--fast", "--sound", str(tmp_path / "game.wav")]
        child = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.kill()
        child.communicate()


def killed(child: subprocess.Popen[str], moment: str, times: int) -> list[str]:
    """Kill the program when a line has said `moment` so many times; what the narrator had said."""
    lines, seen = [], 0
    assert child.stdout is not None
    for line in child.stdout:
        lines.append(line)
        seen += moment in line
        if seen == times:
            child.send_signal(signal.SIGKILL)
            break
    lines += child.stdout.read().splitlines(keepends=True)
    assert child.wait() == -signal.SIGKILL, lines
    return narrated(line for line in lines if line.endswith("\n"))


def narrated(lines: Iterable[str]) -> list[str]:
    return [told.group(1) for line in lines if (told := NARRATED.match(line))]


def kept() -> Journal:
    (path,) = journal_folder().glob("*.sqlite")
    return Journal.open(path)


def test_a_game_killed_twice_is_played_to_its_end(program: Program) -> None:
    killed(program("play", "--seats", "2", "--seed", str(SEED)), " paw", 3)
    with kept() as journal:
        events = list(journal.events())
        before = replay(journal, hazelnut)
        assert not before.over
    killed(program("resume"), "narrator", 4)
    last = program("resume")
    lines = last.communicate(timeout=120)[0].splitlines()
    assert last.returncode == 0, lines
    assert lines[0].startswith("Going on with ")
    assert lines[-1].startswith("The rest of the game is in ")
    assert any(" wins with " in line for line in narrated(lines))
    with kept() as journal:
        whole = list(journal.events())
        assert whole[: len(events)] == events
        assert [at for _, at, _ in whole] == sorted(at for _, at, _ in whole)
        assert [event["event"] for _, _, event in whole].count("hazelnut.Resume") == 2
        after = replay(journal, hazelnut)
        assert after.over
        assert after.turn >= before.turn
    over = program("resume")
    (line,) = over.communicate(timeout=60)[0].splitlines()
    assert over.returncode == 0
    assert "The game is over. " in line


# ---------------------------------------------------------------- every phase


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory, players: dict[str, Voice]) -> Evening:
    """A game: every event with its audio time, and the state it led to."""

    @cache
    def play(secret: SecretMode) -> list[Entry]:
        setup = Setup(names=NAMES[:2], seed=SEED, secret=secret, recorded=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(GOAL, 2, POINTS)
            path = tmp_path_factory.mktemp("evening") / "game.sqlite"
            with Session(setup, path, FakeVoice()) as session:
                virtual.play(session, virtual.cast(session, list(players.values()), SEED), Room(seed=SEED))
                records = list(session.journal.events())
                history = begun(session.journal, hazelnut)
                states = [history.state for _ in retell(session.journal, history)]
        return [(at, record, state) for (_, at, record), state in zip(records, states, strict=True)]

    return play


LOOKING = (Phase.DRAW, Phase.HUSH, Phase.PUT_BACK)


@pytest.mark.parametrize(
    ("secret", "phase"),
    [
        *(("headphones", phase) for phase in (Phase.READY, Phase.MOVE, *LOOKING)),
        *(("whisper", phase) for phase in (Phase.EAR, Phase.WHISPER, Phase.LAID, *LOOKING)),
    ],
)
def test_recorded_players_go_on_in_every_phase(
    secret: SecretMode, phase: Phase, evening: Evening, players: dict[str, Voice], tmp_path: Path
) -> None:
    played = evening(secret)
    cut = [number for number, (_, _, state) in enumerate(played) if state.phase is phase][1]
    start, _, before = played[cut]
    options = asdict(hazelnut.Options(secret=secret))
    journal = Journal.create(tmp_path / "cut.sqlite", "hazelnut", NAMES[:2], options, SEED, recorded=True)
    for at, record, _ in played[: cut + 1]:
        journal.append(at, record)
    told: list[tuple[int, Any]] = []
    with Session.resumed(journal, FakeVoice()) as session:
        assert (session.table.state, session.start) == (before, start)
        # A journal tells every option, also those left as they are.
        asked = Setup(names=NAMES[:2], seed=SEED, secret=secret, recorded=True)
        assert replace(session.setup, options={}) == asked
        assert session.setup.options["secret"] == secret
        session.table.observers.append(lambda at, what: told.append((at, what)))
        cast = virtual.cast(session, list(players.values()), SEED)
        with pytest.raises(GoneOn):
            virtual.play(session, cast, Room(seed=SEED), [until_turn(session, before.turn + 1)])
        assert replay(journal, hazelnut) == session.table.state
    assert isinstance(told[0][1], Resume)
    assert all(at > start for at, _ in told)
    status = next(what for _, what in told if isinstance(what, Say))
    assert status.message.startswith("status-")


class GoneOn(Exception):
    """The game has come to the turn after the one it was interrupted in."""


def until_turn(session: Session, turn: int) -> virtual.Sink:
    def look(mouths: object, out: object) -> None:
        if session.table.state.turn >= turn or session.table.state.over:
            raise GoneOn
        assert session.table.clock.audio < session.start + 90 * RATE, "nobody goes on"

    return look
