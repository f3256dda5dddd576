"""Live play: the loop from the microphones through the table to the loudspeaker.

Input and output are two streams, each at its device's own rate, because a table's microphones and its
loudspeaker are rarely one device.  The microphones set the pace.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

import numpy as np

from voicenuts.devices.listing import Device, choose
from voicenuts.devices.loudspeaker import Loudspeaker
from voicenuts.devices.microphones import Microphones
from voicenuts.devices.resample import Block

Process = Callable[[Block], Block | None]
"""One (480, seats) block in; one (480, 1 + ears) block out, or None when all is over."""


def route(block: Block, outlets: int, ears: int) -> Block:
    """The block for `outlets` channels of a device: everybody's first, then `ears` private ones.

    With no ears, or fewer outlets than they need, everybody's channel goes to all outlets, so that a
    secret is never heard aloud.
    """
    if ears and outlets > ears:
        routed = np.zeros((len(block), outlets), dtype=np.int16)
        routed[:, : 1 + ears] = block[:, : 1 + ears]
        return routed
    return np.repeat(block[:, :1], outlets, axis=1)


class Live:
    """Microphones, one for each of `channels`, and loudspeaker of a live table; a context manager.

    `source` and `sink` are parts of device names (None: the system's own choice).  `ears` afterwards
    is the number of private ears really served: as many as wanted, or none.  PlainError when a device
    cannot be had.
    """

    def __init__(self, seats: int, ears: int = 0, source: str | None = None, sink: str | None = None) -> None:
        self.channels = seats
        microphones = choose("input", source, seats)
        speaker = choose("output", sink, 1)
        self.ears = ears if speaker.outlets > ears else 0
        self._outlets = _outlets(speaker, self.ears)
        self.loudspeaker = Loudspeaker(speaker, self._outlets)
        try:
            self.microphones = Microphones(microphones, seats)
        except BaseException:
            self.loudspeaker.close()
            raise

    def run(self, process: Process) -> None:
        """Pass every block through `process` until it returns None, and let the rest be heard.

        PlainError when a device stalls for five seconds.
        """
        self.microphones.start()
        while (out := process(self.microphones.block())) is not None:
            self.loudspeaker.put(route(out, self._outlets, self.ears))
        self.loudspeaker.drain()

    def close(self) -> None:
        """Let go of both devices; may be called twice."""
        self.microphones.close()
        self.loudspeaker.close()

    def __enter__(self) -> Live:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def play_only(name: str | None = None) -> Loudspeaker:
    """A loudspeaker alone, mono or stereo; call `write` with every block, the device sets the pace."""
    device = choose("output", name, 1)
    return Loudspeaker(device, _outlets(device, 0))


def _outlets(speaker: Device, ears: int) -> int:
    """Channels to open: those needed for ears, else a plain pair."""
    return 1 + ears if ears else min(2, speaker.outputs)
