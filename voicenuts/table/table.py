"""The table: one block of microphones in, one block of loudspeaker and private ears out.

A pure function of audio, seed and journal: it reads no clock and sleeps nowhere.  What it does is
told to observers as values of `voicenuts.values`, the arbiter's verdicts and the notices below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicenuts.games.game import Game
from voicenuts.hearing.hearing import Hears, Unheard
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.speaking.narrator import Narrator
from voicenuts.table.answers import Answers
from voicenuts.table.clock import Clock
from voicenuts.table.deliveries import Deliveries
from voicenuts.table.fame import Fame
from voicenuts.table.hands import Hands
from voicenuts.table.history import History
from voicenuts.table.no_match import NoMatch, Reply
from voicenuts.table.openings import Openings
from voicenuts.table.receipts import Receipts
from voicenuts.table.requests import GROUPS, Requests
from voicenuts.table.shouting import Shouting
from voicenuts.values import (
    BLOCK,
    UNIVERSAL,
    Asked,
    Cued,
    Earcon,
    Effect,
    Heard,
    Open,
    Say,
)

GO_ON = "go-on"
"""The table's own cue: the game says where it stands and asks again."""


Observer = Callable[[int, Any], None]
"""Told (audio sample, what happened): events, effects, verdicts, Heard, Unheard, Played, Paused, Resumed.

In live play also the exception of a line that the narrator could not say.
"""


