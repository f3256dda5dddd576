"""What holds whatever is said: tokens are conserved, zones are empty, everything is answered."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.nutventure.play import tokens_of
from voicenuts.games.nutventure import game as nutventure
from voicenuts.games.nutventure.board import DIRECTIONS, SQUARES
from voicenuts.games.nutventure.dice import DICE, FACES, fits, thrown
from voicenuts.games.nutventure.events import (
    TARGETS,
    Accept,
    Decline,
    Event,
    Go,
    Keep,
    Leave,
    Move,
    ReportFace,
    ReportVillain,
    Resume,
    Roll,
    Stop,
)
from voicenuts.games.nutventure.game import Options, Phase
from voicenuts.games.nutventure.state import State, danger, open_exits
from voicenuts.values import Asked, Cue, Cued, Lapsed, Resolution, Resolved, Say

SEAT = st.integers(-1, 4)
AT = st.integers(0, 10**9)
OPTIONS = st.builds(
    Options,
    dice=st.sampled_from(["virtual", "physical"]),
    wild=st.booleans(),
    assist=st.booleans(),
    known=st.booleans(),
    snow=st.sampled_from([1, 3, 20]),
    start_seat=st.sampled_from([None, 0, 1]),
)
QUESTIONS = (
    *("score", "status", "where-am-i", "around-me", "everyone", "options", "help"),
    *(f"topic.{topic}" for topic in nutventure.TOPICS),
)
ARBITRARY = st.one_of(
    st.builds(Roll, SEAT, AT),
    st.builds(ReportFace, SEAT, st.sampled_from([*FACES, "purple"]), AT),
    st.builds(Move, SEAT, st.sampled_from([*DIRECTIONS, "sideways"]), AT),
    st.builds(Go, SEAT, st.sampled_from([*TARGETS, "moon"]), AT),
    *(st.builds(kind, SEAT, AT) for kind in (Accept, Decline, Stop, Keep, Leave)),
    st.builds(ReportVillain, SEAT, st.integers(-1, 9), AT),
    st.builds(Resume, AT),
    st.builds(Cued, st.sampled_from(["start", "hint-1", "nudge-1", "nudge-2", "nudge-9", ""]), AT),
    st.builds(Lapsed, st.integers(0, 3), AT),
    st.builds(Resolved, st.builds(Resolution, st.integers(0, 3), st.just(())), AT),
)
CHOICES = st.integers(0, 2**16)


def fitting(state: State, choice: int) -> Event:
    """An event that the state is waiting for, one of several by `choice`."""
    seat = state.active
    match state.phase:
        case Phase.SETUP:
            return Cued("start", choice)
        case Phase.READY:
            return Roll(seat, choice)
        case Phase.REPORT:
            told = [face for face in FACES if thrown((*state.faces, face), wild=state.options.wild)]
            return ReportFace(seat, told[choice % len(told)], choice)
        case Phase.WAY:
            return (Accept, Accept, Accept, Decline)[choice % 4](seat, choice)
        case Phase.VILLAIN:
            return ReportVillain(seat, 1 + choice % 8, choice)
    wishes: list[Event] = [Stop(seat, choice), *(Move(seat, way, choice) for way in open_exits(state))]
    if state.carry[seat] and not state.keep:
        wishes.append(Keep(seat, choice))
    if not state.leave:
        wishes.append(Leave(seat, choice))
    wishes += [Go(seat, target, choice) for target in TARGETS[:6]]
    return wishes[choice % len(wishes)]


def check(before: State, state: State, cues: set[str]) -> None:
    assert tokens_of(state) == tokens_of(nutventure.new(state.seats, state.options, 0))
    assert not any(danger(state, square) for square in state.pos)
    assert all(nuts in (0, 1, 2) for seat in state.stores for nuts in seat)
    assert all(nuts in (0, 1, 2) for nuts in state.carry)
    assert all(now >= then for now, then in zip(state.score, before.score, strict=True))
    assert all(square in SQUARES for square in state.pos)
    assert fits(state.used, state.faces)
    assert list(state.used) == sorted(state.used)
    moving = state.phase in (Phase.STEPS, Phase.WAY)
    assert len(state.faces) == len(DICE) or not moving
    assert not moving or open_exits(state)
    assert (state.throws > 0) == (state.phase is Phase.VILLAIN)
    assert bool(state.way) == (state.phase is Phase.WAY)
    assert state.round <= state.options.snow + 1
    assert bool(state.winners) == state.over
    hash(state)
    if state.phase is Phase.SETUP:
        assert "start" in cues
    elif not state.over:
        assert nutventure.listening(state)[state.active]


def check_answers(state: State) -> None:
    """Every question of every seat gets one answer, and changes nothing."""
    for seat in range(state.seats):
        for about in QUESTIONS:
            question = Asked(seat, about if "." in about else f"command.{about}", 5)
            after, (say,) = nutventure.step(state, question)
            assert after == state
            assert isinstance(say, Say)
            assert say.to == seat


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 4), OPTIONS, st.integers(0, 2**32), st.lists(st.one_of(ARBITRARY, CHOICES), max_size=80)
)
def test_any_stream_of_events_keeps_every_promise(
    seats: int, options: Options, seed: int, stream: list[Event | int]
) -> None:
    state = nutventure.new(seats, options, seed)
    cues = {"start"}
    for item in stream:
        event = fitting(state, item) if isinstance(item, int) and not state.over else item
        if isinstance(event, int):
            break
        before = state
        state, effects = nutventure.step(state, event)
        cues |= {effect.id for effect in effects if isinstance(effect, Cue)}
        check(before, state, cues)
    check_answers(state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_n09_tokens_are_conserved_and_zones_empty_through_random_games(seats: int) -> None:
    everything = tokens_of(nutventure.new(seats, Options(), 0))
    for seed in range(100):
        rng = Random(seed)
        state = nutventure.new(seats, Options(snow=3), seed)
        while not state.over:
            turn = state.turn
            state, _ = nutventure.step(state, fitting(state, rng.randrange(2**16)))
            if state.turn != turn:
                assert tokens_of(state) == everything
                assert not any(danger(state, square) for square in state.pos)
