"""The drum: what counts, what comes too early or too late, and how it stops."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.gonuts.play import BIRD, HOUSE, NUT, Play, loaded
from voicenuts.games.gonuts.events import GoNuts, Resume, Woof
from voicenuts.games.gonuts.game import Phase
from voicenuts.games.gonuts.state import (
    BEAT,
    BEAT_PHYSICAL,
    MAX_BEATS,
    MOST_TOLD,
    T_ECHO,
    T_SILENT,
    TICK,
    TICKS,
)
from voicenuts.values import RATE, Cue, Cued, Earcon, Name


def test_the_first_frenzy_explains_and_every_dog_is_introduced_once() -> None:
    play = Play(2).throw(squirrels=5)
    assert play.said == ["nuts-all-squirrels", "nuts-first-frenzy", "nuts-your-dog", "nuts-prompt-countdown"]
    assert play.earcons == ["dice", "frenzy", "bark-2"]
    play.go().beat(0, 1).woof(1).throw(squirrels=5)
    assert play.said == ["nuts-all-squirrels", "nuts-your-dog", "nuts-prompt-countdown"]
    assert play.earcons == ["dice", "frenzy", "bark-1"]
    play.go().beat(0, 0).woof(0).throw(squirrels=5)
    assert play.said == ["nuts-all-squirrels", "nuts-prompt-countdown"]


def test_what_the_turn_has_brought_is_lost_first() -> None:
    play = Play().throw(2, 3).throw(squirrels=5)
    assert play.args("nuts-all-squirrels")["points"] == 2
    assert play.state.points == 0
    play.go().beat(4, 1, 2).woof(1).woof(2)
    assert play.state.score == (4, 0, 0)


@pytest.mark.parametrize(
    ("options", "beat"),
    [
        ({}, BEAT),
        ({"relaxed": True}, 2 * BEAT),
        ({"dice": "mixed"}, BEAT),
        ({"dice": "physical"}, BEAT_PHYSICAL),
    ],
)
def test_the_drum_counts_in_and_every_beat_is_cued_to_the_sample(options: dict[str, Any], beat: int) -> None:
    play = Play(**options)
    if play.state.real_dice:
        play.report_all("squirrels")
    else:
        play.throw(squirrels=5)
    play.tell(GoNuts(0, 777))
    lead = TICKS * TICK
    assert play.effects == (
        *(Cue("tick-777", number * TICK) for number in range(TICKS)),
        *(Cue(f"beat-777-{number}", lead + number * beat) for number in range(MAX_BEATS)),
        Cue("rest-777", lead + MAX_BEATS * beat),
    )


def test_the_drum_waits_five_seconds_for_the_shout() -> None:
    play = Play().throw(squirrels=5)
    assert play.effects[-1] == Cue("silent-1-2", T_SILENT)
    play.until("silent-").until("beat-", before=True)
    assert (play.state.phase, play.drum.drum) == (Phase.FRENZY, T_SILENT)
    late = play.state
    assert play.tell(GoNuts(0, play.now)).state == late


def test_a_beat_sounds_of_nuts_and_dogs() -> None:
    play = Play().frenzy()
    assert play.beat().earcons == ["beat"]
    assert play.beat(3, 2).earcons == ["beat", "clicks-3", "bark-3"]
    assert all(isinstance(effect, Earcon) and effect.at_once for effect in play.effects)
    assert play.drum.dog_at == (None, None, play.now)


def test_g03_only_the_dice_just_thrown_and_birds_stay_in() -> None:
    play = Play().throw(birds=3, nuts=2).throw(squirrels=2).go()
    assert play.drum.dice == 2
    for _ in range(3):
        play.state = play.state._replace(chance=loaded(BIRD, NUT, HOUSE, HOUSE))
        play.until("beat-")
        assert play.drum.dice == 2
    assert [beat.nuts for beat in play.drum.beats] == [1, 1, 1]


def test_g04_beats_after_the_last_onset_do_not_count() -> None:
    play = Play().frenzy()
    for _ in range(5):
        play.beat(1)
    play.beat(1, 1).woof(1)
    play.beat(1, 2)
    seventh = play.now
    play.beat(2).beat(3)
    play.woof_at(2, seventh + BEAT // 2)
    assert play.state.score == (7, 0, 0)
    assert play.earcons[0] == "gong"
    assert play.args("nuts-frenzy-over") == {"seat": Name(0), "nuts": 7, "total": 7}
    assert play.args("nuts-late") == {"beats": 2, "nuts": 5}
    assert play.state.active == 1


def test_beats_too_late_without_a_nut_are_not_worth_a_word() -> None:
    play = Play(2).frenzy().beat(1, 1)
    first = play.now
    play.beat()
    assert "nuts-late" not in play.woof_at(1, first + BEAT // 2).said


def test_the_latest_onset_stops_the_drum_whichever_is_told_first() -> None:
    play = Play().frenzy().beat(1, 1, 2)
    first = play.now
    play.beat(1)
    play.woof_at(2, play.now + RATE // 4).woof_at(1, first + RATE // 2)
    assert play.state.score == (2, 0, 0)


def test_g05_a_woof_before_the_dog_costs_exactly_one_beat() -> None:
    play = Play().frenzy().beat()
    play.woof(1)
    assert (play.earcons, play.drum.skips) == (["house"], frozenset({1}))
    play.woof(1).woof(1)
    play.beat(0, 2)
    assert play.drum.skips == frozenset()
    assert play.drum.dog_at[1] is None
    play.beat(0, 1)
    assert play.drum.dog_at[1] == play.now


def test_the_first_knock_is_explained_when_the_drum_is_silent() -> None:
    play = Play(2).frenzy().woof(1).beat().beat(1, 1).woof(1)
    assert play.said[:2] == ["nuts-frenzy-over", "nuts-first-knock"]
    play.frenzy().woof(0).beat().beat(1, 0).woof(0)
    assert "nuts-first-knock" not in play.said


def test_g05_endless_woofing_never_locks() -> None:
    play = Play(2).frenzy()
    for number in range(MAX_BEATS):
        for moment in range(10):
            play.woof(1, moment * 0.1)
        play.beat(number % 2)
    assert play.drum.locked_at == (None, None)
    play.woof(1, 0.3).until("rest-")
    assert play.state.score == (15, 0)


def test_a_woof_on_the_first_tick_costs_the_first_beat() -> None:
    play = Play(2).frenzy().woof(1)
    assert play.earcons == ["house"]
    play.beat().beat(0, 1)
    assert play.drum.dog_at[1] is not None


def test_a_woof_before_a_dog_that_lies_by_now_is_still_too_early() -> None:
    play = Play(2).frenzy().beat()
    early = play.now + RATE
    play.beat(1, 1).woof_at(1, early)
    assert (play.earcons, play.drum.locked_at[1]) == (["house"], None)
    assert play.woof(1).state.score == (1, 0)


@pytest.mark.parametrize(("after", "taken"), [(0, False), (T_ECHO - 1, False), (T_ECHO, True)])
def test_nobody_answers_a_bark_as_fast_as_its_echo(after: int, taken: bool) -> None:
    play = Play().frenzy().beat(0, 1)
    play.beat(0, 2)
    before = play.state
    play.woof_at(1, play.now + after)
    assert (play.drum.locked_at[1] is not None) == taken
    assert taken or (play.state, play.effects) == (before, ())


def test_a_dog_is_brought_back_once() -> None:
    play = Play().frenzy().beat(0, 1).woof(1)
    assert play.earcons == ["ok"]
    before = play.state
    assert play.woof(1, 0.9).state == before
    assert play.effects == ()
    assert "bark-2" not in play.beat().earcons


@pytest.mark.parametrize("seat", [-1, 0, 3])
def test_only_the_others_have_dogs(seat: int) -> None:
    play = Play().frenzy().beat(0, 1, 2)
    before = play.state
    assert play.woof(seat).state == before
    assert play.effects == ()


def test_nobody_woofs_without_a_drum() -> None:
    play = Play().throw(squirrels=5)
    before = play.state
    assert play.tell(Woof(1, 5)).state == before
    assert play.effects == ()


def test_after_thirty_beats_the_dogs_lie_down_by_themselves() -> None:
    play = Play().frenzy()
    play.beat(1, 2).woof(2)
    for _ in range(MAX_BEATS - 1):
        play.beat(1)
    assert play.state.phase is Phase.FRENZY
    last = play.now
    play.until("rest-")
    assert play.now == last + BEAT
    assert play.state.score == (30, 0, 0)
    assert play.earcons[0] == "gong"


def test_a_woof_heard_after_the_last_beat_still_decides() -> None:
    play = Play(2).frenzy().beat(1, 1)
    first = play.now
    for _ in range(MAX_BEATS - 1):
        play.beat(1)
    assert play.woof_at(1, first + BEAT // 2).state.score == (1, 0)


def test_cues_of_a_drum_that_has_stopped_or_told_twice_are_nothing() -> None:
    play = Play(2).frenzy().beat(1, 1)
    again = Cued(f"beat-{play.drum.drum}-0", play.now)
    before = play.state
    assert play.tell(again).state == before
    stale = list(play.cues)
    play.woof(1)
    after = play.state
    for at, id in stale:
        assert play.tell(Cued(id, at)).state == after
        assert play.effects == ()


# ---------------------------------------------------------------- real dice


def real(seats: int = 3, throw: int = 5) -> Play:
    play = Play(seats, dice="physical")
    play.state = play.state._replace(dice=throw)
    return play.report_all("squirrels").go()


def test_real_dice_are_only_given_the_beat() -> None:
    play = real()
    play.until("beat-")
    assert play.earcons == ["beat"]
    first = play.now
    play.until("beat-")
    assert play.now - first == BEAT_PHYSICAL
    play.woof(1).until("beat-").woof_at(2, play.now + RATE)
    assert (play.state.phase, play.earcons[0]) == (Phase.TOTAL, "gong")
    assert play.said == ["nuts-prompt-total"]
    play.total(11)
    assert play.state.score == (11, 0, 0)
    assert play.args("nuts-frenzy-over") == {"seat": Name(0), "nuts": 11, "total": 11}


def test_a_woof_before_the_first_real_throw_is_nothing() -> None:
    play = real()
    before = play.state
    play.woof(1)
    assert (play.state, play.effects) == (before, (Earcon("early", to=1, at_once=True),))


def test_throws_after_the_gong_are_not_to_be_counted() -> None:
    play = real(2)
    play.until("beat-")
    first = play.now
    play.until("beat-").until("beat-").woof_at(1, first + RATE)
    assert play.args("nuts-late-real") == {"beats": 2}
    assert len(play.drum.beats) == 1


def test_no_more_nuts_are_told_than_there_can_be() -> None:
    play = real(2, throw=3)
    play.until("beat-").until("beat-").woof(1)
    before = play.state
    assert play.total(7).args("nuts-too-many") == {"most": 6}
    assert play.state == before
    assert play.total(6).state.score == (6, 0)


def test_thirty_beats_of_real_dice_bring_the_goal_at_most() -> None:
    play = real(2)
    play.until("rest-")
    assert play.total(MOST_TOLD + 1).args("nuts-too-many") == {"most": 50}
    assert play.total(MOST_TOLD).state.score == (50, 0)


def test_real_dogs_are_not_introduced_by_barks() -> None:
    play = Play(dice="physical").report_all("squirrels")
    assert play.said == ["nuts-all-squirrels", "nuts-first-frenzy-real", "nuts-prompt-countdown"]
    assert "nuts-your-dog" in Play(dice="mixed").report_all("squirrels").said


# ---------------------------------------------------------------- going on


def test_a_lost_drum_counts_in_again_and_nothing_is_lost() -> None:
    play = Play().frenzy().beat(2, 1).beat(1, 2).woof(2)
    stale = list(play.cues)
    play.cues.clear()
    play.now += 9 * RATE
    play.tell(Resume(play.now))
    assert play.said == ["nuts-status-frenzy"]
    assert play.earcons == ["bark-2"]
    assert len([cue for cue in play.effects if isinstance(cue, Cue) and cue.id.startswith("beat-")]) == 28
    before = play.state
    for at, id in stale:
        assert play.tell(Cued(id, at)).state == before
    play.until("beat-", before=True).beat(1).woof(1)
    assert play.state.score == (4, 0, 0)
