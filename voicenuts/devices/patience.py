"""Calls into the sound system that may never come back, given up in time."""

from __future__ import annotations

import atexit
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any, TypeVar

ANSWER_S = 8.0
"""A sound system that takes longer than this to list or open devices will not do it any more."""

CLOSE_S = 0.5
"""A device that is not closed by then is left to the end of the program."""

_T = TypeVar("_T")


def within(limit_s: float, job: Callable[[], _T]) -> _T:
    """The result of `job`; TimeoutError if it takes longer, and then the program can end all the same.

    Only on Linux, where a frozen sound server holds its callers for ever; elsewhere drivers mind which
    thread calls them, and the job runs in the caller's.
    """
    if not sys.platform.startswith("linux"):
        return job()
    done: Future[_T] = Future()

    def run() -> None:
        try:
            done.set_result(job())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, name="sound-driver", daemon=True).start()
    try:
        return done.result(limit_s)
    except KeyboardInterrupt:
        # Ending the program under a driver's feet makes it crash.
        if not wait([done], CLOSE_S).done:
            _leave_open()
        raise
    except TimeoutError:
        _leave_open()
        raise


def _leave_open() -> None:
    """Keep the sound library from waiting for a frozen server when the program ends."""
    module: Any = sys.modules.get("sounddevice")
    atexit.unregister(getattr(module, "_exit_handler", _leave_open))
