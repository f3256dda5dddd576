"""The journals kept in the user's data folder: which there are, how they stand, which one is meant."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path

from babel.dates import format_datetime

from voicenuts.errors import PlainError
from voicenuts.table.fame import Fame, won
from voicenuts.table.journal import InUse, Journal, journal_folder
from voicenuts.table.journal_file import PART
from voicenuts.table.replay import begun, replay, retell
from voicenuts.table.retelling import words
from voicenuts.table.session import game_named

SUFFIX = ".sqlite"
_ID = "%Y-%m-%d-%H%M%S-%f"
"""A game is called by the time at which it was begun."""

BESIDE = ("-wal", "-shm", "-journal", PART)
"""Endings of the files SQLite keeps beside a journal that was not closed, or not even made."""

NUMBER = re.compile("[1-9][0-9]{0,2}")
"""A place in the list, which no id is and few beginnings of ids are."""

REMEMBERED = 30
"""So many of the newest games are looked through for the hall of fame, a second's work."""

FEW = 3
"""So many games are named where a beginning fits several."""


def files() -> list[Path]:
    """Everything in the folder but SQLite's own files, the newest game first; PlainError if unreadable."""
    folder = journal_folder()
    try:
        found = [path for path in folder.iterdir() if not path.name.endswith(BESIDE)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise PlainError(
            f"The folder {folder} cannot be read ({error.strerror}): it must be one that you may read."
        ) from error
    return sorted(found, key=lambda path: (path.stem, path.name), reverse=True)


def new_id() -> str:
    """The id of a game that begins now."""
    return datetime.now().strftime(_ID)


def label(path: Path) -> str:
    """When the game was begun, as one would say it; its id where that is no time.

    >>> label(Path("2026-11-30-080436-550529.sqlite"))
    '30 November 2026, 8:04'
    """
    try:
        return format_datetime(datetime.strptime(path.stem, _ID), "d MMMM yyyy, H:mm", locale="en")
    except ValueError:
        return path.stem


def line(path: Path) -> str:
    """One file told in a line: a game with its names and how it stands, or what is wrong with it."""
    try:
        with Journal.open(path) as journal:
            return f"{label(path)}, {_standing(journal)}."
    except InUse:
        return f"{label(path)}, being played now."
    except PlainError as error:
        return str(error) if str(path) in str(error) else f"{label(path)}: {error}"


def open_named(id: str) -> Journal:
    """The game with this number in the list, counted from 1, or with this id or the beginning of one.

    PlainError if there is none or several are meant.
    """
    kept = files()
    if NUMBER.fullmatch(id) and int(id) <= len(kept):
        return Journal.open(kept[int(id) - 1])
    ids = [path.stem for path in kept if path.suffix == SUFFIX]
    fitting = [id] if id in ids else [known for known in ids if known.startswith(id)]
    if not fitting:
        raise PlainError(f"There is no game {id!r}: 'voicenuts games' lists and numbers those there are.")
    if len(fitting) > 1:
        some = ", ".join(fitting[:FEW]) + (" and others" if len(fitting) > FEW else "")
        raise PlainError(
            f"{len(fitting)} games begin with {id!r}: {some}; give the number that 'voicenuts games' tells."
        )
    return Journal.open(journal_folder() / f"{fitting[0]}{SUFFIX}")


def open_newest(pass_over: Callable[[PlainError], None]) -> Journal:
    """The newest game that has begun and not ended, or if all have, the newest.

    Files that no game can be read from are told to `pass_over`.  PlainError when there is no game, or
    the newest one is being played by another program.
    """
    ended: Path | None = None
    for path in files():
        try:
            journal = Journal.open(path)
            try:
                state = replay(journal, game_named(journal.game))
                if not state.over and any(journal.events()):
                    return journal
            except BaseException:
                journal.close()
                raise
            journal.close()
            if state.over:
                ended = ended or path
        except InUse:
            raise
        except PlainError as error:
            pass_over(error)
    if ended is None:
        raise PlainError("There is no game to go on with: 'voicenuts play' begins one.")
    return Journal.open(ended)


def waiting(fits: Callable[[Journal], bool]) -> Journal | None:
    """The newest game that people began and did not end, if it is one of the newest few and `fits`.

    Files that no game can be read from, or that are in use, are passed over.
    """
    for path in files()[:FEW]:
        with ExitStack() as unwanted, suppress(PlainError):
            journal = Journal.open(path)
            unwanted.callback(journal.close)
            state = replay(journal, game_named(journal.game))
            begun_by_people = any(journal.events()) and not journal.recorded
            if begun_by_people and not state.over and fits(journal):
                unwanted.pop_all()
                return journal
    return None


def hall_of_fame() -> Fame:
    """Who won the newest games that people played; files that no game can be read from are passed over."""
    games = []
    for path in files()[:REMEMBERED]:
        with suppress(PlainError), Journal.open(path) as journal:
            if not journal.recorded:
                games.append(won(journal.game, journal.seats, replay(journal, game_named(journal.game))))
    return Fame(game for game in games if game is not None)


def result(journal: Journal) -> str | None:
    """How the game ended, in the narrator's words; None if it has not."""
    game = game_named(journal.game)
    history = begun(journal, game)
    end = max((at for at, _, _ in retell(journal, history)), default=0)
    if not history.state.over:
        return None
    return " ".join(text for _, text in words(journal, history.step(game.Resume(end))))


def _standing(journal: Journal) -> str:
    """Game, turn or winners, and every name with its score."""
    state = replay(journal, game_named(journal.game))
    if not any(journal.events()):
        how = "not begun"
    elif not state.over:
        how = f"turn {state.turn}"
    elif state.winners:
        won = " and ".join(journal.seats[seat] for seat in state.winners)
        how = f"won by {won} in {state.turn} turns"
    else:
        how = f"ended early in turn {state.turn}"
    if how == "not begun":
        return ", ".join((journal.game, how, *journal.seats))
    scores = (f"{name} {score}" for name, score in zip(journal.seats, state.score, strict=True))
    return ", ".join((journal.game, how, *scores))
