"""The shout window at a table: which calls are the arbiter's, and what it says of them."""

from __future__ import annotations

from collections.abc import Sequence

from voicenuts import arbiter
from voicenuts.arbiter import Docket, Verdict
from voicenuts.values import Heard, Window


class Calls:
    """The arbiter's docket of one table; all times are samples of table time.

    `shouts` are the phrases whose order in time decides who was first.
    """

    def __init__(self, shouts: frozenset[str]) -> None:
        self._shouts = shouts
        self._docket = Docket()

    @property
    def window_open(self) -> bool:
        """Whether a shout window is waiting for calls or for its decision."""
        return self._docket.window is not None and self._docket.outcome is None

    @property
    def window(self) -> Window | None:
        """The window that is open or was the last to be."""
        return self._docket.window

    def open(self, window: Window) -> None:
        """Open a window, or give the window of the same id new limits."""
        self._docket = arbiter.opened(self._docket, window)

    def drop(self) -> None:
        """Whatever was called is no more."""
        self._docket = Docket()

    def claim(self, seat: int, now: int) -> bool:
        """The seat pressed its key; whether its next call may count from here in the open window."""
        self._docket = arbiter.claim(self._docket, seat, now)
        window = self._docket.window
        return self.window_open and window is not None and seat in window.seats and now >= window.opens

    def take(self, heard: Heard) -> bool:
        """Note a call or a closing call; False if the phrase is none of the arbiter's business."""
        window = self._docket.window
        closes = self.window_open and window is not None and window.closer == (heard.seat, heard.phrase)
        if not closes and heard.phrase not in self._shouts:
            return False
        self._docket = arbiter.hear(self._docket, heard)
        return True

    def rule(self, now: int, speaking: Sequence[int | None], listened: frozenset[str]) -> tuple[Verdict, ...]:
        """The verdicts due at sample `now`, given who is still speaking and what is listened for at all."""
        expecting = not self.window_open and bool(self._shouts & listened)
        self._docket, verdicts = arbiter.rule(self._docket, now, speaking, expecting)
        return verdicts
