"""What is wrong with files and folders, through the command: one sentence, exit 2, never a crash."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from voicenuts import cli, resources
from voicenuts.errors import PlainError
from voicenuts.hearing import trial

ROOT = Path(__file__).parents[1]
SCENE = ROOT / "fixtures" / "scenes" / "one-shout.flac"
EMBEDDED = resources.folder("models") / "en"
BOOK = resources.folder("prompts") / "en" / "phrases.toml"
Says = Callable[..., str]


@pytest.fixture(autouse=True)
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("platformdirs.user_log_dir", lambda *_, **__: str(tmp_path / "log"))


@pytest.fixture
def says(capfd: pytest.CaptureFixture[str]) -> Says:
    """Runs a command that must be refused; its one sentence."""

    def refused(*argv: object) -> str:
        assert cli.main([str(arg) for arg in argv]) == 2
        text = capfd.readouterr().err
        assert text.count("\n") == 1
        assert text.endswith(".\n")
        return text

    return refused


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A copy of the embedded model to damage."""
    return Path(shutil.copytree(EMBEDDED, tmp_path / "model"))


def cut(share: float) -> Callable[[bytes], bytes]:
    return lambda whole: whole[: int(len(whole) * share)]


def plus(option: str) -> Callable[[bytes], bytes]:
    return lambda whole: whole + option.encode() + b"\n"


@pytest.mark.parametrize(
    ("file", "damage"),
    [
        ("am/final.mdl", cut(0.5)),
        ("graph/HCLr.fst", cut(0.5)),  # would be a segmentation fault
        ("graph/HCLr.fst", cut(0.0)),
        ("graph/words.txt", cut(0.1)),
        ("graph/phones/word_boundary.int", cut(0.1)),  # would abort while decoding
        ("conf/model.conf", cut(0.0)),  # the same
        ("conf/model.conf", plus("--frames-per-chunk=0")),
        ("conf/mfcc.conf", cut(0.0)),
        ("conf/mfcc.conf", plus("--num-ceps=13")),
        ("conf/mfcc.conf", plus("--nonsense=1")),
    ],
)
def test_a_damaged_model_is_one_sentence(
    damaged: Path, says: Says, file: str, damage: Callable[[bytes], bytes]
) -> None:
    (damaged / file).write_bytes(damage((damaged / file).read_bytes()))
    assert str(damaged) in says("hear", SCENE, "--model", damaged)


def test_a_model_that_hangs_is_given_up(damaged: Path) -> None:
    with pytest.raises(PlainError, match="hangs when it is used"):
        trial.prove(damaged, BOOK, seconds=0.01)


def test_a_whole_model_passes_its_trial(damaged: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["hear", str(SCENE), "--model", str(damaged)]) == 0
    assert "seat 2: leo (thief.lynx)" in capfd.readouterr().out


def test_no_model_and_a_nested_one(damaged: Path, says: Says, tmp_path: Path) -> None:
    assert "no model folder" in says("hear", SCENE, "--model", tmp_path / "none")
    outer = tmp_path / "outer"
    shutil.move(damaged, outer / "inner")
    assert f"give --model {outer / 'inner'} instead" in says("hear", SCENE, "--model", outer)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"),
        (b"dear diary, this is text\n", "is not a sound file"),
        (SCENE.read_bytes()[:40_000], "cut short or damaged"),
    ],
)
def test_a_file_that_is_no_whole_recording(says: Says, tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "game.wav").write_bytes(content)
    assert sentence in says("hear", tmp_path / "game.wav")


def test_samples_that_are_no_numbers(says: Says, tmp_path: Path) -> None:
    wave = np.zeros((8000, 3), dtype=np.float32)
    wave[4000, 1] = np.nan
    soundfile.write(tmp_path / "game.wav", wave, 16_000, "FLOAT")
    assert "no numbers (NaN or infinite) at 0.25 seconds" in says("hear", tmp_path / "game.wav")


