"""The phrase book: what may be said, under which id, how sure the recogniser must be."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from voicenuts.errors import PlainError

UNKNOWN = "[unk]"
"""The word every grammar ends with, so that other talk has somewhere to go."""


NAMES = "name"
"""The group of the names that players can choose by voice."""


SURE_NAME = 0.7
"""A name in front of a phrase that is less sure was another's, or nobody's."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One phrase id with the spoken forms a model can hear and its confidence threshold (0-1).

    A `strict` phrase costs something when taken wrongly, so doubt always counts against it.  One that has to
    be heard at `once`, since the first who says it gets it, has no second hearing.  A phrase that
    begins like another and is heard less well can be listed `weight` times: the model then expects it more.
    Beside the phrase `unless`, which sounds like it, it is not listened for.
    """

    id: str
    forms: tuple[str, ...]
    confidence: float
    strict: bool = False
    once: bool = False
    weight: int = 1
    unless: str = ""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A result that is exactly one legal phrase, sure enough."""

    phrase: str
    words: str
    confidence: float


@dataclass(frozen=True, slots=True)
class PhraseBook:
    """All phrases by id; every spoken form belongs to the ids in `owners`, in book order.

    One form may serve several ids of different groups ("two" is a number of paws and a tree); the
    ids that are open at the time decide.  `reserved` are the words no player can be called by.  With
    `names` every utterance begins with one of them.  `sounds` names the word listed for one
    that sounds alike.
    """

    phrases: dict[str, Phrase]
    owners: dict[str, tuple[str, ...]] = field(default_factory=dict)
    reserved: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    sounds: Mapping[str, str] = field(default_factory=dict)

    def groups(self) -> tuple[str, ...]:
        """Group names in book order."""
        return tuple(dict.fromkeys(id.partition(".")[0] for id in self.phrases))

    def expand(self, names: Iterable[str]) -> frozenset[str]:
        """Phrase ids of the given ids and groups; an unknown name is a PlainError."""
        found: set[str] = set()
        for name in names:
            ids = [name] if name in self.phrases else [i for i in self.phrases if i.startswith(name + ".")]
            if not ids:
                raise PlainError(
                    f"The phrase book has no phrase or group {name!r}: "
                    f"its groups are {', '.join(self.groups())}."
                )
            found.update(ids)
        return frozenset(found)

    def apart(self, ids: frozenset[str]) -> frozenset[str]:
        """Those of `ids` beside which none is listed that sounds like it.

        >>> two = {"a.b": Phrase("a.b", ("rules",), 0.7, unless="c.d"), "c.d": Phrase("c.d", ("roll",), 0.7)}
        >>> PhraseBook(two).apart(frozenset(two))
        frozenset({'c.d'})
        """
        return frozenset(id for id in ids if self.phrases[id].unless not in ids)

    def grammar(self, ids: Iterable[str]) -> list[str]:
        """Spoken forms to listen for, sorted, each as often as its heaviest phrase weighs, `[unk]` last."""
        weights: dict[str, int] = {}
        for phrase in (self.phrases[id] for id in ids):
            for form in map(self._sounding, phrase.forms):
                weights[form] = max(phrase.weight, weights.get(form, 0))
        return [*(form for form in sorted(weights) for _ in range(weights[form])), UNKNOWN]

    def reheard(self, ids: Iterable[str], heard: str = "") -> frozenset[str]:
        """Those of `ids` that have a second hearing; with names, only those of the name that `heard` begins
        with.
        """
        again = frozenset(id for id in ids if not self.phrases[id].once)
        begins = tuple(f"{name} " for name in self.names if f"{heard} ".startswith(f"{name} "))
        if not self.names:
            return again
        return frozenset(id for id in again if self.phrases[id].forms[0].startswith(begins))

    def agreeing(self, id: str) -> int:
        """So many later hearings must agree on a phrase that was not accepted at once."""
        return 2 if self.phrases[id].strict else 1

    def said_in(self, text: str, ids: Iterable[str]) -> frozenset[str]:
        """Those of `ids` of which a spoken form occurs, word for word, in `text` (any case, any punctuation).

        >>> book = PhraseBook({"a.b": Phrase("a.b", ("tree two",), 0.7)})
        >>> book.said_in("Go to tree two, Amber.", ["a.b"])
        frozenset({'a.b'})
        """
        spaced = " " + " ".join(_words(text)) + " "
        return frozenset(id for id in ids if any(f" {form} " in spaced for form in self.phrases[id].forms))

    def utterances(self, words: list[str]) -> list[slice]:
        """Where in `words` one utterance after the other is: each name begins one; all is one without.

        >>> book = PhraseBook({}, names=frozenset({"amber", "mary ann"}))
        >>> book.utterances("[unk] amber leo mary ann max".split())
        [slice(0, 3, None), slice(3, 6, None)]
        """
        begins: list[int] = []
        at = 0
        while at < len(words):
            lengths = (n for n in range(len(words) - at, 0, -1) if " ".join(words[at : at + n]) in self.names)
            length = next(lengths, 0)
            if length:
                begins.append(at)
            at += length or 1
        bounds = [0, *begins[1:], len(words)]
        return [slice(begin, end) for begin, end in pairwise(bounds)]

    def accept(self, words: list[tuple[str, float]], ids: frozenset[str]) -> Accepted | None:
        """The one phrase of `ids` that `words` (word, confidence) are, or None.

        A phrase said twice in one breath counts once, and so does a word of it: in Vosk's grammar a short one
        may stand for a drawn-out sound ("what can i i do").  Nothing counts beside `[unk]`, or below the
        phrase's threshold: talk in which a phrase merely occurs is rejected by exactly this.  The name in
        front, which says whose it is, has a threshold of its own.
        """
        if not self._surely_named(words):
            return None
        said = [self.sounds.get(word, word) for word, _ in words]
        once = [word for word, before in zip(said, ["", *said], strict=False) if word != before]
        sure = min((confidence for _, confidence in words), default=0.0)
        for form, owners in self.owners.items():
            parts = self._sounding(form).split()
            times, rest = divmod(len(said), len(parts))
            if once != parts and (not times or rest or said != parts * times):
                continue
            for id in owners:
                if id in ids and sure >= self.phrases[id].confidence:
                    return Accepted(id, form, sure)
        return None

    def _sounding(self, form: str) -> str:
        """The form in words of which no two sound the same."""
        return " ".join(self.sounds.get(word, word) for word in form.split())

    def _surely_named(self, words: list[tuple[str, float]]) -> bool:
        """Whether the name that `words` begin with, if any, was heard clearly."""
        for name in map(str.split, self.names):
            begin = words[: len(name)]
            if [word for word, _ in begin] == name and min(sure for _, sure in begin) < SURE_NAME:
                return False
        return True


