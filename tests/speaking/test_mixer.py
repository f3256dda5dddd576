from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st

from voicenuts.errors import PlainError
from voicenuts.speaking.lane import GAP, MERCY, PATIENCE
from voicenuts.speaking.mixer import MEMORY, Mixer
from voicenuts.speaking.pcm import Pcm, ready
from voicenuts.speaking.script import Clip, Fired, Mark, Played
from voicenuts.values import BLOCK, Rank, samples

FADE = samples(10)
RESULT, PROMPT, CHATTER = Rank.RESULT, Rank.PROMPT, Rank.CHATTER


def flat(level: int, count: int) -> Pcm:
    return np.full(count, level, np.int16)


def clip(level: int, count: int, rank: Rank = RESULT, text: str = "", passing: bool = False) -> Clip:
    return Clip(ready(flat(level, count)), text, f"m-{level}", rank, passing)


class Tape:
    """A mixer and all that came out of it."""

    def __init__(self, ears: int = 0) -> None:
        self.mixer = Mixer(ears)
        self.pcm = np.zeros((0, 1 + ears), np.int16)
        self.fired: list[Fired] = []
        self.started: list[Played] = []

    def run(self, blocks: int = 1) -> np.ndarray[Any, np.dtype[np.int16]]:
        new = []
        for _ in range(blocks):
            pcm, fired, started = self.mixer.block()
            assert pcm.shape == (BLOCK, 1 + self.mixer.ears)
            assert pcm.dtype == np.int16
            new.append(pcm)
            self.fired += fired
            self.started += started
        self.pcm = np.concatenate([self.pcm, *new])
        assert len(self.pcm) == self.mixer.now
        return np.concatenate(new)

    @property
    def fires(self) -> list[tuple[str, int]]:
        return [(fired.id, fired.at) for fired in self.fired]


# ---------------------------------------------------------------- script


def test_clips_follow_each_other_to_the_sample_and_marks_fire_between() -> None:
    tape = Tape()
    for item in (Mark("zero"), clip(100, 700), Mark("one", 9), clip(200, 260), Mark("two"), Mark("three")):
        tape.mixer.enqueue(0, item)
    tape.run(3)
    assert np.array_equal(tape.pcm[:, 0], np.concatenate([flat(100, 700), flat(200, 260), flat(0, 480)]))
    assert tape.fires == [("zero", 0), ("one", 700), ("two", 960), ("three", 960)]
    assert tape.fired[1].after == 9
    assert [(p.start, p.end, p.message) for p in tape.started] == [(0, 700, "m-100"), (700, 960, "m-200")]
    assert tape.mixer.idle(0)


def test_a_mark_in_an_empty_lane_fires_at_once() -> None:
    tape = Tape()
    tape.run(2)
    tape.mixer.enqueue(0, Mark("now"))
    assert not tape.mixer.idle(0)
    tape.run()
    assert tape.fires == [("now", 960)]


def test_spoken_lines_are_kept_apart_by_a_breath_and_earcons_are_not() -> None:
    tape = Tape()
    tape.mixer.enqueue(0, clip(1, 100, text="one"))
    tape.mixer.enqueue(0, Mark("between"))
    tape.mixer.enqueue(0, clip(2, 100, text="two"))
    tape.mixer.enqueue(0, clip(3, 100))
    tape.run(8)
    assert [(p.start, p.end) for p in tape.started] == [
        (0, 100),
        (100 + GAP, 200 + GAP),
        (200 + GAP, 300 + GAP),
    ]
    assert tape.fires == [("between", 100)]
    assert not tape.pcm[100 : 100 + GAP].any()


def test_channels_are_independent() -> None:
    tape = Tape(2)
    tape.mixer.enqueue(1, clip(5, 480))
    tape.mixer.overlay(2, flat(6, 480))
    out = tape.run()
    assert [int(channel[0]) for channel in out.T] == [0, 5, 6]
    assert (tape.mixer.idle(0), tape.mixer.idle(1)) == (True, True)


def test_earcons_and_loops_are_mixed_over_and_saturate() -> None:
    tape = Tape()
    tape.mixer.enqueue(0, clip(30_000, 960))
    tape.mixer.overlay(0, flat(20_000, 100))
    tape.mixer.loop("roll", flat(1, 70))
    tape.mixer.loop("roll", flat(9, 70))
    out = tape.run()[:, 0]
    assert np.array_equal(out, np.concatenate([flat(32_767, 100), flat(30_001, 380)]))
    tape.mixer.unloop("roll")
    tape.mixer.unloop("never began")
    out = tape.run()[:, 0]
    assert np.array_equal(out[FADE:], flat(30_000, 480 - FADE))


