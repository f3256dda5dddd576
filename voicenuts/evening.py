"""A live table from the first word on: the players sign on by voice, then they play."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, closing
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.voice import Voice
from voicenuts.table import company, preferences, shelf
from voicenuts.table.company import Company
from voicenuts.table.journal import Journal, journal_path
from voicenuts.table.seating import Seating
from voicenuts.table.session import Session, Setup, agreed
from voicenuts.table.sign_on_state import Outcome
from voicenuts.table.table import Table
from voicenuts.table.welcome import Room, Welcome
from voicenuts.values import SecretMode


class Stage(Protocol):
    """One part of an evening: a table, and between its seats and the device's channels."""

    table: Table
    prompts: Prompts

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        ...

    def process(self, block: NDArray[np.int16]) -> NDArray[np.int16]:
        """One block in, one block out."""
        ...


def straight(session: Session) -> Generator[Stage, None, None]:
    """A game whose players are known."""
    with session:
        yield session


def signed_on(
    setup: Setup, channels: int, ears: bool, secret: SecretMode | None = None
) -> Generator[Stage, None, None]:
    """The sign-on at a device with so many channels, perhaps an ear for each, and the game agreed on.

    `secret` says how cards are to be told, else the players are asked if not everybody has an ear.
    The newest game that was interrupted is offered first, then the players of the last table.
    """
    likes = preferences.Preferences(preferences.default_path())
    with closing(Voice(setup.language)) as voice, ExitStack() as stack:
        waiting = shelf.waiting(lambda journal: _sat(journal).fits(channels, ears))
        if waiting is not None:
            stack.callback(waiting.close)
        last = company.remembered(company.default_path())
        room = Room(
            channels,
            ears,
            last if last is not None and last.fits(channels, ears) else None,
            waiting.seats if waiting is not None else (),
            setup.seed,
            secret,
        )
        with Welcome(setup, room, voice, likes) as welcome:
            yield welcome
        if welcome.outcome is None:
            return
        if welcome.outcome is Outcome.UNFINISHED and waiting is not None:
            session = Session.resumed(waiting, voice, preferences=likes, model=setup.model, live=setup.live)
        else:
            company.remember(company.default_path(), welcome.company)
            session = Session(welcome.setup(), journal_path(shelf.new_id()), voice, preferences=likes)
        yield from straight(session)


def _sat(journal: Journal) -> Company:
    """Who played the journal's game, and where they sat."""
    setup = agreed(journal)
    seating = Seating((0,) * len(setup.names), (0.0,) * len(setup.names)) if setup.shared else setup.seats_at
    return Company(setup.names, seating, setup.secret)
