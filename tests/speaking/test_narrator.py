from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.speaking.cache import SpeechCache
from voicenuts.speaking.delivery import Delivery
from voicenuts.speaking.earcons import earcon
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.speaking.lane import GAP
from voicenuts.speaking.narrator import Narrator
from voicenuts.speaking.pcm import Pcm
from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.script import Fired, Played
from voicenuts.speaking.voice import Speaker, Voice
from voicenuts.values import BLOCK, Cue, Earcon, Name, Open, Rank, Ref, Say, Secret, Window

NAMES = ("Amber", "Dusty", "Ginger", "Pepper")
CARDS = ("card-hazelnut", "card-marten", "card-lynx", "card-fox")
READY = Say(None, "prompt-ready", (("seat", Name(0)),), Rank.PROMPT)
OPENING = Say(None, "opening", (("goal", 15),), Rank.CHATTER)
BACK = Say(None, "card-back")


@pytest.fixture(scope="module")
def prompts() -> Prompts:
    return Prompts(resources.folder("prompts"), "en", NAMES)


@pytest.fixture(scope="module")
def real() -> Iterator[Voice]:
    voice = Voice("en")
    yield voice
    voice.close()


class Show:
    """A narrator with everything it did."""

    def __init__(self, prompts: Prompts, ears: int = 4, voice: Speaker | None = None) -> None:
        self.narrator = Narrator(prompts, voice or FakeVoice(), SpeechCache(), ears, wait=True)
        self.pcm = np.zeros((0, 1 + ears), np.int16)
        self.fired: list[Fired] = []
        self.spoken: list[Played] = []

    def run(self, blocks: int) -> Pcm:
        start = len(self.pcm)
        for _ in range(blocks):
            pcm, fired, spoken = self.narrator.block()
            self.pcm = np.concatenate([self.pcm, pcm])
            self.fired += fired
            self.spoken += spoken
        return self.pcm[start:]

    def finish(self) -> None:
        lanes = (None, *range(self.narrator.ears))
        while not all(self.narrator.idle(seat) for seat in lanes):
            self.run(1)

    @property
    def lines(self) -> list[tuple[int, str]]:
        return [(played.channel, played.text) for played in self.spoken]


# ---------------------------------------------------------------- effects


def test_effects_are_performed_in_order(prompts: Prompts) -> None:
    show = Show(prompts)
    thief = ("thief", Ref("thief-lynx"))
    for effect in (
        Earcon("gain"),
        Say(None, "right-call", (thief, ("seat", Name(1)), ("total", 9))),
        Cue("after", 480),
        READY,
        Say(2, "table-not-heard"),
        Earcon("no", to=3),
        Open(Window(1, 0, 1, frozenset({1}), frozenset({"thief.fox"}))),
    ):
        show.narrator.perform(effect)
    assert show.narrator.faults == []
    show.finish()
    assert show.lines == [
        (3, "Sorry, once more, please."),
        (0, "Leo the Lynx! Dusty was first. Dusty nine."),
        (0, "Amber's turn."),
    ]
    gain, call = len(earcon("gain")), show.spoken[1]
    assert call.start == gain
    assert (call.message, call.rank) == ("right-call", Rank.RESULT)
    assert show.fired == [Fired("after", call.end, 480)]
    assert show.spoken[2].start == call.end + GAP
    assert np.array_equal(show.pcm[: len(earcon("no")), 4], earcon("no"))
    assert np.array_equal(show.pcm[:gain, 0], earcon("gain"))


def test_an_earcon_at_once_is_heard_over_speech(prompts: Prompts) -> None:
    plain, over = Show(prompts), Show(prompts)
    for show in (plain, over):
        show.narrator.perform(BACK)
        show.run(2)
    over.narrator.perform(Earcon("early", at_once=True))
    over.narrator.perform(Earcon("early", to=1, at_once=True))
    length = len(earcon("early"))
    mixed, usual = over.run(5).astype(int), plain.run(5).astype(int)
    assert np.array_equal(mixed[:length, 0] - usual[:length, 0], earcon("early"))
    assert np.array_equal(mixed[:length, 2], earcon("early"))


def test_without_ears_private_lines_are_public(prompts: Prompts) -> None:
    show = Show(prompts, ears=0)
    show.narrator.perform(Say(2, "table-not-heard"))
    show.narrator.answer(1, Say(1, "status-setup"))
    show.finish()
    assert [channel for channel, _ in show.lines] == [0, 0]


def test_faults_of_the_caller_are_raised(prompts: Prompts) -> None:
    narrator = Show(prompts, ears=2).narrator
    with pytest.raises(KeyError):
        narrator.perform(Earcon("trumpet"))
    with pytest.raises(ValueError, match="seat 2"):
        narrator.perform(Say(2, "table-not-heard"))
    with pytest.raises(PlainError, match="'no-such'"):
        narrator.perform(Say(None, "no-such"))


