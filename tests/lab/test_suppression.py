"""Suppression: none by beams that are the microphones, less than none where the neighbour is let in."""

from __future__ import annotations

import numpy as np
import pytest

from voicenuts.hearing.beams import untouched
from voicenuts.lab.space import Space
from voicenuts.lab.suppression import suppression_db
from voicenuts.lab.voices import Clip, Voice

NOISE = np.random.default_rng(1).normal(0, 0.05, 8000).astype(np.float32)
CAST = [Voice("hiss", {str(number): Clip(str(number), NOISE, 0, 8000) for number in range(4)})] * 2


def test_microphones_as_they_are_suppress_nobody() -> None:
    beams = [untouched(2, seat) for seat in range(2)]
    assert suppression_db(beams, Space(), CAST, 1) == pytest.approx([0, 0], abs=0.01)


def test_a_beam_that_hears_the_neighbour_twice_as_loud_is_worse() -> None:
    beams = [untouched(2, seat) for seat in range(2)]
    beams[0] = beams[0] + untouched(2, 1)  # both microphones, the neighbour's own at full level
    first, second = suppression_db(beams, Space(), CAST, 1)
    assert min(first, second) < -3
    assert max(first, second) == pytest.approx(0, abs=0.01)
