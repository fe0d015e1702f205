"""How hard a puzzle of Momiji is: figures that are measured, and the level that follows from them.

python tools/grade_puzzles.py            compares them with what the files say
python tools/grade_puzzles.py --write    writes them into the files
"""

from __future__ import annotations

from collections.abc import Mapping

from puzzles.core import Puzzle, RulesError
from puzzles.momiji.moves import Move
from puzzles.momiji.problems import ActivateValue, Schedule
from puzzles.momiji.rules import State
from puzzles.momiji.scoring import scores
from solvers.core.search import Watch
from solvers.core.solution import Limits
from solvers.momiji.course import Course
from solvers.momiji.endgame import BUDGET, Line
from solvers.momiji.greedy import greedy_move

LEVELS = (1, 3, 5, 7)
"""Highest effort of the levels 1 to 4; what is above is level 5."""

MAINS = ("play", "collect", "activate")


def evidence(puzzle: Puzzle) -> dict[str, int]:
    """The measured figures of a puzzle by name. Raises RulesError for a problem without any.

    All: `points` of the answer; `mains`, main actions of the plan (both seats in an endgame); `cards` that can be
    moved; `choices`, main actions of the first turn, and `best_choices`, those after which the answer can still be
    had; `greedy_points` of the player who takes what gains most at once; `effort`, see ``effort``.
    activate_value has instead: `points` in hundredths, `rivals`, `acorns` paid, `plain_points` without a landscape.
    """
    measures = {"schedule": _order, "harvest": _order, "endgame": _endgame, "activate_value": _activate}
    if puzzle.problem.name not in measures:
        raise RulesError(
            f"{puzzle.key}: no figures are defined for {puzzle.problem.name!r}, expected one of {', '.join(measures)}"
        )
    found = measures[puzzle.problem.name](puzzle)
    return {**found, "effort": effort(found)}


def effort(found: Mapping[str, int]) -> int:
    """What has to be thought of: main actions + every two cards beyond four + 1 where greed is not best.

    Of an objective: rivals to compare with + 2 where the plain way to pay is not best.
    """
    if "rivals" in found:
        return found["rivals"] + 2 * (found["plain_points"] < found["points"])
    greed = found["greedy_points"] < found["points"]
    return found["mains"] + max(0, found["cards"] - 4) // 2 + greed


def level(found: Mapping[str, int]) -> int:
    """The level, 1 to 5, of a puzzle with these figures."""
    return 1 + sum(found["effort"] > most for most in LEVELS)


def _value(puzzle: Puzzle) -> int:
    value = puzzle.answer.value
    assert isinstance(value, int)
    return value


def _mains(puzzle: Puzzle) -> int:
    return sum(text.startswith(MAINS) for text in puzzle.answer.plan)


def _order(puzzle: Puzzle) -> dict[str, int]:
    problem, start, value = puzzle.problem, puzzle.state(), _value(puzzle)
    assert isinstance(problem, Schedule)
    course = Course(problem, start, Watch(Limits()))
    mains = [move for move in problem.moves(start) if move.verb in MAINS]
    keeping = [course.value(problem.play(start, move), problem.turns, value - 1) >= value for move in mains]
    return {
        "points": value,
        "mains": _mains(puzzle),
        "cards": len(start.hands[start.to_move]) + (len(start.display) if course.harvest else 0),
        "choices": len(mains),
        "best_choices": sum(keeping),
        "greedy_points": problem.measure(start, course.greedy()),
    }


def _endgame(puzzle: Puzzle) -> dict[str, int]:
    start: State = puzzle.state()
    value = _value(puzzle)
    line = Line(start, Watch(Limits()), BUDGET)
    mains = [move for move in start.moves() if move.verb in MAINS]
    return {
        "points": value,
        "mains": _mains(puzzle),
        "cards": sum(map(len, start.hands)) + len(start.display) + len(start.deck),
        "choices": len(mains),
        "best_choices": sum(_margin_after(line, start, move) >= value for move in mains),
        "greedy_points": greedy_margin(start, line),
    }


def _margin_after(line: Line, state: State, move: Move) -> int:
    """The margin of the seat to move when the best follows a move."""
    after = state.after(move)
    if after.turns_left == 0:
        points = scores(after)
        return points[state.to_move] - points[1 - state.to_move]
    value = line.value(after)
    return value if after.to_move == state.to_move else -value


def greedy_margin(start: State, line: Line) -> int:
    """Margin of the seat to move when it takes what gains most at once and the other seat plays its best."""
    state, seat = start, start.to_move
    while state.turns_left != 0:
        if state.to_move == seat:
            state = state.after(greedy_move(state))
        else:
            state = state.after(max(state.moves(), key=lambda move: _margin_after(line, state, move)))
    points = scores(state)
    return points[seat] - points[1 - seat]


def _activate(puzzle: Puzzle) -> dict[str, int]:
    problem, start = puzzle.problem, puzzle.state()
    assert isinstance(problem, ActivateValue)
    plan = [problem.read_move(text) for text in puzzle.answer.plan]
    after = problem.replayed(start, plan)
    p = start.cards.parameters
    plain = p.holder_points * problem.own - 100 * p.acorn_points * p.activate_cost
    return {
        "points": _value(puzzle),
        "rivals": len(problem.rivals),
        "acorns": start.acorns[start.to_move] - after.acorns[start.to_move],
        "plain_points": min((plain - p.other_points * rival for rival in problem.rivals), default=plain),
    }


__all__ = ["effort", "evidence", "greedy_margin", "level"]
