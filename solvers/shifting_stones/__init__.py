"""Shifting Stones solved: distance, best turn, points against cards kept; each by two methods.

>>> from solvers.shifting_stones import distance
>>> distance("SFF/HHH/EEE", 38).texts
('flip c1', 'swap b1 b2')
"""

from solvers.shifting_stones.graph import neighbourhood
from solvers.shifting_stones.plan import best_turn, distance, pareto
from solvers.shifting_stones.tour import tour
from solvers.shifting_stones.turns import idle
from solvers.shifting_stones.why import compare

__all__ = ["best_turn", "compare", "distance", "idle", "neighbourhood", "pareto", "tour"]
