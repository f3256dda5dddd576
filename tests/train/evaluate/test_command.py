from __future__ import annotations

from pathlib import Path

import pytest

from models.train.evaluate.__main__ import main
from models.train.evaluate.corpus import Corpus
from voicenuts.errors import PlainError

HEAD = "path\tspeaker\ttext\tlicence\tuse\tseconds\n"


def test_what_is_wrong_is_told_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none"), "--data", str(tmp_path)]) == 2
    assert "cannot be used" in capsys.readouterr().err
    (tmp_path / "voices").mkdir()
    (tmp_path / "voices" / "manifest.jsonl").write_text("", encoding="utf-8")
    (tmp_path / "manifest.tsv").write_text(HEAD, encoding="utf-8")
    assert main([str(tmp_path / "none"), "--data", str(tmp_path)]) == 2
    assert "There is no model folder" in capsys.readouterr().err
    assert main([str(tmp_path), "--data", str(tmp_path), "--only", "real,reel"]) == 2
    assert "There is no table 'reel'" in capsys.readouterr().err


def test_a_manifest_says_what_recordings_are_for(tmp_path: Path) -> None:
    (tmp_path / "voices").mkdir()
    voice = '{"file": "am_michael/max.flac", "text": "max", "voice": "am_michael"}\n'
    (tmp_path / "voices" / "manifest.jsonl").write_text(voice, encoding="utf-8")
    rows = 'gsc_v2_test/up/a.flac\tgsc_a\tup\tfree\tdev\t1.0\nrirs/sb_rir2.flac\t-\t"rir\tfree\trir\t1.0\n'
    (tmp_path / "manifest.tsv").write_text(HEAD + rows, encoding="utf-8")
    corpus = Corpus(tmp_path)
    assert [(row.folder, row.split, row.noise) for row in corpus.rows] == [
        ("gsc_v2_test", "dev", False),
        ("rirs", "test", False),
    ]
    assert [(row.path, row.speaker, row.split) for row in corpus.voices] == [
        ("voices/am_michael/max.flac", "am_michael", "test")
    ]
    key = corpus.key
    (tmp_path / "manifest.tsv").write_text(HEAD, encoding="utf-8")
    assert Corpus(tmp_path).key != key


def test_a_manifest_without_its_columns_is_refused(tmp_path: Path) -> None:
    (tmp_path / "voices").mkdir()
    (tmp_path / "voices" / "manifest.jsonl").write_text("", encoding="utf-8")
    (tmp_path / "manifest.tsv").write_text("path\ttext\na.flac\tup\n", encoding="utf-8")
    with pytest.raises(PlainError, match=r"manifest\.tsv"):
        Corpus(tmp_path)