def load(
    path: Path, knows: Callable[[str], bool], sure: Mapping[str, float] = MappingProxyType({})
) -> PhraseBook:
    """Read a phrase book for a model: `knows(word)` tells whether the model can hear a word.

    `sure` are the model's own thresholds by phrase id, which take the place of the book's.  A word the
    model lacks is replaced by a homophone it has; a form that still cannot be heard is left out.
    PlainError when the file cannot be read, is malformed, gives one form to two phrases of a group, lists
    homophones together, or leaves a phrase without any form.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PlainError(f"The phrase book {path} cannot be read: {error}.") from error
    homophones = data.pop("homophones", {})
    reserved = data.pop("reserved", [])
    default = data.pop("confidence", 0.7)
    phrases: dict[str, Phrase] = {}
    try:
        sounds = {other: word for word in homophones if knows(word) for other in homophones[word]}
        alike = {other: [word] for other, word in sounds.items()} | homophones
        for group, entries in data.items():
            for name, entry in entries.items():
                id = f"{group}.{name}"
                forms = [_spoken(form, alike, knows) for form in entry["say"]]
                least = sure.get(id, float(entry.get("confidence", default)))
                strict, once = bool(entry.get("strict", False)), bool(entry.get("once", False))
                weight, unless = int(entry.get("weight", 1)), str(entry.get("unless", ""))
                phrases[id] = Phrase(id, tuple(f for f in forms if f), least, strict, once, weight, unless)
                if not phrases[id].forms:
                    raise PlainError(_deaf(path, id, entry["say"], knows))
        words = _reserved(data, homophones, reserved)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise PlainError(
            f"The phrase book {path} is malformed near {error}: each [group.name] needs say = [...]."
        ) from error
    _check_homophones(path, phrases, homophones)
    return PhraseBook(phrases, _owners(path, phrases), words, sounds=sounds)


def _reserved(data: dict[str, Any], homophones: dict[str, list[str]], more: list[str]) -> frozenset[str]:
    """Every word of a phrase or a homophone of one, but for those that are names."""
    groups = (entries.values() for group, entries in data.items() if group != NAMES)
    words = {
        word for entries in groups for entry in entries for form in entry["say"] for word in _words(form)
    }
    words |= {other for word in words for other in homophones.get(word, [])}
    return frozenset(words.union(map(str.lower, more)))


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() or c in "'-" else " " for c in text.lower()).split()


def _spoken(form: str, homophones: dict[str, list[str]], knows: Callable[[str], bool]) -> str | None:
    """The form in words the model knows, or None."""
    words = []
    for word in form.lower().split():
        candidates = [word, *homophones.get(word, [])]
        known = next((w for w in candidates if knows(w)), None)
        if known is None:
            return None
        words.append(known)
    return " ".join(words)


def _deaf(path: Path, id: str, forms: list[str], knows: Callable[[str], bool]) -> str:
    missing = [word for word in dict.fromkeys(" ".join(forms).split()) if not knows(word)]
    return (
        f"The model does not know {', '.join(map(repr, missing))}, so the phrase {id} of {path} cannot be "
        "heard: add a spoken form in words the model knows, or use another model."
    )


def _owners(path: Path, phrases: dict[str, Phrase]) -> dict[str, tuple[str, ...]]:
    owners: dict[str, tuple[str, ...]] = {}
    for id, phrase in phrases.items():
        for form in phrase.forms:
            for other in owners.get(form, ()):
                if other.partition(".")[0] == id.partition(".")[0]:
                    raise PlainError(f"The phrase book {path} gives {form!r} to both {other} and {id}.")
            owners[form] = (*owners.get(form, ()), id)
    return owners


def _check_homophones(path: Path, phrases: dict[str, Phrase], homophones: dict[str, list[str]]) -> None:
    listed = {form for phrase in phrases.values() for form in phrase.forms}
    for word, others in homophones.items():
        both = [other for other in others if word in listed and other in listed]
        if both:
            raise PlainError(
                f"The phrase book {path} lists {word!r} beside its homophone {both[0]!r}: keep only one."
            )
