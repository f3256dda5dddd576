"""Seeded virtual games through the real recogniser, and the table of figures that comes of them."""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from voicenuts import resources
from voicenuts.arbiter import Settled
from voicenuts.lab import virtual, voices
from voicenuts.lab.measure import Figures, figures
from voicenuts.lab.room import Room
from voicenuts.lab.voices import Wave
from voicenuts.table.replay import replay
from voicenuts.table.session import NAMES, Session, Setup, game_named, keeps_secrets
from voicenuts.values import BLOCK, SecretMode, millis

WORST = 10
"""How many of the phrases heard worst are listed."""

LISTED = frozenset({"worst_phrases", "kinds"})
"""What the report gives lines of their own."""

BY_KIND = (
    "games",
    "stuck",
    "windows_right_share",
    "phrases_right_share",
    "self_triggers",
    "unanswered",
    "scores_wrong",
    "replays_identical",
)
"""The figures of each kind of table in the report."""

SOUNDING = 60
"""The least sample value at which the loudspeaker is taken to sound (-55 dB full scale)."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of table; a `shared` one has a single microphone for all."""

    seats: int
    secret: SecretMode = "headphones"
    shared: bool = False
    game: str = "hazelnut"

    def __str__(self) -> str:
        return f"{self.seats} seats, {self.secret}" + (", one microphone" if self.shared else "")


def mixed(game: str) -> tuple[Kind, ...]:
    """Every kind of table there is for a game; where nobody is told secrets, with private ears or without."""
    secrets: tuple[SecretMode, ...] = get_args(SecretMode) if keeps_secrets(game) else ("headphones", "open")
    shared = tuple(secret for secret in secrets if secret != "headphones")
    return tuple(
        Kind(seats, secret, one_microphone, game)
        for one_microphone, ways in ((False, secrets), (True, shared))
        for secret in ways
        for seats in (2, 3, 4)
    )


class EarconWatch:
    """Times the first loudspeaker sample after each decision, where it was silent before (ms)."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._since: int | None = None
        self._at = 0
        self._silent = True

    def tell(self, at: int, what: Any) -> None:
        """Note a decision at audio sample `at`."""
        if isinstance(what, Settled) and self._silent:
            self._since = at

    def sink(self, mouths: list[Wave], out: NDArray[np.int16]) -> None:
        """Look at one block; it sounds during the next one, that is from the decision's sample on."""
        loud = np.flatnonzero(np.abs(out[:, 0]) > SOUNDING)
        self._at += BLOCK
        if self._since is not None and len(loud):
            self.times.append(millis(self._at + int(loud[0]) - self._since))
            self._since = None
        self._silent = not len(loud)


def one(kind: Kind, seed: int, model: Path | None, goal: int | None = None) -> Figures:
    """Play and measure one game."""
    began, children = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    setup = Setup(
        kind.game,
        names=NAMES[: kind.seats],
        seed=seed,
        model=model,
        secret=kind.secret,
        options={} if goal is None else {"goal": goal},
        shared=kind.shared,
    )
    watch = EarconWatch()
    with tempfile.TemporaryDirectory() as folder:
        cast = voices.load(resources.folder("voices"))
        with Session(setup, Path(folder) / "game.sqlite") as session:
            session.table.observers.append(watch.tell)
            players = virtual.cast(session, cast, seed)
            record = virtual.play(session, players, Room(seed=seed, shared=kind.shared), [watch.sink])
            again = replay(session.journal, game_named(setup.game))
            identical = again == session.table.state
            # A game that players gave up is none that was played to its end.
            record.stuck = record.stuck or not session.table.state.winners
    result = figures(record, watch.times)
    result.replays_identical = int(identical)
    result.audio_s = record.samples / 16_000
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    result.cpu_s = time.process_time() - began
    result.cpu_s += after.ru_utime + after.ru_stime - children.ru_utime - children.ru_stime
    result.rss_mb = _rss_mb()
    return result


