"""A live evening from the first word on: which game, who plays, the game, and whether there is another."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing.coupling import Couplings
from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.voice import Speaker, Voice
from voicenuts.table import company, dice_wish, preferences, shelf
from voicenuts.table.company import Company
from voicenuts.table.fame import Fame, won
from voicenuts.table.host import Host
from voicenuts.table.journal import Journal, journal_path
from voicenuts.table.menu import Outcome
from voicenuts.table.preferences import Preferences
from voicenuts.table.seating import Seating
from voicenuts.table.session import Session, Setup, agreed, has_option, keeps_secrets
from voicenuts.table.table import Table
from voicenuts.table.welcome import Room, Welcome, begun_by, seated
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


Stages = Generator[Stage, None, None]
"""What is played in an evening, one after the other; closing it ends the one that is on."""


@dataclass(frozen=True, slots=True)
class Devices:
    """Microphone channels, whether each has an ear, and how people want to be told secrets (None: ask)."""

    channels: int
    ears: bool = False
    secret: SecretMode | None = None


def straight(session: Session) -> Stages:
    """One game whose players are known."""
    with session:
        yield session


def hosted(
    setup: Setup, devices: Devices, players: Company | None = None, *, asks_game: bool = False
) -> Stages:
    """Game after game, until the players want no more.

    `players` are those of the first game, else they sign on; the newest game that was interrupted is offered
    before, and the players of the last table.  Which game is played is what `setup` says, unless that is to
    be asked, too (`asks_game`).
    """
    with closing(Voice(setup.language)) as voice:
        yield from _Evening(setup, devices, voice, players).run(asks_game)


def going_on(journal: Journal, setup: Setup, devices: Devices) -> Stages:
    """The rest of an earlier game, then others; `setup` has the model and says that audio is live."""
    with closing(Voice(setup.language)) as voice:
        evening = _Evening(setup, devices, voice, None)
        yield from evening.play(evening.resumed(journal))
        yield from evening.run(asks_game=False)


@dataclass(slots=True)
class _Evening:
    """What has been agreed on so far; `players` None have yet to sign on, `last` is the game just played,
    `learnt` how the players' mouths are known to reach their microphones."""

    setup: Setup
    devices: Devices
    voice: Speaker
    players: Company | None
    last: str = ""
    learnt: Couplings | None = None
    likes: Preferences = field(default_factory=lambda: Preferences(preferences.default_path()))
    fame: Fame = field(default_factory=shelf.hall_of_fame)

    def run(self, asks_game: bool) -> Stages:
        """Ask, sign on and play, until nobody wants to."""
        with ExitStack() as stack:
            waiting = None if self.players or self.last else self._waiting()
            if waiting is not None:
                stack.callback(waiting.close)
            while True:
                wanted = "" if asks_game or self.last else self.setup.game
                if waiting is not None or not wanted:
                    host = self._host(waiting.seats if waiting is not None else (), wanted)
                    with host:
                        yield host
                    if host.outcome is None:
                        return
                    if host.outcome is Outcome.UNFINISHED and waiting is not None:
                        yield from self.play(self.resumed(waiting))
                        waiting = None
                        continue
                    self._choose(host.game)
                    self.setup = self._with_dice(host.dice)
                waiting = None
                yield from self._sign_on()
                if self.players is None:
                    return
                yield from self.play(self._begun(self.players))

    def resumed(self, journal: Journal) -> Session:
        """An earlier game, with its players."""
        setup = self.setup
        session = Session.resumed(
            journal, self.voice, (), self.likes, self.fame, model=setup.model, live=setup.live
        )
        self.setup = replace(session.setup, model=setup.model)
        self.players = players(session.setup)
        return session

    def play(self, session: Session) -> Stages:
        """The game; afterwards the next seat is to begin."""
        yield from straight(session)
        self.learnt = session.learnt
        state, game = session.table.state, session.setup.game
        self.fame.add(won(game, session.names, state))
        begins = (state.start_seat + 1) % state.seats
        self.setup = replace(session.setup, options=_options(session.setup, begins))
        self.last = game

    def _waiting(self) -> Journal | None:
        """The newest game that was interrupted, if it can be played with these devices."""
        channels, ears = self.devices.channels, self.devices.ears
        return shelf.waiting(lambda journal: players(agreed(journal)).fits(channels, ears))

    def _host(self, unfinished: tuple[str, ...], wanted: str) -> Host:
        channels, ears = self.devices.channels, self.devices.ears
        return Host(
            self.setup,
            channels,
            ears,
            self.voice,
            self.likes,
            self.fame,
            unfinished=unfinished,
            last=self.last,
            wanted=wanted,
        )

    def _choose(self, game: str) -> None:
        """This game is next; another one than before begins with its usual options, and the same dice."""
        if game != self.setup.game:
            old = self.setup.options
            begins = {key: value for key, value in old.items() if key == "start_seat"}
            self.setup = replace(self.setup, game=game, options={**begins, **dice_wish.kept(old)})

    def _with_dice(self, wish: str) -> Setup:
        return replace(self.setup, options=dice_wish.wished(self.setup.options, wish))

    def _sign_on(self) -> Stages:
        """Whoever is not known yet signs on, and whoever has not said so says how secrets are to be told."""
        devices, known = self.devices, self.players
        if known is not None and (known.secret is not None or not keeps_secrets(self.setup.game)):
            return
        last = company.remembered(company.default_path()) if known is None else None
        if last is not None and not last.fits(devices.channels, devices.ears):
            last = None
        room = Room(devices.channels, devices.ears, last, known, self.setup.seed, devices.secret)
        with Welcome(self.setup, room, self.voice, self.likes, self.fame) as welcome:
            yield welcome
        self.players = welcome.company if welcome.outcome is not None else None
        if self.players is not None:
            self.setup = begun_by(self._with_dice(welcome.dice), welcome.start_seat)
            if known is None:
                self.learnt = welcome.hearing.learnt(self.players.seating.channels)
            company.remember(company.default_path(), self.players)

    def _begun(self, players: Company) -> Session:
        """A new game; after another one with other dice and cards."""
        known = self.fame.know(self.setup.game, players.names)
        setup = replace(seated(self.setup, players), teaches=not known)
        if self.last:
            setup = replace(setup, seed=setup.seed + 1)
        if known and has_option(setup.game, "known"):
            setup = replace(setup, options={**setup.options, "known": True})
        path = journal_path(shelf.new_id())
        return Session(setup, path, self.voice, preferences=self.likes, fame=self.fame, learnt=self.learnt)


def _options(setup: Setup, begins: int) -> dict[str, Any]:
    """The options of a game after which the seat `begins`."""
    return {**setup.options, "start_seat": begins}


def players(setup: Setup) -> Company:
    """Who plays this game, and where they sit."""
    shared = Seating((0,) * len(setup.names), (0.0,) * len(setup.names))
    return Company(setup.names, shared if setup.shared else setup.seats_at, setup.secret)
