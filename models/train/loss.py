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
from voicenuts.modelling.phones import BASES, Contexts

NONE = np.float32(-1e30)


@numba.njit(fastmath=True, cache=True)
def _add(a: float, b: float) -> float:
    if a < b:
        a, b = b, a
    return a if b < -1e29 or b - a < -30 else a + math.log1p(math.exp(b - a))


@numba.njit(fastmath=True, cache=True)
def _along(y, phones, forward, optional, enter, skip, leave, leave_skip, gradient):  # type: ignore[no-untyped-def]
    """log p of a strand; adds its posteriors to `gradient` unless that is empty."""
    frames, count = y.shape[0], phones.shape[0]
    new, old = np.full((frames, count), NONE), np.full((frames, count), NONE)
    for t in range(frames):
        for j in range(count):
            into = NONE
            if t == 0:
                if j == 0:
                    into = enter[0]
                elif j == 1 and optional[0]:
                    into = skip[1]
            else:
                if j > 0:
                    into = _add(new[t - 1, j - 1], old[t - 1, j - 1]) + enter[j]
                if j > 1 and optional[j - 1]:
                    into = _add(into, _add(new[t - 1, j - 2], old[t - 1, j - 2]) + skip[j])
                old[t, j] = _add(new[t - 1, j], old[t - 1, j]) + y[t, 2 * phones[j] + 1]
            new[t, j] = into + y[t, forward[j]]
    after = np.full(count, NONE)
    after[count - 1] = leave
    total = _add(new[frames - 1, count - 1], old[frames - 1, count - 1]) + leave
    if count > 1 and optional[count - 1]:
        after[count - 2] = leave_skip
        total = _add(total, _add(new[frames - 1, count - 2], old[frames - 1, count - 2]) + leave_skip)
    if gradient.shape[0] == 0 or total < -1e20:
        return total
    then = np.empty(count, np.float32)
    for t in range(frames - 1, -1, -1):
        if t < frames - 1:
            for j in range(count):
                value = y[t + 1, 2 * phones[j] + 1] + after[j]
                if j + 1 < count:
                    value = _add(value, enter[j + 1] + y[t + 1, forward[j + 1]] + after[j + 1])
                if j + 2 < count and optional[j + 1]:
                    value = _add(value, skip[j + 2] + y[t + 1, forward[j + 2]] + after[j + 2])
                then[j] = value
            after, then = then, after
        for j in range(count):
            weight = new[t, j] + after[j] - total
            if weight > -30:
                gradient[t, forward[j]] += math.exp(weight)
            weight = old[t, j] + after[j] - total
            if weight > -30:
                gradient[t, 2 * phones[j] + 1] += math.exp(weight)
    return total


