"""A stand-in for the sounddevice module: devices from a list, streams that a test moves by hand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.devices import driver


class PortAudioError(Exception):
    """As sounddevice's."""


class CallbackAbort(Exception):
    """As sounddevice's."""


@dataclass
class FakeStream:
    device: int
    channels: int
    samplerate: float
    dtype: str
    latency: float
    callback: Callable[..., None]
    finished_callback: Callable[[], None]
    running: bool = False
    closed: bool = False
    heard: list[NDArray[np.float32]] = field(default_factory=list)

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False

    def close(self) -> None:
        self.closed = True
        self.finished_callback()

    def push(self, frames: NDArray[np.float32], overflow: bool = False) -> None:
        """The driver delivers microphone frames."""
        if self.running:
            self._call(frames, overflow)

    def pull(self, count: int) -> None:
        """The driver fetches loudspeaker frames."""
        if self.running:
            frames = np.full((count, self.channels), 9.0, dtype=np.float32)
            self._call(frames)
            self.heard.append(frames)

    def _call(self, frames: NDArray[np.float32], overflow: bool = False) -> None:
        try:
            self.callback(frames, len(frames), None, SimpleNamespace(input_overflow=overflow))
        except CallbackAbort:
            self.running = False
            self.finished_callback()


class FakeSound:
    """What the code under test sees as `sounddevice`."""

    PortAudioError = PortAudioError
    CallbackAbort = CallbackAbort

    def __init__(self) -> None:
        self.default = SimpleNamespace(device=(0, 1))
        self.entries: list[dict[str, Any]] = []
        self.streams: dict[str, FakeStream] = {}
        self.refuse = ""
        self.add("USB Quad Mic", inputs=4)
        self.add("Kitchen Speaker", outputs=2, rate=48_000)

    def add(
        self, name: str, *, inputs: int = 0, outputs: int = 0, rate: float = 16_000, api: int = 0
    ) -> None:
        self.entries.append(
            {
                "name": name,
                "hostapi": api,
                "max_input_channels": inputs,
                "max_output_channels": outputs,
                "default_samplerate": float(rate),
            }
        )

    def query_hostapis(self) -> list[dict[str, str]]:
        if self.refuse == "list":
            raise PortAudioError("Unanticipated host error")
        return [{"name": "ALSA"}, {"name": "JACK Audio Connection Kit"}]

    def query_devices(self) -> list[dict[str, Any]]:
        return self.entries

    def InputStream(self, **options: Any) -> FakeStream:
        return self._stream("input", options)

    def OutputStream(self, **options: Any) -> FakeStream:
        return self._stream("output", options)

    def _stream(self, kind: str, options: dict[str, Any]) -> FakeStream:
        if self.refuse == kind:
            raise PortAudioError("Device unavailable [PaErrorCode -9985]")
        stream = self.streams[kind] = FakeStream(**options)
        if self.refuse == f"start {kind}":
            stream.start = self._fail  # type: ignore[method-assign]  # one that is refused
        return stream

    def _fail(self) -> None:
        raise PortAudioError("Device unavailable [PaErrorCode -9985]")


@pytest.fixture
def sound(monkeypatch: pytest.MonkeyPatch) -> FakeSound:
    """The fake module in place, and little patience."""
    fake = FakeSound()
    monkeypatch.setitem(sys.modules, "sounddevice", fake)
    monkeypatch.setattr(driver, "PATIENCE_S", 0.03)
    return fake
