"""One microphone for a whole table: voices that say their name first, through the real recogniser."""

from __future__ import annotations

import numpy as np
import pytest

from voicenuts.errors import PlainError
from voicenuts.hearing.hearing import Unheard
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.hearing.shared import CLAIMED, HESITATES, SharedHearing
from voicenuts.lab.mouth import Mouth
from voicenuts.lab.room import Air, Room
from voicenuts.lab.script import Utterance
from voicenuts.lab.voices import Clip, Voice, joined
from voicenuts.values import BLOCK, RATE, Heard, millis, samples

Players = dict[str, Voice]
NAMES = ("Amber", "Dusty", "Ginger", "Pepper")
SILENT = np.zeros(BLOCK, np.int16)
BREATH = samples(90)


class Microphone:
    """A microphone in the midst of four mouths; `open_to` are the phrases every seat may say."""

    def __init__(self, model: Model, book: PhraseBook, *groups: str, seats: int = 4) -> None:
        self.hearing = SharedHearing(model, book, NAMES[:seats])
        self.open_to = [book.expand([*groups, "command"])] * seats
        self.told: list[Heard | Unheard] = []
        self.speaking: list[tuple[int, tuple[int | None, ...]]] = []
        self._mouth = Mouth(0)
        self._air = Air(Room(shared=True), 1)

    def say(self, clip: Clip, at_ms: float) -> Utterance:
        return self._mouth.say(clip, samples(at_ms), None)

    def run(self, seconds: float) -> Microphone:
        for _ in range(round(seconds * RATE / BLOCK)):
            block = self._air.block([self._mouth.block(self.hearing.at)], SILENT)
            self.told += self.hearing.hear(block, SILENT, lambda seat: self.open_to[seat])
            self.speaking.append((self.hearing.at, self.hearing.speaking))
        return self

    @property
    def heard(self) -> list[Heard]:
        return [verdict for verdict in self.told if isinstance(verdict, Heard)]

    @property
    def said(self) -> list[tuple[int, str]]:
        return [(heard.seat, heard.phrase) for heard in self.heard]


def call(voice: Voice, name: str, *rest: str, breath: int = BREATH) -> Clip:
    clip = voice.clips[name]
    for more in rest:
        clip = joined(clip, voice.clips[more], breath)
    return clip


def test_the_name_tells_the_seat_and_the_moment(model: Model, book: PhraseBook, players: Players) -> None:
    table = Microphone(model, book, "thief")
    truth = [
        table.say(call(voice, name.lower(), "max the marten"), 1000 + 2500 * seat)
        for seat, (name, voice) in enumerate(zip(NAMES, players.values(), strict=False))
    ]
    table.run(11.5)
    assert table.said == [(seat, "thief.marten") for seat in range(4)]
    for heard, spoken in zip(table.heard, truth, strict=True):
        assert abs(millis(heard.onset - spoken.onset)) < 20
        assert heard.words == "max the marten"
        assert heard.own


def test_two_calls_in_one_breath_are_two_verdicts(model: Model, book: PhraseBook, players: Players) -> None:
    table = Microphone(model, book, "thief")
    first = call(players["am_michael"], "amber", "leo")
    second = call(players["af_sarah"], "dusty", "max")
    spoken = table.say(joined(first, second, samples(80)), 1000)
    table.run(4)
    assert table.said == [(0, "thief.lynx"), (1, "thief.marten")]
    begins = (spoken.onset, spoken.onset + first.end + samples(80) - first.onset)
    for heard, begin in zip(table.heard, begins, strict=True):
        assert abs(millis(heard.onset - begin)) < 25
    assert table.heard[0].end <= table.heard[1].onset


def test_the_same_call_twice_in_one_breath_counts_once(
    model: Model, book: PhraseBook, players: Players
) -> None:
    table = Microphone(model, book, "thief")
    table.say(call(players["em_alex"], "amber", "max", "amber", "max"), 1000)
    assert table.run(4.5).said == [(0, "thief.marten")]


def test_a_phrase_without_a_name_is_nobodys(model: Model, book: PhraseBook, players: Players) -> None:
    table = Microphone(model, book)
    table.open_to = [book.expand(["command"]), book.expand(["command", "place"]), *table.open_to[2:]]
    table.say(players["em_alex"].clips["tree four"], 1000)
    table.say(players["em_alex"].clips["score"], 3000)
    table.say(players["em_alex"].clips["did you see that"], 5000)
    table.run(7.5)
    assert not table.said
    hints = [(v.seat, v.words, v.nameless) for v in table.told if isinstance(v, Unheard)]
    assert hints[:2] == [(1, "tree four", True), (0, "score", True)]
    assert not any(nameless for _, _, nameless in hints[2:])


