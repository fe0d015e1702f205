"""How hard a puzzle is: figures that are measured, and the level that follows from them.

python tools/grade_puzzles.py            compares them with what the files say
python tools/grade_puzzles.py --write    writes them into the files
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from puzzles.core import Puzzle, RulesError
from puzzles.shifting_stones.rules import State
from puzzles.shifting_stones.state import points_of, read_move
from solvers.shifting_stones.greedy import greedy_plan, greedy_turn
from solvers.shifting_stones.packed import moved, pack
from solvers.shifting_stones.search import card_route, pattern

LEVELS = (1, 3, 5, 7)
"""Highest effort of the levels 1 to 4; what is above is level 5."""

MOST_TURNS = 12
"""Turns after which the greedy player of a solo puzzle is taken to be lost: more than four strikes allow."""


def evidence(puzzle: Puzzle) -> dict[str, int]:
    """The measured figures of a puzzle by name. Raises RulesError for a problem without any.

    All: `effort`, see ``effort``.
    best_turn: `hand` cards; `board_moves` and `scores` of the plan; `greedy_points` of the player who looks
    one move ahead; `near_misses`, sets of cards worth more than the answer whose cards are each near enough.
    tour: `cards`; `moves` of the plan; `farthest` card alone; `nearest_first`, moves when the nearest card that
    is missing is fetched each time.
    solo_plan: `cards` left; `turns` and `strikes` of the plan; `board_moves` in it; `greedy_turns` of the player
    who looks one move ahead, 0 when it loses.
    """
    measures = {"best_turn": _turn, "tour": _tour, "solo_plan": _solo}
    if puzzle.problem.name not in measures:
        raise RulesError(
            f"{puzzle.key}: no figures are defined for {puzzle.problem.name!r}, expected one of {', '.join(measures)}"
        )
    found = measures[puzzle.problem.name](puzzle)
    return {**found, "effort": effort(found)}


def effort(found: Mapping[str, int]) -> int:
    """What has to be thought of: board moves + cards beyond the first few + 1 where the greedy way is not best."""
    if "hand" in found:
        points = found["points"]
        return found["board_moves"] + max(0, found["hand"] - 2) + (found["greedy_points"] < points)
    if "nearest_first" in found:
        return found["moves"] + found["cards"] - 1 + (found["nearest_first"] > found["moves"])
    slower = not 0 < found["greedy_turns"] <= found["turns"]
    return found["board_moves"] + found["cards"] - 1 + found["turns"] - 1 + slower


def level(found: Mapping[str, int]) -> int:
    """The level, 1 to 5, of a puzzle with these figures."""
    return 1 + sum(found["effort"] > most for most in LEVELS)


def _turn(puzzle: Puzzle) -> dict[str, int]:
    state: State = puzzle.state()
    hand, board = state.hands[state.to_move], pack(state.board)
    value = puzzle.answer.value
    assert isinstance(value, int)
    away = {card: pattern(card).distance(board) for card in hand}
    size = len(hand)
    near = sum(
        points_of(cards) > value and max(away[card] for card in cards) <= size - number
        for number in range(1, size + 1)
        for cards in combinations(hand, number)
    )
    greedy = greedy_plan(state.board, hand)
    return {
        "hand": size,
        "points": value,
        "board_moves": _board_moves(puzzle),
        "scores": sum(text.startswith("score") for text in puzzle.answer.plan),
        "greedy_points": points_of(m.card for m in greedy if m.verb == "score" and m.card is not None),
        "near_misses": near,
    }


def _tour(puzzle: Puzzle) -> dict[str, int]:
    board = pack(puzzle.state())
    cards = puzzle.problem.parameters()["cards"]
    value = puzzle.answer.value
    assert isinstance(value, int)
    return {
        "cards": len(cards),
        "moves": value,
        "farthest": max(pattern(card).distance(board) for card in cards),
        "nearest_first": nearest_first(board, cards),
    }


def nearest_first(board: int, cards: tuple[int, ...]) -> int:
    """Moves of a tour that fetches the nearest missing card each time (ties: the smaller id, the smaller moves).

    board  packed
    """
    made = 0
    missing = {card for card in cards if pattern(card).distance(board)}
    while missing:
        nearest = min(missing, key=lambda card: (pattern(card).distance(board), card))
        for number in card_route(board, nearest):
            board = moved(board, number)
            made += 1
            missing = {card for card in missing if pattern(card).distance(board)}
    return made


def _solo(puzzle: Puzzle) -> dict[str, int]:
    state: State = puzzle.state()
    value = puzzle.answer.value
    assert isinstance(value, tuple)
    return {
        "cards": len(state.hands[0]) + len(state.deck) + len(state.discard),
        "turns": value[0],
        "strikes": value[1],
        "board_moves": _board_moves(puzzle),
        "greedy_turns": _greedy_turns(state),
    }


def _greedy_turns(state: State) -> int:
    """Turns in which the greedy player scores every card; 0 when it loses."""
    for turn in range(1, MOST_TURNS + 1):
        for text in greedy_turn(state.view(0)):
            state = state.play(read_move(text))
        over = state.outcome()
        if over is not None:
            return turn if over.reason == "solved" else 0
    return 0


def _board_moves(puzzle: Puzzle) -> int:
    return sum(text.startswith(("swap", "flip")) for text in puzzle.answer.plan)


__all__ = ["effort", "evidence", "level", "nearest_first"]
