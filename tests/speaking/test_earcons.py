from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest
import vosk

from voicenuts import resources
from voicenuts.speaking.earcons import IDS, PEAK, earcon
from voicenuts.speaking.pcm import dbfs, seconds
from voicenuts.values import RATE

WORDS = [
    "roll",
    "throw",
    "max",
    "max the marten",
    "marten",
    "leo",
    "leo the lynx",
    "lynx",
    "fritz",
    "fritz the fox",
    "fox",
    "old oak",
    "hollow log",
    "score",
    "status",
    "repeat",
    "help",
    "pause",
    "resume",
    "where am i",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "tree one",
    "tree two",
    "tree three",
    "tree four",
    "tree five",
    "tree six",
    "tree seven",
    "tree eight",
]
NEEDED = [
    "ok",
    "no",
    "your-turn-1",
    "your-turn-2",
    "your-turn-3",
    "your-turn-4",
    "dice",
    "steps-1",
    "steps-2",
    "steps-3",
    "rustle",
    "drum-roll",
    "nut",
    "bank",
    "lost",
    "gain",
    "wrong",
    "win",
    "early",
    "closed",
    "tick",
    "beat",
    *(f"clicks-{count}" for count in range(1, 6)),
    *(f"bark-{seat}" for seat in range(1, 5)),
    "house",
    "gong",
    "frenzy",
    "bump",
    "climb-up",
    "climb-down",
    "owl",
    "fox",
]


def test_all_are_there_and_others_are_not() -> None:
    assert set(NEEDED) <= set(IDS)
    with pytest.raises(KeyError):
        earcon("trumpet")


@pytest.mark.parametrize("id", IDS)
def test_length_level_and_edges(id: str) -> None:
    pcm = earcon(id)
    assert pcm.dtype == np.int16
    assert seconds(pcm) == 1.2 if id == "rustle" else seconds(pcm) <= 0.7
    assert np.abs(pcm).max() == pytest.approx(dbfs(PEAK), abs=2)
    assert pcm[0] == 0
    assert abs(int(pcm[-1])) < 200
    assert earcon(id) is pcm
    with pytest.raises(ValueError, match="read-only"):
        pcm[0] = 1


def test_the_drum_roll_is_a_loop_of_even_beats() -> None:
    assert len(earcon("drum-roll")) == 0.6 * RATE


def test_no_two_are_alike() -> None:
    for first, second in combinations(IDS, 2):
        a, b = (earcon(id).astype(np.float64) for id in (first, second))
        if abs(len(a) - len(b)) > 0.15 * RATE:
            continue
        size = 2**15
        spectra = [np.abs(np.fft.rfft(x, size)) for x in (a, b)]
        shape = [s / np.linalg.norm(s) for s in spectra]
        envelope = [np.abs(x)[: min(len(a), len(b))] for x in (a, b)]
        together = np.corrcoef(envelope[0], envelope[1])
        alike = min(float(shape[0] @ shape[1]), float(together[0, 1]))
        assert alike < 0.9, (first, second)


def test_they_are_the_same_every_time() -> None:
    before = {id: earcon(id).copy() for id in IDS}
    earcon.cache_clear()
    assert all(np.array_equal(before[id], earcon(id)) for id in IDS)


def heard(recogniser: vosk.KaldiRecognizer, pcm: bytes) -> tuple[str, float]:
    """Text and lowest confidence of what the recogniser makes of a sound between two silences."""
    recogniser.Reset()
    silence = bytes(RATE)
    results = [
        json.loads(recogniser.Result())
        for chunk in (silence, pcm, silence)
        if recogniser.AcceptWaveform(chunk)
    ]
    results.append(json.loads(recogniser.FinalResult()))
    words = [word for result in results for word in result.get("result", [])]
    return " ".join(word["word"] for word in words), min((word["conf"] for word in words), default=0.0)


@pytest.mark.parametrize(
    "words",
    [
        WORDS,
        WORDS[20:],
        ["max", "leo", "fritz"],
        ["roll", "throw"],
        ["woof", "woof woof"],
        ["go nuts", "nuts"],
    ],
)
def test_the_recogniser_takes_none_for_a_word(words: list[str]) -> None:
    vosk.SetLogLevel(-1)
    model = vosk.Model(str(resources.folder("models") / "en"))
    recogniser = vosk.KaldiRecognizer(model, RATE, json.dumps([*words, "[unk]"]))
    recogniser.SetWords(True)
    rng = np.random.default_rng(1)
    for id in IDS:
        for gain, room in ((1.0, 0.0), (2.5, 100.0)):
            sound = earcon(id) * gain + rng.normal(0, 1, len(earcon(id))) * room
            text, confidence = heard(recogniser, sound.astype(np.int16).tobytes())
            assert text not in words or confidence < 0.7, (id, gain, text, confidence)
