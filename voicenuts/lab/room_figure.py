"""A picture of the bench of rooms: how much is right by gap, and by how loud the neighbours arrive."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from voicenuts.errors import PlainError
from voicenuts.lab.convolver import gain_db
from voicenuts.lab.room_jobs import CLEAN, CONDITIONS, SEATS, Condition, Measured
from voicenuts.lab.space import responses
from voicenuts.lab.tally import Tally

GAPS_MS: Final = (0, 30, 60, 120, 250, 400)

SHARES: Final = (("first", "first right"), ("all", "both right"), ("fair", "in order or a dead heat"))


def check(file: Path) -> None:
    """PlainError unless a picture can be drawn and there is a folder for it."""
    _plot()
    if file.suffix.lower() != ".png" or not file.absolute().parent.is_dir():
        raise PlainError(f"--figure {file}: give a file name that ends in .png, in a folder that is there.")


def draw(measured: Measured, file: Path) -> None:
    """Write the picture (PNG); PlainError where it cannot be written."""
    figure, (by_gap, by_level) = _plot().subplots(1, 2, figsize=(10, 4), layout="constrained")
    for name, label in SHARES:
        found = [(gap, share) for gap in GAPS_MS if (share := _by_gap(measured, gap, name)) is not None]
        by_gap.plot(*zip(*found, strict=True), marker="o", label=label)
    by_gap.set(title="Two shouts, lapel microphones", xlabel="gap (ms)", ylabel="per cent", ylim=(0, 103))
    by_gap.legend(loc="lower right")
    for condition in CONDITIONS:
        right = _right(measured, condition.name)
        if condition.work == "trials" and right is not None:
            level = neighbours_db(condition)
            by_level.plot(level, right, "o", label=condition.space.microphone)
    by_level.set(title="All shouts", xlabel="neighbours' level (dB)", ylabel="mouths right", ylim=(0, 103))
    by_level.legend(loc="lower left", title="microphones")
    try:
        figure.savefig(file, dpi=150)
    except OSError as error:
        raise PlainError(
            f"The figure {file} cannot be written: {error.strerror}. Name another file."
        ) from error


def neighbours_db(condition: Condition) -> float:
    """Median level at which neighbours arrive, relative to whose microphone it is."""
    levels = gain_db(responses(condition.space, SEATS))[:, :SEATS]
    return float(np.median(levels[~np.eye(SEATS, dtype=bool)]))


def _by_gap(measured: Measured, gap: int, name: str) -> float | None:
    tally = measured.tallies.get((CLEAN, f"pair {gap} ms"), Tally())
    return 100 * getattr(tally, name) / tally.trials if tally.trials else None


def _right(measured: Measured, condition: str) -> float | None:
    """Per cent of all mouths whose seat and phrase were right."""
    total = Tally()
    for (name, _), tally in measured.tallies.items():
        if name == condition:
            total.add(tally)
    return 100 * total.right / total.mouths if total.mouths else None


def _plot() -> Any:
    """The drawing library, which needs no screen."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        raise PlainError(
            "Figures need the package matplotlib: pip install 'voicenuts[bench]' installs it."
        ) from None
    return pyplot
