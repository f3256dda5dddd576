"""Prepared audio is kept, so that a second model hears identical samples and need not wait."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from models.train.evaluate.sound import Pcm
from voicenuts.values import RATE


@dataclass(frozen=True, slots=True)
class Sample:
    """What a model is to hear: `pcm` with a voice from sample `begin` to `end`; `who` says it, `how`."""

    text: str
    who: str
    how: str
    pcm: Pcm
    begin: int
    end: int


class Prepared:
    """Lists of samples by name in a folder: one FLAC file and one JSON file each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[str, list[Sample]] = {}

    def samples(self, name: str, make: Callable[[], Iterable[Sample]]) -> list[Sample]:
        """The list `name`, made if it is not there yet."""
        if name not in self._kept:
            sound, index = self._folder / f"{name}.flac", self._folder / f"{name}.json"
            if not index.is_file():
                self._folder.mkdir(parents=True, exist_ok=True)
                _write(sound, index, list(make()))
            self._kept[name] = _read(sound, index)
        return self._kept[name]


def _write(sound: Path, index: Path, made: list[Sample]) -> None:
    """The index last and in one step: what has one is whole."""
    whole = np.concatenate([s.pcm for s in made]) if made else np.zeros(0, np.int16)
    soundfile.write(sound, whole, RATE, subtype="PCM_16", format="FLAC")
    rows = [[s.text, s.who, s.how, len(s.pcm), s.begin, s.end] for s in made]
    part = index.with_suffix(".part")
    part.write_text(json.dumps(rows), encoding="utf-8")
    part.replace(index)


def _read(sound: Path, index: Path) -> list[Sample]:
    rows = json.loads(index.read_text(encoding="utf-8"))
    whole, _ = soundfile.read(sound, dtype="int16")
    made, at = [], 0
    for text, who, how, length, begin, end in rows:
        made.append(Sample(text, who, how, whole[at : at + length], begin, end))
        at += length
    return made
