from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicenuts.errors import PlainError
from voicenuts.modelling import lexicon
from voicenuts.modelling.phones import PHONES


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "lexicon.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_words_keep_their_order_and_lose_their_stress(tmp_path: Path) -> None:
    path = written(tmp_path, "marten\tM AA1 R T AH0 N\nagain\tAH G EH2 N\nmarten\tm aa t ah n\n")
    read = lexicon.read(path)
    assert list(read) == ["marten", "again"]
    assert read["marten"] == (("M", "AA", "R", "T", "AH", "N"), ("M", "AA", "T", "AH", "N"))


def test_what_is_said_twice_counts_once(tmp_path: Path) -> None:
    assert lexicon.read(written(tmp_path, "a\tAH0\na\tAH\n")) == {"a": (("AH",),)}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("fox\tF AA KS", "line 2: 'KS' is no phone: .* AA, AE"),
        ("fox\tF SIL", "line 2: 'SIL' is no phone"),
        ("fox\t ", "line 2: A pronunciation is empty"),
        ("fox F AA K S", "line 2: .* has no tab"),
        ("", "line 2: '' has no tab"),
        ("Fox\tF AA K S", "line 2: 'Fox' cannot be a word: it needs small letters"),
        ("\tF AA K S", "line 2: '' cannot be a word"),
        ("the fox\tF AA K S", "line 2: 'the fox' cannot be a word: only"),
        ("[unk]\tF AA K S", "line 2: '\\[unk\\]' cannot be a word"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, sentence: str) -> None:
    with pytest.raises(PlainError, match=sentence):
        lexicon.read(written(tmp_path, f"leo\tL IY OW\n{line}\n"))


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="cannot be read"):
        lexicon.read(tmp_path / "none.txt")


ways = st.lists(
    st.lists(st.sampled_from(PHONES), min_size=1, max_size=4).map(tuple), min_size=1, max_size=3, unique=True
)


@settings(max_examples=20)
@given(words=st.dictionaries(st.sampled_from(["a", "max's", "leo", "t-2", "ü"]), ways.map(tuple), max_size=5))
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, words: lexicon.Lexicon) -> None:
    path = tmp_path_factory.mktemp("lexicon") / "lexicon.txt"
    lexicon.write(path, words)
    assert lexicon.read(path) == words
