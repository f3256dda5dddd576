"""A voice for tests and dry runs: tone bursts instead of words, deterministic and instant."""

from __future__ import annotations

from concurrent.futures import Future

import numpy as np

from voicenuts.speaking.pcm import Pcm, dbfs, faded, ready, to_pcm
from voicenuts.values import RATE, samples


class FakeVoice:
    """Says every word as a short tone: 50 ms a letter at 180 words a minute, 30 ms between words."""

    name = "fake-1"

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str, rate: int) -> Future[Pcm]:
        """Tone bursts whose pitch and length depend on the words alone."""
        self.said.append(text)
        parts = [part for word in text.split() for part in (self._burst(word, rate), np.zeros(samples(30)))]
        return ready(to_pcm(np.concatenate(parts[:-1])) if parts else np.zeros(0, np.int16))

    def close(self) -> None:
        """Nothing to give back."""

    @staticmethod
    def _burst(word: str, rate: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        time = np.arange(samples(50 * len(word) * 180 / rate)) / RATE
        hertz = 200 + 10 * (sum(map(ord, word)) % 50)
        return faded(np.sin(2 * np.pi * hertz * time) * dbfs(-17))
