"""The 3x3 grid of tiles: a board is nine letters, the faces that show, row by row from the top."""

from __future__ import annotations

from collections import Counter

from puzzles.core.state import RulesError
from puzzles.core.text import shorten
from puzzles.shifting_stones.cards import BACKS, CARDS, FACES, SIDE, TILES, Place

CELLS = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "abc")
"""Names of the cells in reading order: a1 b1 c1 a2 ... c3."""

PAIRS = tuple(
    (cell, other)
    for cell in range(9)
    for other in (cell + 1, cell + SIDE)
    if other < 9 and (other == cell + SIDE or other // SIDE == cell // SIDE)
)
"""The 12 pairs of cells that share an edge (SS-9): a1 b1, a1 a2, b1 c1, b1 b2, ..."""

_KINDS = Counter(TILES)


def read_board(text: str, where: str = "board") -> str:
    """Nine letters from ``SFF/HHH/EEE``. Raises RulesError unless they show the nine tiles of SS-1.

    >>> read_board("SFF/HHH/EEE")
    'SFFHHHEEE'
    """
    if not isinstance(text, str):
        raise RulesError(f"{where}: got {type(text).__name__}, expected a text such as SFF/HHH/EEE")
    rows = text.strip().split("/")
    if [len(row) for row in rows] != [SIDE] * SIDE:
        raise RulesError(
            f"{where}: got {shorten(text)!r}, expected three rows of three letters such as SFF/HHH/EEE"
        )
    board = "".join(rows)
    for cell, face in zip(CELLS, board, strict=True):
        if face not in BACKS:
            raise RulesError(f"{where}, {cell}: got {face!r}, expected one of {' '.join(FACES)}")
    for kind, count in _KINDS.items():
        got = sum(face in kind for face in board)
        if got != count:
            names = f"{FACES[kind[0]].name}/{FACES[kind[1]].name}"
            raise RulesError(
                f"{where}: got {got} tiles {names} in {shorten(text)!r}, expected {count} (SS-1)"
            )
    return board


def board_text(board: str) -> str:
    """``SFF/HHH/EEE``, the inverse of ``read_board``."""
    return "/".join(board[i : i + SIDE] for i in range(0, 9, SIDE))


def swap(board: str, cell: int, other: int) -> str:
    """The board after the tiles on two cells changed places."""
    tiles = list(board)
    tiles[cell], tiles[other] = tiles[other], tiles[cell]
    return "".join(tiles)


def flip(board: str, cell: int) -> str:
    """The board after the tile on `cell` was turned over in place."""
    return board[:cell] + BACKS[board[cell]] + board[cell + 1 :]


def matching_places(board: str, card: int) -> tuple[Place, ...]:
    """The places where the card with this id matches now (SS-23 to SS-26); () when it does not."""
    return tuple(
        place for place in CARDS[card].places if all(board[cell] == face for cell, face in place.needs)
    )


def matches(board: str, card: int) -> bool:
    """Whether the card with this id may be scored on `board` (SS-23)."""
    return any(all(board[cell] == face for cell, face in place.needs) for place in CARDS[card].places)


def describe(board: str) -> str:
    """Three lines of three cells, capital = up, bracket = hidden face (SS-B7): ``S(m) F(b) F(b)``."""
    cells = [f"{face}({BACKS[face].lower()})" for face in board]
    return "\n".join(" ".join(cells[i : i + SIDE]) for i in range(0, 9, SIDE))
