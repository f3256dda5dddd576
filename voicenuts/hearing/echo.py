"""The loudspeaker's own sound taken out of every channel before anybody listens.

What is played is known sample by sample, so the way from the loudspeaker to each microphone can be learnt
and its echo subtracted.  A canceller made for telephones (WebRTC's AEC3) was tried beside it: it leaves less
of the echo, but takes the voices over it along; of 25 calls over a narrator 6 dB louder, in a room with
RT60 0.4 s, one was understood, with this 20, without any echo 22.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing.levels import SILENCE_DB, Levels
from voicenuts.values import BLOCK, samples

TAIL: Final = samples(360)
"""After this nothing that was played arrives any more: the unknown part of the delay, the room's tail."""

KEEPS: Final = 0.9996
"""Share of a response that is still the same a block later: people move."""

UNKNOWN: Final = 4.0
"""Power of the first estimate's error: the loudspeaker may arrive louder than what is played."""

FADES: Final = 0.64
"""By this the error's power is less with every block of a response, which fades as rooms do."""

SMOOTHING: Final = 0.64
"""Of the level of what is no echo, so much is taken from the blocks before."""

SAVING: Final = 0.81
"""What subtracting gains is judged over about 150 ms."""

FLOOR: Final = 4.0 * BLOCK
"""Power in a spectrum's bin of any microphone's noise (whole numbers have some)."""

FULL: Final = 32768.0

Spectra = NDArray[np.complex64]


class EchoCanceller:
    """Subtracts from every channel the echo of what is played, as it is learnt from play.

    The frequency-domain state-space filter of Enzner and Vary (2006), partitioned as by Kuech, Mabande and
    Enzner (2014): it knows how sure it is of each response, so that voices over the loudspeaker
    neither mislead it nor have to be found first.  Nothing is delayed.  What was learnt is kept while nothing
    is played; `TAIL` and `delay` after that samples pass as they are.

    `delay` (samples) is how much later at least than a sound is handed over the microphones hand it back.
    """

    def __init__(self, channels: int, delay: int = 0) -> None:
        bins, parts = BLOCK + 1, TAIL // BLOCK
        self._response: Spectra = np.zeros((channels, parts, bins), np.complex64)
        self._error = np.full((channels, parts, bins), UNKNOWN, np.float32)
        self._error *= FADES ** np.arange(parts, dtype=np.float32)[:, None]
        self._other = np.zeros((channels, bins), np.float32)
        self._far: Spectra = np.zeros((parts, bins), np.complex64)
        self._played = np.zeros(delay + BLOCK, np.float32)
        self._left = np.zeros(channels)
        self._saved = np.zeros(channels)
        self._used = np.zeros(channels)
        # Levels are taken of the first difference, and of BLOCK samples in a spectrum of twice as many.
        self._weights = (2 * np.sin(np.pi * np.arange(bins) / (2 * BLOCK)) / FULL) ** 2 / (2 * BLOCK**2)

    @property
    def left_db(self) -> Levels:
        """The level (dB, as by `frame_levels`) of echo that may be left on each channel of the last block.

        Of the first second of play as of the last minute, half of the frames lie more than 13 dB below it and
        a fifth less than 11 dB; a distorting loudspeaker leaves up to 15 dB more.
        """
        return np.asarray(np.maximum(10.0 * np.log10(self._left + 1e-12), SILENCE_DB))

    def cancel(self, block: NDArray[np.int16], played: NDArray[np.int16]) -> NDArray[np.int16]:
        """The (480, channels) block without the echo of the (480,) blocks played with it and before."""
        sound = np.concatenate([self._played, played.astype(np.float32)])
        self._played = sound[BLOCK:]
        self._left = np.zeros_like(self._left)
        if not self._far.any() and not sound.any():
            return block
        left = self._subtract(block.T, sound[: 2 * BLOCK])
        return np.clip(np.rint(left.T), -32768, 32767).astype(np.int16)

    def _subtract(self, heard: NDArray[np.int16], sound: NDArray[np.float32]) -> NDArray[np.float64]:
        """What is `heard` (channels, BLOCK) without the echo; `sound` are the last two blocks played."""
        self._far = np.concatenate([np.fft.rfft(sound)[None], self._far[:-1]])
        echo = np.fft.irfft(np.einsum("pk,cpk->ck", self._far, self._response))[:, BLOCK:]
        left = heard.astype(np.float32) - echo
        late = np.concatenate([np.zeros_like(left), left], axis=1)
        self._learn(np.fft.rfft(late).astype(np.complex64))
        # No filter knows what a microphone makes of a sound that is too loud for it.
        cut_off = np.abs(heard.astype(np.float64)).max(axis=1) >= FULL - 1
        rises = np.mean(np.square(np.diff(echo / FULL, axis=1)), axis=1)
        self._left = np.maximum(self._left, np.where(cut_off, rises, 0.0))
        return heard - self._share(heard, left) * echo

    def _share(self, heard: NDArray[np.int16], left: NDArray[np.float64]) -> NDArray[np.float64]:
        """How much of the estimate to subtract (channels, BLOCK), gliding: none while it makes it louder."""
        saved = np.square(heard, dtype=np.float64).mean(axis=1) - np.square(left).mean(axis=1)
        self._saved = SAVING * self._saved + (1 - SAVING) * saved
        before, self._used = self._used, (self._saved > 0).astype(np.float64)
        return np.linspace(before, self._used, BLOCK, axis=1)

    def _learn(self, left: Spectra) -> None:
        """A block improves the filter: what is left tells of the responses as much as they are unsure."""
        loud = np.abs(self._far) ** 2
        unsure = np.einsum("pk,cpk->ck", loud, self._error)
        power = np.abs(left) ** 2
        # A voice that begins counts at once, one that ends for a while longer.
        begins = np.maximum(power - unsure / 2, FLOOR)
        self._other = np.maximum(SMOOTHING * self._other + (1 - SMOOTHING) * power, begins)
        self._left = np.maximum(self._left, unsure @ self._weights)
        gain = self._error / (unsure + 2 * self._other)[:, None]
        step = np.fft.irfft(gain * self._far.conj() * left[:, None])
        step[..., BLOCK:] = 0.0
        self._response = KEEPS * (self._response + np.fft.rfft(step).astype(np.complex64))
        changes = (1 - KEEPS**2) * np.abs(self._response) ** 2
        self._error = KEEPS**2 * self._error * (1 - 0.5 * gain * loud) + changes
