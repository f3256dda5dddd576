"""Answers for one seat: into its own ear at once, or from the loudspeaker when that may speak."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from voicenuts.speaking.narrator import Narrator
from voicenuts.values import Say


class Answers:
    """Keeps what only the loudspeaker can tell one seat until `go_on` says that it is `free`.

    It is not while a shout window is open, for nobody shall lose reaction time by another's question,
    nor while somebody holds it to an ear.
    """

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator
        self._later: deque[Callable[[], None]] = deque()

    def give(self, seat: int, say: Say) -> None:
        """Answer the seat."""
        self._give(partial(self._narrator.answer, seat, say))

    def repeat(self, seat: int, at_ear: bool) -> None:
        """Say the last line again to the seat; only a loudspeaker held to an ear (`at_ear`) has to wait."""
        if at_ear:
            self._give(partial(self._narrator.repeat, seat))
        else:
            self._narrator.repeat(seat)

    def go_on(self, free: bool) -> None:
        """Time has passed: give the oldest answer that is left, if the loudspeaker is free."""
        if free and self._later:
            self._later.popleft()()

    def _give(self, answer: Callable[[], None]) -> None:
        if self._narrator.ears:
            answer()
        else:
            self._later.append(answer)
