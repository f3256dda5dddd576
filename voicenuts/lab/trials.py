"""Shouts in a simulated room through the real hearing and arbiter, beside what was really shouted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicenuts import arbiter
from voicenuts.arbiter import Closed, Docket, Settled
from voicenuts.hearing.ear import Listens, nothing
from voicenuts.hearing.hearing import Hears, Unheard
from voicenuts.lab.mouth import Mouth
from voicenuts.lab.script import Utterance
from voicenuts.lab.shouts import Trial
from voicenuts.lab.space import Carries
from voicenuts.lab.voices import Clip, Voice
from voicenuts.values import BLOCK, RATE, Bid, Heard, Window, millis, samples

SILENT: Final[NDArray[np.int16]] = np.zeros(BLOCK, dtype=np.int16)

SIGN_ON_S: Final = 3.5
"""At the sign-on every seat alone says about so much, as at a real one."""

LEAD: Final = samples(300)
"""A window is open for so long when the first shout begins."""

PAUSES_S: Final = (0.2, 0.6)
"""Between the decision about one window and the opening of the next, at random."""

OPEN: Final = samples(2600)
"""A window that nobody is heard in closes after so long."""

PATIENCE: Final = samples(8000)
"""No decision takes longer."""

LOUDER_DB: Final = 2.0
"""Nobody shouts always equally loud: so much more or less."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One trial: the bids there had to be (onsets at the microphones), and those there were, by onset.

    `decision_ms` is the time from the end of the first shout to a decision in a game in which it was right;
    None where another one won, or none.
    """

    trial: Trial
    truth: tuple[Bid, ...]
    bids: tuple[Bid, ...]
    decision_ms: float | None


class Trials:
    """One table in one air, with a voice for every seat, that hears all the time.

    `delays` are the samples from each mouth to its own microphone, `calls` the phrases that count in windows.
    `listens` and `beside` are what hearing listens for.  Keeps what hearing costs: `audio_s`, `cpu_s`.
    """

    def __init__(
        self,
        hearing: Hears,
        air: Carries,
        cast: Sequence[Voice],
        delays: Sequence[int],
        calls: frozenset[str],
        listens: Listens,
        beside: Listens = nothing,
        seed: int = 0,
    ) -> None:
        self.at = 0
        self.audio_s = self.cpu_s = 0.0
        self.mouths = [Mouth(seat) for seat in range(len(cast))]
        self.chance = Random(seed)
        self.listens = listens
        self._hearing, self._air = hearing, air
        self._cast, self._delays, self._calls = cast, delays, calls
        self._beside = beside
        self._dockets = [Docket(), Docket()]
        self._windows = 0

    def sign_on(self) -> None:
        """Everybody alone says something, so that what is learnt at the sign-on is learnt."""
        for seat, voice in enumerate(self._cast):
            began, texts = self.at, sorted(voice.clips)
            while self.mouths[seat].busy_until < began + SIGN_ON_S * RATE:
                clip = voice.clips[self.chance.choice(texts)]
                self.mouths[seat].say(clip, self.at + samples(300), None)
            self.wait(self.mouths[seat].busy_until - self.at + samples(300))

    def wait(self, length: int, played: Callable[[], NDArray[np.int16]] = lambda: SILENT) -> list[Heard]:
        """Let so many samples pass; the calls heard meanwhile."""
        until, heard = self.at + length, []
        while self.at < until:
            heard += self.block(played())
        return heard

    def shout(self, trial: Trial, at: int) -> tuple[list[Utterance], tuple[Bid, ...]]:
        """Begin to shout at sample `at`; what is said, and the bids that have to come of it."""
        said = []
        for shout in trial.shouts:
            clip = self._clip(shout.seat, shout.text)
            said.append(self.mouths[shout.seat].say(clip, at + shout.after, shout.phrase))
        truth = [Bid(u.seat, str(u.phrase), u.onset + self._delays[u.seat]) for u in said]
        return said, tuple(sorted(truth, key=lambda bid: bid.onset))

    def run(self, trial: Trial, played: Callable[[], NDArray[np.int16]] = lambda: SILENT) -> Outcome:
        """Open a window, shout, and wait for what is decided."""
        self.wait(samples(1000 * self.chance.uniform(*PAUSES_S)), played)
        said, truth = self.shout(trial, self.at + LEAD)
        self._open(trial)
        until = self.at + PATIENCE
        while self.at < until and not all(docket.outcome for docket in self._dockets):
            self.block(played())
        collected, decided = (docket.outcome for docket in self._dockets)
        bids = collected.resolution.bids if isinstance(collected, Settled) else ()
        return Outcome(trial, truth, bids, _decision_ms(decided, truth, said))

    def block(self, played: NDArray[np.int16]) -> list[Heard]:
        """One block further; the calls that were heard."""
        block = self._air.block([mouth.block(self.at) for mouth in self.mouths], played)
        self.at += BLOCK
        began = time.process_time()
        verdicts = self._hearing.hear(block, played, self.listens, self._beside)
        calls = [v for v in verdicts if not isinstance(v, Unheard) and v.phrase in self._calls]
        for number, docket in enumerate(self._dockets):
            for call in calls:
                docket = arbiter.hear(docket, call)
            self._dockets[number], _ = arbiter.rule(docket, self.at, self._hearing.speaking, False)
        self.cpu_s += time.process_time() - began
        self.audio_s += BLOCK / RATE
        return calls

    def _open(self, trial: Trial) -> None:
        """Two windows: one in which nobody is right, so that all bids are collected, and the game's."""
        self._windows += 1
        everybody = frozenset(range(len(self.mouths)))
        window = Window(self._windows, self.at, self.at + OPEN, everybody, self._calls)
        right = replace(window, decisive=frozenset({trial.shouts[0].phrase}))
        self._dockets = [
            arbiter.opened(docket, one) for docket, one in zip(self._dockets, (window, right), strict=True)
        ]

    def _clip(self, seat: int, text: str) -> Clip:
        clip = self._cast[seat].clips[text]
        gain = 10 ** (self.chance.uniform(-LOUDER_DB, LOUDER_DB) / 20)
        return replace(clip, wave=clip.wave * np.float32(gain))


def _decision_ms(
    decided: Settled | Closed | None, truth: Sequence[Bid], said: Sequence[Utterance]
) -> float | None:
    """From the end of the first shout, if it was credited."""
    if not isinstance(decided, Settled):
        return None
    first = truth[0]
    credited = any((bid.seat, bid.phrase) == (first.seat, first.phrase) for bid in decided.resolution.bids)
    end = next(u.end for u in said if u.seat == first.seat)
    return millis(decided.at - end) if credited else None
