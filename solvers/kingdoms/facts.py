"""What a teacher says about Kings Under Mountains, as numbers: the fourteen facts of the lesson, each computed.

Exact ones come from ``puzzles.kingdoms.odds`` (a hand drawn from all 80 cards), from the card set or from the rules;
simulated ones take the number of games and a seed and give every single result, so that a mean comes with its interval
(``solvers.core.race.mean_interval``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb

from puzzles.core.state import RulesError
from puzzles.kingdoms.cards import CARD_SET, CardSet
from puzzles.kingdoms.moves import END, Move
from puzzles.kingdoms.odds import CARDS, HAND, OF_A_RACE, chains, chance_of, fill_chance, follower_chance
from puzzles.kingdoms.pieces import ALL_UNITS, RACES, Mine
from puzzles.kingdoms.problems import Plan
from puzzles.kingdoms.prospect import can_fill
from puzzles.kingdoms.rules import State, read_state
from puzzles.kingdoms.scoring import score
from puzzles.kingdoms.setup import new
from solvers.kingdoms.asking import read_asked
from solvers.kingdoms.greedy import greedy_move

Player = Callable[[State, random.Random], Move]
"""From what the seat to move may see to one move."""

SIZES = range(1, 5)

# --- gifts ------------------------------------------------------------------------------------------


def gift_gain(value: int, chance: float | Fraction) -> float:
    """What giving away a mine of this value gains on average, if the new owner fills it with this chance (S1).

    It takes the value at once and gives back twice the value when the mine is filled.

    >>> gift_gain(6, 0.25), gift_gain(6, 0.5), gift_gain(6, 0.75)
    (3.0, 0.0, -3.0)
    """
    return float(value * (1 - 2 * chance))


def fill_table() -> dict[tuple[int, bool], float]:
    """Chance that six random cards fill a bare own mine, by size and overseer; no draw. Exact."""
    return {(size, sign): float(fill_chance(size, sign)) for sign in (False, True) for size in SIZES}


def sampled_fill_chance(mine: str, tries: int, seed: int = 1, king: str = "d") -> int:
    """How many of so many random hands of six cards fill this own mine, such as ``1/3+o=6``: a check on the exact chance."""
    state = read_state(f"game: kingdoms\nkings: {king}\nown: {mine}")
    site, deck, rng = state.own[0][0], ALL_UNITS * 2, random.Random(seed)
    return sum(can_fill(site, rng.sample(deck, HAND), state.kings[0]) for _ in range(tries))


def fillable(turns: int, cards: CardSet = CARD_SET) -> int:
    """How many of the 80 mines can be filled by an owner who has so many turns left: those that need no more cards (S2)."""
    return sum(mine.need <= turns for mine in cards.mines)


# --- strengths --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Guard:
    """How well a top guards a pile.

    cards   of the 80 that may be laid on it
    any     chance that a random hand of six holds one of them
    named   the same for one race that is named, such as that of a certain seat
    """

    top: int
    cards: int
    any: float
    named: float


def guard(top: int) -> Guard:
    """The top of a pile as a guard (S3, S8)."""
    if top not in range(10):
        raise RulesError(f"guard: got the top {top!r}, expected 0 to 9")
    cards = 8 * chains(1, top)
    return Guard(top, cards, float(follower_chance(top)), float(follower_chance(top, "named")))


def ways_on(top: int, cards: int) -> int:
    """In how many ways so many more cards can follow a top, by strengths (S4, S5).

    >>> [ways_on(top, 3) for top in (5, 8, 9)]
    [16, 9, 37]
    """
    return chains(cards, top)


def cost_of_overseer(size: int) -> tuple[float, float]:
    """Chances that six random cards fill a mine of this size, without the sign and with it (S6)."""
    return float(fill_chance(size)), float(fill_chance(size, True))


@cache
def own_cards(held: int) -> float:
    """Chance that a random hand of six holds so many cards of the own race (S7). Exact."""
    return float(Fraction(comb(OF_A_RACE, held) * comb(CARDS - OF_A_RACE, HAND - held), comb(CARDS, HAND)))


def chance_of_race() -> float:
    """Chance that a random hand holds a card of a named race (S9)."""
    return float(chance_of(OF_A_RACE))


# --- mines ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Average:
    """The average mine of a card set: cards to win it, cards to fill it, points (S11)."""

    defence: float
    need: float
    value: float


def average_mine(cards: CardSet = CARD_SET) -> Average:
    """The average mine of a card set."""
    mines: Sequence[Mine] = cards.mines
    number = len(mines)
    return Average(
        sum(mine.defence for mine in mines) / number,
        sum(mine.need for mine in mines) / number,
        sum(mine.value for mine in mines) / number,
    )


def mines_of_defence(defence: int, cards: CardSet = CARD_SET) -> int:
    """How many mines of a card set fall to so many cards (S9)."""
    return sum(mine.defence == defence for mine in cards.mines)


def owners(kings: str) -> dict[str, int | None]:
    """Who owns a mine that seat 0 captures with a card of each race (S13); kings as in ``d | o``. Played by the rules."""
    found: dict[str, int | None] = {}
    for race in RACES:
        state = read_state(
            f"game: kingdoms\nkings: {kings}\nopen: 1/1=5 - - -\nhands: {race}5{' | -' * kings.count('|')}"
        )
        after = state.play(Move("fight", state.hands[0][0], 0))
        found[race] = next(seat for seat, own in enumerate(after.own) if own)
    return found


# --- the clock --------------------------------------------------------------------------------------


def deck_cards_of_a_turn(capture: bool, draw: str) -> int:
    """Cards of the deck that a turn uses, with a capture or a quiet laying, and a draw from ``deck`` or ``camp`` (S10).

    Played by the rules. Raises RulesError.
    """
    if draw not in ("deck", "camp"):
        raise RulesError(f"draw: got {draw!r}, expected deck or camp")
    mine = "1/1=5" if capture else "2/1=5"
    state = read_state(
        f"game: kingdoms\nkings: d | o\nopen: {mine} - - -\ncamp: t1\nhands: d5 | o5\ndeck: ?*9"
    )
    laid = state.play(state.moves()[0])
    drawn = laid.play(next(move for move in laid.moves() if move.source == draw))
    return len(state.deck or ()) - len(drawn.play(END).deck or ())


@dataclass(frozen=True, slots=True)
class Game:
    """How a whole game went.

    turns  turns of all seats       scores, completed, missed  points, mines completed and not completed a seat
    """

    turns: int
    scores: tuple[int, ...]
    completed: tuple[int, ...]
    missed: tuple[int, ...]


def random_player(view: State, rng: random.Random) -> Move:
    """Any legal move."""
    return rng.choice(list(view.moves()))


def greedy_player(view: State, rng: random.Random) -> Move:
    """The move of ``solvers.kingdoms.greedy``."""
    return greedy_move(view)


def play_games(player: Player, seats: int, games: int, seed: int = 1) -> list[Game]:
    """Whole games in which every seat is played by `player`; deals with the seeds `seed`, `seed` + 1 ..."""
    found = []
    for number in range(seed, seed + games):
        state, turns, rng = new(players=seats, seed=number), 0, random.Random(number)
        while not state.is_over:
            move = player(state.view(state.to_move), rng)
            turns += move == END
            state = state.play(move)
        found.append(
            Game(
                turns,
                tuple(score(state, seat) for seat in range(seats)),
                tuple(map(len, state.done)),
                tuple(map(len, state.own)),
            )
        )
    return found


# --- taking back ------------------------------------------------------------------------------------

TAKE_BACK = """game: kingdoms
kings: d | o
open: 1/2+o=7 - - -
camp: d3 o8 t2,t6
hands: d0 g7 | ?*6
own: 3/3=5[t4] | -
deck: ?*9"""
"""The position of S14: in three turns an orc is laid, drawn back and laid again."""


def without_taking_back(start: State | str, turns: int) -> int:
    """What ``plan`` could gain if no turn drew a card that was captured in that same turn (S14). Tries everything.

    Raises RulesError.
    """
    state = read_asked(start, "without_taking_back")
    problem, seat = Plan(turns), state.to_move
    problem.check_start(state)

    @cache
    def most(now: State, left: int, fresh: tuple[int, ...]) -> int:
        """`fresh`: the cards that came into the camp in this turn."""
        if left == 0 or (now.step == "play" and now.deck == ()):
            return score(now, seat)
        moves = list(problem.moves(now))
        if now.step == "draw":
            moves = [move for move in moves if move.source != "camp" or move.card not in fresh] or moves
        found = []
        for move in moves:
            after = problem.play(now, move)
            came: tuple[int, ...] = ()
            if move.verb == "fight" and now.open[move.place].to_capture == 1:
                came = (*now.open[move.place].pile, move.card)
            found.append(most(after, left - (move == END), came))
        return max(found)

    return most(replace(state, hands=state.view(seat).hands), turns, ()) - score(state, seat)


__all__ = [
    "TAKE_BACK",
    "Average",
    "Game",
    "Guard",
    "average_mine",
    "chance_of_race",
    "cost_of_overseer",
    "deck_cards_of_a_turn",
    "fill_table",
    "fillable",
    "gift_gain",
    "greedy_player",
    "guard",
    "mines_of_defence",
    "own_cards",
    "owners",
    "play_games",
    "random_player",
    "sampled_fill_chance",
    "ways_on",
    "without_taking_back",
]
