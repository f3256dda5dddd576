"""What a model takes: disk, time to load, time to listen, time to know a phrase."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

import numpy as np

from models.train.evaluate import voices
from models.train.evaluate.bench import Bench
from models.train.evaluate.ears import grammar, results
from models.train.evaluate.prepared import Sample
from models.train.evaluate.report import Figure, Table, most, percentile
from voicenuts.values import RATE, UNIVERSAL, millis, samples

SIZE_MB, LOAD_MS, REAL_TIME, FIRST_MS, SLOW_MS = 6.0, 150.0, 0.05, 100.0, 350.0
"""At most so much: size, loading, real-time factor, median and ninth decile until the stable partial."""

LOADS = 5
"""Fresh processes that load the model; the median counts."""

SPEECH_S = 120
"""Seconds of voices that one recogniser hears without a pause."""

CHUNK = samples(40)
"""Samples fed between two looks at the partial result."""

ENDS_BELOW = 0.01
"""A voice has ended after its last sample within 40 dB of its peak."""

_LOAD = """
import sys, time
from pathlib import Path
from voicenuts.hearing.model import Model, _library
_library()
begin = time.process_time(), time.perf_counter()
Model(Path(sys.argv[1]))
print(time.process_time() - begin[0], time.perf_counter() - begin[1])
"""


def measure(bench: Bench) -> Table:
    """The table of this test."""
    table = Table("Cost, on one core")
    folder = bench.ears.model.path
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    table.figures.append(Figure("size", size, "MB", len(files), "files", bar=most(SIZE_MB)))
    command = [sys.executable, "-c", _LOAD, str(folder)]
    runs = (subprocess.run(command, capture_output=True, check=True, text=True) for _ in range(LOADS))
    times = [[1000 * float(seconds) for seconds in run.stdout.split()] for run in runs]
    load = statistics.median(processor for processor, _ in times)
    table.figures.append(Figure("load, median", load, "ms", LOADS, "fresh processes", bar=most(LOAD_MS)))
    clips = [clip for clip in voices.made(bench) if clip.how in ("clean 0", "noisy 0")]
    table.figures.append(_real_time(bench, clips))
    ends = {(c.who, c.text): spoken_end(c) for c in clips if c.how == "clean 0"}
    for condition in ("clean", "noisy"):
        firsts, stables = _latencies(bench, [c for c in clips if c.how.startswith(condition)], ends)
        bars = (most(FIRST_MS), most(SLOW_MS)) if condition == "clean" else (None, None)
        for name, values in (("first correct", firsts), ("stable correct", stables)):
            for part, bar in zip((50, 90), bars, strict=True):
                told = f"{condition}, end of speech to the {name} partial, p{part}"
                value = percentile(values, part)
                table.figures.append(Figure(told, value, "ms", len(values), "phrases", bar=bar))
    table.notes += [
        f"Loading is processor time; by the clock it took {min(clock for _, clock in times):.0f} ms at best.",
        "A voice ends with its last sample within 40 dB of its peak, as found without noise.",
        "Partials are looked at every 40 ms of audio; a correct one is word for word what is said.",
        "Computing time is not in it.",
    ]
    return table


def _real_time(bench: Bench, clips: list[Sample]) -> Figure:
    """One recogniser, thief names and universal commands, voices clean and noisy one after another."""
    book = bench.ears.vocabulary.book
    step = max(1, len(clips) // 97)
    chosen = np.concatenate([clip.pcm for clip in clips[::step]])[: SPEECH_S * RATE]
    recogniser = bench.ears.model.recogniser(grammar(book.grammar(book.expand(["thief", UNIVERSAL]))), RATE)
    begin = time.process_time()
    for _ in results(recogniser, chosen):
        pass
    spent, seconds = time.process_time() - begin, len(chosen) / RATE
    return Figure("real-time factor", spent / seconds, "", seconds, "seconds", bar=most(REAL_TIME))


def _latencies(
    bench: Bench, clips: list[Sample], ends: dict[tuple[str, str], int]
) -> tuple[list[float], list[float]]:
    """Milliseconds from the end of speech to the first correct partial, and to the one that stays."""
    firsts, stables = [], []
    for state, clip, _ in voices.trials(bench, bench.fewer(clips[::2], 4), once=True):
        form = bench.ears.vocabulary.spoken(clip.text)
        ended = ends[clip.who, clip.text]
        looks = list(bench.ears.partials(clip, bench.ears.vocabulary.book.grammar(state.ids), CHUNK))
        correct = [text == form for _, text in looks]
        if not correct[-1]:
            continue
        stays = len(correct) - next((i for i, right in enumerate(correct[::-1]) if not right), len(correct))
        firsts.append(millis(looks[correct.index(True)][0] - ended))
        stables.append(millis(looks[stays][0] - ended))
    return firsts, stables


def spoken_end(clip: Sample) -> int:
    """The sample of a clean clip at which its voice has ended."""
    wave = np.abs(clip.pcm[clip.begin : clip.end].astype(np.float64))
    return clip.begin + int(np.flatnonzero(wave >= ENDS_BELOW * wave.max())[-1]) + 1
