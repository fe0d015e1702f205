"""The fourteen facts of the lesson on Kings Under Mountains: what section 8 of the rules says, found by rules and counting."""

from __future__ import annotations

import itertools
from collections import Counter
from statistics import fmean

import pytest

from puzzles.core import RulesError
from puzzles.kingdoms.cards import CARD_SET
from puzzles.kingdoms.pieces import ALL_UNITS, RACE, STRENGTH
from puzzles.kingdoms.rules import read_state
from solvers.core.race import mean_interval, share_interval
from solvers.kingdoms import facts, plan
from solvers.kingdoms.lesson import chains_after

DECK = [card for card in ALL_UNITS for _ in range(2)]


def test_1_a_gift_hurts_only_above_a_half() -> None:
    for value in range(1, 10):
        assert facts.gift_gain(value, 0) == value
        assert facts.gift_gain(value, 0.5) == 0
        assert facts.gift_gain(value, 1) == -value
    # the same by the score of the owner: before the gift, with the mine unfilled, with it filled
    texts = ("", "own: - | 1/1=7", "done: - | 1/1=7")
    scores = []
    for text in texts:
        state = read_state(f"game: kingdoms\nkings: d | o\n{text}")
        scores.append(
            sum(mine.value for mine in state.done[1]) - sum(site.mine.value for site in state.own[1])
        )
    start, unfilled, filled = scores
    assert facts.gift_gain(7, 0) == start - unfilled
    assert facts.gift_gain(7, 1) == start - filled


@pytest.mark.parametrize(
    ("size", "plain", "overseer"),
    [(1, 0.9999, 0.7431), (2, 0.9935, 0.5957), (3, 0.9220, 0.3894), (4, 0.6559, 0.1876)],
)
def test_1_and_6_chances_of_six_cards(size: int, plain: float, overseer: float) -> None:
    table = facts.fill_table()
    assert (round(table[size, False], 4), round(table[size, True], 4)) == (plain, overseer)
    assert facts.cost_of_overseer(size) == (table[size, False], table[size, True])


@pytest.mark.parametrize(("mine", "size", "sign"), [("1/4=6", 4, False), ("1/3+o=6", 3, True)])
def test_1_dealt_hands_agree_with_the_exact_chance(mine: str, size: int, sign: bool) -> None:
    hits = facts.sampled_fill_chance(mine, 1000, seed=3)
    share = share_interval(hits, 1000)
    assert share.low - 0.01 < facts.fill_table()[size, sign] < share.high + 0.01
    assert facts.sampled_fill_chance(mine, 50, seed=3) == facts.sampled_fill_chance(mine, 50, seed=3)


def test_2_what_can_be_filled_in_time() -> None:
    assert [facts.fillable(turns) for turns in range(6)] == [0, 12, 32, 52, 72, 80]
    assert 1 - facts.fillable(1) / 80 == 0.85


def test_3_and_8_guards() -> None:
    named = [0.7954, 0.7505, 0.6976, 0.6358, 0.5637, 0.4801, 0.3835, 0.2725, 0.1453, 0.1453]
    anybody = [1.0, 1.0, 0.9996, 0.9970, 0.9872, 0.9592, 0.8920, 0.7505, 0.4801, 0.4801]
    for top in range(10):
        guard = facts.guard(top)
        fit = [
            card for card in DECK if STRENGTH[card] > top or (top, STRENGTH[card]) == (9, 0)
        ]  # counted card by card
        assert guard.cards == len(fit)
        assert (round(guard.any, 4), round(guard.named, 4)) == (anybody[top], named[top])
    with pytest.raises(RulesError, match="0 to 9"):
        facts.guard(10)


def test_4_and_5_ways_on() -> None:
    assert [facts.ways_on(top, 2) for top in range(10)] == [37, 29, 22, 16, 11, 7, 4, 2, 1, 9]
    assert [facts.ways_on(top, 3) for top in range(10)] == [101, 72, 50, 34, 23, 16, 12, 10, 9, 37]
    for top in range(10):
        for cards in range(4):
            assert facts.ways_on(top, cards) == len(chains_after(top, cards))


