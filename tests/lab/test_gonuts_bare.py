"""Whole games of Go Nuts! without a sound: they end, and last as long as the rules were tuned for."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import mean

import pytest

from voicenuts.games.gonuts import game as gonuts
from voicenuts.games.gonuts.game import Options
from voicenuts.lab.gonuts_bare import play
from voicenuts.lab.gonuts_player import Greed

GAMES = 250
# by seats: rounds on average, turns (10th percentile, median, 90th), frenzies, by simulation
BEST = {2: (7.2, 10, 14, 18, 6.5), 3: (5.6, 12, 18, 21, 8.1), 4: (4.7, 12, 20, 24, 10.0)}
SIX = {2: (8.6, 12, 18, 22, 7.4), 3: (6.8, 15, 21, 27, 8.8), 4: (5.7, 16, 24, 32, 9.9)}

Keeps = Callable[[int, int], bool]


def lasts(seats: int, keeps: Keeps, rounds: float, low: int, middle: int, high: int, frenzies: float) -> None:
    games = [play(seats, seed, keeps) for seed in range(GAMES)]
    turns = sorted(game.state.turn for game in games)
    assert mean(turns) == pytest.approx(rounds * seats, rel=0.10)
    # A game ends with a round, so these come in steps of a round.
    for share, expected in ((0.1, low), (0.5, middle), (0.9, high)):
        assert turns[round(share * GAMES)] == pytest.approx(expected, abs=seats)
    assert mean(game.frenzies for game in games) == pytest.approx(frenzies, rel=0.10)


@pytest.mark.parametrize("seats", BEST)
def test_games_of_the_best_players_last_as_long_as_they_should(seats: int) -> None:
    lasts(seats, Greed(seats).keeps, *BEST[seats])


@pytest.mark.parametrize("seats", SIX)
def test_games_of_players_who_are_content_with_six_do_too(seats: int) -> None:
    lasts(seats, lambda points, _: points >= 6, *SIX[seats])


@pytest.mark.parametrize(
    "options",
    [Options(dice="physical"), Options(dice="mixed", rescue=True), Options(faces="cars", relaxed=True)],
)
def test_every_kind_of_table_comes_to_an_end(options: Options) -> None:
    for seed in range(20):
        game = play(2 + seed % 3, seed, Greed(2 + seed % 3).keeps, options)
        assert max(game.state.score) >= 50
        assert game.state.winners


def test_whoever_never_stops_ends_as_well() -> None:
    games = [play(3, seed, lambda points, dice: False) for seed in range(40)]
    assert mean(game.state.turn for game in games) == pytest.approx(22, rel=0.15)


def test_a_whole_game_of_whims_replays_to_the_same_state() -> None:
    whim = Random(7)
    game = play(4, 7, lambda points, dice: whim.random() < 0.4)
    state = gonuts.new(4, Options(), 7)
    for event in game.events:
        state, _ = gonuts.step(state, event)
    assert state == game.state
