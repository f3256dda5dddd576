"""The live loop on a fake driver: what goes in comes out, and no fault hangs or hides."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.devices.loudspeaker import AHEAD, EASE, MOST_AHEAD, fitted
from voicenuts.devices.resample import Block
from voicenuts.devices.ring import Ring
from voicenuts.devices.stream import Live, play_only, route
from voicenuts.errors import PlainError
from voicenuts.values import BLOCK, RATE


def steady(value: float, rate: float = 16_000, channels: int = 3) -> NDArray[np.float32]:
    return np.full((int(rate * BLOCK / RATE), channels), value, dtype=np.float32)


def block(*levels: int) -> Block:
    return np.repeat(np.array([levels], dtype=np.int16), BLOCK, axis=0)


class Loop:
    """A process that also plays the driver: each call delivers the next block and fetches one."""

    def __init__(self, sound: Any, answer: Callable[[Block], Block], blocks: int) -> None:
        self.sound, self.answer, self.left = sound, answer, blocks
        self.seen: list[Block] = []

    def __call__(self, heard: Block) -> Block | None:
        self.seen.append(heard)
        self.left -= 1
        microphones, speaker = self.sound.streams["input"], self.sound.streams["output"]
        microphones.push(steady(len(self.seen) / 100, microphones.samplerate, microphones.channels))
        speaker.pull(int(speaker.samplerate * BLOCK / RATE))
        return self.answer(heard) if self.left >= 0 else None


def started(sound: Any, live: Live) -> None:
    """As soon as the microphones start, the driver delivers a first block."""
    stream = sound.streams["input"]
    begin = stream.start

    def start() -> None:
        begin()
        stream.push(steady(0.0, stream.samplerate, stream.channels))

    stream.start = start


def played(sound: Any) -> NDArray[np.float32]:
    frames: NDArray[np.float32] = np.concatenate(sound.streams["output"].heard)
    return frames


def drain_by_pulling(sound: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for the loudspeaker lets it play one more block."""

    def wait(ring: Ring, timeout_s: float) -> bool:
        sound.streams["output"].pull(480)
        return True

    monkeypatch.setattr(Ring, "wait", wait)


