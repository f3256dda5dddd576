"""Training goes on where it stopped, and what is exported is what was trained."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("numba")

import torch

from models.train import start
from models.train.blocks import Store
from models.train.export import load
from models.train.network import Network
from models.train.trainer import Trainer
from tests.train import tiny
from voicenuts.errors import PlainError

RECIPE: dict[str, Any] = {
    "network": {"width": 16, "narrow": 8, "look": [1, 0], "contexts": [["AA"]]},
    "vary": {"throat": 0.1, "microphone": 0.1, "noise": 0.1, "band": 0.1},
    "training": {
        "rate": 3e-3,
        "warm": 5,
        "batch": 16,
        "frames": 16000,
        "reselect": 20,
        "freeze": 0.7,
        "again": 1e-3,
        "listed": 0.8,
        "average": 0.9,
    },
}


WORDS: list[tuple[float, list[tuple[int, ...]]]] = [(0.8, [(1, 2), (1, 3)]), (0.2, [(7,)])]


def _says(word: str) -> list[tuple[int, ...]]:
    ways: dict[str, list[tuple[int, ...]]] = {"a": [(1, 2), (1, 3)], "b": [(5,)]}
    return ways[word]


@pytest.fixture
def work(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    (tmp_path / "blocks").mkdir()
    for number in range(2):
        texts: list[str] = []
        features = []
        for _ in range(60):
            text = random.Random(len(texts)).choice(["a", "b", "a b", ""])
            texts.append(text)
            pattern = np.zeros((60, 40))
            pattern[10:30] += 3.0 * ("a" in text)
            pattern[30:50] -= 3.0 * ("b" in text)
            features.append(pattern + rng.normal(0, 0.3, pattern.shape))
        lengths = np.full(60, 60)
        np.savez(
            tmp_path / "blocks" / f"block-{number:04d}.npz",
            features=np.concatenate(features).astype(np.float16),
            lengths=lengths,
            texts=texts,
        )
    return tmp_path


def test_a_stopped_run_goes_on(work: Path) -> None:
    told: list[str] = []
    trainer = Trainer(Store(work / "blocks", _says), RECIPE, _says, WORDS, work, told.append)
    before = trainer.watch(trainer.network)
    trainer.run(60)
    again = Trainer(Store(work / "blocks", _says), RECIPE, _says, WORDS, work, told.append)
    assert again.step == 60
    assert again.watch(again.network) == pytest.approx(trainer.watch(trainer.network), abs=1e-5)
    again.run(120)
    assert again.step == 120
    assert again.watch(again.network) > before + 0.3
    assert (trainer.frozen, again.frozen) == (True, True)
    assert len(told) == 2
    assert told[1].startswith("step 120: ")


def test_a_run_can_start_from_a_kept_network(work: Path) -> None:
    trainer = Trainer(Store(work / "blocks", _says), RECIPE, _says, WORDS, work, print)
    trainer.run(60)
    network, phones, contexts = load(work / "checkpoint.pt")
    state = {name: tensor.numpy() for name, tensor in network.state_dict().items()}
    start.write(work / "start.npz", start.Start(state, network.shape, contexts, phones))
    (work / "checkpoint.pt").unlink()
    read = start.read(work / "start.npz")
    again = Trainer(Store(work / "blocks", _says), RECIPE, _says, WORDS, work, print, read)
    assert (again.step, again.frozen, again.rate) == (0, True, 1e-3)
    assert again.watch(again.network) == pytest.approx(trainer.watch(trainer.averaged), abs=2e-3)
    wider = {**RECIPE, "network": {**RECIPE["network"], "width": 24, "narrow": 12}}
    grown = Trainer(Store(work / "blocks", _says), wider, _says, WORDS, work, print, read)
    assert (grown.network.shape["width"], grown.frozen) == (24, True)
    assert grown.watch(grown.network) == pytest.approx(again.watch(again.network), abs=1e-5)
    grown.run(20)
    assert float(grown.network.out.weight[:, 16:].abs().max()) > 1e-3  # the new units are heard
    with pytest.raises(PlainError, match="another network"):
        Trainer(Store(work / "blocks", _says), RECIPE, _says, WORDS, work, print, read)
    (work / "checkpoint.pt").unlink()
    deeper = {**RECIPE, "network": {**RECIPE["network"], "look": [1, 0, 0]}}
    assert not Trainer(Store(work / "blocks", _says), deeper, _says, WORDS, work, print, read).frozen


def test_the_network_is_what_its_numbers_say() -> None:
    numbers = tiny.state(3)
    network = Network(16, 8, tiny.LOOK, tiny.CONTEXTS.pdf_count)
    state = {name: torch.tensor(values, dtype=torch.float32) for name, values in numbers.items()}
    network.load_state_dict(state, strict=False)
    network.eval()
    cepstra = np.random.default_rng(1).normal(0, 10, (50, 40)).astype(np.float32)
    framed, count = network.framed(cepstra)
    with torch.no_grad():
        outputs = network(torch.from_numpy(framed)[None])[0].numpy()
    assert count == 17
    assert np.allclose(outputs, tiny.outputs(numbers, cepstra), atol=1e-3)
