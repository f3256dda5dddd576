"""The bench of rooms: what it plans, how figures made up are judged, told and drawn, and what it refuses."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from voicenuts import cli
from voicenuts.errors import PlainError
from voicenuts.hearing.stages import STAGES
from voicenuts.lab import room_bench, room_figure, room_jobs
from voicenuts.lab.bars import BARS, judged
from voicenuts.lab.disturbances import Disturbed
from voicenuts.lab.room_bench import report, summary
from voicenuts.lab.room_jobs import CLEAN, CONDITIONS, NARRATOR, OMNI, TELEVISION, Cost, Measured, jobs
from voicenuts.lab.tally import Tally


def made_up() -> Measured:
    single = Tally(trials=200, mouths=200, right=199, first=199, all=199, ordered=199, fair=199, doubles=1)
    pair = Tally(trials=100, mouths=200, right=180, first=96, all=88, ordered=85, fair=90, heats=7)
    measured = Measured(costs={CLEAN: Cost(230.0, 1000.0), NARRATOR: Cost(10.0, 100.0)})
    for condition in (CLEAN, OMNI, TELEVISION, NARRATOR):
        measured.tallies[condition, "single"] = replace(single, onset_ms=[], decision_ms=[])
    for row in ("pair 60 ms", "pair 120 ms", "pair 400 ms", "same name 120 ms"):
        for condition in (CLEAN, OMNI):
            measured.tallies[condition, row] = replace(pair, onset_ms=[], decision_ms=[])
    measured.tallies[CLEAN, "single"].onset_ms = [-5.0] * 95 + [40.0] * 5
    measured.tallies[CLEAN, "single"].decision_ms = [250.0] * 90 + [700.0] * 10
    measured.disturbed = {NARRATOR: Disturbed(2, 4.0), "dishes": Disturbed(1, 2.0), "talk": Disturbed(0, 2.0)}
    measured.suppression_db = [8.0, 12.0, 13.0]
    return measured


def test_every_bar_is_judged_by_its_own_figure() -> None:
    rows = {row["name"]: row for row in judged(made_up())}
    assert len(rows) == len(BARS)
    right = rows["single shouts, clean: seat and phrase right"]
    assert (right["measured"], right["wanted"], right["met"]) == (99.5, 99, True)
    assert rows["pair 120 ms: first credited right"]["measured"] == 96
    ordered = rows["pair 120 ms: both right and in order"]
    assert (ordered["measured"], ordered["met"]) == (85, False)
    assert rows["pair 60 ms: order right or dead heat"]["measured"] == 90
    assert rows["pair 400 ms: both right"]["measured"] == 88
    assert rows["one bid for one mouth"]["measured"] == 99.5
    assert rows["neighbours weaker in the beams, median"]["measured"] == 12
    assert rows["onset error, median"]["measured"] == 5
    assert rows["decision, 95th percentile"]["met"] is False
    assert rows["narrator at +6 dB: calls nobody made"]["measured"] == 2
    assert rows["talk and noise: false bids per channel-hour"]["measured"] == 0.25
    assert rows["four channels, where they cost most: share of one core"]["measured"] == 23


def test_what_was_not_measured_is_neither_met_nor_missed() -> None:
    assert all(row["measured"] is None and row["met"] is None for row in judged(Measured()))


def test_the_report_is_one_plain_line_a_figure_or_json() -> None:
    result = summary(made_up()) | {"without": {"echo": judged(made_up())}}
    lines = report(result, False).splitlines()
    assert "single shouts, clean: seat and phrase right: 99.5 %, wanted at least 99 %: met" in lines
    assert "onset error, median: 5.0 ms, wanted at most 10 ms: met" in lines
    assert "dishes: 1 calls that nobody made in 2.0 channel-hours" in lines
    assert "clean: hearing took 23.0 % of a core" in lines
    assert lines.index("Without the stage echo:") > lines.index("Every kind of shout:")
    assert all(line.isascii() and "\t" not in line for line in lines)
    assert json.loads(report(result, True)) == result


def test_figures_of_several_jobs_are_added_up() -> None:
    total = made_up()
    total.add(made_up())
    assert total.tallies[CLEAN, "single"].trials == 400
    assert len(total.tallies[CLEAN, "single"].onset_ms) == 200
    assert total.disturbed["dishes"] == Disturbed(2, 4.0)
    assert judged(total) == judged(made_up())[:16] + [
        row | {"measured": 4.0} if "narrator at" in row["name"] else row for row in judged(made_up())[16:]
    ]


@pytest.mark.parametrize("full", [False, True])
def test_every_condition_is_shared_out_among_rooms_of_its_own(full: bool) -> None:
    made = jobs(full, 7, frozenset({"onset"}))
    for condition in CONDITIONS:
        amount, rooms = condition.full if full else condition.quick
        own = [job for job in made if job.condition == condition.name]
        assert sum(job.amount for job in own) == amount
        assert len({job.space.seed for job in own}) == len(own) == rooms
        assert all(job.without == {"onset"} for job in own)
    fewer = jobs(full, 7, frozenset(), only_alone=True)
    assert {job.condition for job in fewer} == {CLEAN, NARRATOR}
    assert len(fewer) < len(made)


def test_the_full_bench_measures_each_stage_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def worked(plans: list[tuple[str, room_jobs.Job]]) -> list[tuple[str, Measured]]:
        assert all((stage == "" and not job.without) or job.without == {stage} for stage, job in plans)
        return [(stage, made_up()) for stage, _ in plans]

    monkeypatch.setattr(room_bench, "_worked", worked)
    assert set(room_bench.run(True, 1)["without"]) == STAGES
    assert room_bench.run(False, 1)["without"] == {}


def test_the_picture_is_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "room.png"
    room_figure.check(file)
    room_figure.draw(made_up(), file)
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["room.txt", "nowhere/room.png"])
def test_a_picture_that_could_not_be_kept_is_refused_before_anything_is_measured(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", "room", "--figure", str(tmp_path / name)]) == 2
    assert "--figure" in capsys.readouterr().err


def test_without_the_drawing_library_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PlainError, match=r"voicenuts\[bench\]"):
        room_figure.check(tmp_path / "room.png")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["bench", "--full"], "for 'voicenuts bench room'"),
        (["bench", "room", "--without", "smell"], "invalid choice: 'smell'"),
        (["bench", "room", "--quick", "--full"], "not allowed with"),
    ],
)
def test_what_cannot_be_asked_for_is_told(
    typed: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(typed) == 2
    assert told in capsys.readouterr().err
