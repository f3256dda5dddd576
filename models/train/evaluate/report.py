"""Figures and how they are told: one plain line each, with its count and its bar."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Bar:
    """The most (or least) a figure may be."""

    limit: float
    at_most: bool = False

    def met(self, value: float) -> bool:
        """Whether `value` keeps it.

        >>> Bar(95).met(94.9), Bar(4, at_most=True).met(4.0)
        (False, True)
        """
        return value <= self.limit if self.at_most else value >= self.limit


def least(limit: float) -> Bar:
    """A bar from below."""
    return Bar(limit)


def most(limit: float) -> Bar:
    """A bar from above."""
    return Bar(limit, at_most=True)


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; `n` is what it rests on, in `of` (clips, minutes, ...)."""

    name: str
    value: float
    unit: str
    n: float
    of: str = ""
    count: int | None = None
    bar: Bar | None = None

    def line(self) -> str:
        """The figure in words.

        >>> Figure("clean, accuracy", 50.0, "%", 4, "clips", 2, Bar(95)).line()
        'clean, accuracy: 50.0 %, 2 of 4 clips; bar at least 95 %: missed'
        """
        base = f"{self.count} of {self.n:g}" if self.count is not None else f"n {self.n:g}"
        said = f"{self.name}: {_number(self.value, self.unit)}, {base}" + (f" {self.of}" if self.of else "")
        if self.bar is None:
            return said
        side = "at most" if self.bar.at_most else "at least"
        verdict = "met" if self.bar.met(self.value) else "missed"
        limit = f"{self.bar.limit:g} {self.unit}".strip()
        return f"{said}; bar {side} {limit}: {verdict}"


def share(name: str, count: int, n: int, bar: Bar | None = None, of: str = "clips") -> Figure:
    """`count` of `n` in per cent; of nothing it is 0 and has no bar."""
    return Figure(name, 100 * count / n if n else 0.0, "%", n, of, count, bar if n else None)


@dataclass(slots=True)
class Table:
    """One test: its figures in order and what else is worth knowing."""

    title: str
    figures: list[Figure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def lines(self) -> Iterable[str]:
        """The table in words, title first."""
        yield self.title
        for figure in self.figures:
            yield "  " + figure.line()
        for note in self.notes:
            yield "  " + note

    def data(self) -> dict[str, Any]:
        """For a JSON file."""
        figures = [{**asdict(f), "met": f.bar.met(f.value) if f.bar else None} for f in self.figures]
        return {"title": self.title, "figures": figures, "notes": self.notes}


def worst(missed: Counter[str], tried: Counter[str], many: int = 12) -> str:
    """The phrases missed most often, most missed first.

    >>> worst(Counter({"woof": 2, "hide": 1}), Counter(woof=5, hide=5))
    'woof 2 of 5, hide 1 of 5'
    """
    ranked = sorted(missed.items(), key=lambda item: (-item[1], item[0]))[:many]
    return ", ".join(f"{text} {count} of {tried[text]}" for text, count in ranked) or "none"


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest of `values` that at least `part` per cent do not exceed; 0 of nothing.

    >>> percentile([3.0, 1.0, 2.0, 4.0], 50)
    2.0
    """
    ranked = sorted(values)
    return ranked[max(0, math.ceil(len(ranked) * part / 100) - 1)] if ranked else 0.0


def _number(value: float, unit: str) -> str:
    digits = {"ms": 0, "MB": 2, "": 4, "an hour": 1}.get(unit, 1)
    return f"{value:.{digits}f}" + (f" {unit}" if unit else "")
