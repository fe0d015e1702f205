"""Autumn of Moria solved: ways over the map, the best turn, the shortest campaign, the deepest cut; with reasons.

>>> from solvers.moria import muster
>>> muster("seats: blue | red\\n0,0: castle:blue n\\nland: - | -", "0,0", 3).value
3
"""

from solvers.moria.campaign import campaign
from solvers.moria.cuts import cut
from solvers.moria.turn import best_turn
from solvers.moria.ways import muster, route

__all__ = ["best_turn", "campaign", "cut", "muster", "route"]
