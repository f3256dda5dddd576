"""A real room round a table, simulated: every microphone hears everybody, the loudspeaker and the noise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from voicenuts.lab import noises
from voicenuts.lab.convolver import Convolver, Drift, Sound, gain_db
from voicenuts.lab.responses import Ear, Place, Responses, delay, respond
from voicenuts.lab.room import Air, Room
from voicenuts.lab.voices import LOUDNESS_DB, Wave
from voicenuts.values import BLOCK


class Microphone(NamedTuple):
    """Where a seat's microphone is: metres before and below the mouth; a cardioid points at the mouth."""

    before_m: float
    below_m: float
    cardioid: bool = False


MICROPHONES: Final = {
    "close": Microphone(0.04, 0.01),
    "lapel": Microphone(0.03, 0.20),
    "omni": Microphone(0.22, 0.20),
    "cardioid": Microphone(0.22, 0.20, cardioid=True),
}
"""Headset, clipped to the chest, and two kinds on a stand on the table, 30 cm before the mouth."""

LOUDSPEAKERS: Final = {"table": "in the middle of the table", "shelf": "on a shelf in a corner"}
"""Where the loudspeaker may be."""

TABLE_M: Final = 0.74
"""Height of a table."""

SHELF_M: Final = 1.3

MOUTH_M: Final = 1.15
"""Height of a sitting player's mouth."""

RADIUS_M: Final = 0.62
"""From the middle of the table to a mouth."""

WALL_M: Final = 0.4
"""Shelf and noise are at least so far from the walls."""


@dataclass(frozen=True, slots=True)
class Space:
    """A room with a table of two to four seats, one microphone each; `seed` varies sizes and places.

    A mouth arrives at its own microphone at the clip's own level, direct and reverberant sound together;
    everything else is relative to that.  What is played arrives at the microphones, on average,
    `loudspeaker_db` louder than a player would whose clips were as loud (None: ears only).  `noise` names a
    recording that comes from one place, at the microphones, on average, `snr_db` below the players' voices.
    `sensor_db` is the microphones' own noise (dB full scale).  `drift_ppm` (devices with clocks of their own)
    and `gains_db` are per channel, none: 0.
    """

    microphone: str = "lapel"
    rt60_s: float = 0.4
    loudspeaker: str = "table"
    loudspeaker_db: float | None = -6.0
    noise: str | None = None
    snr_db: float = 10.0
    sensor_db: float = -70.0
    drift_ppm: tuple[float, ...] = ()
    gains_db: tuple[float, ...] = ()
    seed: int = 0


class Layout(NamedTuple):
    """Where everything is; a room as `respond` wants it."""

    sides_m: Place
    rt60_s: float
    mouths: tuple[Place, ...]
    ears: tuple[Ear, ...]
    loudspeaker: Place
    noise: Place


@lru_cache(maxsize=64)
def layout(space: Space, seats: int) -> Layout:
    """Sizes and places by the seed; whatever the microphones, the same people sit in the same places."""
    rng = np.random.default_rng([space.seed, seats])
    sides = (float(rng.uniform(4.2, 6.0)), float(rng.uniform(3.4, 4.6)), float(rng.uniform(2.4, 2.6)))
    middle = np.array([sides[0] / 2, sides[1] / 2]) + rng.uniform(-0.4, 0.4, 2)
    turned = float(rng.uniform(0, 2 * math.pi))
    kind = MICROPHONES[space.microphone]
    mouths, ears = [], []
    for seat in range(seats):
        angle = turned + 2 * math.pi * seat / seats + float(rng.uniform(-0.1, 0.1))
        out = np.array([math.cos(angle), math.sin(angle)])
        radius, height = RADIUS_M + float(rng.uniform(-0.05, 0.05)), MOUTH_M + float(rng.uniform(-0.05, 0.05))
        mouth = _place(middle + out * radius, height)
        near = 1 + float(rng.uniform(-0.15, 0.15))
        ear = _place(middle + out * (radius - near * kind.before_m), height - near * kind.below_m)
        mouths.append(mouth)
        ears.append(Ear(ear, mouth if kind.cardioid else None))
    on_table = _place(middle + rng.uniform(-0.1, 0.1, 2), TABLE_M + 0.1)
    shelf = _place(np.array([WALL_M, WALL_M]), SHELF_M)
    corner = (int(rng.integers(2)), float(rng.uniform(WALL_M, sides[1] - WALL_M)))
    noise = (WALL_M if corner[0] else sides[0] - WALL_M, corner[1], 1.0)
    loudspeaker = on_table if space.loudspeaker == "table" else shelf
    return Layout(sides, space.rt60_s, tuple(mouths), tuple(ears), loudspeaker, noise)


