"""A call that was not heard surely, at a table: asked back, answered or not, while the rest goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from voicenuts.arbiter import Late, Settled
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.events import Resume, Roll
from voicenuts.games.hazelnut.state import Phase
from voicenuts.hearing.segment import Segment
from voicenuts.table.ask_back import ANSWER
from voicenuts.values import BLOCK, Earcon, Open, Resolved, Say, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening


@pytest.fixture(autouse=True)
def doubting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recogniser is sure of no call that is not the lynx; a fox may always have been a lynx."""

    def doubt(segment: Segment, model: Any, book: Any, accepted: Any) -> str | None:
        return {"thief.fox": "thief.lynx", "thief.marten": ""}.get(accepted.phrase)

    monkeypatch.setattr(Segment, "_doubt", doubt)


def asked(begin: Begin, call: str = "fritz the fox", **changes: Any) -> Evening:
    """Seat 0 holds a lynx; seat 1 has called, in the hush, and has just been asked back."""
    evening = begin().reach(Phase.HUSH, "lynx").stage(score=(4, 4, 4), **changes)
    evening.say(1, call, 200)
    return evening.until_told(Settled).run(0.1)


def messages(evening: Evening) -> list[str]:
    return [say.message for say in evening.of(Say) if say.to is None]


def test_nothing_happens_until_it_is_answered(begin: Begin) -> None:
    evening = asked(begin)
    assert messages(evening)[-1] == "ask-back"
    assert Earcon("ok", at_once=True) in evening.of(Earcon)
    evening.until_played("ask-back").run(2)
    assert evening.table.state.score == (4, 4, 4)
    assert not evening.of(Resolved)


def test_the_answer_counts_with_the_calls_own_onset(begin: Begin) -> None:
    evening = asked(begin)
    onset = evening.of(Settled)[0].resolution.bids[0].onset
    evening.until(lambda: evening.played("ask-back"))
    (question,) = evening.played("ask-back")
    assert question.text == "Dusty: Fritz the Fox or Leo the Lynx?"
    evening.until(lambda: evening.at > question.end + BLOCK).say(1, "leo", 300)
    evening.until_told(Resolved)
    (bid,) = evening.of(Resolved)[0].resolution.bids
    assert (bid.seat, bid.phrase, bid.onset) == (1, "thief.lynx", onset)
    assert evening.table.state.score == (4, 6, 4)


def test_who_stands_by_a_wrong_call_pays(begin: Begin) -> None:
    evening = asked(begin).until_played("ask-back")
    evening.until(lambda: evening.table.quiet).say(1, "fritz", 300)
    evening.until_told(Resolved)
    assert evening.table.state.score == (4, 2, 4)


def test_what_is_said_into_the_question_is_not_taken_for_the_narrators_own_words(begin: Begin) -> None:
    evening = asked(begin).until_played("ask-back")
    evening.say(1, "leo", 300)
    evening.run(1.5)
    assert not evening.of(Resolved)
    evening.until(lambda: evening.table.quiet).say(1, "leo", 200)
    evening.until_told(Resolved)
    assert evening.table.state.score == (4, 6, 4)


def test_without_an_answer_nobody_had_called(begin: Begin) -> None:
    evening = asked(begin, "max")
    evening.until(lambda: evening.played("ask-back-which"))
    end = evening.played("ask-back-which")[0].end
    evening.until_told(Resolved)
    assert end + ANSWER < evening.at < end + ANSWER + samples(500)
    assert evening.of(Resolved)[0].resolution.bids == ()
    assert messages(evening)[-2:] == ["call-void", "card-back"]
    assert evening.table.state.score == (4, 4, 4)
    # The card goes back and may be called on its way, by others and by the same seat.
    assert evening.of(Open)[-1].window.closer == (1, "turn.roll")
    evening.run(2.5).say(1, "leo")
    evening.until(lambda: len(evening.of(Resolved)) == 2)
    assert evening.table.state.score == (4, 6, 4)


def test_the_others_are_too_late_meanwhile(begin: Begin) -> None:
    evening = asked(begin).until_played("ask-back")
    evening.until(lambda: evening.table.quiet).say(2, "leo the lynx")
    evening.until_told(Late)
    assert evening.of(Late) == [Late(2, "thief.lynx")]
    evening.run(0.3).say(1, "leo")
    evening.until_told(Resolved)
    assert evening.table.state.score == (4, 6, 4)


def test_questions_and_pauses_are_as_ever(begin: Begin) -> None:
    evening = asked(begin).until_played("ask-back")
    evening.until(lambda: evening.table.quiet).say(2, "score")
    evening.until_played("answer-score")
    evening.say(2, "pause", 200)
    evening.run(9)
    assert not evening.of(Resolved)
    evening.say(2, "resume")
    evening.run(1.8).say(1, "leo")
    evening.until_told(Resolved)
    assert evening.table.state.score == (4, 6, 4)


def test_the_next_seats_roll_is_obeyed_afterwards(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH, "lynx").stage(score=(4, 4, 4)).until_phase(Phase.PUT_BACK)
    evening.run(4).say(2, "fritz the fox")
    evening.until_played("ask-back").until(lambda: evening.table.quiet)
    evening.say(1, "roll")
    evening.run(1)
    assert not evening.of(Roll)
    evening.say(2, "fritz the fox")
    evening.until_told(Roll)
    assert evening.table.state.score == (4, 4, 2)
    assert evening.phase is Phase.MOVE


def test_a_game_that_goes_on_from_its_journal_plays_the_window_again(begin: Begin) -> None:
    evening = asked(begin)
    state, effects = hazelnut.step(evening.table.state, Resume(0))
    assert state.score == (4, 4, 4)
    assert state.phase is Phase.DRAW
    assert effects


def test_who_would_pay_after_a_denied_call_is_asked_back_too(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH, "marten").stage(score=(4, 4, 4))
    evening.say(1, "leo", 100)
    evening.say(2, "fritz the fox", 600)
    evening.until_told(Resolved)
    assert evening.table.state.score == (4, 2, 4)
    evening.until(lambda: evening.table.quiet).say(1, "not me")
    evening.until_played("not-me-ask").until(lambda: evening.table.quiet).say(0, "agree")
    evening.until_played("ask-back")
    assert evening.table.state.score == (4, 4, 4)
    assert "Ginger" in evening.played("ask-back")[0].text
