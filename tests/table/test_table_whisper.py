"""A table with one loudspeaker that is handed round: real recogniser, everything by voice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from voicenuts.games.hazelnut.events import GiveBack, Listen
from voicenuts.games.hazelnut.state import Card, Phase
from voicenuts.lab.room import Room
from voicenuts.speaking.whisper import LENGTH
from voicenuts.table.clock import Paused
from voicenuts.values import BLOCK, RATE, Cued, Earcon, Heard, Lapsed, Say, Secret, Undone, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening
    from voicenuts.speaking.voice import Voice

REPLY = samples(700)
LOUD = Room(crosstalk_db=-20.0, echo_db=-12.0, noise_db=-68.0, seed=3)
"""Here the loudspeaker is nearly as loud in every microphone as a neighbour."""

ANSWERS = {
    "score": "answer-score",
    "status": "status",
    "where am i": "where-tree",
    "around me": "answer-around",
    "where is everyone": "answer-everyone",
    "what can i do": "options",
    "help": "help",
    "shorter": "level-1",
    "undo": "und",
    "quit game": "quit-ask",
}


def handed(begin: Begin, phase: Phase, card: str = "marten") -> Evening:
    return begin(secret="whisper").reach(phase, card)


def asked_for_an_ear(begin: Begin) -> Evening:
    """The question has just been said."""
    evening = handed(begin, Phase.EAR).until_played("prompt-ear")
    return evening.until(lambda: evening.table.quiet)


@pytest.mark.parametrize("phase", [Phase.EAR, Phase.WHISPER])
@pytest.mark.parametrize("text", ANSWERS)
def test_every_wish_is_heard_at_once_and_answered_when_no_ear_is_at_the_loudspeaker(
    begin: Begin, text: str, phase: Phase
) -> None:
    asked, silent = (handed(begin, phase) for _ in range(2))
    asked.until(lambda: phase is Phase.WHISPER or asked.table.quiet)
    silent.until(lambda: silent.at == asked.at)
    spoken = asked.say(2, text)
    for evening in (asked, silent):
        evening.run(2.5)
    added = asked.sound(0).astype(np.int32) - silent.sound(0)
    assert 0 < int(np.flatnonzero(added)[0]) - spoken.end <= REPLY
    asked.until(lambda: [say for say in asked.of(Say) if say.message.startswith(ANSWERS[text])])
    message = asked.of(Say)[-1].message
    (answer,) = asked.until_played(message).played(message)
    laid = [played.end for played in asked.played("on-table")]
    assert answer.channel == 0
    assert phase is Phase.EAR or answer.start >= laid[0]


def test_the_first_ready_counts_even_over_the_question(begin: Begin) -> None:
    evening = handed(begin, Phase.EAR).until_played("prompt-ear").run(0.4)
    spoken = evening.say(0, "ready")
    evening.until_phase(Phase.WHISPER)
    (question,) = evening.played("prompt-ear")
    assert question.end < spoken.end
    assert len(evening.of(Listen)) == 1


def test_a_neighbours_ready_is_none(begin: Begin) -> None:
    evening = asked_for_an_ear(begin)
    evening.say(1, "ready")
    evening.run(2)
    assert not evening.of(Listen, Secret)


@pytest.mark.parametrize("card", Card)
def test_what_is_whispered_is_never_heard_as_a_call(begin: Begin, narrator: Voice, card: Card) -> None:
    evening = begin(narrator, secret="whisper", room=LOUD).reach(Phase.WHISPER, card.value)
    evening.until_phase(Phase.HUSH).until_told(Lapsed)
    assert [heard.phrase for heard in evening.of(Heard)] == ["place.tree-2", "turn.ready"]
    assert len(evening.of(Secret)) == 1


def test_it_is_laid_down_after_six_seconds_of_silence(begin: Begin) -> None:
    evening = handed(begin, Phase.WHISPER).until_phase(Phase.LAID)
    (whisper,) = evening.played("card-marten")
    assert whisper.end - whisper.start == LENGTH
    (cued,) = [cued for cued in evening.of(Cued) if cued.id == "told-1"]
    assert cued.at - whisper.end == 6 * RATE + BLOCK
    assert not evening.of(GiveBack)


def test_names_are_heard_only_after_on_the_table(begin: Begin) -> None:
    evening = handed(begin, Phase.WHISPER)
    evening.say(2, "max the marten", in_ms=300)
    evening.run(2.5)
    assert not [heard for heard in evening.of(Heard) if heard.phrase == "thief.marten"]
    evening.say(0, "back")
    evening.until_phase(Phase.HUSH).say(2, "max the marten")
    evening.until(lambda: evening.table.state.score == (0, 0, 2))
    (laid,) = evening.played("on-table")
    assert laid.start >= evening.played("card-marten")[0].end


def test_the_drawer_has_it_repeated_and_nobody_else(begin: Begin) -> None:
    evening = handed(begin, Phase.WHISPER).run(2.6)
    evening.say(1, "repeat")
    evening.run(1.5)
    assert len(evening.of(Secret)) == 1
    evening.say(0, "repeat")
    evening.run(3)
    assert [(p.channel, p.secret) for p in evening.played("card-marten")] == [(1, True)] * 2
    evening.say(0, "back")
    evening.until_phase(Phase.HUSH)
    for seat in (0, 1):
        evening.say(seat, "repeat", in_ms=900 * seat)
    evening.until_told(Lapsed)
    assert [heard.phrase for heard in evening.of(Heard)][-2:] == ["command.repeat"] * 2
    assert len(evening.played("card-marten")) == 2


def test_a_pause_breaks_the_whisper_off_and_it_asks_again(begin: Begin) -> None:
    evening = handed(begin, Phase.WHISPER).run(0.7)
    evening.say(1, "pause")
    evening.until_told(Paused)
    evening.run(8)
    assert evening.phase is Phase.WHISPER
    evening.say(2, "resume")
    evening.until_phase(Phase.EAR)
    evening.until(lambda: len(evening.played("prompt-ear")) == 2)
    assert len(evening.played("card-marten")) == 1
    evening.until(lambda: evening.table.quiet).say(0, "ready")
    evening.until(lambda: len(evening.played("card-marten")) == 2)


def test_undo_before_the_card_is_told_puts_it_back_unseen(begin: Begin) -> None:
    evening = asked_for_an_ear(begin)
    evening.say(0, "undo")
    evening.until_told(Undone)
    assert evening.phase is Phase.MOVE
    assert evening.table.state.in_paw is None
    evening.until_played("prompt-where").until(lambda: evening.table.quiet).say(0, "tree two")
    evening.until_phase(Phase.EAR)


def test_undo_after_the_card_was_told_is_too_late(begin: Begin) -> None:
    evening = handed(begin, Phase.WHISPER).run(2.6)
    evening.say(0, "undo")
    evening.until_played("undo-secret")
    assert not evening.of(Undone)


def test_a_silent_drawer_hears_his_motif_and_then_the_question_again(begin: Begin) -> None:
    evening = asked_for_an_ear(begin)
    end = evening.at
    evening.until(lambda: Earcon("your-turn-1") in evening.of(Earcon))
    assert (evening.at - end) / RATE == pytest.approx(8, abs=0.1)
    evening.until(lambda: evening.played("nudge-ear"), seconds=20)
    assert (evening.at - end) / RATE == pytest.approx(25, abs=0.7)
