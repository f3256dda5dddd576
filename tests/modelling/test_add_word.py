"""A model learns a word, whatever happens meanwhile."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voicenuts import resources
from voicenuts.cli import main
from voicenuts.errors import PlainError
from voicenuts.hearing.model import Model
from voicenuts.modelling.add_word import add_word

EMBEDDED = resources.folder("models") / "en"
RENARD = "F AA1 K S"
"""A fox by another name, so that recordings of "fox" can be heard as it."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(EMBEDDED, tmp_path / "en")


def heard(folder: Path, *phrases: str) -> str:
    sound, rate = soundfile.read(resources.folder("voices") / "af_sarah" / "fox.flac", dtype="int16")
    recogniser = Model(folder).recogniser(json.dumps([*phrases, "[unk]"]), rate)
    recogniser.AcceptWaveform(
        np.concatenate((np.zeros(6400, np.int16), sound, np.zeros(9600, np.int16))).tobytes()
    )
    text: str = json.loads(recogniser.FinalResult())["text"]
    return text


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_word_is_heard_after_it_was_added(folder: Path) -> None:
    assert not Model(folder).knows("renard")
    assert add_word(folder, "renard", [RENARD])
    assert heard(folder, "renard", "leo") == "renard"
    assert heard(folder, "fox", "leo") == "fox"
    assert heard(folder, "leo") == "[unk]"
    assert "renard\tF AA K S\n" in (folder / "graph" / "lexicon.txt").read_text()
    assert set(content(folder)) == set(content(EMBEDDED))


def test_a_known_word_gets_another_way_to_be_said(folder: Path) -> None:
    assert heard(folder, "help") == "[unk]"
    assert add_word(folder, "help", [RENARD])
    assert heard(folder, "help") == "help"


def test_what_is_known_already_changes_nothing(folder: Path) -> None:
    assert add_word(folder, "renard", [RENARD, "F AO K S"])
    before = content(folder)
    assert not add_word(folder, "renard", ["F AO1 K S"])
    assert content(folder) == before


@pytest.mark.parametrize("replaced", range(4))
def test_killed_between_files_it_hears_as_before_or_after(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replaced: int
) -> None:
    whole = shutil.copytree(folder, tmp_path / "whole")
    add_word(whole, "renard", [RENARD])
    left = iter(range(replaced))

    def replace(source: Path, target: Path) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        os.rename(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", replace)
        with pytest.raises(KeyboardInterrupt):
            add_word(folder, "renard", [RENARD])
    assert heard(folder, "fox", "leo") == "fox"
    assert heard(folder, "leo") == "[unk]"
    if Model(folder).knows("renard"):
        assert heard(folder, "renard", "leo") == "renard"
    assert add_word(folder, "renard", [RENARD])
    assert content(folder) == content(whole)


def test_what_a_killed_run_left_is_no_hindrance(folder: Path) -> None:
    (folder / ".new" / "graph").mkdir(parents=True)
    (folder / ".new" / "graph" / "words.txt").write_text("half")
    assert add_word(folder, "renard", [RENARD])
    assert not (folder / ".new").exists()


def test_a_graph_that_does_not_load_never_takes_the_place(folder: Path) -> None:
    (folder / "conf" / "mfcc.conf").write_text("--no-such-option=1\n")
    before = content(folder)
    with pytest.raises(PlainError, match="does not load"):
        add_word(folder, "renard", [RENARD])
    assert content(folder) == before


def test_a_lexicon_changed_by_hand_is_refused(folder: Path) -> None:
    path = folder / "graph" / "lexicon.txt"
    path.write_text("aardvark\tAA R D V AA R K\n" + path.read_text())
    before = content(folder)
    with pytest.raises(PlainError, match=r"words\.txt are not those of the lexicon\.txt"):
        add_word(folder, "renard", [RENARD])
    assert content(folder) == before


def test_a_full_disk_is_one_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    before = content(folder)
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(PlainError, match=r"could not be written \(No space left on device\)"):
        add_word(folder, "renard", [RENARD])
    assert content(folder) == before


def test_a_read_only_folder_is_to_be_copied(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PlainError, match=r"read-only: copy that folder, and name the copy with --model"):
        add_word(folder, "renard", [RENARD])
    assert not add_word(folder, "fox", [RENARD])


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["Grandma", "G R AE N D M AA"], "'Grandma' cannot be a word"),
        (["grandma", "G R AE N D M AX"], "'AX' is no phone"),
        (["grandma", ""], "A pronunciation is empty"),
        (["grandma"], "required: PRONUNCIATION"),
    ],
)
def test_bad_words_are_one_sentence(
    folder: Path, argv: list[str], sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["model", "add-word", *argv, "--model", str(folder)]) == 2
    told = capfd.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


def test_a_model_without_sources_is_refused(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "graph" / "filler.txt").unlink()
    assert main(["model", "add-word", "grandma", "G R AE N D M AA", "--model", str(folder)]) == 2
    assert "it has no filler.txt" in capfd.readouterr().err


def test_the_command_says_what_it_did(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    argv = ["model", "add-word", "pancake", "P AE1 N K EY2 K", "P AE NG K EY K", "--model", str(folder)]
    assert main(argv) == 0
    assert capfd.readouterr().out == f"The model in {folder} hears 'pancake' now.\n"
    assert Model(folder).knows("pancake")
    assert main(argv) == 0
    assert "hears 'pancake' already, said like that; nothing was changed.\n" in capfd.readouterr().out
