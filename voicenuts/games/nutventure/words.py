"""Nouns of Nutventure as message arguments."""

from __future__ import annotations

from voicenuts.games import basics
from voicenuts.games.nutventure.board import (
    COLOURS,
    CROWN,
    DIRECTIONS,
    EXITS,
    KINDS,
    NAMED,
    SQUARES,
    STORES,
    floor_of,
    hour_of,
)
from voicenuts.games.nutventure.dice import FACES
from voicenuts.games.nutventure.state import State, danger, full, usable
from voicenuts.values import Arg, Effect, Listing, Name, Rank, Ref


def say(message: str, *, rank: Rank = Rank.RESULT, to: int | None = None, **args: Arg) -> Effect:
    """A `Say` of one of this game's messages with its arguments in the order given."""
    return basics.say(f"nutventure-{message}", rank=rank, to=to, **args)


def part(message: str, **args: Arg) -> Ref:
    """One of this game's messages that stands inside others."""
    return Ref(f"nutventure-{message}", tuple(args.items()))


def _place(square: int) -> Ref:
    if square == CROWN:
        return part("crown")
    return part(f"place-{floor_of(square)}", hour=hour_of(square))


_PLACES = tuple(_place(square) for square in SQUARES)
_COLOURS = {colour: part(f"colour-{colour}") for colour in COLOURS}


def place(square: int) -> Ref:
    """The name of a square."""
    return _PLACES[square]


def colour(name: str) -> Ref:
    """The name of a colour."""
    return _COLOURS[name]


def target(name: str) -> Ref:
    """What a way leads to."""
    return place(NAMED[name]) if name in NAMED else part(f"target-{name}")


def goal(state: State) -> Ref:
    """What the way that was found leads to, and where that is."""
    number = state.here
    for direction in state.way:
        number = EXITS[number][direction]
    if state.target in NAMED:
        return target(state.target)
    what = part("nuts", nuts=state.tokens[number][0]) if state.target == "nut" else target(state.target)
    return part("target-at", target=what, square=place(number))


def face(name: str) -> Listing:
    """What one die shows."""
    return Listing(tuple(colour(each) for each in FACES[name]))


def colours(state: State) -> Listing:
    """What the dice still allow."""
    return Listing(tuple(colour(name) for name in usable(state)))


def square(state: State, number: int, *, whole: bool = False) -> Listing:
    """A square, its colour and the best of what is there; `whole` tells of a ladder beside that."""
    there = _there(state, number)
    has: list[Arg] = [] if there is None else [there]
    if KINDS[number].ladder and (whole or not has):
        has = [part("ladder"), *has]
    return Listing((place(number), colour(KINDS[number].colour), *has), "then")


def _there(state: State, number: int) -> Ref | None:
    """The best token of a square, or its store."""
    if state.tokens[number]:
        return part("nuts", nuts=state.tokens[number][0])
    store = KINDS[number].store
    return part(f"target-{store}") if store else None


def ways(state: State, seat: int, *, whole: bool = False) -> Listing:
    """The squares next to a seat's own: direction and colour or villain; `whole` adds what is there."""
    exits = EXITS[state.pos[seat]]
    return Listing(
        tuple(
            _exit(state, direction, exits[direction], whole) for direction in DIRECTIONS if direction in exits
        ),
        "then",
    )


def _exit(state: State, direction: str, number: int, whole: bool) -> Ref:
    go = part(f"direction-{direction}")
    villain = danger(state, number)
    if villain:
        return part(f"exit-{villain}", direction=go)
    there = _there(state, number) if whole else None
    paint = colour(KINDS[number].colour)
    if there is None:
        return part("exit", direction=go, colour=paint)
    return part("exit-with", direction=go, colour=paint, there=there)


def everyone(state: State) -> Listing:
    """Where every squirrel is and what it carries, in seat order, then owl and fox."""
    squirrels: list[Arg] = []
    for seat, number in enumerate(state.pos):
        if state.carry[seat]:
            squirrels.append(part("seat-at", seat=Name(seat), square=place(number), nuts=state.carry[seat]))
        else:
            squirrels.append(part("seat-at-bare", seat=Name(seat), square=place(number)))
    return Listing((*squirrels, part("owl-at", hour=state.owl), part("fox-at", hour=state.fox)), "then")


def scores(state: State) -> Listing:
    """Every seat's stored nuts and full stores, best first, equals in seat order."""
    order = sorted(range(state.seats), key=lambda seat: (-state.score[seat], -full(state.stores[seat])))
    return Listing(
        tuple(
            part("seat-score", seat=Name(seat), total=state.score[seat], stores=full(state.stores[seat]))
            for seat in order
        ),
        "then",
    )


def burden(state: State, seat: int) -> Ref:
    """What a seat carries."""
    return part("carrying", nuts=state.carry[seat]) if state.carry[seat] else part("carrying-nothing")


def empty_stores(state: State, seat: int) -> Ref:
    """Which of a seat's stores are empty."""
    empty = [store for store, nuts in zip(STORES, state.stores[seat], strict=True) if not nuts]
    if len(empty) == len(STORES):
        return part("empty-all")
    if not empty:
        return part("empty-none")
    return part("empty-some", stores=Listing(tuple(part(f"target-{store}") for store in empty), "then"))
