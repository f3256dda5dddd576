"""What a model can hear of the phrase book, and which of it is open in which state of a game."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from voicenuts.errors import PlainError
from voicenuts.hearing import phrasebook
from voicenuts.hearing.phrasebook import Phrase, PhraseBook
from voicenuts.values import UNIVERSAL

STATES = Path(__file__).with_name("states.toml")
Knows = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class State:
    """A state of a game and the phrase ids that are open in it, universal commands included."""

    name: str
    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The phrase book, `whole` and in words that the model knows; `missing` have no homophone either."""

    whole: PhraseBook
    book: PhraseBook
    homophones: dict[str, list[str]]
    knows: Knows
    states: tuple[State, ...]
    missing: tuple[str, ...]

    def spoken(self, text: str) -> str | None:
        """`text` in words the model knows, or None."""
        return spoken(text, self.homophones, self.knows)

    def meant(self, text: str, ids: frozenset[str]) -> str | None:
        """Which of the open `ids` is said by `text`, or None."""
        form = self.spoken(text)
        return next((id for id in self.book.owners.get(form or "", ()) if id in ids), None)

    def words(self, ids: frozenset[str]) -> frozenset[str]:
        """Every word of every form of `ids`."""
        return frozenset(word for id in ids for form in self.book.phrases[id].forms for word in form.split())


def spoken(text: str, homophones: dict[str, list[str]], knows: Knows) -> str | None:
    """`text` with homophones for words that the model lacks; None if one has no homophone either.

    >>> spoken("max the marten", {"marten": ["martin"]}, lambda word: word != "marten")
    'max the martin'
    >>> spoken("woof", {}, lambda word: False)
    """
    words = [next((w for w in [word, *homophones.get(word, [])] if knows(w)), None) for word in text.split()]
    return " ".join(word for word in words if word) if all(words) else None


def vocabulary(
    path: Path, knows: Knows, sure: Mapping[str, float] = MappingProxyType({}), states: Path = STATES
) -> Vocabulary:
    """The phrase book at `path` for a model and the states of the games in the file `states`.

    `sure` are the model's own thresholds by phrase id.  PlainError when the model can hear nothing of it.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    homophones: dict[str, list[str]] = data.get("homophones", {})
    table: dict[str, Any] = tomllib.loads(states.read_text(encoding="utf-8"))
    whole = phrasebook.load(path, lambda _: True, sure)
    wanted = dict.fromkeys(
        word for phrase in whole.phrases.values() for f in phrase.forms for word in f.split()
    )
    missing = tuple(word for word in wanted if spoken(word, homophones, knows) is None)
    phrases = {}
    for id, phrase in whole.phrases.items():
        forms = dict.fromkeys(f for form in phrase.forms if (f := spoken(form, homophones, knows)))
        if forms:
            phrases[id] = replace(phrase, forms=tuple(forms))
    sounds = {other: word for other, word in whole.sounds.items() if knows(word)}
    book = PhraseBook(phrases, _owners(phrases), whole.reserved, sounds=sounds)
    if not phrases:
        raise PlainError(f"The model knows none of the words of {path}: is it a model of another language?")
    return Vocabulary(whole, book, homophones, knows, tuple(_states(table, whole, phrases)), missing)


def at_once(book: PhraseBook) -> PhraseBook:
    """`book` without second hearings."""
    return replace(book, phrases={id: replace(p, once=True) for id, p in book.phrases.items()})


def _states(table: dict[str, Any], whole: PhraseBook, phrases: dict[str, Phrase]) -> Iterator[State]:
    """Each state with what the model can hear of it, as at the table without what sounds like something else
    in it; none in which that is nothing."""
    for name, entry in table.items():
        universal = (UNIVERSAL,) if entry.get("commands", True) else ()
        ids = whole.apart(whole.expand([*entry["listens"], *universal]) & phrases.keys())
        if ids:
            yield State(name, ids)


def _owners(phrases: dict[str, Phrase]) -> dict[str, tuple[str, ...]]:
    owners: dict[str, tuple[str, ...]] = {}
    for id, phrase in phrases.items():
        for form in phrase.forms:
            owners[form] = (*owners.get(form, ()), id)
    return owners
