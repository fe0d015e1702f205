"""The exercises of the lessons on Kings Under Mountains. Every answer is computed when it is asked for."""

from __future__ import annotations

import math
from typing import Any

from boards.core.exercise import Exercise, Exercises, Judge, Verdict, function, number
from puzzles.kingdoms.cards import CARD_SET
from puzzles.kingdoms.odds import chains
from puzzles.kingdoms.pieces import STRENGTHS, may_follow
from puzzles.kingdoms.problems import Gift
from puzzles.kingdoms.rules import State, read_state
from solvers.kingdoms import endgame, plan, staff
from solvers.kingdoms.facts import TAKE_BACK, deck_cards_of_a_turn, fillable, gift_gain, without_taking_back
from solvers.kingdoms.lesson import count_lines, endgame_steps, greedy_staff, staff_table

SMALL = """game: kingdoms
kings: d | o
hands: d3 d6 o1 g2 t5 | -
own: 1/1+o=3 2/2+o=6 | -"""
"""The hand whose table of ``staff`` is shown."""

HAND = """game: kingdoms
kings: d | o
hands: d5 d9 o6 o7 g5 t2 t8 | -
own: 2/3=6 2/4+o=9 2/3=6[t4] | -"""
"""The hand that the lesson on solving follows from greedy to best."""

TURNS = """game: kingdoms
kings: d | o
open: 1/1=2 - - -
camp: d2,d7 o9 g9
hands: o1 t0 | ?*6
own: 3/3=6[t1,t3] 1/3+o=7 | -
deck: ?*9"""
"""The position whose plans are counted, in one to five turns."""

ENDING = """game: kingdoms
kings: d | o
open: 2/1+o=6 - - -
camp: o8
hands: d9 t5 | g2 t7
own: 1/1=5 | -
deck: t6:2/3+o=8 t8:1/2=6"""
"""The endgame whose search is watched."""

LARGER = """game: kingdoms
kings: d | o
open: 1/1=2 2/1+o=3[d9] - -
camp: d3 g1,g2
hands: g1 t6 | g3 o7
own: 2/1=3 2/3+o=6[t5] | 1/2=4[t8] 2/2=3[t7]
deck: g5:2/3+o=6 d6:1/2+o=6 o5:1/2+o=4"""
"""An endgame in which positions come up more than once."""

LEADER = """game: kingdoms
kings: d | o | g
open: 2/4+o=9[t7] 1/1=2 - -
hands: d1 o5 g8 | ?*6 | ?*6
done: 3/2=5 | 2/2=4 4/1=4 | 1/1=3
deck: ?*30"""
"""The gift that the lesson on solving weighs."""


def _points(state: State | str) -> int:
    value = staff(state).value
    assert isinstance(value, tuple)
    return value[0]


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


def _visited(pruning: bool) -> int:
    """Positions that the search of ENDING looks at, ends included."""
    last = endgame_steps(ENDING, pruning=pruning)[-1]
    return last.opened + last.ended


def _mine_cards() -> int:
    mine = read_state("game: kingdoms\nkings: d\nopen: 2/3+o=5 - - -").open[0].mine
    return mine.defence + mine.need


def _margin_of_leader(text: str) -> int:
    state = read_state(LEADER)
    return Gift().measure(state, [Gift().read_move(text)])


def _kinds() -> int:
    return 2 * len(STRENGTHS)


def in_percent(low: float, high: float, because: str) -> Judge:
    """A judge of guesses in percent: near enough is right."""

    def judge(answer: Any) -> Verdict:
        if callable(answer):
            return Verdict(False, "a number was expected, and this is a function.")
        value = float(answer)
        if low <= value <= high:
            return Verdict(True, because)
        return Verdict(False, f"{value:g} percent is too {'much' if value > high else 'little'}.")

    return judge


