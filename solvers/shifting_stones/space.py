"""All boards at once: every arrangement of the tiles of some kinds, with every choice of faces, as one array.

Tiles of other kinds are blanked, so a board of the space stands for many boards of the game, equally
many each; a move on it is the same move on all of them. With no kind blanked these are the
2,580,480 boards themselves.

An array over a space has the shape (512, arrangements). Bit c of the first index is set when the tile on
cell c shows its second face (of a blank it says nothing: the array has the same value for both).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzles.shifting_stones.cards import ANY, CARDS
from puzzles.shifting_stones.grid import PAIRS
from solvers.shifting_stones.packed import COUNT, FACES, KINDS, LANE

Array = NDArray[Any]

FACE_SETS = 512
"""Choices of a face for each of nine tiles."""

BOARDS = math.factorial(9) // math.prod(map(math.factorial, COUNT)) * FACE_SETS
"""Number of boards: 2,580,480."""


def kinds_of(cards: Iterable[int]) -> tuple[int, ...]:
    """The kinds of tile that some cards print, ascending."""
    return tuple(sorted({LANE[face] // 2 for card in cards for _, face in CARDS[card].places[0].needs}))


class Space:
    """The boards of some kinds; the tiles of the other kinds are blank.

    kinds   0 to 3, ascending
    rows    the arrangements: nine letters, the first face of the kind or ``.``
    after   for each of the 12 swaps the arrangement that it makes of each arrangement
    stands_for   number of boards of the game behind one board of the space
    """

    def __init__(self, kinds: tuple[int, ...]) -> None:
        self.kinds = kinds
        letters = "".join(FACES[2 * kind] * COUNT[kind] for kind in kinds)
        self.tiles = len(letters)
        self.rows = tuple(_arrangements(letters + ANY * (9 - self.tiles)))
        self.row_of = {row: number for number, row in enumerate(self.rows)}
        self.after = tuple(
            np.array([self.row_of[_exchanged(row, *pair)] for row in self.rows]) for pair in PAIRS
        )
        self.shape = (FACE_SETS, len(self.rows))
        self.stands_for = BOARDS // (len(self.rows) << self.tiles)

    def place(self, board: str) -> tuple[int, int]:
        """Where a board of nine letters (blanks as ``.``) lies in an array.

        >>> whole().place("SFFHHHEEE")
        (0, 4769)
        """
        kept = [face if face != ANY and LANE[face] // 2 in self.kinds else ANY for face in board]
        faces = sum((LANE[face] & 1) << cell for cell, face in enumerate(kept) if face != ANY)
        return faces, self.row_of["".join(face if face == ANY else FACES[LANE[face] & ~1] for face in kept)]

    def board(self, faces: int, row: int) -> str:
        """The board of nine letters at a place, blanks as ``.``."""
        return "".join(
            face if face == ANY else FACES[LANE[face] | faces >> cell & 1]
            for cell, face in enumerate(self.rows[row])
        )

    def matching(self, card: int) -> NDArray[np.bool_]:
        """On which boards a card matches; the space must hold the kinds that it prints."""
        found = np.zeros(self.shape, dtype=np.bool_)
        number = np.arange(FACE_SETS)
        letters = np.array([list(row) for row in self.rows])
        for place in CARDS[card].places:
            lies, shows = np.ones(len(self.rows), dtype=np.bool_), np.ones(FACE_SETS, dtype=np.bool_)
            for cell, face in place.needs:
                lies &= letters[:, cell] == FACES[LANE[face] & ~1]
                shows &= (number >> cell & 1) == LANE[face] & 1
            found[np.ix_(np.flatnonzero(shows), np.flatnonzero(lies))] = True
        return found

    def spread(self, masks: Array) -> Array:
        """The masks of every board, joined (bitwise or) with those of its 21 neighbours; a new array.

        About 0.1 s for 16 bits over the whole space.
        """
        found = masks.copy()
        held = np.empty_like(masks)
        bits = (2,) * 9
        for cell in range(9):
            halves = masks.reshape(FACE_SETS >> cell + 1, 2, -1)
            out = found.reshape(halves.shape)
            out |= halves[:, ::-1]
        for (cell, other), after in zip(PAIRS, self.after, strict=True):
            np.take(masks, after, axis=1, out=held, mode="clip")
            turned = held.reshape(*bits, -1).swapaxes(8 - cell, 8 - other)
            out = found.reshape(*bits, -1)
            out |= turned
        return found

    @property
    def once(self) -> Array:
        """Face numbers with every blank at 0, shape (2 ** tiles, arrangements): each board once."""
        cells = np.array([[cell for cell in range(9) if row[cell] != ANY] for row in self.rows])
        packed = np.arange(1 << self.tiles)[:, None]
        found = np.zeros((1 << self.tiles, len(self.rows)), dtype=np.int16)
        for tile in range(self.tiles):
            found |= ((packed >> tile & 1) << cells[:, tile]).astype(np.int16)
        return found

    @property
    def packed(self) -> Array:
        """The inverse of ``once``: the row of its array for every face number; same shape as an array."""
        cells = np.array([[cell for cell in range(9) if row[cell] != ANY] for row in self.rows])
        faces = np.arange(FACE_SETS)[:, None]
        found = np.zeros(self.shape, dtype=np.int16)
        for tile in range(self.tiles):
            found |= ((faces >> cells[:, tile] & 1) << tile).astype(np.int16)
        return found


@cache
def space(kinds: tuple[int, ...]) -> Space:
    """The space of some kinds, made when it is first asked for."""
    return Space(kinds)


def whole() -> Space:
    """The space of all boards, no tile blanked."""
    return space(tuple(range(KINDS)))


def _arrangements(letters: str) -> Iterator[str]:
    """All different orders of some letters, in the order of the letters."""
    if not letters:
        yield ""
    for letter in sorted(set(letters)):
        for rest in _arrangements(letters.replace(letter, "", 1)):
            yield letter + rest


def _exchanged(row: str, cell: int, other: int) -> str:
    tiles = list(row)
    tiles[cell], tiles[other] = tiles[other], tiles[cell]
    return "".join(tiles)
