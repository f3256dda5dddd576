"""What players may be called: nothing that could be heard as a word of a game."""

from __future__ import annotations

from collections.abc import Sequence

from voicenuts.errors import PlainError
from voicenuts.hearing.phrasebook import PhraseBook

LONGEST = 20
"""Letters of a name at most: it is said in every turn."""


def check(names: Sequence[str], book: PhraseBook) -> None:
    """PlainError for a name that is missing, given twice, too long, not a word, or a word of the games.

    >>> check(["Ann", "Ben"], PhraseBook({}))
    >>> check(["Ann", "Max"], PhraseBook({}, reserved=frozenset({"max"})))
    Traceback (most recent call last):
    voicenuts.errors.PlainError: Nobody can be called 'Max': it is a word of the games; choose another name.
    """
    if not all(name.strip() for name in names) or len({name.casefold() for name in names}) < len(names):
        raise PlainError("Two seats have the same name or none: every player needs a name of its own.")
    for name in names:
        if len(name) > LONGEST or not all(c.isalpha() or c in " '-." for c in name):
            raise PlainError(f"Nobody can be called {name!r}: choose a name of at most {LONGEST} letters.")
        spoken = "".join(c if c.isalpha() or c == "'" else " " for c in name.lower()).split()
        if not spoken or book.reserved.intersection(spoken):
            raise PlainError(
                f"Nobody can be called {name!r}: it is a word of the games; choose another name."
            )
