"""The docket of one table: calls go in as they are recognised, verdicts come out as they are due.

Who wins is decided by onsets, never by the order in which results arrive: every verdict is worked
out from the set of all calls, and it is given only when no speech still in progress, and none yet
to begin, could change it (or when the longest permitted wait is over).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from voicenuts.arbiter.claims import Claim, claimed, covers
from voicenuts.arbiter.crosstalk import by_onset, entangled, unclear, undoubled
from voicenuts.arbiter.limits import T_CLAIM, T_EARLY, T_EXTEND, T_FINAL, T_GRACE, T_LEAD, T_NOTICE, XTALK_DT
from voicenuts.arbiter.ruling import ruled
from voicenuts.arbiter.verdicts import Closed, Early, Holding, Late, Settled, Verdict
from voicenuts.values import BLOCK, Heard, Window

_KEEP = T_GRACE + T_FINAL
"""Outside a window a call is evidence of cross-talk for this long."""


@dataclass(frozen=True, slots=True)
class Docket:
    """Everything the arbiter knows: the open or last window, and the calls and claims for it.

    `early` holds the calls already told as early, `served` the seats that need no word about a late
    call any more.
    """

    window: Window | None = None
    heard: frozenset[Heard] = frozenset()
    claims: frozenset[Claim] = frozenset()
    outcome: Settled | Closed | None = None
    held: bool = False
    early: frozenset[Heard] = frozenset()
    served: frozenset[int] = frozenset()


def opened(docket: Docket, window: Window) -> Docket:
    """Open `window`, or give the window of the same id new limits and keep its bids.

    A window that closed without a bid is open again; one that was settled, or closed by a call,
    stays so.  An open window of another id is given up undecided.
    """
    last, outcome = docket.window, docket.outcome
    if last is not None and last.id == window.id:
        if outcome is None:
            return replace(docket, window=window)
        if last.opens == window.opens:
            over = isinstance(outcome, Settled) or outcome.closer is not None
            return docket if over else replace(docket, window=window, outcome=None, served=frozenset())
    spent = -1 if outcome is None else outcome.at
    heard = frozenset(h for h in docket.heard if h.onset > spent)
    claims = frozenset(c for c in docket.claims if c.at > spent)
    return Docket(window=window, heard=heard, claims=claims, early=docket.early & heard)


def hear(docket: Docket, heard: Heard) -> Docket:
    """Note a call (a phrase of the window or its closing call), at any time, in any order."""
    return replace(docket, heard=docket.heard | {heard})


def claim(docket: Docket, seat: int, at: int) -> Docket:
    """Note that the seat pressed its key at sample `at`, which is now."""
    return replace(docket, claims=docket.claims | {Claim(seat, at)})


def rule(
    docket: Docket, now: int, speaking: Sequence[int | None], expecting: bool
) -> tuple[Docket, tuple[Verdict, ...]]:
    """The verdicts due at sample `now`; call it after every block.

    `speaking[seat]` is the onset of the seat's earliest speech whose result is not in yet (None:
    none); it must not be later than the onset of the call found in that speech, and not vanish
    before the call is handed to `hear`.  `expecting` says that the game listens for calls although
    no window is open, so that a call is told as early.
    """
    window = docket.window
    if window is None or docket.outcome is not None:
        return _between(docket, now, expecting)
    docket, verdicts = _told_early(docket, window.opens - T_EARLY, window)
    docket, verdict = _decided(docket, window, now, speaking)
    verdicts += () if verdict is None else (verdict,)
    if isinstance(verdict, Settled) or (isinstance(verdict, Closed) and verdict.closer):
        # After a plain end the window may be opened again at once: then nothing was late.
        docket, late = _between(docket, now, False)
        verdicts += late
    return docket, verdicts


# ---------------------------------------------------------------- while a window is open


@dataclass(frozen=True, slots=True)
class _Standing:
    """The surviving first call of each seat, the closing call, and the closing sample once known.

    `callers` are the seats whose speech may become a bid or the closing call.
    """

    bids: tuple[Heard, ...]
    closer: Heard | None
    closing: int | None
    callers: frozenset[int]


def _standing(docket: Docket, window: Window) -> _Standing:
    kept = undoubled(docket.heard)
    closer = next((h for h in kept if (h.seat, h.phrase) == window.closer and h.onset >= window.opens), None)
    closing = window.closes
    if closing is None and closer is not None and window.earliest_close is not None:
        closing = max(closer.onset, window.earliest_close)
    first: dict[int, Heard] = {}
    listed = (_doubted(call, docket.heard) for call in kept if _listed(call, window))
    for call in (claimed(h, docket.claims) for h in listed):
        if call.onset >= window.opens - T_EARLY:
            first.setdefault(call.seat, call)
    in_time = (b for b in first.values() if window.closes is None or b.onset <= window.closes)
    bids = tuple(sorted(in_time, key=lambda bid: bid.onset))
    # A closing call ends the window only if nobody bid before it; otherwise it waits for the decision.
    if window.closes is None and closing is not None and bids and bids[0].onset >= closing:
        bids = ()
    callers = window.seats if window.closer is None else window.seats | {window.closer[0]}
    return _Standing(bids, closer, closing, callers)


def _decided(
    docket: Docket, window: Window, now: int, speaking: Sequence[int | None]
) -> tuple[Docket, Holding | Settled | Closed | None]:
    standing = _standing(docket, window)
    if standing.bids:
        ruling = ruled(window, standing.bids)
        deadline = _extended(ruling.deadline, docket, standing, ruling.horizon)
        if now < deadline and _open_question(docket, standing, ruling.horizon, now, speaking):
            return replace(docket, held=True), None if docket.held else Holding(window.id)
        settled = Settled(ruling.resolution, now, standing.closer)
        served = frozenset(b.seat for b in ruling.resolution.bids)
        return replace(docket, outcome=settled, served=served), settled
    if standing.closing is None or now < standing.closing:
        return docket, None
    # A bid at the very end of a fixed time still counts, one at the onset of a closing call does not.
    fixed = window.closes is not None
    horizon = standing.closing if fixed else standing.closing - 1
    deadline = standing.closing + (T_EXTEND if fixed else T_FINAL)
    deadline = _extended(deadline, docket, standing, horizon)
    if now < deadline and _open_question(docket, standing, horizon, now, speaking):
        return docket, None
    closed = Closed(window.id, standing.closing, standing.closer)
    return replace(docket, outcome=closed), closed


def _pending(docket: Docket, standing: _Standing, horizon: int) -> list[Claim]:
    """The claims whose calls could change what stands at `horizon` and are not in yet."""
    window, bidders = docket.window, {bid.seat for bid in standing.bids}
    return [
        claim
        for claim in docket.claims
        if window is not None and claim.seat in window.seats - bidders and claim.at <= horizon
    ]


def _extended(deadline: int, docket: Docket, standing: _Standing, horizon: int) -> int:
    """The deadline, later where a claimed call may still be said, or has just been."""
    waits = [claim.at + T_CLAIM for claim in _pending(docket, standing, horizon)]
    waits += [bid.end for bid in standing.bids if Claim(bid.seat, bid.onset) in docket.claims]
    return max([deadline, *(wait + T_FINAL for wait in waits)])


def _open_question(
    docket: Docket, standing: _Standing, horizon: int, now: int, speaking: Sequence[int | None]
) -> bool:
    """Whether speech now in progress, or not even noticed yet, could change what stands at `horizon`.

    It can by being a bid (or the closing call) itself, or by being the voice that leaked into a
    channel whose call is not surely its own.
    """
    for claim in _pending(docket, standing, horizon):
        said = speaking[claim.seat]
        if now <= claim.at + T_CLAIM + T_NOTICE or (said is not None and said <= claim.at + T_CLAIM):
            return True
    calls = [h.onset for h in docket.heard if any(c.at <= horizon and covers(c, h) for c in docket.claims)]
    doubtful = [h for h in entangled(docket.heard, max([horizon, *calls])) if not h.own]
    if now <= max([horizon, *(h.onset + XTALK_DT for h in doubtful)]) + T_NOTICE:
        return True
    for seat, start in enumerate(speaking):
        if start is None or _answered(docket, seat, start):
            continue
        spoken_for = any(b.seat == seat and b.onset < start for b in standing.bids)
        if seat in standing.callers and start <= horizon and not spoken_for:
            return True
        # Long talk that merely goes on beside a doubtful call is not its source: a call starts its speech.
        if any(h.seat != seat and -XTALK_DT <= h.onset - start <= T_LEAD + XTALK_DT for h in doubtful):
            return True
    return False


def _answered(docket: Docket, seat: int, start: int) -> bool:
    """Whether the result of the seat's speech from `start` is in although the voice goes on."""
    return any(h.seat == seat and start <= h.onset <= start + T_LEAD for h in docket.heard)


