"""How well onsets are known: recorded voices in noise, rooms and at other levels, heard for real.

`python -m voicenuts.lab.onsets` prints it by condition, without and with the stage `onset` (four minutes).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from voicenuts import resources
from voicenuts.hearing.hearing import Hearing
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.hearing.stages import STAGES
from voicenuts.lab import voices as recorded
from voicenuts.lab.space import Space, own_delay, responses
from voicenuts.lab.voices import Clip, Voice
from voicenuts.table.session import hearing_of
from voicenuts.values import BLOCK, RATE, Heard, millis, samples

PROOF: Final = frozenset({"bm_lewis", "em_alex"})
"""The voices that onsets are measured on: nothing was learnt from them."""

TEXTS: Final = (
    *("leo", "leo the lynx", "lynx", "max", "max the marten", "marten", "fritz", "fritz the fox", "fox"),
    *("woof", "go nuts"),
)
"""What is called when it matters who was first."""

SETTLE: Final = 25 * RATE
"""Noise is there so long before anybody speaks: the ears get used to it."""

APART: Final = samples(1500)
"""Between two clips."""

SENSOR_DB: Final = -75.0

OFF: Final = samples(300)
"""An onset farther from the truth belongs to something else."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What is between a mouth and the recogniser: `microphone` of a `Space` ("": none, the clip as it is)."""

    name: str
    noise: str = ""
    snr_db: float = 0.0
    gain_db: float = 0.0
    microphone: str = ""


CONDITIONS: Final = (
    Condition("clean"),
    *(Condition(f"{kind} {snr}", kind, snr) for kind in ("white", "pink", "babble") for snr in (20, 10, 5)),
    Condition("lapel", "pink", 30, microphone="lapel"),
    Condition("omni", "pink", 25, microphone="omni"),
    Condition("louder", "pink", 30, gain_db=10),
    Condition("quieter", "pink", 30, gain_db=-10),
)
"""Rooms have 0.4 s of reverberation (RT60)."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One clip that was heard: `off` is found minus true onset, `error` what it claims (samples)."""

    voice: str
    text: str
    condition: str
    off: int
    error: int


def measure(
    model: Model,
    book: PhraseBook,
    voices: Sequence[Voice],
    speakers: Iterable[str],
    texts: Sequence[str] = TEXTS,
    conditions: Sequence[Condition] = CONDITIONS,
    stages: frozenset[str] = STAGES,
) -> list[Trial]:
    """Every text by every speaker in every condition that was heard at all; the other `voices` babble."""
    trials: list[Trial] = []
    for speaker in speakers:
        clips = [next(v for v in voices if v.name == speaker).clips[text] for text in texts]
        for condition in conditions:
            sound, truths = said(clips, condition, [v for v in voices if v.name != speaker], speaker)
            onsets = _heard(sound, Hearing(model, book, 1, stages=stages), book, texts)
            for text, truth in zip(texts, truths, strict=True):
                near = min(onsets, key=lambda heard: abs(heard.onset - truth), default=None)
                if near is not None and abs(near.onset - truth) < OFF:
                    off = near.onset - truth
                    trials.append(Trial(speaker, text, condition.name, off, near.onset_error))
    return trials


def figures(trials: Sequence[Trial], key: str) -> dict[str, dict[str, float]]:
    """By `key` ("condition", "text", "voice") and over all: errors in ms, and how often claims are true."""
    groups: dict[str, list[Trial]] = {"all": list(trials)}
    for trial in trials:
        groups.setdefault(getattr(trial, key), []).append(trial)
    return {name: _figures(group) for name, group in groups.items() if group}


def _figures(trials: Sequence[Trial]) -> dict[str, float]:
    off = np.array([millis(trial.off) for trial in trials])
    claimed = np.array([millis(trial.error) for trial in trials])
    return {
        "heard": len(trials),
        "late_ms": round(float(np.median(off)), 1),
        "error_ms_p50": round(float(np.median(np.abs(off))), 1),
        "error_ms_p95": round(float(np.percentile(np.abs(off), 95)), 1),
        "claimed_ms_p50": round(float(np.median(claimed)), 1),
        "within_claim_share": round(float(np.mean(np.abs(off) <= claimed)), 3),
    }


