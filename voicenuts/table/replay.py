"""A game again from its journal, without a sound: the rules folded over the recorded events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from voicenuts.errors import PlainError
from voicenuts.games import codec
from voicenuts.table.history import History
from voicenuts.table.journal import Journal
from voicenuts.values import Effect


class Rules(Protocol):
    """What replay needs of a game; `Any` stands for its own types.

    A game whose options are a class of its own calls it `Options`; it is made from the recorded dict.
    """

    def new(self, seats: int, options: Any, seed: int) -> Any:
        """The state before the first event."""
        ...

    def step(self, state: Any, event: Any) -> tuple[Any, Any]:
        """The state after an event, and effects."""
        ...


def begun(journal: Journal, game: Rules) -> History:
    """The game as it was before the first event; PlainError when these rules do not know its options."""
    try:
        return History(game, game.new(len(journal.seats), _options(game, journal), journal.seed))
    except ValueError as error:  # codec.CodecError is one
        raise _other_version(journal, f"options: {error}") from error


def retell(
    journal: Journal, history: History, load: Callable[[dict[str, Any]], Any] = codec.load
) -> Iterator[tuple[int, Any, tuple[Effect, ...]]]:
    """Let `history` take every event of the journal in turn; yields (audio sample, event, effects).

    PlainError when this version's rules do not know an event.
    """
    for number, at, record in journal.events():
        try:
            event = load(record)
            effects = history.step(event)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise _other_version(journal, f"entry {number}: {error}") from error
        yield at, event, effects


def replay(journal: Journal, game: Rules, load: Callable[[dict[str, Any]], Any] = codec.load) -> Any:
    """The state after every event of the journal: the very one the table had when it wrote the last.

    PlainError when this version's rules do not know the options or an event.
    """
    history = begun(journal, game)
    for _ in retell(journal, history, load):
        pass
    return history.state


def _options(game: Rules, journal: Journal) -> Any:
    """Newer options take their defaults; CodecError for those that these rules do not know."""
    kind: type | None = getattr(game, "Options", None)
    return journal.options if kind is None else codec.load_as(kind, journal.options)


def _other_version(journal: Journal, what: str) -> PlainError:
    return PlainError(
        f"The journal {journal.path} was written by another version of the rules and cannot be resumed "
        f"({what}): update Voicenuts, or play a new game."
    )
