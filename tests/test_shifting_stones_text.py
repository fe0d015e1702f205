"""Shifting Stones: position texts, move texts, the card file, and what they answer to bad input."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import puzzles
from puzzles.core.play import final, random_walk
from puzzles.core.state import IllegalMove, RulesError
from puzzles.shifting_stones import CARDS, Move, load_cards, new, read_move, read_state
from puzzles.shifting_stones.cards import FILE
from puzzles.shifting_stones.grid import CELLS, PAIRS, board_text, describe, read_board
from puzzles.shifting_stones.state import KEYS, deck_order

NEW_GAME = """\
game: shifting_stones
players: 2
seed: 1
board: TSO/HBE/EHF
hands: 5 23 50 54 | 33 41 44 72
"""
SOLO = """\
game: shifting_stones
players: 1
seed: 1
board: SFF/HHH/EEE
hands: 38 58
"""


# --- worked examples of the specification -------------------------------------------------------


def test_worked_example_new_game() -> None:
    state = read_state(NEW_GAME)
    assert state == new(players=2, seed=1)
    assert state.deck[:6] == (1, 65, 68, 55, 36, 35)
    assert len(state.deck) == 64
    moves = [str(move) for move in state.moves()]
    assert len(moves) == 87
    assert moves[0] == "score 54"
    assert moves[-2:] == ["end", "skip"]
    for text, rule in (("swap a1 c3 spend 5", "SS-9"), ("score 5", "SS-23"), ("flip a1 spend 33", "SS-10")):
        reason = state.why_not(read_move(text))
        assert reason is not None
        assert reason.startswith(f"{rule}: ")
        with pytest.raises(IllegalMove, match=re.escape(reason)):
            state.play(read_move(text))


def test_worked_example_solo_turn() -> None:
    state = read_state(SOLO)
    state = state.play(read_move("flip c1 spend 38"))
    assert (board_text(state.board), state.turn) == ("SFB/HHH/EEE", "acted")
    assert (state.hands, state.discard) == (((58,),), (38,))
    state = state.play(read_move("score 58"))
    assert (state.turn, state.hands, state.scored) == ("scored", ((),), ((58,),))
    state = state.play(read_move("end"))
    assert str(state) == (
        "game: shifting_stones\nplayers: 1\nseed: 1\nshuffles: 1\noptions: -\nboard: SFB/HHH/EEE\n"
        "to_move: 0\nturn: start\nskipped: -\nstrikes: 0\nhands: 38\nscored: 58\ndiscard: -\ndeck: -"
    )


def test_shuffle_vectors() -> None:
    assert deck_order(CARDS, 1, 0)[:12] == (50, 5, 23, 54, 41, 72, 33, 44, 1, 65, 68, 55)
    assert deck_order(range(1, 9), 1, 1) == (3, 2, 4, 6, 1, 5, 7, 8)
    solo = new(players=1, seed=2)
    assert board_text(solo.board) == "TTF/OBM/OHE"
    assert solo.hands == ((1, 56, 59, 68),)
    assert solo.deck == (21, 14, 18, 67, 19, 47, 24, 20, 29, 4, 36, 53)


def test_order_of_moves() -> None:
    pairs = [
        "a1 b1",
        "a1 a2",
        "b1 c1",
        "b1 b2",
        "c1 c2",
        "a2 b2",
        "a2 a3",
        "b2 c2",
        "b2 b3",
        "c2 c3",
        "a3 b3",
        "b3 c3",
    ]
    cells = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    state = read_state("players: 2\nboard: SFF/HHH/EEE\nhands: 36 9 8 | 1")
    expected = ["score 8", "score 36"]
    expected += [f"swap {pair} spend {card}" for pair in pairs for card in (8, 9, 36)]
    expected += [f"flip {cell} spend {card}" for cell in cells for card in (8, 9, 36)]
    assert [str(move) for move in state.moves()] == [*expected, "end", "skip"]
    over_four = read_state(
        "players: 2\noptions: over_four=discard_down\nboard: SFF/HHH/EEE\nhands: 5 4 3 2 1 | 9"
    )
    assert [str(move) for move in over_four.moves()][-6:] == [*(f"drop {c}" for c in range(1, 6)), "skip"]


# --- round trips --------------------------------------------------------------------------------


def test_every_move_text_round_trips() -> None:
    moves = [Move("end"), Move("skip")]
    for card in (None, *CARDS):
        moves += [Move("swap", pair, card) for pair in PAIRS]
        moves += [Move("swap", (a, b), card) for a in range(9) for b in range(a + 1, 9)]
        moves += [Move("flip", (cell,), card) for cell in range(9)]
    moves += [Move(verb, card=card) for verb in ("score", "drop") for card in CARDS]
    for move in moves:
        assert read_move(str(move)) == move
    assert len({str(move) for move in moves}) == len(set(moves))


def test_every_board_letter_round_trips() -> None:
    for seed in range(200):
        board = new(2, seed).board
        assert read_board(board_text(board)) == board


def test_the_text_form_shows_both_faces() -> None:
    assert describe("SFFHHHEEE") == "S(m) F(b) F(b)\nH(o) H(o) H(o)\nE(t) E(t) E(t)"


def test_str_writes_every_key_that_applies_in_order() -> None:
    for players in (1, 2, 5):
        keys = [line.partition(":")[0] for line in str(new(players, 3)).splitlines()]
        assert keys == [key for key in KEYS if key != "strikes" or players == 1]
    assert str(new(2, 1)).startswith("game: shifting_stones\n")


def test_keys_left_out_have_their_defaults() -> None:
    state = read_state("players: 2\nboard: SFF/HHH/EEE\nhands: - | -")
    assert (state.seed, state.shuffles, state.to_move, state.turn, state.skipped) == (0, 0, 0, "start", ())
    assert (state.scored, state.discard, str(state.options)) == (((), ()), (), "-")
    assert state.deck == deck_order(CARDS, 0, 0)
    assert read_state("players: 1\nboard: SFF/HHH/EEE\nhands: 5").deck == ()
    later = read_state("players: 2\nseed: 3\nshuffles: 2\nboard: SFF/HHH/EEE\nhands: - | -")
    assert later.deck == deck_order(CARDS, 3, 0)  # round 0, whatever `shuffles` says


def test_reading_is_forgiving_about_spaces_and_hand_order_only() -> None:
    loose = "\n\n  players :  2 \nseed: 1\n board:   TSO/HBE/EHF\nhands: 54 5  50 23|44 33 41 72\n\n"
    assert read_state(loose) == new(2, 1)
    assert puzzles.read_state(NEW_GAME) == new(2, 1)


def test_windows_line_ends_are_read() -> None:
    assert read_state(NEW_GAME.replace("\n", "\r\n")) == new(2, 1)


def test_unknown_cards_round_trip() -> None:
    text = str(new(2, 1).view(1))
    assert "hands: ?4 | 33 41 44 72" in text
    assert "seed: ?" in text
    assert "deck: ?64" in text
    assert str(read_state(text)) == text
    mixed = read_state(text.replace("deck: ?64", "deck: 70 ?62 71"))
    assert mixed.deck == (70, *[0] * 62, 71)
    assert "deck: 70 ?62 71" in str(mixed)


# --- positions that are refused -----------------------------------------------------------------


def lines(**changes: str | None) -> str:
    """A legal position of two players with some lines changed or left out."""
    base: dict[str, str] = {
        "game": "shifting_stones",
        "players": "2",
        "seed": "1",
        "board": "SFF/HHH/EEE",
        "hands": "5 23 50 54 | 33 41 44 72",
    }
    merged = {**base, **changes}
    return "\n".join(f"{key}: {merged[key]}" for key in KEYS if merged.get(key) is not None)


NINE = "29 30 31 32 34 35 36 37 38"
TEN = f"{NINE} 39"

REFUSED = [
    ({"players": None}, "the key 'players' is missing"),
    ({"board": None}, "the key 'board' is missing"),
    ({"hands": None}, "the key 'hands' is missing"),
    ({"game": "moria"}, "game: got 'moria', expected shifting_stones"),
    ({"players": "6"}, "players: got 6, expected 1 to 5"),
    ({"players": "0"}, "players: got 0, expected 1 to 5"),
    ({"players": "two"}, "players: got 'two', expected a whole number, 1 to 5"),
    ({"players": "02"}, "players: got '02', expected a whole number"),
    ({"players": "3"}, "hands: got 2 parts, expected 3, one a seat, separated by ' | '"),
    ({"seed": "-1"}, "seed: got '-1', expected a whole number, 0 or more"),
    ({"seed": "1" * 40}, "seed: got '1111"),
    ({"seed": "?"}, "deck: it is left out and the seed is '?'"),
    ({"shuffles": "many"}, "shuffles: got 'many', expected a whole number"),
    ({"options": "speed=1"}, "options: got 'speed=1', expected NAME=VALUE with one of over_four, skip_cap"),
    ({"options": "skip_cap=7"}, "options, skip_cap: got '7', expected one of 6, none"),
    ({"options": "skip_cap=6 skip_cap=none"}, "options: got skip_cap twice, expected it once"),
    ({"options": "skip_cap=6 over_four=keep"}, "options: got over_four after skip_cap, expected the order"),
    ({"board": "SFF/HHH"}, "board: got 'SFF/HHH', expected three rows of three letters"),
    ({"board": "SFF/HHH/EEEE"}, "expected three rows of three letters"),
    ({"board": "SFF/HHH/EEX"}, "board, c3: got 'X', expected one of S M F B H O E T"),
    ({"board": "SFF/HHH/EEe"}, "board, c3: got 'e', expected one of S M F B H O E T"),
    ({"board": "SSF/HHH/EEE"}, "board: got 2 tiles Sun/Moon in 'SSF/HHH/EEE', expected 1 (SS-1)"),
    ({"board": "SFF/HHH/HEE"}, "board: got 4 tiles Horse/Boat in 'SFF/HHH/HEE', expected 3 (SS-1)"),
    ({"to_move": "2"}, "to_move: got 2, expected 0 to 1"),
    ({"turn": "begun"}, "turn: got 'begun', expected one of start, acted, scored, over"),
    ({"turn": "start drop"}, "turn: got 'drop', expected it only under over_four=discard_down"),
    (
        {"turn": "start drop", "options": "over_four=discard_down"},
        "turn: got 'drop', expected at least 4 cards in hand and a dropped card",
    ),
    ({"skipped": "2"}, "skipped: got 2, expected 0 to 1"),
    ({"skipped": "1 0"}, "skipped: got '1 0', expected different seats, ascending"),
    ({"skipped": "1 1"}, "skipped: got '1 1', expected different seats, ascending"),
    ({"strikes": "0"}, "strikes: got it with 2 players, expected it with 1 player only"),
    ({"hands": "5 23 50 73 | 33"}, "hands, seat 0, card: got 73, expected 1 to 72"),
    ({"hands": "5 23 50 0 | 33"}, "hands, seat 0, card: got 0, expected 1 to 72"),
    ({"hands": "5 23 50 x | 33"}, "hands, seat 0, card: got 'x', expected a whole number, 1 to 72"),
    ({"hands": "5 5 | 33"}, "hands, seat 0: got card 5, which is also in hands, seat 0"),
    (
        {"hands": "5 23 | 33 5"},
        "hands, seat 1: got card 5, which is also in hands, seat 0; expected it in one",
    ),
    ({"scored": "5 | -"}, "scored, seat 0: got card 5, which is also in hands, seat 0"),
    ({"discard": "9 33"}, "discard: got card 33, which is also in hands, seat 1"),
    ({"deck": "1 2 3"}, "got 11 cards in all, expected 72 with 2 players (SS-2)"),
    ({"hands": "?2 | 33"}, "got 74 cards in all, expected 72"),
    ({"hands": "?0 | 33"}, "hands, seat 0, '?0': got 0, expected 1 to 72"),
    ({"hands": "?x | 33"}, "hands, seat 0, '?x': got 'x', expected a whole number"),
    (
        {"scored": "?2 | -"},
        "scored, seat 0: got unknown cards, expected known ones (scored cards are public)",
    ),
    ({"turn": "over"}, "turn: got over, but no rule ends the game here (SS-30, SS-37, SS-38)"),
    ({"turn": "acted"}, "turn: got acted with an empty discard pile, expected the card that was spent"),
    ({"turn": "scored"}, "turn: got scored, expected a scored card at seat 0"),
    ({"turn": "scored", "scored": "- | 9"}, "turn: got scored, expected a scored card at seat 0"),
    (
        {"scored": f"- | {TEN}"},
        "scored, seat 1: got 10 cards with seat 0 to move at turn: start, expected fewer",
    ),
    (
        {"scored": f"{TEN} | -"},
        "scored, seat 0: got 10 cards with seat 0 to move at turn: start, expected fewer",
    ),
    (
        {"scored": f"{TEN} | -", "turn": "acted", "discard": "9"},
        "scored, seat 0: got 10 cards with seat 0 to move at turn: acted, expected fewer than 10 (SS-29, SS-30)",
    ),
    ({"scored": f"{TEN} | -", "turn": "over"}, "got over, but no rule ends the game here"),
]


@pytest.mark.parametrize(("changes", "words"), REFUSED, ids=[words[:40] for _, words in REFUSED])
def test_refused_positions_say_got_expected_and_where(changes: dict[str, str | None], words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_state(lines(**changes))
    assert words in str(caught.value)
    assert str(caught.value).startswith("position")
    assert len(str(caught.value)) < 300


def test_positions_near_the_refused_ones_are_read() -> None:
    for changes in (
        {},
        {"scored": f"{NINE} | -"},
        {"scored": f"{TEN} | -", "turn": "scored"},
        {"scored": f"{TEN} | -", "to_move": "1"},
        {"scored": f"{TEN} | -", "to_move": "1", "turn": "over"},
        {"scored": f"- | {TEN}", "to_move": "1", "turn": "scored"},
        {"turn": "acted", "discard": "9"},
        {"turn": "scored", "scored": "9 | -"},
        {"turn": "start drop", "options": "over_four=discard_down", "discard": "9"},
        {"seed": "1" * 18},
    ):
        state = read_state(lines(**changes))
        assert read_state(str(state)) == state


SOLO_REFUSED = [
    ("strikes: 5\nhands: 5", "strikes: got 5, expected 0 to 4"),
    ("strikes: 4\nhands: 5", "turn: got start, expected over, for the game is strikes (SS-38)"),
    ("strikes: 0\nhands: -\nscored: 5", "turn: got start, expected over, for the game is solved (SS-37)"),
    ("turn: over\nstrikes: 3\nhands: 5", "turn: got over, but no rule ends the game here"),
    ("turn: over\nstrikes: 4\nhands: -\nscored: 5", "strikes: got 4 with every card scored, expected 0 to 3"),
    ("hands: -", "got 0 cards in all, expected 1 to 72"),
    ("hands: 5 | 6", "hands: got 2 parts, expected 1"),
]


@pytest.mark.parametrize(("rest", "words"), SOLO_REFUSED)
def test_refused_positions_of_one_player(rest: str, words: str) -> None:
    rows = ["players: 1", "board: SFF/HHH/EEE", *rest.splitlines()]
    rows.sort(key=lambda row: KEYS.index(row.partition(":")[0]))
    with pytest.raises(RulesError, match=re.escape(words)):
        read_state("\n".join(rows))


def test_small_and_finished_positions_of_one_player_are_read() -> None:
    for rest in ("strikes: 3\nhands: 5", "strikes: 3\nhands: -\nscored: 5", "strikes: 4\nhands: 5"):
        over = "" if rest == "strikes: 3\nhands: 5" else "turn: over\n"
        state = read_state(f"players: 1\nboard: SFF/HHH/EEE\n{over}{rest}")
        assert (state.outcome() is not None) is bool(over)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (NEW_GAME + "hands: 5", "line 6: got the key 'hands' a second time, expected it once"),
        (NEW_GAME + "seed: 2", "line 6: got the key 'seed' a second time"),
        (NEW_GAME.replace("seed", "sead"), "line 3: got the key 'sead', expected one of game, players, seed"),
        ("hands: 5 | 6\nboard: SFF/HHH/EEE", "line 2: got the key 'board' after 'hands', expected the order"),
        (NEW_GAME + "hello", "line 6: got 'hello', expected 'key: value'"),
        ("x" * 30_000, "got 30000 characters, expected at most 20000"),
        ("", "the key 'players' is missing"),
        (None, "position: got NoneType, expected a text"),
        (b"players: 1", "position: got bytes, expected a text"),
    ],
)
def test_texts_that_are_no_position(text: object, words: str) -> None:
    with pytest.raises(RulesError, match=re.escape(words)):
        read_state(text)  # type: ignore[arg-type]


@given(st.text(alphabet="games:hftdnirboptun\n 0123456789|?-=/SFHE", max_size=300))
def test_no_text_raises_anything_but_a_rules_error(text: str) -> None:
    for read in (read_state, read_move):
        try:
            found = read(text)
        except RulesError:
            continue
        assert read(str(found)) == found


@given(seed=st.integers(0, 50), data=st.data())
def test_one_changed_character_is_refused_or_read_exactly(seed: int, data: st.DataObject) -> None:
    *_, (_, state) = random_walk(new(1 + seed % 5, seed), seed, 30)
    text = str(state)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from("0123456789 |?-SMFBHOET/\n:adx")) + text[at + 1 :]
    try:
        found = read_state(changed)
    except RulesError:
        return
    assert read_state(str(found)) == found
    assert all(found.why_not(move) is None for move in found.moves())


# --- moves that are refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "got the verb '', expected swap, flip, score, drop, end or skip"),
        ("jump a1", "got the verb 'jump', expected swap, flip, score, drop, end or skip"),
        ("SWAP a1 b1 spend 3", "got the verb 'SWAP'"),
        ("end now", "expected 'end' alone"),
        ("skip 1", "expected 'skip' alone"),
        ("score", "expected 'score CARD'"),
        ("score 1 2", "expected 'score CARD'"),
        ("score 73", "card: got 73, expected 1 to 72"),
        ("score ?1", "card: got '?1', expected a whole number, 1 to 72"),
        ("drop x", "card: got 'x', expected a whole number, 1 to 72"),
        ("swap b1 a1 spend 3", "got b1 a1, expected two cells, the first in reading order first"),
        ("swap a1 a1 spend 3", "got a1 a1, expected two cells, the first in reading order first"),
        ("swap a1 spend 3", "expected 'swap CELL CELL spend CARD'"),
        ("swap a1 b1 with 3", "expected 'swap CELL CELL spend CARD'"),
        ("swap a1 b1 spend", "expected 'swap CELL CELL spend CARD'"),
        ("flip d1 spend 3", "got the cell 'd1', expected a1 to c3"),
        ("flip a1 b1 spend 3", "expected 'flip CELL spend CARD'"),
        ("flip a4", "got the cell 'a4', expected a1 to c3"),
        (None, "move: got NoneType, expected a text such as 'flip c3 spend 12'"),
        ("flip " + "a" * 500, "got the cell 'aaa"),
    ],
)
def test_texts_that_are_no_move(text: object, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_move(text)  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert len(str(caught.value)) < 250


def test_replay_names_the_move_that_the_rules_refuse() -> None:
    with pytest.raises(IllegalMove, match=r"move 2, 'score 5': SS-23"):
        final(new(2, 1), ["score 54", "score 5"], read_move)
    with pytest.raises(RulesError, match="got the verb 'hop'"):
        final(new(2, 1), ["score 54", "hop"], read_move)


# --- the card file ------------------------------------------------------------------------------


@pytest.fixture
def card_file(tmp_path: Path) -> Path:
    path = tmp_path / "my_cards.toml"
    path.write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    return path


def test_a_card_file_of_ones_own_is_read(card_file: Path) -> None:
    text = card_file.read_text(encoding="utf-8")
    card_file.write_text(text.replace('pattern = "FF"', 'pattern = "F.F"'), encoding="utf-8")
    cards = load_cards(card_file).cards
    assert cards[36].pattern == "F.F"
    assert CARDS[36].pattern == "FF"
    assert load_cards(str(card_file)).cards == cards
    assert load_cards().cards == CARDS


CARD_ERRORS = [
    ("id = 36, points = 2", "id = 37, points = 2", "deck, card 36, id: got 37, expected 36"),
    ("id = 36, points = 2", "id = 36, points = 4", "deck, card 36, points: got 4, expected one of 1 2 3 5"),
    (
        "id = 36, points = 2",
        "id = 36, points = 1",
        "points: got {1: 29, 2: 25, 3: 13, 5: 5}, expected {1: 28",
    ),
    ("id = 36, points = 2", 'id = 36, points = "2"', "points: got '2' (a text), expected a whole number"),
    ("id = 36, points = 2", "id = 36, points = true", "points: got True (true or false), expected a whole"),
    (
        "id = 36, points = 2",
        "id = 36, value = 2",
        "card 36: got the key 'value', expected id, points, pattern",
    ),
    ('  { id = 36, points = 2, pattern = "FF" },\n', "", "deck: got 71 cards, expected 72 (SS-2)"),
    (
        'pattern = "FF"',
        'pattern = "HH"',
        "card 36, pattern: got 'HH', which card 8 has; expected 72 different",
    ),
    ('pattern = "FF"', 'pattern = "FX"', "card 36, pattern: got the letter 'X', expected one of"),
    ('pattern = "FF"', 'pattern = "F/FF"', "got 'F/FF', expected 1 to 3 equally long rows of 1 to 3 letters"),
    ('pattern = "FF"', 'pattern = "FFFF"', "expected 1 to 3 equally long rows of 1 to 3 letters"),
    ('pattern = "FF"', 'pattern = ""', "expected 1 to 3 equally long rows of 1 to 3 letters"),
    ('pattern = "FF"', 'pattern = ".."', "got '..', expected at least one printed face"),
    (
        'pattern = "FF"',
        'pattern = "FBF"',
        "got 3 faces of the kind F/B, expected at most 2, the number of such",
    ),
    ('pattern = "FF"', 'pattern = "S./.M"', "got 2 faces of the kind S/M, expected at most 1"),
    ('faces = "HO"\ncount = 3', 'faces = "HO"\ncount = 2', "tiles: got 8 tiles, expected 9 (SS-1)"),
    ('faces = "HO"\ncount = 3', 'faces = "HO"\ncount = 0', "tiles, entry 3, count: got 0, expected 1 to 9"),
    ('faces = "HO"', 'faces = "HH"', "tiles, entry 3, faces: got 'HH', expected two different letters of"),
    ('faces = "HO"', 'faces = "HF"', "tiles: got the face F on 2 kinds of tile, expected one (SS-1)"),
    ('points = "published"', 'points = "rumour"', "provenance, points: got 'rumour', expected one of seed"),
    ('points = "published"\n', "", "provenance: the key 'points' is missing"),
    ("format = 1", "format = 2", "format: got 2, expected 1"),
    ('game = "shifting_stones"', 'game = "moria"', "game: got 'moria', expected 'shifting_stones'"),
    ("S = { name", "SS = { name", "faces, SS: got the letter 'SS', expected one capital letter A to Z"),
    ('name = "Sun", ', "", "faces, S: the key 'name' is missing, expected name, colour"),
    ("format = 1", "format = ", "not valid TOML"),
    ("format = 1", "format = 1\nextra = 1", "got the key 'extra', expected format, game, provenance, faces"),
]


@pytest.mark.parametrize(
    ("old", "changed", "words"), CARD_ERRORS, ids=[words[:40] for *_, words in CARD_ERRORS]
)
def test_wrong_card_files_are_refused(card_file: Path, old: str, changed: str, words: str) -> None:
    text = card_file.read_text(encoding="utf-8")
    assert old in text
    card_file.write_text(text.replace(old, changed, 1), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load_cards(card_file)
    assert words in str(caught.value)
    assert str(caught.value).startswith("my_cards.toml")
    assert str(card_file.parent) not in str(caught.value)


def test_cell_names_are_in_reading_order() -> None:
    assert CELLS == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    assert len(PAIRS) == len(set(PAIRS)) == 12
