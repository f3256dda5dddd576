"""The simulated room: places, levels and delays are those of a table in a living room."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.errors import PlainError
from voicenuts.lab.convolver import TAPS, Convolver, Drift, gain_db
from voicenuts.lab.responses import LEAD, SOUND_M_S, distance_m, respond
from voicenuts.lab.room import Air, Room
from voicenuts.lab.space import MICROPHONES, Space, SpaceAir, air_of, layout, own_delay, responses
from voicenuts.lab.voices import LOUDNESS_DB, Wave
from voicenuts.values import BLOCK, RATE

SEATS = 4
QUIET = -120.0
SECOND = RATE // BLOCK * BLOCK
Signal = NDArray[np.float64]


def level_db(wave: Signal) -> Signal:
    return np.asarray(10 * np.log10(np.mean(wave * wave, axis=0) + 1e-12))


def carried(air: SpaceAir, mouth: int | None, source: Signal, seats: int = SEATS) -> Signal:
    """What the microphones hear of `source` from a seat's mouth or (None) from the loudspeaker."""
    heard = []
    for at in range(0, len(source), BLOCK):
        mouths: list[Wave] = [np.zeros(BLOCK, np.float32) for _ in range(seats)]
        played = np.zeros(BLOCK, np.int16)
        if mouth is None:
            played = np.rint(source[at : at + BLOCK] * 32768).astype(np.int16)
        else:
            mouths[mouth] = source[at : at + BLOCK].astype(np.float32)
        heard.append(air.block(mouths, played) / 32767.0)
    return np.concatenate(heard)


def hiss(level: float = LOUDNESS_DB, seed: int = 0) -> Signal:
    return np.random.default_rng(seed).standard_normal(2 * SECOND) * 10 ** (level / 20)


