from __future__ import annotations

import pytest

from voicenuts.arbiter import resolved
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.events import Choose, Roll
from voicenuts.games.hazelnut.state import Card
from voicenuts.table.history import History
from voicenuts.table.second_thoughts import AGREE, CHALLENGE, CONTEST, NOT_ME, VOTE, Back, SecondThoughts
from voicenuts.values import Bid, Cued, Name, Open, Resolution, Resolved, Say, Undone, Window, samples


def said(actions: list[Say | Back]) -> list[str]:
    return [action.message for action in actions if isinstance(action, Say)]


def back(actions: list[Say | Back]) -> Back:
    return next(action for action in actions if isinstance(action, Back))


def hushed() -> History:
    """Seat 0 has drawn a lynx and the window is open."""
    state = hazelnut.new(3, hazelnut.Options(start_seat=0), 1)
    tree = state.stacks[2]
    state = state._replace(
        pos=(2, 5, 0), stacks=(*state.stacks[:2], (*tree[:-1], Card.LYNX), *state.stacks[3:])
    )
    history = History(hazelnut, state)
    history.step(Cued("start", 0))
    history.state = history.state._replace(phase=hazelnut.Phase.MOVE, paws=1)
    history.step(Choose(0, 3, 1))
    effects = history.step(Cued("drawn-1", 100))
    assert any(isinstance(effect, Open) for effect in effects)
    return history


@pytest.fixture
def settled() -> tuple[SecondThoughts, History]:
    history, second = hushed(), SecondThoughts(3)
    window: Window = history.state.window
    bids = (Bid(1, "thief.fox", 1000), Bid(2, "thief.lynx", 1000 + samples(400)))
    resolution = Resolution(1, bids, samples(400))
    history.step(Resolved(resolution, 20_000))
    second.settled(len(history.entries) - 1, window, resolution, 20_000)
    assert history.state.score == (0, -2, 2)
    return second, history


def test_challenge_tells_the_calls_in_time_order(settled: tuple[SecondThoughts, History]) -> None:
    second, _ = settled
    (answer,) = second.take(0, CHALLENGE, 30_000)
    assert isinstance(answer, Say)
    assert "hundredths', 40" in str(answer)
    assert str(answer).index("thief-fox") < str(answer).index("thief-lynx")


def test_it_may_be_contested_until_some_time_after_it_has_been_told(
    settled: tuple[SecondThoughts, History],
) -> None:
    second, history = settled
    told = 20_000 + CONTEST - 1
    (cue,) = second.settled(len(history.entries) - 1, *_last(history), 20_000)
    assert second.said(cue.id, told)
    assert CHALLENGE in second.phrases(0, told + CONTEST)
    assert CHALLENGE not in second.phrases(0, told + CONTEST + 1)
    assert not second.said("drawn-1", told)


def test_nothing_is_waited_for_where_nobody_called(settled: tuple[SecondThoughts, History]) -> None:
    second, history = settled
    window, _ = _last(history)
    assert second.settled(0, window, resolved(window, ()), 20_000) == []


def _last(history: History) -> tuple[Window, Resolution]:
    """The window and the resolution that the game took last."""
    entry = history.entries[-1]
    return entry.before.window, entry.event.resolution


def test_a_third_call_is_told_at_the_second_challenge() -> None:
    second = SecondThoughts(4)
    window = Window(1, 0, 48_000, frozenset({1, 2, 3}), frozenset({"thief.fox"}))
    bids = tuple(Bid(seat, "thief.fox", samples(100 * seat)) for seat in (1, 2, 3))
    second.settled(0, window, resolved(window, bids), 20_000)
    told = [str(second.take(0, CHALLENGE, 30_000)) for _ in range(3)]
    assert [[f"Name(seat={seat})" in one for seat in (1, 2, 3)] for one in told] == [
        [True, True, False],
        [False, False, True],
        [True, True, False],
    ]
    assert "hundredths', 20" in told[1]


