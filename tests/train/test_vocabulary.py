from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from voicenuts.modelling.phones import PHONES

ROOT = Path(__file__).parents[2]
DATA = ROOT / "models" / "train" / "en"


def rows(name: str) -> list[tuple[str, str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [(word, phones) for word, _, phones in (line.partition("\t") for line in lines)]


@pytest.mark.parametrize("name", ["lexicon.txt", "decoys.txt"])
def test_lists_are_sorted_and_written_in_phones(name: str) -> None:
    assert [word for word, _ in rows(name)] == sorted(word for word, _ in rows(name))
    assert len(set(rows(name))) == len(rows(name))
    assert all(set(phones.split()) <= set(PHONES) and phones for _, phones in rows(name))


def test_no_word_has_more_than_four_pronunciations() -> None:
    words = [word for word, _ in rows("lexicon.txt")]
    assert max(map(words.count, set(words))) <= 4


def test_no_decoy_sounds_like_a_word_of_the_table() -> None:
    words, decoys = dict(rows("lexicon.txt")), dict(rows("decoys.txt"))
    assert not words.keys() & decoys.keys()
    sounds = [phones for _, phones in rows("decoys.txt")]
    assert len(set(sounds)) == len(sounds)
    assert not {phones for _, phones in rows("lexicon.txt")} & set(sounds)


def test_every_word_that_is_listened_for_has_a_pronunciation() -> None:
    book = tomllib.loads((ROOT / "prompts" / "en" / "phrases.toml").read_text(encoding="utf-8"))
    spoken = tomllib.loads((DATA / "phrases.toml").read_text(encoding="utf-8"))
    groups = [group for group in book.values() if isinstance(group, dict)]
    entries = [entry for group in groups for entry in group.values() if isinstance(entry, dict)]
    forms = [form for entry in entries for form in entry["say"]]
    forms += [form for part in spoken.values() for form in part.get("say", [])]
    known = {word for word, _ in rows("lexicon.txt")}
    assert {word for form in forms for word in form.split()} <= known
    assert set(book["reserved"]) <= known
