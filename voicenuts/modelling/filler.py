"""The filler: any row of phones at all, which is one of the ways to say `[unk]`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voicenuts.errors import PlainError
from voicenuts.modelling.phones import BASES

FLOOR = 1e-6
"""Added to every probability before its logarithm, so that nothing is impossible."""


@dataclass(frozen=True, slots=True, eq=False)
class Filler:
    """Which phone follows which in talk: `after[a, b]` is P(b | a), rows and columns numbered as BASES.

    Row 0 is the beginning of a word, column 0 its end; every row sums to 1.  Kept as float32, so that a
    file gives exactly the same numbers back.
    """

    after: NDArray[np.float32]

    @classmethod
    def of(cls, bigram: NDArray[np.floating]) -> Filler:
        """From a bigram (or counts) of training texts, where silence stands for the borders of words."""
        pairs = np.array(bigram, np.float64)
        pairs[0, 0] = 0.0
        return cls((pairs / pairs.sum(1, keepdims=True)).astype(np.float32))

    @property
    def costs(self) -> NDArray[np.float64]:
        """The negative logarithm of each probability."""
        return -np.log(self.after.astype(np.float64) + FLOOR)


def read(path: Path) -> Filler:
    """What `write` wrote.  PlainError, with the number of the line, for anything else."""
    try:
        head, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    except (OSError, ValueError) as error:
        raise PlainError(f"The filler {path} cannot be read: {error}.") from error
    if head.split() != ["after", *BASES] or len(lines) != len(BASES):
        raise PlainError(f"{path} is no filler: it needs a head and a row for each of {', '.join(BASES)}.")
    after = np.zeros((len(BASES), len(BASES)), np.float32)
    for row, (base, line) in enumerate(zip(BASES, lines, strict=True)):
        name, *numbers = line.split()
        try:
            after[row] = [float(number) for number in numbers]
        except ValueError:
            name = ""
        if name != base or not np.isclose(after[row].sum(), 1, atol=1e-3) or (after[row] < 0).any():
            needed = f"{base} and {len(BASES)} probabilities that sum to 1"
            raise PlainError(f"{path}, line {row + 2}, is not as it was written: it needs {needed}.")
    return Filler(after)


def write(path: Path, filler: Filler) -> None:
    """Write a table in text.  OSError when that cannot be done."""
    rows = (f"{base}\t" + "\t".join(map(str, row)) for base, row in zip(BASES, filler.after, strict=True))
    path.write_text("\n".join(("\t".join(("after", *BASES)), *rows)) + "\n", encoding="utf-8")
