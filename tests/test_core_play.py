"""puzzles.core: shuffle, perft, replay, random walks."""

from __future__ import annotations

import hashlib
from collections import Counter
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.core.play import divide, final, perft, random_walk, replay
from puzzles.core.shuffle import digest, shuffle, shuffled
from puzzles.core.state import IllegalMove, Move, RulesError

# --- shuffle ------------------------------------------------------------------------------------


def test_digest_is_sha_256_of_the_utf_8_text() -> None:
    assert digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digest("é") == hashlib.sha256(b"\xc3\xa9").hexdigest()


def test_shuffle_sorts_by_the_digest_of_seed_label_index() -> None:
    expected = sorted(range(10), key=lambda index: hashlib.sha256(f"7/deck/{index}".encode()).hexdigest())
    assert shuffle("abcdefghij", seed=7, label="deck") == tuple("abcdefghij"[i] for i in expected)


def test_shuffle_vectors() -> None:
    """Fixed for ever, computed with sha256sum and sort: positions and shared games depend on them."""
    assert shuffle(range(8), seed=1, label="deck") == (3, 1, 5, 4, 0, 7, 2, 6)
    assert shuffle(range(8), seed=2, label="deck") == (1, 5, 7, 4, 3, 6, 2, 0)
    assert shuffle(range(8), seed=1, label="board") == (4, 3, 6, 1, 5, 7, 2, 0)


@given(st.lists(st.integers(0, 5)), st.integers(0, 10**6))
def test_shuffle_keeps_the_items(items: list[int], seed: int) -> None:
    mixed = shuffle(items, seed, "deck")
    assert Counter(mixed) == Counter(items)
    assert mixed == shuffle(items, seed, "deck")


def test_shuffle_is_fair_enough() -> None:
    firsts = Counter(shuffle(range(4), seed, "deck")[0] for seed in range(2000))
    assert all(400 < firsts[item] < 600 for item in range(4))  # 500 expected, standard deviation 19
    assert len({shuffle(range(4), seed, "deck") for seed in range(2000)}) == 24


def test_shuffled_takes_a_game_s_own_labels() -> None:
    assert shuffled(range(1, 9), lambda card: f"1/1/{card}") == (3, 2, 4, 6, 1, 5, 7, 8)
    assert shuffled([], str) == ()


# --- walks --------------------------------------------------------------------------------------


def count(state: object, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(state.play(move), depth - 1) for move in state.moves())  # type: ignore[attr-defined]


def test_perft_counts_sequences(toy: ModuleType) -> None:
    start = toy.new(players=2, seed=1)
    assert perft(start, 0) == 1
    for depth in (1, 2, 3):
        assert perft(start, depth) == count(start, depth)
    assert perft(start, 1) == len(start.moves())


def test_perft_of_a_finished_game(toy: ModuleType) -> None:
    over = toy.read_state(
        "game: toy\npiles: 0 0 0\nto_move: 0\nleft: over\nround: 1\nhands: 1\npoints: 8\nplayed: -\n"
        "deck: 1 1 1 2 2 2 3 3"
    )
    assert [perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]
    nearly = toy.read_state(str(over).replace("left: over", "left: 0"))
    assert [perft(nearly, depth) for depth in (0, 1, 2)] == [1, 1, 0]


def test_divide_splits_perft_by_the_first_move(toy: ModuleType) -> None:
    start = toy.new(players=2, seed=1)
    parts = divide(start, 3)
    assert list(parts) == [str(move) for move in start.moves()]
    assert sum(parts.values()) == perft(start, 3)
    assert divide(start, 1) == {str(move): 1 for move in start.moves()}


def test_random_walks_are_repeatable_and_bounded(toy: ModuleType) -> None:
    start = toy.new(players=3, seed=1)
    walk = [(str(move), str(state)) for move, state in random_walk(start, seed=4)]
    assert walk == [(str(move), str(state)) for move, state in random_walk(start, seed=4)]
    assert walk != [(str(move), str(state)) for move, state in random_walk(start, seed=5)]
    assert toy.read_state(walk[-1][1]).outcome() is not None
    assert len(list(random_walk(start, seed=4, most=2))) == 2
    assert list(random_walk(toy.read_state(walk[-1][1]), seed=4)) == []


def test_replay_of_a_walk_gives_its_states(toy: ModuleType) -> None:
    start = toy.new(players=2, seed=9)
    walk = list(random_walk(start, seed=1))
    texts = [str(move) for move, _ in walk]
    assert list(replay(start, texts, toy.read_move)) == [state for _, state in walk]
    assert final(start, texts, toy.read_move) == walk[-1][1]
    assert final(start, [], toy.read_move) == start
    assert list(replay(start, [], toy.read_move)) == []


def test_replay_stops_at_the_first_refusal(toy: ModuleType) -> None:
    start = toy.new(players=2, seed=9)
    seen = []
    with pytest.raises(IllegalMove, match=r"move 3, 'take a': TOY-3: both actions of this turn are used"):
        seen += list(replay(start, ["draw", "draw", "take a"], toy.read_move))
    with pytest.raises(RulesError, match="got the pile 'x', expected a, b or c"):
        final(start, ["take a", "take x"], toy.read_move)


def test_replay_takes_moves_out_of_turn(toy: ModuleType) -> None:
    start = toy.read_state(
        "game: toy\npiles: 3 3 2\nto_move: 0\nleft: 2\nround: 1\nhands: 1 | 2\npoints: 0 | 0\nplayed: -\n"
        "deck: 1 1 1 2 2 3 3"
    )
    assert [str(move) for move in start.interrupts()] == ["snap 1 2 c"]
    then = final(start, ["take a", "snap 1 2 c", "take b"], toy.read_move)
    assert (then.points, then.piles, then.to_move, then.left) == ((2, 2), (2, 2, 0), 0, 0)
    assert then.interrupts() == []


def test_moves_satisfy_the_protocol(toy: ModuleType) -> None:
    for move in toy.universe(2):
        assert isinstance(move, Move)
        assert toy.read_move(str(move)) == move
