"""The vocabulary that all games speak. Standard library only."""

from puzzles.core.game import Game, Option
from puzzles.core.problem import Problem
from puzzles.core.puzzle import Answer, Puzzle
from puzzles.core.state import IllegalMove, Move, Outcome, RulesError, State

__all__ = [
    "Answer",
    "Game",
    "IllegalMove",
    "Move",
    "Option",
    "Outcome",
    "Problem",
    "Puzzle",
    "RulesError",
    "State",
]
