"""The order of arrival never decides: the same calls, in whatever order, give the same result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import hypothesis.strategies as st
from hypothesis import given, settings

from voicenuts.arbiter import (
    Closed,
    Docket,
    Early,
    Holding,
    Late,
    Settled,
    Verdict,
    claim,
    hear,
    opened,
    rule,
)
from voicenuts.arbiter.crosstalk import unclear, undoubled
from voicenuts.arbiter.limits import (
    DEAD_HEAT,
    ERROR_MOST,
    T_CLAIM,
    T_EARLY,
    T_FINAL,
    T_GRACE,
    T_LEAD,
    T_NOTICE,
)
from voicenuts.values import BLOCK, Bid, Heard, Resolution, Window, samples

SEATS = 4
OPENS = samples(900)
HUSH_ENDS = OPENS + samples(1500)
MIN_BACK = samples(300)
THIEVES = ("thief.marten", "thief.lynx", "thief.fox")
ROLL = "turn.roll"
LONGEST_DELAY = samples(600)


@dataclass(frozen=True)
class Plan:
    """How the table opens the window: a fixed end, or open until the roll, or one after the other.

    `patient` says that the put-back comes only when the longest claim is over.
    """

    hush: bool
    put_back: bool
    decisive: frozenset[str]
    seats: frozenset[int] = frozenset({1, 2, 3})
    closer: tuple[int, str] = (1, ROLL)
    patient: bool = False

    @property
    def announced(self) -> int:
        """When the card is said to go back (after the longest possible hush)."""
        if self.hush and self.patient:
            return HUSH_ENDS + T_CLAIM + T_FINAL + samples(200)
        return HUSH_ENDS + samples(2700) if self.hush else OPENS + samples(800)

    def at_first(self) -> Window:
        return Window(
            id=7,
            opens=OPENS,
            closes=HUSH_ENDS if self.hush else None,
            seats=self.seats,
            phrases=frozenset(THIEVES),
            decisive=self.decisive,
            closer=None if self.hush else self.closer,
        )

    def afterwards(self) -> Window:
        return replace(self.at_first(), closes=None, closer=self.closer)


@dataclass(frozen=True)
class Call:
    """A call with the delay of its result after its end, and how its speech is reported meanwhile.

    The speech begins `lead` before the call and is noticed `notice` after the call's onset.
    """

    heard: Heard
    delay: int
    notice: int
    lead: int

    @property
    def start(self) -> int:
        return self.heard.onset - self.lead

    @property
    def arrives(self) -> int:
        return self.heard.end + self.delay

    def going_on(self, now: int) -> bool:
        return self.heard.onset + self.notice <= now < self.arrives


Press = tuple[int, int]
"""A seat and the sample at which it pressed its key."""


def play(
    plan: Plan, calls: Sequence[Call], until: int, presses: Sequence[Press] = ()
) -> list[tuple[int, Verdict]]:
    """Every verdict with the sample at which it was given."""
    docket = Docket()
    told: list[tuple[int, Verdict]] = []
    waiting = list(calls)
    for now in range(0, until, BLOCK):
        if now - BLOCK < OPENS <= now:
            docket = opened(docket, plan.at_first())
        if plan.put_back and now - BLOCK < plan.announced <= now:
            docket = opened(docket, replace(plan.afterwards(), earliest_close=plan.announced + MIN_BACK))
        for seat, at in presses:
            if now - BLOCK < at <= now:
                docket = claim(docket, seat, at)
        for call in [c for c in waiting if c.arrives <= now]:
            docket = hear(docket, call.heard)
            waiting.remove(call)
        going_on = [c for c in waiting if c.going_on(now)]
        speaking = [
            min((c.start for c in going_on if c.heard.seat == seat), default=None) for seat in range(SEATS)
        ]
        docket, verdicts = rule(docket, now, speaking, now < OPENS)
        told += [(now, v) for v in verdicts]
        lapsed = any(isinstance(v, Closed) and v.closer is None for v in verdicts)
        if lapsed and plan.put_back:
            docket = opened(docket, plan.afterwards())
    return told


def outcome(told: Sequence[tuple[int, Verdict]]) -> object:
    """The result without the moment at which it was told."""
    finals = [v for _, v in told if isinstance(v, Settled | Closed)]
    return [v.resolution if isinstance(v, Settled) else (v.window, v.at, v.closer) for v in finals]


DURATION = st.sampled_from([200, 200, 350, 600, 1000]).map(samples)
LEVEL = st.sampled_from([-12.0, -6.0, -3.0, 0.0])
ROLLERS = (0, 1)
MOMENTS_MS = (700, 800, 1400, 1900, 2000, 2300, 3800, 5200, 5300, 5900)


@st.composite
def some_calls(draw: st.DrawFn) -> list[tuple[Heard, tuple[int, int]]]:
    """Bursts of calls round a few moments, each with two possible delays of its result.

    Within a burst most say the same, so leaks, dead heats and calls on the limits are common.
    """
    moments = draw(st.lists(st.sampled_from(MOMENTS_MS).map(samples), min_size=1, max_size=4))
    delay = st.sampled_from([0, samples(100), LONGEST_DELAY]) | st.integers(0, LONGEST_DELAY)
    free = dict.fromkeys(range(SEATS), 0)
    calls: list[tuple[Heard, tuple[int, int]]] = []
    for moment in sorted(moments):
        common = draw(st.sampled_from(THIEVES))
        for seat in sorted(draw(st.sets(st.integers(0, SEATS - 1), min_size=1))):
            onset = moment + samples(10 * draw(st.integers(0, 25))) + draw(st.sampled_from([0, 0, -1, 1]))
            if onset < free[seat]:
                continue
            others = [*THIEVES, ROLL, ROLL] if seat in ROLLERS else [*THIEVES]
            phrase = draw(st.sampled_from([common] * 4 + others))
            heard = Heard(
                seat=seat,
                phrase=phrase,
                onset=onset,
                end=onset + draw(DURATION),
                confidence=1.0,
                level_db=draw(LEVEL),
                own=draw(OWN),
                onset_error=draw(ERROR),
            )
            calls.append((heard, (draw(delay), draw(delay))))
            free[seat] = heard.end + LONGEST_DELAY + T_LEAD + 2
    return calls


OWN = st.sampled_from([False, False, True])
ERROR = st.sampled_from([0, 0, 15, 40, 79, 80, 300]).map(samples)
PLANS = st.builds(
    Plan,
    hush=st.just(True),
    put_back=st.booleans(),
    decisive=st.sampled_from([frozenset(), frozenset({"thief.lynx"}), frozenset({"thief.fox"})]),
) | st.builds(
    Plan,
    hush=st.just(False),
    put_back=st.just(True),
    decisive=st.sampled_from([frozenset[str](), frozenset({"thief.lynx"})]),
    closer=st.sampled_from([(1, ROLL), (0, ROLL)]),
)
NOTICE = st.tuples(st.integers(0, T_NOTICE), st.integers(0, T_LEAD))
LONG = samples(14_000)


@given(PLANS, some_calls(), NOTICE, NOTICE)
@settings(max_examples=150, deadline=None)
def test_same_calls_any_delays_same_result(
    plan: Plan, drawn: list[tuple[Heard, tuple[int, int]]], one: tuple[int, int], other: tuple[int, int]
) -> None:
    first = play(plan, [Call(h, d[0], *one) for h, d in drawn], LONG)
    second = play(plan, [Call(h, d[1], *other) for h, d in drawn], LONG)
    assert outcome(first) == outcome(second)
    assert outcome(first) == expected(plan, [h for h, _ in drawn])


def counted(call: Heard, presses: Sequence[Press]) -> Heard:
    """The call with the moment from which it counts."""
    at = [p for seat, p in presses if seat == call.seat and OPENS - T_EARLY <= p <= call.onset <= p + T_CLAIM]
    return replace(call, onset=min(at), onset_error=0) if at else call


def expected(plan: Plan, heard: list[Heard], presses: Sequence[Press] = ()) -> object:
    """The result worked out from all calls at once, straight from the rules."""
    kept = undoubled(heard)
    listed = [h for h in kept if h.phrase in THIEVES and h.seat in plan.seats]
    doubted = [replace(h, doubt="") if unclear(h, heard) else h for h in listed]
    calls = [counted(h, presses) for h in doubted]
    calls = sorted((h for h in calls if h.onset >= OPENS - T_EARLY), key=lambda h: h.onset)
    told: list[object] = []
    if plan.hush:
        if any(h.onset <= HUSH_ENDS for h in calls):
            return [verdict(plan, [h for h in calls if h.onset <= HUSH_ENDS])]
        told.append((7, HUSH_ENDS, None))
        if not plan.put_back:
            return told
    rolls = [h for h in kept if (h.seat, h.phrase) == plan.closer and h.onset >= OPENS]
    if rolls:
        closing = max(rolls[0].onset, plan.announced + MIN_BACK)
        if not any(h.onset < closing for h in calls):
            return [*told, (7, closing, rolls[0])]
    return [*told, verdict(plan, calls)] if calls else told


def verdict(plan: Plan, calls: list[Heard]) -> Resolution:
    """Bids as (seat, phrase, onset), margin and dead heat of the calls inside the window."""
    bids: list[Heard] = []
    for call in calls:
        grace = max(calls[0].onset + T_GRACE, calls[0].end)
        if call.seat not in [b.seat for b in bids] and call.onset <= grace:
            bids.append(call)
    right = [b for b in bids if b.phrase in plan.decisive]
    if right:
        even = [b for b in right if b.onset - right[0].onset < heat(right[0], b)]
        bids = [b for b in bids if b.onset < right[0].onset or b in even]
    else:
        even = [b for b in bids if b.onset - bids[0].onset < heat(bids[0], b)]
    return Resolution(
        window=7,
        bids=tuple(Bid(b.seat, b.phrase, b.onset, b.doubt, b.onset_error) for b in bids),
        margin=bids[1].onset - bids[0].onset if len(bids) > 1 else None,
        tied=frozenset(b.seat for b in even) if len(even) > 1 else frozenset(),
    )


def heat(one: Heard, other: Heard) -> int:
    """Calls closer than this are even: as the game has it, or as their onsets are known."""
    errors = [min(call.onset_error, ERROR_MOST) for call in (one, other)]
    return max(DEAD_HEAT, int(sum(error**2 for error in errors) ** 0.5))


@given(PLANS, some_calls(), NOTICE)
@settings(max_examples=100, deadline=None)
def test_what_every_evening_keeps(
    plan: Plan, drawn: list[tuple[Heard, tuple[int, int]]], notice: tuple[int, int]
) -> None:
    calls = [Call(h, d[0], *notice) for h, d in drawn]
    told = play(plan, calls, LONG)
    settled = [(now, v) for now, v in told if isinstance(v, Settled)]
    holdings = [now for now, v in told if isinstance(v, Holding)]
    assert len(settled) <= 1
    assert len(holdings) <= 1
    late = [v.seat for _, v in told if isinstance(v, Late)]
    assert len(late) == len(set(late)) or plan.put_back
    early = [v for _, v in told if isinstance(v, Early)]
    assert len(early) <= sum(h.onset < OPENS - T_EARLY for h, _ in drawn)
    for now, verdict in settled:
        bids = verdict.resolution.bids
        seats = [b.seat for b in bids]
        assert len(seats) == len(set(seats)) >= 1
        assert [b.onset for b in bids] == sorted(b.onset for b in bids)
        assert plan.seats.issuperset(seats)
        assert min(holdings, default=0) <= now
        assert not verdict.resolution.tied or verdict.resolution.tied <= set(seats)
        assert not set(seats) & {v.seat for t, v in told if isinstance(v, Late) and t >= now}
        first = bids[0]
        # Nobody whose speech began before the first counted bid was left waiting outside.
        for call in calls:
            unheard = call.heard.seat in plan.seats - set(seats) and call.heard.onset < first.onset
            assert not (unheard and call.heard.onset >= OPENS - T_EARLY and call.arrives > now)


# ---------------------------------------------------------------- claims by key


@st.composite
def some_claims(draw: st.DrawFn, calls: Sequence[Heard]) -> list[Press]:
    """Presses before calls, by as little as nothing and as much as is too much, and some for nothing."""
    lead = st.sampled_from([0, 1, 300, 900, 2500, 3999, 4000, 4001]).map(samples)
    presses = [(h.seat, max(0, h.onset - draw(lead))) for h in calls if draw(st.booleans())]
    moment = st.sampled_from(MOMENTS_MS).map(samples)
    return presses + draw(st.lists(st.tuples(st.integers(0, SEATS - 1), moment), max_size=2))


@st.composite
def an_evening(draw: st.DrawFn) -> tuple[list[tuple[Heard, tuple[int, int]]], list[Press]]:
    drawn = draw(some_calls())
    return drawn, draw(some_claims([h for h, _ in drawn]))


PATIENT = PLANS.map(lambda plan: replace(plan, patient=True))
LONGER = samples(20_000)


@given(PATIENT, an_evening(), NOTICE, NOTICE)
@settings(max_examples=80, deadline=None)
def test_claimed_calls_count_from_the_press_in_any_order_of_arrival(
    plan: Plan,
    evening: tuple[list[tuple[Heard, tuple[int, int]]], list[Press]],
    one: tuple[int, int],
    other: tuple[int, int],
) -> None:
    drawn, presses = evening
    first = play(plan, [Call(h, d[0], *one) for h, d in drawn], LONGER, presses)
    second = play(plan, [Call(h, d[1], *other) for h, d in drawn], LONGER, presses[::-1])
    assert outcome(first) == outcome(second)
    assert outcome(first) == expected(plan, [h for h, _ in drawn], presses)


@given(PATIENT, an_evening(), NOTICE)
@settings(max_examples=40, deadline=None)
def test_a_claim_puts_nobody_before_who_acted_earlier(
    plan: Plan, evening: tuple[list[tuple[Heard, tuple[int, int]]], list[Press]], notice: tuple[int, int]
) -> None:
    drawn, presses = evening
    told = play(plan, [Call(h, d[0], *notice) for h, d in drawn], LONGER, presses)
    for now, settled in told:
        if not isinstance(settled, Settled):
            continue
        bids = settled.resolution.bids
        assert [b.onset for b in bids] == sorted(b.onset for b in bids)
        for bid in bids:
            calls = [h for h, _ in drawn if h.seat == bid.seat and h.phrase == bid.phrase]
            own = [h for h in calls if h.onset == bid.onset]
            pressed = [h for h in calls if (bid.seat, bid.onset) in presses and h.onset >= bid.onset]
            assert own or any(h.onset <= bid.onset + T_CLAIM for h in pressed)
        # A press holds a decision for so long and no longer.
        last = max(b.onset for b in bids)
        assert now <= last + T_CLAIM + 2 * T_FINAL + T_GRACE + BLOCK


@given(PATIENT, some_calls(), st.integers(0, SEATS - 1), st.sampled_from(MOMENTS_MS).map(samples), NOTICE)
@settings(max_examples=40, deadline=None)
def test_a_claim_without_a_call_changes_nothing(
    plan: Plan, drawn: list[tuple[Heard, tuple[int, int]]], seat: int, at: int, notice: tuple[int, int]
) -> None:
    calls = [Call(h, d[0], *notice) for h, d in drawn if h.seat != seat or h.onset < at]
    assert outcome(play(plan, calls, LONGER, [(seat, at)])) == outcome(play(plan, calls, LONGER))
