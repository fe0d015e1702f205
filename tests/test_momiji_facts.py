"""The twelve facts of the lesson on Momiji: what section 8 of the rules says, found by the rules and the solvers."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

import solvers
from puzzles.core import RulesError
from puzzles.momiji.cards import CARD_SET, LETTER, VALUE
from puzzles.momiji.problems import Schedule
from puzzles.momiji.rules import read_state
from solvers.core.race import mean_interval
from solvers.momiji import facts, plain


def schedule(text: str, turns: int) -> int:
    value = solvers.momiji.schedule(f"game: momiji\n{text}", turns).value
    assert isinstance(value, int)
    return value


def test_1_every_zero_under_a_three_is_worth_three() -> None:
    assert facts.pile_worth([0, 0, 0, 1, 2, 3]) == 18
    assert facts.pile_worth([0, 1, 2, 3]) == 12
    assert facts.pile_worth([0] * 5) == 0
    assert facts.pile_worth([]) == 0
    for zeros in range(1, 5):
        more = facts.pile_worth([0] * (zeros + 1) + [1, 2, 3]) - facts.pile_worth([0] * zeros + [1, 2, 3])
        assert more == 3


@pytest.mark.parametrize("pile", [[1], [0, 2], [0, 1, 0], [0, 1, 2, 3, 3], [4], [0, 0.5]])
def test_a_pile_out_of_order_is_refused(pile: list[int]) -> None:
    with pytest.raises(RulesError, match="legal order"):
        facts.pile_worth(pile)


def test_2_zeros_pay_at_once_and_again() -> None:
    hands = {2: "r0= o0=", 3: "r0= o0= y0=", 4: "r0= o0= y0= g0="}
    assert [schedule(f"hands: {hand} | -", 1) for hand in hands.values()] == [2, 4, 6]
    assert schedule("hands: r0= r0= o0= o0= y0= y0= | -", 2) == 8


def test_3_cover_the_side_that_does_not_touch() -> None:
    assert schedule("hands: r1> o1< | -\nrow0: r:0= | o:0=", 1) == 6
    assert schedule("hands: r1> o1< | -\nrow0: o:0= | r:0=", 1) == 4


def test_4_a_step_up_gains_cards_and_top_and_one() -> None:
    for top in range(3):
        for cards in range(top + 1, 12):
            assert facts.step_gain(cards, top, up=True) == cards + top + 1
            assert facts.step_gain(cards, top, up=False) == top
    with pytest.raises(RulesError, match="at least 3"):
        facts.step_gain(2, 2, up=True)


def test_4_climb_late_but_not_too_late() -> None:
    hand = "game: momiji\nhands: r0= r0= r0= r1> r2 r3 | -"
    assert [facts.climb_from(hand, 4, first) for first in range(1, 5)] == [18, 18, 18, 10]
    assert facts.climb_from(hand, 4, 1) == solvers.momiji.schedule(hand, 4).value


def test_5_two_at_once_at_the_end() -> None:
    found = solvers.momiji.schedule("game: momiji\nhands: r1> r1< r2 r3 | -\nrow0: r:0= 0= 0=", 2)
    assert (found.value, found.facts["greedy"]) == (21, 18)
    assert facts.pile_worth([0, 0, 0, 1, 1]) == 5


def test_6_plan_the_order() -> None:
    found = facts.plan_ahead(6, 4, hands=150, seed=4)
    assert len(found) == 150
    assert all(best >= greedy >= 0 for best, greedy in found)
    best, greedy = (mean_interval([pair[at] for pair in found]) for at in (0, 1))
    assert best.low < 5.64 < best.high
    assert greedy.low < 4.55 < greedy.high
    assert mean_interval([one - other for one, other in found]).low > 0


def test_6_best_of_random_hands_is_what_trying_everything_finds() -> None:
    for start in facts.random_hands(5, 12, seed=2):
        assert facts.best_and_greedy(start, 3)[0] == plain.value(start, Schedule(3))


def test_random_hands_are_hands_of_the_deck() -> None:
    deck = Counter(CARD_SET.deck("royg", "A"))
    hands = facts.random_hands(8, 30, seed=9)
    assert hands == facts.random_hands(8, 30, seed=9)
    assert hands != facts.random_hands(8, 30, seed=10)
    assert all(len(start.hands[0]) == 8 and not Counter(start.hands[0]) - deck for start in hands)
    assert len({start.hands for start in hands}) > 25


def test_7_free_ends_are_worth_little() -> None:
    found = facts.free_ends(8, 4, hands=120, seed=1)
    assert all(either >= right for either, right in found)
    gain = mean_interval([either - right for either, right in found])
    assert gain.low < 0.10
    assert gain.high < 0.5


@pytest.mark.parametrize(
    ("types", "none", "startable", "pair"),
    [(4, 0.0600, 1.781, 0.8954), (5, 0.0621, 1.850, 0.7905), (6, 0.0635, 1.897, 0.7014)],
)
def test_8_and_9_odds(types: int, none: float, startable: float, pair: float) -> None:
    opening = facts.opening_odds(types)
    assert (round(opening.none, 4), round(opening.startable, 3)) == (none, startable)
    groups = facts.group_odds(types)
    assert sum(groups) == pytest.approx(1)
    assert 1 - groups[0] == pytest.approx(pair, abs=5e-5)


def test_8_and_9_odds_by_going_through_every_draw() -> None:
    # two types and three cards, so that all 3,276 draws can be looked at
    deck = CARD_SET.deck("ro", "A")
    draws = list(itertools.combinations(deck, 3))
    without = sum(all(VALUE[card] for card in draw) for draw in draws)
    begun = sum(len({LETTER[card] for card in draw if VALUE[card] == 0}) for draw in draws)
    opening = facts.opening_odds(2, hand=3)
    assert opening.none == pytest.approx(without / len(draws))
    assert opening.startable == pytest.approx(begun / len(draws))
    largest = Counter(max(Counter(LETTER[card] for card in draw).values()) for draw in draws)
    assert facts.group_odds(2, shown=3) == pytest.approx([largest[size] / len(draws) for size in (1, 2, 3)])


def test_10_activate_from_thirty_and_three_tenths_of_the_rival() -> None:
    assert [facts.worth_from(rival) for rival in (0, 10, 50, 100)] == [30, 33, 45, 60]
    assert [facts.worth_from(rival, acorns=2) for rival in (0, 10, 50, 100)] == [20, 23, 35, 50]
    for rival in range(101):
        assert facts.worth_from(rival) == -(-(300 + 3 * rival) // 10)


def test_11_dead_cards_are_half_an_acorn() -> None:
    for turns in range(5):
        for cards in range(9):
            assert facts.dead_worth(cards, turns) == min(turns, cards // 2)
    with pytest.raises(RulesError, match="0 to 8"):
        facts.dead_worth(9, 1)


def test_12_threes_torii_and_the_deck() -> None:
    assert facts.threes_of_a_type() == 2
    three = "game: momiji\nhands: g3 | -\nrow0: r:0= 1> 2 3 | o:0= 1> 2 3 | g:0= 1> 2\nrow1: y:0= 1> 2 3\ndisplay: r0= o0= y0= g0="
    assert facts.last_turns_after(three, ["play g3"]) == 1
    assert facts.last_turns_after(three.replace("row1: y:0= 1> 2 3", "row1: y:0= 1> 2"), ["play g3"]) is None
    assert [facts.deck_ends(deck, reveal=True) for deck in range(1, 8)] == [True] * 4 + [False] * 3
    assert [facts.deck_ends(deck, reveal=False) for deck in range(1, 5)] == [True, False, False, False]
    for given in (0, 11):
        with pytest.raises(RulesError, match="1 to 10"):
            facts.deck_ends(given, reveal=True)


def test_climb_wants_the_start_of_a_turn() -> None:
    with pytest.raises(RulesError):
        facts.climb_from(read_state("game: momiji\nhands: r0= | -\ndone: exchange"), 2, 1)
