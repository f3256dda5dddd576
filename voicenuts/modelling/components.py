"""Strongly connected components of a graph, numbered exactly as OpenFst numbers them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Components:
    """The component `of` each state, in topological order, and how many states the start has `reached`."""

    of: list[int]
    reached: int


def components(first: Sequence[int], targets: Sequence[int], start: int) -> Components:
    """Tarjan's algorithm, from the start and then from every state not yet seen, arcs in their order.

    The arcs of state s lead to `targets[first[s] : first[s + 1]]`.

    >>> components([0, 1, 2, 3], [1, 0, 0], 0)
    Components(of=[1, 1, 0], reached=2)
    """
    states = len(first) - 1
    order = [-1] * states
    low = [0] * states
    part = [-1] * states
    at = list(first[:-1])
    waiting: list[int] = []
    seen = parts = reached = 0
    for root in (start, *range(states)):
        path = [root] if order[root] < 0 else []
        while path:
            state = path[-1]
            if order[state] < 0:
                order[state] = low[state] = seen
                seen += 1
                waiting.append(state)
            if at[state] < first[state + 1]:
                target = targets[at[state]]
                at[state] += 1
                if order[target] < 0:
                    path.append(target)
                elif part[target] < 0:
                    low[state] = min(low[state], order[target])
                continue
            path.pop()
            if low[state] == order[state]:
                _close(state, waiting, part, parts)
                parts += 1
            if path:
                low[path[-1]] = min(low[path[-1]], low[state])
        reached = reached or seen
    return Components([parts - 1 - number for number in part], reached)


def _close(state: int, waiting: list[int], part: list[int], number: int) -> None:
    """Everything that waits since `state` was seen is one component with it."""
    while True:
        member = waiting.pop()
        part[member] = number
        if member == state:
            return