@pytest.mark.parametrize("kind", MICROPHONES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_sits_at_the_table_inside_the_room(kind: str, seats: int) -> None:
    for seed in range(20):
        plan = layout(Space(kind, seed=seed), seats)
        for place in (*plan.mouths, *(ear.at for ear in plan.ears), plan.loudspeaker, plan.noise):
            assert all(0.2 < place[axis] < plan.sides_m[axis] - 0.2 for axis in range(3))
        own = [distance_m(mouth, ear.at) for mouth, ear in zip(plan.mouths, plan.ears, strict=True)]
        reach = {"close": (0.03, 0.05), "lapel": (0.17, 0.24)}.get(kind, (0.25, 0.35))
        assert all(reach[0] <= metres <= reach[1] for metres in own)
        apart = [distance_m(a, b) for a in plan.mouths for b in plan.mouths if a is not b]
        assert 0.7 < min(apart) <= max(apart) < 1.5


@pytest.mark.parametrize(
    ("kind", "loudest", "quietest"),
    [("close", -20, -28), ("lapel", -7, -13), ("omni", -4, -9), ("cardioid", -8, -16)],
)
def test_neighbours_arrive_as_loud_as_such_microphones_let_them(
    kind: str, loudest: float, quietest: float
) -> None:
    mouths = gain_db(responses(Space(kind), SEATS))[:, :SEATS]
    assert np.diag(mouths) == pytest.approx(0, abs=0.01)
    others = mouths[~np.eye(SEATS, dtype=bool)]
    assert quietest < others.min() < others.max() < loudest


def test_a_mouth_arrives_at_its_own_microphone_at_its_own_level_and_after_the_reported_delay() -> None:
    space = Space(sensor_db=QUIET, seed=3)
    heard = carried(SpaceAir(space, SEATS), 2, hiss())
    assert level_db(heard[SECOND:, 2]) == pytest.approx(LOUDNESS_DB, abs=0.3)
    pulse = np.zeros(4 * BLOCK)
    pulse[100] = 0.5
    arrived = carried(SpaceAir(space, SEATS), 2, pulse)[:, 2]
    assert int(np.argmax(np.abs(arrived))) == 100 + own_delay(space, SEATS, 2)
    metres = distance_m(layout(space, SEATS).mouths[2], layout(space, SEATS).ears[2].at)
    assert own_delay(space, SEATS, 2) == round(LEAD + metres / SOUND_M_S * RATE)


@pytest.mark.parametrize(("place", "louder"), [("table", 6.0), ("shelf", 6.0), ("table", -10.0)])
def test_the_loudspeaker_is_as_much_louder_as_said(place: str, louder: float) -> None:
    space = Space(loudspeaker=place, loudspeaker_db=louder, sensor_db=QUIET)
    heard = carried(SpaceAir(space, SEATS), None, hiss(-40))
    assert level_db(heard[SECOND:]).mean() == pytest.approx(-40 + louder, abs=0.5)


def test_with_earphones_only_nothing_of_the_narrator_is_in_the_room() -> None:
    assert not carried(SpaceAir(Space(loudspeaker_db=None, sensor_db=QUIET), 2), None, hiss(), seats=2).any()


@pytest.mark.parametrize("snr", [0.0, 10.0])
def test_noise_is_as_loud_as_asked_for(snr: float) -> None:
    space = Space(noise="rain", snr_db=snr, sensor_db=QUIET)
    heard = carried(SpaceAir(space, SEATS), 0, np.zeros(20 * SECOND))
    assert level_db(heard[SECOND:]).mean() == pytest.approx(LOUDNESS_DB - snr, abs=1.5)


@pytest.mark.parametrize("rt60", [0.2, 0.4, 0.8])
def test_the_room_decays_as_fast_as_asked_for(rt60: float) -> None:
    shout = responses(Space(rt60_s=rt60), 2)[0, 1].astype(np.float64)
    left = 10 * np.log10(np.cumsum(shout[::-1] ** 2)[::-1] / np.sum(shout**2))
    falls = np.argmax(left < -25) - np.argmax(left < -5)
    assert 3 * falls / RATE == pytest.approx(rt60, rel=0.35)


def test_block_by_block_is_the_same_as_at_once() -> None:
    rng = np.random.default_rng(1)
    way = rng.standard_normal((2, 1700)).astype(np.float32)
    sound = rng.standard_normal(20 * BLOCK)
    sound[2 * BLOCK : 10 * BLOCK] = 0  # longer than the response: it falls silent and begins again
    convolver = Convolver(way)
    blocks = [convolver.block(sound[at : at + BLOCK]) for at in range(0, len(sound), BLOCK)]
    assert any(block is None for block in blocks)
    heard = np.concatenate([np.zeros((BLOCK, 2)) if block is None else block for block in blocks])
    for microphone in range(2):
        whole = np.convolve(sound, way[microphone])[: len(sound)]
        assert np.abs(heard[:, microphone] - whole).max() < 1e-3


def test_the_fastest_clock_is_on_time_and_the_others_fall_behind() -> None:
    drift, tone = Drift((0.0, 100.0)), np.sin(2 * np.pi * 440 * np.arange(10 * SECOND) / RATE)
    heard = np.concatenate(
        [drift.block(np.stack([tone[at : at + BLOCK]] * 2, axis=1)) for at in range(0, len(tone), BLOCK)]
    )
    end = slice(-4 * BLOCK, None)
    now = np.arange(len(tone))
    for channel, behind in ((0, 100e-6 * now), (1, 0.0 * now)):
        expected = np.sin(2 * np.pi * 440 * (now - behind - TAPS // 2) / RATE)
        assert np.abs(heard[end, channel] - expected[end]).max() < 0.01


def test_only_one_mouth_is_what_it_adds_to_the_full_sound() -> None:
    space = Space(noise="rain", gains_db=(0.0, 3.0), drift_ppm=(0.0, 50.0))
    alone = carried(SpaceAir(space, 2, only=1), 1, hiss(), seats=2)
    without = carried(SpaceAir(space, 2), 1, np.zeros(2 * SECOND), seats=2)
    full = carried(SpaceAir(space, 2), 1, hiss(), seats=2)
    assert np.abs(full - without - alone).max() < 1e-4
    assert level_db(alone[SECOND:, 1]) == pytest.approx(LOUDNESS_DB + 3, abs=0.3)


def test_the_same_seed_is_the_same_sound() -> None:
    one, same, other = (
        carried(SpaceAir(Space(noise="dog", seed=seed), 2), 0, hiss(), seats=2) for seed in (1, 1, 2)
    )
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_levels_do_not_change_where_people_sit() -> None:
    space = Space(seed=5)
    assert layout(space, 3) == layout(replace(space, loudspeaker_db=6.0, noise="dog", snr_db=0.0), 3)
    assert layout(space, 3).mouths == layout(replace(space, microphone="omni"), 3).mouths


def test_either_room_has_its_air() -> None:
    assert isinstance(air_of(Room(), 3), Air)
    assert isinstance(air_of(Space(), 3), SpaceAir)


def test_unknown_noise_is_told_with_those_there_are() -> None:
    with pytest.raises(PlainError, match="no noise 'sea': choose from dishes, dog"):
        SpaceAir(Space(noise="sea"), 2)


def test_without_the_library_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyroomacoustics", None)
    plan = layout(Space(), 2)
    with pytest.raises(PlainError, match=r"voicenuts\[bench\]"):
        respond(plan, plan.mouths, plan.ears, 0)
