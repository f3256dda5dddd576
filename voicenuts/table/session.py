"""Everything a game by voice needs, put together, and taken apart again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.games import codec
from voicenuts.games.game import Game
from voicenuts.games.registry import GAMES
from voicenuts.hearing import addressed, confidence, names, phrasebook, trial
from voicenuts.hearing.coupling import Couplings
from voicenuts.hearing.hearing import Hearing, Hears
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.hearing.shared import SharedHearing
from voicenuts.speaking.cache import SpeechCache
from voicenuts.speaking.narrator import Narrator
from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.voice import Speaker, Voice
from voicenuts.table.deliveries import Deliveries
from voicenuts.table.fame import Fame
from voicenuts.table.journal import Journal
from voicenuts.table.preferences import Preferences
from voicenuts.table.replay import begun, retell
from voicenuts.table.seating import Seating
from voicenuts.table.table import Observer, Table
from voicenuts.values import SecretMode

NAMES = ("Amber", "Dusty", "Ginger", "Pepper")
"""Names of the seats until players give their own."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed on before a game.

    `secret` is how a player alone learns of his card: by "headphones" when every seat has a private ear,
    by "whisper" when the one loudspeaker is held to his ear, or "open", not at all.  `seating` None seats
    the players as the device counts its channels.  `live` says that audio comes in real time; `recorded`
    that recorded players sit at the table; `shared` that one microphone serves the whole table.
    `options` are the game's own, by name; those not given take their defaults.  `teaches` says that these
    players are new to the game, so that everything is told in full when it happens for the first time.
    """

    game: str = "hazelnut"
    names: tuple[str, ...] = NAMES[:3]
    seed: int = 1
    language: str = "en"
    model: Path | None = None
    secret: SecretMode = "headphones"
    seating: Seating | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    live: bool = False
    recorded: bool = False
    shared: bool = False
    teaches: bool = False

    @property
    def seats_at(self) -> Seating:
        """Who speaks into which channel."""
        return Seating.plain(1) if self.shared else self.seating or Seating.plain(len(self.names))

    @property
    def ears(self) -> int:
        """How many private ears there are: one for every seat, or none."""
        return len(self.names) if self.secret == "headphones" else 0


class Session:
    """One game at one table: a context manager around its `table`.

    `journal` is where a new game is to be kept; `resumed` goes on with an earlier one.  `start` is the
    audio sample the session begins with, `learnt` how the seats' mouths are known to reach their microphones
    from before.  PlainError when the game, the model, the prompts, the voice or
    the journal cannot be had.
    """

    def __init__(
        self,
        setup: Setup,
        journal: Path | Journal,
        voice: Speaker | None = None,
        observers: Iterable[Observer] = (),
        preferences: Preferences | None = None,
        fame: Fame | None = None,
        learnt: Couplings | None = None,
    ) -> None:
        self.setup = setup
        self._fame, self._learnt = fame, learnt
        self._preferences = preferences
        self._voice = voice or Voice(setup.language)
        self._own_voice = voice is None
        try:
            self._open(journal, observers)
        except BaseException:
            self._end_voice()
            raise

    @classmethod
    def resumed(
        cls,
        journal: Journal,
        voice: Speaker | None = None,
        observers: Iterable[Observer] = (),
        preferences: Preferences | None = None,
        fame: Fame | None = None,
        *,
        model: Path | None = None,
        live: bool = False,
    ) -> Session:
        """Go on with an earlier game: the same names, options and seed, the same state and journal.

        The game begins by saying where it stands, and audio time goes on from the last entry.  The
        caller has opened the journal and closes it if this fails, else the session does.
        """
        return cls(agreed(journal, model=model, live=live), journal, voice, observers, preferences, fame)

    def _open(self, journal: Path | Journal, observers: Iterable[Observer]) -> None:
        setup = self.setup
        game = game_named(setup.game)
        self.model, self.book = hearing_of(setup.language, setup.model)
        if not isinstance(journal, Journal):  # what was a name when a game began stays one
            names.check(setup.names, self.book)
        if setup.shared:
            addressed.check(self.book, setup.names, self.model.knows)
        self.prompts = Prompts(resources.folder("prompts"), setup.language, setup.names)
        self.journal = journal if isinstance(journal, Journal) else _created(journal, setup)
        history = begun(self.journal, game)
        self.start = max((at for at, _, _ in retell(self.journal, history)), default=0)
        self.hearing = self._hearing()
        cache = SpeechCache()
        narrator = Narrator(
            self.prompts,
            self._voice,
            cache,
            setup.ears,
            wait=not setup.live,
            start=self.start,
            teaches=setup.teaches,
        )
        deliveries = Deliveries(narrator, setup.names, self._preferences)
        self.table = Table(
            game,
            history,
            self.hearing,
            self.book,
            narrator,
            self.journal.note,
            observers,
            deliveries,
            self._fame,
            resumed=self.start > 0,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return self.setup.names

    def process(self, block: NDArray[np.int16]) -> NDArray[np.int16]:
        """A block from the device, of all its channels, to one with an ear for each of them."""
        seats = self.setup.seats_at
        return seats.to_room(self.table.process(seats.to_table(block)), block.shape[1])

    @property
    def learnt(self) -> Couplings | None:
        """How the seats' mouths reach their microphones; None where they share one."""
        seats = range(len(self.setup.names))
        return self.hearing.learnt(seats) if isinstance(self.hearing, Hearing) else None

    def _hearing(self) -> Hears:
        setup, live, start = self.setup, self.setup.live, self.start
        if setup.shared:
            return SharedHearing(self.model, self.book, setup.names, live=live, start=start)
        return Hearing(
            self.model,
            self.book,
            len(setup.names),
            live=live,
            start=start,
            gains_db=setup.seats_at.gains_db,
            by_onset=game_named(setup.game).BY_ONSET,
            learnt=self._learnt,
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


def agreed(journal: Journal, *, model: Path | None = None, live: bool = False) -> Setup:
    """What was agreed on before the journal's game, for going on with it."""
    setup = Setup(journal.game, journal.seats, journal.seed, model=model, live=live)
    setup = replace(setup, secret=journal.secret or setup.secret, seating=journal.seating)
    return replace(setup, options=journal.options, recorded=journal.recorded, shared=journal.shared)


def _created(path: Path, setup: Setup) -> Journal:
    return Journal.create(
        path,
        setup.game,
        setup.names,
        options_of(setup),
        setup.seed,
        recorded=setup.recorded,
        seating=setup.seating,
        shared=setup.shared,
        secret=setup.secret,
    )


def options_of(setup: Setup) -> dict[str, Any]:
    """All options of the game as it is to be played, in JSON's values.

    PlainError for an option the game does not have, or with which it cannot be played.
    """
    game = game_named(setup.game)
    known = sorted(option.name for option in fields(game.Options))
    strange = sorted(setup.options.keys() - set(known))
    if strange:
        raise PlainError(
            f"The game {setup.game} has no option {strange[0]!r}: its options are {', '.join(known)}."
        )
    told = {"secret": setup.secret} if "secret" in known else {}
    dice = game.DICE_WISHES.get(setup.options.get("dice", ""))
    wished = {} if dice is None else {"dice": dice}
    try:
        options = codec.load_as(game.Options, {**told, **setup.options, **wished})
        game.new(len(setup.names), options, setup.seed)
    except ValueError as error:  # codec.CodecError is one
        raise PlainError(
            f"The game {setup.game} cannot be played so: {error}; choose another value."
        ) from error
    return asdict(options)


def keeps_secrets(game: str) -> bool:
    """Whether a player alone is told something in this game, which a table has to find a way for."""
    return has_option(game, "secret")


def has_option(game: str, name: str) -> bool:
    """Whether the game has an option of this name."""
    return any(option.name == name for option in fields(game_named(game).Options))


def game_named(name: str) -> Game:
    """The rules of a game, or PlainError with the names there are."""
    if name not in GAMES:
        raise PlainError(f"There is no game {name!r}: choose one of {', '.join(sorted(GAMES))}.")
    return GAMES[name]


def hearing_of(language: str, model: Path | None) -> tuple[Model, PhraseBook]:
    """The model (None: the embedded one) and the phrase book of a language, checked against each other."""
    book = resources.folder("prompts") / language / "phrases.toml"
    if model is not None:
        trial.prove(model, book)
    loaded = Model(model or resources.folder("models") / language)
    return loaded, phrasebook.load(book, loaded.knows, confidence.read(loaded.path))
