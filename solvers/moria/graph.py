"""The map as a networkx graph: cells joined where a dwarf could step, and the cards that hold a realm together."""

from __future__ import annotations

import networkx as nx

from puzzles.moria.queries import free_slots
from puzzles.moria.regions import castle_cell, ground, pile_at, realm
from puzzles.moria.state import Position


def map_graph(position: Position) -> nx.Graph:
    """All cards in play; an edge where no wall lies between two. Regions are its connected components (MO-26)."""
    graph = nx.Graph()
    seen = ground(position)
    for cell in seen.tops:
        graph.add_node(cell, vp=position.kind(seen.tops[cell]).vp)
    graph.add_edges_from((cell, other) for cell in seen.tops for other in seen.links[cell])
    return graph


def walks(position: Position, start: int) -> nx.DiGraph:
    """Steps of one dwarf that stands on `start`: an edge into every card with a free slot (MO-23)."""
    graph = nx.DiGraph()
    seen = ground(position)
    graph.add_nodes_from(seen.tops)
    for cell in seen.tops:
        pile = pile_at(position, cell)
        assert pile is not None
        if cell == start or free_slots(position, pile):
            graph.add_edges_from((other, cell) for other in seen.links[cell])
    return graph


def cut_cells(position: Position, seat: int) -> dict[int, int]:
    """Cells of a realm that hold it together -> the points beyond them, seen from the castle.

    These are the articulation points of the realm's graph: where such a card is covered by one with walls, all
    beyond it is lost.
    """
    cells, castle = realm(position, seat), castle_cell(position, seat)
    whole = map_graph(position).subgraph(cells)
    total = sum(points for _, points in whole.nodes(data="vp"))
    found = {}
    for cell in sorted(nx.articulation_points(whole)):
        if cell == castle:
            continue
        rest = whole.subgraph([one for one in cells if one != cell])
        kept = sum(whole.nodes[one]["vp"] for one in nx.node_connected_component(rest, castle))
        found[cell] = total - kept - whole.nodes[cell]["vp"]
    return found
