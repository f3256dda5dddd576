"""What those who act at a table have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from voicenuts.games.game import Game
from voicenuts.speaking.narrator import Narrator
from voicenuts.table.clock import Clock
from voicenuts.table.history import History
from voicenuts.values import Effect


@dataclass(frozen=True, slots=True)
class Hands:
    """The game so far, the clock, the narrator, and how to act on them.

    `tell` tells observers, `perform` carries out an effect, `step` notes an event and lets the game take it.
    """

    game: Game
    history: History
    clock: Clock
    narrator: Narrator
    tell: Callable[[Any], None]
    perform: Callable[[Effect], None]
    step: Callable[[Any], None]

    @property
    def state(self) -> Any:
        """The game's state now."""
        return self.history.state
