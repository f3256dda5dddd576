"""Whole games of Nutventure without a sound: they end, and last as long as the rules were tuned for."""

from __future__ import annotations

from random import Random
from statistics import mean, median

import pytest

from voicenuts.games.nutventure import game as nutventure
from voicenuts.games.nutventure.game import Options, State
from voicenuts.lab.nutventure_bare import Plan, Played, play, searcher, stepper

# by seats: rounds (median), turns and dice that nobody used in a turn (mean), by simulation without snow
STEPPERS = {2: (10, 23, 0.88), 3: (13, 43, 0.97), 4: (13, 57, 0.97)}
SEARCHERS = {2: (8, 16, 0.37), 3: (8, 25, 0.38), 4: (8, 33, 0.43)}
GAMES: dict[Plan, int] = {stepper: 100, searcher: 40}
ENDLESS = Options(snow=200, start_seat=0)


def rounds(game: Played) -> int:
    """The round in which the fourth store of a seat was filled."""
    state = game.state
    last = state.turn if state.trigger is None else state.turn - (state.seats - 1)
    return (last - 1) // state.seats + 1


def lasts(seats: int, plan: Plan, middle: int, turns: float, unused: float) -> None:
    games = [play(seats, seed, plan, ENDLESS) for seed in range(GAMES[plan])]
    assert median(map(rounds, games)) == pytest.approx(middle, abs=1)
    assert mean(game.state.turn for game in games) == pytest.approx(turns, rel=0.10)
    assert sum(game.unused for game in games) / sum(game.state.turn for game in games) == pytest.approx(
        unused, rel=0.10
    )


@pytest.mark.parametrize("seats", STEPPERS)
def test_games_of_steppers_last_as_long_as_they_should(seats: int) -> None:
    lasts(seats, stepper, *STEPPERS[seats])


@pytest.mark.parametrize("seats", SEARCHERS)
def test_games_of_searchers_last_as_long_as_they_should(seats: int) -> None:
    lasts(seats, searcher, *SEARCHERS[seats])


@pytest.mark.parametrize("options", [Options(dice="physical"), Options(wild=True), Options(snow=3)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_kind_of_table_comes_to_an_end(seats: int, options: Options) -> None:
    for seed in range(5):
        state = play(seats, seed, stepper, options).state
        assert state.winners
        assert state.trigger is not None or state.round == options.snow


def test_the_same_seed_plays_the_same_game_and_its_events_replay_it() -> None:
    first, second = play(3, 77, searcher), play(3, 77, searcher)
    assert first == second
    state = nutventure.new(3, Options(), 77)
    for event in first.events:
        state, _ = nutventure.step(state, event)
    assert state == first.state


def mixed(state: State, chance: Random) -> tuple[str, ...]:
    """A searcher among steppers."""
    return (stepper if state.active else searcher)(state, chance)


def test_looking_farther_pays() -> None:
    """A searcher wins half of the games against three steppers: so ways are shown to all or to nobody."""
    won = 0.0
    for seed in range(60):
        winners = play(4, seed, mixed, Options(start_seat=0)).state.winners
        won += (0 in winners) / len(winners)
    assert won / 60 == pytest.approx(0.49, abs=0.12)
