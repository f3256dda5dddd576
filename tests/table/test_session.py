"""Putting a game together: what can be wrong is one plain sentence, and nothing keeps running."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.games.registry import GAMES
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.speaking.voice import Voice
from voicenuts.table import session as sessions
from voicenuts.table.journal import Journal
from voicenuts.table.session import Session, Setup, game_named
from voicenuts.values import BLOCK, Cued, SecretMode

SILENCE = np.zeros((BLOCK, 3), np.int16)
MODEL = resources.folder("models") / "en"


@pytest.fixture
def voices(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Voice]]:
    """The narrator's voices that a test's sessions started; all have ended when the test has."""
    started: list[Voice] = []

    def start(language: str) -> Voice:
        started.append(Voice(language))
        return started[-1]

    monkeypatch.setattr(sessions, "Voice", start)
    yield started
    assert started
    for voice in started:
        assert not voice._thread.is_alive()
        assert voice._worker is None or voice._worker.process.poll() is not None


@pytest.fixture
def folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Copies of the prompts that a test may break."""
    prompts = tmp_path / "prompts"
    shutil.copytree(resources.folder("prompts"), prompts)
    real = resources.folder
    monkeypatch.setattr(resources, "folder", lambda kind: prompts if kind == "prompts" else real(kind))
    return prompts


def refused(setup: Setup, journal: Path) -> str:
    """The sentence with which a session is refused; no journal is left behind."""
    with pytest.raises(PlainError) as caught:
        Session(setup, journal)
    assert not journal.exists()
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def test_an_unknown_game(voices: list[Voice], tmp_path: Path) -> None:
    assert "no game 'chess': choose one of " in refused(Setup(game="chess"), tmp_path / "j.sqlite")


def test_games_are_found_by_name() -> None:
    assert game_named("hazelnut") is GAMES["hazelnut"]


def test_a_missing_model(voices: list[Voice], tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    assert f"no model folder {nowhere}" in refused(Setup(model=nowhere), tmp_path / "j.sqlite")


def test_a_model_one_level_deeper(voices: list[Voice], tmp_path: Path) -> None:
    inner = tmp_path / "unpacked" / "vosk-model"
    (inner / "am").mkdir(parents=True)
    (inner / "am" / "final.mdl").touch()
    sentence = refused(Setup(model=tmp_path / "unpacked"), tmp_path / "j.sqlite")
    assert f"--model {inner} instead of" in sentence


def test_a_model_without_runtime_graph(voices: list[Voice], tmp_path: Path) -> None:
    (tmp_path / "big" / "am").mkdir(parents=True)
    (tmp_path / "big" / "am" / "final.mdl").touch()
    assert "no runtime graph" in refused(Setup(model=tmp_path / "big"), tmp_path / "j.sqlite")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("phrases.toml", "say = [", "phrases.toml cannot be read"),
        ("phrases.toml", "[turn.roll]\nsays = ['roll']", "phrases.toml is malformed near 'say'"),
        ("phrases.toml", "[turn.roll]\nsay = ['xyzzy']", "does not know 'xyzzy'"),
        ("table.ftl", "table-paused Paused", "table.ftl is broken at 'table-paused Paused'"),
        ("table.ftl", "table-paused =\n    .kind = event", "'table-paused' without words"),
        ("more.ftl", "table-paused = Stop.", "'table-paused' twice"),
    ],
)
def test_broken_words(
    voices: list[Voice], folders: Path, tmp_path: Path, name: str, text: str, said: str
) -> None:
    (folders / "en" / name).write_text(text + "\n", encoding="utf-8")
    assert said in refused(Setup(), tmp_path / "j.sqlite")


@pytest.mark.parametrize("language", ["fr", "xx"])
def test_a_language_without_words(voices: list[Voice], tmp_path: Path, language: str) -> None:
    sentence = refused(Setup(language=language, model=MODEL), tmp_path / "j.sqlite")
    assert f"{os.sep}{language}{os.sep}" in sentence


def test_no_prompts_at_all(voices: list[Voice], folders: Path, tmp_path: Path) -> None:
    for file in (folders / "en").glob("*.ftl"):
        file.unlink()
    assert "no prompts (*.ftl) for 'en'" in refused(Setup(), tmp_path / "j.sqlite")


def test_a_journal_that_cannot_be_written(voices: list[Voice], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PlainError, match="cannot be written"):
        Session(Setup(), tmp_path / "file" / "j.sqlite")


def test_a_journal_that_exists_is_not_overwritten(voices: list[Voice], tmp_path: Path) -> None:
    (tmp_path / "j.sqlite").write_text("precious")
    with pytest.raises(PlainError, match="exists already"):
        Session(Setup(), tmp_path / "j.sqlite")
    assert (tmp_path / "j.sqlite").read_text() == "precious"


def test_a_session_ends_all_that_it_began(voices: list[Voice], tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with Session(Setup(live=True), tmp_path / "j.sqlite") as session:
        session.table.process(SILENCE)
        (voice,) = voices
        assert voice._worker is not None
        assert voice._worker.process.poll() is None
    assert {thread for thread in threading.enumerate() if not thread.daemon} <= before
    with Journal.open(tmp_path / "j.sqlite") as journal:
        assert (journal.game, journal.seats, journal.seed) == ("hazelnut", ("Amber", "Dusty", "Ginger"), 1)


def test_an_error_in_a_game_ends_it_too(voices: list[Voice], tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), Session(Setup(), tmp_path / "j.sqlite"):
        raise RuntimeError


def test_a_borrowed_voice_is_given_back_untouched(tmp_path: Path) -> None:
    closed = []

    class Borrowed(FakeVoice):
        def close(self) -> None:
            closed.append(True)

    with Session(Setup(secret="open"), tmp_path / "j.sqlite", Borrowed()) as session:
        assert session.table.process(SILENCE).shape == (480, 1)
    assert not closed


@pytest.mark.parametrize(("secret", "channels"), [("headphones", 4), ("open", 1)])
def test_how_secrets_are_told_is_kept(secret: SecretMode, channels: int, tmp_path: Path) -> None:
    with Session(Setup(secret=secret), tmp_path / "j.sqlite", FakeVoice()) as session:
        assert session.table.state.options.secret == secret
        assert session.journal.options["secret"] == secret
        assert session.table.process(SILENCE).shape == (480, channels)


def test_a_name_that_has_become_a_word_of_a_game_ends_no_old_game(tmp_path: Path) -> None:
    options = {"secret": "open"}
    with Journal.create(tmp_path / "j.sqlite", "hazelnut", ("Red", "Ben"), options, 1) as journal:
        journal.note(0, Cued("start", 0))
        with Session.resumed(journal, FakeVoice()) as session:
            assert session.names == ("Red", "Ben")
            session.table.process(SILENCE[:, :2])
    with pytest.raises(PlainError, match="'Red'"):
        Session(Setup(names=("Red", "Ben")), tmp_path / "new.sqlite", FakeVoice())
