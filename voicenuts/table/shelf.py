"""The journals kept in the user's data folder: which there are, how they stand, which one is meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from voicenuts.errors import PlainError
from voicenuts.table.journal import InUse, Journal, journal_folder
from voicenuts.table.replay import begun, replay, retell
from voicenuts.table.retelling import words
from voicenuts.table.session import game_named

SUFFIX = ".sqlite"
BESIDE = ("-wal", "-shm", "-journal")
"""Endings of the files SQLite keeps beside a journal that was not closed."""

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


def line(path: Path) -> str:
    """One file told in a line: a game with its names and how it stands, or what is wrong with it."""
    try:
        with Journal.open(path) as journal:
            return f"{path.stem}: {_standing(journal)}."
    except InUse:
        return f"{path.stem}: is being played."
    except PlainError as error:
        return str(error) if str(path) in str(error) else f"{path.stem}: {error}"


def open_named(id: str) -> Journal:
    """The game with this id, or the only one whose id begins so; PlainError if none or several do."""
    ids = [path.stem for path in files() if path.suffix == SUFFIX]
    fitting = [id] if id in ids else [known for known in ids if known.startswith(id)]
    if not fitting:
        raise PlainError(f"No game is called {id!r}: 'voicenuts games' lists those there are.")
    if len(fitting) > 1:
        some = ", ".join(fitting[:FEW]) + (" and others" if len(fitting) > FEW else "")
        raise PlainError(f"{len(fitting)} games begin with {id!r}: {some}. Give more of the id.")
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
    scores = (f"{name} {score}" for name, score in zip(journal.seats, state.score, strict=True))
    return ", ".join((journal.game, how, *scores))