def run(
    games: int, kinds: Sequence[Kind], seed: int, model: Path | None, goal: int | None = None
) -> dict[str, Any]:
    """Play `games` games with seeds from `seed` on, as many at once as there are cores, and sum up.

    The kinds of table take turns; with several the figures of each are summed up under "kinds", too.
    """
    total, by_kind = Figures(), {kind: Figures() for kind in kinds}
    context = multiprocessing.get_context("spawn")
    # Leaving the pool, by Ctrl-C too, ends its workers at once.
    with context.Pool(min(games, os.cpu_count() or 1), undisturbed) as pool:
        plans = [(kinds[number % len(kinds)], seed + number, model, goal) for number in range(games)]
        for number, result in enumerate(pool.imap(_planned, plans)):
            total.add(result)
            by_kind[plans[number][0]].add(result)
            print(f"game {number + 1} of {games} played", file=sys.stderr, flush=True)
    if len(kinds) == 1:
        return summary(total)
    each = {str(kind): summary(figures) for kind, figures in by_kind.items() if figures.games}
    return summary(total) | {"kinds": each}


def undisturbed() -> None:
    """A worker leaves Ctrl-C to the program that waits for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _planned(plan: tuple[Kind, int, Path | None, int | None]) -> Figures:
    return one(*plan)


def summary(total: Figures) -> dict[str, Any]:
    """The figures as plain values, in a fixed order."""
    plain = {
        name: getattr(total, name)
        for name in total.__dataclass_fields__
        if isinstance(getattr(total, name), int) and name != "rss_mb"
    }
    worst = sorted(total.missed, key=lambda text: (-total.missed[text], text))
    return plain | {
        "phrases_right_share": _share(total.phrases_right, total.phrases),
        "windows_right_share": _share(total.windows_right, total.windows),
        "windows_shouted_right_share": _share(total.windows_shouted_right, total.windows_shouted),
        "decision_ms_p50": _percentile(total.decision_ms, 50),
        "decision_ms_p95": _percentile(total.decision_ms, 95),
        "undecided_ms_max": _percentile(total.undecided_ms, 100),
        "earcon_ms_p95": _percentile(total.earcon_ms, 95),
        "earcons": len(total.earcon_ms),
        "barge_in_ms_p95": _percentile(total.barge_in_ms, 95),
        "frenzies_right_share": _share(total.frenzies_right, total.frenzies),
        "gong_ms_p50": _percentile(total.gong_ms, 50),
        "gong_ms_p95": _percentile(total.gong_ms, 95),
        "barge_ins": len(total.barge_in_ms),
        "answer_ms_p95": _percentile(total.answer_ms, 95),
        "calls_doubted_share": _share(total.calls_doubted, total.calls_heard_right),
        "audio_s": round(total.audio_s),
        "realtime_factor": round(total.audio_s / total.cpu_s, 1) if total.cpu_s else None,
        "rss_mb": round(total.rss_mb),
        "worst_phrases": [
            {"phrase": text, "said": total.said[text], "missed": total.missed[text]}
            for text in worst[:WORST]
            if total.missed[text]
        ],
    }


def report(result: dict[str, Any], as_json: bool) -> str:
    """The summary as one JSON object, or as lines a screen reader can read."""
    if as_json:
        return json.dumps(result)
    lines = [f"{name.replace('_', ' ')}: {value}" for name, value in result.items() if name not in LISTED]
    for kind, each in result.get("kinds", {}).items():
        lines.append(f"{kind}: " + ", ".join(f"{name.replace('_', ' ')} {each[name]}" for name in BY_KIND))
    lines += [
        f"worst: {row['phrase']!r} missed {row['missed']} of {row['said']}" for row in result["worst_phrases"]
    ]
    return "\n".join(lines)


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _percentile(values: list[float], percent: float) -> float | None:
    return round(float(np.percentile(values, percent)), 1) if values else None


def _rss_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
