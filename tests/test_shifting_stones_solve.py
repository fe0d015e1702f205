"""solvers.shifting_stones: section 6 of the specification, the second methods, limits, Stop, explanations."""

from __future__ import annotations

import itertools
import math
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import puzzles
from puzzles.core import IllegalMove, RulesError
from puzzles.core.play import random_walk
from puzzles.shifting_stones import CARDS, Move, State, new, read_move, read_state
from puzzles.shifting_stones.cards import BACKS, TILES, card_words
from puzzles.shifting_stones.grid import PAIRS, board_text, matches
from puzzles.shifting_stones.problems import BOARD_MOVES, move_tiles
from puzzles.shifting_stones.state import points_of
from solvers.core.search import Watch
from solvers.core.solution import Limits, Progress, Solution, Status, Stop
from solvers.shifting_stones import (
    best_turn,
    compare,
    distance,
    graph,
    idle,
    layered,
    model,
    neighbourhood,
    packed,
    pareto,
    search,
    sets,
    tables,
)

X = "SFF/HHH/EEE"
OPTIONS = {
    "over_four": ("keep", "discard_down"),
    "idle_end": ("allowed", "forbidden"),
    "reshuffle": ("on_draw", "at_once"),
    "skip_cap": ("6", "none"),
    "open_discard": ("yes", "no"),
}


def solo(board: str, hand: str, **more: str) -> str:
    """The text of a solo puzzle of one turn, without a deck."""
    fields = {"players": "1", "seed": "1", **more, "board": board, "hands": hand}
    order = ("players", "seed", "options", "board", "turn", "hands", "scored", "discard", "deck")
    return "\n".join(f"{key}: {fields[key]}" for key in order if key in fields)


def random_board(rng: random.Random) -> str:
    tiles = [rng.choice(tile) for tile in TILES]
    rng.shuffle(tiles)
    return "".join(tiles)


def untimed(solution: Solution) -> Solution:
    return replace(solution, seconds=0.0)


# --- section 6: distance ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "target", "moves", "plan"),
    [
        (X, "SFF/HHH/TTT", 3, ("flip a3", "flip b3", "flip c3")),
        (X, "SEE/EHH/FFH", 7, None),
        (X, "EEE/HHH/SFF", 9, None),
        (X, "OOO/TTT/BBM", 17, None),
        ("FHH/TFH/TTS", "MEE/OBE/OOB", 21, None),
        (X, 38, 2, ("flip c1", "swap b1 b2")),
        (X, 57, 3, ("flip b1", "swap b1 b2", "swap c2 c3")),
        ("TFT/SBT/OOO", 65, 8, None),
        ("EOO/TSB/FTO", 68, 3, None),
        (X, X, 0, ()),
        (X, 36, 0, ()),
    ],
)
def test_distances_of_the_specification(
    board: str, target: int | str, moves: int, plan: tuple[str, ...] | None
) -> None:
    solution = distance(board, target)
    assert (solution.status, solution.value, solution.bound) == (Status.OPTIMAL, moves, moves)
    if plan is not None:
        assert solution.texts == plan


def test_distances_of_all_cards() -> None:
    expected = """2 1 2 3 1 3 1 0 2 2 1 2 1 2 2 4 2 3 1 0 3 2 3 4 2 3 3 3 2 1 3 0 5 0 4 0 1 2 2 3 0 1 1 4 2 3
        5 2 1 4 3 2 2 5 3 3 3 0 4 3 5 4 7 2 4 2 6 7 4 5 6 5"""
    assert [distance(X, card).value for card in CARDS] == list(map(int, expected.split()))


def test_a_board_comes_as_a_text_a_position_or_a_state_and_a_card_as_digits() -> None:
    text = solo(X, "38")
    assert [
        distance(board, target).texts
        for board in (X, text, read_state(text))
        for target in (38, "38", " 38 ")
    ] == [("flip c1", "swap b1 b2")] * 9
    assert distance(X, "38").problem.parameters() == {"target": 38}


