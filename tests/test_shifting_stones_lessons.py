"""What the lessons on Shifting Stones use: greedy player, levels, exercises, pictures of searches."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import puzzles
from boards.shifting_stones import pictures
from boards.shifting_stones.exercises import EXERCISES, X, check, random_boards
from puzzles.core import RulesError
from puzzles.shifting_stones import CARDS, GAME
from puzzles.shifting_stones.grid import board_text, flip, matches
from puzzles.shifting_stones.problems import BOARD_MOVES, move_tiles
from puzzles.shifting_stones.state import read_move
from solvers.core.race import play_game, race
from solvers.core.steps import way
from solvers.shifting_stones import best_turn, distance, grade, neighbourhood
from solvers.shifting_stones.greedy import greedy_plan, greedy_turn
from solvers.shifting_stones.packed import pack
from solvers.shifting_stones.search import pattern

HOUSE = Path(__file__).parents[1]


def position(board: str, hand: str) -> str:
    return f"game: shifting_stones\nplayers: 1\nboard: {board}\nhands: {hand}\n"


# --- the greedy player --------------------------------------------------------------------------


def test_greedy_takes_what_lies_there_dearest_first() -> None:
    assert greedy_turn(position("SFF/HHH/EEE", "8 36 58 70"))[:3] == ("score 58", "score 36", "score 8")


def test_greedy_looks_one_move_ahead_and_pays_with_the_cheapest() -> None:
    assert greedy_turn(position("HBO/THE/TBM", "41 46")) == ("flip c1 spend 46", "score 41", "end")
    assert greedy_plan("OTEFFOHME", (38, 41, 44, 71)) == []  # two swaps would bring 5 points


def test_greedy_never_beats_the_best_turn_and_keeps_the_rules() -> None:
    rng = random.Random(3)
    lost = 0
    for board in random_boards(60, seed=3):
        hand = rng.sample(sorted(CARDS), 4)
        text = position(board_text(board), " ".join(map(str, sorted(hand))))
        state, points = GAME.read_state(text), 0
        for move in greedy_plan(board, tuple(sorted(hand))):
            state = state.play(move)
            points += CARDS[move.card].points if move.verb == "score" else 0
        best = best_turn(text).value
        assert points <= best
        lost += points < best
    assert lost > 0


def test_greedy_games_end_and_the_best_turn_wins_them() -> None:
    assert play_game(GAME, [greedy_turn, greedy_turn], 2) is not None
    found = race(GAME, lambda view: best_turn(view).texts, greedy_turn, deals=3)
    assert found.margin.value > 0


# --- levels -------------------------------------------------------------------------------------


def test_the_script_finds_nothing_to_change() -> None:
    done = subprocess.run(
        [sys.executable, "tools/grade_puzzles.py"], cwd=HOUSE, capture_output=True, text=True, timeout=240
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "the file says something else" not in done.stdout
    assert all(key.partition("/")[2] in done.stdout for key in puzzles.keys("shifting_stones"))


def test_effort_rises_with_what_has_to_be_thought_of() -> None:
    turn = {"hand": 4, "points": 5, "board_moves": 2, "scores": 1, "greedy_points": 5, "near_misses": 0}
    assert grade.effort(turn) == 4
    assert grade.effort({**turn, "greedy_points": 4}) == 5
    assert grade.effort({**turn, "hand": 5}) == 5
    assert [grade.level({"effort": n}) for n in range(10)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_nearest_first_passes_every_card() -> None:
    assert grade.nearest_first(pack("SFFHHHEEE"), (38,)) == distance(X, 38).value
    assert grade.nearest_first(pack("SFFHHHEEE"), (8, 36)) == 0


def test_a_problem_without_figures_is_named() -> None:
    source = puzzles.load("shifting_stones/01_first_score")
    other = type(source)(
        source.key, source.game, source.title, "SFF/HHH/EEE", GAME.problem("distance", target=38),
        source.source, source.teaches, 1, source.answer,
    )  # fmt: skip
    with pytest.raises(RulesError, match="no figures are defined for 'distance'"):
        grade.evidence(other)


# --- exercises ----------------------------------------------------------------------------------


def near(board: str) -> set[str]:
    return {move_tiles(board, move) for move in BOARD_MOVES} - {board}


def three_in_row(board: str, word: str) -> bool:
    return any(word in board[row : row + 3] for row in (0, 3, 6))


RIGHT = {
    # found here a second way, never read from the exercise
    "layouts": 5040,
    "boards": 2_580_480,
    "moves": 21,
    "neighbours": 16,
    "far": len(neighbourhood(X, 3)) - len(neighbourhood(X, 2)),
    "flip": flip,
    "matches": three_in_row,
    "near": near,
    "estimate": pictures.estimate_of(71),
    "bound": 4,
    "tour": 3,
}


@pytest.mark.parametrize("name", EXERCISES.names)
def test_right_answers_are_right_and_nothing_else_is(name: str) -> None:
    assert check(name, RIGHT[name]), str(check(name, RIGHT[name]))
    assert check(name).right is None
    answer = RIGHT[name]
    if isinstance(answer, int):
        for wrong in (answer - 1, answer + 1, 0, -1):
            assert check(name, wrong).right is False
    else:
        assert check(name, lambda *_: None).right is None
        assert check(name, 7).right is False


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("flip", lambda board, cell: board),
        ("matches", lambda board, word: word in board),  # over the rim of a row
        ("near", lambda board: near(board) | {board}),
        ("near", lambda board: {flip(board, cell) for cell in range(9)}),
        ("estimate", lambda board: 4),
        ("estimate", lambda board: 3 * pictures.estimate_of(71)(board)),
    ],
)
def test_typical_mistakes_are_found(name: str, wrong: object) -> None:
    assert check(name, wrong).right is False


def test_the_layers_named_in_the_questions_are_right() -> None:
    assert "16 boards at 1 move and 134 at 2" in str(check("far"))
    sizes = [len(neighbourhood(X, radius)) for radius in (0, 1, 2)]
    assert [sizes[1] - sizes[0], sizes[2] - sizes[1]] == [16, 134]


# --- pictures -----------------------------------------------------------------------------------


def test_the_simple_estimate_is_honest_everywhere() -> None:
    for card in CARDS:
        estimate = pictures.estimate_of(card)
        for board in random_boards(40, seed=card):
            guess, right = estimate(board_text(board)), pattern(card).distance(pack(board))
            assert (guess == 0) == (right == 0)
            assert guess <= right
            # no move lowers it by more than 1, so A* is right with it
            assert all(estimate(board_text(other)) >= guess - 1 for other in near(board))


@pytest.mark.parametrize("card", [56, 60, 71])
@pytest.mark.parametrize("estimated", [False, True])
def test_board_steps_prove_the_exact_distance(card: int, estimated: bool) -> None:
    board = "FTT/SFH/OTH"
    seen = pictures.board_steps(board, card, pictures.estimate_of(card) if estimated else None)
    far = distance(board, card).value
    last = seen[-1]
    assert last.goal is not None
    assert (last.goal.moves, last.bound) == (far, far)
    tiles = board.replace("/", "")
    for found in way(seen)[1:]:
        tiles = move_tiles(tiles, read_move(found.move))
    assert matches(tiles, card)


def test_frames_of_a_search_keep_every_board_in_its_place() -> None:
    stepper = pictures.watch_search("FTT/SFH/OTH", 56)
    try:
        sizes, places = set(), {}
        for at in range(stepper.last + 1):
            shown = stepper._frame(at, False)
            sizes.add((shown.drawing.width, shown.drawing.height))
            assert len({key for key, _ in shown.drawing.parts}) == len(shown.drawing.parts)
            for key, part in shown.drawing.parts:
                if key.startswith("board-"):
                    assert places.setdefault(key, part.get("transform")) == part.get("transform")
            chips = {chip.name: chip.text for chip in shown.header.chips}
            known = int(chips["Frontier"].split()[0]) + int(chips["Visited"])
            assert known == sum(key.startswith("board-") for key, _ in shown.drawing.parts)
        assert len(sizes) == 1
        assert chips["Best"] == "2"
        assert shown.words.endswith("Best and bound are both 2: proved. The way: swap a1 b1, swap b2 b3.")
        assert stepper._frame(stepper.last, True).drawing.width == 368
        assert stepper.errors == []
    finally:
        stepper.close()


def test_a_search_too_large_to_draw_says_so() -> None:
    with pytest.raises(ValueError, match=r"this search finds 1,451 boards, and up to 400 can be drawn"):
        pictures.watch_search("FTT/SFH/OTH", 60)


def test_pictures_say_what_they_show() -> None:
    graph = neighbourhood(X, 1)
    shown = pictures.neighbours_picture(graph)
    assert "16 boards one move away" in shown.words
    assert all(node in shown.words for node in graph)
    inner = [edge for edge in graph.edges if X not in edge]
    assert f"{len(inner)} pairs of them are one move apart" in shown.words
    plan = pictures.plan_boards(X, ["flip c1 spend 11", "score 36", "swap b1 b2 spend 3", "end"])
    assert plan.words == "start: SFF/HHH/EEE; 1. flip c1: SFB/HHH/EEE; 3. swap b1 b2: SHB/HFH/EEE"
    cells = pictures.cells_picture([1, 0, 1, 2, 1, 2, 3, 2, 3], "Swaps", goal=[1])
    assert cells.words == "Swaps: 1 0 1 / 2 1 2 / 3 2 3"
    assert pictures.boards_in_a_row({}, cards=[36]).words == "Fish-Fish"
