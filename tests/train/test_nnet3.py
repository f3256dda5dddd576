"""The model file is what libvosk reads, and libvosk computes from it what its numbers mean."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import vosk
from numpy.typing import NDArray

from models.train.nnet3 import margins
from tests.train import tiny
from voicenuts.modelling.phones import NUMBER

pytest.importorskip("kaldi_native_fbank")

from models.train.features import mfcc

vosk.SetLogLevel(-2)


def _noise(seed: int, seconds: float = 1.0) -> NDArray[np.int16]:
    rng = np.random.default_rng(seed)
    return (rng.normal(0, 3000, int(16000 * seconds)) * np.hanning(int(16000 * seconds))).astype(np.int16)


def _best_path(outputs: NDArray[Any], phones: tuple[str, ...]) -> float:
    """log p of the best way through optional silence, the phones and optional silence again."""
    contexts, half = tiny.CONTEXTS, math.log(2)
    states = [(0, 0, half)]
    for index, phone in enumerate(phones):
        before = NUMBER[phones[index - 1]] if index else None
        states.append((contexts.forward_pdf(NUMBER[phone], contexts.after(before)), NUMBER[phone], 0.0))
    states.append((0, 0, half))
    never = -1e30
    best = [never] * len(states)
    best[0] = float(outputs[0, 0]) - half
    best[1] = float(outputs[0, states[1][0]]) - half
    for row in outputs[1:]:
        stay = [b + float(row[2 * base + 1]) for b, (_, base, _) in zip(best, states, strict=True)]
        move = [never] + [
            best[j - 1] + float(row[states[j][0]]) - states[j][2] for j in range(1, len(states))
        ]
        best = [max(pair) for pair in zip(stay, move, strict=True)]
    return max(best[-1], best[-2])


@pytest.mark.parametrize("earlier", [0, 3])
def test_likelihoods_are_those_of_libvosk(tmp_path: Path, earlier: int) -> None:
    numbers = tiny.model(tmp_path / "model", earlier=earlier)
    model = vosk.Model(str(tmp_path / "model"))
    differences = []
    for seed, (word, ways) in enumerate(tiny.WORDS.items()):
        pcm = _noise(seed)
        outputs = tiny.outputs(numbers, mfcc(pcm.astype(np.float32)), earlier=earlier)
        recogniser = vosk.KaldiRecognizer(model, 16000, json.dumps([word]))
        recogniser.SetMaxAlternatives(1)
        recogniser.AcceptWaveform(pcm.tobytes())
        heard = json.loads(recogniser.FinalResult())["alternatives"][0]
        assert heard["text"] == word
        differences.append(heard["confidence"] - _best_path(outputs, ways[0]))
    # One constant remains: what a grammar of one word costs.  Weights are kept in one byte.
    assert np.ptp(differences) < 0.2
    assert -3 < np.mean(differences) < 0


def test_margins_grow_with_every_block() -> None:
    assert margins([]) == (2, 2)
    assert margins([1, 1, 0, 1, 0, 1, 0, 0]) == (26, 14)
