"""One stretch of speech on one seat, from its recogniser to an accepted phrase."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing import onset
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import Accepted, PhraseBook
from voicenuts.values import RATE, Heard, samples

SHIFTS = (samples(10), samples(20))
"""Where a second hearing begins: one and two of the recogniser's frames later."""

LEADING = samples(120)
"""The first word of a result may begin this much after the voice before the voice's own start is doubted."""


class Runs(Protocol):
    """Anything that runs jobs in order, now (offline) or in a thread of its own (live)."""

    def submit(self, job: Callable[[], Any], /) -> Future[Any]:
        """Run `job` after all earlier ones."""
        ...


class Inline:
    """Runs every job at once in the caller: recorded and simulated play."""

    def submit(self, job: Callable[[], Any], /) -> Future[Any]:
        """Run `job` now."""
        done: Future[Any] = Future()
        done.set_result(job())
        return done


@dataclass(frozen=True, slots=True)
class Unheard:
    """Speech that was no phrase: what the recogniser made of it, for no-match replies and `hear`."""

    seat: int
    onset: int
    end: int
    words: str
    confidence: float


@dataclass(slots=True)
class Segment:
    """Speech in progress: `start` is the sample of its first fed audio, `voice` of its first activity."""

    seat: int
    start: int
    voice: int
    ids: frozenset[str]
    end: int = 0
    level_sum: float = 0.0
    active: int = 0
    own: int = 0
    wave: list[NDArray[np.int16]] = field(default_factory=list)
    recogniser: Any = None
    words: list[dict[str, Any]] = field(default_factory=list)

    def begin(self, model: Model, book: PhraseBook) -> None:
        """Make the recogniser (in the thread that will use it)."""
        self.recogniser = model.recogniser(json.dumps(book.grammar(self.ids), ensure_ascii=False), RATE)

    def feed(self, pcm: NDArray[np.int16]) -> None:
        """Decode more samples."""
        if self.recogniser.AcceptWaveform(pcm.tobytes()):
            self._take(self.recogniser.Result())

    def finish(self, model: Model, book: PhraseBook) -> Heard | Unheard:
        """The final result and its verdict."""
        self._take(self.recogniser.FinalResult())
        self.recogniser = None
        first = self.words
        accepted = book.accept(_pairs(first), self.ids) or self._second_opinion(model, book)
        if accepted is None:
            words = _pairs(first)
            said = " ".join(word for word, _ in words)
            return Unheard(self.seat, self.voice, self.end, said, min((c for _, c in words), default=0.0))
        return Heard(
            seat=self.seat,
            phrase=accepted.phrase,
            onset=self._onset(),
            end=self.end,
            confidence=accepted.confidence,
            words=accepted.words,
            level_db=self.level_sum / max(1, self.active),
            own=self.own >= 0.6 * self.active,
        )

    def _second_opinion(self, model: Model, book: PhraseBook) -> Accepted | None:
        """Hear it again from a few milliseconds later: the network sees only every third frame.

        Only phrases that cost nothing when misheard get this second chance.
        """
        ids = book.forgiving(self.ids)
        if not ids or not self.words:
            return None
        wave = np.concatenate(self.wave)
        for shift in SHIFTS:
            self.words = []
            self.recogniser = model.recogniser(json.dumps(book.grammar(self.ids), ensure_ascii=False), RATE)
            self.feed(wave[shift:])
            self._take(self.recogniser.FinalResult())
            self.recogniser = None
            for word in self.words:
                word["start"] += shift / RATE
            accepted = book.accept(_pairs(self.words), ids)
            if accepted is not None:
                return accepted
        return None

    def _take(self, result: str) -> None:
        self.words.extend(json.loads(result).get("result", []))

    def _onset(self) -> int:
        """The first word's start on raw samples; a click or breath long before it is not the word."""
        spoken = round(float(self.words[0]["start"]) * RATE)
        voice = self.voice - self.start
        coarse = voice if spoken - voice <= LEADING else spoken
        return self.start + onset.refine(np.concatenate(self.wave), coarse)


def _pairs(words: list[dict[str, Any]]) -> list[tuple[str, float]]:
    return [(str(word["word"]), float(word["conf"])) for word in words]
