"""A game that is killed while a call is asked back: nobody was charged, the window is played again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from voicenuts.hearing.segment import Segment
from voicenuts.lab import virtual
from voicenuts.lab.hazelnut_mind import Mind
from voicenuts.lab.room import Room
from voicenuts.lab.voices import Voice
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.table.journal import Journal
from voicenuts.table.replay import replay
from voicenuts.table.session import NAMES, Session, Setup, game_named
from voicenuts.values import Open, Resolved, Say

SEED = 3
SETUP = Setup(names=NAMES[:2], seed=SEED, recorded=True)


class Reached(Exception):
    """What the game was played for has come."""


def play_until(session: Session, voices: dict[str, Voice], found: Any) -> list[Any]:
    """Let recorded players play until something is told of which `found` is true; all that was told."""
    told: list[Any] = []

    def look(mouths: object, out: object) -> None:
        if any(found(what) for what in told):
            raise Reached

    session.table.observers.append(lambda at, what: told.append(what))
    with pytest.raises(Reached):
        virtual.play(session, virtual.cast(session, list(voices.values()), SEED), Room(seed=SEED), [look])
    return told


def asks(what: Any) -> bool:
    return isinstance(what, Say) and what.message.startswith("ask-back")


def test_nobody_is_charged(
    players: dict[str, Voice], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Mind, "calls", lambda mind: "thief.lynx")
    monkeypatch.setattr(Segment, "_doubt", lambda *_: "")
    path = tmp_path / "game.sqlite"
    with Session(SETUP, path, FakeVoice()) as session:
        told = play_until(session, players, asks)
        before = session.table.state
    assert not any(isinstance(what, Resolved) for what in told)
    journal = Journal.open(path)
    assert replay(journal, game_named("hazelnut")) == before
    assert before.score == (0, 0)
    with Session.resumed(journal, FakeVoice()) as session:
        assert session.table.state == before
        again = play_until(session, players, asks)
        assert session.table.state.score == (0, 0)
    assert any(isinstance(what, Open) for what in again), "the window opens again, and is asked about again"
