"""The journal of a game: an append-only file that a crash or `kill -9` cannot take anything from.

SQLite in write-ahead mode: an entry is in the hands of the operating system when `append` returns.
Holds what was agreed on before the game and every event with its audio time, no sound and no clock.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import platformdirs

from voicenuts.errors import PlainError
from voicenuts.games import codec
from voicenuts.table import journal_file as file
from voicenuts.table.journal_file import InUse
from voicenuts.table.seating import Seating
from voicenuts.values import SecretMode

__all__ = ["InUse", "Journal", "journal_folder", "journal_path"]

Entry = tuple[int, int, dict[str, Any]]
"""Number from 1, audio sample, event."""


def journal_folder() -> Path:
    """Where the journals lie in the user's data folder."""
    return Path(platformdirs.user_data_dir("voicenuts", appauthor=False)) / "journals"


def journal_path(id: str) -> Path:
    """Where the journal with this id (say, the time the game began) lies in the user's data folder."""
    return journal_folder() / f"{id}.sqlite"


class Journal:
    """One game's journal, made by `create` or `open`; a context manager, for one thread at a time.

    `recorded` says that recorded players sit at the table, `seating` (None: plain) who spoke where, and
    `shared` that one microphone serves all.  `secret` is how one player alone is told something (None: not
    agreed on).

    Only one program can have it open: a second one is told so (`InUse`).  Whatever is wrong with the
    file, the folder or the disk comes as a PlainError, here and from every method.  Every entry is sealed:
    a journal that opens gives the very entries that were written.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        texts: dict[str, str] = dict(connection.execute("SELECT key, value FROM about"))
        about = {key: json.loads(value) for key, value in texts.items()}
        self.game: str = about["game"]
        self.seats: tuple[str, ...] = tuple(about["seats"])
        self.options: dict[str, Any] = about["options"]
        self.seed: int = about["seed"]
        self.recorded: bool = about.get("recorded", False)
        kept = about.get("seating")
        self.seating = None if kept is None else Seating.of(kept)
        self.shared: bool = about.get("shared", False)
        self.secret: SecretMode | None = about.get("secret") or self.options.get("secret")
        self._number = 0
        self._seal = file.seal_of(texts)
        self._verify(about["seal"])

    def _verify(self, agreed: int) -> None:
        """PlainError unless everything is as it was written."""
        rows = self._connection.execute("SELECT number, audio_at, body, seal FROM event ORDER BY number")
        sound = self._seal == agreed
        for *values, found in rows:
            self._number += 1
            self._seal = file.seal(self._seal, *values)
            sound = sound and (values[0], found) == (self._number, self._seal)
        if not sound:
            raise file.damaged(self.path)

    @classmethod
    def create(
        cls,
        path: Path,
        game: str,
        seats: Sequence[str],
        options: Mapping[str, Any],
        seed: int,
        recorded: bool = False,
        seating: Seating | None = None,
        shared: bool = False,
        secret: SecretMode | None = None,
    ) -> Journal:
        """A new journal with the names of the seats; folders are made, a file is never overwritten."""
        about = {"game": game, "seats": list(seats), "options": dict(options), "seed": seed}
        about |= {"recorded": recorded, "seating": seating and seating.as_dict(), "shared": shared}
        about |= {"secret": secret}
        file.make(path, about)
        return cls._opened(path, path)

    @classmethod
    def open(cls, path: Path) -> Journal:
        """The journal of an earlier game, to read and to go on with.

        A file that cannot be opened stays as it is, to the byte: all is tried on a copy first.
        """
        with file.copied(path) as copy:
            try:
                cls._opened(copy, path).close()
            except PlainError:
                if file.in_use(path):  # and written just while it was copied
                    raise file.used(path) from None
                raise
        return cls._opened(path, path)

    @classmethod
    def _opened(cls, where: Path, path: Path) -> Journal:
        """The file `where`, which is the journal `path` or a copy of it."""
        with file.plainly(path), ExitStack() as undo:
            try:
                journal = cls(path, file.connect(where, path, undo))
            except (KeyError, TypeError, ValueError) as error:
                raise file.damaged(path) from error
            undo.pop_all()
            return journal

    def append(self, audio_at: int, event: Mapping[str, Any]) -> int:
        """Write an event (JSON values) that was accepted at audio sample `audio_at`; returns its number.

        It survives the death of this program from the moment this returns.
        """
        body = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        number = self._number + 1
        seal = file.seal(self._seal, number, audio_at, body)
        with file.plainly(self.path):
            self._connection.execute("INSERT INTO event VALUES (?, ?, ?, ?)", (number, audio_at, body, seal))
        self._number, self._seal = number, seal
        return number

    def note(self, audio_at: int, event: object) -> None:
        """Write a registered event of a game that was accepted at audio sample `audio_at`."""
        self.append(audio_at, codec.dump(event))

    def events(self) -> Iterator[Entry]:
        """Every event so far, oldest first."""
        with file.plainly(self.path):
            rows = self._connection.execute("SELECT number, audio_at, body FROM event ORDER BY number")
            entries = rows.fetchall()
        for number, audio_at, body in entries:
            yield number, audio_at, json.loads(body)

    def close(self) -> None:
        """Let go of the file; may be called twice."""
        self._connection.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
