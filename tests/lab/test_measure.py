"""The figures of a game, counted on a record made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from voicenuts.arbiter import Closed, Holding, Settled
from voicenuts.lab.measure import Figures, figures
from voicenuts.lab.script import Utterance
from voicenuts.lab.virtual import Record
from voicenuts.speaking.lane import MERCY
from voicenuts.speaking.pcm import ready
from voicenuts.speaking.script import Clip, Played
from voicenuts.table.clock import Paused, Resumed
from voicenuts.values import (
    BLOCK,
    RATE,
    Bid,
    Earcon,
    Heard,
    Name,
    Open,
    Rank,
    Resolution,
    Say,
    Window,
    samples,
)

S = RATE
LYNX = "thief.lynx"
WINDOW = Window(1, 10 * S, 13 * S, frozenset({1, 2}), frozenset({LYNX, "thief.fox"}), frozenset({LYNX}))


def spoken(seat: int, text: str, phrase: str | None, onset: int, length: int = S // 2) -> Utterance:
    return Utterance(seat, text, phrase, onset, onset + length)


def heard(seat: int, phrase: str, onset: int) -> Heard:
    return Heard(seat, phrase, onset, onset + S // 2, 0.9)


def of(script: list[Utterance], *told: Any) -> Figures:
    return figures(Record(list(script), [(t if isinstance(t, tuple) else (t.end, t)) for t in told]), [])


def test_a_phrase_is_right_on_its_own_seat_at_its_own_time() -> None:
    script = [
        spoken(0, "roll", "turn.roll", 1 * S),
        spoken(1, "roll", "turn.roll", 3 * S),
        spoken(2, "max", "thief.marten", 5 * S),
        spoken(2, "max", "thief.marten", 8 * S),
        spoken(0, "did you see that", None, 9 * S),
    ]
    result = of(
        script,
        heard(0, "turn.roll", 1 * S + 200),
        heard(0, "turn.roll", 3 * S),  # the wrong seat
        heard(2, "thief.fox", 5 * S),  # the wrong phrase
    )
    assert (result.phrases, result.phrases_right) == (4, 1)
    assert dict(result.said) == {"roll": 2, "max": 2}
    assert +result.missed == {"roll": 1, "max": 2}
    assert (result.games, result.stuck) == (1, 0)


def test_strays_are_told_apart() -> None:
    result = of(
        [spoken(0, "roll", "turn.roll", 1 * S), spoken(1, "did you see that", None, 5 * S)],
        heard(2, "thief.fox", 1 * S),  # a neighbour's voice
        heard(1, "thief.fox", 5 * S),  # table talk
        heard(1, "thief.fox", 20 * S),  # nobody: the narrator himself
        heard(0, "turn.roll", 1 * S),
    )
    assert (result.wrong_seats, result.talk_taken, result.self_triggers) == (1, 1, 1)


def test_windows_are_counted_with_and_without_shouts() -> None:
    settled = Settled(Resolution(1, (Bid(1, LYNX, 11 * S),)), 12 * S)
    quiet = Window(2, 20 * S, 23 * S, WINDOW.seats, WINDOW.phrases)
    missed = Window(3, 30 * S, 33 * S, WINDOW.seats, WINDOW.phrases, WINDOW.decisive)
    result = of(
        [spoken(1, "leo", LYNX, 11 * S), spoken(2, "leo", LYNX, 31 * S)],
        (10 * S, Open(WINDOW)),
        heard(1, LYNX, 11 * S),
        (12 * S, settled),
        (12 * S, Say(None, "right-call", (("seat", Name(1)),))),
        (20 * S, Open(quiet)),
        (23 * S, Closed(2, 23 * S)),
        (30 * S, Open(missed)),
        (33 * S, Closed(3, 33 * S)),
    )
    assert (result.windows, result.windows_right, result.windows_right_as_heard) == (3, 2, 3)
    assert (result.windows_shouted, result.windows_shouted_right) == (2, 1)
    assert result.decision_ms == [500.0]  # from the end of the call
    assert result.undecided_ms == []


def test_a_decision_after_a_pause_is_timed_in_audio() -> None:
    result = of(
        [spoken(1, "leo", LYNX, 21 * S)],
        (10 * S, Open(WINDOW)),
        (10 * S, Paused(10 * S)),
        (20 * S, Resumed(20 * S)),
        heard(1, LYNX, 21 * S),
        (21 * S + 12_000, Settled(Resolution(1, (Bid(1, LYNX, 11 * S),)), 11 * S + 12_000)),
    )
    assert result.decision_ms == [250.0]


def test_an_undecided_window_is_timed_from_the_end_of_its_grace() -> None:
    late = 11 * S + S * 3 // 2 + S // 4
    result = of(
        [spoken(1, "fritz", "thief.fox", 11 * S)],
        (10 * S, Open(WINDOW)),
        heard(1, "thief.fox", 11 * S),
        (late, Settled(Resolution(1, (Bid(1, "thief.fox", 11 * S),)), late)),
    )
    assert result.undecided_ms == [250.0]
    assert result.decision_ms == []


def played(start: int, end: int, rank: Rank = Rank.PROMPT, channel: int = 0, passing: bool = False) -> Any:
    clip = Clip(ready(np.zeros(3 * S, np.int16)), "Where to?", "prompt-move", rank, passing)
    return start, Played(channel, clip.text, clip.message, rank, start, end, clip)


def test_a_voice_over_a_prompt_is_timed_to_its_last_sample() -> None:
    talk = [spoken(0, "old oak", "place.old-oak", 2 * S), spoken(1, "score", "command.score", 2 * S + 100)]
    cut = 2 * S + 1600 - BLOCK  # what is made for one block sounds during the next
    assert of(talk, played(S, cut)).barge_in_ms == [100.0]


def test_a_prompt_that_goes_on_over_a_voice_counts_too_unless_it_was_cut_for_nothing_before() -> None:
    talk = [spoken(0, "old oak", "place.old-oak", 2 * S)]
    at, line = played(S, 4 * S)
    assert of(talk, (at, line)).barge_in_ms == [2030.0]
    line.clip.alarms = MERCY
    assert of(talk, (at, line)).barge_in_ms == []


@pytest.mark.parametrize(
    "line",
    [
        played(S, 2 * S, Rank.RESULT),
        played(S, 2 * S, channel=2),
        played(S, 2 * S, Rank.CHATTER, passing=True),
        played(S, S + S // 2),  # cut by something else than a voice
    ],
)
def test_other_lines_are_no_barge_in(line: Any) -> None:
    assert of([spoken(0, "old oak", "place.old-oak", 2 * S)], line).barge_in_ms == []


def test_games_add_up() -> None:
    one = Figures(games=1, phrases=3, rss_mb=90.0, decision_ms=[1.0])
    two = Figures(games=1, phrases=4, rss_mb=80.0, decision_ms=[2.0, 3.0])
    one.said["roll"], two.said["roll"], two.missed["roll"] = 1, 2, 1
    one.add(two)
    assert (one.games, one.phrases, one.rss_mb, one.decision_ms) == (2, 7, 90.0, [1.0, 2.0, 3.0])
    assert (one.said["roll"], one.missed["roll"]) == (3, 1)
    assert two.decision_ms == [2.0, 3.0]


def test_a_stuck_game_is_counted() -> None:
    assert figures(Record(stuck=True), [7.0]) == Figures(games=1, stuck=1, earcon_ms=[7.0])


# ---------------------------------------------------------------- doubt, mumbles, answers


def test_how_often_a_clear_call_is_doubted() -> None:
    result = of(
        [spoken(1, "leo", LYNX, 11 * S), spoken(2, "leo", LYNX, 15 * S)],
        heard(1, LYNX, 11 * S),
        replace(heard(2, LYNX, 15 * S), doubt=""),
    )
    assert (result.calls_heard_right, result.calls_doubted) == (2, 1)


@pytest.mark.parametrize(("said", "saved"), [(LYNX, 1), ("thief.fox", 0)])
def test_whom_doubt_saved(said: str, saved: int) -> None:
    """The table took it for a fox and asked back."""
    result = of(
        [spoken(1, "leo", said, 11 * S)],
        replace(heard(1, "thief.fox", 11 * S), doubt=""),
        (12 * S, Settled(Resolution(1, (Bid(1, "thief.fox", 11 * S, ""),)), 12 * S)),
        (12 * S, Say(None, "ask-back-which", (("seat", Name(1)),))),
    )
    assert (result.asked_back, result.saved_by_doubt) == (1, saved)


def test_a_mumble_is_no_phrase_to_be_heard_but_may_be_taken_wrongly() -> None:
    mumbled = replace(spoken(1, "leo", LYNX, 11 * S), mumbled=True)
    result = of([mumbled], heard(1, "thief.fox", 11 * S))
    assert (result.phrases, result.mumbles, result.mumbles_taken_wrongly) == (0, 1, 1)
    result = of([mumbled], heard(1, LYNX, 11 * S))
    assert (result.mumbles_taken_wrongly, result.calls_heard_right) == (0, 0)


def answers(*told: Any) -> tuple[int, int, list[float]]:
    """After a roll of seat 1 that ended at second 2 and was understood 200 ms later."""
    at = 2 * S + samples(200)
    result = of([], (at, heard(1, "turn.roll", 2 * S - S // 2)), *told)
    return result.commands, result.unanswered, result.answer_ms


def test_a_command_is_answered_by_a_sound_for_its_seat() -> None:
    at, beep = 2 * S + samples(200), Earcon("ok", at_once=True)
    (commands, unanswered, (ms,)) = answers((at, beep))
    assert (commands, unanswered) == (1, 0)
    assert 200 <= ms < 215
    assert answers((at, Earcon("ok", 1, at_once=True)))[1] == 0
    assert answers((at, Earcon("ok", 2, at_once=True)))[1] == 1, "in another's ear"
    assert answers((at, Earcon("gain")))[1] == 1, "who knows when"
    assert answers((3 * S, beep))[1] == 1, "too late"
    assert answers()[1] == 1


def test_a_line_or_a_drum_roll_answers_too() -> None:
    at = 2 * S + samples(300)
    sound = ready(np.zeros(S, np.int16))
    line = Played(2, "Okay.", "as-wished", Rank.CHATTER, at - BLOCK, at + S, Clip(sound, "Okay."))
    assert answers((at, line)) == (1, 0, [300.0])
    assert answers((at, replace(line, channel=1)))[1] == 1
    assert answers((2 * S + samples(200), Holding(1))) == (1, 0, [200.0])


@pytest.mark.parametrize(("credited", "wrong"), [(1, 0), (2, 1)])
def test_a_score_that_no_mishearing_explains_is_wrong(credited: int, wrong: int) -> None:
    result = of(
        [spoken(1, "leo", LYNX, 11 * S)],
        (10 * S, Open(WINDOW)),
        heard(1, LYNX, 11 * S),
        (12 * S, Settled(Resolution(1, (Bid(1, LYNX, 11 * S),)), 12 * S)),
        (12 * S, Say(None, "right-call", (("seat", Name(credited)),))),
    )
    assert result.scores_wrong == wrong
