"""A table with one microphone: names, hints, claims and pauses, with recorded voices."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from voicenuts.games.hazelnut.events import Choose, Roll
from voicenuts.games.hazelnut.state import Phase
from voicenuts.lab.room import Room
from voicenuts.table.clock import Paused, Resumed
from voicenuts.values import Earcon, Resolved, Say, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening

ROOM = Room(noise_db=-68.0, seed=3, shared=True)


@pytest.fixture
def table(begin: Begin) -> Evening:
    """A table without private ears, whose microphone hears nothing of the loudspeaker."""
    return begin(ears=0, room=replace(ROOM, echo_db=None))


def hints(evening: Evening) -> list[str]:
    return [say.message for say in evening.of(Say) if say.message.startswith("table-")]


def test_only_whose_turn_it_is_can_roll(table: Evening) -> None:
    table.ready().run(0.3).say(1, "dusty, roll")
    table.run(2)
    assert not table.of(Roll)
    table.say(2, "amber, roll")  # the name decides, not the voice
    table.run(2)
    assert [roll.seat for roll in table.of(Roll)] == [0]


def test_a_turn_a_window_and_two_calls_in_one_breath(table: Evening) -> None:
    table.move().run(0.3).say(0, "amber, tree two")
    table.until_phase(Phase.HUSH)
    assert [choose.seat for choose in table.of(Choose)] == [0]
    first = table.say(1, "dusty, leo", 300)
    second = table.say(2, "ginger, max", onset=first.end + samples(70))
    table.until_told(Resolved)
    (resolved,) = table.of(Resolved)
    bids = resolved.resolution.bids
    assert [(bid.seat, bid.phrase) for bid in bids] == [(1, "thief.lynx"), (2, "thief.marten")]
    for bid, spoken in zip(bids, (first, second), strict=True):
        assert abs(bid.onset - spoken.onset) < samples(25)
    assert table.table.state.score == (0, -2, 2)


def test_who_says_no_name_is_told_so_never_twice_in_the_same_words(table: Evening) -> None:
    table.move().run(0.3)
    for _ in range(3):
        table.say(0, "tree two")
        table.run(5)
    assert not table.of(Choose)
    assert hints(table) == ["table-name-first", "table-name-then-rest"]
    assert Earcon("no", to=0, at_once=True) in table.of(Earcon)
    table.say(0, "amber, tree two")
    table.until_phase(Phase.HUSH)
    # In a window the hint waits until nobody can lose time by it.
    table.say(1, "max")
    table.run(1.5)
    assert hints(table)[2:] == ["table-name-first"]
    assert len(table.played("table-name-first")) == 1
    table.say(1, "dusty, max")
    table.until(lambda: len(table.played("table-name-first")) == 2)
    assert table.of(Resolved)


def test_who_has_pressed_needs_no_name(table: Evening) -> None:
    table.move().run(0.3).say(0, "amber, tree two")
    table.until_phase(Phase.HUSH).run(0.3)
    pressed = table.at
    table.table.claim(2)
    table.say(2, "max", 1000)
    table.until_told(Resolved)
    (bid,) = table.of(Resolved)[0].resolution.bids
    assert (bid.seat, bid.onset) == (2, pressed)
    assert not hints(table)


def test_anybody_stops_the_table_without_a_name(table: Evening) -> None:
    table.ready().run(0.3).say(1, "pause")
    table.until_told(Paused)
    table.run(2).say(2, "resume")
    table.until_told(Resumed)
    table.run(2).say(0, "amber, roll")
    table.until_told(Roll)
