"""Taking back and contesting: undo, challenge, not me, agree.

Knows what was settled last and what is being voted on; says what to say and how far to go back, and
leaves both to the table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from voicenuts import arbiter
from voicenuts.table.ask_back import named
from voicenuts.table.history import History
from voicenuts.values import (
    RATE,
    Arg,
    Cue,
    Listing,
    Name,
    Ref,
    Resolution,
    Say,
    Window,
    millis,
)

_TOLD: Final = "contest-"

CONTEST: Final = 8 * RATE
"""Samples after a resolution in which seats may speak about it."""

VOTE: Final = 12 * RATE
"""Samples from a question to the others on in which they may agree: eight seconds when it has been said."""

CHALLENGE, NOT_ME, AGREE = "second.challenge", "second.not-me", "second.agree"


@dataclass(frozen=True, slots=True)
class Back:
    """Go back to before entry `to`, then settle `window` anew; without one, ask again what was asked."""

    to: int
    window: Window | None = None
    resolution: Resolution | None = None


@dataclass(frozen=True, slots=True)
class _Settled:
    """The last resolution: its entry and window, until when it may be contested, who agrees to drop it.

    `told` says how many of its calls a challenge has been answered with.
    """

    entry: int
    window: Window
    resolution: Resolution
    until: int
    agreed: frozenset[int] = frozenset()
    told: int = 0


@dataclass(frozen=True, slots=True)
class _Vote:
    """What is asked of the others: `needed` agreeing seats until sample `until`, then `back` happens."""

    asker: int
    needed: int
    until: int
    back: Back
    done: Say
    agreed: frozenset[int] = frozenset()


class SecondThoughts:
    """The table's memory of what may still be taken back; all times are samples of table time."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._settled: _Settled | None = None
        self._vote: _Vote | None = None

    def settled(self, entry: int, window: Window, resolution: Resolution, now: int) -> list[Cue]:
        """The game took the resolution as entry `entry`; without a bid there is nothing to contest."""
        bids = resolution.bids
        self._settled = _Settled(entry, window, resolution, now + CONTEST) if bids else None
        return [Cue(f"{_TOLD}{entry}")] if bids else []

    def said(self, cue: str, now: int) -> bool:
        """A cue came due: the result has been told in full; False if the cue is none of ours."""
        settled = self._settled
        if settled is not None and cue == f"{_TOLD}{settled.entry}":
            self._settled = replace(settled, until=max(settled.until, now + CONTEST))
        return cue.startswith(_TOLD)

    def phrases(self, seat: int, now: int) -> frozenset[str]:
        """What the seat may say about it now."""
        said: set[str] = set()
        if self._settled is not None and now <= self._settled.until:
            said |= {CHALLENGE, AGREE}
            if any(bid.seat == seat for bid in self._settled.resolution.bids):
                said.add(NOT_ME)
        if self._vote is not None and seat != self._vote.asker:
            said.add(AGREE)
        return frozenset(said)

    def undo(self, seat: int, now: int, history: History) -> list[Say | Back]:
        """The seat wants to take back: its own last choice at once, the turn if all others agree."""
        own = history.own_choice(seat)
        if own is not None:
            return [Say(None, "undone"), Back(own)]
        start = history.turn_start()
        if start is None:
            return [Say(seat, "undo-nothing")]
        if history.secret_since(start):
            return [Say(seat, "undo-secret")]
        ask = Say(None, "undo-ask", (("seat", Name(seat)),))
        self._vote = _Vote(seat, self._seats - 1, now + VOTE, Back(start), Say(None, "undone"))
        return [ask]

    def take(self, seat: int, phrase: str, now: int) -> list[Say | Back]:
        """A seat said one of `phrases`."""
        if phrase == AGREE:
            return self._agree(seat, now)
        settled = self._settled
        if settled is None:
            return []
        self._settled = settled = replace(settled, until=now + CONTEST)
        if phrase == CHALLENGE:
            return [self._tell_calls(settled)]
        if phrase == NOT_ME:
            left = [bid for bid in settled.resolution.bids if bid.seat != seat]
            back = Back(settled.entry, settled.window, arbiter.resolved(settled.window, left))
            done = Say(None, "call-void", (("seat", Name(seat)),))
            self._vote = _Vote(seat, 1, now + VOTE, back, done)
            return [Say(None, "not-me-ask", (("seat", Name(seat)),))]
        return []

    def lapse(self, now: int) -> list[Say | Back]:
        """A vote whose time is over is dropped, with a word."""
        if self._vote is None or now <= self._vote.until:
            return []
        self._vote = None
        return [Say(None, "vote-dropped")]

    def forget(self) -> None:
        """The game has gone back or on: what was to be contested is no more."""
        self._settled = self._vote = None

    def _tell_calls(self, settled: _Settled) -> Say:
        """The first two calls; each further challenge gets the next one, then it begins anew."""
        start = settled.told if settled.told < len(settled.resolution.bids) else 0
        end = start + 1 if start else 2
        self._settled = replace(settled, told=end)
        return Say(None, "challenge-answer", (("calls", _told(settled.resolution, start, end)),))

    def _agree(self, seat: int, now: int) -> list[Say | Back]:
        vote = self._vote
        if vote is not None and seat != vote.asker:
            vote = replace(vote, agreed=vote.agreed | {seat})
            self._vote = vote
            return [vote.done, vote.back] if len(vote.agreed) >= vote.needed else []
        settled = self._settled
        if settled is None or now > settled.until:
            return []
        self._settled = settled = replace(settled, agreed=settled.agreed | {seat})
        if len(settled.agreed) < self._seats:
            return []
        nobody = arbiter.resolved(settled.window, ())
        return [Say(None, "calls-void"), Back(settled.entry, settled.window, nobody)]


def _told(resolution: Resolution, start: int, end: int) -> Listing:
    """Calls from `start` on in time order: who, whom, how many hundredths of a second after the first.

    Where the onsets are not known well enough to tell that it was after the first, that is said.
    """
    first = resolution.bids[0].onset
    refs: list[Arg] = []
    for bid in resolution.bids[start:end]:
        hundredths = round(millis(bid.onset - first) / 10)
        who: tuple[tuple[str, Arg], ...] = (("seat", Name(bid.seat)), ("thief", named(bid.phrase)))
        later = "call-close" if arbiter.unsure(resolution.bids[0], bid) else "call-later"
        message = later if start or refs else "call-first"
        refs.append(Ref(message, (*who, ("hundredths", hundredths))))
    return Listing(tuple(refs), "then")
