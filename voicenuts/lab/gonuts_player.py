"""A player of Go Nuts! at the virtual table: throws on or hides, and answers its dog."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from voicenuts.games.chance import Chance
from voicenuts.games.gonuts.dice import DICE, DOG_SIDES, Throw, thrown
from voicenuts.games.gonuts.state import MOST_TOLD
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.manners import Manners
from voicenuts.lab.player import Intent, Player
from voicenuts.lab.real_dice import Hand
from voicenuts.lab.script import Utterance
from voicenuts.lab.voices import Voice
from voicenuts.speaking.narrator import Played
from voicenuts.values import RATE, Arg, Earcon, Effect, Listing, Rank, Ref, Say, samples

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
    "nuts-nudge-ready-real": "turn.roll",
    "nuts-prompt-countdown": "nuts.go-nuts",
}
"""What the player whom a message names has to say to it."""
CHOICES: Final = ("nuts-first-choice", "nuts-prompt-choice", "nuts-nudge-choice")
REPORTS: Final = ("nuts-first-report", "nuts-prompt-report", "nuts-nudge-report")
READY: Final = ("nuts-first-ready-real", "nuts-prompt-ready-real")
SAYS_ROLL: Final = 0.5
"""So often a turn with real dice begins with a word, else with what they show."""
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


def phrase_of(throw: Throw) -> str:
    """What is said when real dice show this; the words are those of all dice of the table.

    >>> phrase_of(Throw(2, 2, 1)), phrase_of(Throw(0, 5, 0)), phrase_of(Throw(0, 0, 1))
    ('thrown.nuts-2-birds-1', 'thrown.all-squirrels', 'thrown.all-birds')
    """
    if throw.squirrels == throw.dice:
        return "thrown.all-squirrels"
    if throw.birds == throw.dice:
        return "thrown.all-birds"
    parts = [f"{face}-{count}" for face, count in (("nuts", throw.nuts), ("birds", throw.birds)) if count]
    return f"thrown.{'-'.join(parts)}"


def mistakes(throw: Throw) -> list[Throw]:
    """How it may be misread without ending the turn: a nut more or less, if that leaves a choice."""
    if throw.dice in (throw.squirrels, throw.birds):
        return []
    near = [Throw(throw.nuts + by, throw.squirrels - by, throw.birds) for by in (1, -1)]
    return [t for t in near if min(t) >= 0 and t.dice not in (t.squirrels, t.birds)]


def told(faces: Arg, dice: int) -> Throw:
    """What the table has understood of `dice` real dice."""
    counts: dict[str, int] = {}
    assert isinstance(faces, Listing)
    for ref in faces.items:
        assert isinstance(ref, Ref)
        count = dict(ref.args)["count"]
        assert isinstance(count, int)
        counts[ref.message.removeprefix("nuts-")] = count
    nuts, squirrels = counts.get("nuts", 0), counts.get("squirrels", 0)
    return Throw(nuts, squirrels, dice - nuts - squirrels)


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
        agreed: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        super().__init__(seat, seats, voice, book, seed, manners, name, agreed)
        self.mind = Greed(seats)
        self._dog = False
        self._drum = False
        self._called_at: int | None = None
        self._hand: Hand[Throw] = Hand(self.chance, self.manners.misreads)
        self._dice, self._wrong = DICE, False
        self._counted: list[int] | None = None
        self._home = False

    def on_say(self, at: int, say: Say) -> None:
        """Answer what is asked; a question to somebody else ends what this player wanted to say."""
        self._on_real_dice(say)
        if say.rank is not Rank.PROMPT:
            if say.message in ("nuts-hides", "nuts-frenzy-over"):
                self.intent = None
            return
        self.intent, self._dog, self._drum = None, False, False
        if say.message.endswith("-choice") and not say.message.startswith("nuts-nudge"):
            self.think_aside(at)
        if self.is_for_me(say):
            phrase = self._real_answer(say.message) or self._answer(say.message, dict(say.args))
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
        self._dice = dice
        return "nuts.hide" if self.mind.keeps(points, dice) else self.chance.choice(THROWS)

    # ------------------------------------------------------------ real dice

    def _on_real_dice(self, say: Say) -> None:
        """What the table has understood of them, and what of a frenzy does not count."""
        args = dict(say.args)
        match say.message:
            case "nuts-throw" if self._hand.shown is not None:
                self._wrong = self._hand.wrongly(told(args["faces"], self._hand.shown.dice))
                if not self._wrong:
                    self._hand.pick_up()
            case "nuts-all-squirrels":
                self._counted = [] if self.is_for_me(say) else None
            case "nuts-late-real" if self._counted is not None:
                beats = args["beats"]
                assert isinstance(beats, int)
                self._counted = self._counted[: len(self._counted) - beats]
            case "nuts-only-birds" | "nuts-only-cars" | "nuts-hides" | "nuts-frenzy-over":
                self._hand.pick_up()

    def _real_answer(self, message: str) -> str | None:
        """What this player says of its own dice; what was told wrongly is taken back, and told again."""
        if message in READY:
            self._dice = self._dice if self._wrong else DICE
            begins = not self._wrong and self.chance.random() < SAYS_ROLL
            return "turn.roll" if begins else self._report()
        if message in REPORTS:
            return self._report()
        if message in CHOICES and self._wrong:
            return "command.undo"
        if message == "nuts-prompt-total" and self._counted is not None:
            return f"total.{min(MOST_TOLD, sum(self._counted))}"
        return None

    def _report(self) -> str:
        """Throw, unless it is only to be told again, and tell."""
        self._wrong = False
        if self._hand.shown is None:
            throw = self._thrown(self._dice)
            self._hand.throw(throw, mistakes(throw))
        return phrase_of(self._hand.told())

    def _thrown(self, dice: int) -> Throw:
        return thrown(Chance(self.chance.getrandbits(32)), "birds", dice)[0]

    def _beat(self) -> None:
        """One throw of real dice on every beat: the nuts are counted, the others wait for the dog."""
        if self.agreed.get("dice") != "physical":
            return
        if self._counted is not None:
            self._counted.append(self._thrown(self._dice).nuts)
        elif not (self._dog or self._home):
            self._dog = self.chance.randrange(DOG_SIDES) == 0

    # ------------------------------------------------------------ the frenzy

    def on_other(self, at: int, what: Any) -> None:
        """The sounds of the drum and of this player's own dog."""
        if not isinstance(what, Earcon):
            return
        if what.id == f"bark-{self.seat + 1}":
            self._dog = True
        elif what.id == "tick":
            self.intent, self._drum, self._home = None, True, False
        elif what.id == "beat":
            self._beat()
        elif what.id == "gong":
            self.intent, self._dog, self._drum = None, False, False
        elif what == Earcon("ok", at_once=True) and self._has_just_called(at):
            self.intent, self._dog, self._home = None, False, True
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
