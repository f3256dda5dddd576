"""`am/final.mdl`, byte by byte: a transition model and an nnet3 network, from plain arrays."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from models.train import kaldi
from voicenuts.modelling.phones import PHONE_COUNT, Contexts

Numbers = kaldi.Numbers
State = Mapping[str, Numbers]
"""The network's numbers by the names that `models.train.network.Network` gives them."""

DIMENSION = 40
"""Cepstra a frame."""

STRIDE = 3
"""Input frames (10 ms) to one output frame."""

PASS = 0.66
"""How much of its input a block hands on beside its own output."""

SPREAD = 1e-5
"""What batch normalisation adds to a variance (torch's default)."""


def margins(look: Sequence[int]) -> tuple[int, int]:
    """Input frames a network of such blocks needs before and after an output frame.

    >>> margins([1, 1, 0])
    (11, 8)
    """
    return 2 + STRIDE * len(look), 2 + STRIDE * sum(look)


def acoustic_model(state: State, look: Sequence[int], contexts: Contexts, earlier: int = 0) -> bytes:
    """Transition model, network, its context in input frames, no priors.

    Every output is told for `earlier` input frames before the one it was trained for: nothing in training
    says when a phone begins within what the network sees, and it learns to be sure first.
    """
    left, right = margins(look)
    left, right = left - earlier, right + earlier
    tail = kaldi.token("<LeftContext>") + kaldi.integer(left)
    tail += kaldi.token("<RightContext>") + kaldi.integer(right)
    tail += kaldi.token("<Priors>") + kaldi.vector([])
    return kaldi.HEADER + transition_model(contexts) + _network(state, look, earlier) + tail


def transition_model(contexts: Contexts) -> bytes:
    """One emitting state a phone, with pdfs of its own for the first frame and for the others.

    Kaldi's transition-model.cc and hmm-topology.cc; -1 says that the two kinds of pdf are told apart.
    """
    token, integer, real = kaldi.token, kaldi.integer, kaldi.real
    topology = kaldi.integers(range(1, PHONE_COUNT + 1)) + kaldi.integers([-1] + [0] * PHONE_COUNT)
    topology += integer(-1) + integer(1) + integer(2)
    topology += integer(0) + integer(1) + integer(2) + integer(0) + real(0.5) + integer(1) + real(0.5)
    topology += integer(-1) + integer(-1) + integer(0)
    tuples = b"".join(
        integer(phone) + integer(0) + integer(forward) + integer(loop)
        for phone, forward, loop in contexts.tuples
    )
    halves = kaldi.vector([0.0] + [math.log(0.5)] * (2 * len(contexts.tuples)))
    return (
        token("<TransitionModel>")
        + token("<Topology>")
        + topology
        + token("</Topology>")
        + token("<Tuples>")
        + integer(len(contexts.tuples))
        + tuples
        + token("</Tuples>")
        + token("<LogProbs>")
        + halves
        + token("</LogProbs>")
        + token("</TransitionModel>")
    )


class _Writer:
    """Collects the lines and components of an nnet3 network."""

    def __init__(self) -> None:
        self.lines = [f"input-node name=input dim={DIMENSION}"]
        self.components: list[bytes] = []

    def add(self, name: str, source: str, kind: str, body: bytes) -> str:
        self.lines.append(f"component-node name={name} component={name} input={source}")
        begin, end = kaldi.token(f"<{kind}Component>"), kaldi.token(f"</{kind}Component>")
        self.components.append(kaldi.token("<ComponentName>") + kaldi.token(name) + begin + body + end)
        return name

    def affine(self, name: str, source: str, weight: Numbers, bias: Numbers) -> str:
        body = kaldi.token("<LinearParams>") + kaldi.matrix(weight)
        return self.add(name, source, "FixedAffine", body + kaldi.token("<BiasParams>") + kaldi.vector(bias))

    def relu(self, name: str, source: str, size: int) -> str:
        body = kaldi.token("<Dim>") + kaldi.integer(size) + kaldi.token("<ValueAvg>") + kaldi.no_doubles()
        body += kaldi.token("<DerivAvg>") + kaldi.no_doubles() + kaldi.token("<Count>") + kaldi.real(0)
        return self.add(name, source, "RectifiedLinear", body)

    def scale(self, name: str, source: str, values: Numbers) -> str:
        return self.add(name, source, "FixedScale", kaldi.token("<Scales>") + kaldi.vector(values))

    def shift(self, name: str, source: str, values: Numbers) -> str:
        return self.add(name, source, "FixedBias", kaldi.token("<Bias>") + kaldi.vector(values))

    def bytes(self) -> bytes:
        text = (
            "\n".join([*self.lines, "output-node name=output input=output.affine objective=linear"]) + "\n\n"
        )
        head = kaldi.token("<Nnet3>") + b"\n" + text.encode() + kaldi.token("<NumComponents>")
        return (
            head + kaldi.integer(len(self.components)) + b"".join(self.components) + kaldi.token("</Nnet3>")
        )


def _network(state: State, look: Sequence[int], earlier: int) -> bytes:
    """The network with its normalisations folded into neighbours, where they have one after them."""
    out = _Writer()
    weight, bias = state["first.weight"] / np.tile(state["deviation"], 3), state["first.bias"]
    bias = bias - weight @ np.tile(state["mean"], 3)
    x = out.affine("first.affine", _around("input", (earlier - 1, earlier, earlier + 1)), weight, bias)
    x = out.relu("first.relu", x, len(bias))
    gain, lift = _norm(state, "first_norm")
    weight, bias = state["second.weight"], state["second.bias"]
    bias = bias + weight @ np.tile(lift, 3)
    x = out.affine("second.affine", _around(x, (-1, 0, 1)), weight * np.tile(gain, 3), bias)
    gain, lift = _norm(state, "second_norm")
    x = out.scale("second.scale", out.relu("second.relu", x, len(bias)), gain)
    x = out.shift("second", x, lift)
    for number, ahead in enumerate(look):
        name = f"block{number}"
        down = state[f"down.{number}.weight"]
        inner = out.affine(f"{name}.down", _around(x, (-STRIDE, 0)), down, np.zeros(len(down)))
        weight, bias = state[f"up.{number}.weight"], state[f"up.{number}.bias"]
        y = out.affine(f"{name}.up", _around(inner, (0, STRIDE) if ahead else (0,)), weight, bias)
        gain, lift = _norm(state, f"norms.{number}")
        y = out.scale(f"{name}.scale", out.relu(f"{name}.relu", y, len(bias)), gain)
        x = out.shift(name, f"Sum({y}, Scale({PASS}, {x}))", lift)
    out.affine("output.affine", x, state["out.weight"], state["out.bias"])
    return out.bytes()


def _around(source: str, offsets: Sequence[int]) -> str:
    parts = [f"Offset({source}, {offset})" if offset else source for offset in offsets]
    return parts[0] if len(parts) == 1 else f"Append({', '.join(parts)})"


def _norm(state: State, name: str) -> tuple[Numbers, Numbers]:
    """A batch normalisation as gain and lift."""
    gain = state[f"{name}.weight"] / np.sqrt(state[f"{name}.running_var"] + SPREAD)
    return gain, state[f"{name}.bias"] - state[f"{name}.running_mean"] * gain
