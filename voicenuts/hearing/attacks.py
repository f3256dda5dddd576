"""How words begin: the onset of a known word from the shape of its attack, with an error that is owned up to.

A soft first sound drowns in noise, so that a mere rise of level comes late, by how much the word decides
(voice keys have the same fault: doi 10.1006/jmla.2001.2835).  Here the levels about the word are compared
with those it usually begins with, for every moment at which it may have begun; and the less noise hides
of the word, the more the rise of its level counts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voicenuts.errors import PlainError
from voicenuts.hearing import onset
from voicenuts.hearing.onset import HOP
from voicenuts.values import RATE, samples

FILE = "attacks.toml"
"""`[word]` tables in a model's folder, made by `python -m voicenuts.lab.attacks`."""

BACK, AHEAD = samples(110), samples(40)
"""A word is looked for so long before and after where it was noticed."""

STEP = 4
"""Hops in one step of an attack (10 ms)."""

LEAD = 2
"""Steps of an attack that lie before its onset."""

BANDS_HZ = (100, 1000, 8000)
"""Voice and murmur below, what makes a consonant above."""

_WINDOW = samples(10)
_BEFORE, _AFTER = samples(200), samples(120)
"""What is compared, about where the word was noticed."""

_NOISE = samples(250)
"""The noise is what it was for so long before."""

_LOUD = samples(300)
"""Within this much of a word it is as loud as it gets."""

_NOTICED, _NOTICED_SPREAD = samples(-30), samples(60)
"""Where a word begins before anything else is known, from where it was noticed."""

_RISE, _RISE_PER_DB = samples(8), samples(5)
"""The rise of the level misses an onset by so much (standard deviation), and more for every hidden dB.

Of some they were best for the three voices that attacks are learnt from, each with what the others taught:
of 308 onsets 94 % lay within what was claimed.
"""

_SPREAD_DB = 6.0
"""Voices differ by so much in how a word begins (standard deviation)."""

_GRAIN_DB = 2.0
_OUTLIER = 9.0
"""No hop counts for more than three standard deviations, squared: a click is one."""

_ALIKE = 12.0
"""Neighbouring hops and bands tell the same, so many of them count as one."""

_FAINT = 1e-12

Levels = NDArray[np.float64]


class Onset(NamedTuple):
    """An index into a wave, and how far off it is at most in 19 of 20 cases (samples)."""

    at: int
    error: int


@dataclass(frozen=True, slots=True)
class Attack:
    """How a word begins: (steps, 2) levels of the bands (dB, loudest 0), from `LEAD` steps before its onset.

    Onsets found with it are `late` samples late on average, and then off by `spread` (standard deviation).
    """

    levels: Levels
    late: int = 0
    spread: int = 0


def read(model: Path) -> dict[str, Attack]:
    """The attacks by word; none for a model without the file.  PlainError when it is damaged."""
    path = model / FILE
    if not path.exists():
        return {}
    try:
        words = tomllib.loads(path.read_text(encoding="utf-8"))
        return {word: _attack(table) for word, table in words.items()}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PlainError(
            f"The attacks of words {path} cannot be read: {error}. "
            "Copy the model's folder again, or remove them."
        ) from error


def _attack(table: dict[str, Any]) -> Attack:
    levels = np.array([table["low_db"], table["high_db"]], dtype=np.float64).T
    if levels.ndim != 2 or len(levels) <= LEAD:
        raise ValueError(f"an attack has {levels.shape} levels, it needs more than {LEAD} in each band")
    return Attack(levels, samples(float(table["late_ms"])), samples(float(table["spread_ms"])))


def found(
    wave: NDArray[np.int16], coarse: int, word: str, attacks: Mapping[str, Attack], since: int = 0
) -> Onset:
    """Where `word`, which was noticed at index `coarse`, begins in `wave`.

    What sounds before index `since` is somebody else.  Without an attack for the word, it is where the level
    rises, of an unknown error (0).
    """
    attack = attacks.get(word)
    if attack is None or coarse - _BEFORE < samples(60) or coarse + _AFTER > len(wave):
        return Onset(onset.refine(wave, coarse), 0)
    place, spread = place_of(wave, coarse, attack, since)
    place, variance = place - attack.late, spread**2 + attack.spread**2
    risen = onset.rise(wave, round(place))
    if risen is not None and risen.at >= _from(coarse, since):
        weight = variance / (variance + (_RISE + _RISE_PER_DB * risen.hidden_db) ** 2)
        place, variance = place + weight * (risen.at - place), variance * (1 - weight)
    at = min(max(round(place), coarse - BACK), coarse + AHEAD)
    return Onset(at, round(2 * float(np.sqrt(variance))))


