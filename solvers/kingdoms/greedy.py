"""The greedy player: what seems best at once, no look ahead. What learners race their own strategies against."""

from __future__ import annotations

from puzzles.core.state import RulesError
from puzzles.kingdoms.moves import DRAW_DECK, DRAW_NONE, END, Move
from puzzles.kingdoms.rules import State
from solvers.kingdoms import playout
from solvers.kingdoms.asking import read_asked


def move_of(quick: playout.Move) -> Move:
    """The move of the rules that a quick move is."""
    verb, card, place = quick
    if verb == "deck":
        return DRAW_DECK
    if verb == "none":
        return DRAW_NONE
    return Move("draw", card, source="camp") if verb == "camp" else Move(verb, card, place)


def greedy_move(state: State | str) -> Move:
    """The laying or draw that seems best at once (``playout.Game.worth`` and ``use``), then ``end``.

    Only what the seat may see is read. Raises RulesError for a game that is over.
    """
    view = read_asked(state, "greedy_move")
    if view.is_over:
        raise RulesError("greedy_move: got a game that is over, expected one in progress")
    view = view.view(view.to_move)
    if view.step == "end":
        return END
    moves = view.moves()
    if not moves:
        raise RulesError("greedy_move: got a hand that is not known, expected the hand that plays")
    if len(moves) == 1:
        return moves[0]
    game = playout.Game(view)
    if view.step == "play":
        return move_of(game.best_laying())
    return move_of(game.best_draw(("fight", -1, -1)))


def greedy_turn(state: State | str) -> tuple[str, ...]:
    """One move of the greedy player, as a text; it is asked again after each. Raises RulesError."""
    return (str(greedy_move(state)),)


__all__ = ["greedy_move", "greedy_turn", "move_of"]
