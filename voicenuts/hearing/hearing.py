"""All seats' ears on one block: the hearing room's front door."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing import attacks, onset
from voicenuts.hearing.activity import Activity
from voicenuts.hearing.coupling import Couplings
from voicenuts.hearing.ear import NO_ATTACKS, Ear, Listens, nothing
from voicenuts.hearing.echo import EchoCanceller
from voicenuts.hearing.levels import FRAME, SILENCE_DB, frame_levels
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.hearing.segment import Inline, Runs, Unheard
from voicenuts.hearing.separation import Separation
from voicenuts.hearing.stages import STAGES
from voicenuts.values import BLOCK, Heard

__all__ = ["Hearing", "Hears", "Unheard"]


class Hears(Protocol):
    """What a table needs of a hearing room, whether it has a microphone for every seat or one for all."""

    @property
    def at(self) -> int:
        """The first sample of the next block."""
        ...

    def hear(
        self,
        block: NDArray[np.int16],
        played: NDArray[np.int16],
        listens: Listens,
        beside: Listens = nothing,
    ) -> list[Heard | Unheard]:
        """Take in one block of microphones, and the (480,) block the loudspeaker played before it."""
        ...

    @property
    def speaking(self) -> tuple[int | None, ...]:
        """Per seat the onset (samples) of the earliest speech that has no verdict yet, else None."""
        ...

    def claim(self, seat: int) -> None:
        """The seat has pressed its key."""
        ...

    def close(self) -> None:
        """End the worker threads."""
        ...


class Hearing:
    """Listens on every channel, block by block.

    With `live` each seat recognises in a thread of its own and verdicts join at a later block; without
    it they join at once, so that the same blocks always give the same verdicts at the same sample.
    `reference` False says that it is not known what the loudspeaker plays, as in a recording.
    The first block begins at sample `start`.  `gains_db` (none: 0) bring every seat's voice to the same
    level where levels are compared; what is recognised stays as it is.  The phrases `by_onset` are told word
    by word at their onsets.  `delay` is the audio device's (samples, see `EchoCanceller`).  `learnt` is how
    the seats' mouths were known to reach their microphones before.  Only the `stages` given are used.
    """

    def __init__(
        self,
        model: Model,
        book: PhraseBook,
        seats: int,
        *,
        live: bool = False,
        reference: bool = True,
        start: int = 0,
        gains_db: Sequence[float] = (),
        by_onset: frozenset[str] = frozenset(),
        delay: int = 0,
        learnt: Couplings | None = None,
        stages: frozenset[str] = STAGES,
    ) -> None:
        self._pools = [ThreadPoolExecutor(1, f"ear-{seat + 1}") for seat in range(seats)] if live else []
        runs: list[Runs] = list(self._pools) if live else [Inline()] * seats
        apart = "separation" in stages and seats > 1
        self.separation = Separation(seats, start, learnt) if apart else None
        cut = self.separation.cut if self.separation else None
        known = model.attacks if "onset" in stages else NO_ATTACKS
        self._back = attacks.BACK if known else onset.BACK
        self._ears = [Ear(seat, model, book, runs[seat], by_onset, cut, known) for seat in range(seats)]
        self._echo = EchoCanceller(seats, delay) if reference and "echo" in stages else None
        self._activity = Activity(
            seats,
            reference=reference,
            cancelled=self._echo is not None,
            ambience="ambience" in stages,
        )
        self._gains = np.array(gains_db or (0.0,) * seats)
        self._at = start

    def hear(
        self,
        block: NDArray[np.int16],
        played: NDArray[np.int16],
        listens: Listens,
        beside: Listens = nothing,
    ) -> list[Heard | Unheard]:
        """Take in one (480, seats) block, and the (480,) block the loudspeaker played before it.

        `listens(seat)` is asked once whenever a seat's voice begins, and then `beside(seat)` for what would
        not count but is to be told (`Unheard.untimely`).  Returns verdicts by time of end.
        PlainError is never raised here; samples of any level are welcome.
        """
        echo = frame_levels(played[:, None]) if played.any() else np.full((BLOCK // FRAME, 1), SILENCE_DB)
        if self._echo is not None:
            block = self._echo.cancel(block, played)
            echo = np.tile(self._echo.left_db, (len(echo), 1))
        level = frame_levels(block if self.separation is None else self.separation.hear(block))
        level = np.where(level > SILENCE_DB, np.maximum(level + self._gains, SILENCE_DB), SILENCE_DB)
        frames = []
        for row in range(len(level)):
            active = self._activity.frame(level[row], echo[row])
            frames.append((active, self._activity.own))
        active = np.stack([frame[0] for frame in frames])
        own = np.stack([frame[1] for frame in frames])
        self._learn(block, active)
        several = active.sum(axis=1)
        for ear in self._ears:
            seat = ear.seat
            pcm = np.ascontiguousarray(block[:, seat])
            ear.hear(
                pcm,
                self._at,
                self._activity.echoing,
                active[:, seat],
                own[:, seat],
                several > active[:, seat],
                level[:, seat],
                listens,
                beside,
            )
        self._at += BLOCK
        verdicts = [verdict for ear in self._ears for verdict in ear.poll()]
        return sorted(verdicts, key=lambda verdict: (verdict.end, verdict.seat))

    def learnt(self, channels: Sequence[int]) -> Couplings | None:
        """How the mouths at these channels reach their microphones, for a table whose seats have them."""
        return None if self.separation is None else self.separation.couplings.of(channels)

    def _learn(self, block: NDArray[np.int16], active: NDArray[np.bool_]) -> None:
        """Learn how the mouths reach the microphones; beams that changed change what leaks into them."""
        if self.separation is None:
            return
        before = self.separation.leaks
        if self.separation.learn(block, active, self._activity.echoing):
            self._activity.expect(before, self.separation.leaks)

    @property
    def at(self) -> int:
        """The first sample of the next block."""
        return self._at

    def claim(self, seat: int) -> None:
        """The seat has pressed its key: its microphone tells whose voice it is anyway."""

    @property
    def speaking(self) -> tuple[int | None, ...]:
        """Per seat the onset (samples) of the earliest speech that has no verdict yet, else None.

        It is never later than the refined onset the verdict will carry.
        """
        return tuple(None if ear.speaking is None else ear.speaking - self._back for ear in self._ears)

    @property
    def voices(self) -> tuple[int | None, ...]:
        """Per seat the onset (samples) of the voice sounding now, else None."""
        return tuple(ear.voice for ear in self._ears)

    def close(self) -> None:
        """End the worker threads."""
        for pool in self._pools:
            pool.shutdown(wait=True)
