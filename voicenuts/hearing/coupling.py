"""How every mouth reaches every microphone, learnt while one speaks alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing.levels import FRAME, Floors, Levels, frame_levels

SIZE = 8192
"""Samples (512 ms) in one analysis window: as long as a living room's decay, so that the early and most of
the late reflections are part of what is learnt.  Of two shouts over lapel (omni) microphones in a simulated
room of RT60 0.4 s, 2048 left the other mouth 7 (8) dB lower, 4096 11 (10) dB, 8192 15 (14) dB."""

HOP = SIZE // 4

BINS = SIZE // 2 + 1

ENOUGH = 6
"""Windows of solo speech (about a second) from which on a mouth is known."""

MEMORY = 0.99
"""What a window keeps of the earlier ones: a mouth that moves is known anew after ten seconds of speech."""

ALONE_DB = 2.0
"""Whoever speaks alone is so much louder on his own microphone than on any other, over a whole window."""

ALONE = 0.93
"""Frames in which it is the loudest have so much of the power: two who speak at once or in turn share it."""

VOICED_DB = 10.0
VOICED = 0.25
"""In a window that teaches something about a mouth it is so far above the floor in so many of the frames."""

Spectra = NDArray[np.complex128]


class Couplings:
    """Per mouth, and for the room without any, the covariance of the microphones in every frequency bin.

    `mouths[s]` is (BINS, channels, channels), scaled to a mean power of 1 on the mouth's own microphone;
    `counts[s]` says how many windows it comes from; `room` is what is heard when nobody speaks, on the
    same scale.
    """

    def __init__(self, channels: int) -> None:
        self.mouths: Spectra = np.zeros((channels, BINS, channels, channels), complex)
        self.counts: NDArray[np.intp] = np.zeros(channels, np.intp)
        self.room: Spectra = np.zeros((BINS, channels, channels), complex)
        self._power = np.zeros(channels)
        self._window = np.hanning(SIZE + 1)[:SIZE]
        self._wave: NDArray[np.float64] = np.zeros((SIZE, channels))
        self._frames: deque[tuple[Levels, NDArray[np.bool_], bool]] = deque(maxlen=SIZE // FRAME)
        self._floors = Floors(channels)
        self._since = 0

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which mouths are known well enough."""
        return self.counts >= ENOUGH

    def of(self, channels: Sequence[int]) -> Couplings:
        """The same for a table whose seats have these channels."""
        chosen, seats = Couplings(len(channels)), list(channels)
        chosen.mouths = self.mouths[seats][:, :, seats][:, :, :, seats].copy()
        chosen.room = self.room[:, seats][:, :, seats].copy()
        chosen.counts, chosen._power = self.counts[seats].copy(), self._power[seats].copy()
        return chosen

    def hear(self, block: NDArray[np.int16], active: NDArray[np.bool_], echoing: bool) -> int | None:
        """Take in a (samples, channels) block; the mouth that something was learnt about, if any.

        `active` (frames, channels) is where a voice of the channel's own was found, `echoing` says that the
        loudspeaker sounds: then nothing is learnt.
        """
        self._wave = np.concatenate([self._wave[len(block) :], block / 32768.0])
        for level, voices in zip(frame_levels(block), active, strict=True):
            above = level - self._floors.db
            self._floors.update(level, above > VOICED_DB)
            self._frames.append((above, voices, echoing))
        self._since += len(block)
        if self._since < HOP or len(self._frames) < SIZE // FRAME:
            return None
        self._since -= HOP
        return self._learn()

    def _learn(self) -> int | None:
        if any(echoing for _, _, echoing in self._frames):
            return None
        above = np.stack([above for above, _, _ in self._frames])
        voiced = (above > VOICED_DB).mean(axis=0)
        active = np.stack([active for _, active, _ in self._frames]).sum(axis=0)
        if not active.any():
            self._note_room()
            return None
        mouth = self._alone(above)
        if mouth is None or voiced[mouth] < VOICED:
            return None
        self._note_mouth(mouth)
        return mouth

    def _alone(self, above: Levels) -> int | None:
        """Whose microphone is the loudest, if it is so clearly and all along."""
        power = 10 ** (above / 10)
        total, peaks = power.sum(axis=0), power.max(axis=1)
        mouth = int(np.argmax(total))
        loudest = np.argmax(power, axis=1) == mouth
        clear = total[mouth] >= 10 ** (ALONE_DB / 10) * np.delete(total, mouth).max()
        return mouth if clear and peaks[loudest].sum() >= ALONE * peaks.sum() else None

    def _note_mouth(self, mouth: int) -> None:
        seen = self._covariance()
        power = float(seen[:, mouth, mouth].real.mean())
        count = self.counts[mouth]
        keep = MEMORY * min(1.0, count / (count + 1))
        self.mouths[mouth] = keep * self.mouths[mouth] + (1 - keep) * seen / power
        self._power[mouth] = keep * self._power[mouth] + (1 - keep) * power
        self.counts[mouth] += 1

    def _note_room(self) -> None:
        known = self._power[self._power > 0]
        if len(known):
            self.room = 0.9 * self.room + 0.1 * self._covariance() / known.mean()

    def _covariance(self) -> Spectra:
        spectrum = np.fft.rfft(self._wave * self._window[:, None], axis=0)
        return np.asarray(spectrum[:, :, None] * spectrum[:, None, :].conj())
