"""What every game promises whatever is said, by the events that each one's own properties draw."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.gonuts import test_properties as gonuts
from tests.games.hazelnut import test_properties as hazelnut
from tests.games.nutventure import test_properties as nutventure
from voicenuts.games import codec
from voicenuts.games.gonuts.events import Woof
from voicenuts.games.nutventure.events import Go
from voicenuts.games.registry import GAMES

CHOICES = st.integers(0, 2**16)


class Drawn(NamedTuple):
    """How a game is played at random; `idle` are events that it may wait for and yet not be moved by."""

    options: st.SearchStrategy[Any]
    fitting: Callable[[Any, int], Any]
    idle: tuple[type, ...] = ()


DRAWN = {
    "hazelnut": Drawn(hazelnut.OPTIONS, hazelnut.fitting),
    "go-nuts": Drawn(gonuts.OPTIONS, gonuts.fitting, (Woof,)),  # a call may be an echo
    "nutventure": Drawn(nutventure.OPTIONS, nutventure.fitting, (Go,)),  # there may be no way
}


def test_no_game_is_left_out() -> None:
    assert DRAWN.keys() == GAMES.keys()


@pytest.mark.parametrize("name", DRAWN)
@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(2, 4), st.integers(0, 2**32), st.lists(CHOICES, min_size=60, max_size=200))
def test_a_stream_of_fitting_events_never_stalls(
    name: str, data: st.DataObject, seats: int, seed: int, choices: list[int]
) -> None:
    game, drawn = GAMES[name], DRAWN[name]
    state = game.new(seats, data.draw(drawn.options), seed)
    for choice in choices:
        if state.over:
            break
        event = drawn.fitting(state, choice)
        after, _ = game.step(state, event)
        assert after != state or isinstance(event, drawn.idle)
        state = after


@pytest.mark.parametrize("name", DRAWN)
@settings(max_examples=40, deadline=None)
@given(st.data(), st.integers(2, 4), st.integers(0, 2**32), st.lists(CHOICES, max_size=80))
def test_a_written_game_gives_the_same_state(
    name: str, data: st.DataObject, seats: int, seed: int, choices: list[int]
) -> None:
    game, drawn = GAMES[name], DRAWN[name]
    options, written = data.draw(drawn.options), []
    state = game.new(seats, options, seed)
    for choice in choices:
        if state.over:
            break
        event = drawn.fitting(state, choice)
        written.append(json.dumps(codec.dump(event)))
        state, _ = game.step(state, event)
    again = game.new(seats, codec.load_as(game.Options, json.loads(json.dumps(asdict(options)))), seed)
    for line in written:
        again, _ = game.step(again, codec.load(json.loads(line)))
    assert again == state
    assert hash(again) == hash(state)
