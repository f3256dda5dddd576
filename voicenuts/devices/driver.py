"""Opening and starting PortAudio streams, with its errors as plain sentences."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import Any, Literal

from voicenuts.devices import patience
from voicenuts.devices.listing import Device, portaudio
from voicenuts.errors import PlainError

PATIENCE_S = 5.0
"""A device that moves no sound for this long has stalled."""

LATENCY_S = 0.03
"""Asked of the driver: less makes gaps on ordinary machines, more is heard as slowness."""

_log = logging.getLogger(__name__)


def stream(
    kind: Literal["InputStream", "OutputStream"],
    device: Device,
    channels: int,
    callback: Callable[..., None],
    finished: Callable[[], None],
) -> Any:
    """An unstarted float32 stream at the device's own rate.

    An exception in `callback` is logged and ends the stream, which calls `finished`.
    """
    sd = portaudio()

    def guarded(*args: Any) -> None:
        try:
            callback(*args)
        except Exception:
            _log.exception("sound callback of %s", device.name)
            raise sd.CallbackAbort from None

    def opened() -> Any:
        return getattr(sd, kind)(
            device=device.index,
            channels=channels,
            samplerate=device.rate,
            dtype="float32",
            latency=LATENCY_S,
            callback=guarded,
            finished_callback=finished,
        )

    try:
        return patience.within(patience.ANSWER_S, opened)
    except (sd.PortAudioError, ValueError, TimeoutError) as error:
        raise _refused(device, error) from error


def start(stream: Any, device: Device) -> None:
    """Start a stream; PlainError when the device refuses."""
    try:
        patience.within(patience.ANSWER_S, stream.start)
    except (portaudio().PortAudioError, TimeoutError) as error:
        raise _refused(device, error) from error


def stop(stream: Any) -> None:
    """Play out what the driver has got; a driver that does not answer is not waited for."""
    with contextlib.suppress(TimeoutError, portaudio().PortAudioError):
        patience.within(patience.ANSWER_S, stream.stop)


def close(stream: Any) -> None:
    """Let go of the device; a driver that does not answer is not waited for."""
    with contextlib.suppress(TimeoutError, portaudio().PortAudioError):
        patience.within(patience.CLOSE_S, stream.close)


def stalled(device: Device) -> PlainError:
    """To be raised when a device moves no sound any more."""
    return PlainError(
        f"{device.name} has stopped: no sound moved for {PATIENCE_S:.0f} seconds, or it was unplugged; "
        "connect it again, then resume the game."
    )


def _refused(device: Device, error: Exception) -> PlainError:
    why = str(error) or "it does not answer"
    return PlainError(
        f"{device.name} cannot be opened ({why}): close other programs that use it, or name another device."
    )
