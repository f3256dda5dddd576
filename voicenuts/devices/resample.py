"""Between any sample rate outside and the table's 16 kHz blocks inside, as a stream."""

from __future__ import annotations

import numpy as np
import soxr
from numpy.typing import NDArray

from voicenuts.values import BLOCK, RATE

Frames = NDArray[np.float32]
"""(frames, channels), full scale at 1.0."""

Block = NDArray[np.int16]
"""(480, channels) at 16 kHz."""


class Inward:
    """Frames of any length at `rate` in, whole blocks out; louder than full scale is clipped.

    16-bit sound that is at 16 kHz already comes through unchanged.
    """

    def __init__(self, rate: float, channels: int) -> None:
        self._stream = None if rate == RATE else soxr.ResampleStream(rate, RATE, channels, dtype="float32")
        self._rest: Frames = np.zeros((0, channels), dtype=np.float32)

    def feed(self, frames: Frames, last: bool = False) -> list[Block]:
        """The blocks these frames complete; with `last` also the rest, filled up with silence."""
        fresh = frames if self._stream is None else self._stream.resample_chunk(frames, last=last)
        pending = np.concatenate([self._rest, fresh])
        short = -len(pending) % BLOCK
        if last and short:
            pending = np.pad(pending, ((0, short), (0, 0)))
        whole = len(pending) // BLOCK * BLOCK
        self._rest = pending[whole:]
        scaled = np.clip(np.rint(pending[:whole] * 32768.0), -32768, 32767).astype(np.int16)
        return [scaled[at : at + BLOCK] for at in range(0, whole, BLOCK)]


class Outward:
    """Blocks in, frames at `rate` out."""

    def __init__(self, rate: float, channels: int) -> None:
        self._stream = None if rate == RATE else soxr.ResampleStream(RATE, rate, channels, dtype="float32")

    def feed(self, block: Block) -> Frames:
        """The frames this block makes; the resampler holds a few milliseconds back."""
        frames = block.astype(np.float32) / np.float32(32768.0)
        return frames if self._stream is None else np.asarray(self._stream.resample_chunk(frames))
