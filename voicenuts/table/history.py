"""A game as the list of its events: going back is playing the list again without its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from voicenuts.values import Effect, Resolved, Secret, Undone


class Steps(Protocol):
    """What history needs of a game."""

    def step(self, state: Any, event: Any) -> tuple[Any, tuple[Effect, ...]]:
        """The state after an event, and what to do about it."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One event, the state it met, and whether it can be taken back without anybody knowing more."""

    event: Any
    before: Any
    secret: bool
    final: bool


class History:
    """The events of a game so far and its state.

    Entries are numbered from 0.  `step` takes any event of the game, and `Undone`, which goes back; so a
    journal folded through `step` gives the state the table had.
    """

    def __init__(self, game: Steps, state: Any) -> None:
        self._game = game
        self.state = state
        self.entries: list[Entry] = []

    def step(self, event: Any) -> tuple[Effect, ...]:
        """Let the game take the event; what to do about it."""
        if isinstance(event, Undone):
            self._back(event.to)
            return ()
        before = self.state
        self.state, effects = self._game.step(before, event)
        told = any(isinstance(effect, Secret) for effect in effects)
        # A new state of chance means that a die was thrown or cards were moved.
        luck = getattr(before, "chance", None) != getattr(self.state, "chance", None)
        self.entries.append(Entry(event, before, told, told or luck or isinstance(event, Resolved)))
        return effects

    def _back(self, to: int) -> None:
        if to < len(self.entries):
            self.state = self.entries[to].before
            del self.entries[to:]

    def own_choice(self, seat: int) -> int | None:
        """The entry of the seat's last command that changed something, if nothing final came of it since.

        Final is a throw, a drawn card, a secret told or a bid: after those no single player takes back.
        """
        for number in range(len(self.entries) - 1, -1, -1):
            if self.entries[number].final:
                return None
            if self._commanded(number) == seat:
                return number
        return None

    def turn_start(self) -> int | None:
        """The first command of the turn that is on, if anything has been done in it yet."""
        turn = self.state.turn
        first = None
        for number in range(len(self.entries) - 1, -1, -1):
            if self.entries[number].before.turn != turn:
                break
            if self._commanded(number) is not None:
                first = number
        return first

    def secret_since(self, number: int) -> bool:
        """Whether somebody has been told a secret from entry `number` on."""
        return any(entry.secret for entry in self.entries[number:])

    def _commanded(self, number: int) -> int | None:
        """The seat whose command entry `number` was, if it changed anything."""
        entry = self.entries[number]
        after = self.entries[number + 1].before if number + 1 < len(self.entries) else self.state
        seat: int | None = getattr(entry.event, "seat", None)
        return seat if after != entry.before else None
