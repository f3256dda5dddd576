"""A whole evening's stages with recorded voices: menu, sign-on, games, an interruption, the next evening."""

from __future__ import annotations

import numpy as np
import pytest

from voicenuts import evening, resources
from voicenuts.evening import Devices, Stage
from voicenuts.games.registry import GAMES
from voicenuts.lab import voices
from voicenuts.lab.arrival import Arrival, Guest, arrive
from voicenuts.lab.room import Room
from voicenuts.speaking import earcons
from voicenuts.table import company, shelf
from voicenuts.table.dice_wish import WISHES
from voicenuts.table.host import Host
from voicenuts.table.journal import Journal, journal_path
from voicenuts.table.session import Session, Setup, options_of
from voicenuts.table.talk import Talk
from voicenuts.table.welcome import Welcome
from voicenuts.values import BLOCK

SPEAKERS = voices.load(resources.folder("voices"))
GUESTS = [Guest(SPEAKERS[0], 2, "Amber"), Guest(SPEAKERS[1], 0, "Dusty")]
CHANNELS = 3
MICROPHONES = Devices(CHANNELS)


def talk(stage: Stage | None, kind: type[Talk], again: str = "no", game: str = "hazelnut") -> Arrival:
    assert isinstance(stage, kind)
    arrival = arrive(stage, GUESTS, Room(seed=1), again, 90, game)
    assert not arrival.stuck
    return arrival


def begin_to_play(stage: Stage | None, blocks: int = 60) -> Session:
    assert isinstance(stage, Session)
    for _ in range(blocks):
        out = stage.process(np.zeros((BLOCK, CHANNELS), np.int16))
        assert out.shape == (BLOCK, 1 + CHANNELS)
    return stage


def win(session: Session, seat: int = 1) -> None:
    """Somebody has won, and all has been said about it."""
    state = session.table.state
    phases = {"phase": type(state.phase)("over"), "winners": (seat,)}
    session.table.state = state._replace(**phases)


def test_players_sign_on_play_are_interrupted_and_go_on_another_evening() -> None:
    setup = Setup(seed=5)
    first = evening.hosted(setup, MICROPHONES)
    assert "same-ask" not in talk(next(first), Welcome).messages()
    game = begin_to_play(next(first))
    assert game.names == ("Amber", "Dusty")
    assert game.setup.seats_at.channels == (2, 0)
    path = game.journal.path
    first.close()

    second = evening.hosted(setup, MICROPHONES)
    arrival = talk(next(second), Host, "yes")
    assert arrival.messages() == ["menu-unfinished-ask"]
    again = begin_to_play(next(second))
    assert again.journal.path == path
    assert again.setup.seats_at.channels == (2, 0)
    second.close()


def test_the_same_players_begin_another_game() -> None:
    first = evening.hosted(Setup(seed=5), MICROPHONES)
    talk(next(first), Welcome)
    begin_to_play(next(first))
    first.close()
    remembered = company.remembered(company.default_path())
    assert remembered is not None
    # A device with fewer microphones cannot go on with that game, nor seat these players as they sat.
    fewer = evening.hosted(Setup(seed=5), Devices(2))
    stage = next(fewer)
    assert isinstance(stage, Welcome)
    assert stage.room.last is None
    fewer.close()
    for path in shelf.files():
        path.unlink()
    second = evening.hosted(Setup(seed=6), MICROPHONES)
    assert talk(next(second), Welcome, "yes").messages() == ["same-ask"]
    game = begin_to_play(next(second), blocks=3)
    assert (game.names, game.setup.seating) == (remembered.names, remembered.seating)
    second.close()


def test_one_game_after_another_without_touching_anything() -> None:
    stages = evening.hosted(Setup(seed=5), MICROPHONES, asks_game=True)
    assert talk(next(stages), Host, game="go nuts").messages() == ["menu-game-ask", "menu-chosen"]
    arrival = talk(next(stages), Welcome)
    assert "secret-ask" not in arrival.messages()
    assert "say: go nuts" in " ".join(getattr(what, "text", "") for _, what in arrival.told)
    game = begin_to_play(next(stages))
    assert (game.setup.game, game.setup.seed) == ("go-nuts", 5)
    began = game.table.state.start_seat
    win(game)

    # Again: the same players, other dice, and the next seat begins.
    assert talk(next(stages), Host, "again").messages() == ["menu-again-ask", "menu-chosen"]
    again = begin_to_play(next(stages))
    assert (again.names, again.setup.game, again.setup.seed) == (game.names, "go-nuts", 6)
    assert again.table.state.start_seat == (began + 1) % 2
    assert (game.table.state.options.known, again.table.state.options.known) == (False, True)
    assert (game.setup.teaches, again.setup.teaches) == (True, False)
    win(again, 0)

    # A new game that has secrets: how they are to be told is all that is still to be asked.
    arrival = talk(next(stages), Host, "new game")
    assert arrival.messages() == ["menu-again-ask", "menu-game-ask", "menu-chosen"]
    assert talk(next(stages), Welcome).messages()[0] == "secret-ask"
    third = begin_to_play(next(stages))
    assert (third.names, third.setup.game, third.setup.secret) == (game.names, "hazelnut", "whisper")
    assert third.table.state.start_seat == began
    win(third)
    assert talk(next(stages), Host, "no").messages() == ["menu-again-ask", "table-goodbye"]
    assert next(stages, None) is None


