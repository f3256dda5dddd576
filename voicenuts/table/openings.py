"""What a seat may say to the game, what of the game would not count now, and what the narrator is saying."""

from __future__ import annotations

from typing import Any, Final

from voicenuts.games.game import Game
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.speaking.narrator import Narrator
from voicenuts.values import samples

FADING: Final = samples(20)
"""Speech that ends within this time is being cut and hides nothing any more."""

ANSWERS: Final = frozenset({"answer", "paws", "total", "villain"})
"""Groups of answers that are words of every talk: only from whoever was asked do they mean anything."""

UNASKED: Final = frozenset({"pace"})
"""Groups of wishes that nobody is ever asked for."""


class Openings:
    """The phrases of one game at one table."""

    def __init__(self, game: Game, book: PhraseBook, narrator: Narrator) -> None:
        self._game, self._book, self._narrator = game, book, narrator
        answers = (book.phrases[id] for id in book.expand(ANSWERS))
        self._answers = frozenset(form for phrase in answers for form in phrase.forms)

    def counts(self, state: Any, seat: int) -> frozenset[str]:
        """The game's phrase ids that count when the seat says them now."""
        return self._book.expand(self._game.listening(state)[seat])

    def asked(self, state: Any, seat: int) -> frozenset[str]:
        """Those that the game waits for: neither calls nor wishes."""
        ids = self.counts(state, seat) - self._game.SHOUTS
        return frozenset(id for id in ids if id.partition(".")[0] not in UNASKED)

    def untimely(self, state: Any, seat: int) -> frozenset[str]:
        """What the game's players say at other times: whoever says it now is told that it does not count.

        Not while the loudspeaker is at somebody's ear or the drum's, unless everybody has an ear; nor then
        what is called so fast that it is often called once too often.
        """
        if state.at_ear and not self._narrator.ears:
            return frozenset()
        ids = self._book.expand(self._game.vocabulary(state)) - self.counts(state, seat)
        if state.at_ear:
            ids -= self._game.BY_ONSET
        return ids - self.hot(seat, ids)

    def refuses(self, state: Any, seat: int, words: str) -> bool:
        """Whether such words deserve a refusal, and were not just said in a talk."""
        return words not in self._answers or bool(self.asked(state, seat))

    def hot(self, seat: int, ids: frozenset[str]) -> frozenset[str]:
        """Those of the phrases that the seat's microphone may hear from the narrator now."""
        hot: frozenset[str] = frozenset()
        goes_on = self._narrator.now + FADING
        for played in self._narrator.spoken_between(goes_on, goes_on + 1):
            if played.channel in (0, 1 + seat):
                hot |= self._book.said_in(played.text, ids)
        return hot