@pytest.mark.parametrize(
    ("board", "target", "words"),
    [
        (X, 0, "distance, target: got 0, expected a card id, 1 to 72, or a board such as SFF/HHH/EEE"),
        (X, 73, "distance, target: got 73, expected a card id, 1 to 72"),
        (X, "9" * 5000, "distance, target: got 9999, expected a card id"),
        (X, True, "distance, target: got True, expected a card id"),
        (X, None, "distance, target: got None, expected a card id"),
        (X, "SFF/HHH/EES", "distance, target: got 2 tiles Sun/Moon in 'SFF/HHH/EES', expected 1 (SS-1)"),
        ("SFF/HHH", 38, "distance, board: got 'SFF/HHH', expected three rows of three letters"),
        ("SFF/HHH/EEX", 38, "distance, board, c3: got 'X', expected one of S M F B H O E T"),
        (7, 38, "distance, board: got int, expected a text such as SFF/HHH/EEE"),
    ],
)
def test_distance_refuses_bad_input_in_words(board: Any, target: Any, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        distance(board, target)
    assert words in str(caught.value)


def test_distance_without_time_answers_at_once() -> None:
    unknown = distance(X, 38, Limits(0))
    assert (unknown.status, unknown.value, unknown.bound, unknown.steps) == (Status.UNKNOWN, None, 1, ())
    assert distance(X, 36, Limits(0)).status is Status.OPTIMAL


# --- distance against other methods -------------------------------------------------------------


def walked(board: str, rng: random.Random, moves: int) -> str:
    for _ in range(moves):
        board = move_tiles(board, rng.choice(BOARD_MOVES))
    return board


@given(st.randoms(use_true_random=False), st.integers(0, 4))
@settings(max_examples=15)
def test_distance_to_a_board_equals_plain_layers_plan_included(rng: random.Random, moves: int) -> None:
    board = random_board(rng)
    target = walked(board, rng, moves)
    here, there = board_text(board), board_text(target)
    assert distance(here, there).texts == layered.distance(here, there).texts


@given(st.randoms(use_true_random=False), st.integers(1, 72))
@settings(max_examples=25)
def test_distance_to_a_card_equals_plain_layers_plan_included(rng: random.Random, card: int) -> None:
    board = board_text(random_board(rng))
    found = distance(board, card)
    assert isinstance(found.value, int)
    assume(found.value <= 4)
    assert found.texts == layered.distance(board, card).texts


@given(st.randoms(use_true_random=False), st.integers(1, 72))
@example(random.Random(4), 68)
@settings(max_examples=15)
def test_distance_to_a_card_equals_networkx(rng: random.Random, card: int) -> None:
    board = board_text(random_board(rng))
    assert distance(board, card).value == graph.distance(board, card).value


@given(st.randoms(use_true_random=False), st.integers(3, 9))
@settings(max_examples=5)
def test_distance_to_a_board_equals_networkx(rng: random.Random, moves: int) -> None:
    board = random_board(rng)
    here, there = board_text(board), board_text(walked(board, rng, moves))
    there_and_back = distance(here, there).value, distance(there, here).value
    assert there_and_back == (graph.distance(here, there).value,) * 2


@pytest.mark.slow
def test_distances_from_x_to_all_boards() -> None:
    """Breadth-first search over all 2,580,480 boards: the histogram of section 6, and 300 boards by our method."""
    import numpy as np

    kinds = sorted(set(itertools.permutations("SFFHHHEEE")))
    place = {kind: number for number, kind in enumerate(kinds)}
    faces = np.arange(512, dtype=np.int32)  # bit c: the tile on cell c shows its second face
    swapped = []
    for one, other in PAIRS:
        order = list(range(9))
        order[one], order[other] = other, one
        kind_after = np.array([place[tuple(kind[i] for i in order)] for kind in kinds], dtype=np.int32)
        differ = (faces >> one ^ faces >> other) & 1
        swapped.append((kind_after, faces ^ (differ << one | differ << other)))
    away = np.full((len(kinds), 512), 255, dtype=np.uint8)
    frontier = (np.array([place[tuple("SFFHHHEEE")]]), np.array([0]))
    away[frontier] = 0
    histogram, moves = [1], 0
    while len(frontier[0]):
        moves += 1
        kind, face = frontier
        for cell in range(9):
            other = face ^ 1 << cell
            away[kind, other] = np.minimum(away[kind, other], moves)
        for kind_after, face_after in swapped:
            there = kind_after[kind], face_after[face]
            away[there] = np.minimum(away[there], moves)
        frontier = np.nonzero(away == moves)
        histogram.append(len(frontier[0]))
    expected = """1 16 134 785 3559 13004 38908 95766 193798 321586 435910 480114 426404 302032 167984 71758
        22797 5122 744 57 1 0"""
    assert histogram == list(map(int, expected.split()))

    rng = random.Random(6)
    for _ in range(300):
        row, shown = rng.randrange(len(kinds)), rng.randrange(512)
        board = "".join(BACKS[k] if shown >> c & 1 else k for c, k in enumerate(kinds[row]))
        assert distance(X, board_text(board)).value == away[row, shown]


@pytest.mark.parametrize(
    ("card", "boards"), [(1, 286720), (3, 314880), (9, 460992), (27, 313008), (29, 430080)]
)
def test_boards_that_show_a_card(card: int, boards: int) -> None:
    blanks = graph.showing(card)[0].count(".")
    left = [tile[0] for tile in TILES if tile[0] not in graph._kinds(card)]
    ways = math.factorial(blanks) * 2**blanks
    for count in Counter(left).values():
        ways //= math.factorial(count)
    assert len(graph.showing(card)) * ways == boards


# --- packed boards and tables -------------------------------------------------------------------


def test_packed_boards_round_trip_and_move_like_the_rules() -> None:
    rng = random.Random(1)
    for _ in range(200):
        board = random_board(rng)
        number = packed.pack(board)
        assert packed.unpack(number) == board
        after = [move_tiles(board, move) for move in BOARD_MOVES]
        assert [packed.unpack(packed.moved(number, n)) for n in range(len(BOARD_MOVES))] == after
        assert [packed.unpack(other) for other in packed.neighbours(number)] == [
            other for other in after if other != board
        ]


def test_the_table_of_permutations_is_rebuilt_when_its_file_is_missing_broken_or_unwritable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cache" / "swaps.bin"
    built = []

    def build() -> bytes:
        built.append(1)
        return right

    right = tables.permutation_swaps()
    monkeypatch.setattr(tables, "cache_file", lambda: path)
    monkeypatch.setattr(tables, "build_permutation_swaps", build)
    read = tables.permutation_swaps.__wrapped__
    assert read() == right
    assert len(built) == 1
    assert path.read_bytes() == right
    assert read() == right
    assert len(built) == 1  # from the file
    for broken in (b"", right[:-1], bytes([right[0] ^ 1]) + right[1:], b"x" * len(right)):
        path.write_bytes(broken)
        assert read() == right
        assert path.read_bytes() == right
    assert len(built) == 5
    assert list(path.parent.iterdir()) == [path]
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(tables, "cache_file", lambda: tmp_path / "file" / "swaps.bin")
    assert read() == right
    assert len(built) == 6


def test_the_table_of_permutations_is_what_breadth_first_search_gives() -> None:
    table = tables.build_permutation_swaps()
    assert table == tables.permutation_swaps()
    ranks = [
        tables.permutation_rank(order)
        for order in itertools.islice(itertools.permutations(range(9)), 0, None, 997)
    ]
    assert ranks == list(range(0, math.factorial(9), 997))
    assert max(table) == 16


def test_prices_of_tokens_agree_with_the_table_of_permutations() -> None:
    """With nine tokens instead of a few: a token's swaps are the fewest over all ways to place the others."""
    table = tables.permutation_swaps()
    targets = ((1, 4),)
    swaps = tables.token_swaps(targets)
    fewest: dict[tuple[int, int], int] = {}
    for order in itertools.permutations(range(9)):
        cells = order.index(1), order.index(4)  # the tiles that go to cells 1 and 4
        fewest[cells] = min(fewest.get(cells, 99), table[tables.permutation_rank(order)])
    assert {(a, b): swaps[a * 9 + b] for a, b in fewest} == fewest


# --- section 6: best turn and pareto ------------------------------------------------------------

WORKED = [
    (X, "8 36 58 70", 6, 0, 3, "score 36, score 58, score 8, end", "6,1 5,2 3,3 0,4"),
    (X, "3 11 38 69", 2, 2, 1, "flip c1 spend 11, swap b1 b2 spend 3, score 38, end", "2,1 1,2 0,4"),
    (
        X,
        "14 36 40 64",
        5,
        2,
        2,
        "flip b3 spend 14, score 36, swap b2 b3 spend 40, score 64, end",
        "5,0 3,1 2,3 0,4",
    ),
    ("FST/ETH/HHB", "9 40 44 46 62", 5, 2, 2, None, "5,1 3,2 2,3 0,5"),
    (X, "1 15 28 50 57 68", 5, 3, 3, None, "5,0 4,1 3,2 1,3 0,6"),
]


@pytest.mark.parametrize(("board", "hand", "points", "spent", "scored", "plan", "pairs"), WORKED)
def test_turns_of_the_specification(
    board: str, hand: str, points: int, spent: int, scored: int, plan: str | None, pairs: str
) -> None:
    solution = best_turn(solo(board, hand))
    assert (solution.status, solution.value, solution.bound) == (Status.OPTIMAL, points, points)
    kept = len(hand.split()) - spent - scored
    assert solution.facts == {"spent": spent, "scored": scored, "kept": kept}
    if plan is not None:
        assert ", ".join(solution.texts) == plan
    found = pareto(solo(board, hand))
    assert " ".join(",".join(map(str, s.value)) for s in found if isinstance(s.value, tuple)) == pairs
    assert all(s.status is Status.OPTIMAL and s.value == s.bound for s in found)


@pytest.mark.parametrize(("board", "hand"), [case[:2] for case in WORKED])
def test_worked_turns_by_layers(board: str, hand: str) -> None:
    text = solo(board, hand)
    assert best_turn(text).texts == layered.best_turn(text).texts
    assert [s.texts for s in pareto(text)] == [s.texts for s in layered.pareto(text)]


def all_turns(state: State) -> Iterator[tuple[int, int, int, list[str]]]:
    """(points, spent, scored, plan) of every turn that the rules allow, by trying every legal move."""
    seat = state.to_move

    def go_on(
        now: State, points: int, spent: int, plan: list[Move]
    ) -> Iterator[tuple[int, int, int, list[Move]]]:
        if now.outcome() is not None:
            yield points, spent, sum(move.verb == "score" for move in plan), plan
            return
        for move in now.moves():
            if move.verb == "end":
                yield points, spent, sum(m.verb == "score" for m in plan), [*plan, move]
            elif move.verb != "skip":
                after = now.play(move)
                assert after.to_move == seat
                gain = points_of([move.card or 0]) if move.verb == "score" else 0
                yield from go_on(after, points + gain, spent + (move.verb in ("swap", "flip")), [*plan, move])

    for points, spent, scored, plan in go_on(state, 0, 0, []):
        yield points, spent, scored, [str(move) for move in plan]


def brute_best(state: State) -> tuple[int, int, int, list[str]]:
    turns = [(-points, spent, scored, plan) for points, spent, scored, plan in all_turns(state)]
    nothing = [plan for _, spent, scored, plan in turns if spent == scored == 0]
    best = min([*turns, (0, 0, 0, min(nothing, default=[]))])
    return -best[0], *best[1:]


def brute_pareto(state: State) -> list[tuple[int, int, list[str]]]:
    held = len(state.hands[state.to_move])
    turns = list(all_turns(state))
    turns.append(
        (0, 0, 0, min((plan for _, spent, scored, plan in turns if spent == scored == 0), default=[]))
    )
    pairs = {(points, held - spent - scored) for points, spent, scored, _ in turns}
    front = [p for p in pairs if not any(q != p and q[0] >= p[0] and q[1] >= p[1] for q in pairs)]
    found = []
    for points, kept in sorted(front, reverse=True):
        same = [(s, plan) for p, s, k, plan in turns if (p, held - s - k) == (points, kept)]
        found.append((points, kept, min(same)[1]))
    return found


@st.composite
def hands(draw: st.DrawFn, most: int) -> str:
    """A solo puzzle of one turn, options and the moment of the turn included."""
    rng = draw(st.randoms(use_true_random=False))
    size = draw(st.integers(0, most))
    cards = rng.sample(range(1, 73), size + 2)
    options = [f"{name}={rng.choice(OPTIONS[name])}" for name in ("over_four", "idle_end")]
    more = {"options": " ".join(o for o in options if o.split("=")[1] not in ("keep", "allowed")) or "-"}
    moment = draw(st.sampled_from(["start", "acted", "scored", "alone"]))
    if moment != "alone":
        more |= {"turn": moment, "scored": str(cards[-1]), "discard": str(cards[-2])}
    if moment == "alone" and not size:
        more["deck"] = str(cards[-1])
    return solo(board_text(random_board(rng)), " ".join(map(str, sorted(cards[:size]))) or "-", **more)


@given(hands(most=2))
@settings(max_examples=30)
def test_turns_equal_trying_every_legal_move(text: str) -> None:
    state = read_state(text)
    points, spent, scored, plan = brute_best(state)
    found = best_turn(text)
    assert (found.value, found.facts["spent"], found.facts["scored"]) == (points, spent, scored)
    assert list(found.texts) == plan
    assert [(*s.value, list(s.texts)) for s in pareto(text) if isinstance(s.value, tuple)] == brute_pareto(
        state
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_turns_of_three_cards_equal_trying_every_legal_move(seed: int) -> None:
    rng = random.Random(seed)
    text = solo(board_text(random_board(rng)), " ".join(map(str, sorted(rng.sample(range(1, 73), 3)))))
    state = read_state(text)
    points, spent, scored, plan = brute_best(state)
    found = best_turn(text)
    assert (found.value, found.facts["spent"], found.facts["scored"], list(found.texts)) == (
        points,
        spent,
        scored,
        plan,
    )


@given(hands(most=5))
@settings(max_examples=60)
def test_turns_equal_plain_layers_plan_included(text: str) -> None:
    ours, plain = best_turn(text), layered.best_turn(text)
    assert (ours.value, ours.texts, ours.facts) == (plain.value, plain.texts, plain.facts)
    assert [(s.value, s.texts) for s in pareto(text)] == [(s.value, s.texts) for s in layered.pareto(text)]


@given(hands(most=3))
@settings(max_examples=10)
def test_turns_equal_cp_sat_plan_included(text: str) -> None:
    ours, other = best_turn(text), model.best_turn(text)
    assert (ours.value, ours.texts, ours.facts) == (other.value, other.texts, other.facts)
    assert [(s.value, s.texts) for s in pareto(text)] == [(s.value, s.texts) for s in model.pareto(text)]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "hand"), [case[:2] for case in WORKED[:4]])
