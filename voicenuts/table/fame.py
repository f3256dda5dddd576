"""The hall of fame: who won the games that people played, as their journals tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from voicenuts.values import Arg, Listing, Ref, Say

OFTEN: Final = 2
"""Whoever has won so many games at least is named as the one who won most."""


@dataclass(frozen=True, slots=True)
class Won:
    """A game that came to its end: its name, who won it, with how many points, and who played."""

    game: str
    winners: tuple[str, ...]
    total: int
    players: tuple[str, ...] = ()


class Fame:
    """The games that were won, the newest first."""

    def __init__(self, games: Iterable[Won] = ()) -> None:
        self._games = list(games)

    def add(self, won: Won | None) -> None:
        """A game has ended just now; None if nobody won it."""
        if won is not None:
            self._games.insert(0, won)

    def know(self, game: str, players: Iterable[str]) -> bool:
        """Whether each of the players has played the game to its end."""
        experienced = {name for won in self._games if won.game == game for name in won.players}
        return experienced.issuperset(players)

    def answer(self, seat: int) -> Say:
        """Who won last time, and who won most, told to one seat."""
        if not self._games:
            return Say(seat, "fame-none")
        last = self._games[0]
        args: tuple[tuple[str, Arg], ...] = (
            ("winners", Listing(last.winners, "and")),
            ("game", Ref(f"game-{last.game}")),
            ("total", last.total),
        )
        best, games = self._best()
        if games < OFTEN:
            return Say(seat, "fame-last", args)
        return Say(seat, "fame-last-and-most", (*args, ("best", best), ("games", games)))

    def _best(self) -> tuple[str, int]:
        """Who has won most games, among equals the one who won last, and how many."""
        wins = Counter(name for won in self._games for name in won.winners)
        return max(wins.items(), key=lambda item: item[1])


def won(game: str, names: tuple[str, ...], state: Any) -> Won | None:
    """What the hall of fame keeps of a game in this state; None if nobody has won it."""
    if not state.over or not state.winners:
        return None
    best = max(state.score[seat] for seat in state.winners)
    return Won(game, tuple(names[seat] for seat in state.winners), best, names)
