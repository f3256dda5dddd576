"""The whole hearing room on recorded voices, through the real recogniser."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.hearing.ear import LONGEST
from voicenuts.hearing.hearing import Hearing, Unheard
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.mouth import Mouth
from voicenuts.lab.room import Air, Room
from voicenuts.lab.script import Utterance
from voicenuts.lab.voices import Voice
from voicenuts.values import BLOCK, RATE, Heard, millis

Players = dict[str, Voice]
Verdicts = list[tuple[int, Heard | Unheard]]
CLEAN = Room()
SILENT = np.zeros(BLOCK, np.int16)


def listen(
    hearing: Hearing, mouths: list[Mouth], ids: frozenset[str], seconds: float, room: Room = CLEAN
) -> Verdicts:
    air = Air(room, len(mouths))
    verdicts: Verdicts = []
    for at in range(0, round(seconds * RATE), BLOCK):
        block = air.block([mouth.block(at) for mouth in mouths], SILENT)
        verdicts += [(hearing.at, verdict) for verdict in hearing.hear(block, SILENT, lambda seat: ids)]
    hearing.close()
    return verdicts


def seats(players: Players, *plan: tuple[int, str, str, float]) -> tuple[list[Mouth], list[Utterance]]:
    mouths = [Mouth(seat) for seat in range(3)]
    script = [
        mouths[seat].say(players[voice].clips[text], round(at * RATE), None) for seat, voice, text, at in plan
    ]
    return mouths, script


@pytest.mark.parametrize("live", [False, True])
def test_one_shout_is_heard_once_on_its_seat(
    model: Model, book: PhraseBook, players: Players, live: bool
) -> None:
    mouths, script = seats(players, (1, "am_michael", "leo the lynx", 1.0))
    hearing = Hearing(model, book, 3, live=live)
    verdicts = listen(hearing, mouths, book.expand(["thief", "command"]), 3)
    verdicts += [(hearing.at, verdict) for ear in hearing._ears for verdict in ear.poll()]
    assert [(v.seat, v.phrase) for _, v in verdicts if isinstance(v, Heard)] == [(1, "thief.lynx")]
    at, heard = verdicts[0]
    assert isinstance(heard, Heard)
    assert abs(millis(heard.onset - script[0].onset)) < 20
    assert heard.own
    assert heard.confidence >= 0.7
    if not live:
        assert millis(at - script[0].end) < 400


def test_two_mouths_at_once_are_two_results(model: Model, book: PhraseBook, players: Players) -> None:
    mouths, script = seats(
        players, (0, "am_michael", "max the marten", 1.0), (2, "af_sarah", "leo the lynx", 1.12)
    )
    verdicts = listen(Hearing(model, book, 3), mouths, book.expand(["thief"]), 3)
    heard = sorted((v.seat, v.phrase, v.onset) for _, v in verdicts if isinstance(v, Heard))
    assert [(seat, phrase) for seat, phrase, _ in heard] == [(0, "thief.marten"), (2, "thief.lynx")]
    gap = heard[1][2] - heard[0][2]
    assert abs(millis(gap - (script[1].onset - script[0].onset))) < 25


def test_table_talk_is_no_phrase(model: Model, book: PhraseBook, players: Players) -> None:
    mouths, _ = seats(
        players,
        (0, "am_michael", "did you see that", 1.0),
        (1, "bf_isabella", "pass me the biscuits please", 3.0),
        (2, "bm_lewis", "that was a really good move", 5.5),
    )
    verdicts = listen(Hearing(model, book, 3), mouths, book.expand(["thief", "command"]), 8)
    assert len(verdicts) >= 3
    assert not [v for _, v in verdicts if isinstance(v, Heard)]


def test_only_what_is_open_is_heard(model: Model, book: PhraseBook, players: Players) -> None:
    mouths, _ = seats(players, (0, "am_michael", "max the marten", 1.0))
    verdicts = listen(Hearing(model, book, 3), mouths, book.expand(["turn", "command"]), 3)
    assert [type(v) for _, v in verdicts] == [Unheard]


@pytest.mark.parametrize("crosstalk", [-8.0, -14.0, -30.0])
def test_a_neighbours_voice_never_counts_for_me(
    model: Model, book: PhraseBook, players: Players, crosstalk: float
) -> None:
    plan = [(0, "am_michael", text, 1.0 + 2 * i) for i, text in enumerate(("max", "leo the lynx", "fritz"))]
    mouths, _ = seats(players, *plan)
    verdicts = listen(
        Hearing(model, book, 3), mouths, book.expand(["thief"]), 8, Room(crosstalk_db=crosstalk)
    )
    assert {v.seat for _, v in verdicts if isinstance(v, Heard)} == {0}


def test_speaking_tells_the_onset_until_the_verdict(model: Model, book: PhraseBook, players: Players) -> None:
    mouths, script = seats(players, (1, "am_michael", "max the marten", 1.0))
    hearing, air = Hearing(model, book, 3), Air(Room(), 3)
    pending = []
    for at in range(0, 2 * RATE, BLOCK):
        hearing.hear(air.block([m.block(at) for m in mouths], SILENT), SILENT, lambda seat: frozenset())
        if hearing.speaking[1] is not None:
            assert hearing.voices[1] is not None
            assert hearing.speaking[1] < hearing.voices[1]
            pending.append(hearing.speaking[1])
    assert pending
    assert 0 <= millis(script[0].onset - pending[0]) <= 150
    assert hearing.speaking == (None, None, None)


def test_endless_noise_is_cut_and_forgotten(model: Model, book: PhraseBook) -> None:
    hearing = Hearing(model, book, 1)
    rng = np.random.default_rng(5)
    quiet: NDArray[np.int16] = rng.normal(0, 5, (RATE // BLOCK * BLOCK, 1)).astype(np.int16)
    loud: NDArray[np.int16] = rng.normal(0, 3000, (LONGEST // BLOCK * BLOCK * 2, 1)).astype(np.int16)
    wave = np.concatenate([quiet, loud])
    verdicts: list[Heard | Unheard] = []
    for at in range(0, len(wave) - BLOCK, BLOCK):
        verdicts += hearing.hear(wave[at : at + BLOCK], SILENT, lambda seat: book.expand(["thief"]))
    assert verdicts
    assert not [v for v in verdicts if isinstance(v, Heard)]
