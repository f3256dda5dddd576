"""What the recipe says when something it needs is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.train.__main__ import main

pytest.importorskip("torch")
pytest.importorskip("tqdm")


@pytest.mark.parametrize(
    ("step", "missing"),
    [
        ("speak", "no voices of Kokoro"),
        ("prepare", "manifest.tsv cannot be read"),
        ("train", "run the step prepare first"),
        ("export", "run the step train first"),
    ],
)
def test_what_is_missing_is_one_sentence(
    step: str, missing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([step, "--data", str(tmp_path), "--work", str(tmp_path / "work")]) == 2
    error = capsys.readouterr().err
    assert missing in error
    assert "Traceback" not in error
