"""How hard a puzzle of Kings Under Mountains is: figures that are measured, and the level that follows from them.

python tools/grade_puzzles.py            compares them with what the files say
python tools/grade_puzzles.py --write    writes them into the files
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from puzzles.core import Puzzle, RulesError
from puzzles.kingdoms.moves import END, Move
from puzzles.kingdoms.problems import Gift, Plan, Staff
from puzzles.kingdoms.rules import State
from puzzles.kingdoms.scoring import completed, margin, score
from solvers.kingdoms.answers import staff
from solvers.kingdoms.endgame import endgame
from solvers.kingdoms.lesson import greedy_plan, greedy_staff
from solvers.kingdoms.plan import plan

LEVELS = (2, 4, 6, 7)
"""Highest effort of the levels 1 to 4; what is above is level 5."""

LAYINGS = ("fight", "fill", "discard")


def evidence(puzzle: Puzzle) -> dict[str, int]:
    """The measured figures of a puzzle by name. Raises RulesError for a problem without any.

    All: `points` of the answer; `cards` that can be laid or drawn; `choices`, first moves, and `best_choices`, those
    after which the answer can still be had (in gift `captures` instead); `greedy_points` of the player described at
    ``greedy_staff``, ``greedy_plan``, ``greedy_endgame`` and, for gift, of the best capture of the dearest mine;
    `effort`, see ``effort``. But for gift `layings` of the plan, of both seats in an endgame. staff: `mines` and
    those `completed`. gift and endgame: `rivals`.
    """
    measures = {"staff": _staff, "plan": _plan, "gift": _gift, "endgame": _endgame}
    if puzzle.problem.name not in measures:
        raise RulesError(
            f"{puzzle.key}: no figures are defined for {puzzle.problem.name!r}, expected one of {', '.join(measures)}"
        )
    found = measures[puzzle.problem.name](puzzle)
    return {**found, "effort": effort(found)}


def effort(found: Mapping[str, int]) -> int:
    """What has to be thought of.

    All: 1 where greed is not best, and besides
    gift: rivals, 1 where they must be compared, every six captures.
    staff: mines, every two cards beyond four, 1 for mines that must be left.
    plan, endgame: layings, every two cards beyond four, 1 for an only first laying, 1 for another seat that answers.
    """
    greed = found["greedy_points"] < found["points"]
    if "captures" in found:
        return found["rivals"] + (found["rivals"] > 1) + found["captures"] // 6 + greed
    cards = max(0, found["cards"] - 4) // 2
    if "mines" in found:
        return found["mines"] + (found["completed"] < found["mines"]) + cards + greed
    only = found["best_choices"] == 1 < found["choices"]
    return found["layings"] + cards + greed + only + found.get("rivals", 0)


def level(found: Mapping[str, int]) -> int:
    """The level, 1 to 5, of a puzzle with these figures."""
    return 1 + sum(found["effort"] > most for most in LEVELS)


def _points(puzzle: Puzzle) -> int:
    value = puzzle.answer.value
    if isinstance(value, tuple):
        return value[0]
    assert isinstance(value, int)
    return value


def _layings(puzzle: Puzzle) -> int:
    return sum(text.startswith(LAYINGS) for text in puzzle.answer.plan)


# --- staff ------------------------------------------------------------------------------------------


def _staff(puzzle: Puzzle) -> dict[str, int]:
    start: State = puzzle.state()
    seat, problem = start.to_move, Staff()
    best = puzzle.answer.value
    moves = problem.moves(start)

    def rest(after: State) -> tuple[int, int]:
        """(points, cards kept) of the best that can follow."""
        value = staff(after).value
        assert isinstance(value, tuple)
        return value[0] + completed(after, seat) - completed(start, seat), value[1]

    return {
        "points": _points(puzzle),
        "layings": _layings(puzzle),
        "cards": len(start.hands[seat]),
        "mines": len(start.own[seat]),
        "completed": len({text.split()[2] for text in puzzle.answer.plan}),
        "choices": len(moves),
        "best_choices": sum(rest(problem.play(start, move)) == best for move in moves),
        "greedy_points": greedy_staff(start)[0],
    }


# --- plan -------------------------------------------------------------------------------------------


def _plan(puzzle: Puzzle) -> dict[str, int]:
    problem, start = puzzle.problem, puzzle.state()
    assert isinstance(problem, Plan)
    seat, value = start.to_move, _points(puzzle)
    moves = problem.moves(start)
    return {
        "points": value,
        "layings": _layings(puzzle),
        "cards": len(start.hands[seat]) + sum(map(len, start.camp)),
        "choices": len(moves),
        "best_choices": sum(_planned(problem, start, move) == value for move in moves),
        "greedy_points": greedy_plan(start, problem.turns)[0],
    }


def _planned(problem: Plan, start: State, move: Move) -> int:
    """What a plan that begins with this laying can gain."""
    seat = start.to_move
    laid = problem.play(start, move)
    gain = score(laid, seat) - score(start, seat)
    if problem.turns == 1:
        return gain
    ends = {problem.play(now, END) for now in _until_end(problem, laid)}
    values = [0 if after.deck == () else _value(plan(after, problem.turns - 1).value) for after in ends]
    return gain + max(values)


def _until_end(problem: Plan, laid: State) -> list[State]:
    """The positions in which the turn can end, after the laying."""
    if laid.step == "end":
        return [laid]
    return [problem.play(laid, draw) for draw in problem.moves(laid)]


def _value(value: object) -> int:
    assert isinstance(value, int)
    return value


# --- gift -------------------------------------------------------------------------------------------


def _gift(puzzle: Puzzle) -> dict[str, int]:
    start: State = puzzle.state()
    problem, value = Gift(), _points(puzzle)
    moves = problem.moves(start)
    gains = [problem.measure(start, [move]) for move in moves]
    dearest = max(start.open[move.place].mine.value for move in moves)
    return {
        "points": value,
        "rivals": start.seats - 1,
        "cards": len(start.hands[start.to_move]),
        "captures": len(moves),
        "best_choices": gains.count(value),
        "greedy_points": max(
            gain
            for gain, move in zip(gains, moves, strict=True)
            if start.open[move.place].mine.value == dearest
        ),
    }


# --- endgame ----------------------------------------------------------------------------------------


def _endgame(puzzle: Puzzle) -> dict[str, int]:
    start: State = puzzle.state()
    value = _points(puzzle)
    known: dict[State, int] = {}
    moves = start.moves()
    return {
        "points": value,
        "rivals": start.seats - 1,
        "layings": _layings(puzzle),
        "cards": sum(map(len, (*start.hands, *start.camp))) + len(start.deck or ()),
        "choices": len(moves),
        "best_choices": sum(margin_after(start, move, known) == value for move in moves),
        "greedy_points": greedy_endgame(start, known),
    }


def margin_after(state: State, move: Move, known: dict[State, int]) -> int:
    """The final margin of the seat to move when the best follows a move. `known` keeps what was worked out."""
    after = state.after(move)
    if after.is_over:
        return margin(after, state.to_move)
    if after not in known:
        known[after] = _value(endgame(after).value)
    return known[after] if after.to_move == state.to_move else -known[after]


def greedy_endgame(start: State, known: dict[State, int]) -> int:
    """Margin of the seat to move when it does what is best for the margin at once, and the other seat plays its best."""
    state, seat = start, start.to_move

    def at_once(move: Move) -> int:
        return margin(state.after(move), seat)

    def at_last(move: Move) -> int:
        return margin_after(state, move, known)

    while not state.is_over:
        choose: Callable[[Move], int] = at_once if state.to_move == seat else at_last
        moves: Sequence[Move] = state.moves()
        state = state.after(max(moves, key=choose))
    return margin(state, seat)


__all__ = ["effort", "evidence", "greedy_endgame", "level", "margin_after"]
