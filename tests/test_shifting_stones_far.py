"""Distances between all boards: the histogram and the farthest distances of section 6."""

from __future__ import annotations

import random

import numpy as np
import pytest

from puzzles.core import RulesError
from puzzles.shifting_stones.cards import TILES
from puzzles.shifting_stones.grid import board_text, flip, read_board
from puzzles.shifting_stones.problems import BOARD_MOVES, move_tiles
from solvers.shifting_stones import distance, far
from solvers.shifting_stones.far import distances_from, farthest, histogram_from, orbits
from solvers.shifting_stones.space import BOARDS, whole

X = "SFF/HHH/EEE"


def random_board(rng: random.Random) -> str:
    tiles = [rng.choice(tile) for tile in TILES]
    rng.shuffle(tiles)
    return "".join(tiles)


def test_boards_around_x() -> None:
    expected = """1 16 134 785 3559 13004 38908 95766 193798 321586 435910 480114 426404 302032 167984 71758
        22797 5122 744 57 1"""
    assert histogram_from(X) == tuple(map(int, expected.split()))


def test_distances_from_a_board_equal_those_to_it() -> None:
    rng = random.Random(1)
    for _ in range(2):
        start = board_text(random_board(rng))
        away = distances_from(start)
        for _ in range(60):
            board = random_board(rng)
            assert distance(start, board_text(board)).value == away[whole().place(board)]
            near = [away[whole().place(move_tiles(board, move))] for move in BOARD_MOVES]
            here = int(away[whole().place(board)])
            assert here - 1 == min(near) or here == 0
            assert max(near) <= here + 1
    with pytest.raises(RulesError, match="distances_from, board"):
        distances_from("SFF")


def test_two_boards_are_21_moves_apart() -> None:
    away = distances_from("FHH/TFH/TTS")
    assert away.max() == 21
    assert away[whole().place(read_board("MEE/OBE/OOB"))] == 21


def test_orbits_share_all_boards_and_keep_distances() -> None:
    found = orbits()
    assert len(found) == 10_216
    assert found.sizes.sum() == BOARDS
    assert all(256 % int(size) == 0 for size in np.unique(found.sizes))
    # A turned, mirrored or relabelled board has the same number of boards at every distance.
    rng = random.Random(2)
    board = random_board(rng)
    mirrored = "".join(board[cell] for cell in (2, 1, 0, 5, 4, 3, 8, 7, 6))
    kinds = board.translate(str.maketrans("HOET", "ETHO"))
    turned = board
    for cell in range(9):
        if board[cell] in "HO":
            turned = flip(turned, cell)
    counts = {histogram_from(board_text(other)) for other in (board, mirrored, kinds, turned)}
    assert len(counts) == 1


def test_a_part_of_the_orbits() -> None:
    found = farthest(progress=False, every=700)
    assert found.orbits == 15
    assert 13 <= min(found.boards) <= found.diameter <= 21
    one, other = found.example
    assert distance(board_text(one), board_text(other)).value == found.diameter
    assert found.mean == pytest.approx(9.578, abs=0.1)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_how_far_two_boards_can_be_apart() -> None:
    found = farthest(workers=2, progress=False)
    assert found.boards == {
        13: 576,
        14: 30464,
        15: 375808,
        16: 851008,
        17: 814464,
        18: 391872,
        19: 101312,
        20: 14080,
        21: 896,
    }
    assert (found.diameter, f"{found.mean:.3f}") == (21, "9.578")
    assert far.orbits().sizes.sum() == sum(found.boards.values())
