"""How well onsets are known: the truth in what is said, and a real measurement of two calls."""

from __future__ import annotations

import numpy as np
import pytest

from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.hearing.stages import STAGES
from voicenuts.lab import onsets
from voicenuts.lab.onsets import APART, CONDITIONS, PROOF, SETTLE, TEXTS, Condition, Trial
from voicenuts.lab.voices import Voice
from voicenuts.values import BLOCK, samples

CLEAN = CONDITIONS[0]


def test_clips_begin_where_the_truth_says(players: dict[str, Voice]) -> None:
    voice = players["em_alex"]
    clips = [voice.clips[text] for text in ("lynx", "fox")]
    sound, truths = onsets.said(clips, CLEAN, [], "x")
    assert len(sound) % BLOCK == 0
    assert truths[0] >= SETTLE + APART
    quiet = float(np.abs(sound[: truths[0] - samples(60)]).max())
    for clip, truth in zip(clips, truths, strict=True):
        begun = sound[truth : truth + clip.end - clip.onset].astype(float)
        assert float(np.abs(begun).max()) > 30 * quiet
        assert np.corrcoef(begun, clip.wave[clip.onset : clip.end])[0, 1] > 0.99


@pytest.mark.parametrize("kind", ["white", "pink", "babble"])
def test_noise_is_as_loud_as_it_is_meant_to_be(kind: str, players: dict[str, Voice]) -> None:
    voice = players["em_alex"]
    others = [players[name] for name in sorted(players) if name != voice.name]
    sound, truths = onsets.said([voice.clips["fox"]], Condition("", kind, 10), others, "x")
    clean, _ = onsets.said([voice.clips["fox"]], Condition(""), others, "x")
    clip = voice.clips["fox"]
    word = clean[truths[0] : truths[0] + clip.end - clip.onset].astype(float)
    noise = sound[:SETTLE].astype(float)
    assert 10 * np.log10(np.mean(word**2) / np.mean(noise**2)) == pytest.approx(10, abs=2.5)


def test_the_same_seed_says_the_same(players: dict[str, Voice]) -> None:
    clips = [players["em_alex"].clips["fox"]]
    one, other, third = (onsets.said(clips, Condition("", "pink", 10), [], seed)[0] for seed in "aab")
    assert np.array_equal(one, other)
    assert not np.array_equal(one[: len(third)], third[: len(one)])


def test_figures_are_of_every_group_and_of_all() -> None:
    ms = [(-4, 5), (10, 5), (30, 40)]
    trials = [
        Trial("ann", text, "clean", samples(off), samples(error))
        for text, (off, error) in zip("aab", ms, strict=True)
    ]
    figures = onsets.figures(trials, "text")
    assert list(figures) == ["all", "a", "b"]
    assert figures["all"]["heard"] == 3
    assert (figures["all"]["late_ms"], figures["all"]["error_ms_p50"]) == (10, 10)
    assert figures["a"] == {
        "heard": 2,
        "late_ms": 3.0,
        "error_ms_p50": 7.0,
        "error_ms_p95": 9.7,
        "claimed_ms_p50": 5.0,
        "within_claim_share": 0.5,
    }


def test_measures_with_the_stage_and_without(
    model: Model, book: PhraseBook, players: dict[str, Voice]
) -> None:
    texts = ("leo", "max", "marten")
    voices = [players[name] for name in sorted(players)]
    measured = {
        on: onsets.measure(
            model, book, voices, ["bm_lewis"], texts, [CLEAN], STAGES if on else STAGES - {"onset"}
        )
        for on in (True, False)
    }
    assert {trial.text for trial in measured[True]} == set(texts)
    assert all(trial.error > 0 for trial in measured[True])
    assert all(trial.error == 0 for trial in measured[False])
    assert onsets.figures(measured[True], "voice")["bm_lewis"]["error_ms_p50"] <= 10


def test_voices_of_the_proof_say_all_texts(players: dict[str, Voice]) -> None:
    assert all(text in players[name].clips for name in PROOF for text in TEXTS)
