"""Exact numbers of swaps: for a few tiles on their way to a card's cells, and for all nine tiles.

A flip travels with its tile and may be made before or after any swap, so moves are counted as
flips plus swaps, and swaps alone are a question of tokens that change places with neighbours.
"""

from __future__ import annotations

import hashlib
import math
import os
import tempfile
from functools import cache, lru_cache
from pathlib import Path

from puzzles.shifting_stones.grid import PAIRS

NEAR = tuple(tuple(b if a == cell else a for a, b in PAIRS if cell in (a, b)) for cell in range(9))
"""Neighbour cells of each cell."""


@lru_cache(maxsize=256)
def token_swaps(targets: tuple[tuple[int, ...], ...]) -> bytes:
    """Fewest swaps that bring some tokens to one of several target placements, all other tiles blank.

    targets  placements of m different tokens on m different cells; the same m in each, 1 to 4
    Returns a table of 9 ** m bytes: at ``((c0 * 9 + c1) * 9 + c2) ...`` the swaps from token i on
    cell ci; 255 where two tokens share a cell. One breadth-first search from all targets at once;
    9 * 8 * ... placements (3024 for four tokens).
    """
    size = len(targets[0])
    weights = [9 ** (size - 1 - i) for i in range(size)]
    table = bytearray(b"\xff" * 9**size)
    frontier = list(dict.fromkeys(targets))
    for placed in frontier:
        table[sum(map(int.__mul__, placed, weights))] = 0
    swaps = 0
    while frontier:
        swaps += 1
        reached = []
        for placed in frontier:
            here = sum(map(int.__mul__, placed, weights))
            for token, cell in enumerate(placed):
                for other in NEAR[cell]:
                    there = here + (other - cell) * weights[token]
                    if other in placed:
                        partner = placed.index(other)
                        if partner < token:
                            continue  # the same swap, seen from its other token
                        there += (cell - other) * weights[partner]
                        if table[there] == 255:
                            table[there] = swaps
                            after = list(placed)
                            after[token], after[partner] = other, cell
                            reached.append(tuple(after))
                    elif table[there] == 255:
                        table[there] = swaps
                        reached.append((*placed[:token], other, *placed[token + 1 :]))
        frontier = reached
    return bytes(table)


_PLUS = tuple(bytes(min(255, value + more) for value in range(256)) for more in range(5))
"""Translations of bytes that add 0 to 4; 255 stays 255."""

Prices = bytes | tuple["Prices", ...]
"""Of one token: 18 bytes by its spot. Of several: by the spot of the first, the prices of the others."""


@lru_cache(maxsize=512)
def token_prices(targets: tuple[tuple[int, ...], ...], wants: tuple[int, ...]) -> Prices:
    """Fewest board moves, flips included, that bring tokens to one of `targets` with the right face up.

    wants  the face (0 or 1) that each token must show
    A spot is a cell, plus 9 when the token shows face 1. Indexed by the spots of the tokens in turn;
    255 where two tokens share a cell.
    """
    swaps = token_swaps(targets)

    def nest(first: int, size: int, flips: int) -> Prices:
        want = wants[len(wants) - size]
        if size == 1:
            row = swaps[first : first + 9]
            return row.translate(_PLUS[flips + (want != 0)]) + row.translate(_PLUS[flips + (want != 1)])
        width = 9 ** (size - 1)
        return tuple(
            nest(first + cell * width, size - 1, flips + (face != want))
            for face in (0, 1)
            for cell in range(9)
        )

    return nest(0, len(wants), 0)


_SWAPS_DIGEST = "44117745c82832681d68d56716d73358a4b8026674ad911186148663d95a3266"
"""SHA-256 of the table of ``permutation_swaps``: a file that does not have it is not used."""

_WEIGHTS = tuple(math.factorial(8 - i) for i in range(9))


def permutation_rank(order: tuple[int, ...]) -> int:
    """Place of a permutation of 0 to 8 in dictionary order, 0 to 362,879."""
    rank, unused = 0, 511
    for number, weight in zip(order, _WEIGHTS, strict=True):
        rank += (unused & ((1 << number) - 1)).bit_count() * weight
        unused ^= 1 << number
    return rank


def cache_file() -> Path:
    """Where the table of permutations is kept between runs."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("playsolve")) / "shifting_stones_swaps_1.bin"


@cache
def permutation_swaps() -> bytes:
    """Fewest swaps of neighbours that bring nine different tiles home, by ``permutation_rank``.

    362,880 bytes. Read from the cache file when its checksum is right, else built (about a third of
    a second) and written there; a cache that cannot be read or written does no harm.
    """
    path = cache_file()
    try:
        table = path.read_bytes()
    except OSError:
        table = b""
    if hashlib.sha256(table).hexdigest() == _SWAPS_DIGEST:
        return table
    table = build_permutation_swaps()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(table)
        os.replace(name, path)  # another process sees the old file or the new one, never half of it
    except OSError:
        pass
    return table


def build_permutation_swaps() -> bytes:
    """The table of ``permutation_swaps``, by one breadth-first search over all 9! permutations."""
    import numpy as np  # here, for only a cache that is missing needs it

    size = math.factorial(9)
    orders = np.zeros((1, 1), dtype=np.uint8)
    for length in range(2, 10):  # each first number, then the shorter permutations without it
        orders = np.concatenate(
            [np.insert(orders + (orders >= first), 0, first, axis=1) for first in range(length)]
        ).astype(np.uint8)
    columns = np.ascontiguousarray(orders.T)
    below = np.array([(1 << number) - 1 for number in range(9)], dtype=np.uint16)
    bits = np.array([1 << number for number in range(9)], dtype=np.uint16)
    ones = np.array([number.bit_count() for number in range(512)], dtype=np.int32)

    swaps = np.full(size, 255, dtype=np.uint8)
    swaps[0] = 0
    frontier, count = np.array([0]), 0
    while len(frontier):
        count += 1
        here = columns[:, frontier]
        for cell, other in PAIRS:
            after = here.copy()
            after[[cell, other]] = after[[other, cell]]
            ranks = np.zeros(after.shape[1], dtype=np.int32)
            unused = np.full(after.shape[1], 511, dtype=np.uint16)
            for numbers, weight in zip(after, _WEIGHTS, strict=True):
                ranks += ones[unused & below[numbers]] * weight
                unused ^= bits[numbers]
            swaps[ranks[swaps[ranks] == 255]] = count
        frontier = np.flatnonzero(swaps == count)
    return swaps.tobytes()
