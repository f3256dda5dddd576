"""Real dice of a frenzy are thrown to the drum, unless all agree to play without it."""

from __future__ import annotations

import pytest

from tests.games.gonuts.play import Play
from voicenuts.games.gonuts.events import Consent, Pace
from voicenuts.games.gonuts.game import listening
from voicenuts.games.gonuts.state import MAX_BEATS, MOST_TOLD, T_PACE, Phase
from voicenuts.values import RATE, Cue, Cued, Earcon


def wish(play: Play, seat: int, free: bool = True) -> Play:
    return play.tell(Pace(seat, free, play.now))


def agree(play: Play, *seats: int, yes: bool = True) -> Play:
    for seat in seats:
        play.tell(Consent(seat, yes, play.now))
    return play


def free() -> Play:
    """Three players who have agreed."""
    return agree(wish(Play(dice="physical"), 2), 0, 1)


def test_nobody_can_wish_for_it_where_the_frenzy_is_virtual() -> None:
    for dice in ("virtual", "mixed"):
        play = Play(dice=dice)
        before = play.state
        assert not any("pace" in phrases for phrases in listening(before))
        assert wish(play, 0).state == before
        assert play.earcons == ["no"]


def test_everybody_may_wish_and_only_the_others_are_asked() -> None:
    play = Play(dice="physical")
    assert all("pace" in phrases for phrases in listening(play.state))
    assert wish(play, 2).said == ["nuts-pace-ask"]
    assert ["answer" in phrases for phrases in listening(play.state)] == [True, True, False]
    assert "turn.roll" in listening(play.state)[0], "the game goes on meanwhile"


def test_only_if_all_agree() -> None:
    play = wish(Play(dice="physical"), 2)
    agree(play, 0)
    assert (play.state.free, play.said) == (False, [])
    agree(play, 1)
    assert (play.state.free, play.said[0]) == (True, "nuts-pace-free")
    assert play.said[1].startswith("nuts-"), "and what was asked is asked again"


@pytest.mark.parametrize("seat", [0, 1])
def test_one_no_is_enough(seat: int) -> None:
    play = agree(wish(Play(dice="physical"), 2), seat, yes=False)
    assert (play.state.free, play.said[0]) == (False, "nuts-pace-drum")
    before = play.state
    assert agree(play, 0, 1).state == before, "nobody is asked any more"


def test_who_says_nothing_does_not_agree() -> None:
    play = wish(Play(dice="physical"), 2)
    (lapse,) = [cue for cue in play.effects if isinstance(cue, Cue)]
    assert lapse.after == T_PACE
    agree(play, 0).tell(Cued(lapse.id, play.now))
    assert (play.state.free, play.state.willing, play.said[0]) == (False, frozenset(), "nuts-pace-drum")
    wish(play, 2)
    before = play.state
    assert play.tell(Cued(lapse.id, play.now)).state == before, "an old question's time is not this one's"


def test_a_question_that_runs_into_a_frenzy_is_dropped_without_a_word() -> None:
    play = wish(Play(dice="physical"), 2)
    id = play.cues[-1][1]
    play.report_all("squirrels").go().tell(Cued(id, play.now))
    assert (play.state.willing, play.effects) == (frozenset(), ())


def test_anybody_brings_back_the_drum() -> None:
    play = wish(free(), 1, free=False)
    assert (play.state.free, play.said[0]) == (False, "nuts-pace-drum")


def test_without_the_drum_one_beat_starts_it_and_the_last_woof_ends_it() -> None:
    play = free().report_all("squirrels")
    assert "nuts-first-frenzy-free" in play.said
    play.go()
    assert len([id for _, id in play.cues if id.startswith("beat-")]) == 1
    play.woof(1)
    assert play.effects == (Earcon("early", to=1, at_once=True),)
    play.until("beat-").woof(1).woof_at(2, play.now + 9 * RATE)
    assert (play.state.phase, play.said) == (Phase.TOTAL, ["nuts-prompt-total"])
    play.total(MOST_TOLD)
    assert play.state.score[0] == MOST_TOLD


def test_it_does_not_last_longer_than_with_the_drum() -> None:
    play = free().report_all("squirrels").go()
    play.until("beat-")
    began = play.now
    play.until("rest-")
    assert play.now - began == MAX_BEATS * play.state.beat
    assert play.state.phase is Phase.TOTAL


def test_after_a_first_frenzy_it_is_told_that_there_is_another_way() -> None:
    play = Play(2, dice="physical").report_all("squirrels").go().until("beat-").woof(1)
    assert "nuts-first-pace" in play.total(2).said
    play = agree(wish(Play(2, dice="physical"), 0), 1).report_all("squirrels").go().until("beat-").woof(1)
    assert "nuts-first-pace" not in play.total(2).said
