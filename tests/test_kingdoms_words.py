"""Numbers in the reasons of Kings Under Mountains: chances without 0 on 9, turns left, what a gift brings."""

from __future__ import annotations

import re

import pytest

from puzzles.kingdoms import read_state
from puzzles.kingdoms.prospect import gift_worth
from solvers.kingdoms import best_turn, compare, gift


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
