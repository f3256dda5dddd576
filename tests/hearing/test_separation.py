"""Mouths are learnt while they speak alone; then a beam keeps one and leaves the others out."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.hearing.beams import AHEAD, applied, untouched
from voicenuts.hearing.coupling import ENOUGH, Couplings
from voicenuts.hearing.levels import frame_levels
from voicenuts.hearing.separation import KEPT, Separation
from voicenuts.values import BLOCK, RATE

Wave = NDArray[np.float64]


def air(sources: Wave) -> Wave:
    """(samples, seats) at the mouths -> at the microphones: others 6 dB down, 3 ms late, a reflection."""
    heard = sources.copy()
    for seat in range(sources.shape[1]):
        for other in range(sources.shape[1]):
            if other != seat:
                late = 48 + 8 * ((seat + other) % 3)
                heard[late:, seat] += 0.5 * sources[:-late, other]
                heard[900:, seat] += 0.1 * sources[:-900, other]
    return heard


def babble(rng: np.random.Generator, seats: int, who: list[int], seconds: float) -> Wave:
    """Syllables of noise, each seat's with a colour of its own."""
    count = round(seconds * RATE) // BLOCK * BLOCK
    out = np.zeros((count, seats))
    for seat in who:
        noise = rng.standard_normal(count)
        coloured = noise + 0.6 * np.concatenate([np.zeros(1 + seat), noise[: -1 - seat]])
        swell = np.clip(np.sin(2 * np.pi * (3.1 + 0.4 * seat) * np.arange(count) / RATE), 0, None)
        out[:, seat] = 2500 * coloured * swell
    return out


def fed(separation: Separation, wave: Wave, rng: np.random.Generator, who: int | None = None) -> None:
    """Let it hear and learn; `who` speaks, as the voice activity would say."""
    pcm = (wave + 3 * rng.standard_normal(wave.shape)).astype(np.int16)
    for block in pcm.reshape(-1, BLOCK, wave.shape[1]):
        separation.hear(block)
        active = frame_levels(block) > -40
        if who is not None:
            active[:, [seat for seat in range(wave.shape[1]) if seat != who]] = False
        separation.learn(block, active, False)


