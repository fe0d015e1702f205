"""`tour` as a CP-SAT model: the turn model without cards to pay with, for 0, 1, 2 ... moves until it has a solution.

Moments 0, 1, ... are the boards before, between and after the moves. The model knows no distances.
"""

from __future__ import annotations

from puzzles.shifting_stones.grid import board_text
from puzzles.shifting_stones.problems import BOARD_MOVES, Tour
from puzzles.shifting_stones.rules import State, read_state
from puzzles.shifting_stones.state import Move
from solvers.core.cpsat import new_model, run
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Progress, Report, Solution, Status, Step, Stop, verify
from solvers.shifting_stones import model as turn_model
from solvers.shifting_stones.model import TurnModel
from solvers.shifting_stones.packed import FACES
from solvers.shifting_stones.turns import read_tiles, read_turn


def build(tiles: str, cards: tuple[int, ...], length: int) -> TurnModel:
    """The model of a tour of exactly `length` moves from a board of nine letters; nothing is spent."""
    hand = " ".join(map(str, cards))
    turn = read_turn(read_state(f"players: 1\nboard: {board_text(tiles)}\nhands: {hand}"), "tour")
    cp = new_model()
    moments, between = range(length + 1), range(length)
    built = TurnModel(
        cp,
        turn,
        length,
        {
            (t, cell, face): cp.new_bool_var(f"shows {t} {cell} {face}")
            for t in moments
            for cell in range(9)
            for face in FACES
        },
        {(t, n): cp.new_bool_var(f"move {t} {n}") for t in between for n in range(len(BOARD_MOVES))},
        {(t, card): cp.new_bool_var(f"match {t} {card}") for t in moments for card in turn.cards},
        {},
    )
    turn_model.start_from_the_board(built)
    turn_model.move_one_tile_or_two(built)
    turn_model.score_on_a_match(built)
    move_every_time(built)
    match_every_card(built)
    return built


def move_every_time(built: TurnModel) -> None:
    """One board move between two moments."""
    for t in range(built.length):
        built.model.add_exactly_one(built.moves[t, number] for number in range(len(BOARD_MOVES)))


def match_every_card(built: TurnModel) -> None:
    """Each card has a moment at which it is said to match."""
    for card in built.turn.cards:
        built.model.add_exactly_one(built.scores[t, card] for t in built.moments)


def tour(
    board: State | str,
    cards: tuple[int, ...] | list[int],
    limits: Limits | None = None,
    report: Report | None = None,
) -> Solution:
    """`tour` by CP-SAT: the fewest moves, then the smallest plan move by move. Raises RulesError.

    Seconds from about 6 moves on.
    """
    problem = Tour(tuple(cards) if isinstance(cards, list) else cards)
    tiles = read_tiles(board, "tour, board")
    limits = limits or Limits()
    watch = Watch(limits, report)
    length, branches = 0, 0

    def guarded(progress: Progress) -> None:
        try:
            watch.look()
        except OutOfTime:
            raise Stop from None

    def left() -> Limits:
        if limits.seconds is None:
            return limits
        return Limits(max(0.0, limits.seconds - watch.seconds), limits.workers, limits.seed)

    def solution(status: Status, plan: list[Move]) -> Solution:
        solved = status is Status.OPTIMAL
        return verify(
            Solution(
                problem=problem,
                start=board_text(tiles),
                status=status,
                value=length if solved else None,
                bound=length,
                proof=f"CP-SAT proved that fewer than {length} moves have no solution."
                if solved and length
                else "Each card matches at the start."
                if solved
                else "",
                steps=tuple(Step(move, 0, "") for move in plan),
                seconds=watch.seconds,
                nodes=branches,
                method="CP-SAT model of a tour",
            )
        )

    plan: list[Move] = []
    try:
        while True:
            watch.news(None, length)
            built = build(tiles, problem.cards, length)
            found = run(built.model, left(), guarded)
            branches += found.branches
            if found.solved:
                break
            if found.status is not Status.INFEASIBLE:
                return solution(Status.UNKNOWN, [])
            length += 1
        for t in range(length):
            watch.look()
            numbers = range(len(BOARD_MOVES))
            built.model.minimize(sum(number * built.moves[t, number] for number in numbers))
            best = run(built.model, left(), guarded)
            branches += best.branches
            if best.status is not Status.OPTIMAL:
                return solution(Status.UNKNOWN, [])
            number = next(n for n in numbers if best.true(built.moves[t, n]))
            built.model.add(built.moves[t, number] == 1)
            plan.append(BOARD_MOVES[number])
    except (OutOfTime, Stop):
        return solution(Status.UNKNOWN, [])
    return solution(Status.OPTIMAL, plan)
