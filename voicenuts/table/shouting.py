"""From calls to a decision the game takes: the arbiter's verdicts, and questions about doubtful calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from voicenuts.arbiter import Closed, Early, Holding, Late, Settled, Verdict
from voicenuts.games.game import Game
from voicenuts.table.ask_back import AskBack
from voicenuts.table.calls import Calls
from voicenuts.values import Earcon, Effect, Heard, Lapsed, Name, Resolution, Resolved, Say, Window


@dataclass(frozen=True, slots=True)
class Hands:
    """The game's state, and how a table acts.

    It tells observers, performs effects, lets the game step on by an event, obeys a closing command.
    `settled` is told the window and the resolution that the game has just taken, `rolls` whether calls
    are being compared.  `private` says that every seat has an ear of its own, where words are never late.
    """

    state: Callable[[], Any]
    tell: Callable[[Any], None]
    perform: Callable[[Effect], None]
    step: Callable[[Any], None]
    obey: Callable[[Heard], None]
    settled: Callable[[Window, Resolution], None]
    rolls: Callable[[bool], None]
    private: bool


class Shouting:
    """The shout windows of one table; all times are samples of table time."""

    def __init__(self, game: Game, hands: Hands) -> None:
        self.calls = Calls(game.SHOUTS)
        self.ask_back = AskBack(game)
        self._shouts, self._hands = game.SHOUTS, hands
        self._told_early: set[int] = set()

    def take(self, heard: Heard) -> bool:
        """Note what was said if it is a call, the closing call or an answer to a question about one."""
        if self.ask_back.takes(heard):
            self._hands.perform(Earcon("ok", at_once=True))
            return True
        if not self.calls.take(heard):
            return False
        if heard.phrase not in self._shouts:
            # It closes the window, which may take a while.
            self._hands.perform(Earcon("ok", at_once=True))
        return True

    def rule(self, now: int, speaking: Sequence[int | None], listened: frozenset[str]) -> None:
        """Carry out what is due at sample `now`; `speaking` and `listened` as for `Calls.rule`."""
        listened = frozenset() if self.ask_back.asking else listened
        for verdict in self.calls.rule(now, speaking, listened):
            self._hands.tell(verdict)
            self._carry_out(verdict, now)
        answered = self.ask_back.outcome(now, speaking)
        if answered is not None:
            if answered.void is not None:
                self._hands.perform(Say(None, "call-void", (("seat", Name(answered.void)),)))
            self.settle(answered.window, answered.resolution, now, answered.closer)

    def settle(self, window: Window, resolution: Resolution, now: int, closer: Heard | None = None) -> None:
        """The game takes what was decided, unless a seat whom it costs something has to be asked first."""
        asking = self.ask_back.question(self._hands.state(), window, resolution, closer, now)
        for effect in asking:
            self._hands.perform(effect)
        if asking:
            return
        if not resolution.bids:
            self.calls.drop()
        self._hands.step(Resolved(resolution, now))
        self._hands.settled(window, resolution)
        self._close(closer)

    def drop(self) -> None:
        """Whatever was called or asked is no more."""
        self.ask_back.drop()
        self._hands.rolls(False)
        self.calls.drop()

    def _carry_out(self, verdict: Verdict, now: int) -> None:
        match verdict:
            case Early(seat=seat):
                self._hands.perform(Earcon("early", to=seat, at_once=True))
                if self._hands.private and seat not in self._told_early:
                    self._told_early.add(seat)
                    self._hands.perform(Say(seat, "table-too-early"))
            case Late(seat=seat):
                self._hands.perform(Earcon("closed", to=seat, at_once=True))
            case Holding():
                self._hands.rolls(True)
            case Settled(resolution=resolution, closer=closer):
                self._hands.rolls(False)
                # The decision is to be heard at once, even while a line is still being said.
                self._hands.perform(Earcon("ok", at_once=True))
                assert self.calls.window is not None
                self.settle(self.calls.window, resolution, now, closer)
            case Closed(window=window, at=at, closer=closer):
                self._hands.step(Lapsed(window, at))
                self._close(closer)

    def _close(self, closer: Heard | None) -> None:
        """The call that closed a window is then obeyed as the command it is."""
        if closer is not None:
            self._hands.obey(closer)
