"""Walks through a game: replay, perft, random walks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from puzzles.core.state import IllegalMove, State

S = TypeVar("S", bound=State[Any])


def replay(start: S, moves: Iterable[str], read_move: Callable[[str], Any]) -> Iterator[S]:
    """The states after each of `moves` (texts), the start not included.

    Raises RulesError for a text that is no move and IllegalMove, with the number of the move, for
    one that the rules refuse.
    """
    state = start
    for number, text in enumerate(moves, 1):
        move = read_move(text)
        reason = state.why_not(move)
        if reason is not None:
            raise IllegalMove(f"move {number}, {text!r}: {reason}")
        state = state.play(move)
        yield state


def final(start: S, moves: Iterable[str], read_move: Callable[[str], Any]) -> S:
    """The state after all of `moves`; the start itself for none."""
    state = start
    for state in replay(start, moves, read_move):  # noqa: B007 - the last one is wanted
        pass
    return state


def perft(state: State[Any], depth: int) -> int:
    """Number of move sequences of exactly `depth` moves (shorter when the game ends earlier do not count)."""
    if depth == 0:
        return 1
    moves = state.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move), depth - 1) for move in moves)


def divide(state: State[Any], depth: int) -> dict[str, int]:
    """perft split by first move: where two programs disagree, this shows under which move."""
    return {str(move): perft(state.play(move), depth - 1) for move in state.moves()}


def random_walk(state: S, seed: int, most: int = 500) -> Iterator[tuple[Any, S]]:
    """(move, state after it) of a random game, at most `most` moves. Same seed, same walk."""
    rng = random.Random(seed)
    for _ in range(most):
        moves = state.moves()
        if not moves:
            return
        move = moves[rng.randrange(len(moves))]
        state = state.play(move)
        yield move, state
