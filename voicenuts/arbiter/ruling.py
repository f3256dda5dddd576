"""From the first call of each seat to the bids that count: the canonical result of a window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voicenuts.arbiter.limits import DEAD_HEAT, T_EXTEND, T_FINAL, T_GRACE
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
    resolution = resolved(window, [Bid(b.seat, b.phrase, b.onset, b.doubt) for b in timely])
    right = next((b for b in timely if b.phrase in window.decisive), None)
    if right is None:
        wait = T_EXTEND if end == window.closes else T_FINAL
        return Ruling(resolution, end, end + wait)
    return Ruling(resolution, min(right.onset + DEAD_HEAT - 1, end), right.end + T_FINAL)


def resolved(window: Window, bids: Sequence[Bid]) -> Resolution:
    """What comes of bids, one a seat and none too late, in any order: also of those left when one is void."""
    bids = sorted(bids, key=lambda bid: bid.onset)
    right = next((b for b in bids if b.phrase in window.decisive), None)
    if right is None:
        return _resolution(window.id, bids, bids)
    even = [b for b in bids if b.phrase in window.decisive and b.onset < right.onset + DEAD_HEAT]
    counted = [b for b in bids if b.onset < right.onset or b in even]
    return _resolution(window.id, counted, even)


def _resolution(window: int, counted: Sequence[Bid], rivals: Sequence[Bid]) -> Resolution:
    margin = counted[1].onset - counted[0].onset if len(counted) > 1 else None
    even = frozenset(r.seat for r in rivals if r.onset < rivals[0].onset + DEAD_HEAT)
    return Resolution(
        window=window,
        bids=tuple(counted),
        margin=margin,
        tied=even if len(even) > 1 else frozenset(),
    )
