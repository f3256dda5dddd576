"""Earcons: short sounds that are never words, made with numpy, the same on every machine.

All are int16 at `RATE`, at most 0.7 s (the rustle that covers a secret: exactly 1.2 s), peak
`PEAK` dBFS, with 5 ms fades.  Rising means gain, falling means loss.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from voicenuts.speaking.pcm import Pcm, dbfs, faded, to_pcm
from voicenuts.values import RATE, samples

PEAK = -12.0
"""Peak level of every earcon, dB full scale: under the voice, over the room."""

Wave = NDArray[np.float64]

MOTIFS = {1: (523.25, 783.99), 2: (783.99, 523.25), 3: (659.26, 659.26), 4: (440.0, 880.0)}
"""The two notes (Hz) of each seat's motif: a fifth up, a fifth down, a repeat, an octave up."""

BARKS = {1: (1760.0, 1400.0), 2: (640.0, 500.0), 3: (230.0, 160.0), 4: (330.0, 880.0)}
"""From which to which pitch (Hz) each seat's dog barks: high, middle, deep, rising."""


def _time(ms: float) -> Wave:
    return np.arange(samples(ms)) / RATE


def _tone(hz: float, ms: float, decay: float = 0.08, overtones: tuple[float, ...] = (1.0, 0.3)) -> Wave:
    """A struck note: harmonics of `hz` that die away with time constant `decay` (s)."""
    t = _time(ms)
    partials = [level * np.sin(2 * np.pi * hz * (n + 1) * t) for n, level in enumerate(overtones)]
    return np.asarray(np.sum(partials, axis=0) * np.exp(-t / decay))


def _hiss(ms: float, seed: int, smooth: int = 1) -> Wave:
    """White noise, duller the larger `smooth` is."""
    white = np.random.default_rng(seed).standard_normal(samples(ms) + smooth - 1)
    return np.convolve(white, np.ones(smooth) / np.sqrt(smooth), mode="valid")


def _knock(hz: float, ms: float, seed: int) -> Wave:
    """A wooden knock: a short low note with a puff of noise at its start."""
    t = _time(ms)
    return np.asarray(_tone(hz, ms, decay=0.025) + 0.5 * _hiss(ms, seed, 3) * np.exp(-t / 0.006))


def _place(ms: float, *parts: tuple[float, Wave]) -> Wave:
    """Parts mixed at their start times (ms) into `ms` of silence."""
    wave = np.zeros(samples(ms))
    for start, part in parts:
        at = samples(start)
        wave[at : at + len(part)] += part[: len(wave) - at]
    return wave


def _motif(seat: int) -> Wave:
    first, second = MOTIFS[seat]
    return _place(420, (0, _tone(first, 180)), (190, _tone(second, 230)))


def _bark(seat: int) -> Wave:
    """Two gliding knocks, too short for any vowel, so that nothing takes them for a voice."""
    begin, end = BARKS[seat]
    t = _time(70)
    glide = 2 * np.pi * np.cumsum(np.linspace(begin, end, len(t))) / RATE
    yap = (np.sin(glide) + 0.5 * np.sin(2 * glide) + 0.25 * np.sin(3 * glide)) * np.exp(-t / 0.03)
    return _place(210, (0, yap), (140, yap))


def _clicks(count: int) -> Wave:
    """A wooden click for every nut."""
    return _place(75.0 * count + 25, *[(i * 75.0, _knock(1150 + 90 * i, 60, 90 + i)) for i in range(count)])


def _gong() -> Wave:
    rings = [
        _tone(hz, 690, decay, (1.0,)) for hz, decay in ((196, 0.4), (283, 0.3), (421, 0.22), (617, 0.12))
    ]
    stroke = 2 * _knock(110, 120, 5)
    return _place(690, *[(0, ring) for ring in rings], (0, stroke))


def _dice() -> Wave:
    rng = np.random.default_rng(6)
    times = np.cumsum(rng.uniform(28, 60, 12))
    knocks = [(float(at), _knock(float(rng.uniform(1500, 2600)), 40, i)) for i, at in enumerate(times)]
    return _place(600, *[(at, wave) for at, wave in knocks if at < 560])


def _steps(count: int) -> Wave:
    taps = [(i * 200.0, _knock(190 + 25 * (i % 2), 90, 20 + i)) for i in range(count)]
    return _place(200.0 * count - 60, *taps)


