from __future__ import annotations

import pytest

from voicenuts import resources
from voicenuts.errors import PlainError
from voicenuts.hearing import names, phrasebook
from voicenuts.hearing.phrasebook import NAMES, PhraseBook
from voicenuts.table import session


@pytest.fixture(scope="module")
def book() -> PhraseBook:
    return phrasebook.load(resources.folder("prompts") / "en" / "phrases.toml", lambda word: True)


@pytest.mark.parametrize(
    "given",
    [("Amber", "Dusty", "Ginger", "Pepper"), ("Mary-Ann", "José", "O'Neil"), ("ben", "ann"), session.NAMES],
)
def test_names_no_game_uses_are_welcome(given: tuple[str, ...], book: PhraseBook) -> None:
    names.check(given, book)


@pytest.mark.parametrize(
    "name",
    [*("Max", "martin", "LEO", "Fritz", "Fox", "Red", "Yellow", "Green", "Blue", "Oak", "Marten", "links")],
)
def test_words_of_the_games_are_refused(name: str, book: PhraseBook) -> None:
    with pytest.raises(PlainError, match=f"'{name}'.*word of the games; choose another"):
        names.check(("Amber", name), book)


def test_every_word_of_a_command_is_refused(book: PhraseBook) -> None:
    for id, phrase in book.phrases.items():
        if not id.startswith(NAMES + "."):
            for form in phrase.forms:
                with pytest.raises(PlainError):
                    names.check((form, "Dusty"), book)


@pytest.mark.parametrize("given", [("Ann", "ann"), ("Ann", ""), ("Ann", "  ")])
def test_every_player_has_a_name_of_its_own(given: tuple[str, ...], book: PhraseBook) -> None:
    with pytest.raises(PlainError, match="name of its own"):
        names.check(given, book)


@pytest.mark.parametrize("name", ["x" * 21, "R2D2", "a{b}", "--", "\n", "Ann\nBen"])
def test_what_cannot_be_said_is_no_name(name: str, book: PhraseBook) -> None:
    with pytest.raises(PlainError):
        names.check((name, "Dusty"), book)
