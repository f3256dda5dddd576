"""Everything a game by voice needs, put together, and taken apart again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import cast

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.games import hazelnut
from voicenuts.hearing import phrasebook
from voicenuts.hearing.hearing import Hearing
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.speaking.cache import SpeechCache
from voicenuts.speaking.narrator import Narrator
from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.voice import Speaker, Voice
from voicenuts.table.deliveries import Deliveries
from voicenuts.table.game import Game
from voicenuts.table.journal import Journal
from voicenuts.table.preferences import Preferences
from voicenuts.table.table import Observer, Table

GAMES: dict[str, Game] = {"hazelnut": cast(Game, hazelnut)}
"""The games by the name the command line knows them by."""

NAMES = ("Amber", "Dusty", "Ginger", "Pepper")
"""Names of the seats until players give their own."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed on before a game.

    `ears` says that every seat has a private ear; `live` that audio comes in real time.
    """

    game: str = "hazelnut"
    names: tuple[str, ...] = NAMES[:3]
    seed: int = 1
    language: str = "en"
    model: Path | None = None
    ears: bool = True
    live: bool = False


class Session:
    """One game at one table: a context manager around its `table`.

    PlainError on entering when the game, the model, the prompts, the voice or the journal cannot be had.
    """

    def __init__(
        self,
        setup: Setup,
        journal: Path,
        voice: Speaker | None = None,
        observers: Iterable[Observer] = (),
        preferences: Preferences | None = None,
    ) -> None:
        self.setup = setup
        self._preferences = preferences
        self._voice = voice or Voice(setup.language)
        self._own_voice = voice is None
        try:
            self._open(journal, observers)
        except BaseException:
            self._end_voice()
            raise

    def _open(self, journal: Path, observers: Iterable[Observer]) -> None:
        setup = self.setup
        game = game_named(setup.game)
        self.model, self.book = hearing_of(setup.language, setup.model)
        seats = len(setup.names)
        options = hazelnut.Options(secret="headphones" if setup.ears else "open")
        self.hearing = Hearing(self.model, self.book, seats, live=setup.live)
        prompts = Prompts(resources.folder("prompts"), setup.language, setup.names)
        ears = seats if setup.ears else 0
        narrator = Narrator(prompts, self._voice, SpeechCache(), ears, wait=not setup.live)
        self.journal = Journal.create(journal, setup.game, setup.names, asdict(options), setup.seed)
        state = game.new(seats, options, setup.seed)
        deliveries = Deliveries(narrator, setup.names, self._preferences)
        self.table = Table(
            game, state, self.hearing, self.book, narrator, self.journal, observers, deliveries
        )

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hearing.close()
        self.journal.close()
        self._end_voice()

    def _end_voice(self) -> None:
        if self._own_voice:
            self._voice.close()


def game_named(name: str) -> Game:
    """The rules of a game, or PlainError with the names there are."""
    if name not in GAMES:
        raise PlainError(f"There is no game {name!r}: choose one of {', '.join(sorted(GAMES))}.")
    return GAMES[name]


def hearing_of(language: str, model: Path | None) -> tuple[Model, PhraseBook]:
    """The model (None: the embedded one) and the phrase book of a language, checked against each other."""
    loaded = Model(model or resources.folder("models") / language)
    return loaded, phrasebook.load(resources.folder("prompts") / language / "phrases.toml", loaded.knows)
