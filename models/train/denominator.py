"""The denominator of the objective: log p of all phone strings' paths, listed words among them.

Here probabilities are scaled frame by frame instead of being logarithms: the sums are over far more paths.
"""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from models.train.word_tree import WordTree
from voicenuts.modelling.phones import BASES

FAINT, FAINTER = np.float32(1e-5), np.float32(1e-6)
"""Nodes of the tree less likely than the first, given all up to there, are not gone on from, and none is
entered that is less likely than the second before that."""

# What it compiles is left without types: Numba finds them itself.
_fast = numba.njit(fastmath=True, cache=True)


def nodes(tree: WordTree) -> tuple[NDArray[Any], ...]:
    """Parents, pdfs, weights, and every node's children (node 0 is where words begin): numbers and arrays in
    which the nodes stand behind the phones."""
    size = len(BASES)
    parent = np.where(tree.parent < 0, 0, tree.parent + size).astype(np.int32)
    pad = np.zeros(size, np.int32)
    enter = np.where(tree.parent < 0, tree.share, 1.0) * tree.enter
    children = (np.argsort(parent, kind="stable") + size).astype(np.int32)
    begin = np.searchsorted(np.sort(parent), np.arange(size + len(parent) + 1)).astype(np.int32)
    return (
        np.concatenate([pad, parent]),
        np.concatenate([pad, tree.forward]),
        np.concatenate([pad, tree.stay]),
        np.concatenate([pad, enter]).astype(np.float32),
        begin,
        children,
    )


@_fast
def _borders(t, new, old, last, border, near):  # type: ignore[no-untyped-def]
    """(p that a word ended, p that a new one may begin) before frame `t`; `near` are the nodes alive then."""
    if t == 0:
        return np.float32(1.0), border[1]
    ended, paused = np.float32(0.0), new[t - 1, 0] + old[t - 1, 0]
    for a in range(1, len(BASES)):
        ended += (new[t - 1, a] + old[t - 1, a]) * last[a]
    for n in near:
        ended += (new[t - 1, n] + old[t - 1, n]) * last[n]
    return ended, ended * border[1] + paused * border[3]


@_fast
def _grow(t, into, new, old, e, tree, near, alive):  # type: ignore[no-untyped-def]  # noqa: C901 - three ways into a node, one count
    """One frame further in the tree, whose nodes stand behind the phones; faint ones are left out.

    Fills `alive` from those alive a frame before, and gives their number.
    """
    _, forward, stay, enter, begin, children = tree
    count = 0
    for n in near:
        mass = new[t - 1, n] + old[t - 1, n]
        if mass > FAINT:
            value = mass * e[stay[n]]
            if value > FAINTER:
                if new[t, n] == 0:
                    alive[count] = n
                    count += 1
                old[t, n] = value
            for at in range(begin[n], begin[n + 1]):
                child = children[at]
                value = mass * enter[child] * e[forward[child]]
                if value > FAINTER:
                    if old[t, child] == 0:
                        alive[count] = child
                        count += 1
                    new[t, child] = value
    for at in range(begin[0], begin[1]):
        child = children[at]
        value = into * enter[child] * e[forward[child]]
        if value > FAINTER:
            if old[t, child] == 0:
                alive[count] = child
                count += 1
            new[t, child] = value
    return count


@_fast
def _among_forward(y, strings, last, border, tree, room):  # type: ignore[no-untyped-def]
    """Fills `room`: scaled p of having just entered each phone, of staying in it, and which nodes are alive.

    Gives the outputs' exponentials, the scales, the log of all that was scaled away and the numbers alive.
    """
    new, old, alive = room
    first, following, begin_pdf, inner_pdf = strings
    frames, size = y.shape[0], first.shape[0]
    e, scale, total = np.empty_like(y), np.empty(frames, np.float32), 0.0
    count = np.zeros(frames + 1, np.int32)
    for t in range(frames):
        peak = y[t].max()
        e[t] = np.exp(y[t] - peak)
        near = alive[t - 1, : count[t]]
        ended, into = _borders(t, new, old, last, border, near)
        new[t, 0] = ended * border[0] * e[t, begin_pdf[0]]
        for b in range(1, size):
            new[t, b] = into * first[b] * e[t, begin_pdf[b]]
        if t > 0:
            for a in range(size):
                mass = new[t - 1, a] + old[t - 1, a]
                old[t, a] = mass * e[t, 2 * a + 1]
                for b in range(1, size):
                    new[t, b] += mass * following[a, b] * e[t, inner_pdf[a, b]]
        count[t + 1] = _grow(t, into, new, old, e[t], tree, near, alive[t])
        scale[t] = new[t, :size].sum() + old[t, :size].sum() + np.float32(1e-37)
        for n in alive[t, : count[t + 1]]:
            scale[t] += new[t, n] + old[t, n]
        total += peak + math.log(scale[t])
        new[t, :size] /= scale[t]
        old[t, :size] /= scale[t]
        for n in alive[t, : count[t + 1]]:
            new[t, n] /= scale[t]
            old[t, n] /= scale[t]
    return e, scale, total, count


