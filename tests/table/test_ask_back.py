"""A doubtful call is asked back before it costs anything."""

from __future__ import annotations

from typing import Any, cast

import pytest

from voicenuts.arbiter import resolved
from voicenuts.games.game import Game
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.state import Card, Phase, State
from voicenuts.table.ask_back import ANSWER, FINISH, Answered, AskBack
from voicenuts.values import Bid, Cue, Heard, Name, Ref, Say, Window, samples

FOX, LYNX, MARTEN = "thief.fox", "thief.lynx", "thief.marten"
WINDOW = Window(
    1, 0, None, frozenset({1, 2}), frozenset({FOX, LYNX, MARTEN}), frozenset({LYNX}), (1, "turn.roll"), 100
)
NOW = samples(4000)
SILENCE = (None, None, None)


def hidden(**changes: Any) -> State:
    """Seat 0 has a lynx in the paw and everybody some points."""
    state = hazelnut.new(3, hazelnut.Options(start_seat=0), 1)
    return state._replace(
        phase=Phase.PUT_BACK,
        in_paw=Card.LYNX,
        window=WINDOW,
        score=(5, 5, 5),
        **changes,
    )


def ask(*bids: Bid, state: State | None = None) -> tuple[AskBack, tuple[Say | Cue, ...]]:
    back = AskBack(cast(Game, hazelnut))
    asked = back.question(state or hidden(), WINDOW, resolved(WINDOW, bids), None, NOW)
    return back, asked


def answer(seat: int, phrase: str, onset: int = NOW + 1) -> Heard:
    return Heard(seat, phrase, onset, onset + samples(500), 0.9)


def outcome(back: AskBack, at: int = NOW + 2) -> Answered:
    done = back.outcome(at, SILENCE)
    assert done is not None
    assert not back.asking
    return done


def test_a_sure_call_is_charged_unasked() -> None:
    back, asked = ask(Bid(1, FOX, 900))
    assert asked == ()
    assert not back.asking
    assert back.outcome(NOW, SILENCE) is None


def test_a_right_call_is_never_asked_back() -> None:
    assert ask(Bid(1, LYNX, 900, ""))[1] == ()


def test_who_cannot_lose_more_is_not_asked() -> None:
    assert ask(Bid(1, FOX, 900, ""), state=hidden()._replace(score=(5, -4, 5)))[1] == ()


def test_only_who_would_pay_is_asked() -> None:
    assert ask(Bid(1, FOX, 900), Bid(2, MARTEN, 5000, ""))[1] == ()


def test_both_thieves_are_named_if_two_are_known() -> None:
    (question, cue) = ask(Bid(2, FOX, 900, MARTEN))[1]
    args = (("seat", Name(2)), ("thief", Ref("thief-fox")), ("other", Ref("thief-marten")))
    assert question == Say(None, "ask-back", args)
    assert isinstance(cue, Cue)
    (question, _) = ask(Bid(2, FOX, 900, ""))[1]
    assert question == Say(None, "ask-back-which", (("seat", Name(2)),))


def test_the_answer_has_the_calls_onset() -> None:
    back, _ = ask(Bid(1, FOX, 900, ""), Bid(2, LYNX, 1500))
    assert back.phrases(1) == WINDOW.phrases
    assert back.phrases(2) == frozenset()
    assert back.takes(answer(1, LYNX))
    done = outcome(back)
    assert done.resolution.bids == (Bid(1, LYNX, 900), Bid(2, LYNX, 1500))
    assert done.resolution.tied == {1, 2}
    assert done.void is None


def test_the_same_answer_is_then_sure() -> None:
    back, _ = ask(Bid(1, FOX, 900, MARTEN))
    assert back.takes(answer(1, FOX))
    done = outcome(back)
    assert done.resolution.bids == (Bid(1, FOX, 900),)
    assert back.question(hidden(), WINDOW, done.resolution, None, NOW) == ()


def test_neither_of_the_two_is_void() -> None:
    back, _ = ask(Bid(1, FOX, 900, MARTEN), Bid(2, LYNX, 5000))
    assert back.takes(answer(1, LYNX))
    done = outcome(back)
    assert done.void == 1
    assert done.resolution.bids == (Bid(2, LYNX, 5000),)


def test_no_answer_is_void_four_seconds_after_the_question_was_said() -> None:
    back, (_, cue) = ask(Bid(1, FOX, 900, ""))
    assert isinstance(cue, Cue)
    assert back.outcome(NOW + 100 * ANSWER, SILENCE) is None, "it is still being asked"
    assert back.said(cue.id, NOW)
    assert not back.said("hint-1-ready", NOW)
    assert back.outcome(NOW + ANSWER, SILENCE) is None
    done = outcome(back, NOW + ANSWER + 1)
    assert done.void == 1
    assert done.resolution.bids == ()


def test_an_answer_that_has_begun_is_waited_for() -> None:
    back, (_, cue) = ask(Bid(1, FOX, 900, ""))
    assert isinstance(cue, Cue)
    back.said(cue.id, NOW)
    end = NOW + ANSWER
    assert back.outcome(end + 1, (None, end, None)) is None
    assert back.outcome(end + FINISH, (None, end, None)) is None
    assert back.outcome(end + 1, (None, end + 1, None)) is not None


def test_what_others_say_is_no_answer_and_what_was_said_before_neither() -> None:
    back, _ = ask(Bid(1, FOX, 900, ""))
    assert not back.takes(answer(2, LYNX))
    assert not back.takes(answer(1, "command.score"))
    assert back.takes(answer(1, LYNX, NOW - 1))
    assert back.outcome(NOW + 5, SILENCE) is None


def test_the_closing_call_waits_for_the_answer() -> None:
    back, _ = ask(Bid(2, FOX, 900, ""))
    roll = answer(1, "turn.roll")
    assert back.takes(roll)
    assert back.takes(answer(2, FOX))
    assert outcome(back).closer == roll


@pytest.mark.parametrize("dropped", [True, False])
def test_a_dropped_question_has_no_outcome(dropped: bool) -> None:
    back, _ = ask(Bid(1, FOX, 900, ""))
    if dropped:
        back.drop()
    assert back.asking is not dropped
    assert back.takes(answer(1, FOX)) is not dropped
