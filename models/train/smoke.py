"""`python -m models.train.smoke DATA`: the whole recipe in three minutes on a handful of clips.

It prepares, trains, exports and listens: a tiny model must hear at least half of the clips it was made of.
It says nothing about quality, only that every step works and the written model hears what it was taught.
"""

from __future__ import annotations

import json
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import torch

from models.train.__main__ import HERE, competitors, speller
from models.train.blocks import Store
from models.train.data import Clip, clips, load
from models.train.export import export
from models.train.prepare import Kitchen, block
from models.train.trainer import Trainer
from voicenuts.hearing.model import Model

SMALL: dict[str, dict[str, Any]] = {
    "network": {"width": 96, "narrow": 32, "look": [1, 0, 1, 0], "contexts": [["AA", "AE", "IY"]]},
    "training": {"rate": 5e-3, "warm": 50, "batch": 32, "reselect": 200, "freeze": 0.7, "average": 0.98},
    "blocks": {"simulated": 6},
    "odds": {
        "another": 0,
        "shouted": 0,
        "whispered": 0,
        "childlike": 0,
        "neighbour": 0,
        "room": 0.2,
        "noise": 0.3,
    },
    "vary": {"throat": 0.2, "microphone": 0.2, "noise": 0.1, "band": 0.1},
}
"""What replaces numbers of the recipe."""

STEPS, BLOCKS, UTTERANCES = 700, 3, 400

ENOUGH = 0.5
"""Of the clips that were learnt from."""


def smoke(data: Path, work: Path) -> tuple[int, int]:
    """(heard, all) clips of `data` after training in `work`."""
    recipe = tomllib.loads((HERE / "en" / "recipe.toml").read_text(encoding="utf-8"))
    for part, numbers in SMALL.items():
        recipe[part] |= numbers
    pools = clips([data], [data / "kokoro"])
    (work / "blocks").mkdir()
    kitchen = Kitchen(pools, recipe, work)
    for number in range(BLOCKS):
        block(kitchen, number, UTTERANCES, work / "blocks")
    torch.set_num_threads(1)
    says = speller(HERE / "en" / "lexicon.txt")
    words = competitors(HERE / "en", recipe["training"]["known"])
    trainer = Trainer(Store(work / "blocks", says), recipe, says, words, work, print)
    trainer.run(STEPS)
    trainer.save()
    export(work / "checkpoint.pt", HERE / "en" / "recipe.toml", work / "model")
    spoken = [clip for pool in pools.values() for clip in pool if clip.text]
    return sum(_heard(Model(work / "model"), clip, spoken) for clip in spoken), len(spoken)


def _heard(model: Model, clip: Clip, spoken: list[Clip]) -> bool:
    grammar = json.dumps([*sorted({other.text for other in spoken}), "[unk]"])
    recogniser = model.recogniser(grammar, 16000)
    edge = np.zeros(6400, np.float32)
    wave = np.concatenate([edge, load(clip.path) * 0.3, edge])
    recogniser.AcceptWaveform((wave * 32767).astype(np.int16).tobytes())
    return str(json.loads(recogniser.FinalResult())["text"]) == clip.text


def main(data: str) -> int:
    """0 if enough clips are heard."""
    with tempfile.TemporaryDirectory() as work:
        heard, spoken = smoke(Path(data), Path(work))
    print(f"heard {heard} of {spoken} clips; needed {ENOUGH:.0%}")
    return 0 if heard >= ENOUGH * spoken else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
