"""Long recordings cut into stretches of speech as the table cuts them, whatever model then listens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import numpy as np

from models.train.evaluate.prepared import Sample
from voicenuts.hearing.hearing import Hearing
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.values import BLOCK

BETWEEN = " / "
"""Between the texts of recordings that sound in one stretch."""

END = 34
"""Blocks of silence at the end (1 s), so that the last voice has ended, too."""


class _Tape:
    """A recogniser that only keeps what it is fed."""

    def __init__(self) -> None:
        self.fed: list[bytes] = []

    def AcceptWaveform(self, data: bytes) -> bool:
        self.fed.append(data)
        return False

    def FinalResult(self) -> str:
        return "{}"


class _Recorder:
    """A model that understands nothing; `last` is what its last recogniser was fed."""

    def __init__(self) -> None:
        self.last = _Tape()

    def recogniser(self, grammar: str, rate: int) -> Any:
        self.last = _Tape()
        return self.last


def cut(parts: list[Sample]) -> Iterator[Sample]:
    """The stretches of speech in `parts` played one after another into one microphone.

    `text` and `how` of a stretch are those of the parts in which its voice sounds; `begin` and `end` are
    the voice's within what the table's recogniser would be fed.
    """
    recorder = _Recorder()
    hearing = Hearing(cast(Model, recorder), PhraseBook({}), 1, reference=False, stages=frozenset())
    whole = np.concatenate([part.pcm for part in parts])
    blocks = np.pad(whole, (0, END * BLOCK + -len(whole) % BLOCK)).reshape(-1, BLOCK, 1)
    ends = np.cumsum([len(part.pcm) for part in parts])
    silence = np.zeros(BLOCK, np.int16)
    for block in blocks:
        for verdict in hearing.hear(block, silence, lambda _: frozenset()):
            pcm = np.frombuffer(b"".join(recorder.last.fed), np.int16)
            start = hearing.at - len(pcm)
            first, last = np.minimum(
                np.searchsorted(ends, [verdict.onset, verdict.end], "right"), len(parts) - 1
            )
            text = BETWEEN.join(part.text for part in parts[first : last + 1])
            part = parts[first]
            yield Sample(text, part.who, part.how, pcm, verdict.onset - start, verdict.end - start)
