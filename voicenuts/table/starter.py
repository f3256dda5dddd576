"""Who begins the first game: whoever says so at the sign-on, and the last one if several do."""

from __future__ import annotations

from typing import Final

from voicenuts.table.sign_on_state import LOUDER_DB, SAME_MOUTH, Answered, Phase, Starter, State
from voicenuts.values import Effect, Say

BEGIN: Final = "begin.me"
"""The phrase id."""


def may_begin(state: State) -> bool:
    """Whether it is known who says so now: at one microphone only while one player is being signed on."""
    if state.shared:
        return state.phase in (Phase.NAME, Phase.WORD)
    return state.phase not in (Phase.SETUP, Phase.OVER)


def wants(state: State, event: Answered) -> Starter | None:
    """The player who has said `BEGIN` as the one to begin; None if it leaked from a louder microphone."""
    if state.shared:
        return Starter(len(state.signed) - (state.phase is not Phase.NAME), event.level_db, event.at)
    starter, before = Starter(event.seat, event.level_db, event.at), state.starter
    leaked = before is not None and before.place != event.seat and abs(event.at - before.at) <= SAME_MOUTH
    if before is not None and leaked and event.level_db < before.level_db + LOUDER_DB:
        return None
    return starter


def told(state: State, channel: int) -> Effect:
    """The confirmation: to all with the player's name, or without one to whoever has not taken it yet."""
    assert state.starter is not None
    places = range(len(state.signed)) if state.shared else [player.channel for player in state.signed]
    names = dict(zip(places, (player.name for player in state.signed), strict=True))
    if state.starter.place in names:
        return Say(None, "begin-known", (("name", names[state.starter.place]),))
    return Say(channel, "begin-you")


def start_seat(starter: Starter | None, channels: tuple[int, ...]) -> int | None:
    """The seat that begins when seats speak into these channels; None if nobody said so who plays.

    >>> start_seat(Starter(2, -35.0, 0), (2, 0)), start_seat(Starter(1, -35.0, 0), (0, 0))
    (0, 1)
    >>> start_seat(Starter(1, -35.0, 0), (2, 0)) is None
    True
    """
    if starter is None:
        return None
    seats = range(len(channels)) if len(set(channels)) == 1 else channels
    return seats.index(starter.place) if starter.place in seats else None
