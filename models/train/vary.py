"""Changes prepared features anew each time they are used: another throat, microphone or noise, a lost band.

Cepstra become logarithms of mel energies and back, where that is a product of matrices and a few sums: an
utterance then teaches something new every time, at none of the cost of making its sound again.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.fft import dct

from models.train.nnet3 import DIMENSION

Frames = NDArray[np.float32]

LOWEST, HIGHEST = 20.0, 7600.0
"""Hz that the mel bins lie between, as `models.train.features` asks for."""

LIFTER = 22
"""Kaldi's cepstral lifter: coefficient n is multiplied by 1 + 11 sin(pi n / 22)."""

THROATS = (0.88, 1.14)
"""Frequencies are multiplied by something between these (vocal tract length perturbation, Jaitly and Hinton
2013, asked for 0.9 to 1.1)."""

DB = np.log(10) / 10
"""One dB as a difference of logarithms of energy."""


def varied(
    cepstra: Frames, rng: random.Random, odds: Mapping[str, float], noises: Sequence[Frames]
) -> Frames:
    """(frames, 40) cepstra changed by chance: `odds` has the probabilities of "throat", "microphone", "noise"
    and "band"; `noises` are cepstra of sounds without speech.
    """
    mel = cepstra @ inverse()
    if rng.random() < odds["throat"]:
        mel = mel @ warp(round(rng.uniform(*THROATS), 2))
    if rng.random() < odds["microphone"]:
        mel = mel + _curve(rng)
    if noises and rng.random() < odds["noise"]:
        mel = _in_noise(mel, rng.choice(noises) @ inverse(), rng)
    if rng.random() < odds["band"]:
        width = rng.randint(1, 7)
        low = rng.randrange(DIMENSION - width)
        mel[:, low : low + width] = mel[:, low : low + width].mean(0)
    return np.asarray(mel @ forward(), np.float32)


@cache
def forward() -> Frames:
    """(40, 40): logarithms of mel energies times this are cepstra."""
    lifter = 1 + LIFTER / 2 * np.sin(np.pi * np.arange(DIMENSION) / LIFTER)
    return np.asarray(dct(np.eye(DIMENSION), type=2, norm="ortho", axis=1) * lifter, np.float32)


@cache
def inverse() -> Frames:
    """(40, 40): cepstra times this are logarithms of mel energies."""
    return np.asarray(np.linalg.inv(forward().astype(np.float64)), np.float32)


@cache
def warp(factor: float) -> Frames:
    """(40, 40): mel energies times this are those of a voice with all its frequencies times `factor`."""
    low, high = _mel(np.array([LOWEST, HIGHEST]))
    centres = np.linspace(low, high, DIMENSION + 2)[1:-1]
    hertz = 700 * (np.exp(centres / 1127) - 1)
    there = np.interp(_mel(hertz / factor), centres, np.arange(DIMENSION))
    below = np.minimum(there.astype(int), DIMENSION - 2)
    matrix, part = np.zeros((DIMENSION, DIMENSION), np.float32), there - below
    matrix[below, np.arange(DIMENSION)] = 1 - part
    matrix[below + 1, np.arange(DIMENSION)] += part
    return matrix


def _mel(hertz: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1127 * np.log(1 + hertz / 700))


def _curve(rng: random.Random) -> Frames:
    """A microphone's response of -8 to +8 dB, from four points."""
    points = [rng.uniform(-8, 8) * DB for _ in range(4)]
    axis = np.arange(DIMENSION)
    return np.asarray(np.interp(axis, np.linspace(0, DIMENSION - 1, 4), points), np.float32)


def _in_noise(mel: Frames, noise: Frames, rng: random.Random) -> Frames:
    """With noise 3 to 20 dB below the louder half of the utterance: energies add."""
    start = rng.randrange(len(noise))
    noise = noise[(start + np.arange(len(mel))) % len(noise)]
    loud = np.logaddexp.reduce(mel, axis=1)
    gain = np.median(loud) - np.logaddexp.reduce(noise, axis=1).mean() - rng.uniform(3, 20) * DB
    return np.asarray(np.logaddexp(mel, noise + np.float32(gain)), np.float32)
