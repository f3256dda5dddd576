"""A whole evening's stages with recorded voices: sign-on, a game, an interruption, the next evening."""

from __future__ import annotations

import numpy as np
import pytest

from voicenuts import evening, resources
from voicenuts.evening import Stage
from voicenuts.lab import voices
from voicenuts.lab.arrival import Arrival, Guest, arrive
from voicenuts.lab.room import Room
from voicenuts.table import company, shelf
from voicenuts.table.journal import Journal, journal_path
from voicenuts.table.session import Session, Setup
from voicenuts.table.welcome import Welcome
from voicenuts.values import BLOCK

SPEAKERS = voices.load(resources.folder("voices"))
GUESTS = [Guest(SPEAKERS[0], 2, "Amber"), Guest(SPEAKERS[1], 0, "Dusty")]
CHANNELS = 3


def sign_on(stage: Stage | None, again: str) -> Arrival:
    assert isinstance(stage, Welcome)
    arrival = arrive(stage, GUESTS, Room(seed=1), again, longest_s=90)
    assert not arrival.stuck
    return arrival


def begin_to_play(stage: Stage | None, blocks: int = 60) -> Session:
    assert isinstance(stage, Session)
    for _ in range(blocks):
        out = stage.process(np.zeros((BLOCK, CHANNELS), np.int16))
        assert out.shape == (BLOCK, 1 + CHANNELS)
    return stage


def test_players_sign_on_play_are_interrupted_and_go_on_another_evening() -> None:
    setup = Setup(seed=5)
    first = evening.signed_on(setup, CHANNELS, ears=False)
    assert "same-ask" not in sign_on(next(first), "no").messages()
    game = begin_to_play(next(first))
    assert game.names == ("Amber", "Dusty")
    assert game.setup.seats_at.channels == (2, 0)
    path = game.journal.path
    first.close()

    second = evening.signed_on(setup, CHANNELS, ears=False)
    arrival = sign_on(next(second), "yes")
    assert arrival.messages() == ["unfinished-ask"]
    again = begin_to_play(next(second))
    assert again.journal.path == path
    assert again.setup.seats_at.channels == (2, 0)
    second.close()


def test_the_same_players_begin_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    first = evening.signed_on(Setup(seed=5), CHANNELS, ears=False)
    sign_on(next(first), "no")
    begin_to_play(next(first))
    first.close()
    remembered = company.remembered(company.default_path())
    assert remembered is not None
    # A device with fewer microphones cannot go on with that game, nor seat these players as they sat.
    fewer = evening.signed_on(Setup(seed=5), 2, ears=False)
    stage = next(fewer)
    assert isinstance(stage, Welcome)
    assert (stage.room.last, stage.room.unfinished) == (None, ())
    fewer.close()
    for path in shelf.files():
        path.unlink()
    second = evening.signed_on(Setup(seed=6), CHANNELS, ears=False)
    assert sign_on(next(second), "yes").messages() == ["same-ask"]
    game = begin_to_play(next(second), blocks=3)
    assert (game.names, game.setup.seating) == (remembered.names, remembered.seating)
    second.close()


def test_games_of_recorded_players_are_not_offered() -> None:
    with Session(Setup(recorded=True), journal_path(shelf.new_id())) as session:
        session.table.process(np.zeros((BLOCK, 3), np.int16))
    (path,) = shelf.files()
    with Journal.open(path) as journal:
        assert any(journal.events())
    assert shelf.waiting(lambda journal: True) is None
