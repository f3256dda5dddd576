"""The bench: one short game measured for real, and figures made up to see how they are summed."""

from __future__ import annotations

import json
import multiprocessing
from collections import Counter
from multiprocessing.pool import ThreadPool
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.arbiter import Settled
from voicenuts.games.hazelnut.state import GOAL
from voicenuts.lab import bench
from voicenuts.lab.bench import SOUNDING, EarconWatch, Kind, mixed
from voicenuts.lab.measure import Figures
from voicenuts.values import BLOCK, Resolution

NAMED = (
    "games",
    "stuck",
    "phrases",
    "phrases_right",
    "windows",
    "windows_right",
    "self_triggers",
    "decision_ms_p50",
    "decision_ms_p95",
    "earcon_ms_p95",
    "barge_in_ms_p95",
    "realtime_factor",
    "rss_mb",
    "replays_identical",
    "worst_phrases",
)
"""What others read from the JSON."""


def made_up(missed: str = "roll") -> Figures:
    return Figures(
        games=1,
        phrases=10,
        phrases_right=9,
        windows=4,
        windows_right=3,
        windows_shouted=2,
        windows_shouted_right=1,
        replays_identical=1,
        audio_s=600.0,
        cpu_s=20.0,
        rss_mb=123.4,
        decision_ms=[100.0, 200.0, 300.0],
        undecided_ms=[40.0, 700.0],
        earcon_ms=[20.0],
        barge_in_ms=[90.0, 110.0],
        said=Counter({"roll": 6, "max": 4}),
        missed=Counter({missed: 1, "leo": 0}),
    )


def test_one_short_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GOAL, 2, 3)
    result = bench.summary(bench.one(Kind(2), 5, None))
    assert set(NAMED) <= result.keys()
    assert (result["games"], result["stuck"], result["replays_identical"]) == (1, 0, 1)
    assert 0 < result["phrases_right"] <= result["phrases"]
    assert 0 < result["windows_right"] <= result["windows"]
    assert result["phrases_right_share"] > 0.7
    assert result["self_triggers"] == 0
    assert result["realtime_factor"] > 1
    assert 20 < result["rss_mb"] < 2000
    assert json.loads(bench.report(result, as_json=True)) == result


def test_games_are_played_one_by_one_seed_and_summed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Any] = []

    def one(*args: Any) -> Figures:
        asked.append(args)
        return made_up("roll" if len(asked) < 3 else "max")

    monkeypatch.setattr(bench, "one", one)
    context = SimpleNamespace(Pool=lambda count, initializer: ThreadPool(1))
    monkeypatch.setattr(multiprocessing, "get_context", lambda method: context)
    result = bench.run(3, [Kind(4)], 10, None)
    assert asked == [(Kind(4), seed, None, None) for seed in (10, 11, 12)]
    assert (result["games"], result["phrases"], result["phrases_right_share"]) == (3, 30, 0.9)
    assert (result["windows_right_share"], result["windows_shouted_right_share"]) == (0.75, 0.5)
    assert (result["decision_ms_p50"], result["decision_ms_p95"]) == (200.0, 300.0)
    assert (result["undecided_ms_max"], result["earcon_ms_p95"]) == (700.0, 20.0)
    assert (result["barge_in_ms_p95"], result["barge_ins"]) == (110.0, 6)
    assert (result["audio_s"], result["realtime_factor"], result["rss_mb"]) == (1800, 30.0, 123)
    assert result["worst_phrases"] == [
        {"phrase": "roll", "said": 18, "missed": 2},
        {"phrase": "max", "said": 12, "missed": 1},
    ]
    assert capsys.readouterr().err.splitlines() == [f"game {number} of 3 played" for number in (1, 2, 3)]


def test_kinds_of_tables_take_turns_and_are_summed_up_each(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []

    def one(*args: Any) -> Figures:
        played.append(args)
        return made_up()

    monkeypatch.setattr(bench, "one", one)
    context = SimpleNamespace(Pool=lambda count, initializer: ThreadPool(1))
    monkeypatch.setattr(multiprocessing, "get_context", lambda method: context)
    every = mixed("hazelnut")
    result = bench.run(len(every) + 1, every, 10, None, 5)
    assert [(kind, goal) for kind, _, _, goal in played] == [*((kind, 5) for kind in every), (every[0], 5)]
    assert len({(kind.seats, kind.secret, kind.shared) for kind in every}) == 15
    assert result["games"] == len(every) + 1
    assert result["kinds"]["2 seats, headphones"]["games"] == 2
    assert result["kinds"]["4 seats, whisper, one microphone"]["windows_right_share"] == 0.75
    lines = bench.report(result, as_json=False).splitlines()
    assert any(line.startswith("3 seats, open: games 1, stuck 0, windows right share 0.75") for line in lines)
    assert json.loads(bench.report(result, as_json=True)) == result


def test_the_report_is_one_object_or_plain_lines() -> None:
    result = bench.summary(made_up())
    assert json.loads(bench.report(result, as_json=True)) == result
    assert "\n" not in bench.report(result, as_json=True)
    lines = bench.report(result, as_json=False).splitlines()
    assert "windows right share: 0.75" in lines
    assert lines[-1] == "worst: 'roll' missed 1 of 6"
    assert len(lines) == len(result)


def test_no_games_at_all_divide_by_nothing() -> None:
    result = bench.summary(Figures())
    assert result["phrases_right_share"] is None
    assert result["decision_ms_p95"] is None
    assert result["realtime_factor"] is None
    assert result["worst_phrases"] == []


# ---------------------------------------------------------------- the earcon after a decision


def block(loud_from: int | None = None) -> NDArray[np.int16]:
    out = np.zeros((BLOCK, 4), np.int16)
    if loud_from is not None:
        out[loud_from:, 0] = SOUNDING + 1
    return out


def settled(at: int) -> Settled:
    return Settled(Resolution(1, ()), at)


def test_the_first_sound_after_a_decision_is_timed_as_it_is_heard() -> None:
    watch = EarconWatch()
    watch.sink([], block())
    watch.tell(2 * BLOCK, settled(2 * BLOCK))  # decided at the end of the second block heard
    watch.sink([], block())  # made for the third
    watch.sink([], block(loud_from=160))  # and for the fourth
    assert watch.times == [40.0]
    watch.sink([], block(loud_from=0))
    assert watch.times == [40.0]


def test_a_decision_into_sound_is_not_timed() -> None:
    watch = EarconWatch()
    watch.sink([], block(loud_from=0))
    watch.tell(2 * BLOCK, settled(2 * BLOCK))
    watch.sink([], block(loud_from=0))
    assert watch.times == []
