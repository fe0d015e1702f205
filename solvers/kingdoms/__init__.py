"""Kings Under Mountains solved: own mines staffed, turns planned, gifts weighed, endgames; each with reasons.

>>> from solvers.kingdoms import staff
>>> staff("kings: d\\nhands: o9 g0 t1\\nown: 3/3=5").value
(5, 0)
"""

from puzzles.kingdoms.rules import State
from solvers.core.bots import Bot
from solvers.kingdoms.answers import gift, staff
from solvers.kingdoms.bot import best_move
from solvers.kingdoms.endgame import endgame
from solvers.kingdoms.greedy import greedy_turn
from solvers.kingdoms.plan import plan
from solvers.kingdoms.turn import best_turn, compare


def _greedy(view: State | str, seed: int) -> tuple[str, ...]:
    """One move of the greedy player, who needs no luck."""
    return greedy_turn(view)


def _search(view: State | str, seed: int) -> tuple[str, ...]:
    """One move of the searching player; it is asked again after each."""
    return (str(best_move(view, seed)),)


BOTS = {"greedy": Bot(_greedy, seats=range(1, 5)), "search": Bot(_search, seats=range(1, 5))}
"""Players for ``boards.play(..., bots={1: "search"})``."""

__all__ = ["BOTS", "best_move", "best_turn", "compare", "endgame", "gift", "plan", "staff"]
