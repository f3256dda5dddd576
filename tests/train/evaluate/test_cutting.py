from __future__ import annotations

import numpy as np

from models.train.evaluate.cutting import cut
from models.train.evaluate.prepared import Sample
from voicenuts.values import RATE, samples


def part(text: str, seconds: float, pause: float) -> Sample:
    rng = np.random.default_rng(len(text))
    wave = np.concatenate([rng.normal(0, 3000, round(seconds * RATE)), np.zeros(round(pause * RATE))])
    pcm = np.clip(wave + rng.normal(0, 5, len(wave)), -32768, 32767).astype(np.int16)
    return Sample(text, "somebody", f"set of {text}", pcm, 0, len(pcm))


def test_speech_is_cut_at_its_pauses_and_keeps_its_text() -> None:
    parts = [part("quiet", 0.0, 1.0), part("one", 0.5, 0.6), part("two", 0.4, 0.05), part("three", 0.4, 0.8)]
    one, both = cut(parts)
    assert (one.text, one.how) == ("one", "set of one")
    assert (both.text, both.how) == ("two / three", "set of two")
    assert abs(one.end - one.begin - RATE // 2) <= samples(30)
    assert abs(one.begin - samples(300)) <= samples(60)
    begins = RATE + samples(1100)
    whole = np.concatenate([p.pcm for p in parts])
    at = begins - both.begin
    near = range(at - samples(20), at + samples(20))
    assert any(np.array_equal(whole[a : a + len(both.pcm)], both.pcm) for a in near)


def test_silence_has_no_stretches() -> None:
    assert list(cut([part("quiet", 0.0, 1.5)])) == []
