"""What the games are: rules, cards, positions. Python standard library only.

>>> import puzzles
>>> state = puzzles.game("shifting_stones").new(players=2, seed=7)
>>> puzzles.game("shifting_stones").read_state(str(state)) == state
True
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from puzzles.core import Answer, Game, IllegalMove, Outcome, Problem, Puzzle, RulesError, State
from puzzles.core.puzzle import read_puzzle
from puzzles.core.text import shorten

GAMES: dict[str, str] = {
    # name -> module that holds its GAME; one line a game
    "shifting_stones": "puzzles.shifting_stones",
    "moria": "puzzles.moria",
    "momiji": "puzzles.momiji",
    "kingdoms": "puzzles.kingdoms",
}

__all__ = [
    "GAMES",
    "Answer",
    "Game",
    "IllegalMove",
    "Outcome",
    "Problem",
    "Puzzle",
    "RulesError",
    "State",
    "game",
    "keys",
    "load",
    "read_state",
]


def game(name: str) -> Game:
    """The game `name`, loaded when it is first asked for. Raises RulesError."""
    if name not in GAMES:
        raise RulesError(f"game: got {shorten(str(name))!r}, expected one of {', '.join(GAMES)}")
    found = import_module(GAMES[name]).GAME
    assert isinstance(found, Game)
    return found


def read_state(text: str) -> Any:
    """A position of any game; the text must begin with its ``game:`` line. Raises RulesError."""
    if not isinstance(text, str):
        raise RulesError(f"position: got {type(text).__name__}, expected a text")
    first = next((line for line in text.splitlines() if line.strip()), "")
    key, _, name = first.partition(":")
    if key.strip() != "game":
        raise RulesError(
            f"position, line 1: got {shorten(first)!r}, expected 'game: NAME' with one of {', '.join(GAMES)}"
        )
    return game(name.strip()).read_state(text)


def keys(name: str) -> tuple[str, ...]:
    """The keys of the puzzles shipped with the game `name`, for ``load``, sorted."""
    return tuple(f"{name}/{path.stem}" for path in sorted((game(name).folder / "positions").glob("*.toml")))


def load(key: str) -> Puzzle:
    """The puzzle ``GAME/NAME``. Raises RulesError that lists what is there.

    >>> load("shifting_stones/01_first_score").problem.name
    'best_turn'
    """
    name, slash, stem = key.partition("/")
    if not slash:
        raise RulesError(
            f"puzzle key: got {shorten(key)!r}, expected GAME/NAME, e.g. shifting_stones/01_first_score"
        )
    which = game(name)
    if key not in keys(name):
        raise RulesError(f"puzzle key: got {shorten(key)!r}, expected one of {', '.join(keys(name))}")
    return read_puzzle(which.folder / "positions" / f"{stem}.toml", which)
