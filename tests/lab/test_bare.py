"""Whole games of bots: they end, repeat, and last as long as the rules were tuned for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from statistics import mean

import pytest

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.game import Options, Phase
from voicenuts.games.hazelnut.state import DECK, FLOOR, Card
from voicenuts.lab.bare import last_state, play, settle
from voicenuts.values import Bid, Resolution, Window

GAMES = 1000
# turns (10th percentile, median, 90th percentile) and share of games won at the goal, by simulation
LENGTH = {2: (37, 72, 121, 0.84), 3: (47, 70, 103, 0.58), 4: (44, 64, 92, 0.52)}


@pytest.fixture(scope="module")
def workers() -> Iterator[Executor]:
    """Other processes: every core helps, and the measuring of coverage does not slow them down."""
    cores = min(os.cpu_count() or 1, 4)
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("seats", LENGTH)
def test_games_last_as_long_as_they_should(workers: Executor, seats: int) -> None:
    """The spread of 1,000 games hardly moves with their seeds, so a slip in the rules shows here."""
    turns, by_goal = [], 0
    for state in workers.map(partial(last_state, seats), range(GAMES), chunksize=100):
        turns.append(state.turn)
        by_goal += max(state.score) >= state.goal
        assert state.phase is Phase.OVER
        assert all(FLOOR <= score <= state.goal for score in state.score)
        cards = [card for stack in state.stacks for card in stack] + [Card.HAZELNUT] * sum(state.front)
        assert len(cards) + len(state.discard) == len(DECK)
    turns.sort()
    low, middle, high, share = LENGTH[seats]
    assert turns[GAMES // 2] == pytest.approx(middle, rel=0.10)
    assert turns[GAMES // 10] == pytest.approx(low, rel=0.15)
    assert turns[GAMES * 9 // 10] == pytest.approx(high, rel=0.15)
    assert by_goal / GAMES == pytest.approx(share, abs=0.06)


def test_draws_and_calls_are_as_many_as_they_should_be() -> None:
    games = [play(4, seed) for seed in range(100)]
    assert mean(game.draws for game in games) == pytest.approx(48.5, rel=0.1)
    assert mean(game.calls for game in games) == pytest.approx(8.2, rel=0.2)


@pytest.mark.parametrize(
    "options",
    [
        Options(dice="physical"),
        Options(secret="open"),
        Options(secret="whisper"),
        Options(relaxed=True, long=True),
        Options(goal=1),
    ],
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_kind_of_game_comes_to_its_end(seats: int, options: Options) -> None:
    for seed in range(12):
        assert play(seats, seed, options).state.winners


def test_the_same_seed_plays_the_same_game_and_its_events_replay_it() -> None:
    first, second = play(3, 77), play(3, 77)
    assert first == second
    state = hazelnut.new(3, Options(), 77)
    for event in first.events:
        state, _ = hazelnut.step(state, event)
    assert state == first.state


WINDOW = Window(1, 0, 48_000, frozenset({1, 2, 3}), frozenset(), frozenset({"thief.fox"}))


def bid(seat: int, thief: str, ms: int) -> Bid:
    return Bid(seat, f"thief.{thief}", ms * 16)


def test_nobody_called() -> None:
    assert settle(WINDOW, []) is None


def test_a_right_call_is_the_last_that_counts() -> None:
    bids = [bid(2, "fox", 900), bid(1, "lynx", 500), bid(3, "lynx", 1000)]
    assert settle(WINDOW, bids) == Resolution(1, (bids[1], bids[0]), 400 * 16)


def test_a_right_call_in_a_dead_heat_keeps_its_rival() -> None:
    bids = [bid(1, "fox", 500), bid(2, "fox", 570), bid(3, "fox", 590)]
    assert settle(WINDOW, bids) == Resolution(1, tuple(bids[:2]), 70 * 16, frozenset({1, 2}))


def test_wrong_calls_count_within_the_grace() -> None:
    bids = [bid(1, "lynx", 500), bid(2, "lynx", 540), bid(3, "fox", 2100)]
    assert settle(WINDOW, bids) == Resolution(1, tuple(bids[:2]), 40 * 16, frozenset({1, 2}))
