from __future__ import annotations

from voicenuts.table.leaving import ANSWER, NO, YES, Leaving, Outcome


def asked() -> Leaving:
    leaving = Leaving(3)
    leaving.want()
    assert leaving.goes_on(10, False) is None
    assert leaving.goes_on(20, True) is Outcome.ASK
    assert leaving.goes_on(21, True) is None
    return leaving


def test_two_different_seats_end_the_game() -> None:
    leaving = asked()
    assert leaving.phrases(30) == {YES, NO}
    assert leaving.answer(1, YES) is None
    assert leaving.answer(1, YES) is None, "one seat counts once"
    assert leaving.answer(0, YES) is Outcome.LEAVE
    assert not leaving.phrases(40)


def test_one_no_is_enough_to_stay() -> None:
    leaving = asked()
    assert leaving.answer(1, YES) is None
    assert leaving.answer(2, NO) is Outcome.STAY
    assert leaving.answer(0, YES) is None


def test_silence_stays_with_a_word() -> None:
    leaving = asked()
    assert leaving.goes_on(20 + ANSWER, True) is None
    assert leaving.goes_on(21 + ANSWER, True) is Outcome.STAY
    assert leaving.goes_on(22 + ANSWER, True) is None
    assert leaving.answer(0, YES) is None


def test_every_question_begins_anew() -> None:
    leaving = asked()
    leaving.answer(0, YES)
    leaving.want()
    assert leaving.goes_on(100, True) is Outcome.ASK
    assert leaving.answer(1, YES) is None