def test_sound_that_is_still_made_is_waited_for_without_blocking() -> None:
    tape = Tape()
    coming: Future[Pcm] = Future()
    tape.mixer.enqueue(0, clip(1, 100))
    tape.mixer.enqueue(0, Clip(coming, "late"))
    tape.mixer.enqueue(0, Mark("after"))
    tape.run(2)
    assert tape.fires == []
    coming.set_result(flat(2, 50))
    tape.run()
    assert tape.fires == [("after", 1010)]


def test_a_line_that_cannot_be_made_is_left_out_and_reported() -> None:
    tape = Tape()
    lost: Future[Pcm] = Future()
    lost.set_exception(PlainError("no voice"))
    tape.mixer.enqueue(0, Clip(lost, "lost"))
    tape.mixer.enqueue(0, Clip(ready(flat(0, 0)), "..."))
    tape.mixer.enqueue(0, Mark("after"))
    tape.mixer.enqueue(0, clip(1, 10))
    tape.run()
    assert tape.fires == [("after", 0)]
    assert [str(fault) for fault in tape.mixer.faults] == ["no voice"]
    assert [p.start for p in tape.started] == [0]


# ---------------------------------------------------------------- ranks and barge-in


def test_a_barge_in_cuts_with_a_fade_and_keeps_the_item_aside() -> None:
    tape = Tape()
    tape.mixer.enqueue(0, clip(10_000, 4000, PROMPT, "which?"))
    tape.mixer.enqueue(0, Mark("after"))
    tape.run(2)
    assert tape.mixer.barge_in()
    out = tape.run(3)[:, 0].astype(int)
    assert out[0] == 10_000
    assert (np.diff(out[:FADE]) < 0).all()
    assert not out[FADE:].any()
    assert tape.fires == []
    assert tape.started[0].end == 960 + FADE
    assert not tape.mixer.idle(0)
    assert not tape.mixer.barge_in()


def test_after_dismissal_marks_fire_and_chatter_behind_is_dropped() -> None:
    tape = Tape()
    for item in (clip(1, 900, CHATTER, "a"), clip(2, 900, CHATTER, "b"), Mark("after"), clip(3, 900)):
        tape.mixer.enqueue(0, item)
    tape.mixer.dismiss()  # nothing is aside: nothing happens
    tape.run()
    tape.mixer.barge_in()
    tape.run(2)
    tape.mixer.dismiss()
    tape.run(3)
    assert tape.fires == [("after", 1440)]
    assert [p.message for p in tape.started] == ["m-1", "m-3"]


def test_after_a_false_alarm_the_item_starts_again_but_not_for_ever() -> None:
    tape = Tape()
    tape.mixer.enqueue(0, clip(1000, 5000, PROMPT, "which?"))
    for _ in range(MERCY):
        tape.run(8)
        assert tape.mixer.barge_in()
        tape.run()
        tape.mixer.restart()
    tape.mixer.restart()  # nothing is aside: nothing happens
    tape.run(8)
    assert not tape.mixer.barge_in()
    start = tape.started[-1].start
    tape.run(10)
    assert len(tape.started) == 1 + MERCY
    assert np.array_equal(tape.pcm[start : start + 5000, 0], flat(1000, 5000))


