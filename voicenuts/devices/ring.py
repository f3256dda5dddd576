"""A ring of frames between the sound driver's thread and ours."""

from __future__ import annotations

import threading

import numpy as np

from voicenuts.devices.resample import Frames


class Ring:
    """One thread puts frames in, one takes them out; neither ever waits inside `put` or `take`.

    Memory is allocated once.  `lost` counts frames that found no room, `missing` frames that were
    asked for in vain.
    """

    def __init__(self, capacity: int, channels: int) -> None:
        self._frames: Frames = np.zeros((capacity, channels), dtype=np.float32)
        self._put = 0
        self._taken = 0
        self._moved = threading.Event()
        self.channels = channels
        self.lost = 0
        self.missing = 0

    def __len__(self) -> int:
        return self._put - self._taken

    @property
    def room(self) -> int:
        """Frames that can be put now."""
        return len(self._frames) - len(self)

    def put(self, frames: Frames) -> None:
        """Copy frames in; those without room are dropped and counted."""
        count = min(len(frames), self.room)
        at = self._put % len(self._frames)
        first = min(count, len(self._frames) - at)
        self._frames[at : at + first] = frames[:first]
        self._frames[: count - first] = frames[first:count]
        self._put += count
        self.lost += len(frames) - count
        self._moved.set()

    def take(self, into: Frames) -> None:
        """Fill `into`; what is missing becomes silence and is counted."""
        count = min(len(into), len(self))
        at = self._taken % len(self._frames)
        first = min(count, len(self._frames) - at)
        into[:first] = self._frames[at : at + first]
        into[first:count] = self._frames[: count - first]
        into[count:] = 0.0
        self._taken += count
        self.missing += len(into) - count
        self._moved.set()

    def wake(self) -> None:
        """End a wait although nothing moved."""
        self._moved.set()

    def wait(self, timeout_s: float) -> bool:
        """Wait until something has been put or taken since the last wait; False after `timeout_s`."""
        moved = self._moved.wait(timeout_s)
        self._moved.clear()
        return moved
