"""Momiji solved: the best turn, orders of plays, collecting, objectives, endgames; each with reasons.

>>> from solvers.momiji import schedule
>>> schedule("hands: r0= o0= y0= | -", turns=1).value
4
"""

from puzzles.momiji import State
from solvers.core.bots import Bot
from solvers.momiji.bot import best_move
from solvers.momiji.endgame import endgame
from solvers.momiji.plan import activate_value, harvest, schedule
from solvers.momiji.turn import best_turn, compare


def _search(view: State | str, seed: int) -> tuple[str, ...]:
    """One move of the searching player; it is asked again after each."""
    return (str(best_move(view, seed)),)


BOTS = {"search": Bot(_search, seats=range(1, 5))}
"""Players for ``boards.play(..., bots={1: "search"})``."""

__all__ = ["BOTS", "activate_value", "best_move", "best_turn", "compare", "endgame", "harvest", "schedule"]
