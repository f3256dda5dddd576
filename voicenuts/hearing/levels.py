"""Levels of all channels, and what each mouth and the loudspeaker leak into the other microphones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voicenuts.values import RATE

FRAME = RATE // 100
"""Samples in one 10 ms frame, the grain of every level decision."""

SILENCE_DB = -90.0
"""The level given to digital silence (dB full scale)."""

Levels = NDArray[np.float64]


def frame_levels(block: NDArray[np.int16]) -> Levels:
    """RMS level in dB full scale per 10 ms frame: (frames, channels) from (samples, channels).

    The first difference is taken first: it removes offset and hum, and lifts the consonants by
    which a word begins.
    """
    wave = np.diff(block.astype(np.float64), axis=0, prepend=block[:1].astype(np.float64)) / 32768.0
    frames = wave.reshape(-1, FRAME, block.shape[1])
    power = np.mean(frames * frames, axis=1)
    return np.asarray(np.maximum(10.0 * np.log10(power + 1e-12), SILENCE_DB))


class Floors:
    """The noise floor of each channel (dB): falls at once, rises slowly, slower still under a voice."""

    START_DB = -60.0
    FALL = 0.2
    RISE = 0.02
    RISE_UNDER_VOICE_DB = 0.01

    def __init__(self, channels: int) -> None:
        self.db: Levels = np.full(channels, self.START_DB)

    def update(self, level: Levels, active: NDArray[np.bool_]) -> None:
        """Take in one frame; `active` marks channels that carry a voice now."""
        gap = level - self.db
        quiet = np.where(gap < 0, self.FALL * gap, self.RISE * np.minimum(gap, 20.0))
        self.db += np.where(active & (gap > 0), self.RISE_UNDER_VOICE_DB, quiet)


class Leak:
    """How loud a source (loudspeaker or another mouth) arrives on each channel, learnt from play.

    Keeps, per channel, a slowly forgetting histogram of (channel level - source level) over frames in
    which the source alone is plausible, and answers with a high quantile of it: people talking over
    the source are a minority of frames and do not move it.
    """

    LOW_DB, HIGH_DB, STEP_DB = -70.0, 20.0, 1.0
    QUANTILE = 0.8
    PRIOR_FRAMES = 30.0
    MEMORY = 0.9995

    def __init__(self, channels: int, prior_db: float) -> None:
        bins = int((self.HIGH_DB - self.LOW_DB) / self.STEP_DB) + 1
        self._counts = np.zeros((bins, channels))
        self._counts[self._bin(np.full(channels, prior_db)), np.arange(channels)] = self.PRIOR_FRAMES
        self._channels = np.arange(channels)
        self.db: Levels = np.full(channels, prior_db)

    def _bin(self, db: Levels) -> NDArray[np.intp]:
        clipped = np.clip(db, self.LOW_DB, self.HIGH_DB)
        return np.asarray(np.rint((clipped - self.LOW_DB) / self.STEP_DB), dtype=np.intp)

    def learn(self, difference: Levels, channels: NDArray[np.bool_]) -> None:
        """Take in one frame of level differences (dB) for the marked channels."""
        if not channels.any():
            return
        at = self._bin(difference)[channels]
        which = self._channels[channels]
        self._counts[:, which] *= self.MEMORY
        self._counts[at, which] += 1.0
        share = np.cumsum(self._counts[:, which], axis=0)
        index = np.argmax(share >= self.QUANTILE * share[-1], axis=0)
        self.db[which] = self.LOW_DB + index * self.STEP_DB

    def shift(self, by: Levels) -> None:
        """From now on the source arrives so much louder (dB per channel), as filters that changed tell."""
        for channel, steps in enumerate(np.rint(by / self.STEP_DB).astype(int)):
            moved = np.roll(self._counts[:, channel], steps)
            if steps > 0:
                moved[steps] += moved[:steps].sum()
                moved[:steps] = 0.0
            elif steps < 0:
                moved[steps - 1] += moved[steps:].sum()
                moved[steps:] = 0.0
            self._counts[:, channel] = moved
            self.db[channel] = np.clip(self.db[channel] + steps * self.STEP_DB, self.LOW_DB, self.HIGH_DB)