def test_worked_turns_by_cp_sat(board: str, hand: str) -> None:
    text = solo(board, hand)
    assert best_turn(text).texts == model.best_turn(text).texts


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_turns_of_seven_cards_equal_plain_layers(seed: int) -> None:
    rng = random.Random(seed)
    text = solo(board_text(random_board(rng)), " ".join(map(str, sorted(rng.sample(range(1, 73), 7)))))
    assert best_turn(text).texts == layered.best_turn(text).texts


@given(
    st.integers(1, 5),
    st.integers(0, 10**6),
    st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}),
    st.integers(0, 60),
)
@settings(max_examples=40)
def test_turns_in_the_middle_of_games(players: int, seed: int, options: dict[str, str], moves: int) -> None:
    """All options, all moments of a turn, hands above four: search, layers and rules agree."""
    state = new(players, seed, **options)
    for _, later in itertools.islice(random_walk(state, seed), moves):
        if later.outcome() is None:
            state = later
    assume(len(state.hands[state.to_move]) <= 6)
    ours, plain = best_turn(state), layered.best_turn(state)
    assert (ours.value, ours.texts, ours.facts) == (plain.value, plain.texts, plain.facts)
    assert ours.start == str(state.view(state.to_move))
    # The plan is legal on the full state, too, and its points are those of the problem.
    after = state
    for move in ours.plan:
        after = after.play(move)
    assert points_of(after.scored[state.to_move]) - points_of(state.scored[state.to_move]) == ours.value


