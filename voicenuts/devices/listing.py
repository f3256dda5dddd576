"""Which microphones and loudspeakers there are, and choosing one by a part of its name."""

from __future__ import annotations

import contextlib
import importlib
from dataclasses import dataclass
from typing import Any, Literal

from voicenuts.devices import patience
from voicenuts.errors import PlainError


class OneMicrophone(PlainError):
    """The chosen device has a single input channel, fewer than wanted."""


Kind = Literal["input", "output"]

_CALLED = {"input": "microphone", "output": "loudspeaker"}

_MIXES_DOWN = ("default", "sysdefault", "pulse", "pipewire", "dmix")
"""Sound servers claim dozens of channels and mix them from, or into, the real ones."""

_SERVER_INPUTS = 4
"""A sound server keeps microphones apart if asked for this many; asked for three it mixes them."""


@dataclass(frozen=True, slots=True)
class Device:
    """A sound device: its numbers of input and output channels, `rate` its own sample rate (Hz).

    `index` is PortAudio's number for it, valid only until devices come or go.
    """

    name: str
    api: str
    inputs: int
    outputs: int
    rate: float
    index: int = -1

    def __str__(self) -> str:
        inputs = "1 input" if self.inputs == 1 else f"{self.inputs} inputs"
        outputs = "1 output" if self.outputs == 1 else f"{self.outputs} outputs"
        return f"{self.name}, {self.api}: {inputs}, {outputs}, {self.rate:.0f} hertz"

    @property
    def is_server(self) -> bool:
        """Whether this is a sound server, which makes channels out of the real ones."""
        return self.name.lower() in _MIXES_DOWN

    def inlets(self, seats: int) -> int:
        """Input channels to open so that the first `seats` are the microphones themselves."""
        return max(seats, min(self.inputs, _SERVER_INPUTS)) if self.is_server else seats

    @property
    def outlets(self) -> int:
        """Output channels that are certain to be separate; secrets need that."""
        return min(self.outputs, 2) if self.is_server else self.outputs


def portaudio() -> Any:
    """The sounddevice module, or PlainError where PortAudio is missing."""
    try:
        # PortAudio looks for devices while it is imported.
        return patience.within(patience.ANSWER_S, lambda: importlib.import_module("sounddevice"))
    except TimeoutError as error:
        raise PlainError(
            f"The sound system does not answer for {patience.ANSWER_S:.0f} seconds: restart it, or the "
            "computer, then start again."
        ) from error
    except (ImportError, OSError) as error:
        raise PlainError(
            "PortAudio, the sound library, is not installed: on Debian or Ubuntu type "
            "sudo apt install libportaudio2, then start again (recordings can be played without it)."
        ) from error


def devices() -> list[Device]:
    """All devices, in PortAudio's order; `str(device)` is one plain line for it."""
    sd = portaudio()
    try:
        apis = [str(api["name"]) for api in sd.query_hostapis()]
        found = list(sd.query_devices())
    except sd.PortAudioError as error:
        raise PlainError(f"The sound devices cannot be listed: {error}.") from error
    return [
        Device(
            name=" ".join(str(entry["name"]).split()),
            api=apis[entry["hostapi"]],
            inputs=int(entry["max_input_channels"]),
            outputs=int(entry["max_output_channels"]),
            rate=float(entry["default_samplerate"]),
            index=index,
        )
        for index, entry in enumerate(found)
    ]


def choose(kind: Kind, name: str | None, channels: int) -> Device:
    """The device for `kind` whose name contains `name` (None: the system's own choice).

    A sound server's inputs may all be copies of one microphone: unless it is named, a device with
    inputs of its own takes its place.  PlainError if there is none or more than one, or if it has
    fewer than `channels` channels (OneMicrophone if a single input).
    """
    usable = [d for d in devices() if (d.inputs if kind == "input" else d.outputs) > 0]
    device = _by_name(kind, name, usable) if name else _by_default(kind, usable)
    if kind == "input" and not name and device.is_server and channels > 1:
        device = _with_inputs_of_its_own(device, usable, channels)
    has = device.inputs if kind == "input" else device.outputs
    if has < channels:
        error = OneMicrophone if (kind, has) == ("input", 1) else PlainError
        raise error(
            f"{device.name} has {has} {kind}{'' if has == 1 else 's'}, {channels} seats need {channels}: "
            "connect an interface with one microphone per player."
        )
    return device


def most(name: str | None, limit: int) -> int:
    """How many microphones, up to `limit`, the input that `choose` takes has; PlainError if there is none."""
    for channels in range(limit, 1, -1):
        with contextlib.suppress(PlainError):
            choose("input", name, channels)
            return channels
    choose("input", name, 1)
    return 1


def _by_name(kind: Kind, name: str, usable: list[Device]) -> Device:
    wanted = " ".join(name.lower().split())
    matches = [d for d in usable if wanted in f"{d.name}, {d.api}".lower()]
    exact = [d for d in matches if d.name.lower() == wanted]
    if len(exact) == 1:
        return exact[0]
    if len(matches) == 1:
        return matches[0]
    called = _CALLED[kind]
    if not matches:
        raise PlainError(f"No {called} is called {name!r}: there {_named(usable)}.")
    raise PlainError(
        f"More than one {called} is called {name!r}: there {_named(matches)}; say more of its name."
    )


def _with_inputs_of_its_own(server: Device, usable: list[Device], channels: int) -> Device:
    own = [d for d in usable if not d.is_server and d.inputs >= channels]
    if len(own) == 1:
        return own[0]
    if own:
        raise PlainError(
            f"There are several interfaces with {channels} microphones: name one; there {_named(own)}."
        )
    raise PlainError(
        f"No interface with {channels} microphones was found, and {server.name} may be one microphone "
        f"copied to every seat: connect an interface, or choose {server.name} by name if it has them."
    )


def _by_default(kind: Kind, usable: list[Device]) -> Device:
    sd = portaudio()
    index = sd.default.device[0 if kind == "input" else 1]
    for device in usable:
        if device.index == index:
            return device
    if len(usable) == 1:
        return usable[0]
    called = _CALLED[kind]
    if not usable:
        raise PlainError(f"No {called} was found: connect one, then start again.")
    raise PlainError(f"The system has no {called} of its own choice: name one; there {_named(usable)}.")


def _named(some: list[Device]) -> str:
    names = [f"{d.name}, {d.api}" for d in some]
    return f"{'is' if len(names) == 1 else 'are'} {'; '.join(names)}" if names else "is none"
