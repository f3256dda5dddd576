"""Before a doubtful call costs its seat anything, the seat is asked what it said.

The window is settled for everybody else meanwhile, and the game hears of it only when the answer is in:
a journal that ends here goes on with the window still open, and nobody has been charged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from voicenuts import arbiter
from voicenuts.games.game import Game
from voicenuts.values import (
    RATE,
    Arg,
    Bid,
    Cue,
    Heard,
    Name,
    Ref,
    Resolution,
    Resolved,
    Say,
    Window,
    samples,
)

ANSWER: Final = 4 * RATE
"""Samples from the end of the question in which its seat may begin to answer."""

FINISH: Final = samples(2500)
"""So much longer an answer that has begun is waited for."""

_CUE: Final = "asked-back-"


@dataclass(frozen=True, slots=True)
class _Asked:
    """The question about `bid` from sample `since` on; `until` is None while the narrator is still asking.

    `closer` is the window's closing call, heard meanwhile; it is obeyed afterwards.
    """

    window: Window
    resolution: Resolution
    bid: Bid
    cue: str
    since: int
    closer: Heard | None
    until: int | None = None
    answer: Heard | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """What the window comes to after all; `void` is the seat whose call does not count, if that is so."""

    window: Window
    resolution: Resolution
    closer: Heard | None
    void: int | None


class AskBack:
    """What is being asked about a call, if anything; all times are samples of table time."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._asked: _Asked | None = None
        self._count = 0

    @property
    def asking(self) -> bool:
        """Whether the answer to a question is awaited."""
        return self._asked is not None

    def phrases(self, seat: int) -> frozenset[str]:
        """What the seat is expected to answer."""
        asked = self._asked
        return asked.window.phrases if asked is not None and asked.bid.seat == seat else frozenset()

    def question(
        self, state: Any, window: Window, resolution: Resolution, closer: Heard | None, now: int
    ) -> tuple[Say | Cue, ...]:
        """What to ask before the game in `state` takes the resolution, and the cue for `said`; or nothing."""
        bid = next((b for b in _charged(self._game, state, resolution, now) if b.doubt is not None), None)
        if bid is None:
            return ()
        self._count += 1
        cue = Cue(f"{_CUE}{self._count}")
        self._asked = _Asked(window, resolution, bid, cue.id, now, closer)
        args: tuple[tuple[str, Arg], ...] = (("seat", Name(bid.seat)),)
        if not bid.doubt:
            return Say(None, "ask-back-which", args), cue
        return Say(None, "ask-back", (*args, ("thief", named(bid.phrase)), ("other", named(bid.doubt)))), cue

    def said(self, cue: str, now: int) -> bool:
        """A cue came due: a question has been said; False if the cue is none of ours."""
        if self._asked is not None and self._asked.cue == cue:
            self._asked = replace(self._asked, until=now + ANSWER)
        return cue.startswith(_CUE)

    def takes(self, heard: Heard) -> bool:
        """Whether this is the asked seat's answer, or the closing call, which has to wait for it."""
        asked = self._asked
        if asked is None:
            return False
        if asked.window.closer == (heard.seat, heard.phrase):
            self._asked = replace(asked, closer=asked.closer or heard)
            return True
        mine = heard.seat == asked.bid.seat and heard.phrase in asked.window.phrases
        if mine and heard.onset >= asked.since:
            self._asked = replace(asked, answer=asked.answer or heard)
        return mine

    def outcome(self, now: int, speaking: Sequence[int | None]) -> Answered | None:
        """What it comes to, once the answer is in or its time is over; `speaking` as for the arbiter."""
        asked = self._asked
        if asked is None or (asked.answer is None and not _time_is_over(asked, now, speaking)):
            return None
        self._asked = None
        bid = None if asked.answer is None else replace(asked.bid, phrase=asked.answer.phrase, doubt=None)
        if bid is not None and asked.bid.doubt and bid.phrase not in (asked.bid.phrase, asked.bid.doubt):
            bid = None  # neither of the two
        others = tuple(b for b in asked.resolution.bids if b.seat != asked.bid.seat)
        resolution = arbiter.resolved(asked.window, others if bid is None else (*others, bid))
        return Answered(asked.window, resolution, asked.closer, asked.bid.seat if bid is None else None)

    def drop(self) -> None:
        """Whatever was asked is no more."""
        self._asked = None


def named(phrase: str) -> Ref:
    """What a call names, as the game's prompts have it."""
    return Ref(phrase.replace(".", "-"))


def _charged(game: Game, state: Any, resolution: Resolution, now: int) -> list[Bid]:
    """The bids that would cost their seats points."""
    after, _ = game.step(state, Resolved(resolution, now))
    return [bid for bid in resolution.bids if after.score[bid.seat] < state.score[bid.seat]]


def _time_is_over(asked: _Asked, now: int, speaking: Sequence[int | None]) -> bool:
    if asked.until is None or now <= asked.until:
        return False
    begun = speaking[asked.bid.seat]
    return begun is None or begun > asked.until or now > asked.until + FINISH
