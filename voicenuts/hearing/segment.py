"""One stretch of speech on one seat, from its recogniser to an accepted phrase."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing import attacks
from voicenuts.hearing.attacks import Attack, Onset
from voicenuts.hearing.cries import Cries
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import Accepted, PhraseBook
from voicenuts.hearing.plausible import plausible
from voicenuts.hearing.takes import BRIEF, FIRST, LATER, Take, Words, further
from voicenuts.values import RATE, UNIVERSAL, Heard, samples

MARGIN = 0.05
"""A confidence this little over its threshold is doubted."""

OWN = 0.6
"""Of a seat's own voice so many frames cannot be a neighbour's."""

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


Beam = Callable[[], NDArray[np.int16]]
"""Makes the samples of a stretch without the other mouths."""


@dataclass(frozen=True, slots=True)
class Unheard:
    """Speech that was no phrase: what the recogniser made of it, for no-match replies and `hear`.

    `nameless` speech was a phrase, but without the name that tells whose.  `untimely` is the phrase that it
    was although that was not open to its seat, "" if it was none; `words` are then that phrase's.
    """

    seat: int
    onset: int
    end: int
    words: str
    confidence: float
    nameless: bool = False
    untimely: str = ""


@dataclass(slots=True)
class Segment:
    """Speech in progress: `start` is the sample of its first fed audio, `voice` of its first activity.

    `cries` finds those of its phrases that count at their onsets, while the voice goes on.  `beside` are
    phrases that would not count now; they are heard only in what was none of `ids`, so none of those suffers.
    Onsets are found by the `attacks` of words, `since` a sample before which somebody else was heard.
    """

    seat: int
    start: int
    voice: int
    ids: frozenset[str]
    cries: Cries = field(default_factory=Cries)
    beside: frozenset[str] = frozenset()
    attacks: Mapping[str, Attack] = field(default_factory=dict)
    since: int = 0
    end: int = 0
    level_sum: float = 0.0
    active: int = 0
    own: int = 0
    overlapped: int = 0
    wave: list[NDArray[np.int16]] = field(default_factory=list)
    recogniser: Any = None
    words: Words = field(default_factory=list)

    def begin(self, model: Model, book: PhraseBook) -> None:
        """Make the recogniser (in the thread that will use it)."""
        self.recogniser = model.recogniser(json.dumps(book.grammar(self.ids), ensure_ascii=False), RATE)

    def feed(self, pcm: NDArray[np.int16]) -> None:
        """Decode more samples."""
        if self.recogniser.AcceptWaveform(pcm.tobytes()):
            self._take(self.recogniser.Result())

    def look(
        self, model: Model, book: PhraseBook, until: int, beam: Beam | None = None
    ) -> list[Heard | Unheard]:
        """What has been said by sample `until` that counts at its onset and is new; `beam` ends there."""
        wave = np.concatenate(tuple(self.wave))[: until - self.start]  # more of it may come meanwhile
        if beam is not None:
            recent = beam()
            wave[len(wave) - len(recent) :] = recent
        return [
            Heard(
                seat=self.seat,
                phrase=cry.phrase,
                onset=self.start + cry.onset,
                end=until,
                confidence=cry.confidence,
                words=cry.words,
                level_db=self.level_sum / max(1, self.active),
                own=self.own >= OWN * self.active,
                onset_error=cry.error,
            )
            for cry in self.cries.look(wave, book.grammar(self.ids), model, book)
        ]

    def finish(self, model: Model, book: PhraseBook, beam: Beam | None = None) -> list[Heard | Unheard]:
        """The final result's verdicts: one, or one for every utterance of a book with names.

        Where something counted at its onset, only more of that is left to be told.  A `beam` without the
        others who spoke meanwhile is heard instead of the microphone.
        """
        self._ended()
        if beam is not None:
            self.wave = [beam()]
            self._again(model, book.grammar(self.ids), self.wave[0], FIRST)
        if self.cries.ids:
            left = self.look(model, book, self.end)
            if self.cries.taken:
                return left
        words = self._own()
        parts = book.utterances([str(word["word"]) for word in words])
        if len(parts) > 1:
            return self._verdicts([words[part] for part in parts], model, book)
        accepted = book.accept(_said(words), self.ids)
        if accepted is None or accepted.phrase.startswith(UNIVERSAL):
            accepted = self._second_opinion(model, book, accepted)
        verdict = self._verdict(self._own(), accepted, model, book)
        return [self._untimely(verdict, model, book) if isinstance(verdict, Unheard) else verdict]

    def _verdicts(self, parts: Sequence[Words], model: Model, book: PhraseBook) -> list[Heard | Unheard]:
        """On several utterances in one breath; one that is said twice running counts once."""
        accepted = [book.accept(_said(part), self.ids) for part in parts]
        twice = [bool(a and b and a.phrase == b.phrase) for a, b in pairwise([None, *accepted])]
        once = [
            pair for pair, again in zip(zip(parts, accepted, strict=True), twice, strict=True) if not again
        ]
        return [self._verdict(part, one, model, book) for part, one in once]

    def _verdict(
        self, words: Words, accepted: Accepted | None, model: Model, book: PhraseBook
    ) -> Heard | Unheard:
        """On an utterance of these words, which ends where the next one begins or with the voice."""
        own, end = self._own(), self.end
        if words and words[-1] is not own[-1]:
            end = self.start + round(float(words[-1]["end"]) * RATE)
        if accepted is None or not plausible(words, np.concatenate(self.wave)):
            begin = self.voice if words[:1] == own[:1] else self._onset(words).at
            said = " ".join(word for word, _ in _said(words))
            return Unheard(self.seat, begin, end, said, min((c for _, c in _said(words)), default=0.0))
        onset = self._onset(words)
        return Heard(
            seat=self.seat,
            phrase=accepted.phrase,
            onset=onset.at,
            end=end,
            confidence=accepted.confidence,
            words=accepted.words,
            level_db=self.level_sum / max(1, self.active),
            own=self.own >= OWN * self.active,
            doubt=self._doubt(model, book, accepted),
            onset_error=onset.error,
        )

    def _doubt(self, model: Model, book: PhraseBook, accepted: Accepted) -> str | None:
        """What else a call that can cost something may have been ("": nothing in particular); None: sure.

        It is not with a confidence just over the threshold, or when no later beginning gives it again:
        1.4 % of right calls.
        """
        phrase = book.phrases[accepted.phrase]
        if not phrase.strict or phrase.id.startswith(UNIVERSAL):
            return None
        doubted = accepted.confidence < phrase.confidence + MARGIN
        wave, kept, said = np.concatenate(self.wave), self.words, ""
        for take in LATER:
            self._again(model, book.grammar(self.ids), wave, take)
            words = _said(self._own())
            said += " ".join(word for word, _ in words) + " "
            parts = book.utterances([word for word, _ in words])
            again = [book.accept(words[part], self.ids) for part in parts]
            if any(one is not None and one.phrase == phrase.id for one in again):
                break
        else:
            doubted = True
        self.words = kept
        group = phrase.id.partition(".")[0]
        rivals = [id for id in self.ids if id.partition(".")[0] == group and id != phrase.id]
        return min(book.said_in(said, rivals), default="") if doubted else None

    def _second_opinion(self, model: Model, book: PhraseBook, first: Accepted | None) -> Accepted | None:
        """Hear it again, from a few milliseconds later and of another throat.

        A phrase that costs something when misheard needs two hearings that agree, and there is no name but
        the one already heard.  A universal command heard `first` stands unless one of the game's own phrases
        fits as well once commands do not compete.
        """
        again = book.reheard(self.ids, " ".join(str(word["word"]) for word in self._own()))
        game = frozenset(id for id in again if not id.startswith(UNIVERSAL))
        takes, open_ids = further(self.end - self.voice), self.ids
        if first is not None:
            again = open_ids = frozenset(id for id in game if book.agreeing(id) == 1)
            takes = (FIRST, *LATER) if takes else ()
        if not again or not self.words:
            return first
        wave, kept = np.concatenate(self.wave), self.words
        heard = Counter[str]()
        for take in takes:
            self._again(model, book.grammar(open_ids), wave, take)
            accepted = book.accept(_said(self._own()), again)
            if accepted is not None:
                heard[accepted.phrase] += 1
                if len(heard) == 1 and heard.total() >= book.agreeing(accepted.phrase):
                    return accepted
        self.words = kept
        return first

    def _untimely(self, unheard: Unheard, model: Model, book: PhraseBook) -> Unheard:
        """The same, with the phrase of `beside` that this seat itself surely said, if it was one."""
        own = self.own >= OWN * self.active
        if not self.beside or not own or self.end - self.voice > BRIEF:
            return unheard
        wave = np.concatenate(self.wave)
        self._again(model, book.grammar(book.apart(self.ids | self.beside)), wave, FIRST)
        words = self._own()
        accepted = book.accept(_said(words), self.beside)
        if accepted is None or not plausible(words, wave):
            return unheard
        if any(accepted.words in book.phrases[id].forms for id in self.ids):
            return unheard
        return replace(
            unheard, words=accepted.words, confidence=accepted.confidence, untimely=accepted.phrase
        )

    def _again(self, model: Model, grammar: list[str], wave: NDArray[np.int16], take: Take) -> None:
        self.words = []
        self.recogniser = model.recogniser(json.dumps(grammar, ensure_ascii=False), RATE)
        self.feed(take.of(wave))
        self._ended()
        self.words = take.placed(self.words)

    def _ended(self) -> None:
        """Take the recogniser's last words; it is then done with."""
        self._take(self.recogniser.FinalResult())
        self.recogniser = None

    def _own(self) -> Words:
        """The words without echo and neighbours in the pre-roll and after the voice's end."""
        begins, ends = ((at - self.start) / RATE for at in (self.voice, self.end))
        return [w for w in self.words if float(w["end"]) > begins and float(w["start"]) < ends]

    def _take(self, result: str) -> None:
        self.words.extend(json.loads(result).get("result", []))

    def _onset(self, words: Words) -> Onset:
        """The first word's start on raw samples; a click or breath long before it is not the word."""
        voice = self.voice - self.start
        spoken = round(float(words[0]["start"]) * RATE)
        coarse = voice if spoken - voice <= LEADING else spoken
        wave, word = np.concatenate(self.wave), str(words[0]["word"])
        found = attacks.found(wave, coarse, word, self.attacks, self.since - self.start)
        return Onset(self.start + found.at, found.error)


def _said(words: Words) -> list[tuple[str, float]]:
    """Words and confidences."""
    return [(str(word["word"]), float(word["conf"])) for word in words]
