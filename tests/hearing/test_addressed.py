from __future__ import annotations

import pytest

from voicenuts.errors import PlainError
from voicenuts.hearing.addressed import ALONE, addressed, check, listening, said, seat_of
from voicenuts.hearing.phrasebook import UNKNOWN, PhraseBook

NAMES = ("Amber", "Mary-Ann")


def hears_all(word: str) -> bool:
    return True


@pytest.fixture(scope="module")
def derived(book: PhraseBook) -> PhraseBook:
    return addressed(book, NAMES, hears_all)


def test_every_phrase_may_be_said_by_every_seat(book: PhraseBook, derived: PhraseBook) -> None:
    for id, phrase in book.phrases.items():
        for seat, name in enumerate(("amber", "mary ann")):
            own = derived.phrases[f"{id}/{seat}"]
            assert own.forms == tuple(f"{name} {form}" for form in phrase.forms)
            assert (own.confidence, own.strict, own.weight) == (
                phrase.confidence,
                phrase.strict,
                phrase.weight,
            )
        assert derived.phrases[id] == phrase


def test_a_seat_is_listened_to_for_what_is_open_to_it_alone(derived: PhraseBook) -> None:
    ids = listening([{"thief.lynx"}, {"turn.roll"}])
    assert ids == {"thief.lynx", "thief.lynx/0", "turn.roll", "turn.roll/1", f"{ALONE}/0", f"{ALONE}/1"}
    grammar = derived.grammar(ids)
    assert grammar[-1] == UNKNOWN
    assert {"amber leo", "leo", "mary ann roll", "roll", "amber", "mary ann"} <= set(grammar)
    assert not {"amber roll", "mary ann leo"} & set(grammar)


@pytest.mark.parametrize(
    ("words", "phrase"),
    [
        ("amber leo", ("thief.lynx", 0)),
        ("mary ann leo the lynx", ("thief.lynx", 1)),
        ("leo", ("thief.lynx", None)),
        ("amber amber leo", ("thief.lynx", 0)),
        ("amber", (ALONE, 0)),
    ],
)
def test_the_name_gives_the_seat(derived: PhraseBook, words: str, phrase: tuple[str, int | None]) -> None:
    ids = listening([{"thief.lynx"}, {"thief.lynx"}])
    accepted = derived.accept([(word, 1.0) for word in words.split()], ids)
    assert accepted is not None
    assert seat_of(accepted.phrase) == phrase


@pytest.mark.parametrize(
    "words", ["amber ann leo", "amber [unk] leo", "mary leo", "ann leo", "amber leo amber"]
)
def test_anything_else_gives_none(derived: PhraseBook, words: str) -> None:
    ids = listening([{"thief.lynx"}, {"thief.lynx"}])
    assert derived.accept([(word, 1.0) for word in words.split()], ids) is None


def test_a_doubtful_name_is_nobodys(derived: PhraseBook) -> None:
    ids = listening([{"place.hollow-log"}, set()])
    assert derived.accept([("amber", 0.8), ("log", 0.4)], ids) is not None
    assert derived.accept([("amber", 0.65), ("log", 0.9)], ids) is None


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("", [""]),
        ("leo", ["leo"]),
        ("[unk] amber leo", ["[unk] amber leo"]),
        ("amber leo mary ann max", ["amber leo", "mary ann max"]),
        ("amber mary ann amber", ["amber", "mary ann", "amber"]),
        ("mary leo", ["mary leo"]),
    ],
)
def test_each_name_begins_an_utterance(derived: PhraseBook, words: str, parts: list[str]) -> None:
    said = words.split()
    assert [" ".join(said[part]) for part in derived.utterances(said)] == parts


def test_without_names_all_is_one_utterance(book: PhraseBook) -> None:
    assert book.utterances(["amber", "leo"]) == [slice(0, 2)]


def test_a_second_hearing_keeps_the_name(derived: PhraseBook) -> None:
    ids = listening([{"turn.roll", "thief.lynx"}, {"turn.roll"}])
    assert derived.reheard(ids, "amber [unk]") == {"turn.roll/0"}
    assert derived.reheard(ids, "mary ann") == {"turn.roll/1"}
    assert not derived.reheard(ids, "roll")


def test_a_name_is_written_as_it_is_heard() -> None:
    assert said("Mary-Ann O'Neil") == "mary ann o'neil"


def test_an_unknown_name_is_one_sentence_with_those_there_are(book: PhraseBook) -> None:
    with pytest.raises(PlainError) as refused:
        check(book, ("Amber", "Ola"), lambda word: word != "ola")
    assert "'Ola'" in str(refused.value)
    assert "Amber, Dusty, Ginger, Pepper" in str(refused.value)
