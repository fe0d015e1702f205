"""Boards as a networkx graph: neighbourhoods for lessons, and distances as a second opinion.

Nothing here shares code with the searches: boards are texts, moves are those of the rules.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Any

from puzzles.core.state import RulesError
from puzzles.shifting_stones.cards import ANY, BACKS, CARDS, TILES
from puzzles.shifting_stones.grid import board_text, flip, read_board, swap
from puzzles.shifting_stones.problems import BOARD_MOVES, Distance, move_tiles
from puzzles.shifting_stones.rules import State
from solvers.core.solution import Limits, Report, Solution, Status, Step, verify
from solvers.shifting_stones.turns import read_target, read_tiles

if TYPE_CHECKING:
    import networkx as nx

LARGEST = 5
"""Largest radius of a neighbourhood: 17,000 to 20,000 boards."""

GOAL = "goal"
"""The node beside all boards that show the card."""


def neighbourhood(board: State | str, radius: int) -> nx.Graph:
    """The boards within `radius` moves (0 to 5) of a board as a graph.

    Nodes are texts as ``SFF/HHH/EEE`` with ``moves`` from the centre; edges carry ``move``. Moves
    that change nothing to the eye make no edge. Raises RulesError.

    >>> len(neighbourhood("SFF/HHH/EEE", 1))
    17
    """
    from solvers.core.graph import ball  # networkx is loaded when a graph is made

    if isinstance(radius, bool) or not isinstance(radius, int) or not 0 <= radius <= LARGEST:
        raise RulesError(f"neighbourhood, radius: got {radius!r}, expected 0 to {LARGEST} moves")
    start = board_text(read_tiles(board, "neighbourhood, board"))

    def moves(text: str) -> Iterator[tuple[str, str]]:
        tiles = read_board(text)
        return ((str(move), board_text(move_tiles(tiles, move))) for move in BOARD_MOVES)

    return ball(start, moves, radius)


def distance(
    board: State | str, target: int | str, limits: Limits | None = None, report: Report | None = None
) -> Solution:
    """`distance` by networkx: bidirectional search on the graph of boards; some shortest plan.

    For a card the tiles of kinds that it does not print are blanked, and one more node lies beside
    all boards that show it. Takes seconds from about 12 moves on; `limits` of 0 seconds gives up at
    once, others are not kept (the search is one call of networkx).
    """
    import networkx as nx

    from solvers.core.graph import lazy_graph

    started = time.perf_counter()
    tiles, goal = read_tiles(board, "distance, board"), read_target(target)
    common: dict[str, Any] = {
        "problem": Distance(goal),
        "start": board_text(tiles),
        "method": "networkx.bidirectional_shortest_path",
    }
    if limits is not None and limits.seconds == 0:
        return verify(Solution(status=Status.UNKNOWN, value=None, bound=0, proof="", **common))
    if isinstance(goal, int):
        graph = lazy_graph(lambda node: _beside(node, goal))
        path = nx.bidirectional_shortest_path(graph, _blanked(tiles, goal), GOAL)[:-1]
    else:
        graph = lazy_graph(_near)
        path = nx.bidirectional_shortest_path(graph, tiles, read_board(goal))
    steps = []
    for here, there in pairwise(path):
        move = next(move for move in BOARD_MOVES if move_tiles_blanked(here, move.cells) == there)
        steps.append(Step(move, 0, ""))
    return verify(
        Solution(
            status=Status.OPTIMAL,
            value=len(steps),
            bound=len(steps),
            proof="Breadth-first search from both ends met first at this length",
            steps=tuple(steps),
            seconds=time.perf_counter() - started,
            nodes=len(graph),
            **common,
        )
    )


def move_tiles_blanked(tiles: str, cells: tuple[int, ...]) -> str:
    """A swap (two cells) or a flip (one cell) where some tiles may be blank."""
    if len(cells) == 2:
        return swap(tiles, *cells)
    return tiles if tiles[cells[0]] == ANY else flip(tiles, cells[0])


def _near(tiles: str) -> list[str]:
    return [other for move in BOARD_MOVES if (other := move_tiles_blanked(tiles, move.cells)) != tiles]


def _kinds(card: int) -> set[str]:
    printed = set(CARDS[card].pattern) - {ANY, "/"}
    return printed | {BACKS[face] for face in printed}


def _blanked(tiles: str, card: int) -> str:
    return "".join(face if face in _kinds(card) else ANY for face in tiles)


def _beside(node: str, card: int) -> Iterable[str]:
    if node == GOAL:
        return showing(card)
    near = _near(node)
    return [*near, GOAL] if node in _showing_set(card) else near


@lru_cache(maxsize=8)
def _showing_set(card: int) -> frozenset[str]:
    return frozenset(showing(card))


@lru_cache(maxsize=8)
def showing(card: int) -> tuple[str, ...]:
    """All boards that show the card, tiles of kinds that it does not print blanked, sorted."""
    kinds = [tile for tile in TILES if tile[0] in _kinds(card)]
    found = set()
    for place in CARDS[card].places:
        left = Counter(kinds)
        for _, face in place.needs:
            left[face + BACKS[face] if face + BACKS[face] in left else BACKS[face] + face] -= 1
        free = [cell for cell in range(9) if cell not in dict(place.needs)]
        for filled in _fillings(free, [(kind, count) for kind, count in sorted(left.items()) if count]):
            faces = {**filled, **dict(place.needs)}
            found.add("".join(faces.get(cell, ANY) for cell in range(9)))
    return tuple(sorted(found))


def _fillings(free: list[int], left: list[tuple[str, int]]) -> Iterator[dict[int, str]]:
    """All ways to lay the tiles that are left on free cells, any face up."""
    if not left:
        yield {}
        return
    (kind, count), rest = left[0], left[1:]
    for cells in combinations(free, count):
        others = [cell for cell in free if cell not in cells]
        for faces, filled in product(product(kind, repeat=count), _fillings(others, rest)):
            yield {**filled, **dict(zip(cells, faces, strict=True))}
