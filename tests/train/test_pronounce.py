from __future__ import annotations

from pathlib import Path

import pytest

from models.train.pronounce import Pronouncer, non_rhotic, transcribed
from voicenuts.errors import PlainError

DICTIONARY = """\
forward F AO1 R W ER0 D
forward(2) F AO R W AH R D # rare
resume R IH Z UW M
resume(2) R IY Z UW M
resume(3) R EH Z AH M EY
resume(4) R EH Z UH M EY
woof W UW F
"""


@pytest.fixture
def pronouncer(tmp_path: Path) -> Pronouncer:
    (tmp_path / "lexicon.txt").write_text("woof\tW UH1 F\nfour\tF AO R\n", encoding="utf-8")
    (tmp_path / "cmu.dict").write_text(DICTIONARY, encoding="utf-8")
    return Pronouncer(tmp_path / "lexicon.txt", tmp_path / "cmu.dict")


def test_our_own_list_is_the_last_word(pronouncer: Pronouncer) -> None:
    assert pronouncer.of("Woof") == [("W", "UH", "F")]
    assert pronouncer.of("four") == [("F", "AO", "R")]


def test_the_dictionary_comes_next_with_silent_rs(pronouncer: Pronouncer) -> None:
    ways = [" ".join(way) for way in pronouncer.of("forward")]
    assert ways == ["F AO R W ER D", "F AO R W AH R D", "F AO W AH D"]
    assert len(pronouncer.of("resume")) == 3


def test_an_answer_may_be_changed_by_its_receiver(pronouncer: Pronouncer) -> None:
    pronouncer.of("woof").clear()
    assert pronouncer.of("woof") == [("W", "UH", "F")]


@pytest.mark.parametrize(
    ("phones", "said"),
    [
        ("P L EY ER Z", "P L EY AH Z"),
        ("S T AA R T", "S T AA T"),
        ("W EH R", "W EH AH"),
        ("R EH D IY", "R EH D IY"),
        ("TH ER D", "TH ER D"),
        ("ER", "ER"),
    ],
)
def test_silent_rs(phones: str, said: str) -> None:
    assert " ".join(non_rhotic(tuple(phones.split()))) == said


def test_any_other_word_is_transcribed(pronouncer: Pronouncer) -> None:
    pytest.importorskip("phonemizer")
    assert transcribed("chipmunk") == ("CH", "IH", "P", "M", "AH", "NG", "K")
    assert transcribed("glorious") == ("G", "L", "AO", "R", "IY", "AH", "S")
    assert pronouncer.of("voicenuts") == [("V", "OY", "S", "N", "AH", "T", "S")]
    with pytest.raises(PlainError, match="has no sound"):
        pronouncer.of("--")


@pytest.mark.parametrize("line", ["woof W UH F", "woof\t", "woof\tW UH FF"])
def test_a_malformed_list_is_told_with_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "lexicon.txt").write_text(f"go\tG OW\n{line}\n", encoding="utf-8")
    (tmp_path / "cmu.dict").write_text("", encoding="utf-8")
    with pytest.raises(PlainError, match=r"line 2 is .* ARPAbet"):
        Pronouncer(tmp_path / "lexicon.txt", tmp_path / "cmu.dict")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="cannot be read"):
        Pronouncer(tmp_path / "none.txt", tmp_path / "none.dict")
