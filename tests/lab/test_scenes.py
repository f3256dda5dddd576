"""Every recorded scene through the real recogniser: as `hear` hears it, and at a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from voicenuts import recorded
from voicenuts.devices.files import read_blocks
from voicenuts.lab import scenes
from voicenuts.table.session import Session
from voicenuts.values import RATE, Earcon, Say

FOLDER = Path(__file__).parents[2] / "fixtures" / "scenes"
SCENES = sorted(FOLDER.glob("*.toml"))


def test_the_scenes_are_many_and_small() -> None:
    assert len(SCENES) >= 20
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 12_000_000


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_hear_tells_exactly_what_was_said(path: Path) -> None:
    scene = scenes.load(path)
    heard = sorted(
        recorded.hear(scene.sound, list(scene.listen), names=named(scene)), key=lambda heard: heard.onset
    )
    assert tuple((h.seat + 1, h.phrase) for h in heard) == scene.heard
    said = sorted(scene.said, key=lambda line: line.onset_s)
    for one in heard:
        truth = [line.onset_s for line in said if line.seat == one.seat + 1]
        assert min(abs(one.onset / RATE - onset) for onset in truth) < 0.045


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_a_table_credits_the_right_seat(path: Path, tmp_path: Path) -> None:
    scene = scenes.load(path)
    with Session(scene.setup, tmp_path / "scene.sqlite") as session:
        scenes.set_up(scene, session.table)
        blocks = read_blocks(scene.sound, scene.setup.seats_at.least_channels)
        told = scenes.run(scene, session.table, blocks)
        state = session.table.state
    public = [what.message for _, what in told if isinstance(what, Say) and what.to is None]
    outcome = [message for message in public if not message.startswith(("prompt-", "nudge-"))]
    assert tuple(outcome) == scene.messages
    assert tuple(_private(told)) == scene.private
    assert state.score == scene.scores
    assert state.front == scene.nuts


def named(scene: scenes.Scene) -> tuple[str, ...]:
    """The names by which seats are told apart, where they share a microphone."""
    return scene.names if scene.room.shared else ()


def _private(told: list[tuple[int, Any]]) -> Iterator[tuple[int, str]]:
    """What one seat alone was told, beyond that a command was understood."""
    for _, what in told:
        match what:
            case Say(to=int(seat), message=message):
                yield seat + 1, message
            case Earcon(to=int(seat), id=id) if id != "ok":
                yield seat + 1, id
