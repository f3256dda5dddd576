"""Kaldi's binary form, read back by its definition."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from models.train import kaldi


def _read_compressed(data: bytes) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    assert data.startswith(b"CM ")
    low, span, rows, columns = struct.unpack_from("<ffii", data, 3)
    heads = np.frombuffer(data, "<u2", 4 * columns, 19).reshape(columns, 4)
    levels = np.frombuffer(data, np.uint8, rows * columns, 19 + 8 * columns).reshape(columns, rows).T
    out = np.empty((rows, columns))
    for column in range(columns):
        a, b, c, d = low + span * heads[column] / 65535
        level = levels[:, column].astype(float)
        out[:, column] = np.where(
            level <= 64,
            a + (b - a) * level / 64,
            np.where(level <= 192, b + (c - b) * (level - 64) / 128, c + (d - c) * (level - 192) / 63),
        )
    return out


@pytest.mark.parametrize("shape", [(8, 3), (64, 20), (224, 48)])
def test_one_byte_a_value_loses_little(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(1).normal(0, 1, shape)
    read = _read_compressed(kaldi.matrix(values))
    assert np.abs(read - values).max() < 0.05
    assert np.abs(read - values).mean() < 0.01


def test_equal_values_have_room_between_their_percentiles() -> None:
    read = _read_compressed(kaldi.compressed(np.full((9, 2), 0.25)))
    assert np.allclose(read, 0.25, atol=1e-4)


def test_few_rows_stay_floats() -> None:
    data = kaldi.matrix(np.arange(6.0).reshape(2, 3))
    assert data == b"FM \x04\x02\x00\x00\x00\x04\x03\x00\x00\x00" + np.arange(6, dtype="<f4").tobytes()


def test_vectors_say_their_size_once() -> None:
    assert kaldi.integers([1, -1]) == b"\x04\x02\x00\x00\x00\x01\x00\x00\x00\xff\xff\xff\xff"
    assert kaldi.vector([1.0]) == b"FV \x04\x01\x00\x00\x00\x00\x00\x80\x3f"
    assert kaldi.no_doubles() == b"DV \x04\x00\x00\x00\x00"
