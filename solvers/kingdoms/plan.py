"""What is sure in the next turns if nobody interferes: the exact answer to ``plan``."""

from __future__ import annotations

from dataclasses import replace

from puzzles.kingdoms.problems import Plan, blanked
from puzzles.kingdoms.rules import State
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Report, Solution, Status, Stop, verify
from solvers.kingdoms import why
from solvers.kingdoms.asking import NO_LIMIT, read_asked, texts
from solvers.kingdoms.search import Course

METHOD = "depth-first search over turns with bound and table"


def plan(state: State | str, turns: int, limits: Limits = NO_LIMIT, report: Report | None = None) -> Solution:
    """Most points that the own score gains in `turns` own turns in a row (0 to 12) if nobody interferes.

    Rivals pass, the camp is drawn from and the deck only where it is empty (section 5 of RULES.md). Of hands only the
    own one is read, of the deck only mine sides that the position shows: give a view to ask what a seat can know.
    Raises RulesError.
    """
    problem = Plan(turns)
    start = read_asked(state, "plan")
    problem.check_start(start)
    hidden = start.view(start.to_move).hands
    start = replace(blanked(start), hands=hidden)
    watch = Watch(limits, report)
    course = Course(problem, start, watch)
    value, bound = course.begin()
    greedy = value
    proved = value == bound
    try:
        watch.news(value, bound, texts(course.best[1]))
        if not proved:
            course.solve()
            proved = True
            watch.news(course.best[0], course.best[0], texts(course.best[1]))
    except (OutOfTime, Stop):
        pass
    value, moves = course.best
    proved = proved or value == bound
    return verify(
        Solution(
            problem=problem,
            start=str(start),
            status=Status.OPTIMAL if proved else Status.FEASIBLE,
            value=value,
            bound=value if proved else bound,
            proof=why.plan_proof(value, bound, watch.nodes) if proved else "",
            steps=tuple(why.plan_steps(problem, start, moves)),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=METHOD if proved else METHOD + ", stopped",
            reasons=tuple(why.plan_reasons(problem, start, moves, greedy, proved=proved)),
            facts=why.plan_facts(problem, start, moves, greedy),
        )
    )
