"""The solver problems of Momiji: exact answers by our own searches, each replayed by the rules."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from puzzles.core.state import IllegalMove
from puzzles.momiji.moves import Move
from puzzles.momiji.problems import ActivateValue, Harvest, Schedule
from puzzles.momiji.rules import State
from solvers.core.explain import counted
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Progress, Report, Solution, Status, Stop, verify
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


def activate_value(
    state: State | str,
    objective: str,
    own: int,
    rivals: Sequence[int],
    limits: Limits = NO_LIMIT,
    report: Report | None = None,
) -> Solution:
    """What activating `objective` now is worth, against leaving its token untouched; hundredths of a point.

    own, rivals  chances in percent to share the best value at the end: the seat to move, each rival in seat order
    The value is the least margin of all rivals; ``facts`` has each, their sum and what a rival's activation would
    cost (section 5.3). INFEASIBLE where the objective cannot be activated in this turn. Raises RulesError.
    """
    problem = ActivateValue(objective, own, rivals)  # type: ignore[arg-type]  # made a tuple there
    start = read_turn(state, problem.name)
    problem.check_start(start)
    watch = Watch(limits, report)
    plans = []
    for first in ((), *((move,) for move in problem.moves(start) if move.verb == "use")):
        plan = [*first, Move("activate", id=objective)]
        with contextlib.suppress(IllegalMove):
            plans.append((problem.measure(start, plan), plan))
    best = max(plans, key=lambda one: one[0], default=None)  # the first of equal ones
    if report is not None and best is not None:
        with contextlib.suppress(Stop):  # there is nothing left to stop
            report(Progress(best[0], best[0], len(plans), _texts(best[1])))
    common: dict[str, Any] = {
        "problem": problem,
        "start": str(start),
        "seconds": watch.seconds,
        "nodes": len(plans),
        "method": "the formula of the margins for each way to pay",
    }
    if best is None:
        reason = start.why_not(Move("activate", id=objective))
        assert reason is not None
        return verify(
            Solution(
                status=Status.INFEASIBLE, value=None, bound=None, proof="", reasons=(f"{reason}.",), **common
            )
        )
    value, plan = best
    margins = problem.margins(start, plan)
    return verify(
        Solution(
            status=Status.OPTIMAL,
            value=value,
            bound=value,
            proof=f"{counted(len(plans), 'way')} to pay; the margins follow from the chances by MJ-64 and MJ-87.",
            steps=tuple(why.activate_steps(start, plan)),
            reasons=tuple(why.activate_reasons(problem, start, plan)),
            facts=why.activate_facts(problem, start, plan, margins),
            **common,
        )
    )


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
        # a plan on the way is needed only where somebody may stop the search
        value = course.solve(bound, keep=report is not None or limits.seconds is not None)
        proved = True
        plan = course.first_best(start, problem.turns, value)
        course.best = value, plan
        watch.news(value, value, _texts(plan))
    except (OutOfTime, Stop):
        value, plan = course.best  # a search that was over has left its value there
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
