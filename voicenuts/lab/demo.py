"""A whole game by recorded players: heard, written to a stereo file and told as captions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from voicenuts import resources
from voicenuts.devices.files import BlockWriter
from voicenuts.lab import virtual, voices
from voicenuts.lab.room import Room
from voicenuts.lab.script import Utterance
from voicenuts.lab.virtual import Record
from voicenuts.lab.voices import Wave
from voicenuts.table.captions import Captions
from voicenuts.table.session import Session

EAR_GAIN = 0.35
"""How loud a whisper into a private ear is in the mix, against the loudspeaker."""


class Plays(Protocol):
    """A loudspeaker: takes blocks and sets the pace."""

    def write(self, block: NDArray[np.int16]) -> None:
        """Play one block, waiting while the device is busy."""
        ...


def show(session: Session, sound: Path, loudspeaker: Plays | None, write: Callable[[str], None]) -> Record:
    """Play the session's game to its end by recorded voices; captions go to `write`, a line per utterance."""
    setup, cast = session.setup, voices.load(resources.folder("voices"))
    captions = Captions(setup.names, session.table.game.SHOUTS, write, heard=False)

    def caption(at: int, what: Any) -> None:
        if isinstance(what, Utterance):
            captions.said(what.onset, what.seat, what.text, what.phrase)
        else:
            captions(at, what)

    session.table.observers.append(caption)
    players = virtual.cast(session, cast, setup.seed)
    with BlockWriter(sound, 2) as file:

        def sink(mouths: list[Wave], out: NDArray[np.int16]) -> None:
            block = stereo(mouths, out)
            file.write(block)
            if loudspeaker is not None:
                loudspeaker.write(block)

        return virtual.play(session, players, Room(seed=setup.seed, shared=setup.shared), [sink])


def stereo(mouths: Sequence[Wave], out: NDArray[np.int16]) -> NDArray[np.int16]:
    """One block as a listener in the middle of the table hears it: (480, 2) int16.

    Seats are panned from left to right, the loudspeaker stands in the middle, private ears are faint
    and on their seat's side.
    """
    seats = len(mouths)
    angles = np.linspace(0.15, 0.85, seats) * np.pi / 2
    pan = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    mixed = np.stack(mouths, axis=1).astype(np.float64) @ pan
    ears = out[:, 1 : 1 + seats].astype(np.float64) / 32768.0
    if ears.shape[1]:
        mixed += EAR_GAIN * ears @ pan
    mixed += 0.7 * out[:, :1].astype(np.float64) / 32768.0
    return np.asarray(np.clip(np.rint(mixed * 32767.0), -32768, 32767), dtype=np.int16)
