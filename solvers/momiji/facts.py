"""What a teacher says about Momiji, as numbers: the twelve facts of the lesson, each computed from the rules.

Exact where that is quick; sampled ones take the number of hands and a seed, and give every single result, so
that a mean comes with its interval (``solvers.core.race.mean_interval``).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from puzzles.core.state import RulesError
from puzzles.momiji.cards import CARD_SET, LETTER, VALUE
from puzzles.momiji.moves import Move
from puzzles.momiji.piles import step
from puzzles.momiji.problems import ActivateValue, Schedule
from puzzles.momiji.rules import State, read_state
from puzzles.momiji.scoring import is_triggered, pile_points
from puzzles.momiji.state import default_types
from solvers.core.search import Watch
from solvers.core.solution import Limits
from solvers.momiji.course import Course, standing

FOUR = default_types(2, CARD_SET)
"""The types of a game of two seats, as positions name them."""


# --- piles ----------------------------------------------------------------------------------------


def pile_worth(values: Sequence[int]) -> int:
    """Points of a pile with these values, the first at the bottom (MJ-85); 0 for no card.

    Raises RulesError for an order that the rules refuse (MJ-45 to MJ-48).

    >>> pile_worth([0, 0, 0, 1, 2, 3]), pile_worth([0, 1, 2, 3]), pile_worth([0] * 5)
    (18, 12, 0)
    """
    below: int | None = None
    for value in values:
        if value not in (0, 1, 2, 3) or step(below, value) != 0:
            raise RulesError(
                f"pile: got {value} on {'nothing' if below is None else below}, expected a legal order"
            )
        below = value
    by_value = {VALUE[card]: card for card in CARD_SET.deck("r", CARD_SET.table)}
    return pile_points(tuple(by_value[value] for value in values)) if values else 0


def step_gain(cards: int, top: int, up: bool) -> int:
    """What one more card adds to a pile of `cards` cards with this top: one of the next value, or an equal one.

    >>> step_gain(3, 1, up=True), step_gain(3, 1, up=False)
    (5, 1)
    """
    low = [*range(top + 1)]
    pile = [0] * (cards - len(low)) + low
    if len(pile) != cards:
        raise RulesError(f"step: got {cards} cards under a {top}, expected at least {top + 1}")
    return pile_worth([*pile, top + up]) - pile_worth(pile)


def climb_from(state: State | str, turns: int, first: int) -> int:
    """Most points of piles and acorns after `turns` turns when no card above 0 is played before turn `first`.

    Tries every play; for small hands. Exchanges are left out.
    """
    start = read_state(state) if isinstance(state, str) else state
    return most_when(
        start, turns, lambda turn, move: turn >= first or all(VALUE[card] == 0 for card in move.cards)
    )


def most_when(start: State, turns: int, allowed: Callable[[int, Move], bool]) -> int:
    """Most points of piles and acorns after `turns` turns of play with the plays that are allowed in each.

    allowed  (turn from 1, play) -> whether it may be made
    """
    problem = Schedule(turns)
    problem.check_start(start)
    known: dict[tuple[State, int], int] = {}

    def most(state: State, turn: int) -> int:
        if turn > turns:
            return standing(state)
        key = (state, turn)
        if key not in known:
            found = most(state, turn + 1)
            for move in problem.moves(state):
                if move.verb == "play" and allowed(turn, move):
                    after = replace(problem.play(state, move), done=start.done)
                    found = max(found, most(after, turn + 1))
            known[key] = found
        return known[key]

    return most(start, 1)


# --- hands at random ------------------------------------------------------------------------------


def random_hands(cards: int, number: int, seed: int = 1, new_pile: str = "either_end") -> list[State]:
    """Starts of two seats with an empty table and `cards` random leaves of four types in hand; same seed, same hands."""
    rng = random.Random(seed)
    deck = CARD_SET.deck(FOUR, CARD_SET.table)
    base = read_state("game: momiji")
    base = replace(base, options=replace(base.options, new_pile=new_pile))
    hands = (tuple(sorted(rng.sample(deck, cards))) for _ in range(number))
    return [replace(base, hands=(hand, ())) for hand in hands]


def best_and_greedy(start: State, turns: int) -> tuple[int, int]:
    """The value of ``schedule``, and what the play that gains most at once gives, turn by turn."""
    problem = Schedule(turns)
    course = Course(problem, start, Watch(Limits()))
    course.begin()
    value = course.solve(course.bound(start, turns))
    return value, problem.measure(start, course.greedy())


def plan_ahead(cards: int, turns: int, hands: int, seed: int = 1) -> list[tuple[int, int]]:
    """(best plan, turn-by-turn greed) of random hands on an empty row."""
    return [best_and_greedy(start, turns) for start in random_hands(cards, hands, seed)]


def free_ends(cards: int, turns: int, hands: int, seed: int = 1) -> list[tuple[int, int]]:
    """(new piles at either end, always at the right end) of random hands on an empty row, best plans both."""
    either = random_hands(cards, hands, seed)
    right = random_hands(cards, hands, seed, new_pile="right_end")
    return [
        (best_and_greedy(a, turns)[0], best_and_greedy(b, turns)[0])
        for a, b in zip(either, right, strict=True)
    ]


# --- odds -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opening:
    """Chances of an opening hand.

    none       no 0 at all       startable  types of which it holds a 0, on average
    """

    none: float
    startable: float


def opening_odds(types: int, hand: int | None = None) -> Opening:
    """Exact chances that a hand drawn from a deck of so many types can begin piles.

    hand  cards in hand; None: those of the card set
    """
    size = CARD_SET.parameters.hand_start if hand is None else hand
    _, zeros, deck = _counts(types)

    def without(gone: int) -> float:
        """Chance that none of `gone` named cards is in the hand."""
        return math.comb(deck - gone, size) / math.comb(deck, size)

    return Opening(without(zeros * types), types * (1 - without(zeros)))


def group_odds(types: int, shown: int | None = None) -> tuple[float, ...]:
    """Exact chances that the largest group of the first display has 1, 2, 3 ... cards.

    shown  cards in the display; None: those of the card set
    """
    size = CARD_SET.parameters.display_start if shown is None else shown
    each, _, deck = _counts(types)
    ways = [0] * (size + 1)
    for counts in product(range(size + 1), repeat=types):
        if sum(counts) == size:
            ways[max(counts)] += math.prod(math.comb(each, count) for count in counts)
    return tuple(number / math.comb(deck, size) for number in ways[1:])


def _counts(types: int) -> tuple[int, int, int]:
    """Cards of a type, 0s of a type, cards of the deck."""
    one = CARD_SET.deck("r", CARD_SET.table)
    return len(one), sum(VALUE[card] == 0 for card in one), types * len(one)


# --- objectives, waste, end -----------------------------------------------------------------------


def worth_from(rival: int, acorns: int = 3) -> int:
    """The least chance in percent from which activating an objective does not lose against one rival.

    rival   the rival's chance in percent to share the best value
    acorns  3, or 2 by landscape I
    """
    cheap = acorns == CARD_SET.parameters.landscape_cost + 1
    text = "game: momiji\nacorns: 3 | 0\nobjectives: O01" + ("\nlandscapes: I | -" if cheap else "")
    state = read_state(text)
    plan = [Move("activate", id="O01")]
    if cheap:
        plan.insert(0, Move("use", id="I"))
    for own in range(101):
        if ActivateValue("O01", own, (rival,)).measure(state, plan) >= 0:
            return own
    return 101


def dead_worth(cards: int, turns: int) -> int:
    """Points that so many cards which fit nowhere bring in `turns` turns: all are 3s of types without a pile.

    cards  0 to 8
    Raises RulesError.
    """
    if cards not in range(9):
        raise RulesError(f"dead cards: got {cards}, expected 0 to 8")
    threes = [card for card in CARD_SET.deck(FOUR, CARD_SET.table) if VALUE[card] == 3]
    start = replace(read_state("game: momiji"), hands=(tuple(sorted(threes[:cards])), ()))
    return best_and_greedy(start, turns)[0]


def threes_of_a_type() -> int:
    """How many 3s there are of each type (MJ-1)."""
    return sum(VALUE[card] == 3 for card in CARD_SET.deck("r", CARD_SET.table))


def last_turns_after(state: State | str, moves: Sequence[str]) -> int | None:
    """Turns that are left after these moves and the end of the turn; None when the end is not triggered."""
    from puzzles.momiji.moves import read_move

    now = read_state(state) if isinstance(state, str) else state
    for text in (*moves, "end"):
        now = now.play(read_move(text))
    return now.turns_left


def deck_ends(deck: int, reveal: bool) -> bool:
    """Whether a turn with so many cards in the deck triggers the end, when it collects one card of the display.

    deck    1 to 10
    reveal  whether an acorn turns up more cards before (MJ-31)
    Raises RulesError.
    """
    if deck not in range(1, 11):
        raise RulesError(f"deck: got {deck} cards, expected 1 to 10")
    cards = CARD_SET.deck(FOUR, CARD_SET.table)
    one_of_each = [next(card for card in cards if LETTER[card] == letter) for letter in FOUR]
    rest = list(cards)
    for card in one_of_each:
        rest.remove(card)
    pile = [card for card in rest if LETTER[card] == FOUR[-1]][:deck]
    start = read_state("game: momiji\nacorns: 1 | 0")
    start = replace(start, display=tuple(one_of_each), deck=tuple(pile), discard=())
    state = start.play(Move("reveal")) if reveal else start
    state = state.play(Move("collect", letter=FOUR[0])).play(Move("end"))
    return is_triggered(state)


__all__ = [
    "Opening",
    "best_and_greedy",
    "climb_from",
    "dead_worth",
    "deck_ends",
    "free_ends",
    "group_odds",
    "last_turns_after",
    "most_when",
    "opening_odds",
    "pile_worth",
    "plan_ahead",
    "random_hands",
    "step_gain",
    "threes_of_a_type",
    "worth_from",
]
