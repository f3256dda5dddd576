"""Disturbances: the narrator's lines, its own silence, and which calls count that nobody has made."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab import disturbances
from voicenuts.lab.disturbances import LINES, OPEN, Narrator, chatter, narrated, narration
from voicenuts.lab.shouts import SINGLE, Shout, Trial
from voicenuts.lab.voices import LOUDNESS_DB
from voicenuts.values import BLOCK, RATE, Heard, samples

from .test_trials import Acted, Script


class Imagining(Script):
    """Hears a thief every two seconds on the first seat."""

    def due(self) -> list[Heard]:
        if self.at // BLOCK % (2 * RATE // BLOCK) == 0:
            return [Heard(0, "thief.fox", self.at - samples(500), self.at, 1.0)]
        return []


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> tuple[tuple[str, NDArray[np.int16]], ...]:
    """A narrator without a voice, whose lines are a second of a tone each."""
    tone = (3000 * np.sin(np.arange(RATE))).astype(np.int16)
    made = tuple((f"{message} {thief}", tone) for message, thief in LINES)
    monkeypatch.setattr(disturbances, "narration", lambda: made)
    return made


@pytest.mark.parametrize("talk", [False, True])
def test_only_calls_in_open_windows_count(talk: bool) -> None:
    trials = Acted(Imagining())
    found = chatter(trials, 4 * OPEN / RATE / 60, talk=talk)
    assert found.calls in (4, 5, 6)
    assert found.channel_hours == pytest.approx(3 * 20 / 3600, rel=0.01)
    assert any(mouth.busy_until for mouth in trials.mouths) is talk


def test_the_narrator_goes_on_and_names_thieves_only_where_it_may(
    lines: tuple[tuple[str, NDArray[np.int16]], ...],
) -> None:
    narrator = Narrator(1)
    said = set()
    for _ in range(3000):
        assert narrator().shape == (BLOCK,)
        said.add(narrator.text)
    assert said == {text for text, _ in lines}
    narrator.names_thieves = False
    narrator()
    later = set()
    for _ in range(2000):
        narrator()
        later.add(narrator.text)
    assert len([text for text in later if not text.endswith("None")]) <= 1


def test_calls_while_only_the_narrator_speaks_are_nobodys(
    book: PhraseBook, lines: tuple[tuple[str, NDArray[np.int16]], ...]
) -> None:
    shout = Trial(SINGLE, 0, (Shout(1, "thief.lynx", "leo"),))
    found, over = narrated(Acted(Script()), book, 0.1, [shout, shout], 1)
    assert (found.calls, over.right, over.mouths) == (0, 2, 2)
    found, _ = narrated(Acted(Imagining()), book, 0.1, [], 1)
    assert found.calls == 3


def test_the_real_narrator_says_lines_of_the_game_as_loud_as_players() -> None:
    made = narration()
    assert len(made) == len(LINES)
    assert made[0][0].startswith("Max the Marten! Dusty")
    for _, sound in made:
        level = 20 * np.log10(np.sqrt(np.mean((sound / 32767.0) ** 2)))
        assert level == pytest.approx(LOUDNESS_DB, abs=0.2)
        assert len(sound) > RATE
