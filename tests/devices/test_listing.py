"""Devices by name, and plain words when there is none."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import pytest

from voicenuts.devices.listing import Device, Kind, OneMicrophone, choose, devices, most
from voicenuts.errors import PlainError


def refused(kind: Kind, name: str | None, channels: int = 1) -> str:
    with pytest.raises(PlainError) as caught:
        choose(kind, name, channels)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_one_plain_line_a_device(sound: Any) -> None:
    sound.add("Odd  \n name", inputs=1, outputs=1, rate=44_100, api=1)
    assert [str(device) for device in devices()] == [
        "USB Quad Mic, ALSA: 4 inputs, 0 outputs, 16000 hertz",
        "Kitchen Speaker, ALSA: 0 inputs, 2 outputs, 48000 hertz",
        "Odd name, JACK Audio Connection Kit: 1 input, 1 output, 44100 hertz",
    ]


def test_a_part_of_the_name_in_any_case_is_enough(sound: Any) -> None:
    assert choose("input", "quad", 4) == Device("USB Quad Mic", "ALSA", 4, 0, 16_000.0, 0)
    assert choose("output", "KITCHEN", 1).index == 1


def test_without_a_name_it_is_the_systems_choice(sound: Any) -> None:
    sound.add("Other Speaker", outputs=2)
    sound.add("Other Mic", inputs=2)
    assert choose("output", None, 1).index == 1
    assert choose("input", None, 1).index == 0
    sound.default.device = (3, 2)
    assert choose("input", None, 1).name == "Other Mic"


def test_without_a_choice_of_the_system_the_only_device_is_taken(sound: Any) -> None:
    sound.default.device = (-1, -1)
    assert choose("output", None, 1).index == 1
    sound.add("Other Speaker", outputs=2)
    assert "no loudspeaker of its own choice" in refused("output", None)


def test_a_name_of_two_devices_is_refused_with_both(sound: Any) -> None:
    sound.add("USB Headset", inputs=1)
    message = refused("input", "usb")
    assert message == (
        "More than one microphone is called 'usb': there are USB Quad Mic, ALSA; USB Headset, ALSA; "
        "say more of its name."
    )


def test_the_whole_name_or_the_driver_tells_two_devices_apart(sound: Any) -> None:
    sound.add("USB Quad Mic Two", inputs=4)
    assert choose("input", "usb quad mic", 1).index == 0
    sound.add("USB Quad Mic", inputs=4, api=1)
    assert choose("input", "quad mic, jack", 1).index == 3
    refused("input", "usb quad mic")


def test_a_name_of_no_device_is_refused_with_those_there_are(sound: Any) -> None:
    assert refused("input", "Yeti") == "No microphone is called 'Yeti': there is USB Quad Mic, ALSA."
    assert "No loudspeaker is called 'usb'" in refused("output", "usb")


def test_too_few_inputs(sound: Any) -> None:
    sound.add("Headset", inputs=1)
    message = refused("input", "headset", 3)
    assert message.startswith("Headset has 1 input, 3 seats need 3:")
    with pytest.raises(OneMicrophone):
        choose("input", "headset", 3)


def test_no_devices_at_all(sound: Any) -> None:
    sound.entries.clear()
    assert refused("input", None).startswith("No microphone was found")
    assert "there is none" in refused("input", "usb")


def test_portaudio_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    assert "sudo apt install libportaudio2" in refused("input", None)

    def without_library(name: str) -> Any:
        raise OSError("PortAudio library not found")

    monkeypatch.setattr(importlib, "import_module", without_library)
    assert "sudo apt install libportaudio2" in refused("input", None)


def test_a_sound_system_that_is_down(sound: Any) -> None:
    sound.refuse = "list"
    assert "cannot be listed" in refused("input", None)


def test_sound_servers_do_not_count_as_many_separate_outputs() -> None:
    assert Device("pulse", "ALSA", 32, 32, 44_100.0).outlets == 2
    assert Device("Interface", "ALSA", 8, 8, 44_100.0).outlets == 8


def test_a_sound_server_is_not_trusted_with_several_seats_unless_named(sound: Any) -> None:
    sound.entries.clear()
    sound.add("default", inputs=32, outputs=32)
    sound.default.device = (0, 0)
    assert refused("input", None, 3).startswith("No interface with 3 microphones was found, and default may")
    assert choose("input", "default", 3).index == choose("input", None, 1).index == 0
    sound.add("Headset", inputs=2)
    sound.add("Interface", inputs=4)
    assert choose("input", None, 3).name == "Interface"
    assert "name one; there are Headset, ALSA; Interface, ALSA." in refused("input", None, 2)
    assert choose("output", None, 1).name == "default"


def test_the_most_microphones_there_are(sound: Any) -> None:
    assert most(None, 4) == 4
    assert most(None, 3) == 3
    sound.add("Old Headset", inputs=1)
    assert most("headset", 4) == 1
    with pytest.raises(PlainError, match="No microphone is called 'yeti'"):
        most("yeti", 4)
