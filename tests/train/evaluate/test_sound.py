from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.train.evaluate import sound
from models.train.evaluate.sound import LEAD, TAIL, Surroundings, Wave, rms
from voicenuts.values import RATE, samples


def tone(hertz: float, seconds: float = 0.5) -> Wave:
    return np.sin(2 * np.pi * hertz * np.arange(round(seconds * RATE)) / RATE)


def pitch(wave: Wave) -> float:
    spectrum = np.abs(np.fft.rfft(wave * np.hanning(len(wave))))
    return float(np.fft.rfftfreq(len(wave), 1 / RATE)[int(np.argmax(spectrum))])


@settings(max_examples=30)
@given(st.floats(-12, 12), st.integers(-2000, 2000), st.floats(0.01, 3))
def test_two_voices_are_mixed_at_the_ratio_asked_for(ratio: float, delay: int, loudness: float) -> None:
    target, other = tone(200), tone(310, 0.4) * loudness
    both = sound.mixed(target, other, ratio, delay)
    at, begin = max(0, -delay), max(0, delay)
    rest = both.copy()
    rest[at : at + len(target)] -= target
    heard = rest[begin : begin + len(other)]
    assert 20 * np.log10(rms(target) / rms(heard)) == pytest.approx(ratio, abs=1e-6)
    assert len(both) == max(at + len(target), begin + len(other))


def test_a_clean_voice_lies_between_lead_and_tail() -> None:
    wave = sound.clean(tone(300), random.Random(1))
    assert len(wave) == LEAD + RATE // 2 + TAIL
    assert np.abs(wave[LEAD:-TAIL]).max() == pytest.approx(sound.CLEAN_PEAK, abs=0.01)
    assert rms(wave[:LEAD]) == pytest.approx(sound.FLOOR, rel=0.1)


def test_noise_keeps_its_distance_and_is_the_same_again() -> None:
    around = Surroundings((tone(90, 3),), (np.array([1.0]),), (tone(500, 2), tone(700, 1)))
    for seed in range(20):
        noisy = around.noisy(tone(300), random.Random(seed))
        assert np.array_equal(noisy, around.noisy(tone(300), random.Random(seed)))
        assert 10 ** (-25 / 20) * 0.99 <= np.abs(noisy).max() <= 10 ** (-3 / 20) * 1.01
        assert rms(around.noise(RATE, random.Random(seed))) == pytest.approx(1, abs=1e-3)


def test_a_room_keeps_the_length_and_adds_what_comes_later() -> None:
    room = np.zeros(400)
    room[0], room[100] = 1.0, 0.5
    heard = sound.convolved(np.eye(1, 300)[0], room)
    assert len(heard) == 300
    assert heard[[0, 100, 101]] == pytest.approx([1.0, 0.5, 0.0], abs=1e-9)


def test_a_recording_is_cut_to_its_sound() -> None:
    cut = sound.trimmed(np.pad(0.2 * tone(200), 8000))
    assert np.abs(cut).max() == pytest.approx(1)
    assert len(cut) == pytest.approx(RATE // 2 + samples(150), abs=50)


def test_faster_is_shorter_and_higher_and_a_shout_only_higher() -> None:
    wave = tone(200)
    fast, shout = sound.faster(wave, 1.25), sound.shouted(wave)
    assert len(fast) == pytest.approx(len(wave) / 1.25, abs=2)
    assert pitch(fast) == pytest.approx(250, abs=4)
    assert len(shout) == pytest.approx(len(wave), abs=2)
    assert pitch(shout) == pytest.approx(250, abs=8)
    assert np.abs(shout).max() == pytest.approx(0.98)
    assert np.mean(np.abs(shout) >= 0.979) > 0.05


def test_stretching_keeps_pitch_and_loudness() -> None:
    long = sound.stretched(tone(200), 1.25)
    assert len(long) == RATE * 5 // 8
    assert pitch(long) == pytest.approx(200, abs=4)
    assert rms(long[1000:-1000]) == pytest.approx(rms(tone(200)), rel=0.05)


def test_a_narrow_band_has_no_treble() -> None:
    assert rms(sound.narrow(tone(6000))[500:-500]) < 0.01
    assert rms(sound.narrow(tone(1000))[500:-500]) == pytest.approx(rms(tone(1000)), rel=0.02)


@pytest.mark.parametrize("rate", [44100, 48000])
def test_other_devices_deliver_the_same_voice(rate: int) -> None:
    wave = 0.3 * tone(400)
    heard = sound.through(wave, rate)
    assert heard.dtype == np.int16
    assert abs(len(heard) - len(wave)) <= 480
    assert rms(heard[800:7000] / 32768.0) == pytest.approx(rms(wave), rel=0.02)
