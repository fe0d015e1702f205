"""Shifting Stones solved: distance, best turn, points against cards kept, tours, solo plans; each by two methods.

>>> from solvers.shifting_stones import distance
>>> distance("SFF/HHH/EEE", 38).texts
('flip c1', 'swap b1 b2')
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solvers.core.bots import Bot
from solvers.shifting_stones.graph import neighbourhood
from solvers.shifting_stones.plan import best_turn, distance, pareto
from solvers.shifting_stones.turns import idle
from solvers.shifting_stones.why import compare

if TYPE_CHECKING:
    from solvers.shifting_stones.all_distances import atlas
    from solvers.shifting_stones.solo import solo_plan
    from solvers.shifting_stones.tours import tour

__all__ = [
    "BOTS",
    "atlas",
    "best_turn",
    "compare",
    "distance",
    "idle",
    "neighbourhood",
    "pareto",
    "solo_plan",
    "tour",
]


def _search(view: Any, seed: int) -> tuple[str, ...]:
    from solvers.shifting_stones.bot import search_turn

    return search_turn(view, seed)


BOTS = {"search": Bot(_search, seats=range(1, 2))}
"""Players of this game for the board, besides those of every game."""

_NEED_NUMPY = {"atlas": "all_distances", "solo_plan": "solo", "tour": "tours"}
"""Functions whose modules load NumPy (0.2 s), so they are loaded when they are first used."""


def __getattr__(name: str) -> Any:
    if name in _NEED_NUMPY:
        return getattr(import_module(f"{__name__}.{_NEED_NUMPY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