def prompts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the English prompts that the program takes for its own."""
    folder = Path(shutil.copytree(resources.folder("prompts"), tmp_path / "prompts"))
    kept = resources.folder
    monkeypatch.setattr(resources, "folder", lambda kind: folder if kind == "prompts" else kept(kind))
    return folder / "en"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ('[thief.zebra]\nsay = ["zebra"]\n', "does not know 'zebra'"),
        ('[thief.other]\nsay = ["leo"]\n', "gives 'leo' to both"),
        ("[thief\n", "cannot be read"),
    ],
)
def test_a_wrong_phrase_book(
    monkeypatch: pytest.MonkeyPatch, says: Says, tmp_path: Path, more: str, sentence: str
) -> None:
    book = prompts(monkeypatch, tmp_path) / "phrases.toml"
    book.write_text(book.read_text("utf-8") + more, "utf-8")
    assert sentence in says("hear", SCENE)


def test_broken_narration(monkeypatch: pytest.MonkeyPatch, says: Says, tmp_path: Path) -> None:
    (prompts(monkeypatch, tmp_path) / "broken.ftl").write_text("hello = { $who\n", "utf-8")
    assert "is broken at" in says("play", "--fast", "--sound", tmp_path / "game.wav")


def test_a_data_folder_that_is_a_file(says: Says, own_home: Path, tmp_path: Path) -> None:
    own_home.mkdir(parents=True)
    (own_home / "xdg_data_home").write_text("in the way")
    assert "cannot be written" in says("play", "--fast", "--sound", tmp_path / "game.wav")


def test_a_full_disk(monkeypatch: pytest.MonkeyPatch, says: Says, tmp_path: Path) -> None:
    def full(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(sqlite3, "connect", full)
    assert "The disk is full" in says("play", "--fast", "--sound", tmp_path / "game.wav")


@pytest.mark.parametrize(
    ("subtype", "rate"), [("PCM_U8", 16_000), ("PCM_24", 16_000), ("FLOAT", 16_000), ("PCM_16", 96_000)]
)
def test_other_formats_simply_work(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, subtype: str, rate: int
) -> None:
    wave, own = soundfile.read(SCENE)
    soundfile.write(tmp_path / "game.wav", np.repeat(wave, rate // own, axis=0), rate, subtype)
    assert cli.main(["hear", str(tmp_path / "game.wav"), "--listen", "thief,place"]) == 0
    assert "seat 2: leo (thief.lynx)" in capfd.readouterr().out


@pytest.mark.parametrize("channels", [1, 2, 5, 8, 16])
@pytest.mark.parametrize("rate", [8000, 11_025, 192_000])
def test_strange_sound_is_heard_without_a_fault(tmp_path: Path, channels: int, rate: int) -> None:
    square = np.where(np.arange(rate // 4) // 20 % 2, 1.0, -1.0)[:, None].repeat(channels, axis=1)
    for wave in (square, square[:1], np.full_like(square, 0.999)):
        soundfile.write(tmp_path / "game.wav", wave, rate)
        assert cli.main(["hear", str(tmp_path / "game.wav"), "--listen", "thief"]) == 0


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["wav", "flac"]), st.integers(0, 120), st.binary(min_size=1, max_size=8), st.data())
def test_damaged_headers_are_heard_or_refused(
    tmp_path: Path, kind: str, at: int, other: bytes, data: st.DataObject
) -> None:
    path = tmp_path / f"game.{kind}"
    soundfile.write(path, np.zeros((800, 2), dtype=np.int16), 16_000)
    whole = bytearray(path.read_bytes())
    whole[at : at + len(other)] = other
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    assert cli.main(["hear", str(path), "--listen", "thief"]) in (0, 2)


@pytest.mark.parametrize(
    ("rate", "channels", "sentence"),
    [
        (1, 3, "claims 1 samples a second"),
        (2_000_000, 1, "claims 2000000"),
        (16_000, 100, "claims 100 channels"),
    ],
)
def test_headers_that_claim_nonsense(
    says: Says, tmp_path: Path, rate: int, channels: int, sentence: str
) -> None:
    soundfile.write(tmp_path / "game.wav", np.zeros((100, channels), dtype=np.int16), rate)
    assert sentence in says("hear", tmp_path / "game.wav")
