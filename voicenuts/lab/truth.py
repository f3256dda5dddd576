"""What should have come out of each shout window, by what was really said, and what did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from voicenuts.arbiter import Closed, Settled, even
from voicenuts.arbiter.limits import T_EARLY, T_GRACE
from voicenuts.games.registry import GAMES
from voicenuts.lab.virtual import Record
from voicenuts.table.clock import Paused, Resumed
from voicenuts.values import Bid, Heard, Name, Open, Resolved, Say, Window, samples

SHOUTS = frozenset[str]().union(*(game.SHOUTS for game in GAMES.values()))
"""Phrases that are called in the windows of some game."""

HEARD = samples(150)
"""An onset is known this well."""


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

    `decided` is the audio sample of the decision; a verdict that is no `Settled` means that nobody had bid.
    `by_truth` leaves out what was mumbled and not heard; calls taken back in the end count nowhere.
    """

    window: Window
    decided: int
    verdict: Settled | Closed
    actual: Outcome
    by_heard: Outcome
    by_truth: Outcome


@dataclass(slots=True)
class _Course:
    """What became of one window: its last verdict, who was credited, and what was voided since when.

    Only calls from `since` on count; those of a seat in `void` only from its sample on (table time).
    `asked` are the calls that were asked back, as they were answered.
    """

    window: Window
    decided: int = 0
    verdict: Settled | Closed | None = None
    until: int = 0
    actual: Outcome = Outcome()
    since: int = 0
    void: dict[int, int] = field(default_factory=dict)
    asking: int | None = None
    asked: dict[tuple[int, int], str] = field(default_factory=dict)
    reopens: bool = False


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
    heard = [
        Bid(h.seat, h.phrase, table_time(record, h.onset), onset_error=h.onset_error)
        for _, h in record.of(Heard)
        if h.phrase in SHOUTS
    ]
    known = {(bid.seat, bid.onset) for bid in heard}
    said = [
        bid
        for u in record.script
        if u.phrase is not None and u.phrase in SHOUTS
        for bid in (Bid(u.seat, u.phrase, table_time(record, u.onset)),)
        if not u.mumbled or any(bid.seat == seat and abs(bid.onset - at) < HEARD for seat, at in known)
    ]
    return [
        Judged(
            course.window,
            course.decided,
            course.verdict,
            course.actual,
            expected(course.window, _standing(course, heard), course.until),
            expected(course.window, _standing(course, said), course.until),
        )
        for course in _courses(record)
        if course.verdict is not None
    ]


def _courses(record: Record) -> list[_Course]:
    """What became of each window, in the order in which they opened."""
    courses: dict[tuple[int, int], _Course] = {}
    course: _Course | None = None
    for at, what in record.told:
        now = table_time(record, at)
        if isinstance(what, Open):
            course = courses.setdefault((what.window.id, what.window.opens), _Course(what.window))
            course.window = what.window
            if course.reopens:
                course.since, course.reopens = now, False
        elif course is None:
            continue
        elif isinstance(what, Settled | Closed):
            course.decided, course.verdict = at, what
            course.until = what.at if isinstance(what, Closed) else now
        elif isinstance(what, Say):
            _told(course, what, now)
        elif isinstance(what, Resolved) and course.asking is not None:
            answers = [bid for bid in what.resolution.bids if bid.seat == course.asking]
            course.asked |= {(bid.seat, bid.onset): bid.phrase for bid in answers}
            course.asking = None
    return list(courses.values())


def _told(course: _Course, say: Say, now: int) -> None:
    """Credits, calls that are void, and questions about them."""
    seat = dict(say.args).get("seat")
    seats = frozenset({seat.seat} if isinstance(seat, Name) else ())
    match say.message:
        case "right-call" | "right-tied":
            course.actual = replace(course.actual, winners=seats)
        case "wrong-call":
            course.actual = replace(course.actual, losers=seats)
        case "ask-back" | "ask-back-which":
            course.asking = min(seats)
        case "call-void" | "calls-void":
            void = seats or course.window.seats
            course.actual, course.reopens = Outcome(), True
            course.void |= dict.fromkeys(void, now)


def _standing(course: _Course, bids: Iterable[Bid]) -> list[Bid]:
    """The calls that count in the end, as they were answered where they were asked back."""
    return [
        replace(bid, phrase=course.asked.get((bid.seat, bid.onset), bid.phrase))
        for bid in bids
        if bid.onset >= max(course.since, course.void.get(bid.seat, 0))
    ]


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


def _heat(bids: list[Bid]) -> frozenset[int]:
    return frozenset(bid.seat for bid in bids if even(bids[0], bid))


def _fits(allowed: frozenset[int], given: frozenset[int]) -> bool:
    return given <= allowed and bool(given) == bool(allowed)
