"""Prepares blocks of augmented utterances: features, texts and sources, as the trainer picks them up.

Blocks are numbered files; each is reproducible from its number and the clips there are.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from models.train import manners
from models.train.augment import Surroundings, joined
from models.train.data import RATE, Clip, held_out, load, trimmed
from models.train.features import mfcc
from models.train.kokoro import Wave
from models.train.rooms import at_start, bank

SPEEDS = (0.85, 0.9, 0.95, 1, 1, 1, 1.05, 1.1, 1.15, 1.2)

SHORT = RATE * 3 // 2
"""Clips shorter than this (samples) may be joined with others."""

Recipe = Mapping[str, Any]


class Kitchen:
    """Everything an utterance is made of, loaded once; `utterance` makes one."""

    def __init__(self, pools: Mapping[str, Sequence[Clip]], recipe: Recipe, work: Path) -> None:
        self._pools = {name: [c for c in pool if not held_out(c)] for name, pool in pools.items()}
        self._recipe = recipe
        rng = random.Random("babble")
        talk = self._pools["talk"] + self._pools["wake"]
        shouts = [c for c in self._pools["neural"] if len(c.text.split()) <= 3]
        self._around = Surroundings(
            noises=[load(clip.path) for clip in self._pools["noise"]],
            voices=[load(clip.path)[: 4 * RATE] for clip in rng.sample(talk, min(120, len(talk)))],
            shouts=[trimmed(load(clip.path)) for clip in rng.sample(shouts, min(400, len(shouts)))],
            measured=[at_start(load(clip.path)) for clip in self._pools.get("room", [])],
            simulated=bank(work / "rooms.npy", recipe["blocks"]["simulated"]),
            odds=recipe["odds"],
        )

    def utterance(self, rng: random.Random) -> tuple[Any, str, str]:
        """(pcm, text, source): one clip, sometimes several, in some manner, somewhere.

        The source of a neural voice is its name, since British voices speak without some R.
        """
        shares = self._recipe["shares"]
        source = rng.choices(list(shares), list(shares.values()))[0]
        if source == "noise":
            return self._nobody(rng), "", "noise"
        clip = rng.choice(self._pools[source])
        wave, texts = self._spoken(clip, rng), [clip.text]
        if source in ("real", "neural") and len(wave) < SHORT and rng.random() < self._recipe["odds"]["joined"]:
            more = [rng.choice(self._pools[source]) for _ in range(rng.randint(1, 2))]
            wave = joined([wave, *(self._spoken(other, rng) for other in more)], rng)
            texts += [other.text for other in more]
        pcm = self._around.around(wave, rng, real=source != "neural")
        return pcm, " ".join(texts), clip.speaker if source == "neural" and len(texts) == 1 else source

    def _spoken(self, clip: Clip, rng: random.Random) -> Wave:
        wave, odds = _wave(clip.path), self._recipe["odds"]
        kind = rng.random()
        for name in ("shouted", "childlike", "whispered"):
            if kind < odds[name]:
                made: Wave = getattr(manners, name)(wave, rng)
                return made / (np.abs(made).max() + 1e-9)
            kind -= odds[name]
        return manners.faster(wave, rng.choice(SPEEDS))

    def _nobody(self, rng: random.Random) -> Any:
        wave = self._around.noise(int(RATE * rng.uniform(0.6, 2.5)), rng)
        if rng.random() < 0.1:
            return np.zeros(len(wave))
        return np.round(wave / np.abs(wave).max() * 10 ** (rng.uniform(-60, -3) / 20) * 32767)


@cache
def _wave(path: Path) -> Wave:
    return trimmed(load(path))


def block(kitchen: Kitchen, number: int, size: int, folder: Path) -> None:
    """Write the block `number` of `size` utterances to `folder`, whole or not at all."""
    rng = random.Random(f"block {number}")
    features, texts, sources = [], [], []
    while len(features) < size:
        pcm, text, source = kitchen.utterance(rng)
        frames = mfcc(pcm)
        if len(frames) > 10:
            features.append(frames.astype(np.float16))
            texts.append(text)
            sources.append(source)
    part = folder / f"block-{number:04d}.part.npz"
    lengths = np.array([len(frames) for frames in features])
    np.savez(part, features=np.concatenate(features), lengths=lengths, texts=texts, sources=sources)
    os.replace(part, folder / f"block-{number:04d}.npz")
