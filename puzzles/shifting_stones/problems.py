"""The solver problems of Shifting Stones: what is asked, and how an answer is checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from puzzles.core.problem import Problem
from puzzles.core.state import IllegalMove, RulesError
from puzzles.shifting_stones.cards import CARDS
from puzzles.shifting_stones.grid import PAIRS, board_text, flip, matches, read_board, swap
from puzzles.shifting_stones.rules import State, read_state
from puzzles.shifting_stones.state import Move, points_of, read_move

BOARD_MOVES = tuple(
    sorted([Move("swap", pair) for pair in PAIRS] + [Move("flip", (cell,)) for cell in range(9)], key=str)
)
"""The 21 board moves without a card, in the order of their texts (flips before swaps)."""

MOST_CARDS = 4
"""Cards of a tour."""


def move_tiles(board: str, move: Move) -> str:
    """The board after a swap or a flip; a card spent for it plays no part."""
    return swap(board, *move.cells) if move.verb == "swap" else flip(board, *move.cells)


class BoardProblem(Problem[str]):
    """A question about the tiles alone: states are boards of nine letters, moves cost no card."""

    sense: ClassVar[str] = "min"
    unit: ClassVar[str] = "moves"
    open_information: ClassVar[bool] = True

    def read_start(self, text: str) -> str:
        return read_board(text)

    def read_move(self, text: str) -> Move:
        return read_move(text)

    def moves(self, state: str) -> Sequence[Move]:
        return BOARD_MOVES

    def play(self, state: str, move: Move) -> str:
        if move not in BOARD_MOVES:
            raise IllegalMove(f"SS-9: {move} is not a swap of neighbours or a flip (without a card)")
        return move_tiles(state, move)


@dataclass(frozen=True, slots=True)
class Distance(BoardProblem):
    """Fewest board moves until a card matches, or until the board shows the target.

    target  a card id, or a board as ``SFF/HHH/EEE``
    """

    name: ClassVar[str] = "distance"
    target: int | str

    def __post_init__(self) -> None:
        if isinstance(self.target, str):
            read_board(self.target, "distance, target")
        else:
            check_card(self.target, "distance, target")

    def reached(self, board: str) -> bool:
        """Whether `board` (nine letters) is the target or shows the card."""
        if isinstance(self.target, str):
            return board == read_board(self.target)
        return matches(board, self.target)

    def measure(self, start: str, plan: Sequence[Move]) -> int:
        board = start
        for move in plan:
            board = self.play(board, move)
        if not self.reached(board):
            what = self.target if isinstance(self.target, str) else f"a match of card {self.target}"
            raise RulesError(f"distance: the plan ends on {board_text(board)}, expected {what}")
        return len(plan)


@dataclass(frozen=True, slots=True)
class Tour(BoardProblem):
    """Fewest board moves such that each of some cards matches at some moment, the start included.

    cards  1 to 4 different card ids; kept ascending, for their order does not matter
    """

    name: ClassVar[str] = "tour"
    cards: tuple[int, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.cards, (list, tuple)):
            raise RulesError(f"tour, cards: got {self.cards!r}, expected a list of card ids such as [11, 38]")
        for card in self.cards:
            check_card(card, "tour, cards")
        different = tuple(sorted(set(self.cards)))
        if len(different) != len(self.cards) or not 1 <= len(different) <= MOST_CARDS:
            got = " ".join(map(str, self.cards[:9])) or "none"
            raise RulesError(f"tour, cards: got {got}, expected 1 to {MOST_CARDS} different cards")
        object.__setattr__(self, "cards", different)

    def missing(self, boards: Sequence[str]) -> tuple[int, ...]:
        """The cards that match on none of some boards of nine letters."""
        return tuple(card for card in self.cards if not any(matches(board, card) for board in boards))

    def measure(self, start: str, plan: Sequence[Move]) -> int:
        boards = [start]
        for move in plan:
            boards.append(self.play(boards[-1], move))
        missing = self.missing(boards)
        if missing:
            raise RulesError(
                f"tour: {' '.join(map(str, missing))} matched at no moment of the plan, expected every card to match once"
            )
        return len(plan)


class TurnProblem(Problem[State]):
    """A question about the rest of the present turn: own hand, no draws, nothing after the end."""

    def read_start(self, text: str) -> State:
        return read_state(text)

    def read_move(self, text: str) -> Move:
        return read_move(text)

    def moves(self, state: State) -> Sequence[Move]:
        return [move for move in state.moves() if move.verb != "skip"]

    def play(self, state: State, move: Move) -> State:
        return state.play(move)

    def done(self, start: State, plan: Sequence[Move]) -> bool:
        """Whether the turn is over: its last move is `end`, or it scored the last card of a solo game."""
        if plan and plan[-1].verb == "end":
            return True
        return bool(plan) and _replayed(start, plan, self.name).outcome() is not None


def _replayed(start: State, plan: Sequence[Move], name: str) -> State:
    """The last position of the turn that still shows the mover's hand: before `end`."""
    state = start
    for number, move in enumerate(plan, 1):
        if move.verb == "skip":
            raise RulesError(f"{name}: the plan skips, expected scores, board moves and an ending")
        if move.verb == "end" and number < len(plan):
            raise RulesError(f"{name}: the plan goes on after move {number}, expected it to stop at 'end'")
        state = state.play(move)
    return state


