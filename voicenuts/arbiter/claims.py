"""Claims: a key pressed before the name is said, for those who speak slowly or stutter.

A claim stands for the onset of the call that follows it within `T_CLAIM`; without one it is nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from voicenuts.arbiter.limits import T_CLAIM
from voicenuts.values import Heard


@dataclass(frozen=True, slots=True)
class Claim:
    """The seat pressed its key at sample `at`."""

    seat: int
    at: int


def covers(claim: Claim, call: Heard) -> bool:
    """Whether the call is the one that was claimed."""
    return claim.seat == call.seat and claim.at <= call.onset <= claim.at + T_CLAIM


def claimed(call: Heard, claims: Iterable[Claim]) -> Heard:
    """The call with the onset of its earliest claim, which is known to the sample; as it is without one."""
    pressed = min((c.at for c in claims if covers(c, call)), default=None)
    return call if pressed is None else replace(call, onset=pressed, onset_error=0)
