"""The sign-on at a table: everything it needs, put together, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from voicenuts import resources
from voicenuts.games.game import Game
from voicenuts.hearing.hearing import Hearing
from voicenuts.hearing.phrasebook import NAMES
from voicenuts.speaking.cache import SpeechCache
from voicenuts.speaking.narrator import Narrator
from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.voice import Speaker
from voicenuts.table import sign_on
from voicenuts.table.company import Company
from voicenuts.table.deliveries import Deliveries
from voicenuts.table.preferences import Preferences
from voicenuts.table.seating import Seating
from voicenuts.table.session import Setup, hearing_of
from voicenuts.table.sign_on_state import NUMBERS, Outcome
from voicenuts.table.table import Table
from voicenuts.values import SecretMode


@dataclass(frozen=True, slots=True)
class Room:
    """What there is to sign on with: microphone channels, whether each has an ear, earlier players.

    `seed` is for the numbers told into ears; `secret` how cards are to be told, if that is settled.
    """

    channels: int
    ears: bool = False
    last: Company | None = None
    unfinished: tuple[str, ...] = ()
    seed: int = 0
    secret: SecretMode | None = None


class Welcome:
    """The players sign on: a context manager around its `table`, whose seats are the room's channels.

    Nothing is journaled: until everybody has signed on there is no game that could be lost.  PlainError
    when the model or the prompts cannot be had.
    """

    def __init__(
        self, setup: Setup, room: Room, voice: Speaker, preferences: Preferences | None = None
    ) -> None:
        self.room, self._setup = room, setup
        self.names = tuple(f"Microphone {channel + 1}" for channel in range(room.channels))
        model, self.book = hearing_of(setup.language, setup.model)
        self.prompts = prompts = Prompts(resources.folder("prompts"), setup.language, self.names)
        self.hearing = Hearing(model, self.book, room.channels, live=setup.live)
        ears = room.channels if room.ears else 0
        narrator = Narrator(prompts, voice, SpeechCache(), ears, wait=not setup.live)
        options = sign_on.Options(
            names=self._choice(),
            ears=room.ears,
            last=room.last.names if room.last else (),
            unfinished=room.unfinished,
            secret=room.secret,
            numbers=_shuffled(tuple(NUMBERS), room.seed),
        )
        self.table = Table(
            cast(Game, sign_on),
            sign_on.new(room.channels, options),
            self.hearing,
            self.book,
            narrator,
            lambda at, event: None,
            deliveries=Deliveries(narrator, self.names, preferences),
        )

    def _choice(self) -> tuple[tuple[str, str], ...]:
        """The names to choose from: ids' tails and how they are said."""
        names = [self.book.phrases[id] for id in sorted(self.book.expand([NAMES]))]
        return tuple((phrase.id.partition(".")[2], phrase.forms[0].title()) for phrase in names)

    def process(self, block: NDArray[np.int16]) -> NDArray[np.int16]:
        """A block from the device, of all its channels, to one with an ear for each of them."""
        out = self.table.process(block)
        return Seating.plain(self.room.channels).to_room(out, self.room.channels)

    @property
    def outcome(self) -> Outcome | None:
        """What the players want, once the table is over; None if they do not want to play."""
        return cast(Outcome | None, self.table.state.outcome)

    @property
    def company(self) -> Company:
        """Who sits at the table now, once the table is over."""
        state = self.table.state
        if state.outcome is Outcome.SAME and self.room.last is not None:
            return self.room.last
        signed = state.signed
        seating = Seating.measured([p.channel for p in signed], [p.level_db for p in signed])
        return Company(tuple(p.name for p in signed), seating, cast(SecretMode, state.secret))

    def setup(self) -> Setup:
        """What has been agreed on, for the game that follows."""
        company = self.company
        seating = None if company.shared else company.seating
        return replace(
            self._setup, names=company.names, seating=seating, secret=company.secret, shared=company.shared
        )

    def __enter__(self) -> Welcome:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hearing.close()


def _shuffled(numbers: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """The numbers in an order nobody knows beforehand."""
    order: Any = np.random.default_rng(seed).permutation(len(numbers))
    return tuple(numbers[index] for index in order)
