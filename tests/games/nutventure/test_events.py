"""Every phrase that Nutventure listens to is a command of its own."""

from __future__ import annotations

import tomllib

import pytest

from tests.games.nutventure.play import begin
from voicenuts import resources
from voicenuts.games.nutventure import game as nutventure
from voicenuts.games.nutventure.dice import FACES
from voicenuts.games.nutventure.events import (
    TARGETS,
    Accept,
    Decline,
    Go,
    Keep,
    Leave,
    Move,
    ReportFace,
    ReportVillain,
    Roll,
    Stop,
)
from voicenuts.games.nutventure.game import Options
from voicenuts.values import Cued, Heard

PHRASES = tomllib.loads((resources.folder("prompts") / "en" / "phrases.toml").read_text(encoding="utf-8"))
GROUPS = ("step", "go", "square", "face", "villain", "answer")


def heard(phrase: str) -> object:
    return nutventure.command(Heard(2, phrase, 7, 9, 1.0))


@pytest.mark.parametrize(
    ("phrase", "command"),
    [
        ("turn.roll", Roll(2, 7)),
        ("step.left", Move(2, "left", 7)),
        ("step.done", Stop(2, 7)),
        ("step.keep-it", Keep(2, 7)),
        ("step.leave-it", Leave(2, 7)),
        ("go.crown", Go(2, "crown", 7)),
        ("square.middle-7", Go(2, "middle-7", 7)),
        ("answer.yes", Accept(2, 7)),
        ("answer.no", Decline(2, 7)),
        ("face.red-blue", ReportFace(2, "red-blue", 7)),
        ("villain.8", ReportVillain(2, 8, 7)),
        ("place.tree-3", None),
        ("step.sideways", None),
        ("villain.9", None),
    ],
)
def test_a_phrase_is_the_command_it_says(phrase: str, command: object) -> None:
    assert heard(phrase) == command


def test_no_phrase_of_a_group_is_left_without_its_command() -> None:
    commands = [heard(f"{group}.{name}") for group in GROUPS for name in PHRASES[group]]
    assert None not in commands
    assert len(set(commands)) == len(commands)


def test_every_target_and_every_face_can_be_said() -> None:
    assert {*PHRASES["go"], *PHRASES["square"]} == set(TARGETS)
    assert set(PHRASES["face"]) == set(FACES)


def test_before_the_start_nobody_is_reminded_of_anything() -> None:
    state = nutventure.new(2, Options(), 1)
    for cue in ("hint-0", "nudge-0"):
        assert nutventure.step(state, Cued(cue, 5))[0] == state
    assert begin().cue("nudge").said == ["nudge-ready"]
