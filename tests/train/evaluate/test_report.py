from __future__ import annotations

from collections import Counter

from models.train.evaluate.report import Figure, Table, least, most, percentile, share, worst


def test_a_table_is_plain_lines_with_every_count() -> None:
    table = Table(
        "Names", [share("clean", 97, 100, least(98)), share("noisy", 93, 100, least(92))], ["Fine."]
    )
    assert list(table.lines()) == [
        "Names",
        "  clean: 97.0 %, 97 of 100 clips; bar at least 98 %: missed",
        "  noisy: 93.0 %, 93 of 100 clips; bar at least 92 %: met",
        "  Fine.",
    ]


def test_other_units_have_their_digits() -> None:
    assert Figure("load", 45.7, "ms", 5, "times", bar=most(150)).line() == (
        "load: 46 ms, n 5 times; bar at most 150 ms: met"
    )
    assert Figure("factor", 0.01234, "", 120, "seconds", bar=most(0.01)).line() == (
        "factor: 0.0123, n 120 seconds; bar at most 0.01: missed"
    )


def test_nothing_measured_meets_no_bar() -> None:
    assert share("noisy", 0, 0, most(8)).line() == "noisy: 0.0 %, 0 of 0 clips"


def test_the_data_tell_whether_bars_are_met() -> None:
    table = Table("Names", [share("clean", 97, 100, least(98)), share("alone", 1, 2)])
    figures = table.data()["figures"]
    assert [(f["name"], f["value"], f["n"], f["met"]) for f in figures] == [
        ("clean", 97.0, 100, False),
        ("alone", 50.0, 2, None),
    ]


def test_the_worst_come_first_and_ties_by_name() -> None:
    tried = Counter(a=9, b=9, c=9)
    assert worst(Counter(a=1, b=3, c=1), tried, 2) == "b 3 of 9, a 1 of 9"
    assert worst(Counter(), tried) == "none"


def test_percentiles_are_values_that_occur() -> None:
    values = [float(n) for n in range(1, 11)]
    assert [percentile(values, part) for part in (50, 90, 100)] == [5.0, 9.0, 10.0]
    assert percentile([], 50) == 0.0
