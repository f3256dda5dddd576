"""Recorded scenes: a few seconds at a table, who said what when, and what must come out.

A scene is a `.toml` file with the truth and a `.flac` of the same name with one channel per seat.  The
sound was made in the virtual room by players' voices; `record` makes it again from the `.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicenuts.games.hazelnut import game as hazelnut
from voicenuts.games.hazelnut.board import SQUARES, STACKS
from voicenuts.games.hazelnut.state import Card
from voicenuts.lab.mouth import Mouth
from voicenuts.lab.room import Air, Room
from voicenuts.lab.scene_effects import Faults, Format
from voicenuts.lab.voices import Clip, Voice, joined
from voicenuts.table.session import Setup
from voicenuts.table.table import Table
from voicenuts.values import BLOCK, RATE, SecretMode, samples

BREATH = samples(90)
"""Between a name and what is said after it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said: by which seat (from 1), with which voice, from which second on.

    In `text` a comma parts what was recorded apart: "amber, leo".

    `gain_db` is louder than usual; `pace` above 1 is faster and higher, as a child speaks.
    """

    seat: int
    voice: str
    text: str
    onset_s: float
    gain_db: float = 0.0
    pace: float = 1.0


@dataclass(frozen=True, slots=True)
class Stage:
    """The game at the beginning: `drawer` (from 1) may go one paw to tree two, where `card` is on top."""

    drawer: int
    card: str
    scores: tuple[int, ...]
    nuts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene with its truth.

    `heard` are (seat from 1, phrase id) by onset; `messages` what all were told; `private` (seat from 1,
    message or earcon) what one was told; `scores` and `nuts` the end's; `secret` how a card is told;
    `pressed` (seat from 1, second) when a key was pressed.  A `room` that is shared has one channel.
    """

    path: Path
    names: tuple[str, ...]
    seconds: float
    room: Room
    said: tuple[Line, ...]
    pressed: tuple[tuple[int, float], ...]
    listen: tuple[str, ...]
    stage: Stage
    heard: tuple[tuple[int, str], ...]
    messages: tuple[str, ...]
    private: tuple[tuple[int, str], ...]
    scores: tuple[int, ...]
    nuts: tuple[int, ...]
    faults: Faults
    format: Format
    secret: SecretMode = "headphones"

    @property
    def setup(self) -> Setup:
        """What was agreed on at its table."""
        return Setup(names=self.names, secret=self.secret, shared=self.room.shared, options={"known": True})

    @property
    def sound(self) -> Path:
        """The recording."""
        return self.path.with_suffix(".flac")


def load(path: Path) -> Scene:
    """Read a scene's `.toml`; KeyError or TypeError where something is missing."""
    data = tomllib.loads(path.read_text("utf-8"))
    return Scene(
        path=path,
        names=tuple(data["names"]),
        seconds=data["seconds"],
        room=Room(**data["room"]),
        said=tuple(Line(**line) for line in data["said"]),
        pressed=tuple((int(seat), float(second)) for seat, second in data.get("pressed", [])),
        listen=tuple(data["listen"]),
        stage=Stage(**_tuples(data["stage"])),
        heard=_seats(data["out"]["heard"]),
        messages=tuple(data["out"]["messages"]),
        private=_seats(data["out"].get("private", [])),
        scores=tuple(data["out"]["scores"]),
        nuts=tuple(data["out"]["nuts"]),
        faults=Faults(**_tuples(data.get("faults", {}))),
        format=Format(**data.get("format", {})),
        secret=data.get("secret", "headphones"),
    )


def _seats(pairs: list[list[Any]]) -> tuple[tuple[int, str], ...]:
    return tuple((int(seat), str(what)) for seat, what in pairs)


def _tuples(table: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}


def set_up(scene: Scene, table: Table) -> None:
    """Put the table's game into the scene's situation."""
    stage, state = scene.stage, table.state
    tree = STACKS[SQUARES["tree-2"]]
    stack = (*state.stacks[tree][:-1], Card(stage.card))
    table.state = state._replace(
        phase=hazelnut.Phase.MOVE,
        active=stage.drawer - 1,
        paws=1,
        pos=(SQUARES["tree-1"],) * state.seats,
        stacks=(*state.stacks[:tree], stack, *state.stacks[tree + 1 :]),
        score=stage.scores,
        front=stage.nuts,
    )


def record(scene: Scene, table: Table, voices: dict[str, Voice]) -> Iterator[NDArray[np.int16]]:
    """Act the scene out at a live table: the microphones' blocks, with what the narrator leaks into them."""
    mouths = [Mouth(seat) for seat in range(len(scene.names))]
    for line in sorted(scene.said, key=lambda line: line.onset_s):
        clips = [voices[line.voice].clips[text] for text in line.text.split(", ")]
        clip = _louder(reduce(lambda first, then: joined(first, then, BREATH), clips), line.gain_db)
        mouths[line.seat - 1].say(clip, round(line.onset_s * RATE), None, line.pace)
    air, out = Air(scene.room, len(mouths)), np.zeros((BLOCK, 1), dtype=np.int16)
    for at in range(0, round(scene.seconds * RATE), BLOCK):
        block = air.block([mouth.block(at) for mouth in mouths], out[:, 0])
        block = scene.faults.apply(block, at)
        yield block
        _press(scene, table, at // BLOCK)
        out = table.process(block)


def _press(scene: Scene, table: Table, number: int) -> None:
    """The keys that are pressed just before the block of this number."""
    for seat, second in scene.pressed:
        if number == round(second * RATE / BLOCK):
            table.claim(seat - 1)


def _louder(clip: Clip, gain_db: float) -> Clip:
    return replace(clip, wave=clip.wave * np.float32(10 ** (gain_db / 20)))


def run(scene: Scene, table: Table, blocks: Iterable[NDArray[np.int16]]) -> list[tuple[int, Any]]:
    """Play a scene's recorded blocks to a table; everything it told, with the audio sample."""
    told: list[tuple[int, Any]] = []
    table.observers.append(lambda at, what: told.append((at, what)))
    for number, block in enumerate(blocks):
        _press(scene, table, number)
        table.process(block)
    return told
