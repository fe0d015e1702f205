"""How hard a puzzle of Autumn of Moria is: figures that are measured, and the level that follows from them.

python tools/grade_puzzles.py            compares them with what the files say
python tools/grade_puzzles.py --write    writes them into the files
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from puzzles.core import Problem, Puzzle, RulesError
from puzzles.moria.cells import cell_xy, read_cell
from puzzles.moria.moves import Move, read_move
from puzzles.moria.problems import BestTurn, Cut, Route
from puzzles.moria.queries import allowance
from puzzles.moria.regions import pile_at
from puzzles.moria.rules import State
from solvers.moria.plain import LONGEST, Plain

LEVELS = (2, 3, 4, 6)
"""Highest effort of the levels 1 to 4; what is above is level 5."""

ACTIONS = ("play", "place", "move")


def evidence(puzzle: Puzzle) -> dict[str, int]:
    """The measured figures of a puzzle by name. Raises RulesError for a problem without any.

    route: `moves`; `detour`, moves above the straight line; `cards` in play. muster: `actions`; `walked`, moves among
    them. cut: `points` of the fall; `covered`, 1 where a card is covered. best_turn: `points`. The last two have
    `choices`, first moves there are, and `best_choices`, those after which the answer can still be had; campaign and
    best_turn have `actions`, `tasks` resolved and `ideas`, see ``ideas``. campaign: `turns`. All: `effort`, see there.
    """
    measures = {"route": _route, "muster": _muster, "best_turn": _turn, "campaign": _campaign, "cut": _cut}
    if puzzle.problem.name not in measures:
        raise RulesError(
            f"{puzzle.key}: no figures are defined for {puzzle.problem.name!r}, expected one of {', '.join(measures)}"
        )
    found = measures[puzzle.problem.name](puzzle)
    return {**found, "effort": effort(found)}


def effort(found: Mapping[str, int]) -> int:
    """What has to be thought of: every two steps or actions, and what goes beyond the obvious.

    Beyond it are moves of a detour (every two), dwarves that walk (every two), ideas, a second and a third task, a
    second and a third turn, a card that is covered; and, for every power of four, how few of the first moves are best.
    """
    steps = found.get("moves", 0) + found.get("actions", 0)
    more = found.get("detour", 0) // 2 + found.get("walked", 0) // 2 + found.get("ideas", 0)
    more += max(0, found.get("tasks", 0) - 1) + 2 * (found.get("turns", 1) - 1) + found.get("covered", 0)
    rare = 0
    while "choices" in found and 4 ** (rare + 1) <= found["choices"] // found["best_choices"]:
        rare += 1
    return steps // 2 + more + rare


def level(found: Mapping[str, int]) -> int:
    """The level, 1 to 5, of a puzzle with these figures."""
    return 1 + sum(found["effort"] > most for most in LEVELS)


def ideas(start: State, problem: Problem[State], plan: Sequence[Move]) -> int:
    """How many of these a plan has: a card is played, a dwarf walks, a goal is bought, a pile is dug, the secret goal is
    revealed, something is burned, an action is left over; and 1 where a rival's points count, too."""
    had = {move.verb for move in plan} & {"play", "move", "reveal", "burn"}
    had |= {move.name for move in plan if move.verb == "take"} & {"buy", "dig"}
    state = start
    for move in plan:
        if move.verb == "done" and state.used < allowance(state):
            had.add("left over")
        state = problem.play(state, move)
    return len(had) + (isinstance(problem, BestTurn) and problem.objective == "margin")


def _plan(puzzle: Puzzle) -> list[Move]:
    return [read_move(text) for text in puzzle.answer.plan]


def _value(puzzle: Puzzle) -> int:
    assert isinstance(puzzle.answer.value, int)
    return puzzle.answer.value


def _route(puzzle: Puzzle) -> dict[str, int]:
    problem, state = puzzle.problem, puzzle.state()
    assert isinstance(problem, Route)
    (x, y), (to_x, to_y) = (cell_xy(read_cell(text, "route")) for text in (problem.start, problem.goal))
    moves = _value(puzzle)
    return {"moves": moves, "detour": moves - abs(x - to_x) - abs(y - to_y), "cards": len(state.cells)}


def _muster(puzzle: Puzzle) -> dict[str, int]:
    return {"actions": _value(puzzle), "walked": sum(move.verb == "move" for move in _plan(puzzle))}


def _cut(puzzle: Puzzle) -> dict[str, int]:
    problem, state, value = puzzle.problem, puzzle.state(), _value(puzzle)
    assert isinstance(problem, Cut)
    falls = [problem.measure(state, [move]) for move in problem.moves(state)]
    covered = [pile_at(state, move.cell) is not None for move in _plan(puzzle) if move.cell is not None]
    return {
        "points": value,
        "covered": sum(covered),
        "choices": len(falls),
        "best_choices": sum(fall >= value for fall in falls),
    }


def _work(puzzle: Puzzle) -> dict[str, int]:
    plan = _plan(puzzle)
    return {
        "actions": sum(move.verb in ACTIONS for move in plan),
        "tasks": sum(move.verb == "take" for move in plan),
        "ideas": ideas(puzzle.state(), puzzle.problem, plan),
    }


def _turn(puzzle: Puzzle) -> dict[str, int]:
    problem, value = puzzle.problem, _value(puzzle)
    assert isinstance(problem, BestTurn)
    start: State = problem.seen(puzzle.state())
    search = Plain(problem)
    now = problem.worth(start, start.to_move)
    first = [problem.after(start, move) for move in problem.moves(start)]
    best = [-(-search.best(after) // LONGEST) - now >= value for after in first]
    return {
        "points": value,
        **_work(puzzle),
        "choices": len(first),
        "best_choices": sum(best),
    }


def _campaign(puzzle: Puzzle) -> dict[str, int]:
    return {"turns": _value(puzzle), **_work(puzzle)}


__all__ = ["effort", "evidence", "ideas", "level"]
