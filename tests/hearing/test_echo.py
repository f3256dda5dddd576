"""What the canceller takes away, what it leaves alone, and that it leaves alone what it cannot improve."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from voicenuts.hearing.echo import TAIL, EchoCanceller
from voicenuts.hearing.hearing import Hearing
from voicenuts.hearing.levels import SILENCE_DB, frame_levels
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.hearing.stages import STAGES
from voicenuts.lab.mouth import Mouth
from voicenuts.lab.room import Air, Room
from voicenuts.lab.voices import Voice
from voicenuts.values import BLOCK, RATE, samples

Pcm = NDArray[np.int16]

SILENT: Pcm = np.zeros(BLOCK, np.int16)


def played(seconds: float, seed: int = 1) -> Pcm:
    """Noise that swells and falls like speech."""
    at = np.arange(round(seconds * RATE) // BLOCK * BLOCK)
    noise = np.random.default_rng(seed).standard_normal(len(at))
    return np.asarray(noise * 1500 * (1.1 + np.sin(2 * np.pi * 3 * at / RATE)), np.int16)


def room(channels: int, late: int = 0, seed: int = 2) -> NDArray[np.float64]:
    """A response per channel that fades by 60 dB in 0.3 s, and begins `late` samples later."""
    rng = np.random.default_rng(seed)
    fades = 10 ** (-3 * np.arange(samples(250)) / samples(300))
    return np.pad(rng.standard_normal((channels, len(fades))) * fades * 0.05, ((0, 0), (late, 0)))


def echo(sound: Pcm, responses: NDArray[np.float64]) -> NDArray[np.float64]:
    size = 2 ** int(np.ceil(np.log2(len(sound) + responses.shape[1])))
    spectra = np.fft.rfft(sound, size) * np.fft.rfft(responses, size)
    return np.asarray(np.fft.irfft(spectra)[:, : len(sound)].T)


def cancelled(canceller: EchoCanceller, heard: NDArray[np.float64], sound: Pcm) -> NDArray[np.float64]:
    pcm = np.clip(np.rint(heard), -32768, 32767).astype(np.int16)
    blocks = [canceller.cancel(pcm[i : i + BLOCK], sound[i : i + BLOCK]) for i in range(0, len(sound), BLOCK)]
    return np.concatenate(blocks).astype(np.float64)


def db(wave: NDArray[np.float64]) -> float:
    return float(10 * np.log10(np.mean(np.square(wave)) + 1e-9))


@pytest.mark.parametrize(("late", "delay"), [(0, 0), (samples(60), 0), (samples(300), samples(280))])
def test_a_rooms_echo_is_25_db_less_after_six_seconds(late: int, delay: int) -> None:
    sound = played(8)
    heard = echo(sound, room(2, late))
    left = cancelled(EchoCanceller(2, delay), heard, sound)
    second = slice(6 * RATE, None)
    assert db(heard[second]) - db(left[second]) > 25


def test_a_voice_over_the_echo_stays_as_it_is() -> None:
    sound = played(8)
    voice = np.zeros((len(sound), 1))
    voice[5 * RATE : 6 * RATE, 0] = played(2, seed=9)[:RATE] * 0.5
    left = cancelled(EchoCanceller(1), echo(sound, room(1)) + voice, sound)
    during = slice(5 * RATE, 6 * RATE)
    assert db(voice[during]) - db((left - voice)[during]) > 15
    after = slice(6 * RATE + BLOCK, None)
    assert db(echo(sound, room(1))[after]) - db(left[after]) > 20, "the voice has not misled it"


@given(st.integers(0, 2**32), st.floats(0.0, 12.0))
@settings(max_examples=30)
def test_where_nothing_is_played_samples_pass_as_they_are(seed: int, loud: float) -> None:
    canceller, heard = EchoCanceller(3), np.random.default_rng(seed)
    for _ in range(4):
        canceller.cancel(heard.integers(-99, 99, (BLOCK, 3)).astype(np.int16), played(0.03))
    for _ in range(TAIL // BLOCK + 1):
        canceller.cancel(np.zeros((BLOCK, 3), np.int16), SILENT)
    block = np.clip(heard.standard_normal((BLOCK, 3)) * np.exp(loud), -32768, 32767).astype(np.int16)
    assert np.array_equal(canceller.cancel(block, SILENT), block)
    assert (canceller.left_db == SILENCE_DB).all()


def test_what_was_learnt_is_kept_while_nothing_is_played() -> None:
    sound = played(6)
    sound[3 * RATE : 4 * RATE] = 0
    heard = echo(sound, room(1))
    left = cancelled(EchoCanceller(1), heard, sound)
    again = slice(4 * RATE, 4 * RATE + samples(300))
    assert db(heard[again]) - db(left[again]) > 15


def test_a_headset_that_hears_no_echo_is_hardly_touched() -> None:
    sound = played(3)
    voice = played(3, seed=4)[:, None].astype(np.float64) / 2
    left = cancelled(EchoCanceller(1), voice, sound)
    assert db(voice) - db(left - voice) > 15


@pytest.mark.parametrize("gain", [0.0, 1e-3, 1.0, 1e3])
def test_any_level_is_survived(gain: float) -> None:
    sound = played(2)
    canceller = EchoCanceller(1)
    heard = echo(sound, room(1)) * gain
    left = cancelled(canceller, heard, sound)
    assert np.isfinite(canceller.left_db).all()
    assert db(left) <= db(np.clip(np.rint(heard), -32768, 32767)) + 3


def test_what_may_be_left_is_told_from_the_beginning() -> None:
    sound, canceller = played(6), EchoCanceller(1)
    heard = np.rint(echo(sound, room(1))).astype(np.int16)
    over = []
    for at in range(0, len(sound), BLOCK):
        left = canceller.cancel(heard[at : at + BLOCK], sound[at : at + BLOCK])
        over += list(frame_levels(left)[:, 0] - canceller.left_db[0])
    for second in range(6):
        assert np.percentile(over[second * 100 + 10 : second * 100 + 100], 90) < 0


def test_without_playback_hearing_is_the_same_without_the_stage(
    model: Model, book: PhraseBook, players: dict[str, Voice]
) -> None:
    verdicts = []
    for stages in (STAGES, STAGES - {"echo"}):
        mouth, air = Mouth(1), Air(Room(), 3)
        mouth.say(players["am_michael"].clips["leo the lynx"], RATE, None)
        hearing = Hearing(model, book, 3, stages=stages)
        quiet, heard = np.zeros(BLOCK, np.float32), []
        for at in range(0, 3 * RATE, BLOCK):
            block = air.block([quiet, mouth.block(at), quiet], SILENT)
            heard += hearing.hear(block, SILENT, lambda seat: book.expand(["thief"]))
        verdicts.append(heard)
    assert len(verdicts[0]) == 1
    assert verdicts[0] == verdicts[1]
