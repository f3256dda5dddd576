"""Nobody who is heard is left in silence: who has had a sound since, and who is told "not now"."""

from __future__ import annotations

from typing import Final

from voicenuts.values import RATE

LEAST: Final = RATE
"""A seat is told "not now" once in so many samples at the most."""


class Receipts:
    """Per block of sound: the seats that were heard, without those that have heard something since.

    >>> receipts = Receipts(3)
    >>> for seat in range(3):
    ...     receipts.heard(seat)
    >>> receipts.sounded(1)
    >>> receipts.unanswered(), receipts.unanswered()
    ([0, 2], [])
    """

    def __init__(self, seats: int) -> None:
        self._waiting: set[int] = set()
        self._refused = [-LEAST] * seats

    def heard(self, seat: int) -> None:
        """The seat said something that was understood."""
        self._waiting.add(seat)

    def sounded(self, seat: int | None) -> None:
        """The seat, or everybody (None), is hearing something."""
        self._waiting = set() if seat is None else self._waiting - {seat}

    def unanswered(self) -> list[int]:
        """The seats that have not heard anything yet; they are asked about once."""
        waiting, self._waiting = sorted(self._waiting), set()
        return waiting

    def refuses(self, seat: int, now: int) -> bool:
        """Whether the seat is to be told "not now" at sample `now`, which counts as done then."""
        if now - self._refused[seat] < LEAST:
            return False
        self._refused[seat] = now
        return True
