"""Lattice-free maximum mutual information (Povey et al. 2016), from a flat start.

The objective of an utterance is log p(its transcript's paths) - log p(all phone strings' paths); its gradient
to the network's outputs is the posterior of every pdf along the former minus that along the latter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.train.phone_model import PhoneModel, Strand
from models.train.word_tree import WordTree
from voicenuts.modelling.phones import BASES, Contexts

NONE = np.float32(-1e30)

FAINT, FAINTER = np.float32(1e-5), np.float32(1e-6)
"""Nodes of the tree less likely than the first, given all up to there, are not gone on from, and none is
entered that is less likely than the second before that."""

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
def _along(y, phones, forward, optional, enter, skip, leave, leave_skip, gradient):  # type: ignore[no-untyped-def]
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
def _grow(t, into, new, old, e, tree, near, alive):  # type: ignore[no-untyped-def]  # noqa: C901
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
def _among(y, strings, last, border, tree, room, gradient):  # type: ignore[no-untyped-def]
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


class Objective:
    """The loss for a phone model, its contexts and a tree of words; `value` and `of` take strands."""

    def __init__(self, model: PhoneModel, contexts: Contexts, tree: WordTree) -> None:
        bases = range(len(BASES))
        begin = np.array([contexts.forward_pdf(b) for b in bases], np.int32)
        inner = np.array(
            [[contexts.forward_pdf(b, contexts.after(a)) for b in bases] for a in bases], np.int32
        )
        strings = (model.first * np.float32(1 - tree.share), model.following, begin, inner)
        last = np.concatenate([model.last, tree.last])
        self._competing = (strings, last, model.weights(), _nodes(tree))
        self._room = self._of_frames(100)

    def _of_frames(self, frames: int) -> tuple[NDArray[Any], ...]:
        size = (frames, len(self._competing[1]))
        return np.zeros(size, np.float32), np.zeros(size, np.float32), np.zeros(size, np.int32)

    def value(
        self, outputs: NDArray[np.float32], counts: Sequence[int], strands: Sequence[Strand], gradient: bool
    ) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        """Per utterance (log p of its strand, log p of all strings), and the gradient (empty if unwanted)."""
        slope = np.zeros_like(outputs if gradient else outputs[:, :0])
        logs = np.zeros((len(strands), 2))
        if outputs.shape[1] > len(self._room[0]):
            self._room = self._of_frames(outputs.shape[1])
        for n, (count, s) in enumerate(zip(counts, strands, strict=True)):
            y, own = outputs[n, :count], slope[n, :count]
            logs[n, 0] = _along(y, *_line(s), own)
            logs[n, 1] = _among(y, *self._competing, self._room, own)
        return logs, slope

    def along(self, outputs: NDArray[np.float32], strand: Strand) -> float:
        """log p of one strand alone."""
        return float(_along(outputs, *_line(strand), np.zeros_like(outputs[:0])))

    def of(self, outputs: Tensor, counts: Sequence[int], strands: Sequence[Strand]) -> Tensor:
        """The summed objective (at most 0) as a tensor with its gradient."""
        result: Tensor = _Function.apply(outputs, self, counts, strands)
        return result


def _nodes(tree: WordTree) -> tuple[NDArray[Any], ...]:
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


def _line(s: Strand) -> tuple[Any, ...]:
    return s.phones, s.forward, s.optional, s.enter, s.skip, s.leave, s.leave_skip


class _Function(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, outputs: Tensor, objective: Objective, counts: Any, strands: Any) -> Tensor:
        logs, slope = objective.value(outputs.detach().contiguous().numpy(), counts, strands, True)
        ctx.slope = torch.from_numpy(slope)
        return torch.tensor(float((logs[:, 0] - logs[:, 1]).sum()))

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        return ctx.slope * grads[0], None, None, None
