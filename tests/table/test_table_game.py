"""Whole short games by recorded players: the same again, live, from the journal, with less hardware."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.arbiter import Closed, Settled
from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.events import Choose, Roll
from voicenuts.games.hazelnut.state import GOAL
from voicenuts.hearing.hearing import Hearing
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab import virtual
from voicenuts.lab.measure import figures
from voicenuts.lab.room import Room
from voicenuts.lab.voices import Voice
from voicenuts.speaking.narrator import Played
from voicenuts.speaking.pcm import Pcm
from voicenuts.speaking.voice import Speaker
from voicenuts.speaking.whisper import LENGTH
from voicenuts.table.journal import Journal
from voicenuts.table.openings import FADING
from voicenuts.table.replay import replay
from voicenuts.table.session import Session, Setup, agreed
from voicenuts.values import BLOCK, RATE, Asked, Heard, Open, Say, Secret, Window

SEED = 3
HEADPHONES = Room(echo_db=None, seed=5)
"""A room in which the microphones hear nothing of the narrator."""

Players = dict[str, Voice]


class Patient:
    """A voice that keeps its asker waiting until the line is there, so that nothing depends on its haste."""

    def __init__(self, voice: Speaker) -> None:
        self._voice = voice
        self.name = voice.name

    def say(self, text: str, rate: int) -> Future[Pcm]:
        sound = self._voice.say(text, rate)
        sound.result()
        return sound

    def close(self) -> None:
        """The voice is another's."""


@dataclass
class Tape:
    """All that went into a table and came out of it."""

    record: virtual.Record = field(default_factory=virtual.Record)
    blocks: list[NDArray[np.int16]] = field(default_factory=list)
    out: list[NDArray[np.int16]] = field(default_factory=list)
    listens: list[tuple[int, int, frozenset[str]]] = field(default_factory=list)
    events: list[tuple[int, int, dict[str, Any]]] = field(default_factory=list)
    state: Any = None
    journal: Path = Path()


@pytest.fixture(scope="module")
def short() -> Iterator[None]:
    """Four points win."""
    with pytest.MonkeyPatch.context() as patch:
        for seats in GOAL:
            patch.setitem(GOAL, seats, 4)
        yield


def taped(session: Session, tape: Tape) -> None:
    """Keep what goes through the table."""
    table, process, listens = session.table, session.table.process, session.table._listens

    def keep(block: NDArray[np.int16]) -> NDArray[np.int16]:
        out = process(block)
        tape.blocks.append(block)
        tape.out.append(out)
        return out

    def note(seat: int) -> frozenset[str]:
        ids = listens(seat)
        tape.listens.append((table._narrator.now, seat, ids))
        return ids

    table.process = keep  # type: ignore[method-assign]  # the test listens in
    table._listens = note  # type: ignore[method-assign]  # the test listens in


def play(setup: Setup, folder: Path, players: Players, narrator: Speaker, room: Room = HEADPHONES) -> Tape:
    tape = Tape(journal=folder / "game.sqlite")
    with Session(setup, tape.journal, Patient(narrator)) as session:
        taped(session, tape)
        cast = virtual.cast(session, [players[name] for name in sorted(players)], setup.seed)
        tape.record = virtual.play(session, cast, room)
        tape.state = session.table.state
        tape.events = list(session.journal.events())
    return tape


@pytest.fixture(scope="module")
def game(short: None, players: Players, narrator: Speaker, tmp_path_factory: pytest.TempPathFactory) -> Tape:
    return play(Setup(seed=SEED), tmp_path_factory.mktemp("game"), players, narrator)


def test_the_same_game_again_is_the_same_to_the_sample(
    game: Tape, players: Players, narrator: Speaker, tmp_path: Path
) -> None:
    again = play(Setup(seed=SEED), tmp_path, players, narrator)
    assert again.events == game.events
    assert np.array_equal(np.stack(again.blocks), np.stack(game.blocks))
    assert np.array_equal(np.stack(again.out), np.stack(game.out))


def test_the_journal_leads_to_the_very_same_state(game: Tape) -> None:
    assert game.state.over
    with Journal.open(game.journal) as journal:
        assert replay(journal, hazelnut) == game.state


def test_nobody_is_listened_to_for_a_word_that_the_narrator_goes_on_saying(
    game: Tape, book: PhraseBook
) -> None:
    said = [played for _, played in game.record.of(Played)]
    checked = 0
    for now, seat, ids in game.listens:
        for played in said:
            if played.channel in (0, 1 + seat) and played.start <= now and played.end > now + FADING:
                checked += 1
                assert not book.said_in(played.text, ids), (played.text, ids)
    assert checked


