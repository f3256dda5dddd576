"""Which recordings a model may learn from, and which are kept for measuring it.

The trainer and the evaluation ask the same functions, so that no speaker, noise or room is in both.
Data of one speaker or unknown speakers is divided by a hash of its path: the same on every machine.
"""

from __future__ import annotations

import hashlib
from typing import Literal

Split = Literal["train", "dev", "test", "never"]

TEST_SPEAKERS = frozenset({"am_michael", "bf_isabella", "af_sarah", "bm_lewis", "em_alex"})
"""The neural voices of the test set; nothing is trained on them, alone or in a mix."""

TEST_FILES = frozenset(
    {
        "noise_misc/running_tap.flac",
        "noise_misc/pico_kitchen.flac",
        "noise_misc/sb_noise5.flac",
        "rirs/sb_rir2.flac",
    }
)
"""Noises and the room that only the evaluation uses."""

TEST_FOLDERS = frozenset({"voices", "precise_en"})
"""Folders that only the evaluation uses."""

SHARES = {"pico_intent_en": 2, "lj_en": 2, "noise_esc10": 5}
"""Of these folders one file in so many is kept for the evaluation."""


def never(voice: str) -> bool:
    """Whether a neural voice, or a mix named after its parts, has a test speaker in it.

    >>> never("kokoro:bf_lily+am_michael@0.2~7"), never("kokoro:bf_lily")
    (True, False)
    """
    return any(speaker in voice for speaker in TEST_SPEAKERS)


def split_of(path: str, use: str) -> Split:
    """What a recording is for, by `path` and `use` of its manifest row (`path` relative to the audio folder).

    "train" and "test" never share a speaker known by name, a noise or a room; "dev" are the real people
    that settings may be chosen with but nothing is trained on; "never" is for neither.

    >>> split_of("gsc_v2_test/up/0c540988_nohash_0.flac", "dev")
    'dev'
    >>> split_of("rirs/sb_rir2.flac", "rir"), split_of("pico_wake_en/alexa/0.flac", "train")
    ('test', 'train')
    """
    folder = path.partition("/")[0]
    if use == "dev":
        return "dev"
    if folder in TEST_FOLDERS or path in TEST_FILES:
        return "test"
    if never(path) or use not in ("train", "noise", "rir"):
        return "never"
    return "test" if folder in SHARES and _hash(path) % SHARES[folder] == 0 else "train"


def held_out(number: int) -> bool:
    """Whether the neural clip of this number is kept to calibrate with: every twentieth.

    >>> [number for number in range(50) if held_out(number)]
    [7, 27, 47]
    """
    return number % 20 == 7


def held_out_speaker(speaker: str) -> bool:
    """Whether a real speaker is kept to watch training with: every fortieth.

    >>> sum(held_out_speaker(f"gsc_{number:08x}") for number in range(4000))
    107
    """
    return _hash(speaker) % 40 == 0


def _hash(path: str) -> int:
    return int.from_bytes(hashlib.md5(path.encode(), usedforsecurity=False).digest()[:8], "big")
