"""Two questions without a search over turns: the best staff of the own mines, and the best capture."""

from __future__ import annotations

from typing import Any

from puzzles.kingdoms.moves import Move
from puzzles.kingdoms.pieces import EMPTY
from puzzles.kingdoms.problems import Gift, Staff
from puzzles.kingdoms.rules import State
from solvers.core.explain import counted
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Progress, Report, Solution, Status, Step, Stop, verify
from solvers.kingdoms import model, why
from solvers.kingdoms.asking import NO_LIMIT, fillings, read_asked, texts
from solvers.kingdoms.staffing import Staffing, counted_kinds, hand_kinds, points_of, tasks_of

STAFF_METHOD = "dynamic programming over mines and cards left, with bound"


def staff(state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None) -> Solution:
    """Most points of the own mines, completed less uncompleted, by laying hand cards on them; then fewest cards.

    Of the position only king, hand and own mines of the seat to move count (section 5 of RULES.md). The value is
    (points, cards kept); the plan lays only cards of mines that are completed, mines numbered as at the start.
    Raises RulesError.
    """
    start = read_asked(state, "staff")
    start = start.view(start.to_move)
    seat = start.to_move
    watch = Watch(limits, report)
    hand = len(start.hands[seat])
    risk = sum(site.mine.value for site in start.own[seat])
    bound, proved = (risk, hand), False
    staffing: Staffing | None = None

    def worth(weight: int) -> tuple[int, int]:
        gained, cards = points_of(weight)
        return gained - risk, hand - cards

    def news() -> None:
        assert staffing is not None
        watch.news(worth(staffing.best[0]), bound, texts(fillings(start, staffing.best[1])))

    try:
        watch.news((-risk, hand), bound)
        staffing = Staffing(
            tasks_of(start, watch, seat), counted_kinds(list(hand_kinds(start, seat).elements())), watch
        )
        bound = worth(staffing.bound(0, staffing.cards, staffing.most))
        staffing.found_better = news
        staffing.value()
        proved = True
    except (OutOfTime, Stop):
        pass
    weight, chosen = staffing.best if staffing is not None else (0, {})
    value = worth(weight)
    if value == bound:
        proved = True
    plan = fillings(start, chosen)
    return verify(
        Solution(
            problem=Staff(),
            start=str(start),
            status=Status.OPTIMAL if proved else Status.FEASIBLE,
            value=value,
            bound=value if proved else bound,
            proof=why.staff_proof(value, bound, watch.nodes) if proved else "",
            steps=tuple(why.staff_steps(start, plan)),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=STAFF_METHOD if proved else STAFF_METHOD + ", stopped",
            reasons=tuple(why.staff_reasons(start, staffing, chosen)) if proved and staffing else (),
            facts=_staff_facts(start, plan, value),
        )
    )


def staff_by_model(state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None) -> Solution:
    """``staff`` by CP-SAT: the second method. Raises RulesError."""
    start = read_asked(state, "staff")
    start = start.view(start.to_move)
    hand, own = len(start.hands[start.to_move]), start.own[start.to_move]
    risk = sum(site.mine.value for site in own)

    def worth(weight: int) -> tuple[int, int]:
        gained, cards = points_of(weight)
        return gained - risk, hand - cards

    def told(progress: Progress) -> None:
        assert report is not None
        value, bound = (
            worth(weight) if isinstance(weight, int) else None for weight in (progress.value, progress.bound)
        )
        report(Progress(value, bound, progress.nodes))

    run, chosen = model.solve(start, limits, told if report is not None else None)
    plan = fillings(start, chosen)
    proved = run.status is Status.OPTIMAL
    value = worth(run.objective) if run.objective is not None else (-risk, hand)
    return verify(
        Solution(
            problem=Staff(),
            start=str(start),
            status=Status.OPTIMAL if proved else Status.FEASIBLE,
            value=value,
            bound=value if proved else worth(run.bound) if run.bound is not None else (risk, hand),
            proof="CP-SAT has proved the bound." if proved else "",
            steps=tuple(why.staff_steps(start, plan)),
            seconds=run.seconds,
            nodes=run.branches,
            method="CP-SAT, a place and a kind of card for each variable",
            facts=_staff_facts(start, plan, value),
        )
    )


def _staff_facts(start: State, plan: list[Move], value: tuple[int, int]) -> dict[str, int]:
    mines = sum(site != EMPTY for site in start.own[start.to_move])
    completed = len({move.place for move in plan})
    return {
        "points": value[0],
        "cards laid": len(plan),
        "completed": completed,
        "not completed": mines - completed,
    }


def gift(state: State | str, limits: Limits = NO_LIMIT, report: Report | None = None) -> Solution:
    """The capture that is best for the margin, own score less the best rival's, by this laying alone; unit points.

    ``facts`` has what each capture gives, in the order of moves; the best and the worst are the first with their
    value. INFEASIBLE where nothing can be captured now. Raises RulesError.
    """
    problem = Gift()
    start = read_asked(state, "gift")
    problem.check_start(start)
    start = start.view(start.to_move)
    watch = Watch(limits, report)
    captures = [(problem.measure(start, [move]), move) for move in problem.moves(start)]
    common: dict[str, Any] = {
        "problem": problem,
        "start": str(start),
        "nodes": len(captures),
        "method": "every capture by the rules",
    }
    if not captures:
        return verify(
            Solution(
                status=Status.INFEASIBLE,
                value=None,
                bound=None,
                proof="",
                reasons=(why.no_capture(start),),
                seconds=watch.seconds,
                **common,
            )
        )
    value, best = max(captures, key=lambda one: one[0])
    others = why.gift_others(start, captures, best)
    return verify(
        Solution(
            status=Status.OPTIMAL,
            value=value,
            bound=value,
            proof=f"All {counted(len(captures), 'capture')} were made and the margins compared (KD-20, KD-21).",
            steps=(Step(best, value, why.gift_words(start, best, value), tuple(others)),),
            reasons=tuple(why.gift_reasons(start, captures, best)),
            facts={str(move): gain for gain, move in captures},
            seconds=watch.seconds,
            **common,
        )
    )
