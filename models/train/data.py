"""Which clips are learnt from: every data folder's manifest, without what is kept for dev and test."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr

from models.train.kokoro import Wave
from models.train.split import held_out as held_out_number
from models.train.split import held_out_speaker, never, split_of
from voicenuts.errors import PlainError

RATE = 16000
"""Samples a second of everything that is learnt from."""

LONGEST = 9.0
"""Clips of more seconds than this are left out: they would fill a batch alone."""

SOURCES = {
    "gsc_v1_sample": "real",
    "gsc_v2_test": "real",
    "pico_wake_en": "wake",
    "pico_intent_en": "talk",
    "lj_en": "talk",
    "noise_esc10": "noise",
    "noise_misc": "noise",
    "rirs": "room",
}
"""Folder -> the pool its clips go to, where the manifest names none; neural voices are the pool `neural`."""


@dataclass(frozen=True, slots=True)
class Clip:
    """One recording of the pool `source`; `text` is in lower-case words, "" where nobody speaks."""

    path: Path
    text: str
    speaker: str
    source: str


def clips(data: Sequence[Path], spoken: Sequence[Path]) -> dict[str, list[Clip]]:
    """The training clips by pool, of data folders and of folders of neural voices.

    A data folder has a `manifest.tsv`; a folder of neural voices `manifest*.tsv` files as
    `models.train.speak` writes them.  Who speaks in a clip kept for dev is learnt from in none.
    """
    pools: dict[str, list[Clip]] = {}
    listed = [(folder, row) for folder in data for row in rows(folder / "manifest.tsv")]
    kept = {row["speaker"] for _, row in listed if row["use"] == "dev"}
    for folder, row in listed:
        source = row.get("pool") or SOURCES.get(row["path"].partition("/")[0])
        if source is None or row["speaker"] in kept or split_of(row["path"], row["use"]) != "train":
            continue
        text = _words(row["text"]) if row["use"] == "train" else ""
        if row["use"] == "train" and (not text or re.search(r"\d|_", row["text"])):
            continue
        if source in ("noise", "room") or float(row["seconds"]) <= LONGEST:
            pools.setdefault(source, []).append(Clip(folder / row["path"], text, row["speaker"], source))
    for folder in spoken:
        pools.setdefault("neural", []).extend(_neural(folder))
    return pools


def held_out(clip: Clip) -> bool:
    """Whether a clip is kept to watch training with: some of the neural ones, some real people."""
    if clip.source == "neural":
        return clip.path.stem.isdigit() and held_out_number(int(clip.path.stem))
    return clip.source == "real" and held_out_speaker(clip.speaker)


def weights(clips: Sequence[Clip]) -> list[float]:
    """How often to draw each clip: texts of many clips are drawn as often as the root of their number."""
    counts = Counter(clip.text for clip in clips)
    return [counts[clip.text] ** -0.5 for clip in clips]


def _neural(folder: Path) -> Iterator[Clip]:
    for manifest in sorted(folder.glob("manifest*.tsv")):
        for row in rows(manifest):
            path = folder / row["path"]
            if not never(row["voice"]) and path.exists():
                yield Clip(path, _words(row["text"]), row["voice"], "neural")


def rows(manifest: Path) -> list[dict[str, str]]:
    """The whole rows of a manifest; one that is still being written may end in half a row.

    PlainError when it cannot be read.
    """
    try:
        text = manifest.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise PlainError(
            f"The manifest {manifest} cannot be read ({error}): "
            "name a folder of speech that has one with --data."
        ) from error
    read = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return [row for row in read if None not in row.values()]


def _words(text: str) -> str:
    return " ".join(re.sub(r"[^a-z' ]+", " ", text.lower()).split())


def load(path: Path) -> Wave:
    """The first channel at 16 kHz, peak 1."""
    wave, rate = soundfile.read(path, dtype="float32", always_2d=True)
    mono = wave[:, 0] if rate == RATE else soxr.resample(wave[:, 0], rate, RATE)
    return np.asarray((mono / (np.abs(mono).max() + 1e-9)), np.float32)


def trimmed(wave: Wave) -> Wave:
    """Without what lies over 50 ms before and 100 ms after the sound above -34 dB of its peak."""
    loud = np.flatnonzero(np.abs(wave) > 0.02 * np.abs(wave).max())
    return wave[max(0, loud[0] - 800) : loud[-1] + 1600] if len(loud) else wave
