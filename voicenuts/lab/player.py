"""One player of the virtual table: a voice and the manners of a person at a party, whatever is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, Protocol

from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.manners import BREATH_MS, QUESTIONS, TALK, Manners
from voicenuts.lab.mouth import Mouth
from voicenuts.lab.script import Utterance
from voicenuts.lab.voices import Clip, Voice, joined
from voicenuts.speaking.narrator import Played
from voicenuts.table.clock import Paused, Resumed
from voicenuts.values import RATE, Earcon, Effect, Name, Say, Secret, samples

BREATH = samples(300)
"""Two things that have nothing to do with each other are said so far apart at least."""

GIVES_UP = 3
"""So often a question is asked before the player lets it be."""


@dataclass(slots=True)
class Intent:
    """Something to say at sample `at`, and again if nothing comes of it.

    What is `urgent` is said whoever is speaking; `window` is the shout window it is meant for.
    """

    phrase: str
    at: int
    window: int | None = None
    tries: int = 0
    urgent: bool = False


class Mind(Protocol):
    """What a player keeps in mind of a game."""

    def hears(self, effect: Effect) -> None:
        """Take in an effect if this player can hear it; anything else passes it by."""
        ...


class Player:
    """Hears the table's effects as a person would, and speaks into its own channel.

    `agreed` are the options of the game.  With a `name` it shares the table's one microphone and begins all
    but table talk with its name.  What its voice has no recording of is handed in as text.
    `tell` takes what the table does; `think` is called once a block and returns what it begins to say.
    What a game asks of its players is told to `on_say`, `on_played` and `on_other` of the game's own kind of
    player, which sets the `intent`.
    """

    mind: Mind

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
        self.agreed = agreed
        self.seat, self.seats = seat, seats
        self.mouth = Mouth(seat)
        self.book, self.voice = book, voice
        self.manners = manners or Manners()
        self.chance = Random(seed * 7919 + seat)
        self.intent: Intent | None = None
        self.aside: Intent | None = None
        self.eager = False
        self._name = None if name is None else voice.named(name)
        self._questions = tuple(id for id in QUESTIONS if self.forms(id))
        self._paused = False
        self._listens_until = 0
        self._delay = samples(1000 * self.manners.answer_s[1])

    # ------------------------------------------------------------ what a kind of player does with a game

    def on_say(self, at: int, say: Say) -> None:
        """Something is being said to all."""

    def on_played(self, played: Played) -> None:
        """A line begins to sound."""

    def on_other(self, at: int, what: Any) -> None:
        """The table does something else, such as a sound or a secret."""

    def may_shout(self, at: int) -> bool:
        """Whether the table leaves time for questions only afterwards."""
        return False

    # ------------------------------------------------------------ listening

    def tell(self, at: int, what: Any) -> None:
        """Take in one thing the table does at audio sample `at`."""
        if isinstance(what, Say | Secret):
            self.mind.hears(what)
        if isinstance(what, Say):
            if what.to is None:
                self._on_quit(at, what.message)
                self.on_say(at, what)
        elif isinstance(what, Earcon) and what == Earcon("ok", self.seat, at_once=True):
            self.aside = None
        elif isinstance(what, Played):
            self.on_played(what)
            helped = what.channel == 1 + self.seat and what.text.endswith("More?")
            if helped and self.chance.random() < self.manners.learns:
                self.aside = Intent("topic.more", what.end + RATE)
        elif isinstance(what, Paused | Resumed):
            self._paused = isinstance(what, Paused)
            # Whoever wanted the break ends it; if that is nobody, somebody does in the end.
            self.aside = Intent("command.resume", at + (7 + 3 * self.seat) * RATE) if self._paused else None
        else:
            self.on_other(at, what)

    def is_for_me(self, say: Say) -> bool:
        """Whether a line is about this player."""
        return dict(say.args).get("seat") == Name(self.seat)

    def _on_quit(self, at: int, message: str) -> None:
        """One would leave, most want to stay."""
        if message == "quit-dropped":
            self.forget(frozenset({"vote.yes", "vote.no", "topic.more"}))
        elif message == "quit-ask" and self.seat == 0:
            self.aside = Intent("vote.yes", at + 3 * RATE)
        elif message == "quit-ask" and self.chance.random() < self.manners.stays:
            self.aside = Intent("vote.no", at + samples(1000 * self.chance.uniform(4.0, 7.0)))

    def forget(self, phrases: frozenset[str]) -> None:
        """It is too late to say one of these."""
        if self.aside is not None and self.aside.phrase in phrases:
            self.aside = None

    # ------------------------------------------------------------ wishes

    def intend(self, phrase: str, at: int) -> None:
        """Say this next, unless just that is to be said already."""
        if self.intent is None or self.intent.window is not None or self.intent.phrase != phrase:
            self.eager = False
            self.intent = Intent(phrase, at)

    def think_aside(self, at: int) -> None:
        """Now and then ask something, murmur to a neighbour, or want a break, unless there is one."""
        if self._paused:
            return
        roll = self.chance.random()
        soon = at + samples(1000 * self.chance.uniform(1.0, 6.0))
        manners = self.manners
        if roll < manners.asks:
            self.aside = Intent(self.chance.choice(self._questions), soon)
        elif roll < manners.asks + manners.murmurs:
            self.aside = Intent(self.chance.choice(TALK), soon)
        elif roll < manners.asks + manners.murmurs + manners.pauses:
            self.aside = Intent("command.pause", soon)

    # ------------------------------------------------------------ speaking

    def think(self, at: int, quiet: bool, others_talk: bool) -> Utterance | None:
        """What this player begins to say at sample `at`; `quiet` says that the narrator is silent."""
        if not quiet:
            self._listens_until = at + self._delay
        elif at >= self._listens_until:
            self._delay = samples(1000 * self.chance.uniform(*self.manners.answer_s))
        urgent = self.intent is not None and self.intent.urgent
        if at < self.mouth.busy_until + (0 if urgent else BREATH):
            return None
        if self.intent is not None and not self._paused and self._may_speak(self.intent, at, others_talk):
            return self._speak(self.intent, at)
        free = self._paused or not self.may_shout(at)
        if self.aside is not None and at >= self.aside.at and not others_talk and free:
            return self._say_aside(self.aside, at)
        return None

    def _may_speak(self, intent: Intent, at: int, others_talk: bool) -> bool:
        """Shouts wait for nobody; answers let others finish, and the narrator too unless in a hurry."""
        if at < intent.at or not self.still_meant(intent):
            return False
        if intent.urgent:
            return True
        listened = at >= self._listens_until or self.eager or self.may_shout(at)
        return listened and not others_talk

    def still_meant(self, intent: Intent) -> bool:
        """Whether it is not too late to say it."""
        return True

    def _speak(self, intent: Intent, at: int) -> Utterance:
        if intent.tries == 0 and self.chance.random() < self.manners.dawdles and not intent.urgent:
            at += 3 * RATE
        self.eager = False
        if intent.tries == GIVES_UP:
            self.give_up(intent)
        spoken = self.say(intent.phrase, at, intent.tries, urgent=intent.urgent)
        self.say_again(intent, spoken)
        return spoken

    def give_up(self, intent: Intent) -> None:
        """Not understood so often, a person may say something else instead."""

    def _say_aside(self, aside: Intent, at: int) -> Utterance:
        if aside.phrase in TALK:
            self.aside = None
            return self.mouth.say(self.voice.clips[aside.phrase], at, None)
        spoken = self.say(aside.phrase, at, aside.tries)
        self.say_again(aside, spoken)
        if aside.tries == GIVES_UP and aside.phrase != "command.resume":
            self.aside = None
        return spoken

    def say_again(self, intent: Intent, spoken: Utterance) -> None:
        """If nothing comes of it, say it again after a while."""
        intent.tries += 1
        intent.at = spoken.end + samples(1000 * self.chance.uniform(*self.manners.patience_s))

    def say(self, phrase: str, at: int, tries: int, urgent: bool = False) -> Utterance:
        """Say one of the phrase's forms: the full one mostly, another one at every repetition."""
        forms = self.forms(phrase)
        if not forms:
            return self.mouth.write(self.book.phrases[phrase].forms[0], at, phrase)
        short = self.chance.random() < self.manners.short_form
        form = forms[(int(short) + tries) % len(forms)]
        pace = 1.0 if tries == 0 else self.chance.uniform(0.94, 1.06)
        clip = self.voice.clips[form]
        mumbled = self.mumbled(phrase, clip) if urgent else None
        clip = mumbled or clip
        if self._name is not None:
            clip = joined(self._name, clip, samples(self.chance.uniform(*BREATH_MS)))
        return self.mouth.say(clip, at, phrase, pace, mumbled=mumbled is not None)

    def mumbled(self, phrase: str, clip: Clip) -> Clip | None:
        """An urgent phrase as it is said in too much of a hurry; None if it is said clearly."""
        return None

    def forms(self, phrase: str) -> list[str]:
        """The forms of a phrase that this voice can say."""
        return [form for form in self.book.phrases[phrase].forms if form in self.voice.clips]
