"""Killing games at random loses nothing, and a loss would be noticed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from voicenuts.lab import kills
from voicenuts.lab.retold import Line, Lost, Story, follow, story
from voicenuts.table.journal import Journal


def test_three_kills_lose_nothing(tmp_path: Path) -> None:
    figures = kills.run(3, seed=2, home=tmp_path)
    assert figures.losses == []
    assert figures.kills == 3
    assert figures.lines > 20
    assert figures.events > 20
    assert list(figures.report())[-1] == "losses: 0"


def line(entry: int, text: str, to: str | None = None) -> Line:
    return Line(entry, to, frozenset({text}))


STORY = Story(
    (
        line(0, "Amber's turn."),
        line(1, "Two paws."),
        line(1, "Leo", "Amber"),
        line(2, "It goes back."),
        line(3, "Dusty's turn."),
    ),
    re.compile(re.escape("Paused.")),
    over=False,
)
PRINTED = [
    "0:01 narrator: Amber's turn.",
    "0:02 Amber: Roll.",
    "0:03 narrator: Two paws.",
    "0:04 narrator to Amber: Leo",
    "0:05 narrator: Paused.",
    "0:06 narrator to Dusty: Two paws.",
    "0:07 narrator: It goes back.",
]


def test_captions_are_found_in_the_journal() -> None:
    assert follow(PRINTED, STORY, 0) == (6, 1)
    assert follow(PRINTED[:1], STORY, 0) == (1, 3)
    assert follow(PRINTED[2:], STORY, 1) == (5, 1)


@pytest.mark.parametrize("lost", [0, 1, 2, 3])
def test_a_line_that_is_not_in_the_journal_is_a_loss(lost: int) -> None:
    gone = replace(STORY, lines=tuple(line for line in STORY.lines if line is not STORY.lines[lost]))
    with pytest.raises(Lost, match="knows nothing"):
        follow(PRINTED, gone, 0)


def test_lines_out_of_order_are_a_loss() -> None:
    with pytest.raises(Lost, match="at this place"):
        follow([PRINTED[2], PRINTED[0]], STORY, 0)
    with pytest.raises(Lost, match="at this place"):
        follow(PRINTED, STORY, 1)


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Amber, Leo the Lynx.", True),
        ("Amber, Leo the Lynx, Dusty, Fritz the Fox, thirty-eight hundredths later.", True),
        ("Dusty, Max the Marten, fifty-six hundredths later.", True),
        ("Dusty: Fritz the Fox or Leo the Lynx?", True),
        ("Dusty's call does not count.", True),
        ("Leo the Lynx! Amber was first. Amber two.", False),
        ("Amber. Two paws. Tree two or tree five?", False),
        ("Amber, Leo the Lynx. Amber two.", False),
    ],
)
def test_what_the_table_says_of_itself_is_known_from_what_the_game_says(
    text: str, own: bool, tmp_path: Path
) -> None:
    with Journal.create(tmp_path / "j.sqlite", "hazelnut", ("Amber", "Dusty"), {}, 1) as journal:
        assert bool(story(journal).own.fullmatch(text)) == own
