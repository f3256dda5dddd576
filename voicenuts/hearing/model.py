"""Opening a Vosk model folder, with a plain sentence for everything that can be wrong with it."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from voicenuts.errors import PlainError
from voicenuts.hearing import attacks

# Kaldi's BLAS starts a thread per core unless told before it loads.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

_ACOUSTIC = ("am/final.mdl", "final.mdl")
_GRAPH = ("HCLr.fst", "Gr.fst")


class Model:
    """One loaded Vosk model, shared by all seats' recognisers.

    `Model(path)` raises PlainError when the folder is missing, is not a Vosk model, has the model one
    level deeper, has no graph that can take grammars at run time, or does not load.  `attacks` tell how its
    words begin, as far as that is known.
    """

    def __init__(self, path: Path) -> None:
        check(path)
        vosk = _library()
        vosk.SetLogLevel(-2)
        self.path = path
        self.attacks = attacks.read(path)
        self._vosk = vosk
        try:
            self._model = vosk.Model(str(path.resolve()))
        except Exception as error:
            raise PlainError(
                f"The Vosk model in {path} does not load: its files seem damaged. Copy the folder again."
            ) from error

    def knows(self, word: str) -> bool:
        """Whether the model's vocabulary has the word."""
        found: int = self._vosk._c.vosk_model_find_word(self._model._handle, word.encode("utf-8"))
        return found >= 0

    def recogniser(self, grammar: str, rate: int) -> Any:
        """A fresh vosk recogniser for a JSON list of phrases, giving word times and confidences."""
        recogniser = self._vosk.KaldiRecognizer(self._model, rate, grammar)
        recogniser.SetWords(True)
        return recogniser


def _library() -> Any:
    """The vosk module without the means to download models, which open a socket while they are imported."""
    stand_in = ModuleType("requests")
    found = sys.modules.setdefault("requests", stand_in)
    try:
        return importlib.import_module("vosk")
    finally:
        if found is stand_in:
            del sys.modules["requests"]


def check(path: Path) -> None:
    """Raise PlainError unless `path` looks like a Vosk model that takes grammars at run time."""
    if not path.exists():
        raise PlainError(f"There is no model folder {path}: give --model a folder that holds a Vosk model.")
    if not path.is_dir():
        raise PlainError(f"{path} is a file: --model needs the unpacked folder of a Vosk model.")
    if not _has(path, _ACOUSTIC):
        inner = [child for child in sorted(path.iterdir()) if child.is_dir() and _has(child, _ACOUSTIC)]
        if inner:
            raise PlainError(f"The model lies one level deeper: give --model {inner[0]} instead of {path}.")
        raise PlainError(
            f"{path} is not a Vosk model: it has no am/final.mdl. Unpack a model and give its folder."
        )
    missing = [name for name in _GRAPH if not _has(path, (f"graph/{name}", name))]
    if missing:
        raise PlainError(
            f"The model in {path} has no runtime graph ({' and '.join(missing)} missing), so it cannot "
            "listen for a list of phrases: use a small model, or the embedded one by leaving --model out."
        )


def _has(path: Path, names: Sequence[str]) -> bool:
    return any((path / name).is_file() for name in names)
