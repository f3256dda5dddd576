"""The room: every source arrives as loud and as late as is said."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.lab.room import Air, Room
from voicenuts.lab.voices import Wave
from voicenuts.values import BLOCK, RATE, samples

QUIET = -120.0
SEATS = 3
PULSE_AT = 700

Signal = NDArray[np.float64]


def carried(room: Room, mouth: int | None, source: Signal, *, blocks: int = 6) -> Signal:
    """What the microphones hear of `source`, at a seat's mouth or (None) from the loudspeaker."""
    air = Air(room, SEATS)
    heard = []
    padded = np.pad(source, (0, blocks * BLOCK - len(source)))
    for at in range(0, blocks * BLOCK, BLOCK):
        part = padded[at : at + BLOCK]
        mouths: list[Wave] = [np.zeros(BLOCK, np.float32) for _ in range(SEATS)]
        played = np.zeros(BLOCK, np.int16)
        if mouth is None:
            played = np.rint(part * 32768).astype(np.int16)
        else:
            mouths[mouth] = part.astype(np.float32)
        block = air.block(mouths, played)
        assert block.dtype == np.int16
        assert block.shape == (BLOCK, SEATS)
        heard.append(block / 32767.0)
    return np.concatenate(heard)


def pulse(height: float = 0.8) -> Signal:
    wave = np.zeros(PULSE_AT + 1)
    wave[PULSE_AT] = height
    return wave


@pytest.mark.parametrize("crosstalk", [-8.0, -20.0])
def test_a_neighbours_voice_is_as_loud_and_as_late_as_said(crosstalk: float) -> None:
    room = Room(crosstalk_db=crosstalk, echo_db=None, noise_db=QUIET)
    heard = carried(room, 1, pulse())
    assert heard[PULSE_AT, 1] == pytest.approx(0.8, abs=1e-4)
    for seat in (0, 2):
        assert int(np.argmax(heard[:, seat])) == PULSE_AT + samples(2.0)
        assert heard[:, seat].max() == pytest.approx(0.8 * 10 ** (crosstalk / 20), rel=0.01)
    assert np.count_nonzero(np.abs(heard) > 1e-4) == SEATS


def test_the_loudspeaker_arrives_everywhere_alike() -> None:
    heard = carried(Room(echo_db=-12.0, noise_db=QUIET), None, pulse())
    for seat in range(SEATS):
        assert int(np.argmax(heard[:, seat])) == PULSE_AT + samples(6.0)
        assert heard[:, seat].max() == pytest.approx(0.8 * 10 ** (-12 / 20), rel=0.01)


def test_with_earphones_only_nothing_of_the_narrator_is_in_the_room() -> None:
    assert not (np.abs(carried(Room(echo_db=None, noise_db=QUIET), None, pulse())) > 1e-4).any()


def test_nothing_is_lost_between_blocks() -> None:
    rng = np.random.default_rng(3)
    wave = rng.uniform(-0.1, 0.1, 4 * BLOCK)
    heard = carried(Room(crosstalk_db=-6.0, echo_db=None, noise_db=QUIET), 0, wave)
    late = samples(2.0)
    assert np.allclose(heard[: len(wave), 0], wave, atol=1e-4)
    assert np.allclose(heard[late : late + len(wave), 2], wave * 10 ** (-6 / 20), atol=1e-4)


@pytest.mark.parametrize("noise", [-70.0, -50.0])
def test_every_microphone_has_its_own_noise(noise: float) -> None:
    heard = carried(Room(noise_db=noise, seed=7), 0, np.zeros(1), blocks=2 * RATE // BLOCK)
    level = 10 * np.log10(np.mean(heard**2, axis=0))
    assert level == pytest.approx([noise] * SEATS, abs=0.5)
    assert abs(np.asarray(np.corrcoef(heard.T))[0, 1]) < 0.05


def test_the_same_seed_is_the_same_room() -> None:
    one, same, other = (carried(Room(seed=seed), 0, pulse()) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_too_loud_is_clipped_and_never_wrapped() -> None:
    heard = carried(Room(noise_db=QUIET), 0, np.concatenate([np.full(100, 3.0), np.full(100, -3.0)]))
    assert (heard[:100, 0] == 1.0).all()
    assert (heard[100:200, 0] <= -1.0).all()


def test_a_shared_microphone_hears_every_mouth_as_loud_and_at_once() -> None:
    air = Air(Room(noise_db=QUIET, shared=True), SEATS)
    mouths = [np.full(BLOCK, 0.1 * (1 + seat), np.float32) for seat in range(SEATS)]
    block = air.block(mouths, np.zeros(BLOCK, np.int16))
    assert block.shape == (BLOCK, 1)
    assert np.abs(block / 32767.0 - 0.6).max() < 1e-3