# --- options and edges of a turn ----------------------------------------------------------------


def test_surplus_is_dropped_before_the_end_smallest_texts_first() -> None:
    text = solo("FHH/TFH/TTS", "3 22 50 68 70 71", options="over_four=discard_down")
    (nothing,) = [solution for solution in pareto(text) if solution.value == (0, 6)]
    assert nothing.texts == ("drop 22", "drop 3", "end")
    # The cards that a turn uses up need not be dropped.
    for solution in (best_turn(text), *pareto(text)):
        facts = solution.facts
        dropped = sum(move.verb == "drop" for move in solution.plan)
        assert dropped == max(0, 6 - facts["spent"] - facts["scored"] - 4)
        assert solution.texts[-1] == "end"


def test_dropped_cards_count_as_kept() -> None:
    pairs = pareto(solo(X, "8 36 58 68 69 70 71", options="over_four=discard_down"))
    assert (6, 4) in [solution.value for solution in pairs]  # score 8, 36 and 58; none need be dropped
    assert pairs[-1].value == (0, 7)
    assert [text.split()[0] for text in pairs[-1].texts] == ["drop"] * 3 + ["end"]


def test_once_dropping_has_begun_only_the_end_is_left() -> None:
    text = solo(X, "8 36 58 70 71", options="over_four=discard_down", turn="start drop", discard="1")
    found = best_turn(text)
    assert (found.value, found.texts) == (0, ("drop 36", "end"))
    assert found.facts == {"spent": 0, "scored": 0, "kept": 5}


