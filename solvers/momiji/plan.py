"""The solver problems of Momiji: exact answers by our own searches, each replayed by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.momiji.moves import Move
from puzzles.momiji.problems import Harvest, Schedule
from puzzles.momiji.rules import State
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Report, Solution, Status, Stop, verify
from solvers.momiji import why
from solvers.momiji.course import Course, read_turn

NO_LIMIT = Limits()
METHOD = "depth-first search over own turns with bound and table"


def schedule(
    state: State | str, turns: int, limits: Limits = NO_LIMIT, report: Report | None = None
) -> Solution:
    """Most points of own piles and acorns after `turns` own turns (0 to 12) of the hand held now.

    Rivals pass, nothing is collected (section 5.1 of RULES.md). Plan: the first best in the order of moves.
    Raises RulesError.
    """
    return _ordered(Schedule(turns), state, limits, report)


def harvest(
    state: State | str, turns: int, limits: Limits = NO_LIMIT, report: Report | None = None
) -> Solution:
    """The same when a turn may instead collect a type of the display, which is not refilled (section 5.2).

    Plan: the first best in the order of moves. Raises RulesError.
    """
    return _ordered(Harvest(turns), state, limits, report)


def _ordered(problem: Schedule, state: State | str, limits: Limits, report: Report | None) -> Solution:
    """The solution of schedule or harvest."""
    start = read_turn(state, problem.name)
    problem.check_start(start)
    watch = Watch(limits, report)
    course = Course(problem, start, watch)
    value, plan = course.begin()
    bound = course.bound(start, problem.turns)
    proved = value == bound
    try:
        watch.news(value, bound, _texts(plan))
        value = course.solve(bound)
        proved = True
        plan = course.first_best(start, problem.turns, value)
        watch.news(value, value, _texts(plan))
    except (OutOfTime, Stop):
        value, plan = course.best
    others = why.order_others(course, plan) if proved else []
    return verify(
        Solution(
            problem=problem,
            start=str(start),
            status=Status.OPTIMAL if proved else Status.FEASIBLE,
            value=value,
            bound=value if proved else min(bound, course.open_bound or bound),
            proof=why.order_proof(value, bound, watch.nodes) if proved else "",
            steps=tuple(why.order_steps(problem, start, plan, others)),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=METHOD if proved else METHOD + ", stopped",
            reasons=tuple(why.order_reasons(course, plan, proved=proved)),
            facts=why.order_facts(course, plan),
        )
    )


def _texts(plan: Sequence[Move]) -> tuple[str, ...]:
    return tuple(map(str, plan))
