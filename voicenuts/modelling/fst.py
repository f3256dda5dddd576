"""Weighted transducers, and OpenFst's binary `const` files of them, written without OpenFst."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from voicenuts.modelling.components import components

Arcs = NDArray[Any]
Numbers = NDArray[np.int64]

ARC = np.dtype([("ilabel", "<i4"), ("olabel", "<i4"), ("cost", "<f4"), ("target", "<i4")])
"""One arc as it lies in a file (OpenFst: StdArc); label 0 is none."""

STATE = np.dtype(
    [("final", "<f4"), ("first", "<u4"), ("arcs", "<u4"), ("iepsilons", "<u4"), ("oepsilons", "<u4")]
)
"""One state as it lies in a file (OpenFst: ConstFstImpl::ConstState)."""

_MAGIC = 2125659606
_CONST_VERSION = 2


@dataclass(frozen=True, slots=True, eq=False)
class Fst:
    """A transducer that begins in state 0.

    The `arcs` (of type ARC) of state s are those from `first[s]` to `first[s + 1]`; `final[s]` is the cost of
    ending there, infinite where nothing ends.
    """

    arcs: Arcs
    first: Numbers
    final: NDArray[np.float32]

    @property
    def sources(self) -> Numbers:
        """The state each arc leaves."""
        return np.repeat(np.arange(len(self.final)), np.diff(self.first))

    def arranged(self, side: Literal["ilabel", "olabel"]) -> Fst:
        """The same with each state's arcs sorted by one label, then by the other; equals keep their order."""
        other = "olabel" if side == "ilabel" else "ilabel"
        order = np.lexsort((self.arcs[other], self.arcs[side], self.sources))
        return Fst(self.arcs[order], self.first, self.final)


class Builder:
    """Grows a transducer: states are numbered as they are asked for, the first is the start."""

    def __init__(self) -> None:
        self._sources: list[int] = []
        self._arcs: list[tuple[int, int, float, int]] = []
        self._final: list[float] = []

    def state(self) -> int:
        """A new state."""
        self._final.append(float("inf"))
        return len(self._final) - 1

    def arc(self, source: int, target: int, ilabel: int = 0, olabel: int = 0, cost: float = 0.0) -> None:
        """A way from one state to another that reads and writes a label, 0 for none."""
        self._sources.append(source)
        self._arcs.append((ilabel, olabel, cost, target))

    def end(self, state: int, cost: float = 0.0) -> None:
        """Everything may end in the state."""
        self._final[state] = cost

    def done(self) -> Fst:
        """The transducer, arcs of a state in the order in which they were given."""
        sources = np.array(self._sources, np.int64)
        arcs = np.array(self._arcs, ARC)[np.argsort(sources, kind="stable")]
        first = np.concatenate(([0], np.cumsum(np.bincount(sources, minlength=len(self._final)))))
        return Fst(arcs, first, np.array(self._final, np.float32))


def const(fst: Fst) -> bytes:
    """What a file of OpenFst's type `const` holds (32-bit positions, standard arcs, no symbol tables)."""
    states = np.zeros(len(fst.final), STATE)
    states["final"] = fst.final
    states["first"] = fst.first[:-1]
    states["arcs"] = np.diff(fst.first)
    for epsilons, label in (("iepsilons", "ilabel"), ("oepsilons", "olabel")):
        empty = fst.sources[fst.arcs[label] == 0]
        states[epsilons] = np.bincount(empty, minlength=len(states))
    begin = header("const", _CONST_VERSION, properties(fst), 0, len(states), len(fst.arcs))
    return begin + states.tobytes() + fst.arcs.tobytes()


def header(kind: str, version: int, properties: int, start: int, states: int, arcs: int) -> bytes:
    """The header of any OpenFst file of standard arcs without symbol tables."""
    named = b"".join(struct.pack("<i", len(name)) + name.encode() for name in (kind, "standard"))
    no_flags = 0
    numbers = struct.pack("<iiQqqq", version, no_flags, properties, start, states, arcs)
    return struct.pack("<i", _MAGIC) + named + numbers


def properties(fst: Fst) -> int:
    """OpenFst's property bits, all known: readers trust them instead of looking."""
    arcs, sources = fst.arcs, fst.sources
    ilabel, olabel, target = arcs["ilabel"], arcs["olabel"], arcs["target"]
    parts = components(fst.first.tolist(), target.tolist(), 0)
    of = np.array(parts.of)
    inside = of[sources] == of[target]
    costly = (arcs["cost"] != 0) & np.isfinite(arcs["cost"])
    facts = (  # in the order of OpenFst's bits
        bool((ilabel == olabel).all()),
        _distinct(sources, ilabel),
        _distinct(sources, olabel),
        bool(((ilabel == 0) & (olabel == 0)).any()),
        bool((ilabel == 0).any()),
        bool((olabel == 0).any()),
        _sorted(sources, ilabel),
        _sorted(sources, olabel),
        bool(costly.any() or (np.isfinite(fst.final) & (fst.final != 0)).any()),
        bool(inside.any()),
        bool((inside & (of[sources] == of[0])).any()),
        bool((target > sources).all()),
        parts.reached == len(fst.final),
        _all_end(fst, parts.of),
        _is_string(fst),
        bool((inside & costly).any()),
    )
    expanded = 1
    return expanded | sum(1 << (16 + 2 * place + (not fact)) for place, fact in enumerate(facts))


def _distinct(sources: Numbers, labels: NDArray[np.int32]) -> bool:
    """Whether no state has two arcs of one label."""
    pairs = sources << 32 | labels
    return len(np.unique(pairs)) == len(pairs)


def _sorted(sources: Numbers, labels: NDArray[np.int32]) -> bool:
    """Whether labels never fall within a state."""
    return not ((np.diff(labels) < 0) & (np.diff(sources) == 0)).any()


def _all_end(fst: Fst, of: list[int]) -> bool:
    """Whether an end can be reached from every state; components are numbered in topological order."""
    alive = [False] * len(of)
    for state in np.flatnonzero(np.isfinite(fst.final)).tolist():
        alive[of[state]] = True
    steps = [(of[s], of[t]) for s, t in zip(fst.sources.tolist(), fst.arcs["target"].tolist(), strict=True)]
    for before, after in sorted(steps, reverse=True):
        alive[before] |= alive[after]
    return all(alive[part] for part in of)


def _is_string(fst: Fst) -> bool:
    """Whether the transducer is one straight line of states."""
    counts = np.diff(fst.first)
    return bool(
        (fst.arcs["target"] == fst.sources + 1).all()
        and (counts[:-1] == 1).all()
        and np.isinf(fst.final[:-1]).all()
        and (counts[-1] == 1 or np.isfinite(fst.final[-1]))
    )
