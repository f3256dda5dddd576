"""Table time: properties that hold for any order of blocks, pauses and cues."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from voicenuts.table.clock import Clock
from voicenuts.values import BLOCK

LATEST = 40 * BLOCK

acts = st.lists(
    st.one_of(
        st.tuples(st.just("run"), st.integers(1, 4)),
        st.tuples(st.sampled_from(["pause", "resume"]), st.just(0)),
        st.tuples(st.just("cue"), st.integers(0, LATEST)),
    ),
    max_size=40,
)


def played(clock: Clock, act: str, number: int) -> None:
    """One act of a game upon the clock."""
    match act:
        case "run":
            clock.audio += number * BLOCK
        case "pause":
            clock.pause()
        case "resume":
            clock.resume()
        case "cue":
            clock.schedule(f"at-{number}", number)


@given(acts)
def test_table_time_never_goes_back_and_pauses_add_up(script: list[tuple[str, int]]) -> None:
    clock, before, lost = Clock(), 0, 0
    for act, number in script:
        if act == "run" and clock.paused:
            lost += number * BLOCK
        played(clock, act, number)
        assert clock.now >= before
        assert clock.now == clock.audio - lost
        before = clock.now


@given(acts)
def test_cues_come_due_once_in_order_and_never_in_a_pause(script: list[tuple[str, int]]) -> None:
    clock = Clock()
    scheduled, came = [], []
    for act, number in script:
        played(clock, act, number)
        if act == "cue":
            scheduled.append((number, f"at-{number}"))
        waiting = sorted(set(scheduled))
        due = clock.due()
        assert not (due and clock.paused)
        assert due == sorted(due)
        assert all(at <= clock.now for at, _ in due)
        came += due
        if not clock.paused:
            assert sorted(came) == sorted(cue for cue in scheduled if cue[0] <= clock.now)
        assert set(due) <= set(waiting)
    clock.resume()
    clock.audio += 2 * LATEST
    assert sorted(came + clock.due()) == sorted(scheduled)
    assert clock.due() == []


@given(acts, st.integers(0, 10 * BLOCK))
def test_the_present_and_what_came_before_the_pause_have_one_table_time(
    script: list[tuple[str, int]], ago: int
) -> None:
    clock = Clock()
    for act, number in script:
        played(clock, act, number)
    clock.audio += 10 * BLOCK
    assert clock.table(clock.audio) == clock.now
    assert clock.table(clock.audio - ago) <= clock.now
    assert clock.stands_still_at(clock.audio) == clock.paused
    clock.pause()
    paused = clock.audio
    clock.audio += 10 * BLOCK
    assert clock.table(paused) == clock.table(clock.audio) == clock.now
    assert clock.stands_still_at(clock.audio)
    assert not clock.stands_still_at(paused - 1) or clock.table(paused - 1) == clock.now


def test_two_cues_for_the_same_time_keep_the_order_in_which_they_were_made() -> None:
    clock = Clock()
    for id in ("b", "a", "c"):
        clock.schedule(id, 100)
    clock.schedule("first", 50)
    clock.audio = 100
    assert [id for _, id in clock.due()] == ["first", "b", "a", "c"]


def test_pausing_twice_is_one_pause_and_going_on_without_one_is_nothing() -> None:
    clock = Clock()
    clock.resume()
    clock.audio = BLOCK
    clock.pause()
    clock.audio = 3 * BLOCK
    clock.pause()
    assert clock.now == BLOCK
    clock.audio = 5 * BLOCK
    clock.resume()
    clock.resume()
    assert not clock.paused
    assert clock.now == BLOCK
    clock.audio = 6 * BLOCK
    assert clock.now == 2 * BLOCK
