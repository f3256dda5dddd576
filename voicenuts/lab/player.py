"""One player of the virtual table: a mind, a voice and the manners of a person at a party."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.afterthoughts import PASSING, Afterthoughts
from voicenuts.lab.manners import (
    ASKS,
    AT_EAR,
    BACK_S,
    BREATH_MS,
    ENDS_WINDOW,
    GOES_ON,
    QUESTIONS,
    TALK,
    VOIDED,
    Manners,
)
from voicenuts.lab.mouth import Mouth
from voicenuts.lab.script import Utterance
from voicenuts.lab.strategy import Mind
from voicenuts.lab.voices import Voice, joined
from voicenuts.speaking.narrator import Played
from voicenuts.table.clock import Paused, Resumed
from voicenuts.values import RATE, Earcon, Listing, Name, Open, Ref, Say, Secret, samples

GIVES_UP = 3
"""So often a question is asked before the player lets it be."""


@dataclass(slots=True)
class _Intent:
    """Something to say at sample `at`, and again if nothing comes of it."""

    phrase: str
    at: int
    window: int | None = None
    tries: int = 0


class Player:
    """Hears the table's effects as a person would, and speaks into its own channel.

    With a `name` it shares the table's one microphone and begins all but table talk with its name.
    `tell` takes what the table does; `think` is called once a block and returns what it begins to say.
    """

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
        self.seat, self.seats = seat, seats
        self.mouth = Mouth(seat)
        self.mind = Mind(seat, seats, seed)
        self._voice, self._book = voice, book
        self._name = None if name is None else voice.named(name)
        self._manners = manners or Manners()
        self._chance = Random(seed * 7919 + seat)
        self._afterthoughts = Afterthoughts(seat, self._manners.whims, seed)
        self._called: str | None = None
        self._asked = False
        self._questions = tuple(id for id in QUESTIONS if self._forms(id))
        self._intent: _Intent | None = None
        self._aside: _Intent | None = None
        self._window: int | None = None
        self._eager = False
        self._paused = False
        self._listens_until = 0
        self._delay = samples(1000 * self._manners.answer_s[1])

    # ------------------------------------------------------------ listening

    def tell(self, at: int, what: Any) -> None:
        """Take in one thing the table does at audio sample `at`."""
        if isinstance(what, Say | Secret):
            self.mind.hears(what)
        if isinstance(what, Say):
            self._on_say(at, what)
        elif isinstance(what, Secret):
            self._on_secret(at, what)
        elif isinstance(what, Open):
            self._on_window(at, what)
        elif isinstance(what, Earcon) and what == Earcon("ok", self.seat, at_once=True):
            self._aside = None
        elif isinstance(what, Played):
            self._on_played(what)
        elif isinstance(what, Paused | Resumed):
            self._paused = isinstance(what, Paused)
            # Whoever wanted the break ends it; if that is nobody, somebody does in the end.
            self._aside = _Intent("command.resume", at + (7 + 3 * self.seat) * RATE) if self._paused else None

    def _on_say(self, at: int, say: Say) -> None:
        if say.to is not None:
            return
        args = dict(say.args)
        mine = args.get("seat") == Name(self.seat)
        if say.message == "quit-ask":
            self._on_quit_asked(at)
        elif say.message in ("quit-dropped", "arrive"):
            self._forget(frozenset({"vote.yes", "vote.no", "topic.more"}))
        if say.message in ENDS_WINDOW:
            self._window = VOIDED if say.message.endswith("-void") else None
            self._intent = None
        self._think_again(at, say)
        self._on_asked_again(at, say)
        if say.message in ASKS and mine:
            self._intend(ASKS[say.message], at)
        elif say.message == "prompt-move":
            self._think_aside(at)
            if mine:
                # The prompt begins after the dice have rattled.
                self._intend(self._choice(args["places"]), at + samples(700))
                self._eager = self._chance.random() < self._manners.interrupts
        elif say.message == "card-back" and self._window is not None and self._is_next():
            wait = at + samples(1000 * self._chance.uniform(3.0, 5.5))
            self._intent = self._intent or _Intent("turn.roll", wait)
        elif say.message == "out-of-reach" and self._intent is not None:
            self._intent.phrase = self.mind.choose(self.mind.offered)

    def _think_again(self, at: int, say: Say) -> None:
        """What was decided may be contested, what was called asked back."""
        if say.message in GOES_ON:
            self._forget(PASSING)
        if say.message.startswith("ask-back"):
            self._asked = dict(say.args)["seat"] == Name(self.seat)
        wish = self._afterthoughts.hears(at, say)
        if wish is not None:
            self._aside = _Intent(*wish)

    def _on_quit_asked(self, at: int) -> None:
        """One would leave, most want to stay."""
        if self.seat == 0:
            self._aside = _Intent("vote.yes", at + 3 * RATE)
        elif self._chance.random() < self._manners.stays:
            self._aside = _Intent("vote.no", at + samples(1000 * self._chance.uniform(4.0, 7.0)))

    def _forget(self, phrases: frozenset[str]) -> None:
        """It is too late to say one of these."""
        if self._aside is not None and self._aside.phrase in phrases:
            self._aside = None

    def _on_asked_again(self, at: int, say: Say) -> None:
        """A game that was interrupted goes on; in most phases it asks as it always does."""
        args = dict(say.args)
        if say.message == "prompt-where" and args["seat"] == Name(self.seat) and self._intent is None:
            self._intend(self._choice(args["places"]), at)
        elif say.message == "status-back" and args["next"] == Name(self.seat):
            self._intend("turn.roll", at + samples(1000 * self._chance.uniform(3.0, 5.5)))
        elif say.message == "nudge-back" and args["seat"] == Name(self.seat) and self._intent is None:
            self._intend("turn.roll", at + 3 * RATE)

    def _on_secret(self, at: int, secret: Secret) -> None:
        """Whoever had to be ready for it gives the loudspeaker back, a moment after the word."""
        if secret.seat == self.seat and self._intent is not None and self._intent.phrase in AT_EAR:
            self._eager = self._chance.random() < self._manners.interrupts
            self._intent = _Intent("turn.back", at + samples(1000 * self._chance.uniform(*BACK_S)))

    def _on_window(self, at: int, effect: Open) -> None:
        window = effect.window
        if window.id == self._window:
            return
        self._window = window.id
        call = self.mind.calls() if self.seat in window.seats else None
        if call is not None:
            onset = at + samples(1000 * self.mind.reaction())
            self._intent = _Intent(call, onset, window.id)

    def _on_played(self, played: Played) -> None:
        if played.message == "prompt-move" and self._eager and self._intent is not None:
            # Answer before the prompt is over, for it is clear already.
            self._intent.at = played.start + samples(1000 * self._chance.uniform(0.5, 1.5))
        if self._asked and self._called is not None and played.message.startswith("ask-back"):
            # Whoever is asked for a call says it again, once the question is over.
            self._intent = _Intent(self._called, played.end + RATE // 2)
        helped = played.channel == 1 + self.seat and played.text.endswith("More?")
        if helped and self._chance.random() < self._manners.learns:
            self._aside = _Intent("topic.more", played.end + RATE)

    def _is_next(self) -> bool:
        active = self.mind.active
        return active is not None and (active + 1) % self.seats == self.seat

    # ------------------------------------------------------------ wishes

    def _intend(self, phrase: str, at: int) -> None:
        if self._intent is None or self._intent.window is not None or self._intent.phrase != phrase:
            self._eager = False
            self._intent = _Intent(phrase, at)

    def _choice(self, places: Any) -> str:
        assert isinstance(places, Listing)
        offered = tuple(
            "place." + ref.message.removeprefix("place-") for ref in places.items if isinstance(ref, Ref)
        )
        chosen = self.mind.choose(offered)
        if self._chance.random() < self._manners.errs:
            return self._chance.choice(sorted(self._book.expand(["place"])))
        return chosen

    def _think_aside(self, at: int) -> None:
        """Now and then ask something, murmur to a neighbour, or want a break."""
        roll = self._chance.random()
        soon = at + samples(1000 * self._chance.uniform(1.0, 6.0))
        manners = self._manners
        if roll < manners.asks:
            self._aside = _Intent(self._chance.choice(self._questions), soon)
        elif roll < manners.asks + manners.murmurs:
            self._aside = _Intent(self._chance.choice(TALK), soon)
        elif roll < manners.asks + manners.murmurs + manners.pauses:
            self._aside = _Intent("command.pause", soon)

    # ------------------------------------------------------------ speaking

    def think(self, at: int, quiet: bool, others_talk: bool) -> Utterance | None:
        """What this player begins to say at sample `at`; `quiet` says that the narrator is silent."""
        if not quiet:
            self._listens_until = at + self._delay
        elif at >= self._listens_until:
            self._delay = samples(1000 * self._chance.uniform(*self._manners.answer_s))
        if at < self.mouth.busy_until:
            return None
        if self._intent is not None and not self._paused and self._may_speak(self._intent, at, others_talk):
            return self._speak(self._intent, at)
        free = self._paused or self._window is None
        if self._aside is not None and at >= self._aside.at and not others_talk and free:
            return self._say_aside(self._aside, at)
        return None

    def _may_speak(self, intent: _Intent, at: int, others_talk: bool) -> bool:
        """Shouts wait for nobody; answers let others finish, and the narrator too unless in a hurry."""
        if at < intent.at:
            return False
        if intent.window is not None:
            return intent.window == self._window
        listened = at >= self._listens_until or self._eager or self._window is not None
        return listened and not others_talk

    def _speak(self, intent: _Intent, at: int) -> Utterance:
        if intent.tries == 0 and self._chance.random() < self._manners.dawdles and intent.window is None:
            at += 3 * RATE
        self._eager = False
        if intent.tries == GIVES_UP and intent.phrase.startswith("place."):
            # Not understood so often, a person goes somewhere else instead.
            others = tuple(place for place in self.mind.offered if place != intent.phrase)
            intent.phrase, intent.tries = self.mind.choose(others or self.mind.offered), 0
        spoken = self._say(intent.phrase, at, intent.tries, shout=intent.window is not None)
        self._again(intent, spoken)
        return spoken

    def _say_aside(self, aside: _Intent, at: int) -> Utterance:
        if aside.phrase in TALK:
            self._aside = None
            return self.mouth.say(self._voice.clips[aside.phrase], at, None)
        spoken = self._say(aside.phrase, at, aside.tries)
        self._again(aside, spoken)
        if aside.tries == GIVES_UP and aside.phrase != "command.resume":
            self._aside = None
        return spoken

    def _again(self, intent: _Intent, spoken: Utterance) -> None:
        """If nothing comes of it, say it again after a while."""
        intent.tries += 1
        intent.at = spoken.end + samples(1000 * self._chance.uniform(*self._manners.patience_s))

    def _say(self, phrase: str, at: int, tries: int, shout: bool = False) -> Utterance:
        """Say one of the phrase's forms: the full one mostly, another one at every repetition."""
        forms = self._forms(phrase)
        short = self._chance.random() < self._manners.short_form
        form = forms[(int(short) + tries) % len(forms)]
        pace = 1.0 if tries == 0 else self._chance.uniform(0.94, 1.06)
        clip = self._voice.clips[form]
        mumbled = self._afterthoughts.mumbled(clip) if shout else None
        if shout:
            self._called = phrase
        clip = mumbled or clip
        if self._name is not None:
            clip = joined(self._name, clip, samples(self._chance.uniform(*BREATH_MS)))
        return self.mouth.say(clip, at, phrase, pace, mumbled=mumbled is not None)

    def _forms(self, phrase: str) -> list[str]:
        """The forms of a phrase that this voice can say."""
        return [form for form in self._book.phrases[phrase].forms if form in self._voice.clips]
