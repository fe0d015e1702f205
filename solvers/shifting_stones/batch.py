"""Many boards at once: NumPy columns of kind states, moves and card distances by table.

A board is four whole numbers, one for each kind of tile: which of its tiles lie where with which face
up (18, 144, 672 and 672 ways). A swap or a flip acts on every kind for itself, so a move of a
thousand boards is four look-ups in small tables. A card's distance depends on the kinds that it
prints, and is read from one table of their states; for the few cards that would need a large one,
some tokens stay single and the least is taken over their tiles.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzles.shifting_stones.cards import CARDS
from puzzles.shifting_stones.problems import BOARD_MOVES
from solvers.shifting_stones.packed import COUNT, KINDS, LANE
from solvers.shifting_stones.tables import token_swaps

Columns = NDArray[np.int16]
"""Boards: one column each, a row for every kind."""

Ints = NDArray[Any]
"""Whole numbers of any width, one for each board."""

MOVES = len(BOARD_MOVES)
_MOST_TABLE = 500_000
"""Bytes of a card's table; a card with a larger product of kind states keeps single tokens."""


@cache
def spots(kind: int) -> NDArray[np.int16]:
    """The spots of the tiles of a kind, by its state: a spot is a cell, plus 9 when the second face shows.

    Shape (states, tiles). The states are numbered by the cells, then by the faces.
    """
    count = COUNT[kind]
    found = [
        [cell + 9 * face for cell, face in zip(cells, faces, strict=True)]
        for cells in combinations(range(9), count)
        for faces in product((0, 1), repeat=count)
    ]
    return np.array(found, dtype=np.int16)


@cache
def _numbers(kind: int) -> dict[frozenset[int], int]:
    return {frozenset(map(int, row)): number for number, row in enumerate(spots(kind))}


@cache
def steps(kind: int) -> NDArray[np.int16]:
    """The state of a kind after each board move, shape (21 moves, states)."""
    table = np.empty((MOVES, len(spots(kind))), dtype=np.int16)
    for number, move in enumerate(BOARD_MOVES):
        for state, row in enumerate(spots(kind)):
            after = []
            for spot in map(int, row):
                cell, face = spot % 9, spot // 9
                if cell in move.cells:
                    if move.verb == "flip":
                        face = 1 - face
                    else:
                        cell = move.cells[move.cells[0] == cell]
                after.append(cell + 9 * face)
            table[number, state] = _numbers(kind)[frozenset(after)]
    return table


def columns(board: str) -> Columns:
    """One board of nine letters, as shape (4, 1)."""
    found = []
    for kind in range(KINDS):
        here = frozenset(
            cell + 9 * (LANE[face] & 1) for cell, face in enumerate(board) if LANE[face] // 2 == kind
        )
        found.append([_numbers(kind)[here]])
    return np.array(found, dtype=np.int16)


def keys(boards: Columns) -> NDArray[np.int64]:
    """One whole number for every board; equal boards have equal numbers."""
    key: NDArray[np.int64] = boards[0].astype(np.int64)
    for kind in range(1, KINDS):
        key = key * len(spots(kind)) + boards[kind]
    return key


def from_keys(numbers: NDArray[np.int64]) -> Columns:
    """The inverse of ``keys``."""
    found = np.empty((KINDS, len(numbers)), dtype=np.int16)
    for kind in range(KINDS - 1, 0, -1):
        numbers, found[kind] = np.divmod(numbers, len(spots(kind)))
    found[0] = numbers
    return found


def after_all(boards: Columns) -> Columns:
    """Every board after every move, shape (4, 21 * boards): all boards after move 0, after move 1, ..."""
    return np.stack([steps(kind)[:, boards[kind]].reshape(-1) for kind in range(KINDS)])


class Distances:
    """Fewest board moves until a card matches, for many boards at once."""

    __slots__ = ("_kind", "_others", "_table", "_width", "card")

    def __init__(self, card: int) -> None:
        places = CARDS[card].places
        lanes = [LANE[face] for _, face in places[0].needs]
        kinds = [lane // 2 for lane in lanes]
        # Tokens of one kind stand together, the kind with most tokens last: it becomes states first.
        order = sorted(range(len(lanes)), key=lambda i: (kinds.count(kinds[i]), kinds[i]))
        targets = tuple(tuple(place.needs[i][0] for i in order) for place in places)
        price = np.frombuffer(token_swaps(targets), dtype=np.uint8).reshape((9,) * len(lanes))
        for axis, i in enumerate(order):
            wrong = np.array([(face != lanes[i] & 1) for face in (0, 1)], dtype=np.uint8)
            added = [np.where(price == 255, 255, price + more).astype(np.uint8) for more in wrong]
            price = np.concatenate(added, axis=axis)
        self.card = card
        groups = [[kinds[i] for i in order].count(kind) for kind in dict.fromkeys(kinds[i] for i in order)]
        names = list(dict.fromkeys(kinds[i] for i in order))
        table = _by_state(price, names[-1], groups[-1])
        self._kind, self._width = names[-1], 0
        singles = [kind for kind, size in zip(names[:-1], groups[:-1], strict=True) for _ in range(size)]
        if len(names) == 2 and table.shape[-1] * len(spots(names[0])) <= _MOST_TABLE:
            # One table of both kinds: the tokens' axes come first, so they are moved to the end.
            both = _by_state(np.moveaxis(table, -1, 0), names[0], groups[0])
            table, singles = np.ascontiguousarray(both.T), []
            self._width = names[0] + 1  # 0 stands for none
        self._others = tuple(singles)
        self._table = np.ascontiguousarray(table)

    def __call__(self, boards: Columns) -> NDArray[np.uint8]:
        last = boards[self._kind]
        where: tuple[Ints, ...] = (boards[self._width - 1], last) if self._width else (last,)
        if not self._others:
            found: NDArray[np.uint8] = self._table[where]
            return found
        rows = [spots(kind)[boards[kind]].T for kind in self._others]
        least = np.full(len(last), 255, dtype=np.uint8)
        for choice in product(*rows):
            np.minimum(least, self._table[(*choice, last)], out=least)
        return least


def _by_state(price: NDArray[np.uint8], kind: int, tokens: int) -> NDArray[np.uint8]:
    """Replace the last `tokens` axes, all spots of one kind, by one axis of the kind's states."""
    tiles = spots(kind)
    least: NDArray[np.uint8] | None = None
    for choice in product(range(tiles.shape[1]), repeat=tokens):
        where: tuple[Any, ...] = (..., *(tiles[:, tile] for tile in choice))
        found: NDArray[np.uint8] = price[where]
        least = found if least is None else np.minimum(least, found)
    assert least is not None
    return least


@cache
def distances(card: int) -> Distances:
    """The table of a card, made when it is first asked for."""
    return Distances(card)
