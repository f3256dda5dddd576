"""Recordings as blocks, and blocks as recordings: WAV and FLAC, one channel a seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import numpy as np
import soundfile

from voicenuts.devices.resample import Block, Frames, Inward
from voicenuts.errors import PlainError
from voicenuts.values import RATE

_CHUNK_S = 1
"""Seconds read at a time."""

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

_RATES = range(4_000, 768_001)
"""Sample rates of real recordings (Hz); other claims are damage and would become hours or gigabytes."""

_CHANNELS = 64
"""More microphones than any interface has."""

_UNKNOWN_SIZE = 0x7FFF_0000
"""A recorder that writes to a pipe cannot know the length and claims at least this many bytes."""


def read_blocks(path: Path, seats: int | None) -> Iterator[Block]:
    """The recording's (480, channels) blocks at 16 kHz, the last one filled up with silence.

    Any rate, bit depth and level will do; `seats` None takes as many channels as there are.  PlainError
    at once if the file cannot be used, or while reading, with the place, if it is broken further on.
    """
    file = _opened(path)
    if seats is not None and file.channels != seats:
        file.close()
        raise PlainError(
            f"{path} has {_count(file.channels, 'channel')}, {_needs(seats)}: "
            "record one microphone per player."
        )
    return _blocks(path, file)


def _blocks(path: Path, file: soundfile.SoundFile) -> Iterator[Block]:
    with file:
        inward = Inward(file.samplerate, file.channels)
        done = 0
        while len(frames := _read(path, file, done)):
            done += len(frames)
            yield from inward.feed(frames)
        if done < file.frames:
            raise _cut_short(path, file.frames / file.samplerate, done / file.samplerate)
        yield from inward.feed(np.zeros((0, file.channels), dtype=np.float32), last=True)


def _read(path: Path, file: soundfile.SoundFile, done: int) -> Frames:
    try:
        frames: Frames = file.read(file.samplerate * _CHUNK_S, dtype="float32", always_2d=True)
    except soundfile.SoundFileError as error:
        raise _cut_short(path, file.frames / file.samplerate, done / file.samplerate) from error
    bad = ~np.isfinite(frames).all(axis=1)
    if bad.any():
        at = (done + int(bad.argmax())) / file.samplerate
        raise PlainError(
            f"{path} holds values that are no numbers (NaN or infinite) at {at:.2f} seconds: "
            "export it again as 16-bit WAV."
        )
    return frames


def _opened(path: Path) -> soundfile.SoundFile:
    try:
        if path.is_dir():
            raise PlainError(f"{path} is a folder: give one WAV or FLAC file.")
        if path.exists() and not path.is_file():
            raise PlainError(f"{path} is a device or a pipe: give one WAV or FLAC file.")
        size = path.stat().st_size
        with path.open("rb") as raw:
            promised = _promised(raw.read(64 * 1024))
    except FileNotFoundError as error:
        raise PlainError(f"There is no file {path}: check the name.") from error
    except OSError as error:
        raise PlainError(f"{path} cannot be read: {error.strerror}.") from error
    try:
        file = soundfile.SoundFile(path)
    except soundfile.SoundFileError as error:
        what = "is empty" if size == 0 else "is not a sound file"
        raise PlainError(f"{path} {what}: give a WAV or FLAC recording.") from error
    if promised is not None and size < promised < _UNKNOWN_SIZE:
        whole = file.frames / file.samplerate
        file.close()
        raise _cut_short(path, whole * promised / size, whole)
    fault = _implausible(file)
    if fault:
        file.close()
        raise PlainError(f"{path} {fault}.")
    return file


def _implausible(file: soundfile.SoundFile) -> str | None:
    """What makes this no recording of a table, if anything."""
    if file.frames == 0:
        return "contains no sound (0 frames): record it again"
    if file.samplerate not in _RATES:
        return f"claims {file.samplerate} samples a second: {_RATES[0]} to {_RATES[-1]} can be heard"
    if file.channels > _CHANNELS:
        return f"claims {file.channels} channels: {_CHANNELS} at most can be heard"
    return None


def _promised(head: bytes) -> int | None:
    """The size in bytes up to the end of the sound that a WAV header claims, if it is one."""
    if head[:4] != b"RIFF" or head[8:12] != b"WAVE":
        return None
    at = 12
    while at + 8 <= len(head):
        end = at + 8 + int.from_bytes(head[at + 4 : at + 8], "little")
        if head[at : at + 4] == b"data":
            return end
        at = end + end % 2
    return None


def _cut_short(path: Path, promised_s: float, found_s: float) -> PlainError:
    return PlainError(
        f"{path} is cut short or damaged: {promised_s:.1f} seconds were promised, "
        f"{found_s:.1f} can be read: copy or record it again."
    )


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _needs(seats: int) -> str:
    word = _WORDS[seats] if seats < len(_WORDS) else str(seats)
    return f"{word} seat needs {seats}" if seats == 1 else f"{word} seats need {seats}"


class BlockWriter:
    """Writes blocks to a 16-bit file at 16 kHz as they come; a context manager.

    The name's ending says the kind, `.wav` or `.flac`.  The file is complete when the context ends, by
    an exception too.  PlainError when it cannot be written.
    """

    def __init__(self, path: Path, channels: int) -> None:
        kind = path.suffix.lower().lstrip(".").upper()
        if kind not in ("WAV", "FLAC"):
            raise PlainError(f"{path} has an ending that says no kind of sound file: use .wav or .flac.")
        if kind == "FLAC" and channels > 8:
            raise PlainError(f"{path} would need {channels} channels, FLAC has 8 at most: use .wav.")
        self._path = path
        try:
            # Opened here first: the sound library's own message does not say why not.
            path.open("wb").close()
            self._file = soundfile.SoundFile(path, "w", RATE, channels, "PCM_16", format=kind)
        except (OSError, soundfile.SoundFileError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise PlainError(f"{path} cannot be written ({why}): choose another place.") from error

    def write(self, block: Block) -> None:
        """Add the frames of one block (any number of frames)."""
        try:
            self._file.write(np.asarray(block, dtype=np.int16))
        except (OSError, soundfile.SoundFileError) as error:
            why = str(error).rstrip(".")
            raise PlainError(
                f"{self._path} cannot be written further ({why}): make room on its disk, then start again."
            ) from error

    def close(self) -> None:
        """Complete the file; may be called twice."""
        self._file.close()

    def __enter__(self) -> BlockWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