def test_the_same_effects_make_the_same_sound(prompts: Prompts) -> None:
    def sound() -> Pcm:
        show = Show(prompts)
        for effect in (OPENING, Earcon("dice"), READY, Secret(1, "card-fox"), BACK):
            show.narrator.perform(effect)
        show.finish()
        return show.pcm

    assert np.array_equal(sound(), sound())


# ---------------------------------------------------------------- secrets


def secret(prompts: Prompts, card: str, voice: Speaker, rate: int = 180) -> Show:
    show = Show(prompts, voice=voice)
    show.narrator.deliver(1, Delivery(rate=rate))
    for effect in (BACK, Secret(1, card), Cue("drawn"), Say(3, "table-not-heard"), Say(1, "table-not-heard")):
        show.narrator.perform(effect)
    show.finish()
    return show


@pytest.mark.parametrize("rate", [80, 180, 350])
@pytest.mark.parametrize("speaker", ["fake", "real"])
def test_nobody_can_tell_one_secret_from_another(
    prompts: Prompts, real: Voice, speaker: str, rate: int
) -> None:
    voice: Speaker = real if speaker == "real" else FakeVoice()
    shows = [secret(prompts, card, voice, rate) for card in CARDS]
    cover = earcon("rustle")
    for show in shows:
        (told,) = [played for played in show.spoken if played.secret]
        assert told.channel == 2
        assert told.end - told.start == len(cover) == 19_200
        assert show.fired == [Fired("drawn", told.end)]
        assert np.array_equal(show.pcm[told.start : told.end, 0], cover)
        others = show.pcm[told.start : told.end, [1, 3, 4]]
        assert (np.abs(others.reshape(-1, 160, 3)).max(axis=1) > 0).all()
        assert np.array_equal(show.pcm[:, [0, 1, 3, 4]], shows[0].pcm[:, [0, 1, 3, 4]])
        assert len(show.pcm) == len(shows[0].pcm)
    words = [show.pcm[:, 2] for show in shows]
    assert not any(np.array_equal(words[0], word) for word in words[1:])


# ---------------------------------------------------------------- answers and repeat


def test_an_answer_goes_to_the_asking_ear_at_once(prompts: Prompts) -> None:
    show = Show(prompts)
    show.narrator.perform(OPENING)
    show.run(2)
    show.narrator.answer(3, Say(None, "status-setup"))
    show.run(1)
    assert show.lines == [
        (0, "Knights of the Hazelnut. First to fifteen wins."),
        (4, "The game is about to start."),
    ]
    assert show.spoken[1].start == 2 * BLOCK


def test_repeat_says_the_last_line_this_seat_heard(prompts: Prompts) -> None:
    show = Show(prompts)
    show.narrator.repeat(0)
    show.finish()
    show.narrator.perform(READY)
    show.narrator.perform(Earcon("ok"))
    show.finish()
    show.narrator.repeat(1)
    show.finish()
    show.narrator.perform(Secret(2, "card-lynx"))
    show.finish()
    for seat in (0, 2):
        show.narrator.repeat(seat)
        show.finish()
    show.narrator.perform(BACK)
    show.finish()
    show.narrator.repeat(2)
    show.finish()
    assert show.lines == [
        (1, "Nothing has been said yet."),
        (0, "Amber's turn."),
        (2, "Amber's turn."),
        (3, "Leo"),
        (1, "Amber's turn."),
        (3, "Leo"),
        (0, "The card goes back."),
        (3, "The card goes back."),
    ]


def test_repeat_without_ears_is_public(prompts: Prompts) -> None:
    show = Show(prompts, ears=0)
    show.narrator.repeat(1)
    show.narrator.perform(BACK)
    show.finish()
    show.narrator.repeat(1)
    show.finish()
    assert show.lines == [(0, "Nothing has been said yet."), *[(0, "The card goes back.")] * 2]


# ---------------------------------------------------------------- barge-in, pause, drum roll


def test_barge_in_dismiss_and_restart(prompts: Prompts) -> None:
    show = Show(prompts)
    show.narrator.perform(READY)
    show.run(3)
    assert [played.text for played in show.narrator.playing()] == ["Amber's turn."]
    assert show.narrator.barge_in()
    show.run(2)
    assert show.narrator.playing() == []
    assert [played.text for played in show.narrator.spoken_between(0, BLOCK)] == ["Amber's turn."]
    show.narrator.restart()
    show.run(8)
    assert len(show.spoken) == 2
    assert show.narrator.barge_in()
    show.narrator.dismiss()
    show.narrator.perform(Cue("after"))
    show.run(1)
    assert [(fired.id, fired.at) for fired in show.fired] == [("after", 13 * BLOCK)]


