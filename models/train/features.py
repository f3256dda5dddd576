"""The features the model hears: exactly those libvosk computes from `conf/mfcc.conf`."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.train.nnet3 import DIMENSION

OPTIONS = {"use-energy": "false", "sample-frequency": "16000", "num-mel-bins": "40", "num-ceps": "40"} | {
    "low-freq": "20",
    "high-freq": "-400",
    "dither": "0",
}
"""Kaldi's options, as they are written to `conf/mfcc.conf`."""


def mfcc(pcm: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """(frames, 40) cepstra of samples in the range of 16-bit integers; only whole frames count."""
    import kaldi_native_fbank

    computer = kaldi_native_fbank.OnlineMfcc(_options())
    computer.accept_waveform(float(OPTIONS["sample-frequency"]), np.asarray(pcm, np.float32).tolist())
    computer.input_finished()
    frames = [computer.get_frame(number) for number in range(computer.num_frames_ready)]
    return np.stack(frames).astype(np.float32) if frames else np.zeros((0, DIMENSION), np.float32)


@cache
def _options() -> Any:
    import kaldi_native_fbank

    options = kaldi_native_fbank.MfccOptions()
    options.frame_opts.samp_freq = float(OPTIONS["sample-frequency"])
    options.frame_opts.dither = 0
    options.mel_opts.num_bins = int(OPTIONS["num-mel-bins"])
    options.mel_opts.low_freq = float(OPTIONS["low-freq"])
    options.mel_opts.high_freq = float(OPTIONS["high-freq"])
    options.num_ceps = int(OPTIONS["num-ceps"])
    options.use_energy = False
    return options
