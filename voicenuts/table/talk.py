"""What is said before and between games: a table whose seats are the room's microphone channels."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from voicenuts import resources
from voicenuts.games.game import Game
from voicenuts.hearing.hearing import Hearing
from voicenuts.speaking.cache import SpeechCache
from voicenuts.speaking.narrator import Narrator
from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.voice import Speaker
from voicenuts.table.deliveries import Deliveries
from voicenuts.table.fame import Fame
from voicenuts.table.history import History
from voicenuts.table.preferences import Preferences
from voicenuts.table.seating import Seating
from voicenuts.table.session import Setup, hearing_of
from voicenuts.table.table import Table


class Talk:
    """A context manager around a `table`, which `sit` makes: rules and a state as of a game.

    Nothing is journaled, for nothing could be lost that is not asked again.  PlainError when the model or
    the prompts cannot be had.
    """

    table: Table

    def __init__(
        self,
        setup: Setup,
        channels: int,
        ears: bool,
        voice: Speaker,
        preferences: Preferences | None = None,
        fame: Fame | None = None,
    ) -> None:
        self.setup, self.channels = setup, channels
        self.names = tuple(f"Microphone {channel + 1}" for channel in range(channels))
        self._preferences, self._fame = preferences, fame
        model, self.book = hearing_of(setup.language, setup.model)
        self.prompts = Prompts(resources.folder("prompts"), setup.language, self.names)
        self.hearing = Hearing(model, self.book, channels, live=setup.live)
        self._narrator = Narrator(
            self.prompts, voice, SpeechCache(), channels if ears else 0, wait=not setup.live
        )

    def sit(self, rules: Any, state: Any) -> None:
        """Begin with these rules, a module as a game is, in this state."""
        self.table = Table(
            cast(Game, rules),
            History(rules, state),
            self.hearing,
            self.book,
            self._narrator,
            lambda at, event: None,
            deliveries=Deliveries(self._narrator, self.names, self._preferences),
            fame=self._fame,
        )

    def process(self, block: NDArray[np.int16]) -> NDArray[np.int16]:
        """A block from the device, of all its channels, to one with an ear for each of them."""
        return Seating.plain(self.channels).to_room(self.table.process(block), self.channels)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hearing.close()