def test_pause_is_said_and_the_line_starts_again_afterwards(prompts: Prompts) -> None:
    show = Show(prompts)
    show.narrator.perform(BACK)
    show.narrator.perform(Cue("after"))
    show.narrator.drum_roll(True)
    show.run(4)
    show.narrator.pause()
    show.run(60)
    assert not show.pcm[-BLOCK:].any()
    assert show.fired == []
    show.narrator.resume()
    show.narrator.drum_roll(False)
    show.finish()
    texts = [text for _, text in show.lines]
    assert texts == ["The card goes back.", "Paused.", "Going on.", "The card goes back."]
    assert [fired.at for fired in show.fired] == [show.spoken[-1].end]
    show.narrator.repeat(0)
    show.finish()
    assert show.lines[-1] == (1, "The card goes back.")


def test_the_drum_roll_goes_on_under_everything(prompts: Prompts) -> None:
    show = Show(prompts, ears=0)
    show.narrator.drum_roll(True)
    show.narrator.drum_roll(True)
    assert np.array_equal(show.run(20)[:, 0], earcon("drum-roll"))
    show.narrator.drum_roll(False)
    assert not show.run(2)[160:].any()
    assert show.narrator.idle()


# ---------------------------------------------------------------- live


def test_live_nothing_blocks_and_the_lane_goes_on_when_the_line_is_there(
    prompts: Prompts, real: Voice
) -> None:
    narrator = Narrator(prompts, real, SpeechCache(), 4)
    before = time.monotonic()
    for effect in (OPENING, Secret(0, "card-marten"), Cue("drawn")):
        narrator.perform(effect)
    assert time.monotonic() - before < 0.2
    spoken: list[Played] = []
    fired: list[Fired] = []
    while not fired and time.monotonic() - before < 20:
        _, new, begun = narrator.block()
        fired += new
        spoken += begun
        if not spoken:
            time.sleep(0.005)  # the line is made by another process
    assert [played.text for played in spoken] == ["Knights of the Hazelnut. First to fifteen wins.", "Max"]
    assert [cue.id for cue in fired] == ["drawn"]
    assert narrator.faults == []


def test_live_a_lost_voice_is_reported_and_the_game_goes_on(prompts: Prompts) -> None:
    voice = Voice("en")
    voice.close()
    narrator = Narrator(prompts, voice, SpeechCache(), 1)
    for effect in (BACK, Secret(0, "card-fox"), Cue("after")):
        narrator.perform(effect)
    fired = [cue for _ in range(50) for cue in narrator.block()[1]]
    assert [cue.at for cue in fired] == [len(earcon("rustle"))]
    assert [type(fault) for fault in narrator.faults] == [PlainError, PlainError]
    offline = Narrator(prompts, voice, SpeechCache(), 1, wait=True)
    with pytest.raises(PlainError):
        offline.perform(BACK)


def test_warm_lines_are_there_at_once(prompts: Prompts, real: Voice) -> None:
    narrator = Narrator(prompts, real, SpeechCache(), 1)
    for future in narrator.warm([OPENING, Say(None, "table-goodbye")]):
        future.result()
    narrator.perform(OPENING)
    assert narrator.block()[2][0].start == 0


def test_a_block_is_cheap(prompts: Prompts) -> None:
    show = Show(prompts)
    times = []
    for seat in range(4):
        show.narrator.perform(OPENING)
        show.narrator.perform(Say(seat, "help-ready"))
    show.narrator.drum_roll(True)
    for _ in range(400):
        before = time.perf_counter()
        show.narrator.block()
        times.append(time.perf_counter() - before)
    assert np.median(times) < 0.0003


# ---------------------------------------------------------------- teaching


def test_a_turn_is_asked_for_in_full_once_of_every_seat(prompts: Prompts) -> None:
    narrator = Narrator(prompts, FakeVoice(), SpeechCache(), 2, wait=True, teaches=True)
    spoken: list[Played] = []
    for seat in (0, 1, 0, 1):
        narrator.perform(Say(None, "prompt-ready", (("seat", Name(seat)),), Rank.PROMPT))
        while not narrator.idle():
            spoken += narrator.block()[2]
    assert ["Say roll" in played.text for played in spoken] == [True, True, False, False]


def test_what_happens_for_the_first_time_is_told_in_full_to_whoever_is_new(prompts: Prompts) -> None:
    for teaches, level in ((True, 2), (False, 2), (True, 1)):
        narrator = Narrator(prompts, FakeVoice(), SpeechCache(), 2, wait=True, teaches=teaches)
        narrator.deliver(None, Delivery(level=level))
        spoken: list[Played] = []
        for _ in range(2):
            narrator.perform(BACK)
        while not narrator.idle():
            spoken += narrator.block()[2]
        full, usual = (prompts.render("card-back", (), detail) for detail in (3, level))
        assert [played.text for played in spoken] == [full if teaches and level == 2 else usual, usual]
