"""Momiji solved: orders of plays, collecting, objectives, endgames; each with reasons."""

from solvers.momiji.plan import harvest, schedule

__all__ = ["harvest", "schedule"]
