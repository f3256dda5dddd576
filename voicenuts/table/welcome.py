"""The sign-on at a table: everything it needs, put together, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from voicenuts.hearing.phrasebook import NAMES
from voicenuts.speaking.voice import Speaker
from voicenuts.table import sign_on
from voicenuts.table.company import Company
from voicenuts.table.dice_wish import wished
from voicenuts.table.fame import Fame
from voicenuts.table.preferences import Preferences
from voicenuts.table.seating import Seating
from voicenuts.table.session import Setup, game_named, keeps_secrets
from voicenuts.table.sign_on_state import NUMBERS, Outcome
from voicenuts.table.starter import start_seat
from voicenuts.table.talk import Talk
from voicenuts.values import SecretMode


@dataclass(frozen=True, slots=True)
class Room:
    """What there is to sign on with: microphone channels, whether each has an ear, earlier players.

    `last` are the players of the last table, who are asked whether they sit here again; `seated` those who
    do, and only have to say how secrets are to be told.  `seed` is for the numbers told into ears; `secret`
    how secrets are to be told, if that is settled.
    """

    channels: int
    ears: bool = False
    last: Company | None = None
    seated: Company | None = None
    seed: int = 0
    secret: SecretMode | None = None


class Welcome(Talk):
    """The players sign on for the game of `setup`.

    PlainError when the model or the prompts cannot be had.
    """

    def __init__(
        self,
        setup: Setup,
        room: Room,
        voice: Speaker,
        preferences: Preferences | None = None,
        fame: Fame | None = None,
    ) -> None:
        super().__init__(setup, room.channels, room.ears, voice, preferences, fame)
        self.room = room
        self._secrets = keeps_secrets(setup.game)
        known = room.seated or room.last
        options = sign_on.Options(
            names=self._choice(),
            ears=room.ears,
            last=known.names if known else (),
            seated=room.seated is not None,
            asks_last=self._secrets and known is not None and known.secret is None,
            secret=room.secret if self._secrets else "open",
            numbers=_shuffled(tuple(NUMBERS), room.seed),
            password=game_named(setup.game).PASSWORD,
            signs=game_named(setup.game).SIGNS,
        )
        self.sit(sign_on, sign_on.new(room.channels, options))

    def _choice(self) -> tuple[tuple[str, str], ...]:
        """The names to choose from: ids' tails and how they are said."""
        names = [self.book.phrases[id] for id in sorted(self.book.expand([NAMES]))]
        return tuple((phrase.id.partition(".")[2], phrase.forms[0].title()) for phrase in names)

    def agreed(self) -> Setup:
        """What has been agreed on, for the game that follows."""
        setup = seated(self.setup, self.company)
        return begun_by(replace(setup, options=wished(setup.options, self.dice)), self.start_seat)

    @property
    def dice(self) -> str:
        """Whose dice they want, a wish of `dice_wish.WISHES`; "" if nobody said so."""
        return str(self.table.state.dice)

    @property
    def start_seat(self) -> int | None:
        """The seat that wants to begin, once the table is over; None if nobody said so."""
        return start_seat(self.table.state.starter, self.company.seating.channels)

    @property
    def outcome(self) -> Outcome | None:
        """What the players want, once the table is over; None if they do not want to play."""
        return cast(Outcome | None, self.table.state.outcome)

    @property
    def company(self) -> Company:
        """Who sits at the table now, once the table is over."""
        state = self.table.state
        known = self.room.seated or self.room.last
        if state.outcome is Outcome.SAME and known is not None:
            return replace(known, secret=state.secret) if state.options.asks_last else known
        signed = state.signed
        seating = Seating.measured([p.channel for p in signed], [p.level_db for p in signed])
        settled = self._secrets or state.secret == "headphones"
        return Company(tuple(p.name for p in signed), seating, state.secret if settled else None)


def seated(setup: Setup, company: Company) -> Setup:
    """The game with these players, where they sit; nobody is told secrets if nobody asked how to."""
    seating = None if company.shared else company.seating
    secret = company.secret or "open"
    return replace(setup, names=company.names, seating=seating, secret=secret, shared=company.shared)


def begun_by(setup: Setup, seat: int | None) -> Setup:
    """The game begun by this seat; None: as was agreed before, or drawn."""
    return setup if seat is None else replace(setup, options={**setup.options, "start_seat": seat})


def _shuffled(numbers: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """The numbers in an order nobody knows beforehand."""
    order: Any = np.random.default_rng(seed).permutation(len(numbers))
    return tuple(numbers[index] for index in order)
