"""What all questions about Autumn of Moria share: reading the position, and words for cells and colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from puzzles.core.state import RulesError
from puzzles.moria.cells import cell_text
from puzzles.moria.moves import Move
from puzzles.moria.problems import PositionProblem
from puzzles.moria.regions import pile_at
from puzzles.moria.rules import State, read_state
from puzzles.moria.state import Position
from solvers.core.solution import Limits, Solution, Status, Step, verify

NO_LIMIT = Limits()


def read_question(state: State | str, problem: PositionProblem) -> State:
    """The position from a state or its text, as the seat to move sees it, fit for the question. Raises RulesError."""
    if isinstance(state, str):
        state = read_state(state)
    if not isinstance(state, State):
        raise RulesError(
            f"{problem.name}: got {type(state).__name__}, expected a position of moria or its text"
        )
    problem.check_start(state)
    return state.view(state.to_move)


def answered(
    problem: PositionProblem, start: State, value: int | None, steps: Sequence[Step], proof: str, **more: Any
) -> Solution:
    """A proved answer, replayed by the problem; None means that it is impossible."""
    return verify(
        Solution(
            problem=problem,
            start=str(start),
            status=Status.INFEASIBLE if value is None else Status.OPTIMAL,
            value=value,
            bound=value,
            proof=proof if value is not None else "",
            steps=tuple(steps),
            **more,
        )
    )


def texts(plan: Sequence[Move]) -> tuple[str, ...]:
    """The moves as texts."""
    return tuple(map(str, plan))


def card_words(position: Position, cell: int) -> str:
    """``the gold mine on 1,0``."""
    pile = pile_at(position, cell)
    if pile is None:
        return f"the empty cell {cell_text(cell)}"
    return f"the {kind_words(position, pile.cards[-1])} on {cell_text(cell)}"


def kind_words(position: Position, laid: int) -> str:
    """``gold mine``."""
    return position.kind(laid).kind.replace("_", " ")