def _rustle() -> Wave:
    t = _time(1200)
    leaves = 0.35 + 0.65 * np.abs(np.sin(2 * np.pi * 3.3 * t) * np.sin(2 * np.pi * 7.1 * t + 1))
    bright = np.diff(_hiss(1200, 31), prepend=0.0)
    return np.asarray(bright * leaves * np.sin(np.pi * t / 1.2) ** 0.3)


def _drum_roll() -> Wave:
    hits = [(i * 50.0, _knock(150 + 10 * (i % 2), 50, 40 + i)) for i in range(12)]
    return _place(600, *hits)


def _notes(gap: float, length: float, *hz: float) -> Wave:
    """Equal notes, one every `gap` ms."""
    return _place(gap * (len(hz) - 1) + length, *[(i * gap, _tone(f, length)) for i, f in enumerate(hz)])


def _lost() -> Wave:
    falls = [(i * 55.0, _knock(1400 - 110 * i, 60, 60 + i)) for i in range(9)]
    return _place(560, *falls)


def _closed() -> Wave:
    return _place(260, (0, _hiss(180, 71, 24) * np.exp(-_time(180) / 0.05)), (60, _knock(120, 160, 72)))


def _bump() -> Wave:
    return _place(220, (0, _knock(95, 160, 90)), (40, 0.4 * _hiss(120, 91, 30)))


def _owl() -> Wave:
    """Two low hoots, the second longer."""
    hoots = [_tone(294, ms, 0.06, (1.0,)) for ms in (150, 300)]
    return _place(500, (0, 0.7 * hoots[0]), (180, hoots[1]))


def _fox() -> Wave:
    """Three yelps, each lower."""
    return _place(480, *[(i * 150.0, _tone(1568 - 150 * i, 100, 0.03, (1.0, 0.6, 0.4))) for i in range(3)])


_MAKERS: dict[str, Callable[[], Wave]] = {
    "ok": lambda: _tone(1320, 70, 0.02),
    "no": lambda: _place(300, (0, _tone(170, 120, 0.06)), (150, _tone(150, 140, 0.06))),
    **{f"your-turn-{seat}": partial(_motif, seat) for seat in MOTIFS},
    "dice": _dice,
    **{f"steps-{n}": partial(_steps, n) for n in (1, 2, 3)},
    "rustle": _rustle,
    "drum-roll": _drum_roll,
    "nut": lambda: _place(240, (0, _knock(880, 90, 50)), (110, _knock(1175, 110, 51))),
    "bank": lambda: _place(640, *[(i * 90.0, _knock(700 + 60 * (i % 3), 190, 80 + i)) for i in range(5)]),
    "lost": _lost,
    "gain": lambda: _notes(110, 220, 523.25, 659.26, 783.99),
    "wrong": lambda: _notes(150, 260, 311.13, 233.08),
    "win": lambda: _notes(100, 300, 523.25, 659.26, 783.99, 1046.5),
    "tick": lambda: _tone(2093, 45, 0.012),
    "beat": lambda: _place(160, (0, _tone(82, 160, 0.05, (1.0, 0.6, 0.2))), (0, _knock(160, 60, 33))),
    **{f"clicks-{n}": partial(_clicks, n) for n in (1, 2, 3, 4, 5)},
    **{f"bark-{seat}": partial(_bark, seat) for seat in BARKS},
    "house": lambda: _place(330, (0, _knock(260, 130, 34)), (170, _knock(230, 150, 35))),
    "gong": _gong,
    "frenzy": lambda: _notes(75, 160, 392.0, 523.25, 659.26, 783.99, 659.26, 783.99, 1046.5),
    "early": lambda: _tone(990, 130, 0.03)[::-1],
    "closed": _closed,
    "bump": _bump,
    "climb-up": lambda: _notes(90, 160, 392.0, 493.88, 587.33, 698.46),
    "climb-down": lambda: _notes(90, 160, 1046.5, 880.0, 739.99, 622.25),
    "owl": _owl,
    "fox": _fox,
}

IDS = tuple(_MAKERS)
"""Every earcon id."""


@cache
def earcon(id: str) -> Pcm:
    """The sound of earcon `id`, read-only; KeyError for an unknown id."""
    wave = faded(_MAKERS[id]())
    pcm = to_pcm(wave * (dbfs(PEAK) / np.max(np.abs(wave))))
    pcm.setflags(write=False)
    return pcm
