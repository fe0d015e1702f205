"""Players that a board can seat: each gives the moves of its turn, from what its seat may know."""

from __future__ import annotations

import random
from typing import Any

from puzzles.core import Game
from solvers.core.solution import Solution

BOTS = ("random", "best turn")
"""``random`` plays any legal move; ``best turn`` plays the plan of the game's hint problem."""


def random_turn(view: Any, seed: int) -> tuple[str, ...]:
    """One random legal move of the seat to move; () when there is none. Same view and seed, same move."""
    moves = view.moves()
    return (str(moves[random.Random(f"{seed}/{view}").randrange(len(moves))]),) if moves else ()


def planned_turn(game: Game, view: Any, solution: Solution) -> tuple[str, ...]:
    """The moves of a solved turn; where it gains nothing, the game's own ``idle`` word on what to do then."""
    import solvers

    if not solution.value or solution.value == 0:
        idle = getattr(solvers.of(game.name), "idle", None)
        if idle is not None:
            return tuple(str(move) for move in idle(view))
    return solution.texts
