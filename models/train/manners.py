"""Manners of speaking made from ordinary clips: by others, by children, shouted and whispered."""

from __future__ import annotations

import random

import numpy as np
from scipy.linalg import solve_toeplitz
from scipy.signal import lfilter

from models.train.evaluate import sound
from models.train.kokoro import Wave


def faster(wave: Wave, factor: float) -> Wave:
    """Played `factor` times as fast, so that pitch and formants move too.

    >>> len(faster(np.zeros(1600, np.float32), 1.25))
    1280
    """
    return np.asarray(sound.faster(wave.astype(np.float64), factor), np.float32) if factor != 1 else wave


def shouted(wave: Wave, rng: random.Random) -> Wave:
    """Louder effort: higher, with less fall towards high frequencies, flattened peaks."""
    raised = faster(wave, rng.uniform(1.05, 1.25))
    tilted = lfilter([1, -rng.uniform(0.3, 0.75)], [1], raised)
    driven = tilted / (np.abs(tilted).max() + 1e-9) * rng.uniform(1.5, 6)
    return np.asarray(np.tanh(driven), np.float32)


def another(wave: Wave, rng: random.Random) -> Wave:
    """Somebody else's throat: pitch and formants up to a sixth lower or a fifth higher, at the same pace.

    The few speakers there are would else be learnt by heart.
    """
    factor = rng.uniform(0.85, 1.2)
    return faster(_stretched(wave, factor), factor)


def childlike(wave: Wave, rng: random.Random) -> Wave:
    """A smaller throat: pitch and formants a fifth to a half higher, at about the pace it had."""
    factor = rng.uniform(1.15, 1.4)
    return faster(_stretched(wave, factor), factor)


def whispered(wave: Wave, rng: random.Random) -> Wave:
    """The same mouth shapes (linear prediction of order 18 in 20 ms frames) with breath for a voice."""
    size, order = 320, 18
    noise = np.random.default_rng(rng.randrange(1 << 30)).standard_normal(len(wave) + size)
    out = np.zeros(len(wave) + size)
    window = np.hanning(2 * size + 1)[: 2 * size]
    padded = np.concatenate([wave, np.zeros(2 * size, np.float32)])
    for start in range(0, len(wave) - size, size):
        frame = padded[start : start + 2 * size] * window
        energy = np.correlate(frame, frame, "full")[2 * size - 1 : 2 * size + order]
        if energy[0] < 1e-6:
            continue
        energy[0] *= 1.001
        shape = solve_toeplitz(energy[:-1], energy[1:])
        gain = np.sqrt(max(energy[0] - shape @ energy[1:], 1e-9) / (2 * size) * 2.6)
        breath = noise[start : start + 2 * size] if start + 2 * size <= len(noise) else None
        if breath is None:
            break
        piece = lfilter([gain], np.concatenate([[1], -shape]), breath) * window
        end = min(len(out), start + 2 * size)
        out[start:end] += piece[: end - start]
    return np.asarray(lfilter([1, -rng.uniform(0, 0.6)], [1], out[: len(wave)]), np.float32)


def _stretched(wave: Wave, factor: float) -> Wave:
    return np.asarray(sound.stretched(wave.astype(np.float64), factor), np.float32)
