"""Numbers in the reasons of Kings Under Mountains: chances without 0 on 9, turns left, what a gift brings, news."""

from __future__ import annotations

import re

import pytest

from puzzles.kingdoms import read_state
from puzzles.kingdoms.prospect import gift_worth
from solvers.core.solution import Progress, Status
from solvers.kingdoms import best_turn, compare, gift, staff
from solvers.kingdoms.answers import staff_by_model


@pytest.mark.parametrize(("options", "chance"), [("", "0.19"), ("options: wrap=no\n", "0.09")])
def test_chance_of_filling_knows_whether_0_goes_on_9(options: str, chance: str) -> None:
    start = f"kings: d | o\n{options}open: 1/4+o=9 - - -\nhands: o4 | ?"
    words = f"six random cards fill it at {chance} (S1)"
    assert words in gift(start).steps[0].why
    assert words in compare(start, "fight o4 a").words
    assert any(words in reason for reason in best_turn(start).reasons)


@pytest.mark.parametrize(
    ("deck", "turns"),
    # the capture and the draw take a card of the deck each, then seat 1 draws the first of the rest
    [(2, 0), (3, 1), (4, 1), (5, 2), (6, 2)],
)
def test_turns_left_after_a_gift_are_those_if_all_draw_from_the_deck(deck: int, turns: int) -> None:
    start = f"kings: d | o\nopen: 1/2=5 - - -\ncamp: t2\nhands: o4 | ?\ndeck: ?*{deck}"
    found = re.search(r"seat 1 has (\w+) turns? left if all draw from the deck(.*)", gift(start).steps[0].why)
    assert found is not None
    assert found[1] == str(turns or "no")
    # a draw from the camp makes the game longer, so "then" is as much as can be said
    assert found[2] == (": then it costs 5 (S2)" if turns < 2 else "; six random cards fill it at 0.99 (S1)")


def test_what_a_gift_brings_is_told_as_it_is_counted() -> None:
    answer = best_turn("kings: d | o\nopen: 1/4+o=9 - - -\nhands: o4 | ?\ndeck: ?*40")
    mine = read_state(answer.start).open[0].mine
    brings = 100 * gift_worth(mine, 9) // 1
    assert answer.value == -brings
    assert any(f"expected to bring it {brings / 100:+.2f} (S1)" in reason for reason in answer.reasons)


HARD = """kings: d | o
hands: d0 d3 d4 d5 d7 d7 o2 o4 o4 o9 g2 g4 g5 g6 g8 g9 t0 t1 t2 t3 t4 t5 t7 t7 t9 | -
own: m53 m67 m35 m33 m71 m22 m47 m54 m74 m25 | -"""
"""Found at once, but minutes of search without a 0 on a 9."""


def test_a_reason_that_would_take_minutes_is_left_out() -> None:
    answer = staff(HARD)
    assert answer.status is Status.OPTIMAL
    assert any("the 0 on the 9 by KD-17" in reason for reason in answer.reasons)
    assert not any("Without a 0 on a 9" in reason for reason in answer.reasons)
    small = staff("kings: d\nhands: d0 o9\nown: 2/1+o=4")
    assert "Without a 0 on a 9 (KD-17) the best would be 8 points less." in small.reasons


def test_news_of_the_model_is_told_in_points_and_cards() -> None:
    heard: list[Progress] = []
    answer = staff_by_model("kings: d\nhands: o9 g0 t1\nown: 3/3=5", report=heard.append)
    assert answer.value == heard[-1].value == (5, 0)
    assert all(isinstance(news.value, tuple) and news.bound is not None for news in heard)
