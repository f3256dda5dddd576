"""Trains the network on prepared blocks, resumable at any time, and keeps a running average of it."""

from __future__ import annotations

import itertools
import math
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from models.train.blocks import Block, Store, batches
from models.train.loss import Objective
from models.train.network import Network
from models.train.phone_model import PhoneModel, estimate, strand
from models.train.start import Start, grown
from models.train.transcripts import Says, readings
from models.train.vary import varied
from models.train.word_tree import Word, plant
from voicenuts.errors import PlainError
from voicenuts.modelling.phones import Contexts

WATCHED = 240
"""Utterances of the held block that progress is measured on."""

SETTLING = 16
"""Batches that the averaged network is measured on."""

SMALL = 5e-5
"""Weight of the squared outputs in the loss: it keeps them from drifting."""

Tell = Callable[[str], None]


class Trainer:
    """One training run in the folder `work`; `run` goes on from its checkpoint if there is one.

    `words` are the kinds of words, with their weights, that every transcript competes with.  A new run
    begins from the network `start` if that has the recipe's shape or is narrower, at a rate of its own and
    with normalisation as it is, else from nothing.
    """

    def __init__(
        self,
        store: Store,
        recipe: Mapping[str, Any],
        says: Says,
        words: Sequence[tuple[float, Sequence[Word]]],
        work: Path,
        tell: Tell,
        start: Start | None = None,
    ) -> None:
        self._store, self._numbers, self._says, self._tell = store, recipe["training"], says, tell
        self._path, self._vary = work / "checkpoint.pt", recipe["vary"]
        shape = recipe["network"]
        self.contexts = Contexts(tuple(tuple(phones) for phones in shape["contexts"]))
        self.network = Network(shape["width"], shape["narrow"], shape["look"], self.contexts.pdf_count)
        self.step, self.frozen, self.rate = 0, False, self._numbers["rate"]
        saved = torch.load(self._path, weights_only=False) if self._path.exists() else None
        if saved is not None and saved["shape"] != self.network.shape:
            raise PlainError(
                f"The checkpoint {self._path} is of another network than the recipe's: "
                "train in another folder, or remove it."
            )
        begun = self._begun(start) if saved is None and start else None
        if start and begun:
            self.model = start.phones
            self.network.load_state_dict(begun)
            self.frozen, self.rate = True, self._numbers["again"]
        elif saved is None:
            self.model = estimate(line for block in store.blocks.values() for line in block.readings)
            sample = store.held.features[:300000].astype(np.float32)
            self.network.mean = torch.from_numpy(sample.mean(0))
            self.network.deviation = torch.from_numpy(sample.std(0) + 1e-3)
        else:
            self.model = PhoneModel(**saved["phones"])
        self._averaging = get_ema_multi_avg_fn(self._numbers["average"])
        self.averaged = self._average()
        self._optimiser = torch.optim.AdamW(self.network.parameters(), lr=1e-3, weight_decay=1e-3)
        self._tree = plant(words, self._numbers["listed"], self.contexts)
        self._objective = Objective(self.model, self.contexts, self._tree)
        if saved is not None:
            self.network.load_state_dict(saved["network"])
            self.averaged.load_state_dict(saved["averaged"])
            self._optimiser.load_state_dict(saved["optimiser"])
            self.step, self.frozen, self.rate = saved["step"], saved["frozen"], saved["rate"]
            kept = saved["readings"]
            for name, block in store.blocks.items():
                if name in kept:
                    block.selected, block.readings = kept[name]

    def run(self, steps: int, shown: Callable[[Iterator[int]], Iterator[int]] = iter) -> None:
        """Train up to step `steps`; `shown` may wrap the steps in a progress bar."""
        rng = random.Random(f"step {self.step}")
        torch.manual_seed(self.step)
        drawn = self._batches(rng)
        total = seen = 0.0
        for step in shown(iter(range(self.step, steps))):
            self._pace(step, steps)
            if not self.frozen and step >= self._numbers["freeze"] * steps:
                self._freeze()
            block, batch = next(drawn)
            value, frames = self._learn(block, batch, rng)
            total, seen = total + value, seen + frames
            self.step = step + 1
            if self.step % 500 == 0 or self.step == steps:
                if not self.frozen:
                    self._settle()
                held = f"held {self.watch(self.network):.4f}, averaged {self.watch(self.averaged):.4f}"
                self._tell(
                    f"step {self.step}: trained {total / seen:.4f}, {held}, {len(self._store.blocks)} blocks"
                )
                total = seen = 0.0
                self.save()

    def watch(self, network: nn.Module) -> float:
        """The objective per output frame on utterances nothing is learnt from."""
        block, rng = self._store.held, random.Random(0)
        network.eval()
        total = frames = 0.0
        with torch.no_grad():
            for batch in batches(block, block.usable[:WATCHED], 60, 20000, rng):
                outputs, counts = self._outputs(network, block, batch, None)
                strands = [strand(block.readings[n], self.model, self.contexts, self._tree) for n in batch]
                logs, _ = self._objective.value(outputs.numpy(), counts, strands, False)
                total, frames = total + (logs[:, 0] - logs[:, 1]).sum(), frames + sum(counts)
        return total / max(1.0, frames)

    def _freeze(self) -> None:
        """From now on normalise as the finished model will, by fixed means and variances.

        Those of a batch of utterances alike in length tell more than a single utterance has: networks that
        were trained with them to the end were a third worse without (-0.115 for -0.081 a frame).
        """
        self.frozen = True
        self.averaged = self._average()

    def _begun(self, start: Start) -> dict[str, torch.Tensor] | None:
        """The network's state that goes on from `start`, which may be narrower; None if that cannot be."""
        if start.contexts != self.contexts:
            return None
        template = {name: value.numpy() for name, value in self.network.state_dict().items()}
        state = grown(start, template, self.network.shape)
        return None if state is None else {name: torch.from_numpy(value) for name, value in state.items()}

    def _average(self) -> AveragedModel:
        return AveragedModel(self.network, multi_avg_fn=self._averaging, use_buffers=True)

    def _learning(self) -> None:
        """Make the network ready to learn."""
        self.network.train()
        if self.frozen:
            for part in self.network.modules():
                if isinstance(part, nn.BatchNorm1d):
                    part.eval()

    def _settle(self) -> None:
        """Measure the averaged network's own means and variances: the average of others' is not them."""
        for part in self.averaged.modules():
            if isinstance(part, nn.BatchNorm1d):
                part.reset_running_stats()
                part.momentum = None  # a plain mean over all batches
        drawn = self._store.draw(self._numbers["batch"], self._numbers["frames"], random.Random(0))
        self.averaged.train()
        with torch.no_grad():
            for block, batch in itertools.islice(drawn, SETTLING):
                self._outputs(self.averaged, block, batch, None)

    def save(self) -> None:
        """Write the checkpoint, whole or not at all."""
        part = self._path.with_suffix(".part")
        state = {
            "network": self.network.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "shape": self.network.shape,
            "contexts": [list(phones) for phones in self.contexts.classes],
            "phones": asdict(self.model),
            "step": self.step,
            "frozen": self.frozen,
            "rate": self.rate,
            "readings": {name: (b.selected, b.readings) for name, b in self._store.blocks.items()},
        }
        torch.save(state, part)
        os.replace(part, self._path)

    def _batches(self, rng: random.Random) -> Iterator[tuple[Block, list[int]]]:
        every = self._numbers["reselect"]
        while True:
            self._store.refresh()
            if self.step > every // 2:
                for block in self._store.blocks.values():
                    if not block.selected or self.step - block.selected > 4 * every:
                        self._select(block)
                        block.selected = self.step
            yield from self._store.draw(self._numbers["batch"], self._numbers["frames"], rng)

    def _learn(self, block: Block, batch: list[int], rng: random.Random) -> tuple[float, int]:
        self._learning()
        outputs, counts = self._outputs(self.network, block, batch, rng)
        strands = [strand(block.readings[n], self.model, self.contexts, self._tree) for n in batch]
        value = self._objective.of(outputs, counts, strands)
        frames = sum(counts)
        real = torch.arange(outputs.shape[1])[None] < torch.tensor(counts)[:, None]
        loss = (SMALL * ((outputs**2).sum(2) * real).sum() - value) / frames
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # PyTorch's
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self._optimiser.step()
        self.averaged.update_parameters(self.network)
        return float(value.detach()), frames

    def _outputs(
        self, network: nn.Module, block: Block, batch: list[int], rng: random.Random | None
    ) -> tuple[torch.Tensor, list[int]]:
        """Outputs and their counts; with `rng` varied, begun 0-2 frames later, stretches blotted out."""
        noises = block.noises() if rng else []
        framed = [
            self.network.framed(varied(block.cepstra(n), rng, self._vary, noises), rng.randrange(3))
            if rng
            else self.network.framed(block.cepstra(n))
            for n in batch
        ]
        longest = max(len(frames) for frames, _ in framed)
        x = np.stack([np.pad(f, ((0, longest - len(f)), (0, 0)), mode="edge") for f, _ in framed])
        if rng:
            for row in x:
                if rng.random() < 0.3:
                    at = rng.randrange(longest)
                    row[at : at + rng.randint(3, 15)] = self.network.mean.numpy()
        outputs: torch.Tensor = network(torch.from_numpy(x))
        return outputs, [count for _, count in framed]

    def _select(self, block: Block) -> None:
        """Take for each utterance the pronunciations that fit it best."""
        self.network.eval()
        with torch.no_grad():
            for batch in batches(block, block.usable, 64, 20000, random.Random(0)):
                several = [(n, r) for n in batch if len(r := readings(block.texts[n], self._says)) > 1]
                if not several:
                    continue
                outputs, counts = self._outputs(self.network, block, [n for n, _ in several], None)
                for (number, lines), y, count in zip(several, outputs.numpy(), counts, strict=True):
                    block.readings[number] = self._best(lines, y[:count])

    def _best(self, lines: Sequence[Any], y: Any) -> Any:
        strands = [strand(line, self.model, self.contexts, self._tree) for line in lines]
        scores = [self._objective.along(y, s) for s in strands]
        return lines[int(np.argmax(scores))]

    def _pace(self, step: int, steps: int) -> None:
        """A rate that warms up, then falls along a cosine to a hundredth."""
        warm = min(1.0, (step + 1) / self._numbers["warm"])
        fall = 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * step / steps))
        for group in self._optimiser.param_groups:
            group["lr"] = self.rate * warm * fall
