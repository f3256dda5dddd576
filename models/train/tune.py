"""Tries costs of a model's graph and says what each would hear, on clips that nothing is trained on.

    python -m models.train.tune models/en --audio DATA --speech SPEECH --try decoy=3,4 --try phone=-0.5,-1

Every combination of the values is tried.  A line tells of each: right and wrongly accepted among real
people's ten words, among neural voices in states of the games, and what of talk is taken for a command.
"""

from __future__ import annotations

import argparse
import itertools
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from models.train import calibrate
from models.train.calibrate import Clip, Pcm
from models.train.evaluate.real import TEN
from models.train.evaluate.vocabulary import vocabulary
from voicenuts.hearing import phrasebook
from voicenuts.hearing.model import Model
from voicenuts.modelling.graph import read_graph_sources, write_graph
from voicenuts.values import RATE, UNIVERSAL

SURE = 0.5
"""The confidence asked for while costs are compared."""

Heard = tuple[str, float]


def _hear(model: Model, forms: Sequence[str], wave: Pcm) -> str:
    """The form heard, by the rule: nothing beside it, and sure enough."""
    recogniser = model.recogniser(json.dumps([*forms, phrasebook.UNKNOWN]), RATE)
    recogniser.AcceptWaveform(wave.tobytes())
    words = json.loads(recogniser.FinalResult()).get("result", [])
    said = " ".join(word["word"] for word in words)
    return said if said in forms and min(word["conf"] for word in words) >= SURE else ""


class Trial:
    """The clips, prepared once; `score` says how a model hears them."""

    def __init__(self, phrases: Path, speech: Sequence[Path], audio: Path, knows: Model) -> None:
        known = vocabulary(phrases, knows.knows)
        book, noises, rng = known.book, calibrate.noises(audio), np.random.default_rng(3)
        self._grammars = [[f for id in state.ids for f in book.phrases[id].forms] for state in known.states]
        self._talk = [form for id in book.expand(["thief", UNIVERSAL]) for form in book.phrases[id].forms]

        def heard(clips: Iterator[Clip]) -> list[tuple[str, Pcm]]:
            numbered = enumerate(clips)
            return [(c.text, calibrate.prepared(c.path, noises, rng if n % 2 else None)) for n, c in numbered]

        real = heard(calibrate.real(audio))
        self._ten = [(text, wave) for text, wave in real if text]
        self._others = [wave for text, wave in real if not text]
        self._neural = heard(clip for folder in speech for clip in calibrate.synthetic(folder))

    def score(self, model: Model) -> dict[str, str]:
        """Percentages by name."""
        half = (TEN[:5], TEN[5:])
        right = [_hear(model, TEN, wave) == text for text, wave in self._ten if text in TEN]
        wrong = [
            _hear(model, half[text in half[0]] if text in TEN else TEN, wave) != ""
            for text, wave in self._ten
        ]
        own, foreign = [], []
        for number, (text, wave) in enumerate(self._neural):
            for grammar in [g for g in self._grammars if text in g][:2]:
                own.append(_hear(model, grammar, wave) == text)
            others = [g for g in self._grammars if not set(text.split()) & {w for f in g for w in f.split()}]
            if others:
                foreign.append(_hear(model, others[number % len(others)], wave) != "")
        talk = [_hear(model, self._talk, wave) != "" for wave in self._others]
        parts = {"real": right, "real other": wrong, "neural": own, "neural other": foreign, "talk": talk}
        return {name: f"{100 * np.mean(part):.1f}" for name, part in parts.items() if part}


def variants(tried: Mapping[str, Sequence[float]]) -> Iterator[dict[str, float]]:
    """Every combination of the values.

    >>> list(variants({"decoy": [3, 4], "unk": [0]}))
    [{'decoy': 3, 'unk': 0}, {'decoy': 4, 'unk': 0}]
    """
    for values in itertools.product(*tried.values()):
        yield dict(zip(tried, values, strict=True))


def main() -> None:
    """Print a line for every combination."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("--audio", type=Path, required=True, help="real people's clips, talk and noise")
    parser.add_argument("--speech", type=Path, action="append", required=True, help="clips by neural voices")
    parser.add_argument("--try", dest="tried", action="append", default=[], metavar="COST=VALUE,VALUE")
    given = parser.parse_args()
    parts = (text.partition("=") for text in given.tried)
    tried = {name: [float(value) for value in values.split(",")] for name, _, values in parts}
    root = Path(__file__).resolve().parents[2]
    trial = Trial(root / "prompts/en/phrases.toml", given.speech, given.audio, Model(given.model))
    sources = read_graph_sources(given.model / "graph")
    for costs in variants(tried):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "model"
            shutil.copytree(given.model, copy)
            write_graph(
                copy / "graph", sources.lexicon, sources.decoys, sources.filler,
                replace(sources.costs, **costs), sources.contexts,
            )  # fmt: skip
            print(costs, trial.score(Model(copy)), flush=True)


if __name__ == "__main__":
    main()