def test_a_turn_without_points_is_only_its_end_or_nothing_where_idle_ends_are_forbidden() -> None:
    board = "FHH/TFH/TTS"
    assert best_turn(solo(board, "70")).texts == ("end",)
    forbidden = best_turn(solo(board, "70", options="idle_end=forbidden"))
    assert (forbidden.status, forbidden.value, forbidden.texts) == (Status.OPTIMAL, 0, ())
    acted = best_turn(solo(board, "70", options="idle_end=forbidden", turn="acted", discard="1"))
    assert acted.texts == ("end",)


def test_the_last_card_of_a_solo_game_ends_the_plan() -> None:
    assert best_turn(solo(X, "36")).texts == ("score 36",)
    assert best_turn(solo(X, "36", deck="1")).texts == ("score 36", "end")


def test_unknown_hand_cards_are_neither_spent_nor_scored() -> None:
    text = solo(X, "38 ?2")
    found = best_turn(text)
    assert (found.value, found.texts, found.facts["kept"]) == (0, ("end",), 3)
    assert best_turn(solo(X, "3 11 38 ?1")).texts == (
        "flip c1 spend 11",
        "swap b1 b2 spend 3",
        "score 38",
        "end",
    )


def test_a_finished_game_is_an_error() -> None:
    state = read_state(solo(X, "36")).play(read_move("score 36"))
    for function in (best_turn, pareto, layered.best_turn, model.best_turn, layered.pareto, model.pareto):
        with pytest.raises(
            RulesError, match=r": got a game that is over \(solved\), expected one in progress"
        ):
            function(state)


@pytest.mark.parametrize("function", [best_turn, pareto, idle])
def test_turns_refuse_bad_input_in_words(function: Any) -> None:
    with pytest.raises(RulesError, match=r"got int, expected a state of shifting_stones or its text"):
        function(7)
    with pytest.raises(RulesError, match=r"card: got 73, expected 1 to 72"):
        function(solo(X, "73"))
    with pytest.raises(RulesError, match=r"expected it in one place"):
        function(solo(X, "7 7"))


# --- secrecy and sameness -----------------------------------------------------------------------


def test_the_answer_does_not_change_when_the_unseen_cards_are_shuffled() -> None:
    rng = random.Random(3)
    for seed in range(4):
        state = new(3, seed)
        unseen = [*state.deck, *state.hands[1], *state.hands[2]]
        rng.shuffle(unseen)
        deal = tuple(tuple(sorted(unseen[4 * i : 4 * i + 4])) for i in (0, 1))
        other = replace(state, hands=(state.hands[0], *deal), deck=tuple(unseen[8:]), seed=seed + 1)
        assert read_state(str(other)) == other
        assert untimed(best_turn(state)) == untimed(best_turn(other))
        assert list(map(untimed, pareto(state))) == list(map(untimed, pareto(other)))
        assert compare(state, "end") == compare(other, "end")


