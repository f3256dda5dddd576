"""What was not understood at once is heard again, and how many hearings must agree."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest

from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import Phrase, PhraseBook
from voicenuts.hearing.segment import Segment, Unheard
from voicenuts.hearing.takes import BRIEF, LATER, OTHER_THROATS, TALK, Take, further
from voicenuts.values import RATE

PHRASES = (
    Phrase("turn.roll", ("roll",), 0.6),
    Phrase("total.two", ("two",), 0.6, strict=True),
    Phrase("total.ten", ("ten",), 0.6, strict=True),
    Phrase("thief.fox", ("fox",), 0.6, strict=True, once=True),
)
BOOK = PhraseBook({p.id: p for p in PHRASES}, {p.forms[0]: (p.id,) for p in PHRASES})
UNSURE = ("roll", 0.2)


class Scripted:
    """A model that hears what is written, one entry a hearing."""

    def __init__(self, hearings: Sequence[tuple[str, float]]) -> None:
        self.hearings = list(hearings)

    def recogniser(self, grammar: str, rate: int) -> Any:
        word, sure = self.hearings.pop(0) if self.hearings else UNSURE
        return _Recogniser([{"word": word, "conf": sure, "start": 0.4, "end": 0.9}])


class _Recogniser:
    def __init__(self, words: list[dict[str, Any]]) -> None:
        self._words = words

    def AcceptWaveform(self, pcm: bytes) -> bool:
        return False

    def FinalResult(self) -> str:
        return json.dumps({"result": self._words})


def _heard(*hearings: tuple[str, float]) -> str | None:
    model = cast(Model, Scripted(hearings))
    segment = Segment(0, 0, RATE // 4, frozenset(BOOK.phrases), end=RATE)
    segment.begin(model, BOOK)
    wave = np.random.default_rng(0).normal(0, 5, RATE + RATE // 4)
    wave[RATE // 4 : RATE] *= 300
    segment.wave.append(wave.astype(np.int16))
    segment.feed(segment.wave[0])
    verdict = segment.finish(model, BOOK)[0]
    return None if isinstance(verdict, Unheard) else verdict.phrase


@pytest.mark.parametrize(
    ("hearings", "phrase"),
    [
        ([UNSURE, ("roll", 0.9)], "turn.roll"),
        ([UNSURE, UNSURE, UNSURE, UNSURE, ("roll", 0.9)], "turn.roll"),
        ([UNSURE, ("two", 0.9)], None),
        ([UNSURE, ("two", 0.9), UNSURE, ("two", 0.9)], "total.two"),
        ([UNSURE, ("two", 0.9), ("ten", 0.9), ("two", 0.9), ("two", 0.9)], None),
        ([UNSURE, ("two", 0.9), ("roll", 0.9), ("roll", 0.9)], None),
        ([UNSURE, ("fox", 0.9), ("fox", 0.9), ("fox", 0.9), ("fox", 0.9)], None),
    ],
)
def test_what_costs_points_needs_two_later_hearings_and_a_shout_has_none(
    hearings: list[tuple[str, float]], phrase: str | None
) -> None:
    assert _heard(*hearings) == phrase


def test_what_is_long_is_talk_and_not_heard_again() -> None:
    assert further(BRIEF) == LATER + OTHER_THROATS
    assert further(BRIEF + 1) == LATER
    assert further(TALK + 1) == ()


@pytest.mark.parametrize("take", [*LATER, *OTHER_THROATS])
def test_a_word_of_a_later_hearing_is_placed_where_it_was_said(take: Take) -> None:
    wave = np.zeros(RATE, np.int16)
    wave[RATE // 2] = 20000
    at = int(np.argmax(np.abs(take.of(wave)))) / RATE
    placed = take.placed([{"word": "go", "start": at, "end": at}])
    assert placed[0]["start"] == pytest.approx(0.5, abs=0.001)
