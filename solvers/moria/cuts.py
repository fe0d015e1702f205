"""``cut``: the land card whose play now costs a rival most; every play is tried by the rules."""

from __future__ import annotations

from puzzles.moria.cards import CASTLE
from puzzles.moria.cells import cell_text
from puzzles.moria.moves import Move
from puzzles.moria.problems import Cut
from puzzles.moria.regions import monster_in, realm, realm_vp
from puzzles.moria.rules import State
from solvers.core.explain import counted, listed
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Alternative, Limits, Report, Solution, Status, Step, Stop, verify
from solvers.moria.asked import NO_LIMIT, read_question
from solvers.moria.graph import cut_cells

METHOD = "every play that is legal now"


def cut(state: State | str, rival: str, limits: Limits = NO_LIMIT, report: Report | None = None) -> Solution:
    """The single play with the largest fall of the realm of the seat `rival` (a colour), and the fall; unit points.

    0 and no move where nothing lowers it. Ties: first in move order. Raises RulesError.
    """
    problem = Cut(rival)
    start = read_question(state, problem)
    watch = Watch(limits, report)
    seat = start.colours.index(rival)
    now = realm_vp(start, seat)
    falls: list[tuple[int, Move]] = []
    value, plan, proved = 0, [], True
    try:
        watch.news(0, now)
        for move in problem.moves(start):
            watch.count()
            fall = now - realm_vp(start.after(move), seat)
            falls.append((fall, move))
            if fall > value:
                value, plan = fall, [move]
                watch.news(value, now, (str(move),))
    except (OutOfTime, Stop):
        proved = value == now
    return verify(
        Solution(
            problem=problem,
            start=str(start),
            status=Status.OPTIMAL if proved else Status.FEASIBLE,
            value=value,
            bound=value if proved else now,
            proof=f"All {counted(len(falls), 'play')} were tried." if proved else "",
            steps=tuple(_step(start, seat, value, move, falls) for move in plan),
            seconds=watch.seconds,
            nodes=watch.nodes,
            method=METHOD,
            reasons=tuple(_reasons(start, seat, value)) if proved else (),
            facts={"realm now": now, "realm after": now - value},
        )
    )


def _step(start: State, seat: int, value: int, move: Move, falls: list[tuple[int, Move]]) -> Step:
    after = start.after(move)
    before_cells, cells = realm(start, seat), realm(after, seat)
    giant = monster_in(after, cells, CASTLE) if cells else None
    lost = [cell_text(cell) for cell in before_cells if cell not in cells]
    if giant is not None and start.options.giant_realm == "void":
        words = f"the frost giant on {cell_text(giant)} makes the realm worth 0 (MO-28)"
    elif lost:
        words = f"{listed(lost)} no longer belong to the realm (MO-18, MO-24)"
    else:
        words = f"the realm is worth {realm_vp(after, seat)} then (MO-28)"
    others = [(fall, other) for fall, other in falls if (other.cell, other.name) != (move.cell, move.name)]
    best = max(others, key=lambda one: one[0], default=None)
    alternatives = (
        (Alternative(str(best[1]), best[0], f"lowers it by {max(best[0], 0)}, {value - best[0]} less"),)
        if best
        else ()
    )
    return Step(move, value, words, alternatives)


def _reasons(start: State, seat: int, value: int) -> list[str]:
    colour = start.colours[seat]
    if not realm(start, seat):
        return [f"{colour} has no castle in play, so no realm (MO-27)."]
    words = []
    if not value:
        words.append(f"No play lowers the {realm_vp(start, seat)} points of the realm of {colour}.")
    weak = cut_cells(start, seat)
    if weak:
        cell = max(weak, key=lambda one: weak[one])
        words.append(
            f"The weakest card of the realm is {cell_text(cell)}: {weak[cell]} points hang on it alone; "
            "a dwarf on it keeps it from being covered (MO-19)."
        )
    return words
