"""From calls to a decision the game takes: the arbiter's verdicts, and questions about doubtful calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from voicenuts.arbiter import Closed, Early, Holding, Late, Settled, Verdict
from voicenuts.table.ask_back import AskBack
from voicenuts.table.calls import Calls
from voicenuts.table.hands import Hands
from voicenuts.table.second_thoughts import SecondThoughts
from voicenuts.values import Earcon, Heard, Lapsed, Name, Resolution, Resolved, Say, Window


class Shouting:
    """The shout windows of one table, what is asked about them, and what may be contested afterwards.

    All times are samples of table time.  `obey` carries out the command that closes a window.
    """

    def __init__(self, hands: Hands, obey: Callable[[Heard], None]) -> None:
        self.calls = Calls(hands.game.SHOUTS)
        self.ask_back = AskBack(hands.game)
        self._shouts = hands.game.SHOUTS
        self.second = SecondThoughts(hands.state.seats)
        self.comparing = False
        self._hands, self._obey = hands, obey
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

    def said(self, cue: str, at: int) -> bool:
        """A cue came due; False if it is none of ours."""
        return self.ask_back.said(cue, at) or self.second.said(cue, at)

    def settle(self, window: Window, resolution: Resolution, now: int, closer: Heard | None = None) -> None:
        """The game takes what was decided, unless a seat whom it costs something has to be asked first."""
        asking = self.ask_back.question(self._hands.state, window, resolution, closer, now)
        for effect in asking:
            self._hands.perform(effect)
        if asking:
            return
        if not resolution.bids:
            self.calls.drop()
        self._hands.step(Resolved(resolution, now))
        entry = len(self._hands.history.entries) - 1
        for cue in self.second.settled(entry, window, resolution, now):
            self._hands.perform(cue)
        self._close(closer)

    def drop(self) -> None:
        """Whatever was called, asked or contested is no more."""
        self.second.forget()
        self.ask_back.drop()
        self._roll_drum(False)
        self.calls.drop()

    def _carry_out(self, verdict: Verdict, now: int) -> None:
        match verdict:
            case Early(seat=seat):
                self._hands.perform(Earcon("early", to=seat, at_once=True))
                # In an ear of one's own words are never late.
                if self._hands.narrator.ears and seat not in self._told_early:
                    self._told_early.add(seat)
                    self._hands.perform(Say(seat, "table-too-early"))
            case Late(seat=seat):
                self._hands.perform(Earcon("closed", to=seat, at_once=True))
            case Holding():
                self._roll_drum(True)
            case Settled(resolution=resolution, closer=closer):
                self._roll_drum(False)
                # The decision is to be heard at once, even while a line is still being said.
                self._hands.perform(Earcon("ok", at_once=True))
                assert self.calls.window is not None
                self.settle(self.calls.window, resolution, now, closer)
            case Closed(window=window, at=at, closer=closer):
                self._hands.step(Lapsed(window, at))
                self._close(closer)

    def _roll_drum(self, on: bool) -> None:
        """Calls are being compared, or no more."""
        self.comparing = on
        self._hands.narrator.drum_roll(on)

    def _close(self, closer: Heard | None) -> None:
        """The call that closed a window is then obeyed as the command it is."""
        if closer is not None:
            self._obey(closer)
