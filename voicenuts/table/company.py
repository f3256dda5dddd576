"""Who sat at the last table, and where: so that the same players need not sign on again."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import platformdirs

from voicenuts.table import small_file
from voicenuts.table.seating import Seating
from voicenuts.values import SecretMode

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Company:
    """The players' names clockwise, where they sit, and how they are told secrets (None: nobody asked)."""

    names: tuple[str, ...]
    seating: Seating
    secret: SecretMode | None

    @property
    def shared(self) -> bool:
        """Whether all of them speak into one microphone."""
        return len(set(self.seating.channels)) == 1

    def fits(self, channels: int, ears: bool) -> bool:
        """Whether a device with so many channels, and perhaps an ear for each, can seat them."""
        if self.shared != (channels == 1):
            return False
        return self.seating.least_channels <= channels and (ears or self.secret != "headphones")


def default_path() -> Path:
    """Where the system wants it."""
    return Path(platformdirs.user_data_dir("voicenuts", appauthor=False)) / "company.json"


def remember(path: Path, company: Company) -> None:
    """Keep it for the next time; a file that cannot be written costs one line in the log."""
    kept = {"names": list(company.names), "secret": company.secret, **company.seating.as_dict()}
    try:
        small_file.write(path, kept)
    except OSError as error:
        _log.warning("the last table %s cannot be kept: %s", path, error)


def remembered(path: Path) -> Company | None:
    """The last table; None if there was none, or the file is missing or broken."""
    try:
        return _company(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        _log.warning("the last table %s cannot be read: %s", path, error)
        return None


def _company(kept: dict[str, Any]) -> Company:
    names, seating = tuple(kept["names"]), Seating.of(kept)
    if kept["secret"] not in (None, *get_args(SecretMode)) or len(names) != len(seating.channels):
        raise ValueError(f"{kept!r} is no table")
    if not 2 <= len(names) <= 4 or not all(isinstance(name, str) for name in names):
        raise ValueError(f"{names!r} are no players")
    return Company(names, seating, kept["secret"])
