"""A key pressed before the thief's name is said, at a real table with recorded voices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voicenuts.arbiter import Early, Settled
from voicenuts.arbiter.limits import T_CLAIM
from voicenuts.games.hazelnut.events import Choose
from voicenuts.games.hazelnut.state import Phase
from voicenuts.values import BLOCK, Cued, Earcon, Open, Resolved, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening

TICK = Earcon("ok", to=1, at_once=True)


def settled(evening: Evening) -> int:
    """The sample of the decision."""
    (at,) = [at for at, what in evening.told if isinstance(what, Settled)]
    return at


def test_who_pressed_first_is_before_who_spoke_first(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH).run(0.3)
    pressed = evening.at
    evening.table.claim(1)
    assert TICK in evening.of(Earcon)
    evening.say(2, "max the marten", 300)
    evening.say(1, "max the marten", 2200)
    evening.until_told(Resolved)
    (resolved,) = evening.of(Resolved)
    assert [bid.seat for bid in resolved.resolution.bids] == [1]
    assert resolved.resolution.bids[0].onset == pressed
    assert evening.table.state.score == (0, 2, 0)


def test_a_press_without_a_name_is_nothing_and_ends_after_four_seconds(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH).run(0.3)
    pressed = evening.at
    evening.table.claim(1)
    call = evening.say(2, "max the marten", 300)
    evening.until_told(Resolved)
    (resolved,) = evening.of(Resolved)
    assert [bid.seat for bid in resolved.resolution.bids] == [2]
    assert evening.table.state.score == (0, 0, 2)
    assert call.end + samples(1500) < pressed + T_CLAIM < settled(evening) < pressed + T_CLAIM + samples(300)


def test_a_press_later_than_a_right_call_delays_nothing(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH)
    call = evening.say(2, "max the marten", 300)
    evening.run(0.9)
    evening.table.claim(1)
    evening.until_told(Resolved)
    assert settled(evening) < call.end + samples(500)
    assert evening.table.state.score == (0, 0, 2)


def test_a_press_before_the_window_is_told_to_its_seat_and_costs_nothing(begin: Begin) -> None:
    evening = begin().reach(Phase.DRAW)
    evening.table.claim(1)
    evening.until_phase(Phase.HUSH)
    assert evening.of(Early) == [Early(1, None)]
    assert Earcon("early", to=1, at_once=True) in evening.of(Earcon)
    assert TICK not in evening.of(Earcon)
    call = evening.say(1, "max the marten", 300)
    evening.until_told(Resolved)
    bid = evening.of(Resolved)[0].resolution.bids[0]
    assert abs(bid.onset - call.onset) < samples(25)


def test_a_press_when_nothing_is_to_be_called_is_nothing(begin: Begin) -> None:
    pressed, silent = (begin().reach(Phase.MOVE) for _ in range(2))
    pressed.table.claim(1)
    for evening in (pressed, silent):
        evening.run(1).say(0, "tree two")
        evening.until_phase(Phase.HUSH)
        evening.run(BLOCK / 16_000)
    events = [evening.of(Cued, Choose, Earcon, Early, Open) for evening in (pressed, silent)]
    assert events[0] == events[1]
    assert any(isinstance(event, Open) for event in events[0])


def test_the_drawer_and_a_table_at_rest_claim_nothing(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH)
    evening.table.claim(0)
    assert Earcon("ok", to=0, at_once=True) not in evening.of(Earcon)
    evening.say(1, "pause")
    evening.run(2)
    before = len(evening.told)
    evening.table.claim(1)
    assert len(evening.told) == before
