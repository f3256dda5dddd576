"""Words that count at their onsets, on recorded voices through the real recogniser."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.hearing.hearing import Hearing, Unheard
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.mouth import Mouth
from voicenuts.lab.room import Air, Room
from voicenuts.lab.script import Utterance
from voicenuts.lab.voices import Voice
from voicenuts.speaking.earcons import IDS, earcon
from voicenuts.values import BLOCK, RATE, Heard, millis

WOOF = frozenset({"bark.woof"})
SILENT = np.zeros(BLOCK, np.int16)


def listen(
    model: Model, book: PhraseBook, mouths: list[Mouth], seconds: float, live: bool = False
) -> list[tuple[int, Heard | Unheard]]:
    """What is heard of the mouths, with the sample at which it is told."""
    hearing = Hearing(model, book, len(mouths), live=live, by_onset=WOOF)
    air, ids = Air(Room(), len(mouths)), book.expand(["command", "bark"])
    told: list[tuple[int, Heard | Unheard]] = []
    for at in range(0, round(seconds * RATE), BLOCK):
        block = air.block([mouth.block(at) for mouth in mouths], SILENT)
        told += [(hearing.at, verdict) for verdict in hearing.hear(block, SILENT, lambda seat: ids)]
    hearing.close()
    told += [(hearing.at, verdict) for ear in hearing._ears for verdict in ear.poll()]
    return told


def woofs(told: list[tuple[int, Heard | Unheard]]) -> list[tuple[int, Heard]]:
    return [(at, what) for at, what in told if isinstance(what, Heard) and what.phrase == "bark.woof"]


def said(players: dict[str, Voice], voice: str, text: str, times: int = 1) -> tuple[Mouth, list[Utterance]]:
    """A mouth that says the clip so many times without a pause."""
    mouth, clip = Mouth(0), players[voice].clips[text]
    return mouth, [mouth.say(clip, RATE + n * (clip.end - clip.onset), None) for n in range(times)]


@pytest.mark.parametrize("live", [False, True])
def test_a_word_is_told_before_it_has_been_said(
    model: Model, book: PhraseBook, players: dict[str, Voice], live: bool
) -> None:
    mouth, script = said(players, "em_alex", "woof")
    told = listen(model, book, [mouth], 2.5, live)
    ((at, heard),) = woofs(told)
    assert len(told) == 1
    assert abs(millis(heard.onset - script[0].onset)) < 60
    if not live:
        assert millis(at - script[0].onset) <= 450
        assert at < script[0].end


@pytest.mark.parametrize("voice", ["af_sarah", "am_michael", "bf_isabella", "em_alex"])
def test_every_word_of_an_unbroken_run_is_told_at_its_onset(
    model: Model, book: PhraseBook, players: dict[str, Voice], voice: str
) -> None:
    mouth, script = said(players, voice, "woof woof woof")
    found = woofs(listen(model, book, [mouth], 3.5))
    assert len(found) == 3
    onsets = [heard.onset for _, heard in found]
    assert onsets == sorted(onsets)
    assert abs(millis(onsets[0] - script[0].onset)) < 60
    took = sorted(millis(at - heard.onset) for at, heard in found)
    assert took[1] <= 400
    assert took[-1] <= 700  # by the end of the voice at the latest


def test_other_commands_are_heard_as_ever(model: Model, book: PhraseBook, players: dict[str, Voice]) -> None:
    mouth, _ = said(players, "am_michael", "score")
    ((_, heard),) = listen(model, book, [mouth], 2.5)
    assert isinstance(heard, Heard)
    assert heard.phrase == "command.score"


def test_no_sound_of_the_table_is_taken_for_the_word(model: Model, book: PhraseBook) -> None:
    hearing = Hearing(model, book, 2, by_onset=WOOF)
    ids, echo = book.expand(["command", "bark", "nuts"]), 10 ** (-20 / 20)
    quiet: NDArray[np.int16] = np.zeros(RATE // BLOCK * BLOCK // 2, np.int16)
    sound = np.concatenate([part for id in IDS for part in (earcon(id), quiet)])
    told, played = [], SILENT
    for start in range(0, len(sound) - BLOCK, BLOCK):
        block = np.stack([(played * echo).astype(np.int16)] * 2, axis=1)
        told += hearing.hear(block, played, lambda seat: ids)
        played = sound[start : start + BLOCK]
    assert not [verdict for verdict in told if isinstance(verdict, Heard)]
