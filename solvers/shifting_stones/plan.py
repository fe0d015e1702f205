"""The solver problems of Shifting Stones: exact answers by our own searches, each replayed by the rules."""

from __future__ import annotations

import contextlib
import time

from puzzles.core.problem import Value
from puzzles.shifting_stones.grid import board_text
from puzzles.shifting_stones.problems import BOARD_MOVES, BestTurn, Distance, Pareto
from puzzles.shifting_stones.rules import State
from puzzles.shifting_stones.state import Move, points_of
from solvers.core.explain import counted
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Progress, Report, Solution, Status, Stop, verify
from solvers.shifting_stones import why
from solvers.shifting_stones.packed import pack
from solvers.shifting_stones.search import board_route, card_route, pattern
from solvers.shifting_stones.sets import Found, Hand, quick_plan, smallest_plan
from solvers.shifting_stones.turns import Turn, counts, ending, play_all, read_target, read_tiles, read_turn

NO_LIMIT = Limits()
METHOD = "sets of cards by points, exact distances, depth-first tours"


def distance(
    board: State | str, target: int | str, limits: Limits = NO_LIMIT, report: Report | None = None
) -> Solution:
    """Fewest board moves after which a card matches, or the board shows the target; unit moves.

    board   ``SFF/HHH/EEE``, or a state, whose board is taken
    target  a card id (a number or its digits) or a board
    Plan: the smallest of the shortest. Raises RulesError.
    """
    started = time.perf_counter()
    tiles, goal = read_tiles(board, "distance, board"), read_target(target)
    problem = Distance(goal)
    if limits.seconds == 0:
        return verify(_distance_unfinished(problem, tiles, started))
    if isinstance(goal, int):
        route = card_route(pack(tiles), goal)
        wanted = pattern(goal)
        method = "exact price of every choice of tiles and place"
        proof = (
            f"{counted(wanted.ways, 'choice')} of tiles for the printed faces, "
            f"{counted(len(wanted.targets), 'place')} of the block: the cheapest costs {len(route)}, "
            "flips and exact swaps counted."
        )
    else:
        route = board_route(tiles, goal.replace("/", ""))
        method = "exact price of every pairing of tiles"
        proof = (
            "72 ways to pair equal kinds of tiles: the cheapest costs "
            f"{len(route)}, flips and exact swaps (table of all 362,880 permutations) counted."
        )
    plan = [BOARD_MOVES[number] for number in route]
    if isinstance(goal, int):
        reasons = why.card_distance_reasons(tiles, goal, plan)
    else:
        reasons = why.board_distance_reasons(tiles, goal.replace("/", ""))
    solution = verify(
        Solution(
            problem=problem,
            start=board_text(tiles),
            status=Status.OPTIMAL,
            value=len(plan),
            bound=len(plan),
            proof=proof,
            steps=tuple(why.distance_steps(tiles, plan)),
            seconds=time.perf_counter() - started,
            nodes=len(plan) + 1,
            method=method,
            reasons=tuple(reasons),
            facts={
                "flips": sum(m.verb == "flip" for m in plan),
                "swaps": sum(m.verb == "swap" for m in plan),
            },
        )
    )
    if report is not None:
        with contextlib.suppress(Stop):  # there is nothing left to stop
            report(Progress(solution.value, solution.bound, solution.nodes, solution.texts))
    return solution


def _distance_unfinished(problem: Distance, tiles: str, started: float) -> Solution:
    """What can be said in no time: 0 when the target is there, else at least 1 move."""
    there = problem.reached(tiles)
    return Solution(
        problem=problem,
        start=board_text(tiles),
        status=Status.OPTIMAL if there else Status.UNKNOWN,
        value=0 if there else None,
        bound=0 if there else 1,
        proof="The target is there already." if there else "",
        seconds=time.perf_counter() - started,
        nodes=1,
        method="stopped at once",
    )


