"""Which clips are learnt from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.train.data import RATE, Clip, clips, held_out, load, trimmed, weights

FIXTURE = Path(__file__).parents[2] / "fixtures" / "training"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = [
        "path\tspeaker\ttext\tlicence\tuse\tseconds",
        "gsc_v2_test/up/a.flac\tanna\tup\tCC-BY-4.0\ttrain\t1.0",
        "gsc_v2_test/up/b.flac\tben\tup\tCC-BY-4.0\tdev\t1.0",
        "gsc_v2_test/up/c.flac\tben\tup 2\tCC-BY-4.0\ttrain\t1.0",
        "pico_wake_en/long.flac\tcarl\tcomputer\tApache-2.0\ttrain\t12.0",
        "precise_en/talk.flac\tdora\t\tgrant\ttrain\t3.0",
        "noise_misc/wind.flac\t-\tnoise:wind\tCC0\tnoise\t30.0",
        "noise_misc/running_tap.flac\t-\tnoise:tap\tCC0\tnoise\t30.0",
    ]
    (tmp_path / "manifest.tsv").write_text("\n".join(rows) + "\n")
    return tmp_path


def test_only_training_rows_are_taken(data: Path) -> None:
    pools = clips([data], [])
    assert [(c.path.name, c.text) for c in pools["real"]] == [("a.flac", "up")]
    assert [c.path.name for c in pools["noise"]] == ["wind.flac"]
    assert [c.text for c in pools["noise"]] == [""]
    assert set(pools) == {"real", "noise"}


def test_further_folders_name_their_pools_and_never_bring_a_dev_speaker(data: Path) -> None:
    more = data / "more"
    more.mkdir()
    rows = [
        "path\tspeaker\ttext\tlicence\tuse\tseconds\tpool",
        "gsc/up/x.wav\tdora\tup\tCC-BY-4.0\ttrain\t1.0\treal",
        "gsc/up/y.wav\tben\tup\tCC-BY-4.0\ttrain\t1.0\treal",
        "read/z.wav\tdora\tSo it is.\tany\ttrain\t2.0\ttalk",
    ]
    (more / "manifest.tsv").write_text("\n".join(rows) + "\n")
    pools = clips([data, more], [])
    assert [(c.path.name, c.speaker) for c in pools["real"]] == [("a.flac", "anna"), ("x.wav", "dora")]
    assert [(c.text, c.path) for c in pools["talk"]] == [("so it is", more / "read" / "z.wav")]


def test_a_text_of_many_clips_is_drawn_as_often_as_their_root() -> None:
    many = [Clip(Path("a"), "cat", "", "real")] * 16 + [Clip(Path("b"), "stop", "", "real")] * 4
    drawn = weights(many)
    assert (sum(drawn[:16]), sum(drawn[16:])) == (4.0, 2.0)


def test_test_speakers_are_left_out_of_neural_voices(data: Path) -> None:
    folder = data / "spoken"
    folder.mkdir()
    voices = {
        "00007.flac": "kokoro:af_sky",
        "00008.flac": "kokoro:af_sky+em_alex@0.3",
        "00009.flac": "kokoro:bm_fable~3",
    }
    lines = [f"{name}\tMax, the Marten!\t{voice}\t1\t1.2" for name, voice in voices.items()]
    (folder / "manifest-0.tsv").write_text(
        "\n".join(["path\ttext\tvoice\tspeed\tseconds", *lines, "00010.fl"])
    )
    for name in voices:
        (folder / name).touch()
    found = clips([data], [folder])["neural"]
    assert [c.path.name for c in found] == ["00007.flac", "00009.flac"]
    assert {c.text for c in found} == {"max the marten"}
    assert [held_out(c) for c in found] == [True, False]


def test_the_committed_clips_can_be_read() -> None:
    pools = clips([FIXTURE], [FIXTURE / "kokoro"])
    assert {name: len(pool) for name, pool in pools.items()} == {"real": 12, "neural": 30}
    for pool in pools.values():
        wave = load(pool[0].path)
        assert np.abs(wave).max() == pytest.approx(1, abs=1e-3)
        assert 0.2 * RATE < len(trimmed(wave)) <= len(wave)
