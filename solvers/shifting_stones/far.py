"""Distances between all boards: from one board to all others at once, and how far apart two boards can be.

Flips travel with their tile, so they may come last: a way is some swaps, then some flips. All 362,880
ways to send nine cells to nine cells give the boards that swaps alone reach, each with its exact number of
swaps (``tables.permutation_swaps``); where several give the same board the least counts. After that
every cell may be flipped or not, one move each: nine passes over the array, one a cell.

How far apart two boards can be does not change when the grid is turned or mirrored (8 ways), when all
tiles of a kind are turned over (16 ways) or when Horse/Boat and Seed/Tree, three tiles each, change
their parts (2 ways). So one board of every orbit of these 256 maps stands for its whole orbit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzles.shifting_stones.rules import State
from solvers.shifting_stones.packed import COUNT, KINDS, LANE
from solvers.shifting_stones.space import BOARDS, FACE_SETS, whole
from solvers.shifting_stones.tables import permutation_swaps
from solvers.shifting_stones.turns import read_tiles

Table = NDArray[np.uint8]
_FAR = 100  # more than any distance, and room to add nine flips


def distances_from(board: State | str) -> Table:
    """Fewest moves from a board to every board, shape (512, 5040) as ``space.whole()`` orders them.

    Raises RulesError.
    """
    faces, row = whole().place(read_tiles(board, "distances_from, board"))
    found = np.empty(whole().shape, dtype=np.uint8)
    _fill(found, faces, _sent(row))
    return found


def histogram_from(board: State | str) -> tuple[int, ...]:
    """Number of boards 0, 1, 2 ... moves away from a board; they are 2,580,480 together.

    >>> histogram_from("SFF/HHH/EEE")[:5]
    (1, 16, 134, 785, 3559)
    """
    return tuple(map(int, np.bincount(distances_from(board).ravel())))


@cache
def _ways() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Every way to send cells to cells, shape (9, 362880), and its swaps; most swaps first."""
    orders = np.zeros((1, 1), dtype=np.uint8)
    for length in range(2, 10):  # in dictionary order, as the table of swaps has them
        orders = np.concatenate(
            [np.insert(orders + (orders >= first), 0, first, axis=1) for first in range(length)]
        ).astype(np.uint8)
    swaps = np.frombuffer(permutation_swaps(), dtype=np.uint8)
    order = np.argsort(-swaps.astype(np.int16), kind="stable")
    return np.ascontiguousarray(orders[order].T), swaps[order]


@cache
def _to_bit() -> NDArray[np.int16]:
    """The face bit of the cell that each cell is sent to, shape (9, 362880)."""
    return np.left_shift(np.int16(1), _ways()[0].astype(np.int16))


