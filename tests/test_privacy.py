"""No run opens a network connection or writes down what players said: every process is watched."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.table.journal import Journal, journal_folder, journal_path
from voicenuts.table.session import NAMES

ROOT = Path(__file__).resolve().parents[1]
SCENE = ROOT / "fixtures" / "scenes" / "shout-over-the-narrator.flac"

WATCH = """
import os, sys
_log = os.open(os.environ["WATCH_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
_tells = {"sqlite3.connect": 0, "os.mkdir": 0, "os.rename": 1, "os.link": 1, "os.symlink": 1}

def _watch(event, args):
    if event.startswith(("socket.", "urllib.", "http.client", "ftplib.", "smtplib.")):
        what = ("network", event)
    elif event == "open" and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC):
        what = ("write", str(args[0]))
    elif event in _tells:
        what = ("write", str(args[_tells[event]]))
    else:
        return
    os.write(_log, ("\\t".join(what) + "\\n").encode())

sys.addaudithook(_watch)
"""
"""Goes into every Python process there is, the narrator's too."""

LIVE = f"""
import sys
from voicenuts import cli, commands
from voicenuts.devices.files import read_blocks

class Table:
    ears = channels = 3

    def __init__(self, *args): pass
    def __enter__(self): return self
    def __exit__(self, *args): pass

    def run(self, process):
        "Three microphones in which people talk, faster than time."
        from pathlib import Path
        for block in list(read_blocks(Path({str(SCENE)!r}), 3)) * 2:
            process(block)

commands.Live = Table
sys.exit(cli.main(["play", "hazelnut", "--names", "Ola,Jan,Ewa"]))
"""

Watched = Callable[..., str]


@pytest.fixture
def watched(tmp_path: Path, own_home: Path) -> Watched:
    """Runs a program with its children; gives its output and keeps account of what they did."""
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(WATCH)
    (tmp_path / "tmp").mkdir()
    (tmp_path / "here").mkdir()

    def run(*command: str, status: int = 0) -> str:
        ran = subprocess.run(
            command,
            cwd=tmp_path / "here",
            env=os.environ
            | {
                "PYTHONPATH": os.pathsep.join([str(tmp_path / "hook"), str(ROOT)]),
                "PYTHONDONTWRITEBYTECODE": "1",
                "WATCH_LOG": str(tmp_path / "watched"),
                "TMPDIR": str(tmp_path / "tmp"),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (status, ""), ran.stdout[-500:]
        return ran.stdout

    return run


@pytest.fixture
def touched(tmp_path: Path) -> Callable[[], tuple[set[str], set[str]]]:
    """What was written, in the watched folders by their names, and which connections were made."""

    def told() -> tuple[set[str], set[str]]:
        lines = [line.split("\t") for line in (tmp_path / "watched").read_text().splitlines()]
        written = {what for kind, what in lines if kind == "write"}
        network = {what for kind, what in lines if kind == "network"}
        return {re.sub(r"^" + re.escape(str(tmp_path)) + "/", "", path) for path in written}, network

    return told


MINE = (
    r"home",
    r"home/xdg_data_home(/voicenuts(/journals(/[\w-]+\.sqlite(\.part)?)?)?)?",
    r"home/xdg_state_home(/voicenuts(/log(/libraries\.log)?)?)?",
    r"tmp/voicenuts-\w+(/copy(-wal)?|/line\.wav)?",
    r"tmp/\w{8}",  # tempfile tries a folder
    r"/dev/null",
    r"\d+",  # a pipe to the narrator
)
"""What any run may write: journals, a log, the copy of a journal, the narrator's own lines."""


def strangers(written: set[str], *also: str) -> set[str]:
    return {path for path in written if not any(re.fullmatch(one, path) for one in (*MINE, *also))}


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_a_recorded_game_and_what_comes_after_it(
    watched: Watched, touched: Callable[[], tuple[set[str], set[str]]], tmp_path: Path
) -> None:
    voicenuts = (sys.executable, "-m", "voicenuts")
    options = asdict(hazelnut.Options(goal=1))
    Journal.create(journal_path("short"), "hazelnut", NAMES[:2], options, 3, recorded=True).close()
    assert "wins with " in watched(*voicenuts, "resume", "short", "--fast", "--sound", "rest.wav")
    assert "wins with " in watched(*voicenuts, "replay", "short")
    assert "won by " in watched(*voicenuts, "games")
    assert "(thief." in watched(*voicenuts, "hear", str(SCENE))
    written, network = touched()
    assert network == set()
    assert any(path.endswith("short.sqlite") for path in written)  # so the watch does watch
    assert strangers(written, r"rest\.wav") == set()
    assert files(tmp_path / "here") == {"rest.wav"}
    assert files(tmp_path / "tmp") == set()


def test_a_live_game_writes_no_sound_at_all(
    watched: Watched, touched: Callable[[], tuple[set[str], set[str]]], tmp_path: Path, own_home: Path
) -> None:
    lines = watched(sys.executable, "-c", LIVE).splitlines()
    assert any("narrator: " in line for line in lines)
    written, network = touched()
    assert network == set()
    assert strangers(written, r"home/xdg_data_home/voicenuts/(preferences\.json|\w+\.part)") == set()
    assert files(tmp_path / "here") == set()
    assert files(tmp_path / "tmp") == set()
    (journal,) = journal_folder().iterdir()
    kept = {path for path in own_home.rglob("*") if path.is_file()}
    assert {path.suffix for path in kept} <= {".sqlite", ".log", ".json"}
    assert sum(path.stat().st_size for path in kept) < 40_000, journal  # a second of voices is 96 kB


def test_the_watch_would_see_a_connection(
    watched: Watched, touched: Callable[[], tuple[set[str], set[str]]]
) -> None:
    watched(sys.executable, "-c", "import socket; socket.socket().close(); open('voice.raw', 'wb').close()")
    written, network = touched()
    assert network == {"socket.__new__"}
    assert strangers(written) == {"voice.raw"}
