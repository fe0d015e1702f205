"""The search player: what it may know, the same moves for the same view, legal moves, the last cards, its tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from boards import play as open_board
from puzzles.core import RulesError
from puzzles.shifting_stones import CARDS, State, new, read_move, read_state
from puzzles.shifting_stones.cards import TILES
from puzzles.shifting_stones.grid import matches
from puzzles.shifting_stones.problems import BOARD_MOVES, move_tiles
from puzzles.shifting_stones.rules import SOLO_COUNTS
from puzzles.shifting_stones.state import UNKNOWN, points_of
from solvers.shifting_stones import BOTS, batch, best_turn, last_cards, solo_plan
from solvers.shifting_stones.bot import deal, search_turn
from solvers.shifting_stones.facts import best_turns, play_solo
from solvers.shifting_stones.packed import pack
from solvers.shifting_stones.search import pattern
from solvers.shifting_stones.ways import Ways

X = "SFF/HHH/EEE"


def boards(count: int, seed: int = 1) -> list[str]:
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        tiles = [rng.choice(tile) for tile in TILES]
        rng.shuffle(tiles)
        found.append("".join(tiles))
    return found


def replayed(state: State, texts: tuple[str, ...]) -> State:
    for text in texts:
        state = state.play(read_move(text))
    return state


def some_views() -> Iterator[State]:
    """Views from solo games and tables of 2 to 5, at the start and within turns, with all options in use."""
    options = ({}, {"over_four": "discard_down"}, {"idle_end": "forbidden", "open_discard": "no"})
    for number, players in enumerate((1, 1, 1, 2, 3, 5)):
        rng = random.Random(number)
        state = new(players=players, seed=number, **options[number % 3])
        for _ in range(14):
            moves = [move for move in state.moves() if move.verb in ("score", "end", "skip")] or state.moves()
            state = state.play(rng.choice(moves if rng.random() < 0.5 else state.moves()))
            if state.outcome() is not None:
                break
            yield state.view(state.to_move)


# --- many boards at once --------------------------------------------------------------------------


def test_distances_of_many_boards_are_the_exact_ones_for_all_cards() -> None:
    tiles = boards(40)
    together = np.concatenate([batch.columns(board) for board in tiles], axis=1)
    for card in CARDS:
        found = batch.distances(card)(together)
        assert found.tolist() == [pattern(card).distance(pack(board)) for board in tiles], card


def test_all_boards_after_all_moves_and_their_keys() -> None:
    tiles = boards(7)
    together = np.concatenate([batch.columns(board) for board in tiles], axis=1)
    after = batch.after_all(together)
    wanted = [move_tiles(board, move) for move in BOARD_MOVES for board in tiles]
    assert (after == np.concatenate([batch.columns(board) for board in wanted], axis=1)).all()
    assert (batch.from_keys(batch.keys(after)) == after).all()
    assert len(set(batch.keys(after).tolist())) == len(set(wanted))


def plain_ways(board: str, hand: tuple[int, ...], most: int) -> set[tuple[int, str, tuple[int, ...]]]:
    """(moves, board, cards scored) of every way through a turn, one at a time."""
    found: set[tuple[int, str, tuple[int, ...]]] = set()

    def go(moves: int, tiles: str, scored: tuple[int, ...]) -> None:
        if (moves, tiles, scored) in found:
            return
        found.add((moves, tiles, scored))
        if moves + len(scored) == len(hand):
            return
        for card in hand:
            if card not in scored and matches(tiles, card):
                go(moves, tiles, tuple(sorted((*scored, card))))
        if moves < most:
            for move in BOARD_MOVES:
                go(moves + 1, move_tiles(tiles, move), scored)

    go(0, board, ())
    return found


@pytest.mark.parametrize("hand", [(36,), (8, 38), (3, 38, 58), (14, 36, 40)])
def test_the_ways_of_a_turn_are_all_ways(hand: tuple[int, ...]) -> None:
    board = X.replace("/", "")
    ways = Ways(batch.columns(board), hand)
    number = {int(batch.keys(batch.columns(b))[0]): b for _, b, _ in plain_ways(board, hand, len(hand) - 1)}
    found = {
        (layer.moves, number[int(key)], scored)
        for layer, entries, scored in ways.sets()
        for key in batch.keys(layer.boards[:, entries])
    }
    assert found == plain_ways(board, hand, len(hand) - 1)
    assert len(found) == sum(len(layer.scored) for layer in ways.layers)


def test_every_way_has_a_plan_that_the_rules_play() -> None:
    state = read_state(f"players: 1\nseed: 1\nboard: {X}\nhands: 8 14 36 38\ndeck: 70")
    ways = Ways(batch.columns(state.board), state.hands[0])
    rng = random.Random(2)
    for layer, entries, scored in ways.sets():
        for entry in rng.sample(entries.tolist(), min(5, len(entries))):
            spent = [card for card in state.hands[0] if card not in scored][: layer.moves]
            end = replayed(state, tuple(map(str, ways.plan(layer.moves, entry, spent))))
            assert end.scored[0] == scored
            assert end.discard == tuple(spent)
            assert (batch.columns(end.board)[:, 0] == layer.boards[:, entry]).all()


def test_most_points_are_those_of_the_best_turn() -> None:
    rng = random.Random(3)
    for board in boards(15, seed=4):
        hand = tuple(sorted(rng.sample(range(1, 73), 4)))
        rows = "/".join(board[i : i + 3] for i in (0, 3, 6))
        text = f"players: 1\nseed: 1\nboard: {rows}\nhands: {' '.join(map(str, hand))}"
        ways = Ways(batch.columns(board), hand)
        assert best_turn(text).value == max(points_of(scored) for _, _, scored in ways.sets())


# --- deals ----------------------------------------------------------------------------------------


def test_a_deal_looks_like_the_view() -> None:
    rng = random.Random(5)
    count = 0
    for view in some_views():
        full = deal(view, rng)
        shown = full.view(view.to_move)
        assert str(shown) == str(view)
        cards = [c for part in (*full.hands, *full.scored, full.deck, full.discard) for c in part]
        assert UNKNOWN not in cards
        assert len(set(cards)) == len(cards)
        assert read_state(str(full)) == full
        if view.solo:
            assert Counter(CARDS[card].points for card in cards) == SOLO_COUNTS
        else:
            assert set(cards) == set(CARDS)
        count += 1
    assert count > 40


def test_deals_differ_and_the_same_seed_gives_the_same() -> None:
    view = new(players=1, seed=2).view(0)
    deals = {str(deal(view, random.Random(seed))) for seed in range(20)}
    assert len(deals) == 20
    assert deal(view, random.Random(7)) == deal(view, random.Random(7))


def test_every_card_of_a_value_is_equally_likely_in_a_solo_deal() -> None:
    view = new(players=1, seed=2).view(0)
    rng = random.Random(1)
    drawn = Counter(card for _ in range(2000) for card in deal(view, rng).deck)
    fives = [card for card in CARDS if CARDS[card].points == 5 and card not in view.hands[0]]
    held = sum(CARDS[card].points == 5 for card in view.hands[0])
    expected = 2000 * (1 - held) / len(fives)
    assert all(abs(drawn[card] - expected) < 5 * expected**0.5 + 1 for card in fives)


def test_a_solo_puzzle_of_other_cards_is_dealt_from_all_that_are_not_seen() -> None:
    view = read_state(f"players: 1\nseed: ?\nboard: {X}\nhands: 72 71\ndeck: ?3")  # two cards of 5 points
    full = deal(view, random.Random(1))
    assert len({*full.deck, 71, 72}) == 5
    assert full.seed is not None


# --- decisions ------------------------------------------------------------------------------------


def test_the_turn_is_legal_and_whole_and_the_same_for_the_same_view() -> None:
    rng = random.Random(6)
    count = 0
    for view in [view for view in some_views() if view.solo][::2]:
        moves = search_turn(view, seed=3)
        assert sum(move in ("end", "skip") for move in moves) == (moves[-1] in ("end", "skip"))
        assert moves == search_turn(str(view), seed=3)
        full = deal(view, rng)
        after = replayed(full, moves)
        assert after.outcome() is not None or after.turn == "start"
        assert moves == search_turn(full, seed=3)  # the hidden cards of a full state are not read
        count += 1
    assert count > 12


def test_the_hidden_cards_do_not_change_the_decision() -> None:
    state = new(players=1, seed=4)
    moves = search_turn(state)
    for seed in range(4):
        deck = list(state.deck)
        random.Random(seed).shuffle(deck)
        other = replace(state, deck=tuple(deck), seed=seed)
        assert search_turn(other) == moves


def test_a_table_of_two_is_refused() -> None:
    with pytest.raises(RulesError, match="search: got 2 players, expected a solo game"):
        search_turn(new(players=2, seed=1))


def test_a_game_that_is_over_is_refused() -> None:
    state = read_state(f"players: 1\nboard: {X}\nturn: over\nhands: -\nscored: 36")
    with pytest.raises(RulesError, match="search: got a game that is over"):
        search_turn(state)


def test_the_last_match_is_taken() -> None:
    assert search_turn(f"players: 1\nboard: {X}\nhands: 36") == ("score 36",)


def test_a_hand_without_cards_ends_the_turn() -> None:
    state = read_state(f"players: 1\nboard: {X}\nturn: acted\nhands: -\ndiscard: 36 38")
    assert search_turn(state) == ("end",)


def test_surplus_cards_are_dropped_before_the_end() -> None:
    text = f"players: 1\nseed: 1\noptions: over_four=discard_down\nboard: {X}\nhands: 8 36 41 58 70 71\ndeck: 1 2 3"
    after = replayed(read_state(text), search_turn(text))
    assert len(after.hands[0]) == 4


def test_a_very_large_hand_is_played_as_well() -> None:
    """Only skip_cap=none makes such hands; what is thought about stays small."""
    hand = " ".join(map(str, range(55, 72)))
    text = f"players: 1\nseed: 1\noptions: skip_cap=none\nboard: {X}\nhands: {hand}\ndeck: 1 2 3"
    moves = search_turn(text)
    assert any(move.startswith("score") for move in moves)
    assert replayed(read_state(text), moves).turn == "start"


# --- the last cards -------------------------------------------------------------------------------


def played_out(state: State) -> State:
    for _ in range(30):
        if state.outcome() is not None:
            break
        state = replayed(state, search_turn(state.view(0)))
    return state


@pytest.mark.parametrize("strikes", [0, 2])
def test_what_can_be_won_with_three_cards_is_won(strikes: int) -> None:
    """Against the exact plan: where that wins, the player wins too (these deals; its search keeps few boards)."""
    rng = random.Random(8 + strikes)
    won = 0
    for board in boards(8, seed=9):
        rows = "/".join(board[i : i + 3] for i in (0, 3, 6))
        hand = " ".join(map(str, sorted(rng.sample(range(1, 66), 3))))
        text = f"players: 1\nseed: 1\nboard: {rows}\nstrikes: {strikes}\nhands: {hand}"
        exact = solo_plan(text)
        end = played_out(read_state(text)).outcome()
        assert end is not None
        assert (end.reason == "solved") == (exact.value is not None), text
        won += exact.value is not None
    assert won > 0


def test_a_lost_last_card_is_lost_and_a_near_one_is_won() -> None:
    assert played_out(read_state(f"players: 1\nboard: {X}\nhands: 69")).strikes == 4  # 4 moves away
    near = played_out(read_state(f"players: 1\nboard: {X}\nhands: 57"))  # 3 moves away
    assert near.outcome() is not None
    assert (near.outcome().reason, near.strikes) == ("solved", 3)  # type: ignore[union-attr]


def test_past_match_reaches_what_a_turn_can_reach() -> None:
    board = X.replace("/", "")
    front = last_cards.Front(batch.columns(board), np.array([7]))
    for card, moves in ((36, 1), (8, 2), (38, 2), (37, 1)):
        found = last_cards.past_match(front, card, (70,), moves)
        wanted = {
            int(batch.keys(batch.columns(end))[0])
            for _, end, scored in plain_ways(board, (card, 68, 69)[: moves + 1], moves)
            if scored == (card,)
        }
        assert set(batch.keys(found.boards).tolist()) <= wanted
        assert len(found) == min(len(wanted), 160)
        assert set(found.first.tolist()) == {7}


def test_no_win_is_claimed_without_one() -> None:
    board = batch.columns(X.replace("/", ""))
    reached = {((69,), 0): last_cards.Front(board, np.array([3]))}
    assert last_cards.winning_turn(reached, 3) is None
    assert last_cards.winning_turn(reached, 4) == 3


# --- games ----------------------------------------------------------------------------------------


def test_solo_games_end_and_the_greedy_player_plays_them_too() -> None:
    for seed in (0, 1):
        game = play_solo(lambda view, seed=seed: search_turn(view, seed), seed)
        assert game == play_solo(lambda view, seed=seed: search_turn(view, seed), seed)
        assert game.won == (game.left == 0)
        assert game.strikes <= 4
        greedy = play_solo(best_turns, seed)
        assert greedy.won == (greedy.left == 0)


def test_the_board_offers_the_player_in_a_solo_game() -> None:
    board = open_board("shifting_stones", players=1, seed=1, bots={0: "search"})
    try:
        assert board.session.setup.bots == {0: "search"}
        assert "search" in board.controls.bots[0].options
    finally:
        board.close()
    with pytest.raises(RulesError, match="got 'search', expected one of random, best turn"):
        open_board("shifting_stones", players=2, seed=1, bots={0: "search"})
    assert BOTS["search"].turn(new(players=1, seed=4).view(0), 0) == search_turn(new(players=1, seed=4))
