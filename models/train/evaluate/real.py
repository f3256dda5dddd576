"""Unseen real people say ten words; whatever else they say, or what is not listed, must not be accepted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from models.train.evaluate.bench import CONDITIONS, Bench, chance
from models.train.evaluate.ears import Words
from models.train.evaluate.prepared import Sample
from models.train.evaluate.report import Bar, Table, least, most, share, worst
from voicenuts.hearing.phrasebook import UNKNOWN

TEN = ("up", "down", "left", "right", "go", "stop", "yes", "no", "on", "off")
BARS: dict[str, tuple[Bar, Bar]] = {"clean": (least(95), most(4)), "noisy": (least(85), most(8))}
"""Accuracy and other words accepted, in per cent."""

ANY = 0.0
TOLD = (ANY, 0.5, 0.7)
POINTS = (ANY, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Confidences asked for; `ANY` takes every word and ignores `[unk]` beside it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One clip: the word said, what was heard with its word listed, what with only other words listed."""

    said: str
    listed: Words | None
    unlisted: Words


def heard(words: Words, point: float) -> str:
    """The one word that counts at this confidence, or "".

    >>> heard([("[unk]", 1.0), ("go", 0.4)], ANY), heard([("[unk]", 1.0), ("go", 0.9)], 0.5)
    ('go', '')
    >>> heard([("go", 0.9), ("go", 0.6)], 0.5), heard([("go", 0.9), ("no", 0.6)], 0.5)
    ('go', '')
    """
    known = [word for word, _ in words if word != UNKNOWN]
    if point == ANY:
        return " ".join(known)
    sure = all(confidence >= point for _, confidence in words)
    return known[0] if known and sure and len(known) == len(words) and len(set(known)) == 1 else ""


def measure(bench: Bench) -> Table:
    """The table of this test."""
    table = Table("Real people never trained on (Speech Commands), ten words")
    samples = bench.prepared.samples("real", lambda: _made(bench))
    for condition in CONDITIONS:
        clips = bench.fewer([s for s in samples if s.how == condition], 4)
        _report(table, condition, list(_trials(bench, clips)))
    return table


def _report(table: Table, condition: str, trials: list[Trial]) -> None:
    inside = [trial for trial in trials if trial.listed is not None]
    both, swept = [], []
    for point in POINTS:
        right = sum(heard(trial.listed or [], point) == trial.said for trial in inside)
        wrong = sum(heard(trial.unlisted, point) != "" for trial in trials)
        name = f"{condition}, {f'by the rule, confidence {point}' if point else 'any confidence'}"
        accuracy, other = BARS[condition]
        first = share(f"{name}, accuracy", right, len(inside), accuracy)
        second = share(f"{name}, other words accepted", wrong, len(trials), other)
        if point in TOLD:
            table.figures += [first, second]
        else:
            swept.append(f"{point} {first.value:.1f} and {second.value:.1f} %")
        if accuracy.met(first.value) and other.met(second.value):
            both.append(f"{point}")
    outside = [trial for trial in trials if trial.listed is None]
    beside = sum(heard(trial.unlisted, ANY) != "" for trial in outside)
    swapped = sum(heard(trial.unlisted, ANY) != "" for trial in inside)
    table.notes += [
        f"{condition}, accuracy and other words at further confidences: {', '.join(swept)}.",
        f"{condition}, any confidence: of words outside the ten {beside} of {len(outside)} accepted, "
        f"with only the other half of the ten listed {swapped} of {len(inside)}.",
        f"{condition}: both bars are met together at confidence {', '.join(both) or 'none'}.",
        f"{condition}, missed at any confidence: {_missed(inside)}.",
    ]


def _missed(trials: Iterable[Trial]) -> str:
    tried, missed = Counter[str](), Counter[str]()
    for trial in trials:
        tried[trial.said] += 1
        missed[trial.said] += heard(trial.listed or [], ANY) != trial.said
    return worst(+missed, tried)


def _trials(bench: Bench, samples: Iterable[Sample]) -> Iterable[Trial]:
    listed = [word for word in TEN if bench.ears.model.knows(word)]
    half = len(listed) // 2
    for sample in samples:
        if sample.text in listed:
            other = listed[half:] if sample.text in listed[:half] else listed[:half]
            yield Trial(sample.text, bench.ears.words(sample, listed), bench.ears.words(sample, other))
        elif sample.text not in TEN:
            yield Trial(sample.text, None, bench.ears.words(sample, listed))


def _made(bench: Bench) -> Iterable[Sample]:
    for row in bench.corpus.rows:
        if row.split == "dev":
            wave = bench.corpus.wave(row)
            for condition in CONDITIONS:
                yield bench.sample(
                    row.text, row.speaker, condition, wave, chance("real", condition, row.path)
                )
