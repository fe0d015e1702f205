"""The exercises of the lessons on Shifting Stones. Every answer is computed when it is asked for."""

from __future__ import annotations

import math
import random
from typing import Any

from boards.core.exercise import Exercise, Exercises, Judge, Verdict, function, number
from puzzles.shifting_stones.cards import CARDS, TILES
from puzzles.shifting_stones.grid import board_text, flip, matches, read_board
from puzzles.shifting_stones.problems import BOARD_MOVES, move_tiles
from solvers.shifting_stones import distance, neighbourhood, tour
from solvers.shifting_stones.packed import COUNT, pack
from solvers.shifting_stones.search import pattern

X = "SFF/HHH/EEE"
"""The board that the lessons begin with."""

TRIES = 200
"""Random positions on which a function is tried."""

_ARRANGEMENTS = math.factorial(len(TILES))


def _faces() -> int:
    return int(2 ** len(TILES))


def _layouts() -> int:
    return math.factorial(len(TILES)) // math.prod(map(math.factorial, COUNT))


def random_boards(count: int = TRIES, seed: int = 1) -> list[str]:
    """Random boards of nine letters, the same for the same seed."""
    rng = random.Random(seed)
    boards = []
    for _ in range(count):
        tiles = [rng.choice(tile) for tile in TILES]
        rng.shuffle(tiles)
        boards.append("".join(tiles))
    return boards


def _flip_cases() -> list[tuple[Any, ...]]:
    return [(board, at % 9) for at, board in enumerate(random_boards())]


def _match_cases() -> list[tuple[Any, ...]]:
    cards = [card for card in CARDS if len(CARDS[card].rows) == 1 and "." not in CARDS[card].pattern]
    return [
        (board, CARDS[cards[at % len(cards)]].pattern) for at, board in enumerate(random_boards(2 * TRIES))
    ]


_OF_PATTERN = {card.pattern: number for number, card in CARDS.items()}


def _neighbours(board: str) -> set[str]:
    return {move_tiles(board, move) for move in BOARD_MOVES} - {board}


def honest(card: int) -> Judge:
    """A judge of estimates: none may say more than the exact number of moves, and a higher one is better."""

    def judge(answer: Any) -> Verdict:
        if not callable(answer):
            return Verdict(False, "a function was expected: from a board such as 'SFF/HHH/EEE' to a number.")
        said = exact = 0
        for tiles in random_boards():
            board, right = board_text(tiles), pattern(card).distance(pack(tiles))
            guess = answer(board)
            if guess is None:
                return Verdict(
                    None, f"for {board} it gave back nothing. A function gives its result with return."
                )
            if guess > right:
                return Verdict(
                    False,
                    f"for {board} it says {guess}, but card {card} is only {right} away: A* could miss the way.",
                )
            said, exact = said + guess, exact + right
        if said == 0:
            return Verdict(
                None, "it never says too much, but it always says 0: that is breadth-first search again."
            )
        return Verdict(
            True, f"never too much on {TRIES} boards, and {said / exact:.0%} of the true moves on average."
        )

    return judge


