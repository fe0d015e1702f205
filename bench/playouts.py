"""Random play through the rules of a game."""

from __future__ import annotations

from collections.abc import Sequence

from bench.tables import clock, show
from puzzles.core.game import Game
from puzzles.core.play import random_walk

SECONDS = 3.0
"""Processor time for each number of players."""


def playouts(game: Game, players: Sequence[int]) -> None:
    """Print games and moves a second; turns are many moves, and some games never end by random play."""
    rows: list[tuple[object, ...]] = []
    for count in players:
        games, moves = 0, 0
        started = clock()
        while clock() - started < SECONDS:
            moves += sum(1 for _ in random_walk(game.new(players=count, seed=games), seed=games, most=300))
            games += 1
        seconds = clock() - started
        rows.append((count, f"{games / seconds:.1f}", f"{moves / seconds:.0f}"))
    show(
        "Random playouts by the rules (at most 300 moves each)",
        ("players", "a second", "moves a second"),
        rows,
    )
