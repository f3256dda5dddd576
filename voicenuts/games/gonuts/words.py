"""Nouns of Go Nuts! as message arguments."""

from __future__ import annotations

from voicenuts.games.gonuts.dice import Throw
from voicenuts.games.gonuts.state import State
from voicenuts.values import Arg, Listing, Name, Ref


def scores(state: State) -> Listing:
    """Every seat's nuts, best first, equals in seat order."""
    order = sorted(range(state.seats), key=lambda seat: -state.score[seat])
    return Listing(tuple(_score(state, seat) for seat in order), "then")


def _score(state: State, seat: int) -> Ref:
    return Ref("seat-score-bare", (("seat", Name(seat)), ("total", state.score[seat])))


def shown(state: State, throw: Throw) -> Listing:
    """What the dice of a throw show, in the order in which it matters; faces that none shows are left out."""
    counts = (("nuts", throw.nuts), (state.options.faces, throw.birds), ("squirrels", throw.squirrels))
    return Listing(tuple(_faces(face, count) for face, count in counts if count), "then")


def _faces(face: str, count: int) -> Ref:
    args: tuple[tuple[str, Arg], ...] = (("count", count),)
    return Ref(f"nuts-{face}", args)


def flyers(state: State) -> Ref:
    """What takes dice away at this table."""
    return Ref(f"nuts-word-{state.options.faces}")