SAME = """
import re
from solvers.shifting_stones import best_turn, compare, distance, graph, layered, model, neighbourhood, pareto
text = "players: 1\\nboard: SFF/HHH/EEE\\nhands: 14 36 40 64"
for found in (best_turn(text), *pareto(text), distance("SFF/HHH/EEE", 57), layered.best_turn(text),
              distance("SFF/HHH/EEE", "EEE/HHH/SFF"), graph.distance("SFF/HHH/EEE", 57),
              model.best_turn("players: 1\\nboard: SFF/HHH/EEE\\nhands: 11 38 69")):
    print(re.sub("[0-9.]+ ms", "", found.explain()))
print(compare(text, "flip a1 spend 36"))
print(list(neighbourhood("SFF/HHH/EEE", 1).edges(data=True)))
"""


def test_the_same_answer_in_fresh_processes_whatever_the_hash_seed() -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", SAME],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        )
        for seed in range(8)
    ]
    outputs = [process.communicate(timeout=120)[0] for process in processes]
    assert outputs[0].count("Plan:") >= 7
    assert len(set(outputs)) == 1


# --- limits, news, Stop -------------------------------------------------------------------------


@pytest.mark.parametrize("function", [best_turn, layered.best_turn, model.best_turn])
def test_a_limit_of_nothing_gives_the_trivial_turn_and_a_bound(function: Any) -> None:
    found = function(solo(X, "1 15 28 50 57 68"), Limits(0))
    assert (found.status, found.value, found.texts) == (Status.FEASIBLE, 0, ("end",))
    assert isinstance(found.bound, int)
    assert found.bound >= 5
    assert found.proof == ""


@pytest.mark.parametrize("function", [pareto, layered.pareto, model.pareto])
def test_pareto_without_time(function: Any) -> None:
    (found,) = function(solo(X, "1 15 28 50 57 68"), Limits(0))
    assert (found.status, found.value, found.texts) == (Status.FEASIBLE, (0, 6), ("end",))
    assert found.bound[0] >= 5


def test_a_hand_that_cannot_score_is_proved_so_even_without_time() -> None:
    found = best_turn(solo("FHH/TFH/TTS", "70"), Limits(0))
    assert (found.status, found.value) == (Status.OPTIMAL, 0)
    assert "No card of the hand can match" in found.proof


def test_news_never_worsen_and_end_at_the_answer() -> None:
    text = solo(X, "1 15 28 50 57 68")
    news: list[Progress] = []
    found = best_turn(text, report=news.append)
    assert news
    values = [progress.value for progress in news]
    bounds = [progress.bound for progress in news]
    assert values == sorted(values)  # type: ignore[type-var]
    assert bounds == sorted(bounds, reverse=True)  # type: ignore[type-var]
    assert values[-1] == bounds[-1] == found.value
    state = read_state(text)
    for progress in news:
        assert found.problem.measure(state, [read_move(move) for move in progress.plan]) == progress.value
    pairs: list[Progress] = []
    pareto(text, report=pairs.append)
    for progress in pairs:
        problem = puzzles.game("shifting_stones").problem("pareto")
        assert problem.measure(state, [read_move(move) for move in progress.plan]) == progress.value


@pytest.mark.parametrize("after", range(1, 12))
def test_stop_keeps_the_best_found_with_an_honest_bound(after: int) -> None:
    text = solo(X, "1 15 28 50 57 68")
    told: list[Progress] = []

    def stop(progress: Progress) -> None:
        told.append(progress)
        if len(told) == after:
            raise Stop

    found = best_turn(text, report=stop)
    assert isinstance(found.value, int)
    assert isinstance(found.bound, int)
    assert found.value <= 5 <= found.bound
    assert found.value == told[-1].value or found.status is Status.OPTIMAL
    pairs_told: list[Progress] = []

    def stop_pairs(progress: Progress) -> None:
        pairs_told.append(progress)
        if len(pairs_told) == after:
            raise Stop

    exact = [s.value for s in pareto(text)]
    *proved, last = pareto(text, report=stop_pairs)
    assert [s.value for s in proved] == exact[: len(proved)]
    assert last.status is Status.FEASIBLE or last.value in exact


def test_stop_inside_cp_sat_and_layers() -> None:
    def stop(_: Progress) -> None:
        raise Stop

    found = model.best_turn(solo(X, "14 36 40 64"), report=stop)
    assert isinstance(found.value, int)
    assert isinstance(found.bound, int)
    assert found.value <= 5 <= found.bound


@pytest.mark.parametrize("size", [12, 20, 72])
def test_large_hands_with_a_limit_give_a_legal_turn_and_an_honest_bound(size: int) -> None:
    rng = random.Random(size)
    hand = " ".join(map(str, sorted(rng.sample(range(1, 73), size))))
    found = best_turn(solo(board_text(random_board(rng)), hand), Limits(0.2))
    assert found.status in (Status.FEASIBLE, Status.OPTIMAL)
    assert isinstance(found.value, int)
    assert isinstance(found.bound, int)
    assert 0 < found.value <= found.bound
    for solution in pareto(solo(board_text(random_board(rng)), hand), Limits(0.2)):
        assert solution.status in (Status.FEASIBLE, Status.OPTIMAL)


