"""The question about one turn: reading it, its ending, and turning a plan into a verified Solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.core.state import RulesError
from puzzles.shifting_stones.cards import CARDS
from puzzles.shifting_stones.grid import board_text, read_board
from puzzles.shifting_stones.problems import BOARD_MOVES
from puzzles.shifting_stones.rules import State, read_state
from puzzles.shifting_stones.state import UNKNOWN, Move
from solvers.shifting_stones.packed import pack
from solvers.shifting_stones.search import card_route, pattern


@dataclass(frozen=True, slots=True)
class Turn:
    """The rest of a turn, as its seat sees it.

    state  the view of the seat to move
    board  packed
    cards  hand cards that can be spent or scored: known, and none once dropping has begun (SS-19)
    held   number of hand cards, unknown ones included
    """

    state: State
    board: int
    cards: tuple[int, ...]
    held: int


def read_turn(state: State | str, where: str) -> Turn:
    """The turn of a state or of its text. Raises RulesError, also for a game that is over."""
    if isinstance(state, str):
        state = read_state(state)
    if not isinstance(state, State):
        raise RulesError(
            f"{where}: got {type(state).__name__}, expected a state of shifting_stones or its text"
        )
    over = state.outcome()
    if over is not None:
        raise RulesError(f"{where}: got a game that is over ({over.reason}), expected one in progress")
    view = state.view(state.to_move)
    hand = view.hands[view.to_move]
    cards = () if view.dropping else tuple(card for card in hand if card != UNKNOWN)
    return Turn(view, pack(view.board), cards, len(hand))


def read_tiles(board: State | str, where: str) -> str:
    """Nine letters from a board text, a position text or a state. Raises RulesError."""
    if isinstance(board, State):
        return board.board
    if isinstance(board, str) and ":" in board:
        return read_state(board).board
    return read_board(board, where)


def read_target(target: int | str) -> int | str:
    """A card id from a number or its digits, or a board as ``SFF/HHH/EEE``. Raises RulesError."""
    if isinstance(target, str) and target.strip().isascii() and target.strip().isdigit():
        target = int(target.strip()[:4])
    if isinstance(target, str):
        return board_text(read_board(target, "distance, target"))
    if isinstance(target, bool) or not isinstance(target, int) or target not in CARDS:
        raise RulesError(
            f"distance, target: got {target!r}, expected a card id, 1 to {len(CARDS)}, or a board such as SFF/HHH/EEE"
        )
    return target


def play_all(state: State, plan: Sequence[Move]) -> State:
    """The state after all moves of a plan."""
    for move in plan:
        state = state.play(move)
    return state


def ending(state: State) -> list[Move]:
    """The smallest legal ending of the turn: ``end``, after the smallest cards dropped (SS-19).

    Empty when the rules allow none here: the game is over, or idle_end=forbidden.
    """
    seat, plan = state.to_move, []
    while state.to_move == seat and state.turn != "over":
        moves = [Move("drop", card=card) for card in state.hands[seat] if card != UNKNOWN] + [Move("end")]
        legal = sorted((move for move in moves if state.why_not(move) is None), key=str)
        if not legal:
            return []
        plan.append(legal[0])
        if legal[0].verb == "end":
            break
        state = state.play(legal[0])
    return plan


def idle(state: State | str) -> list[Move]:
    """What to do with a turn that can score nothing; moves of a plan, for the whole turn.

    1. Skip, if that is legal and brings a card: two more cards are two more moves next turn.
    2. Else, in a solo game, where the board stays as it is left: walk towards the nearest card, and
       spend the farthest cards for it. Without it a last card that is not near would never be reached.
    3. Else end, and keep the hand.
    4. Where idle_end=forbidden rules that out, make the first move towards the nearest card.
    """
    turn = read_turn(state, "idle")
    view, seat = turn.state, turn.state.to_move
    skip = Move("skip")
    may_skip = view.why_not(skip) is None
    if may_skip and len(view.play(skip).hands[seat]) > len(view.hands[seat]):
        return [skip]
    plan = ending(view)
    if turn.cards and (not plan or (view.solo and view.turn != "scored")):
        order = sorted(turn.cards, key=lambda card: (pattern(card).distance(turn.board), card))
        towards = card_route(turn.board, order[0]) or [0]
        steps = towards if view.solo else towards[:1]
        plan = [
            Move(BOARD_MOVES[number].verb, BOARD_MOVES[number].cells, card)
            for number, card in zip(steps, reversed(order), strict=False)
        ]
        plan += ending(play_all(view, plan))
    return plan or [skip] * may_skip


def counts(turn: Turn, plan: Sequence[Move]) -> dict[str, int]:
    """Cards spent, scored and kept (neither) by a plan."""
    spent = sum(move.verb in ("swap", "flip") for move in plan)
    scored = sum(move.verb == "score" for move in plan)
    return {"spent": spent, "scored": scored, "kept": turn.held - spent - scored}
