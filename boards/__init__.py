"""Play the games in Jupyter: one board for all of them.

>>> import boards
>>> board = boards.play("shifting_stones", players=2, seed=7)
>>> board.play("end")
>>> board.session.state.to_move
1
>>> board.close()
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

import puzzles
from boards.core import record
from boards.core.board import Board
from boards.core.drawing import Draw
from boards.core.session import Session, Setup
from puzzles.core import Game, Puzzle, RulesError
from puzzles.core.text import shorten

__all__ = ["Board", "drawing_of", "play", "resume", "show"]


def drawing_of(game: str) -> Draw:
    """The drawing functions of a game: ``boards.GAME.draw``, or the game's own module when it draws itself."""
    puzzles.game(game)
    name = f"{__name__}.{game}"
    module = f"{name}.draw" if find_spec(name) is not None else puzzles.GAMES[game]
    return cast(Draw, import_module(module))


def play(
    what: Any = "shifting_stones",
    *,
    players: int | None = None,
    seed: int | None = None,
    bots: Mapping[int, str] | None = None,
    match: bool = False,
    name: str | None = None,
    **options: str,
) -> Board:
    """A board to play on.

    what     a game's name, a puzzle or its key (``shifting_stones/01_first_score``), a position or its text
    players  seats of a new game (default 2, or the fewest the game takes)
    seed     of the deal of a new game, 0 or more (default 1)
    bots     seat -> ``random``, ``best turn`` or a player that the game brings (``solvers.GAME.BOTS``)
    match    True: undo stops at moves that showed something hidden
    name     keep the game on disk under this name after every move, for ``resume``
    options  rules of a new game by name, e.g. ``idle_end="forbidden"``
    Raises RulesError for what is no game, puzzle or position, and for set-ups that the game does not know.
    """
    chosen = dict(bots or {})
    if name is not None:
        record.check_name(name)
    if isinstance(what, str) and what in puzzles.GAMES:
        game = puzzles.game(what)
        seats = players if players is not None else max(2, game.seats.start)
        number = seed if seed is not None else 1
        start = game.new(players=seats, seed=number, **options)
        setup = Setup(seats, number, options, chosen, match)
        _check_bots(game, setup)
        return Board(Session(game, drawing_of(game.name), start, setup), name=name)
    if players is not None or seed is not None or options:
        raise RulesError(
            f"play: got players, seed or options with {shorten(str(what))!r}, expected them with a game's name only"
        )
    puzzle = _puzzle(what)
    if puzzle is not None:
        start, which = puzzle.state(), puzzle.game
        if not hasattr(start, "outcome"):
            raise RulesError(
                f"{puzzle.key}: the problem {puzzle.problem.name!r} is about a part of a position, "
                "so there is no game to play on a board; ask solvers.solve(puzzle) instead"
            )
    else:
        start, which = _state(what)
    setup = Setup(players=start.seats, seed=getattr(start, "seed", None) or 0, bots=chosen, match=match)
    game = puzzles.game(which)
    _check_bots(game, setup)
    return Board(Session(game, drawing_of(which), start, setup, puzzle), name=name)


def show(what: Any) -> Board:
    """A position to look at: drawn like a board, not to be played. Takes a position, its text or a puzzle.

    Raises RulesError.
    """
    puzzle = _puzzle(what)
    start, name = (puzzle.state(), puzzle.game) if puzzle is not None else _state(what)
    if not hasattr(start, "outcome"):
        raise RulesError(f"show: got {shorten(str(what))!r}, expected a whole position")
    return Board(Session(puzzles.game(name), drawing_of(name), start), fixed=True)


def resume(name: str) -> Board:
    """The game kept under `name`, at the last move; it is kept under that name again. Raises RulesError."""
    return Board(record.take_up(name), name=name)


def _puzzle(what: Any) -> Puzzle | None:
    if isinstance(what, Puzzle):
        return what
    if isinstance(what, str) and "/" in what and "\n" not in what and ":" not in what:
        return puzzles.load(what)
    return None


def _state(what: Any) -> tuple[Any, str]:
    state = puzzles.read_state(what) if isinstance(what, str) and "\n" in what else what
    if not hasattr(state, "why_not"):
        raise RulesError(
            f"got {shorten(repr(what))}, expected one of the games {', '.join(puzzles.GAMES)}, "
            "a puzzle, its key, a position or its text"
        )
    return state, puzzles.game(str(state).partition("\n")[0].partition(":")[2].strip()).name


def _check_bots(game: Game, setup: Setup) -> None:
    from solvers.core import bots

    known = bots.names(game, setup.players) if setup.bots else ()
    for seat, bot in setup.bots.items():
        if seat not in range(setup.players):
            raise RulesError(f"bots: got seat {seat}, expected 0 to {setup.players - 1}")
        if bot not in known:
            raise RulesError(f"bots, seat {seat}: got {bot!r}, expected one of {', '.join(known)}")
