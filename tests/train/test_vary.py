"""Features changed as the sound itself would have changed them."""

from __future__ import annotations

import random

import numpy as np
import pytest

pytest.importorskip("scipy")

from models.train import vary

NEVER = {"throat": 0.0, "microphone": 0.0, "noise": 0.0, "band": 0.0}
QUIET = np.full((20, 40), 2.0, np.float32)


def _mel(cepstra: vary.Frames) -> vary.Frames:
    return cepstra @ vary.inverse()


def _only(what: str, mel: vary.Frames, seed: int = 0, noises: list[vary.Frames] | None = None) -> vary.Frames:
    cepstra = mel @ vary.forward()
    return _mel(vary.varied(cepstra, random.Random(seed), NEVER | {what: 1.0}, noises or []))


def test_mel_energies_come_back_from_the_cepstra_that_are_heard() -> None:
    native = pytest.importorskip("kaldi_native_fbank")
    from models.train.features import _options, mfcc

    options = native.FbankOptions()
    options.frame_opts.samp_freq, options.frame_opts.dither = 16000, 0
    options.mel_opts.num_bins = _options().mel_opts.num_bins
    options.mel_opts.low_freq, options.mel_opts.high_freq = 20, -400
    pcm = np.random.default_rng(0).standard_normal(8000) * 1000
    computer = native.OnlineFbank(options)
    computer.accept_waveform(16000, pcm.tolist())
    computer.input_finished()
    mel = np.stack([computer.get_frame(n) for n in range(computer.num_frames_ready)])
    np.testing.assert_allclose(_mel(mfcc(pcm)), mel, atol=0.01)


def test_nothing_changes_by_itself() -> None:
    np.testing.assert_allclose(_only("nothing", QUIET), QUIET, atol=1e-4)


@pytest.mark.parametrize("factor", [0.88, 1.0, 1.14])
def test_another_throat_moves_a_tone(factor: float) -> None:
    tone = np.zeros((1, 40), np.float32)
    tone[0, 20] = 10
    low, high = 1127 * np.log(1 + 20 / 700), 1127 * np.log(1 + 7600 / 700)
    step = (high - low) / 41
    hertz = 700 * (np.exp((low + 21 * step) / 1127) - 1)
    there = (1127 * np.log(1 + factor * hertz / 700) - low) / step - 1
    assert abs(np.argmax(tone @ vary.warp(factor)) - there) <= 1


def test_every_frame_hears_through_the_same_microphone() -> None:
    moved = _only("microphone", QUIET) - QUIET
    assert np.ptp(moved, axis=0).max() < 1e-3
    assert 0.5 < np.abs(moved).max() <= 8 * vary.DB + 1e-3


def test_noise_fills_what_is_softer_and_lies_3_to_20_db_below() -> None:
    speech = QUIET.copy()
    speech[:12, 10] = 14.0
    for seed in range(20):
        mixed = _only("noise", speech, seed, [np.full((7, 40), -3.0, np.float32) @ vary.forward()])
        assert (mixed >= speech - 1e-3).all()
        below = 14.0 - np.logaddexp.reduce(mixed[-1])
        assert 2.5 * vary.DB < below < 20.5 * vary.DB


def test_a_lost_band_is_the_same_in_every_frame() -> None:
    speech = QUIET + np.arange(20, dtype=np.float32)[:, None]
    lost = np.ptp(_only("band", speech), axis=0) < 1e-3
    assert 1 <= lost.sum() <= 7
    assert np.ptp(np.flatnonzero(lost)) == lost.sum() - 1
