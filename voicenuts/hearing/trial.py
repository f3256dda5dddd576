"""Trying a model in a process of its own: damaged files can end or hang whoever loads them.

The recogniser's library checks little: cut-off graphs, phone lists and settings make it stop the whole
program or go round for ever, some of them only while it decodes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import soundfile

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.hearing import confidence, phrasebook
from voicenuts.hearing.model import Model, check
from voicenuts.values import RATE

SECONDS = 60
"""A model that has not passed its trial by then hangs; large ones need a few seconds."""


def prove(path: Path, book: Path, seconds: float = SECONDS) -> None:
    """PlainError unless the model in `path` can be loaded and used for the phrase book `book`.

    What a phrase book can lack is not told here: loading both tells it.
    """
    check(path)
    root = str(Path(__file__).resolve().parents[2])
    paths = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "voicenuts.hearing.trial", str(path.resolve()), str(book.resolve())]
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": paths},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _unusable(path, "hangs") from error
    if done.returncode:
        raise _unusable(path, "fails")


def _unusable(path: Path, how: str) -> PlainError:
    return PlainError(
        f"The Vosk model in {path} {how} when it is used: its files are damaged or do not belong together. "
        "Copy the folder again, or leave --model out."
    )


def _try(model: Model, book: phrasebook.PhraseBook) -> None:
    """Have one player's recorded phrases recognised, each alone, so that words and phones are really used."""
    folder = resources.folder("voices")
    rows = [json.loads(line) for line in (folder / "manifest.jsonl").read_text("utf-8").splitlines()]
    for row in rows:
        if row["voice"] == rows[0]["voice"] and row["text"] in book.owners:
            wave, _ = soundfile.read(folder / row["file"], dtype="int16")
            recogniser = model.recogniser(json.dumps([row["text"]]), RATE)
            recogniser.AcceptWaveform(wave.tobytes())
            json.loads(recogniser.FinalResult())


def main(path: str, book: str) -> int:
    """The child's whole life; 0 also where a sentence of the parent's own will say what is wrong."""
    try:
        model = Model(Path(path))
        _try(model, phrasebook.load(Path(book), model.knows, confidence.read(model.path)))
    except PlainError:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