def best_turn(state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None) -> Solution:
    """Most points by scores from here to the end of the turn; unit points.

    Ties: fewer cards spent, then fewer cards scored, then the smallest plan. Only what the seat to
    move may see is read. Raises RulesError, also for a game that is over.
    """
    turn = read_turn(state, "best_turn")
    watch = Watch(limits, report)
    hand = Hand(turn.board, turn.cards, watch)
    try:
        found = hand.most(len(turn.cards), fewest_cards=True)
        plan = smallest_plan(turn.board, turn.cards, found, hand.tours.within)
    except (OutOfTime, Stop):
        return _unfinished(BestTurn(), turn, hand, hand.ceiling)
    plan += ending(play_all(turn.state, plan))
    return verify(
        Solution(
            problem=BestTurn(),
            start=str(turn.state),
            status=Status.OPTIMAL,
            value=found.points,
            bound=found.points,
            proof=why.points_proof(hand, found),
            steps=tuple(why.turn_steps(turn, plan)),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=METHOD,
            reasons=tuple(why.turn_reasons(turn, hand, found, plan)),
            facts=counts(turn, plan),
        )
    )


def pareto(
    state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None
) -> tuple[Solution, ...]:
    """Points this turn against cards kept (neither spent nor scored), points high to low.

    All pairs (points, cards kept) that no other turn beats in one and equals or beats in the other,
    each with its plan. A search that was stopped gives the pairs it proved and the best it found.
    Raises RulesError, also for a game that is over.
    """
    turn = read_turn(state, "pareto")
    watch = Watch(limits, report)
    hand = Hand(turn.board, turn.cards, watch, held=turn.held)
    solutions: list[Solution] = []
    budget = len(turn.cards)
    try:
        while True:
            found = hand.most(budget, fewest_cards=False)
            plan = smallest_plan(turn.board, turn.cards, found, hand.tours.within)
            plan += ending(play_all(turn.state, plan))
            solutions.append(_pair(turn, hand, found, plan, solutions))
            if not found.points:
                return tuple(solutions)
            budget = found.moves + found.size - 1
    except (OutOfTime, Stop):
        return (*solutions, _unfinished(Pareto(), turn, hand, (hand.ceiling, turn.held)))


def _pair(turn: Turn, hand: Hand, found: Found, plan: list[Move], before: list[Solution]) -> Solution:
    facts = counts(turn, plan)
    last = before[-1].value if before else None
    assert last is None or isinstance(last, tuple)
    value = (found.points, facts["kept"])
    kept = counted(facts["kept"], "card")
    return verify(
        Solution(
            problem=Pareto(),
            start=str(turn.state),
            status=Status.OPTIMAL,
            value=value,
            bound=value,
            proof=f"With {kept} kept: {why.points_proof(hand, found)}",
            steps=tuple(why.turn_steps(turn, plan, search=False)),
            seconds=hand.watch.seconds,
            nodes=hand.watch.nodes,
            method=METHOD,
            reasons=tuple(why.pair_reasons(found, facts["kept"], (last[0], last[1]) if last else None)),
            facts=facts,
        )
    )


def _unfinished(problem: BestTurn | Pareto, turn: Turn, hand: Hand, bound: Value) -> Solution:
    """The best that a stopped search has found, with its bound."""
    cards, route = hand.best
    plan = quick_plan(hand, cards, route)
    plan += ending(play_all(turn.state, plan))
    points = points_of(cards)
    value = points if isinstance(problem, BestTurn) else (points, counts(turn, plan)["kept"])
    nothing = hand.ceiling == 0
    return verify(
        Solution(
            problem=problem,
            start=str(turn.state),
            status=Status.OPTIMAL if nothing else Status.FEASIBLE,
            value=value,
            bound=bound,
            proof="No card of the hand can match within the moves that the others pay for."
            if nothing
            else "",
            steps=tuple(why.turn_steps(turn, plan, search=False)),
            seconds=hand.watch.seconds,
            nodes=hand.watch.nodes,
            method=METHOD + ", stopped",
            facts=counts(turn, plan),
        )
    )
