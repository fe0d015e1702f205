"""Shipped puzzles: the answer in the file is what the solver proves and what trying everything finds."""

from __future__ import annotations

import re
from typing import Any

import pytest

import puzzles
import solvers
from puzzles.core import Puzzle
from puzzles.shifting_stones import CARDS

KEYS = [key for game in puzzles.GAMES for key in puzzles.keys(game)]

Rank = tuple[int, int, int, tuple[str, ...]]
"""points lost (negative gain), cards spent, moves, plan: the smallest is the best."""


def every_turn(puzzle: Puzzle) -> tuple[int, tuple[str, ...]]:
    """Most points of a Shifting Stones turn and the plan, by trying every legal order of moves.

    Ties as the specification has them: fewer cards spent, fewer moves, smallest plan text.
    """
    known: dict[Any, Rank] = {}

    def best(now: Any) -> Rank:
        key = (now.board, now.hands, now.turn)  # the rest plays no part before the end of the turn
        if key not in known:
            found: list[Rank] = []
            for move in puzzle.problem.moves(now):
                text = str(move)
                if move.verb == "end":
                    found.append((0, 0, 1, (text,)))
                    continue
                lost, spent, length, plan = best(puzzle.problem.play(now, move))
                gain = CARDS[move.card].points if move.verb == "score" else 0
                cost = 0 if move.verb == "score" else 1
                found.append((lost - gain, spent + cost, length + 1, (text, *plan)))
            known[key] = min(found) if found else (0, 0, 0, ())  # solved: no `end` follows
        return known[key]

    lost, _, _, plan = best(puzzle.state())
    return -lost, plan


PEERS = {("shifting_stones", "best_turn"): every_turn}
"""For each kind of shipped puzzle a method that tries everything; a new kind needs one of its own."""


def greedy_turn(puzzle: Puzzle) -> int:
    """Points of the player who scores whatever matches, dearest first, and else makes the one board move
    that lets the dearest card be scored, paying with the cheapest other card; ties by text."""
    now, points = puzzle.state(), 0
    while True:
        scores = [move for move in now.moves() if move.verb == "score"]
        if not scores:
            ways = []
            for move in now.moves():
                if move.verb in ("swap", "flip"):
                    after = now.play(move)
                    gains = [CARDS[m.card].points for m in after.moves() if m.verb == "score"]
                    if gains:
                        ways.append((-max(gains), CARDS[move.card].points, str(move), after))
            if not ways:
                return points
            now = min(ways, key=lambda way: way[:3])[3]
            continue
        score = max(scores, key=lambda move: (CARDS[move.card].points, -move.card))
        points += CARDS[score.card].points
        now = now.play(score)


@pytest.fixture(params=KEYS)
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return puzzles.load(request.param)


def test_there_are_first_puzzles() -> None:
    assert puzzles.keys("shifting_stones")[0] == "shifting_stones/01_first_score"
    assert len(puzzles.keys("shifting_stones")) >= 6


@pytest.mark.parametrize("game", list(puzzles.GAMES))
def test_levels_rise_and_titles_differ(game: str) -> None:
    shipped = [puzzles.load(key) for key in puzzles.keys(game)]
    levels = [puzzle.level for puzzle in shipped]
    assert levels == sorted(levels)
    for words in ("title", "start", "teaches"):
        assert len({getattr(puzzle, words) for puzzle in shipped}) == len(shipped)


def test_start_is_written_as_the_game_writes_it(puzzle: Puzzle) -> None:
    read = puzzles.game(puzzle.game).read_state
    assert read(str(read(puzzle.start))) == read(puzzle.start)
    assert puzzle.start.startswith(f"game: {puzzle.game}\n")


def test_answer_is_the_solvers(puzzle: Puzzle) -> None:
    solution = solvers.solve(puzzle)
    assert solution.status is solvers.Status.OPTIMAL
    assert (solution.value, solution.texts) == (puzzle.answer.value, puzzle.answer.plan)


def test_answer_is_what_trying_everything_finds(puzzle: Puzzle) -> None:
    value, plan = PEERS[puzzle.game, puzzle.problem.name](puzzle)
    assert (value, plan) == (puzzle.answer.value, puzzle.answer.plan)


def test_evidence_is_measured(puzzle: Puzzle) -> None:
    if (puzzle.game, puzzle.problem.name) != ("shifting_stones", "best_turn"):
        pytest.fail(f"{puzzle.key}: write down here how its evidence is measured")
    board_moves = sum(text.startswith(("swap", "flip")) for text in puzzle.answer.plan)
    assert dict(puzzle.evidence) == {
        "hand": len(puzzle.state().hands[0]),
        "board_moves": board_moves,
        "scores": sum(text.startswith("score") for text in puzzle.answer.plan),
        "greedy_points": greedy_turn(puzzle),
    }


def test_distances_named_in_the_proof_are_right(puzzle: Puzzle) -> None:
    board = str(puzzle.state()).split("board: ")[1].split()[0]
    for card, moves in re.findall(r"[Cc]ard (\d+) is (\d+)(?: moves? away)?", puzzle.answer.proof):
        assert solvers.shifting_stones.distance(board, int(card)).value == int(moves), puzzle.key
