"""An evening at a table: people who speak at chosen samples, in a closed loop with a real table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from copy import deepcopy
from dataclasses import asdict
from functools import reduce
from itertools import count
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from voicenuts import resources
from voicenuts.games.hazelnut.board import SQUARES, STACKS
from voicenuts.games.hazelnut.state import Card, Phase
from voicenuts.games.registry import GAMES
from voicenuts.hearing.activity import Activity
from voicenuts.hearing.echo import EchoCanceller
from voicenuts.hearing.hearing import Hearing, Hears
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.hearing.shared import SharedHearing
from voicenuts.lab.mouth import Mouth
from voicenuts.lab.room import Air, Room
from voicenuts.lab.script import Utterance
from voicenuts.lab.voices import Voice, joined
from voicenuts.speaking.cache import SpeechCache
from voicenuts.speaking.fake_voice import FakeVoice
from voicenuts.speaking.narrator import Narrator, Played
from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.voice import Speaker
from voicenuts.speaking.voice import Voice as NarratorsVoice
from voicenuts.table.history import History
from voicenuts.table.journal import Journal
from voicenuts.table.session import NAMES
from voicenuts.table.table import Table
from voicenuts.values import BLOCK, RATE, Cued, SecretMode, samples

SPEAKERS = ("bf_isabella", "bm_lewis", "em_alex")
QUIET_ROOM = Room(crosstalk_db=-20.0, echo_db=-28.0, noise_db=-68.0, seed=3)

Pcm = NDArray[np.int16]


class Evening:
    """Three people at `table`; `at` is the first sample of the next block.

    `sound` and `told` are what came out of the table, timed as it is heard: a block sounds during the
    one after it was made.
    """

    def __init__(self, table: Table, journal: Journal, voices: Sequence[Voice], room: Room) -> None:
        self.table = table
        self.journal = journal
        self.at = 0
        self.told: list[tuple[int, Any]] = []
        self.microphones: list[Pcm] = []
        self._voices = voices
        self._mouths = [Mouth(seat) for seat in range(len(voices))]
        self._air = Air(room, len(voices))
        self._outs: list[Pcm] = []
        table.observers.append(lambda at, what: self.told.append((at, what)))

    @property
    def phase(self) -> Phase:
        return cast(Phase, self.table.state.phase)

    def stage(self, **changes: Any) -> Evening:
        """Change the state of the game."""
        self.table.state = self.table.state._replace(**changes)
        return self

    def ready(self, seat: int = 0) -> Evening:
        return self.stage(phase=Phase.READY, active=seat)

    def move(self, card: str = "marten", seat: int = 0) -> Evening:
        """The seat may go one paw from tree one; `card` is on top of tree two."""
        tree, state = STACKS[SQUARES["tree-2"]], self.table.state
        stack = (*state.stacks[tree][:-1], Card(card))
        stacks = (*state.stacks[:tree], stack, *state.stacks[tree + 1 :])
        return self.stage(phase=Phase.MOVE, active=seat, paws=1, pos=(SQUARES["tree-1"],) * 3, stacks=stacks)

    def reach(self, phase: Phase, card: str = "marten") -> Evening:
        """Bring the game to `phase`, where it has just begun; seat 0 is active."""
        if phase is Phase.READY:
            return self.ready().run(0.3)
        if phase is Phase.OVER:
            return self.stage(phase=phase, winners=(1,), score=(3, 18, 0)).run(0.3)
        self.move(card).run(0.3)
        if phase is not Phase.MOVE:
            self.say(0, "tree two")
            if self.table.state.options.secret == "whisper":
                self._hand_round(phase)
            self.until_phase(phase)
        return self

    def _hand_round(self, phase: Phase) -> None:
        """The loudspeaker is held to seat 0's ear and, if `phase` comes after that, given back."""
        self.until_phase(Phase.EAR)
        if phase is not Phase.EAR:
            self.until_played("prompt-ear").until(lambda: self.table.quiet).say(0, "ready")
            self.until_phase(Phase.WHISPER)
        if phase not in (Phase.EAR, Phase.WHISPER):
            self.run(1).until(lambda: self.table.quiet).say(0, "back")

    def say(self, seat: int, text: str, in_ms: float = 0, onset: int | None = None) -> Utterance:
        """Draw breath `in_ms` after now and speak, or so that the sound begins at sample `onset`.

        What was recorded apart is said in one breath: "amber, leo".
        """
        clips = [self._voices[seat].clips[part] for part in text.split(", ")]
        clip = reduce(lambda first, then: joined(first, then, samples(90)), clips)
        return self._mouths[seat].say(clip, onset or self.at + clip.onset + samples(in_ms), None)

    def run(self, seconds: float) -> Evening:
        for _ in range(round(seconds * RATE / BLOCK)):
            self.step()
        return self

    def until(self, reached: Callable[[], Any], seconds: float = 15) -> Evening:
        """Go on until something is so; AssertionError if that takes longer than `seconds` of audio."""
        end = self.at + seconds * RATE
        while not reached():
            assert self.at < end, "it did not happen"
            self.step()
        return self

    def until_told(self, kind: type) -> Evening:
        return self.until(lambda: self.of(kind))

    def until_played(self, message: str) -> Evening:
        return self.until(lambda: self.played(message))

    def until_phase(self, phase: Phase) -> Evening:
        return self.until(lambda: self.phase is phase)

    def until_cue(self, id: str) -> Evening:
        return self.until(lambda: id in [cue.id for cue in self.of(Cued)])

    def step(self) -> None:
        played = self._outs[-1][:, 0] if self._outs else np.zeros(BLOCK, np.int16)
        block = self._air.block([mouth.block(self.at) for mouth in self._mouths], played)
        self.microphones.append(block)
        self._outs.append(self.table.process(block))
        self.at += BLOCK

    @property
    def channels(self) -> int:
        """The loudspeaker and the ears."""
        return int(self._outs[0].shape[1])

    def sound(self, channel: int) -> Pcm:
        """What was heard on a channel, from the first sample on."""
        silence = np.zeros((BLOCK, self._outs[0].shape[1]), np.int16)
        return np.concatenate([silence, *self._outs])[:, channel]

    def of(self, *kinds: type) -> list[Any]:
        """What the table told of these kinds."""
        return [what for _, what in self.told if isinstance(what, kinds)]

    def played(self, message: str) -> list[Played]:
        return [played for played in self.of(Played) if played.message == message]


