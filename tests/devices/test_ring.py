"""The ring keeps order, drops what has no room and fills what is missing with silence."""

from __future__ import annotations

import threading

import hypothesis.strategies as st
import numpy as np
from hypothesis import given, settings

from voicenuts.devices.ring import Ring


def numbered(start: int, count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.arange(start, start + count, dtype=np.float32).reshape(-1, 1)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 12)), max_size=60))
@settings(max_examples=60, deadline=None)
def test_it_behaves_like_a_bounded_queue(moves: list[tuple[bool, int]]) -> None:
    ring, queue, sent, lost, missing = Ring(8, 1), list[float](), 1, 0, 0
    for puts, count in moves:
        if puts:
            fits = min(count, 8 - len(queue))
            ring.put(numbered(sent, count))
            queue += range(sent, sent + fits)
            lost += count - fits
            sent += count
        else:
            got = np.full((count, 1), -1, dtype=np.float32)
            ring.take(got)
            fits = min(count, len(queue))
            assert got[:, 0].tolist() == queue[:fits] + [0.0] * (count - fits)
            del queue[:fits]
            missing += count - fits
        assert (len(ring), ring.room) == (len(queue), 8 - len(queue))
        assert (ring.lost, ring.missing) == (lost, missing)


def test_two_threads() -> None:
    ring, total = Ring(64, 1), 20_000
    got: list[float] = []

    def produce() -> None:
        sent = 1
        while sent <= total:
            count = min(7, ring.room, total - sent + 1)
            if not count:
                ring.wait(1.0)
                continue
            ring.put(numbered(sent, count))
            sent += count

    producer = threading.Thread(target=produce)
    producer.start()
    while len(got) < total:
        if not len(ring):
            ring.wait(0.01)
            continue
        frames = np.zeros((len(ring), 1), dtype=np.float32)
        ring.take(frames)
        got += frames[:, 0].tolist()
    producer.join()
    assert got == list(range(1, total + 1))
    assert (ring.lost, ring.missing) == (0, 0)


def test_waiting_ends_by_a_move_by_a_wake_or_in_time() -> None:
    ring = Ring(4, 1)
    assert not ring.wait(0.001)
    ring.put(numbered(1, 1))
    assert ring.wait(10.0)
    ring.wake()
    assert ring.wait(10.0)
    assert not ring.wait(0.001)
