"""Shifting Stones, one test a rule: SS-1 to SS-41, and every option."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise
from math import factorial

import pytest
from asking import Asking, legal

import puzzles
from puzzles.core.play import random_walk
from puzzles.core.state import RulesError
from puzzles.shifting_stones import CARDS, FACES, Move, State, new, read_move, read_state
from puzzles.shifting_stones.cards import BACKS, CARD_SET, TILES
from puzzles.shifting_stones.grid import CELLS, board_text, matching_places
from puzzles.shifting_stones.state import KEYS, outcome

asking = Asking(read_move)
after, refused = asking.after, asking.refused

X = "SFF/HHH/EEE"


def position(hands: str, board: str = X, **keys: object) -> State:
    """The state with these hands; other keys as in the position text, options as one text."""
    values = {"players": hands.count("|") + 1, "board": board, "hands": hands, **keys}
    return read_state("\n".join(f"{key}: {values[key]}" for key in KEYS if key in values))


def kinds(board: str) -> Counter[str]:
    return Counter("".join(sorted((face, BACKS[face]))) for face in board)


def shows(board: str, pattern: str) -> bool:
    """The definition of a match, written a second time: the block is moved over the rows of the grid."""
    grid = [board[0:3], board[3:6], board[6:9]]
    rows = pattern.split("/")
    for down in range(3):
        for right in range(3):
            if down + len(rows) > 3 or right + len(rows[0]) > 3:
                continue
            cut = [line[right : right + len(rows[0])] for line in grid[down : down + len(rows)]]
            wanted_and_there = zip("".join(rows), "".join(cut), strict=True)
            if all(wanted in (".", there) for wanted, there in wanted_and_there):
                return True
    return False


def random_board(rng: random.Random) -> str:
    tiles = list(TILES)
    rng.shuffle(tiles)
    return "".join(rng.choice(tile) for tile in tiles)


# --- material and set-up ------------------------------------------------------------------------


def test_ss_1_nine_tiles_with_a_face_on_each_side() -> None:
    assert sorted(TILES) == sorted(["SM"] + ["FB"] * 2 + ["HO"] * 3 + ["ET"] * 3)
    assert "".join(sorted(FACES)) == "BEFHMOST"
    assert {face: BACKS[face] for face in "SFHEMBOT"} == dict(zip("SFHEMBOT", "MBOTSFHE", strict=True))
    for seed in range(50):
        assert kinds(new(2, seed).board) == {"MS": 1, "BF": 2, "HO": 3, "ET": 3}
    state = new(2, 1)
    for move, then in random_walk(state, seed=5, most=60):
        assert kinds(then.board) == kinds(state.board), move


def test_ss_2_seventy_two_different_cards_of_four_values() -> None:
    assert list(CARDS) == list(range(1, 73))
    assert Counter(card.points for card in CARDS.values()) == {1: 28, 2: 26, 3: 13, 5: 5}
    assert sum(card.points for card in CARDS.values()) == 144
    assert len({card.pattern for card in CARDS.values()}) == 72
    assert CARD_SET.provenance == {
        "tiles": "published",
        "points": "published",
        "pattern": "published",
        "id": "reconstructed",
    }
    known = {3: "BH", 15: "B/E", 27: ".E/O.", 29: "..S", 1: ".../.B./...", 72: "H.T/.../E.O"}
    assert {card: CARDS[card].pattern for card in known} == known


def test_ss_3_tiles_are_laid_at_random_place_and_face() -> None:
    assert board_text(new(2, 1).board) == "TSO/HBE/EHF"
    assert board_text(new(1, 2).board) == "TTF/OBM/OHE"
    boards = [new(2, seed).board for seed in range(400)]
    for cell in range(9):
        assert {board[cell] for board in boards} == set(FACES), CELLS[cell]
    suns = sum("S" in board for board in boards)
    assert 150 < suns < 250  # a fair face: 200 expected, standard deviation 10
    assert len(set(boards)) > 390


def test_ss_4_one_top_for_every_seat() -> None:
    for seat in range(3):
        hands = " | ".join(
            "4 5 6 9" if s == seat else f"{10 + s} {20 + s} {30 + s} {40 + s}" for s in range(3)
        )
        state = position(hands, "OHT/BES/FTO", to_move=seat)
        assert "score 5" in legal(state)  # OH: Boat left of Horse
        assert "SS-23" in refused(state, "score 4")  # OB: Boat above Bird is not left of it
    assert legal(position("3 4 | 5", "OBH/FHE/ETS", deck=_rest(3, 4, 5)))[:2] == ["score 3", "score 4"]


def test_ss_5_four_cards_a_seat_seen_by_their_owner_only() -> None:
    for players in range(1, 6):
        state = new(players, 11)
        assert [len(hand) for hand in state.hands] == [4] * players
        dealt = [card for hand in state.hands for card in hand]
        assert len(set(dealt)) == len(dealt)
        for seat in range(players):
            view = state.view(seat)
            assert view.hands[seat] == state.hands[seat]
            assert all(set(view.hands[other]) == {0} for other in range(players) if other != seat)
            assert [len(hand) for hand in view.hands] == [4] * players
    assert new(2, 1).hands == ((5, 23, 50, 54), (33, 41, 44, 72))
    assert new(2, 1).hands != new(2, 2).hands


def test_ss_6_a_face_down_deck_and_a_face_up_pile() -> None:
    for players in range(2, 6):
        state = new(players, 3)
        assert len(state.deck) == 72 - 4 * players
        assert state.discard == ()
        assert sorted([*state.deck, *(card for hand in state.hands for card in hand)]) == list(range(1, 73))
    state = after(new(2, 1), "flip a1 spend 5", "flip a1 spend 50")
    view = state.view(1)
    assert set(view.deck) == {0}
    assert len(view.deck) == len(state.deck)
    assert view.discard == (5, 50)  # the last one lies on top


def test_ss_7_seat_0_begins_and_turns_go_in_seat_order() -> None:
    for players in range(1, 6):
        state = new(players, 4)
        order = [state.to_move]
        for _ in range(2 * players - 1):
            state = after(state, "end")
            order.append(state.to_move)
        if players > 1:
            assert order == [*range(players), *range(players)]
        else:
            assert order == [0, 0]


# --- a turn -------------------------------------------------------------------------------------


def test_ss_8_a_turn_is_acts_in_any_order_and_an_end_or_a_skip() -> None:
    state = position("8 9 10 36 | 1 2")
    acts = ["score 36", "flip a3 spend 9", "score 8", "swap a1 b1 spend 10", "end"]
    then = after(state, *acts)
    assert (then.to_move, then.turn, board_text(then.board)) == (1, "start", "FSF/HHH/TEE")
    then = after(state, "swap a1 b1 spend 10", "swap a1 b1 spend 9", "score 8", "score 36", "end")
    assert (then.to_move, then.scored[0]) == (1, (8, 36))
    assert after(state, "skip").to_move == 1
    assert "SS-8" in str(state.why_not(Move("jump")))
    turns = [s.turn for s in (state, after(state, "score 8"), after(state, "flip a1 spend 8"))]
    assert turns == ["start", "scored", "acted"]
    assert after(state, "score 8", "flip a1 spend 9").turn == "scored"


def test_ss_9_shift_spends_a_card_and_exchanges_neighbours() -> None:
    state = position("1 2 | 3", "SFB/HOH/ETE", discard="72", deck=_rest(1, 2, 3, 72))
    neighbours = set()
    for first, second in combinations(range(9), 2):
        move = Move("swap", (first, second), 2)
        gap = abs(first // 3 - second // 3) + abs(first % 3 - second % 3)
        if gap != 1:
            reason = refused(state, str(move))
            assert reason == f"SS-9: {CELLS[first]} and {CELLS[second]} do not share an edge"
            continue
        neighbours.add((first, second))
        then = state.play(move)
        expected = list(state.board)
        expected[first], expected[second] = expected[second], expected[first]
        assert then.board == "".join(expected)
        assert (then.hands[0], then.discard) == ((1,), (72, 2))
    assert len(neighbours) == 12
    assert "SS-9" in refused(state, "swap a1 b1 spend 3")  # the other seat's card
    assert "SS-9" in refused(state, "swap a1 b1")  # nothing spent


def test_ss_10_flip_spends_a_card_and_turns_one_tile() -> None:
    state = position("1 2 | 3", "SFB/HOH/ETE", discard="72", deck=_rest(1, 2, 3, 72))
    for cell in range(9):
        then = state.play(Move("flip", (cell,), 1))
        assert then.board[cell] == BACKS[state.board[cell]]
        assert then.board[:cell] + then.board[cell + 1 :] == state.board[:cell] + state.board[cell + 1 :]
        assert (then.hands[0], then.discard) == ((2,), (72, 1))
    assert "SS-10" in refused(state, "flip a1 spend 3")
    assert "SS-10" in refused(state, "flip a1")
    assert state.why_not(Move("flip", (0, 1), 1)) is not None


def test_ss_11_any_card_may_be_spent_and_is_then_gone() -> None:
    state = position("8 36 | 1")
    assert {"score 36", "flip a1 spend 36", "swap a1 a2 spend 8"} <= set(legal(state))
    then = after(state, "flip a3 spend 36")
    assert then.discard == (36,)
    assert "SS-11" in refused(then, "score 36")
    assert "SS-10" in refused(then, "flip a1 spend 36")


def test_ss_12_a_move_that_changes_nothing_to_the_eye() -> None:
    state = position("1 2 | 3")
    then = after(state, "swap b1 c1 spend 2")
    assert then.board == state.board
    assert (then.hands[0], then.discard, then.turn) == ((1,), (2,), "acted")
    assert after(state, "flip a1 spend 1", "flip a1 spend 2").board == state.board


def test_ss_13_score_lays_the_card_before_its_owner_and_spends_nothing() -> None:
    state = position("8 11 | 36", scored="- | 40", to_move=0)
    then = after(state, "score 8")
    assert (then.hands, then.scored, then.discard) == (((11,), (36,)), ((8,), (40,)), ())
    assert (then.board, then.to_move, then.deck) == (state.board, 0, state.deck)
    assert "SS-13" in refused(state, "score 36")  # matches, but lies in another hand
    assert "SS-13" in refused(state, "score 60")  # still in the deck
    view = state.view(1)
    assert view.scored == state.scored


def test_ss_14_several_scores_before_between_and_after_moves() -> None:
    state = position("8 12 17 36 58 66 | 1")
    then = after(state, "score 36", "flip a3 spend 12", "score 8", "flip a3 spend 66", "score 58")
    assert then.scored[0] == (8, 36, 58)
    assert then.hands[0] == (17,)
    assert then.turn == "scored"


def test_ss_15_scored_stays_scores_once_and_never_comes_back() -> None:
    state = after(position("8 9 36 | 1"), "score 36", "flip b1 spend 9")
    assert not matching_places(state.board, 36)
    assert state.scored[0] == (36,)
    assert "SS-15" in refused(state, "score 36")
    assert "SS-10" in refused(state, "flip a1 spend 36")
    solo = position("38 58 11", strikes=0)
    solo = after(solo, "score 58", "flip c1 spend 38")
    for _ in range(2):  # the pile is shuffled again and again; the scored card is not in it
        solo = after(solo, "end", f"flip a1 spend {solo.hands[0][0]}")
        everywhere = [*solo.hands[0], *solo.deck, *solo.discard]
        assert 58 not in everywhere
        assert sorted(everywhere) == [11, 38]
    assert solo.shuffles > 0


def test_ss_16_scoring_on_the_own_turn_only() -> None:
    state = position("1 2 | 8 36", to_move=0)
    assert not [move for move in legal(state) if move.startswith("score")]
    assert "SS-13" in refused(state, "score 8")
    assert state.interrupts() == ()
    assert "score 8" in legal(after(state, "end"))


def test_ss_17_a_turn_may_end_at_any_time_and_draws_up_to_four() -> None:
    state = position("8 36 | 1 2", deck=_rest(8, 36, 1, 2, first=[60, 61, 62, 63]))
    for moves, hand in (
        ([], (8, 36, 60, 61)),
        (["score 8"], (36, 60, 61, 62)),
        (["score 8", "flip a1 spend 36"], (60, 61, 62, 63)),
    ):
        there = after(state, *moves)
        assert "end" in legal(there)
        assert after(there, "end").hands[0] == hand
    full = new(2, 1)
    assert after(full, "end").hands[0] == full.hands[0]
    assert after(full, "end").deck == full.deck


def test_ss_18_without_hand_cards_only_the_end_remains() -> None:
    state = after(position("8 9 | 1"), "score 8", "flip a1 spend 9")
    assert legal(state) == ["end"]
    assert "SS-18" in refused(state, "flip a1 spend 9")
    assert "SS-18" in refused(state, "swap a1 b1 spend 1")
    assert "SS-20" in refused(state, "skip")


def test_ss_19_four_cards_or_more_are_all_kept() -> None:
    for hand in ("1 2 3 4", "1 2 3 4 5", "1 2 3 4 5 6"):
        state = position(f"{hand} | 60")
        then = after(state, "end")
        assert then.hands[0] == state.hands[0]
        assert (then.deck, then.discard) == (state.deck, ())
    assert "SS-19" in refused(position("1 2 3 4 5 | 60"), "drop 1")
    six = position("1 2 3 4 5 6 | 60")
    assert len(after(six, "flip a1 spend 1", "end").hands[0]) == 5


def test_ss_20_skip_draws_two_as_the_only_thing_of_a_turn() -> None:
    state = position("8 9 36 | 1", deck=_rest(8, 9, 36, 1, first=[60, 61]))
    then = after(state, "skip")
    assert (then.hands[0], then.to_move, then.turn) == ((8, 9, 36, 60, 61), 1, "start")
    assert then.skipped == (0,)
    for first in ("score 8", "flip a1 spend 9", "swap a1 b1 spend 9"):
        assert "SS-20" in refused(after(state, first), "skip")


@pytest.mark.parametrize(("held", "capped", "free"), [(0, 2, 2), (3, 5, 5), (4, 6, 6), (5, 6, 7), (6, 6, 8)])
def test_ss_21_a_skip_fills_the_hand_to_six(held: int, capped: int, free: int) -> None:
    hand = " ".join(str(card) for card in range(1, held + 1)) or "-"
    assert len(after(position(f"{hand} | 60"), "skip").hands[0]) == capped
    assert len(after(position(f"{hand} | 60", options="skip_cap=none"), "skip").hands[0]) == free


def test_ss_21_more_than_six_cards_stay() -> None:
    assert len(after(position("1 2 3 4 5 6 7 | 60"), "skip").hands[0]) == 7


def test_ss_22_no_two_skips_of_a_seat_in_a_row() -> None:
    state = after(new(2, 1), "skip", "skip")
    assert state.skipped == (0, 1)
    assert "SS-22" in refused(state, "skip")
    assert "skip" not in legal(state)
    idle = after(state, "end")
    assert idle.skipped == (1,)  # an idle end clears it for its own seat only
    assert "SS-22" in refused(idle, "skip")
    assert "skip" in legal(after(idle, "end"))
    acting = after(state, "flip a1 spend 5", "end", "end")
    assert "skip" in legal(acting)


# --- when a pattern is on the grid --------------------------------------------------------------


def test_ss_23_a_card_matches_when_its_block_lies_in_the_grid() -> None:
    rng = random.Random(23)
    matched = Counter[int]()
    for _ in range(600):
        board = random_board(rng)
        for card in CARDS:
            expected = shows(board, CARDS[card].pattern)
            assert bool(matching_places(board, card)) is expected, (board, card)
            matched[card] += expected
    assert len(matched) == 72
    assert 0.06 < matched.total() / (600 * 72) < 0.10  # 7.8 % over all boards
    for seed in range(10):
        state = new(3, seed)
        scores = [move for move in legal(state) if move.startswith("score")]
        assert scores == [f"score {c}" for c in state.hands[0] if shows(state.board, CARDS[c].pattern)]
    assert refused(position("38 | 1"), "score 38") == "SS-23: card 38 (.HB) does not match the grid now"


def boards_with(needs: dict[int, str]) -> int:
    """How many of the 2,580,480 boards show these faces on these cells: the other tiles lie anyhow."""
    left = kinds("SFFHHHEEE")
    for face in needs.values():
        left["".join(sorted((face, BACKS[face])))] -= 1
    if min(left.values()) < 0:
        return 0
    orders = factorial(9 - len(needs))
    for number in left.values():
        orders //= factorial(number)
    return orders * 2 ** (9 - len(needs))


def matching_boards(card: int) -> int:
    """Boards on which the card matches, by inclusion and exclusion over its places."""
    total, places = 0, CARDS[card].places
    for count in range(1, len(places) + 1):
        for chosen in combinations(places, count):
            faces = {(cell, face) for place in chosen for cell, face in place.needs}
            if len({cell for cell, _ in faces}) == len(faces):  # no cell has to show two faces
                total -= (-1) ** count * boards_with(dict(faces))
    return total


def test_ss_23_number_of_boards_that_match() -> None:
    assert boards_with({}) == 2_580_480
    counts = {card: matching_boards(card) for card in CARDS}
    assert [counts[card] for card in (1, 3, 9, 27, 29)] == [286_720, 314_880, 460_992, 313_008, 430_080]
    by_value = {value: sum(counts[c] for c in CARDS if CARDS[c].points == value) for value in (1, 2, 3, 5)}
    assert by_value == {1: 9_387_104, 2: 4_788_480, 3: 295_248, 5: 6_400}


def test_ss_24_the_block_is_shifted_but_not_turned_and_not_mirrored() -> None:
    for row in range(3):  # card 8, HH, in each of its six places
        for left in range(2):
            board = ["S", "F", "F", "E", "E", "E"]
            cells = [row * 3 + left, row * 3 + left + 1]
            board.insert(cells[0], "H")
            board.insert(cells[1], "H")
            board.append("O")
            assert matching_places("".join(board), 8), board
    assert not matching_places("SFFHOOEEE", 16)  # O/O is one above the other
    assert matching_places("SFFOHEOEH", 16)
    assert matching_places("SFEHOHFEE", 7)  # HO
    assert matching_places("SFEOHHFEE", 5)  # OH
    assert not matching_places("SFEOHHFEE", 7)  # mirrored
    assert matching_places("SEFOHHFEE", 27)  # .E/O.
    assert not matching_places("ESFHOHFEE", 27)  # E./.O is its mirror image
    assert matching_places("SEHFHHBET", 70) == ()  # .E./H.H/.M. upside down would not be read


@pytest.mark.parametrize(
    ("height", "width", "places"), [(1, 2, 6), (2, 1, 6), (2, 2, 4), (1, 3, 3), (3, 1, 3), (3, 3, 1)]
)
def test_ss_25_a_grey_square_is_any_face_inside_the_grid(height: int, width: int, places: int) -> None:
    cards = [c for c in CARDS.values() if (len(c.rows), len(c.rows[0])) == (height, width)]
    assert cards
    for card in cards:
        assert len(card.places) == places
        assert all(len(place.cells) == height * width for place in card.places)
        assert len({place.cells for place in card.places}) == places
    for cell in range(9):  # card 29, ..S: two cells must lie left of the Sun
        board = "".join("S" if c == cell else "FFHHHEEE"[c - (c > cell)] for c in range(9))
        assert bool(matching_places(board, 29)) is (cell % 3 == 2)
        assert bool(matching_places(board, 32)) is (cell < 3)  # S/./.


def test_ss_25_every_block_size_is_covered() -> None:
    sizes = {(len(card.rows), len(card.rows[0])) for card in CARDS.values()}
    assert sizes == {(1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (3, 3)}


def test_ss_26_several_places_are_one_score() -> None:
    state = position("8 | 1")
    assert len(matching_places(state.board, 8)) == 2
    assert legal(state).count("score 8") == 1
    then = after(state, "score 8")
    assert then.scored[0] == (8,)
    assert "SS-15" in refused(then, "score 8")


# --- when the deck runs out ---------------------------------------------------------------------


def test_ss_27_a_draw_on_an_empty_deck_reshuffles_the_whole_pile() -> None:
    state = position("8", discard="1 2 3 4 5 6 7", seed=1)
    assert state.deck == ()
    then = after(state, "flip a1 spend 8", "end")  # the card spent this turn is shuffled in, too
    assert (then.shuffles, then.discard) == (1, ())
    assert (then.hands[0], then.deck) == ((2, 3, 4, 6), (1, 5, 7, 8))
    partly = position("8", discard="1 2 3", deck="70", seed=1)
    then = after(partly, "end")  # one card from the deck, the other two after the reshuffle
    assert (then.hands[0], then.deck, then.shuffles) == ((2, 3, 8, 70), (1,), 1)
    exact = position("8 9 10", discard="1 2 3", deck="70", seed=1)
    then = after(exact, "end")  # nothing is drawn from the empty deck: no reshuffle yet
    assert (then.hands[0], then.deck, then.discard, then.shuffles) == ((8, 9, 10, 70), (), (1, 2, 3), 0)
    again = position("8", discard="1 2 3 4 5 6 7", seed=1, shuffles=1)
    assert after(again, "end").shuffles == 2
    assert after(again, "end").hands != after(state, "end").hands


def test_ss_27_option_reshuffle_at_once() -> None:
    exact = position("8 9 10", discard="1 2 3", deck="70", seed=1, options="reshuffle=at_once")
    then = after(exact, "end")
    assert (then.hands[0], then.deck, then.discard, then.shuffles) == ((8, 9, 10, 70), (3, 2, 1), (), 1)
    no_pile = position("8 9 10", deck="70", seed=1, options="reshuffle=at_once")
    assert after(no_pile, "end").shuffles == 0


def test_ss_28_without_deck_and_pile_the_draw_stops() -> None:
    state = position("8 36", strikes=0)
    then = after(state, "score 8", "end")
    assert (then.hands[0], then.deck, then.discard, then.turn) == ((36,), (), (), "start")
    assert after(state, "skip").hands[0] == (8, 36)


# --- end of the game ----------------------------------------------------------------------------


def near_the_end(players: int, seat: int, scored: int, to_move: int | None = None) -> State:
    """`seat` has scored cards (72, 71, ...) and everybody holds cards that match X."""
    matching = [8, 36, 58, 20, 41]
    hands = " | ".join(str(matching[s]) for s in range(players))
    lists = [" ".join(map(str, range(72, 72 - scored, -1))) if s == seat else "-" for s in range(players)]
    return position(hands, scored=" | ".join(lists), to_move=seat if to_move is None else to_move)


@pytest.mark.parametrize(("players", "goal"), [(2, 10), (3, 9), (4, 8), (5, 7)])
def test_ss_29_enough_scored_cards_trigger_the_end(players: int, goal: int) -> None:
    last = players - 1
    before = near_the_end(players, last, goal - 2)
    card = before.hands[last][0]
    then = after(before, f"score {card}", "end")
    assert then.outcome() is None
    assert len(then.scored[last]) == goal - 1
    then = after(near_the_end(players, last, goal - 1), f"score {card}", "end")
    assert then.turn == "over"
    then_more = position(
        " | ".join([*["1", "2", "3", "4"][:last], "8 36"]),
        scored=" | ".join(["-"] * last + [" ".join(map(str, range(72, 73 - goal, -1)))]),
        to_move=last,
    )
    assert after(then_more, "score 8", "score 36", "end").turn == "over"  # one more than needed


def test_ss_30_the_round_is_finished_after_the_trigger() -> None:
    state = near_the_end(3, 0, 8)
    state = after(state, "score 8")
    assert "flip a1 spend 8" not in legal(state)
    assert state.outcome() is None
    state = after(state, "end")
    assert (state.to_move, state.turn) == (1, "start")
    state = after(state, "score 36", "end")
    assert (state.to_move, state.turn) == (2, "start")
    state = after(state, "skip")
    assert (state.to_move, state.turn) == (2, "over")
    assert state.moves() == []
    middle = after(near_the_end(3, 1, 8), "score 36", "end")
    assert (middle.to_move, middle.turn) == (2, "start")  # seat 0 has no further turn
    assert after(middle, "end").turn == "over"
    for seed in range(4):
        turns, state = Counter[int](), new(3, seed)
        while state.outcome() is None:
            mover = state.to_move
            state = after(state, _greedy(state))
            turns[mover] += state.to_move != mover or state.turn == "over"
        assert turns[0] == turns[1] == turns[2]


def test_ss_31_points_are_those_of_the_scored_cards() -> None:
    state = position("3 4 | 72", scored="29 63 68 30 31 32 33 34 35 36 | 37", to_move=1)
    over = after(state, "end").outcome()
    assert over is not None
    assert over.points == (2 + 3 + 5 + 7 * 2, 2)  # the 5 points in hand count nothing
    assert over.winners == (0,)


def test_ss_32_most_one_point_cards_get_three_points() -> None:
    ten = "29 30 31 32 33 34 35 36 37"  # nine cards of 2 points
    for scored, expected in (
        (f"{ten} 3 | 4 5", (18 + 1, 2 + 3)),
        (f"{ten} 3 | 4", (18 + 1 + 3, 1 + 3)),
        (f"{ten} 38 | 39", (20, 2)),
        (f"{ten} 38 | 39 4", (20, 3 + 3)),
    ):
        over = after(position("1 | 2", scored=scored, to_move=1), "end").outcome()
        assert over is not None
        assert over.points == expected, scored
    three = position("1 | 2 | 6", scored=f"{ten} | 4 5 | 7 8", to_move=2)
    over = after(three, "end").outcome()
    assert over is not None
    assert over.points == (18, 5, 5)


def test_ss_33_equal_highest_scores_share_the_win() -> None:
    ten = "29 30 31 32 33 34 35 36 37 38"  # 20 points
    tied = position("1 | 2", scored=f"{ten} | 68 69 70 71", to_move=1)
    over = after(tied, "end").outcome()
    assert over is not None
    assert (over.points, over.winners) == ((20, 20), (0, 1))
    fewer_cards_win = position("1 | 2", scored=f"{ten} | 68 69 70 71 40", to_move=1)
    over = after(fewer_cards_win, "end").outcome()
    assert over is not None
    assert (over.points, over.winners) == ((20, 22), (1,))


# --- alone --------------------------------------------------------------------------------------


def test_ss_34_solo_cards_by_value() -> None:
    for seed in range(60):
        state = new(1, seed)
        cards = [*state.hands[0], *state.deck]
        assert Counter(CARDS[card].points for card in cards) == {1: 8, 2: 4, 3: 3, 5: 1}
        assert sum(CARDS[card].points for card in cards) == 30
        assert len(set(cards)) == 16
        assert (state.strikes, state.discard, state.to_move) == (0, (), 0)
    assert new(1, 2).hands == ((1, 56, 59, 68),)
    assert new(1, 2).deck == (21, 14, 18, 67, 19, 47, 24, 20, 29, 4, 36, 53)
    seen = {card for seed in range(400) for card in (*new(1, seed).hands[0], *new(1, seed).deck)}
    assert seen == set(CARDS)


def test_ss_35_a_turn_without_a_score_costs_a_strike() -> None:
    state = position("8 9 10 36", strikes=1)
    assert after(state, "end").strikes == 2
    assert after(state, "flip a1 spend 9", "end").strikes == 2
    assert after(state, "score 8", "end").strikes == 1
    assert after(state, "score 8", "flip a1 spend 9", "end").strikes == 1
    assert after(state, "flip a1 spend 9", "score 8", "end").strikes == 1


def test_ss_36_a_skip_costs_a_strike_too() -> None:
    assert after(position("8 9", strikes=1), "skip").strikes == 2
    free = position("8 9", strikes=1, options="solo_skip_strike=no")
    assert after(free, "skip").strikes == 1
    assert after(free, "end").strikes == 2  # the option is about skips only


@pytest.mark.parametrize("strikes", range(4))
def test_ss_37_won_at_the_moment_the_last_card_is_scored(strikes: int) -> None:
    state = position("36 58", strikes=strikes)
    halfway = after(state, "score 36")
    assert halfway.outcome() is None
    won = after(halfway, "score 58")
    over = won.outcome()
    assert over is not None
    assert (over.reason, over.points, over.winners) == ("solved", (5,), (0,))
    assert (won.strikes, won.turn, won.moves()) == (strikes, "over", [])
    spent = after(position("36 58", strikes=strikes), "flip a1 spend 36", "score 58")
    assert spent.outcome() is None  # a spent card is still to be scored
    assert "SS-37" in refused(won, "end")


def test_ss_38_lost_at_the_fourth_strike() -> None:
    third = after(position("38 58", strikes=2), "end")
    assert (third.strikes, third.outcome()) == (3, None)
    for last in ("end", "skip"):
        state = position("38 58", strikes=3, skipped="-")
        lost = after(state, last)
        over = lost.outcome()
        assert over is not None
        assert (over.reason, over.points, over.winners) == ("strikes", (0,), ())
        assert lost.strikes == 4
        assert "SS-38" in refused(lost, "end")
    assert after(position("38 58", strikes=3), "score 58", "end").outcome() is None


def test_ss_39_no_end_by_number_and_no_bonus_alone() -> None:
    ones = " ".join(str(card) for card in range(1, 15) if card != 8)
    state = position("8 38", scored=ones, strikes=0)
    then = after(state, "score 8", "end")
    assert (len(then.scored[0]), then.outcome()) == (14, None)
    won = after(position("8", scored=ones, strikes=0), "score 8").outcome()
    assert won is not None
    assert won.points == (14,)  # 14 one-point cards and no 3 points more
    lost = after(position("38", scored=ones, strikes=3), "end").outcome()
    assert lost is not None
    assert (lost.points, lost.winners) == ((13,), ())


# --- order of things ----------------------------------------------------------------------------


def test_ss_40_strike_then_end_then_draw_then_next_seat() -> None:
    lost = after(position("38", strikes=3, deck="1 2 3 4 5"), "end")
    assert (lost.hands[0], lost.deck) == ((38,), (1, 2, 3, 4, 5))  # nothing is drawn any more
    solo = after(position("38", strikes=2, deck="1 2 3 4 5"), "end")
    assert (solo.hands[0], solo.deck, solo.strikes) == ((1, 2, 3, 38), (4, 5), 3)
    over = after(near_the_end(2, 1, 9), "score 36", "end")
    assert (over.hands[1], len(over.deck)) == ((), 72 - 1 - 10)
    skipped = after(position("38", strikes=3, deck="1 2 3 4 5"), "skip")
    assert (skipped.turn, skipped.hands[0]) == ("over", (38,))
    drops = position("1 2 3 4 5", strikes=0, deck="6 7", options="over_four=discard_down")
    then = after(drops, "drop 5", "end")  # dropped before anything is drawn
    assert (then.hands[0], then.discard, then.strikes) == ((1, 2, 3, 4), (5,), 1)


def test_ss_41_outcome_and_who_is_to_move_then() -> None:
    cards = after(near_the_end(4, 3, 7), "score 20", "end")
    over = cards.outcome()
    assert over is not None
    assert over.reason == "cards"
    assert (cards.to_move, cards.moves(), cards.interrupts()) == (3, [], ())
    for move in ("end", "skip", "flip a1 spend 8"):
        assert "the game is over" in refused(cards, move)
    for moves, reason in ((["score 8"], "solved"), (["end"], "strikes")):
        then = after(position("8", strikes=3), *moves)
        over = then.outcome()
        assert over is not None
        assert over.reason == reason
        assert (then.to_move, then.moves()) == (0, [])
    assert new(2, 1).outcome() is None
    assert outcome(new(2, 1)) is None


# --- options ------------------------------------------------------------------------------------


def test_option_over_four_discard_down() -> None:
    state = position("8 9 10 11 12 13 | 60", options="over_four=discard_down")
    assert "SS-19" in refused(state, "end")
    assert [m for m in legal(state) if m.startswith("drop")] == [f"drop {c}" for c in range(8, 14)]
    assert "SS-19" in refused(state, "drop 60")
    assert {"score 8", "skip", "flip a1 spend 9"} <= set(legal(state))
    once = after(state, "drop 13")
    assert legal(once) == [f"drop {c}" for c in range(8, 13)]
    assert once.discard == (13,)
    for move in ("score 8", "flip a1 spend 9", "swap a1 b1 spend 9", "skip", "end"):
        assert "SS-19" in refused(once, move)
    twice = after(once, "drop 9")
    assert legal(twice) == ["end"]
    assert "SS-19" in refused(twice, "drop 8")
    then = after(twice, "end")
    assert (then.hands[0], then.discard, then.to_move, then.turn) == ((8, 10, 11, 12), (13, 9), 1, "start")
    assert read_state(str(once)) == once
    assert "turn: start drop" in str(once)


def test_option_over_four_in_the_middle_of_a_turn() -> None:
    state = position("8 9 10 11 12 13 | 60", options="over_four=discard_down")
    acted = after(state, "score 8")
    assert "drop 9" in legal(acted)
    acted = after(acted, "flip a1 spend 9")  # four cards are left: no surplus
    assert "drop 10" not in legal(acted)
    assert "SS-19" in refused(acted, "drop 10")
    assert "end" in legal(acted)
    assert len(after(acted, "end").hands[0]) == 4
    skipped = after(position("1 2 3 4 5 | 60", options="over_four=discard_down"), "skip")
    assert len(skipped.hands[0]) == 6  # skips are not affected
    scored = after(state, "score 8", "drop 9", "end")
    assert (scored.hands[0], scored.scored[0]) == ((10, 11, 12, 13), (8,))


def test_option_over_four_with_idle_end_forbidden_never_gets_stuck() -> None:
    state = position("1 2 3 4 5 | 60", options="over_four=discard_down idle_end=forbidden")
    dropped = after(state, "drop 5")
    assert legal(dropped) == ["end"]
    assert after(dropped, "end").to_move == 1


def test_option_idle_end_forbidden() -> None:
    keys = {"options": "idle_end=forbidden"}
    state = position("8 9 | 1", **keys)
    assert "SS-17" in refused(state, "end")
    assert "skip" in legal(state)
    for first in ("score 8", "flip a1 spend 9"):
        assert "end" in legal(after(state, first))
    no_skip = position("8 9 | 1", skipped="0", **keys)
    assert "SS-17" in refused(no_skip, "end")  # it can still act
    rest = " ".join(str(card) for card in range(2, 73))
    empty = position("-", scored=rest, discard="1", strikes=0, **keys)
    assert legal(empty) == ["skip"]
    stuck = position("-", scored=rest, discard="1", strikes=0, skipped="0", **keys)
    assert legal(stuck) == ["end"]


def test_option_open_discard_no_hides_the_pile_below_its_top() -> None:
    for setting, shown in (("-", (1, 2, 3)), ("open_discard=no", (0, 0, 3))):
        state = position("4 5 | 6", discard="1 2 3", options=setting, deck=_rest(4, 5, 6, 1, 2, 3))
        for seat in (0, 1):
            assert state.view(seat).discard == shown
            assert read_state(str(state.view(seat))) == state.view(seat)
    empty = position("4 5 | 6", options="open_discard=no")
    assert empty.view(0).discard == ()


def test_every_option_is_read_written_and_refused_in_words() -> None:
    game = puzzles.game("shifting_stones")
    assert [option.name for option in game.options] == [
        "over_four",
        "skip_cap",
        "idle_end",
        "reshuffle",
        "solo_skip_strike",
        "open_discard",
    ]
    for option in game.options:
        assert option.rule in game.rules
        for value in option.values:
            state = game.new(players=2, seed=3, **{option.name: value})
            assert getattr(state.options, option.name) == value
            assert (f"{option.name}={value}" in str(state)) is (value != option.default)
            assert game.read_state(str(state)) == state
        with pytest.raises(
            RulesError, match=f"{option.name}.*got 'never'.*expected one of {option.values[0]}"
        ):
            game.new(players=2, seed=3, **{option.name: "never"})
    with pytest.raises(RulesError, match="got the option 'speed', expected one of over_four"):
        game.new(players=2, speed="fast")
    with pytest.raises(RulesError, match="got 'keep skip_cap=none'"):
        game.new(players=2, over_four="keep skip_cap=none")


# --- views --------------------------------------------------------------------------------------


def test_a_view_plays_on_with_known_cards_and_draws_unknown_ones() -> None:
    state = new(2, 1)
    view = state.view(0)
    assert list(view.moves()) == list(state.moves())
    then = after(view, "score 54", "flip a1 spend 5", "end")
    assert then.hands == ((23, 50, 0, 0), (0, 0, 0, 0))
    assert legal(then) == ["end", "skip"]  # nothing is known of the other hand
    assert then.why_not(Move("score", card=0)) is not None
    assert then.why_not(Move("flip", (0,), 0)) is not None
    whole = after(state, "score 54", "flip a1 spend 5", "end")
    assert whole.view(0).hands[0] == (1, 23, 50, 65)
    assert whole.view(1) == whole.view(1).view(1)
    with pytest.raises(RulesError, match="view: got seat 2, expected 0 to 1"):
        state.view(2)


def test_a_view_past_the_end_of_the_deck_draws_from_an_unknown_one() -> None:
    state = position("8 | 1", discard=_rest(8, 1, 60), deck="60")
    then = after(state.view(0), "end")
    assert then.hands[0] == (8, 0, 0, 0)
    assert then.discard == ()
    assert set(then.deck) == {0}
    assert read_state(str(then)) == then


def test_an_unknown_hand_card_keeps_an_idle_end_forbidden() -> None:
    state = position("8 9 | 1 2", to_move=1, skipped="1", options="idle_end=forbidden")
    assert "SS-17" in refused(state, "end")
    assert "SS-17" in refused(state.view(0), "end")


# --- set-up refuses -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 6, -1, True, "2", 2.0])
def test_a_new_game_needs_one_to_five_players(players: object) -> None:
    with pytest.raises(RulesError, match=r"players: got .*, expected 1 to 5"):
        new(players)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, True, "1", 1.5, None, 10**18, pytest.param(10**6000, id="huge")])
def test_a_new_game_needs_a_seed_that_a_text_can_carry(seed: object) -> None:
    with pytest.raises(RulesError, match=r"seed: got .*, expected (a whole number, 0 or more|0 to 9{18})"):
        new(2, seed)  # type: ignore[arg-type]


def test_the_largest_seed_round_trips() -> None:
    state = new(5, 10**18 - 1)
    assert read_state(str(state)) == state


def _rest(*named: int, first: list[int] | None = None) -> str:
    """The cards not named, as a deck text; `first` come first."""
    first = first or []
    return " ".join(map(str, [*first, *(c for c in CARDS if c not in named and c not in first)]))


def _greedy(state: State) -> str:
    """Score what matches, else flip a tile, else end: games that come to an end soon."""
    moves = legal(state)
    scores = [move for move in moves if move.startswith("score")]
    if scores:
        return scores[0]
    boards = [move for move in moves if move.startswith(("flip", "swap"))]
    if len(state.hands[state.to_move]) > 2 and boards:
        return boards[(7 * len(state.deck) + len(state.discard)) % len(boards)]
    return "end"


def test_every_rule_has_a_test_and_words() -> None:
    rules = puzzles.game("shifting_stones").rules
    assert list(rules) == [f"SS-{number}" for number in range(1, 42)]
    tested = {name.split("_")[2] for name in globals() if name.startswith("test_ss_")}
    assert {f"SS-{number}" for number in tested} == set(rules)
    for rule, (words, source) in rules.items():
        assert len(words) > 20, rule
        parts = [
            part.split(":")[0].split(",")[0].split(" in effect")[0].strip() for part in source.split(";")
        ]
        assert set(parts) <= {"seed", "published", "reconstructed", "computed"}, (rule, source)


def test_rules_named_in_refusals_exist() -> None:
    rules = puzzles.game("shifting_stones").rules
    seen = set()
    for seed in range(6):
        states = [new(1 + seed % 3, seed)]
        states += [state for _, state in random_walk(states[0], seed, 40)]
        states += [after(states[0], *["skip"] * states[0].seats), states[0]]
        for before, _ in pairwise(states):
            for move in [Move("end"), Move("skip"), Move("drop", card=1), Move("swap", (0, 8), 1)] + [
                Move("score", card=card) for card in CARDS
            ]:
                reason = before.why_not(move)
                if reason:
                    rule, colon, words = reason.partition(": ")
                    assert rule in rules
                    assert colon
                    assert words
                    seen.add(rule)
    assert {"SS-9", "SS-11", "SS-13", "SS-15", "SS-19", "SS-20", "SS-22", "SS-23"} <= seen
