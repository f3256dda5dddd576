"""What every game is: three functions, a command table, its events and options, a little of its state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from voicenuts.values import Effect, Heard


class State(Protocol):
    """A game's state, otherwise its own business."""

    @property
    def seats(self) -> int:
        """How many play."""
        ...

    @property
    def at_ear(self) -> bool:
        """Whether the one loudspeaker is held to somebody's ear, so that answers have to wait."""
        ...

    @property
    def turn(self) -> int:
        """The number of the turn that is on."""
        ...

    @property
    def start_seat(self) -> int:
        """The seat that began."""
        ...

    @property
    def score(self) -> tuple[int, ...]:
        """Every seat's points."""
        ...

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none before the end, or when nobody did."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        ...


class Game(Protocol):
    """A rules module; `Any` stands for its own State, Options and Event types."""

    SHOUTS: frozenset[str]
    """Phrase ids whose order in time the arbiter decides."""

    BY_ONSET: frozenset[str]
    """Phrase ids that are events word by word, at their onsets, which the game answers itself."""

    PASSWORD: str
    """The phrase id that everybody says at the sign-on to be tried out: one on which points hang."""

    DICE_WISHES: Mapping[str, str]
    """The option `dice` for what people wish: "virtual", "real" (where that is fair) or "all" real ones."""

    SIGNS: tuple[str, ...]
    """Sounds that every seat has its own of (`SIGN-1` is the first seat's), to be learnt at the sign-on."""

    TOPICS: tuple[str, ...]
    """What `Asked(seat, "topic.<topic>")` may be about, in the order in which it is taught."""

    COMMANDS: tuple[type[Any], ...]
    """The event classes of its own, `Quit` and `Resume` among them, by which journals know them."""

    @property
    def Options(self) -> type[Any]:
        """What a table agrees on before the game: a frozen dataclass whose fields all have defaults.

        A field `secret` takes the table's `SecretMode`, `start_seat` the seat that begins (None: drawn),
        `known` whether all players know the game, so that nothing has to be explained.
        """
        ...

    @property
    def Quit(self) -> type[Any]:
        """The event `Quit(at)` by which the players end the game early."""
        ...

    @property
    def Resume(self) -> type[Any]:
        """The event `Resume(at)` by which a game says where it is and asks again."""
        ...

    def new(self, seats: int, options: Any, seed: int) -> Any:
        """The state before the first event; ValueError for options no table can have."""
        ...

    def listening(self, state: Any) -> tuple[frozenset[str], ...]:
        """Phrases and groups each seat may say now; a universal one here is the game's to answer."""
        ...

    def vocabulary(self, state: Any) -> frozenset[str]:
        """Phrases and groups that anybody may have to say in this game, at one time or another."""
        ...

    def step(self, state: Any, event: Any) -> tuple[Any, tuple[Effect, ...]]:
        """The state after an event, and what to do about it."""
        ...

    def command(self, heard: Heard) -> Any:
        """The event a phrase stands for, or None."""
        ...
