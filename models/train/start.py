"""A trained network in a small file, from which a later training run can start.

It is kept beside the recipe (`start.npz`): weights in half precision, and which phones follow which.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from models.train.phone_model import PhoneModel
from voicenuts.modelling.phones import Contexts

State = dict[str, Any]


@dataclass(frozen=True)
class Start:
    """What a run starts from: `state` by the names of the network's parts."""

    state: State
    shape: dict[str, Any]
    contexts: Contexts
    phones: PhoneModel


def grown(start: Start, template: State, shape: dict[str, Any]) -> State | None:
    """The state `template` of a new network of `shape`, made to compute what `start` does; None if it cannot.

    A wider network keeps the units there were, which hear nothing of the new ones until that is learnt
    (as in Net2Net, Chen et al. 2016, but with new units of their own instead of copies).
    """
    sizes = [(start.shape[name], shape[name]) for name in ("width", "narrow")]
    rest = [{**each, "width": 0, "narrow": 0} for each in (start.shape, shape)]
    if rest[0] != rest[1] or any(old > new for old, new in sizes):
        return None
    state = {name: np.array(value) for name, value in template.items()}
    for name, old in start.state.items():
        new, rows = state[name], old.shape[:1]
        if old.ndim < 2 or old.shape[1] == new.shape[1]:
            new[tuple(map(slice, rows))] = old
        else:
            was, now = sizes[name.startswith("up.")]
            new[: rows[0]] = 0
            new.reshape(len(new), -1, now)[: rows[0], :, :was] = old.reshape(rows[0], -1, was)
    return state


def write(path: Path, start: Start) -> None:
    """Write a start; OSError when that cannot be done."""
    about = {"shape": start.shape, "contexts": [list(phones) for phones in start.contexts.classes]}
    parts = {f"network/{name}": np.asarray(v, np.float16) for name, v in start.state.items()}
    parts |= {f"phones/{name}": np.asarray(v, np.float32) for name, v in asdict(start.phones).items()}
    np.savez_compressed(path, about=np.array(json.dumps(about)), **parts)  # type: ignore[arg-type]  # NumPy's own types know no such mapping


def read(path: Path) -> Start:
    """What `write` wrote."""
    with np.load(path) as data:
        about = json.loads(str(data["about"]))
        parts = {name: data[name].astype(np.float32) for name in data.files if name != "about"}
    state = {name.partition("/")[2]: v for name, v in parts.items() if name.startswith("network/")}
    phones = {name.partition("/")[2]: v for name, v in parts.items() if name.startswith("phones/")}
    numbers: dict[str, Any] = {name: float(v) if v.ndim == 0 else v for name, v in phones.items()}
    return Start(state, about["shape"], Contexts(tuple(map(tuple, about["contexts"]))), PhoneModel(**numbers))