@numba.njit(fastmath=True, cache=True)
def _among(y, first, following, last, border, begin_pdf, inner_pdf, gradient):  # type: ignore[no-untyped-def]
    """log p of all phone strings; subtracts their posteriors from `gradient` unless that is empty."""
    frames, size = y.shape[0], first.shape[0]
    pause, word, end, pause_word, pause_end = border[0], border[1], border[2], border[3], border[4]
    e = np.empty_like(y)
    new, old = np.zeros((frames, size), np.float32), np.zeros((frames, size), np.float32)
    scale, total = np.empty(frames, np.float32), 0.0
    for t in range(frames):
        peak = y[t].max()
        total += peak
        for k in range(y.shape[1]):
            e[t, k] = math.exp(y[t, k] - peak)
        if t == 0:
            ended, paused = np.float32(1.0), np.float32(0.0)
        else:
            ended, paused = np.float32(0.0), new[t - 1, 0] + old[t - 1, 0]
            for a in range(1, size):
                mass = new[t - 1, a] + old[t - 1, a]
                ended += mass * last[a]
                for b in range(1, size):
                    new[t, b] += mass * following[a, b] * e[t, inner_pdf[a, b]]
            for b in range(size):
                old[t, b] = (new[t - 1, b] + old[t - 1, b]) * e[t, 2 * b + 1]
        into = ended * word + paused * pause_word
        new[t, 0] = ended * pause * e[t, begin_pdf[0]]
        for b in range(1, size):
            new[t, b] += into * first[b] * e[t, begin_pdf[b]]
        mass = np.float32(1e-37)
        for b in range(size):
            mass += new[t, b] + old[t, b]
        scale[t] = mass
        total += math.log(mass)
        for b in range(size):
            new[t, b] /= mass
            old[t, b] /= mass
    after = np.zeros(size, np.float32)
    whole = np.float32(0.0)
    for b in range(size):
        after[b] = pause_end if b == 0 else last[b] * end
        whole += (new[frames - 1, b] + old[frames - 1, b]) * after[b]
    total += math.log(whole)
    if gradient.shape[0] == 0:
        return total
    after /= whole
    then = np.empty(size, np.float32)
    for t in range(frames - 1, -1, -1):
        if t < frames - 1:
            f = np.float32(1.0) / scale[t + 1]
            words = np.float32(0.0)
            for b in range(1, size):
                words += first[b] * e[t + 1, begin_pdf[b]] * after[b]
            words *= f
            silence = pause * e[t + 1, begin_pdf[0]] * after[0] * f
            for a in range(1, size):
                inside = np.float32(0.0)
                for b in range(1, size):
                    inside += following[a, b] * e[t + 1, inner_pdf[a, b]] * after[b]
                then[a] = f * (inside + e[t + 1, 2 * a + 1] * after[a]) + last[a] * (word * words + silence)
            then[0] = f * e[t + 1, 1] * after[0] + pause_word * words
            after, then = then, after
        # The pdf of a phone's first frame depends on the phone before it.
        if t == 0:
            ended, paused = np.float32(1.0), np.float32(0.0)
        else:
            ended, paused = np.float32(0.0), new[t - 1, 0] + old[t - 1, 0]
            for a in range(1, size):
                ended += (new[t - 1, a] + old[t - 1, a]) * last[a]
        into = ended * word + paused * pause_word
        g = np.float32(1.0) / scale[t]
        gradient[t, begin_pdf[0]] -= new[t, 0] * after[0]
        for b in range(1, size):
            gradient[t, begin_pdf[b]] -= into * first[b] * e[t, begin_pdf[b]] * g * after[b]
            if t > 0:
                for a in range(1, size):
                    mass = new[t - 1, a] + old[t - 1, a]
                    gradient[t, inner_pdf[a, b]] -= (
                        mass * following[a, b] * e[t, inner_pdf[a, b]] * g * after[b]
                    )
        for b in range(size):
            gradient[t, 2 * b + 1] -= old[t, b] * after[b]
    return total


class Objective:
    """The loss for one phone model and its contexts; `value` and `of` take outputs and strands."""

    def __init__(self, model: PhoneModel, contexts: Contexts) -> None:
        bases = range(len(BASES))
        begin = np.array([contexts.forward_pdf(b) for b in bases], np.int32)
        inner = np.array(
            [[contexts.forward_pdf(b, contexts.after(a)) for b in bases] for a in bases], np.int32
        )
        self._strings = (model.first, model.following, model.last, model.weights(), begin, inner)

    def value(
        self, outputs: NDArray[np.float32], counts: Sequence[int], strands: Sequence[Strand], gradient: bool
    ) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        """Per utterance (log p of its strand, log p of all strings), and the gradient (empty if not wanted)."""
        slope = np.zeros_like(outputs if gradient else outputs[:, :0])
        logs = np.zeros((len(strands), 2))
        for n, (count, s) in enumerate(zip(counts, strands, strict=True)):
            y, own = outputs[n, :count], slope[n, :count]
            line = (s.phones, s.forward, s.optional, s.enter, s.skip, s.leave, s.leave_skip)
            logs[n, 0] = _along(y, *line, own)
            logs[n, 1] = _among(y, *self._strings, own)
        return logs, slope

    def along(self, outputs: NDArray[np.float32], s: Strand) -> float:
        """log p of one strand alone."""
        line = (s.phones, s.forward, s.optional, s.enter, s.skip, s.leave, s.leave_skip)
        return float(_along(outputs, *line, np.zeros_like(outputs[:0])))

    def of(self, outputs: Tensor, counts: Sequence[int], strands: Sequence[Strand]) -> Tensor:
        """The summed objective (at most 0) as a tensor with its gradient."""
        result: Tensor = _Function.apply(outputs, self, counts, strands)
        return result


class _Function(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, outputs: Tensor, objective: Objective, counts: Any, strands: Any) -> Tensor:
        logs, slope = objective.value(outputs.detach().contiguous().numpy(), counts, strands, True)
        ctx.slope = torch.from_numpy(slope)
        return torch.tensor(float((logs[:, 0] - logs[:, 1]).sum()))

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        return ctx.slope * grads[0], None, None, None
