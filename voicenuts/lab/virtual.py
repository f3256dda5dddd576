"""The virtual table: players with voices round a real table, in a closed loop on the sample clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicenuts.lab.player import Player
from voicenuts.lab.players import PLAYERS
from voicenuts.lab.room import Room
from voicenuts.lab.script import Utterance
from voicenuts.lab.space import Space, air_of
from voicenuts.lab.voices import Voice, Wave
from voicenuts.table.replay import begun, retell
from voicenuts.table.session import Session
from voicenuts.table.table import Table
from voicenuts.values import BLOCK, RATE, UNIVERSAL, Heard

LONGEST_GAME = 3 * 3600 * RATE
"""A game that is not over after three hours of audio is stuck."""

STUCK = 180 * RATE
"""A game in which nothing happens for three minutes is stuck."""

Sink = Callable[[list[Wave], NDArray[np.int16]], None]
"""Takes each block's mouths and what the table gave out."""


@dataclass(slots=True)
class Record:
    """What happened at a virtual table: the truth of who said what, and everything the table told."""

    script: list[Utterance] = field(default_factory=list)
    told: list[tuple[int, Any]] = field(default_factory=list)
    samples: int = 0  # on the table's clock, so from its start on
    stuck: bool = False

    def of(self, *kinds: type) -> list[tuple[int, Any]]:
        """What was told of the given kinds, in order, with the audio sample."""
        return [(at, what) for at, what in self.told if isinstance(what, kinds)]


def cast(session: Session, voices: Sequence[Voice], seed: int) -> list[Player]:
    """A player with a voice of its own for every seat, who has followed the game as far as it has gone."""
    seats = len(session.setup.names)
    chosen = np.random.default_rng(seed).permutation(len(voices))
    names = session.setup.names if session.setup.shared else [None] * seats
    kind = PLAYERS[session.setup.game]
    players = [
        kind(
            seat,
            seats,
            voices[int(chosen[seat % len(voices)])],
            session.book,
            seed * 8 + seat,
            name=name,
            agreed=asdict(session.table.state.options),
        )
        for seat, name in enumerate(names)
    ]
    for _, _, effects in retell(session.journal, begun(session.journal, session.table.game)):
        for effect in effects:
            for player in players:
                player.mind.hears(effect)
    return players


def play(
    session: Session, players: Sequence[Player], room: Room | Space, sinks: Sequence[Sink] = ()
) -> Record:
    """Play the session's game to its end (or until it is stuck) and return what happened."""
    record = Record(samples=session.start)
    table, air = session.table, air_of(room, len(players))

    def tell(at: int, what: Any) -> None:
        record.told.append((at, what))
        for player in players:
            player.tell(at, what)

    table.observers.append(tell)
    out = np.zeros((BLOCK, 1 + len(players)), dtype=np.int16)
    state, moved, said = table.state, session.start, 0
    notes: list[Utterance] = []
    while not table.over:
        mouths = _speak(session, players, record)
        notes += [spoken for spoken in record.script[said:] if spoken.written]
        said = len(record.script)
        notes = _hand_in(table, notes, record.samples)
        out = table.process(air.block(mouths, out[:, 0]))
        for sink in sinks:
            sink(mouths, out)
        record.samples += BLOCK
        if table.state is not state:
            state, moved = table.state, record.samples
        if record.samples - moved > STUCK or record.samples > LONGEST_GAME:
            record.stuck = True
            break
    table.observers.remove(tell)
    return record


def _hand_in(table: Table, notes: list[Utterance], now: int) -> list[Utterance]:
    """Give the table what is written and due, as far as it would be listened for; the notes that are left."""
    for note in (note for note in notes if note.end <= now):
        universal = note.phrase is not None and note.phrase.startswith(UNIVERSAL)
        if note.phrase is not None and (universal or note.phrase in table.listens(note.seat)):
            table.hand_in(Heard(note.seat, note.phrase, note.onset, now, 1.0, note.text, own=True))
    return [note for note in notes if note.end > now]


def _speak(session: Session, players: Sequence[Player], record: Record) -> list[Wave]:
    """Let every player begin to say what it wants to; the mouths' next block."""
    table, at = session.table, record.samples
    for player in players:
        others = any(other.mouth.busy_until > at for other in players if other is not player)
        spoken = player.think(at, table.quiet, others)
        if spoken is not None:
            record.script.append(spoken)
            for observer in table.observers:
                observer(at, spoken)
    return [player.mouth.block(at) for player in players]
