"""The real voice: pyttsx3 and espeak-ng in their worker process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from voicenuts.errors import PlainError
from voicenuts.speaking import voice_worker
from voicenuts.speaking.pcm import Pcm, dbfs
from voicenuts.speaking.voice import CEILING, LOUDNESS, Voice, polish
from voicenuts.values import RATE, samples

LINES = (
    "Amber. Two paws. Tree three, tree eight, or tree seven?",
    "Hazelnut!",
    "Zażółć gęślą jaźń — naïve café, 松鼠 & <b>nuts</b> \\ \"quoted\" 'single' $5 \U0001f43f",
    "Wrong, Carl... Carl minus four!?",
    "Max",
)


@pytest.fixture(scope="module")
def voice() -> Iterator[Voice]:
    voice = Voice("en")
    yield voice
    voice.close()


def worker_id(voice: Voice) -> int:
    assert voice._worker is not None
    return voice._worker.process.pid


def level(pcm: Pcm) -> float:
    """RMS of the voiced frames, dB full scale."""
    frames = pcm[: len(pcm) // 160 * 160].astype(np.float64).reshape(-1, 160)
    power = np.square(frames).mean(axis=1)
    return float(10 * np.log10(power[power > power.max() * 1e-3].mean()) - 20 * np.log10(32767))


def test_lines_come_in_order_trimmed_and_equally_loud(voice: Voice) -> None:
    futures = [voice.say(line, 180) for line in LINES]
    for line, pcm in zip(LINES, [future.result() for future in futures], strict=True):
        assert pcm.dtype == np.int16, line
        assert 0.2 * RATE < len(pcm) < 12 * RATE, line
        assert level(pcm) == pytest.approx(LOUDNESS, abs=1.0), line
        assert np.abs(pcm).max() <= dbfs(CEILING), line
        for edge in (pcm, pcm[::-1]):
            loud = np.flatnonzero(np.abs(edge) > np.abs(edge).max() * 0.02)
            assert loud[0] < samples(60), line


def test_a_line_sounds_the_same_whatever_was_said_before(voice: Voice) -> None:
    first = voice.say(LINES[0], 180).result()
    voice.say("Something quite different, much faster.", 300).result()
    other = Voice("en")
    try:
        assert np.array_equal(other.say(LINES[0], 180).result(), first)
    finally:
        other.close()
    assert np.array_equal(voice.say(LINES[0], 180).result(), first)


def test_the_rate_counts(voice: Voice) -> None:
    slow, fast = (len(voice.say(LINES[0], rate).result()) for rate in (120, 300))
    assert slow > 1.8 * fast


@pytest.mark.parametrize("text", ["", "  ", "...", "?!"])
def test_nothing_to_say_is_no_sound(voice: Voice, text: str) -> None:
    assert len(voice.say(text, 180).result()) == 0


def test_a_killed_worker_is_started_again(voice: Voice) -> None:
    voice.say("One.", 180).result()
    for _ in range(2):
        before = worker_id(voice)
        os.kill(before, signal.SIGKILL)
        assert len(voice.say("Still here.", 180).result()) > 0
        assert worker_id(voice) != before


def test_a_hung_worker_is_started_again() -> None:
    voice = Voice("en")
    try:
        voice.say("One.", 180).result()
        voice._patience = 1.0
        os.kill(worker_id(voice), signal.SIGSTOP)
        assert len(voice.say("Still here.", 180).result()) > 0
    finally:
        voice.close()


def test_a_worker_that_never_answers_ends_in_one_plain_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/true")
    voice = Voice("en")
    try:
        with pytest.raises(PlainError, match="could not say 'One'"):
            voice.say("One", 180).result(timeout=20)
        monkeypatch.undo()
        assert len(voice.say("Back again.", 180).result()) > 0
    finally:
        voice.close()


@pytest.mark.parametrize("language", ["fr", "pl", "de", "en-gb"])
def test_other_languages_have_voices(language: str) -> None:
    voice = Voice(language)
    try:
        assert len(voice.say("Fritz, Leo, Max", 180).result()) > 0
    finally:
        voice.close()


def test_a_language_without_voice_is_said_plainly() -> None:
    voice = Voice("xx")
    try:
        with pytest.raises(PlainError, match="'xx'"):
            voice.say("One.", 180).result()
    finally:
        voice.close()


def test_a_closed_voice_answers_every_line() -> None:
    voice = Voice("en")
    waiting = [voice.say(f"Line {number} of many.", 180) for number in range(30)]
    voice.close()
    voice.close()
    late = voice.say("Too late.", 180)
    for future in [*waiting, late]:
        fault = future.exception(timeout=5)
        assert fault is None or isinstance(fault, PlainError)
    assert late.exception() is not None


def test_names_differ_by_language() -> None:
    voices = [Voice("en"), Voice("fr")]
    assert len({voice.name for voice in voices}) == 2
    for voice in voices:
        voice.close()


def test_the_worker_ends_with_its_input_and_keeps_its_stdout_clean(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "voicenuts.speaking.voice_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(voice_worker.__file__).parents[2],
    )
    request = b'{"text": "Hm.", "rate": 180, "language": "en", "driver": null, "file": "%s"}\n'
    out, _ = process.communicate(request % str(tmp_path / "line.wav").encode(), timeout=10)
    assert out == b'{"ok": true}\n'
    assert process.returncode == 0
    assert (tmp_path / "line.wav").stat().st_size > 1000


def test_the_worker_dies_with_its_parent() -> None:
    script = (
        "import sys, os; from voicenuts.speaking.voice import Voice; v = Voice('en'); "
        "v.say('One.', 180).result(); print(v._worker.process.pid, flush=True); os._exit(1)"
    )
    out = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        cwd=Path(voice_worker.__file__).parents[2],
        timeout=20,
        check=False,
    )
    worker = int(out.stdout)
    deadline = time.monotonic() + 5  # another process' end: there is no sample clock to wait on
    while time.monotonic() < deadline and Path(f"/proc/{worker}/stat").exists():
        if Path(f"/proc/{worker}/stat").read_text().split()[2] == "Z":
            break
        time.sleep(0.02)
    else:
        assert not Path(f"/proc/{worker}").exists()


# ---------------------------------------------------------------- the worker's parts, without a process


def request(tmp_path: Path, **changes: Any) -> dict[str, Any]:
    file = str(tmp_path / "line.wav")
    return {"text": "Hm.", "rate": 180, "language": "en", "driver": "dummy", "file": file, **changes}


class Engine:
    """What the worker needs of a pyttsx3 engine of macOS or Windows."""

    driver_name = "sapi5"

    def __init__(self, *voices: tuple[str, list[str]]) -> None:
        self.voices = voices
        self.chosen: Any = None

    def getProperty(self, name: str) -> list[Any]:
        assert name == "voices"
        return [type("V", (), {"id": id, "languages": languages}) for id, languages in self.voices]

    def setProperty(self, name: str, value: str) -> None:
        assert name == "voice"
        self.chosen = value


def test_other_drivers_are_searched_for_the_language() -> None:
    engine = Engine(("com.apple.voice.thomas", ["fr_FR"]), ("com.apple.voice.zosia", ["pl-PL"]))
    voice_worker.choose(engine, "pl")
    assert engine.chosen == "com.apple.voice.zosia"
    with pytest.raises(voice_worker.NoVoiceError):
        voice_worker.choose(engine, "en")


def test_an_engine_that_fails_is_reported_not_raised(tmp_path: Path) -> None:
    answer = voice_worker.attempt(request(tmp_path, driver="no-such-driver"))
    assert "no-such-driver" in answer["error"]
    assert answer["fatal"] is False


def test_a_child_that_dies_or_hangs_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice_worker, "attempt", lambda _: os._exit(3))
    assert "died" in voice_worker.in_child(request(tmp_path))["error"]
    monkeypatch.setattr(voice_worker, "LINE_SECONDS", -0.8)
    monkeypatch.setattr(voice_worker, "attempt", lambda _: time.sleep(60))
    assert "died" in voice_worker.in_child(request(tmp_path))["error"]


def test_polish_makes_silence_of_silence_and_keeps_the_pitch() -> None:
    assert len(polish(np.zeros(22_050), 22_050)) == 0
    assert len(polish(np.zeros(0), 22_050)) == 0
    time = np.arange(22_050) / 22_050
    padded = np.concatenate([np.zeros(9000), 0.1 * np.sin(2 * np.pi * 440 * time), np.zeros(5000)])
    pcm = polish(padded, 22_050)
    assert len(pcm) == pytest.approx(RATE + 2 * samples(10), abs=samples(15))
    assert np.argmax(np.abs(np.fft.rfft(pcm))) * RATE / len(pcm) == pytest.approx(440, abs=2)