@pytest.mark.parametrize(("error_ms", "message"), [(0, "call-later"), (30, "call-later"), (60, "call-close")])
def test_a_challenge_says_when_two_calls_are_too_close_to_be_sure(error_ms: float, message: str) -> None:
    second = SecondThoughts(3)
    window = Window(1, 0, 48_000, frozenset({1, 2}), frozenset({"thief.fox"}))
    bids = [Bid(seat, "thief.fox", samples(70 * seat), None, samples(error_ms)) for seat in (1, 2)]
    resolution = resolved(window, bids)
    assert resolution.tied == {1, 2}
    second.settled(0, window, resolution, 20_000)
    (answer,) = second.take(0, CHALLENGE, 30_000)
    assert f"Ref(message='{message}'" in str(answer)
    assert "hundredths', 7)" in str(answer)


def test_not_me_with_one_other_voids_the_call(settled: tuple[SecondThoughts, History]) -> None:
    second, history = settled
    assert said(second.take(1, NOT_ME, 30_000)) == ["not-me-ask"]
    assert not second.take(1, AGREE, 31_000), "one cannot agree with oneself"
    actions = second.take(0, AGREE, 32_000)
    assert said(actions) == ["call-void"]
    step = back(actions)
    history.step(Undone(step.to, 32_000))
    assert step.resolution is not None
    history.step(Resolved(step.resolution, 33_000))
    assert history.state.score == (0, 0, 2)


def test_all_agreeing_drops_every_call(settled: tuple[SecondThoughts, History]) -> None:
    second, history = settled
    assert not second.take(0, AGREE, 30_000)
    assert not second.take(2, AGREE, 30_500)
    actions = second.take(1, AGREE, 31_000)
    assert said(actions) == ["calls-void"]
    step = back(actions)
    assert step.resolution is not None
    assert step.resolution.bids == ()
    history.step(Undone(step.to, 31_000))
    assert step.resolution is not None
    history.step(Resolved(step.resolution, 33_000))
    assert history.state.score == (0, 0, 0)
    assert history.state.phase is hazelnut.Phase.PUT_BACK


def test_what_may_be_said_and_for_how_long(settled: tuple[SecondThoughts, History]) -> None:
    second, _ = settled
    assert second.phrases(1, 30_000) == {CHALLENGE, NOT_ME, AGREE}
    assert second.phrases(0, 30_000) == {CHALLENGE, AGREE}
    assert second.phrases(0, 20_001 + CONTEST) == frozenset()
    assert SecondThoughts(3).phrases(0, 0) == frozenset()
    assert not SecondThoughts(3).take(0, CHALLENGE, 0)


def test_undo_of_ones_own_choice_asks_nobody() -> None:
    for seed in range(100):
        history = History(hazelnut, hazelnut.new(3, hazelnut.Options(start_seat=0), seed))
        history.step(Cued("start", 0))
        history.step(Roll(0, 1))
        before = history.state
        history.step(Choose(0, 0, 2))
        if history.state.pos[0] == 0 and history.state.turn == 2:
            break
    actions = SecondThoughts(3).undo(0, 3, history)
    assert said(actions) == ["undone"]
    history.step(Undone(back(actions).to, 3))
    assert history.state == before


def test_undo_of_a_turn_needs_all_others_and_lapses() -> None:
    history = History(hazelnut, hazelnut.new(3, hazelnut.Options(start_seat=0), 1))
    history.step(Cued("start", 0))
    ready = history.state
    history.step(Roll(0, 1))
    second = SecondThoughts(3)
    (ask,) = second.undo(0, 2, history)
    assert ask == Say(None, "undo-ask", (("seat", Name(0)),))
    assert AGREE in second.phrases(1, 3)
    assert AGREE not in second.phrases(0, 3)
    assert not second.take(1, AGREE, 3)
    actions = second.take(2, AGREE, 4)
    start = back(actions).to
    history.step(Undone(start, 4))
    assert history.state in (ready, hazelnut.new(3, hazelnut.Options(start_seat=0), 1))
    second.forget()
    history.step(Cued("start", 5))
    history.step(Roll(0, 6))
    second.undo(0, 7, history)
    assert not second.lapse(7 + VOTE)
    assert said(second.lapse(8 + VOTE)) == ["vote-dropped"]


def test_undo_is_refused_once_a_card_was_seen() -> None:
    assert said(SecondThoughts(3).undo(0, 3, hushed())) == ["undo-secret"]
