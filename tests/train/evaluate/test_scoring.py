from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from models.train.evaluate import real, voices
from models.train.evaluate.narrator import rendered
from models.train.evaluate.prepared import Prepared, Sample
from models.train.evaluate.real import ANY
from voicenuts import resources
from voicenuts.speaking.prompts import Prompts

UNK = ("[unk]", 1.0)


@pytest.mark.parametrize(
    ("words", "point", "word"),
    [
        ([], ANY, ""),
        ([UNK], ANY, ""),
        ([UNK, ("go", 0.2)], ANY, "go"),
        ([("go", 0.9), ("no", 0.9)], ANY, "go no"),
        ([("go", 0.9)], 0.7, "go"),
        ([("go", 0.6)], 0.7, ""),
        ([UNK, ("go", 0.9)], 0.7, ""),
        ([("go", 0.9), ("no", 0.9)], 0.7, ""),
        ([("go", 0.9), ("go", 0.8)], 0.7, "go"),
    ],
)
def test_which_word_counts(words: list[tuple[str, float]], point: float, word: str) -> None:
    assert real.heard(words, point) == word


def test_a_tally_counts_what_was_missed_and_heard_again() -> None:
    tally = voices.Tally()
    tally.add("roll", True, True)
    tally.add("roll", False, True)
    tally.add("hide", False, False)
    assert (tally.n, tally.right, tally.reheard) == (3, 1, 2)
    assert tally.missed["roll"] == 1


def test_prepared_audio_is_made_once_and_comes_back_as_it_was(tmp_path: Path) -> None:
    first = Sample("max", "am", "clean 0", np.arange(-50, 50, dtype=np.int16), 10, 90)
    second = Sample("leo", "bf", "noisy 0", np.full(7, 32767, np.int16), 0, 7)

    def make() -> Iterator[Sample]:
        yield from (first, second)

    def never() -> Iterator[Sample]:
        raise AssertionError("made twice")

    Prepared(tmp_path).samples("names", make)
    again = Prepared(tmp_path).samples("names", never)
    assert [(s.text, s.who, s.how, s.begin, s.end) for s in again] == [
        ("max", "am", "clean 0", 10, 90),
        ("leo", "bf", "noisy 0", 0, 7),
    ]
    assert again[0].pcm.tolist() == first.pcm.tolist()
    assert again[1].pcm.tolist() == second.pcm.tolist()


def test_every_line_of_the_narrator_can_be_rendered() -> None:
    from models.train.evaluate.bench import chance

    prompts = Prompts(resources.folder("prompts"), "en", ("Amber", "Dusty", "Ginger", "Pepper"))
    for message in prompts.messages:
        for number in range(3):
            text = rendered(prompts, message, chance(message, number))
            assert text == rendered(prompts, message, chance(message, number))
            assert "{" not in text
