"""A frenzy at the table: the dog is called back by the onset of a woof, even in a run that never ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts.games.gonuts.events import GoNuts, Woof
from voicenuts.games.gonuts.state import BEAT, Frenzy, Phase
from voicenuts.lab.mouth import Mouth
from voicenuts.lab.room import Air, Room
from voicenuts.lab.script import Utterance
from voicenuts.lab.voices import Voice
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.table.session import Session, Setup
from voicenuts.values import BLOCK, RATE, Cued, Earcon, Say, millis

ROOM = Room(crosstalk_db=-20.0, echo_db=-28.0, noise_db=-68.0, seed=3)
NOBODY = (None, None)


def _sounds(what: Any, id: str) -> bool:
    return isinstance(what, Earcon) and what.at_once and what.id == id


class Drum:
    """Two people at Go Nuts!; the first has just shouted, the second has a dog to call back."""

    def __init__(self, session: Session, voice: Voice) -> None:
        self.table, self.at = session.table, 0
        self.told: list[tuple[int, Any]] = []
        self._voice, self._air = voice, Air(ROOM, 2)
        self._mouths = [Mouth(0), Mouth(1)]
        self._out = np.zeros((BLOCK, 3), np.int16)
        self.table.observers.append(lambda at, what: self.told.append((at, what)))
        frenzy = Frenzy(5, 0, NOBODY, NOBODY)
        self.table.state = self.table.state._replace(phase=Phase.COUNTDOWN, active=0, frenzy=frenzy)
        self.table._step(GoNuts(0, 0))

    def say(self, text: str, times: int = 1) -> list[Utterance]:
        """From now on, so often without a pause."""
        clip, mouth = self._voice.clips[text], self._mouths[1]
        length = clip.end - clip.onset
        return [mouth.say(clip, self.at + BLOCK + n * length, None) for n in range(times)]

    def until(self, id: str, seconds: float = 45) -> int:
        """Go on until an earcon sounds; the sample at which it is told."""
        end = self.at + seconds * RATE
        while not (found := [at for at, what in self.told if _sounds(what, id)]):
            assert self.at < end, f"no {id}"
            self.run()
        return found[0]

    def run(self, seconds: float = BLOCK / RATE) -> None:
        for _ in range(round(seconds * RATE / BLOCK)):
            mouths = [mouth.block(self.at) for mouth in self._mouths]
            self._out = self.table.process(self._air.block(mouths, self._out[:, 0]))
            self.at += BLOCK

    def of(self, kind: type) -> list[Any]:
        return [what for _, what in self.told if isinstance(what, kind)]


@pytest.fixture
def drum(players: dict[str, Voice], tmp_path: Path) -> Iterator[Drum]:
    setup = Setup("go-nuts", ("Amber", "Dusty"), 3)
    with Session(setup, tmp_path / "j.sqlite", FakeVoice()) as session:
        yield Drum(session, players["em_alex"])


def test_an_endless_run_of_woofs_stops_the_drum_by_its_first_onset(drum: Drum) -> None:
    drum.until("bark-2")
    drum.run(0.4)
    spoken = drum.say("woof", times=12)
    gong = drum.until("gong", 6)
    assert drum.at < spoken[-1].end, "the voice still goes on"
    assert millis(gong - spoken[0].onset) <= 500
    (woof, *_) = [what for what in drum.of(Woof) if what.seat == 1]
    assert abs(millis(woof.at - spoken[0].onset)) < 100
    beats = [cue.at for cue in drum.of(Cued) if cue.id.startswith("beat-")]
    assert all(later - earlier == BEAT for earlier, later in pairwise(beats))


def test_a_woof_before_the_dog_costs_a_throw_and_is_not_acknowledged_as_a_command(drum: Drum) -> None:
    drum.until("beat")
    if drum.table.state.frenzy.dog_at[1] is None:
        drum.say("woof")
        drum.until("house", 3)
        assert Earcon("ok", at_once=True) not in drum.of(Earcon)


def test_who_is_not_understood_is_not_asked_again_while_the_drum_beats(drum: Drum) -> None:
    drum.until("beat")
    drum.say("that was a really good move")
    drum.run(3)
    assert "table-not-heard" not in [say.message for say in drum.of(Say)]


def test_a_question_in_a_frenzy_is_answered_in_private(drum: Drum) -> None:
    drum.until("beat")
    drum.say("score")
    drum.run(2.5)
    (answer,) = [say for say in drum.of(Say) if say.message == "answer-score"]
    assert answer.to == 1


def test_a_dog_barks_from_its_own_seats_ear_too(drum: Drum) -> None:
    own: list[NDArray[np.bool_]] = []
    process = drum.table.process

    def listen(block: NDArray[np.int16]) -> NDArray[np.int16]:
        out = process(block)
        own.append(np.asarray(out.any(axis=0)))
        return out

    drum.table.process = listen  # type: ignore[method-assign]  # the test listens in
    drum.until("bark-2")
    drum.run(0.3)
    heard = np.array(own[-8:]).any(axis=0)
    assert heard.tolist() == [True, False, True], "all, and the second seat's ear"
