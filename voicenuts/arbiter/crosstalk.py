"""One voice on two microphones: which channel was spoken into.

The answer depends on the set of calls alone, never on the order in which they arrived.
"""

from __future__ import annotations

from collections.abc import Iterable

from voicenuts.arbiter.limits import XTALK_DB, XTALK_DT, XTALK_EVEN
from voicenuts.values import Heard


def by_onset(call: Heard) -> tuple[int, float, int, bool, int, str]:
    """Sort key: earliest first, then the louder, then the lower seat."""
    return (call.onset, -call.level_db, call.seat, not call.own, call.end, call.phrase)


def near(one: Heard, other: Heard) -> bool:
    """Whether the two calls may be one voice: same phrase, other seat, onsets within `XTALK_DT`."""
    return one.seat != other.seat and one.phrase == other.phrase and abs(one.onset - other.onset) <= XTALK_DT


def undoubled(heard: Iterable[Heard]) -> tuple[Heard, ...]:
    """The calls without the copies that leaked into another microphone, by onset.

    Of two calls that may be one voice the clearly louder stays, else the earlier, else the louder,
    else the lower seat.  A call that is surely its seat's own always stays.  Only a call that stays
    can displace another, so three channels that beat each other in a ring still leave one.
    """
    loud: list[Heard] = []
    for call in sorted(heard, key=lambda h: (-h.level_db, by_onset(h))):
        if call.own or not any(near(call, k) and k.level_db - call.level_db >= XTALK_DB for k in loud):
            loud.append(call)
    kept: list[Heard] = []
    for call in sorted(loud, key=by_onset):
        if call.own or not any(near(call, k) and call.level_db - k.level_db < XTALK_DB for k in kept):
            kept.append(call)
    return tuple(kept)


def unclear(call: Heard, heard: Iterable[Heard]) -> bool:
    """Whether a call that stays may yet be another's voice: neither clearly louder nor clearly earlier."""
    return not call.own and any(
        near(call, other)
        and call.level_db - other.level_db < XTALK_DB
        and other.onset - call.onset <= XTALK_EVEN
        for other in heard
    )


def entangled(heard: Iterable[Heard], horizon: int) -> tuple[Heard, ...]:
    """The calls up to sample `horizon` and those that can reach them through cross-talk."""
    reached = [h for h in heard if h.onset <= horizon]
    rest = [h for h in heard if h.onset > horizon]
    while more := [h for h in rest if any(near(h, k) for k in reached)]:
        reached += more
        rest = [h for h in rest if h not in more]
    return tuple(reached)
