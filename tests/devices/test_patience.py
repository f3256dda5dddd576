"""A sound system that never answers is left behind."""

from __future__ import annotations

import atexit
import sys
import threading
from concurrent.futures import Future
from typing import Any

import pytest

from voicenuts.devices import driver, patience
from voicenuts.devices.listing import devices
from voicenuts.devices.stream import Live
from voicenuts.errors import PlainError


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A call that lasts until the test ends, and little patience for it."""
    for_ever = threading.Event()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(patience, "ANSWER_S", 0.02)
    monkeypatch.setattr(patience, "CLOSE_S", 0.02)
    yield lambda *_, **__: for_ever.wait()
    for_ever.set()


def test_results_and_errors_come_through(monkeypatch: pytest.MonkeyPatch) -> None:
    for platform in ("linux", "win32"):
        monkeypatch.setattr(sys, "platform", platform)
        assert patience.within(5.0, lambda: 7) == 7
        with pytest.raises(ZeroDivisionError):
            patience.within(5.0, lambda: 1 // 0)


def test_the_library_does_not_hold_up_the_end_of_the_program(
    sound: Any, frozen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[Any] = []
    sound._exit_handler = lambda: None
    monkeypatch.setattr(atexit, "unregister", ended.append)
    with pytest.raises(TimeoutError):
        patience.within(0.01, frozen)
    assert ended == [sound._exit_handler]


def test_ctrl_c_gives_the_driver_a_moment_to_come_back(
    sound: Any, frozen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[Any] = []
    sound._exit_handler = lambda: None
    monkeypatch.setattr(atexit, "unregister", ended.append)
    monkeypatch.setattr(Future, "result", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        patience.within(5.0, frozen)
    assert ended == [sound._exit_handler]
    monkeypatch.setattr(patience, "CLOSE_S", 5.0)
    with pytest.raises(KeyboardInterrupt):
        patience.within(5.0, lambda: 7)
    assert len(ended) == 1


def test_no_answer_while_listing(frozen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.import_module", frozen)
    with pytest.raises(PlainError, match="The sound system does not answer"):
        devices()


def test_no_answer_while_opening(sound: Any, frozen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "OutputStream", frozen)
    with pytest.raises(PlainError, match=r"Kitchen Speaker cannot be opened \(it does not answer\)"):
        Live(1)


def test_no_answer_while_starting(sound: Any, frozen: Any) -> None:
    with Live(1) as live:
        sound.streams["input"].start = frozen
        with pytest.raises(PlainError, match=r"USB Quad Mic cannot be opened \(it does not answer\)"):
            live.run(lambda heard: heard)


def test_no_answer_while_stopping_and_closing(sound: Any, frozen: Any) -> None:
    live = Live(1)
    for stream in sound.streams.values():
        stream.stop = stream.close = frozen
    driver.stop(sound.streams["output"])
    live.close()
