"""Optimal plans and reasons: exact searches of our own, CP-SAT and networkx as second opinions.

>>> import solvers
>>> solvers.shifting_stones.distance("SFF/HHH/EEE", 38).value
2
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import puzzles
from puzzles.core import Puzzle, RulesError
from solvers.core.solution import (
    Alternative,
    Limits,
    Progress,
    Report,
    Solution,
    Status,
    Step,
    Stop,
    WrongAnswer,
    verify,
)

__all__ = [
    "Alternative",
    "Limits",
    "Progress",
    "Report",
    "Solution",
    "Status",
    "Step",
    "Stop",
    "WrongAnswer",
    "of",
    "solve",
    "verify",
]


def of(game: str) -> ModuleType:
    """The solver module of a game: ``solvers.GAME``, or the game's own module when it brings its solvers along.

    Raises RulesError for an unknown game.
    """
    puzzles.game(game)
    name = f"{__name__}.{game}"
    return import_module(name if find_spec(name) is not None else puzzles.GAMES[game])


def __getattr__(name: str) -> ModuleType:
    # solvers.shifting_stones without an import of its own, loaded when it is first used
    if name in puzzles.GAMES:
        return of(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def solve(puzzle: Puzzle, limits: Limits | None = None, report: Report | None = None) -> Any:
    """The answer to a puzzle, by the solver function that has the problem's name.

    Raises RulesError when the game has no solver of that name.
    """
    function = getattr(of(puzzle.game), puzzle.problem.name, None)
    if function is None:
        raise RulesError(f"{puzzle.key}: the game {puzzle.game} has no solver for {puzzle.problem.name!r}")
    return function(puzzle.start, **puzzle.problem.parameters(), limits=limits or Limits(), report=report)
