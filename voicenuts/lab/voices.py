"""The recorded voices that players of the virtual table speak with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile as sf
from numpy.typing import NDArray

from voicenuts.errors import PlainError
from voicenuts.values import RATE

LOUDNESS_DB = -23.0
"""RMS level (dB full scale) that every clip is brought to, as by a well-set microphone gain."""

Wave = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Clip:
    """One recorded utterance at `RATE`; `onset` and `end` are samples within `wave` (-1 to 1)."""

    text: str
    wave: Wave
    onset: int
    end: int


@dataclass(frozen=True, slots=True)
class Voice:
    """One speaker's clips by text."""

    name: str
    clips: dict[str, Clip]

    def named(self, seat: str) -> Clip:
        """How this voice says a seat's name, or PlainError."""
        if seat.lower() not in self.clips:
            raise PlainError(
                f"The recorded players cannot say the name {seat!r}, and with one microphone they have to: "
                "leave --names out."
            )
        return self.clips[seat.lower()]


def load(folder: Path) -> list[Voice]:
    """All voices of a folder with a `manifest.jsonl`, sorted by name; PlainError when it cannot be read."""
    try:
        rows = [json.loads(line) for line in (folder / "manifest.jsonl").read_text("utf-8").splitlines()]
        voices: dict[str, dict[str, Clip]] = {}
        for row in rows:
            wave, rate = sf.read(folder / row["file"], dtype="float32")
            if rate != RATE or wave.ndim != 1:
                raise PlainError(f"{folder / row['file']} has rate {rate}: player voices are {RATE} Hz mono.")
            clip = Clip(row["text"], _levelled(wave), int(row["onset"]), int(row["end"]))
            voices.setdefault(row["voice"], {})[row["text"]] = clip
    except (OSError, ValueError, KeyError, sf.LibsndfileError) as error:
        raise PlainError(f"The player voices in {folder} cannot be read: {error}.") from error
    return [Voice(name, voices[name]) for name in sorted(voices)]


def joined(first: Clip, second: Clip, gap: int) -> Clip:
    """Both clips in one breath: the second begins to sound `gap` samples after the end of the first."""
    pause = np.zeros(gap, dtype=np.float32)
    wave = np.concatenate([first.wave[: first.end], pause, second.wave[second.onset :]])
    end = first.end + gap + second.end - second.onset
    return Clip(f"{first.text}, {second.text}", wave, first.onset, end)


def _levelled(wave: Wave) -> Wave:
    rms = float(np.sqrt(np.mean(wave * wave))) or 1.0
    gain = min(10 ** (LOUDNESS_DB / 20) / rms, 0.9 / float(np.abs(wave).max() or 1.0))
    return np.asarray(wave * gain, dtype=np.float32)
