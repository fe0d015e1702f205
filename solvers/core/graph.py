"""State spaces as networkx graphs: a whole ball around a state, or a graph that is made where it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

import networkx as nx

Moves = Callable[[Any], Iterable[tuple[str, Hashable]]]
"""(move text, state after it) for every move of a state."""


def ball(start: Hashable, moves: Moves, radius: int) -> nx.Graph:
    """All states within `radius` moves of `start`, and every move between two of them.

    Node attribute ``moves``: fewest moves from the start. Edge attribute ``move``: the move's text
    (of the first move found, where several lead to the same state). Moves must work both ways.
    Nodes and edges stand in the order in which breadth-first search finds them.
    """
    graph = nx.Graph()
    graph.add_node(start, moves=0)
    layer = [start]
    for number in range(1, radius + 2):
        reached = []
        for state in layer:
            for text, other in moves(state):
                if other == state:
                    continue
                if other not in graph:
                    if number > radius:
                        continue
                    graph.add_node(other, moves=number)
                    reached.append(other)
                if not graph.has_edge(state, other):
                    graph.add_edge(state, other, move=text)
        layer = reached
    return graph


class _Lazy(Mapping[Hashable, Any]):
    """Node -> neighbours, asked for when needed and kept."""

    def __init__(self, neighbours: Callable[[Any], Iterable[Hashable]]) -> None:
        self._neighbours = neighbours
        self._kept: dict[Hashable, dict[Hashable, dict[str, Any]]] = {}

    def __getitem__(self, node: Hashable) -> dict[Hashable, dict[str, Any]]:
        if node not in self._kept:
            self._kept[node] = {other: {} for other in self._neighbours(node)}
        return self._kept[node]

    def __contains__(self, node: object) -> bool:
        return True

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)


def lazy_graph(neighbours: Callable[[Any], Iterable[Hashable]]) -> nx.Graph:
    """An undirected graph of unknown size, for algorithms that only ask for neighbours.

    `neighbours` must be symmetric. ``len`` is the number of nodes that were looked at so far.
    """
    graph = nx.Graph()
    graph._adj = graph._node = _Lazy(neighbours)
    return graph
