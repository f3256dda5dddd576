"""The file of a journal: made whole or not at all, sealed against damage, its faults as plain sentences."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

from voicenuts.errors import PlainError

SCHEMA = 2
"""Version of the file layout; a program refuses journals with a higher one."""

PART = ".part"
"""Ending of a journal that is still being made."""

_APPLICATION = 0x564E5554
"""Marks an SQLite file as one of our journals ("VNUT")."""

_MAGIC = b"SQLite format 3\x00"

_LAYOUT = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE event (number INTEGER PRIMARY KEY, audio_at INTEGER NOT NULL, body TEXT NOT NULL,"
    " seal INTEGER NOT NULL)",
)

_UNSEALED = ("schema", "seal")
"""What is said about the file rather than about the game."""


class InUse(PlainError):
    """Another program has the journal open."""


# ---------------------------------------------------------------- seals


def seal(before: int, *values: object) -> int:
    """The checksum of some values and of all that stands before them, sealed with `before`.

    >>> seal(seal(0, "a"), "b") == seal(seal(0, "a"), "c")
    False
    """
    return crc32("\0".join(map(str, values)).encode(), before)


def seal_of(about: Mapping[str, str]) -> int:
    """The first seal of a journal: what was agreed on before the game, by key, as JSON."""
    agreed = ((key, value) for key, value in sorted(about.items()) if key not in _UNSEALED)
    return seal(0, *(text for pair in agreed for text in pair))


def _with_seals(connection: sqlite3.Connection) -> None:
    """From layout 1 to 2: every entry is sealed, and what the game is about."""
    connection.execute("ALTER TABLE event ADD COLUMN seal INTEGER NOT NULL DEFAULT 0")
    last = seal_of(dict(connection.execute("SELECT key, value FROM about")))
    connection.execute("INSERT INTO about VALUES ('seal', ?)", (str(last),))
    for row in connection.execute("SELECT number, audio_at, body FROM event ORDER BY number").fetchall():
        last = seal(last, *row)
        connection.execute("UPDATE event SET seal = ? WHERE number = ?", (last, row[0]))


_STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _with_seals}
"""From each older layout to the next one; opening a journal takes all it needs in one transaction."""


# ---------------------------------------------------------------- making and opening


def make(path: Path, about: Mapping[str, Any]) -> None:
    """A new journal in which nothing stands but what the game is about; folders are made.

    It appears whole or not at all.  PlainError when there is a file already or none can be made.
    """
    rows = {key: json.dumps(value) for key, value in {"schema": SCHEMA, **about}.items()}
    rows["seal"] = str(seal_of(rows))
    part = path.with_name(path.name + PART)
    with plainly(path), ExitStack() as undo:
        try:
            if path.exists():
                raise PlainError(f"{path} exists already: give the new game's journal another name.")
            path.parent.mkdir(parents=True, exist_ok=True)
            part.unlink(missing_ok=True)
            part.touch(exist_ok=False)
        except OSError as error:
            raise _unwritable(path, error.strerror) from error
        undo.callback(part.unlink, missing_ok=True)
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            connection.execute(f"PRAGMA application_id={_APPLICATION}")
            for statement in _LAYOUT:
                connection.execute(statement)
            connection.executemany("INSERT INTO about VALUES (?, ?)", rows.items())
            connection.execute("COMMIT")
        try:
            os.rename(part, path)
        except OSError as error:
            raise _unwritable(path, error.strerror) from error


def connect(where: Path, path: Path, undo: ExitStack) -> sqlite3.Connection:
    """The journal `path`, or its copy `where`, as a database that `undo` closes again, in today's layout.

    Locked while it is open: two programs going on with one game would tangle it.
    """
    connection = sqlite3.connect(where, timeout=0.5, isolation_level=None, check_same_thread=False)
    undo.callback(connection.close)
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA synchronous=NORMAL")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != _APPLICATION:
        raise foreign(path)
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise damaged(path)
    connection.execute("PRAGMA journal_mode=WAL")
    _bring_up_to_date(path, connection)
    return connection


def _bring_up_to_date(path: Path, connection: sqlite3.Connection) -> None:
    """Take the steps to today's layout, all or none; the transaction takes the lock even with none."""
    (text,) = connection.execute("SELECT value FROM about WHERE key = 'schema'").fetchone()
    schema = int(text)
    if schema > SCHEMA:
        raise PlainError(
            f"The journal {path} was written by a newer Voicenuts (layout {schema}, not {SCHEMA}): "
            "update Voicenuts to go on with that game."
        )
    if any(version not in _STEPS for version in range(schema, SCHEMA)):
        raise PlainError(f"The journal {path} has a layout ({schema}) that no Voicenuts has ever written.")
    connection.execute("BEGIN IMMEDIATE")
    try:
        for version in range(schema, SCHEMA):
            _STEPS[version](connection)
        if schema < SCHEMA:
            connection.execute("UPDATE about SET value = ? WHERE key = 'schema'", (json.dumps(SCHEMA),))
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    """A copy of the file, and of what SQLite keeps beside it, for a while; PlainError if it is no journal.

    Not for a journal that this very program has open: reading the file would give up the lock on it.
    """
    _look_at(path)
    with ExitStack() as kept:
        try:
            folder = Path(kept.enter_context(TemporaryDirectory(prefix="voicenuts-")))
            for beside in ("", "-wal", "-journal"):
                source = path.with_name(path.name + beside)
                if source.exists():
                    shutil.copyfile(source, folder / f"copy{beside}")
        except OSError as error:
            raise _unreadable(path, error) from error
        yield folder / "copy"


