"""The table answers every universal command, whatever the game is doing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from voicenuts.games.hazelnut.state import Phase
from voicenuts.table.clock import Paused, Resumed
from voicenuts.values import BLOCK, Heard, Say, millis, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening, Pcm

REPLY = samples(700)
"""An accepted command is answered within this time of its end."""

PHASES = (Phase.READY, Phase.MOVE, Phase.DRAW, Phase.HUSH, Phase.PUT_BACK, Phase.OVER)
QUESTIONS = ("repeat", "score", "status", "where am i", "help")


def added(one: Evening, other: Evening, channel: int) -> Pcm:
    """What is heard at one table and not at the other."""
    difference = one.sound(channel).astype(np.int32) - other.sound(channel)
    return np.asarray(difference)


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("text", QUESTIONS)
@pytest.mark.parametrize("phase", PHASES)
def test_a_question_is_answered_at_once_in_the_askers_ear(
    begin: Begin, phase: Phase, text: str, seat: int
) -> None:
    asked, silent = (begin().reach(phase) for _ in range(2))
    spoken = asked.say(seat, text)
    for evening in (asked, silent):
        evening.run(2.5)
    assert asked.of(Heard)[-1].phrase == "command." + text.replace(" ", "-")
    answer = added(asked, silent, 1 + seat)
    late = int(np.flatnonzero(answer)[0]) - spoken.end
    assert 0 < late <= REPLY, millis(late)
    for other in {0, 1, 2, 3} - {1 + seat}:
        assert not added(asked, silent, other).any()
    assert asked.table.state == silent.table.state


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("score", "answer-score"),
        ("status", "status-move"),
        ("where am i", "where-tree"),
        ("help", "help-other"),
    ],
)
def test_the_answer_is_the_games(begin: Begin, text: str, message: str) -> None:
    evening = begin().reach(Phase.MOVE).stage(pos=(1, 2, 3))
    evening.say(2, text)
    evening.until_played(message)
    assert [(say.to, say.message) for say in evening.of(Say)] == [(2, message)]
    (played,) = evening.played(message)
    assert played.channel == 3
    sound = played.clip.sound.result()
    evening.run(1)
    assert not evening.sound(0).any()
    evening.run(len(sound) / 16_000)
    start = played.start + BLOCK
    ok = samples(70)  # the earcon is mixed over the beginning
    assert np.array_equal(evening.sound(3)[start + ok : start + len(sound)], sound[ok:])


def test_repeat_says_the_last_line_again_to_the_asker_alone(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH)
    before = len(evening.sound(0))
    evening.say(2, "repeat")
    evening.run(2.5)
    arrive = evening.played("arrive")
    assert [played.channel for played in arrive] == [0, 3]
    assert arrive[0].text == arrive[1].text
    assert not evening.sound(0)[before:].any()


def test_repeat_says_ones_own_secret_again(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH)
    evening.say(0, "repeat")
    evening.run(2.5)
    assert [played.channel for played in evening.played("card-marten")] == [1, 1]


def test_repeat_at_the_very_beginning_has_an_answer(begin: Begin) -> None:
    evening = begin().ready()
    evening.say(1, "repeat")
    evening.run(2)
    assert [played.channel for played in evening.played("table-nothing-yet")] == [2]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("phase", PHASES)
def test_pause_and_resume_are_answered_at_once_to_all(begin: Begin, phase: Phase, seat: int) -> None:
    evening = begin().reach(phase)
    spoken = evening.say(seat, "pause")
    evening.until_played("table-paused")
    in_time(evening, "table-paused", spoken.end)
    assert evening.of(Paused)
    evening.run(3)
    spoken = evening.say(seat, "resume")
    evening.until_played("table-resumed")
    in_time(evening, "table-resumed", spoken.end)
    assert evening.of(Resumed)


@pytest.mark.parametrize("phase", PHASES)
def test_resume_without_a_pause_is_answered_too(begin: Begin, phase: Phase) -> None:
    evening = begin().reach(phase)
    spoken = evening.say(1, "resume")
    evening.until_played("table-resumed")
    in_time(evening, "table-resumed", spoken.end)


@pytest.mark.parametrize("text", [*QUESTIONS, "pause", "resume"])
def test_even_while_the_result_is_being_told(begin: Begin, text: str) -> None:
    asked, silent = (begin().move().stage(front=(4, 0, 0), score=(10, 0, 0)).run(0.3) for _ in range(2))
    for evening in (asked, silent):
        evening.say(0, "old oak")
        evening.until_played("final-scores")
    spoken = asked.say(2, text)
    for evening in (asked, silent):
        evening.run(2)
    channels = (0, 3) if text == "pause" else (3,)
    starts = [np.flatnonzero(added(asked, silent, channel)) for channel in channels]
    late = min(int(found[0]) for found in starts if len(found)) - spoken.end
    assert 0 < late <= REPLY, millis(late)


def in_time(evening: Evening, message: str, end: int) -> None:
    """The line is public, sounds on the samples, and began in time after sample `end`."""
    (played,) = evening.played(message)
    start = played.start + BLOCK
    assert played.channel == 0
    assert 0 < start - end <= REPLY, millis(start - end)
    evening.run(0.3)
    assert evening.sound(0)[start : start + samples(60)].any()