@pytest.mark.parametrize("phrase", ["pause", "resume"])
def test_anybody_may_stop_the_table(model: Model, book: PhraseBook, players: Players, phrase: str) -> None:
    table = Microphone(model, book, "turn")
    table.say(players["bf_isabella"].clips[phrase], 1000)
    assert [phrase_id for _, phrase_id in table.run(3).said] == [f"command.{phrase}"]


def test_what_is_closed_to_a_seat_is_not_heard_of_it(
    model: Model, book: PhraseBook, players: Players
) -> None:
    table = Microphone(model, book)
    table.open_to = [book.expand(["place"]), frozenset(), frozenset(), frozenset()]
    table.say(call(players["em_alex"], "dusty", "tree four"), 1000)
    table.say(call(players["em_alex"], "amber", "tree four"), 4000)
    assert table.run(6.5).said == [(0, "place.tree-4")]


def test_every_seat_is_taken_to_speak_while_anybody_does(
    model: Model, book: PhraseBook, players: Players
) -> None:
    table = Microphone(model, book, "thief", seats=3)
    spoken = table.say(call(players["em_alex"], "dusty", "leo"), 1000)
    table.run(3)
    (heard,) = table.heard
    held = [(at, onsets) for at, onsets in table.speaking if onsets != (None,) * 3]
    assert held[0][0] < spoken.onset + samples(120)
    for _, onsets in held:
        assert len(set(onsets)) == 1
        assert onsets[0] is not None
        assert onsets[0] <= heard.onset


def test_who_hesitates_after_the_name_is_still_heard(
    model: Model, book: PhraseBook, players: Players
) -> None:
    table = Microphone(model, book, "thief", seats=3)
    spoken = table.say(call(players["em_alex"], "dusty", "leo", breath=samples(500)), 1000)
    table.run(3.5)
    (heard,) = table.heard
    assert (heard.seat, heard.phrase) == (1, "thief.lynx")
    assert abs(millis(heard.onset - spoken.onset)) < 20
    between = [onsets for at, onsets in table.speaking if spoken.onset + RATE * 0.7 < at < heard.end]
    assert all(onsets[1] is not None and onsets[1] <= heard.onset for onsets in between)


def test_a_name_of_long_ago_does_not_count(model: Model, book: PhraseBook, players: Players) -> None:
    table = Microphone(model, book, "thief")
    voice = players["em_alex"]
    name = table.say(voice.clips["dusty"], 1000)
    table.say(voice.clips["leo"], millis(name.end + HESITATES) + 500)
    table.run(4.5)
    assert not table.said
    assert table.speaking[-1][1] == (None,) * 4


def test_who_has_pressed_needs_no_name_for_a_while(model: Model, book: PhraseBook, players: Players) -> None:
    voice = players["em_alex"]
    table = Microphone(model, book, "thief").run(1)
    table.hearing.claim(2)
    table.say(voice.clips["leo"], 1500)
    table.say(voice.clips["max"], 3500)  # the press has served
    assert table.run(4.5).said == [(2, "thief.lynx")]
    table.hearing.claim(1)
    table.say(voice.clips["leo"], millis(table.hearing.at + CLAIMED) + 300)
    assert table.run(6).said == [(2, "thief.lynx")]


def test_of_two_who_have_pressed_each_needs_the_name(
    model: Model, book: PhraseBook, players: Players
) -> None:
    voice = players["em_alex"]
    table = Microphone(model, book, "thief").run(1)
    table.hearing.claim(2)
    table.hearing.claim(0)
    table.say(voice.clips["leo"], 1500)
    table.say(call(voice, "ginger", "max"), 3000)
    table.say(voice.clips["fritz"], 4700)  # now only one press is left
    assert table.run(6).said == [(2, "thief.marten"), (0, "thief.fox")]


def test_a_name_the_model_does_not_know_is_one_sentence(model: Model, book: PhraseBook) -> None:
    with pytest.raises(PlainError, match=r"cannot hear the name 'Ola'.* choose from Amber, Dusty"):
        SharedHearing(model, book, ("Amber", "Ola"))