@lru_cache(maxsize=16)
def _raw(plan: Layout, seed: int) -> Responses:
    """Kept for all spaces that differ in levels, noise or clocks only."""
    return respond(plan, [*plan.mouths, plan.loudspeaker, plan.noise], plan.ears, seed)


def responses(space: Space, seats: int) -> Responses:
    """(microphones, seats + 2, samples): every mouth, loudspeaker and noise, at the levels asked for."""
    plan = layout(space, seats)
    raw = _raw(plan, space.seed)
    own = gain_db(raw)[np.arange(seats), np.arange(seats)]
    levelled = raw * 10 ** (-own[:, None, None] / 20)
    arrives = gain_db(levelled).mean(axis=0)
    wanted = np.zeros(seats + 2)
    wanted[seats] = -np.inf if space.loudspeaker_db is None else space.loudspeaker_db - arrives[seats]
    wanted[seats + 1] = -np.inf if space.noise is None else -space.snr_db - arrives[seats + 1]
    return np.asarray(levelled * 10 ** (wanted[None, :, None] / 20), dtype=np.float32)


def own_delay(space: Space, seats: int, seat: int) -> int:
    """Samples from a mouth to its own microphone, as long as clocks do not drift.

    What is said with its onset at sample n of the mouth is to be found in the channel this much later.
    """
    plan = layout(space, seats)
    return round(delay(plan.mouths[seat], plan.ears[seat].at))


class Carries(Protocol):
    """The air of any room."""

    def block(self, mouths: list[Wave], loudspeaker: NDArray[np.int16]) -> NDArray[np.int16]:
        """The microphones' block for a (480,) block of each mouth and of the loudspeaker."""
        ...


class SpaceAir:
    """Carries sound block by block: a (480,) block of each mouth and of the loudspeaker to microphones.

    With `only` a seat nothing but its mouth is heard, without any noise, and just as it is in the full sound:
    fed with the same blocks, such airs give the parts of what the full one gives.
    """

    def __init__(self, space: Space, seats: int, *, only: int | None = None) -> None:
        self._seats, self._only = seats, only
        ways = responses(space, seats)
        self._ways = [Convolver(ways[:, source]) for source in range(seats + 2)]
        self._noise = None if space.noise is None else noises.Loop(space.noise, LOUDNESS_DB, space.seed)
        drift = space.drift_ppm
        self._drift = Drift(drift) if any(drift) else None
        self._gains = 10 ** (np.array(space.gains_db or (0.0,) * seats) / 20)
        self._sensor = 10 ** (space.sensor_db / 20)
        self._rng = np.random.default_rng(space.seed)

    def block(self, mouths: list[Wave], loudspeaker: NDArray[np.int16]) -> NDArray[np.int16]:
        """The microphones' (480, seats) int16 block."""
        heard = np.zeros((BLOCK, self._seats))
        for way, sound in zip(self._ways, self._sources(mouths, loudspeaker), strict=True):
            part = way.block(sound)
            if part is not None:
                heard += part
        if self._drift is not None:
            heard = self._drift.block(heard)
        heard *= self._gains
        if self._only is None:
            heard += self._sensor * self._rng.standard_normal(heard.shape)
        return np.asarray(np.clip(np.rint(heard * 32767.0), -32768, 32767), dtype=np.int16)

    def _sources(self, mouths: list[Wave], loudspeaker: NDArray[np.int16]) -> list[Sound]:
        silence = np.zeros(BLOCK)
        if self._only is not None:
            heard = [mouth if seat == self._only else silence for seat, mouth in enumerate(mouths)]
            return [*(np.asarray(sound, np.float64) for sound in heard), silence, silence]
        noise = silence if self._noise is None else self._noise.block()
        spoken = [mouth.astype(np.float64) for mouth in mouths]
        return [*spoken, loudspeaker.astype(np.float64) / 32768.0, noise]


def air_of(room: Room | Space, seats: int) -> Carries:
    """The air of a clean room or of a real one."""
    return SpaceAir(room, seats) if isinstance(room, Space) else Air(room, seats)


def _place(across: NDArray[np.float64], height: float) -> Place:
    return (float(across[0]), float(across[1]), height)
