"""How the words of training texts sound: by our own list, else by the CMU dictionary, else by espeak-ng."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from models.train.kokoro import ipa
from voicenuts.errors import PlainError
from voicenuts.modelling.phones import PHONES, VOWELS

Phones = tuple[str, ...]

MOST = 4
"""More ways to say one word only blur what is trained."""

_DICTIONARY = 3
"""Rarer variants of the dictionary are mostly slips of its writers."""

_IPA = {
    "t^ʃ": "CH", "d^ʒ": "JH", "a^ɪ": "AY", "a^ʊ": "AW", "e^ɪ": "EY", "o^ʊ": "OW", "ə^ʊ": "OW",
    "ɔ^ɪ": "OY", "ɜː": "ER", "ɚɹ": "ER", "ɚ": "ER", "ɑː": "AA", "ɔː": "AO", "oː": "AO", "iː": "IY",
    "uː": "UW", "æ": "AE", "ʌ": "AH", "ə": "AH", "ɐ": "AH", "ᵻ": "IH", "ɪ": "IH", "ɛ": "EH",
    "ʊ": "UH", "ɑ": "AA", "ɒ": "AA", "ɔ": "AO", "i": "IY", "u": "UW", "e": "EH", "o": "OW",
    "a": "AA", "n̩": "AH N", "l̩": "AH L", "ɹ": "R", "r": "R", "θ": "TH", "ð": "DH", "ʃ": "SH",
    "ʒ": "ZH", "ŋ": "NG", "ɾ": "D", "ʔ": "T", "j": "Y", "h": "HH", "ɡ": "G", "g": "G", "x": "K",
    "b": "B", "d": "D", "f": "F", "k": "K", "l": "L", "m": "M", "n": "N", "p": "P", "s": "S",
    "t": "T", "v": "V", "w": "W", "z": "Z",
}  # fmt: skip
"""espeak-ng's American sounds (pairs joined by ^) in ARPAbet."""


class Pronouncer:
    """Ways to say a word, none given twice, at most four: the likeliest first.

    `lexicon` is a file of `word<TAB>PHONES` lines; its words sound as it says and no other way.
    `dictionary` is a file in CMU's form (`word PHONES`, `word(2) PHONES`), without it that of the package
    pocketsphinx.  PlainError when a file cannot be read or `lexicon` has a phone that is none.
    """

    def __init__(self, lexicon: Path, dictionary: Path | None = None) -> None:
        self._known = _lexicon(lexicon)
        self._dictionary = _dictionary(dictionary or _packaged())

    def of(self, word: str) -> list[Phones]:
        """The ways to say `word` (any case); a word not of `lexicon` also as those say it who drop their Rs.

        PlainError for a word that nobody can say.
        """
        word = word.lower()
        if word not in self._known:
            said = self._dictionary.get(word, [])[:_DICTIONARY] or [transcribed(word)]
            ways = list(dict.fromkeys([*said, *map(non_rhotic, said)]))[:MOST]
            if not ways[0]:
                raise PlainError(f"{word!r} has no sound that can be written down: leave its text out.")
            self._known[word] = ways
        return list(self._known[word])


def non_rhotic(phones: Phones) -> Phones:
    """As those say it who speak an R only before a vowel.

    >>> non_rhotic(("F", "AO", "R", "W", "ER", "D")), non_rhotic(("HH", "IY", "R"))
    (('F', 'AO', 'W', 'AH', 'D'), ('HH', 'IY', 'AH'))
    >>> non_rhotic(("F", "ER", "N")), non_rhotic(("M", "EH", "R", "IY"))
    (('F', 'ER', 'N'), ('M', 'EH', 'R', 'IY'))
    """
    said: list[str] = []
    for at, phone in enumerate(phones):
        after = phones[at + 1 :]
        if phone == "R" and at and after[:1] not in _BEFORE_VOWEL:
            said += ["AH"] if said[-1] in ("EH", "IH", "IY", "UH", "UW") else []
        elif phone == "ER" and VOWELS.intersection(phones[:at]) and after in _ENDS:
            said.append("AH")
        else:
            said.append(phone)
    return tuple(said)


_BEFORE_VOWEL = {(vowel,) for vowel in VOWELS}
_ENDS = ((), ("Z",), ("D",), ("D", "Z"))
"""What may follow the last, unstressed vowel of "player", "players", "forward", "backwards"."""


def transcribed(word: str) -> Phones:
    """What espeak-ng's American voice makes of `word`; () for what it is silent about."""
    said: list[str] = []
    sounds = ipa(word, "en-us")
    at = 0
    while at < len(sounds):
        length = next((n for n in (3, 2, 1) if sounds[at : at + n] in _IPA), 0)
        if length:
            said += _IPA[sounds[at : at + length]].split()
        at += length or 1
    return tuple(said)


def _lexicon(path: Path) -> dict[str, list[Phones]]:
    ways: dict[str, list[Phones]] = {}
    for number, line in enumerate(_lines(path), 1):
        word, tab, phones = line.partition("\t")
        said = tuple(phone.rstrip("012") for phone in phones.split())
        if not tab or not said or not set(said) <= set(PHONES):
            raise PlainError(f"{path} line {number} is {line!r}: it needs a word, a tab and ARPAbet phones.")
        ways.setdefault(word.lower(), []).append(said)
    return ways


def _dictionary(path: Path) -> dict[str, list[Phones]]:
    ways: dict[str, list[Phones]] = {}
    for line in _lines(path):
        word, *phones = line.partition("#")[0].split() or [""]
        if phones:
            ways.setdefault(word.partition("(")[0].lower(), []).append(tuple(p.rstrip("012") for p in phones))
    return ways


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise PlainError(f"The pronunciations {path} cannot be read: {error}.") from error


def _packaged() -> Path:
    found = find_spec("pocketsphinx")
    if found is None or not found.submodule_search_locations:
        raise PlainError(
            "The package pocketsphinx, which carries a dictionary, is missing: install the extra [train]."
        )
    return Path(found.submodule_search_locations[0]) / "model" / "en-us" / "cmudict-en-us.dict"
