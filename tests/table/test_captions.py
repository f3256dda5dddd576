"""Captions: one plain line per utterance, with the time at which it is heard."""

from __future__ import annotations

import pytest

from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.speaking.narrator import Played
from voicenuts.speaking.script import Clip
from voicenuts.table.captions import Captions, clock
from voicenuts.values import BLOCK, RATE, Asked, Earcon, Heard, Rank

NAMES = ("Amber", "Ben", "Carl")
SHOUTS = frozenset({"thief.lynx"})


def played(text: str, channel: int, start: int, *, secret: bool = False) -> Played:
    clip = Clip(FakeVoice().say(text, 180), text, secret=secret)
    return Played(channel, text, "message", Rank.RESULT, start, start + RATE, clip)


@pytest.fixture
def lines() -> list[str]:
    return []


def test_the_narrator_to_all_and_to_one(lines: list[str]) -> None:
    captions = Captions(NAMES, SHOUTS, lines.append)
    captions(0, played("Ben. One paw.", 0, 41 * RATE))
    captions(0, played("Leo", 3, 62 * RATE))
    assert lines == ["0:41 narrator: Ben. One paw.", "1:02 narrator to Carl: Leo"]


def test_a_shared_screen_shows_the_same_line_for_every_secret(lines: list[str]) -> None:
    captions = Captions(NAMES, SHOUTS, lines.append, secret="(a secret)")
    for word in ("Hazelnut", "Max"):
        captions(0, played(word, 1, 9 * RATE, secret=True))
    captions(0, played("Amber three.", 1, 11 * RATE))
    assert lines == ["0:09 narrator to Amber: (a secret)"] * 2 + ["0:11 narrator to Amber: Amber three."]
    Captions(NAMES, SHOUTS, lines.append)(0, played("Max", 1, 9 * RATE, secret=True))
    assert lines[-1] == "0:09 narrator to Amber: Max"


def test_a_line_that_begins_again_because_somebody_spoke_is_written_once(lines: list[str]) -> None:
    captions, line = Captions(NAMES, SHOUTS, lines.append), played("Ben. One paw.", 0, 0)
    captions(0, line)
    line.clip.alarms += 1
    captions(0, line)
    assert lines == ["0:00 narrator: Ben. One paw."]


def test_a_line_is_timed_when_it_sounds_one_block_later(lines: list[str]) -> None:
    Captions(NAMES, SHOUTS, lines.append)(0, played("Hm.", 0, 60 * RATE - BLOCK))
    assert lines == ["1:00 narrator: Hm."]


def test_players_speak_in_whole_sentences_and_shout_thieves(lines: list[str]) -> None:
    captions = Captions(NAMES, SHOUTS, lines.append)
    captions(5 * RATE, Heard(1, "thief.lynx", 4 * RATE, 5 * RATE, 0.9, words="leo the lynx"))
    captions(9 * RATE, Heard(0, "turn.roll", 8 * RATE, 9 * RATE, 0.9, words="roll"))
    assert lines == ["0:04 Ben: Leo the lynx!", "0:08 Amber: Roll."]


def test_what_players_said_may_come_from_elsewhere(lines: list[str]) -> None:
    captions = Captions(NAMES, SHOUTS, lines.append, heard=False)
    captions(5 * RATE, Heard(1, "thief.lynx", 4 * RATE, 5 * RATE, 0.9, words="leo the lynx"))
    captions.said(4 * RATE, 2, "did you see that", None)
    captions.said(6 * RATE, 1, "leo", "thief.lynx")
    assert lines == ["0:04 Carl: Did you see that.", "0:06 Ben: Leo!"]


@pytest.mark.parametrize("what", [Earcon("ok"), Asked(0, "command.score", 5), "Paused"])
def test_nothing_else_is_a_line(lines: list[str], what: object) -> None:
    Captions(NAMES, SHOUTS, lines.append)(0, what)
    assert lines == []


@pytest.mark.parametrize(
    ("at", "text"),
    [(0, "0:00"), (RATE - 1, "0:00"), (RATE, "0:01"), (61 * RATE, "1:01"), (3600 * RATE, "60:00")],
)
def test_times_are_minutes_and_seconds(at: int, text: str) -> None:
    assert clock(at) == text