def test_the_search_stays_small() -> None:
    """Positions expanded, not seconds: random hands of six, and one of nine."""
    rng = random.Random(2)
    nodes = []
    for size in [6] * 40 + [9]:
        hand = sets.Hand(
            packed.pack(random_board(rng)), tuple(sorted(rng.sample(range(1, 73), size))), Watch(Limits())
        )
        hand.most(size, fewest_cards=True)
        nodes.append(hand.watch.nodes)
    assert sorted(nodes[:40])[20] <= 150
    assert max(nodes[:40]) <= 2_000
    assert nodes[40] <= 30_000


# --- tours: the argument of the bound -----------------------------------------------------------


@given(st.randoms(use_true_random=False), st.integers(2, 4), st.integers(0, 3))
@settings(max_examples=50)
def test_tours_equal_trying_every_way(rng: random.Random, count: int, moves: int) -> None:
    board = random_board(rng)
    near = [card for card in CARDS if search.pattern(card).distance(packed.pack(board)) <= 3]
    cards = tuple(sorted(rng.sample(near, min(count, len(near)))))
    found = search.Tours().within(packed.pack(board), cards, moves)

    def tried(tiles: str, missing: frozenset[int], left: int, seen: dict[Any, bool]) -> bool:
        missing = frozenset(card for card in missing if not matches(tiles, card))
        if not missing or not left:
            return not missing
        key = tiles, missing, left
        if key not in seen:
            seen[key] = any(tried(move_tiles(tiles, m), missing, left - 1, seen) for m in BOARD_MOVES)
        return seen[key]

    assert found == tried(board, frozenset(cards), moves, {})
    if found:
        route = search.Tours().route(packed.pack(board), cards, moves)
        boards = [board]
        for number in route:
            boards.append(move_tiles(boards[-1], BOARD_MOVES[number]))
        assert len(route) <= moves
        assert all(any(matches(tiles, card) for tiles in boards) for card in cards)


# --- neighbourhoods -----------------------------------------------------------------------------


def test_neighbourhoods_of_boards() -> None:
    assert [len(neighbourhood(X, radius)) for radius in range(4)] == [1, 17, 151, 936]
    found = neighbourhood(X, 2)
    assert next(iter(found)) == X
    for one, other, data in found.edges(data=True):
        move = read_move(data["move"])
        assert board_text(move_tiles(one.replace("/", ""), move)) == other
    for board, data in found.nodes(data=True):
        assert data["moves"] == distance(X, board).value
    for wrong in (-1, 6, True, 1.0, "2"):
        with pytest.raises(RulesError, match=r"neighbourhood, radius: got .*, expected 0 to 5 moves"):
            neighbourhood(X, wrong)  # type: ignore[arg-type]


# --- a move against the best --------------------------------------------------------------------


def test_compare_adds_what_the_move_gains_and_what_the_best_play_gives_after_it() -> None:
    state = read_state(solo(X, "14 36 40 64"))
    losses = {}
    for move in state.moves():
        found = compare(state, move)
        after = state.play(move)
        gain = points_of([move.card or 0]) if move.verb == "score" else 0
        rest = 0 if move.verb in ("end", "skip") else best_turn(after).value
        assert (found.move, found.value, found.best) == (str(move), gain + rest, 5)  # type: ignore[operator]
        assert found.loss == 5 - found.value >= 0  # type: ignore[operator]
        losses[found.move] = found.loss
        assert re.search(r"\d", found.words)
    assert losses["flip b3 spend 14"] == losses["score 36"] == 0
    assert losses["flip b3 spend 36"] == 2
    assert losses["end"] == losses["skip"] == 5


def test_compare_in_words() -> None:
    text = solo(X, "14 36 40 64")
    spent = compare(text, "flip b3 spend 36").words
    assert "At most 3 points this turn, 2 fewer than the best turn (5)" in spent
    assert "Card 36 (Fish-Fish, 2 points) is spent and cannot be scored any more (SS-11)" in spent
    assert "after flip b3, swap b2 b3" in spent
    assert (
        "the cards of the best turn need 2 moves, and 1 card is left"
        in compare(text, "flip a1 spend 14").words
    )
    assert compare(text, "end").words.startswith("No points this turn, 5 fewer than the best turn (5)")
    assert compare(text, read_move("score 36")).words.startswith("Nothing is lost: 5 points this turn")
    assert "(SS-20)" in compare(text, "skip").words
    more = compare(solo(X, "8 36 58 70"), "flip a1 spend 70")
    assert more.loss == 0
    assert "but with 1 card spent; none would do" in more.words
    last = compare(solo(X, "36"), "score 36")
    assert (last.value, last.loss) == (2, 0)


def test_compare_refuses_what_the_rules_refuse() -> None:
    text = solo(X, "14 36 40 64")
    with pytest.raises(IllegalMove, match="SS-23"):
        compare(text, "score 64")
    with pytest.raises(RulesError, match="move 'jump'"):
        compare(text, "jump")
    with pytest.raises(RulesError, match="compare, move: got int"):
        compare(text, 3)  # type: ignore[arg-type]


def idled(state: State | str) -> list[str]:
    """The idle plan, played through by the rules; without the ending it leaves the turn to the seat."""
    plan, state = idle(state), read_state(state) if isinstance(state, str) else state
    for move in plan:
        state = state.play(move)
    return list(map(str, plan))


