"""The journal of a game: an append-only file that a crash or `kill -9` cannot take anything from.

SQLite in write-ahead mode: an entry is in the hands of the operating system when `append` returns.
Holds what was agreed on before the game and every event with its audio time, no sound and no clock.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, cast

import platformdirs

from voicenuts.errors import PlainError

SCHEMA = 1
"""Version of the file layout; a program refuses journals with a higher one."""

_STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {}
"""From each older layout to the next one; opening a journal takes all it needs in one transaction."""

_APPLICATION = 0x564E5554
"""Marks an SQLite file as one of our journals ("VNUT")."""

_MAGIC = b"SQLite format 3\x00"

_LAYOUT = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE event (number INTEGER PRIMARY KEY, audio_at INTEGER NOT NULL, body TEXT NOT NULL)",
)


class InUse(PlainError):
    """Another program has the journal open."""


def journal_folder() -> Path:
    """Where the journals lie in the user's data folder."""
    return Path(platformdirs.user_data_dir("voicenuts", appauthor=False)) / "journals"


def journal_path(id: str) -> Path:
    """Where the journal with this id (say, the time the game began) lies in the user's data folder."""
    return journal_folder() / f"{id}.sqlite"


class Journal:
    """One game's journal, made by `create` or `open`; a context manager, for one thread at a time.

    `recorded` says that recorded players sit at the table.

    Only one program can have it open: a second one is told so (`InUse`).  Whatever is wrong with the
    file, the folder or the disk comes as a PlainError, here and from every method.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        about = {key: json.loads(value) for key, value in connection.execute("SELECT key, value FROM about")}
        self.schema: int = about["schema"]
        self.game: str = about["game"]
        self.seats: tuple[str, ...] = tuple(about["seats"])
        self.options: dict[str, Any] = about["options"]
        self.seed: int = about["seed"]
        self.recorded: bool = about.get("recorded", False)

    @classmethod
    def create(
        cls,
        path: Path,
        game: str,
        seats: Sequence[str],
        options: Mapping[str, Any],
        seed: int,
        schema: int = SCHEMA,
        recorded: bool = False,
    ) -> Journal:
        """A new journal with the names of the seats; folders are made, a file is never overwritten."""
        about = {"schema": schema, "game": game, "seats": list(seats), "options": dict(options), "seed": seed}
        about["recorded"] = recorded
        try:
            if path.exists():
                raise PlainError(f"{path} exists already: give the new game's journal another name.")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(exist_ok=False)
        except OSError as error:
            raise _unwritable(path, error.strerror) from error
        with _plainly(path), ExitStack() as undo:
            undo.callback(path.unlink)
            connection = _connect(path, undo)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("BEGIN")
            connection.execute(f"PRAGMA application_id={_APPLICATION}")
            for statement in _LAYOUT:
                connection.execute(statement)
            rows = [(key, json.dumps(value)) for key, value in about.items()]
            connection.executemany("INSERT INTO about VALUES (?, ?)", rows)
            connection.execute("COMMIT")
            journal = cls(path, connection)
            undo.pop_all()
            return journal

    @classmethod
    def open(cls, path: Path) -> Journal:
        """The journal of an earlier game, to read and to go on with."""
        try:
            with path.open("rb") as file:
                start = file.read(len(_MAGIC))
        except FileNotFoundError as error:
            raise PlainError(f"There is no journal {path}.") from error
        except OSError as error:
            raise PlainError(f"The journal {path} cannot be read: {error.strerror}.") from error
        if start != _MAGIC:
            raise _foreign(path)
        with _plainly(path), ExitStack() as undo:
            connection = _connect(path, undo)
            try:
                _check(path, connection)
                journal = cls(path, connection)
            except (KeyError, TypeError, ValueError) as error:
                raise _damaged(path) from error
            undo.pop_all()
            return journal

    def append(self, audio_at: int, event: Mapping[str, Any]) -> int:
        """Write an event (JSON values) that was accepted at audio sample `audio_at`; returns its number.

        It survives the death of this program from the moment this returns.
        """
        body = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        with _plainly(self.path):
            row = self._connection.execute(
                "INSERT INTO event (audio_at, body) VALUES (?, ?)", (audio_at, body)
            )
        return cast(int, row.lastrowid)

    def events(self) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """Every event so far, oldest first, as (number from 1, audio sample, event)."""
        with _plainly(self.path):
            rows = self._connection.execute("SELECT number, audio_at, body FROM event ORDER BY number")
            entries = rows.fetchall()
        for number, audio_at, body in entries:
            try:
                yield number, audio_at, json.loads(body)
            except (TypeError, ValueError) as error:
                raise _damaged(self.path) from error

    def close(self) -> None:
        """Let go of the file; may be called twice."""
        self._connection.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _connect(path: Path, undo: ExitStack) -> sqlite3.Connection:
    """The file as a database that `undo` closes again."""
    connection = sqlite3.connect(path, timeout=0.5, isolation_level=None, check_same_thread=False)
    undo.callback(connection.close)
    # Kept locked while open: two programs going on with one game would tangle it.
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """PlainError unless the open file is a whole journal of a layout this version knows."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != _APPLICATION:
        raise _foreign(path)
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise _damaged(path)
    (schema,) = connection.execute("SELECT value FROM about WHERE key = 'schema'").fetchone()
    if int(schema) > SCHEMA:
        raise PlainError(
            f"The journal {path} was written by a newer Voicenuts (layout {schema}, not {SCHEMA}): "
            "update Voicenuts to go on with that game."
        )
    _bring_up_to_date(path, connection, int(schema))


def _bring_up_to_date(path: Path, connection: sqlite3.Connection, schema: int) -> None:
    """Take the steps to today's layout, all or none; the write takes the lock for good even with none."""
    if any(version not in _STEPS for version in range(schema, SCHEMA)):
        raise PlainError(f"The journal {path} has a layout ({schema}) that no Voicenuts has ever written.")
    connection.execute("BEGIN IMMEDIATE")
    try:
        for version in range(schema, SCHEMA):
            _STEPS[version](connection)
        connection.execute("UPDATE about SET value = ? WHERE key = 'schema'", (json.dumps(SCHEMA),))
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


@contextmanager
def _plainly(path: Path) -> Iterator[None]:
    """SQLite's errors as plain sentences."""
    try:
        yield
    except sqlite3.Error as error:
        # The low byte is the primary code, the rest says more than a player needs.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        raise _plain(path, code, str(error)) from error


def _plain(path: Path, code: int, text: str) -> PlainError:
    if code == sqlite3.SQLITE_FULL:
        return PlainError(f"The disk is full: the game cannot be kept in {path}; make room, then resume.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return InUse(f"The journal {path} is in use by another game: end that one first.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return _unwritable(path, text)
    if code == sqlite3.SQLITE_NOTADB:
        return _foreign(path)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
        return _damaged(path)
    return PlainError(f"The journal {path} cannot be used: {text}.")


def _foreign(path: Path) -> PlainError:
    return PlainError(f"{path} is not a Voicenuts journal: give the .sqlite file that a game has written.")


def _damaged(path: Path) -> PlainError:
    return PlainError(f"The journal {path} is damaged or cut short: that game cannot be resumed from it.")


def _unwritable(path: Path, why: str | None) -> PlainError:
    return PlainError(f"The journal {path} cannot be written ({why}): choose a folder that you may write to.")
