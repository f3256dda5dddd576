from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.hearing.model import Model, check

EMBEDDED = resources.folder("models") / "en"


def test_embedded_model_knows_its_words(model: Model) -> None:
    assert model.knows("hazelnut")
    assert not model.knows("zebra")


def test_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="no model folder"):
        Model(tmp_path / "none")


def test_file_instead_of_folder(tmp_path: Path) -> None:
    (tmp_path / "model.zip").write_bytes(b"PK")
    with pytest.raises(PlainError, match="is a file"):
        Model(tmp_path / "model.zip")


def test_folder_that_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "readme").write_text("hello")
    with pytest.raises(PlainError, match="not a Vosk model"):
        check(tmp_path)


def test_nested_folder_is_named(tmp_path: Path) -> None:
    shutil.copytree(EMBEDDED, tmp_path / "outer" / "inner")
    with pytest.raises(PlainError, match=r"one level deeper: give --model .*inner"):
        check(tmp_path / "outer")


@pytest.mark.parametrize("missing", ["HCLr.fst", "Gr.fst"])
def test_model_without_runtime_graph(tmp_path: Path, missing: str) -> None:
    shutil.copytree(EMBEDDED, tmp_path / "en")
    (tmp_path / "en" / "graph" / missing).unlink()
    with pytest.raises(PlainError, match=f"no runtime graph \\({missing} missing\\)"):
        check(tmp_path / "en")


def test_damaged_model_is_one_sentence(tmp_path: Path) -> None:
    shutil.copytree(EMBEDDED, tmp_path / "en")
    (tmp_path / "en" / "am" / "final.mdl").write_bytes(b"\0B garbage")
    with pytest.raises(PlainError, match="does not load"):
        Model(tmp_path / "en")
