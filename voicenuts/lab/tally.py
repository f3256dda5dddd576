"""Trials counted: what was credited right, to whom, in which order, and how well onsets were known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from voicenuts.arbiter import even
from voicenuts.lab.shouts import SINGLE, Trial
from voicenuts.lab.trials import Outcome
from voicenuts.values import Bid, millis


@dataclass(slots=True)
class Tally:
    """Counts over trials of one kind, times in ms.

    `right` counts mouths whose seat and phrase were bid, `first` trials in which the first bid was that of
    who was first indeed, `all` those with all bids there had to be, `ordered` those with all in their order,
    `fair` those too in which they were a dead heat instead.  `doubles` are mouths whose phrase was bid by a
    seat that had said nothing, `false_seats` all bids of such seats, `misheard` bids of another phrase than
    the seat's.
    """

    trials: int = 0
    mouths: int = 0
    right: int = 0
    first: int = 0
    all: int = 0
    ordered: int = 0
    fair: int = 0
    heats: int = 0
    doubles: int = 0
    false_seats: int = 0
    misheard: int = 0
    onset_ms: list[float] = field(default_factory=list)
    decision_ms: list[float] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what another one has counted."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def row(trial: Trial) -> str:
    """What a trial is counted under.

    >>> row(Trial("pair", 120, ())), row(Trial("single", 0, ()))
    ('pair 120 ms', 'single')
    """
    return trial.kind if trial.kind == SINGLE else f"{trial.kind} {trial.gap_ms} ms"


def tallied(outcomes: Iterable[Outcome]) -> dict[str, Tally]:
    """The counts by kind of trial."""
    counts: dict[str, Tally] = {}
    for outcome in outcomes:
        counts.setdefault(row(outcome.trial), Tally()).add(_one(outcome))
    return counts


def _one(outcome: Outcome) -> Tally:
    truth, bids = outcome.truth, outcome.bids
    matched = [_of(bids, due) for due in truth]
    found = [bid for bid in matched if bid is not None]
    spoke = {due.seat for due in truth}
    false = [bid for bid in bids if bid.seat not in spoke]
    together = outcome.trial.gap_ms == 0  # then either may be first
    first = truth if together else truth[:1]
    complete = len(found) == len(truth)
    ordered = complete and (together or all(a.onset < b.onset for a, b in pairwise(found)))
    heat = len(found) > 1 and even(found[0], found[1])
    return Tally(
        trials=1,
        mouths=len(truth),
        right=len(found),
        first=bool(bids) and _of(first, bids[0]) is not None,
        all=complete,
        ordered=ordered,
        fair=ordered or (complete and heat),
        heats=heat,
        doubles=sum(any(bid.phrase == due.phrase for bid in false) for due in truth),
        false_seats=len(false),
        misheard=len(bids) - len(false) - len(found),
        onset_ms=[
            millis(bid.onset - due.onset) for due, bid in zip(truth, matched, strict=True) if bid is not None
        ],
        decision_ms=[] if outcome.decision_ms is None else [outcome.decision_ms],
    )


def _of(bids: Iterable[Bid], due: Bid) -> Bid | None:
    """The bid with this seat and phrase."""
    return next((bid for bid in bids if (bid.seat, bid.phrase) == (due.seat, due.phrase)), None)
