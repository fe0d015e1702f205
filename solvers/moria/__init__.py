"""Autumn of Moria solved: ways over the map, the best turn, the shortest campaign, the deepest cut; with reasons.

>>> from solvers.moria import muster
>>> muster("seats: blue | red\\n0,0: castle:blue n\\nland: - | -", "0,0", 3).value
3
"""

from puzzles.moria import State
from solvers.core.bots import Bot
from solvers.moria.bot import greedy_turn, idle, search_turn
from solvers.moria.campaign import campaign
from solvers.moria.cuts import cut
from solvers.moria.plan import best_turn, compare
from solvers.moria.ways import muster, route


def _greedy(view: State | str, seed: int) -> tuple[str, ...]:
    """The greedy player knows no chance."""
    return greedy_turn(view)


def _search(view: State | str, seed: int) -> tuple[str, ...]:
    """Nor does the searching one."""
    return search_turn(view)


BOTS = {"greedy": Bot(_greedy, seats=range(1, 5)), "search": Bot(_search, seats=range(1, 5))}
"""Players for ``boards.play(..., bots={1: "search"})``."""

__all__ = [
    "BOTS",
    "best_turn",
    "campaign",
    "compare",
    "cut",
    "greedy_turn",
    "idle",
    "muster",
    "route",
    "search_turn",
]