def _look_at(path: Path) -> None:
    """PlainError unless the file begins like a journal."""
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except FileNotFoundError as error:
        raise PlainError(f"There is no journal {path}: 'voicenuts games' lists those there are.") from error
    except OSError as error:
        raise _unreadable(path, error) from error
    if start != _MAGIC:
        raise foreign(path)


def in_use(path: Path) -> bool:
    """Whether another program has the file open; it is only looked at."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=0.5)) as connection:
        try:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.Error as error:
            return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        except UnicodeDecodeError:  # SQLite complains in the words of a damaged file
            return False
    return False


# ---------------------------------------------------------------- faults


@contextmanager
def plainly(path: Path) -> Iterator[None]:
    """SQLite's errors as plain sentences."""
    try:
        yield
    except sqlite3.Error as error:
        raise _plain(path, _code(error), str(error)) from error


def _code(error: sqlite3.Error) -> int:
    """The primary code, which is the low byte; the rest says more than a player needs."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def _plain(path: Path, code: int, text: str) -> PlainError:
    if code == sqlite3.SQLITE_FULL:
        return PlainError(f"The disk is full: the game cannot be kept in {path}; make room, then resume.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return used(path)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return _unwritable(path, text)
    if code == sqlite3.SQLITE_NOTADB:
        return foreign(path)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
        return damaged(path)
    return PlainError(f"The journal {path} cannot be used: {text}.")


def used(path: Path) -> InUse:
    """Somebody plays that game now."""
    return InUse(f"The journal {path} is in use by another game: end that one first.")


def foreign(path: Path) -> PlainError:
    """Somebody else's file, or none of SQLite's."""
    return PlainError(f"{path} is not a Voicenuts journal: give the .sqlite file that a game has written.")


def damaged(path: Path) -> PlainError:
    """It was a journal."""
    return PlainError(
        f"The journal {path} is damaged or cut short: "
        "put back a copy of it if there is one, or play a new game."
    )


def _unreadable(path: Path, error: OSError) -> PlainError:
    return PlainError(
        f"The journal {path} cannot be read ({error.strerror or error}): it must be a file that you may read."
    )


def _unwritable(path: Path, why: str | None) -> PlainError:
    return PlainError(
        f"The journal {path} cannot be written ({why}): its folder must be one that you may write to."
    )
