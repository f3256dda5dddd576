from __future__ import annotations

from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.board import HIDES, destinations
from voicenuts.games.hazelnut.events import Choose, Roll
from voicenuts.games.nutventure import events as nutventure_events
from voicenuts.games.nutventure import game as nutventure
from voicenuts.lab import bare
from voicenuts.table.history import History
from voicenuts.values import Asked, Cued, Undone


def begun(seed: int = 1, seats: int = 3) -> History:
    history = History(hazelnut, hazelnut.new(seats, hazelnut.Options(start_seat=0), seed))
    history.step(Cued("start", 0))
    return history


def at_a_hide() -> History:
    """A game in which the first player has thrown and can reach a hide."""
    for seed in range(100):
        history = begun(seed)
        history.step(Roll(0, 1))
        state = history.state
        if set(HIDES) & set(destinations(state.pos[0], state.paws)):
            return history
    raise AssertionError("no such game")


def hide(history: History) -> int:
    state = history.state
    return next(square for square in destinations(state.pos[0], state.paws) if square in HIDES)


@settings(max_examples=20)
@given(st.integers(0, 50), st.data())
def test_going_back_gives_the_very_state(seed: int, data: st.DataObject) -> None:
    events = bare.play(2, seed).events[:60]
    history = History(hazelnut, hazelnut.new(2, hazelnut.Options(), seed))
    states = []
    for event in events:
        states.append(history.state)
        history.step(event)
    to = data.draw(st.integers(0, len(events) - 1))
    assert history.step(Undone(to, 0)) == ()
    assert history.state == states[to]
    for event in events[to:]:
        history.step(event)
    assert len(history.entries) == len(events)


def test_a_visit_to_a_hide_is_ones_own_to_take_back() -> None:
    history = at_a_hide()
    history.step(Choose(0, hide(history), 2))
    number = history.own_choice(0)
    assert number is not None
    assert isinstance(history.entries[number].event, Choose)
    assert history.own_choice(1) is None
    history.step(Asked(1, "command.score", 3))
    assert history.own_choice(0) == number, "a question changes nothing"
    history.step(Roll(1, 4))
    assert history.own_choice(0) is None, "the next die is thrown"


def test_a_throw_and_a_drawn_card_are_final() -> None:
    history = begun()
    history.step(Roll(0, 1))
    assert history.own_choice(0) is None
    assert history.turn_start() == 1
    assert not history.secret_since(1)
    state = history.state
    tree = next(s for s in destinations(state.pos[0], state.paws) if s not in HIDES)
    history.step(Choose(0, tree, 2))
    assert history.own_choice(0) is None
    assert history.secret_since(1)


def test_nothing_has_happened_yet() -> None:
    history = begun()
    assert history.own_choice(0) is None
    history.step(Asked(0, "command.score", 3))
    assert history.turn_start() is None


# ---------------------------------------------------------------- steps through a tree


def climbing(dice: Literal["virtual", "physical"] = "virtual") -> History:
    """A game of Nutventure whose first player has two of every colour left to use."""
    options = nutventure.Options(dice=dice, start_seat=0)
    history = History(nutventure, nutventure.new(2, options, 1))
    for event in (Cued("start", 0), nutventure_events.Roll(0, 1)):
        history.step(event)
    if dice == "physical":
        for face in ("red-blue", "red-green", "red-blue", "red-blue"):
            history.step(nutventure_events.ReportFace(0, face, 2))
    return history


def test_a_single_step_is_ones_own_to_take_back_and_then_the_one_before() -> None:
    history = climbing("physical")
    for direction in ("right", "left"):
        history.step(nutventure_events.Move(0, direction, 3))
    for left in (1, 0):
        number = history.own_choice(0)
        assert number is not None
        history.step(Undone(number, 4))
        assert len(history.state.used) == left


def test_once_the_villains_were_thrown_nobody_takes_back_alone() -> None:
    history = climbing()
    history.step(nutventure_events.Stop(0, 3))
    assert history.state.active == 1
    assert history.own_choice(0) is None


def test_a_misheard_real_die_is_taken_back_by_whoever_told_it() -> None:
    history = climbing("physical")
    number = history.own_choice(0)
    assert number is not None
    history.step(Undone(number, 4))
    assert history.state.faces == ("red-blue", "red-green", "red-blue")
