"""What should have come out of each shout window, by what was really said, and what did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from voicenuts.arbiter import Closed, Settled
from voicenuts.arbiter.limits import DEAD_HEAT, T_EARLY, T_GRACE
from voicenuts.lab.virtual import Record
from voicenuts.table.clock import Paused, Resumed
from voicenuts.values import Bid, Heard, Name, Open, Say, Window


@dataclass(frozen=True, slots=True)
class Outcome:
    """Seats to whom a point may go and who may pay; empty: nobody. Dead heats allow several."""

    winners: frozenset[int] = frozenset()
    losers: frozenset[int] = frozenset()

    def allows(self, other: Outcome) -> bool:
        """Whether `other`, an outcome with at most one of each, is one that this one permits."""
        return _fits(self.winners, other.winners) and _fits(self.losers, other.losers)


@dataclass(frozen=True, slots=True)
class Judged:
    """One shout window: how it ended, and how it had to by what was heard and by what was said.

    `decided` is the audio sample of the decision; `resolution` None means that nobody had bid.
    """

    window: Window
    decided: int
    verdict: Settled | Closed
    actual: Outcome
    by_heard: Outcome
    by_truth: Outcome


def expected(window: Window, bids: Iterable[Bid], until: int) -> Outcome:
    """The outcome the rules demand for these calls with an onset before `until` (samples of table time).

    The first decisive call wins; the first wrong one before it pays; without a decisive one the
    first wrong one pays.  Whoever is within a dead heat of either may take its place.
    """
    first: dict[int, Bid] = {}
    for bid in sorted(bids, key=lambda bid: bid.onset):
        if bid.seat in window.seats and window.opens - T_EARLY <= bid.onset < until:
            first.setdefault(bid.seat, bid)
    calls = sorted(first.values(), key=lambda bid: bid.onset)
    if not calls:
        return Outcome()
    right = [bid for bid in calls if bid.phrase in window.decisive]
    if right and right[0].onset > calls[0].onset + T_GRACE:
        right = []
    last = right[0].onset if right else calls[0].onset + T_GRACE
    wrong = [bid for bid in calls if bid.phrase not in window.decisive and bid.onset < last]
    return Outcome(_heat(right), _heat(wrong))


def judge(record: Record) -> list[Judged]:
    """Every finished shout window of a game, in order."""
    said = [
        Bid(u.seat, u.phrase, table_time(record, u.onset))
        for u in record.script
        if u.phrase is not None and u.phrase.startswith("thief.")
    ]
    heard = [
        Bid(h.seat, h.phrase, table_time(record, h.onset))
        for _, h in record.of(Heard)
        if h.phrase.startswith("thief.")
    ]
    judged: dict[int, Judged] = {}
    window: Window | None = None
    for at, what in record.told:
        if isinstance(what, Open):
            window = what.window
        elif isinstance(what, Settled | Closed) and window is not None:
            until = what.at if isinstance(what, Closed) else table_time(record, at)
            judged[window.id] = Judged(
                window, at, what, Outcome(), expected(window, heard, until), expected(window, said, until)
            )
        elif isinstance(what, Say) and window is not None and window.id in judged:
            judged[window.id] = _credited(judged[window.id], what)
    return list(judged.values())


def table_time(record: Record, audio: int) -> int:
    """The table time of an audio sample: pauses before it taken out."""
    lost, since = 0, None
    for _, what in record.of(Paused, Resumed):
        if what.at > audio:
            break
        if isinstance(what, Paused):
            since = what.at if since is None else since
        elif since is not None:
            lost += what.at - since
            since = None
    return (audio if since is None else since) - lost


def _credited(judged: Judged, say: Say) -> Judged:
    seat = dict(say.args).get("seat")
    if not isinstance(seat, Name):
        return judged
    actual = judged.actual
    if say.message in ("right-call", "right-tied"):
        actual = replace(actual, winners=frozenset({seat.seat}))
    elif say.message == "wrong-call":
        actual = replace(actual, losers=frozenset({seat.seat}))
    return replace(judged, actual=actual)


def _heat(bids: list[Bid]) -> frozenset[int]:
    return frozenset(bid.seat for bid in bids if bid.onset - bids[0].onset < DEAD_HEAT)


def _fits(allowed: frozenset[int], given: frozenset[int]) -> bool:
    return given <= allowed and bool(given) == bool(allowed)
