"""Momiji solved: orders of plays, collecting, objectives, endgames; each with reasons."""

from solvers.momiji.endgame import endgame
from solvers.momiji.plan import activate_value, harvest, schedule

__all__ = ["activate_value", "endgame", "harvest", "schedule"]
