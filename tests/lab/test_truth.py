"""The reference: what must come out of a shout window, on windows made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from voicenuts.arbiter import Closed, Settled
from voicenuts.lab.script import Utterance
from voicenuts.lab.truth import Outcome, expected, judge, table_time
from voicenuts.lab.virtual import Record
from voicenuts.table.clock import Paused, Resumed
from voicenuts.values import RATE, Bid, Heard, Name, Open, Resolution, Resolved, Say, Window, samples

OPENS = 10 * RATE
LYNX, FOX, MARTEN = "thief.lynx", "thief.fox", "thief.marten"
THIEVES = frozenset({LYNX, FOX, MARTEN})
HUSH = Window(4, OPENS, OPENS + 3 * RATE, frozenset({1, 2, 3}), THIEVES, frozenset({LYNX}))
"""Seat 0 has drawn a lynx."""
NUT = Window(4, OPENS, OPENS + 3 * RATE, frozenset({1, 2, 3}), THIEVES)


def outcome(*calls: tuple[int, str, float], window: Window = HUSH, until_ms: float = 8000) -> Outcome:
    """The outcome of calls (seat, thief, milliseconds after the opening)."""
    bids = [Bid(seat, thief, OPENS + samples(ms)) for seat, thief, ms in calls]
    return expected(window, bids, OPENS + samples(until_ms))


def seats(winners: set[int], losers: set[int]) -> Outcome:
    return Outcome(frozenset(winners), frozenset(losers))


@pytest.mark.parametrize(
    ("calls", "winners", "losers"),
    [
        ([], set(), set()),
        ([(1, LYNX, 500)], {1}, set()),
        ([(1, FOX, 500)], set(), {1}),
        # The first right call gains and the first wrong one before it pays, both at once.
        ([(1, FOX, 500), (2, LYNX, 900)], {2}, {1}),
        ([(1, FOX, 500), (3, MARTEN, 700), (2, LYNX, 900)], {2}, {1}),
        # Whatever comes after the right call is void.
        ([(2, LYNX, 500), (1, FOX, 600)], {2}, set()),
        ([(2, LYNX, 500), (1, LYNX, 600)], {2}, set()),
        # Only the first wrong one pays.
        ([(1, FOX, 500), (2, MARTEN, 600)], set(), {1}),
        # One call a seat: taking it back is no use.
        ([(1, FOX, 500), (1, LYNX, 900)], set(), {1}),
        ([(1, LYNX, 500), (1, FOX, 900)], {1}, set()),
        # The drawer does not count.
        ([(0, LYNX, 500)], set(), set()),
        ([(0, FOX, 400), (2, LYNX, 500)], {2}, set()),
        # A right call more than the grace time after a wrong one is too late.
        ([(1, FOX, 500), (2, LYNX, 2000)], {2}, {1}),
        ([(1, FOX, 500), (2, LYNX, 2001)], set(), {1}),
        # So is a wrong one.
        ([(1, FOX, 500), (2, MARTEN, 2100)], set(), {1}),
        # Just before the opening is in time, earlier is not, and may be tried again.
        ([(1, LYNX, -150)], {1}, set()),
        ([(1, LYNX, -151)], set(), set()),
        ([(1, FOX, -400), (1, LYNX, 300)], {1}, set()),
        # Dead heats: either may be credited, either may pay.
        ([(1, LYNX, 500), (2, LYNX, 579)], {1, 2}, set()),
        ([(1, LYNX, 500), (2, LYNX, 580)], {1}, set()),
        ([(1, FOX, 500), (2, MARTEN, 560)], set(), {1, 2}),
        ([(1, FOX, 500), (3, FOX, 570), (2, LYNX, 900)], {2}, {1, 3}),
    ],
)
def test_who_gains_and_who_pays(
    calls: list[tuple[int, str, float]], winners: set[int], losers: set[int]
) -> None:
    assert outcome(*calls) == seats(winners, losers)
    assert outcome(*reversed(calls)) == seats(winners, losers)


def test_nobody_can_be_right_about_a_nut() -> None:
    assert outcome((1, LYNX, 500), (2, FOX, 900), window=NUT) == seats(set(), {1})


def test_a_call_at_or_after_the_end_is_late() -> None:
    assert outcome((1, LYNX, 2999), until_ms=3000) == seats({1}, set())
    assert outcome((1, LYNX, 3000), until_ms=3000) == seats(set(), set())


def test_an_outcome_allows_one_of_each_dead_heat_and_no_less() -> None:
    heat = seats({1, 2}, {0})
    assert heat.allows(seats({1}, {0}))
    assert heat.allows(seats({2}, {0}))
    assert not heat.allows(seats({3}, {0}))
    assert not heat.allows(seats(set(), {0}))
    assert not heat.allows(seats({1}, set()))
    assert not seats(set(), set()).allows(seats({1}, set()))
    assert seats(set(), set()).allows(seats(set(), set()))


# ---------------------------------------------------------------- table time


def told(*what: Any) -> Record:
    """A record in which the table told these things at their own times."""
    return Record(told=[(getattr(one, "at", 0), one) for one in what])


def test_pauses_are_taken_out_of_audio_time() -> None:
    record = told(Paused(100), Resumed(160), Paused(200), Resumed(210))
    audio = [0, 100, 130, 160, 170, 200, 205, 210, 300]
    assert [table_time(record, at) for at in audio] == [0, 100, 100, 100, 110, 140, 140, 140, 230]


def test_pausing_twice_or_resuming_without_a_pause_changes_nothing() -> None:
    record = told(Resumed(50), Paused(100), Paused(120), Resumed(160), Resumed(170))
    assert [table_time(record, at) for at in (60, 150, 200)] == [60, 100, 140]


def test_time_stands_still_in_a_pause_without_an_end() -> None:
    assert table_time(told(Paused(100)), 5000) == 100


# ---------------------------------------------------------------- a whole game


def judged(*what: tuple[int, Any], said: tuple[Utterance, ...] = ()) -> list[Any]:
    return judge(Record(told=list(what), script=list(said)))


def call(seat: int, phrase: str | None, onset: int) -> Utterance:
    return Utterance(seat, "a name", phrase, onset, onset + RATE // 2)


def test_a_settled_window_is_compared_with_what_was_said_and_heard() -> None:
    onset = OPENS + RATE
    settled = Settled(Resolution(4, (Bid(2, LYNX, onset),)), onset + RATE)
    (window,) = judged(
        (OPENS, Open(HUSH)),
        (onset + RATE, Heard(2, LYNX, onset, onset + 8000, 0.9)),
        (onset + RATE, settled),
        (onset + RATE, Say(None, "right-call", (("seat", Name(2)),))),
        (onset + RATE, Say(None, "loses", (("seat", Name(0)),))),
        said=(call(2, LYNX, onset), call(1, None, onset), call(1, "turn.roll", onset)),
    )
    assert window.actual == window.by_heard == window.by_truth == seats({2}, set())
    assert (window.verdict, window.decided) == (settled, onset + RATE)


def test_a_call_that_was_not_heard_shows_in_the_truth_alone() -> None:
    closed = Closed(4, OPENS + 3 * RATE)
    (window,) = judged((OPENS, Open(HUSH)), (closed.at, closed), said=(call(1, LYNX, OPENS + RATE),))
    assert window.by_heard == window.actual == seats(set(), set())
    assert window.by_truth == seats({1}, set())
    assert not window.by_truth.allows(window.actual)


def test_both_credits_of_one_window_are_seen() -> None:
    at = OPENS + 2 * RATE
    (window,) = judged(
        (OPENS, Open(HUSH)),
        (at, Settled(Resolution(4, (Bid(1, FOX, OPENS), Bid(2, LYNX, OPENS + 5000))), at)),
        (at, Say(None, "right-tied", (("seat", Name(2)),))),
        (at, Say(None, "wrong-call", (("seat", Name(1)),))),
    )
    assert window.actual == seats({2}, {1})


def test_a_window_that_opens_again_is_one_and_ends_at_its_last_close() -> None:
    put_back = Window(4, OPENS, None, HUSH.seats, THIEVES, HUSH.decisive, (1, "turn.roll"))
    again = Window(5, OPENS + 20 * RATE, OPENS + 23 * RATE, HUSH.seats, THIEVES)
    first, second = judged(
        (OPENS, Open(HUSH)),
        (OPENS + 3 * RATE, Closed(4, OPENS + 3 * RATE)),
        (OPENS + 3 * RATE, Open(put_back)),
        (OPENS + 9 * RATE, Closed(4, OPENS + 8 * RATE)),
        (OPENS + 20 * RATE, Open(again)),
        (OPENS + 23 * RATE, Closed(5, OPENS + 23 * RATE)),
        said=(call(1, LYNX, OPENS + 5 * RATE), call(2, FOX, OPENS + 30 * RATE)),
    )
    assert (first.window, second.window) == (put_back, again)
    assert first.by_truth == seats({1}, set())
    assert second.by_truth == seats(set(), set())


def test_a_pause_in_a_window_is_no_time() -> None:
    closed = Closed(4, OPENS + 3 * RATE)
    late = OPENS + 60 * RATE
    (window,) = judged(
        (OPENS, Open(HUSH)),
        (OPENS + RATE, Paused(OPENS + RATE)),
        (late, Resumed(late)),
        (late + 2 * RATE, closed),
        said=(call(1, LYNX, late + RATE),),
    )
    assert window.by_truth == seats({1}, set())


ONSET = OPENS + RATE
CALLED = Settled(Resolution(4, (Bid(1, FOX, ONSET),)), ONSET + RATE)


def test_a_call_that_was_voided_counts_nowhere() -> None:
    (window,) = judged(
        (OPENS, Open(HUSH)),
        (ONSET + RATE, Heard(1, FOX, ONSET, ONSET + 8000, 0.9)),
        (ONSET + RATE, CALLED),
        (ONSET + RATE, Say(None, "wrong-call", (("seat", Name(1)),))),
        (ONSET + 5 * RATE, Say(None, "call-void", (("seat", Name(1)),))),
        said=(call(1, FOX, ONSET),),
    )
    assert window.actual == window.by_heard == window.by_truth == seats(set(), set())


def test_what_was_called_before_all_was_voided_counts_nowhere_what_comes_after_does() -> None:
    again, end = ONSET + 8 * RATE, ONSET + 9 * RATE
    (window,) = judged(
        (OPENS, Open(HUSH)),
        (ONSET + RATE, CALLED),
        (ONSET + RATE, Say(None, "wrong-call", (("seat", Name(1)),))),
        (ONSET + 5 * RATE, Say(None, "calls-void")),
        (ONSET + 5 * RATE, Open(replace(HUSH, closes=None))),
        (end, Settled(Resolution(4, (Bid(1, LYNX, again),)), end)),
        (end, Say(None, "right-call", (("seat", Name(1)),))),
        said=(call(1, FOX, ONSET), call(2, FOX, ONSET + 3 * RATE), call(1, LYNX, again)),
    )
    assert window.actual == window.by_truth == seats({1}, set())


def test_a_call_that_was_asked_back_counts_as_it_was_answered() -> None:
    end = ONSET + 6 * RATE
    (window,) = judged(
        (OPENS, Open(HUSH)),
        (ONSET + RATE, Heard(1, FOX, ONSET, ONSET + 8000, 0.9)),
        (ONSET + RATE, CALLED),
        (ONSET + RATE, Say(None, "ask-back-which", (("seat", Name(1)),))),
        (end, Resolved(Resolution(4, (Bid(1, LYNX, ONSET),)), end)),
        (end, Say(None, "right-call", (("seat", Name(1)),))),
        said=(call(1, LYNX, ONSET), call(1, LYNX, end - RATE)),
    )
    assert window.actual == window.by_heard == window.by_truth == seats({1}, set())


@pytest.mark.parametrize(("phrase", "right"), [(None, True), (LYNX, True), (FOX, False)])
def test_a_mumbled_call_need_not_be_heard_but_not_as_another(phrase: str | None, right: bool) -> None:
    """The table takes it for `phrase` and credits that."""
    at = ONSET + RATE
    told: list[tuple[int, Any]] = [(OPENS, Open(HUSH))]
    if phrase is None:
        told.append((OPENS + 3 * RATE, Closed(4, OPENS + 3 * RATE)))
    else:
        message = "right-call" if phrase == LYNX else "wrong-call"
        told.append((at, Heard(1, phrase, ONSET, ONSET + 8000, 0.9)))
        told.append((at, Settled(Resolution(4, (Bid(1, phrase, ONSET),)), at)))
        told.append((at, Say(None, message, (("seat", Name(1)),))))
    (window,) = judged(*told, said=(replace(call(1, LYNX, ONSET), mumbled=True),))
    assert window.by_truth.allows(window.actual) is right


def test_an_unfinished_window_is_not_judged() -> None:
    assert judged((OPENS, Open(HUSH)), said=(call(1, LYNX, OPENS + RATE),)) == []
