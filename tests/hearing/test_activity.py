from __future__ import annotations

import numpy as np

from voicenuts.hearing.activity import Activity
from voicenuts.hearing.levels import FRAME, SILENCE_DB, Floors, Leak, frame_levels


def run(activity: Activity, levels: list[float], frames: int, played: float = SILENCE_DB) -> np.ndarray:
    decisions = [activity.frame(np.array(levels), played) for _ in range(frames)]
    return np.asarray(np.mean(decisions, axis=0))


def test_levels_are_in_db_per_frame_and_channel() -> None:
    time = np.arange(4 * FRAME)
    loud = 10000 * np.sign(np.sin(2 * np.pi * 4000 * time / 16000 + 0.1))
    levels = frame_levels(np.stack([loud, loud / 10, 0 * loud + 500], axis=1).astype(np.int16))
    assert levels.shape == (4, 3)
    np.testing.assert_allclose(levels[1:, 0] - levels[1:, 1], 20, atol=0.1)
    assert (levels[:, 2] == SILENCE_DB).all(), "a constant offset is silence"


def test_quiet_room_has_no_voice_and_speech_has() -> None:
    activity = Activity(2)
    assert run(activity, [-75, -75], 100).max() == 0
    assert run(activity, [-30, -75], 30).tolist() == [1.0, 0.0]
    assert activity.own[0]


def test_a_steady_hum_becomes_the_floor() -> None:
    activity = Activity(1)
    run(activity, [-45], 6000)
    assert not activity.frame(np.array([-45.0]), SILENCE_DB)[0]
    assert activity.frame(np.array([-25.0]), SILENCE_DB)[0]


def test_a_neighbours_mouth_is_not_mine_and_his_leak_is_learnt() -> None:
    activity = Activity(3)
    run(activity, [-75, -75, -75], 50)
    heard = run(activity, [-30, -50, -52], 200)
    assert heard.tolist() == [1.0, 0.0, 0.0]
    assert abs(activity.leaks[0].db[1] + 20) <= 1
    both = run(activity, [-30, -38, -75], 20)
    assert both[:2].tolist() == [1.0, 1.0], "a quieter mouth over the learnt leak is a second mouth"


def test_the_loudspeaker_is_learnt_and_talk_over_it_is_heard() -> None:
    activity = Activity(2)
    run(activity, [-75, -75], 50)
    run(activity, [-52, -60], 200, played=-20)
    assert run(activity, [-52, -60], 100, played=-20).max() == 0
    assert run(activity, [-28, -60], 20, played=-20).tolist() == [1.0, 0.0]


def test_floor_falls_at_once_and_hardly_rises_under_a_voice() -> None:
    floors = Floors(1)
    for _ in range(30):
        floors.update(np.array([-80.0]), np.array([False]))
    assert floors.db[0] < -79
    for _ in range(100):
        floors.update(np.array([-20.0]), np.array([True]))
    assert floors.db[0] < -77


def test_leak_ignores_a_minority_of_louder_frames() -> None:
    leak = Leak(1, -6.0)
    one = np.array([True])
    for frame in range(1000):
        leak.learn(np.array([0.0 if frame % 10 == 0 else -25.0]), one)
    assert leak.db[0] == -25
    leak.learn(np.array([0.0]), np.array([False]))
    assert leak.db[0] == -25


def test_a_leak_whose_way_has_changed_moves_with_it() -> None:
    leak = Leak(2, -6.0)
    for _ in range(200):
        leak.learn(np.array([-8.0, -8.0]), np.array([True, True]))
    leak.shift(np.array([-10.0, 3.0]))
    assert leak.db.tolist() == [-18.0, -5.0]
    for _ in range(400):
        leak.learn(np.array([-18.0, -5.0]), np.array([True, True]))
    assert leak.db.tolist() == [-18.0, -5.0]


def test_what_leaks_changes_when_beams_do() -> None:
    activity = Activity(2)
    before = np.array([[0.0, np.nan], [-6.0, 0.0]])
    activity.expect(before, np.array([[0.0, -15.0], [-16.0, 0.0]]))
    assert activity.leaks[0].db[1] == -6.0
    assert activity.leaks[1].db[0] == -16.0
