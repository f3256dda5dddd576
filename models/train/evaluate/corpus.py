"""The recordings that models are measured with, from a folder with a manifest."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from models.train.evaluate.sound import Surroundings, Wave, read, trimmed
from models.train.split import Split, split_of
from voicenuts.errors import PlainError

RECIPE = "1"
"""Changes whenever the same recordings are prepared differently."""

TALKERS = ("lj_en", "pico_intent_en")
"""Folders of running speech whose test part is the babble."""


@dataclass(frozen=True, slots=True)
class Row:
    """One recording: `split` says what it is for, see `models.train.split`."""

    path: str
    speaker: str
    text: str
    split: Split
    noise: bool = False

    @property
    def folder(self) -> str:
        """The first part of the path, which names the set."""
        return self.path.partition("/")[0]


class Corpus:
    """All recordings of an audio folder; PlainError when it has no manifest that can be read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            table = (folder / "manifest.tsv").read_text(encoding="utf-8")
            lines = (folder / "voices" / "manifest.jsonl").read_text(encoding="utf-8")
            rows = list(csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
            voices = [json.loads(line) for line in lines.splitlines()]
            self.rows = tuple(
                Row(r["path"], r["speaker"], r["text"], split_of(r["path"], r["use"]), r["use"] == "noise")
                for r in rows
            )
            self.voices = tuple(
                Row(f"voices/{v['file']}", v["voice"], v["text"], "test")
                for v in sorted(voices, key=lambda v: (v["voice"], v["text"]))
            )
        except (OSError, ValueError, KeyError) as error:
            raise PlainError(
                f"The audio folder {folder} cannot be used ({error}): --data needs one with manifest.tsv "
                "(path, speaker, text, licence, use, seconds) and voices/manifest.jsonl (file, text, voice)."
            ) from error
        self.key = hashlib.sha256((RECIPE + table + lines).encode()).hexdigest()[:12]

    def of(self, *folders: str) -> Iterator[Row]:
        """The rows of these sets."""
        return (row for row in self.rows if row.folder in folders)

    def raw(self, row: Row) -> Wave:
        """A recording as it is."""
        return read(self.folder / row.path)

    def wave(self, row: Row) -> Wave:
        """A recording cut to its sound, peak at 1."""
        return trimmed(self.raw(row))

    @cached_property
    def surroundings(self) -> Surroundings:
        """What is kept out of training to disturb with."""
        test = [row for row in self.rows if row.split == "test"]
        return Surroundings(
            noises=tuple(self.raw(row) for row in test if row.noise),
            rooms=tuple(_room(self.raw(row)) for row in test if row.folder == "rirs"),
            talkers=tuple(self.wave(row) for row in test if row.folder in TALKERS),
        )


def _room(response: Wave) -> Wave:
    """A measured response from just before its direct sound on, 0.75 s, direct sound at 1."""
    peak = int(np.abs(response).argmax())
    cut = response[max(0, peak - 16) : peak + 12000]
    return np.asarray(cut / np.abs(cut).max(), np.float64)
