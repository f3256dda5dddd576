"""The same phrases louder, quieter, narrower, faster, slower, and over other devices."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from models.train.evaluate.bench import Bench, chance
from models.train.evaluate.prepared import Sample
from models.train.evaluate.report import Table, least, share
from models.train.evaluate.sound import (
    CLEAN_PEAK,
    LEAD,
    Wave,
    factor,
    faster,
    hiss,
    narrow,
    padded,
    pcm,
    shouted,
    through,
)
from models.train.evaluate.voices import trials
from voicenuts.values import RATE

WITHIN = 5.0
"""No condition may fall so many points below the first one."""

EVERY = 3
"""Of the recordings every so many is heard in all conditions."""

CONDITIONS: dict[str, tuple[int, Callable[[Wave], Wave]]] = {
    "as recorded": (RATE, lambda wave: wave * CLEAN_PEAK),
    "loud shouting": (RATE, shouted),
    "20 dB quieter": (RATE, lambda wave: wave * CLEAN_PEAK * factor(-20)),
    "8 kHz band": (RATE, lambda wave: narrow(wave * CLEAN_PEAK)),
    "device at 44.1 kHz": (44100, lambda wave: wave * CLEAN_PEAK),
    "device at 48 kHz": (48000, lambda wave: wave * CLEAN_PEAK),
    "speed 0.85": (RATE, lambda wave: faster(wave, 0.85) * CLEAN_PEAK),
    "speed 1.2": (RATE, lambda wave: faster(wave, 1.2) * CLEAN_PEAK),
}
"""The device's sample rate, and what is done to the voice; the room's faint noise stays the same."""


def measure(bench: Bench) -> Table:
    """The table of this test."""
    table = Table("Neural voices, the same phrases in other conditions, accepted by the rule")
    samples = bench.prepared.samples("robust", lambda: _made(bench))
    usual = 0.0
    for condition in CONDITIONS:
        clips = bench.fewer([s for s in samples if s.how == condition], 4)
        right = n = 0
        for state, clip, id in trials(bench, clips, once=True):
            accepted = bench.ears.accepted(clip, state.ids)
            right += accepted is not None and accepted.phrase == id
            n += 1
        figure = share(condition, right, n)
        if table.figures:
            figure = share(condition, right, n, least(round(usual - WITHIN, 1)))
        else:
            usual = figure.value
        table.figures.append(figure)
    return table


def _made(bench: Bench) -> Iterator[Sample]:
    for row in bench.corpus.voices[::EVERY]:
        wave = bench.corpus.wave(row)
        for condition, (rate, change) in CONDITIONS.items():
            voice = change(wave)
            whole = padded(voice) + hiss(len(padded(voice)), chance("robust", row.path))
            heard = pcm(whole) if rate == RATE else through(whole, rate)
            yield Sample(row.text, row.speaker, condition, heard, LEAD, LEAD + len(voice))