@pytest.fixture(scope="module")
def taught() -> Separation:
    """Three mouths that have spoken alone for three seconds each."""
    rng = np.random.default_rng(1)
    separation = Separation(3)
    fed(separation, np.zeros((RATE // BLOCK * BLOCK, 3)), rng)
    for seat in range(3):
        fed(separation, air(babble(rng, 3, [seat], 3)), rng, seat)
        fed(separation, np.zeros((RATE // BLOCK * BLOCK, 3)), rng)
    return separation


def suppression_db(separation: Separation, seat: int, other: int) -> float:
    """How much weaker, relative to the seat's own, the other is in the beam than at the microphone."""
    rng = np.random.default_rng(9)
    own, foreign = (air(babble(rng, 3, [who], 2)) for who in (seat, other))
    before = np.mean(foreign[:, seat] ** 2) / np.mean(own[:, seat] ** 2)
    filters = separation.filters[seat]
    after = np.mean(applied(filters, foreign) ** 2) / np.mean(applied(filters, own) ** 2)
    return float(10 * np.log10(before / after))


def test_every_other_mouth_is_left_out_of_a_beam(taught: Separation) -> None:
    assert taught.ready
    assert (taught.couplings.counts >= ENOUGH).all()
    assert min(suppression_db(taught, a, b) for a in range(3) for b in range(3) if a != b) > 10


def test_the_own_mouth_stays_as_its_microphone_has_it(taught: Separation) -> None:
    own = air(babble(np.random.default_rng(5), 3, [1], 2))
    beam = applied(taught.filters[1], own)
    assert np.mean((beam - own[:, 1]) ** 2) < 0.05 * np.mean(own[:, 1] ** 2)


def test_the_leaks_told_are_those_of_the_beams(taught: Separation) -> None:
    assert np.allclose(np.diag(taught.leaks), 0)
    assert (taught.leaks[~np.eye(3, dtype=bool)] < -12).all()


def test_a_beam_is_cut_in_time_with_its_microphone() -> None:
    rng = np.random.default_rng(1)
    separation = Separation(2, start=4800)
    for seat in range(2):
        fed(separation, air(babble(rng, 2, [seat], 3)), rng, seat)
    wave = air(babble(rng, 2, [0], 1))
    fed(separation, wave, rng, 0)
    end = 4800 + 6 * RATE // BLOCK * BLOCK + len(wave)
    begin = end - 8000
    cut = separation.cut(0, begin, end)
    assert cut is not None
    beam = cut().astype(float)
    assert len(beam) == 8000
    lags = [
        np.dot(beam[200:-200], wave[len(wave) - 8000 + 200 + lag : len(wave) - 200 + lag, 0])
        for lag in range(-50, 51)
    ]
    assert int(np.argmax(lags)) - 50 == 0


def test_what_is_not_known_or_gone_cannot_be_cut() -> None:
    separation = Separation(2)
    assert separation.cut(0, 0, 480) is None
    rng = np.random.default_rng(1)
    for seat in range(2):
        fed(separation, air(babble(rng, 2, [seat], 3)), rng, seat)
    now = 6 * RATE // BLOCK * BLOCK
    assert separation.cut(0, now - 480, now) is not None
    fed(separation, np.zeros((KEPT * BLOCK, 2)), rng)
    assert separation.cut(0, now - 480, now) is None


def test_two_who_speak_at_once_are_not_known_by_it() -> None:
    rng = np.random.default_rng(3)
    separation = Separation(2)
    fed(separation, air(babble(rng, 2, [0, 1], 4)), rng)
    assert not separation.couplings.known.any()


def test_nothing_is_learnt_while_the_loudspeaker_sounds() -> None:
    rng = np.random.default_rng(3)
    separation = Separation(2)
    pcm = air(babble(rng, 2, [0], 3)).astype(np.int16)
    for block in pcm.reshape(-1, BLOCK, 2):
        separation.hear(block)
        separation.learn(block, frame_levels(block) > -40, True)
    assert not separation.couplings.counts.any()


def test_a_mouth_that_is_not_known_is_no_louder_in_a_beam(taught: Separation) -> None:
    rng = np.random.default_rng(4)
    separation = Separation(3)
    for seat in (0, 1):
        fed(separation, air(babble(rng, 3, [seat], 3)), rng, seat)
    assert not separation.couplings.known[2]
    assert suppression_db(separation, 0, 1) > 10
    assert suppression_db(separation, 0, 2) > -2


def test_before_anything_is_known_a_beam_is_the_microphone() -> None:
    wave = np.random.default_rng(0).standard_normal((4800, 2))
    assert np.allclose(applied(untouched(2, 1), wave), wave[:, 1])
    block = (1000 * wave[:BLOCK]).astype(np.int16)
    assert np.array_equal(Separation(2).hear(block), block)


def test_streamed_beams_are_late_by_the_look_ahead(taught: Separation) -> None:
    rng = np.random.default_rng(6)
    wave = air(babble(rng, 3, [2], 1))
    blocks = wave.astype(np.int16).reshape(-1, BLOCK, 3)
    streamed = np.concatenate([taught.hear(block) for block in blocks])[:, 2].astype(float)
    late = applied(taught.filters[2], wave)[:-AHEAD]
    assert np.mean((streamed[AHEAD + 8000 :] - late[8000:]) ** 2) < 0.05 * np.mean(late[8000:] ** 2)


def test_covariances_are_scaled_to_the_own_microphone() -> None:
    rng = np.random.default_rng(1)
    couplings = Couplings(2)
    pcm = air(babble(rng, 2, [1], 3)).astype(np.int16)
    for block in pcm.reshape(-1, BLOCK, 2):
        couplings.hear(block, frame_levels(block) > -40, False)
    assert couplings.counts[1] >= ENOUGH
    assert couplings.mouths[1][:, 1, 1].real.mean() == pytest.approx(1, rel=0.2)


def test_what_was_learnt_serves_the_next_game_with_its_seats_in_their_order(taught: Separation) -> None:
    learnt = taught.couplings.of([2, 0])
    assert learnt.known.all()
    assert np.array_equal(learnt.mouths[0][:, 0, 1], taught.couplings.mouths[2][:, 2, 0])
    rng = np.random.default_rng(8)
    next_game = Separation(2, learnt=learnt)
    assert next_game.ready
    fed(next_game, np.zeros((10 * BLOCK, 2)), rng)
    assert (next_game.leaks[~np.eye(2, dtype=bool)] < -12).all()
