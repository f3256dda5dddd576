"""Nouns of Knights of the Hazelnut as message arguments."""

from __future__ import annotations

from functools import cache

from voicenuts.games.basics import names
from voicenuts.games.hazelnut.board import NAMES, STACKS, destinations, neighbours
from voicenuts.games.hazelnut.state import Card, State
from voicenuts.values import Arg, Listing, Name, Ref

_PLACES = tuple(Ref(f"place-{name}") for name in NAMES)


def place(square: int) -> Ref:
    """The name of a square."""
    return _PLACES[square]


def thief(card: Card) -> Ref:
    """The name of a thief."""
    return Ref(f"thief-{card}")


def choices(state: State) -> Listing:
    """Where the active knight may go, in board order."""
    return _choices(state.pos[state.active], state.paws)


@cache
def _choices(square: int, paws: int) -> Listing:
    return Listing(tuple(place(end) for end in destinations(square, paws)))


def scores(state: State) -> Listing:
    """Every seat's points and open nuts, best first, equals in seat order."""
    order = sorted(range(state.seats), key=lambda seat: (-state.score[seat], -state.front[seat]))
    return Listing(tuple(_score(state, seat) for seat in order), "then")


def _score(state: State, seat: int) -> Ref:
    args: tuple[tuple[str, Arg], ...] = (("seat", Name(seat)), ("total", state.score[seat]))
    if state.front[seat]:
        return Ref("seat-score", (*args, ("nuts", state.front[seat])))
    return Ref("seat-score-bare", args)


def positions(state: State) -> Listing:
    """Where every knight stands, in seat order."""
    return Listing(
        tuple(
            Ref("seat-at", (("seat", Name(seat)), ("place", place(square))))
            for seat, square in enumerate(state.pos)
        ),
        "then",
    )


def exits(state: State, seat: int) -> Listing:
    """The squares next to a seat's own, in board order: cards that are left and knights that are there."""
    return Listing(tuple(_exit(state, square) for square in sorted(neighbours(state.pos[seat]))), "then")


def _exit(state: State, square: int) -> Ref:
    args: tuple[tuple[str, Arg], ...] = (("place", place(square)),)
    message = "exit-hide"
    if square in STACKS:
        message, args = "exit-tree", (*args, ("cards", len(state.stacks[STACKS[square]])))
    there = [seat for seat in range(state.seats) if state.pos[seat] == square]
    if there:
        message, args = f"{message}-with", (*args, ("others", names(there)))
    return Ref(message, args)
