"""What really was said at a virtual table: the truth that hearing is measured against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing one player said: times in samples of audio; `phrase` None is table talk.

    What was `mumbled` need not be heard, but must not be taken for anything else.  What was `written` made no
    sound, for there is no recording of it, and was handed to the table as text.
    """

    seat: int
    text: str
    phrase: str | None
    onset: int
    end: int
    mumbled: bool = False
    written: bool = False
