"""OpenFst's binary `olabel_lookahead` files: a transducer that knows which words each state can still write.

A recogniser joins such a graph with a grammar on the fly and follows only what the grammar can take.  For
that each state has a set of output labels, kept as intervals; so that few are enough, the labels are numbered
anew in the order in which a depth-first walk meets them.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from voicenuts.modelling.components import components
from voicenuts.modelling.fst import Fst, Numbers, const, header, properties

Intervals = list[tuple[int, int]]
"""Sorted, none touching the next; the second number of each is the first that is not in it."""

_ADD_ON_MAGIC = 446681434
_ADD_ON_VERSION = 1
_NO_STATE = -1

_END = -1
"""The label, in OpenFst's own numbering, of ending."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The new number of each output label, that of ending, and which of them each state reaches first."""

    labels: dict[int, int]
    end: int
    intervals: list[Intervals]


def olabel_lookahead(fst: Fst) -> tuple[bytes, dict[int, int]]:
    """What a file of OpenFst's type `olabel_lookahead` holds, and old output label -> the label in it.

    Something must be able to end.  Arcs with equal labels keep their order, where OpenFst's tools may not.
    """
    fst = fst.arranged("olabel")
    reach = reached(fst)
    arcs = fst.arcs.copy()
    new = np.zeros(int(arcs["olabel"].max()) + 1, np.int32)
    new[list(reach.labels)] = list(reach.labels.values())
    arcs["olabel"] = new[arcs["olabel"]]
    fst = Fst(arcs, fst.first, fst.final).arranged("olabel")
    begin = header("olabel_lookahead", _ADD_ON_VERSION, properties(fst), _NO_STATE, 0, 0)
    return begin + struct.pack("<i", _ADD_ON_MAGIC) + const(fst) + _add_on(reach), reach.labels


def _add_on(reach: Reach) -> bytes:
    there, input_side, output_side, reaches_input, keeps_labels = True, False, True, False, False
    flags = struct.pack("<5?", there, input_side, output_side, reaches_input, keeps_labels)
    sets = b"".join(map(_packed, reach.intervals))
    return flags + struct.pack("<iq", reach.end, len(reach.intervals)) + sets


def _packed(intervals: Intervals) -> bytes:
    numbers = [number for interval in intervals for number in interval]
    count = sum(end - begin for begin, end in intervals)
    return struct.pack(f"<q{len(numbers)}ii", len(intervals), *numbers, count)


def reached(fst: Fst) -> Reach:
    """Which output labels each state can write as its next; equal to OpenFst's LabelReachable."""
    states = len(fst.final)
    sources, labels, targets = _redirected(fst)
    found = {label: states + place for place, label in enumerate(dict.fromkeys(labels[labels != 0].tolist()))}
    leads = np.array(
        [found[label] if label else target for label, target in zip(labels, targets, strict=True)]
    )
    start = states + len(found)
    orphans = np.flatnonzero(np.bincount(leads, minlength=start) == 0)
    sources = np.concatenate((sources, np.full(len(orphans), start)))
    leads = np.concatenate((leads, orphans))
    of = np.array(components(_first(sources, start + 1), leads.tolist(), start).of)
    if (of[sources] == of[leads]).any():
        sources, leads = _condensed(sources, leads, of)
    else:
        of = np.arange(start + 1)
    leaves = [int(of[leaf]) for leaf in found.values()]
    first = _first(sources, int(of.max()) + 1)
    sets, index = _walk(first, leads.tolist(), int(of[start]), frozenset(leaves))
    new = {label: index[leaf] for label, leaf in zip(found, leaves, strict=True)}
    return Reach(new, new.pop(_END), [sets[part] for part in of[:states].tolist()])


def _redirected(fst: Fst) -> tuple[Numbers, Numbers, Numbers]:
    """Source, output label and target of all arcs, with one of label _END more for each state that ends."""
    ends = np.flatnonzero(np.isfinite(fst.final))
    sources = np.concatenate((fst.sources, ends))
    order = np.argsort(sources, kind="stable")
    labels = np.concatenate((fst.arcs["olabel"], np.full(len(ends), _END)))
    targets = np.concatenate((fst.arcs["target"], ends))
    return sources[order], labels[order], targets[order]


def _condensed(sources: Numbers, targets: Numbers, of: Numbers) -> tuple[Numbers, Numbers]:
    """The arcs between components, grouped by the component they leave."""
    between = of[sources] != of[targets]
    sources, targets = of[sources[between]], of[targets[between]]
    order = np.argsort(sources, kind="stable")
    return sources[order], targets[order]


def _first(sources: Numbers, states: int) -> list[int]:
    return [0, *np.cumsum(np.bincount(sources, minlength=states)).tolist()]


def _walk(
    first: Sequence[int], targets: Sequence[int], start: int, leaves: frozenset[int]
) -> tuple[list[Intervals], dict[int, int]]:
    """Number the leaves from 1 as a depth-first walk meets them; tell for each state which it reaches."""
    states = len(first) - 1
    sets: list[Intervals] = [[] for _ in range(states)]
    index: dict[int, int] = {}
    seen = [False] * states
    at = list(first[:-1])
    for root in (start, *range(states)):
        path = [] if seen[root] else [root]
        while path:
            state = path[-1]
            if not seen[state]:
                seen[state] = True
                if state in leaves:
                    index[state] = len(index) + 1
                    sets[state] = [(index[state], index[state] + 1)]
            if at[state] < first[state + 1]:
                target = targets[at[state]]
                if seen[target]:
                    sets[state] += sets[target]
                    at[state] += 1
                else:
                    path.append(target)
                continue
            sets[state] = _joined(sets[state])
            path.pop()
    return sets, index


def _joined(intervals: Intervals) -> Intervals:
    """Sorted, with overlapping and touching ones made one.

    >>> _joined([(4, 5), (1, 2), (2, 3), (1, 3)])
    [(1, 3), (4, 5)]
    """
    joined: Intervals = []
    for begin, end in sorted(set(intervals)):
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return joined
