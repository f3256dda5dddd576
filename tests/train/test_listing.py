"""Listing sets of speech as they are published."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from models.train.data import clips, rows
from models.train.listing import main


def _sound(path: Path, seconds: float = 1.0) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    soundfile.write(path, np.full(int(16000 * seconds), 0.1), 16000)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    _sound(tmp_path / "commands" / "up" / "0a7c2a8d_nohash_1.wav")
    _sound(tmp_path / "commands" / "up" / "up_1b7c2a8d_nohash_0.wav")
    _sound(tmp_path / "wake" / "view_glass" / "12.flac", 1.5)
    (tmp_path / "wake" / "view_glass" / "13.flac").write_bytes(b"no sound")
    _sound(tmp_path / "read" / "S1" / "1.WAV", 2)
    _sound(tmp_path / "town" / "noise" / "tram.wav")
    _sound(tmp_path / "town" / "rooms" / "hall.wav")
    (tmp_path / "read" / "transcripts.tsv").write_text(
        "path\tspeaker\ttext\nS1/1.WAV\t0001\tWE CALL IT BEAR\n"
    )
    return tmp_path


def test_both_layouts_are_listed_with_their_pools(folder: Path) -> None:
    assert main([str(folder), "commands", "wake", "read", "town", "--licence", "CC-BY-4.0"]) == 0
    listed = rows(folder / "manifest.tsv")
    assert [(row["speaker"], row["text"], row["seconds"], row["pool"]) for row in listed] == [
        ("gsc_0a7c2a8d", "up", "1.00", "real"),
        ("gsc_1b7c2a8d", "up", "1.00", "real"),
        ("wake_unknown", "view glass", "1.50", "wake"),
        ("read_0001", "we call it bear", "2.00", "talk"),
        ("", "", "1.00", "noise"),
        ("", "", "1.00", "room"),
    ]
    assert {name: len(pool) for name, pool in clips([folder], []).items()} == {
        "real": 2,
        "wake": 1,
        "talk": 1,
        "noise": 1,
        "room": 1,
    }


def test_a_missing_set_is_told_in_one_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(folder), "nothing"]) == 2
    assert "There is no folder" in capsys.readouterr().err
