"""Who shares a microphone begins with his name: a phrase book with every seat's name before every phrase.

In the derived book `thief.lynx/1` is said "dusty leo" by the seat 1 that is called Dusty, `name.alone/1`
is the name without anything after it, and `thief.lynx` is still "leo", said by nobody knows whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from voicenuts.errors import PlainError
from voicenuts.hearing.phrasebook import NAMES, Phrase, PhraseBook

ALONE = f"{NAMES}.alone"
"""A name that nothing follows in the same breath."""


def addressed(book: PhraseBook, names: Sequence[str], knows: Callable[[str], bool]) -> PhraseBook:
    """The derived book for seats of these names; PlainError as `check` gives it."""
    check(book, names, knows)
    spoken = [said(name) for name in names]
    phrases = dict(book.phrases)
    for seat, form in enumerate(spoken):
        for phrase in book.phrases.values():
            forms = tuple(f"{form} {rest}" for rest in phrase.forms)
            id = of_seat(phrase.id, seat)
            phrases[id] = Phrase(id, forms, phrase.confidence, phrase.strict, phrase.once, phrase.weight)
        alone = of_seat(ALONE, seat)
        phrases[alone] = Phrase(alone, (form,), 0.6, strict=True, once=True)
    owners: dict[str, tuple[str, ...]] = {}
    for id, phrase in phrases.items():
        for form in phrase.forms:
            owners[form] = (*owners.get(form, ()), id)
    return PhraseBook(phrases, owners, book.reserved, frozenset(spoken), book.sounds)


def check(book: PhraseBook, names: Sequence[str], knows: Callable[[str], bool]) -> None:
    """PlainError for a name with a word that the model does not know (`knows`)."""
    for name in names:
        if not all(knows(word) for word in said(name).split()):
            known = [form.title() for id in book.expand([NAMES]) for form in book.phrases[id].forms]
            raise PlainError(
                f"The model cannot hear the name {name!r}, and with one microphone every call begins with a "
                f"name: choose from {', '.join(sorted(known))}, or use a microphone for every player."
            )


def listening(open_to: Sequence[Iterable[str]]) -> frozenset[str]:
    """The derived book's ids to listen for when these ids are open to each seat."""
    named = {of_seat(id, seat) for seat, ids in enumerate(open_to) for id in (*ids, ALONE)}
    return frozenset(named.union(*open_to))


def of_seat(id: str, seat: int) -> str:
    """The id of a phrase that begins with the seat's name."""
    return f"{id}/{seat}"


def seat_of(id: str) -> tuple[str, int | None]:
    """The phrase and the seat of a derived id; None where no name was said.

    >>> seat_of("thief.lynx/1"), seat_of("thief.lynx")
    (('thief.lynx', 1), ('thief.lynx', None))
    """
    phrase, _, seat = id.partition("/")
    return phrase, int(seat) if seat else None


def said(name: str) -> str:
    """A name as the recogniser writes it.

    >>> said("Mary-Ann")
    'mary ann'
    """
    return " ".join("".join(c if c.isalpha() or c == "'" else " " for c in name.lower()).split())