def _doubted(call: Heard, heard: frozenset[Heard]) -> Heard:
    """The call, in doubt if it may be another seat's voice."""
    return replace(call, doubt="") if call.doubt is None and unclear(call, heard) else call


def _listed(call: Heard, window: Window) -> bool:
    return call.seat in window.seats and call.phrase in window.phrases


# ---------------------------------------------------------------- before and after a window


def _between(docket: Docket, now: int, expecting: bool) -> tuple[Docket, tuple[Verdict, ...]]:
    """Late and early calls while no window is open; calls too old to matter are forgotten."""
    late: tuple[Verdict, ...] = ()
    if docket.window is not None and docket.outcome is not None:
        docket, late = _told_late(docket, docket.window, docket.outcome.at if expecting else now)
    # A window opens at the earliest inside the block just heard.
    before = now - BLOCK - T_EARLY
    early: tuple[Verdict, ...] = ()
    if expecting:
        docket, early = _told_early(docket, before, docket.window)
    claims = frozenset(c for c in docket.claims if c.at >= before)
    heard = frozenset(h for h in docket.heard if h.onset > now - _KEEP)
    return replace(docket, heard=heard, claims=claims, early=docket.early & heard), (*late, *early)


def _told_early(docket: Docket, before: int, window: Window | None) -> tuple[Docket, tuple[Verdict, ...]]:
    """Tell the calls with an onset earlier than sample `before`, and the claims, each once."""
    since = -1 if docket.outcome is None else docket.outcome.at
    open_now = window if docket.outcome is None else None
    calls = [
        h
        for h in undoubled(docket.heard)
        if since < h.onset < before and h not in docket.early and (open_now is None or _listed(h, open_now))
    ]
    old = sorted((c for c in docket.claims if c.at < before), key=lambda c: (c.at, c.seat))
    pressed = [c for c in old if c.at > since and (open_now is None or c.seat in open_now.seats)]
    told = (*(Early(h.seat, h.phrase) for h in calls), *(Early(c.seat, None) for c in pressed))
    return replace(docket, early=docket.early.union(calls), claims=docket.claims.difference(old)), told


def _told_late(docket: Docket, window: Window, until: int) -> tuple[Docket, tuple[Verdict, ...]]:
    """Tell the calls up to sample `until` that came too late for `window`, once a seat."""
    late: dict[int, Verdict] = {}
    for call in sorted(undoubled(docket.heard), key=by_onset):
        due = call.onset <= until and call not in docket.early and call.seat not in docket.served
        if due and _listed(call, window):
            late.setdefault(call.seat, Late(call.seat, call.phrase))
    return replace(docket, served=docket.served.union(late)), tuple(late.values())
