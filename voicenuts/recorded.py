"""Hearing a recording: what was said in a file, by whom and when."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from voicenuts.devices.files import read_blocks
from voicenuts.hearing import names as seats
from voicenuts.hearing.hearing import Hearing, Hears
from voicenuts.hearing.shared import SharedHearing
from voicenuts.table.session import hearing_of
from voicenuts.values import BLOCK, RATE, Heard

TAIL = RATE
"""Silence added after the file, so that its last word finds its end."""


def hear(
    path: Path,
    listen: list[str] | None = None,
    model: Path | None = None,
    names: tuple[str, ...] = (),
    language: str = "en",
) -> Iterator[Heard]:
    """Every accepted phrase of a recording with one channel per seat, by the time it was decided.

    `listen` names phrase ids or groups (None: all).  With `names` all seats share the first channel and
    begin with their names.  PlainError for whatever is wrong with the file, the model or the names.
    """
    loaded, book = hearing_of(language, model)
    if names:
        seats.check(names, book)
    ids = book.expand(listen or book.groups())
    hearing: Hears | None = SharedHearing(loaded, book, names, reference=False) if names else None
    silent = np.zeros(BLOCK, dtype=np.int16)
    for block in _with_tail(path):
        hearing = hearing or Hearing(loaded, book, block.shape[1], reference=False)
        for verdict in hearing.hear(block[:, :1] if names else block, silent, lambda seat: ids):
            if isinstance(verdict, Heard):
                yield verdict


def as_line(heard: Heard) -> str:
    """One plain line.

    >>> as_line(Heard(1, "thief.lynx", 32000, 48000, 0.987, "leo the lynx"))
    '2.00 to 3.00 seconds, seat 2: leo the lynx (thief.lynx), confidence 0.99'
    """
    times = f"{heard.onset / RATE:.2f} to {heard.end / RATE:.2f} seconds"
    return (
        f"{times}, seat {heard.seat + 1}: {heard.words} ({heard.phrase}), confidence {heard.confidence:.2f}"
    )


def as_json(heard: Heard) -> str:
    """One JSON object with seat (from 1), phrase, words, onset_s, end_s and confidence."""
    return json.dumps(
        {
            "seat": heard.seat + 1,
            "phrase": heard.phrase,
            "words": heard.words,
            "onset_s": round(heard.onset / RATE, 4),
            "end_s": round(heard.end / RATE, 4),
            "confidence": round(heard.confidence, 3),
        }
    )


def _with_tail(path: Path) -> Iterator[np.ndarray]:
    seats = 1
    for block in read_blocks(path, None):
        seats = block.shape[1]
        yield block
    for _ in range(TAIL // BLOCK):
        yield np.zeros((BLOCK, seats), dtype=np.int16)