def place_of(wave: NDArray[np.int16], coarse: int, attack: Attack, since: int = 0) -> tuple[float, float]:
    """Where the attack fits (index into `wave`): mean and standard deviation over all places it may be at."""
    first, own = coarse - _BEFORE, _from(coarse, since)
    heard = _db(band_powers(wave, first, (_BEFORE + _AFTER) // HOP))
    noise = _db(band_powers(wave, max(0, own - _NOISE), min(own, _NOISE) // HOP))
    floor, restless = noise.mean(axis=0), np.clip(noise.std(axis=0), 3.0, 12.0)
    loud = 10 ** (loudness(wave, coarse) / 10)
    level = 10 * np.log10(max(loud - float(np.sum(10 ** (floor / 10))), 0.1 * loud))
    places = np.arange(max(coarse - BACK, own), coarse + AHEAD + 1, HOP)
    hop = (first - places)[:, None] // HOP + np.arange(len(heard)) + LEAD * STEP
    said = 10 ** ((level + _at_hops(attack.levels)[np.clip(hop, 0, None).clip(max=_last(attack))]) / 10)
    said[hop < 0] = 0.0
    power = said + 10 ** (floor / 10)
    share = said / power
    known = np.where(hop > _last(attack), 2 * _SPREAD_DB, _SPREAD_DB)[..., None]
    variance = ((1 - share) * restless) ** 2 + (share * known) ** 2 + _GRAIN_DB**2
    misfit = np.minimum((heard - _db(power)) ** 2 / variance, _OUTLIER)
    fit = -(0.5 * misfit + 0.5 * np.log(variance)).sum(axis=(1, 2)) / _ALIKE
    fit -= 0.5 * ((places - coarse - _NOTICED) / _NOTICED_SPREAD) ** 2
    weight = np.exp(fit - fit.max())
    weight /= weight.sum()
    mean = float(weight @ places)
    return mean, float(np.sqrt(weight @ (places - mean) ** 2))


def _from(coarse: int, since: int) -> int:
    """What is before this index is noise; the last moments before a word are always looked at."""
    return min(max(since, coarse - _BEFORE), coarse - onset.BACK)


def loudness(wave: NDArray[np.int16], start: int) -> float:
    """The level of the loudest tenth of the word that begins near index `start` (dB, arbitrary zero)."""
    return float(_db(np.percentile(band_powers(wave, start, _LOUD // HOP).sum(axis=1), 90)))


def band_powers(wave: NDArray[np.int16], first: int, hops: int) -> Levels:
    """(hops, 2) powers of the first difference in windows of 10 ms about every `HOP` samples from `first`."""
    index = first - _WINDOW // 2 + HOP * np.arange(hops)[:, None] + np.arange(_WINDOW)
    heard = wave[np.clip(index, 0, len(wave) - 1)].astype(np.float64) / 32768.0
    spectrum = np.abs(np.fft.rfft(heard * np.hanning(_WINDOW), 256)) ** 2
    return np.asarray(spectrum @ _filters())


def _filters() -> Levels:
    """(frequencies, 2) weights: the bands, with the first difference's rise."""
    frequency = np.fft.rfftfreq(256, 1 / RATE)
    rise = (2 * np.sin(np.pi * frequency / RATE)) ** 2
    bands = [(frequency >= low) & (frequency < high) for low, high in pairwise(BANDS_HZ)]
    return np.asarray(np.stack([band * rise for band in bands], axis=1))


def _at_hops(levels: Levels) -> Levels:
    """Levels at every hop: a step's stands in its middle."""
    middles = STEP * np.arange(len(levels)) + (STEP - 1) / 2
    hops = np.arange(STEP * len(levels))
    return np.stack([np.interp(hops, middles, band) for band in levels.T], axis=1)


def _last(attack: Attack) -> int:
    return STEP * len(attack.levels) - 1


def _db(power: Any) -> Levels:
    return np.asarray(10 * np.log10(power + _FAINT))
