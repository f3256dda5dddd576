"""The loudspeaker (and private ears) of one device, taking blocks."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import numpy as np

from voicenuts.devices import driver
from voicenuts.devices.listing import Device
from voicenuts.devices.resample import Block, Frames, Outward
from voicenuts.devices.ring import Ring
from voicenuts.values import BLOCK, RATE

AHEAD = 3
"""Blocks of silence before the first sound, so that a late block is not heard as a gap (90 ms)."""

MOST_AHEAD = 12
"""Blocks that may pile up (a loudspeaker's clock may be slower than the microphones')."""

EASE = 5
"""With more blocks than this waiting, silent ones are left out: what is said next comes at once again."""

SILENT = 1e-4
"""Nothing above this (-80 dB full scale) is silence."""


def fitted(block: Block, channels: int) -> Block:
    """The block with exactly `channels`: one is copied to all, too many are mixed to one first."""
    wide = block.reshape(len(block), -1)
    if wide.shape[1] == channels:
        return wide
    mono = np.rint(wide.mean(axis=1, keepdims=True)).astype(np.int16)
    return np.repeat(mono, channels, axis=1)


class Loudspeaker:
    """Plays blocks, (480,) or (480, any), on `channels`; a context manager that plays out at its end.

    `put` never waits, for a loop whose pace the microphones set; `write` waits for room, for a loop
    that has no other pace.  `gaps` counts frames of silence played because no block was there in
    time, `dropped` frames that found no room.
    """

    def __init__(self, device: Device, channels: int) -> None:
        self.device = device
        self.channels = channels
        self._block_frames = int(np.ceil(BLOCK * device.rate / RATE))
        self._ring = Ring(MOST_AHEAD * self._block_frames, channels)
        self._outward = Outward(device.rate, channels)
        self._started = False
        self._ended = False
        self._refused = 0
        self._gaps: int | None = None
        self._stream = driver.stream("OutputStream", device, channels, self._callback, self._finished)

    @property
    def gaps(self) -> int:
        """Frames (at the device's rate) of silence where sound was due."""
        return self._ring.missing if self._gaps is None else self._gaps

    @property
    def dropped(self) -> int:
        """Frames (at the device's rate) that found no room."""
        return self._ring.lost

    def put(self, block: Block) -> None:
        """Queue a block; PlainError when the device has stalled or is gone."""
        frames = self._outward.feed(fitted(block, self.channels))
        self._refused = 0 if len(frames) <= self._ring.room else self._refused + 1
        if self._ended or self._refused * BLOCK >= driver.PATIENCE_S * RATE:
            raise driver.stalled(self.device)
        if len(self._ring) <= EASE * self._block_frames or np.abs(frames).max(initial=0.0) > SILENT:
            self._queue(frames)

    def write(self, block: Block) -> None:
        """Queue a block once there is room; PlainError as in `put`."""
        frames = self._outward.feed(fitted(block, self.channels))
        while len(frames) > self._ring.room:
            if self._ended or not self._ring.wait(driver.PATIENCE_S):
                raise driver.stalled(self.device)
        self._queue(frames)

    def _queue(self, frames: Frames) -> None:
        if not len(self._ring):
            # At the start and after a gap: get ahead (again), or every later block is a bit late too.
            self._ring.put(np.zeros((AHEAD * self._block_frames, self.channels), dtype=np.float32))
        self._ring.put(frames)
        if not self._started:
            self._started = True
            driver.start(self._stream, self.device)

    def drain(self) -> None:
        """Wait until everything queued has been played (or the device has stalled); put nothing after."""
        self._gaps = self.gaps
        while self._started and len(self._ring) and not self._ended:
            if not self._ring.wait(driver.PATIENCE_S):
                return
        if self._started and not self._ended:
            driver.stop(self._stream)

    def close(self) -> None:
        """Let go of the device at once; may be called twice."""
        driver.close(self._stream)
        # A driver that never comes back keeps us, but not the resampler, which would complain at the end.
        self._outward = Outward(RATE, self.channels)

    def __enter__(self) -> Loudspeaker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.drain()
        finally:
            self.close()

    def _callback(self, outgoing: Frames, frames: int, time: Any, status: Any) -> None:
        self._ring.take(outgoing)

    def _finished(self) -> None:
        self._ended = True
        self._ring.wake()
