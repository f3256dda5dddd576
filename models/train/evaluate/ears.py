"""A model folder as the table hears through it: grammar, words, the rule by which a phrase is accepted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.train.evaluate.prepared import Sample
from models.train.evaluate.sound import Pcm
from models.train.evaluate.vocabulary import Vocabulary, vocabulary
from voicenuts.hearing import confidence
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import UNKNOWN, Accepted, PhraseBook
from voicenuts.hearing.plausible import plausible
from voicenuts.hearing.segment import Segment, Unheard
from voicenuts.values import RATE, UNIVERSAL, Heard, samples

CHUNK = samples(200)
"""Samples fed at once where nobody looks at partial results."""

Words = list[tuple[str, float]]
"""Words with their confidences."""

Heards = list[dict[str, Any]]
"""A recogniser's words with `word`, `conf`, and `start` and `end` in seconds of what it was fed."""


@dataclass(frozen=True, slots=True)
class Impression:
    """The text heard at any confidence, without `[unk]`, and what the table's rule makes of it.

    `doubted` would have been accepted, had somebody been able to say it in that time or that quiet.
    """

    text: str
    accepted: Accepted | None
    doubted: Accepted | None


@dataclass(frozen=True, slots=True)
class Ears:
    """One model with the phrase book as far as it can hear it."""

    model: Model
    vocabulary: Vocabulary

    def words(self, sample: Sample, forms: Iterable[str]) -> Words:
        """What is heard of the voice in `sample` when `forms` are listened for."""
        return said(self._own(sample, forms))

    def accepted(self, sample: Sample, ids: frozenset[str]) -> Accepted | None:
        """The one open phrase that the voice says by the table's rule, or None; no second hearing."""
        return self.impression(sample, ids).accepted

    def impression(self, sample: Sample, ids: frozenset[str]) -> Impression:
        """What is heard of the voice in `sample` when `ids` are open."""
        book = self.vocabulary.book
        own = self._own(sample, book.grammar(ids))
        text = " ".join(word for word, _ in said(own) if word != UNKNOWN)
        accepted = book.accept(said(own), ids)
        if accepted is not None and not plausible(own, sample.pcm):
            return Impression(text, None, accepted)
        return Impression(text, accepted, None)

    def _own(self, sample: Sample, forms: Iterable[str]) -> Heards:
        """As at the table, words that lie wholly before the voice begins or after it ends do not count."""
        recogniser = self.model.recogniser(grammar(forms), RATE)
        words = [word for result in results(recogniser, sample.pcm) for word in result]
        begins, ends = sample.begin / RATE, sample.end / RATE
        return [w for w in words if float(w["end"]) > begins and float(w["start"]) < ends]

    def reheard(self, sample: Sample, ids: frozenset[str], first: Accepted | None) -> str | None:
        """The phrase after the second hearing that the table gives to what it did not accept `first`."""
        if first is not None and not first.phrase.startswith(UNIVERSAL):
            return first.phrase
        verdict = self.verdict(sample, ids, self.vocabulary.book)
        return verdict.phrase if isinstance(verdict, Heard) else None

    def verdict(self, sample: Sample, ids: frozenset[str], book: PhraseBook) -> Heard | Unheard:
        """What the table itself makes of a stretch of speech."""
        segment = Segment(0, 0, sample.begin, ids, end=sample.end)
        segment.begin(self.model, book)
        segment.wave.append(sample.pcm)
        segment.feed(sample.pcm)
        return segment.finish(self.model, book)[0]

    def partials(self, sample: Sample, forms: Iterable[str], chunk: int) -> Iterator[tuple[int, str]]:
        """After every `chunk` samples: how many were fed, and the text so far without `[unk]`."""
        recogniser = self.model.recogniser(grammar(forms), RATE)
        done: list[str] = []
        for begin in range(0, len(sample.pcm), chunk):
            if recogniser.AcceptWaveform(sample.pcm[begin : begin + chunk].tobytes()):
                done += json.loads(recogniser.Result()).get("text", "").split()
                now: list[str] = []
            else:
                now = json.loads(recogniser.PartialResult()).get("partial", "").split()
            yield begin + chunk, " ".join(word for word in done + now if word != UNKNOWN)


def ears(folder: Path, phrases: Path) -> Ears:
    """The model in `folder` with the phrase book at `phrases`; PlainError if it is no Vosk model.

    Thresholds that the model brings count, as at the table.
    """
    model = Model(folder)
    return Ears(model, vocabulary(phrases, model.knows, confidence.read(folder)))


def grammar(forms: Iterable[str]) -> str:
    """The forms and `[unk]` as a recogniser takes them."""
    return json.dumps([*(form for form in forms if form != UNKNOWN), UNKNOWN])


def said(heards: Heards) -> Words:
    """Words and confidences."""
    return [(str(word["word"]), float(word["conf"])) for word in heards]


def results(recogniser: Any, pcm: Pcm) -> Iterator[Heards]:
    """The words of one result after another while `pcm` is fed, the last one at its end."""
    for begin in range(0, len(pcm), CHUNK):
        if recogniser.AcceptWaveform(pcm[begin : begin + CHUNK].tobytes()):
            yield json.loads(recogniser.Result()).get("result", [])
    yield json.loads(recogniser.FinalResult()).get("result", [])