@_fast
def _leave(room, count, size):  # type: ignore[no-untyped-def]
    """Makes `room` empty again: fresh memory for every utterance would cost more than the sums."""
    new, old, alive = room
    for t in range(count.shape[0] - 1):
        new[t, :size] = 0
        old[t, :size] = 0
        for n in alive[t, : count[t + 1]]:
            new[t, n] = 0
            old[t, n] = 0


@_fast
def _among_backward(e, f, after, strings, last, border, tree, near, alive):  # type: ignore[no-untyped-def]
    """Scaled p of everything after the frame before, from that after the frame with exponentials `e`.

    `near` are the tree's nodes alive before the frame, `alive` those in it.
    """
    first, following, begin_pdf, inner_pdf = strings
    parent, forward, stay, enter, _, _ = tree
    size = first.shape[0]
    then, words = np.zeros(after.shape[0], np.float32), np.float32(0.0)
    for b in range(1, size):
        words += first[b] * e[begin_pdf[b]] * after[b]
    for n in alive:
        then[n] += f * e[stay[n]] * after[n]
        value = enter[n] * e[forward[n]] * after[n]
        if parent[n] == 0:
            words += value
        else:
            then[parent[n]] += f * value
    silence = border[0] * e[begin_pdf[0]] * after[0]
    then[0] = f * (e[1] * after[0] + border[3] * words)
    for a in range(1, size):
        inside = np.float32(0.0)
        for b in range(1, size):
            inside += following[a, b] * e[inner_pdf[a, b]] * after[b]
        then[a] = f * (inside + e[2 * a + 1] * after[a] + last[a] * (border[1] * words + silence))
    for n in near:
        then[n] += f * last[n] * (border[1] * words + silence)
    return then


@_fast
def among(y, strings, last, border, tree, room, gradient):  # type: ignore[no-untyped-def]
    """log p of all phone strings; subtracts their posteriors from `gradient` unless that is empty."""
    new, old, alive = room
    first, following, begin_pdf, inner_pdf = strings
    forward, stay = tree[1], tree[2]
    frames, size = y.shape[0], first.shape[0]
    e, scale, total, count = _among_forward(y, strings, last, border, tree, room)
    after = last * border[2]
    after[0] = border[4]
    whole = ((new[frames - 1] + old[frames - 1]) * after).sum()
    total += math.log(whole)
    if gradient.shape[0] == 0:
        _leave(room, count, size)
        return total
    after = after / whole
    for t in range(frames - 1, -1, -1):
        f = np.float32(1.0) / scale[t]
        near, here = alive[t - 1, : count[t]], alive[t, : count[t + 1]]
        _, into = _borders(t, new, old, last, border, near)
        gradient[t, begin_pdf[0]] -= new[t, 0] * after[0]
        for b in range(size):
            gradient[t, 2 * b + 1] -= old[t, b] * after[b]
            # The pdf of a phone's first frame depends on the phone before it; `first` of silence is 0.
            gradient[t, begin_pdf[b]] -= into * first[b] * e[t, begin_pdf[b]] * f * after[b]
        for n in here:
            gradient[t, forward[n]] -= new[t, n] * after[n]
            gradient[t, stay[n]] -= old[t, n] * after[n]
        if t > 0:
            for a in range(1, size):
                mass = (new[t - 1, a] + old[t - 1, a]) * f
                for b in range(1, size):
                    gradient[t, inner_pdf[a, b]] -= mass * following[a, b] * e[t, inner_pdf[a, b]] * after[b]
            after = _among_backward(e[t], f, after, strings, last, border, tree, near, here)
    _leave(room, count, size)
    return total
