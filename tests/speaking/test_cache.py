from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from voicenuts.speaking.cache import SpeechCache, default_folder
from voicenuts.speaking.pcm import Pcm

KEY = ("voice", 180, "Amber, jeż idzie.")


def tone(count: int = 800) -> Pcm:
    return np.arange(count, dtype=np.int16)


def test_it_remembers_in_memory_and_on_disk(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "speech"
    cache = SpeechCache(folder)
    assert cache.get(KEY) is None
    cache.put(KEY, tone())
    for reader in (cache, SpeechCache(folder)):
        found = reader.get(KEY)
        assert found is not None
        assert np.array_equal(found, tone())
    assert SpeechCache(folder).get((KEY[0], 181, KEY[2])) is None
    assert [file.suffix for file in folder.iterdir()] == [".npy"]


def test_without_a_folder_it_lives_in_memory_only() -> None:
    cache = SpeechCache()
    cache.put(KEY, tone())
    assert cache.get(KEY) is not None
    assert SpeechCache().get(KEY) is None


@pytest.mark.parametrize(
    "junk", [b"", b"RIFF", b"\x93NUMPY\x01\x00v\x00{'descr': 'nonsense'", bytes(range(150, 214))]
)
def test_a_broken_file_is_no_file(tmp_path: Path, junk: bytes) -> None:
    cache = SpeechCache(tmp_path)
    cache.put(KEY, tone())
    for file in tmp_path.iterdir():
        file.write_bytes(junk)
    assert SpeechCache(tmp_path).get(KEY) is None


def test_a_file_of_another_kind_is_no_sound(tmp_path: Path) -> None:
    SpeechCache(tmp_path).put(KEY, tone())
    (file,) = tmp_path.iterdir()
    for array in (np.zeros(3), np.zeros((2, 2), np.int16), np.zeros(0, np.int16)):
        np.save(file, array)
        assert SpeechCache(tmp_path).get(KEY) is None


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = SpeechCache(tmp_path / "file")
    cache.put(KEY, tone())
    assert cache.get(KEY) is not None
    assert SpeechCache(tmp_path / "file").get(KEY) is None


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    SpeechCache(tmp_path).put(KEY, tone())
    assert not list(tmp_path.iterdir())


def test_it_stays_under_its_limit_and_drops_the_oldest(tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path, limit_bytes=20_000)
    for number in range(40):
        cache.put(("voice", 180, str(number)), tone())
        for file in tmp_path.iterdir():
            os.utime(file, (file.stat().st_mtime - 10,) * 2)  # everything grows older
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 20_000
    fresh = SpeechCache(tmp_path)
    assert fresh.get(("voice", 180, "39")) is not None
    assert fresh.get(("voice", 180, "0")) is None
    assert cache.get(("voice", 180, "39")) is not None


def test_the_default_folder_is_the_systems(own_home: Path) -> None:
    assert default_folder().parts[-2:] == ("voicenuts", "speech")
    assert own_home in default_folder().parents
