"""How people like to be spoken to, remembered from game to game in one small file."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any, Final

import platformdirs

from voicenuts.speaking.delivery import Delivery
from voicenuts.table import small_file

TABLE: Final = ""
"""The name under which a table without private ears is remembered: nobody is called so."""

_log = logging.getLogger(__name__)


def default_path() -> Path:
    """Where the system wants it."""
    return Path(platformdirs.user_data_dir("voicenuts", appauthor=False)) / "preferences.json"


class Preferences:
    """Deliveries by name.

    With `path` None nothing is kept after the game.  A file that is missing, broken or cannot be written
    never ends a game: it costs one line in the log and what had been remembered.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known: dict[str, Delivery] = {}
        self._complained = False
        if path is not None:
            self._read(path)

    def of(self, name: str) -> Delivery:
        """How this name likes to be spoken to; the usual way if it was never here."""
        return self._known.get(name, Delivery())

    def keep(self, name: str, delivery: Delivery) -> None:
        """Remember it, at once."""
        self._known[name] = delivery
        if self._path is not None:
            try:
                self._write(self._path)
            except OSError as error:
                self._complain(f"cannot be written: {error}")

    def _read(self, path: Path) -> None:
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            self._known = {str(name): _delivery(entry) for name, entry in found.items()}
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
            self._complain(f"cannot be read: {error}")

    def _write(self, path: Path) -> None:
        entries = {
            name: {"level": known.level, "rate": known.rate, "gain_db": known.gain_db}
            for name, known in self._known.items()
        }
        small_file.write(path, entries)

    def _complain(self, what: str) -> None:
        if not self._complained:
            self._complained = True
            _log.warning("the preferences %s %s", self._path, what)


def _delivery(entry: dict[str, Any]) -> Delivery:
    """An entry of the file, whatever is wrong with it brought within bounds; ValueError if nothing fits."""
    values = {name: entry[name] for name in ("level", "rate", "gain_db") if name in entry}
    if any(type(value) is not int for value in values.values()):
        raise ValueError(f"{entry!r} is no delivery")
    return Delivery(**values).bounded()
