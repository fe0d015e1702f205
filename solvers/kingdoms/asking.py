"""Positions as the solvers take them, and the parts that all their answers share."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.core.state import RulesError
from puzzles.kingdoms.moves import Move, read_move
from puzzles.kingdoms.pieces import KNOWN
from puzzles.kingdoms.rules import State, read_state
from solvers.core.solution import Limits
from solvers.kingdoms.staffing import Kinds, kind_of

NO_LIMIT = Limits()


def read_asked(state: State | str, where: str) -> State:
    """The position asked about. Raises RulesError."""
    if isinstance(state, str):
        state = read_state(state)
    if not isinstance(state, State):
        raise RulesError(f"{where}: got {type(state).__name__}, expected a state of kingdoms or its text")
    return state


def read_asked_move(move: Move | str, where: str) -> Move:
    """The move asked about. Raises RulesError."""
    if isinstance(move, str):
        move = read_move(move)
    if not isinstance(move, Move):
        raise RulesError(f"{where}, move: got {type(move).__name__}, expected a move of kingdoms or its text")
    return move


def texts(plan: Sequence[Move]) -> tuple[str, ...]:
    """The moves as texts."""
    return tuple(map(str, plan))


def fillings(state: State, chosen: dict[int, Kinds]) -> list[Move]:
    """``fill`` moves that lay these kinds of cards on the mines at these places; of equal kinds the first card goes first.

    Places are those at the start, not counted anew (``staff``).
    """
    race = state.kings[state.to_move]
    hand = sorted(card for card in state.hands[state.to_move] if KNOWN[card])
    moves = []
    for place in sorted(chosen):
        for kind in chosen[place]:
            card = next(card for card in hand if kind_of(card, race) == kind)
            hand.remove(card)
            moves.append(Move("fill", card, place))
    return moves
