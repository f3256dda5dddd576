from __future__ import annotations

import pytest

from models.train.split import TEST_SPEAKERS, never, split_of


@pytest.mark.parametrize(
    ("path", "use", "split"),
    [
        ("gsc_v2_test/up/a_nohash_0.flac", "train", "train"),
        ("gsc_v2_test/up/b_nohash_0.flac", "dev", "dev"),
        ("pico_wake_en/alexa/0.flac", "train", "train"),
        ("precise_en/computer_en/a.flac", "train", "test"),
        ("voices/am_michael/max.flac", "train", "test"),
        ("voices/bf_isabella/leo.flac", "", "test"),
        ("kokoro/en/00000.flac", "train", "train"),
        ("more/am_michael/00000.flac", "train", "never"),
        ("elsewhere/a.flac", "unclear", "never"),
        ("noise_misc/running_tap.flac", "noise", "test"),
        ("noise_misc/pink_noise.flac", "noise", "train"),
        ("rirs/sb_rir1.flac", "rir", "train"),
        ("rirs/sb_rir2.flac", "rir", "test"),
    ],
)
def test_what_a_recording_is_for(path: str, use: str, split: str) -> None:
    assert split_of(path, use) == split


@pytest.mark.parametrize(("folder", "share"), [("lj_en", 0.5), ("pico_intent_en", 0.5), ("noise_esc10", 0.2)])
def test_a_share_of_a_folder_is_kept_for_testing(folder: str, share: float) -> None:
    splits = [split_of(f"{folder}/{n:04d}.flac", "train") for n in range(1000)]
    assert splits.count("test") + splits.count("train") == 1000
    assert abs(splits.count("test") / 1000 - share) < 0.05
    assert splits == [split_of(f"{folder}/{n:04d}.flac", "train") for n in range(1000)]


def test_no_mix_holds_a_test_speaker() -> None:
    for speaker in TEST_SPEAKERS:
        assert never(speaker)
        assert never(f"kokoro:bf_lily+{speaker}@0.4~7")
    assert not never("kokoro:bf_alice+af_aoede@0.5")
