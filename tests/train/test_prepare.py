"""What utterances are made of."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest
import soundfile

pytest.importorskip("scipy")

from models.train.data import Clip
from models.train.prepare import _loaded


def test_a_clip_that_cannot_be_read_is_told_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    soundfile.write(tmp_path / "whole.wav", np.full(1600, 0.1), 16000)
    (tmp_path / "broken.flac").write_bytes(b"fLaC and no more")
    clips = [Clip(tmp_path / name, "", "", "talk") for name in ("broken.flac", "whole.wav")]
    with caplog.at_level(logging.WARNING):
        assert [len(wave) for wave in _loaded(clips)] == [1600]
    assert "broken.flac" in caplog.text
