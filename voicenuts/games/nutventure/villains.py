"""Owl and fox: every unused die moves them, and whoever they come next to is scared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from voicenuts.games.nutventure.board import CROWN, FOX_STOPS, OWL_STOPS, next_stop
from voicenuts.games.nutventure.dice import Prowl
from voicenuts.games.nutventure.state import State, danger
from voicenuts.games.nutventure.words import part, say
from voicenuts.values import Arg, Earcon, Effect, Listing, Name, Ref

BREATH = 5
"""So many hours at most are told in one breath."""


class Scared(NamedTuple):
    """A seat that ran to the Crown, and the nuts it dropped where it was (0: none)."""

    seat: int
    nuts: int


def prowl(state: State, side: Prowl) -> tuple[State, tuple[Scared, ...]]:
    """The state after one throw of the villain die, and who was scared.

    Only the squares round the place where a villain comes to rest are dangerous, not those it passes.
    """
    if not side.owl and not side.fox:
        return state, ()
    owl = next_stop(OWL_STOPS, state.owl, side.owl) if side.owl else state.owl
    fox = next_stop(FOX_STOPS, state.fox, side.fox) if side.fox else state.fox
    state = state._replace(owl=owl, fox=fox)
    scared = tuple(
        Scared(seat, state.carry[seat]) for seat, square in enumerate(state.pos) if danger(state, square)
    )
    if not scared:
        return state, ()
    tokens, pos, carry = list(state.tokens), list(state.pos), list(state.carry)
    for seat, nuts in scared:
        if nuts:
            tokens[pos[seat]] = tuple(sorted((*tokens[pos[seat]], nuts), reverse=True))
        pos[seat], carry[seat] = CROWN, 0
    return state._replace(tokens=tuple(tokens), pos=tuple(pos), carry=tuple(carry)), scared


def raid(state: State, sides: Iterable[Prowl]) -> tuple[State, tuple[Effect, ...]]:
    """Throws of the villain die one after the other, told together until somebody is scared."""
    effects: tuple[Effect, ...] = ()
    moves: list[_Moves] = []
    for side in sides:
        state, scared = prowl(state, side)
        if moves and moves[-1].side == side:
            moves[-1] = moves[-1].again(state)
        else:
            moves.append(_Moves(side, 0, (), ()).again(state))
        if scared:
            effects += (*_told(moves), *_panic(scared))
            moves = []
    return state, (*effects, *_told(moves))


class _Moves(NamedTuple):
    """Equal throws in a row: how many, and the hours where owl and fox came to rest."""

    side: Prowl
    times: int
    owl: tuple[int, ...]
    fox: tuple[int, ...]

    def again(self, state: State) -> _Moves:
        """One throw more, after which the state is this."""
        owl = (*self.owl, state.owl) if self.side.owl else ()
        fox = (*self.fox, state.fox) if self.side.fox else ()
        return _Moves(self.side, self.times + 1, owl, fox)

    @property
    def hours(self) -> int:
        """How much there is to tell."""
        return len(self.owl) + len(self.fox) or 1

    @property
    def words(self) -> Ref:
        """What happened, as a clause."""
        owl, fox = Listing(self.owl, "and"), Listing(self.fox, "and")
        if self.owl and self.fox:
            return part("both-move", owl=owl, fox=fox)
        if self.owl:
            return part("owl-moves", owl=owl)
        return part("fox-moves", fox=fox) if self.fox else part("none-moves", times=self.times)


def _told(moves: list[_Moves]) -> tuple[Effect, ...]:
    """The moves in as few breaths as they need."""
    effects: tuple[Effect, ...] = ()
    breath: list[_Moves] = []
    for move in moves:
        if breath and sum(said.hours for said in breath) + move.hours > BREATH:
            effects += _breath(breath)
            breath = []
        breath.append(move)
    return (*effects, *_breath(breath)) if breath else effects


def _breath(moves: list[_Moves]) -> tuple[Effect, ...]:
    owl = (Earcon("owl"),) if any(move.owl for move in moves) else ()
    fox = (Earcon("fox"),) if any(move.fox for move in moves) else ()
    return *owl, *fox, say("villains", moves=Listing(tuple(move.words for move in moves), "then"))


def _panic(scared: tuple[Scared, ...]) -> tuple[Effect, ...]:
    runners: list[Arg] = [
        part("scared-drops", seat=Name(seat), nuts=nuts) if nuts else part("scared-bare", seat=Name(seat))
        for seat, nuts in scared
    ]
    sound = (Earcon("lost"),) if any(runner.nuts for runner in scared) else ()
    return *sound, say("scared", scared=Listing(tuple(runners), "then"))
