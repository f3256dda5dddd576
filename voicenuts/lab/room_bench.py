"""The bench of simulated rooms: all jobs, on all cores, and the tables that come of them."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from voicenuts.errors import PlainError
from voicenuts.hearing.stages import STAGES
from voicenuts.lab.bars import judged
from voicenuts.lab.bench import undisturbed
from voicenuts.lab.room_figure import check, draw
from voicenuts.lab.room_jobs import Job, Measured, done, jobs
from voicenuts.lab.tally import Tally

ALL: Final = ""
"""What is measured with every stage, in the order of jobs before each stage left out."""


def run(
    full: bool,
    seed: int,
    without: Sequence[str] = (),
    model: Path | None = None,
    figure: Path | None = None,
) -> dict[str, Any]:
    """Measure everything, on as many cores as there are; the full bench does so without each stage, too.

    `figure` is where to write a picture (PNG).  PlainError for whatever is missing.
    """
    if figure is not None:
        check(figure)
    left = frozenset(without)
    plans = [(ALL, job) for job in jobs(full, seed, left, model)]
    if full:
        plans += [
            (stage, job)
            for stage in sorted(STAGES - left)
            for job in jobs(full, seed, left | {stage}, model, only_alone=True)
        ]
    measured: dict[str, Measured] = {}
    for number, (stage, one) in enumerate(_worked(plans)):
        measured.setdefault(stage, Measured()).add(one)
        print(f"{number + 1} of {len(plans)} rooms measured", file=sys.stderr, flush=True)
    if figure is not None:
        draw(measured[ALL], figure)
    result = summary(measured.pop(ALL))
    return result | {"without": {stage: judged(one) for stage, one in measured.items()}}


def _worked(plans: list[tuple[str, Job]]) -> Any:
    """Every plan's stage with what its job came to, in order."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(len(plans), os.cpu_count() or 1), undisturbed) as pool:
        for plan, outcome in zip(plans, pool.imap(_tried, [job for _, job in plans]), strict=True):
            if isinstance(outcome, str):
                raise PlainError(outcome)
            yield plan[0], outcome


def _tried(job: Job) -> Measured | str:
    """What the job came to, or what was missing."""
    try:
        return done(job)
    except PlainError as error:
        return str(error)


def summary(measured: Measured) -> dict[str, Any]:
    """The figures as plain values: what is wanted, every kind of trial, and what was heard of nobody."""
    return {
        "bars": judged(measured),
        "trials": [
            {"condition": condition, "kind": kind} | _plain(tally)
            for (condition, kind), tally in measured.tallies.items()
        ],
        "disturbances": [
            {"condition": name, "calls": one.calls, "channel_hours": round(one.channel_hours, 3)}
            for name, one in measured.disturbed.items()
        ],
        "costs": [
            {"condition": name, "core_percent": round(100 * cost.cpu_s / cost.audio_s, 1)}
            for name, cost in measured.costs.items()
        ],
    }


def _plain(tally: Tally) -> dict[str, Any]:
    counts = {
        name: getattr(tally, name)
        for name in tally.__dataclass_fields__
        if isinstance(getattr(tally, name), int)
    }
    errors = np.abs(tally.onset_ms) if tally.onset_ms else None
    return counts | {
        "onset_ms_p50": None if errors is None else round(float(np.percentile(errors, 50)), 1),
        "onset_ms_p95": None if errors is None else round(float(np.percentile(errors, 95)), 1),
    }


def report(result: dict[str, Any], as_json: bool) -> str:
    """The summary as one JSON object, or as lines a screen reader can read."""
    if as_json:
        return json.dumps(result)
    lines = [_bar(row) for row in result["bars"]]
    lines.append("Every kind of shout:")
    lines += [_trials(row) for row in result["trials"]]
    lines += [
        f"{row['condition']}: {row['calls']} calls that nobody made in {row['channel_hours']} channel-hours"
        for row in result["disturbances"]
    ]
    lines += [
        f"{row['condition']}: hearing took {row['core_percent']} % of a core" for row in result["costs"]
    ]
    for stage, rows in result["without"].items():
        lines.append(f"Without the stage {stage}:")
        lines += [_bar(row) for row in rows if row["measured"] is not None]
    return "\n".join(lines)


def _bar(row: dict[str, Any]) -> str:
    """One bar as a line.

    >>> _bar({"name": "onset", "measured": 8.0, "unit": "ms", "wanted": 10, "at_least": False, "met": True})
    'onset: 8.0 ms, wanted at most 10 ms: met'
    """
    wanted = f"wanted at {'least' if row['at_least'] else 'most'} {row['wanted']} {row['unit']}"
    if row["measured"] is None:
        return f"{row['name']}: not measured, {wanted}"
    return f"{row['name']}: {row['measured']} {row['unit']}, {wanted}: {'met' if row['met'] else 'missed'}"


def _trials(row: dict[str, Any]) -> str:
    """One kind of shout as a line."""
    return (
        f"{row['condition']}, {row['kind']}: {row['trials']} trials, mouths right {row['right']} of "
        f"{row['mouths']}, first right {row['first']}, all right {row['all']}, in order {row['ordered']}, "
        f"dead heats {row['heats']}, doubles {row['doubles']}, false seats {row['false_seats']}, "
        f"misheard {row['misheard']}, onset error {row['onset_ms_p50']} ms, 95 % {row['onset_ms_p95']} ms"
    )