def said(
    clips: Sequence[Clip], condition: Condition, others: Sequence[Voice], seed: str
) -> tuple[NDArray[np.int16], list[int]]:
    """A channel on which the clips are said one after the other, and the samples at which they begin."""
    rng = np.random.default_rng(crc32(f"{seed} {condition.name}".encode()))
    parts, truths, at = [np.zeros(SETTLE)], [], SETTLE
    for clip in clips:
        gap = APART + int(rng.integers(BLOCK))
        truths.append(at + gap + clip.onset)
        parts += [np.zeros(gap), clip.wave.astype(np.float64)]
        at += gap + len(clip.wave)
    sound = np.concatenate([*parts, np.zeros(APART + BLOCK - (at + APART) % BLOCK)])
    if condition.microphone:
        space = Space(microphone=condition.microphone, loudspeaker_db=None)
        sound = np.convolve(sound, responses(space, 2)[0, 0])[: len(sound)]
        truths = [truth + own_delay(space, 2, 0) for truth in truths]
    loud = sound[np.abs(sound) > 1e-3 * float(np.abs(sound).max())]
    if condition.noise:
        level = float(np.sqrt(np.mean(loud * loud))) * 10 ** (-condition.snr_db / 20)
        sound = sound + level * noise(condition.noise, len(sound), others, rng)
    sound = 0.5 * sound * 10 ** (condition.gain_db / 20)
    sound += 10 ** (SENSOR_DB / 20) * rng.standard_normal(len(sound))
    return np.clip(np.rint(sound * 32767), -32768, 32767).astype(np.int16), truths


def noise(kind: str, length: int, others: Sequence[Voice], rng: np.random.Generator) -> NDArray[np.float64]:
    """White or pink noise, or two of each of the others' clips at a time, of power 1."""
    if kind == "babble":
        wave = sum((_talk(voice, length, rng) for voice in others for _ in range(2)), np.zeros(length))
    else:
        wave = rng.standard_normal(length)
    if kind == "pink":
        spectrum = np.fft.rfft(wave)
        wave = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.arange(len(spectrum)), 1)), length)
    return np.asarray(wave / np.sqrt(np.mean(wave * wave)))


def _talk(voice: Voice, length: int, rng: np.random.Generator) -> NDArray[np.float64]:
    clips = list(voice.clips.values())
    parts: list[NDArray[np.float64]] = []
    total = 0
    while total < length + RATE:
        clip = clips[int(rng.integers(len(clips)))]
        parts += [clip.wave[clip.onset : clip.end].astype(np.float64), np.zeros(int(rng.integers(3000)))]
        total += len(parts[-2]) + len(parts[-1])
    start = int(rng.integers(RATE))
    return np.concatenate(parts)[start : start + length]


def _heard(sound: NDArray[np.int16], hearing: Hearing, book: PhraseBook, texts: Sequence[str]) -> list[Heard]:
    ids = frozenset(id for id, phrase in book.phrases.items() if set(texts) & set(phrase.forms))
    silent = np.zeros(BLOCK, np.int16)
    verdicts = []
    for at in range(0, len(sound) // BLOCK * BLOCK, BLOCK):
        verdicts += hearing.hear(sound[at : at + BLOCK, None], silent, lambda _: ids)
    hearing.close()
    return [verdict for verdict in verdicts if isinstance(verdict, Heard)]


def main() -> None:
    """Print the figures of the voices of `PROOF`."""
    model, book = hearing_of("en", None)
    voices = recorded.load(resources.folder("voices"))
    for name, stages in (("without", STAGES - {"onset"}), ("with", STAGES)):
        trials = measure(model, book, voices, sorted(PROOF), stages=stages)
        for condition, values in figures(trials, "condition").items():
            told = "  ".join(f"{figure} {value:g}" for figure, value in values.items())
            print(f"{name:8s}{condition:10s}  {told}")


if __name__ == "__main__":
    main()