Begin = Callable[..., Evening]


@pytest.fixture(scope="session")
def narrator() -> Iterator[NarratorsVoice]:
    """The real voice."""
    voice = NarratorsVoice("en")
    yield voice
    voice.close()


Learnt = tuple[Activity, EchoCanceller | None]


@pytest.fixture(scope="session")
def learnt(model: Model, book: PhraseBook) -> Learnt:
    """What the hearing knows of the room when the narrator has spoken for some seconds."""
    air, hearing, rng = Air(QUIET_ROOM, 3), Hearing(model, book, 3), np.random.default_rng(1)
    played = np.zeros(BLOCK, np.int16)
    for _ in range(300):
        block = air.block([np.zeros(BLOCK, np.float32)] * 3, played)
        hearing.hear(block, played, lambda seat: frozenset())
        played = (rng.standard_normal(BLOCK) * 3000).astype(np.int16)
    return hearing._activity, hearing._echo


@pytest.fixture
def begin(
    model: Model, book: PhraseBook, players: dict[str, Voice], learnt: Learnt, tmp_path: Path
) -> Iterator[Begin]:
    """Sit down at a new table; everything is put away after the test."""
    numbers = count(1)
    with ExitStack() as opened:

        def sit_down(
            voice: Speaker | None = None,
            ears: int = 3,
            room: Room = QUIET_ROOM,
            secret: SecretMode | None = None,
            game: str = "hazelnut",
        ) -> Evening:
            rules, secret = GAMES[game], secret or ("headphones" if ears else "open")
            options = rules.Options(**({"secret": secret, "known": True} if game == "hazelnut" else {}))
            ears = 3 if secret == "headphones" else 0
            hearing: Hears = SharedHearing(model, book, NAMES[:3])
            if not room.shared:
                hearing = Hearing(model, book, 3, by_onset=rules.BY_ONSET)
                hearing._activity = deepcopy(learnt[0])
                if room.echo_db == QUIET_ROOM.echo_db:
                    hearing._echo = deepcopy(learnt[1])
            opened.callback(hearing.close)
            prompts = Prompts(resources.folder("prompts"), "en", NAMES[:3])
            told = Narrator(prompts, voice or FakeVoice(), SpeechCache(), ears, wait=True)
            path = tmp_path / f"evening-{next(numbers)}.sqlite"
            journal = opened.enter_context(Journal.create(path, game, NAMES[:3], asdict(options), 1))
            table = Table(rules, History(rules, rules.new(3, options, 1)), hearing, book, told, journal.note)
            return Evening(table, journal, [players[name] for name in SPEAKERS], room)

        yield sit_down


def first_sound(pcm: Pcm, start: int) -> int | None:
    """The first sample from `start` on that is not silent."""
    loud = np.flatnonzero(pcm[start:])
    return start + int(loud[0]) if len(loud) else None
