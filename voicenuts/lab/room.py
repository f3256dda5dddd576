"""The room of the virtual table: what each microphone picks up of every mouth and of the loudspeaker."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voicenuts.lab.voices import Wave
from voicenuts.values import BLOCK, samples


@dataclass(frozen=True, slots=True)
class Room:
    """A clean room with one close microphone per seat, or one `shared` by all in their midst.

    Levels are in dB relative to the source's own.

    `crosstalk_db` is a neighbour's voice at another microphone, `echo_db` the loudspeaker (None: ears
    only), `noise_db` the microphones' own noise (dB full scale).
    """

    crosstalk_db: float = -20.0
    echo_db: float | None = -28.0
    noise_db: float = -70.0
    seed: int = 0
    shared: bool = False


class Air:
    """Carries sound block by block: a (480,) block of each mouth and of the loudspeaker to microphones."""

    NEIGHBOUR_DELAY = samples(2.0)
    ECHO_DELAY = samples(6.0)

    def __init__(self, room: Room, seats: int) -> None:
        self._rng = np.random.default_rng(room.seed)
        self._noise = 10 ** (room.noise_db / 20)
        self._echo = 0.0 if room.echo_db is None else 10 ** (room.echo_db / 20)
        cross = 10 ** (room.crosstalk_db / 20)
        self._near = np.ones((seats, 1)) if room.shared else np.eye(seats)
        self._far = np.zeros((seats, 1)) if room.shared else np.full((seats, seats), cross) * (1 - self._near)
        self._last_mouths = np.zeros((BLOCK, seats))
        self._last_loudspeaker = np.zeros(BLOCK)

    def block(self, mouths: list[Wave], loudspeaker: NDArray[np.int16]) -> NDArray[np.int16]:
        """The microphones' (480, seats) int16 block, (480, 1) where they share one."""
        direct = np.stack(mouths, axis=1).astype(np.float64)
        played = loudspeaker.astype(np.float64) / 32768.0
        late = np.concatenate([self._last_mouths, direct])[
            BLOCK - self.NEIGHBOUR_DELAY : -self.NEIGHBOUR_DELAY
        ]
        echo = np.concatenate([self._last_loudspeaker, played])[BLOCK - self.ECHO_DELAY : -self.ECHO_DELAY]
        self._last_mouths, self._last_loudspeaker = direct, played
        heard = direct @ self._near + late @ self._far + self._echo * echo[:, None]
        heard += self._noise * self._rng.standard_normal(heard.shape)
        return np.asarray(np.clip(np.rint(heard * 32767.0), -32768, 32767), dtype=np.int16)
