"""The drawn card: who may call, who was first, what it brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.board import NAMES
from voicenuts.games.hazelnut.events import Call
from voicenuts.games.hazelnut.game import Phase
from voicenuts.games.hazelnut.state import FLOOR, T_HUSH, T_MINBACK, Card
from voicenuts.values import Bid, Cue, Cued, Earcon, Effect, Lapsed, Open, Resolution, Resolved, Say, Secret

if TYPE_CHECKING:
    from tests.games.hazelnut.conftest import Begin, Drawn, Play

DRAWER, A, B, C = range(4)
THIEVES = ("marten", "lynx", "fox")


def public(effects: list[Effect]) -> list[object]:
    """What everybody at the table can hear, and when; a secret sounds like its cover."""
    heard: list[object] = []
    for effect in effects:
        if isinstance(effect, Secret):
            heard.append(("cover", effect.cover))
        elif isinstance(effect, Open):
            window = effect.window
            heard.append(
                (window.id, window.opens, window.closes, window.seats, window.phrases, window.closer)
            )
        elif isinstance(effect, Cue) or effect.to is None:
            heard.append(effect)
    return heard


# ---------------------------------------------------------------- acceptance


def test_h03_right_call_after_a_wrong_one(drawn: Drawn) -> None:
    play = drawn("lynx", front=(3, 0, 0, 0), score=(1, 4, 7, 0))
    play.resolve((A, "marten", 1.0), (B, "lynx", 1.4))
    assert play.state.score == (1, 2, 9, 0)
    assert play.state.front == (0, 0, 0, 0)
    assert sorted(play.state.discard) == sorted([Card.LYNX, *[Card.HAZELNUT] * 3])
    assert len(play.stack("tree-1")) == 6
    assert play.cards == 56
    assert play.said == ["right-call", "loses", "wrong-call", "prompt-ready"]
    assert play.earcons == ["gain", "lost", "wrong", "your-turn-2"]


def test_h04_two_wrong_calls_on_a_hazelnut(drawn: Drawn) -> None:
    play = drawn("hazelnut").resolve((A, "marten", 0.9), (B, "lynx", 1.1))
    assert play.state.score == (0, -2, 0, 0)
    assert play.state.front == (1, 0, 0, 0)
    assert play.said == ["wrong-call", "nut", "prompt-ready"]
    assert play.state.phase is Phase.READY
    assert play.cards == 56


@pytest.mark.parametrize(("before", "after"), [(0, -2), (-2, -4), (-3, FLOOR), (FLOOR, FLOOR)])
def test_h05_nobody_falls_below_the_floor(drawn: Drawn, before: int, after: int) -> None:
    play = drawn("fox", score=(0, before, 0, 0)).resolve((A, "lynx", 1.0))
    assert play.state.score[A] == after
    assert play.args("wrong-call")["total"] == after


def test_h06_onset_decides_and_not_the_order_of_arrival(drawn: Drawn) -> None:
    play = drawn("lynx").resolve((B, "lynx", 1.2), (A, "lynx", 1.0))
    assert play.state.score == (0, 2, 0, 0)


def test_h07_a_call_of_the_drawer_changes_nothing(drawn: Drawn) -> None:
    play = drawn("lynx")
    before = play.state
    assert DRAWER not in play.window.seats
    assert hazelnut.listening(before)[DRAWER] == frozenset()
    play.tell(Call(DRAWER, "lynx", play.now))
    assert (play.state, play.effects) == (before, ())
    play.resolve((DRAWER, "lynx", 0.5), (A, "lynx", 1.0))
    assert play.state.score == (0, 2, 0, 0)


def test_h08_two_wrong_calls_on_a_thief_leave_it_unnamed(drawn: Drawn) -> None:
    play = drawn("fox", hush=False)
    before = (*play.stack("tree-1"), Card.FOX)
    play.cue("drawn").resolve((A, "lynx", 1.0), (C, "marten", 1.3))
    assert play.stack("tree-1") == before
    assert play.state.score == (0, -2, 0, 0)
    assert play.said == ["wrong-call", "card-back", "prompt-ready"]
    assert not any(
        "fox" in str(effect) for effect in play.log if isinstance(effect, Say) and effect.to is None
    )


def test_h09_a_name_before_the_roll_counts_and_after_it_does_not(drawn: Drawn) -> None:
    back = drawn("marten").lapse().cue("back")
    assert back.window.closer == (A, "turn.roll")
    before = back.state
    back.resolve((B, "marten", 4.95))
    assert back.state.score[B] == 2
    assert hazelnut.step(back.state, Lapsed(1, 90_000))[0] == back.state
    state, _ = hazelnut.step(before, Lapsed(1, 90_000))
    late = Resolved(Resolution(1, (Bid(B, "thief.marten", 91_000),)), 99_000)
    assert hazelnut.step(state, late) == (state, ())
    assert hazelnut.step(state, Call(B, "marten", 91_000)) == (state, (Earcon("closed", to=B),))


@pytest.mark.parametrize("one", THIEVES)
def test_h12_public_sound_is_the_same_for_every_card_until_the_hush_ends(drawn: Drawn, one: str) -> None:
    nut, thief = drawn("hazelnut"), drawn(one)
    assert public(nut.log) == public(thief.log)
    assert nut.state.phase is thief.state.phase is Phase.HUSH
    secrets = [effect for effect in thief.log if isinstance(effect, Secret)]
    assert secrets == [Secret(DRAWER, f"card-{one}", "rustle")]


@pytest.mark.parametrize("other", THIEVES)
def test_h12_thieves_sound_the_same_to_the_end_if_nobody_calls(drawn: Drawn, other: str) -> None:
    assert public(drawn(other).lapse().cue("back").lapse().log) == public(
        drawn("lynx").lapse().cue("back").lapse().log
    )


def test_h13_the_first_name_of_a_seat_counts(drawn: Drawn) -> None:
    play = drawn("lynx").resolve((A, "marten", 1.0), (A, "lynx", 1.6))
    assert play.state.score[A] == -2
    assert play.state.phase is Phase.READY


# ---------------------------------------------------------------- the window


def test_the_hush_opens_when_the_rustle_ends(drawn: Drawn) -> None:
    play = drawn("lynx", hush=False)
    assert play.state.phase is Phase.DRAW
    assert play.effects[-1] == Cue("drawn-1")
    assert play.opened == []
    play.cue("drawn", at=32_000)
    (window,) = play.opened
    assert (window.id, window.opens, window.closes) == (1, 32_000, 32_000 + T_HUSH)
    assert window.seats == {A, B, C}
    assert window.phrases == {"thief.marten", "thief.lynx", "thief.fox"}
    assert window.decisive == {"thief.lynx"}
    assert play.state.window == window


def test_the_first_card_is_explained_and_those_who_know_the_game_are_told_nothing(begin: Begin) -> None:
    for known, secret, lesson in (
        (False, "headphones", ["lesson-calls"]),
        (False, "open", ["lesson-calls-open"]),
        (True, "headphones", []),
    ):
        play = begin(at="tree-1", known=known, secret=secret).throw(1).choose("tree-2")
        assert [said for said in play.said if said.startswith("lesson")] == lesson
        play.state = play.state._replace(phase=Phase.MOVE, paws=1)
        play.choose("tree-3")
        assert not any(said.startswith("lesson") for said in play.said)


def test_no_call_is_decisive_on_a_nut(drawn: Drawn) -> None:
    assert drawn("hazelnut").window.decisive == frozenset()


def test_relaxed_tables_have_double_time(drawn: Drawn) -> None:
    play = drawn("fox", relaxed=True)
    assert play.window.closes == play.window.opens + 2 * T_HUSH
    play.lapse().cue("back", at=80_000)
    assert play.window.earliest_close == 80_000 + 2 * T_MINBACK


def test_silence_on_a_nut(drawn: Drawn) -> None:
    play = drawn("hazelnut", front=(2, 0, 0, 0)).lapse()
    assert play.said == ["nut", "prompt-ready"]
    assert play.args("nut")["nuts"] == 3
    assert (play.state.active, play.state.phase, play.state.window) == (A, Phase.READY, None)


def test_silence_on_a_thief_puts_it_back(drawn: Drawn) -> None:
    play = drawn("lynx")
    opens, closes = play.window.opens, play.window.closes
    assert closes is not None
    play.lapse(at=closes)
    assert play.state.phase is Phase.PUT_BACK
    assert play.said == ["card-back"]
    (window,) = play.opened
    assert (window.id, window.opens, window.closes, window.earliest_close) == (1, opens, None, None)
    assert window.closer == (A, "turn.roll")
    assert [set(heard) for heard in hazelnut.listening(play.state)] == [
        set(),
        {"thief", "turn.roll"},
        {"thief"},
        {"thief"},
    ]
    play.lapse()
    assert play.state.phase is Phase.PUT_BACK, "the end of the hush, told twice, closes nothing"
    play.cue("back", at=80_000)
    assert play.window.earliest_close == 80_000 + T_MINBACK
    assert play.earcons == ["your-turn-2"]
    play.lapse()
    assert play.stack("tree-1")[-1] is Card.LYNX
    assert play.said == [], "the next seat has just said roll: no prompt"
    assert play.effects == (Cue("hint-2-ready", 8 * 16_000),)
    assert hazelnut.listening(play.roll().state)[A] == {"place"}
    assert play.cards == 56


def test_a_second_back_cue_does_not_prolong_the_window(drawn: Drawn) -> None:
    play = drawn("lynx").lapse().cue("back", at=80_000)
    before = play.state
    assert play.cue("back", at=90_000).effects == ()
    assert play.state == before


def test_an_open_table_hears_the_card_after_the_hush(drawn: Drawn) -> None:
    play = drawn("lynx", secret="open", hush=False)
    assert play.secrets == []
    assert play.earcons[-1] == "rustle"
    assert play.effects[-1] == Cue("drawn-1")
    play.cue("drawn").lapse()
    assert play.said == ["card-named-back", "prompt-ready"]
    assert play.stack("tree-1")[-1] is Card.LYNX
    assert play.state.phase is Phase.READY


def test_an_open_table_may_call_as_well(drawn: Drawn) -> None:
    play = drawn("lynx", secret="open").resolve((B, "lynx", 1.0))
    assert play.state.score[B] == 2
    assert drawn("hazelnut", secret="open").lapse().state.front == (1, 0, 0, 0)


@pytest.mark.parametrize("phase", ["hush", "put-back"])
@pytest.mark.parametrize("card", ["hazelnut", "lynx"])
def test_a_resolution_without_a_valid_bid_is_silence(drawn: Drawn, card: str, phase: str) -> None:
    play = drawn(card)
    if phase == "put-back" and card == "lynx":
        play.lapse().cue("back")
    silent = hazelnut.step(play.state, Lapsed(1, 70_000))[0]
    play.resolve((DRAWER, "lynx", 1.0), (7, "lynx", 1.0), (A, "roll", 1.0))
    assert play.state == silent


@pytest.mark.parametrize("stale", [Lapsed(9, 1), Resolved(Resolution(9, (Bid(1, "thief.lynx", 5),)), 9)])
def test_another_windows_end_is_nothing(drawn: Drawn, stale: Lapsed | Resolved) -> None:
    play = drawn("lynx")
    assert hazelnut.step(play.state, stale) == (play.state, ())


def test_early_and_late_calls_are_told_to_the_caller_alone(drawn: Drawn) -> None:
    play = drawn("lynx", hush=False)
    before = play.state
    assert play.tell(Call(A, "lynx", 0)).effects == (Earcon("early", to=A),)
    assert play.tell(Call(DRAWER, "lynx", 0)).effects == ()
    assert play.tell(Call(9, "lynx", 0)).effects == ()
    assert play.state == before


# ---------------------------------------------------------------- who was first, what it brings


def test_a_right_call_wins_two_and_the_thief_is_named(drawn: Drawn) -> None:
    play = drawn("marten").resolve((C, "marten", 0.7))
    assert play.state.score == (0, 0, 0, 2)
    assert play.said == ["right-call", "prompt-ready"]
    assert play.args("right-call")["total"] == 2
    assert play.state.discard == (Card.MARTEN,)


def test_a_wrong_call_on_a_nut_costs_the_drawer_nothing(drawn: Drawn) -> None:
    play = drawn("hazelnut", front=(2, 0, 0, 0)).resolve((A, "fox", 0.7))
    assert play.state.front[DRAWER] == 3


@pytest.mark.parametrize(
    ("score", "front", "winner"),
    [
        ((0, 3, 2, 0), (0, 0, 0, 0), B),  # lower score
        ((0, 3, 3, 0), (0, 2, 1, 0), B),  # then fewer hazelnuts in front
        ((0, 3, 3, 0), (0, 1, 1, 0), A),  # then next clockwise after the active seat
    ],
)
def test_a_dead_heat_of_right_calls(
    drawn: Drawn, score: tuple[int, ...], front: tuple[int, ...], winner: int
) -> None:
    play = drawn("lynx", score=score, front=front)
    play.resolve((A, "lynx", 1.0), (B, "lynx", 1.05), (C, "fox", 0.9), tied=(A, B))
    assert play.state.score[winner] == score[winner] + 2
    assert play.state.score[C] == -2
    assert play.said[:2] == ["dead-heat", "right-tied"]
    other = A + B - winner
    assert play.state.score[other] == score[other]


@pytest.mark.parametrize(
    ("score", "front", "loser"),
    [
        ((0, 3, 2, 0), (0, 0, 0, 0), A),
        ((0, 3, 3, 0), (0, 2, 1, 0), A),
        ((0, 3, 3, 0), (0, 1, 1, 0), B),
    ],
)
def test_a_dead_heat_of_wrong_calls_costs_the_least_favoured(
    drawn: Drawn, score: tuple[int, ...], front: tuple[int, ...], loser: int
) -> None:
    play = drawn("fox", score=score, front=front)
    play.resolve((B, "lynx", 1.0), (A, "lynx", 1.05), (C, "marten", 1.5), tied=(A, B))
    assert play.state.score[loser] == score[loser] - 2
    assert sum(play.state.score) == sum(score) - 2
    assert play.said[:2] == ["dead-heat", "wrong-call"]


def test_a_tie_that_does_not_touch_the_first_call_is_none(drawn: Drawn) -> None:
    play = drawn("lynx").resolve((A, "lynx", 1.0), (B, "lynx", 1.5), tied=(B, C))
    assert play.state.score == (0, 2, 0, 0)
    assert play.said[0] == "right-call"


def test_a_tie_of_right_calls_says_nothing_about_the_wrong_ones(drawn: Drawn) -> None:
    play = drawn("lynx", score=(0, 0, 5, 0))
    play.resolve((A, "fox", 1.0), (B, "lynx", 1.2), (C, "lynx", 1.22), tied=(B, C))
    assert play.state.score == (0, -2, 5, 2)


def test_a_call_wins_the_game_in_somebody_elses_turn(drawn: Drawn) -> None:
    play = drawn("lynx", score=(0, 0, 14, 0)).resolve((B, "lynx", 1.0), (A, "fox", 0.5))
    assert play.state.phase is Phase.OVER
    assert play.state.score == (0, -2, 15, 0), "the marker stops at the goal; the penalty still falls"
    assert play.state.winners == (B,)
    assert play.said == ["right-call", "wrong-call", "wins", "final-scores"]
    assert play.earcons[-1] == "win"
    assert play.cards == 56


def test_every_draw_opens_a_window_whoever_looked_before(drawn: Drawn) -> None:
    play = drawn("lynx").lapse().cue("back").lapse()
    for _ in range(3):
        play.state = play.state._replace(active=(play.state.active + 1) % 4, turn=play.state.turn + 1)
    play.state = play.state._replace(pos=(0, *play.state.pos[1:]))
    play.throw(1).choose("tree-1")
    play.cue("drawn")
    assert NAMES[play.state.pos[0]] == "tree-1"
    assert play.window.seats == {A, B, C}
    assert play.window.id == play.state.turn


def test_a_cue_of_an_earlier_turn_is_stale(drawn: Drawn) -> None:
    play: Play = drawn("lynx", hush=False)
    assert hazelnut.step(play.state, Cued("drawn-0", 5)) == (play.state, ())
