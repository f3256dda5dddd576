"""One voice on two microphones."""

from __future__ import annotations

import itertools
from dataclasses import replace

import hypothesis.strategies as st
from hypothesis import given
from hypothesis import settings as budget

from voicenuts.arbiter.crosstalk import entangled, near, unclear, undoubled
from voicenuts.arbiter.limits import XTALK_DB, XTALK_DT
from voicenuts.values import Heard, samples


def call(seat: int, ms: float, level: float = 0.0, own: bool = False, phrase: str = "thief.fox") -> Heard:
    return Heard(seat, phrase, samples(ms), samples(ms + 300), 0.9, "", level, own)


def seats(*calls: Heard) -> list[int]:
    return [h.seat for h in undoubled(calls)]


def test_the_clearly_louder_stays() -> None:
    assert seats(call(0, 1000, -6), call(1, 1120, 0)) == [1]


def test_else_the_earlier_stays() -> None:
    assert seats(call(0, 1000, -5.9), call(1, 1120, 0)) == [0]


def test_at_the_same_onset_the_louder_then_the_lower_seat_stays() -> None:
    assert seats(call(0, 1000, -5), call(1, 1000, 0)) == [1]
    assert seats(call(1, 1000), call(0, 1000)) == [0]


def test_who_stays_neither_louder_nor_earlier_is_unclear() -> None:
    kept = call(0, 1000)
    assert unclear(kept, [kept, call(1, 1015)])
    assert not unclear(kept, [kept, call(1, 1030)]), "earlier"
    assert not unclear(kept, [kept, call(1, 1015, -6)]), "louder"
    assert not unclear(kept, [kept, call(1, 1015, phrase="thief.lynx")])
    assert not unclear(call(0, 1000, own=True), [call(1, 1000)])


def test_two_own_voices_both_stay() -> None:
    assert seats(call(0, 1000, -20, own=True), call(1, 1010, 0, own=True)) == [0, 1]


def test_a_surely_own_voice_is_never_the_copy() -> None:
    assert seats(call(0, 1000), call(1, 1010, own=True)) == [0, 1]
    assert seats(call(0, 1000, own=True), call(1, 1010)) == [0]


def test_other_words_other_times_and_the_same_seat_are_no_copies() -> None:
    assert seats(call(0, 1000), call(1, 1000, phrase="thief.lynx")) == [0, 1]
    assert len(seats(call(0, 1000), replace(call(1, 1000), onset=samples(1000) + XTALK_DT + 1))) == 2
    assert seats(call(0, 1000), call(0, 1100)) == [0, 0]


def test_three_channels_that_beat_each_other_in_a_ring_leave_one() -> None:
    assert seats(call(0, 1000, 0), call(1, 1010, 4), call(2, 1020, 8)) == [1]


def test_a_copy_displaces_nobody() -> None:
    assert seats(call(0, 1000, 0), call(1, 1100, 7), call(2, 1200, 14)) == [0, 2]


def test_calls_reach_each_other_through_a_chain_of_copies() -> None:
    chain = [call(0, 1000), call(1, 1100), call(2, 1200), call(3, 1400)]
    assert {h.seat for h in entangled(chain, samples(1000))} == {0, 1, 2}


CALLS = st.lists(
    st.builds(
        call,
        st.integers(0, 3),
        st.sampled_from([1000, 1040, 1100, 1120, 1160, 1200, 1240]),
        st.sampled_from([-12.0, -6.0, -3.0, 0.0]),
        st.booleans(),
        st.sampled_from(["thief.fox", "thief.lynx"]),
    ),
    unique=True,
    max_size=5,
)


@given(CALLS)
@budget(max_examples=60)
def test_no_order_of_arrival_changes_who_stays(calls: list[Heard]) -> None:
    kept = undoubled(calls)
    assert all(undoubled(order) == kept for order in itertools.islice(itertools.permutations(calls), 24))
    assert bool(kept) == bool(calls)
    assert all(h in kept for h in calls if h.own)
    for one, other in itertools.combinations(kept, 2):
        assert not near(one, other) or one.own or other.own


@given(CALLS)
@budget(max_examples=60)
def test_whoever_is_dropped_was_beaten_by_one_who_may_be_the_voice(calls: list[Heard]) -> None:
    kept = undoubled(calls)
    for gone in set(calls) - set(kept):
        rivals = [h for h in calls if near(gone, h)]
        assert any(h.level_db - gone.level_db >= XTALK_DB or h.onset <= gone.onset for h in rivals)
