from __future__ import annotations

from pathlib import Path

import pytest

from voicenuts.errors import PlainError
from voicenuts.hearing import confidence, phrasebook

BOOK = """\
confidence = 0.7

[thief.lynx]
say = ["leo"]

[thief.fox]
say = ["fritz"]
confidence = 0.9
"""


def test_a_model_without_the_file_leaves_it_to_the_phrase_book(tmp_path: Path) -> None:
    assert confidence.read(tmp_path) == {}


def test_a_models_thresholds_take_the_place_of_the_books(tmp_path: Path) -> None:
    (tmp_path / "confidence.toml").write_text("[thief]\nfox = 0.55\n[menu]\nold = 1\n", encoding="utf-8")
    (tmp_path / "phrases.toml").write_text(BOOK, encoding="utf-8")
    sure = confidence.read(tmp_path)
    book = phrasebook.load(tmp_path / "phrases.toml", lambda word: True, sure)
    assert sure == {"thief.fox": 0.55, "menu.old": 1}
    assert {id: phrase.confidence for id, phrase in book.phrases.items()} == {
        "thief.lynx": 0.7,
        "thief.fox": 0.55,
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[thief\n", "cannot be read"),
        ("fox = 0.5\n", "cannot be read"),
        ("[thief]\nfox = 70\n", r"thief\.fox the confidence 70: it must be a number from 0 to 1"),
        ("[thief]\nfox = true\n", "must be a number"),
        ("[thief]\nfox = nan\n", "must be a number"),
        ("[thief.fox]\nsure = 0.5\n", "must be a number"),
    ],
)
def test_damaged_thresholds_are_told(tmp_path: Path, text: str, found: str) -> None:
    (tmp_path / "confidence.toml").write_text(text, encoding="utf-8")
    with pytest.raises(PlainError, match=found):
        confidence.read(tmp_path)
