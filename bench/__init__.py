"""Benchmarks: the solvers and the board against what a user would otherwise pick, side by side in one run."""
