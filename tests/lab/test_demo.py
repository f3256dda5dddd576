"""A game by recorded players as it is shown: captions, a stereo mix and its file."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from voicenuts.errors import PlainError
from voicenuts.games.hazelnut.state import GOAL
from voicenuts.lab import demo
from voicenuts.lab.demo import EAR_GAIN, stereo
from voicenuts.lab.voices import Wave
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.table.session import Session, Setup
from voicenuts.values import BLOCK, RATE

LOUD = np.float32(0.2)


def mouths(*levels: float) -> list[Wave]:
    return [np.full(BLOCK, level, np.float32) for level in levels]


def played(*levels: int) -> NDArray[np.int16]:
    """A block of the table: the loudspeaker, then the ears."""
    return np.tile(np.array(levels, np.int16), (BLOCK, 1))


# ---------------------------------------------------------------- the mix


def test_seats_are_panned_from_left_to_right() -> None:
    nothing = played(0, 0, 0, 0)
    sides = [stereo(mouths(*row), nothing)[0].astype(int) for row in np.eye(3) * LOUD]
    left, middle, right = sides
    assert left[0] > 3 * left[1] > 0
    assert middle[0] == middle[1]
    assert right[1] > 3 * right[0] > 0
    assert list(left) == list(right[::-1])
    # Equally loud wherever one sits.
    power = [float(np.hypot(*side)) for side in sides]
    assert power == pytest.approx([LOUD * 32767] * 3, rel=1e-3)


@pytest.mark.parametrize("seats", [2, 4])
def test_any_number_of_seats_has_its_places(seats: int) -> None:
    balance = []
    for row in np.eye(seats) * LOUD:
        left, right = stereo(mouths(*row), played(*[0] * (1 + seats)))[0].astype(int)
        balance.append(right / (left + right))
    assert balance == sorted(balance)
    assert balance[0] == pytest.approx(1 - balance[-1])


def test_the_loudspeaker_is_in_the_middle() -> None:
    mixed = stereo(mouths(0, 0, 0), played(10_000, 0, 0, 0))
    assert mixed.shape == (BLOCK, 2)
    assert mixed.dtype == np.int16
    assert (mixed == mixed[0, 0]).all()
    assert mixed[0, 0] == pytest.approx(7000, abs=2)


def test_a_private_ear_is_faint_and_on_its_seats_side() -> None:
    whisper = stereo(mouths(0, 0, 0), played(0, 0, 0, 10_000))[0].astype(int)
    voice = stereo(mouths(0, 0, 10_000 / 32768), played(0, 0, 0, 0))[0].astype(int)
    assert whisper[1] > 3 * whisper[0]
    assert whisper / voice == pytest.approx([EAR_GAIN] * 2, rel=0.01)


def test_a_table_without_ears_is_mixed_too() -> None:
    assert stereo(mouths(0, 0), played(10_000))[0, 0] == pytest.approx(7000, abs=2)


def test_what_is_too_loud_is_clipped_and_never_wrapped() -> None:
    assert (stereo(mouths(1, 1, 1), played(32767, 0, 0, 0)) == 32767).all()
    assert (stereo(mouths(-1, -1, -1), played(-32768, 0, 0, 0)) == -32768).all()


# ---------------------------------------------------------------- a game


class Loudspeaker:
    def __init__(self) -> None:
        self.blocks: list[NDArray[np.int16]] = []

    def write(self, block: NDArray[np.int16]) -> None:
        self.blocks.append(block)


def seconds(line: str) -> int:
    minutes, rest = line.split(" ", 1)[0].split(":")
    return 60 * int(minutes) + int(rest)


def test_a_game_is_told_written_and_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GOAL, 2, 2)
    lines: list[str] = []
    sound, loudspeaker = tmp_path / "game.flac", Loudspeaker()
    setup = Setup(names=("Ola", "Jan"), seed=4)
    with Session(setup, tmp_path / "game.sqlite", FakeVoice()) as session:
        record = demo.show(session, sound, loudspeaker, lines.append)
        assert session.table.over
    assert not record.stuck
    wave, rate = soundfile.read(sound, dtype="int16")
    assert rate == RATE
    assert wave.shape == (record.samples, 2)
    assert np.array_equal(wave, np.concatenate(loudspeaker.blocks))
    assert np.abs(wave).max() > 1000
    # Captions: every line of the narrator and of the players, in the order in which they begin.
    assert all(re.match(r"\d+:\d\d (narrator( to (Ola|Jan))?|Ola|Jan): \S", line) for line in lines)
    times = [seconds(line) for line in lines]
    assert max(b - a for a, b in zip(times[1:], times, strict=False)) <= 3  # a dawdler's line is told before
    assert times[-1] <= record.samples / RATE
    spoken = [line for line in lines if "narrator" not in line]
    assert len(spoken) == len(record.script)
    assert lines[0].startswith("0:00 narrator: Knights of the Hazelnut")
    assert any(re.search(r"narrator: (Ola|Jan) wins with two!", line) for line in lines)


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with (
        Session(Setup(), tmp_path / "game.sqlite", FakeVoice()) as session,
        pytest.raises(PlainError, match=r"use \.wav or \.flac"),
    ):
        demo.show(session, tmp_path / "game.mp3", None, print)
