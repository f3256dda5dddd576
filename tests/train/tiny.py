"""A tiny network of random numbers, and what it puts out, computed without any of the recipe's tools."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.train.nnet3 import acoustic_model
from voicenuts.modelling.filler import Filler
from voicenuts.modelling.graph import write_graph
from voicenuts.modelling.lexicon import Lexicon
from voicenuts.modelling.network import Costs
from voicenuts.modelling.phones import BASES, Contexts

Array = NDArray[Any]

LOOK = (1, 0)

CONTEXTS = Contexts((("AA", "AE", "IY", "AY"), ("R", "F", "L")))

WORDS: Lexicon = {"fox": [("F", "AA", "K", "S")], "leo": [("L", "IY", "OW")], "tree": [("T", "R", "IY")]}

DECODER = """--min-active=200
--max-active=3000
--beam=2000
--lattice-beam=2
--acoustic-scale=1.0
--frame-subsampling-factor=3
--frames-per-chunk=12
--endpoint.silence-phones=1
"""

MFCC = """--use-energy=false
--sample-frequency=16000
--num-mel-bins=40
--num-ceps=40
--low-freq=20
--high-freq=-400
--dither=0
"""


def state(seed: int, width: int = 16, narrow: int = 8, look: Sequence[int] = LOOK) -> dict[str, Array]:
    """Random numbers for every part of a network of this shape."""
    rng = np.random.default_rng(seed)
    made: dict[str, Array] = {"mean": rng.normal(0, 5, 40), "deviation": rng.uniform(10, 20, 40)}

    def affine(name: str, rows: int, columns: int, bias: bool = True) -> None:
        made[f"{name}.weight"] = rng.normal(0, columns**-0.5, (rows, columns))
        if bias:
            made[f"{name}.bias"] = rng.normal(0, 0.1, rows)

    def norm(name: str) -> None:
        made[f"{name}.weight"], made[f"{name}.bias"] = rng.uniform(0.5, 1.5, width), rng.normal(0, 0.3, width)
        made[f"{name}.running_mean"] = rng.normal(0, 0.3, width)
        made[f"{name}.running_var"] = rng.uniform(0.5, 2, width)

    affine("first", width, 120)
    norm("first_norm")
    affine("second", width, 3 * width)
    norm("second_norm")
    for number, ahead in enumerate(look):
        affine(f"down.{number}", narrow, 2 * width, bias=False)
        affine(f"up.{number}", width, (1 + ahead) * narrow)
        norm(f"norms.{number}")
    affine("out", CONTEXTS.pdf_count, width)
    made["out.bias"][:2] -= 5  # or all would be silence
    return made


def outputs(numbers: dict[str, Array], cepstra: Array, look: Sequence[int] = LOOK, earlier: int = 0) -> Array:
    """(outputs, pdfs) of (frames, 40), frame by frame from the definition."""

    def layer(name: str, x: Array) -> Array:
        y: Array = numbers[f"{name}.weight"] @ x + numbers.get(f"{name}.bias", 0)
        return y

    def norm(name: str, x: Array) -> Array:
        spread = np.sqrt(numbers[f"{name}.running_var"] + 1e-5)
        y: Array = (x - numbers[f"{name}.running_mean"]) / spread
        return y * numbers[f"{name}.weight"] + numbers[f"{name}.bias"]

    def frame(t: int) -> Array:
        x: Array = (cepstra[min(max(t, 0), len(cepstra) - 1)] - numbers["mean"]) / numbers["deviation"]
        return x

    def first(t: int) -> Array:
        spliced = np.concatenate([frame(t - 1), frame(t), frame(t + 1)])
        return norm("first_norm", np.maximum(layer("first", spliced), 0))

    def at(level: int, t: int) -> Array:
        if level == 0:
            spliced = np.concatenate([first(t - 1), first(t), first(t + 1)])
            return norm("second_norm", np.maximum(layer("second", spliced), 0))
        n = level - 1
        after = (0, 3) if look[n] else (0,)
        inner = [layer(f"down.{n}", np.concatenate([at(n, t + s - 3), at(n, t + s)])) for s in after]
        own = norm(f"norms.{n}", np.maximum(layer(f"up.{n}", np.concatenate(inner)), 0))
        return own + 0.66 * at(n, t)

    rows = range(earlier, len(cepstra) + earlier, 3)
    return np.stack([layer("out", at(len(look), t)) for t in rows])


def model(folder: Path, seed: int = 0, earlier: int = 0) -> dict[str, Array]:
    """Write a loadable model of WORDS to `folder`; returns its numbers."""
    numbers = state(seed)
    for name in ("am", "conf"):
        (folder / name).mkdir(parents=True)
    (folder / "am" / "final.mdl").write_bytes(acoustic_model(numbers, LOOK, CONTEXTS, earlier))
    (folder / "conf" / "mfcc.conf").write_text(MFCC)
    (folder / "conf" / "model.conf").write_text(DECODER)
    after = np.full((len(BASES), len(BASES)), 1 / (len(BASES) - 1))
    after[0, 0], after[0, 1:] = 0, 1 / (len(BASES) - 1)
    after /= after.sum(1, keepdims=True)
    write_graph(folder / "graph", WORDS, {}, Filler(after.astype(np.float32)), Costs(), CONTEXTS)
    return numbers
