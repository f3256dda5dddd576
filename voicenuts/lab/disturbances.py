"""What a table hears while nobody calls: talk, noise and the narrator's own voice on the loudspeaker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicenuts import resources
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab import noises
from voicenuts.lab.shouts import Trial
from voicenuts.lab.tally import Tally, tallied
from voicenuts.lab.trials import Trials
from voicenuts.lab.voices import LOUDNESS_DB, Clip
from voicenuts.speaking.prompts import Prompts
from voicenuts.speaking.voice import Voice
from voicenuts.values import BLOCK, RATE, Arg, Name, Ref, samples

PACE: Final = 175
"""Words a minute of the narrator."""

OPEN: Final = samples(5000)
"""Windows are open for so long, and then closed for so long."""

TURN_S: Final = 6.0
"""Of family talk each mouth says so much before the next one goes on."""

PAUSE: Final = samples(400)
"""Between two lines of the narrator."""

SEATS: Final = ("Amber", "Dusty", "Ginger", "Pepper")

THIEVES: Final = ("marten", "lynx", "fox")

LINES: Final = (
    *(("right-call", thief) for thief in THIEVES),
    *(("card-named-back", thief) for thief in THIEVES),
    *(
        (topic, None)
        for topic in ("lesson-calls", "help-call", "help-drawer", "topic-thieves", "topic-calls")
    ),
)
"""Messages, with the thieves they name: what a narrator says that is most like a call."""


@dataclass(slots=True)
class Disturbed:
    """So many calls were heard that nobody had made, in so many hours of channels."""

    calls: int = 0
    channel_hours: float = 0.0

    def add(self, other: Disturbed) -> None:
        """Add what was counted elsewhere."""
        self.calls += other.calls
        self.channel_hours += other.channel_hours


def chatter(trials: Trials, minutes: float, *, talk: bool) -> Disturbed:
    """Windows open half of the time, in the noise of the air and, with `talk`, in the players' own talk.

    Every call counts whose onset lies in an open window, whether the arbiter would take it or not.
    """
    began, until = trials.at, trials.at + round(minutes * 60 * RATE)
    speaker, calls = 0, 0
    while trials.at < until:
        if talk and not any(mouth.busy_until > trials.at for mouth in trials.mouths):
            trials.mouths[speaker].say(_talk(trials.chance.random()), trials.at, None)
            speaker = (speaker + 1) % len(trials.mouths)
        heard = trials.block(np.zeros(BLOCK, np.int16))
        calls += sum((call.onset - began) // OPEN % 2 == 0 for call in heard)
    return Disturbed(calls, len(trials.mouths) * (trials.at - began) / RATE / 3600)


def _talk(place: float) -> Clip:
    """Some seconds of family talk, as loud as all players' clips."""
    wave, length = noises.load("talk"), round(TURN_S * RATE)
    begin = int(place * (len(wave) - length))
    part = wave[begin : begin + length]
    return Clip("talk", np.asarray(part * 10 ** (LOUDNESS_DB / 20) / _rms(part), np.float32), 0, length)


@lru_cache(maxsize=1)
def narration() -> tuple[tuple[str, NDArray[np.int16]], ...]:
    """Lines of the game in the narrator's own voice, as loud as players' clips; PlainError if it has none."""
    prompts, voice = Prompts(resources.folder("prompts"), "en", SEATS), Voice()
    try:
        texts = [_line(prompts, *line) for line in LINES]
        sounds = [sound.result() for sound in [voice.say(text, PACE) for text in texts]]
    finally:
        voice.close()
    waves = [sound * (32767 * 10 ** (LOUDNESS_DB / 20) / _rms(sound.astype(np.float64))) for sound in sounds]
    levelled = [np.clip(np.rint(wave), -32768, 32767).astype(np.int16) for wave in waves]
    return tuple(zip(texts, levelled, strict=True))


def _line(prompts: Prompts, message: str, thief: str | None) -> str:
    given: dict[str, Arg] = {"seat": Name(1), "total": 7, "next": Name(2), "left": 3}
    if thief is not None:
        given["thief"] = Ref(f"thief-{thief}")
    wanted = prompts.variables(message)
    return prompts.render(message, tuple((name, arg) for name, arg in given.items() if name in wanted))


def _rms(wave: NDArray[np.float64]) -> float:
    return float(np.sqrt(np.mean(wave * wave)))


class Narrator:
    """Says one line after the other; `text` is what it says now, of a thief only while `names_thieves`."""

    def __init__(self, seed: int) -> None:
        self.text = ""
        self.names_thieves = True
        self._order = np.random.default_rng(seed)
        self._left: NDArray[np.int16] = np.zeros(0, np.int16)

    def __call__(self) -> NDArray[np.int16]:
        """The next (480,) block."""
        if len(self._left) < BLOCK:
            lines = narration()[0 if self.names_thieves else 2 * len(THIEVES) :]
            self.text, sound = lines[int(self._order.integers(len(lines)))]
            self._left = np.concatenate([self._left, sound, np.zeros(PAUSE, np.int16)])
        block, self._left = self._left[:BLOCK], self._left[BLOCK:]
        return block


def narrated(
    trials: Trials, book: PhraseBook, minutes: float, shouts: Sequence[Trial], seed: int
) -> tuple[Disturbed, Tally]:
    """The narrator alone for so long, then shouts over it; it goes on, where at a table it would fall silent.

    As at the table, nobody is listened to for the words that the narrator is saying, so that it names no
    thief while there are shouts.
    """
    narrator, always = Narrator(seed), trials.listens
    trials.listens = lambda seat: always(seat) - book.said_in(narrator.text, always(seat))
    length = round(minutes * 60 * RATE)
    calls = len(trials.wait(length, narrator))
    narrator.names_thieves = False
    outcomes = [trials.run(trial, narrator) for trial in shouts]
    trials.listens = always
    alone = Disturbed(calls, len(trials.mouths) * length / RATE / 3600)
    return alone, tallied(outcomes).get("single", Tally())
