"""Shorter, faster, louder: each ear as its seat likes it, the loudspeaker halfway between all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from voicenuts.speaking.delivery import WISHES, Delivery, between
from voicenuts.table.preferences import TABLE, Preferences
from voicenuts.values import Say

COMMANDS: Final = frozenset(f"command.{wish}" for wish in WISHES)


class Speaks(Protocol):
    """What is needed of a narrator."""

    ears: int

    def deliver(self, seat: int | None, delivery: Delivery) -> None:
        """From now on speak so to one seat, or to all."""
        ...


class Deliveries:
    """How everybody is spoken to, from what is remembered of them.

    With private ears a wish changes the seat's own ear, and the loudspeaker by its share; without them
    it changes the loudspeaker.
    """

    def __init__(
        self, narrator: Speaks, names: Sequence[str], preferences: Preferences | None = None
    ) -> None:
        self._narrator, self._names = narrator, tuple(names)
        self._preferences = preferences or Preferences()
        self._seats = [self._preferences.of(name) for name in self._names]
        for seat, delivery in enumerate(self._seats):
            if narrator.ears:
                narrator.deliver(seat, delivery)
        self._to_all()

    def wish(self, seat: int, phrase: str) -> Say:
        """Do as one of `COMMANDS` says; what to answer, in the new manner."""
        wish = phrase.partition(".")[2]
        owner = self._names[seat] if self._narrator.ears else TABLE
        before = self._preferences.of(owner)
        after = before.changed(wish)
        self._preferences.keep(owner, after)
        if self._narrator.ears:
            self._seats[seat] = after
            self._narrator.deliver(seat, after)
        self._to_all()
        if after == before:
            return Say(seat, f"most-{wish}")
        return Say(seat, f"level-{after.level}" if wish in ("shorter", "longer") else "as-wished")

    def _to_all(self) -> None:
        shared = between(self._seats) if self._narrator.ears else self._preferences.of(TABLE)
        self._narrator.deliver(None, shared)