@cache
def _kinds() -> NDArray[np.int64]:
    """Kind of the tile on each cell, shape (9, 5040)."""
    return np.array([[LANE[face] // 2 for face in row] for row in whole().rows]).T.copy()


@cache
def _row_of_code() -> NDArray[np.int32]:
    """Arrangement by the kinds on its cells, read as a number with nine digits 0 to 3."""
    found = np.full(KINDS**9, -1, dtype=np.int32)
    found[_code(_kinds())] = np.arange(len(whole().rows))
    return found


def _code(kinds: NDArray[np.int64]) -> NDArray[Any]:
    code: NDArray[Any] = sum(kinds[cell] << 2 * cell for cell in range(9))
    return code


def _sent(row: int) -> NDArray[np.int32]:
    """The arrangement that each way makes of arrangement `row`."""
    ways = _ways()[0].astype(np.int32)
    code = np.zeros(ways.shape[1], dtype=np.int32)
    for cell, kind in enumerate(_kinds()[:, row]):
        code += np.left_shift(np.int32(kind), 2 * ways[cell])
    return _row_of_code()[code]


def _fill(found: Table, faces: int, sent: NDArray[np.int32]) -> None:
    found.fill(_FAR)
    bits = _to_bit()
    shown = np.zeros(bits.shape[1], dtype=np.int16)
    for cell in range(9):
        if faces >> cell & 1:
            shown += bits[cell]
    # Where several ways make the same board the last one written stays: the one with fewest swaps.
    found.reshape(-1)[shown.astype(np.int32) * found.shape[1] + sent] = _ways()[1]
    for cell in range(9):
        halves = found.reshape(FACE_SETS >> cell + 1, 2, -1)
        here, there = halves[:, 0], halves[:, 1]
        flipped = here + np.uint8(1)
        np.minimum(here, there + np.uint8(1), out=here)
        np.minimum(there, flipped, out=there)


@dataclass(frozen=True, slots=True)
class Orbits:
    """One board (faces, row) of every orbit, and how many boards each stands for."""

    faces: NDArray[np.int64]
    rows: NDArray[np.int64]
    sizes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.sizes)


@cache
def orbits() -> Orbits:
    """The orbits of all boards under the 256 maps that keep distances; a few seconds."""
    kinds, columns = _kinds(), np.arange(whole().shape[1])
    number = np.arange(FACE_SETS, dtype=np.int64)[:, None]
    # All tiles of a kind are turned over when its first tile shows the second face.
    first = np.array([[int((kinds[:, row] == kind).argmax()) for row in columns] for kind in range(KINDS)])
    tiles = np.array([(((kinds == kind) << np.arange(9)[:, None]).sum(axis=0)) for kind in range(KINDS)])
    turned = np.repeat(number, len(columns), axis=1)
    for kind in range(KINDS):
        turned = turned ^ np.where(number >> first[kind] & 1, tiles[kind], 0)
    name = turned * len(columns) + columns
    least = name.copy()
    pairs = [kind for kind in range(KINDS) if COUNT[kind] == max(COUNT)]
    parts = np.arange(KINDS)
    parts[pairs] = pairs[::-1]
    for cells in _symmetries():
        sent = sum((number >> cell & 1) << to for cell, to in enumerate(cells))
        for change in (np.arange(KINDS), parts):
            images = np.empty_like(kinds)
            images[list(cells)] = change[kinds]
            row = _row_of_code()[_code(images)]
            np.minimum(least, name[sent, row], out=least)
    found, sizes = np.unique(least, return_counts=True)
    return Orbits(found // len(columns), found % len(columns), sizes)


def _symmetries() -> Iterator[tuple[int, ...]]:
    """Where each cell goes when the grid is turned and mirrored: 8 ways."""
    grid = np.arange(9).reshape(3, 3)
    for mirrored in (grid, grid.T):
        for turns in range(4):
            yield tuple(map(int, np.rot90(mirrored, turns).ravel()))


@dataclass(frozen=True, slots=True)
class Farthest:
    """How far apart boards can be.

    boards   moves to the farthest board -> number of boards that have it so far away
    mean     moves between two boards, over all ordered pairs, a board with itself included
    example  two boards that are farthest apart, as nine letters each
    orbits   boards that were looked at, one for each orbit
    """

    boards: dict[int, int]
    mean: float
    example: tuple[str, str]
    orbits: int

    @property
    def diameter(self) -> int:
        return max(self.boards)


def farthest(*, workers: int = 1, progress: bool = True, every: int = 1) -> Farthest:
    """The distance from every board to its farthest board: minutes.

    workers  threads
    every    look only at every n-th orbit, for a test; `boards` and `mean` are then of these alone
    """
    from tqdm.auto import tqdm

    chosen = orbits()
    at = np.arange(0, len(chosen), every)
    rows = np.unique(chosen.rows[at])
    counts: Counter[int] = Counter()
    total, example = 0, (0, 0, 0, 0, 0)
    _to_bit()

    def search(row: int) -> list[tuple[int, int, int, int, int, int]]:
        sent, found = _sent(row), np.empty(whole().shape, dtype=np.uint8)
        answers = []
        for orbit in at[chosen.rows[at] == row]:
            faces = int(chosen.faces[orbit])
            _fill(found, faces, sent)
            place = int(found.argmax())
            most = int(found.reshape(-1)[place])
            added = int(found.sum(dtype=np.int64))
            answers.append((most, int(chosen.sizes[orbit]), added, faces, row, place))
        return answers

    with (
        ThreadPoolExecutor(workers) as pool,
        tqdm(total=len(at), desc="boards, one an orbit", disable=not progress, leave=False) as bar,
    ):
        for answers in pool.map(search, map(int, rows)):
            for most, size, added, faces, row, place in answers:
                counts[most] += size
                total += size * added
                if most > example[0]:
                    example = (most, faces, row, *divmod(place, whole().shape[1]))
            bar.update(len(answers))
    boards = whole()
    return Farthest(
        dict(sorted(counts.items())),
        total / (sum(counts.values()) * BOARDS),
        (boards.board(example[1], example[2]), boards.board(example[3], example[4])),
        len(at),
    )
