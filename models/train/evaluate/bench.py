"""What every test is given."""

from __future__ import annotations

import random
from dataclasses import dataclass

from models.train.evaluate.corpus import Corpus
from models.train.evaluate.ears import Ears
from models.train.evaluate.prepared import Prepared, Sample
from models.train.evaluate.sound import LEAD, Wave, clean, pcm

CONDITIONS = ("clean", "noisy")


@dataclass(frozen=True, slots=True)
class Bench:
    """A model, the recordings, and the audio made of them; `quick` asks for fewer clips."""

    ears: Ears
    corpus: Corpus
    prepared: Prepared
    quick: bool = False

    def sample(
        self, text: str, who: str, how: str, wave: Wave, rng: random.Random, lead: int = LEAD
    ) -> Sample:
        """A trimmed voice in the clean or noisy condition named by the first word of `how`."""
        if how.startswith("noisy"):
            lead, whole = LEAD, self.corpus.surroundings.noisy(wave, rng)
        else:
            whole = clean(wave, rng, lead)
        return Sample(text, who, how, pcm(whole), lead, lead + len(wave))

    def fewer(self, samples: list[Sample], quick: int) -> list[Sample]:
        """All samples, or every `quick`-th when it has to be quick."""
        return samples[::quick] if self.quick else samples


def chance(*names: object) -> random.Random:
    """A generator that is always the same for the same names."""
    return random.Random(" ".join(map(str, names)))
