"""What is done to a recording before a model hears it: levels, rooms, noise, mixes, manners of speaking.

Waves are float64 at 16 kHz, full scale at 1.0.  Everything random comes from the generator that is passed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from voicenuts.devices.resample import Inward
from voicenuts.values import RATE, samples

Wave = NDArray[np.float64]
Pcm = NDArray[np.int16]

LEAD, TAIL = samples(300), samples(300)
"""Before and after a voice, as the table's recogniser gets it: pre-roll, and the wait for its end."""

FLOOR = 3e-4
"""RMS of a quiet room's noise (-70 dB full scale)."""

CLEAN_PEAK = 0.3
"""Peak of a voice in the clean condition (-10 dB full scale)."""

SNR_DB = (5.0, 15.0)
NOISY_PEAK_DB = (-25.0, -3.0)
"""Ranges of the noisy condition: voice over noise, peak of the whole."""


def read(path: Path) -> Wave:
    """The first channel of a sound file at 16 kHz."""
    wave, rate = soundfile.read(path, dtype="float64", always_2d=True)
    return np.asarray(wave[:, 0] if rate == RATE else soxr.resample(wave[:, 0], rate, RATE), np.float64)


def trimmed(wave: Wave) -> Wave:
    """`wave` from 50 ms before to 100 ms after what is louder than 2 % of its peak, its peak at 1."""
    loud = np.flatnonzero(np.abs(wave) > 0.02 * np.abs(wave).max())
    if not len(loud):
        return wave[:0]
    cut = wave[max(0, int(loud[0]) - samples(50)) : int(loud[-1]) + samples(100)]
    return np.asarray(cut / np.abs(cut).max(), np.float64)


def rms(wave: Wave) -> float:
    """Root mean square; 0 for nothing.

    >>> rms(np.array([0.5, -0.5]))
    0.5
    """
    return float(np.sqrt(np.mean(wave * wave))) if len(wave) else 0.0


def factor(db: float) -> float:
    """Decibels as a factor on samples.

    >>> factor(-20)
    0.1
    """
    return float(10 ** (db / 20))


def pcm(wave: Wave) -> Pcm:
    """Rounded to 16 bits; louder than full scale is clipped."""
    return np.clip(np.rint(wave * 32767), -32768, 32767).astype(np.int16)


def padded(wave: Wave, lead: int = LEAD, tail: int = TAIL) -> Wave:
    """`wave` with silence before and after it."""
    return np.pad(wave, (lead, tail))


def hiss(length: int, rng: random.Random, level: float = FLOOR) -> Wave:
    """A quiet room's noise."""
    return np.random.default_rng(rng.getrandbits(32)).standard_normal(length) * level


def clean(wave: Wave, rng: random.Random, lead: int = LEAD) -> Wave:
    """A voice as recorded, in a faint noise floor."""
    whole = padded(wave * CLEAN_PEAK, lead)
    return whole + hiss(len(whole), rng)


def mixed(target: Wave, other: Wave, ratio_db: float, delay: int) -> Wave:
    """Both voices: `target` is stronger by `ratio_db` (RMS), `other` begins `delay` samples later.

    With a negative delay the other begins first.

    >>> mixed(np.ones(4), np.ones(4), 20, 2).round(2).tolist()
    [1.0, 1.0, 1.1, 1.1, 0.1, 0.1]
    >>> mixed(np.ones(2), np.full(2, 3.0), 20, -1).round(2).tolist()
    [0.1, 1.1, 1.0]
    """
    scaled = other * (rms(target) / rms(other) * factor(-ratio_db))
    start, begin = max(0, -delay), max(0, delay)
    both = np.zeros(max(start + len(target), begin + len(scaled)))
    both[start : start + len(target)] += target
    both[begin : begin + len(scaled)] += scaled
    return both


def convolved(wave: Wave, room: Wave) -> Wave:
    """`wave` as it sounds in a room, cut to its own length."""
    size = 1 << (len(wave) + len(room) - 1).bit_length()
    both = np.fft.rfft(wave, size) * np.fft.rfft(room, size)
    return np.asarray(np.fft.irfft(both, size)[: len(wave)], np.float64)