def test_the_table_hears_the_microphones_and_all_hear_the_table(
    sound: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drain_by_pulling(sound, monkeypatch)
    loop = Loop(sound, lambda heard: block(1000, 1, 2, 3), 40)
    with Live(3) as live:
        started(sound, live)
        live.run(loop)
        assert live.ears == 0
    assert sound.streams["input"].channels == 3
    assert [seen[0, 0] for seen in loop.seen[:4]] == [0, 328, 655, 983]
    assert {seen.shape for seen in loop.seen} == {(BLOCK, 3)}
    heard = played(sound)
    assert heard.shape[1] == 2
    assert np.abs(heard[AHEAD * 1440 + 2000 : 40 * 1440 - 2000] - 1000 / 32768).max() < 1e-3
    assert not heard[: AHEAD * 1440 - 1].any()
    assert (live.microphones.lost, live.microphones.overflows, live.loudspeaker.gaps) == (0, 0, 0)
    assert all(stream.closed for stream in sound.streams.values())
    assert all(stream.dtype == "float32" for stream in sound.streams.values())


def test_everything_queued_is_played_before_the_end(sound: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    drain_by_pulling(sound, monkeypatch)
    sound.entries[1]["default_samplerate"] = 16_000.0
    loop = Loop(sound, lambda heard: block(7, 0), 20)
    with Live(1) as live:
        started(sound, live)
        live.run(loop)
        assert (played(sound) != 0).sum() >= 20 * BLOCK
        assert not sound.streams["output"].running


def test_ears_have_channels_of_their_own_where_there_are_enough(sound: Any) -> None:
    sound.add("Four Phones", outputs=8)
    loop = Loop(sound, lambda heard: block(100, 200, 300, 400), 8)
    with Live(3, ears=3, sink="four phones") as live:
        assert live.ears == 3
        started(sound, live)
        sound.streams["output"].stop = lambda: None
        live.run(loop)
    heard = played(sound)
    assert heard.shape[1] == 4
    assert np.allclose(heard[AHEAD * BLOCK :][:BLOCK] * 32768, [100, 200, 300, 400])


@pytest.mark.parametrize(("name", "outputs"), [("pulse", 32), ("Stereo", 2), ("Mono", 1)])
def test_no_secret_is_played_where_ears_cannot_be_kept_apart(sound: Any, name: str, outputs: int) -> None:
    sound.add(name, outputs=outputs)
    with Live(3, ears=3, sink=name) as live:
        assert live.ears == 0
        assert sound.streams["output"].channels == min(outputs, 2)


def test_route() -> None:
    secret = block(1, 2, 3)
    assert route(secret, 3, 2)[0].tolist() == [1, 2, 3]
    assert route(secret, 4, 2)[0].tolist() == [1, 2, 3, 0]
    assert route(secret, 2, 2)[0].tolist() == [1, 1]
    assert route(secret, 3, 0)[0].tolist() == [1, 1, 1]
    assert route(block(5), 1, 0)[0].tolist() == [5]


def test_microphones_that_never_speak_end_the_game_instead_of_hanging(sound: Any) -> None:
    with Live(3) as live, pytest.raises(PlainError, match="USB Quad Mic has stopped"):
        live.run(lambda heard: heard)
    assert all(stream.closed for stream in sound.streams.values())


def test_microphones_that_fall_silent_do_so_too(sound: Any) -> None:
    def table(heard: Block) -> Block:
        return block(0)

    with Live(3) as live:
        started(sound, live)
        with pytest.raises(PlainError, match="has stopped"):
            live.run(table)


def test_an_unplugged_microphone_is_noticed_at_once(sound: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voicenuts.devices.driver.PATIENCE_S", 60.0)

    def table(heard: Block) -> Block:
        sound.streams["input"].finished_callback()
        return block(0)

    with Live(3) as live:
        started(sound, live)
        with pytest.raises(PlainError, match="unplugged"):
            live.run(table)


def test_ctrl_c_ends_the_loop_at_once(sound: Any) -> None:
    def table(heard: Block) -> Block:
        raise KeyboardInterrupt

    with Live(3) as live:
        started(sound, live)
        with pytest.raises(KeyboardInterrupt):
            live.run(table)
    assert all(stream.closed for stream in sound.streams.values())


def test_faults_of_the_table_are_not_swallowed(sound: Any) -> None:
    def table(heard: Block) -> Block:
        raise ZeroDivisionError

    with Live(3) as live:
        started(sound, live)
        with pytest.raises(ZeroDivisionError):
            live.run(table)


def test_lost_sound_is_counted(sound: Any) -> None:
    with Live(1) as live:
        live.microphones.start()
        stream = sound.streams["input"]
        stream.push(np.zeros((40_000, 1), dtype=np.float32), overflow=True)
        assert live.microphones.lost == 40_000 - 32_000
        assert live.microphones.overflows == 1


def test_a_fault_in_a_callback_ends_the_game_and_is_logged(
    sound: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("voicenuts.devices.driver.PATIENCE_S", 60.0)

    def broken(ring: Ring, frames: NDArray[np.float32]) -> None:
        raise ZeroDivisionError

    def table(heard: Block) -> Block:
        with monkeypatch.context() as patched:
            patched.setattr(Ring, "put", broken)
            sound.streams["input"].push(steady(0.0))
        return block(0)

    with Live(3) as live, caplog.at_level(logging.ERROR):
        started(sound, live)
        with pytest.raises(PlainError, match="USB Quad Mic has stopped"):
            live.run(table)
    assert "sound callback of USB Quad Mic" in caplog.text


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sound_server_is_asked_for_all_it_has(sound: Any, seats: int) -> None:
    sound.add("pulse", inputs=32)
    with Live(seats, source="pulse") as live:
        live.microphones.start()
        stream = sound.streams["input"]
        assert stream.channels == 4
        stream.push(np.repeat([[0.1, 0.2, 0.3, 0.4]], BLOCK, axis=0).astype(np.float32))
        heard = live.microphones.block()
    assert heard.shape == (BLOCK, seats)
    assert heard[0].tolist() == [3277, 6554, 9830, 13107][:seats]


@pytest.mark.parametrize("refuse", ["input", "output", "start input"])
def test_a_device_that_cannot_be_opened(sound: Any, refuse: str) -> None:
    sound.refuse = refuse
    with pytest.raises(PlainError, match=r"cannot be opened \(Device unavailable"):
        Live(1).run(lambda heard: heard)
    assert refuse != "input" or sound.streams["output"].closed


def test_too_few_microphones(sound: Any) -> None:
    with pytest.raises(PlainError, match="has 4 inputs, 5 seats need 5"):
        Live(5)


# ---------------------------------------------------------------- the loudspeaker alone


def test_a_late_block_is_counted_and_the_lead_is_won_back(sound: Any) -> None:
    sound.entries[1]["default_samplerate"] = 16_000.0
    with Live(1) as live:
        speaker, stream = live.loudspeaker, sound.streams["output"]
        speaker.put(block(5))
        stream.pull(BLOCK * (AHEAD + 1))
        assert speaker.gaps == 0
        stream.pull(BLOCK)
        assert speaker.gaps == BLOCK
        speaker.put(block(6))
        stream.pull(BLOCK * (AHEAD + 1))
        assert speaker.gaps == BLOCK


def test_a_slow_loudspeaker_loses_blocks_a_dead_one_ends_the_game(sound: Any) -> None:
    sound.entries[1]["default_samplerate"] = 16_000.0
    with Live(1) as live:
        speaker = live.loudspeaker
        for _ in range(MOST_AHEAD - AHEAD):
            speaker.put(block(5))
        assert speaker.dropped == 0
        with pytest.raises(PlainError, match="Kitchen Speaker has stopped"):
            speaker.put(block(5))


def test_what_piled_up_is_worked_off_in_silence(sound: Any) -> None:
    sound.entries[1]["default_samplerate"] = 16_000.0
    with Live(1) as live:
        speaker, stream = live.loudspeaker, sound.streams["output"]
        for _ in range(EASE + 3 - AHEAD):
            speaker.put(block(5))
        for _ in range(10):
            speaker.put(block(0))
            stream.pull(BLOCK)
        assert speaker.gaps == 0
        speaker.put(block(6))
        for _ in range(EASE + 1):
            stream.pull(BLOCK)
        assert (speaker.gaps, speaker.dropped) == (0, 0)
    assert sorted(set((played(sound)[:, 0] * 32768).tolist())) == [0, 5, 6]
    assert (played(sound)[:, 0] * 32768 == 5).sum() == (EASE + 3 - AHEAD) * BLOCK


def test_writing_waits_for_the_loudspeaker(sound: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    drain_by_pulling(sound, monkeypatch)
    sound.entries[1]["default_samplerate"] = 16_000.0
    with play_only("kitchen") as speaker:
        for number in range(1, 101):
            speaker.write(block(number))
    heard = played(sound)[:, 1] * 32768
    assert heard[AHEAD * BLOCK : (AHEAD + 100) * BLOCK : BLOCK].tolist() == list(range(1, 101))
    assert speaker.gaps == 0


def test_writing_to_a_dead_loudspeaker_ends(sound: Any) -> None:
    with play_only() as speaker:
        for _ in range(MOST_AHEAD - AHEAD):
            speaker.write(block(1))
        with pytest.raises(PlainError, match="Kitchen Speaker has stopped"):
            speaker.write(block(1))
    assert sound.streams["output"].closed


def test_draining_a_dead_loudspeaker_ends(sound: Any) -> None:
    with play_only() as speaker:
        speaker.write(block(1))
    assert sound.streams["output"].closed


def test_nothing_written_nothing_played(sound: Any) -> None:
    with play_only():
        pass
    assert sound.streams["output"].heard == []


def test_blocks_of_any_width_fit() -> None:
    flat = np.full(BLOCK, 4, dtype=np.int16)
    assert fitted(flat, 2)[0].tolist() == [4, 4]
    assert fitted(block(1, 2), 2)[0].tolist() == [1, 2]
    assert fitted(block(100, 300), 1)[0].tolist() == [200]
    assert fitted(block(3, 3, 3), 2)[0].tolist() == [3, 3]
