"""Whole games with real dice: bots hold their own, tell what they show, tell it again when it was wrong.

What there are no recordings of is handed to the table as text; here that is everything.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from voicenuts.games.gonuts.dice import Throw
from voicenuts.games.gonuts.events import Report, Total
from voicenuts.games.hazelnut.events import Report as Paws
from voicenuts.games.hazelnut.state import GOAL
from voicenuts.games.nutventure.events import ReportFace, Roll
from voicenuts.lab import virtual
from voicenuts.lab.gonuts_player import mistakes, phrase_of
from voicenuts.lab.manners import Manners, Whims
from voicenuts.lab.players import PLAYERS
from voicenuts.lab.real_dice import Hand
from voicenuts.lab.room import Room
from voicenuts.lab.virtual import Record
from voicenuts.lab.voices import Voice
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.table.session import Session, Setup
from voicenuts.values import Undone

CALM = Manners(
    asks=0, murmurs=0, interrupts=0, dawdles=0, errs=0, pauses=0, misreads=0.3,
    whims=Whims(undoes=0, challenges=0, denies=0, agrees=0, mumbles=0),
)  # fmt: skip
MUTE = Voice("nobody", {})


def play(setup: Setup, tmp_path: Path) -> tuple[Record, Any]:
    """A whole game of players who write all they have to say."""
    with Session(setup, tmp_path / "game.sqlite", FakeVoice()) as session:
        kind = PLAYERS[setup.game]
        players = [
            kind(
                seat, len(setup.names), MUTE, session.book, setup.seed * 8 + seat, CALM, agreed=setup.options
            )
            for seat in range(len(setup.names))
        ]
        record = virtual.play(session, players, Room(seed=1))
        return record, session.table.state


def setup(game: str, seed: int, **options: Any) -> Setup:
    return Setup(game, ("Amber", "Dusty"), seed, options=options)


def test_knights_of_the_hazelnut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GOAL, 2, 4)
    record, state = play(setup("hazelnut", 3, dice="physical"), tmp_path)
    assert not record.stuck
    assert state.winners
    assert len(record.of(Paws)) > state.turn - 1, "some were told twice"


@pytest.mark.parametrize("dice", ["mixed", "physical"])
def test_go_nuts(tmp_path: Path, dice: str) -> None:
    record, state = play(setup("go-nuts", 5, dice=dice, goal=12), tmp_path)
    assert not record.stuck
    assert max(state.score) >= 12
    assert record.of(Report)
    assert record.of(Undone), "some were told wrongly and taken back"
    assert bool(record.of(Total)) == (dice == "physical")


def test_nutventure(tmp_path: Path) -> None:
    record, state = play(setup("nutventure", 2, dice="physical", snow=2), tmp_path)
    assert not record.stuck
    assert state.over
    rolls = [roll for _, roll in record.of(Roll)]
    assert len(rolls) > 4, "some dice were told anew"
    assert len(record.of(ReportFace)) >= 16


@pytest.mark.parametrize(
    ("throw", "phrase"),
    [
        (Throw(1, 0, 0), "thrown.nuts-1"),
        (Throw(0, 3, 2), "thrown.birds-2"),
        (Throw(3, 0, 2), "thrown.nuts-3-birds-2"),
    ],
)
def test_a_throw_is_told_in_legal_words(throw: Throw, phrase: str) -> None:
    assert phrase_of(throw) == phrase


def test_a_mistake_never_ends_the_turn() -> None:
    assert mistakes(Throw(0, 5, 0)) == []
    assert mistakes(Throw(1, 4, 0)) == [Throw(2, 3, 0)]
    assert mistakes(Throw(1, 0, 1)) == [Throw(0, 1, 1)]
    assert mistakes(Throw(1, 0, 0)) == []


def test_whoever_never_misreads_tells_what_lies() -> None:
    hand: Hand[int] = Hand(Random(1), 0.0)
    hand.throw(3, [1, 2])
    assert (hand.told(), hand.wrongly(2), hand.wrongly(3)) == (3, True, False)
    hand.pick_up()
    assert not hand.wrongly(2)
