"""Whatever is legal and heard causes a sound for its seat in time, in any state of any game."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from voicenuts import resources
from voicenuts.games.registry import GAMES
from voicenuts.hearing.ear import Listens, nothing
from voicenuts.hearing.hearing import Unheard
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.answers import answer_ms
from voicenuts.lab.virtual import Record
from voicenuts.speaking.cache import SpeechCache
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.speaking.narrator import Narrator
from voicenuts.speaking.prompts import Prompts
from voicenuts.table.history import History
from voicenuts.table.receipts import LEAST, Receipts
from voicenuts.table.session import NAMES
from voicenuts.table.table import Table
from voicenuts.values import BLOCK, Heard, samples

SEATS = 3
WORD = samples(400)
LATENCY = samples(210)


class Ears:
    """A hearing room that hears what it is told, as late as the real one."""

    def __init__(self) -> None:
        self.at = 0
        self.speaking: tuple[int | None, ...] = (None,) * SEATS
        self.verdicts: list[Heard | Unheard] = []

    def hear(
        self,
        block: NDArray[np.int16],
        played: NDArray[np.int16],
        listens: Listens,
        beside: Listens = nothing,
    ) -> list[Heard | Unheard]:
        self.at += BLOCK
        verdicts, self.verdicts = self.verdicts, []
        return verdicts

    def claim(self, seat: int) -> None:
        pass

    def close(self) -> None:
        pass


class Play:
    """A table at which anything legal is said every now and then."""

    def __init__(self, game: str, book: PhraseBook, ears: int, **options: object) -> None:
        rules = GAMES[game]
        state = rules.new(SEATS, rules.Options(**options), 1)
        prompts = Prompts(resources.folder("prompts"), "en", NAMES[:SEATS])
        narrator = Narrator(prompts, FakeVoice(), SpeechCache(), ears, wait=True)
        self.ears, self.record, self.book = Ears(), Record(), book
        self.table = Table(rules, History(rules, state), self.ears, book, narrator, lambda at, event: None)
        self.table.observers.append(lambda at, what: self.record.told.append((at, what)))

    def run(self, count: int) -> None:
        for _ in range(count):
            self.table.process(np.zeros((BLOCK, SEATS), np.int16))

    def say(self, seat: int, phrase: str) -> None:
        end = self.ears.at - LATENCY
        words = self.book.phrases[phrase].forms[0]
        self.ears.verdicts.append(Heard(seat, phrase, end - WORD, end, 1.0, words, own=True))
        self.run(1)


KINDS = [
    ("hazelnut", SEATS, {}),
    ("hazelnut", 0, {"secret": "open", "dice": "physical"}),
    ("hazelnut", 0, {"secret": "whisper"}),
    ("go-nuts", SEATS, {}),
    ("go-nuts", 0, {"dice": "physical"}),
    ("nutventure", SEATS, {}),
    ("nutventure", 0, {"dice": "physical"}),
]


@pytest.mark.parametrize(("game", "ears", "options"), KINDS)
@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6))
def test_every_legal_phrase_causes_a_sound(
    book: PhraseBook, game: str, ears: int, options: dict[str, object], seed: int
) -> None:
    luck, play = random.Random(seed), Play(game, book, ears, **options)
    rules = GAMES[game]
    play.run(40)
    for _ in range(40):
        seat = luck.randrange(SEATS)
        own = book.expand(rules.listening(play.table.state)[seat])
        legal = play.table._listens(seat)
        chosen = sorted(own & legal) if own & legal and luck.random() < 0.8 else sorted(legal)
        play.say(seat, luck.choice(chosen))
        play.run(luck.choice([2, 10, 35, 120]))
        if play.table.over:
            break
    play.run(40)
    said = play.record.of(Heard)
    times = answer_ms(play.record)
    silent = [heard.phrase for (_, heard), ms in zip(said, times, strict=True) if ms is None]
    assert [phrase for phrase in silent if phrase not in rules.BY_ONSET] == []


def test_a_seat_is_told_once_a_second_that_it_does_not_count() -> None:
    receipts = Receipts(2)
    assert [receipts.refuses(0, at) for at in (0, LEAST - 1, LEAST, LEAST + 1)] == [True, False, True, False]
    assert receipts.refuses(1, 5)
