"""Learns how words begin: `python -m voicenuts.lab.attacks` writes `models/en/attacks.toml`.

How late and how far off onsets are with it is measured on each of the voices with what the others taught.
The voices in `PROOF` are left out: onsets are measured on them (`voicenuts.lab.onsets`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicenuts import resources
from voicenuts.hearing.attacks import (
    AHEAD,
    FILE,
    LEAD,
    STEP,
    Attack,
    Levels,
    band_powers,
    loudness,
    place_of,
)
from voicenuts.hearing.onset import HOP
from voicenuts.lab import voices as recorded
from voicenuts.lab.onsets import CONDITIONS, PROOF, TEXTS, said
from voicenuts.lab.voices import Clip, Voice
from voicenuts.values import RATE, millis, samples

WORDS: Final = (*TEXTS, "nuts", "amber", "dusty", "ginger", "pepper")
"""What is shouted, and the names that come before it at one microphone; the first word of each is learnt."""

STEPS: Final = 24
"""An attack lasts 220 ms."""

FAINTEST_DB: Final = -70

NOTICED: Final = samples(80)
"""A word is noticed up to so much after it began."""

BEFORE: Final = RATE
"""So much of the wave before a word is looked at."""

HEADER: Final = """\
# How words begin, to tell from a wave when one began: the levels of two bands (100-1000, 1000-8000 Hz of the
# first difference) in dB (loudest 0), every 10 ms from 20 ms before its onset; by how much onsets
# come late with it, and the standard deviation of the rest (ms).
# Written by `python -m voicenuts.lab.attacks` from three of the voices in fixtures/voices.
"""


def learn(voices: Sequence[Voice]) -> dict[str, Attack]:
    """The attack of the first word of each of `WORDS`; two voices at least."""
    seen: dict[str, list[int]] = {}
    for voice in voices:
        others = [other for other in voices if other is not voice]
        taught = _shapes(others)
        for word, off in _offs(voice, others, taught):
            seen.setdefault(word, []).append(off)
    attacks = {}
    for word, levels in _shapes(voices).items():
        late = float(np.median(seen[word]))
        rest = np.percentile(np.abs(np.array(seen[word]) - late), 95) / 2
        attacks[word] = Attack(levels, round(late), round(float(rest)))
    return attacks


def _shapes(voices: Sequence[Voice]) -> dict[str, Levels]:
    """Mean levels by word."""
    taken: dict[str, list[Levels]] = {}
    for voice in voices:
        for text in WORDS:
            taken.setdefault(text.split()[0], []).append(_shape(voice.clips[text]))
    return {word: np.mean(shapes, axis=0) for word, shapes in taken.items()}


def _shape(clip: Clip) -> Levels:
    around = np.zeros(samples(300), dtype=np.float32)
    wave = _pcm(np.concatenate([around, clip.wave, around]))
    start = len(around) + clip.onset
    powers = band_powers(wave, start - LEAD * STEP * HOP, STEPS * STEP)
    levels = 10 * np.log10(powers + 1e-12) - loudness(wave, start)
    return np.asarray(np.maximum(levels, FAINTEST_DB).reshape(STEPS, STEP, -1).mean(axis=1))


def _pcm(wave: NDArray[np.float32]) -> NDArray[np.int16]:
    return np.clip(np.rint(wave * 32767), -32768, 32767).astype(np.int16)


def _offs(voice: Voice, others: Sequence[Voice], taught: dict[str, Levels]) -> list[tuple[str, int]]:
    """By word, how late its onsets are found in every condition (samples)."""
    offs = []
    clips = [voice.clips[text] for text in WORDS]
    rng = np.random.default_rng(len(voice.name))
    for condition in (c for c in CONDITIONS if not c.microphone and (c.snr_db > 5 or not c.noise)):
        sound, truths = said(clips, condition, others, voice.name)
        for text, truth in zip(WORDS, truths, strict=True):
            wave = sound[truth - BEFORE : truth + samples(900)]
            coarse = BEFORE + int(rng.integers(-AHEAD // 4, NOTICED))
            word = text.split()[0]
            place, _ = place_of(wave, coarse, Attack(taught[word]))
            offs.append((word, round(place) - BEFORE))
    return offs


def written(attacks: dict[str, Attack]) -> str:
    """The attacks as TOML."""
    lines = [HEADER]
    for word, attack in attacks.items():
        low, high = (", ".join(str(round(level)) for level in band) for band in attack.levels.T)
        lines.append(
            f'["{word}"]\nlate_ms = {millis(attack.late):.1f}\nspread_ms = {millis(attack.spread):.1f}'
        )
        lines.append(f"low_db = [{low}]\nhigh_db = [{high}]\n")
    return "\n".join(lines)


def main(folder: Path) -> None:
    """Learn from all voices but those of `PROOF`."""
    voices = [v for v in recorded.load(resources.folder("voices")) if v.name not in PROOF]
    (folder / FILE).write_text(written(learn(voices)), encoding="utf-8")


if __name__ == "__main__":
    main(resources.folder("models") / "en")
