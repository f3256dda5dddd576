"""The process that owns pyttsx3: one JSON line in, one WAV file and one JSON line out.

Request {"text", "rate", "language", "driver", "file"}; answer {"ok": true} or {"error", "fatal"}.
Where the system can fork, every line is spoken by a fresh engine in a child of this process: the
sound of a line then depends on nothing but the line, and a line that hangs or crashes takes only
its own child with it.  The process ends when its standard input does.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import sys
import threading
from typing import Any, BinaryIO

ESPEAK_VOICES = {"en": "gmw/en-us", "fr": "roa/fr", "pl": "zlw/pl", "de": "gmw/de"}
"""The espeak-ng voice of each language; another language is asked for by its own name."""

LINE_SECONDS = 6.0
"""A line that is not synthesised after this time is given up (a usual line takes 0.03 s)."""

_espeak: ctypes.CDLL | None = None


class NoVoiceError(Exception):
    """The engine has no voice for the language."""


def load() -> None:
    """Import pyttsx3; under Linux on the espeak-ng library that came with espeakng-loader."""
    global _espeak  # noqa: PLW0603 - a library is loaded once per process
    if sys.platform.startswith("linux"):
        import espeakng_loader

        os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
        _espeak = ctypes.CDLL(espeakng_loader.get_library_path(), mode=ctypes.RTLD_GLOBAL)
        import pyttsx3.drivers.espeak
    import pyttsx3  # noqa: F401 - loaded now, used later


def settle() -> None:
    """Wait until espeak has carried out its queue: pyttsx3 drops what is still in it."""
    if _espeak is not None:
        _espeak.espeak_Synchronize()


def choose(engine: Any, language: str) -> None:
    """Set a voice of `language` and make sure the engine took it; NoVoiceError if there is none."""
    if engine.driver_name == "espeak":
        engine.proxy.setBusy(False)  # a new engine calls itself busy and would only queue the setting
        engine.setProperty("voice", ESPEAK_VOICES.get(language, language))
        settle()
        taken = str(engine.getProperty("voice")).rpartition("/")[2]
        if taken.split("-")[0] != language.split("-")[0]:
            raise NoVoiceError(language)
        return
    for voice in engine.getProperty("voices"):
        spoken = " ".join(map(str, voice.languages or [])) + " " + str(voice.id)
        if f" {language}" in " " + spoken.lower().replace("_", "-").replace(".", " "):
            engine.setProperty("voice", voice.id)
            return
    raise NoVoiceError(language)


def synthesise(request: dict[str, Any]) -> None:
    """Speak one line into its file with pyttsx3.  RuntimeError if no sound comes of it."""
    import pyttsx3

    engine = pyttsx3.init(request["driver"])
    finished = threading.Event()
    engine.connect("finished-utterance", lambda **_: finished.set())
    choose(engine, request["language"])
    engine.setProperty("rate", request["rate"])
    settle()
    engine.save_to_file(request["text"], request["file"])
    engine.runAndWait()
    if not finished.wait(LINE_SECONDS) or not os.path.getsize(request["file"]):
        raise RuntimeError("pyttsx3 gave no sound")


def attempt(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one request."""
    try:
        synthesise(request)
    except NoVoiceError:
        return {"error": f"no voice speaks '{request['language']}'", "fatal": True}
    except Exception as fault:  # whatever a speech engine throws, the parent must hear of it
        return {"error": f"{type(fault).__name__}: {fault}", "fatal": False}
    return {"ok": True}


def in_child(request: dict[str, Any]) -> dict[str, Any]:
    """`attempt` in a forked child, its answer read from a pipe; a dead or hung child is an error."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, json.dumps(attempt(request)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        if not select.select([pipe], [], [], LINE_SECONDS + 1)[0]:
            os.kill(child, signal.SIGKILL)
        answer = pipe.read()
    os.waitpid(child, 0)
    return dict(json.loads(answer)) if answer else {"error": "the speech engine died", "fatal": False}


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests in order until the input ends."""
    answer_one = in_child if hasattr(os, "fork") and sys.platform.startswith("linux") else attempt
    for line in requests:
        answers.write(json.dumps(answer_one(json.loads(line))).encode() + b"\n")
        answers.flush()


def main() -> None:
    """Keep the real stdout for answers alone (pyttsx3 prints), then serve."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    load()
    serve(sys.stdin.buffer, answers)
    os._exit(0)


if __name__ == "__main__":
    main()
