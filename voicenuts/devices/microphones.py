"""The microphones of one device as a stream of blocks."""

from __future__ import annotations

from typing import Any

import numpy as np

from voicenuts.devices import driver
from voicenuts.devices.listing import Device
from voicenuts.devices.resample import Block, Frames, Inward
from voicenuts.devices.ring import Ring
from voicenuts.values import RATE

RING_S = 2.0
"""Sound that may wait while the game thinks; what comes on top is lost and counted."""


class Microphones:
    """One input channel a seat; silent until `start`.

    `lost` counts frames that came faster than they were fetched, `overflows` the times the driver
    itself lost some: if either grows during a shout, the order of the shouts is in doubt.
    """

    def __init__(self, device: Device, seats: int) -> None:
        self.device = device
        self.overflows = 0
        self._ring = Ring(int(device.rate * RING_S), seats)
        self._inward = Inward(device.rate, seats)
        self._blocks: list[Block] = []
        self._ended = False
        self._stream = driver.stream(
            "InputStream", device, device.inlets(seats), self._callback, self._finished
        )

    @property
    def lost(self) -> int:
        """Frames (at the device's rate) that found no room."""
        return self._ring.lost

    def start(self) -> None:
        """Let sound in; PlainError when the device refuses."""
        driver.start(self._stream, self.device)

    def block(self) -> Block:
        """The next (480, seats) block, waited for; PlainError when the device has stalled or is gone."""
        while not self._blocks:
            while not len(self._ring):
                if self._ended or not self._ring.wait(driver.PATIENCE_S):
                    raise driver.stalled(self.device)
            frames: Frames = np.empty((len(self._ring), self._ring.channels), dtype=np.float32)
            self._ring.take(frames)
            self._blocks += self._inward.feed(frames)
        return self._blocks.pop(0)

    def close(self) -> None:
        """Let go of the device; may be called twice."""
        driver.close(self._stream)
        # A driver that never comes back keeps us, but not the resampler, which would complain at the end.
        self._inward = Inward(RATE, self._ring.channels)

    def _callback(self, incoming: Frames, frames: int, time: Any, status: Any) -> None:
        self._ring.put(incoming[:, : self._ring.channels])
        self.overflows += bool(status.input_overflow)

    def _finished(self) -> None:
        self._ended = True
        self._ring.wake()
