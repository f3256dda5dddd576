"""Kaldi's binary form, as far as a model needs it (little endian, every basic item led by its size)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]

HEADER = b"\0B"
"""Stands once at the very start of a binary file."""


def token(text: str) -> bytes:
    """A token and the space that ends it."""
    return text.encode("ascii") + b" "


def integer(value: int) -> bytes:
    """A 32-bit integer.

    >>> integer(3)
    b'\\x04\\x03\\x00\\x00\\x00'
    """
    return b"\x04" + struct.pack("<i", value)


def real(value: float) -> bytes:
    """A 32-bit float."""
    return b"\x04" + struct.pack("<f", value)


def integers(values: Sequence[int]) -> bytes:
    """A vector of integers, which has one size mark for all."""
    return b"\x04" + struct.pack("<i", len(values)) + np.asarray(values, "<i4").tobytes()


def vector(values: Numbers | Sequence[float]) -> bytes:
    """A vector of floats."""
    return token("FV") + integer(len(values)) + np.asarray(values, "<f4").tobytes()


def no_doubles() -> bytes:
    """An empty vector of doubles."""
    return token("DV") + integer(0)


def matrix(values: Numbers) -> bytes:
    """A matrix in one byte a value (`CM`) where it has 8 rows or more, else in floats (`FM`)."""
    if len(values) >= 8:
        return compressed(values)
    rows, columns = values.shape
    return token("FM") + integer(rows) + integer(columns) + np.ascontiguousarray(values, "<f4").tobytes()


def compressed(values: Numbers) -> bytes:
    """`CM`: per column four percentiles in 16 bits, then every value on the three straight pieces between.

    Kaldi's compressed-matrix.cc, "kSpeechFeature": up to p25 0..64, up to p75 64..192, up to p100 192..255.
    """
    m = np.asarray(values, np.float32)
    low, span = float(m.min()), float(np.ptp(m)) or 1e-5
    rows, columns = m.shape
    ordered = np.sort(m, 0)
    corners = np.stack([ordered[0], ordered[rows // 4], ordered[3 * (rows // 4)], ordered[-1]])
    coded = np.clip(np.floor((corners - low) / span * 65535 + 0.499), 0, 65535).astype(int)
    coded[0] = np.minimum(coded[0], 65532)
    for k in range(1, 4):  # strictly increasing, with room for those that follow
        coded[k] = np.clip(coded[k], coded[k - 1] + 1, 65532 + k)
    a, b, c, d = low + span * coded / 65535
    first = np.clip(np.floor((m - a) / (b - a) * 64 + 0.5), 0, 64)
    middle = np.clip(64 + np.floor((m - b) / (c - b) * 128 + 0.5), 64, 192)
    last = np.clip(192 + np.floor((m - c) / (d - c) * 63 + 0.5), 192, 255)
    levels = np.where(m < b, first, np.where(m < c, middle, last)).astype(np.uint8)
    head = struct.pack("<ffii", low, span, rows, columns)
    return bytes(token("CM") + head + coded.T.astype("<u2").tobytes() + levels.tobytes(order="F"))
