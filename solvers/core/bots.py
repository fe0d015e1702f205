"""Players that a board can seat: each gives the moves of its turn, from what its seat may know.

A game brings players of its own as ``solvers.GAME.BOTS``: name -> ``Bot``. They think in the worker process.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from puzzles.core import Game, RulesError
from solvers.core.solution import Solution

RANDOM, BEST = "random", "best turn"
"""``random`` plays any legal move; ``best turn`` plays the plan of the game's hint problem."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A player that a game brings along.

    turn   from a view and a seed to the moves of the turn, as texts; the same for the same view and seed
    seats  the numbers of players with which it can play
    """

    turn: Callable[[Any, int], tuple[str, ...]]
    seats: range


def names(game: Game, players: int) -> tuple[str, ...]:
    """The players that a game of so many seats offers: ``random``, ``best turn`` where it has a hint, its own."""
    mine = [name for name, bot in own(game).items() if players in bot.seats]
    return (RANDOM, *([BEST] if game.hint else []), *mine)


def own(game: Game) -> Mapping[str, Bot]:
    """The players that a game brings along."""
    import solvers

    return getattr(solvers.of(game.name), "BOTS", {})


def random_turn(view: Any, seed: int) -> tuple[str, ...]:
    """One random legal move of the seat to move; () when there is none. Same view and seed, same move."""
    moves = view.moves()
    return (str(moves[random.Random(f"{seed}/{view}").randrange(len(moves))]),) if moves else ()


def own_turn(game: Game, bot: str, view: Any, seed: int) -> tuple[str, ...]:
    """The turn of one of the game's own players. Raises RulesError for a name that the game does not have."""
    players = own(game)
    if bot not in players:
        raise RulesError(f"{game.name}, bot: got {bot!r}, expected one of {', '.join(players) or 'none'}")
    return tuple(players[bot].turn(view, seed))


def planned_turn(game: Game, view: Any, solution: Solution) -> tuple[str, ...]:
    """The moves of a solved turn; where it gains nothing, the game's own ``idle`` word on what to do then.

    Never empty while there is a legal move, so that no game waits for a bot for ever.
    """
    import solvers

    if not solution.value or solution.value == 0:
        idle = getattr(solvers.of(game.name), "idle", None)
        if idle is not None:
            return tuple(str(move) for move in idle(view))
    return solution.texts or random_turn(view, 0)
