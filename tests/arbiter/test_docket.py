"""Each rule of the shout window, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    resolved,
    rule,
)
from voicenuts.arbiter.limits import DEAD_HEAT, T_EARLY, T_EXTEND, T_FINAL, T_GRACE, T_NOTICE, XTALK_DT
from voicenuts.values import BLOCK, Bid, Heard, Resolution, Window, samples

MARTEN, LYNX, FOX = "thief.marten", "thief.lynx", "thief.fox"
ROLL = "turn.roll"
AMBER, DUSTY, GINGER, PEPPER = range(4)
SILENCE = (None, None, None, None)
OPENS = samples(10_000)
HUSH = Window(
    id=3,
    opens=OPENS,
    closes=OPENS + samples(5000),
    seats=frozenset({AMBER, DUSTY, GINGER}),
    phrases=frozenset({MARTEN, LYNX, FOX}),
    decisive=frozenset({LYNX}),
)
NUT = replace(HUSH, decisive=frozenset())
PUT_BACK = replace(HUSH, closes=None, closer=(DUSTY, ROLL))


def after(ms: float) -> int:
    """The sample `ms` after the window opened."""
    return OPENS + samples(ms)


def said(
    seat: int, phrase: str, ms: float, *, length: float = 400, level: float = 0.0, own: bool = True
) -> Heard:
    return Heard(seat, phrase, after(ms), after(ms + length), 0.9, phrase, level, own)


class Table:
    """A docket driven by hand."""

    def __init__(self, window: Window | None = HUSH) -> None:
        self.docket = Docket() if window is None else opened(Docket(), window)

    def hears(self, *calls: Heard) -> Table:
        for call in calls:
            self.docket = hear(self.docket, call)
        return self

    def claims(self, seat: int, ms: float) -> Table:
        self.docket = claim(self.docket, seat, after(ms))
        return self

    def opens(self, window: Window) -> None:
        self.docket = opened(self.docket, window)

    def at(
        self, ms: float, speaking: Sequence[int | None] = SILENCE, *, expecting: bool = False
    ) -> tuple[Verdict, ...]:
        self.docket, verdicts = rule(self.docket, after(ms), speaking, expecting)
        return verdicts

    def result(self, ms: float, speaking: Sequence[int | None] = SILENCE) -> Resolution:
        settled = [v for v in self.at(ms, speaking) if isinstance(v, Settled)]
        assert len(settled) == 1
        return settled[0].resolution


def who(resolution: Resolution) -> list[tuple[int, str]]:
    return [(b.seat, b.phrase) for b in resolution.bids]


# ---------------------------------------------------------------- the acceptance list of the knights' game


def test_h03_wrong_bid_then_the_right_one_both_count() -> None:
    table = Table().hears(said(AMBER, MARTEN, 1000))
    assert table.at(1500) == (Holding(3),)
    result = table.hears(said(DUSTY, LYNX, 1400)).result(2000)
    assert who(result) == [(AMBER, MARTEN), (DUSTY, LYNX)]
    assert result.margin == samples(400)
    assert result.tied == frozenset()


def test_h04_two_wrong_bids_on_a_nut_wait_for_the_grace_and_both_count() -> None:
    table = Table(NUT).hears(said(AMBER, FOX, 900), said(DUSTY, MARTEN, 1100))
    assert table.at(2300) == (Holding(3),)
    assert table.at(2400) == ()
    assert who(table.result(2600)) == [(AMBER, FOX), (DUSTY, MARTEN)]


def test_h06_the_earlier_onset_wins_although_its_result_comes_later() -> None:
    table = Table().hears(said(DUSTY, LYNX, 1200))
    assert table.at(1800, (after(1000), None, None, None)) == (Holding(3),)
    table.hears(said(AMBER, LYNX, 1000, length=1200))
    assert table.result(2400) == Resolution(3, (Bid(AMBER, LYNX, after(1000)),))


def test_h07_the_drawers_call_changes_nothing_and_the_window_stays_open() -> None:
    table = Table().hears(said(PEPPER, LYNX, 1000))
    assert table.at(2000) == ()
    assert table.at(4900) == ()
    assert who(table.hears(said(AMBER, LYNX, 4400)).result(4990)) == [(AMBER, LYNX)]


@pytest.mark.parametrize(("name_ms", "counts"), [(4950, True), (5050, False), (5000, False)])
def test_h09_a_name_just_before_the_roll_counts_just_after_does_not(name_ms: float, counts: bool) -> None:
    table = Table(replace(PUT_BACK, earliest_close=after(2000)))
    table.hears(roll := said(DUSTY, ROLL, 5000))
    speaking = (after(name_ms), None, None, None)
    early = table.at(5500, speaking)
    table.hears(said(AMBER, LYNX, name_ms))
    verdicts = early + table.at(5600)
    if counts:
        assert [type(v) for v in verdicts] == [Settled]
        settled = verdicts[0]
        assert isinstance(settled, Settled)
        assert who(settled.resolution) == [(AMBER, LYNX)]
        assert settled.closer == roll
    else:
        assert verdicts == (Closed(3, after(5000), roll), Late(AMBER, LYNX))


def test_h13_the_first_of_two_names_counts() -> None:
    table = Table(NUT).hears(said(AMBER, LYNX, 1500), said(AMBER, MARTEN, 1000))
    assert who(table.result(3000)) == [(AMBER, MARTEN)]


# ---------------------------------------------------------------- bids


def test_a_later_result_with_an_earlier_onset_replaces_the_bid_of_the_seat() -> None:
    table = Table(NUT).hears(said(AMBER, LYNX, 1500))
    assert table.at(2000) == (Holding(3),)
    table.hears(said(AMBER, FOX, 1000))
    assert who(table.result(2700)) == [(AMBER, FOX)]


@pytest.mark.parametrize(("onset", "early"), [(-151, True), (-150, False)])
def test_a_call_up_to_150_ms_before_the_window_counts(onset: float, early: bool) -> None:
    verdicts = Table().hears(said(AMBER, LYNX, onset)).at(700)
    assert isinstance(verdicts[0], Early if early else Settled)


def test_an_early_caller_may_call_again_and_is_told_once() -> None:
    table = Table().hears(said(AMBER, FOX, -500))
    assert table.at(30) == (Early(AMBER, FOX),)
    assert table.at(60) == ()
    assert who(table.hears(said(AMBER, LYNX, 800)).result(1300)) == [(AMBER, LYNX)]


def test_the_drawer_is_not_even_told_early() -> None:
    assert Table().hears(said(PEPPER, FOX, -500)).at(30) == ()


def test_phrases_of_another_time_are_ignored() -> None:
    assert Table().hears(said(AMBER, "place.tree-1", 500)).at(3000) == ()


# ---------------------------------------------------------------- before a window


def test_a_call_before_the_window_is_told_as_soon_as_no_window_can_take_it() -> None:
    table = Table(None).hears(said(AMBER, FOX, -1000, length=100))
    limit = -1000 + 150 + 30
    assert table.at(limit, expecting=True) == ()
    assert table.at(limit + 1, expecting=True) == (Early(AMBER, FOX),)
    table.opens(HUSH)
    assert table.at(100) == ()


def test_a_call_just_before_the_window_is_kept_for_it() -> None:
    table = Table(None).hears(said(AMBER, LYNX, -100, length=50))
    assert table.at(-30, expecting=True) == ()
    table.opens(HUSH)
    assert who(table.result(500)) == [(AMBER, LYNX)]


def test_nobody_is_told_early_while_the_game_does_not_listen() -> None:
    table = Table(None).hears(said(AMBER, LYNX, -1000))
    assert table.at(-500) == ()
    assert table.at(9000) == ()
    assert table.docket.heard == frozenset()


# ---------------------------------------------------------------- deciding at once


def test_a_decisive_bid_with_nothing_pending_is_settled_at_once_without_a_drum_roll() -> None:
    verdicts = Table().hears(said(AMBER, LYNX, 1000)).at(1600)
    assert verdicts == (Settled(Resolution(3, (Bid(AMBER, LYNX, after(1000)),)), after(1600)),)


def test_a_decisive_bid_waits_for_speech_that_began_before_it() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000))
    chatting: tuple[int | None, ...] = (None, after(500), None, None)
    assert table.at(1600, chatting) == (Holding(3),)
    assert table.at(2000, chatting) == ()
    assert who(table.result(2030)) == [(AMBER, LYNX)]


def test_the_wait_ends_two_seconds_after_the_end_of_the_decisive_bid() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000, length=400))
    chatting: tuple[int | None, ...] = (None, after(500), None, None)
    table.at(1600, chatting)
    assert table.at(1399 + 2000, chatting) == ()
    assert who(table.result(1400 + 2000, chatting)) == [(AMBER, LYNX)]


@pytest.mark.parametrize(("onset", "waits"), [(1079, True), (1080, False)])
def test_a_decisive_bid_waits_for_a_possible_dead_heat(onset: float, waits: bool) -> None:
    table = Table().hears(said(AMBER, LYNX, 1000))
    verdicts = table.at(1600, (None, None, after(onset), None))
    assert isinstance(verdicts[0], Holding if waits else Settled)


def test_a_decisive_bid_does_not_wait_for_a_seat_that_has_bid_before() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000), said(DUSTY, FOX, 300))
    assert len(table.result(1600, (None, after(800), None, None)).bids) == 2


def test_the_drawers_chat_does_not_hold_anything_up() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000, own=False))
    assert len(table.result(1600, (None, None, None, after(520))).bids) == 1


def test_a_voice_that_goes_on_after_its_own_bid_does_not_hold_it_up() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000))
    assert len(table.result(1600, (after(900), None, None, None)).bids) == 1


def test_speech_not_noticed_yet_is_waited_for() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000, length=50))
    assert table.at(1080) == (Holding(3),)
    assert who(table.result(1300)) == [(AMBER, LYNX)]


def test_bids_after_a_decisive_one_are_void_and_told_late() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000), said(DUSTY, FOX, 1050), said(GINGER, LYNX, 1080))
    verdicts = table.at(1700)
    assert isinstance(verdicts[0], Settled)
    assert who(verdicts[0].resolution) == [(AMBER, LYNX)]
    assert verdicts[1:] == (Late(DUSTY, FOX), Late(GINGER, LYNX))


def test_right_bids_in_a_dead_heat_are_tied() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000), said(DUSTY, FOX, 990), said(GINGER, LYNX, 1079))
    result = table.result(1700)
    assert who(result) == [(DUSTY, FOX), (AMBER, LYNX), (GINGER, LYNX)]
    assert result.tied == {AMBER, GINGER}
    assert result.margin == samples(10)


def known_to(call: Heard, error_ms: float) -> Heard:
    return replace(call, onset_error=samples(error_ms))


@pytest.mark.parametrize(
    ("gap_ms", "errors_ms", "tied"),
    [
        (79, (0, 0), True),
        (80, (0, 0), False),
        (80, (50, 60), False),  # together 78 ms: the game's own rule stays the least
        (90, (70, 60), True),  # together 92 ms
        (93, (70, 60), False),
        (112, (500, 500), True),  # no error counts for more than 80 ms, together 113 ms
        (114, (500, 500), False),
    ],
)
def test_calls_are_even_as_far_as_their_onsets_are_known(
    gap_ms: float, errors_ms: tuple[float, float], tied: bool
) -> None:
    first = known_to(said(AMBER, LYNX, 1000), errors_ms[0])
    second = known_to(said(GINGER, LYNX, 1000 + gap_ms), errors_ms[1])
    result = Table().hears(second, first).result(2000)
    assert result.tied == ({AMBER, GINGER} if tied else set())
    assert who(result) == [(AMBER, LYNX), (GINGER, LYNX)][: 1 + tied]


def test_a_decision_waits_for_speech_that_may_be_even_with_a_badly_known_onset() -> None:
    table = Table().hears(known_to(said(AMBER, LYNX, 1000), 80))
    assert table.at(1500, (None, None, after(1110), None)) == (Holding(3),)
    result = table.hears(known_to(said(GINGER, LYNX, 1110), 80)).result(1800)
    assert result.tied == {AMBER, GINGER}


def test_a_pressed_key_is_known_to_the_sample() -> None:
    table = Table().claims(AMBER, 1000).hears(known_to(said(AMBER, LYNX, 1500), 80))
    table.hears(known_to(said(GINGER, LYNX, 1085), 20))
    assert who(table.result(2500)) == [(AMBER, LYNX)]


@given(
    st.permutations(range(4)),
    st.lists(st.integers(0, 3000), min_size=4, max_size=4, unique=True),
    st.lists(st.integers(0, 2000), min_size=4, max_size=4),
)
def test_even_calls_are_so_in_any_order_and_none_is_less_even_for_being_known_less(
    order: list[int], onsets: list[int], errors: list[int]
) -> None:
    bids = [Bid(seat, LYNX, OPENS + onsets[seat], None, errors[seat]) for seat in range(4)]
    result = resolved(HUSH, bids)
    assert resolved(HUSH, [bids[seat] for seat in order]).tied == result.tied
    known = resolved(HUSH, [replace(bid, onset_error=0) for bid in bids])
    assert known.tied <= result.tied
    assert result.margin is None or result.margin == result.bids[1].onset - result.bids[0].onset


def test_wrong_bids_in_a_dead_heat_are_tied_when_none_is_right() -> None:
    table = Table(NUT).hears(said(AMBER, LYNX, 1000), said(DUSTY, FOX, 1010), said(GINGER, LYNX, 1300))
    assert table.result(2700).tied == {AMBER, DUSTY}


# ---------------------------------------------------------------- undecided windows


def test_an_undecided_window_waits_for_speech_inside_the_grace() -> None:
    table = Table(NUT).hears(said(AMBER, FOX, 1000))
    pending: tuple[int | None, ...] = (None, after(2400), None, None)
    assert table.at(1500) == (Holding(3),)
    assert table.at(3000, pending) == ()
    result = table.hears(said(DUSTY, LYNX, 2400)).result(3030)
    assert who(result) == [(AMBER, FOX), (DUSTY, LYNX)]


def test_an_undecided_window_waits_two_seconds_at_most() -> None:
    table = Table(NUT).hears(said(AMBER, FOX, 1000))
    pending: tuple[int | None, ...] = (None, after(2400), None, None)
    table.at(1500)
    last = after(1000) + T_GRACE + T_FINAL
    docket, verdicts = rule(table.docket, last - 1, pending, False)
    assert verdicts == ()
    docket, verdicts = rule(docket, last, pending, False)
    assert isinstance(verdicts[0], Settled)


@pytest.mark.parametrize(("onset", "count"), [(2500, 2), (2501, 1)])
def test_a_bid_counts_up_to_the_end_of_the_grace(onset: float, count: int) -> None:
    table = Table(NUT).hears(said(AMBER, FOX, 1000), said(DUSTY, LYNX, onset))
    assert len(table.result(3100).bids) == count


def test_a_right_bid_after_the_grace_is_too_late() -> None:
    table = Table().hears(said(AMBER, FOX, 1000), said(DUSTY, LYNX, 2510))
    verdicts = table.at(3100)
    assert isinstance(verdicts[0], Settled)
    assert who(verdicts[0].resolution) == [(AMBER, FOX)]
    assert verdicts[1:] == (Late(DUSTY, LYNX),)


def test_the_drum_roll_starts_once() -> None:
    table = Table(NUT).hears(said(AMBER, FOX, 1000))
    assert table.at(1500) == (Holding(3),)
    table.hears(said(DUSTY, FOX, 1400))
    assert table.at(1900) == ()


# ---------------------------------------------------------------- closing


def test_a_fixed_end_without_bids_closes_the_window() -> None:
    table = Table()
    assert table.at(5000) == ()
    assert table.at(5000 + 181) == (Closed(3, after(5000)),)
    assert table.at(5200) == ()


def test_a_call_that_began_before_the_fixed_end_counts() -> None:
    table = Table()
    assert table.at(5130, (after(4990), None, None, None)) == ()
    assert who(table.hears(said(AMBER, LYNX, 4990)).result(5600)) == [(AMBER, LYNX)]


def test_a_fixed_end_is_extended_by_two_and_a_half_seconds_at_most() -> None:
    table = Table()
    chatting: tuple[int | None, ...] = (after(3000), None, None, None)
    docket, verdicts = rule(table.docket, after(5000) + T_EXTEND - 1, chatting, False)
    assert verdicts == ()
    docket, verdicts = rule(docket, after(5000) + T_EXTEND, chatting, False)
    assert verdicts == (Closed(3, after(5000)),)


def test_speech_after_the_fixed_end_does_not_hold_it_up() -> None:
    assert Table().at(5200, (after(5001), None, None, after(100))) == (Closed(3, after(5000)),)


def test_the_fixed_end_also_ends_the_grace() -> None:
    table = Table(NUT).hears(said(AMBER, FOX, 4500), said(DUSTY, LYNX, 5010))
    verdicts = table.at(5190)
    assert isinstance(verdicts[0], Settled)
    assert who(verdicts[0].resolution) == [(AMBER, FOX)]


def test_a_roll_before_the_earliest_close_is_latched() -> None:
    table = Table(PUT_BACK).hears(roll := said(DUSTY, ROLL, 2000))
    assert table.at(3000) == ()
    table.opens(replace(PUT_BACK, earliest_close=after(4000)))
    assert table.at(4000) == ()
    assert table.at(4190) == (Closed(3, after(4000), roll),)


def test_a_bid_between_the_latched_roll_and_the_earliest_close_counts() -> None:
    table = Table(replace(PUT_BACK, earliest_close=after(4000))).hears(roll := said(DUSTY, ROLL, 2000))
    verdicts = table.hears(said(AMBER, LYNX, 3900)).at(4400)
    assert isinstance(verdicts[0], Settled)
    assert verdicts[0].closer == roll


def test_a_roll_after_a_bid_waits_and_does_not_cut_the_grace() -> None:
    table = Table(replace(PUT_BACK, earliest_close=after(1000)))
    table.hears(said(AMBER, FOX, 2000), roll := said(DUSTY, ROLL, 2300))
    assert table.at(2900) == (Holding(3),)
    table.hears(said(GINGER, LYNX, 2600))
    verdicts = table.at(3100)
    assert isinstance(verdicts[0], Settled)
    assert who(verdicts[0].resolution) == [(AMBER, FOX), (GINGER, LYNX)]
    assert verdicts[0].closer == roll


def test_the_closers_own_voice_does_not_hold_the_closing_up() -> None:
    table = Table(replace(PUT_BACK, earliest_close=after(1000))).hears(roll := said(DUSTY, ROLL, 2000))
    assert table.at(2500, (None, after(1950), None, None)) == (Closed(3, after(2000), roll),)


def test_the_roll_of_another_seat_closes_nothing() -> None:
    table = Table(replace(PUT_BACK, earliest_close=after(1000))).hears(said(GINGER, ROLL, 2000))
    assert table.at(3000) == ()


def test_a_decisive_bid_waits_for_speech_that_may_be_an_earlier_roll() -> None:
    table = Table(replace(PUT_BACK, closer=(PEPPER, ROLL), earliest_close=after(1000)))
    table.hears(said(AMBER, LYNX, 3000))
    assert table.at(3500, (None, None, None, after(2950))) == (Holding(3),)
    table.hears(roll := said(PEPPER, ROLL, 2950))
    assert table.at(3600) == (Closed(3, after(2950), roll), Late(AMBER, LYNX))


def test_closing_waits_two_seconds_at_most() -> None:
    table = Table(replace(PUT_BACK, earliest_close=after(1000))).hears(roll := said(DUSTY, ROLL, 2000))
    chatting: tuple[int | None, ...] = (after(500), None, None, None)
    assert table.at(3999, chatting) == ()
    assert table.at(4000, chatting) == (Closed(3, after(2000), roll),)


# ---------------------------------------------------------------- cross-talk


def test_a_leak_is_dropped_whichever_arrives_first() -> None:
    real, leak = said(AMBER, LYNX, 1000, own=False), said(DUSTY, LYNX, 960, level=-10, own=False)
    for calls in ((real, leak), (leak, real)):
        assert who(Table().hears(*calls).result(1700)) == [(AMBER, LYNX)]


def test_a_leaked_bid_waits_for_the_voice_it_may_come_from() -> None:
    leak = said(DUSTY, LYNX, 1000, level=-10, own=False)
    table = Table().hears(leak)
    assert table.at(1600, (after(1110), None, None, None)) == (Holding(3),)
    assert who(table.hears(said(AMBER, LYNX, 1110)).result(1700)) == [(AMBER, LYNX)]


def test_a_call_that_leaked_from_the_drawer_is_not_a_bid() -> None:
    table = Table().hears(said(DUSTY, LYNX, 1000, level=-10, own=False))
    assert table.at(1600, (None, None, None, after(990))) == (Holding(3),)
    table.hears(said(PEPPER, LYNX, 990))
    assert table.at(1700) == ()


def test_a_leak_of_an_early_call_is_not_a_bid() -> None:
    table = Table().hears(said(AMBER, LYNX, -200), said(DUSTY, LYNX, -140, level=-9, own=False))
    assert table.at(500) == (Early(AMBER, LYNX),)
    assert table.at(1000) == ()


def test_a_leak_of_a_late_call_is_not_told() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000))
    table.at(1600)
    table.hears(said(DUSTY, LYNX, 1040, level=-9, own=False))
    assert table.at(1900) == ()


# ---------------------------------------------------------------- after a window


def test_a_late_caller_is_told_once_a_window() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000))
    table.at(1600)
    table.hears(said(DUSTY, FOX, 1500), said(AMBER, FOX, 1700), said(PEPPER, FOX, 1500))
    assert table.at(2100) == (Late(DUSTY, FOX),)
    table.hears(said(DUSTY, LYNX, 2200))
    assert table.at(2700) == ()
    table.opens(replace(HUSH, id=4, opens=after(9000), closes=after(14_000)))
    table.hears(said(DUSTY, LYNX, 9500))
    assert who(table.result(10_100)) == [(DUSTY, LYNX)]


def test_calls_for_the_next_window_are_early_when_the_game_listens_again() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000))
    table.at(1600)
    table.hears(said(DUSTY, FOX, 1550), said(GINGER, FOX, 4000))
    assert table.at(4500, expecting=True) == (Late(DUSTY, FOX), Early(GINGER, FOX))
    assert table.at(4530, expecting=True) == ()


def test_a_window_that_closed_opens_again_and_keeps_what_was_heard() -> None:
    table = Table().hears(said(AMBER, LYNX, 5050, length=50))
    assert table.at(5190) == (Closed(3, after(5000)),)
    table.opens(PUT_BACK)
    assert who(table.result(5400)) == [(AMBER, LYNX)]


def test_a_call_after_the_end_is_late_when_the_window_stays_closed() -> None:
    table = Table().hears(said(AMBER, LYNX, 5050, length=50))
    table.at(5190)
    assert table.at(5220) == (Late(AMBER, LYNX),)


def test_a_decided_window_stays_decided() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000))
    table.at(1600)
    table.opens(PUT_BACK)
    assert table.at(2000) == ()
    closed = Table(replace(PUT_BACK, earliest_close=after(0))).hears(said(DUSTY, ROLL, 2000))
    closed.at(2600)
    closed.opens(replace(PUT_BACK, earliest_close=after(9000)))
    assert closed.hears(said(AMBER, LYNX, 3000)).at(3500) == (Late(AMBER, LYNX),)


def test_the_same_number_at_another_time_is_another_window() -> None:
    table = Table().hears(said(AMBER, LYNX, 1000))
    table.at(1600)
    table.opens(replace(HUSH, opens=after(20_000), closes=after(25_000)))
    assert who(table.hears(said(DUSTY, FOX, 20_500)).result(22_200)) == [(DUSTY, FOX)]


def test_new_limits_keep_the_bids() -> None:
    table = Table(NUT).hears(said(AMBER, LYNX, 1000))
    assert table.at(1600) == (Holding(3),)
    table.opens(replace(NUT, closes=None))
    assert who(table.result(2700)) == [(AMBER, LYNX)]


def test_limits_are_the_rules_numbers() -> None:
    assert (T_GRACE, T_FINAL, DEAD_HEAT, T_EARLY) == (24_000, 32_000, 1_280, 2_400)
    assert (XTALK_DT, T_EXTEND) == (1_920, 40_000)
    assert T_NOTICE % BLOCK == 0


# ---------------------------------------------------------------- claims by key


def test_a_claimed_call_counts_from_the_press() -> None:
    table = Table().claims(DUSTY, 1000).hears(said(GINGER, LYNX, 1200))
    assert table.at(1700) == (Holding(3),)
    table.hears(said(DUSTY, LYNX, 3500))
    settled, late = table.at(3950)
    assert late == Late(GINGER, LYNX)
    assert isinstance(settled, Settled)
    assert settled.resolution == Resolution(3, (Bid(DUSTY, LYNX, after(1000)),))


def test_a_claim_is_void_when_nothing_is_said_in_four_seconds() -> None:
    table = Table().claims(DUSTY, 1000).hears(said(GINGER, LYNX, 1200))
    assert table.at(1700) == (Holding(3),)
    assert table.at(5100) == ()
    (settled,) = table.at(5190)
    assert isinstance(settled, Settled)
    assert settled.resolution.bids == (Bid(GINGER, LYNX, after(1200)),)


def test_a_call_four_seconds_after_the_press_is_waited_for_until_it_is_recognised() -> None:
    table = Table().claims(DUSTY, 1000).hears(said(GINGER, LYNX, 1200))
    table.at(1700)
    speaking = (None, after(4990), None, None)
    for ms in range(4990, 6000, 30):
        assert table.at(ms, speaking) == ()
    table.hears(said(DUSTY, FOX, 4990, length=700))
    (settled,) = table.at(6010)
    assert isinstance(settled, Settled)
    assert settled.resolution.bids == (Bid(DUSTY, FOX, after(1000)), Bid(GINGER, LYNX, after(1200)))


def test_a_call_later_than_that_counts_from_its_own_onset() -> None:
    table = Table().claims(DUSTY, 100).hears(said(DUSTY, LYNX, 4101))
    (settled,) = table.at(4700)
    assert isinstance(settled, Settled)
    assert settled.resolution.bids == (Bid(DUSTY, LYNX, after(4101)),)


def test_what_is_not_recognised_in_time_is_not_waited_for_any_longer() -> None:
    table = Table().claims(DUSTY, 1000).hears(said(GINGER, LYNX, 1200))
    table.at(1700)
    speaking = (None, after(4900), None, None)
    assert table.at(6990, speaking) == ()
    (settled,) = table.at(7010, speaking)
    assert isinstance(settled, Settled)


def test_while_the_claim_is_out_others_may_still_call() -> None:
    table = Table().claims(DUSTY, 1000).hears(said(GINGER, LYNX, 3000), said(DUSTY, FOX, 4500))
    (settled,) = table.at(6000)
    assert isinstance(settled, Settled)
    assert [bid.seat for bid in settled.resolution.bids] == [DUSTY, GINGER]


def test_a_window_ends_later_for_a_claim_in_time() -> None:
    table = Table().claims(DUSTY, 4900)
    assert table.at(8890) == ()
    table.hears(said(DUSTY, LYNX, 8800))
    (settled,) = table.at(9300)
    assert isinstance(settled, Settled)
    assert settled.resolution.bids[0].onset == after(4900)
    table = Table().claims(DUSTY, 4900)
    (closed,) = table.at(9090)
    assert closed == Closed(3, after(5000))


def test_early_presses_are_told_once_and_forgotten() -> None:
    table = Table(None).claims(DUSTY, -1000)
    assert table.at(-900, expecting=True) == ()
    assert table.at(-800, expecting=True) == (Early(DUSTY, None),)
    assert table.at(-700, expecting=True) == ()
    table.opens(HUSH)
    table.hears(said(DUSTY, LYNX, 500))
    (settled,) = table.at(1000)
    assert isinstance(settled, Settled)
    assert settled.resolution.bids[0].onset == after(500)


def test_a_press_when_nobody_listens_for_calls_is_forgotten() -> None:
    table = Table(None).claims(DUSTY, -1000)
    assert table.at(-800) == ()
    assert not table.docket.claims


def test_who_may_not_call_claims_nothing() -> None:
    table = Table().claims(PEPPER, 100).hears(said(GINGER, LYNX, 200))
    (settled,) = table.at(800)
    assert isinstance(settled, Settled)
