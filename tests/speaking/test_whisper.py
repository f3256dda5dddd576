"""A whisper by the one loudspeaker: soft, and the same from outside whatever the word is."""

from __future__ import annotations

import numpy as np
import pytest

from voicenuts import resources
from voicenuts.speaking import whisper
from voicenuts.speaking.cache import SpeechCache
from voicenuts.speaking.delivery import Delivery
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.speaking.narrator import Fired, Narrator, Played
from voicenuts.speaking.pcm import Pcm
from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.whisper import AROUND, LENGTH, WORD, whispered
from voicenuts.values import BLOCK, Cue, Rank, Say, Secret, samples

CARDS = ("card-hazelnut", "card-marten", "card-lynx", "card-fox")
TABLE, PROMPT = Say(None, "on-table"), Say(None, "nudge-ear", (("seat", "Amber"),), Rank.PROMPT)


def word(count: int) -> Pcm:
    return np.full(count, 10_000, np.int16)


def narrator() -> Narrator:
    prompts = Prompts(resources.folder("prompts"), "en", ("Amber", "Dusty", "Ginger"))
    return Narrator(prompts, FakeVoice(), SpeechCache(), ears=0, wait=True)


def play(narrator: Narrator, seconds: float) -> tuple[Pcm, list[Fired], list[Played]]:
    blocks: list[Pcm] = [np.zeros(0, np.int16)]
    fired: list[Fired] = []
    played: list[Played] = []
    for _ in range(samples(seconds * 1000) // BLOCK):
        pcm, cues, begun = narrator.block()
        blocks.append(pcm[:, 0])
        fired += cues
        played += begun
    return np.concatenate(blocks), fired, played


def test_the_word_is_a_tenth_as_high_between_noise_that_does_not_depend_on_it() -> None:
    nothing, short, long = (whispered(word(count)) for count in (0, 3_000, WORD))
    assert len(nothing) == len(short) == len(long) == LENGTH == samples(2400)
    for sound in (short, long):
        assert np.array_equal(sound[:AROUND], nothing[:AROUND])
        assert np.array_equal(sound[AROUND + WORD :], nothing[AROUND + WORD :])
    added = long.astype(int) - nothing
    assert np.abs(added[AROUND : AROUND + WORD] - 1_000).max() <= 1
    assert np.array_equal(short[AROUND + 3_000 :], nothing[AROUND + 3_000 :])


def test_the_noise_is_soft_before_and_after_and_softer_under_the_word() -> None:
    def rms_db(sound: Pcm) -> float:
        return float(20 * np.log10(np.sqrt(np.mean(sound.astype(float) ** 2)) / 32768))

    silence, edge = whispered(word(0)), samples(30)
    before, after = silence[edge : AROUND - edge], silence[AROUND + WORD + edge : -edge]
    assert rms_db(before) == pytest.approx(whisper.NOISE_DB, abs=1.5)
    assert rms_db(after) == pytest.approx(whisper.NOISE_DB, abs=1.5)
    assert rms_db(silence[AROUND : AROUND + WORD]) == pytest.approx(whisper.NOISE_DB - 10.5, abs=1.5)


def test_a_word_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="19200 samples, not 19201"):
        whispered(word(WORD + 1))


def test_every_card_takes_the_same_time_and_sounds_alike_around_the_word() -> None:
    heard = []
    for card in CARDS:
        table = narrator()
        for effect in (TABLE, Secret(1, card), Cue("told"), TABLE):
            table.perform(effect)
        sound, fired, played = play(table, 8)
        (told,) = [one for one in played if one.secret]
        assert (told.channel, told.message, told.end - told.start) == (2, card, LENGTH)
        assert fired == [Fired("told", told.end)]
        heard.append((told, sound))
    (first, nut), *others = heard
    for told, sound in others:
        assert told.start == first.start
        assert not np.array_equal(sound, nut)
        low, high = told.start + AROUND, told.start + AROUND + WORD
        assert np.array_equal(sound[:low], nut[:low])
        assert np.array_equal(sound[high:], nut[high:])


@pytest.mark.parametrize("gain_db", [0, -6, 9])
def test_what_microphones_are_told_to_expect_is_the_same_for_every_card(gain_db: int) -> None:
    expected = []
    for card in CARDS:
        table = narrator()
        table.deliver(None, Delivery(gain_db=gain_db))
        for effect in (TABLE, Secret(1, card), TABLE):
            table.perform(effect)
        blocks, differs = [], []
        for number in range(200):
            sound = table.block()[0][:, 0]
            blocks.append(table.expected)
            differs += [] if np.array_equal(sound, table.expected) else [number]
        assert len(differs) <= WORD // BLOCK + 1
        assert differs == list(range(differs[0], differs[-1] + 1))
        expected.append(np.concatenate(blocks))
    for other in expected[1:]:
        assert np.array_equal(other, expected[0])


def test_nobody_cuts_a_whisper_and_nothing_repeats_it() -> None:
    table = narrator()
    table.perform(Secret(1, "card-fox"))
    undisturbed, _, _ = play(table, 3)
    table = narrator()
    table.perform(TABLE)
    play(table, 2)
    table.perform(Secret(1, "card-fox"))
    start, _, _ = play(table, 0.6)
    assert not table.barge_in()
    table.answered()
    table.answer(2, Say(2, "status-setup"))
    table.perform(PROMPT)
    rest, _, played = play(table, 6)
    assert np.array_equal(np.concatenate([start, rest])[:LENGTH], undisturbed[:LENGTH])
    assert [one.message for one in played] == ["status-setup", "nudge-ear"]
    table = narrator()
    table.perform(TABLE)
    table.perform(Secret(1, "card-fox"))
    play(table, 6)
    for seat in (0, 1, 2):
        table.repeat(seat)
        assert [one.message for one in play(table, 3)[2]] == ["on-table"]


@pytest.mark.parametrize("begun_s", [0.0, 1.2])
def test_a_pause_ends_a_whisper_for_good(begun_s: float) -> None:
    table = narrator()
    table.perform(Secret(1, "card-fox"))
    table.perform(Cue("told"))
    play(table, begun_s)
    table.pause()
    play(table, 3)
    table.resume()
    _, fired, played = play(table, 5)
    assert [one.message for one in played] == ["table-resumed"]
    assert [cue.id for cue in fired] == ["told"]
