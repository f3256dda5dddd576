"""Keys of a real pseudo-terminal."""

from __future__ import annotations

import os
import pty
import sys
import termios
from collections.abc import Iterator

import pytest

from voicenuts.devices import keys
from voicenuts.devices.keys import Terminal


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int]]:
    """The keyboard's end and the program's end, which is its stdin and in the foreground."""
    keyboard, program = pty.openpty()
    monkeypatch.setattr(os, "tcgetpgrp", lambda descriptor: os.getpgrp())
    with os.fdopen(program, closefd=False) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield keyboard, program
    os.close(program)
    os.close(keyboard)


def test_single_keys_are_seats_and_others_are_nobodys(terminal: tuple[int, int]) -> None:
    keyboard, _ = terminal
    with keys.keys(3) as pressed:
        assert pressed.pressed() == []
        os.write(keyboard, b"2")
        assert pressed.pressed() == [1]
        os.write(keyboard, b"3x 41\x1b[A1")
        assert pressed.pressed() == [2, 0, 0]
        assert pressed.pressed() == []


def test_the_terminal_is_as_it_was_also_after_an_exception(terminal: tuple[int, int]) -> None:
    _, program = terminal
    before = termios.tcgetattr(program)
    modes: list[int] = []

    def game() -> None:
        with keys.keys(4):
            modes.append(termios.tcgetattr(program)[3])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        game()
    assert not modes[0] & (termios.ICANON | termios.ECHO)
    assert modes[0] & termios.ISIG  # Ctrl-C still ends the game
    assert termios.tcgetattr(program) == before


def test_a_program_in_the_background_leaves_the_terminal_alone(
    terminal: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    keyboard, program = terminal
    monkeypatch.setattr(os, "tcgetpgrp", lambda descriptor: os.getpgrp() + 1)
    before = termios.tcgetattr(program)
    with keys.keys(4) as pressed:
        assert termios.tcgetattr(program) == before
        os.write(keyboard, b"1\n")
        assert pressed.pressed() == []


def test_without_a_terminal_there_are_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull) as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        with keys.keys(4) as pressed:
            assert pressed.pressed() == []


def test_a_terminal_that_was_closed_is_silent(terminal: tuple[int, int]) -> None:
    end, other = os.pipe()
    os.close(other)
    assert Terminal(end, 4).pressed() == []
    os.close(end)
    assert Terminal(end, 4).pressed() == []
