from __future__ import annotations

import pytest

from voicenuts.hearing.hearing import Unheard
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.table.no_match import NoMatch, Reply
from voicenuts.values import samples


def unheard(words: str, ms: float = 700, seat: int = 1) -> Unheard:
    return Unheard(seat, 1000, 1000 + samples(ms), words, 0.5)


@pytest.fixture
def places(book: PhraseBook) -> frozenset[str]:
    return book.expand(["place"])


def test_the_ladder_says_more_and_then_only_sounds(book: PhraseBook, places: frozenset[str]) -> None:
    ladder = NoMatch(2)
    replies = [ladder.missed(unheard("tree [unk]"), places, book) for _ in range(4)]
    assert replies == [Reply.ONCE_MORE, Reply.EXPLAIN, Reply.SOUND, Reply.SOUND]
    ladder.understood(1)
    assert ladder.missed(unheard("tree [unk]"), places, book) is Reply.ONCE_MORE
    assert ladder.missed(unheard("tree [unk]", seat=0), places, book) is Reply.ONCE_MORE


@pytest.mark.parametrize("words", ["[unk]", "[unk] [unk]", "", "[unk] tree [unk] [unk]", "roll"])
def test_talk_is_no_attempt(book: PhraseBook, places: frozenset[str], words: str) -> None:
    assert NoMatch(2).missed(unheard(words), places, book) is Reply.NOTHING


def test_a_word_from_within_a_phrase_is_no_attempt(book: PhraseBook) -> None:
    thieves = book.expand(["thief"])
    assert NoMatch(2).call(unheard("[unk] the [unk]"), thieves, book) is Reply.NOTHING
    assert NoMatch(2).call(unheard("max the [unk]"), thieves, book) is Reply.SOUND


def test_nobody_is_asked_who_need_not_answer(book: PhraseBook, places: frozenset[str]) -> None:
    ladder = NoMatch(2)
    assert ladder.missed(unheard("tree [unk]"), frozenset(), book) is Reply.NOTHING
    assert ladder.missed(unheard("tree [unk]", ms=100), places, book) is Reply.NOTHING
    assert ladder.missed(unheard("tree [unk]", ms=4000), places, book) is Reply.NOTHING


def test_the_name_is_asked_for_in_other_words_each_time_and_then_by_a_sound() -> None:
    ladder = NoMatch(2)
    replies = [ladder.nameless() for _ in range(4)]
    assert replies == [Reply.NAME_FIRST, Reply.NAME_THEN_REST, Reply.SOUND, Reply.SOUND]
    ladder.understood(0)
    assert ladder.nameless() is Reply.NAME_FIRST
