"""Who speaks into which channel, and how loud: between the devices' channels and the table's seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

USUAL_DB: Final = -35.0
"""A well-set microphone gives voices this level (dB, first difference)."""
MOST_GAIN_DB: Final = 15.0
"""More than this is not evened out: it would lift noise to the height of voices."""


@dataclass(frozen=True, slots=True)
class Seating:
    """For each seat the device's channel and the gain (dB) that brings its voice to the usual level."""

    channels: tuple[int, ...]
    gains_db: tuple[float, ...]

    @classmethod
    def plain(cls, seats: int) -> Seating:
        """Seats as the device counts them, as loud as they are."""
        return cls(tuple(range(seats)), (0.0,) * seats)

    @classmethod
    def measured(cls, channels: Sequence[int], levels_db: Sequence[float]) -> Seating:
        """Seats on these channels whose voices were this loud.

        >>> Seating.measured([2, 0], [-41.0, -80.0]).gains_db
        (6.0, 15.0)
        """
        gains = (USUAL_DB - level for level in levels_db)
        return cls(tuple(channels), tuple(min(max(gain, -MOST_GAIN_DB), MOST_GAIN_DB) for gain in gains))

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Seating:
        """What `as_dict` made; KeyError, TypeError or ValueError for anything else."""
        channels = tuple(int(channel) for channel in kept["channels"])
        gains = tuple(float(gain) for gain in kept["gains_db"])
        if len(channels) != len(gains) or min(channels) < 0 or not all(abs(g) <= MOST_GAIN_DB for g in gains):
            raise ValueError(f"{kept!r} is no seating")
        return cls(channels, gains)

    def as_dict(self) -> dict[str, Any]:
        """In JSON's values."""
        return {"channels": list(self.channels), "gains_db": list(self.gains_db)}

    @property
    def least_channels(self) -> int:
        """How many channels a device needs at the least."""
        return max(self.channels) + 1

    def to_table(self, block: NDArray[np.int16]) -> NDArray[np.int16]:
        """The device's (480, channels) block as the table's (480, seats)."""
        return np.ascontiguousarray(block[:, list(self.channels)])

    def to_room(self, out: NDArray[np.int16], channels: int) -> NDArray[np.int16]:
        """The table's (480, 1 + ears) block for a device with an ear to each of its `channels`."""
        room = np.zeros((len(out), 1 + channels), dtype=np.int16)
        room[:, 0] = out[:, 0]
        for ear, channel in zip(range(1, out.shape[1]), self.channels, strict=False):
            room[:, 1 + channel] = out[:, ear]
        return room
