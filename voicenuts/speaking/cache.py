"""What was said once need not be synthesised again: PCM by (voice, rate, text), in memory and on disk."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import tempfile
import threading
from pathlib import Path

import numpy as np
import platformdirs

from voicenuts.speaking.pcm import Pcm

Key = tuple[str, int, str]
"""Voice name, words a minute, text."""

LIMIT_BYTES = 64 * 2**20
"""The folder is kept under this size: the oldest files go first."""


def default_folder() -> Path:
    """Where lines are kept between games, as the system wants it."""
    return Path(platformdirs.user_cache_dir("voicenuts")) / "speech"


class SpeechCache:
    """Never fails: a folder that cannot be read or written only means more synthesis.

    With `folder` None nothing is kept on disk.  May be used from several threads.
    """

    def __init__(self, folder: Path | None = None, limit_bytes: int = LIMIT_BYTES) -> None:
        self._folder = folder
        self._limit = limit_bytes
        self._memory: dict[Key, Pcm] = {}
        self._size: int | None = None
        self._lock = threading.Lock()

    def get(self, key: Key) -> Pcm | None:
        """The sound kept for `key`, or None."""
        pcm = self._memory.get(key)
        if pcm is None and self._folder is not None:
            pcm = self._load(self._file(self._folder, key))
            if pcm is not None:
                self._keep(key, pcm)
        return pcm

    def put(self, key: Key, pcm: Pcm) -> None:
        """Keep the sound of `key`."""
        self._keep(key, pcm)
        if self._folder is not None:
            with contextlib.suppress(OSError), self._lock:
                self._write(self._folder, key, pcm)

    def _keep(self, key: Key, pcm: Pcm) -> None:
        """In memory, bounded like the folder."""
        self._memory[key] = pcm
        while sum(kept.nbytes for kept in self._memory.values()) > self._limit:
            del self._memory[next(iter(self._memory))]

    @staticmethod
    def _file(folder: Path, key: Key) -> Path:
        return folder / (hashlib.sha256("\0".join(map(str, key)).encode()).hexdigest()[:40] + ".npy")

    @staticmethod
    def _load(file: Path) -> Pcm | None:
        try:
            pcm = np.load(file, allow_pickle=False)
        except (OSError, ValueError, EOFError, SyntaxError):
            return None
        sound = isinstance(pcm, np.ndarray) and pcm.dtype == np.int16 and pcm.ndim == 1 and len(pcm) > 0
        return pcm if sound else None

    def _write(self, folder: Path, key: Key, pcm: Pcm) -> None:
        """Atomically: another process sees the whole file or none."""
        folder.mkdir(parents=True, exist_ok=True)
        data = io.BytesIO()
        np.save(data, pcm, allow_pickle=False)
        handle, name = tempfile.mkstemp(dir=folder, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data.getvalue())
            os.replace(name, self._file(folder, key))
        except OSError:
            os.unlink(name)
            raise
        self._size = self._measure(folder) if self._size is None else self._size + data.tell()
        if self._size > self._limit:
            self._prune(folder)

    @staticmethod
    def _measure(folder: Path) -> int:
        return sum(entry.stat().st_size for entry in os.scandir(folder))

    def _prune(self, folder: Path) -> None:
        """Drop the oldest files until three quarters of the limit are left."""
        files = sorted(
            (entry.stat().st_mtime, entry.stat().st_size, entry.path) for entry in os.scandir(folder)
        )
        size = sum(count for _, count, _ in files)
        for _, count, path in files:
            if size <= self._limit * 3 // 4:
                break
            os.unlink(path)
            size -= count
        self._size = size
