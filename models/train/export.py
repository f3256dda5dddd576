"""Writes a trained network as a Vosk model folder."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import torch

from models.train.features import OPTIONS
from models.train.network import Network
from models.train.nnet3 import acoustic_model
from models.train.phone_model import PhoneModel
from voicenuts.errors import PlainError
from voicenuts.modelling import lexicon
from voicenuts.modelling.filler import Filler
from voicenuts.modelling.graph import write_graph
from voicenuts.modelling.network import Costs
from voicenuts.modelling.phones import Contexts


def export(checkpoint: Path, recipe: Path, out: Path) -> None:
    """Write the averaged network of a checkpoint, its settings and its graph to the folder `out`."""
    network, phones, contexts = load(checkpoint)
    settings = tomllib.loads(recipe.read_text(encoding="utf-8"))
    (out / "am").mkdir(parents=True, exist_ok=True)
    (out / "conf").mkdir(exist_ok=True)
    state = {name: tensor.numpy().astype(np.float64) for name, tensor in network.state_dict().items()}
    model = acoustic_model(state, network.shape["look"], contexts, settings["times"]["earlier"])
    (out / "am" / "final.mdl").write_bytes(model)
    (out / "conf" / "mfcc.conf").write_text(_options(OPTIONS), encoding="utf-8")
    (out / "conf" / "model.conf").write_text(_options(settings["decoder"]), encoding="utf-8")
    _graph(recipe.parent, settings, phones, contexts, out / "graph")


def load(checkpoint: Path) -> tuple[Network, PhoneModel, Contexts]:
    """The averaged network of a checkpoint, with what its paths weigh."""
    if not checkpoint.exists():
        raise PlainError(f"There is no checkpoint {checkpoint}: run the step train first.")
    saved = torch.load(checkpoint, weights_only=False)
    network = Network(**saved["shape"])
    prefix = "module."
    state = {k.removeprefix(prefix): v for k, v in saved["averaged"].items() if k.startswith(prefix)}
    network.load_state_dict(state)
    network.eval()
    return network, PhoneModel(**saved["phones"]), Contexts(tuple(map(tuple, saved["contexts"])))


def _options(options: dict[str, Any]) -> str:
    return "".join(f"--{name}={value}\n" for name, value in options.items())


def _graph(data: Path, settings: dict[str, Any], phones: PhoneModel, contexts: Contexts, out: Path) -> None:
    """The graph of the recipe's words, with a filler that follows phones as talk does."""
    after = np.array(phones.following)
    after[0], after[:, 0], after[0, 0] = phones.first, phones.last, 0
    words, decoys = (lexicon.read(data / name) for name in ("lexicon.txt", "decoys.txt"))
    write_graph(out, words, decoys, Filler(after), Costs(**settings["graph"]), contexts)
