from __future__ import annotations

import json
import logging
import os
from pathlib import Path

import pytest

from voicenuts.speaking.delivery import Delivery
from voicenuts.table import preferences
from voicenuts.table.preferences import Preferences

QUICK = Delivery(1, 270, -3)


def test_what_is_kept_is_there_in_the_next_game(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "preferences.json"
    Preferences(path).keep("Ąmber", QUICK)
    again = Preferences(path)
    assert again.of("Ąmber") == QUICK
    assert again.of("Dusty") == Delivery()
    again.keep("Dusty", Delivery(3))
    assert Preferences(path).of("Ąmber") == QUICK
    assert os.listdir(path.parent) == ["preferences.json"]


def test_without_a_file_it_lasts_as_long_as_the_game() -> None:
    kept = Preferences()
    kept.keep("Amber", QUICK)
    assert kept.of("Amber") == QUICK


def test_it_lies_where_the_system_keeps_such_things(own_home: Path) -> None:
    assert own_home in preferences.default_path().parents


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"Amber": 3}',
        '{"Amber": {"level": "loud"}}',
        '{"Amber": {"rate": true}}',
        '{"Amber": null}',
        "\xff",
        "[" * 100_000,
    ],
)
def test_a_broken_file_costs_one_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    path = tmp_path / "preferences.json"
    path.write_bytes(text.encode("latin-1"))
    with caplog.at_level(logging.WARNING):
        kept = Preferences(path)
    assert kept.of("Amber") == Delivery()
    assert len(caplog.records) == 1
    kept.keep("Amber", QUICK)
    assert Preferences(path).of("Amber") == QUICK


def test_numbers_out_of_bounds_are_brought_within(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    path.write_text(json.dumps({"Amber": {"level": 9, "rate": 10_000, "gain_db": -500, "hat": 1}}))
    assert Preferences(path).of("Amber") == Delivery(9, 10_000, -500).bounded()


def test_a_folder_that_cannot_be_written_costs_one_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    kept = Preferences(tmp_path / "file" / "preferences.json")
    for _ in range(3):
        kept.keep("Amber", QUICK)
    assert kept.of("Amber") == QUICK
    assert len(caplog.records) == 1
