"""Recordings in and out, and every wrong file in one plain sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from voicenuts.devices.files import BlockWriter, read_blocks
from voicenuts.errors import PlainError
from voicenuts.values import BLOCK, RATE


def noise(seconds: float, channels: int = 3, rate: int = RATE) -> NDArray[np.int16]:
    shape = (int(rate * seconds), channels)
    return np.random.default_rng(5).integers(-20_000, 20_000, shape).astype(np.int16)


def everything(path: Path, seats: int | None = None) -> NDArray[np.int16]:
    return np.concatenate(list(read_blocks(path, seats)))


def refused(path: Path, seats: int | None = None) -> str:
    with pytest.raises(PlainError) as caught:
        everything(path, seats)
    message = str(caught.value)
    assert str(path) in message
    assert "\n" not in message
    assert message.endswith(".")
    return message


@pytest.mark.parametrize("name", ["game.wav", "game.flac"])
def test_what_is_written_is_read_again(tmp_path: Path, name: str) -> None:
    sound = noise(0.3)[: BLOCK * 10]
    with BlockWriter(tmp_path / name, 3) as writer:
        for at in range(0, len(sound), BLOCK):
            writer.write(sound[at : at + BLOCK])
    info = soundfile.info(tmp_path / name)
    assert (info.samplerate, info.channels, info.subtype) == (RATE, 3, "PCM_16")
    assert np.array_equal(everything(tmp_path / name, 3), sound)


@pytest.mark.parametrize("name", ["game.wav", "game.FLAC"])
def test_the_file_is_complete_after_an_exception(tmp_path: Path, name: str) -> None:
    sound = noise(0.03)

    def crash() -> None:
        with BlockWriter(tmp_path / name, 3) as writer:
            writer.write(sound)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        crash()
    assert np.array_equal(everything(tmp_path / name), sound)


@pytest.mark.parametrize("subtype", ["PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE"])
@pytest.mark.parametrize("rate", [8000, 16_000, 44_100, 48_000])
def test_any_rate_and_depth(tmp_path: Path, subtype: str, rate: int) -> None:
    time = np.arange(rate) / rate
    wave = np.stack([0.4 * np.sin(2 * np.pi * 300 * time), 0.2 * np.sin(2 * np.pi * 500 * time)], axis=1)
    soundfile.write(tmp_path / "game.wav", wave, rate, subtype)
    got = everything(tmp_path / "game.wav", 2)
    assert len(got) == -(-RATE // BLOCK) * BLOCK
    ours = np.arange(RATE) / RATE
    want = np.stack([0.4 * np.sin(2 * np.pi * 300 * ours), 0.2 * np.sin(2 * np.pi * 500 * ours)], axis=1)
    assert np.abs(got[1000:15_000] / 32768 - want[1000:15_000]).max() < 0.012


def test_long_recordings_come_in_pieces_without_seams(tmp_path: Path) -> None:
    sound = noise(3.37, channels=1)
    soundfile.write(tmp_path / "game.wav", sound, RATE)
    got = everything(tmp_path / "game.wav", 1)
    assert np.array_equal(got[: len(sound)], sound)
    assert not got[len(sound) :].any()


def test_too_loud_is_clipped_and_silence_is_silence(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "loud.wav", np.array([[4.0], [-4.0]] * BLOCK), RATE, "FLOAT")
    assert set(np.unique(everything(tmp_path / "loud.wav"))) == {-32768, 32767}
    soundfile.write(tmp_path / "quiet.wav", np.zeros((BLOCK, 2)), 44_100)
    assert not everything(tmp_path / "quiet.wav", 2).any()


def test_a_missing_file(tmp_path: Path) -> None:
    assert "There is no file" in refused(tmp_path / "game.wav")


def test_a_folder(tmp_path: Path) -> None:
    assert "is a folder" in refused(tmp_path)


def test_a_path_through_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be read" in refused(tmp_path / "file" / "game.wav")


def test_a_text_file(tmp_path: Path) -> None:
    (tmp_path / "game.wav").write_text("# Notes\n" * 100)
    assert "is not a sound file" in refused(tmp_path / "game.wav")


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "game.wav").touch()
    assert "is empty" in refused(tmp_path / "game.wav")


@pytest.mark.parametrize("name", ["game.wav", "game.flac"])
def test_a_recording_without_sound(tmp_path: Path, name: str) -> None:
    BlockWriter(tmp_path / name, 3).close()
    message = refused(tmp_path / name, 3)
    assert "contains no sound" in message or "is empty" in message


@pytest.mark.parametrize("name", ["game.wav", "game.flac"])
@pytest.mark.parametrize("part", [0.3, 0.97])
def test_a_recording_cut_short(tmp_path: Path, name: str, part: float) -> None:
    path = tmp_path / name
    soundfile.write(path, noise(2.5), RATE)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * part)])
    assert "cut short or damaged: 2.5 seconds were promised" in refused(path, 3)


def test_a_header_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "game.wav"
    soundfile.write(path, noise(0.5), RATE)
    path.write_bytes(path.read_bytes()[:30])
    refused(path)


def test_a_length_the_recorder_could_not_know_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "game.wav"
    sound = noise(0.3)[: BLOCK * 10]
    soundfile.write(path, sound, RATE)
    head = bytearray(path.read_bytes())
    at = head.index(b"data") + 4
    head[at : at + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(head)
    assert np.array_equal(everything(path, 3), sound)


@pytest.mark.parametrize(
    ("channels", "seats", "sentence"),
    [
        (1, 3, "has 1 channel, three seats need 3: record one microphone per player."),
        (4, 2, "has 4 channels, two seats need 2: record one microphone per player."),
        (2, 1, "has 2 channels, one seat needs 1: record one microphone per player."),
    ],
)
def test_the_wrong_number_of_channels(tmp_path: Path, channels: int, seats: int, sentence: str) -> None:
    path = tmp_path / "game.wav"
    soundfile.write(path, noise(0.1, channels), RATE)
    assert refused(path, seats) == f"{path} {sentence}"


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_values_that_are_no_numbers(tmp_path: Path, bad: float) -> None:
    sound = np.zeros((RATE * 2, 2))
    sound[RATE + RATE // 2, 1] = bad
    soundfile.write(tmp_path / "game.wav", sound, RATE, "FLOAT")
    assert "no numbers (NaN or infinite) at 1.50 seconds" in refused(tmp_path / "game.wav", 2)


def test_errors_come_before_the_first_block(tmp_path: Path) -> None:
    with pytest.raises(PlainError):
        read_blocks(tmp_path / "none.wav", None)


@pytest.mark.parametrize("name", ["game.mp3", "game", "game.txt"])
def test_no_other_kinds_are_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(PlainError, match=r"use \.wav or \.flac"):
        BlockWriter(tmp_path / name, 1)
    assert not (tmp_path / name).exists()


def test_flac_has_eight_channels_at_most(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="8 at most"):
        BlockWriter(tmp_path / "game.flac", 9)


@pytest.mark.parametrize("name", ["none/game.wav", "folder.wav"])
def test_a_place_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.wav").mkdir()
    with pytest.raises(PlainError, match="cannot be written"):
        BlockWriter(tmp_path / name, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "game.wav"
    path.symlink_to("/dev/full")
    with pytest.raises(PlainError, match="cannot be written"), BlockWriter(path, 2) as writer:
        writer.write(noise(30.0, 2))


def test_a_disk_that_fills_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: object, data: object) -> None:
        raise soundfile.LibsndfileError(2, "")

    with BlockWriter(tmp_path / "game.wav", 2) as writer:
        monkeypatch.setattr(soundfile.SoundFile, "write", full)
        with pytest.raises(PlainError, match="cannot be written further"):
            writer.write(noise(0.03, 2))