def test_idle_skips_when_that_brings_a_card() -> None:
    board = "FHH/TFH/TTS"
    assert idled(solo(board, "70", deck="1")) == ["skip"]
    two = read_state(f"players: 2\nseed: 1\nboard: {board}\nhands: 70 71 | 1 2 3 4")
    assert idled(two) == ["skip"]
    assert idled(replace(two, skipped=(0,))) == ["end"]
    full = read_state(f"players: 2\nseed: 1\nboard: {board}\nhands: 65 66 68 69 70 71 | 1 2 3 4")
    assert idled(full) == ["end"]  # a skip draws nothing at six cards (SS-21)


def test_idle_walks_in_a_solo_game_that_has_no_card_to_draw() -> None:
    board = "FHH/TFH/TTS"
    away = distance(board, 70).value
    assert isinstance(away, int)
    assert idled(solo(board, "70")) == [f"{distance(board, 70).texts[0]} spend 70", "end"]
    walk = idled(solo(board, "65 70"))
    near = min((65, 70), key=lambda card: distance(board, card).value)
    assert walk[:2] == [
        f"{move} spend {card}"
        for move, card in zip(distance(board, near).texts, (65 + 70 - near, near), strict=False)
    ]
    state = replace(read_state(solo(board, "70 71", deck="2")), skipped=(0,))
    assert [text.split()[0] for text in idled(state)][-1] == "end"
    assert len(idled(state)) == 3


def test_idle_makes_one_move_where_an_idle_end_is_forbidden() -> None:
    options = "idle_end=forbidden"
    two = read_state(
        f"players: 2\nseed: 1\noptions: {options}\nboard: FHH/TFH/TTS\nskipped: 0\nhands: 68 70 | 1 2 3 4"
    )
    plan = idled(two)
    assert len(plan) == 2
    assert plan[-1] == "end"


# --- explanations -------------------------------------------------------------------------------


def test_explanations_carry_points_plan_and_reasons() -> None:
    words = best_turn(solo(X, "14 36 40 64")).explain()
    for line in (
        "best_turn: 5 points, proved best.",
        "spent 2, scored 2, kept 0.",
        "1. flip b3 spend 14: turns Seed to Tree on b3, so card 64 is 1 move away, not 2; "
        "paid with card 14 (Tree-Tree, 1 point), 2 moves away",
        "instead of it flip b3 spend 36: card 36 cannot be scored then (SS-11); at most 3 points this turn, 2 fewer",
        "2. score 36 (+2): card 36 (Fish-Fish, 2 points) matches on b1 c1; scoring spends nothing (SS-13)",
        "Card 36 (Fish-Fish, 2 points) matches now; scoring only that gives 2 points, 3 fewer than this turn",
    ):
        assert line in words


@given(hands(most=6))
@settings(max_examples=40)
def test_every_reason_has_a_number_or_a_rule_and_the_numbers_are_right(text: str) -> None:
    state = read_state(text)
    found = best_turn(state)
    assert isinstance(found.value, int)
    for sentence in (*found.reasons, *(step.why for step in found.steps)):
        assert re.search(r"\d|SS-", sentence), sentence
    assert sum(step.gain for step in found.steps) == found.value
    board = board_text(state.board)
    for card, away in re.findall(r"[Cc]ard (\d+) \([^)]*\) is (\d+) moves? away", " ".join(found.reasons)):
        assert distance(board, int(card)).value == int(away)
    for step in found.steps:
        for other in step.others:
            played = state
            for before in found.plan[: found.plan.index(step.move)]:
                played = played.play(before)
            gained = points_of(played.scored[0]) - points_of(state.scored[0])
            assert compare(played, other.move).value == other.value - gained  # type: ignore[operator]
    total = points_of(state.hands[0])
    if found.value < total:
        counted = re.match(
            r"More than .* one of (\d+) sets? of cards: (?:(\d+) of|each)(?:.* and (\d+))?", found.proof
        )
        assert counted is not None
        above, far, tried = int(counted[1]), int(counted[2] or counted[1]), int(counted[3] or 0)
        worth = [
            points_of(cards)
            for size in range(len(state.hands[0]) + 1)
            for cards in itertools.combinations(state.hands[0], size)
        ]
        assert above == sum(points > found.value for points in worth) == far + tried


def test_distance_explains_places_flips_and_swaps() -> None:
    words = distance(X, 38).explain()
    assert "The plan ends with Horse on b1 and Bird on c1: 1 flip and 1 swap" in words
    assert "2 places for 2 moves and 1 place for 4 moves" in words
    words = distance(X, "EEE/HHH/SFF").explain()
    assert "The tiles have 12 steps to go in all" in words
    assert "fewer than 6 swaps could never do, 9 do." in words


def test_cards_are_named_by_their_patterns() -> None:
    assert [card_words(card) for card in (36, 38, 15, 27, 1)] == [
        "Fish-Fish",
        "any-Horse-Bird",
        "Bird over Seed",
        "any-Seed over Boat-any",
        "Bird centre",
    ]
    assert len({card_words(card) for card in CARDS}) == len(CARDS)