def tail(rng: random.Random) -> Wave:
    """A room by chance: the direct sound, a few early reflections, noise that dies away in 0.08-0.7 s."""
    rt60 = rng.uniform(0.08, 0.7)
    time = np.arange(samples(1000 * min(rt60, 0.5))) / RATE
    room = np.random.default_rng(rng.getrandbits(32)).standard_normal(len(time)) * np.exp(-6.9 * time / rt60)
    room[: rng.randrange(20, 200)] = 0
    for _ in range(rng.randint(0, 6)):
        room[rng.randrange(20, 500)] += rng.uniform(-3, 3)
    room *= rng.uniform(0.05, 1) / np.sqrt(np.sum(room * room))
    room[0] = 1
    return room


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Noises, measured rooms and talking people: only such as no model was trained with."""

    noises: tuple[Wave, ...]
    rooms: tuple[Wave, ...]
    talkers: tuple[Wave, ...]

    def room(self, rng: random.Random) -> Wave:
        """A measured room, or more often one by chance."""
        return rng.choice(self.rooms) if self.rooms and rng.random() < 0.4 else tail(rng)

    def noise(self, length: int, rng: random.Random) -> Wave:
        """Recorded noise, babble of 3-7 people, or white or pink noise, at an RMS of 1."""
        kind = rng.choices(["recorded", "two recorded", "babble", "white", "pink"], [5, 1, 2.5, 1, 2])[0]
        sound = hiss(length, rng, 1.0)
        if kind == "pink":
            spectrum = np.fft.rfft(sound)
            sound = np.fft.irfft(spectrum / np.sqrt(np.arange(len(spectrum)) + 1), length)
        elif kind != "white":
            pool, many = self.noises, 2 if kind == "two recorded" else 1
            if kind == "babble":
                pool, many = self.talkers, rng.randint(3, 7)
            sound = 0.02 * sound
            for _ in range(many):
                part = piece(rng.choice(pool), length, rng)
                sound = sound + part / (rms(part) + 1e-4) * rng.uniform(0.4, 1)
        return np.asarray(sound / (rms(sound) + 1e-9), np.float64)

    def noisy(self, wave: Wave, rng: random.Random) -> Wave:
        """A voice in a room with noise or babble, at any level."""
        whole = convolved(padded(wave), self.room(rng))
        voice = rms(whole[LEAD:-TAIL])
        whole = whole + self.noise(len(whole), rng) * voice * factor(-rng.uniform(*SNR_DB))
        peak = factor(rng.uniform(*NOISY_PEAK_DB))
        return np.asarray(whole / np.abs(whole).max() * peak, np.float64)


def piece(wave: Wave, length: int, rng: random.Random) -> Wave:
    """`length` samples from somewhere in `wave`, repeated if it is too short."""
    long = np.tile(wave, length // len(wave) + 2) if len(wave) <= length else wave
    begin = rng.randrange(len(long) - length)
    return long[begin : begin + length]


# ---------------------------------------------------------------- manners of speaking


def faster(wave: Wave, speed: float) -> Wave:
    """Played at another speed: the pitch changes too."""
    return np.asarray(soxr.resample(wave, RATE * speed, RATE), np.float64)


def stretched(wave: Wave, by: float) -> Wave:
    """`by` times as long at the same pitch: overlapping 30 ms pieces, laid where they match best."""
    size, hop, search = samples(30), samples(15), samples(8)
    window = np.hanning(size)
    source = np.pad(wave, (search, size + 2 * search))
    out = np.zeros(round(len(wave) * by) + 2 * size)
    weight = np.zeros(len(out))
    at = search
    for begin in range(0, len(out) - size, hop):
        wanted = min(search + round(begin / by), len(wave) + search)
        follows = source[at + hop : at + hop + size]
        if begin and len(follows) == size:
            span = source[wanted - search : wanted + search + size]
            wanted += int(np.argmax(np.correlate(span, follows, "valid"))) - search
        at = wanted
        part = source[at : at + size]
        out[begin : begin + len(part)] += part * window[: len(part)]
        weight[begin : begin + len(part)] += window[: len(part)]
    return out[: round(len(wave) * by)] / np.maximum(weight[: round(len(wave) * by)], 0.1)


def shouted(wave: Wave) -> Wave:
    """As if shouted: pitch up by a quarter at the same pace, treble up 3 dB an octave, clipped at the top."""
    high = faster(stretched(wave, 1.25), 1.25)
    hertz = np.fft.rfftfreq(len(high), 1 / RATE)
    bright = np.fft.irfft(np.fft.rfft(high) * np.sqrt(np.maximum(hertz, 100) / 100), len(high))
    return np.asarray(np.clip(1.5 * bright / np.abs(bright).max(), -0.98, 0.98), np.float64)


def narrow(wave: Wave) -> Wave:
    """Through a telephone's band: nothing above 4 kHz."""
    down = soxr.resample(wave, RATE, RATE // 2)
    return np.asarray(soxr.resample(down, RATE // 2, RATE), np.float64)


def through(wave: Wave, rate: int) -> Pcm:
    """As a device at `rate` would deliver it, brought back by the table's own resampling."""
    frames = soxr.resample(wave, RATE, rate).astype(np.float32)[:, None]
    blocks = Inward(rate, 1).feed(frames, last=True)
    return np.concatenate(blocks)[:, 0]
