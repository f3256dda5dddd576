"""A television is heard by everybody alike and is nobody's voice; those who shout are heard all the same."""

from __future__ import annotations

import numpy as np
import pytest

from voicenuts.hearing.activity import Activity
from voicenuts.hearing.ambience import Ambience
from voicenuts.hearing.levels import Levels

QUIET = -65.0


def room(rng: np.random.Generator, db: float, channels: int = 4, extra: Levels | None = None) -> Levels:
    """One frame of a sound that everybody hears alike, but for what frames differ by."""
    level = db + 1.5 * rng.standard_normal(channels)
    return level if extra is None else level + extra


def television(ambience: Ambience, rng: np.random.Generator, frames: int = 1000) -> float:
    """Let it hear one that speaks and falls silent; the share of channels and frames taken for voices."""
    above = 0.0
    for number in range(frames):
        level = room(rng, -35.0 if number // 40 % 3 else QUIET)
        need = ambience.frame(level)
        if number > frames // 2:
            above += float(np.mean((level > need) & (level > QUIET + 10)))
    return above / (frames // 2)


def test_a_television_is_hardly_ever_a_voice() -> None:
    assert television(Ambience(4), np.random.default_rng(1)) < 0.03


@pytest.mark.parametrize("mouths", [[0], [1, 3], [0, 1, 2, 3]])
def test_who_shouts_over_a_television_is_heard(mouths: list[int]) -> None:
    rng, ambience = np.random.default_rng(2), Ambience(4)
    television(ambience, rng)
    level = room(rng, -35.0)
    level[mouths] = -22.0
    assert (level > ambience.frame(level)).tolist() == [seat in mouths for seat in range(4)]


@pytest.mark.parametrize("channels", [2, 3, 4])
def test_in_a_quiet_room_everybody_may_shout_at_once(channels: int) -> None:
    rng, ambience = np.random.default_rng(3), Ambience(channels)
    for _ in range(500):
        ambience.frame(room(rng, QUIET, channels))
    for _ in range(100):  # for a second
        level = room(rng, -25.0, channels)
        assert (level > ambience.frame(level)).all()


def test_a_channel_that_is_louder_than_the_others_is_known_to_be() -> None:
    rng, ambience = np.random.default_rng(4), Ambience(3)
    extra = np.array([0.0, 4.0, -3.0])
    for _ in range(3000):
        ambience.frame(room(rng, -40.0, 3, extra))
    need = np.mean([ambience.frame(room(rng, -40.0, 3, extra)) for _ in range(100)], axis=0)
    assert np.ptp(need - extra) < 2.0


def test_nothing_is_learnt_of_the_loudspeaker() -> None:
    rng, ambience = np.random.default_rng(5), Ambience(3)
    for _ in range(500):
        ambience.frame(room(rng, -25.0, 3), learns=False)
    level = room(rng, -25.0, 3)
    assert (level > ambience.frame(level)).all()


def test_the_voice_activity_leaves_it_out_where_that_is_asked_for() -> None:
    shares = {}
    for ambience in (True, False):
        rng, activity = np.random.default_rng(6), Activity(3, ambience=ambience)
        heard = []
        for number in range(1500):
            level = room(rng, -35.0 if number // 40 % 3 else QUIET, 3)
            heard.append(activity.frame(level, -90.0).any())
        shares[ambience] = np.mean(heard[750:])
    assert shares[True] < 0.05
    assert shares[False] > 3 * shares[True]
