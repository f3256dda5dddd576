"""Single keys from the terminal: 1 to 4 claim the next call for their seat.

They are read between blocks, without waiting, so the table's clock is the only clock.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Iterator
from typing import Protocol

try:
    import termios
    import tty
except ImportError:  # no terminal of the POSIX kind: there are no keys
    termios = None  # type: ignore[assignment]  # None says so


class Keys(Protocol):
    """Something with keys."""

    def pressed(self) -> list[int]:
        """The seats (from 0) whose keys were pressed since the last time, in order."""
        ...


class NoKeys:
    """Where there is no terminal nobody presses anything."""

    def pressed(self) -> list[int]:
        """Nothing."""
        return []


class Terminal:
    """The keys of the terminal `descriptor`, which gives each as it is pressed."""

    def __init__(self, descriptor: int, seats: int) -> None:
        self._descriptor = descriptor
        self._digits = [str(1 + seat).encode() for seat in range(seats)]

    def pressed(self) -> list[int]:
        """The seats (from 0) whose keys were pressed since the last time, in order."""
        typed = b""
        with contextlib.suppress(OSError):  # the terminal was closed
            if select.select([self._descriptor], [], [], 0)[0]:
                typed = os.read(self._descriptor, 1024)
        keys = (typed[at : at + 1] for at in range(len(typed)))
        return [self._digits.index(key) for key in keys if key in self._digits]


@contextlib.contextmanager
def keys(seats: int) -> Iterator[Keys]:
    """The keys of the program's own terminal, which is as it was afterwards, also after an exception."""
    if termios is None or not sys.stdin.isatty() or os.tcgetpgrp(sys.stdin.fileno()) != os.getpgrp():
        yield NoKeys()  # a program in the background that touched its terminal would be stopped
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield Terminal(descriptor, seats)
    finally:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
