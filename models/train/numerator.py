"""The numerator of the objective: log p of a transcript's own paths, with its posteriors in every frame."""

from __future__ import annotations

import math

import numba
import numpy as np

NONE = np.float32(-1e30)
"""The logarithm of nothing."""

# What it compiles is left without types: Numba finds them itself.
_fast = numba.njit(fastmath=True, cache=True)


@_fast
def _add(a: float, b: float) -> float:
    """log(exp a + exp b)."""
    if a < b:
        a, b = b, a
    return a if b < -1e29 or b - a < -30 else a + math.log1p(math.exp(b - a))


@_fast
def _along_forward(y, phones, forward, optional, enter, skip):  # type: ignore[no-untyped-def]
    """(frames, phones) log p of having just entered each phone of a strand, and of staying in it."""
    frames, count = y.shape[0], phones.shape[0]
    new, old = np.full((frames, count), NONE), np.full((frames, count), NONE)
    new[0, 0] = enter[0] + y[0, forward[0]]
    if count > 1 and optional[0]:
        new[0, 1] = skip[1] + y[0, forward[1]]
    both = np.empty(count, np.float32)
    for t in range(1, frames):
        for j in range(count):
            both[j] = _add(new[t - 1, j], old[t - 1, j])
            into = both[j - 1] + enter[j] if j > 0 else NONE
            if j > 1 and optional[j - 1]:
                into = _add(into, both[j - 2] + skip[j])
            new[t, j] = into + y[t, forward[j]]
            old[t, j] = both[j] + y[t, 2 * phones[j] + 1]
    return new, old


@_fast
def _along_backward(y, t, phones, forward, optional, enter, skip, after):  # type: ignore[no-untyped-def]
    """log p of everything after frame `t` - 1 from each phone, from that after frame `t`."""
    count = phones.shape[0]
    then = np.empty(count, np.float32)
    for j in range(count):
        value = y[t, 2 * phones[j] + 1] + after[j]
        if j + 1 < count:
            value = _add(value, enter[j + 1] + y[t, forward[j + 1]] + after[j + 1])
        if j + 2 < count and optional[j + 1]:
            value = _add(value, skip[j + 2] + y[t, forward[j + 2]] + after[j + 2])
        then[j] = value
    return then


@_fast
def along(y, phones, forward, optional, enter, skip, leave, leave_skip, gradient):  # type: ignore[no-untyped-def]
    """log p of a strand; adds its posteriors to `gradient` unless that is empty."""
    frames, count = y.shape[0], phones.shape[0]
    new, old = _along_forward(y, phones, forward, optional, enter, skip)
    after = np.full(count, NONE)
    after[count - 1] = leave
    if count > 1 and optional[count - 1]:
        after[count - 2] = leave_skip
    total = NONE
    for j in range(max(0, count - 2), count):
        total = _add(total, _add(new[frames - 1, j], old[frames - 1, j]) + after[j])
    if gradient.shape[0] == 0 or total < -1e20:
        return total
    for t in range(frames - 1, -1, -1):
        for j in range(count):
            gradient[t, forward[j]] += math.exp(max(NONE, new[t, j] + after[j] - total))
            gradient[t, 2 * phones[j] + 1] += math.exp(max(NONE, old[t, j] + after[j] - total))
        if t:
            after = _along_backward(y, t, phones, forward, optional, enter, skip, after)
    return total
