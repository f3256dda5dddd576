"""A player of Go Nuts! at the virtual table: throws on or hides, and answers its dog."""

from __future__ import annotations

from typing import Any, Final

from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.manners import Manners
from voicenuts.lab.player import Intent, Player
from voicenuts.lab.script import Utterance
from voicenuts.lab.voices import Voice
from voicenuts.speaking.narrator import Played
from voicenuts.values import RATE, Arg, Earcon, Effect, Rank, Say, samples

HIDES: Final = {2: (3, 7, 14, 30), 3: (3, 8, 17, 33), 4: (4, 9, 18, 36)}
"""By seats and by dice left (1 to 4): with so many nuts the best player hides; with five it throws on."""

REACTION_S: Final = 0.5
"""Median seconds from a bark to its answer."""
SPREAD: Final = 0.3
"""Sigma of the lognormal reaction time."""
SURE_S: Final = (0.1, 1.2)
"""An "ok" so long after this player's own call is the answer to it."""
AGAIN_S: Final = (0.9, 1.4)
"""So long after a call that nothing came of it is called again."""
RUN: Final = "woof woof woof"
"""How excited people call."""
EXCITED: Final = 0.3

WOOF: Final = "bark.woof"
ANSWERS: Final = {
    "nuts-first-ready": "turn.roll",
    "nuts-prompt-ready": "turn.roll",
    "nuts-nudge-ready": "turn.roll",
    "nuts-prompt-countdown": "nuts.go-nuts",
}
"""What the player whom a message names has to say to it."""
CHOICES: Final = ("nuts-first-choice", "nuts-prompt-choice", "nuts-nudge-choice")
THROWS: Final = ("turn.roll", "nuts.again")


class Greed:
    """All there is to have in mind: how much is worth keeping."""

    def __init__(self, seats: int) -> None:
        self._hides = HIDES[seats]

    def hears(self, effect: Effect) -> None:
        """Everything that matters is told again in every question."""

    def keeps(self, points: int, dice: int) -> bool:
        """Whether so many nuts are better hidden than risked with so many dice.

        >>> Greed(3).keeps(3, 1), Greed(3).keeps(7, 2), Greed(3).keeps(50, 5)
        (True, False, False)
        """
        return dice <= len(self._hides) and points >= self._hides[dice - 1]


class NutsPlayer(Player):
    """A `Player` who hides what is worth it."""

    mind: Greed

    def __init__(
        self,
        seat: int,
        seats: int,
        voice: Voice,
        book: PhraseBook,
        seed: int,
        manners: Manners | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(seat, seats, voice, book, seed, manners, name)
        self.mind = Greed(seats)
        self._dog = False
        self._drum = False
        self._called_at: int | None = None

    def on_say(self, at: int, say: Say) -> None:
        """Answer what is asked; a question to somebody else ends what this player wanted to say."""
        if say.rank is not Rank.PROMPT:
            if say.message in ("nuts-hides", "nuts-frenzy-over"):
                self.intent = None
            return
        self.intent, self._dog, self._drum = None, False, False
        if say.message.endswith("-choice") and not say.message.startswith("nuts-nudge"):
            self.think_aside(at)
        if self.is_for_me(say):
            phrase = self._answer(say.message, dict(say.args))
            if phrase is not None:
                self.intend(phrase, at)

    def on_played(self, played: Played) -> None:
        """Some answer before the question is over."""
        if played.message == "nuts-prompt-choice" and self.intent is not None and not self.intent.tries:
            self.eager = self.chance.random() < self.manners.interrupts
            if self.eager:
                self.intent.at = played.start + samples(1000 * self.chance.uniform(0.5, 1.5))

    def _answer(self, message: str, args: dict[str, Arg]) -> str | None:
        if message in ANSWERS:
            return ANSWERS[message]
        if message not in CHOICES:
            return None
        points, dice = args["points"], args["dice"]
        assert isinstance(points, int)
        assert isinstance(dice, int)
        return "nuts.hide" if self.mind.keeps(points, dice) else self.chance.choice(THROWS)

    # ------------------------------------------------------------ the frenzy

    def on_other(self, at: int, what: Any) -> None:
        """The sounds of the drum and of this player's own dog."""
        if not isinstance(what, Earcon):
            return
        if what.id == f"bark-{self.seat + 1}":
            self._dog = True
        elif what.id == "tick":
            self.intent, self._drum = None, True
        elif what.id == "gong":
            self.intent, self._dog, self._drum = None, False, False
        elif what == Earcon("ok", at_once=True) and self._has_just_called(at):
            self.intent, self._dog = None, False
        if self._drum and self._dog and self.intent is None:
            reaction = self.chance.lognormvariate(0, SPREAD) * REACTION_S
            self.intent = Intent(WOOF, at + samples(1000 * reaction), urgent=True)

    def _has_just_called(self, at: int) -> bool:
        since = None if self._called_at is None else at - self._called_at
        return since is not None and SURE_S[0] * RATE <= since <= SURE_S[1] * RATE

    def may_shout(self, at: int) -> bool:
        """While the drum beats nobody asks anything."""
        return self._drum

    def say_again(self, intent: Intent, spoken: Utterance) -> None:
        """A call that nothing came of is called again soon."""
        super().say_again(intent, spoken)
        if intent.phrase == WOOF:
            self._called_at = spoken.onset
            intent.at = spoken.end + samples(1000 * self.chance.uniform(*AGAIN_S))

    def forms(self, phrase: str) -> list[str]:
        """Some call their dog three times in one breath."""
        forms = super().forms(phrase)
        return [*forms, RUN] if phrase == WOOF and RUN in self.voice.clips else forms
