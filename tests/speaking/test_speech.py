from __future__ import annotations

from concurrent.futures import Future

import numpy as np
import pytest

from voicenuts.errors import PlainError
from voicenuts.speaking.cache import SpeechCache
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.speaking.pcm import Pcm
from voicenuts.speaking.speech import HASTE, Speech


class SlowVoice:
    """A voice whose lines come when the test says so."""

    name = "slow"

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, Future[Pcm]]] = []

    def say(self, text: str, rate: int) -> Future[Pcm]:
        self.asked.append((text, rate, Future()))
        return self.asked[-1][2]

    def close(self) -> None: ...


def test_a_line_is_made_once() -> None:
    voice = FakeVoice()
    speech = Speech(voice, SpeechCache())
    first, second = speech.say("Amber", 180), speech.say("Amber", 180)
    assert np.array_equal(first.result(), second.result())
    assert speech.say("Amber", 240).result() is not first.result()
    assert voice.said == ["Amber", "Amber"]


def test_a_line_still_being_made_is_shared() -> None:
    voice = SlowVoice()
    speech = Speech(voice, SpeechCache())
    first, second = speech.say("Amber", 180), speech.say("Amber", 180)
    assert len(voice.asked) == 1
    assert not first.done()
    voice.asked[0][2].set_result(np.ones(10, np.int16))
    assert len(first.result()) == len(second.result()) == 10
    assert speech.say("Amber", 180).done()


def test_a_failed_line_is_tried_again_when_it_is_next_asked_for() -> None:
    voice = SlowVoice()
    speech = Speech(voice, SpeechCache())
    first = speech.say("Amber", 180)
    voice.asked[0][2].set_exception(PlainError("broken"))
    assert isinstance(first.exception(), PlainError)
    speech.say("Amber", 180)
    assert len(voice.asked) == 2


def test_a_secret_is_said_faster_until_it_fits() -> None:
    speech = Speech(FakeVoice(), SpeechCache())
    usual = speech.say("Hazelnut", 180).result()
    assert np.array_equal(speech.say_within("Hazelnut", 180, len(usual)).result(), usual)
    fitting = speech.say_within("Hazelnut", 180, len(usual) * 2 // 3).result()
    assert len(fitting) <= len(usual) * 2 // 3
    assert np.array_equal(fitting, speech.say("Hazelnut", round(180 * HASTE[2])).result())
    assert len(speech.say_within("Hazelnut", 180, 100).result()) == 100


def test_a_secret_takes_as_long_as_the_slowest_of_all_secrets() -> None:
    voice = SlowVoice()
    speech = Speech(voice, SpeechCache())
    words = ("Max", "Leo", "Hazelnut")
    chosen = speech.secret("Leo", words, 180, 100)
    assert sorted(text for text, *_ in voice.asked) == sorted(words)
    for text, _, future in voice.asked:
        assert not chosen.done()
        future.set_result(np.full(10, len(text), np.int16))
    assert np.array_equal(chosen.result(), np.full(10, 3))
    assert speech.secret("Max", words, 180, 100).done()


def test_a_fault_does_not_tell_which_secret_it_was() -> None:
    def fault(chosen: str) -> str:
        voice = SlowVoice()
        word = Speech(voice, SpeechCache()).secret(chosen, ("Max", "Leo"), 180, 100)
        for text, _, future in voice.asked:
            future.set_exception(PlainError(f"The voice failed on '{text}'."))
        return str(word.exception())

    assert fault("Max") == fault("Leo")
    assert "Max" not in fault("Max")


def test_a_secret_that_cannot_be_made_fails() -> None:
    voice = SlowVoice()
    word = Speech(voice, SpeechCache()).say_within("Max", 180, 100)
    voice.asked[0][2].set_exception(PlainError("broken"))
    with pytest.raises(PlainError):
        word.result()
