"""The command line on a fake sound system: what the user sees, and what goes to the log."""

from __future__ import annotations

import logging
import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from voicenuts import cli, evening, playing
from voicenuts.errors import PlainError
from voicenuts.speaking.narrator import Played
from voicenuts.speaking.pcm import ready
from voicenuts.speaking.script import Clip
from voicenuts.values import Rank


@pytest.fixture(autouse=True)
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("platformdirs.user_log_dir", lambda *_, **__: str(tmp_path))
    return tmp_path / "libraries.log"


@pytest.fixture(autouse=True)
def signals() -> Any:
    before = {which: signal.getsignal(which) for which in (signal.SIGINT, signal.SIGTERM)}
    yield
    for which, handler in before.items():
        signal.signal(which, handler)


def test_devices_are_listed_and_noise_goes_to_the_log(
    sound: Any, log: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    listed = sound.query_devices

    def noisy() -> Any:
        os.write(2, b"ALSA lib: unable to open slave\n")
        logging.getLogger("voicenuts.devices").error("a callback fell over")
        return listed()

    monkeypatch.setattr(sound, "query_devices", noisy)
    assert cli.main(["devices"]) == 0
    seen = capfd.readouterr()
    assert seen.out.splitlines()[0] == "USB Quad Mic, ALSA: 4 inputs, 0 outputs, 16000 hertz"
    assert seen.err == ""
    assert log.read_text() == "ALSA lib: unable to open slave\na callback fell over\n"


def test_a_wrong_name_is_one_plain_sentence(sound: Any, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "--input", "yeti"]) == 2
    assert capfd.readouterr().err == "No microphone is called 'yeti': there is USB Quad Mic, ALSA.\n"


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_being_told_to_end_say_that_nothing_is_lost(
    sound: Any, which: signal.Signals, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sound, "query_devices", lambda: signal.raise_signal(which))
    assert cli.main(["devices"]) == 130
    assert capfd.readouterr().err == "Stopped. Nothing is lost: the journal is kept.\n"
    signal.raise_signal(signal.SIGINT)


def test_a_narrator_who_lost_his_voice_ends_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    mute = playing.Mute()
    for _ in range(2):
        for _ in range(playing.MUTE - 1):
            mute(0, PlainError("no voice"))
        mute(0, Played(0, "Paused.", "table-paused", Rank.RESULT, 0, 9, Clip(ready(np.zeros(9, np.int16)))))
    assert capsys.readouterr().err == "no voice\n" * 2 * (playing.MUTE - 1)
    for _ in range(playing.MUTE - 1):
        mute(0, PlainError("no voice"))
    with pytest.raises(PlainError, match="no voice"):
        mute(0, PlainError("no voice"))


def test_without_names_the_players_sign_on_by_voice(
    sound: Any, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    began: list[tuple[Any, ...]] = []

    def hosted(setup: Any, devices: Any, players: Any, *, asks_game: bool) -> Any:
        began.append((devices.channels, devices.ears, players, asks_game))
        yield from ()

    monkeypatch.setattr(evening, "hosted", hosted)
    sound.add("Kitchen Radio", outputs=2)
    assert cli.main(["play"]) == 0
    assert capfd.readouterr().err == ""
    assert began == [(4, False, None, True)]
    assert all(stream.closed for stream in sound.streams.values())
