"""Whether somebody can have said what was recognised: words take time and stand out from the room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing.levels import FRAME, frame_levels
from voicenuts.values import RATE

LETTER_S = 0.035
"""A phrase lasts this much for each of its letters: of 750 clips the quickest took 0.042 s."""

WORD_S = 1.2
"""A word lasts no longer than this: in the same clips at most 0.78 s, and a shout is drawn out."""

ABOVE_DB = 4.0
"""The loudest tenth of the words is so far above the quietest tenth of the stretch.  With 8 dB one right call
of twenty was lost in a room with noise 5-15 dB below the voice."""


def plausible(words: Sequence[dict[str, Any]], wave: NDArray[np.int16]) -> bool:
    """Whether the recogniser's `words` (`start`, `end` in seconds of `wave`) can have been said in `wave`.

    >>> plausible([{"word": "fritz", "start": 0.0, "end": 0.12}], np.zeros(RATE, np.int16))
    False
    """
    return _last(words) and _stand_out(words, wave)


def _last(words: Sequence[dict[str, Any]]) -> bool:
    """The recogniser's times lie 30 ms apart, so that only a whole phrase can be too short."""
    letters = sum(len(str(word["word"])) for word in words)
    long = any(float(word["end"]) - float(word["start"]) > WORD_S for word in words)
    return not long and float(words[-1]["end"]) - float(words[0]["start"]) >= LETTER_S * letters


def _stand_out(words: Sequence[dict[str, Any]], wave: NDArray[np.int16]) -> bool:
    level = frame_levels(wave[: len(wave) // FRAME * FRAME, None])[:, 0]
    begin, end = (round(float(at) * RATE / FRAME) for at in (words[0]["start"], words[-1]["end"]))
    spoken = level[begin:end]
    return len(spoken) > 0 and float(np.percentile(spoken, 90) - np.percentile(level, 10)) >= ABOVE_DB