@dataclass(frozen=True, slots=True)
class BestTurn(TurnProblem):
    """Most points by scores from here to the end of the turn; fewer cards spent, fewer moves break ties."""

    name: ClassVar[str] = "best_turn"
    sense: ClassVar[str] = "max"
    unit: ClassVar[str] = "points"

    def measure(self, start: State, plan: Sequence[Move]) -> int:
        _replayed(start, plan, self.name)
        return points_of(move.card for move in plan if move.verb == "score" and move.card is not None)


@dataclass(frozen=True, slots=True)
class Pareto(TurnProblem):
    """Points this turn against cards kept: pairs that no other turn beats in both."""

    name: ClassVar[str] = "pareto"
    sense: ClassVar[str] = "max"
    unit: ClassVar[str] = "points, cards kept"

    def measure(self, start: State, plan: Sequence[Move]) -> tuple[int, int]:
        _replayed(start, plan, self.name)
        # A dropped card (over_four=discard_down) is neither spent nor scored: it counts as kept.
        used = sum(move.verb in ("swap", "flip", "score") for move in plan)
        scored = [move.card for move in plan if move.verb == "score" and move.card is not None]
        return points_of(scored), len(start.hands[start.to_move]) - used


@dataclass(frozen=True, slots=True)
class SoloPlan(Problem[State]):
    """Score every card that is left in a solo game: fewest turns, then fewest strikes added.

    The present turn counts as 1, the last one counts although it does not end. Deck and later
    reshuffles are open. A fourth strike loses (SS-38), so it is no answer.
    """

    name: ClassVar[str] = "solo_plan"
    sense: ClassVar[str] = "min"
    unit: ClassVar[str] = "turns, strikes"
    open_information: ClassVar[bool] = True

    def read_start(self, text: str) -> State:
        state = read_state(text)
        if not state.solo:
            raise RulesError(f"solo_plan: got a game of {state.seats} players, expected 1 player")
        return state

    def read_move(self, text: str) -> Move:
        return read_move(text)

    def moves(self, state: State) -> Sequence[Move]:
        return state.moves()

    def play(self, state: State, move: Move) -> State:
        return state.play(move)

    def measure(self, start: State, plan: Sequence[Move]) -> tuple[int, int]:
        state = start
        for move in plan:
            state = state.play(move)
        over = state.outcome()
        if over is None or over.reason != "solved" or not plan:
            left = len(state.hands[0]) + len(state.deck) + len(state.discard)
            raise RulesError(
                f"solo_plan: the plan ends with {left} cards not scored and {state.strikes} strikes, expected every card scored (SS-37)"
            )
        return 1 + sum(move.verb in ("end", "skip") for move in plan), state.strikes - start.strikes


def check_card(card: object, where: str) -> int:
    """`card` if it is the id of a card. Raises RulesError."""
    if isinstance(card, bool) or not isinstance(card, int) or card not in CARDS:
        raise RulesError(f"{where}: got {card!r}, expected a card id, 1 to {len(CARDS)}")
    return card


PROBLEMS = {problem.name: problem for problem in (Distance, BestTurn, Pareto, Tour, SoloPlan)}
