"""What really was said at a virtual table: the truth that hearing is measured against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing one player said: times in samples of audio; `phrase` None is table talk."""

    seat: int
    text: str
    phrase: str | None
    onset: int
    end: int
