"""A player's mouth: plays voice clips onto one channel, sample by sample."""

from __future__ import annotations

import numpy as np
import soxr

from voicenuts.lab.script import Utterance
from voicenuts.lab.voices import Clip, Wave
from voicenuts.values import BLOCK, RATE, samples

LETTER = samples(60)
"""To say a letter takes this long, about."""


class Mouth:
    """Says one clip after the other; `busy_until` is the sample at which it falls silent."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.busy_until = 0
        self._saying: list[tuple[int, Wave]] = []

    def say(
        self, clip: Clip, at: int, phrase: str | None, pace: float = 1.0, *, mumbled: bool = False
    ) -> Utterance:
        """Speak so that the sound itself (not the clip's lead) begins at `at`, or after what is said now.

        `pace` above 1 is faster and higher, as when somebody says a thing again with more stress.
        """
        clip = clip if pace == 1.0 else _at_pace(clip, pace)
        start = max(at - clip.onset, self.busy_until)
        self._saying.append((start, clip.wave))
        self.busy_until = start + len(clip.wave)
        return Utterance(self.seat, clip.text, phrase, start + clip.onset, start + clip.end, mumbled)

    def write(self, text: str, at: int, phrase: str) -> Utterance:
        """Say nothing for as long as it would take to say it: the table is to be handed the text."""
        start = max(at, self.busy_until)
        self.busy_until = start + LETTER * len(text)
        return Utterance(self.seat, text, phrase, start, self.busy_until, written=True)

    def block(self, at: int) -> Wave:
        """The (480,) samples of the block that starts at sample `at`."""
        out = np.zeros(BLOCK, dtype=np.float32)
        for start, wave in self._saying:
            first, last = max(start, at), min(start + len(wave), at + BLOCK)
            if first < last:
                out[first - at : last - at] += wave[first - start : last - start]
        self._saying = [(start, wave) for start, wave in self._saying if start + len(wave) > at + BLOCK]
        return out


def _at_pace(clip: Clip, pace: float) -> Clip:
    wave = np.asarray(soxr.resample(clip.wave, RATE * pace, RATE), dtype=np.float32)
    return Clip(clip.text, wave, round(clip.onset / pace), round(clip.end / pace))
