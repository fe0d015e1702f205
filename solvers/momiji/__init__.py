"""Momiji solved: the best turn, orders of plays, collecting, objectives, endgames; each with reasons.

>>> from solvers.momiji import schedule
>>> schedule("hands: r0= o0= y0= | -", turns=1).value
4
"""

from solvers.momiji.bot import best_move
from solvers.momiji.endgame import endgame
from solvers.momiji.plan import activate_value, harvest, schedule
from solvers.momiji.turn import best_turn, compare

__all__ = ["activate_value", "best_move", "best_turn", "compare", "endgame", "harvest", "schedule"]
