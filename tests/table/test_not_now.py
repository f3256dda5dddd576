"""What is said out of turn or in the wrong phase is answered by a sound, and by nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from voicenuts.games.gonuts import game as gonuts
from voicenuts.games.hazelnut.state import Phase
from voicenuts.hearing.hearing import Unheard
from voicenuts.lab.manners import TALK
from voicenuts.lab.room import Room
from voicenuts.values import Earcon, Heard, millis, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening

REPLY = samples(700)


def refusals(evening: Evening) -> list[Earcon]:
    return [earcon for earcon in evening.of(Earcon) if earcon.id == "no"]


def refused(begin: Begin, phase: Phase, seat: int, text: str, ears: int = 3) -> Evening:
    """The seat alone hears in time that it does not count, and nothing comes of it."""
    spoke, silent = (begin(ears=ears).reach(phase) for _ in range(2))
    spoken, state = spoke.say(seat, text), spoke.table.state
    for evening in (spoke, silent):
        evening.run(1.5)
    assert refusals(spoke) == [Earcon("no", to=seat, at_once=True)]
    channel = 1 + seat if ears else 0
    for other in range(spoke.channels):
        added = np.flatnonzero(spoke.sound(other).astype(np.int32) - silent.sound(other))
        if other == channel:
            assert 0 < int(added[0]) - spoken.end <= REPLY, millis(int(added[0]) - spoken.end)
        else:
            assert not len(added)
    assert not spoke.of(Heard)[len(silent.of(Heard)) :]
    if phase is Phase.READY:
        assert spoke.table.state == state
    return spoke


@pytest.mark.parametrize(
    ("phase", "seat", "text"),
    [
        (Phase.READY, 1, "roll"),
        (Phase.READY, 0, "tree four"),
        (Phase.READY, 2, "leo the lynx"),
        (Phase.MOVE, 2, "roll"),
        (Phase.MOVE, 0, "throw"),
        (Phase.HUSH, 1, "roll"),
        (Phase.HUSH, 0, "max the marten"),
    ],
)
def test_out_of_turn_and_in_the_wrong_phase(begin: Begin, phase: Phase, seat: int, text: str) -> None:
    refused(begin, phase, seat, text)


def test_without_an_ear_the_loudspeaker_tells_it(begin: Begin) -> None:
    refused(begin, Phase.READY, 1, "roll", ears=0)


def test_not_more_often_than_once_a_second(begin: Begin) -> None:
    evening = begin().reach(Phase.READY)
    for _ in range(4):
        evening.say(1, "throw")
        evening.run(0.9)
    said = [unheard for unheard in evening.of(Unheard) if unheard.untimely]
    told = [at for at, what in evening.told if isinstance(what, Earcon) and what.id == "no"]
    assert 1 < len(told) < len(said)
    assert min(np.diff(told)) >= samples(1000)


def test_talk_and_bare_answers_of_those_who_were_not_asked_are_left_alone(begin: Begin) -> None:
    evening = begin().reach(Phase.READY)
    for text in (*TALK[:2], "four"):
        evening.say(1, text)
        evening.run(2.2)
    assert evening.of(Unheard)
    assert not refusals(evening)


@pytest.mark.parametrize(
    ("phase", "seat", "text"),
    [
        (gonuts.Phase.READY, 1, "roll"),
        (gonuts.Phase.READY, 0, "hide"),
        (gonuts.Phase.READY, 2, "woof"),
        (gonuts.Phase.CHOICE, 1, "again"),
    ],
)
def test_in_go_nuts(begin: Begin, phase: gonuts.Phase, seat: int, text: str) -> None:
    evening = begin(game="go-nuts").stage(phase=phase, active=0).run(0.3)
    evening.say(seat, text)
    evening.run(1.5)
    assert refusals(evening) == [Earcon("no", to=seat, at_once=True)]


@pytest.mark.parametrize(("seat", "text"), [(1, "throw"), (0, "left"), (2, "go hive")])
def test_in_nutventure(begin: Begin, seat: int, text: str) -> None:
    evening = begin(game="nutventure")
    evening.stage(phase=type(evening.table.state.phase)("ready"), active=0).run(0.3)
    evening.say(seat, text)
    evening.run(1.5)
    assert refusals(evening) == [Earcon("no", to=seat, at_once=True)]


def test_at_one_microphone_it_is_told_whoever_is_named(begin: Begin) -> None:
    evening = begin(ears=0, secret="open", room=Room(shared=True)).ready(0).run(0.3)
    evening.say(1, "dusty, roll")
    evening.run(1.5)
    assert refusals(evening) == [Earcon("no", to=1, at_once=True)]
