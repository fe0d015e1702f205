"""Small searches of Momiji to look at: the graph of all plays of a hand, branch and bound step by step, a race."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from puzzles.momiji.moves import Move
from puzzles.momiji.problems import Schedule
from puzzles.momiji.rules import State
from puzzles.momiji.state import cards_text, row_text
from solvers.core.branching import Tick, branch_steps
from solvers.core.search import Watch
from solvers.core.solution import Limits, Progress
from solvers.momiji.course import Course, play_gain, read_turn, standing

if TYPE_CHECKING:
    import networkx as nx

Ceiling = Callable[[State, int], int]
"""From a position at the start of a turn and the turns left, this one included, to points that no plan exceeds."""

SURE = 1_000
"""A ceiling that rules nothing out."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The start of a turn of a plan: the position, and the turns that are left with this one."""

    state: State
    turns: int


def ceiling(state: State, turns: int) -> int:
    """The bound of ``schedule``: every pile by itself, and every pair that can have icons paid."""
    return Course(Schedule(turns), state, Watch(Limits())).bound(state, turns)


def plays(state: State) -> Iterator[tuple[Move, State]]:
    """Every play of a turn with the position at the start of the next own turn."""
    problem = Schedule(1)
    for move in problem.moves(state):
        if move.verb == "play":
            yield move, replace(problem.play(state, move), done=state.done)


def count_orders(start: State | str, turns: int) -> int:
    """In how many ways the turns can be played, one play each as long as one is possible. Raises RulesError."""
    state = read_turn(start, "count_orders")
    Schedule(turns).check_start(state)
    known: dict[tuple[object, ...], int] = {}
    seat = state.to_move

    def count(now: State, left: int) -> int:
        key = (now.rows[seat], now.hands[seat], left)
        if key not in known:
            known[key] = (sum(count(after, left - 1) for _, after in plays(now)) or 1) if left else 1
        return known[key]

    return count(state, turns)


def order_ticks(
    start: State | str, turns: int, most: Ceiling | None = None, limit: int | None = None
) -> tuple[Tick[Moment], ...]:
    """The steps of branch and bound for the best order of plays; exchanges are left out.

    most   the bound; None rules nothing out, so that every order is looked at
    limit  number of branches at which it gives up
    Raises RulesError, and ValueError when there are more branches than the limit.
    """
    state = read_turn(start, "order_ticks")
    Schedule(turns).check_start(state)

    def choices(moment: Moment) -> Iterator[tuple[str, Moment]]:
        if moment.turns:
            for move, after in plays(moment.state):
                yield str(move), Moment(after, moment.turns - 1)

    def bound(moment: Moment) -> int:
        if not moment.turns:
            return standing(moment.state)
        return most(moment.state, moment.turns) if most is not None else SURE

    def rest(moment: Moment) -> tuple[tuple[object, ...], int]:
        state = moment.state
        seat = state.to_move
        return (state.rows[seat], state.hands[seat], moment.turns), state.acorns[seat]

    ticks: list[Tick[Moment]] = []
    branches = 1
    for tick in branch_steps(
        Moment(state, turns), choices, lambda moment: standing(moment.state), bound, rest
    ):
        branches += len(tick.fresh)
        if limit is not None and branches > limit:
            raise ValueError(
                f"this search has more than {limit} branches; choose a smaller hand or fewer turns, or count "
                "them with solvers.momiji.lesson.order_ticks"
            )
        ticks.append(tick)
    return tuple(ticks)


def play_graph(start: State | str, turns: int) -> nx.DiGraph:
    """All positions that plays can reach in `turns` turns, as a directed graph without circles.

    nodes   (row text, hand text); attributes ``plays`` (fewest plays to get there), ``row``, ``hand``, ``points``
            of the piles
    edges   a play; attributes ``move`` (the first in order where several give the same), ``gain`` in points
    The acorns of pairs are gains of plays, so with as many turns as cards the longest way by gain is the best order.
    """
    import networkx as nx

    state = read_turn(start, "play_graph")
    Schedule(turns).check_start(state)
    graph = nx.DiGraph()
    seat = state.to_move

    def key(now: State, depth: int) -> tuple[str, str]:
        node = row_text(now.rows[seat]), cards_text(now.hands[seat])
        if node not in graph:
            points = standing(now) - now.acorns[seat] * now.cards.parameters.acorn_points
            graph.add_node(node, plays=depth, row=now.rows[seat], hand=now.hands[seat], points=points)
        return node

    key(state, 0)
    layer = [state]
    for depth in range(1, turns + 1):
        fresh: list[State] = []
        for now in layer:
            here = key(now, depth - 1)
            for move, after in plays(now):
                new = (row_text(after.rows[seat]), cards_text(after.hands[seat])) not in graph
                there = key(after, depth)
                gain = play_gain(now, move)
                if not graph.has_edge(here, there) or graph.edges[here, there]["gain"] < gain:
                    graph.add_edge(here, there, move=str(move), gain=gain)
                if new:
                    fresh.append(after)
        layer = fresh
    return graph


def greedy_plan(start: State | str, turns: int) -> tuple[int, tuple[str, ...]]:
    """What the play that gains most at once gives, turn by turn, and its plan as texts. Raises RulesError."""
    state = read_turn(start, "greedy_plan")
    problem = Schedule(turns)
    problem.check_start(state)
    plan = Course(problem, state, Watch(Limits())).greedy()
    return problem.measure(state, plan), tuple(map(str, plan))


class News:
    """Collects what a solver tells while it works: give it as ``report``.

    points  (positions looked at, value, bound), one for each piece of news
    """

    def __init__(self) -> None:
        self.points: list[tuple[int, int, int]] = []

    def __call__(self, progress: Progress) -> None:
        if isinstance(progress.value, int) and isinstance(progress.bound, int):
            self.points.append((progress.nodes, progress.value, progress.bound))


__all__ = ["Moment", "News", "ceiling", "count_orders", "greedy_plan", "order_ticks", "play_graph", "plays"]
