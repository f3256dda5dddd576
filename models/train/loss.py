"""Lattice-free maximum mutual information (Povey et al. 2016), from a flat start.

The objective of an utterance is log p(its transcript's paths) - log p(all phone strings' paths); its gradient
to the network's outputs is the posterior of every pdf along the former minus that along the latter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.train.denominator import among, nodes
from models.train.numerator import along
from models.train.phone_model import PhoneModel, Strand
from models.train.word_tree import WordTree
from voicenuts.modelling.phones import BASES, Contexts


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
        self._competing = (strings, last, model.weights(), nodes(tree))
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
            logs[n, 0] = along(y, *_line(s), own)
            logs[n, 1] = among(y, *self._competing, self._room, own)
        return logs, slope

    def along(self, outputs: NDArray[np.float32], strand: Strand) -> float:
        """log p of one strand alone."""
        return float(along(outputs, *_line(strand), np.zeros_like(outputs[:0])))

    def of(self, outputs: Tensor, counts: Sequence[int], strands: Sequence[Strand]) -> Tensor:
        """The summed objective (at most 0) as a tensor with its gradient."""
        result: Tensor = _Function.apply(outputs, self, counts, strands)
        return result


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
