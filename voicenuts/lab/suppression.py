"""By how much the beams of hearing leave the neighbours out, measured with each mouth rendered alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing.beams import Filters, applied
from voicenuts.lab.space import Space, SpaceAir
from voicenuts.lab.trials import SILENT
from voicenuts.lab.voices import Voice
from voicenuts.values import BLOCK

CLIPS = 4
"""So much is said by each mouth."""


def suppression_db(filters: Sequence[Filters], space: Space, cast: Sequence[Voice], seed: int) -> list[float]:
    """For every seat and every neighbour, how much weaker he is in its beam than at its microphone (dB).

    Both are taken relative to the seat's own voice there, and over all frequencies alike.
    """
    seats, chance = len(cast), Random(seed)
    arrives = np.zeros((2, seats, seats))  # before and after, mouth, seat: dB
    for mouth, voice in enumerate(cast):
        texts = chance.sample(sorted(voice.clips), CLIPS)
        wave = _alone(space, mouth, np.concatenate([voice.clips[text].wave for text in texts]), seats)
        for seat in range(seats):
            beam = applied(filters[seat], wave)
            arrives[:, mouth, seat] = _level_db(wave[:, seat]), _level_db(beam)
    leaks = arrives - np.diagonal(arrives, axis1=1, axis2=2)[:, None, :]
    gained = leaks[0] - leaks[1]
    return [float(gained[mouth, seat]) for mouth in range(seats) for seat in range(seats) if mouth != seat]


def _alone(space: Space, mouth: int, said: NDArray[np.float32], seats: int) -> NDArray[np.float64]:
    """What all microphones hear of one mouth."""
    air, silence = SpaceAir(space, seats, only=mouth), np.zeros(BLOCK, np.float32)
    heard = []
    for at in range(0, len(said) - BLOCK, BLOCK):
        mouths = [said[at : at + BLOCK] if seat == mouth else silence for seat in range(seats)]
        heard.append(air.block(mouths, SILENT))
    return np.concatenate(heard).astype(np.float64)


def _level_db(wave: NDArray[np.float64]) -> float:
    return float(10 * np.log10(np.mean(wave * wave) + 1e-12))
