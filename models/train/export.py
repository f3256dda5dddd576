"""Writes a trained network as a Vosk model folder."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from models.train import kaldi
from models.train.features import DIMENSION, OPTIONS
from models.train.network import PASS, STRIDE, Network
from models.train.phone_model import PhoneModel
from voicenuts.modelling.phones import PHONE_COUNT, Contexts

Numbers = kaldi.Numbers


def export(checkpoint: Path, recipe: Path, out: Path) -> None:
    """Write the averaged network of a checkpoint, its settings and its graph to the folder `out`."""
    network, phones, contexts = load(checkpoint)
    settings = tomllib.loads(recipe.read_text(encoding="utf-8"))
    (out / "am").mkdir(parents=True, exist_ok=True)
    (out / "conf").mkdir(exist_ok=True)
    (out / "am" / "final.mdl").write_bytes(acoustic_model(network, contexts))
    (out / "conf" / "mfcc.conf").write_text(_options(OPTIONS), encoding="utf-8")
    (out / "conf" / "model.conf").write_text(_options(settings["decoder"]), encoding="utf-8")
    _graph(recipe.parent, settings, phones, contexts, out / "graph")


def load(checkpoint: Path) -> tuple[Network, PhoneModel, Contexts]:
    """The averaged network of a checkpoint, with what its paths weigh."""
    saved = torch.load(checkpoint, weights_only=False)
    network = Network(**saved["shape"])
    prefix = "module."
    state = {k.removeprefix(prefix): v for k, v in saved["averaged"].items() if k.startswith(prefix)}
    network.load_state_dict(state)
    network.eval()
    return network, PhoneModel(**saved["phones"]), Contexts(tuple(map(tuple, saved["contexts"])))


def _options(options: dict[str, Any]) -> str:
    return "".join(f"--{name}={value}\n" for name, value in options.items())


def acoustic_model(network: Network, contexts: Contexts) -> bytes:
    """`am/final.mdl`: transition model, network, its context in input frames, no priors."""
    tail = kaldi.token("<LeftContext>") + kaldi.integer(network.left)
    tail += kaldi.token("<RightContext>") + kaldi.integer(network.right)
    tail += kaldi.token("<Priors>") + kaldi.vector([])
    return kaldi.HEADER + transition_model(contexts) + _network(network) + tail


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
        integer(phone) + integer(0) + integer(forward) + integer(loop) for phone, forward, loop in contexts.tuples
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
        text = "\n".join([*self.lines, "output-node name=output input=output.affine objective=linear"]) + "\n\n"
        head = kaldi.token("<Nnet3>") + b"\n" + text.encode() + kaldi.token("<NumComponents>")
        return head + kaldi.integer(len(self.components)) + b"".join(self.components) + kaldi.token("</Nnet3>")


def _network(network: Network) -> bytes:
    """The network with its normalisations folded into neighbours, where they have one after them."""
    out = _Writer()
    deviation, mean = _array(network.deviation), _array(network.mean)
    weight, bias = _affine(network.first)
    weight = weight / np.tile(deviation, 3)
    bias = bias - weight @ np.tile(mean, 3)
    x = out.affine("first.affine", _around("input", (-1, 0, 1)), weight, bias)
    x = out.relu("first.relu", x, len(bias))
    gain, lift = _norm(network.first_norm)
    weight, bias = _affine(network.second)
    bias = bias + weight @ np.tile(lift, 3)
    x = out.affine("second.affine", _around(x, (-1, 0, 1)), weight * np.tile(gain, 3), bias)
    gain, lift = _norm(network.second_norm)
    x = out.scale("second.scale", out.relu("second.relu", x, len(bias)), gain)
    x = out.shift("second", x, lift)
    blocks = zip(network.down, network.up, network.norms, network.shape["look"], strict=True)
    for number, (down, up, norm, ahead) in enumerate(blocks):
        name = f"block{number}"
        weight, bias = _affine(down)
        inner = out.affine(f"{name}.down", _around(x, (-STRIDE, 0)), weight, bias)
        weight, bias = _affine(up)
        y = out.affine(f"{name}.up", _around(inner, (0, STRIDE) if ahead else (0,)), weight, bias)
        gain, lift = _norm(norm)
        y = out.scale(f"{name}.scale", out.relu(f"{name}.relu", y, len(bias)), gain)
        x = out.shift(name, f"Sum({y}, Scale({PASS}, {x}))", lift)
    out.affine("output.affine", x, *_affine(network.out))
    return out.bytes()


def _around(source: str, offsets: Sequence[int]) -> str:
    parts = [f"Offset({source}, {offset})" if offset else source for offset in offsets]
    return parts[0] if len(parts) == 1 else f"Append({', '.join(parts)})"


def _array(tensor: torch.Tensor) -> Numbers:
    return tensor.detach().numpy().astype(np.float64)


def _affine(layer: Any) -> tuple[Numbers, Numbers]:
    weight = _array(layer.weight)
    return weight, np.zeros(len(weight)) if layer.bias is None else _array(layer.bias)


def _norm(norm: Any) -> tuple[Numbers, Numbers]:
    """A batch normalisation as gain and lift."""
    gain = _array(norm.weight) / np.sqrt(_array(norm.running_var) + norm.eps)
    return gain, _array(norm.bias) - _array(norm.running_mean) * gain
