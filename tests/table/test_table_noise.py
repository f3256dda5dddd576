"""Sound that nobody made with a mouth, through a real table and the real recogniser: nothing happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.games.hazelnut.state import Phase
from voicenuts.values import BLOCK, Heard, Resolved

if TYPE_CHECKING:
    from tests.table.conftest import Begin

Sound = Callable[[np.random.Generator, int], NDArray[Any]]

SEATS = 3


def white(luck: np.random.Generator, at: int) -> NDArray[Any]:
    return luck.standard_normal((BLOCK, SEATS)) * 9000


def square(luck: np.random.Generator, at: int) -> NDArray[Any]:
    wave = np.where((np.arange(at, at + BLOCK) * 880 // 16_000) % 2, 32767, -32768)
    return wave[:, None].repeat(SEATS, axis=1)


def clicks(luck: np.random.Generator, at: int) -> NDArray[Any]:
    block = np.zeros((BLOCK, SEATS))
    block[luck.integers(BLOCK, size=3), luck.integers(SEATS, size=3)] = luck.choice([-32768, 32767])
    return block


def extremes(luck: np.random.Generator, at: int) -> NDArray[Any]:
    return luck.choice([-32768.0, 32767.0], (BLOCK, SEATS))


def sudden_direct_current(luck: np.random.Generator, at: int) -> NDArray[Any]:
    return np.full((BLOCK, SEATS), 32767 if at // 8000 % 2 else -20_000)


def bursts_on_one_channel(luck: np.random.Generator, at: int) -> NDArray[Any]:
    block = np.zeros((BLOCK, SEATS))
    block[:, 1] = luck.standard_normal(BLOCK) * (6000 if at // 6000 % 2 else 20)
    return block


@pytest.mark.parametrize(
    "sound", [white, square, clicks, extremes, sudden_direct_current, bursts_on_one_channel]
)
def test_noise_calls_no_thief(sound: Sound, begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH)
    table, luck = evening.table, np.random.default_rng(1)
    before = len(evening.of(Heard))
    for number in range(120):
        block = np.clip(sound(luck, number * BLOCK), -32768, 32767).astype(np.int16)
        out = table.process(block)
        assert out.shape == (BLOCK, 1 + SEATS)
    assert evening.of(Heard)[before:] == []
    assert evening.of(Resolved) == []
    assert table.state.score == (0, 0, 0)
