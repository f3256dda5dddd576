"""The recorded voices: equally loud, whole, and one sentence for whatever is wrong with their folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.lab import voices
from voicenuts.lab.voices import LOUDNESS_DB, Voice
from voicenuts.values import RATE


def row(**changes: Any) -> dict[str, Any]:
    return {"voice": "ann", "text": "hello", "file": "hello.flac", "onset": 160, "end": 1600, **changes}


def folder(tmp_path: Path, *rows: dict[str, Any]) -> Path:
    """A folder with a manifest and one second of a tone in `hello.flac`."""
    tone = 0.01 * np.sin(np.arange(RATE) / 5)
    soundfile.write(tmp_path / "hello.flac", tone, RATE)
    text = "\n".join(json.dumps(entry) for entry in rows or (row(),))
    (tmp_path / "manifest.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def test_there_are_voices_for_every_seat_and_all_say_the_same(players: dict[str, Voice]) -> None:
    assert len(players) >= 4
    texts = [set(voice.clips) for voice in players.values()]
    assert all(said == texts[0] for said in texts)
    assert {"roll", "max", "leo the lynx", "old oak", "tree eight", "resume", "did you see that"} <= texts[0]


def test_every_clip_is_levelled_and_holds_its_words(players: dict[str, Voice]) -> None:
    for voice in players.values():
        for text, clip in voice.clips.items():
            assert clip.text == text
            assert 0 <= clip.onset < clip.end <= len(clip.wave)
            assert np.abs(clip.wave).max() <= 0.9 + 1e-6
            level = 10 * np.log10(np.mean(clip.wave**2))
            assert level == pytest.approx(LOUDNESS_DB, abs=3), (voice.name, text)
            spoken = np.mean(clip.wave[clip.onset : clip.end] ** 2)
            assert spoken > 100 * np.mean(clip.wave[: max(1, clip.onset - 320)] ** 2), (voice.name, text)


def test_voices_come_by_name(tmp_path: Path) -> None:
    loaded = voices.load(folder(tmp_path, row(voice="zoe"), row(), row(text="bye")))
    assert [voice.name for voice in loaded] == ["ann", "zoe"]
    assert sorted(loaded[0].clips) == ["bye", "hello"]


def test_the_manifest_lists_every_file_there_is() -> None:
    where = resources.folder("voices")
    rows = [json.loads(line) for line in (where / "manifest.jsonl").read_text("utf-8").splitlines()]
    listed = {entry["file"] for entry in rows}
    assert listed == {str(path.relative_to(where)) for path in where.glob("*/*.flac")}


def test_silence_stays_silence(tmp_path: Path) -> None:
    where = folder(tmp_path)
    soundfile.write(where / "hello.flac", np.zeros(RATE), RATE)
    (voice,) = voices.load(where)
    assert not voice.clips["hello"].wave.any()


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        (None, "manifest.jsonl"),
        ("{", "cannot be read"),
        (json.dumps({"voice": "ann"}), "'file'"),
        (json.dumps({**row(), "onset": "soon"}), "soon"),
        (json.dumps(row(file="missing.flac")), "missing.flac"),
        (json.dumps(row(file="manifest.jsonl")), "manifest.jsonl"),
    ],
)
def test_a_broken_folder_is_one_sentence(tmp_path: Path, manifest: str | None, said: str) -> None:
    where = folder(tmp_path)
    if manifest is None:
        (where / "manifest.jsonl").unlink()
    else:
        (where / "manifest.jsonl").write_text(manifest, encoding="utf-8")
    with pytest.raises(PlainError) as caught:
        voices.load(where)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("rate", "channels"), [(RATE // 2, 1), (RATE, 2)])
def test_another_kind_of_recording_is_refused(tmp_path: Path, rate: int, channels: int) -> None:
    where = folder(tmp_path)
    soundfile.write(where / "hello.flac", np.zeros((RATE, channels)), rate)
    with pytest.raises(PlainError, match=f"has rate {rate}: player voices are 16000 Hz mono"):
        voices.load(where)


def test_two_clips_in_one_breath() -> None:
    tone = np.arange(1, 101, dtype=np.float32)
    first, second = voices.Clip("amber", tone, 10, 60), voices.Clip("leo", -tone, 20, 90)
    both = voices.joined(first, second, 25)
    assert (both.text, both.onset, both.end) == ("amber, leo", 10, 60 + 25 + 70)
    assert np.array_equal(both.wave, np.concatenate([tone[:60], np.zeros(25), -tone[20:]]))
