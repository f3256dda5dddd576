"""From the first call of each seat to the bids that count: the canonical result of a window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from voicenuts.arbiter.limits import DEAD_HEAT, ERROR_MOST, T_EXTEND, T_FINAL, T_GRACE
from voicenuts.values import Bid, Heard, Resolution, Window


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the bids known so far amount to.

    Only a call with an onset up to sample `horizon` could still change `resolution`; at sample
    `deadline` it stands whatever is outstanding.
    """

    resolution: Resolution
    horizon: int
    deadline: int


def ruled(window: Window, bids: Sequence[Heard]) -> Ruling:
    """Rule on `bids`: at least one, one a seat, by onset, all inside the window.

    With a decisive bid, the bids before it count, and decisive ones in a dead heat with it; without
    one, all bids within the grace time of the first.  A decisive bid after the grace time is too late.
    """
    # A call that was claimed by a key is said later: the others may call until it is out.
    grace = max(bids[0].onset + T_GRACE, bids[0].end)
    end = grace if window.closes is None else min(grace, window.closes)
    timely = [b for b in bids if b.onset <= end]
    resolution = resolved(window, [Bid(b.seat, b.phrase, b.onset, b.doubt, b.onset_error) for b in timely])
    right = next((b for b in timely if b.phrase in window.decisive), None)
    if right is None:
        wait = T_EXTEND if end == window.closes else T_FINAL
        return Ruling(resolution, end, end + wait)
    last = right.onset + heat(right.onset_error, ERROR_MOST) - 1
    return Ruling(resolution, min(last, end), right.end + T_FINAL)


def heat(one: int, other: int) -> int:
    """Onsets with these errors are a dead heat when they are less than so many samples apart.

    Never less than `DEAD_HEAT`, which is a rule of the game; more where the two are not known well enough to
    tell who was first.

    >>> heat(0, 0), heat(0, 1280), heat(960, 1280), heat(14_400, 1280)
    (1280, 1280, 1600, 1810)
    """
    return max(DEAD_HEAT, _error(one, other))


def even(one: Bid, other: Bid) -> bool:
    """Whether two bids are a dead heat."""
    return abs(one.onset - other.onset) < heat(one.onset_error, other.onset_error)


def unsure(one: Bid, other: Bid) -> bool:
    """Whether the onsets are not known well enough to tell which of two bids was first."""
    return abs(one.onset - other.onset) < _error(one.onset_error, other.onset_error)


def _error(one: int, other: int) -> int:
    """How well the distance of two onsets with these errors is known: they are independent."""
    return int(hypot(min(one, ERROR_MOST), min(other, ERROR_MOST)))


def resolved(window: Window, bids: Sequence[Bid]) -> Resolution:
    """What comes of bids, one a seat and none too late, in any order: also of those left when one is void."""
    bids = sorted(bids, key=lambda bid: bid.onset)
    right = next((b for b in bids if b.phrase in window.decisive), None)
    if right is None:
        return _resolution(window.id, bids, bids)
    rivals = [b for b in bids if b.phrase in window.decisive and even(right, b)]
    counted = [b for b in bids if b.onset < right.onset or b in rivals]
    return _resolution(window.id, counted, rivals)


def _resolution(window: int, counted: Sequence[Bid], rivals: Sequence[Bid]) -> Resolution:
    margin = counted[1].onset - counted[0].onset if len(counted) > 1 else None
    tied = frozenset(r.seat for r in rivals if even(rivals[0], r))
    return Resolution(
        window=window,
        bids=tuple(counted),
        margin=margin,
        tied=tied if len(tied) > 1 else frozenset(),
    )