def test_chains_are_all_sequences_in_which_each_may_follow() -> None:
    def fits(below: int, above: int) -> bool:
        return above > below or (below, above) == (9, 0)

    for top, wrap in itertools.product((0, 4, 9), (True, False)):
        every = itertools.product(range(10), repeat=3)
        legal = {
            one
            for one in every
            if all(
                fits(below, above) and (wrap or (below, above) != (9, 0))
                for below, above in itertools.pairwise((top, *one))
            )
        }
        assert set(chains_after(top, 3, wrap)) == legal


def test_7_own_cards_in_six() -> None:
    chances = [facts.own_cards(held) for held in range(7)]
    assert sum(chances) == pytest.approx(1)
    assert sum(held * chance for held, chance in enumerate(chances)) == pytest.approx(1.5)
    assert round(chances[0], 4) == 0.1666
    assert sum(RACE[card] != 0 for card in DECK) == 60


def test_9_defence_one() -> None:
    assert [facts.mines_of_defence(cards) for cards in range(1, 5)] == [20] * 4
    assert round(facts.chance_of_race(), 4) == 0.8334
    assert facts.chance_of_race() == pytest.approx(1 - facts.own_cards(0))


def test_10_cards_of_the_deck_in_a_turn() -> None:
    used = {
        (capture, draw): facts.deck_cards_of_a_turn(capture, draw)
        for capture in (True, False)
        for draw in ("deck", "camp")
    }
    assert used == {(True, "deck"): 2, (True, "camp"): 1, (False, "deck"): 1, (False, "camp"): 0}
    with pytest.raises(RulesError, match="deck or camp"):
        facts.deck_cards_of_a_turn(True, "hand")


def test_11_the_average_mine() -> None:
    mean = facts.average_mine()
    assert (mean.defence, mean.need, mean.value) == (2.5, 2.9, 4.6)
    assert sum(mine.value for mine in CARD_SET.mines) == 368


def test_10_and_12_games_of_random_and_greedy_players() -> None:
    dealt = facts.play_games(facts.random_player, 2, games=12)
    greedy = facts.play_games(facts.greedy_player, 2, games=12)
    for game in (*dealt, *greedy):
        assert game.turns <= 244  # KD-46
        assert len(game.scores) == 2
    scores = [mean_interval([fmean(game.scores) for game in games]) for games in (dealt, greedy)]
    assert scores[0].high < 0 < scores[1].low
    assert fmean(sum(game.missed) for game in dealt) > 3 * fmean(sum(game.missed) for game in greedy)
    # section 6: 88.5 turns, -19.3 points, 7.8 completed and 12.2 not; a wide band, for there are 12 games
    assert abs(fmean(game.turns for game in dealt) - 88.5) < 6
    assert abs(fmean(sum(game.missed) for game in dealt) - 12.2) < 3
    assert facts.play_games(facts.random_player, 2, games=2) == dealt[:2]


def test_12_the_count_of_a_game_is_that_of_its_end() -> None:
    game = facts.play_games(facts.greedy_player, 3, games=1, seed=4)[0]
    assert len(game.completed) == len(game.missed) == 3
    assert sum(game.completed) + sum(game.missed) <= 80


def test_13_owners() -> None:
    assert facts.owners("d") == dict.fromkeys("dogt", 0)
    assert facts.owners("d | o") == {"d": 0, "o": 1, "g": 0, "t": 0}
    assert Counter(facts.owners("g | t | d | o").values()) == Counter(range(4))


def test_14_taking_back() -> None:
    assert plan(facts.TAKE_BACK, 3).value == 10
    assert facts.without_taking_back(facts.TAKE_BACK, 3) == 3
    # with nothing captured there is nothing to take back
    quiet = "game: kingdoms\nkings: d | o\nopen: 4/1=3 - - -\ncamp: o3 g5\nhands: g2 o4 t8 | ?*6\nown: 1/2=4 1/1=3 | -"
    for turns in range(1, 4):
        assert facts.without_taking_back(quiet, turns) == plan(quiet, turns).value
    with pytest.raises(RulesError, match="0 to 12"):
        facts.without_taking_back(quiet, 13)
