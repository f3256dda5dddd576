"""Second thoughts of the virtual table's players: what they want back, contest, deny or agree to."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from voicenuts.lab.manners import Whims
from voicenuts.lab.voices import Clip
from voicenuts.values import Name, Say, samples

AGREE, CHALLENGE, NOT_ME, UNDO = "second.agree", "second.challenge", "second.not-me", "command.undo"

MUMBLE_DB = -18.0
"""A mumbled call is so much softer, unless it breaks off."""

BREAKS_OFF = (0.35, 0.7)
"""Which part of a call is said before it breaks off."""

FADE = samples(20)

PASSING = frozenset({AGREE, CHALLENGE, NOT_ME, UNDO})
"""What is not worth saying any more once the game has gone on."""


class Afterthoughts:
    """One player's: tell it every public line through `hears`."""

    def __init__(self, seat: int, whims: Whims, seed: int) -> None:
        self.seat = seat
        self._whims = whims
        self._chance = Random(seed * 104_729 + seat)

    def hears(self, at: int, say: Say) -> tuple[str, int] | None:
        """A phrase that this player wants to say, and from which sample on."""
        whims = self._whims
        mine = dict(say.args).get("seat") == Name(self.seat)
        wishes: tuple[tuple[str, float], ...] = ()
        match say.message:
            case "undo-ask" | "not-me-ask" if not mine:
                wishes = ((AGREE, whims.agrees),)
            case "wrong-call" if mine:
                wishes = ((NOT_ME, whims.denies), (CHALLENGE, whims.challenges))
            case "wrong-call" | "right-call" | "right-tied":
                wishes = ((CHALLENGE, whims.challenges),)
            case "bank" | "nothing-to-hide" | "prompt-move" if mine:
                wishes = ((UNDO, whims.undoes),)
        for phrase, chance in wishes:
            if self._chance.random() < chance:
                return phrase, at + samples(1000 * self._chance.uniform(*whims.after_s))
        return None

    def mumbled(self, clip: Clip) -> Clip | None:
        """The clip as this player mumbles it: far too soft, or broken off; None if it is said clearly."""
        if self._chance.random() >= self._whims.mumbles:
            return None
        if self._chance.random() < 0.5:
            return replace(clip, wave=clip.wave * np.float32(10 ** (MUMBLE_DB / 20)))
        end = clip.onset + round((clip.end - clip.onset) * self._chance.uniform(*BREAKS_OFF))
        fade = np.linspace(1, 0, FADE, dtype=np.float32)
        wave = np.concatenate([clip.wave[: end - FADE], clip.wave[end - FADE : end] * fade])
        return replace(clip, wave=wave, end=end)
