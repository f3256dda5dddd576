"""An old game told again from its journal, in words and without a sound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from voicenuts import resources
from voicenuts.games.game import Game
from voicenuts.speaking.prompts import Prompts
from voicenuts.table.captions import narrated
from voicenuts.table.journal import Journal
from voicenuts.table.replay import begun, retell
from voicenuts.values import Effect, Say, Secret, Undone

UNDONE = Say(None, "undone")
"""What the table said when it took something back."""


def retold(journal: Journal, game: Game, language: str = "en") -> Iterator[str]:
    """Every line the game had the narrator say, with the audio time of the event that led to it.

    Lines for one player's ear name that player.  PlainError, when it comes to that, for an entry this
    version's rules do not know.
    """
    for at, event, effects in retell(journal, begun(journal, game)):
        for to, text in words(journal, (UNDONE,) if isinstance(event, Undone) else effects, language):
            yield narrated(at, None if to is None else journal.seats[to], text)


def words(journal: Journal, effects: Iterable[Effect], language: str = "en") -> list[tuple[int | None, str]]:
    """What the effects say at the journal's table, as (seat or None for all, text)."""
    prompts = Prompts(resources.folder("prompts"), language, journal.seats)
    said = []
    for effect in effects:
        if isinstance(effect, Say | Secret):
            to = effect.to if isinstance(effect, Say) else effect.seat
            said.append((to, prompts.render(effect.message, effect.args)))
    return said
