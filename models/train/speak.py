"""Has neural voices say what a list of phrases asks for: one FLAC file and one manifest line each."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from models.train.evaluate.narrator import lines
from models.train.kokoro import RATE, Kokoro, Speaker, Wave
from models.train.listing import COLUMNS as LISTED
from voicenuts.hearing import phrasebook
from voicenuts.modelling import lexicon
from voicenuts.speaking import earcons

NARRATOR = "narrator"
"""Speaker and pool of the table's own voice."""

EARCONS = "earcons"
"""Pool of the table's own sounds."""

COLUMNS = ("path", "text", "voice", "speed", "seconds")
"""The manifest's columns, tab-separated, beneath a line that names them."""


@dataclass(frozen=True, slots=True)
class Order:
    """One clip to be made; `mark` ends the sentence and gives it its tone."""

    number: int
    text: str
    speaker: Speaker
    speed: float
    mark: str


def orders(phrases: Path, voices: list[str], first: int = 0) -> Iterator[Order]:
    """An endless, reproducible list of clips: the n-th is always the same.

    A set has what it may `say`, or `strings` names a lexicon beside the file, of whose words `from` to `to`
    are strung, or `book` a phrase book, of which any form is said.
    """
    sets = tomllib.loads(phrases.read_text(encoding="utf-8"))
    choose = {name: _chooser(part, phrases.parent) for name, part in sets.items()}
    english = [v for v in voices if v[0] in "ab"]
    number = first
    while True:
        rng = random.Random(f"clip {number}")
        chosen = rng.choices(list(sets), [part["share"] for part in sets.values()])[0]
        speaker = _speaker(rng, voices, english)
        text = choose[chosen](rng)
        # Very short words spoken fast get swallowed.
        speed = rng.uniform(0.8, 1.2) if len(text) < 8 else rng.uniform(0.85, 1.35)
        yield Order(number, text, speaker, round(speed, 2), rng.choice(".!!?"))
        number += 1


def _chooser(part: Mapping[str, Any], folder: Path) -> Callable[[random.Random], str]:
    """What chooses a text of a set."""
    if "strings" in part:
        words = sorted(lexicon.read(folder / part["strings"]))
        return lambda rng: " ".join(rng.sample(words, rng.randint(part["from"], part["to"])))
    if "book" in part:
        book = phrasebook.load(folder / part["book"], lambda word: True)
        forms = sorted({form for phrase in book.phrases.values() for form in phrase.forms})
        return lambda rng: rng.choice(forms)
    return lambda rng: str(rng.choice(part["say"]))


def _speaker(rng: random.Random, voices: list[str], english: list[str]) -> Speaker:
    """A native speaker nine times of ten, as often British as American: alone, mixed with a second voice, or
    somebody in between all."""
    land = rng.choice("ab")
    voice = rng.choice([v for v in english if v[0] == land] if rng.random() < 0.9 else voices)
    seed = rng.randrange(1000) if rng.random() < 0.55 else -1
    if rng.random() < 0.45:
        return Speaker(voice, rng.choice(voices), round(rng.uniform(0.2, 0.5), 1), seed)
    return Speaker(voice, seed=seed)


def narrate(out: Path, count: int) -> None:
    """Write `count` lines of the table's own narrator and its earcons to `out`, with a manifest; a whole
    folder stays.

    At a table without echo cancelling they are heard more than anybody, and none of it may be a thief.
    """
    if (out / "manifest.tsv").exists():
        return
    out.mkdir(parents=True, exist_ok=True)
    rows = ["\t".join(LISTED)]
    for id in earcons.IDS:
        wave = earcons.earcon(id) / 32768.0
        soundfile.write(out / f"{id}.flac", wave, 16000)
        rows.append(
            "\t".join((f"{id}.flac", NARRATOR, "", "synthetic", "noise", f"{len(wave) / 16000:.2f}", EARCONS))
        )
    for number, (text, wave) in enumerate(islice(lines(random.Random("narrator")), count)):
        name, seconds = f"{number:05d}.flac", f"{len(wave) / 16000:.2f}"
        soundfile.write(out / name, wave, 16000)
        rows.append("\t".join((name, NARRATOR, text, "synthetic", "train", seconds, NARRATOR)))
    (out / "manifest.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")


def trimmed(wave: Wave, rate: int) -> Wave:
    """`wave` with 100 ms of whatever surrounds its sound above -40 dB of its peak."""
    loud = np.flatnonzero(np.abs(wave) > 0.01 * np.abs(wave).max())
    if not len(loud):
        return wave[:0]
    edge = rate // 10
    return wave[max(0, loud[0] - edge) : loud[-1] + edge]


def speak(phrases: Path, voices: Path, out: Path, count: int, part: int = 0, parts: int = 1) -> None:
    """Make the clips `part`, `part + parts`, … below `count` in `out`; those already there stay.

    Every part writes a manifest of its own, so that several can run beside each other.
    """
    from tqdm import tqdm

    kokoro = Kokoro(voices)
    out.mkdir(parents=True, exist_ok=True)
    manifest = out / f"manifest-{part}.tsv"
    done = len(manifest.read_text(encoding="utf-8").splitlines()) if manifest.exists() else 0
    with manifest.open("a", encoding="utf-8") as listed:
        if not done:
            listed.write("\t".join(COLUMNS) + "\n")
        for order in tqdm(
            islice(orders(phrases, kokoro.names), count), total=count, desc=out.name, disable=None
        ):
            if order.number % parts != part or order.number // parts < done - 1:
                continue
            wave = kokoro.speak(order.text + order.mark, order.speaker, order.speed)
            wave = soxr.resample(trimmed(wave, RATE), RATE, 16000)
            name = f"{order.number:05d}.flac"
            soundfile.write(out / name, 0.7 * wave / (np.abs(wave).max() + 1e-9), 16000)
            row = (name, order.text, order.speaker.name, f"{order.speed:g}", f"{len(wave) / 16000:.2f}")
            listed.write("\t".join(row) + "\n")
            listed.flush()