EXERCISES = Exercises(
    {
        "layouts": Exercise(
            "In how many ways can the nine stones be laid, when all show their first face?",
            "Nine different stones can be laid in 9 x 8 x 7 x ... x 1 ways. Which of these look alike?",
            number(
                _layouts,
                "9! orders, divided by 2! for the two Fish, 3! for the three Horses and 3! for the three Seeds.",
                {
                    _ARRANGEMENTS: "that is 9!, as if all nine stones were different. Two Fish that change places look alike.",
                    9**9: "that would allow the same stone in several places.",
                },
            ),
        ),
        "boards": Exercise(
            "How many different boards are there, counting which face shows?",
            "Each of the nine stones shows one of two faces, whatever the layout.",
            number(
                lambda: _layouts() * _faces(),
                "Each layout can show its nine faces in 2 x 2 x ... x 2 = 512 ways.",
                {
                    _layouts()
                    * 18: "the choices of the nine stones multiply, they do not add up: 2 x 2 x 2 ..., not 2 + 2 + 2 ...",
                    _layouts() * 9: "every stone has two faces, not one of nine.",
                    _ARRANGEMENTS
                    * 512: "stones of the same kind look alike: begin with the layouts of the exercise before.",
                },
            ),
        ),
        "moves": Exercise(
            "How many moves of the stones are there on a board, swaps and flips together?",
            "Count the pairs that share a side: across, then down. Then add one flip for each stone.",
            number(
                lambda: len(BOARD_MOVES),
                "6 pairs across, 6 pairs down, 9 flips.",
                {
                    12: "those are the swaps. There are flips, too.",
                    9: "those are the flips. There are swaps, too.",
                },
            ),
        ),
        "neighbours": Exercise(
            f"How many different boards are one move away from {X}?",
            "Some swaps exchange two stones that look alike. They lead to the same board.",
            number(
                lambda: len(neighbourhood(X, 1)) - 1,
                "21 moves, and 5 of them exchange two equal faces: Fish with Fish, Horse with Horse, Seed with Seed.",
                {
                    21: "that is the number of moves. Do all of them change what you see?",
                    17: "that counts the board itself as well.",
                },
            ),
        ),
        "flip": Exercise(
            "Write flip(board, cell): nine letters and a number 0 to 8 in, the nine letters after the flip out.",
            "BACK = dict(zip('SMFBHOET', 'MSBFOHTE')) gives the back of every face. "
            "Text before the cell: board[:cell], after it: board[cell + 1:].",
            function(
                lambda board, cell: flip(board, cell), _flip_cases, "One letter changed, the rest stayed."
            ),
        ),
        "matches": Exercise(
            "Write matches(board, word): does the word, such as 'BH', stand in one row of the nine letters?",
            "The rows are board[0:3], board[3:6] and board[6:9]. Mind that 'FF' at the end of one row "
            "and the beginning of the next is no match.",
            function(
                lambda board, word: matches(board, _OF_PATTERN[word]),
                _match_cases,
                "A pattern never runs over the rim.",
                alike=lambda given, right: bool(given) == right,
            ),
        ),
        "near": Exercise(
            "Write near(board): the set of all boards (nine letters) that are one move away.",
            "Begin with found = set(). Add flip(board, cell) for every cell, and the swap for every pair "
            "that shares a side. The board itself is no neighbour.",
            function(
                _neighbours,
                lambda: [(board,) for board in random_boards(60)],
                "Now you have the whole graph: every node and its neighbours.",
                alike=lambda given, right: set(given) == right,
            ),
        ),
        "far": Exercise(
            f"Every step of a search looks at a whole layer. From {X} there are 16 boards at 1 move and 134 at 2. "
            "How many at 3?",
            "len(neighbourhood(X, 3)) counts all boards up to 3 moves away.",
            number(
                lambda: len(neighbourhood(X, 3)) - len(neighbourhood(X, 2)),
                "Each layer is about six times the one before, at first.",
                {
                    16 * 16 * 16: "many ways lead to the same board, so it is less than 16 x 16 x 16.",
                    21**3: "many ways lead to the same board, so it is far less than 21 x 21 x 21.",
                },
            ),
        ),
        "estimate": Exercise(
            "Write estimate(board): moves that card 71 needs at least. Never too much.",
            "The square of the card that shows something else needs a move. How many squares can one move put right?",
            honest(71),
        ),
        "bound": Exercise(
            "A search has found a plan of 5 moves, and has shown that no plan of 3 moves or fewer exists. "
            "How many moves does the best plan have at least?",
            "What is the smallest number that is not ruled out?",
            number(
                lambda: 3 + 1,
                "Value 5, bound 4: the best plan has 4 moves or 5. Only when the two meet is it proved.",
                {5: "5 is the best known, but 4 is not ruled out.", 3: "3 is ruled out."},
            ),
        ),
        "tour": Exercise(
            f"From {X}, the ways to cards 11 and 38 have lengths {distance(X, 11).value} and {distance(X, 38).value}. "
            "How many moves to see both, one after the other?",
            "It cannot be less than the farther one, and one way may pass the other. Try tour(X, [11, 38]).",
            number(
                lambda: len(tour(X, (11, 38)).plan),
                "A move can serve both cards, so the ways do not simply add up.",
                {
                    4: "the two ways add up to that, but one move serves both cards.",
                    2: "at that length only one of the two is there.",
                },
            ),
        ),
    }
)

check, hint = EXERCISES.check, EXERCISES.hint

__all__ = ["EXERCISES", "X", "check", "hint", "random_boards", "read_board"]
