"""The journal alone leads back to the state of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from voicenuts.errors import PlainError
from voicenuts.games import codec
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.table.journal import Journal
from voicenuts.table.replay import replay
from voicenuts.values import Asked, Cued


@dataclass(frozen=True)
class Options:
    goal: int = 20


def new(seats: int, options: Any, seed: int) -> Any:
    return (seats, options, seed)


def step(state: Any, event: Any) -> tuple[Any, tuple[()]]:
    return (*state, event), ()


TALLY = SimpleNamespace(new=new, step=step)
TALLY_WITH_OPTIONS = SimpleNamespace(new=new, step=step, Options=Options)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.create(tmp_path / "game.sqlite", "tally", ("Ola", "Jan"), {"goal": 25}, 3) as made:
        yield made


def test_every_event_is_stepped_in_order(journal: Journal) -> None:
    events = (Cued("start", 0), Asked(1, "command.score", 480))
    for at, event in enumerate(events):
        journal.append(at, codec.dump(event))
    assert replay(journal, TALLY) == (2, {"goal": 25}, 3, *events)
    assert replay(journal, TALLY_WITH_OPTIONS) == (2, Options(25), 3, *events)


def test_events_may_be_read_otherwise(journal: Journal) -> None:
    journal.append(5, {"n": 1})
    assert replay(journal, TALLY, load=lambda record: record["n"]) == (2, {"goal": 25}, 3, 1)


def test_an_event_of_another_version_is_said_plainly(journal: Journal) -> None:
    journal.append(0, {"event": "Teleported"})
    with pytest.raises(PlainError, match=r"another version .* \(entry 1: .*Teleported"):
        replay(journal, TALLY)


def test_an_event_the_rules_stumble_over_is_said_plainly(journal: Journal) -> None:
    def stumble(state: Any, event: Any) -> Any:
        raise IndexError("no seat 7")

    journal.append(0, codec.dump(Asked(7, "command.score", 0)))
    with pytest.raises(PlainError, match=r"another version .* \(entry 1: no seat 7\): update Voicenuts"):
        replay(journal, SimpleNamespace(new=new, step=stumble))


def test_options_of_another_version_are_said_plainly(tmp_path: Path) -> None:
    with (
        Journal.create(tmp_path / "game.sqlite", "tally", ("Ola", "Jan"), {"speed": 1}, 3) as made,
        pytest.raises(PlainError, match=r"another version .*speed"),
    ):
        replay(made, TALLY_WITH_OPTIONS)


def test_a_game_of_knights_begins_again_where_it_was(tmp_path: Path) -> None:
    options = hazelnut.Options()
    state = hazelnut.new(3, options, 11)
    names = ("Ola", "Jan", "Ewa")
    with Journal.create(tmp_path / "game.sqlite", "hazelnut", names, asdict(options), 11) as made:
        for event in (Cued("start", 0), Asked(2, "command.status", 4800)):
            made.append(0, codec.dump(event))
            state, _ = hazelnut.step(state, event)
    with Journal.open(tmp_path / "game.sqlite") as again:
        assert replay(again, hazelnut) == state
