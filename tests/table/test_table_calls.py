"""Calls at a table: early, in time, late, and the roll that closes a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from voicenuts.arbiter import Closed, Early, Late, Settled
from voicenuts.games.hazelnut.events import Roll
from voicenuts.games.hazelnut.state import Phase
from voicenuts.hearing.hearing import Unheard
from voicenuts.lab.room import Room
from voicenuts.speaking.earcons import earcon
from voicenuts.values import Earcon, Lapsed, Name, Open, Resolved, Say, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening

HEADSETS = Room(crosstalk_db=-40.0, echo_db=-40.0, noise_db=-68.0, seed=4)
"""A room in which one voice hardly reaches the next microphone."""

NEAR = samples(25)
"""An onset is known this well."""


def said(evening: Evening) -> list[tuple[str, object]]:
    """The public lines with the seat they are about."""
    return [(say.message, dict(say.args).get("seat")) for say in evening.of(Say) if say.to is None]


def test_an_early_call_is_told_to_its_caller_alone_and_costs_nothing(begin: Begin) -> None:
    early, silent = (begin().reach(Phase.DRAW) for _ in range(2))
    for evening in (early, silent):
        evening.table._shouting._told_early.add(1)
    spoken = early.say(1, "max", 50)
    for evening in (early, silent):
        evening.until_phase(Phase.HUSH)
    assert spoken.onset < early.of(Open)[0].window.opens - samples(150)
    assert early.of(Early) == [Early(1, "thief.marten")]
    added = [early.sound(channel).astype(int) - silent.sound(channel) for channel in range(4)]
    assert not any(added[channel].any() for channel in (0, 1, 3))
    start = int(np.flatnonzero(added[2])[0])
    sound = earcon("early").astype(int)
    lead = int(np.flatnonzero(sound)[0])
    assert np.array_equal(added[2][start - lead : start - lead + len(sound)], sound)
    assert early.table.state == silent.table.state
    # The seat may call again.
    early.say(1, "max the marten")
    early.until_told(Resolved)
    assert early.table.state.score == (0, 2, 0)


def test_the_first_early_call_of_a_seat_is_explained_in_words(begin: Begin) -> None:
    evening = begin().reach(Phase.DRAW)
    evening.say(1, "max", 50)
    evening.until_phase(Phase.HUSH)
    assert [(say.to, say.message) for say in evening.of(Say) if say.to is not None] == [
        (1, "table-too-early")
    ]
    evening.until_played("table-too-early")
    assert evening.played("table-too-early")[0].channel == 2


@pytest.mark.parametrize("ears", [0, 3])
def test_an_early_call_is_never_without_its_sound(begin: Begin, ears: int) -> None:
    evening = begin(ears=ears).reach(Phase.DRAW)
    evening.say(1, "max", 50)
    evening.until_phase(Phase.HUSH)
    assert Earcon("early", to=1, at_once=True) in evening.of(Earcon)
    # Without ears words would come when the window has closed, long after what they are about.
    assert bool([say for say in evening.of(Say) if say.message == "table-too-early"]) is bool(ears)


def test_a_call_that_begins_just_before_the_window_counts(begin: Begin) -> None:
    evening = begin().reach(Phase.DRAW)
    evening.until_played("card-marten")
    opens = evening.played("card-marten")[0].end + 480
    call = evening.say(2, "max the marten", onset=opens - samples(100))
    evening.until_told(Resolved)
    assert call.onset < evening.of(Open)[0].window.opens
    assert evening.table.state.score == (0, 0, 2)
    assert not evening.of(Early)


@pytest.mark.parametrize("phase", [Phase.HUSH, Phase.PUT_BACK])
@pytest.mark.parametrize(("text", "score"), [("max the marten", (0, 0, 2)), ("fritz the fox", (0, 0, -2))])
def test_a_call_in_time_is_decided_once(
    begin: Begin, phase: Phase, text: str, score: tuple[int, ...]
) -> None:
    evening = begin().reach(phase)
    call = evening.say(2, text, 300)
    evening.run(6)
    (resolved,) = evening.of(Resolved)
    (bid,) = resolved.resolution.bids
    assert abs(bid.onset - call.onset) <= NEAR
    assert evening.table.state.score == score
    assert evening.table.state.active == 1
    assert ("right-call" if max(score) else "wrong-call", Name(2)) in said(evening)


def test_a_right_call_is_decided_at_once_and_heard_at_once(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH)
    call = evening.say(1, "max the marten")
    evening.until_told(Settled)
    decided = evening.at
    assert decided - call.end < samples(450)
    evening.run(0.2)
    first = int(np.flatnonzero(evening.sound(0)[call.end :])[0])
    assert first < samples(600)


def test_the_drawer_may_not_call(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH)
    evening.say(0, "max the marten")
    evening.until_told(Lapsed)
    assert not evening.of(Settled, Early, Late, Earcon)[3:]
    assert evening.table.state.score == (0, 0, 0)


def test_a_late_call_hears_that_it_was_late(begin: Begin) -> None:
    late, alone = (begin(room=HEADSETS).reach(Phase.HUSH) for _ in range(2))
    for evening in (late, alone):
        called = evening.say(1, "max", 200)
    spoken = late.say(2, "fritz the fox", onset=called.end + samples(60))
    for evening in (late, alone):
        evening.run(2.5)
    assert late.of(Late) == [Late(2, "thief.fox")]
    assert late.table.state == alone.table.state
    added = [late.sound(channel).astype(int) - alone.sound(channel) for channel in range(4)]
    assert not any(added[channel].any() for channel in (0, 1, 2))
    start = int(np.flatnonzero(added[3])[0])
    assert 0 < start - spoken.end < samples(700)
    sound = earcon("closed").astype(int)
    lead = int(np.flatnonzero(sound)[0])
    assert np.array_equal(added[3][start - lead : start - lead + len(sound)], sound)


def test_two_callers_are_told_apart_by_their_onsets(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH)
    evening.say(1, "max the marten", 420)
    evening.say(2, "max", 300)  # a shorter word that is over much earlier
    evening.until_told(Resolved)
    assert evening.table.state.score == (0, 0, 2)


def test_a_roll_closes_the_put_back_at_its_onset_and_is_then_played(begin: Begin) -> None:
    evening = begin().reach(Phase.PUT_BACK)
    evening.until_cue("back-1")
    roll = evening.run(2.3).say(1, "roll")
    evening.until_phase(Phase.MOVE)
    closed = evening.of(Closed)[-1]
    assert closed.at > evening.of(Open)[-1].window.earliest_close
    assert abs(closed.at - roll.onset) <= NEAR
    lapsed, rolled = (
        what for _, what in evening.told if isinstance(what, Lapsed | Roll) and what.at > 110_000
    )
    assert lapsed == Lapsed(1, closed.at)
    assert rolled == Roll(1, closed.at)
    assert evening.table.state.active == 1
    evening.run(2)
    assert ("prompt-ready", Name(1)) not in said(evening)
    assert ("prompt-move", Name(1)) in said(evening)


def test_a_call_before_the_roll_wins_and_the_roll_is_still_played(begin: Begin) -> None:
    evening = begin().reach(Phase.PUT_BACK)
    evening.until_cue("back-1")
    evening.run(2.3)
    evening.say(2, "max the marten")
    evening.say(1, "roll", 250)
    evening.until_phase(Phase.MOVE)
    assert evening.table.state.score == (0, 0, 2)
    assert evening.table.state.active == 1


def test_only_the_next_seats_roll_closes_it(begin: Begin) -> None:
    evening = begin().reach(Phase.PUT_BACK)
    evening.run(3.5)
    evening.say(2, "roll")
    evening.run(1.5)
    evening.say(0, "roll")
    evening.run(1.5)
    assert evening.phase is Phase.PUT_BACK
    assert not evening.of(Roll)


def test_a_nut_is_told_when_nobody_called(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH, "hazelnut")
    evening.until_phase(Phase.READY)
    assert evening.table.state.front == (1, 0, 0)
    assert ("nut", Name(0)) in said(evening)


# ---------------------------------------------------------------- calls that were not understood


@pytest.mark.parametrize(
    ("seat", "words", "sounds"),
    [
        (1, "leo [unk]", True),
        (2, "[unk] the fox", True),
        (0, "leo [unk]", False),  # the drawer does not call
        (1, "[unk]", False),
        (1, "[unk] [unk] leo [unk]", False),
        (1, "tree", False),
    ],
)
def test_who_may_have_called_hears_at_once_that_it_was_not_understood(
    begin: Begin, seat: int, words: str, sounds: bool
) -> None:
    evening = begin().reach(Phase.HUSH)
    evening.table._take(Unheard(seat, evening.at - samples(700), evening.at, words, 0.9))
    earcons = [what for what in evening.of(Earcon) if what == Earcon("no", seat, at_once=True)]
    assert bool(earcons) == sounds
    assert not [what for what in evening.of(Say) if what.message == "table-not-heard"]
