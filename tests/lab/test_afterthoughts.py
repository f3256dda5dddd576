"""A recorded player's second thoughts, and how it mumbles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from voicenuts.lab.afterthoughts import AGREE, BREAKS_OFF, CHALLENGE, NOT_ME, UNDO, Afterthoughts
from voicenuts.lab.manners import Whims
from voicenuts.lab.voices import Voice
from voicenuts.values import Name, Say, samples

NEVER = Whims(undoes=0, challenges=0, denies=0, agrees=0, mumbles=0)


def wish(message: str, seat: int, **whims: Any) -> str | None:
    """What seat 1 wants to say after a line about `seat`."""
    wished = Afterthoughts(1, replace(NEVER, **whims), 1).hears(
        100, Say(None, message, (("seat", Name(seat)),))
    )
    return None if wished is None else wished[0]


@pytest.mark.parametrize(
    ("message", "mine", "others", "whims"),
    [
        ("undo-ask", None, AGREE, {"agrees": 1}),
        ("not-me-ask", None, AGREE, {"agrees": 1}),
        ("wrong-call", NOT_ME, None, {"denies": 1}),
        ("wrong-call", CHALLENGE, CHALLENGE, {"challenges": 1}),
        ("right-call", CHALLENGE, CHALLENGE, {"challenges": 1}),
        ("right-tied", CHALLENGE, CHALLENGE, {"challenges": 1}),
        ("bank", UNDO, None, {"undoes": 1}),
        ("prompt-move", UNDO, None, {"undoes": 1}),
        ("prompt-ready", None, None, {"undoes": 1, "agrees": 1, "challenges": 1, "denies": 1}),
    ],
)
def test_who_wants_what_after_which_line(
    message: str, mine: str | None, others: str | None, whims: dict[str, float]
) -> None:
    assert wish(message, 1, **whims) == mine
    assert wish(message, 2, **whims) == others
    assert wish(message, 1) is wish(message, 2) is None


def test_second_thoughts_take_a_moment() -> None:
    thoughts = Afterthoughts(1, replace(NEVER, challenges=1), 1)
    for _ in range(20):
        wished = thoughts.hears(100, Say(None, "right-call", (("seat", Name(0)),)))
        assert wished is not None
        assert samples(1500) <= wished[1] - 100 <= samples(4500)


def test_a_mumbled_call_is_too_soft_or_breaks_off(players: dict[str, Voice]) -> None:
    clip = players["bm_lewis"].clips["leo the lynx"]
    assert Afterthoughts(0, NEVER, 1).mumbled(clip) is None
    thoughts = Afterthoughts(0, replace(NEVER, mumbles=1), 1)
    soft = broken = 0
    for _ in range(40):
        mumbled = thoughts.mumbled(clip)
        assert mumbled is not None
        if mumbled.end == clip.end:
            soft += 1
            assert np.abs(mumbled.wave).max() == pytest.approx(np.abs(clip.wave).max() / 8, rel=0.02)
        else:
            broken += 1
            said = (mumbled.end - clip.onset) / (clip.end - clip.onset)
            assert BREAKS_OFF[0] - 0.01 < said < BREAKS_OFF[1] + 0.01
            assert len(mumbled.wave) == mumbled.end
            assert mumbled.wave[-1] == 0
    assert min(soft, broken) > 10
