"""Damaged journals are refused in one sentence or read as they were written, and stay as they are."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from voicenuts.errors import PlainError
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.table.journal import Journal
from voicenuts.table.replay import replay

ROOT = Path(__file__).resolve().parents[2]
OLD = ROOT / "tests" / "fixtures" / "journals" / "layout-1.sqlite"
"""A game of recorded players, kept by the first version."""

TIMES = 200

Story = tuple[Any, ...]
Damage = Callable[[bytearray, int, Random], None]


def zeros(content: bytearray, at: int, luck: Random) -> None:
    content[at : at + 512] = bytes(len(content[at : at + 512]))


def one_bit(content: bytearray, at: int, luck: Random) -> None:
    content[at] ^= 1 << luck.randrange(8)


def noise(content: bytearray, at: int, luck: Random) -> None:
    content[at : at + 16] = luck.randbytes(len(content[at : at + 16]))


def cut(content: bytearray, at: int, luck: Random) -> None:
    del content[at:]


def more(content: bytearray, at: int, luck: Random) -> None:
    content += luck.randbytes(512)


DAMAGES: tuple[Damage, ...] = (zeros, one_bit, one_bit, noise, cut, more)


def told(journal: Journal) -> Story:
    return journal.seats, journal.seed, journal.options, journal.recorded, list(journal.events())


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """The old game as it is kept today."""
    path = Path(shutil.copy(OLD, tmp_path / "new.sqlite"))
    Journal.open(path).close()
    return path


@pytest.fixture
def killed(new: Path, tmp_path: Path) -> Path:
    """A journal that was not closed: most of it lies in the write-ahead log beside it."""
    path = tmp_path / "killed.sqlite"
    program = (
        "import os, sys; from pathlib import Path; from voicenuts.table.journal import Journal\n"
        "old, path = map(Path, sys.argv[1:]); old = Journal.open(old)\n"
        "journal = Journal.create(path, old.game, old.seats, old.options, old.seed, old.recorded)\n"
        "[journal.append(at, event) for _, at, event in old.events()]\n"
        f"os.kill(os.getpid(), {int(signal.SIGKILL)})"
    )
    command = [sys.executable, "-c", program, str(new), str(path)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -signal.SIGKILL
    return path


def outcomes(path: Path, target: Path, tmp_path: Path) -> list[Story | None]:
    """What is read of `path` each time `target` is damaged elsewhere; None where it was refused."""
    pair = (path, path.with_name(path.name + "-wal"))
    files = {file.name: file.read_bytes() for file in pair if file.exists()}
    luck = Random(1)
    found: list[Story | None] = []
    folder = tmp_path / "damaged"
    for number in range(TIMES):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        content = bytearray(files[target.name])
        # Headers matter most, so they are hit more often.
        at = luck.randrange(len(content) if number % 2 else 200)
        DAMAGES[number % len(DAMAGES)](content, at, luck)
        for name, whole in (files | {target.name: bytes(content)}).items():
            (folder / name).write_bytes(whole)
        found.append(read(folder / path.name, folder / target.name))
    return found


def read(path: Path, target: Path) -> Story | None:
    """What is in the journal, or None if it is refused and `target` stays as it is."""
    content = target.read_bytes()
    try:
        journal = Journal.open(path)
    except PlainError as error:
        sentence = str(error)
    else:
        with journal:
            replay(journal, hazelnut)
            return told(journal)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert target.read_bytes() == content
    return None


def test_a_damaged_journal_is_refused_or_read_as_it_was(new: Path, tmp_path: Path) -> None:
    with Journal.open(new) as journal:
        whole = told(journal)
    found = outcomes(new, new, tmp_path)
    assert [story for story in found if story not in (None, whole)] == []
    assert found.count(None) > TIMES // 3
    assert found.count(whole) > TIMES // 10


def test_a_damaged_log_costs_its_last_entries_at_most(killed: Path, tmp_path: Path) -> None:
    log = killed.with_name(killed.name + "-wal")
    found = outcomes(killed, log, tmp_path)
    with Journal.open(killed) as journal:
        *agreed, events = told(journal)
    read = [story for story in found if story is not None]
    assert read
    for *same, kept in read:
        assert same == agreed
        assert kept == events[: len(kept)]


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("CREATE TABLE about (key, value)")
    other.commit()
    files = {file: file.read_bytes() for file in tmp_path.iterdir() if not file.name.endswith("-shm")}
    assert len(files) == 2
    with pytest.raises(PlainError, match="is not a Voicenuts journal"):
        Journal.open(path)
    assert {file: file.read_bytes() for file in files} == files
    other.close()


def test_looking_at_a_journal_writes_nothing(new: Path) -> None:
    before, age = new.read_bytes(), os.stat(new).st_mtime_ns
    with Journal.open(new) as journal:
        assert any(journal.events())
    assert (new.read_bytes(), os.stat(new).st_mtime_ns) == (before, age)
