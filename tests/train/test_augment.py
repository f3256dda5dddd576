"""What clips are put into."""

from __future__ import annotations

import random

import numpy as np
import pytest

pytest.importorskip("scipy")

from models.train import manners, rooms
from models.train.augment import Surroundings, joined, padded

ODDS = dict.fromkeys(
    ["equaliser", "neighbour", "room", "real room", "noise", "real noise", "narrow", "clipped"], 1.0
)


def _tone(seconds: float, pitch: float = 440) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.sin(2 * np.pi * pitch * np.arange(int(16000 * seconds)) / 16000).astype(np.float32)


def _surroundings(odds: dict[str, float]) -> Surroundings:
    pool = [_tone(0.7, 900)]
    return Surroundings(pool, pool, pool, [], [], odds)


def test_everything_at_once_stays_within_sixteen_bits() -> None:
    for seed in range(20):
        pcm = _surroundings(ODDS).around(_tone(0.5), random.Random(seed), real=bool(seed % 2))
        assert np.abs(pcm).max() <= 32768
        assert (pcm == np.round(pcm)).all()
        assert 0.6 * 16000 < len(pcm) <= 1.6 * 16000


def test_the_same_seed_gives_the_same_samples() -> None:
    first, again = (_surroundings(ODDS).around(_tone(0.5), random.Random(3), False) for _ in range(2))
    assert (first == again).all()


def test_a_neighbour_is_softer_by_3_to_18_db() -> None:
    quiet = dict.fromkeys(ODDS, 0.0)
    for seed in range(20):
        wave = padded(_tone(0.8), random.Random(seed), False)
        other = _surroundings(quiet).beside(wave, random.Random(seed)) - wave
        ratio = 20 * np.log10(np.abs(wave).max() / np.abs(other).max()) if other.any() else 18
        assert 2 < ratio < 45  # less than 3 dB only through a room, more where little of it overlaps


def test_noise_has_an_rms_of_one() -> None:
    for seed in range(20):
        noise = _surroundings(ODDS).noise(5000, random.Random(seed))
        assert np.sqrt((noise**2).mean()) == pytest.approx(1, abs=1e-3)


def test_a_recording_is_continued_by_its_own_floor() -> None:
    wave = _tone(0.5) * 0.1 + 0.05
    edges = {float(np.abs(padded(wave, random.Random(seed), True)[:200]).max()) for seed in range(12)}
    assert any(edge > 0.01 for edge in edges)
    assert not padded(wave, random.Random(0), False)[:200].any()


def test_joined_clips_follow_each_other() -> None:
    whole = joined([_tone(0.3), _tone(0.2)], random.Random(1))
    assert 0.5 * 16000 <= len(whole) <= 0.8 * 16000


def test_a_response_begins_with_the_direct_sound() -> None:
    response = np.zeros(4000, np.float32)
    response[1000], response[1500] = -2, 0.5
    cut = rooms.at_start(response)
    assert cut[16] == -1
    assert rooms.tail(random.Random(1))[0] == 1


def test_another_throat_keeps_the_pace() -> None:
    wave = _tone(1.0, 200)
    peaks = []
    for seed in range(8):
        made = manners.another(wave, random.Random(seed))
        assert len(made) == pytest.approx(len(wave), rel=0.06)
        peaks.append(np.argmax(np.abs(np.fft.rfft(made[2000:-2000]))) * 16000 / len(made[2000:-2000]))
    assert 165 < min(peaks) < 190
    assert 210 < max(peaks) < 245


def test_children_are_higher_at_the_same_pace() -> None:
    wave, rng = _tone(1.0, 200), random.Random(2)
    made = manners.childlike(wave, rng)
    assert len(made) == pytest.approx(len(wave), rel=0.06)
    peak = np.argmax(np.abs(np.fft.rfft(made[2000:-2000]))) * 16000 / len(made[2000:-2000])
    assert 225 < peak < 285


def test_a_whisper_has_no_pitch_but_the_same_length() -> None:
    rng = random.Random(4)
    voiced = np.tile(np.concatenate([[1.0], np.zeros(79)]), 200).astype(np.float32)
    made = manners.whispered(voiced, rng)
    assert len(made) == len(voiced)
    lag = [float(np.corrcoef(x[:-80], x[80:])[0, 1]) for x in (voiced, made)]
    assert lag[0] > 0.9
    assert abs(lag[1]) < 0.3


def test_a_shout_is_higher_and_flat_topped() -> None:
    made = manners.shouted(_tone(0.5, 300), random.Random(5))
    assert len(made) < 0.97 * 8000
    assert np.abs(made).max() <= 1
