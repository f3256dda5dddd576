"""Any rate outside, blocks inside, whatever the pieces."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from voicenuts.devices.resample import Block, Frames, Inward, Outward
from voicenuts.values import BLOCK, RATE


def tone(rate: int, seconds: float, hertz: float = 440.0, channels: int = 2) -> Frames:
    time = np.arange(int(rate * seconds)) / rate
    wave = 0.5 * np.sin(2 * np.pi * hertz * time)
    return np.stack([wave * (channel + 1) / channels for channel in range(channels)], axis=1).astype(
        np.float32
    )


def inward(rate: int, frames: Frames, pieces: list[int]) -> Block:
    stream = Inward(rate, frames.shape[1])
    blocks: list[Block] = []
    at = 0
    for piece in pieces:
        blocks += stream.feed(frames[at : at + piece])
        at += piece
    blocks += stream.feed(frames[at:], last=True)
    assert all(block.shape == (BLOCK, frames.shape[1]) and block.dtype == np.int16 for block in blocks)
    return np.concatenate(blocks) if blocks else np.zeros((0, frames.shape[1]), dtype=np.int16)


@given(st.lists(st.integers(0, 5000), max_size=8), st.sampled_from([8000, 16_000, 44_100, 48_000]))
@settings(max_examples=25, deadline=None)
def test_the_pieces_make_no_difference(pieces: list[int], rate: int) -> None:
    frames = tone(rate, 0.5)
    assert np.abs(inward(rate, frames, pieces).astype(int) - inward(rate, frames, [])).max() <= 1


@pytest.mark.parametrize("rate", [8000, 11_025, 22_050, 44_100, 48_000, 96_000])
def test_a_tone_stays_where_it_is_in_time_and_level(rate: int) -> None:
    got = inward(rate, tone(rate, 1.0), [1000, 333])
    assert len(got) == -(-RATE // BLOCK) * BLOCK
    want = tone(RATE, 1.0) * 32768
    inner = slice(1000, 15_000)
    assert np.abs(got[: len(want)][inner] - want[inner]).max() < 120


def test_sound_at_our_own_rate_is_unchanged() -> None:
    samples = np.random.default_rng(1).integers(-32768, 32768, (BLOCK * 3, 2)).astype(np.int16)
    frames = samples.astype(np.float32) / np.float32(32768.0)
    assert np.array_equal(inward(RATE, frames, [100, 700]), samples)


def test_what_is_too_loud_is_clipped_not_wrapped() -> None:
    frames = np.full((BLOCK, 1), 3.0, dtype=np.float32)
    frames[::2] = -3.0
    got = inward(RATE, frames, [])
    assert set(np.unique(got)) == {-32768, 32767}


def test_the_last_block_is_filled_with_silence() -> None:
    got = inward(RATE, np.full((BLOCK + 1, 1), 0.5, dtype=np.float32), [])
    assert len(got) == 2 * BLOCK
    assert not got[BLOCK + 1 :].any()


@pytest.mark.parametrize("rate", [16_000, 44_100, 48_000])
def test_outward_keeps_time_and_level(rate: int) -> None:
    blocks: NDArray[np.int16] = np.rint(tone(RATE, 3.0)[: BLOCK * 100] * 32768).astype(np.int16)
    stream = Outward(rate, 2)
    got = np.concatenate([stream.feed(blocks[at : at + BLOCK]) for at in range(0, len(blocks), BLOCK)])
    assert 0 <= len(blocks) * rate / RATE - len(got) < rate * 0.1
    want = tone(rate, 3.0)[: len(got)]
    inner = slice(2000, len(got) - 2000)
    assert np.abs(got[inner] - want[inner]).max() < 0.01
