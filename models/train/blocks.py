"""Prepared blocks of utterances in memory, and batches of similar length drawn from them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.train.nnet3 import STRIDE
from models.train.phone_model import Words
from models.train.transcripts import Says, first_reading

TOGETHER = 6
"""Blocks that batches are mixed from at a time."""


@dataclass
class Block:
    """One block: utterance n is `features[starts[n]:starts[n + 1]]`; `readings` may be chosen anew."""

    features: NDArray[np.float16]
    starts: NDArray[np.int64]
    texts: list[str]
    readings: list[Words]
    usable: list[int] = field(default_factory=list)
    uses: int = 0
    selected: int = 0

    def cepstra(self, number: int) -> NDArray[np.float32]:
        """The (frames, 40) features of an utterance."""
        return self.features[self.starts[number] : self.starts[number + 1]].astype(np.float32)

    def noises(self) -> list[NDArray[np.float32]]:
        """The features of every utterance in which nobody speaks."""
        return [self.cepstra(n) for n, text in enumerate(self.texts) if not text]

    def frames(self, number: int) -> int:
        """How long an utterance is."""
        return int(self.starts[number + 1] - self.starts[number])


def read(path: Path, says: Says) -> Block:
    """A block file; utterances too short for their phones are not `usable`."""
    with np.load(path) as data:
        lengths = data["lengths"]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        texts = [str(text) for text in data["texts"]]
        features = data["features"]
    lines = [first_reading(text, says) for text in texts]
    phones = [sum(map(len, line)) for line in lines]
    usable = [n for n in range(len(texts)) if lengths[n] // STRIDE > phones[n] + 1]
    return Block(features, starts, texts, lines, usable)


def batches(
    block: Block, numbers: Sequence[int], size: int, frames: int, rng: random.Random
) -> list[list[int]]:
    """Utterances of similar length, at most `size` and at most about `frames` input frames together."""
    ordered = sorted(numbers, key=lambda n: block.frames(n) + rng.uniform(-15, 15))
    made: list[list[int]] = [[]]
    for number in ordered:
        made[-1].append(number)
        if len(made[-1]) >= size or len(made[-1]) * block.frames(number) > frames:
            made.append([])
    return [batch for batch in made if len(batch) > 8]


class Store:
    """The blocks of a folder as they appear; the least used come first.  Block 0 is kept to watch with."""

    def __init__(self, folder: Path, says: Says) -> None:
        self._folder, self._says = folder, says
        self.blocks: dict[str, Block] = {}
        self.refresh()

    def refresh(self) -> None:
        """Read blocks that are new."""
        for path in sorted(self._folder.glob("block-????.npz")):
            if path.name not in self.blocks:
                self.blocks[path.name] = read(path, self._says)

    @property
    def held(self) -> Block:
        """The block nothing is learnt from."""
        return self.blocks["block-0000.npz"]

    def draw(self, size: int, frames: int, rng: random.Random) -> Iterator[tuple[Block, list[int]]]:
        """The batches of some of the least used blocks, in random order."""
        learnt = [block for block in self.blocks.values() if block is not self.held]
        rng.shuffle(learnt)
        group = sorted(learnt, key=lambda block: block.uses)[:TOGETHER]
        drawn = [
            (block, batch) for block in group for batch in batches(block, block.usable, size, frames, rng)
        ]
        for block in group:
            block.uses += 1
        rng.shuffle(drawn)
        yield from drawn
