"""A frenzy is judged by what was really said, not by what was heard."""

from __future__ import annotations

from typing import Any

import pytest

from voicenuts.games.gonuts.events import Woof
from voicenuts.lab.frenzy import Judged, frenzies
from voicenuts.lab.script import Utterance
from voicenuts.lab.virtual import Record
from voicenuts.values import Cued, Earcon

BEAT, LATE = 20_000, 6_000
START = 100_000


def game(heard: dict[int, int], *said: tuple[int, int], beats: int = 5, rest: bool = False) -> Record:
    """The seats 1 and 2 (barks on beats 1 and 2) call at the samples `said`; the table hears `heard`."""
    record = Record(script=[Utterance(seat, "woof", "bark.woof", at, at + 5000) for seat, at in said])
    told: list[tuple[int, Any]] = [(0, Earcon("frenzy"))]
    for number in range(beats):
        at = START + number * BEAT
        told.append((at, Cued(f"beat-0-{number}", at)))
        if number in (1, 2):
            told.append((at, Earcon(f"bark-{number + 1}", at_once=True)))
    told += [(at + LATE, Woof(seat, at)) for seat, at in heard.items()]
    if rest:
        told.append((START + beats * BEAT, Cued("rest-0", START + beats * BEAT)))
    told.sort(key=lambda pair: pair[0])
    told.append((max(told[-1][0], 0), Earcon("gong", at_once=True)))
    record.told = told
    return record


FIRST, LAST = START + BEAT + 8000, START + 3 * BEAT + 9000


@pytest.mark.parametrize(("heard", "right"), [(LAST, True), (LAST + 500, True), (LAST + BEAT, False)])
def test_the_last_call_after_its_own_bark_decides(heard: int, right: bool) -> None:
    record = game({1: FIRST, 2: heard}, (1, FIRST), (2, LAST))
    (judged,) = frenzies(record)
    assert judged.right is right
    assert judged.gong == (record.told[-1][0] - LAST if heard < LAST + BEAT else None)


def test_a_call_before_the_bark_is_none() -> None:
    early = START + 2 * BEAT - 4000
    (judged,) = frenzies(game({1: FIRST, 2: LAST}, (1, FIRST), (2, early), (2, LAST)))
    assert judged == Judged(True, judged.gong)
    assert judged.gong is not None


def test_a_drum_that_runs_out_is_right_only_if_nobody_called() -> None:
    assert list(frenzies(game({}, rest=True))) == [Judged(True, None)]
    assert list(frenzies(game({}, (1, FIRST), rest=True))) == [Judged(False, None)]


def test_a_game_without_frenzies() -> None:
    assert list(frenzies(Record())) == []
