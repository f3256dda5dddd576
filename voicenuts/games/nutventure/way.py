"""Ways through the tree: every order of steps that the dice allow, and the best of them to a place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from voicenuts.games.nutventure.board import CROWN, EXITS, KINDS, NAMED, STORES
from voicenuts.games.nutventure.state import State, danger, payable, storing


class Way(NamedTuple):
    """Steps that can be taken now: their directions, the last square, the store filled, dice left unused."""

    path: tuple[str, ...]
    end: int
    store: int | None
    unused: int


class Stop(NamedTuple):
    """A useful place within reach: a store to fill (`nuts` 0) or a token of so many nuts."""

    way: Way
    nuts: int


def ways(state: State) -> tuple[Way, ...]:
    """For every square where the active seat's steps may end, with and without filling a store, one way.

    It is the first of those that leave the fewest dice unused.
    """
    best: dict[tuple[int, int | None], Way] = {}
    for way in _walks(state, Way((), state.here, None, state.unused), ()):
        known = best.get((way.end, way.store))
        if known is None or way.unused < known.unused:
            best[way.end, way.store] = way
    return tuple(best.values())


def _walks(state: State, so_far: Way, colours: tuple[str, ...]) -> Iterator[Way]:
    for direction, square in EXITS[so_far.end].items():
        spent = (*colours, KINDS[square].colour)
        if danger(state, square) or not payable(state, spent):
            continue
        store = storing(state, square) if so_far.store is None else so_far.store
        way = Way((*so_far.path, direction), square, store, so_far.unused - 1)
        yield way
        yield from _walks(state, way, spent)


def way_to(state: State, target: str) -> Way | None:
    """The best way to a store, "nut", "crown" or a square by its name; None if there is none this turn.

    Fewest dice unused; but a carried nut that could be stored at the target is not stored elsewhere, and
    to a nut only a way counts at whose end the paws are empty.
    """
    reached = ways(state)
    if target == "nut":
        return _best_nut(state, reached, {1, 2})
    if target in STORES:
        store = STORES.index(target)
        reached = tuple(way for way in reached if KINDS[way.end].store == target)
        return min(reached, key=lambda way: (way.store != store, way.unused), default=None)
    end = CROWN if target == "crown" else NAMED[target]
    return min((way for way in reached if way.end == end), key=lambda way: way.unused, default=None)


def _best_nut(state: State, reached: tuple[Way, ...], sizes: set[int]) -> Way | None:
    """The best way to a token whose size is one of `sizes`; the larger if both leave as many dice."""
    laden = state.carry[state.active] > 0
    ends = [way for way in reached if _size(state, way) in sizes and (way.store is not None or not laden)]
    return min(ends, key=lambda way: (way.unused, -_size(state, way)), default=None)


def _size(state: State, way: Way) -> int:
    return max(state.tokens[way.end], default=0)


def stops(state: State) -> tuple[Stop, ...]:
    """At most three useful places within reach: a store that is needed, the best two nuts, the best one."""
    reached = ways(state)
    found: list[Stop] = []
    filling = [way for way in reached if way.store is not None and KINDS[way.end].store == STORES[way.store]]
    store = min(filling, key=lambda way: way.unused, default=None)
    if store is not None:
        found.append(Stop(store, 0))
    for size in (2, 1):
        way = _best_nut(state, reached, {size})
        if way is not None:
            found.append(Stop(way, size))
    return tuple(found)
