"""The network: factored time-delay layers that look 23 frames back and a few ahead, one output per 30 ms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.train.nnet3 import DIMENSION, PASS, STRIDE, margins


class Network(nn.Module):
    """(batch, frames, 40) cepstra with `left` and `right` frames of context -> (batch, outputs, pdfs).

    Two affine layers over three neighbours, the second at every third frame, then one block for each of
    `look`: down to `narrow` dimensions over this and the last output frame, up to `width` over this and,
    where `look` is 1, the next.
    """

    def __init__(self, width: int, narrow: int, look: Sequence[int], pdfs: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.shape: dict[str, Any] = {"width": width, "narrow": narrow, "look": list(look), "pdfs": pdfs}
        self.mean = nn.Buffer(torch.zeros(DIMENSION))
        self.deviation = nn.Buffer(torch.ones(DIMENSION))
        self.first, self.second = nn.Linear(3 * DIMENSION, width), nn.Linear(3 * width, width)
        self.first_norm, self.second_norm = nn.BatchNorm1d(width), nn.BatchNorm1d(width)
        self.down = nn.ModuleList(nn.Linear(2 * width, narrow, bias=False) for _ in look)
        self.up = nn.ModuleList(nn.Linear((1 + ahead) * narrow, width) for ahead in look)
        self.norms = nn.ModuleList(nn.BatchNorm1d(width) for _ in look)
        self.out = nn.Linear(width, pdfs)
        self.left, self.right = margins(look)
        nn.init.normal_(self.out.weight, std=0.01)
        nn.init.zeros_(self.out.bias)

    def forward(self, cepstra: Tensor) -> Tensor:
        """The outputs of frames that `framed` has cut."""
        x = (cepstra - self.mean) / self.deviation
        x = _normed(self.first_norm, torch.relu(self.first(_spliced(x, 3))))
        x = _normed(self.second_norm, torch.relu(self.second(_spliced(x, 3, STRIDE))))
        for down, up, norm, ahead in zip(self.down, self.up, self.norms, self.shape["look"], strict=True):
            inner = _spliced(down(_spliced(x, 2)), 1 + ahead)
            own = _normed(norm, torch.relu(up(inner)))
            x = own + PASS * x[:, 1 : x.shape[1] - ahead]
        y: Tensor = self.out(x)
        return y

    def framed(self, cepstra: NDArray[np.float32], shift: int = 0) -> tuple[NDArray[np.float32], int]:
        """An utterance with its context, edge frames repeated as libvosk does, and its number of outputs.

        Output n stands at input frame `shift` + 3 n.
        """
        count = (len(cepstra) - shift + STRIDE - 1) // STRIDE
        need = (count - 1) * STRIDE + 1 + self.left + self.right
        index = np.arange(need) + shift - self.left
        return cepstra[np.clip(index, 0, len(cepstra) - 1)], count


def _spliced(x: Tensor, count: int, stride: int = 1) -> Tensor:
    """`count` neighbours side by side, at every `stride`-th frame that has them all."""
    if count == 1:
        return x
    frames = (x.shape[1] - count) // stride + 1
    parts = [x[:, k : k + (frames - 1) * stride + 1 : stride] for k in range(count)]
    return torch.cat(parts, 2)


def _normed(norm: Any, x: Tensor) -> Tensor:
    y: Tensor = norm(x.reshape(-1, x.shape[-1]))
    return y.view(x.shape)
