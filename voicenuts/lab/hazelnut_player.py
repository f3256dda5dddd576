"""A player of Knights of the Hazelnut: moves, remembers, shouts and has second thoughts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from voicenuts.games.hazelnut.state import DIE
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.afterthoughts import PASSING, Afterthoughts
from voicenuts.lab.hazelnut_mind import Mind
from voicenuts.lab.manners import ASKS, AT_EAR, BACK_S, ENDS_WINDOW, GOES_ON, VOIDED, Manners
from voicenuts.lab.player import Intent, Player
from voicenuts.lab.real_dice import Hand
from voicenuts.lab.voices import Clip, Voice
from voicenuts.speaking.narrator import Played
from voicenuts.values import RATE, Listing, Name, Open, Ref, Say, Secret, samples

PAWS: Final = {1: "one", 2: "two", 3: "three"}
"""How the phrase ids name what a die shows."""


class HazelnutPlayer(Player):
    """A `Player` with the mind of one who plays for the coat of arms."""

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
        super().__init__(seat, seats, voice, book, seed, manners, name, agreed)
        self.mind = Mind(seat, seats, seed)
        self._afterthoughts = Afterthoughts(seat, self.manners.whims, seed)
        self._called: str | None = None
        self._asked = False
        self._window: int | None = None
        self._die: Hand[int] = Hand(self.chance, self.manners.misreads)
        self._understood: int | None = None

    # ------------------------------------------------------------ listening

    def on_say(self, at: int, say: Say) -> None:
        """Answer what is asked, contest what was decided."""
        args, mine = dict(say.args), self.is_for_me(say)
        if say.message == "arrive":
            self.forget(frozenset({"vote.yes", "vote.no", "topic.more"}))
        if say.message in ENDS_WINDOW:
            self._window = VOIDED if say.message.endswith("-void") else None
            self.intent = None
        self._think_again(at, say)
        self._on_real_die(at, say)
        self._on_asked_again(at, say)
        if say.message in ASKS and mine:
            self.intend(ASKS[say.message], at)
        elif say.message == "prompt-move":
            self.think_aside(at)
            if mine:
                # The prompt begins after the dice have rattled.
                self.intend(self._choice(args["places"]), at + samples(700))
                self.eager = self.chance.random() < self.manners.interrupts
        elif say.message == "card-back" and self._window is not None and self._is_next():
            wait = at + samples(1000 * self.chance.uniform(3.0, 5.5))
            self.intent = self.intent or Intent("turn.roll", wait)
        elif say.message == "out-of-reach" and self.intent is not None:
            self.intent.phrase = self.mind.choose(self.mind.offered)

    def _think_again(self, at: int, say: Say) -> None:
        """What was decided may be contested, what was called asked back."""
        if say.message in GOES_ON:
            self.forget(PASSING)
        if say.message.startswith("ask-back"):
            self._asked = self.is_for_me(say)
        wish = self._afterthoughts.hears(at, say)
        if wish is not None:
            self.aside = Intent(*wish)

    def _on_real_die(self, at: int, say: Say) -> None:
        """Tell what it shows; if something else was understood, say that it is told again."""
        mine = self.is_for_me(say)
        if say.message == "prompt-ready":
            self._die.pick_up()
        elif say.message in ("prompt-report", "nudge-report") and mine:
            if self._die.shown is None:
                paws = self.chance.choice(DIE)
                self._die.throw(paws, sorted({*DIE} - {paws}))
            self.intend(f"paws.{PAWS[self._die.told()]}", at)
        elif say.message == "report-heard":
            self._understood = cast(int, dict(say.args)["paws"])
        elif say.message == "prompt-where" and mine and self._understood is not None:
            if self._die.wrongly(self._understood):
                self.intend("turn.roll", at)
            else:
                self.intent = None
            self._understood = None

    def _on_asked_again(self, at: int, say: Say) -> None:
        """A game that was interrupted goes on; in most phases it asks as it always does."""
        args = dict(say.args)
        if say.message == "prompt-where" and args["seat"] == Name(self.seat) and self.intent is None:
            self.intend(self._choice(args["places"]), at)
        elif say.message == "status-back" and args["next"] == Name(self.seat):
            self.intend("turn.roll", at + samples(1000 * self.chance.uniform(3.0, 5.5)))
        elif say.message == "nudge-back" and args["seat"] == Name(self.seat) and self.intent is None:
            self.intend("turn.roll", at + 3 * RATE)

    def on_played(self, played: Played) -> None:
        """Answer before the prompt is over, for it is clear already; call again when asked for a call."""
        if played.message == "prompt-move" and self.eager and self.intent is not None:
            self.intent.at = played.start + samples(1000 * self.chance.uniform(0.5, 1.5))
        if self._asked and self._called is not None and played.message.startswith("ask-back"):
            self.intent = Intent(self._called, played.end + RATE // 2)

    def on_other(self, at: int, what: Any) -> None:
        """A secret for this player's ear, or a shout window."""
        if isinstance(what, Secret):
            self._on_secret(at, what)
        elif isinstance(what, Open):
            self._on_window(at, what)

    def _on_secret(self, at: int, secret: Secret) -> None:
        """Whoever had to be ready for it gives the loudspeaker back, a moment after the word."""
        if secret.seat == self.seat and self.intent is not None and self.intent.phrase in AT_EAR:
            self.eager = self.chance.random() < self.manners.interrupts
            self.intent = Intent("turn.back", at + samples(1000 * self.chance.uniform(*BACK_S)))

    def _on_window(self, at: int, effect: Open) -> None:
        window = effect.window
        if window.id == self._window:
            return
        self._window = window.id
        call = self.mind.calls() if self.seat in window.seats else None
        if call is not None:
            onset = at + samples(1000 * self.mind.reaction())
            self.intent = Intent(call, onset, window.id, urgent=True)

    def _is_next(self) -> bool:
        active = self.mind.active
        return active is not None and (active + 1) % self.seats == self.seat

    # ------------------------------------------------------------ wishes and words

    def _choice(self, places: Any) -> str:
        assert isinstance(places, Listing)
        offered = tuple(
            "place." + ref.message.removeprefix("place-") for ref in places.items if isinstance(ref, Ref)
        )
        chosen = self.mind.choose(offered)
        if self.chance.random() < self.manners.errs:
            return self.chance.choice(sorted(self.book.expand(["place"])))
        return chosen

    def may_shout(self, at: int) -> bool:
        """A shout window is open."""
        return self._window is not None

    def still_meant(self, intent: Intent) -> bool:
        """A call is meant for its window only."""
        return intent.window is None or intent.window == self._window

    def give_up(self, intent: Intent) -> None:
        """Not understood so often, a person goes somewhere else instead."""
        if intent.phrase.startswith("place."):
            others = tuple(place for place in self.mind.offered if place != intent.phrase)
            intent.phrase, intent.tries = self.mind.choose(others or self.mind.offered), 0

    def mumbled(self, phrase: str, clip: Clip) -> Clip | None:
        """A call that is mumbled now and then."""
        self._called = phrase
        return self._afterthoughts.mumbled(clip)