def test_a_cut_item_nobody_settles_starts_again_by_itself() -> None:
    tape = Tape()
    tape.mixer.enqueue(0, clip(1, 900, PROMPT))
    tape.run()
    tape.mixer.barge_in()
    tape.run(PATIENCE // BLOCK + 2)
    assert len(tape.started) == 2


@pytest.mark.parametrize("rank", [RESULT, PROMPT])
def test_news_dismisses_what_was_cut(rank: Rank) -> None:
    tape = Tape()
    tape.mixer.enqueue(0, clip(1, 900, PROMPT))
    tape.mixer.enqueue(0, Mark("after"))
    tape.run()
    tape.mixer.barge_in()
    tape.mixer.enqueue(0, clip(2, 100, rank))
    tape.run()
    tape.mixer.restart()
    tape.run(3)
    assert [p.message for p in tape.started] == ["m-1", "m-2"]
    assert tape.fires == [("after", 480)]


def test_a_result_is_never_cut() -> None:
    tape = Tape()
    tape.mixer.enqueue(0, clip(7, 1440, RESULT, "Leo the Lynx!"))
    tape.run()
    assert not tape.mixer.barge_in()
    tape.mixer.enqueue(0, clip(8, 100, PROMPT, "next?"))
    tape.mixer.interject(0, clip(9, 100, CHATTER, "answer", passing=True))
    tape.run(2)
    assert np.array_equal(tape.pcm[:, 0], flat(7, 1440))


def test_the_newest_prompt_replaces_older_ones_and_marks_survive() -> None:
    tape = Tape()
    for item in (
        clip(1, 4800, PROMPT),
        Mark("a"),
        clip(2, 100),
        clip(3, 100, PROMPT),
        Mark("b"),
        clip(4, 100, CHATTER),
    ):
        tape.mixer.enqueue(0, item)
        tape.run() if item is not None and tape.mixer.now == 0 else None
    tape.mixer.enqueue(0, clip(5, 100, PROMPT))
    tape.run(3)
    assert [p.message for p in tape.started] == ["m-1", "m-2", "m-4", "m-5"]
    assert [id for id, _ in tape.fires] == ["a", "b"]


def test_an_answer_comes_at_once_and_the_prompt_again_after_it() -> None:
    tape = Tape()
    tape.mixer.enqueue(0, clip(1, 2000, PROMPT, "which?"))
    tape.mixer.enqueue(0, Mark("after"))
    tape.run(2)
    tape.mixer.interject(0, clip(2, 480, CHATTER, "score", passing=True))
    tape.run(16)
    assert [(p.message, p.start) for p in tape.started] == [
        ("m-1", 0),
        ("m-2", 960 + GAP),
        ("m-1", 960 + GAP + 480 + GAP),
    ]
    assert tape.fires == [("after", 960 + GAP + 480 + GAP + 2000)]


def test_answers_queue_in_public_and_replace_each_other_in_an_ear() -> None:
    tape = Tape(1)
    for channel in (0, 1):
        tape.mixer.interject(channel, clip(1, 960, CHATTER, passing=True))
    tape.run()
    for channel in (0, 1):
        tape.mixer.interject(channel, clip(2, 480, CHATTER, passing=True))
    tape.run(3)
    assert [(p.channel, p.start) for p in tape.started] == [(0, 0), (1, 0), (1, 480), (0, 960)]


# ---------------------------------------------------------------- pause


def test_hold_fades_within_a_block_and_release_starts_the_clip_again() -> None:
    tape = Tape(1)
    tape.mixer.enqueue(0, clip(1000, 2000, RESULT))
    tape.mixer.enqueue(0, Mark("after"))
    tape.mixer.enqueue(1, clip(50, 2000, RESULT))
    tape.mixer.loop("roll", flat(500, 100))
    tape.mixer.overlay(0, flat(500, 9000))
    tape.mixer.interject(1, clip(60, 50, CHATTER, passing=True))
    tape.run(2)
    tape.mixer.hold()
    held = tape.run(3)
    assert 0 < held[0, 0] <= 2000
    assert not held[FADE:].any()
    assert not tape.mixer.idle(0)
    tape.mixer.announce(0, clip(7, 480, passing=True))
    tape.mixer.unloop("nothing")
    assert np.array_equal(tape.run()[:, 0], flat(7, 480))
    tape.mixer.overlay(0, flat(3, 480))
    assert np.array_equal(tape.run()[:, 0], flat(3, 480))
    tape.mixer.release()
    start = tape.mixer.now
    out = tape.run(5)
    assert np.array_equal(out[:2000, 0], flat(1500, 2000))
    assert np.array_equal(out[:2000, 1], flat(50, 2000))
    assert tape.fires == [("after", start + 2000)]


def test_what_is_of_the_moment_is_not_played_again_after_a_pause() -> None:
    tape = Tape()
    tape.mixer.interject(0, clip(1, 960, CHATTER, passing=True))
    tape.mixer.interject(0, clip(2, 960, CHATTER, passing=True))
    tape.mixer.enqueue(0, clip(3, 100))
    tape.run()
    tape.mixer.hold()
    tape.run()
    tape.mixer.release()
    tape.run(2)
    assert [p.message for p in tape.started] == ["m-1", "m-3"]


def test_a_cut_prompt_and_an_ended_loop_survive_a_pause_rightly() -> None:
    tape = Tape()
    tape.mixer.enqueue(0, clip(1, 960, PROMPT))
    tape.mixer.loop("roll", flat(500, 100))
    tape.run()
    tape.mixer.barge_in()
    tape.mixer.hold()
    tape.run()
    tape.mixer.hold()
    tape.mixer.unloop("roll")
    tape.run()
    tape.mixer.release()
    tape.run(2)
    assert [p.start for p in tape.started] == [0, 1440]
    assert np.array_equal(tape.pcm[1440:, 0], flat(1, 960))


# ---------------------------------------------------------------- secrets

COVER = np.arange(1, 1001, dtype=np.int16)


def tell(word: Pcm, ears: int = 3, before: int = 300) -> Tape:
    tape = Tape(ears)
    tape.mixer.enqueue(0, clip(1, before))
    tape.mixer.secret(1, ready(word), COVER, "Leo", "card-lynx")
    tape.mixer.enqueue(0, Mark("told"))
    tape.mixer.enqueue(0, clip(9, 100))
    return tape


def test_secrets_of_any_length_look_the_same_from_outside() -> None:
    tapes = [tell(flat(level, count)) for level, count in ((11, 0), (22, 1), (33, 600), (44, 1000))]
    for tape in tapes:
        tape.run(4)
        assert tape.fires == [("told", 1300)]
        told = [p for p in tape.started if p.secret]
        assert [(p.channel, p.start, p.end, p.text) for p in told] == [(2, 300, 1300, "Leo")]
        assert np.array_equal(tape.pcm[:, [0, 1, 3]], tapes[0].pcm[:, [0, 1, 3]])
    assert np.array_equal(tapes[0].pcm[300:1300, 0], COVER)
    word = tapes[2].pcm[:, 2]
    assert np.array_equal(word[300:1300], np.concatenate([flat(33, 600), flat(0, 400)]))
    for ear in (1, 3):
        sounding = np.flatnonzero(tapes[0].pcm[:, ear])
        assert 300 <= sounding[0] < 310
        assert 1290 <= sounding[-1] < 1300
        assert (np.abs(tapes[0].pcm[320:1280, ear].reshape(-1, 96)).max(axis=1) > 100).all()
    assert not np.array_equal(tapes[0].pcm[:, 1], tapes[0].pcm[:, 3])


def test_a_secret_is_never_mixed_with_other_speech_in_an_ear() -> None:
    plain, busy = tell(flat(33, 600)), tell(flat(33, 600))
    for channel in (1, 2, 3):
        busy.mixer.enqueue(channel, clip(1000, 700, RESULT, "long story"))
        busy.mixer.interject(channel, clip(2000, 100, CHATTER, passing=True))
    plain.run(4)
    busy.run(10)
    assert np.array_equal(plain.pcm[300:1300], busy.pcm[300:1300, :])
    again = [(p.channel, p.text, p.start) for p in busy.started if p.start > 480 and p.channel and p.text]
    assert again == [(channel, "long story", 300 + GAP) for channel in (1, 2, 3)]
    cut = [p.end for p in busy.started if p.text == "long story" and p.start < 300]
    assert cut == [300, 300, 300]


def test_an_earcon_of_the_moment_is_heard_over_a_secret() -> None:
    plain, asked = tell(flat(33, 600)), tell(flat(33, 600))
    for tape in (plain, asked):
        tape.run(1)
        if tape is asked:
            for channel in (1, 2):
                tape.mixer.overlay(channel, flat(500, 200))
        tape.run(3)
    added = asked.pcm.astype(int) - plain.pcm
    for channel, sound in enumerate((0, 500, 500, 0)):
        assert np.array_equal(added[480:680, channel], np.full(200, sound))
        assert not added[680:, channel].any()


def test_an_answer_that_a_secret_interrupts_comes_after_it() -> None:
    tape = tell(flat(33, 600), before=240)
    tape.mixer.interject(1, clip(2000, 700, CHATTER, "aside", passing=True))
    tape.run(9)
    starts = [(p.text, p.start) for p in tape.started if p.channel == 1]
    assert starts == [("aside", 0), ("aside", 240 + GAP)]


def test_a_paused_secret_is_told_again_from_its_beginning() -> None:
    tape = tell(flat(3333, 600))
    tape.run()
    tape.mixer.hold()
    held = tape.run()
    assert held[0, 2] == 3333
    assert not held[FADE:].any()
    tape.mixer.release()
    start = tape.mixer.now
    tape.run(4)
    assert tape.fires == [("told", start + 1000)]
    assert np.array_equal(tape.pcm[start : start + 1000, 0], COVER)
    assert np.array_equal(tape.pcm[start : start + 600, 2], flat(3333, 600))


def test_two_secrets_may_follow_each_other_within_a_block() -> None:
    tape = Tape(1)
    for level in (1, 2):
        tape.mixer.secret(0, ready(flat(level, 50)), COVER[:100])
    tape.run()
    assert np.array_equal(tape.pcm[:200, 1], np.concatenate([flat(n, 50) for n in (1, 0, 2, 0)]))


def test_a_secret_needs_an_ear_and_must_fit_its_cover() -> None:
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="no private ear"):
            Mixer(2).secret(seat, ready(flat(1, 1)), COVER)
    with pytest.raises(ValueError, match="longer than its cover"):
        Mixer(1).secret(0, ready(flat(1, 1001)), COVER, "Hazelnut")


