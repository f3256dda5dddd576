"""What every microphone of a simulated room hears of an impulse from every source, by image sources."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from voicenuts.errors import PlainError
from voicenuts.values import RATE, samples

SOUND_M_S: Final = 343.0
"""The speed of sound at 20 degrees."""

LEAD: Final = 40
"""Samples by which every response is late, as with a converter: half of an image's interpolation filter."""

ORDER: Final = 18
"""Reflections followed one by one: at least all that arrive before `MIXING` in a room 2.4 m high."""

MIXING: Final = samples(80)
"""From here on the echoes lie so close that they are a decaying noise (Polack's model of a late field)."""

MATCHED: Final = samples(20)
"""The noise begins as loud as the last reflections over this time."""

LAST_DB: Final = 50.0
"""A response is cut off where it has decayed by so much, below the noise of microphones."""

Place = tuple[float, float, float]
"""Metres from a corner of the floor."""


class Ear(NamedTuple):
    """A microphone: its place, and for a cardioid the place it points at."""

    at: Place
    aims_at: Place | None = None


class Walls(Protocol):
    """What of a room decides how it sounds: sides in metres, reverberation time in seconds."""

    @property
    def sides_m(self) -> Place:
        """Length, width and height."""
        ...

    @property
    def rt60_s(self) -> float:
        """Time in which a sound decays by 60 dB."""
        ...


Responses = NDArray[np.float32]
"""(microphones, sources, samples)."""


def distance_m(one: Place, other: Place) -> float:
    """Between two places.

    >>> distance_m((0.0, 0.0, 1.0), (3.0, 4.0, 1.0))
    5.0
    """
    return math.dist(one, other)


def delay(one: Place, other: Place) -> float:
    """Samples (a fraction too) from a sound at one place to the microphone's at the other."""
    return LEAD + distance_m(one, other) / SOUND_M_S * RATE


def respond(walls: Walls, sources: Sequence[Place], ears: Sequence[Ear], seed: int) -> Responses:
    """Impulse responses, 1 / (4 pi) at 1 m; PlainError without the library that finds the images."""
    try:
        import pyroomacoustics as pra
    except ImportError:
        raise PlainError(
            "Simulated rooms need the package pyroomacoustics: pip install 'voicenuts[bench]' installs it."
        ) from None
    absorbed, _ = pra.inverse_sabine(walls.rt60_s, walls.sides_m)
    room = pra.ShoeBox(walls.sides_m, fs=RATE, materials=pra.Material(absorbed), max_order=ORDER)
    for source in sources:
        room.add_source(source)
    for ear in ears:
        aim = None if ear.aims_at is None else _cardioid(pra, ear.at, ear.aims_at)
        room.add_microphone(ear.at, directivity=aim)
    room.compute_rir()
    rng = np.random.default_rng(seed)
    return np.stack([np.stack([_with_tail(one, walls.rt60_s, rng) for one in ear]) for ear in room.rir])


def _cardioid(pra: Any, at: Place, aim: Place) -> Any:
    """A cardioid that points from one place to the other."""
    east, north, up = (there - here for here, there in zip(at, aim, strict=True))
    towards = pra.directivities.DirectionVector(
        azimuth=math.atan2(north, east), colatitude=math.acos(up / distance_m(at, aim)), degrees=False
    )
    return pra.directivities.Cardioid(towards)


def _with_tail(early: NDArray[np.float64], rt60_s: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """The reflections up to `MIXING`, then noise that decays as the room does."""
    whole = max(math.ceil(rt60_s * LAST_DB / 60 * RATE), MIXING + MATCHED)
    first = np.pad(early, (0, max(0, MIXING - len(early))))[:MIXING]
    after = np.arange(whole - MIXING + MATCHED) / RATE
    decay = 10 ** (-3 * after / rt60_s)
    noise = rng.standard_normal(len(after)) * decay
    loud = np.sqrt(np.mean(first[-MATCHED:] ** 2) / np.mean(noise[:MATCHED] ** 2))
    return np.concatenate([first, loud * noise[MATCHED:]]).astype(np.float32)
