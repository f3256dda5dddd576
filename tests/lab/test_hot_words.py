"""Over whole games: no word is open to be heard while the narrator says it where that seat can hear it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from voicenuts import resources
from voicenuts.lab import virtual, voices
from voicenuts.lab.manners import Manners
from voicenuts.lab.room import Room
from voicenuts.speaking.narrator import Played
from voicenuts.table.openings import FADING
from voicenuts.table.session import NAMES, Session, Setup
from voicenuts.values import Heard, SecretMode, samples

CURIOUS = Manners(asks=0.4, interrupts=0.5)
"""Asks for so much that the narrator has to name what may be said."""

NOTICED = samples(150)
"""A prompt that somebody speaks over has fallen silent so long after the voice began."""


def sounding(played: list[Played], seat: int, start: int, end: int) -> list[str]:
    """What is said in [start, end) samples where the seat can hear it."""
    return [p.text for p in played if p.channel in (0, 1 + seat) and p.start < end and p.end > start]


@pytest.mark.parametrize(
    ("game", "secret", "seats", "seed", "short"),
    [
        ("hazelnut", "headphones", 3, 4, {"goal": 2}),
        ("hazelnut", "open", 2, 5, {"goal": 2}),
        ("go-nuts", "open", 2, 5, {"goal": 12}),
        ("nutventure", "open", 2, 5, {"snow": 2}),
    ],
)
def test_what_is_being_said_is_not_listened_for(
    game: str, secret: SecretMode, seats: int, seed: int, short: dict[str, int], tmp_path: Path
) -> None:
    played: list[Played] = []
    listened: list[tuple[int, int, frozenset[str], list[str]]] = []
    setup = Setup(game, NAMES[:seats], seed, secret=secret, options=short)
    with Session(setup, tmp_path / "game.sqlite") as session:
        table, listens = session.table, session.table._listens

        def listen(seat: int) -> frozenset[str]:
            ids = listens(seat)
            goes_on = table._narrator.now + FADING
            listened.append((goes_on, seat, ids, sounding(played, seat, goes_on, goes_on + 1)))
            return ids

        def note(at: int, what: Any) -> None:
            if isinstance(what, Played):
                played.append(what)

        table._listens = listen  # type: ignore[method-assign]  # the test listens in
        table.observers.append(note)
        players = virtual.cast(session, voices.load(resources.folder("voices")), seed)
        for player in players:
            player.manners = CURIOUS
        record = virtual.play(session, players, Room(seed=seed))
        book = session.book
    assert not record.stuck
    assert len(listened) > 10
    assert any(texts for *_, texts in listened), "nobody ever spoke over the narrator"
    for at, seat, ids, texts in listened:
        for text in texts:
            assert not book.said_in(text, ids), (at, seat, text)
    for _, heard in record.of(Heard):
        for text in sounding(played, heard.seat, heard.onset + NOTICED, heard.onset + NOTICED + 1):
            assert not book.said_in(text, [heard.phrase]), (heard, text)