EXERCISES = Exercises(
    {
        "cards": Exercise(
            "How many cards have to be laid, by anybody, from the moment a mine 2/3+o=5 lies open until it is filled?",
            "Defence cards win it; then size miners, and one more where it shows the crown.",
            number(
                _mine_cards,
                "2 to win it, 3 miners, 1 overseer.",
                {
                    5: "the overseer is a card, too.",
                    4: "that fills it; two cards had to win it before.",
                },
            ),
        ),
        "hands": Exercise(
            "In how many ways can six of the 80 cards come to your hand (every card counted as different)?",
            "math.comb(80, 6): the order in which they come does not matter.",
            number(
                lambda: math.comb(CARD_SET.parameters.cards, CARD_SET.parameters.hand),
                "80 x 79 x 78 x 77 x 76 x 75 orders, and 6! orders give the same hand.",
                {
                    math.perm(
                        80, 6
                    ): "that counts the orders in which they come. Divide by 6 x 5 x 4 x 3 x 2 x 1."
                },
            ),
        ),
        "follows": Exercise(
            "Write follows(top, strength): may a card of this strength be laid? top is None on an empty pile.",
            "Nothing there: anything. A higher strength: yes. And a 0 on a 9.",
            function(
                may_follow,
                lambda: [(top, strength) for top in (None, *STRENGTHS) for strength in STRENGTHS],
                "All 110 cases.",
                alike=lambda given, right: bool(given) == right,
            ),
        ),
        "chains": Exercise(
            "How many chains of three strengths can follow a 7?",
            "Write them down: 8 9 0 is one. What can come after 9 0?",
            number(
                lambda: chains(3, 7),
                "8 9 0, and 9 0 with each of 1 to 9.",
                {
                    1: "after 9 0 anything from 1 on goes.",
                    9: "those begin with 9 0. One more begins with 8.",
                },
            ),
        ),
        "ways": Exercise(
            "Write ways(top, cards): in how many ways so many strengths can follow a top. ways(top, 0) is 1.",
            "For each strength that follows the top: the ways of the other cards after it. A function may call itself.",
            function(
                lambda top, cards: chains(cards, top),
                lambda: [(top, cards) for top in range(10) for cards in range(4)],
                "40 cases; the table of the game has no more than 1,094 for any mine.",
            ),
        ),
        "kinds": Exercise(
            "Which cards can fill a mine depends on their strength, and on whether they are of your own race. How many "
            "different kinds of cards are that?",
            "Ten strengths, and for each: own or foreign.",
            number(
                _kinds,
                "10 own and 10 foreign ones, instead of 40 units.",
                {40: "orcs, goblins and giants do the same work for a dwarf king."},
            ),
        ),
        "assignments": Exercise(
            "Five cards and two mines. Each card goes to the first mine, to the second, or stays in hand. How many ways?",
            "3 x 3 x 3 x 3 x 3.",
            number(
                lambda: (len(read_state(SMALL).own[0]) + 1) ** len(read_state(SMALL).hands[0]),
                "Three choices for each of five cards. Most of them break a rule.",
                {32: "a card may stay in hand as well: three choices, not two."},
            ),
        ),
        "entries": Exercise(
            "How many entries has the table for the small hand?",
            "Count the lines that were printed.",
            number(
                lambda: len(staff_table(SMALL)),
                "One for the first mine with all cards, and one for each rest that the second one can meet.",
            ),
        ),
        "greedy": Exercise(
            "Greed fills the dearest mine first. How many points less than the best has it at the end?",
            "The best has the value of staff(HAND); greed has what the picture says.",
            number(
                lambda: _points(HAND) - greedy_staff(HAND)[0],
                "3 against -3.",
                {3: "that is the best itself. Greed is below 0."},
            ),
        ),
        "lines": Exercise(
            "In five turns the position can be played in thousands of ways. How many different positions are there?",
            "count_lines(TURNS, 5).positions",
            number(
                lambda: count_lines(TURNS, 5).positions,
                "Many ways lead to the same hand, camp and mines.",
            ),
        ),
        "leader": Exercise(
            "The orcs lead with 8, the goblins have 3, you have 5. What does your margin gain if the goblins get the mine of 9?",
            "Who is the best rival before, and who is it after?",
            number(
                lambda: _margin_of_leader("fight g8 a"),
                "The orcs stay the best rival with 8; the goblins do not count.",
                {9: "the goblins lose 9, but the margin looks at the best rival only."},
            ),
        ),
        "value": Exercise(
            "What does the search say is the margin at the end, if both play their best?",
            "The last frame: the number in the box at the left.",
            number(
                lambda: _whole(endgame(ENDING).value), "You choose the highest, the other seat the lowest."
            ),
        ),
        "at_most": Exercise(
            "You know a turn that brings +5. You try another turn; the first answer of the other seat leaves you +1. What is "
            "this other turn worth at most?",
            "The other seat may have a still better answer. Would it take a worse one?",
            number(
                lambda: 1,
                "It can only get lower, so nothing can make you choose it: its other answers need no look.",
                {5: "the other seat answers, and it already has an answer that leaves you +1."},
            ),
        ),
        "saved": Exercise(
            "How many positions fewer does alpha-beta look at than the search without cuts?",
            "Opened + Ends of the last frame, in both.",
            number(lambda: _visited(pruning=False) - _visited(pruning=True), "And the value is the same."),
        ),
        "break_even": Exercise(
            "You give a mine of value 6 to a rival. From which chance (in percent) that he fills it has the gift done you harm?",
            "It takes 6 now and gives back 12 if he fills it: 6 = 12 x chance.",
            number(
                lambda: next(percent for percent in range(101) if gift_gain(6, percent / 100) <= 0),
                "6 - 12 x 1/2 = 0; and so for every value.",
                {100: "he gets back twice the value: from -6 to +6."},
            ),
        ),
        "gain": Exercise(
            "Write gain(value, chance): what a gift gains on average, if the new owner fills it with this chance (0 to 1).",
            "value at once, less 2 * value * chance.",
            function(
                gift_gain,
                lambda: [(value, tenth / 10) for value in range(1, 10) for tenth in range(11)],
                "0 at a half, whatever the value.",
                alike=lambda given, right: abs(given - right) < 1e-6,
            ),
        ),
        "late": Exercise(
            "A rival who has one turn left is given a mine. How many of the 80 mines can he not fill any more?",
            "Only mines that need a single card: size 1 and no crown.",
            number(
                lambda: len(CARD_SET.mines) - fillable(1),
                "12 mines need one card; all others are lost.",
                {
                    20: "of the 20 mines of size 1 some show the crown and need two cards.",
                    60: "of the 20 mines of size 1 only those without a crown need one card.",
                },
            ),
        ),
        "guess_eight": Exercise(
            "A pile has an 8 on top. Guess: in how many of 100 hands of six cards is one that may be laid on it?",
            "8 of the 80 cards are 9s. Six cards, one in ten each time.",
            in_percent(38, 58, "48 of 100, and no more on a 9."),
        ),
        "guess_overseer": Exercise(
            "Six random cards fill a mine of size 3 in 92 of 100 cases. Guess: how many are it with the overseer sign?",
            "A card of one race in four, and it has to be above the last miner.",
            in_percent(29, 49, "39 of 100."),
        ),
        "clock": Exercise(
            "How many cards does the deck lose in a turn with a capture and a draw from the deck?",
            "The captured mine is replaced, and a card is drawn.",
            number(lambda: deck_cards_of_a_turn(True, "deck"), "One becomes the new mine, one is drawn."),
        ),
        "take_back": Exercise(
            "How many points does it bring in three turns that the orc of 8 can be drawn back at once?",
            "plan(TAKE_BACK, 3).value less without_taking_back(TAKE_BACK, 3)",
            number(
                lambda: _whole(plan(TAKE_BACK, 3).value) - without_taking_back(TAKE_BACK, 3),
                "10 - 3: without it the last laying has to capture the open mine.",
            ),
        ),
    }
)

check, hint = EXERCISES.check, EXERCISES.hint

__all__ = ["ENDING", "EXERCISES", "HAND", "LARGER", "LEADER", "SMALL", "TURNS", "check", "hint", "in_percent"]
