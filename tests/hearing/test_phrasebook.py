from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.hearing import phrasebook
from voicenuts.hearing.model import Model
from voicenuts.hearing.phrasebook import PhraseBook

GOOD = """
confidence = 0.7
[homophones]
marten = ["martin"]
[thief.marten]
say = ["max the marten", "max", "marten"]
[thief.lynx]
say = ["leo"]
confidence = 0.5
[paws.two]
say = ["two"]
[place.two]
say = ["tree two", "two"]
"""


def read(tmp_path: Path, text: str, missing: set[str] | None = None) -> PhraseBook:
    path = tmp_path / "phrases.toml"
    path.write_text(text, encoding="utf-8")
    return phrasebook.load(path, lambda word: word not in (missing or set()))


def test_groups_and_ids_expand(tmp_path: Path) -> None:
    book = read(tmp_path, GOOD)
    assert book.groups() == ("thief", "paws", "place")
    assert book.expand(["thief", "paws.two"]) == {"thief.marten", "thief.lynx", "paws.two"}
    with pytest.raises(PlainError, match=r"no phrase or group 'thie'"):
        book.expand(["thie"])


def test_grammar_always_ends_with_unknown(tmp_path: Path) -> None:
    book = read(tmp_path, GOOD)
    assert book.grammar(["place.two", "paws.two"]) == ["tree two", "two", "[unk]"]
    assert book.grammar([]) == ["[unk]"]


def test_a_heavy_phrase_is_listed_more_often(tmp_path: Path) -> None:
    book = read(tmp_path, GOOD.replace('say = ["two"]', 'say = ["two"]\nweight = 2'))
    assert book.grammar(["place.two", "paws.two"]) == ["tree two", "two", "two", "[unk]"]


def test_missing_word_falls_back_to_its_homophone(tmp_path: Path) -> None:
    book = read(tmp_path, GOOD, {"marten"})
    assert book.phrases["thief.marten"].forms == ("max the martin", "max", "martin")


def test_homophones_of_different_phrases_are_listed_as_one_word(tmp_path: Path) -> None:
    text = "[homophones]\none=['won']\n[a.b]\nsay=['one']\n[a.c]\nsay=['who won']\n"
    book = read(tmp_path, text)
    ids = book.expand(["a"])
    assert book.grammar(ids) == ["one", "who one", "[unk]"]
    heard = book.accept([("who", 0.9), ("one", 0.8)], ids)
    assert heard is not None
    assert (heard.phrase, heard.words) == ("a.c", "who won")


def test_missing_word_without_homophone_drops_the_form_or_refuses_by_name(tmp_path: Path) -> None:
    book = read(tmp_path, GOOD, {"max"})
    assert book.phrases["thief.marten"].forms == ("marten",)
    with pytest.raises(PlainError, match=r"does not know 'leo'.*thief\.lynx"):
        read(tmp_path, GOOD, {"leo"})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[thief.lynx\n", "cannot be read"),
        ("[thief.lynx]\nsay = 3\n", "malformed"),
        ("[thief.lynx]\nsays = []\n", "malformed"),
        ("thief = 3\n", "malformed"),
        ("[a.b]\nsay=['leo']\n[a.c]\nsay=['leo']\n", "gives 'leo' to both a.b and a.c"),
        ("[homophones]\nleo=['lio']\n[a.b]\nsay=['leo']\n[a.c]\nsay=['lio']\n", "beside its homophone"),
    ],
)
def test_broken_books_get_a_plain_sentence(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(PlainError, match=says):
        read(tmp_path, text)


def test_missing_book_gets_a_plain_sentence(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="cannot be read"):
        phrasebook.load(tmp_path / "none.toml", lambda word: True)


def test_accepts_exactly_one_legal_phrase(tmp_path: Path) -> None:
    book = read(tmp_path, GOOD)
    thieves = book.expand(["thief"])

    def accept(*words: str, sure: float = 1.0) -> str | None:
        accepted = book.accept([(word, sure) for word in words], thieves)
        return accepted.phrase if accepted else None

    assert accept("max") == "thief.marten"
    assert accept("max", "the", "marten") == "thief.marten"
    assert accept("max", "max") == "thief.marten"
    assert accept("max", "the", "the", "marten") == "thief.marten"
    assert accept("max", "the", "max", "marten") is None
    assert accept("max", "leo") is None
    assert accept("max", "[unk]") is None
    assert accept("[unk]") is None
    assert accept() is None
    assert accept("max", sure=0.69) is None
    assert accept("leo", sure=0.5) == "thief.lynx"
    assert accept("two") is None, "not open now"


def test_a_form_of_two_ids_goes_to_the_open_one(tmp_path: Path) -> None:
    book = read(tmp_path, GOOD)
    for group, id in (("paws", "paws.two"), ("place", "place.two")):
        accepted = book.accept([("two", 1.0)], book.expand([group]))
        assert accepted is not None
        assert accepted.phrase == id


def test_said_in_needs_whole_words(tmp_path: Path) -> None:
    book = read(tmp_path, GOOD)
    ids = book.expand(book.groups())
    assert book.said_in("Leo the Lynx! Ben was first.", ids) == {"thief.lynx"}
    assert book.said_in("Tree two, or tree three?", ids) == {"place.two", "paws.two"}
    assert book.said_in("Leonard has twofold maximum.", ids) == frozenset()


@given(st.lists(st.sampled_from(["max", "the", "marten", "leo", "two", "tree", "[unk]"]), max_size=6))
def test_never_accepts_beside_unknown(words: list[str]) -> None:
    book = PhraseBook(
        {"a.b": phrasebook.Phrase("a.b", ("max", "max the marten"), 0.7)},
        {"max": ("a.b",), "max the marten": ("a.b",)},
    )
    accepted = book.accept([(word, 1.0) for word in words], frozenset({"a.b"}))
    assert (accepted is not None) == (
        bool(words) and (set(words) == {"max"} or words == ["max", "the", "marten"] * (len(words) // 3))
    )


def test_every_word_of_every_book_is_in_the_embedded_model(model: Model) -> None:
    for path in sorted(resources.folder("prompts").glob("*/phrases.toml")):
        book = phrasebook.load(path, model.knows)
        for phrase in book.phrases.values():
            for form in phrase.forms:
                assert all(model.knows(word) for word in form.split()), form


def test_thief_names_are_strict_and_take_no_lower_confidence(book: PhraseBook) -> None:
    thieves = book.expand(["thief"])
    assert all(book.phrases[id].confidence >= 0.7 for id in thieves)
    assert not book.reheard(thieves)
    assert book.reheard({"turn.roll", "total.2", "thief.fox"}) == {"turn.roll", "total.2"}
    assert (book.agreeing("turn.roll"), book.agreeing("total.2")) == (1, 2)


def test_a_yes_answers_a_question_before_it_asks_for_more_help(book: PhraseBook) -> None:
    yes = [("yes", 1.0)]
    for ids, owner in (
        ({"topic.more"}, "topic.more"),
        ({"topic.more", "answer.yes"}, "answer.yes"),
        ({"topic.more", "answer.yes", "vote.yes"}, "vote.yes"),
    ):
        accepted = book.accept(yes, frozenset(ids))
        assert accepted is not None
        assert accepted.phrase == owner
