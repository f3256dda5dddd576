from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from voicenuts import resources
from voicenuts.lab import voices
from voicenuts.lab.arrival import Arrival, Guest, arrive
from voicenuts.lab.room import Room as Walls
from voicenuts.speaking.narrator import Played
from voicenuts.speaking.voice import Voice as NarratorsVoice
from voicenuts.table.company import Company
from voicenuts.table.seating import Seating
from voicenuts.table.session import NAMES, Session, Setup
from voicenuts.table.sign_on_state import Outcome
from voicenuts.table.welcome import Room, Welcome
from voicenuts.values import BLOCK, RATE, Heard

PLACES = (2, 0, 3, 1)
SPEAKERS = voices.load(resources.folder("voices"))

Come = Callable[..., tuple[Welcome, Arrival]]


@pytest.fixture(scope="module")
def narrator() -> Iterator[NarratorsVoice]:
    voice = NarratorsVoice("en")
    yield voice
    voice.close()


@pytest.fixture
def come(narrator: NarratorsVoice) -> Iterator[Come]:
    opened: list[Welcome] = []

    def sign_on(
        room: Room, guests: list[Guest], again: str = "no", s: float = 120
    ) -> tuple[Welcome, Arrival]:
        welcome = Welcome(Setup(), room, narrator)
        opened.append(welcome)
        return welcome, arrive(welcome, guests, Walls(seed=1), again, s)

    yield sign_on
    for welcome in opened:
        with welcome:
            pass


def guests(count: int, **traits: bool) -> list[Guest]:
    return [Guest(SPEAKERS[i], PLACES[i], NAMES[i], **traits) for i in range(count)]


def test_four_people_sign_on_by_voice_in_about_a_minute(come: Come) -> None:
    welcome, arrival = come(Room(4, ears=True), guests(4))
    assert not arrival.stuck
    company = welcome.company
    assert (company.names, company.seating.channels, company.secret) == (NAMES, PLACES, "headphones")
    assert arrival.samples < 70 * RATE
    heard = [what for _, what in arrival.told if isinstance(what, Heard)]
    assert len(heard) == len(arrival.script) == 1 + 3 * 4


def test_what_was_agreed_on_begins_a_game(come: Come, narrator: NarratorsVoice, tmp_path: Path) -> None:
    welcome, _ = come(Room(4, ears=True), guests(2))
    with Session(welcome.agreed(), tmp_path / "j.sqlite", narrator) as session:
        assert session.table.state.seats == 2
        assert session.process(np.zeros((BLOCK, 4), np.int16)).shape == (BLOCK, 5)
        assert session.journal.seating == welcome.company.seating


def test_one_microphone_for_all(come: Come) -> None:
    everybody = [Guest(SPEAKERS[i], 0, NAMES[i]) for i in range(3)]
    welcome, arrival = come(Room(1), everybody)
    assert not arrival.stuck
    assert (welcome.company.names, welcome.company.secret) == (NAMES[:3], "whisper")
    assert arrival.messages().count("word-ask") == 3
    assert "names-first" in arrival.messages()
    assert (welcome.agreed().shared, welcome.agreed().seating) == (True, None)


def test_who_is_not_heard_is_told_so(come: Come) -> None:
    first, second = guests(2)
    first, mute = Guest(first.voice, 1, "Amber"), Guest(second.voice, 0, "Dusty", silent=True)
    welcome, arrival = come(Room(2), [first, mute], s=30)
    assert arrival.stuck
    assert "name-again" in arrival.messages()
    assert [player.name for player in welcome.table.state.signed] == ["Amber"]


def test_an_earphone_that_is_not_worn(come: Come) -> None:
    first, second = guests(2)
    deaf = Guest(first.voice, 0, "Amber", hears=False)
    welcome, arrival = come(Room(2, ears=True), [deaf, Guest(second.voice, 1, "Dusty")])
    assert not arrival.stuck
    assert welcome.company.secret == "whisper"
    assert arrival.messages().count("ear-number") == 3


def test_the_same_table_again(come: Come) -> None:
    last = Company(("Ann", "Ben"), Seating((3, 1), (0.0, 2.0)), "open")
    welcome, arrival = come(Room(4, last=last), guests(2), "yes")
    assert welcome.outcome is Outcome.SAME
    assert welcome.company == last
    assert arrival.samples < 8 * RATE


def test_whoever_says_so_begins(come: Come, narrator: NarratorsVoice, tmp_path: Path) -> None:
    first, second = Guest(SPEAKERS[0], 1, "Amber"), Guest(SPEAKERS[2], 0, "Dusty", begins=True)
    welcome, arrival = come(Room(2), [first, second])
    assert not arrival.stuck
    told = [what for _, what in arrival.told if isinstance(what, Played) and what.message == "begin-known"]
    assert [played.text for played in told] == ["Dusty begins."]
    assert welcome.start_seat == 1
    with Session(welcome.agreed(), tmp_path / "j.sqlite", narrator) as session:
        assert session.table.state.start_seat == 1