def _unlevelled(what: Any) -> Any:
    """Without the level: the narrator answers a block later, which changes what is left of his echo."""
    return replace(what, level_db=0.0) if isinstance(what, Heard) else what


def test_live_hearing_gives_the_same_game(game: Tape, narrator: Speaker, tmp_path: Path) -> None:
    setup = Setup(seed=SEED, live=True)
    told: list[tuple[int, Any]] = []
    silence = [np.zeros((BLOCK, 3), np.int16)] * (RATE // BLOCK)
    with Session(setup, tmp_path / "live.sqlite", Patient(narrator)) as session:
        session.table.observers.append(lambda at, what: told.append((at, what)))
        for block in [*game.blocks, *silence]:
            session.table.process(block)
            assert isinstance(session.hearing, Hearing)
            wait([verdict for ear in session.hearing._ears for _, verdict in ear._awaited], 60)
        assert session.table.state._replace(window=None) == game.state._replace(window=None)
    for kinds in ((Roll, Choose, Asked), (Heard,)):
        live = [_unlevelled(what) for _, what in told if isinstance(what, kinds)]
        assert live == [_unlevelled(what) for _, what in game.record.of(*kinds)]
    verdicts = [(type(what), at) for at, what in told if isinstance(what, Settled | Closed)]
    assert [kind for kind, _ in verdicts] == [type(what) for _, what in game.record.of(Settled, Closed)]
    for (_, at), (audio, _) in zip(verdicts, game.record.of(Settled, Closed), strict=True):
        assert abs(at - audio) <= 2 * BLOCK
    assert [w.id for w in windows(told)] == [w.id for w in windows(game.record.told)]


def windows(told: list[tuple[int, Any]]) -> list[Window]:
    return [what.window for _, what in told if isinstance(what, Open)]


# ---------------------------------------------------------------- a table without private ears


def test_a_table_without_ears_plays_to_the_end(
    short: None, players: Players, narrator: Speaker, tmp_path: Path
) -> None:
    tape = play(Setup(seed=2, secret="open"), tmp_path, players, narrator, Room(seed=2))
    assert not tape.record.stuck
    assert tape.state.over
    assert tape.out[0].shape == (BLOCK, 1)
    told = [say.message for _, say in tape.record.of(Say)]
    assert "wins" in told
    assert "card-back" not in told
    assert all(played.channel == 0 for _, played in tape.record.of(Played))
    with Journal.open(tape.journal) as journal:
        assert replay(journal, hazelnut) == tape.state


# ---------------------------------------------------------------- a loudspeaker that is handed round


def test_a_table_that_hands_its_loudspeaker_round_plays_to_the_end(
    short: None, players: Players, narrator: Speaker, tmp_path: Path
) -> None:
    tape = play(Setup(seed=2, secret="whisper"), tmp_path, players, narrator, Room(seed=2))
    assert not tape.record.stuck
    assert tape.state.over
    assert tape.out[0].shape == (BLOCK, 1)
    seats = [secret.seat for _, secret in tape.record.of(Secret)]
    whispers = [
        (played.channel, played.end - played.start) for _, played in tape.record.of(Played) if played.secret
    ]
    assert whispers == [(1 + seat, LENGTH) for seat in seats]
    measured = figures(tape.record, [])
    assert measured.windows == len({what.window.id for _, what in tape.record.of(Open)}) == len(seats)
    assert measured.windows_right_as_heard == measured.windows
    assert (measured.said["ready"], measured.missed["ready"], measured.missed["back"]) == (len(seats), 0, 0)
    assert measured.said["back"] > 0
    assert measured.self_triggers == measured.wrong_seats == 0
    with Journal.open(tape.journal) as journal:
        assert agreed(journal).secret == "whisper"
        assert replay(journal, hazelnut) == tape.state


# ---------------------------------------------------------------- one microphone for the whole table


def test_a_table_with_one_microphone_plays_to_the_end(
    short: None, players: Players, narrator: Speaker, tmp_path: Path
) -> None:
    setup = Setup(seed=2, secret="open", shared=True)
    tape = play(setup, tmp_path, players, narrator, Room(seed=2, shared=True))
    assert tape.blocks[0].shape == (BLOCK, 1)
    assert not tape.record.stuck
    assert tape.state.over
    measured = figures(tape.record, [])
    assert measured.wrong_seats == 0
    assert measured.phrases_right >= 0.85 * measured.phrases
    assert measured.windows_right_as_heard == measured.windows
    with Journal.open(tape.journal) as journal:
        assert agreed(journal).shared
        assert replay(journal, hazelnut) == tape.state
