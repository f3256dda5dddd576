"""When the awaited player is not understood: ask again, then say more, then be patient."""

from __future__ import annotations

from enum import Enum
from typing import Final

from voicenuts.hearing.hearing import Unheard
from voicenuts.hearing.phrasebook import UNKNOWN, PhraseBook
from voicenuts.values import samples

SHORTEST: Final = samples(250)
LONGEST: Final = samples(2500)
"""Nobody answers a game's question in less or more than this: it is a cough, or talk."""


class Reply(Enum):
    """What to do about it; of a reply in words, the message."""

    NOTHING = ""
    ONCE_MORE = "table-not-heard"
    NAME_FIRST = "table-name-first"
    NAME_THEN_REST = "table-name-then-rest"
    EXPLAIN = "explain"
    SOUND = "sound"


class NoMatch:
    """Counts, per seat, answers in a row that were not understood.

    The first gets a rapid word, the second the choices, later ones a sound only: a player who is not
    understood is never left in silence, and never nagged.
    """

    LADDER: Final = (Reply.ONCE_MORE, Reply.EXPLAIN)
    NAMELESS: Final = (Reply.NAME_FIRST, Reply.NAME_THEN_REST)

    def __init__(self, seats: int) -> None:
        self._missed = [0] * seats
        self._nameless = 0

    def understood(self, seat: int) -> None:
        """The seat said something that counted."""
        self._missed[seat] = 0
        self._nameless = 0

    def nameless(self) -> Reply:
        """The reply to a phrase at a shared microphone that nobody's name was said before."""
        step = self._nameless
        self._nameless = step + 1
        return self.NAMELESS[step] if step < len(self.NAMELESS) else Reply.SOUND

    def call(self, unheard: Unheard, calls: frozenset[str], book: PhraseBook) -> Reply:
        """The reply to speech that was no phrase while the seat could call: no time for words then."""
        return Reply.SOUND if _attempt(unheard, calls, book) else Reply.NOTHING

    def missed(self, unheard: Unheard, awaited: frozenset[str], book: PhraseBook) -> Reply:
        """The reply to speech that was no phrase, while the phrases `awaited` were open to its seat."""
        if not _attempt(unheard, awaited, book):
            return Reply.NOTHING
        step = self._missed[unheard.seat]
        self._missed[unheard.seat] = step + 1
        return self.LADDER[step] if step < len(self.LADDER) else Reply.SOUND


def _attempt(unheard: Unheard, awaited: frozenset[str], book: PhraseBook) -> bool:
    """Whether a word that begins or ends an awaited phrase was in it: other speech is talk to a neighbour.

    A word from within one ("the") is in all talk.  More than two unknown words beside it are talk, too.
    """
    if not SHORTEST <= unheard.end - unheard.onset <= LONGEST:
        return False
    forms = [form.split() for id in awaited for form in book.phrases[id].forms]
    known = {word for form in forms for word in (form[0], form[-1])}
    said = unheard.words.split()
    return any(word in known for word in said) and said.count(UNKNOWN) <= 2
