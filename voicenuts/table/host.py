"""The host of the table: asks what is played, and tells what the players want."""

from __future__ import annotations

from typing import cast

from voicenuts.games.registry import GAMES
from voicenuts.speaking.voice import Speaker
from voicenuts.table import menu
from voicenuts.table.fame import Fame
from voicenuts.table.menu import Outcome
from voicenuts.table.preferences import Preferences
from voicenuts.table.session import Setup
from voicenuts.table.talk import Talk


class Host(Talk):
    """The menu at a device with so many channels, perhaps an ear for each.

    `unfinished` names the players of a game that waits, `last` is the game just played, `wanted` the one to
    be played unless they go on with that.
    """

    def __init__(
        self,
        setup: Setup,
        channels: int,
        ears: bool,
        voice: Speaker,
        preferences: Preferences | None = None,
        fame: Fame | None = None,
        *,
        unfinished: tuple[str, ...] = (),
        last: str = "",
        wanted: str = "",
    ) -> None:
        super().__init__(setup, channels, ears, voice, preferences, fame)
        options = menu.Options(tuple(GAMES), unfinished, last, wanted)
        self.sit(menu, menu.new(channels, options))

    @property
    def outcome(self) -> Outcome | None:
        """What the players want, once the table is over; None if they do not want to play."""
        return cast(Outcome | None, self.table.state.outcome)

    @property
    def dice(self) -> str:
        """Whose dice they want, a wish of `dice_wish.WISHES`; "" if nobody said so."""
        return str(self.table.state.dice)

    @property
    def game(self) -> str:
        """The game they want, or "" if it is the unfinished one or none."""
        return str(self.table.state.game)
