"""A secret for an ear held to the one loudspeaker: a soft word between soft noise.

Whatever the word is, the whole lasts `LENGTH` samples and its noise is the same sample by sample.
Hearing is told of a stand-in for the word, so that what it learns of the room does not depend on it.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from voicenuts.speaking.pcm import Pcm, noise, to_pcm
from voicenuts.values import samples

SOFTER = -20.0
"""Level of a whispered word beside one that is said to all (dB)."""
NOISE_DB = -42.0
"""RMS level of the noise before and after it (dB full scale): as soft as the word itself."""
UNDER = 0.3
"""Share of the noise that goes on under the word, so that its end is not heard across the table."""
AROUND = samples(600)
"""Samples of noise before the word, and after it."""
WORD = samples(1200)
"""Samples every word is padded to."""
LENGTH = AROUND + WORD + AROUND

STAND_IN_DB = -36.0
"""RMS level of the noise that stands in for the word (dB full scale): as loud as a loud one."""

_RAMP = samples(20)
_SEED = 91


def whispered(word: Pcm) -> Pcm:
    """The sound to be played; ValueError for a word longer than `WORD` samples."""
    if len(word) > WORD:
        raise ValueError(f"a whispered word may have {WORD} samples, not {len(word)}")
    corners = (AROUND - _RAMP, AROUND, AROUND + WORD, AROUND + WORD + _RAMP)
    bed = np.interp(np.arange(LENGTH), corners, (1.0, UNDER, UNDER, 1.0)) * noise(LENGTH, _SEED, NOISE_DB)
    bed[AROUND : AROUND + len(word)] += word * 10 ** (SOFTER / 20)
    return to_pcm(bed)


@cache
def stand_in() -> Pcm:
    """The same sound with noise instead of a word (read-only)."""
    sound = whispered(noise(0, _SEED)).astype(np.int32)
    sound[AROUND : AROUND + WORD] += noise(WORD, _SEED + 1, STAND_IN_DB)
    pcm = sound.astype(np.int16)
    pcm.setflags(write=False)
    return pcm
