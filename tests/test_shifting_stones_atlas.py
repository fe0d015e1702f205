"""solvers.shifting_stones.atlas: the tables of section 6, other methods, the cache file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzles.core import RulesError
from puzzles.shifting_stones import CARDS, read_state
from puzzles.shifting_stones.cards import TILES
from puzzles.shifting_stones.grid import board_text, matches, read_board
from puzzles.shifting_stones.problems import BOARD_MOVES, move_tiles
from solvers.shifting_stones import all_distances, atlas, distance
from solvers.shifting_stones.all_distances import Atlas
from solvers.shifting_stones.packed import pack
from solvers.shifting_stones.search import pattern
from solvers.shifting_stones.space import BOARDS, kinds_of, space, whole

X = "SFF/HHH/EEE"


@pytest.fixture(scope="session")
def built() -> Atlas:
    """One atlas, built here and not read from a file of this user."""
    return atlas(progress=False, fresh=True)


def random_board(rng: random.Random) -> str:
    tiles = [rng.choice(tile) for tile in TILES]
    rng.shuffle(tiles)
    return "".join(tiles)


# --- section 6 ----------------------------------------------------------------------------------


def test_moves_until_a_card_matches_by_value(built: Atlas) -> None:
    expected = {
        1: (28, 5, "1.399", ".1299 .5584 .9168 .9956 1.000 1"),
        2: (26, 7, "2.093", ".0714 .3083 .6558 .8948 .9789 .9983"),
        3: (13, 8, "3.487", ".0088 .0679 .2424 .5179 .7713 .9229"),
        5: (5, 10, "5.150", ".0005 .0060 .0336 .1223 .3150 .5903"),
    }
    rows = built.table()
    assert [row.points for row in rows] == list(expected)
    for row in rows:
        cards, most, mean, shares = expected[row.points]
        assert (row.cards, row.most, f"{row.mean:.3f}") == (cards, most, mean)
        assert len(row.shares) == most + 1
        assert row.shares[-1] == 1
        for share, text in zip(row.shares, shares.split(), strict=False):
            assert share == pytest.approx(
                float(text), abs=0.00005 if len(text) == 5 and text[0] == "." else 0.0005
            )


def test_boards_that_match(built: Atlas) -> None:
    assert [built.matching(card) for card in (1, 3, 9, 27, 29)] == [286720, 314880, 460992, 313008, 430080]
    sums = dict.fromkeys((1, 2, 3, 5), 0)
    for card, printed in CARDS.items():
        sums[printed.points] += built.matching(card)
    assert list(sums.values()) == [9387104, 4788480, 295248, 6400]


def test_only_four_cards_can_be_ten_moves_away(built: Atlas) -> None:
    assert [card for card in CARDS if built.most(card) == 10] == [68, 69, 70, 71]
    assert max(built.most(card) for card in CARDS) == 10


def test_how_far_the_cards_are_from_x(built: Atlas) -> None:
    expected = """2 1 2 3 1 3 1 0 2 2 1 2 1 2 2 4 2 3 1 0 3 2 3 4 2 3 3 3 2 1 3 0 5 0 4 0 1 2 2 3 0 1 1 4 2 3
        5 2 1 4 3 2 2 5 3 3 3 0 4 3 5 4 7 2 4 2 6 7 4 5 6 5"""
    assert list(built.away(X).values()) == list(map(int, expected.split()))


def test_what_a_teacher_would_explain(built: Atlas) -> None:
    """Section 8: cards near a random board, the easiest and the hardest card, Sun and Moon."""
    near = [built.within(moves).mean(dtype=float) for moves in range(4)]
    assert [round(number, 1) for number in near] == [5.6, 24.6, 46.0, 58.5]
    assert built.order()[:4] == (9, 12, 19, 25)
    assert {round(built.mean(card), 2) for card in (9, 12, 19, 25)} == {1.21}
    assert (built.order()[-1], round(built.mean(68), 2)) == (68, 5.55)
    assert not (((built.distances(68) == 0) & (built.distances(70) == 0)).any())
    assert (BOARDS / built.matching(29), BOARDS / built.matching(34)) == (6, 18)
    five, three = built.table()[3], built.table()[2]
    assert [round(100 * share) for share in (five.shares[3], five.shares[5])] == [12, 59]
    assert [round(100 * share) for share in (three.shares[3], three.shares[5])] == [52, 92]


# --- other methods ------------------------------------------------------------------------------


def test_distances_equal_the_prices_of_tiles(built: Atlas) -> None:
    rng = random.Random(1)
    for _ in range(60):
        board = random_board(rng)
        assert built.away(board_text(board)) == {card: pattern(card).distance(pack(board)) for card in CARDS}
    assert built.distance(X, 57) == distance(X, 57).value == 3


def test_a_move_changes_a_distance_by_one_at_most_and_some_move_lowers_it(built: Atlas) -> None:
    rng = random.Random(2)
    for _ in range(40):
        board, card = random_board(rng), rng.choice(list(CARDS))
        here = built.distance(board_text(board), card)
        near = [built.distance(board_text(move_tiles(board, move)), card) for move in BOARD_MOVES]
        assert (here == 0) == matches(board, card)
        assert max(near) <= here + 1
        assert min(near) == here - 1 or here == 0


def test_arrays_over_all_boards(built: Atlas) -> None:
    rng = random.Random(3)
    boards = [random_board(rng) for _ in range(40)]
    places = [whole().place(board) for board in boards]
    for card in (1, 29, 57, 72):
        away = built.distances(card)
        assert away.shape == (512, 5040)
        assert np.bincount(away.ravel()).tolist() == list(built.histogram(card))
        assert [away[place] for place in places] == [built.distance(board_text(b), card) for b in boards]
    total, within = built.total(), built.within(2)
    for board, place in zip(boards, places, strict=True):
        away_all = built.away(board_text(board)).values()
        assert (total[place], within[place]) == (sum(away_all), sum(moves <= 2 for moves in away_all))


def test_histograms_count_every_board(built: Atlas) -> None:
    for card in CARDS:
        counts = built.histogram(card)
        assert sum(counts) == BOARDS
        assert min(counts) > 0
        assert built.share(card, len(counts)) == 1
        assert built.share(card, 0) == counts[0] / BOARDS == built.matching(card) / BOARDS


def test_hardest_boards_are_as_far_as_it_gets(built: Atlas) -> None:
    for card in (9, 57, 68):
        boards = built.hardest(card)
        assert len(boards) == min(10, built.histogram(card)[-1])
        assert {built.distance(board, card) for board in boards} == {built.most(card)}
        assert len(set(boards)) == len(boards)
    near, far = built.extremes()
    totals = [sum(built.away(board).values()) for board in (*near, *far)]
    total = built.total()
    assert totals == [total.min()] * len(near) + [total.max()] * len(far)


@pytest.mark.slow
@pytest.mark.parametrize("card", [57, 72])
def test_a_search_over_unblanked_boards_finds_the_same(built: Atlas, card: int) -> None:
    """The tiles that a card does not print play no part: breadth-first over all 2,580,480 boards."""
    away, reached = built.distances(card), whole().matching(card)
    moves = 0
    while not reached.all():
        assert ((away <= moves) == reached).all()
        reached = whole().spread(reached)
        moves += 1
    assert moves == built.most(card)


def test_the_groups_hold_every_card_once() -> None:
    groups = all_distances.groups()
    assert sorted(card for cards in groups.values() for card in cards) == list(CARDS)
    assert all(kinds_of([card]) == kinds for kinds, cards in groups.items() for card in cards)
    assert len(groups) == 12


# --- input and cache ----------------------------------------------------------------------------


def test_boards_come_as_texts_positions_or_states_and_bad_input_is_refused(built: Atlas) -> None:
    text = f"players: 1\nboard: {X}\nhands: 38"
    assert [built.distance(board, 38) for board in (X, text, read_state(text))] == [2, 2, 2]
    for question in (
        lambda: built.distance(X, 73),
        lambda: built.histogram(0),
        lambda: built.distances(True),
        lambda: built.boards_at(99, 1),
        lambda: built.table([1, 100]),
    ):
        with pytest.raises(RulesError, match="expected a card id, 1 to 72"):
            question()
    with pytest.raises(RulesError, match="atlas, board"):
        built.distance("SFF/HHH", 38)


def test_the_cache_is_read_when_it_is_whole_and_never_trusted_else(
    built: Atlas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cache" / "atlas.bin"
    builds: list[bool] = []

    def build(progress: bool) -> Atlas:
        builds.append(progress)
        return built

    monkeypatch.setattr(all_distances, "cache_file", lambda: file)
    monkeypatch.setattr(all_distances, "_build", build)

    def again() -> Any:
        all_distances.forget()
        return atlas(progress=False)

    assert again() is built  # nothing there: built and written
    good = file.read_bytes()
    assert len(good) == 32 + sum(table.size for table in built._tables.values())
    read = again()
    assert read is not built
    assert read is atlas()
    assert len(builds) == 1
    assert all((read._tables[card] == built._tables[card]).all() for card in CARDS)
    for number, bad in enumerate(
        (b"", good[:-1], good + b"\0", good[:40] + bytes([good[40] ^ 1]) + good[41:], bytes(32) + good[32:]),
        2,
    ):
        file.write_bytes(bad)
        assert again() is built
        assert len(builds) == number
        assert file.read_bytes() == good  # written anew
    with monkeypatch.context() as patch:  # other cards, other distances: the checksum depends on them
        patch.setattr(all_distances, "_FORMAT", "another format")
        assert again() is built
    assert [path.name for path in file.parent.iterdir()] == ["atlas.bin"]
    file.unlink()
    file.parent.rmdir()
    file.parent.write_text("a file where the folder should be")
    assert again() is built
    all_distances.forget()


def test_the_progress_bar_counts_the_cards(capsys: pytest.CaptureFixture[str]) -> None:
    atlas(progress=True, fresh=True)
    assert "atlas" in capsys.readouterr().err


def test_a_space_of_few_kinds_is_small() -> None:
    sizes = {kinds: space(kinds).shape[1] << space(kinds).tiles for kinds in all_distances.groups()}
    assert max(sizes.values()) == 1_290_240
    assert sum(sizes[kinds] * len(cards) for kinds, cards in all_distances.groups().items()) == 7_273_356
    assert read_board(X) == "SFFHHHEEE"
