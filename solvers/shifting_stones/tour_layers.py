"""`tour` by the plain method: breadth-first layers of (board, cards matched so far).

Sound and simple: it knows the moves and when a card matches, but no distances. It looks at every
pair that is nearer than the end, so it is for short tours: about 400,000 pairs for 7 moves.
"""

from __future__ import annotations

from puzzles.shifting_stones.grid import board_text
from puzzles.shifting_stones.problems import BOARD_MOVES, Tour
from puzzles.shifting_stones.rules import State
from puzzles.shifting_stones.state import Move
from solvers.core.search import OutOfTime, Watch, layers
from solvers.core.solution import Limits, Report, Solution, Status, Step, Stop, verify
from solvers.shifting_stones.layered import goals
from solvers.shifting_stones.packed import moved, neighbours, pack
from solvers.shifting_stones.turns import read_tiles

Node = tuple[int, int]
"""Packed board, and the cards matched so far: bit i for the i-th."""


def tour(
    board: State | str,
    cards: tuple[int, ...] | list[int],
    limits: Limits | None = None,
    report: Report | None = None,
) -> Solution:
    """`tour` by layers, plan included. Raises RulesError."""
    problem = Tour(tuple(cards) if isinstance(cards, list) else cards)
    tiles = read_tiles(board, "tour, board")
    watch = Watch(limits or Limits(), report)
    wanted = [goals(card) for card in problem.cards]
    all_matched = (1 << len(wanted)) - 1

    def node(board: int, matched: int) -> Node:
        for i, places in enumerate(wanted):
            if any(board & bits == bits for bits in places):
                matched |= 1 << i
        return board, matched

    def near(here: Node) -> list[Node]:
        watch.count()
        return [node(other, here[1]) for other in neighbours(here[0])]

    kept: list[list[Node]] = []

    def solution(plan: list[Move] | None) -> Solution:
        return verify(
            Solution(
                problem=problem,
                start=board_text(tiles),
                status=Status.UNKNOWN if plan is None else Status.OPTIMAL,
                value=None if plan is None else len(plan),
                bound=len(kept) if plan is None else len(plan),
                proof=""
                if plan is None
                else f"No pair fewer than {len(plan)} moves away has every card matched.",
                steps=tuple(Step(move, 0, "") for move in plan or []),
                seconds=watch.seconds,
                nodes=watch.nodes,
                method="breadth-first layers of (board, cards matched)",
            )
        )

    try:
        watch.look()
        for layer in layers(node(pack(tiles), 0), near):
            kept.append(layer)
            ends = {pair for pair in layer if pair[1] == all_matched}
            if ends:
                break
            watch.news(None, len(kept))
    except (OutOfTime, Stop):
        return solution(None)
    useful = [ends]
    for layer in reversed(kept[:-1]):
        useful.insert(0, {pair for pair in layer if not useful[0].isdisjoint(near(pair))})
    plan, here = [], kept[0][0]
    for later in useful[1:]:
        number = next(n for n in range(len(BOARD_MOVES)) if node(moved(here[0], n), here[1]) in later)
        here = node(moved(here[0], number), here[1])
        plan.append(BOARD_MOVES[number])
    return solution(plan)
