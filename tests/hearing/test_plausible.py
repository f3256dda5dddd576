from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.hearing import segment
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.hearing.plausible import plausible
from voicenuts.hearing.segment import Segment, Unheard
from voicenuts.lab.voices import Voice
from voicenuts.values import RATE, Heard


def word(text: str, start: float, end: float) -> dict[str, object]:
    return {"word": text, "start": start, "end": end, "conf": 1.0}


def sounding(begin: float, end: float, above_db: float) -> NDArray[np.int16]:
    """Two seconds of noise, louder from `begin` to `end` seconds."""
    gain = np.ones(2 * RATE)
    gain[round(begin * RATE) : round(end * RATE)] = 10 ** (above_db / 20)
    return (np.random.default_rng(5).normal(0, 60, len(gain)) * gain).astype(np.int16)


@pytest.mark.parametrize(
    ("words", "begin", "end", "said"),
    [
        ([("leo", 0.5, 0.8)], 0.5, 0.8, True),
        ([("leo", 0.5, 0.59)], 0.5, 0.8, False),
        ([("leo", 0.5, 0.62)], 0.5, 0.8, True),
        ([("leo", 0.4, 1.63)], 0.4, 1.63, False),
        ([("max", 0.5, 0.8), ("the", 0.8, 0.86), ("marten", 0.86, 1.2)], 0.5, 1.2, True),
        ([("max", 0.5, 0.6), ("the", 0.6, 0.66), ("marten", 0.66, 0.9)], 0.5, 0.9, False),
        ([("leo", 1.2, 1.6)], 0.5, 0.8, False),
        ([("leo", 1.9, 2.2)], 1.9, 2.0, True),
        ([("leo", 2.1, 2.4)], 0.5, 0.8, False),
    ],
)
def test_words_take_time_and_are_where_the_sound_is(
    words: list[tuple[str, float, float]], begin: float, end: float, said: bool
) -> None:
    assert plausible([word(*one) for one in words], sounding(begin, end, 30)) is said


@pytest.mark.parametrize(("above_db", "said"), [(2, False), (12, True)])
def test_words_stand_out_from_what_is_always_there(above_db: float, said: bool) -> None:
    assert plausible([word("leo", 0.5, 0.9)], sounding(0.5, 0.9, above_db)) is said


def heard(model: Model, book: PhraseBook, wave: NDArray[np.float32]) -> Heard | Unheard:
    pcm = (np.pad(wave, (4800, 3200)) * 32767).astype(np.int16)
    part = Segment(0, 0, 4800, book.expand(["thief"]), end=len(pcm) - 3200, wave=[pcm])
    part.begin(model, book)
    part.feed(pcm)
    (verdict,) = part.finish(model, book)
    return verdict


def test_what_nobody_can_have_said_is_not_heard(
    model: Model, book: PhraseBook, players: dict[str, Voice], monkeypatch: pytest.MonkeyPatch
) -> None:
    wave = players["am_michael"].clips["leo the lynx"].wave
    assert isinstance(heard(model, book, wave), Heard)
    monkeypatch.setattr(segment, "plausible", lambda words, wave: False)
    verdict = heard(model, book, wave)
    assert isinstance(verdict, Unheard)
    assert verdict.words == "leo the lynx"


@pytest.mark.parametrize("gain", [0.02, 1.0])
def test_every_recorded_call_is_plausible(
    model: Model, book: PhraseBook, players: dict[str, Voice], gain: float
) -> None:
    everything = replace(
        book, phrases={id: replace(p, confidence=0.0, strict=False) for id, p in book.phrases.items()}
    )
    for voice in players.values():
        for text in ("max", "leo", "fritz", "fox", "max the marten"):
            verdict = heard(model, everything, voice.clips[text].wave * np.float32(gain))
            assert isinstance(verdict, Heard) or verdict.words not in book.owners, (voice.name, text)