class Table:
    """A game being played by voice.

    `process` is to be called with every block in turn.  What it returns sounds during the next block.
    `note` is given the audio sample and every event before anything comes of it.  A game that is `resumed`
    first says where it stands; its clock goes on where `hearing` is.
    """

    def __init__(
        self,
        game: Game,
        history: History,
        hearing: Hears,
        book: PhraseBook,
        narrator: Narrator,
        note: Callable[[int, Any], object],
        observers: Iterable[Observer] = (),
        deliveries: Deliveries | None = None,
        fame: Fame | None = None,
        *,
        resumed: bool = False,
    ) -> None:
        self.game, self.history = game, history
        self.clock = Clock(hearing.at if resumed else 0)
        self.observers = list(observers)
        self._hearing, self._book, self._narrator, self._note = hearing, book, narrator, note
        self._played = np.zeros(BLOCK, dtype=np.int16)
        self._cut = False
        seats = history.state.seats
        hands = Hands(game, history, self.clock, narrator, self._tell, self._perform, self._step)
        self._answers = Answers(narrator)
        self._no_match = NoMatch(seats)
        self._receipts = Receipts(seats)
        self._openings = Openings(game, book, narrator)
        self._shouting = Shouting(hands, lambda closer: self._command(closer, acknowledged=True))
        deliveries = deliveries or Deliveries(narrator, [str(seat) for seat in range(seats)])
        self._requests = Requests(hands, self._shouting, self._answers, deliveries, fame or Fame())
        self.clock.schedule(GO_ON if resumed else "start", self.clock.now)

    @property
    def state(self) -> Any:
        """The game's state now."""
        return self.history.state

    @state.setter
    def state(self, state: Any) -> None:
        self.history.state = state

    @property
    def over(self) -> bool:
        """Whether the game has ended and everything about it has been said."""
        return bool(self.state.over) and self.quiet

    @property
    def quiet(self) -> bool:
        """Whether the narrator has said all there is to say, to everybody."""
        return all(self._narrator.idle(seat) for seat in (None, *range(self._narrator.ears)))

    def process(self, block: NDArray[np.int16]) -> NDArray[np.int16]:
        """Take in a (480, microphones) int16 block and give the (480, 1 + ears) block to play next."""
        verdicts = self._hearing.hear(block, self._played, self._listens, self._besides)
        self.clock.audio = self._hearing.at
        for verdict in verdicts:
            self._take(verdict)
        self._rule()
        free = not (self._shouting.calls.window_open or self.state.at_ear)
        self._answers.go_on(free)
        may_ask = not (self.clock.paused or self._shouting.ask_back.asking) and (
            free or self._narrator.ears > 0
        )
        self._requests.goes_on(may_ask)
        if self._cut and not any(voice is not None for voice in self._hearing.speaking):
            self._cut = False
            self._narrator.restart()
        for at, id in self.clock.due():
            if not self._shouting.said(id, at):
                self._step(self.game.Resume(at) if id == GO_ON else Cued(id, at))
        out = self._play()
        if self._shouting.comparing:
            self._receipts.sounded(None)
        for seat in self._receipts.unanswered():
            self._refuse(seat)
        return out

    def claim(self, seat: int) -> None:
        """The seat presses its key between two blocks: what it calls next is as if it were said now.

        At a shared microphone the seat need not say its name then.  Nothing comes of it during a pause.
        """
        if not self.clock.paused:
            self._hearing.claim(seat)
            if self._shouting.calls.claim(seat, self.clock.now):
                self._perform(Earcon("ok", to=seat, at_once=True))

    def hand_in(self, heard: Heard) -> None:
        """Between two blocks: take a phrase that no microphone has heard, such as a written one, as heard.

        It has to be a universal one or one the seat may say now (`listens`).
        """
        self._take(heard)

    def listens(self, seat: int) -> frozenset[str]:
        """The game's phrase ids that count when the seat says them now."""
        return self._openings.counts(self.state, seat)

    def _play(self) -> NDArray[np.int16]:
        out, fired, started = self._narrator.block()
        for fault in self._narrator.faults:
            self._tell(fault)
        self._narrator.faults.clear()
        for played in started:
            self._tell(played)
            self._receipts.sounded(played.channel - 1 if played.channel else None)
        for mark in fired:
            # The block sounds during the next one, hence one block later than the mixer counts.
            self.clock.schedule(mark.id, self.clock.table(mark.at + BLOCK) + mark.after)
        self._played = self._narrator.expected
        return out

    # ------------------------------------------------------------ hearing

    def _listens(self, seat: int) -> frozenset[str]:
        """A voice begins on `seat`: narration that may be cut falls silent; then, what counts now."""
        if self.clock.paused:
            return frozenset({"command.resume"})
        if self._narrator.barge_in():
            self._cut = True
        open_now = self._book.expand({UNIVERSAL, *self.game.listening(self.state)[seat]})
        open_now |= self._shouting.ask_back.phrases(seat)
        open_now |= self._requests.phrases(seat)
        if not open_now & (self.game.SHOUTS | self.game.BY_ONSET):
            open_now |= self._requests.lessons(seat)
        return self._book.apart(open_now) - self._openings.hot(seat, open_now)

    def _besides(self, seat: int) -> frozenset[str]:
        """A voice begins on `seat`: what would not count now, but is answered by a sound."""
        return frozenset() if self.clock.paused else self._openings.untimely(self.state, seat)

    def _take(self, verdict: Heard | Unheard) -> None:
        self._tell(verdict)
        if isinstance(verdict, Unheard):
            self._not_understood(verdict)
            return
        self._no_match.understood(verdict.seat)
        if verdict.phrase not in self.game.BY_ONSET:
            self._receipts.heard(verdict.seat)
        late = self.clock.stands_still_at(verdict.onset)
        heard = replace(verdict, onset=self.clock.table(verdict.onset), end=self.clock.table(verdict.end))
        if heard.phrase.partition(".")[0] in GROUPS:
            if heard.phrase == "command.pause":
                self._cut = False  # when the game goes on, so does the line that was cut
            self._requests.take(heard)
        elif not late:
            self._dismiss()
            if not self._shouting.take(heard):
                self._command(heard)

    def _not_understood(self, unheard: Unheard) -> None:
        """Whoever has to answer is asked again, but not in a pause or somebody's ear.

        While a window is open there is only a sound for whoever may have called.
        A phrase that nobody's name was said before gets its hint even from an open window, when that is over.
        """
        if self.clock.paused or self.state.at_ear:
            return
        if unheard.nameless:
            self._reply(unheard, self._no_match.nameless())
            return
        if unheard.untimely:
            if self._openings.refuses(self.state, unheard.seat, unheard.words):
                self._refuse(unheard.seat)
            return
        window = self._shouting.calls.window
        if self._shouting.calls.window_open and window is not None:
            if unheard.seat in window.seats:
                self._reply(unheard, self._no_match.call(unheard, window.phrases, self._book))
            return
        awaited = self._openings.asked(self.state, unheard.seat)
        awaited |= self._shouting.ask_back.phrases(unheard.seat)
        self._reply(unheard, self._no_match.missed(unheard, awaited, self._book))

    def _reply(self, unheard: Unheard, reply: Reply) -> None:
        match reply:
            case Reply.ONCE_MORE | Reply.NAME_FIRST | Reply.NAME_THEN_REST:
                self._perform(Say(unheard.seat, reply.value))
            case Reply.EXPLAIN:
                self._step(Asked(unheard.seat, "command.options", self.clock.table(unheard.onset)))
            case Reply.SOUND:
                self._perform(Earcon("no", to=unheard.seat, at_once=True))

    def _refuse(self, seat: int) -> None:
        """What the seat said does not count now."""
        if self._receipts.refuses(seat, self.clock.audio):
            self._perform(Earcon("no", to=seat, at_once=True))

    def _command(self, heard: Heard, *, acknowledged: bool = False) -> None:
        event = self.game.command(heard)
        if event is not None:
            self._narrator.answered()
            if not acknowledged and heard.phrase not in self.game.BY_ONSET:
                self._perform(Earcon("ok", at_once=True))
            self._step(event)

    def _rule(self) -> None:
        if self.clock.paused:
            return
        speaking = tuple(
            None if onset is None else self.clock.table(onset) for onset in self._hearing.speaking
        )
        listened = self._book.expand(frozenset[str]().union(*self.game.listening(self.state)))
        self._shouting.rule(self.clock.now, speaking, listened)

    def _dismiss(self) -> None:
        """What was said over the narration was meant: the cut prompt is not said again."""
        if self._cut:
            self._cut = False
            self._narrator.dismiss()

    # ------------------------------------------------------------ the game

    def _step(self, event: Any) -> None:
        """Note the event, let the game take it, carry out what follows."""
        self._note(self.clock.audio, event)
        self._tell(event)
        for effect in self.history.step(event):
            self._perform(effect)

    def _perform(self, effect: Effect) -> None:
        self._tell(effect)
        if isinstance(effect, Earcon) and effect.at_once:
            self._receipts.sounded(effect.to if self._narrator.ears else None)
        if isinstance(effect, Open):
            self._shouting.calls.open(effect.window)
        elif isinstance(effect, Say) and effect.to is not None:
            self._answers.give(effect.to, effect)
        else:
            self._narrator.perform(effect)

    def _tell(self, what: Any) -> None:
        for observer in self.observers:
            observer(self.clock.audio, what)
