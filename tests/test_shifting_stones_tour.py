"""solvers.shifting_stones.tour: section 6 of the specification, three other methods, limits, Stop, explanations."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import puzzles
import solvers
from puzzles.core import IllegalMove, RulesError
from puzzles.shifting_stones import CARDS, read_state
from puzzles.shifting_stones.cards import TILES
from puzzles.shifting_stones.grid import board_text, matches, read_board
from puzzles.shifting_stones.problems import BOARD_MOVES, PROBLEMS, Tour, move_tiles
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Progress, Solution, Status, Stop, from_json, to_json, verify
from solvers.shifting_stones import tour, tour_layers, tour_model, tours
from solvers.shifting_stones.packed import pack, unpack
from solvers.shifting_stones.space import BOARDS, kinds_of, space, whole

X = "SFF/HHH/EEE"


def random_board(rng: random.Random) -> str:
    tiles = [rng.choice(tile) for tile in TILES]
    rng.shuffle(tiles)
    return board_text("".join(tiles))


def boards_on_the_way(solution: Solution) -> list[str]:
    boards = [read_board(solution.start)]
    for move in solution.plan:
        boards.append(move_tiles(boards[-1], move))
    return boards


# --- section 6 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "cards", "moves", "plan"),
    [
        (X, (11, 38), 3, ("flip b3", "flip c1", "swap b1 b2")),
        (X, (69, 70), 9, None),
        (X, (57, 60, 72), 10, None),
        (X, (27, 47, 63, 68), 14, None),
        ("TBT/HTH/BHS", (12, 40, 70), 6, None),
        (X, (38,), 2, ("flip c1", "swap b1 b2")),
        (X, (8, 36, 58), 0, ()),
    ],
)
def test_tours_of_the_specification(
    board: str, cards: tuple[int, ...], moves: int, plan: tuple[str, ...] | None
) -> None:
    solution = tour(board, cards)
    assert (solution.status, solution.value, solution.bound) == (Status.OPTIMAL, moves, moves)
    if plan is not None:
        assert solution.texts == plan
    boards = boards_on_the_way(solution)
    assert all(any(matches(board, card) for board in boards) for card in cards)


# --- the problem and its input ------------------------------------------------------------------


def test_the_order_and_the_form_of_the_cards_play_no_part() -> None:
    text = f"players: 1\nboard: {X}\nhands: 38"
    answers = [tour(board, cards) for board in (X, text, read_state(text)) for cards in ([38, 11], (11, 38))]
    assert {answer.texts for answer in answers} == {("flip b3", "flip c1", "swap b1 b2")}
    assert answers[0].problem.parameters() == {"cards": (11, 38)}
    assert Tour((38, 11)) == Tour((11, 38))


def test_a_puzzle_file_names_the_cards_as_a_list() -> None:
    problem = puzzles.game("shifting_stones").problem("tour", cards=[38, 11])
    assert problem == Tour((11, 38))
    assert (problem.sense, problem.unit, problem.open_information) == ("min", "moves", True)
    solution = tour(X, [11, 38])
    assert from_json(json.loads(json.dumps(to_json(solution))), Tour([11, 38])) == solution  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("board", "cards", "words"),
    [
        (X, (), "tour, cards: got none, expected 1 to 4 different cards"),
        (X, (1, 2, 3, 4, 5), "tour, cards: got 1 2 3 4 5, expected 1 to 4 different cards"),
        (X, (7, 7), "tour, cards: got 7 7, expected 1 to 4 different cards"),
        (X, (0,), "tour, cards: got 0, expected a card id, 1 to 72"),
        (X, (True,), "tour, cards: got True, expected a card id"),
        (X, ("7",), "tour, cards: got '7', expected a card id"),
        (X, 7, "tour, cards: got 7, expected a list of card ids such as [11, 38]"),
        ("SFF/HHH", (7,), "tour, board: got 'SFF/HHH', expected three rows of three letters"),
    ],
)
def test_bad_input_is_refused_in_words(board: Any, cards: Any, words: str) -> None:
    for function in (tour, tour_layers.tour, tour_model.tour):
        with pytest.raises(RulesError) as caught:
            function(board, cards)
        assert words in str(caught.value)


def test_the_checker_replays_the_plan() -> None:
    problem = PROBLEMS["tour"]((11, 38))
    start = problem.read_start(X)
    good = [problem.read_move(text) for text in ("flip b3", "flip c1", "swap b1 b2")]
    assert problem.measure(start, good) == 3
    assert problem.done(start, good)
    assert not problem.done(start, good[:2])
    with pytest.raises(RulesError, match="tour: 38 matched at no moment of the plan"):
        problem.measure(start, good[:2])
    with pytest.raises(IllegalMove):
        problem.measure(start, [problem.read_move("swap a1 c3")])
    # The board may pass on: card 11 matches after the first move only, and that is enough.
    assert problem.measure(start, [good[0], good[0], good[1], good[2]]) == 4
    assert set(problem.moves(start)) == set(BOARD_MOVES)


def test_solvers_solve_a_tour_puzzle() -> None:
    puzzle = replace(puzzles.load("shifting_stones/01_first_score"), start=X, problem=Tour((11, 38)))
    assert solvers.solve(puzzle).value == 3


# --- other methods ------------------------------------------------------------------------------


@given(st.randoms(use_true_random=False), st.integers(1, 4))
@settings(max_examples=12)
def test_tours_equal_plain_layers_plan_included(rng: random.Random, size: int) -> None:
    board, cards = random_board(rng), tuple(rng.sample(range(1, 55), size))
    found = tour(board, cards)
    assert isinstance(found.value, int)
    assume(found.value <= 4)
    plain = tour_layers.tour(board, cards)
    assert (found.value, found.texts) == (plain.value, plain.texts)


@given(st.randoms(use_true_random=False), st.integers(1, 3))
@settings(max_examples=6)
def test_tours_equal_cp_sat_plan_included(rng: random.Random, size: int) -> None:
    board, cards = random_board(rng), tuple(rng.sample(range(1, 55), size))
    found = tour(board, cards)
    assert isinstance(found.value, int)
    assume(found.value <= 4)
    model = tour_model.tour(board, cards)
    assert (found.value, found.texts) == (model.value, model.texts)


@pytest.mark.parametrize(
    ("board", "cards"),
    [
        (X, (11, 38)),
        ("TBT/HTH/BHS", (12, 40, 70)),
        ("EOO/TSB/FTO", (29, 36, 45, 68)),
        ("TFT/SBT/OOO", (1, 9, 34)),
        (X, (8,)),
    ],
)
def test_both_searches_give_the_same_plan(
    board: str, cards: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tours, "MOST_POSITIONS", 10**9)
    deep = tour(board, cards)
    monkeypatch.setattr(tours, "MOST_POSITIONS", 0)
    wide = tour(board, cards)
    assert (deep.value, deep.texts) == (wide.value, wide.texts)
    moves = deep.value
    assert isinstance(moves, int)
    if moves > max(solvers.shifting_stones.distance(board, card).value for card in cards):
        assert (deep.method, wide.method) == (tours.METHOD, tours.METHOD_ALL)


@pytest.mark.slow
def test_both_searches_give_the_same_plan_on_random_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(8)
    for _ in range(25):
        board, cards = random_board(rng), rng.sample(range(1, 73), rng.randint(2, 4))
        monkeypatch.setattr(tours, "MOST_POSITIONS", 60_000)
        deep = tour(board, cards)
        monkeypatch.setattr(tours, "MOST_POSITIONS", 0)
        assert tour(board, cards).texts == deep.texts


def test_the_masks_of_all_boards_say_what_tours_can_do() -> None:
    cards = (12, 40, 45)
    table = tours.AllTours(cards)
    for _ in range(3):
        table.extend()
    rng = random.Random(5)
    search = tours.Tours()
    for _ in range(60):
        board = pack(read_board(random_board(rng)))
        some = tuple(card for card in cards if rng.random() < 0.7)
        for moves in range(4):
            assert table.within(board, some, moves) == search.within(board, some, moves)


# --- all boards at once -------------------------------------------------------------------------


def test_spaces_number_their_boards() -> None:
    assert (whole().shape, whole().stands_for, BOARDS) == ((512, 5040), 1, 2_580_480)
    rng = random.Random(2)
    for cards in ((3,), (1, 27), (57,), (35, 57)):
        boards = space(kinds_of(cards))
        assert boards.shape[1] * (1 << boards.tiles) * boards.stands_for == BOARDS
        for _ in range(50):
            board = read_board(random_board(rng))
            faces, row = boards.place(board)
            blanked = boards.board(faces, row)
            assert all(b in (a, ".") for a, b in zip(board, blanked, strict=True))
            assert sum(letter != "." for letter in blanked) == boards.tiles
        assert [boards.place(boards.board(0, row))[1] for row in range(boards.shape[1])] == list(
            range(boards.shape[1])
        )
        once, packed = boards.once, boards.packed
        columns = range(0, boards.shape[1], 7)
        assert all((packed[once[:, c], c] == range(1 << boards.tiles)).all() for c in columns)


def test_a_board_spreads_to_its_neighbours() -> None:
    import numpy as np

    rng = random.Random(3)
    for _ in range(4):
        board = read_board(random_board(rng))
        here = np.zeros(whole().shape, dtype=np.uint8)
        here[whole().place(board)] = 1
        found = {
            whole().board(*map(int, place)) for place in zip(*np.nonzero(whole().spread(here)), strict=True)
        }
        assert found == {board} | {move_tiles(board, move) for move in BOARD_MOVES}


@pytest.mark.parametrize("card", [1, 27, 29, 57])
def test_the_boards_that_match_a_card(card: int) -> None:
    boards = whole()
    where = boards.matching(card)
    rng = random.Random(card)
    for _ in range(300):
        board = read_board(random_board(rng))
        assert where[boards.place(board)] == matches(board, card)


# --- limits and news ----------------------------------------------------------------------------


def test_without_time_the_answer_is_a_bound() -> None:
    for function in (tour, tour_layers.tour, tour_model.tour):
        solution = function(X, (27, 47, 63, 68), Limits(0))
        assert (solution.status, solution.value, solution.steps) == (Status.UNKNOWN, None, ())
        assert isinstance(solution.bound, int)
        assert solution.bound <= 14


@pytest.mark.parametrize("cards", [(57, 60, 72), (12, 40, 70)])
def test_a_stopped_tour_is_the_best_found_with_its_bound(cards: tuple[int, ...]) -> None:
    exact = tour(X, cards).value
    assert isinstance(exact, int)
    for stop_at in range(1, 5):
        news: list[Progress] = []

        def report(progress: Progress, news: list[Progress] = news, stop_at: int = stop_at) -> None:
            news.append(progress)
            if len(news) == stop_at:
                raise Stop

        solution = tour(X, cards, report=report)
        assert isinstance(solution.bound, int)
        assert solution.bound <= exact
        assert solution.value is None or solution.value >= exact
        if solution.status is Status.FEASIBLE:
            assert "best found so far, at least" in solution.verdict
        for progress in news:
            assert isinstance(progress.bound, int)
            assert progress.bound <= exact
            assert progress.value == len(progress.plan) >= exact


def test_time_that_runs_out_gives_a_plan_and_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter(range(1000))

    def look(self: Watch) -> None:
        if next(looks) == 4:
            raise OutOfTime

    monkeypatch.setattr(Watch, "look", look)
    solution = tour(X, (57, 60, 72))
    assert solution.status is Status.FEASIBLE
    assert solution.value is not None
    assert solution.bound is not None
    assert solution.bound < 10 <= solution.value  # type: ignore[operator]
    assert solution.proof == ""


# --- what it says -------------------------------------------------------------------------------


def test_the_explanation_says_when_each_card_matches() -> None:
    solution = tour("TBT/HTH/BHS", (12, 40, 70))
    boards = boards_on_the_way(solution)
    words = solution.reasons[0]
    for card in (12, 40, 70):
        first = next(moment for moment, board in enumerate(boards) if matches(board, card))
        when = "at the start" if first == 0 else f"after move {first}"
        assert f"card {card} (" in words
        assert when in words.split(f"card {card} (")[1].split("card ")[0]
    pair = next(reason for reason in solution.reasons if reason.startswith("Of two cards"))
    one, other = (
        int(word) for word in pair.replace(",", " ").split() if word.isdigit() and int(word) in (12, 40, 70)
    )
    moves = int(pair.split(": ")[1].split()[0])
    assert tour("TBT/HTH/BHS", (one, other)).value == moves
    assert "No way of 5 moves passes every match" in solution.proof
    assert solution.facts == {
        "flips": sum(text.startswith("flip") for text in solution.texts),
        "swaps": sum(text.startswith("swap") for text in solution.texts),
    }


def test_the_explanation_names_the_price_of_greed() -> None:
    board = "TBT/HTH/BHS"
    for cards in ((12, 40, 70), (3, 15, 60)):
        solution = tour(board, cards)
        greedy = tours.nearest_order(pack(read_board(board)), tuple(sorted(cards)))
        said = [reason for reason in solution.reasons if "one after the other, each by its own" in reason]
        assert bool(said) == (len(greedy) > solution.value)  # type: ignore[operator]
        if said:
            assert f"costs {len(greedy)} moves" in said[0]


def test_a_wrong_claim_is_refused() -> None:
    solution = tour(X, (11, 38))
    with pytest.raises(solvers.WrongAnswer):
        verify(replace(solution, value=2, bound=2))
    with pytest.raises(solvers.WrongAnswer):
        verify(replace(solution, steps=solution.steps[:-1], value=2, bound=2))


def test_nearest_order_is_a_tour() -> None:
    rng = random.Random(4)
    for _ in range(10):
        board, cards = read_board(random_board(rng)), tuple(sorted(rng.sample(list(CARDS), 3)))
        route = tours.nearest_order(pack(board), cards)
        assert Tour(cards).measure(board, [BOARD_MOVES[number] for number in route]) == len(route)
        assert unpack(pack(board)) == board
