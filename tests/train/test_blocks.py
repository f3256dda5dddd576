"""Prepared blocks and the batches drawn from them."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from models.train.blocks import Store, batches, read
from models.train.transcripts import readings


def _says(word: str) -> list[tuple[int, ...]]:
    ways: dict[str, list[tuple[int, ...]]] = {"up": [(3, 4)], "again": [(1, 2, 3), (1, 2, 4)]}
    return ways[word]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    for number in range(9):
        lengths = rng.integers(30, 90, 40)
        lengths[0] = 6  # too short for its phones
        texts = ["again up" if n % 2 else "" for n in range(40)]
        texts[0] = "again up"
        features = rng.normal(size=(lengths.sum(), 40)).astype(np.float16)
        np.savez(tmp_path / f"block-{number:04d}.npz", features=features, lengths=lengths, texts=texts)
    (tmp_path / "block-0009.part.npz").write_bytes(b"half")
    return tmp_path


def test_a_block_reads_back(folder: Path) -> None:
    block = read(folder / "block-0000.npz", _says)
    assert block.readings[1] == ((1, 2, 3), (3, 4))
    assert block.readings[2] == ()
    assert block.usable == list(range(1, 40))
    assert block.cepstra(3).shape == (block.frames(3), 40)


def test_batches_hold_everything_usable_of_like_length(folder: Path) -> None:
    block = read(folder / "block-0001.npz", _says)
    made = batches(block, block.usable, 10, 16000, random.Random(1))
    assert sorted(n for batch in made for n in batch) == block.usable
    spans = [max(map(block.frames, batch)) - min(map(block.frames, batch)) for batch in made]
    assert max(spans) < 60
    few = batches(block, block.usable, 30, 600, random.Random(1))
    assert few
    assert all(len(batch) <= 21 for batch in few)


def test_the_least_used_blocks_come_first_and_one_is_kept(folder: Path) -> None:
    store, rng = Store(folder, _says), random.Random(0)
    assert len(store.blocks) == 9
    for _ in range(4):
        assert all(block is not store.held for block, _ in store.draw(16, 16000, rng))
    uses = [block.uses for block in store.blocks.values() if block is not store.held]
    assert (min(uses), max(uses)) == (3, 3)
    assert store.held.uses == 0


def test_all_readings_or_one_word_at_a_time() -> None:
    assert readings("again up", _says) == [((1, 2, 3), (3, 4)), ((1, 2, 4), (3, 4))]
    assert len(readings("again again again again", _says)) == 5
    assert readings("", _says) == [()]