def test_a_secret_whose_word_comes_late_waits_and_one_without_sound_is_reported() -> None:
    for outcome in ("late", "too long", "failed"):
        tape = Tape(2)
        word: Future[Pcm] = Future()
        tape.mixer.secret(0, word, COVER, "Max")
        tape.run(2)
        assert not tape.pcm.any()
        if outcome == "failed":
            word.set_exception(PlainError("no voice"))
        else:
            word.set_result(flat(5, 1001 if outcome == "too long" else 10))
        tape.run(3)
        assert np.array_equal(tape.pcm[960:1960, 0], COVER)
        assert tape.pcm[960:, 1].any() == (outcome == "late")
        assert len(tape.mixer.faults) == (outcome != "late")


# ---------------------------------------------------------------- what was played


def test_it_knows_what_is_and_was_being_spoken() -> None:
    tape = Tape(1)
    tape.mixer.enqueue(0, clip(1, 1000, PROMPT, "Tree three?"))
    tape.mixer.enqueue(0, clip(2, 1000))
    tape.mixer.enqueue(1, clip(3, 500, RESULT, "for you"))
    assert tape.mixer.playing() == []
    tape.run()
    assert [(p.channel, p.text) for p in tape.mixer.playing()] == [(0, "Tree three?"), (1, "for you")]
    tape.run(2)
    assert tape.mixer.playing() == []
    assert [p.text for p in tape.mixer.spoken_between(990, 2000)] == ["Tree three?"]
    assert tape.mixer.spoken_between(1000, 2000) == []
    tape.run(MEMORY // BLOCK + 1)
    tape.mixer.enqueue(0, clip(1, 10, text="later"))
    tape.run()
    assert tape.mixer.spoken_between(0, 2000) == []


# ---------------------------------------------------------------- nothing is stuck, whatever happens

ranks = st.sampled_from(list(Rank))
actions = st.one_of(
    st.tuples(st.just("clip"), st.integers(0, 2), ranks, st.integers(0, 1500), st.booleans()),
    st.tuples(st.just("mark")),
    st.tuples(st.just("secret"), st.integers(0, 1), st.integers(0, 700)),
    st.tuples(st.just("answer"), st.integers(0, 2), st.integers(1, 900)),
    st.tuples(st.sampled_from(["barge_in", "dismiss", "restart", "hold", "release", "loop", "unloop"])),
    st.tuples(st.just("run"), st.integers(1, 4)),
)


def act(tape: Tape, action: tuple[Any, ...], number: int) -> None:
    mixer = tape.mixer
    match action:
        case ("clip", channel, rank, count, spoken):
            mixer.enqueue(channel, clip(number, count, rank, f"line {number}" if spoken else ""))
        case ("mark",):
            mixer.enqueue(0, Mark(str(number)))
        case ("secret", seat, count):
            mixer.secret(seat, ready(flat(number, count)), COVER[:700])
        case ("answer", channel, count):
            mixer.interject(channel, clip(number, count, CHATTER, "answer", passing=True))
        case ("loop",):
            mixer.loop("roll", flat(1, 333))
        case ("unloop",):
            mixer.unloop("roll")
        case ("run", blocks):
            tape.run(blocks)
        case (plain,):
            getattr(mixer, plain)()


@budget(max_examples=150)
@given(st.lists(actions, max_size=40))
def test_every_mark_fires_once_in_order_and_every_result_is_heard(script: list[tuple[Any, ...]]) -> None:
    tape = Tape(2)
    marks, results = [], []
    for number, action in enumerate(script, start=1):
        act(tape, action, number)
        if action[0] == "mark":
            marks.append(str(number))
        if action[0] == "clip" and action[2] is RESULT and action[3]:
            results.append(f"m-{number}")
    tape.mixer.release()
    blocks = 0
    while not all(map(tape.mixer.idle, range(3))):
        tape.run(10)
        blocks += 10
        assert blocks < 2000, "stuck"
    assert [fired.id for fired in tape.fired] == marks
    assert [fired.at for fired in tape.fired] == sorted(fired.at for fired in tape.fired)
    assert set(results) <= {p.message for p in tape.started}
    assert all(p.start <= p.end for p in tape.started)
    assert tape.mixer.faults == []
