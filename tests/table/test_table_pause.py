"""A pause stops every window, cue and line for as long as wanted, and nothing is lost by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import pytest

from voicenuts.arbiter import Closed
from voicenuts.arbiter.limits import T_NOTICE
from voicenuts.games.hazelnut.events import Roll
from voicenuts.games.hazelnut.state import T_MINBACK, Phase
from voicenuts.table.clock import Paused, Resumed
from voicenuts.values import BLOCK, RATE, Cued, Heard, Lapsed, Open, Say, samples

if TYPE_CHECKING:
    from tests.table.conftest import Begin, Evening

LONG = 60
"""Seconds of a break that is much longer than any window or reminder."""


def take_a_break(evening: Evening, seconds: float = LONG) -> int:
    """Pause, let time go by, resume; the length of the pause in samples."""
    evening.say(1, "pause")
    evening.until_told(Paused)
    evening.run(seconds)
    evening.say(2, "resume")
    evening.until_told(Resumed)
    (paused,), (resumed,) = evening.of(Paused), evening.of(Resumed)
    return int(resumed.at - paused.at)


def when_lapsed(evening: Evening) -> tuple[int, int]:
    """Audio time and table time of the end of the window."""
    ((audio, event),) = [(at, what) for at, what in evening.told if isinstance(what, Lapsed)]
    return audio, event.at


def test_a_hush_with_a_pause_in_it_closes_that_much_later(begin: Begin) -> None:
    broken, straight = (begin().reach(Phase.HUSH) for _ in range(2))
    away = take_a_break(broken)
    assert away >= LONG * RATE
    for evening in (broken, straight):
        evening.until_told(Lapsed)
    (audio, table), (audio_straight, table_straight) = when_lapsed(broken), when_lapsed(straight)
    assert table == table_straight
    assert audio == audio_straight + away
    assert broken.phase is straight.phase is Phase.PUT_BACK


def test_a_put_back_with_a_pause_in_it_stays_open_that_much_longer(begin: Begin) -> None:
    broken, straight = (begin().reach(Phase.PUT_BACK) for _ in range(2))
    for evening in (broken, straight):
        evening.until_cue("back-1")
    away = take_a_break(broken)
    for evening in (broken, straight):
        evening.run(0.3).say(1, "roll")  # too soon: it counts when the least time is over
        evening.until_told(Roll)
    ends = []
    for evening in (broken, straight):
        opened = evening.of(Open)[-1].window
        ((audio, closed),) = [(at, what) for at, what in evening.told if isinstance(what, Closed)][1:]
        ends.append(audio)
        assert closed.at == opened.earliest_close
        (cue,) = [cue for cue in evening.of(Cued) if cue.id == "back-1"]
        assert opened.earliest_close == cue.at + T_MINBACK
    assert ends[0] == ends[1] + away
    assert 0 <= ends[1] - closed.at <= T_NOTICE + BLOCK
    assert broken.phase is straight.phase is Phase.MOVE


def test_no_cue_comes_due_in_a_pause(begin: Begin) -> None:
    evening = begin().ready()
    evening.stage(phase=Phase.SETUP)
    evening.run(0.1).until(lambda: evening.table.quiet)
    prompted = evening.at
    away = take_a_break(evening)
    evening.until(lambda: evening.played("nudge-ready"), 30)
    (cue,) = [(at, what) for at, what in evening.told if isinstance(what, Cued) and "nudge" in what.id]
    # The motif that sounds after eight seconds takes its own time.
    assert cue[0] - away - prompted == pytest.approx(25 * RATE, abs=RATE // 2 + 2 * BLOCK)
    assert cue[1].at == pytest.approx(cue[0] - away, abs=BLOCK)


@pytest.mark.parametrize("phase", [Phase.READY, Phase.MOVE, Phase.DRAW, Phase.HUSH, Phase.PUT_BACK])
def test_only_resume_is_heard_meanwhile(begin: Begin, phase: Phase) -> None:
    evening = begin().reach(phase)
    open_to_all: list[frozenset[str]] = []
    evening.say(0, "pause")
    evening.until_told(Paused)
    listens: Callable[[int], frozenset[str]] = evening.table._listens

    def note(seat: int) -> frozenset[str]:
        open_to_all.append(listens(seat))
        return open_to_all[-1]

    evening.table._listens = note  # type: ignore[method-assign]  # the test listens in
    state, told = evening.table.state, len(evening.told)
    for seat, text in ((1, "leo the lynx"), (0, "roll"), (0, "tree two"), (2, "score"), (1, "pause")):
        evening.say(seat, text)
        evening.run(1.8)
    assert len(open_to_all) >= 5
    assert set(open_to_all) == {frozenset({"command.resume"})}
    assert not [what for _, what in evening.told[told:] if isinstance(what, Heard | Say | Cued)]
    assert evening.table.state is state


@pytest.mark.parametrize("phase", [Phase.MOVE, Phase.PUT_BACK, Phase.OVER])
def test_the_narrator_is_silent_in_a_pause_and_takes_up_the_line_again(begin: Begin, phase: Phase) -> None:
    evening = begin()
    message = {Phase.MOVE: "prompt-move", Phase.PUT_BACK: "card-back", Phase.OVER: "final-scores"}[phase]
    if phase is Phase.MOVE:
        evening.reach(Phase.READY).say(0, "roll")
    elif phase is Phase.OVER:
        evening.move().stage(front=(4, 0, 0), score=(10, 0, 0)).run(0.3).say(0, "old oak")
    else:
        evening.reach(phase)
    evening.until_played(message)
    take_a_break(evening, 5)
    (paused,), (word,) = evening.of(Paused), evening.played("table-paused")
    (resumed,) = evening.of(Resumed)
    still = slice(word.end + BLOCK, resumed.at)
    for channel in range(4):
        assert not evening.sound(channel)[still].any()
    assert 0 < word.end - paused.at < RATE
    evening.until(lambda: len(evening.played(message)) == 2)
    first, again = evening.played(message)
    assert first.end <= paused.at + samples(40)
    sound = again.clip.sound.result()
    evening.run(len(sound) / RATE + 0.1)
    start = again.start + BLOCK
    assert np.array_equal(evening.sound(0)[start : start + len(sound)], sound)


def test_a_secret_that_was_being_told_is_told_again(begin: Begin) -> None:
    evening = begin().reach(Phase.DRAW)
    evening.run(0.2).say(1, "pause")
    evening.until_told(Paused)
    (secret,) = evening.played("card-marten")
    assert secret.start < evening.of(Paused)[0].at
    evening.run(5)
    assert evening.phase is Phase.DRAW
    evening.say(2, "resume")
    evening.until_phase(Phase.HUSH)
    assert [(p.channel, p.end - p.start) for p in evening.played("card-marten")][1] == (1, samples(1200))


def test_what_was_called_before_the_pause_still_counts(begin: Begin) -> None:
    evening = begin().reach(Phase.HUSH)
    pausing = evening.say(0, "pause", 300)
    call = evening.say(2, "max the marten", onset=pausing.end - samples(100))
    evening.until_told(Paused)
    assert call.onset < evening.of(Paused)[0].at
    evening.run(5)
    evening.say(1, "resume")
    evening.until(lambda: evening.phase is not Phase.HUSH)
    assert evening.table.state.score == (0, 0, 2)
