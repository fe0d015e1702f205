"""The exercises of the lessons on Momiji. Every answer is computed when it is asked for."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import Any

from boards.core.exercise import Exercise, Exercises, Judge, Verdict, function, number
from puzzles.momiji.cards import CARD_SET, LEFT, MARKS, RIGHT, VALUE, VALUES
from puzzles.momiji.piles import step
from puzzles.momiji.rules import State
from solvers.momiji import schedule
from solvers.momiji.facts import best_and_greedy, pile_worth, random_hands, step_gain, worth_from
from solvers.momiji.lesson import greedy_plan, order_ticks, play_graph

HAND = "game: momiji\nacorns: 1 | 0\nhands: r0= r1> r2 r3 o0= o1< o2 y0= | -"
"""The hand that the lesson on solving follows from greedy to best, in four turns."""

SMALL = "game: momiji\nhands: r0= r1> o0= | -"
"""The hand whose graph is drawn."""

PAIRS = "game: momiji\nhands: r0= r1> o0= o1< | -"
"""The hand whose search is watched, in two turns."""

TURNS = 4
TRIES = 200
"""Random cases on which a function is tried."""


def _deck(types: int = 4) -> int:
    return types * len(CARD_SET.deck("r", CARD_SET.table))


def pile_shapes() -> int:
    """How many (number of cards, top) a pile of one type can have, with the cards that there are."""
    values = [VALUE[card] for card in CARD_SET.deck("r", CARD_SET.table)]
    have = [values.count(value) for value in VALUES]
    found = set()
    for top in VALUES:
        # at least one of each value up to the top, and a 3 closes the pile
        most = sum(1 if value == 3 else have[value] for value in range(top + 1))
        found |= {(size, top) for size in range(top + 1, most + 1)}
    return len(found)


def row_shapes() -> int:
    """How many rows of four types there are, a pile being its number of cards and its top."""
    return sum(math.perm(4, piles) * pile_shapes() ** piles for piles in range(5))


def random_piles(count: int = TRIES, seed: int = 1) -> list[list[int]]:
    """Random piles as lists of values, bottom first, in legal order; the same for the same seed."""
    rng = random.Random(seed)
    piles = []
    for _ in range(count):
        pile = [0]
        while pile[-1] < 3 and rng.random() < 0.75:
            pile.append(pile[-1] + rng.randint(0, 1))
        piles.append(pile)
    return piles


def random_rows(count: int = TRIES, seed: int = 1) -> list[list[str]]:
    """Random tops of rows as lists of marks, each ``=``, ``<``, ``>`` or nothing."""
    rng = random.Random(seed)
    return [[rng.choice(MARKS) for _ in range(rng.randint(1, 6))] for _ in range(count)]


def _pairs(marks: list[str]) -> int:
    cards = [MARKS.index(mark) for mark in marks]
    return sum(RIGHT[one] and LEFT[other] for one, other in pairwise(cards))


def _fits(top: int | None, value: int) -> bool:
    return step(top, value) == 0


def honest(turns: int) -> Judge:
    """A judge of bounds: none may say less than the best plan has, and a lower one is better."""

    def judge(answer: Any) -> Verdict:
        if not callable(answer):
            return Verdict(False, "a function was expected: from a position and a number of turns to points.")
        said = exact = 0
        for start in _small_starts():
            best = best_and_greedy(start, turns)[0]
            most = answer(start, turns)
            if most is None:
                return Verdict(None, "it gave back nothing. A function gives its result with return.")
            hand = str(start).rpartition("hands: ")[2].partition(" |")[0]
            if most < best:
                return Verdict(
                    False,
                    f"for the hand {hand} it says {most}, but {best} can be had: the best plan would be cut off.",
                )
            said, exact = said + most, exact + best
        return Verdict(
            True,
            f"never too little on {TRIES // 4} hands; {said / max(1, exact):.1f} times the best on average.",
        )

    return judge


def _small_starts() -> list[State]:
    return random_hands(5, TRIES // 4, seed=3)


EXERCISES = Exercises(
    {
        "deck": Exercise(
            "How many leaves are there with four colours?",
            "Of each colour there are five 0s, four 1s, three 2s and two 3s.",
            number(
                _deck,
                "14 of each colour, and four colours.",
                {
                    _deck(1): "that is one colour.",
                    4 * 4: "a value comes more than once: five 0s, four 1s ...",
                },
            ),
        ),
        "hands": Exercise(
            "In how many ways can six of these 56 leaves come to your hand (every leaf counted as different)?",
            "math.comb(56, 6): the order in which they come does not matter.",
            number(
                lambda: math.comb(_deck(), CARD_SET.parameters.hand_start),
                "56 x 55 x 54 x 53 x 52 x 51 orders, and 6! orders give the same hand.",
                {
                    math.perm(
                        56, 6
                    ): "that counts the orders in which they come. Divide by 6 x 5 x 4 x 3 x 2 x 1."
                },
            ),
        ),
        "piles": Exercise(
            "A pile is its number of cards and its top. How many such pairs are possible for one colour?",
            "Top 0: one to five cards. Top 1: one 0 at least and one 1 at least, up to five 0s and four 1s. And so on.",
            number(
                pile_shapes,
                "5 with a 0 on top, 8 with a 1, 10 with a 2 and 10 with a 3: the first 3 closes the pile.",
                {
                    34: "a second 3 never comes onto a pile: the first one closes it.",
                    14: "that is the number of cards. A top of 1 can lie on two cards or on nine.",
                },
            ),
        ),
        "orders": Exercise(
            "Three 0s of three colours are in your hand, and your row is empty. How many different rows can one play "
            "of different colours make?",
            "It lays two of them or all three, and each in any order.",
            number(
                lambda: math.perm(3, 2) + math.perm(3, 3),
                "3 x 2 rows of two piles and 3 x 2 x 1 rows of three.",
                {
                    6: "those are the rows of three piles. A play of two colours is a play of different colours, too.",
                    15: "that counts a single card as well; one card alone is a play of one colour.",
                },
            ),
        ),
        "graph": Exercise(
            "Look at the graph of the hand r0= r1> o0=. How many different positions are there, the start included?",
            "Count the boxes. Two plays that lead to the same row and the same hand lead to the same box.",
            number(
                lambda: len(play_graph(SMALL, 3)),
                "One start, two with one card laid, three with two and two with three.",
                {18: "those are the lines, the plays. The boxes are the positions."},
            ),
        ),
        "worth": Exercise(
            "Write worth(pile): a list of values, bottom first, such as [0, 0, 1], in; its points out.",
            "The value of the last card times the number of cards: pile[-1] * len(pile).",
            function(
                pile_worth, lambda: [(pile,) for pile in random_piles()], "Only the top and the number count."
            ),
        ),
        "fits": Exercise(
            "Write fits(top, value): may a card of this value be laid? top is None where there is no pile yet.",
            "Nothing there: only a 0. On a 3: nothing. Else the same value or one more.",
            function(
                _fits,
                lambda: [(top, value) for top in (None, 0, 1, 2, 3) for value in range(4)],
                "All 20 cases.",
                alike=lambda given, right: bool(given) == right,
            ),
        ),
        "pairs": Exercise(
            "Write pairs(tops): the marks of the tops from left to right, such as ['>', '<', ''], in; the number of "
            "pairs that meet out.",
            "for left, right in zip(tops, tops[1:]): the left one needs an acorn on its right ('=' or '>'), the right "
            "one an acorn on its left ('=' or '<').",
            function(
                _pairs,
                lambda: [(marks,) for marks in random_rows()],
                "A row of n piles has n - 1 pairs at most.",
            ),
        ),
        "longest": Exercise(
            "Which is the largest sum of gains along a way through the graph of r0= r1> o0=?",
            "Follow the green line from the top, and add its numbers.",
            number(
                lambda: schedule(SMALL, 3).value,  # type: ignore[arg-type, return-value]
                "A longest way through the graph is a best order of plays.",
                {2: "there is a way with more: the 1 and the other 0 together, when the red 0 lies already."},
            ),
        ),
        "greedy": Exercise(
            "In four turns greed makes 23 points of the hand. How many points does it give away?",
            "The best plan has the value of schedule(HAND, 4).",
            number(
                lambda: schedule(HAND, TURNS).value - greedy_plan(HAND, TURNS)[0],  # type: ignore[operator]
                "27 - 23.",
            ),
        ),
        "orders_tried": Exercise(
            "Without any bound, how many branches are opened for the hand of the picture in two turns?",
            "The last frame says it: Visited.",
            number(
                lambda: order_ticks(PAIRS, 2)[-1].opened,
                "The others end with no more than the best plan found so far, and are cut.",
            ),
        ),
        "bound": Exercise(
            "A search has found a plan of 25 points, and shows that no plan has more than 33. How many points does "
            "the best plan have at least?",
            "What is known to be possible?",
            number(
                lambda: 25,
                "A plan in hand is a promise from below, a bound is a promise from above. Proved is what both agree on.",
                {
                    33: "33 is what it cannot exceed, not what it has.",
                    26: "nothing says that 25 can be beaten.",
                },
            ),
        ),
        "ceiling": Exercise(
            "Write most(state, turns): points that no plan can exceed, from the hand state.hands[0] (a list of card "
            "numbers) on an empty row. Never too little.",
            "Each card adds at most 3 under a 3 (3 x the number of cards); four colours have at most three pairs, and "
            "a turn pays each of them at most once: 2 x 3 x turns. Exchanges bring at most one acorn a turn.",
            honest(TURNS),
        ),
        "step": Exercise(
            "A pile of 5 cards has a 1 on top. How many points does a 2 add?",
            "Before: 5 x 1. After: 6 x 2.",
            number(
                lambda: step_gain(5, 1, up=True),
                "From n cards with top v, one step up adds n + v + 1.",
                {
                    2: "every card below is worth more now, not only the new one.",
                    12: "that is the whole pile; 5 were there.",
                },
            ),
        ),
        "threshold": Exercise(
            "Write needed(q): the chance in percent from which activating pays against one rival who shares the best "
            "value with q percent. (10 for you, 3 for the rival, 3 acorns.)",
            "10 x p = 3 x q + 3 x 100 in hundredths: p = 30 + 0.3 x q.",
            function(
                worth_from,
                lambda: [(q,) for q in range(0, 101, 10)],
                "The line begins at 30 and ends at 60.",
                alike=lambda given, right: abs(given - right) < 0.5,
            ),
        ),
    }
)

check, hint = EXERCISES.check, EXERCISES.hint

__all__ = [
    "EXERCISES",
    "HAND",
    "PAIRS",
    "SMALL",
    "TURNS",
    "check",
    "hint",
    "pile_shapes",
    "random_piles",
    "random_rows",
    "row_shapes",
]
