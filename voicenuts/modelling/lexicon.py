"""Words and how they sound: files of `word<TAB>PHONES` lines, one line a pronunciation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from voicenuts.errors import PlainError
from voicenuts.modelling.phones import PHONES

Phones = tuple[str, ...]
"""ARPAbet without stress."""

Lexicon = Mapping[str, Sequence[Phones]]
"""Every word with the ways to say it, none twice, in the order of the file."""

_PHONES = frozenset(PHONES)


def pronunciation(text: str) -> Phones:
    """The phones of a text such as "G R AE1 N D M AA2"; stress digits and case do not matter.

    PlainError when there are none, or one is no phone.

    >>> pronunciation("G r AE1 N D M AA2")
    ('G', 'R', 'AE', 'N', 'D', 'M', 'AA')
    """
    phones = tuple(_without_stress(phone) for phone in text.upper().split())
    strange = [phone for phone in phones if phone not in _PHONES]
    if strange or not phones:
        found = f"{strange[0]!r} is no phone" if strange else "A pronunciation is empty"
        raise PlainError(f"{found}: write it with spaces between the ARPAbet phones {', '.join(PHONES)}.")
    return phones


def _without_stress(phone: str) -> str:
    return phone[:-1] if phone[-1] in "012" else phone


def check_word(word: str) -> None:
    """PlainError unless `word` is what a phrase book can hold: small letters, digits, - and '.

    >>> check_word("max's")
    """
    if word != word.lower() or not any(map(str.isalnum, word)):
        raise PlainError(f"{word!r} cannot be a word: it needs small letters, as in 'grandma'.")
    if not all(letter.isalnum() or letter in "'-" for letter in word):
        raise PlainError(f"{word!r} cannot be a word: only small letters, digits, - and ' may be in it.")


def read(path: Path) -> Lexicon:
    """The words of a file; a line given twice counts once.

    PlainError for a file that cannot be read and, with the number of the line, a bad word or pronunciation.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise PlainError(f"The pronunciations {path} cannot be read: {error}.") from error
    said: dict[str, dict[Phones, None]] = {}
    for number, line in enumerate(lines, 1):
        word, tab, phones = line.partition("\t")
        try:
            if not tab:
                raise PlainError(f"{line!r} has no tab: it needs a word, a tab and phones.")
            check_word(word)
            said.setdefault(word, {})[pronunciation(phones)] = None
        except PlainError as error:
            raise PlainError(f"{path}, line {number}: {error}") from error
    return {word: tuple(ways) for word, ways in said.items()}


def write(path: Path, lexicon: Lexicon) -> None:
    """Write what `read` reads.  OSError when that cannot be done."""
    lines = (f"{word}\t{' '.join(phones)}\n" for word, ways in lexicon.items() for phones in ways)
    path.write_text("".join(lines), encoding="utf-8")
