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
from voicenuts.values import RATE, UNIVERSAL, Heard, samples

SHIFTS = (0, samples(10), samples(20))
"""Where a hearing may begin: at once, one and two of the recogniser's frames later."""

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
    shift: int = 0

    def begin(self, model: Model, book: PhraseBook) -> None:
        """Make the recogniser (in the thread that will use it)."""
        self.recogniser = model.recogniser(json.dumps(book.grammar(self.ids), ensure_ascii=False), RATE)

    def feed(self, pcm: NDArray[np.int16]) -> None:
        """Decode more samples."""
        if self.recogniser.AcceptWaveform(pcm.tobytes()):
            self._take(self.recogniser.Result())

    def finish(self, model: Model, book: PhraseBook) -> Heard | Unheard:
        """The final result and its verdict."""
        self._ended()
        first = self._said()
        accepted = book.accept(first, self.ids)
        if accepted is None or accepted.phrase.startswith(UNIVERSAL):
            accepted = self._second_opinion(model, book, accepted)
        if accepted is None:
            said = " ".join(word for word, _ in first)
            return Unheard(self.seat, self.voice, self.end, said, min((c for _, c in first), default=0.0))
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

    def _second_opinion(self, model: Model, book: PhraseBook, first: Accepted | None) -> Accepted | None:
        """Hear it again from a few milliseconds later: the network sees only every third frame.

        Only phrases that cost nothing when misheard get this chance.  A universal command heard `first`
        stands unless one of the game's own phrases fits as well once commands do not compete.
        """
        again = book.forgiving(self.ids)
        game = frozenset(id for id in again if not id.startswith(UNIVERSAL))
        open_ids, takes, shifts = (self.ids, again, SHIFTS[1:]) if first is None else (game, game, SHIFTS)
        if not takes or not self.words:
            return first
        wave, kept = np.concatenate(self.wave), self.words
        for shift in shifts:
            self._again(model, book.grammar(open_ids), wave[shift:])
            accepted = book.accept(self._said(shift), takes)
            if accepted is not None:
                self.shift = shift
                return accepted
        self.words = kept
        return first

    def _again(self, model: Model, grammar: list[str], wave: NDArray[np.int16]) -> None:
        self.words = []
        self.recogniser = model.recogniser(json.dumps(grammar, ensure_ascii=False), RATE)
        self.feed(wave)
        self._ended()

    def _ended(self) -> None:
        """Take the recogniser's last words; it is then done with."""
        self._take(self.recogniser.FinalResult())
        self.recogniser = None

    def _said(self, shift: int = 0) -> list[tuple[str, float]]:
        """Words and confidences, without echo and neighbours in the pre-roll and after the voice's end."""
        begins, ends = ((at - self.start - shift) / RATE for at in (self.voice, self.end))
        own = [w for w in self.words if float(w["end"]) > begins and float(w["start"]) < ends]
        return [(str(w["word"]), float(w["conf"])) for w in own]

    def _take(self, result: str) -> None:
        self.words.extend(json.loads(result).get("result", []))

    def _onset(self) -> int:
        """The first word's start on raw samples; a click or breath long before it is not the word."""
        voice = self.voice - self.start
        begins = [
            float(word["start"]) for word in self.words if float(word["end"]) > (voice - self.shift) / RATE
        ]
        spoken = round(begins[0] * RATE) + self.shift
        coarse = voice if spoken - voice <= LEADING else spoken
        return self.start + onset.refine(np.concatenate(self.wave), coarse)
