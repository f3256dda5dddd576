"""The narrator's voice: text to PCM through a worker process that owns pyttsx3."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol

import numpy as np
import soundfile
import soxr

from voicenuts.errors import PlainError
from voicenuts.speaking.pcm import Pcm, dbfs, faded, to_pcm
from voicenuts.values import RATE, samples

LOUDNESS = -20.0
"""RMS of the voiced part of every line, dB full scale."""

CEILING = -1.5
"""Peaks of a line are bent to stay under this level, dB full scale."""

EDGE = samples(10)
"""Silence left at both ends of a line."""

ANSWER_SECONDS = 10.0
"""A worker that does not answer for so long is killed and started again."""

RECIPE = "1"
"""Changes whenever `polish` or the worker makes different sound of the same text."""


class Speaker(Protocol):
    """Anything that turns text into PCM, in the order asked."""

    @property
    def name(self) -> str:
        """Names the voice; the same name, rate and text always sound the same."""

    def say(self, text: str, rate: int) -> Future[Pcm]:
        """The sound of `text` at `rate` words a minute; failure is a PlainError in the future."""

    def close(self) -> None:
        """Give everything back; lines still waited for fail."""


def polish(wave: np.ndarray[Any, np.dtype[np.float64]], rate: int) -> Pcm:
    """Raw speech (-1..1, any rate) as the table plays it: 16 kHz, trimmed, always equally loud."""
    sound = np.asarray(soxr.resample(wave, rate, RATE), dtype=np.float64) * 32767
    frame = samples(10)
    power = np.square(sound[: len(sound) // frame * frame]).reshape(-1, frame).mean(axis=1)
    if not len(power) or power.max() < 1:
        return np.zeros(0, np.int16)
    voiced = np.flatnonzero(power > power.max() * 1e-5)
    sound = sound[max(0, voiced[0] * frame - EDGE) : (voiced[-1] + 1) * frame + EDGE]
    loud = power[power > power.max() * 1e-3].mean()
    sound *= dbfs(LOUDNESS) / np.sqrt(loud)
    knee, top = dbfs(CEILING - 6), dbfs(CEILING)
    over = np.abs(sound) > knee
    bent = knee + (top - knee) * np.tanh((np.abs(sound[over]) - knee) / (top - knee))
    sound[over] = np.sign(sound[over]) * bent
    return to_pcm(faded(sound))


class _Worker:
    """One running worker process."""

    def __init__(self) -> None:
        root = str(Path(__file__).resolve().parents[2])
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "voicenuts.speaking.voice_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        threading.Thread(target=self._listen, name="voice-answers", daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._answers.put(line)
        self._answers.put(b"")

    def ask(self, request: dict[str, Any], patience: float) -> dict[str, Any]:
        """The answer to one request; OSError if the worker is dead or does not answer in time."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        try:
            answer = self._answers.get(timeout=patience)
        except Empty:
            raise OSError("it does not answer") from None
        if not answer:
            raise OSError("it ended")
        return dict(json.loads(answer))

    def end(self) -> None:
        """Close its input, which ends it; kill it if it stays."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.kill()
        self.process.wait()


class Voice:
    """The real voice.  Lines are made one by one, in order, by a thread that talks to the worker.

    A worker that dies or hangs is started again and the line tried once more; if that fails too,
    the line's future carries a PlainError and the next line gets a new worker.
    """

    def __init__(self, language: str = "en", driver: str | None = None) -> None:
        self.language = language
        self._driver = driver
        self._patience = ANSWER_SECONDS
        self._lines: SimpleQueue[tuple[str, int, Future[Pcm]] | None] = SimpleQueue()
        self._closed = False
        self._worker: _Worker | None = _Worker()
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        """Names driver, language and recipe: the voice part of a cache key."""
        return f"{self._driver or sys.platform}-{self.language}-{RECIPE}"

    def say(self, text: str, rate: int) -> Future[Pcm]:
        """The sound of `text` at `rate` words a minute, int16 mono at the table's rate."""
        future: Future[Pcm] = Future()
        if self._closed:
            future.set_exception(PlainError("The voice is closed already."))
        else:
            self._lines.put((text, rate, future))
        return future

    def close(self) -> None:
        """End thread and worker; lines still waited for fail with a PlainError."""
        if not self._closed:
            self._closed = True
            self._lines.put(None)
            if self._worker is not None:
                self._worker.process.kill()
            self._thread.join(timeout=ANSWER_SECONDS)

    def _run(self) -> None:
        with tempfile.TemporaryDirectory(prefix="voicenuts-") as folder:
            file = Path(folder) / "line.wav"
            while (line := self._lines.get()) is not None:
                text, rate, future = line
                try:
                    future.set_result(self._line(text, rate, file))
                except PlainError as fault:
                    future.set_exception(fault)
                except Exception as fault:  # the thread must outlive any surprise
                    future.set_exception(PlainError(f"The voice failed on '{text}': {fault}."))
            if self._worker is not None:
                self._worker.end()

    def _line(self, text: str, rate: int, file: Path) -> Pcm:
        """One line, tried twice."""
        if not any(map(str.isalnum, text)):
            return np.zeros(0, np.int16)
        request = {"text": text, "rate": rate, "language": self.language, "driver": self._driver}
        reason = "it is closed"
        for _ in range(2):
            if self._closed:
                break
            try:
                if self._worker is None:
                    self._worker = _Worker()
                answer = self._worker.ask({**request, "file": str(file)}, self._patience)
            except OSError as fault:
                reason = str(fault)
                if self._worker is not None:
                    self._worker.end()
                self._worker = None
                continue
            if "error" not in answer:
                return self._read(file)
            reason = str(answer["error"])
            if answer["fatal"]:
                raise PlainError(f"There is no narrator: {reason}; choose a language the voice knows.")
        raise PlainError(
            f"The voice could not say '{text}' ({reason}): make room on the disk for temporary files, "
            "or reinstall pyttsx3."
        )

    @staticmethod
    def _read(file: Path) -> Pcm:
        wave, rate = soundfile.read(file, dtype="float64", always_2d=True)
        file.unlink()
        return polish(wave[:, 0], rate)
