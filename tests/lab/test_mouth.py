"""A mouth speaks exactly when it is told to, one thing after the other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicenuts.lab.mouth import Mouth
from voicenuts.lab.voices import Clip, Voice, Wave
from voicenuts.values import BLOCK

LEAD, SOUND, TAIL = 300, 900, 200
WAVE = np.concatenate([np.zeros(LEAD), np.arange(1, SOUND + 1) / SOUND, np.zeros(TAIL)]).astype(np.float32)
CLIP = Clip("hello", WAVE, LEAD, LEAD + SOUND)


def spoken(mouth: Mouth, samples: int) -> Wave:
    return np.concatenate([mouth.block(at) for at in range(0, samples, BLOCK)])


@given(st.integers(LEAD, 3000))
def test_the_sound_begins_at_the_very_sample(at: int) -> None:
    mouth = Mouth(2)
    said = mouth.say(CLIP, at, "a.b")
    assert (said.seat, said.text, said.phrase, said.onset, said.end) == (2, "hello", "a.b", at, at + SOUND)
    heard = spoken(mouth, 5000)
    assert np.array_equal(heard[at : at + SOUND], WAVE[LEAD : LEAD + SOUND])
    assert not heard[:at].any()
    assert not heard[at + SOUND :].any()
    assert mouth.busy_until == at + SOUND + TAIL


def test_one_thing_after_the_other() -> None:
    mouth = Mouth(0)
    first = mouth.say(CLIP, 1000, None)
    second = mouth.say(CLIP, 1000, None)
    assert second.onset == first.end + TAIL + LEAD
    heard = spoken(mouth, 6000)
    for said in (first, second):
        assert np.array_equal(heard[said.onset : said.end], WAVE[LEAD : LEAD + SOUND])
    assert np.count_nonzero(heard) == 2 * SOUND


def test_silence_before_between_and_after() -> None:
    mouth = Mouth(0)
    assert not spoken(mouth, 2000).any()
    mouth.say(CLIP, 4000, None)
    assert np.count_nonzero(np.concatenate([mouth.block(at) for at in range(1920, 9600, BLOCK)])) == SOUND
    assert not mouth.block(9600).any()


def test_too_late_is_said_from_now_on() -> None:
    # What should have begun in a block that is over already loses its beginning, never its place.
    mouth = Mouth(0)
    mouth.say(CLIP, 700, None)
    heard = mouth.block(BLOCK * 2)
    assert np.array_equal(heard, WAVE[LEAD + 260 : LEAD + 260 + BLOCK])


@pytest.mark.parametrize("pace", [0.94, 1.06])
def test_another_pace_is_longer_or_shorter_and_still_on_time(players: dict[str, Voice], pace: float) -> None:
    clip = players["bm_lewis"].clips["max the marten"]
    mouth = Mouth(0)
    said = mouth.say(clip, 8000, None, pace)
    assert said.onset == 8000
    assert said.end - said.onset == pytest.approx((clip.end - clip.onset) / pace, abs=2)
    heard = spoken(mouth, 40_000)
    loud = np.flatnonzero(np.abs(heard) > 0.02)
    straight = np.flatnonzero(np.abs(clip.wave) > 0.02)
    assert loud[0] - 8000 == pytest.approx((straight[0] - clip.onset) / pace, abs=20)
