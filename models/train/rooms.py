"""Rooms to hear voices in: simulated boxes of a home's sizes, measured responses, and noise tails."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from models.train.data import RATE
from models.train.kokoro import Wave

LENGTH = 9600
"""Samples of a response that are kept (0.6 s)."""


def simulate(seed: int) -> Wave:
    """The response of a random living room between a mouth and a microphone 0.2 to 4 m apart.

    Image sources by pyroomacoustics; RT60 0.15 to 0.8 s.
    """
    import pyroomacoustics

    rng = random.Random(f"room {seed}")
    size = [rng.uniform(2.5, 7), rng.uniform(2.5, 6), rng.uniform(2.3, 3.2)]
    absorption, order = pyroomacoustics.inverse_sabine(rng.uniform(0.2, 0.75), size)
    room = pyroomacoustics.ShoeBox(
        size, fs=RATE, materials=pyroomacoustics.Material(absorption), max_order=min(order, 14)
    )
    mouth = [rng.uniform(0.5, size[0] - 0.5), rng.uniform(0.5, size[1] - 0.5), rng.uniform(0.9, 1.5)]
    far = min(0.2 * 20 ** rng.random(), 4.0)
    angle = rng.uniform(0, 2 * np.pi)
    ear = [mouth[0] + far * np.cos(angle), mouth[1] + far * np.sin(angle), rng.uniform(0.7, 1.3)]
    ear = [min(max(0.2, ear[axis]), size[axis] - 0.2) for axis in range(3)]
    room.add_source(mouth)
    room.add_microphone(ear)
    room.compute_rir()
    return at_start(np.asarray(room.rir[0][0], np.float32))


def tail(rng: random.Random) -> Wave:
    """A response without a room: exponentially falling noise after a few early reflections."""
    fall = rng.uniform(0.08, 0.7)
    count = int(RATE * min(fall, 0.5))
    noise = np.random.default_rng(rng.randrange(1 << 30)).standard_normal(count)
    response = noise * np.exp(-6.9 * np.arange(count) / (fall * RATE))
    response[: int(rng.uniform(20, 200))] = 0
    for _ in range(rng.randint(0, 6)):
        response[rng.randrange(20, 500)] += 3 * rng.uniform(-1, 1)
    response *= rng.uniform(0.05, 1.0) / (np.sqrt((response**2).sum()) + 1e-9)
    response[0] = 1
    return np.asarray(response, np.float32)


def at_start(response: Wave) -> Wave:
    """Cut so that the direct sound stands 1 ms after the beginning, peak 1."""
    peak = int(np.abs(response).argmax())
    cut = response[max(0, peak - 16) : peak + LENGTH]
    return np.asarray((cut / np.abs(cut).max()), np.float32)


def bank(cache: Path, count: int) -> list[Wave]:
    """`count` simulated rooms, kept in the file `cache`."""
    if cache.exists():
        stored = np.load(cache)
        if len(stored) >= count:
            return list(stored[:count])
    made: Sequence[Wave] = [simulate(seed) for seed in range(count)]
    whole = np.zeros((count, LENGTH + 16), np.float32)
    for row, response in zip(whole, made, strict=True):
        row[: len(response)] = response
    np.save(cache, whole)
    return list(whole)
