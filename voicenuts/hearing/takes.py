"""Further hearings of a stretch of speech, from which the recogniser may understand what it first did not.

The network sees every third frame only, and learnt from some throats more than from others: the same voice
begun a few milliseconds later, or a little lower or higher, is another one to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import soxr
from numpy.typing import NDArray

from voicenuts.values import RATE, samples

Words = list[dict[str, Any]]
"""The recogniser's words with `word`, `conf`, and `start` and `end` in seconds of what it was fed."""


@dataclass(frozen=True, slots=True)
class Take:
    """A hearing that begins `shift` samples later, of a voice `speed` times as high and as fast."""

    shift: int = 0
    speed: float = 1.0

    def of(self, wave: NDArray[np.int16]) -> NDArray[np.int16]:
        """What is heard of `wave`.

        >>> len(Take(160).of(np.zeros(1600, np.int16))), len(Take(speed=0.8).of(np.zeros(1600, np.int16)))
        (1440, 2000)
        """
        wave = wave[self.shift :]
        if self.speed == 1:
            return wave
        moved = soxr.resample(wave.astype(np.float32), RATE * self.speed, RATE)
        return np.asarray(np.clip(np.rint(moved), -32768, 32767), np.int16)

    def placed(self, words: Sequence[dict[str, Any]]) -> Words:
        """`words` of this hearing with their times in the wave itself.

        >>> Take(160, 0.5).placed([{"word": "go", "start": 1.0, "end": 2.0}])
        [{'word': 'go', 'start': 0.51, 'end': 1.01}]
        """
        return [word | {key: self._back(float(word[key])) for key in ("start", "end")} for word in words]

    def _back(self, seconds: float) -> float:
        return seconds * self.speed + self.shift / RATE


FIRST = Take()
LATER = (Take(samples(10)), Take(samples(20)))
"""One and two of the recogniser's frames later."""

OTHER_THROATS = (Take(speed=0.92), Take(speed=1.08))
"""Lower and higher by a twelfth: of what unseen voices say in noise and was not understood at first, the
former gives a fourth and the latter a sixth, a tenth of that wrong; either of `LATER` gives a fifth."""

TALK = samples(5000)
"""A stretch longer than this is talk or noise: hearing it again would only cost time."""

BRIEF = samples(2500)
"""Phrases are no longer, and only they are worth the time of `OTHER_THROATS`."""


def further(length: int) -> tuple[Take, ...]:
    """The takes worth their time for a voice of `length` samples."""
    return () if length > TALK else LATER + OTHER_THROATS if length <= BRIEF else LATER
