"""Events survive the journal: to JSON and back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicenuts.games import codec
from voicenuts.games.hazelnut.events import (
    COMMANDS,
    Call,
    Choose,
    GiveBack,
    Listen,
    Quit,
    Report,
    Resume,
    Roll,
)
from voicenuts.games.registry import GAMES
from voicenuts.values import Asked, Bid, Cued, Lapsed, Resolution, Resolved

OWN = [kind for game in GAMES.values() for kind in game.COMMANDS]
EVENTS = st.one_of(*(st.from_type(kind) for kind in (*OWN, Asked, Cued, Resolved, Lapsed)))


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Painted:
    colour: Colour
    at: float
    size: tuple[int, str]
    loud: bool = False
    note: str | None = None


codec.register("test", Painted)


@given(EVENTS)
def test_every_event_comes_back_the_same(event: object) -> None:
    assert codec.load(json.loads(json.dumps(codec.dump(event)))) == event


def test_a_call_from_before_there_was_doubt_is_read_as_sure() -> None:
    record = codec.dump(Resolved(Resolution(3, (Bid(1, "thief.fox", 5),)), 9))
    del record["resolution"]["bids"][0]["doubt"]
    assert codec.load(record).resolution.bids == (Bid(1, "thief.fox", 5),)


@pytest.mark.parametrize("doubt", [None, "", "thief.lynx"])
def test_doubt_is_kept(doubt: str | None) -> None:
    event = Resolved(Resolution(3, (Bid(1, "thief.fox", 5, doubt),)), 9)
    assert codec.load(codec.dump(event)) == event


def test_what_a_journal_holds_is_readable() -> None:
    event = Resolved(Resolution(3, (Bid(1, "thief.fox", 5),), None, frozenset({2, 1})), 9)
    assert codec.dump(event) == {
        "event": "Resolved",
        "resolution": {
            "window": 3,
            "bids": [{"seat": 1, "phrase": "thief.fox", "onset": 5, "doubt": None, "onset_error": 0}],
            "margin": None,
            "tied": [1, 2],
        },
        "at": 9,
    }


def test_commands_are_known_by_their_game() -> None:
    turn = (Roll(0, 5), Report(0, 2, 5), Choose(0, 3, 5), Listen(0, 5), GiveBack(0, 5))
    events = (*turn, Call(1, "fox", 5), Resume(5), Quit(5))
    assert tuple(type(event) for event in events) == COMMANDS
    assert [codec.dump(event)["event"] for event in events] == [
        "hazelnut.Roll",
        "hazelnut.Report",
        "hazelnut.Choose",
        "hazelnut.Listen",
        "hazelnut.GiveBack",
        "hazelnut.Call",
        "hazelnut.Resume",
        "hazelnut.Quit",
    ]


def test_another_game_may_register_its_own() -> None:
    event = Painted(Colour.RED, 1.5, (2, "two"), True, "wet")
    assert codec.load(json.loads(json.dumps(codec.dump(event)))) == event
    assert codec.load({"event": "test.Painted", "colour": "red", "at": 1, "size": [2, "x"]}) == Painted(
        Colour.RED, 1.0, (2, "x")
    )


@pytest.mark.parametrize("event", ["text", 5, None, Bid(1, "thief.fox", 5)])
def test_only_events_are_written(event: object) -> None:
    with pytest.raises(codec.UnknownEvent, match="not a registered event"):
        codec.dump(event)


@pytest.mark.parametrize("tag", ["Roll", "gonuts.Roll", "", "Bid"])
def test_an_unknown_event_is_named(tag: str) -> None:
    with pytest.raises(codec.UnknownEvent, match=repr(tag)):
        codec.load({"event": tag, "seat": 1, "at": 5})


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"event": 5},
        {"event": "Cued"},
        {"event": "Cued", "id": "start", "at": "soon"},
        {"event": "Cued", "id": "start", "at": True},
        {"event": "Cued", "id": "start", "at": 5, "by": 3},
        {"event": "Resolved", "resolution": 5, "at": 9},
        {"event": "Resolved", "resolution": {"window": 1, "bids": {}}, "at": 9},
        {"event": "Resolved", "resolution": {"window": 1, "bids": [], "margin": "x"}, "at": 9},
        {"event": "test.Painted", "colour": "blue", "at": 1.0, "size": [2, "x"]},
        {"event": "test.Painted", "colour": "red", "at": 1.0, "size": [2]},
        [],
    ],
)
def test_a_damaged_record_is_refused_with_a_reason(record: dict[str, object]) -> None:
    with pytest.raises(codec.CodecError) as error:
        codec.load(record)
    assert str(error.value)