def test_a_game_that_is_gone_on_with_is_followed_by_others() -> None:
    setup = Setup("go-nuts", ("Amber", "Dusty"), options={"goal": 30})
    with Session(setup, journal_path(shelf.new_id())) as begun:
        begun.table.process(np.zeros((BLOCK, 2), np.int16))
    stages = evening.going_on(Journal.open(begun.journal.path), Setup(), Devices(2, ears=True))
    game = next(stages)
    assert isinstance(game, Session)
    assert (game.names, game.table.state.goal, game.start > 0) == (setup.names, 30, True)
    win(game)
    host = next(stages)
    assert isinstance(host, Host)
    assert host.table.state.options.last == "go-nuts"
    stages.close()


def test_another_game_can_be_named_at_once() -> None:
    players = evening.players(Setup(names=("Amber", "Dusty"), secret="open"))
    stages = evening.hosted(Setup(names=("Amber", "Dusty"), secret="open"), Devices(2), players)
    game = next(stages)
    assert isinstance(game, Session)
    win(game)
    host = next(stages)
    assert isinstance(host, Host)
    guests = [Guest(SPEAKERS[0], 0, "Amber")]
    arrive(host, guests, Room(seed=1), "nutventure", 30)
    assert (host.outcome, host.game) == ("play", "nutventure")
    stages.close()


def test_games_of_recorded_players_are_not_offered() -> None:
    with Session(Setup(recorded=True), journal_path(shelf.new_id())) as session:
        session.table.process(np.zeros((BLOCK, 3), np.int16))
    (path,) = shelf.files()
    with Journal.open(path) as journal:
        assert any(journal.events())
    assert shelf.waiting(lambda journal: True) is None


def test_real_dice_stay_real_in_every_game_and_the_frenzy_is_the_tables() -> None:
    names = ("Amber", "Dusty")
    players = evening.players(Setup(names=names, secret="open"))
    setup = Setup("nutventure", names, secret="open", options={"dice": "real"})
    stages = evening.hosted(setup, Devices(2), players)
    for game, dice in (("nutventure", "physical"), ("go-nuts", "mixed")):
        session = next(stages)
        assert isinstance(session, Session)
        assert session.setup.game == game
        assert session.table.state.options.dice == session.journal.options["dice"] == dice
        win(session)
        host = next(stages)
        assert isinstance(host, Host)
        arrive(host, [Guest(SPEAKERS[0], 0, "Amber")], Room(seed=1), "go nuts", 30)
    stages.close()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_knows_what_dice_may_be_wished_for(game: str) -> None:
    assert set(GAMES[game].DICE_WISHES) == set(WISHES)
    for wish in WISHES:
        assert options_of(Setup(game, options={"dice": wish}))["dice"] == GAMES[game].DICE_WISHES[wish]


@pytest.mark.parametrize("seed", [1, 2])
def test_whoever_says_so_begins_the_first_game_and_again_the_next_seat(seed: int) -> None:
    stages = evening.hosted(Setup("go-nuts", seed=seed), Devices(2))
    welcome = next(stages)
    assert isinstance(welcome, Welcome)
    guests = [Guest(SPEAKERS[2], 1, "Amber", begins=True), Guest(SPEAKERS[1], 0, "Dusty")]
    assert not arrive(welcome, guests, Room(seed=1), longest_s=90).stuck
    for begins in (0, 1):
        game = next(stages)
        assert isinstance(game, Session)
        assert game.table.state.start_seat == begins
        win(game)
        host = next(stages)
        assert isinstance(host, Host)
        arrive(host, guests, Room(seed=1), "again", 60)
    stages.close()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_a_name_to_be_said_and_one_to_be_heard(game: str) -> None:
    with Session(Setup(game), journal_path(shelf.new_id())) as session:
        assert session.prompts.render(f"game-{game}", ())
        assert f"menu.{game}" in session.book.phrases
        assert GAMES[game].PASSWORD in session.book.phrases
        assert {f"{sign}-{seat}" for sign in GAMES[game].SIGNS for seat in range(1, 5)} <= {*earcons.IDS}
        assert session.prompts.render(GAMES[game].PASSWORD.replace(".", "-"), ())
