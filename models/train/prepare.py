"""Prepares blocks of augmented utterances: features and texts, as the trainer picks them up.

Blocks are numbered files; each is reproducible from its number and the clips there are.
"""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from models.train import manners
from models.train.augment import Surroundings, joined
from models.train.data import RATE, Clip, held_out, load, trimmed, weights
from models.train.features import mfcc
from models.train.kokoro import Wave
from models.train.rooms import at_start, bank

log = logging.getLogger(__name__)

SPEEDS = (0.85, 0.9, 0.95, 1, 1, 1, 1.05, 1.1, 1.15, 1.2)

SHORT = RATE * 3 // 2
"""Clips shorter than this (samples) may be joined with others."""

SYNTHETIC = ("neural", "narrator", "earcons")
"""Pools that come dry."""

UNREADABLE = "left out, since it cannot be read: %s"

Recipe = Mapping[str, Any]


class Kitchen:
    """Everything an utterance is made of, loaded once; `utterance` makes one.

    With `held` only of the clips nothing is learnt from, else only of the others.
    """

    def __init__(
        self, pools: Mapping[str, Sequence[Clip]], recipe: Recipe, work: Path, held: bool = False
    ) -> None:
        watched = ("real", "neural")
        self._pools = {
            name: [c for c in pool if name not in watched or held_out(c) == held]
            for name, pool in pools.items()
        }
        self._weights = {name: list(accumulate(weights(pool))) for name, pool in self._pools.items()}
        self._odds = recipe["odds"]
        self._shares = {k: share for k, share in recipe["shares"].items() if k in (*pools, "noise")}
        rng = random.Random("babble")
        talk = self._pools.get("talk", []) + self._pools.get("wake", []) or self._pools["neural"]
        shouts = [c for c in self._pools["neural"] if len(c.text.split()) <= 3]
        self._around = Surroundings(
            noises=list(_loaded(self._pools.get("noise", []))),
            voices=[wave[: 4 * RATE] for wave in _loaded(rng.sample(talk, min(120, len(talk))))],
            shouts=[trimmed(wave) for wave in _loaded(rng.sample(shouts, min(400, len(shouts))))],
            measured=[at_start(wave) for wave in _loaded(self._pools.get("room", []))],
            simulated=bank(work / "rooms.npy", recipe["blocks"]["simulated"]),
            odds=recipe["odds"],
        )

    @property
    def counts(self) -> dict[str, int]:
        """Clips by pool."""
        return {name: len(pool) for name, pool in self._pools.items()}

    def utterance(self, rng: random.Random) -> tuple[Any, str]:
        """(pcm, text): one clip, sometimes several, in some manner, somewhere."""
        source = rng.choices(list(self._shares), list(self._shares.values()))[0]
        if source == "noise":
            return self._nobody(rng), ""
        wave, text = self._spoken(source, rng)
        texts = [text]
        if source in ("real", "neural") and len(wave) < SHORT and rng.random() < self._odds["joined"]:
            more = [self._spoken(source, rng) for _ in range(rng.randint(1, 2))]
            wave = joined([wave, *(other for other, _ in more)], rng)
            texts += [text for _, text in more]
        return self._around.around(wave, rng, real=source not in SYNTHETIC), " ".join(texts)

    def _spoken(self, source: str, rng: random.Random) -> tuple[Wave, str]:
        pool, odds = self._pools[source], self._odds
        clip = rng.choices(pool, cum_weights=self._weights[source])[0]
        try:
            wave = _wave(clip.path)
        except soundfile.LibsndfileError:
            log.warning(UNREADABLE, clip.path)
            pool.remove(clip)
            self._weights[source] = list(accumulate(weights(pool)))
            return self._spoken(source, rng)
        kind = rng.random()
        for name in ("another", "shouted", "childlike", "whispered"):
            if kind < odds[name]:
                made: Wave = getattr(manners, name)(wave, rng)
                return made / (np.abs(made).max() + 1e-9), clip.text
            kind -= odds[name]
        return manners.faster(wave, rng.choice(SPEEDS)), clip.text

    def _nobody(self, rng: random.Random) -> Any:
        wave = self._around.noise(int(RATE * rng.uniform(0.6, 2.5)), rng)
        if rng.random() < 0.1:
            return np.zeros(len(wave))
        return np.round(wave / np.abs(wave).max() * 10 ** (rng.uniform(-60, -3) / 20) * 32767)


def _loaded(clips: Iterable[Clip]) -> Iterator[Wave]:
    """The clips' sound, without those that cannot be read."""
    for clip in clips:
        try:
            yield load(clip.path)
        except soundfile.LibsndfileError:
            log.warning(UNREADABLE, clip.path)


@cache
def _wave(path: Path) -> Wave:
    return trimmed(load(path))


def block(kitchen: Kitchen, number: int, size: int, folder: Path) -> None:
    """Write the block `number` of `size` utterances to `folder`, whole or not at all."""
    rng = random.Random(f"block {number}")
    features: list[Any] = []
    texts: list[str] = []
    while len(features) < size:
        pcm, text = kitchen.utterance(rng)
        frames = mfcc(pcm)
        if len(frames) > 10:
            features.append(frames.astype(np.float16))
            texts.append(text)
    part = folder / f"block-{number:04d}.part.npz"
    lengths = np.array([len(frames) for frames in features])
    np.savez(part, features=np.concatenate(features), lengths=lengths, texts=texts)
    os.replace(part, folder / f"block-{number:04d}.npz")
