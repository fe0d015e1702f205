"""Small searches of Autumn of Moria to look at: a way card by card, a muster as a flow, the tree of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import networkx as nx

from puzzles.moria.cells import cell_text, read_cell
from puzzles.moria.moves import Move
from puzzles.moria.problems import BestTurn, Muster, Route
from puzzles.moria.queries import allowance, free_slots, supply
from puzzles.moria.regions import ground, linked, pile_at
from puzzles.moria.rules import State
from solvers.core.branching import Tick, branch_steps
from solvers.core.search import Watch
from solvers.core.solution import Limits, Progress
from solvers.core.steps import Look, search_steps
from solvers.moria.asked import read_question
from solvers.moria.plain import LONGEST, Plain
from solvers.moria.plan import Turn
from solvers.moria.ways import distances, open_cells, passable

ACTIONS = ("play", "place", "move")

Ceiling = Callable[[State], int]
"""From a position in phase act to points that the turn cannot exceed."""

SURE = 1_000
"""A ceiling that rules nothing out."""


# --- ways -----------------------------------------------------------------------------------------


def route_looks(state: State | str, start: str, goal: str) -> tuple[Look[int], ...]:
    """The steps of breadth-first search for ``route``; nodes are cells. Raises RulesError."""
    position = read_question(state, Route(start, goal))
    first, last = read_cell(start, "start"), read_cell(goal, "goal")
    cells = open_cells(position, first)

    def moves(cell: int) -> Iterator[tuple[str, int]]:
        for other in linked(position, cell):
            if other in cells:
                yield f"move {cell_text(cell)} {cell_text(other)}", other

    return tuple(search_steps(first, moves, lambda cell: cell == last))


def dwarf_costs(state: State | str, cell: str) -> list[tuple[str, int | None]]:
    """Every own dwarf (its cell, or ``supply``) and the actions that bring it to `cell`; None where none do.

    Cheapest first. Raises RulesError.
    """
    position = read_question(state, Muster(cell, 0))
    away = distances(position, read_cell(cell, "cell"), passable(position))
    seat = position.to_move
    found: list[tuple[str, int | None]] = [("supply", 1)] * supply(position, seat)
    found += [
        (cell_text(pile.cell), away.get(pile.cell))
        for pile in position.cells
        for _ in range(pile.dwarves[seat])
    ]
    return sorted(found, key=lambda one: (one[1] is None, one[1] or 0))


def muster_flow(state: State | str, cell: str, n: int) -> int | None:
    """The value of ``muster`` as a cheapest flow: dwarves run through the map like water, a step costs 1.

    None where so many cannot come. Raises RulesError.
    """
    position = read_question(state, Muster(cell, n))
    seat, target = position.to_move, read_cell(cell, "cell")
    pile = pile_at(position, target)
    assert pile is not None
    if free_slots(position, pile) + pile.dwarves[seat] < n:
        return None
    graph = nx.DiGraph()
    graph.add_node("store", demand=n)
    graph.add_node("dwarves", demand=-n)
    graph.add_edge("dwarves", "supply", capacity=supply(position, seat), weight=0)
    graph.add_edge("supply", target, weight=1)
    graph.add_edge(target, "store", weight=0)
    through = passable(position)
    for one in position.cells:
        if one.dwarves[seat]:
            graph.add_edge("dwarves", one.cell, capacity=one.dwarves[seat], weight=0)
        for other in ground(position).links[one.cell]:
            if other in through:
                graph.add_edge(one.cell, other, weight=1)
    try:
        return int(nx.min_cost_flow_cost(graph))
    except nx.NetworkXUnfeasible:
        return None


# --- the tree of a turn ---------------------------------------------------------------------------


def actions(state: State) -> Iterator[tuple[Move, State]]:
    """Every action of the phase act with the position after it."""
    for move in BestTurn().moves(state):
        if move.verb in ACTIONS:
            yield move, BestTurn().after(state, move)


def count_actions(state: State | str, most: int) -> list[tuple[int, int]]:
    """(orders, positions) after 0, 1, ... `most` actions: ways to make so many, and positions they lead to."""
    start = BestTurn().seen(read_question(state, BestTurn()))
    layer: Counter[State] = Counter({start: 1})
    found = [(1, 1)]
    for _ in range(most):
        after: Counter[State] = Counter()
        for now, orders in layer.items():
            for _, then in actions(now):
                after[then] += orders
        layer = after
        found.append((sum(layer.values()), len(layer)))
    return found


def ceiling(state: State) -> int:
    """The bound of ``best_turn``: points of the score that the turn can bring from here at most."""
    turn = Turn(BestTurn(), state, Watch(Limits()))
    return turn.points(turn.search.top(turn.search.root()))


def turn_ticks(
    start: State | str, most: Ceiling | None = None, limit: int | None = None
) -> tuple[Tick[State], ...]:
    """The steps of branch and bound for the actions of a turn; each position is worth what gathering then brings.

    most   points that a position can still gain, counted from that position; None rules nothing out
    limit  number of branches at which it gives up
    Raises RulesError, and ValueError when there are more branches than the limit.
    """
    problem = BestTurn()
    state = problem.seen(read_question(start, problem))
    seat, last = state.to_move, Plain(problem)
    now = problem.worth(state, seat)

    def choices(here: State) -> Iterator[tuple[str, State]]:
        for move, after in actions(here):
            yield str(move), after

    def worth(here: State) -> int:
        """Points of the turn when the actions stop here."""
        return -(-last.best(problem.after(here, Move("done"))) // LONGEST) - now

    def bound(here: State) -> int:
        if here.used >= allowance(here):
            return worth(here)
        return SURE if most is None else most(here) + problem.worth(here, seat) - now

    def rest(here: State) -> tuple[State, int]:
        return here.but(used=0), -here.used

    ticks: list[Tick[State]] = []
    branches = 1
    for tick in branch_steps(state, choices, worth, bound, rest):
        branches += len(tick.fresh)
        if limit is not None and branches > limit:
            raise ValueError(
                f"this search has more than {limit} branches; choose a position with fewer cards or fewer actions "
                "left, or count them with solvers.moria.lesson.turn_ticks"
            )
        ticks.append(tick)
    return tuple(ticks)


class News:
    """Collects what a solver tells while it works: give it as ``report``.

    points  (positions looked at, value, bound), one for each piece of news
    """

    def __init__(self) -> None:
        self.points: list[tuple[int, int, int]] = []

    def __call__(self, progress: Progress) -> None:
        if isinstance(progress.value, int) and isinstance(progress.bound, int):
            self.points.append((progress.nodes, progress.value, progress.bound))


__all__ = [
    "Ceiling",
    "News",
    "actions",
    "ceiling",
    "count_actions",
    "dwarf_costs",
    "muster_flow",
    "route_looks",
    "turn_ticks",
]
