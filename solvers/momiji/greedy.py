"""The greedy player: one main action ahead, no more. What learners race their own strategies against."""

from __future__ import annotations

from puzzles.momiji.cards import LETTER
from puzzles.momiji.moves import Move
from puzzles.momiji.rules import State
from puzzles.momiji.scoring import scores
from solvers.momiji.course import read_turn


def greedy_move(state: State) -> Move:
    """The play or activation that raises the own score most at once; else the type of which most is shown.

    Where a turn is over it ends it, and drops the first cards of a hand that is too full. It never exchanges, and
    reveals only where nothing else is possible. Ties: the first in the order of moves.
    """
    seat = state.to_move
    now = scores(state)[seat]

    def gain(move: Move) -> int:
        return scores(state.after(move))[seat] - now if move.verb in ("play", "activate") else 0

    moves = [move for move in state.moves() if move.verb != "reveal"] or list(state.moves())
    best = max(moves, key=gain)
    if gain(best) > 0:
        return best
    collects = [move for move in moves if move.verb == "collect"]
    if collects:
        return max(collects, key=lambda move: sum(LETTER[card] == move.letter for card in state.display))
    return next((move for move in moves if move.verb in ("end", "drop")), moves[0])


def greedy_turn(state: State | str) -> tuple[str, ...]:
    """The moves of the greedy player's turn, as texts; after a reveal it stops, to see the cards. Raises RulesError."""
    now = read_turn(state, "greedy_turn")
    texts: list[str] = []
    while not texts or texts[-1] not in ("end", "reveal"):
        move = greedy_move(now)
        texts.append(str(move))
        if move.verb not in ("end", "reveal"):
            now = now.after(move)
    return tuple(texts)


__all__ = ["greedy_move", "greedy_turn"]
