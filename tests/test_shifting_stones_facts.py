"""The thirteen strategy facts of section 8 of RULES.md, each computed and held against its number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from puzzles.shifting_stones.cards import CARDS
from puzzles.shifting_stones.grid import read_board
from puzzles.shifting_stones.problems import move_tiles
from puzzles.shifting_stones.state import points_of, read_move
from solvers.shifting_stones import best_turn, facts


def test_fact_1_how_many_cards_are_near() -> None:
    shares = [facts.share_within(moves) for moves in range(4)]
    assert [round(100 * share, 1) for share in shares] == [7.8, 34.1, 63.9, 81.2]
    assert [round(72 * share, 1) for share in shares] == [5.6, 24.6, 46.0, 58.5]


def test_fact_2_what_a_hand_affords() -> None:
    assert [round(100 * facts.share_in_a_turn(5, hand)) for hand in (4, 6)] == [12, 59]
    assert [round(100 * facts.share_in_a_turn(3, hand)) for hand in (4, 6)] == [52, 92]


def test_fact_3_points_pay_for_rarity() -> None:
    rows = facts.pay()
    assert [row.points for row in rows] == [1, 2, 3, 5]
    assert [round(row.moves, 2) for row in rows] == [1.40, 2.09, 3.49, 5.15]
    assert [round(row.a_move, 2) for row in rows] == [0.71, 0.96, 0.86, 0.97]
    symbols = {row.points: row.points / row.a_symbol for row in rows}
    for points, mean in symbols.items():
        printed = [sum(c.isalpha() for c in CARDS[card].pattern) for card in facts.cards_of(points)]
        assert mean == pytest.approx(sum(printed) / len(printed))


def test_fact_4_what_four_cards_bring() -> None:
    turns = facts.random_turns(4, samples=1500, seed=1)
    assert turns.points.fits(2.90)
    assert len(turns.most) == 5
    assert sum(share.value for share in turns.most) == pytest.approx(1)
    for share, known in zip(turns.most[1:4], (0.41, 0.57, 0.02), strict=True):
        assert abs(share.value - known) <= 4 * share.error + 0.005  # the known shares are rounded to 0.01
    assert turns.most[0].value < 0.01


def test_fact_4_counts_the_points_of_best_turn() -> None:
    one = facts.random_turns(4, samples=2, seed=9).points
    two = facts.random_turns(4, samples=2, seed=9, count_cards=False).points
    assert one == two
    assert str(one).endswith("2 samples)")
    assert facts.random_turns(4, samples=2, seed=9, count_cards=False).most == ()


def test_fact_5_what_a_skip_gives_up() -> None:
    skip = facts.skip_or_play(samples=250, seed=2)
    assert skip.plain.fits(2.90)
    assert skip.after.fits(5.15)
    assert skip.a_turn == skip.after.value / 2
    assert skip.a_turn < skip.plain.value


def test_fact_6_the_bonus_is_about_one_turn() -> None:
    turn = facts.random_turns(4, samples=1500, seed=1, count_cards=False).points
    assert facts.bonus_in_turns(turn) == pytest.approx(3 / 2.90, abs=0.1)


def test_fact_7_counting_tile_by_tile_overrates_the_way() -> None:
    assert facts.tile_steps() == facts.Walk(steps=12, moves=9)
    assert facts.tile_steps(facts.X, facts.X) == facts.Walk(0, 0)
    assert facts.tile_steps(facts.X, "SFF/HHH/TTT") == facts.Walk(3, 3)


def test_fact_8_a_flip_travels_with_its_tile() -> None:
    assert facts.orders_that_work() == (6, 6)
    assert facts.orders_that_work(facts.X, "FSF/HHH/EEE") == (1, 1)
    hits, ways = facts.orders_that_work(facts.X, "FFS/HHH/EEE")  # two swaps, the other order ends elsewhere
    assert (hits, ways) == (1, 2)
    assert facts.flip_first_or_last(200) == (200, 200)
    with pytest.raises(ValueError, match="a plan of 17 moves"):
        facts.orders_that_work(facts.X, "OOO/TTT/BBM")


def test_fact_9_there_is_no_odd_even_law() -> None:
    ways = facts.odd_and_even()
    assert ways == {1: ["swap a1 b1"], 2: ["flip a1, flip b1", "flip b1, flip a1"]}
    boards = set()
    for texts in ways.values():
        for text in texts:
            board = read_board("HOF/HSF/EEE")
            for move in text.split(", "):
                board = move_tiles(board, read_move(move))
            boards.add(board)
    assert boards == {"OHFHSFEEE"}


def test_fact_10_easiest_and_hardest_cards() -> None:
    easy, hard = facts.easiest_and_hardest()
    assert sorted(easy) == [9, 12, 19, 25]
    assert {round(mean, 2) for mean in easy.values()} == {1.21}
    assert next(iter(hard)) == 68
    assert round(hard[68], 2) == 5.55


def test_fact_11_sun_and_moon_are_one_tile() -> None:
    assert facts.share_matching(68, 70) == 0
    assert facts.share_matching(29) == Fraction(1, 6)
    assert facts.share_matching(34) == Fraction(1, 18)
    assert facts.share_matching(1) * 2580480 == 286720


def test_fact_12_boards_are_nine_or_ten_moves_apart() -> None:
    found = facts.board_distances(samples=60, seed=3)
    assert found.samples == 60
    assert found.fits(9.578)


def test_fact_13_a_last_card_takes_as_many_strikes_as_moves() -> None:
    rows = facts.last_cards(cards=(8, 37, 38, 57, 69, 54))
    assert [row.away for row in rows] == [0, 1, 2, 3, 4, 5]
    assert [(row.turns, row.strikes) for row in rows] == [
        (1, 0),
        (2, 1),
        (3, 2),
        (4, 3),
        (None, None),
        (None, None),
    ]


def test_solo_games_are_played_by_the_rules() -> None:
    game = facts.play_solo(facts.best_turns, 5)
    assert game == facts.play_solo(facts.best_turns, 5)
    assert game.seed == 5
    assert 0 <= game.points <= 30
    assert (game.left == 0) == game.won
    if game.won:
        assert game.points == 30
    idle = facts.play_solo(lambda view: ("end",), 5)
    assert (idle.won, idle.turns, idle.strikes, idle.left, idle.points) == (False, 4, 4, 16, 0)


def test_the_greedy_player_takes_the_best_turn() -> None:
    state = facts.new(players=1, seed=5)
    moves = facts.best_turns(state.view(0))
    assert moves == best_turn(state).texts
    assert best_turn(state).value == points_of(int(t.split()[1]) for t in moves if t.startswith("score"))


def test_means_and_their_errors() -> None:
    found = facts.mean_of([1.0, 2.0, 3.0, 4.0])
    assert (found.value, found.samples) == (2.5, 4)
    assert found.error == pytest.approx((5 / 3 / 4) ** 0.5)
    assert found.fits(2.5 + 3.9 * found.error)
    assert not found.fits(2.5 + 4.1 * found.error)
