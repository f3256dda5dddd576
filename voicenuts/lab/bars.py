"""What is wanted of a table in a real room, and what was measured beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from voicenuts.lab.room_jobs import CLEAN, NARRATOR, OMNI, TELEVISION, Measured
from voicenuts.lab.tally import Tally

Value = float | None
"""None: nothing was measured."""


class Bar(NamedTuple):
    """A figure with what it has to be: at least `wanted`, or at most."""

    name: str
    wanted: float
    unit: str
    value: Callable[[Measured], Value]
    least: bool = True

    def met(self, value: float) -> bool:
        """Whether a measured value is as wanted."""
        return value >= self.wanted if self.least else value <= self.wanted


def share(part: str, whole: str, condition: str, row: str) -> Callable[[Measured], Value]:
    """Per cent of one count in another, in the trials of one kind."""

    def value(measured: Measured) -> Value:
        tally = measured.tallies.get((condition, row), Tally())
        count: int = getattr(tally, whole)
        return 100 * getattr(tally, part) / count if count else None

    return value


def percentile(times: str, percent: float) -> Callable[[Measured], Value]:
    """Of the absolute times (ms) of all trials in the clean room."""

    def value(measured: Measured) -> Value:
        tallies = [tally for (condition, _), tally in measured.tallies.items() if condition == CLEAN]
        all_times = [time for tally in tallies for time in getattr(tally, times)]
        return float(np.percentile(np.abs(all_times), percent)) if all_times else None

    return value


def _single_bids(measured: Measured) -> Value:
    """Per cent of mouths alone of which no second bid came."""
    doubled = share("doubles", "mouths", CLEAN, "single")(measured)
    return None if doubled is None else 100 - doubled


def _self_triggers(measured: Measured) -> Value:
    found = measured.disturbed.get(NARRATOR)
    return None if found is None else float(found.calls)


def _false_bids(measured: Measured) -> Value:
    found = [one for name, one in measured.disturbed.items() if name != NARRATOR]
    hours = sum(one.channel_hours for one in found)
    return sum(one.calls for one in found) / hours if hours else None


def _suppression(measured: Measured) -> Value:
    return float(np.median(measured.suppression_db)) if measured.suppression_db else None


def _cpu(measured: Measured) -> Value:
    """Where it costs most."""
    return max((100 * cost.cpu_s / cost.audio_s for cost in measured.costs.values()), default=None)


BARS: Final = (
    Bar("single shouts, clean: seat and phrase right", 99, "%", share("right", "mouths", CLEAN, "single")),
    Bar("single shouts, television at 10 dB: right", 97, "%", share("right", "mouths", TELEVISION, "single")),
    Bar("single shouts, table-top microphones: right", 95, "%", share("right", "mouths", OMNI, "single")),
    Bar("pair 120 ms: first credited right", 95, "%", share("first", "trials", CLEAN, "pair 120 ms")),
    Bar("pair 120 ms: both right and in order", 90, "%", share("ordered", "trials", CLEAN, "pair 120 ms")),
    Bar("pair 120 ms, table-top: first right", 85, "%", share("first", "trials", OMNI, "pair 120 ms")),
    Bar("pair 120 ms, table-top: both in order", 75, "%", share("ordered", "trials", OMNI, "pair 120 ms")),
    Bar("pair 60 ms: order right or dead heat", 95, "%", share("fair", "trials", CLEAN, "pair 60 ms")),
    Bar("pair 400 ms: both right", 97, "%", share("all", "trials", CLEAN, "pair 400 ms")),
    Bar("same name 120 ms: two bids", 90, "%", share("all", "trials", CLEAN, "same name 120 ms")),
    Bar("one bid for one mouth", 99, "%", _single_bids),
    Bar("neighbours weaker in the beams, median", 10, "dB", _suppression),
    Bar("onset error, median", 10, "ms", percentile("onset_ms", 50), least=False),
    Bar("onset error, 95th percentile", 30, "ms", percentile("onset_ms", 95), least=False),
    Bar("decision after the end of the shout, median", 300, "ms", percentile("decision_ms", 50), least=False),
    Bar("decision, 95th percentile", 600, "ms", percentile("decision_ms", 95), least=False),
    Bar("narrator at +6 dB: calls nobody made", 0, "calls", _self_triggers, least=False),
    Bar("shouts over the narrator: right", 95, "%", share("right", "mouths", NARRATOR, "single")),
    Bar("talk and noise: false bids per channel-hour", 0.5, "calls", _false_bids, least=False),
    Bar("four channels, where they cost most: share of one core", 50, "%", _cpu, least=False),
)
"""Lapel microphones, reverberation time 0.4 s, where nothing else is said."""


def judged(measured: Measured) -> list[dict[str, Any]]:
    """Every bar with what was measured, as plain values."""
    rows = []
    for bar in BARS:
        value = bar.value(measured)
        rows.append(
            {
                "name": bar.name,
                "measured": None if value is None else round(value, 2),
                "wanted": bar.wanted,
                "unit": bar.unit,
                "at_least": bar.least,
                "met": None if value is None else bar.met(value),
            }
        )
    return rows
