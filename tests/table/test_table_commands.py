"""Orientation, manners, more help and the end of the game, asked for by voice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.events import Quit
from voicenuts.games.hazelnut.state import Phase
from voicenuts.speaking.narrator import Played
from voicenuts.table.fame import Won
from voicenuts.table.replay import replay
from voicenuts.values import BLOCK, Asked, Heard, Say, millis, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening

REPLY = samples(700)
PHASES = (Phase.READY, Phase.MOVE, Phase.DRAW, Phase.HUSH, Phase.PUT_BACK, Phase.OVER)
ALWAYS = {
    "around me": "around-me",
    "what can i do": "options",
    "louder": "louder",
    "faster": "faster",
    "where is everyone": "everyone",
}
NOW_AND_THEN = {"longer": "longer", "slower": "slower", "options": "options", "quit game": "quit"}


def answered_in_time(begin: Begin, phase: Phase, text: str, id: str, ears: int = 3) -> Evening:
    """The command was understood, and its seat heard so at once."""
    asked, silent = (begin(ears=ears).reach(phase) for _ in range(2))
    spoken = asked.say(2, text)
    for evening in (asked, silent):
        evening.run(2.5)
    assert asked.of(Heard)[-1].phrase == f"command.{id}"
    channel = 3 if ears else 0
    added = asked.sound(channel).astype(np.int32) - silent.sound(channel)
    late = int(np.flatnonzero(added)[0]) - spoken.end
    assert 0 < late <= REPLY, millis(late)
    return asked


@pytest.mark.parametrize("text", ALWAYS)
@pytest.mark.parametrize("phase", PHASES)
def test_the_seat_hears_at_once_that_it_was_understood(begin: Begin, phase: Phase, text: str) -> None:
    answered_in_time(begin, phase, text, ALWAYS[text])


@pytest.mark.parametrize("ears", [0, 3])
@pytest.mark.parametrize("text", NOW_AND_THEN)
def test_with_ears_or_without(begin: Begin, text: str, ears: int) -> None:
    answered_in_time(begin, Phase.HUSH, text, NOW_AND_THEN[text], ears)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("around me", "answer-around"),
        ("where is everyone", "answer-everyone"),
        ("what can i do", "options-other"),
    ],
)
def test_the_answer_comes_into_the_askers_ear(begin: Begin, text: str, message: str) -> None:
    evening = begin().reach(Phase.MOVE)
    evening.say(1, text)
    evening.until_played(message)
    assert [played.channel for played in evening.played(message)] == [2]


def test_faster_is_heard_at_once_and_only_there(begin: Begin) -> None:
    evening = begin().reach(Phase.MOVE)
    lengths = []
    for wish in (None, "faster"):
        if wish:
            evening.say(2, wish)
            evening.until_played("as-wished")
            assert [played.channel for played in evening.played("as-wished")] == [3]
            evening.run(1)
        evening.say(2, "score")
        evening.run(4)
        lengths.append(len(evening.played("answer-score")[-1].clip.sound.result()))
    assert lengths[1] < lengths[0]
    assert [played.channel for played in evening.of(Played)] == [3] * 3


def test_shorter_without_ears_waits_for_the_window_but_counts_at_once(begin: Begin) -> None:
    evening = begin(ears=0).reach(Phase.HUSH)
    evening.say(0, "shorter")
    evening.until_played("prompt-ready")
    order = [played.message for played in evening.of(Played)]
    assert order.index("level-1") < order.index("card-named-back")
    assert evening.played("card-named-back")[0].text == "Max the Marten goes back."


def test_help_goes_on_with_more(begin: Begin) -> None:
    evening = begin().reach(Phase.MOVE)
    evening.say(2, "more")
    evening.run(1.5)
    assert not evening.of(Asked), "nobody asked for help yet"
    evening.say(2, "help")
    for word, message in (("more", "topic-topics"), ("next", "topic-turn"), ("yes", "topic-cards")):
        evening.run(1).until(lambda: evening.table.quiet)
        evening.say(2, word)
        evening.until_played(message)
    assert [asked.about for asked in evening.of(Asked)] == [
        "command.help",
        "topic.topics",
        "topic.turn",
        "topic.cards",
    ]


def test_a_part_of_the_rules_is_asked_for_by_its_number_and_goes_on_with_more(begin: Begin) -> None:
    evening = begin().reach(Phase.MOVE)
    for word, message in (
        ("rules", "topic-topics"),
        ("topic three", "topic-thieves"),
        ("more", "topic-calls"),
    ):
        evening.run(1).until(lambda: evening.table.quiet)
        evening.say(2, word)
        evening.until_played(message)
        assert [played.channel for played in evening.played(message)] == [3]


def test_who_may_roll_asks_for_help_and_all_others_for_the_rules(begin: Begin) -> None:
    evening = begin().reach(Phase.READY)
    assert ["command.rules" in evening.table._listens(seat) for seat in range(3)] == [False, True, True]
    assert all("command.help" in evening.table._listens(seat) for seat in range(3))


def test_who_won_last_time_is_told_to_whoever_asks(begin: Begin) -> None:
    evening = begin().reach(Phase.READY)
    evening.table._requests._fame.add(Won("hazelnut", ("Ola",), 18))
    evening.say(1, "top squirrels")
    evening.until_played("fame-last")
    (told,) = evening.played("fame-last")
    assert (told.channel, told.text) == (2, "Last time Ola won Knights of the Hazelnut with eighteen.")


# ---------------------------------------------------------------- the end of the game


def ask_to_leave(begin: Begin, phase: Phase, ears: int = 3) -> Evening:
    evening = begin(ears=ears).reach(phase)
    evening.say(1, "quit game")
    evening.until_played("quit-ask")
    (ask,) = evening.played("quit-ask")
    assert ask.channel == 0
    assert len(ask.text.split()) <= 6
    return evening.run(2.5)


@pytest.mark.parametrize("phase", [Phase.READY, Phase.MOVE, Phase.PUT_BACK])
def test_two_seats_end_the_game_and_the_journal_knows(begin: Begin, phase: Phase) -> None:
    evening = ask_to_leave(begin, phase)
    evening.say(1, "yes")
    evening.run(1.2)
    assert not evening.of(Quit), "one is not enough"
    evening.say(2, "yes")
    evening.until(lambda: evening.table.over)
    assert evening.of(Quit)
    assert [say.message for say in evening.of(Say)][-2:] == ["quit", "final-scores"]
    assert evening.phase is Phase.OVER
    events = list(evening.journal.events())
    assert events[-1][2]["event"] == "hazelnut.Quit"


def test_replay_ends_it_too(begin: Begin) -> None:
    evening = begin().run(0.5)
    evening.say(0, "quit game")
    evening.until_played("quit-ask").run(2.5)
    for seat in (0, 1):
        evening.say(seat, "yes")
        evening.run(1.5)
    assert evening.phase is Phase.OVER
    assert replay(evening.journal, hazelnut) == evening.table.state


def test_one_seat_alone_ends_nothing(begin: Begin) -> None:
    evening = ask_to_leave(begin, Phase.READY)
    for _ in range(2):
        evening.say(1, "yes")
        evening.run(1.5)
    evening.until_played("quit-dropped")
    evening.say(2, "yes")
    evening.run(1.5)
    assert not evening.of(Quit)
    assert evening.phase is Phase.READY


def test_no_is_no(begin: Begin) -> None:
    evening = ask_to_leave(begin, Phase.MOVE)
    said = evening.say(2, "no")
    evening.until_played("quit-dropped")
    assert evening.played("quit-dropped")[0].start + BLOCK - said.end < samples(1000)
    assert not evening.of(Quit)


def test_without_ears_the_question_waits_for_the_window(begin: Begin) -> None:
    evening = begin(ears=0).reach(Phase.HUSH)
    evening.say(1, "quit game")
    evening.run(2)
    assert not evening.played("quit-ask")
    evening.until_played("quit-ask")
    assert not evening.table._shouting.calls.window_open
