"""Kings Under Mountains solved: own mines staffed, turns planned, gifts weighed, endgames; each with reasons.

>>> from solvers.kingdoms import staff
>>> staff("kings: d\\nhands: o9 g0 t1\\nown: 3/3=5").value
(5, 0)
"""

from solvers.kingdoms.ahead import plan
from solvers.kingdoms.answers import gift, staff
from solvers.kingdoms.endgame import endgame
from solvers.kingdoms.turn import best_turn, compare

__all__ = ["best_turn", "compare", "endgame", "gift", "plan", "staff"]
