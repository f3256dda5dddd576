"""The phones of the model, their positions in a word, and the numbers a decoding graph is written with.

A phone is one state: its first frame (30 ms) reads the *forward* pdf, every further one the *self-loop* pdf.
The forward pdf depends on the phone before it in the word, as far as the model's context classes tell it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

SILENCE = "SIL"

PHONES = (
    "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH", "IH", "IY",
    "JH", "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH", "UH", "UW", "V", "W", "Y",
    "Z", "ZH",
)  # fmt: skip
"""ARPAbet without stress, in alphabetical order."""

BASES = (SILENCE, *PHONES)
"""Index = number of the base phone; silence is 0."""

NUMBER = {phone: number for number, phone in enumerate(BASES)}

POSITIONS = "BIES"
"""Begin, inside, end of a word, and alone in one."""

VOWELS = frozenset(phone for phone in PHONES if phone[0] in "AEIOU")


def phone_id(base: int, position: str) -> int:
    """Kaldi's number of a base phone in a position; silence, 1, has none.

    >>> phone_id(0, "S"), phone_id(NUMBER["AA"], "B"), phone_id(NUMBER["ZH"], "S")
    (1, 2, 157)
    """
    return 1 if base == 0 else 2 + 4 * (base - 1) + POSITIONS.index(position)


PHONE_COUNT = phone_id(len(PHONES), "S")

WORD_BOUNDARY = ("nonword", *(("begin", "internal", "end", "singleton") * len(PHONES)))
"""What `word_boundary.int` says of the phones 1, 2, …"""


def position(index: int, length: int) -> str:
    """Where in a word of `length` phones the phone `index` stands.

    >>> [position(i, 3) for i in range(3)], position(0, 1)
    (['B', 'I', 'E'], 'S')
    """
    if length == 1:
        return "S"
    return "B" if index == 0 else "E" if index == length - 1 else "I"


@dataclass(frozen=True)
class Contexts:
    """Which sounds before a phone count as the same: `classes` of base phones, none in two of them.

    Class 0 is the beginning of a word and every phone in no class.  Without classes phones have no context.

    >>> Contexts().pdf_count, Contexts((("AA", "AO"), ("IY",))).pdf_count
    (80, 158)
    """

    classes: Sequence[Sequence[str]] = ()
    _of: dict[int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        of = {NUMBER[phone]: 1 + k for k, phones in enumerate(self.classes) for phone in phones}
        object.__setattr__(self, "_of", of)

    def after(self, base: int | None) -> int:
        """The class of the phone before; None is the beginning of a word."""
        return 0 if base is None else self._of.get(base, 0)

    @property
    def pdf_count(self) -> int:
        """How many outputs the network has."""
        return 2 * len(BASES) + len(self.classes) * len(PHONES)

    def forward_pdf(self, base: int, context: int = 0) -> int:
        """The pdf of a phone's first frame after a phone of class `context`."""
        if context == 0 or base == 0:
            return 2 * base
        return 2 * len(BASES) + (context - 1) * len(PHONES) + base - 1

    def self_loop_pdf(self, base: int) -> int:
        """The pdf of every further frame of a phone."""
        return 2 * base + 1

    @cached_property
    def tuples(self) -> tuple[tuple[int, int, int], ...]:
        """Kaldi's transition states (phone id, forward pdf, self-loop pdf), sorted; the n-th (from 1) has
        the self-loop transition 2n-1 and the forward transition 2n."""
        rows = [(1, self.forward_pdf(0), self.self_loop_pdf(0))]
        for base in range(1, len(BASES)):
            for place in POSITIONS:
                contexts = [0] if place in "BS" else range(len(self.classes) + 1)
                for context in contexts:
                    row = (phone_id(base, place), self.forward_pdf(base, context), self.self_loop_pdf(base))
                    rows.append(row)
        return tuple(sorted(rows))

    @cached_property
    def _states(self) -> dict[tuple[int, int], int]:
        return {(phone, forward): n for n, (phone, forward, _) in enumerate(self.tuples, 1)}

    def transitions(self, base: int, place: str, before: int | None = None) -> tuple[int, int]:
        """(forward, self-loop) transition numbers of a phone in a position after the base phone `before`.

        >>> Contexts().transitions(0, "S"), Contexts().transitions(1, "B")
        ((2, 1), (4, 3))
        """
        context = 0 if place in "BS" else self.after(before)
        state = self._states[phone_id(base, place), self.forward_pdf(base, context)]
        return 2 * state, 2 * state - 1
