"""Kings Under Mountains: position texts, move texts, share codes, and what they answer to bad input."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import walk

from puzzles.core.play import final
from puzzles.core.state import RulesError
from puzzles.core.text import share, unshare
from puzzles.kingdoms import CARD_SET, OPTIONS, Move, new, read_move, read_state
from puzzles.kingdoms.moves import FORMS, NO_CARD
from puzzles.kingdoms.pieces import EMPTY, TEXT, UNITS, UNKNOWN, UNKNOWN_CARD, UNKNOWN_MINE, Mine, Site
from puzzles.kingdoms.state import KEYS

E1 = """\
kings: d | g
open: 3/2=4[o3,d5] m10 m20 m30
camp: d7 o1,o8
hands: d9 t6 | ?*6
deck: ?:m40 ?*11
"""
E4 = """\
kings: d | g
open: 3/2=4[o3,d8] 2/1=1[o9] 2/1=2[t8] 4/4=5[g1,t9]
hands: d1 d5 g3 t8 | -
own: 1/2=3[o8] | -
"""


def lines(text: str, *moves: str) -> list[str]:
    """The lines of a position, the game's own left out, after moves."""
    state = final(read_state(text), moves, read_move)
    return str(state).splitlines()[1:]


# --- worked examples of the specification -------------------------------------------------------


def test_e1_capture_for_oneself_through_an_unplayed_race() -> None:
    assert lines(E1, "fight t6 a") == [
        "kings: d | g",
        "step: draw",
        "open: m40 m10 m20 m30",
        "camp: d7,d5 o1,o8,o3 t6",
        "hands: d9 | ?*6",
        "own: 3/2=4 | -",
        "deck: ?*11",
    ]


def test_e2_a_gift() -> None:
    assert lines(E1.replace("t6", "g6"), "fight g6 a", "draw camp d5", "end") == [
        "kings: d | g",
        "to: 1",
        "open: m40 m10 m20 m30",
        "camp: d7 o1,o8,o3 g6",
        "hands: d5 d9 | ?*6",
        "own: - | 3/2=4",
        "deck: ?*11",
    ]


def test_e3_the_last_deck_card_becomes_a_mine() -> None:
    start = read_state(E1.replace("t6", "g6").replace(" ?*11", ""))
    state = final(start, ["fight d9 a", "draw camp o3"], read_move)
    assert state.outcome() is None
    over = final(state, ["end"], read_move)
    assert "deck: -" in str(over).splitlines()
    assert over.outcome() is not None


def test_e4_stuck() -> None:
    assert [str(move) for move in read_state(E4).moves()] == [
        "discard d1",
        "discard d5",
        "discard g3",
        "discard t8",
    ]


def test_e5_the_moves_in_their_order() -> None:
    text = E4.replace("d1 d5 g3 t8", "d0 d5 g9 t0").replace("1/2=3[o8]", "1/2=3[o8] 1/1+o=4[t3]")
    assert ", ".join(str(move) for move in read_state(text).moves()) == (
        "fight d0 b, fight d0 d, fight g9 a, fight g9 c, fight t0 b, fight t0 d, fill d5 2, fill g9 1"
    )


def test_e6_a_deal_of_this_shape() -> None:
    """The specification's numbers come from another shuffle; the shape is the same, the numbers are our own."""
    state = new(2, 7)
    assert str(state).splitlines()[:6] == [
        "game: kingdoms",
        "kings: d | o",
        "open: m78 m45 m39 m29",
        "camp: d9,d6 o0 t8",
        "hands: d5 d7 g4 g5 g5 t9 | o3 o6 o7 o9 g3 t6",
        "deck: " + " ".join(map(str, state.deck or ())),
    ]
    assert str(state).splitlines()[6:] == ["removed: -"]
    assert str(state).splitlines()[5].startswith("deck: g9:m5 d8:m74 g7:m48")
    assert str(state).endswith("o4:m23\nremoved: -")
    assert len(state.deck or ()) == 60
    moves = [str(move) for move in state.moves()]
    assert moves[:2] == ["fight d5 a", "fight d5 b"]
    assert len(moves) == 5 * 4  # five different cards, four mines


W_POSITIONS = (
    "kings: d\nhands: o9 g0 t1\nown: 3/3=5",
    "kings: d\nhands: d0 o9\nown: 2/1+o=4",
    "kings: d\nhands: d5 o7\nown: 1/1+o=2",
    "kings: o\nhands: d9 g9 t0\nown: 2/4=7[d6,g8]",
    "kings: t\nhands: d1 d2 o4 g6 t7\nown: 1/2+o=6 3/2=4 4/1=1",
    "kings: g\nhands: d0 d3 o3 g0 t8 t9\nown: m66[o2] m1[d1,t5] m44",
    "kings: d | o\nopen: 2/1=3[g4] - - -\ncamp: g1,g7\nhands: d5 o8 | ?*6\nown: 1/2=4 | -\ndeck: ?*9",
    "kings: d | o\nopen: 2/1=3[g4] - - -\ncamp: g1,g7\nhands: d5 | ?*6\nown: 1/2=4 | -\ndeck: ?",
    "kings: d | o | g\nopen: 1/3=5 2/4+o=9[t3] 3/1=2[d2,g4] -\nhands: d6 o5 g4 t9 | - | -\n"
    "own: - | m20 | -\ndone: m1 | m9 | m35",
    "kings: d | o\nopen: 1/1=3 - - -\nhands: o4 g5 | d2 g8\ndeck: g1:2/2=5 t6:1/1=2",
    "kings: d | o\nopen: 1/1=3 1/1=2 - -\ncamp: t4\nhands: d4 g5 | d2 g8\nown: 1/1=4 | 2/1=6\n"
    "deck: g1:2/2=5 t6:1/1=2",
)


@pytest.mark.parametrize("text", [E1.strip(), E4.strip(), *W_POSITIONS])
def test_worked_positions_are_read_and_written_back(text: str) -> None:
    state = read_state(text)
    assert str(state) == "game: kingdoms\n" + text
    assert read_state(str(state)) == state


def test_mines_of_worked_positions() -> None:
    """W6 says which numbers m66, m1 and m44 have; section 4 those of m17, m20 and m1."""
    state = read_state(W_POSITIONS[5])
    assert [site.mine.numbers for site in state.own[0]] == ["2/4+o=9", "3/4+o=9", "1/1=3"]
    assert CARD_SET.mines[16].numbers == "1/4+o=7"
    assert CARD_SET.mines[19].numbers == "4/2=3"


# --- texts --------------------------------------------------------------------------------------


def test_what_is_left_out() -> None:
    state = read_state("kings: d | o")
    assert str(state) == "game: kingdoms\nkings: d | o"
    assert (state.deck, state.removed, state.step, state.open) == (None, None, "play", (EMPTY,) * 4)
    assert read_state("kings: d | o\ndeck: -").deck == ()
    assert read_state("kings: d | o\nto: 1\nstep: draw").to_move == 1


def test_a_deck_that_is_not_counted_never_runs_out() -> None:
    state = read_state("kings: d\nopen: 1/1=3 - - -\nhands: d1 o2 g3")
    for move in ("fight d1 a", "draw deck", "end"):
        state = state.play(read_move(move))
    assert state.deck is None
    assert state.open[0] == Site(UNKNOWN_MINE)
    assert state.hands[0] == (UNITS["o2"], UNITS["g3"], UNKNOWN)
    assert state.outcome() is None


def test_unknown_cards_in_texts() -> None:
    deck = read_state("kings: d\ndeck: ?:m40 ?*11 d8:m17 d8:? d?:? ?").deck
    assert deck is not None
    assert len(deck) == 16
    assert deck[1] == deck[-1] == UNKNOWN_CARD
    assert deck[12] == (UNITS["d8"], CARD_SET.mines[16])
    assert "deck: ?:m40 ?*11 d8:m17 d8:? d?:? ?" in str(
        read_state("kings: d\ndeck: ?:m40 ?*11 d8:m17 d8:? d?:? ?")
    )
    hands = "kings: d | o\nhands: ? t1 d9 ?*2 d? o0 | ?"
    assert "hands: d9 d? o0 t1 ?*3 | ?" in str(read_state(hands))


def test_hands_are_read_in_any_order() -> None:
    assert read_state("kings: d\nhands: t1 d9 d0") == read_state("kings: d\nhands: d0 d9 t1")


def test_an_empty_place_among_the_own_mines() -> None:
    """Only the staffing question makes one; it keeps the numbers of the others."""
    state = read_state("kings: d\nhands: o3\nown: - 1/1=2\ndeck: ?*3")
    assert [str(move) for move in state.moves()] == ["fill o3 2"]
    assert str(state).splitlines()[3] == "own: - 1/1=2"
    assert read_state("kings: d\nown: 1/1=2 - -") == read_state("kings: d\nown: 1/1=2")
    assert read_state("kings: d\nown: - -").own == ((),)


def test_mine_texts() -> None:
    for mine in CARD_SET.mines:
        assert str(mine) == f"m{mine.number}"
        written = read_state(f"kings: d\nopen: {mine.numbers} - - -").open[0].mine
        assert written == Mine(0, *mine[1:])
        assert str(written) == mine.numbers
    assert str(EMPTY) == "-"
    assert str(Site(UNKNOWN_MINE)) == "?"


@settings(max_examples=20)
@given(st.integers(1, 4), st.integers(0, 10**6), st.integers(0, 10**6))
def test_every_position_of_a_game_is_a_text(players: int, seed: int, steps: int) -> None:
    state = new(players, seed, filled=("camp", "removed")[seed % 2])
    for number, (move, then) in enumerate(walk(state, steps, 160)):
        assert read_move(str(move)) == move
        if number % 20 == 0:
            assert read_state(str(then)) == then
            assert read_state(unshare(share(str(then)))) == then
        state = then
    assert str(read_state(str(state))) == str(state)


def test_a_whole_game_fits_the_limits() -> None:
    longest = max(len(str(then)) for _, then in walk(new(4, 2), 1, 4000))
    assert longest < 1500


# --- bad texts ----------------------------------------------------------------------------------

BAD = (
    # KD-T1
    ("kings: d\nqueen: o", "position, line 2: got the key 'queen', expected one of game, cards, kings"),
    ("kings: d\nkings: d", "position, line 2: got the key 'kings' a second time, expected it once"),
    ("kings: d\nopen: - - - -\nstep: draw", "position, line 3: got the key 'step' after 'open'"),
    ("open: - - - -", "kings: the key is missing, expected one race a seat, e.g. d | o"),
    ("game: momiji\nkings: d", "game: got 'momiji', expected kingdoms"),
    # KD-T2
    ("kings: d | o | d", "kings, seat 2: d a second time, expected a race of its own (KD-5)"),
    ("kings: d | x", "kings, seat 1: got 'x', expected a race d o g t"),
    ("kings: ", "kings, seat 0: got '', expected a race d o g t"),
    # KD-T3
    ("kings: d | o\nhands: d1", "hands, seats (KD-T3): got 1 parts, expected 2, one a seat"),
    ("kings: d\nown: m1 | m2", "own, seats (KD-T3): got 2 parts, expected 1"),
    ("kings: d\nto: 1", "to: got 1, expected 0 to 0"),
    ("kings: d | o\nstart: 2", "start: got 2, expected 0 to 1"),
    # KD-T4
    ("kings: d | o\nhands: o8 | o8 o8", "hands, seat 1: o8 three times, at most 2 of a unit (KD-3)"),
    ("kings: d\nopen: m1[o8] - - -\ncamp: o8\nhands: o8", "hands, seat 0: o8 three times, at most 2"),
    ("kings: d\nhands: o8 o8\ndeck: o8:m3", "deck: o8 three times, at most 2 of a unit (KD-3)"),
    ("kings: d\nhands: o8 o8 o8\nown: m1", "hands, seat 0: o8 three times"),
    ("kings: d\ncamp: o8,o8\ndeck: -\nremoved: o8", "removed: o8 three times"),
    ("kings: d\ncamp: " + ",".join(["d?"] * 21), "camp: 21 cards of d, at most 20 of a race (KD-3)"),
    # KD-T5
    ("kings: d\nopen: m1 m1 - -", "open, b: m1 a second time, expected each card once (KD-2)"),
    ("kings: d\nown: m7\ndone: m7", "done, seat 0, mine 1: m7 a second time"),
    ("kings: d\nopen: m7 - - -\ndeck: ? ?:m7", "deck, card 2: m7 a second time"),
    (
        "kings: d\noptions: pairing=printed\ndeck: ? o1:m17",
        "deck, card 2: got o1:m17, expected d8 on the back",
    ),
    # KD-T6
    (
        "kings: d\nopen: m1[o5,g5] - - -",
        "open, a: g5 on o5, expected a stronger card or a 0 on a 9 (KD-16, KD-17)",
    ),
    ("kings: d\nown: m1 m2[o5,g3]", "own, seat 0, mine 2: g3 on o5, expected a stronger card"),
    # KD-T7
    (
        "kings: d\nopen: - 2/1=3[o5,g6] - -",
        "open, b: 2 cards at a mine of defence 2, expected at most 1 (KD-20)",
    ),
    (
        "kings: d | o\nown: - | 1/1+o=3[t5,d6]",
        "own, seat 1, mine 1: 2 cards at a mine that needs 2, expected at most 1",
    ),
    (
        "kings: d | o\nown: - | m1[t5,o6]",
        "own, seat 1, mine 1: o6 among the miners, expected other races than o (KD-27)",
    ),
    # KD-T8
    ("kings: d\ncamp: d5,o6", "camp: d5,o6 has d and o, expected one race a pile (KD-10)"),
    ("kings: d\ncamp: d5 d6", "camp: got a pile of d after one of d, expected one pile a race"),
    # KD-T9
    (
        "kings: d\ndeck: ?*79\nremoved: -",
        "removed: 79 cards in all, expected 80, for every card is counted (KD-6)",
    ),
    ("kings: d\nopen: m1 - - -\ndeck: ?*80\nremoved: -", "removed: 81 cards in all, expected 80"),
    (
        "kings: d\nremoved: -",
        "deck: left out, expected it with removed, for then every card is counted (KD-6)",
    ),
    # values
    ("kings: d\nstep: lay", "step: got 'lay', expected one of play, draw, drawdeck, end"),
    ("kings: d\nopen: m1 m2 m3", "open: got 3 places, expected 4, a to d, - for an empty one"),
    ("kings: d\nopen: m81 - - -", "open, a: got the mine 'm81', expected m1 to m80, ? or defence/size=value"),
    ("kings: d\nopen: 0/1=2 - - -", "open, a: got the mine '0/1=2'"),
    ("kings: d\nopen: 1/1+p=2 - - -", "open, a: got the mine '1/1+p=2'"),
    ("kings: d\nopen: m1[] - - -", "open, a: got 'm1[]', expected a mine and its cards, e.g. m17[o3,g5]"),
    ("kings: d\nopen: m1[o3 - - -", "open, a: got 'm1[o3', expected a mine and its cards"),
    (
        "kings: d\nopen: m1[?] - - -",
        "open, a: got ? in a pile, expected known cards, for they were laid openly",
    ),
    ("kings: d\nopen: ?[o3] - - -", "open, a: got cards at a mine ?, expected none"),
    ("kings: d\nown: ?", "own, seat 0: got ?, expected a mine with its numbers, for it was captured openly"),
    ("kings: d\ndone: ?", "done, seat 0: got ?, expected a mine with its numbers"),
    (
        "kings: d\nhands: d10",
        "hands, seat 0: got the card 'd10', expected a race d o g t and a strength 0 to 9",
    ),
    ("kings: d\nhands: ?*0", "hands, seat 0, ?*: got 0, expected 1 to 80"),
    ("kings: d\nhands: ?*x", "hands, seat 0, ?*: got 'x', expected a whole number, 1 to 80"),
    ("kings: d\ndeck: ?*999999999", "deck, card 1, ?*: got 999999999, expected 1 to 80"),
    ("kings: d\ncamp: ?", "camp: got ? in a pile, expected cards of a known race"),
    ("kings: d\ndeck: m17", "deck, card 1: got 'm17', expected UNIT:MINE, e.g. d8:m17, ?:m17 or ?"),
    ("kings: d\noptions: filled", "options: got 'filled', expected NAME=VALUE"),
    ("kings: d\noptions: start=1", "options: got start, which counts at the set-up only"),
    ("kings: d\noptions: kings=random", "options: got kings, which counts at the set-up only"),
    ("kings: d\noptions: wrap=no wrap=no", "options: got wrap twice, expected it once"),
    (
        "kings: d\noptions: wrap=no take=any",
        "options: got take after wrap, expected the order filled, take, wrap",
    ),
    ("kings: d\noptions: wrap=maybe", "options, wrap: got 'maybe', expected one of yes, no"),
    ("cards: mine\nkings: d", "cards: got 'mine', expected the name of a loaded card set (reconstructed-v1"),
)


@pytest.mark.parametrize(("text", "words"), BAD, ids=[words[:50] for _, words in BAD])
def test_bad_positions(text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_state(text)
    assert str(caught.value).startswith(words)


def test_every_key_is_documented_in_its_order() -> None:
    table = read_rules_text().partition("## 4. Texts")[2].partition("With `removed`")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert [word for row in rows for word in row.split("`")[1::2]] == list(KEYS)


def read_rules_text() -> str:
    from puzzles.kingdoms import GAME

    return (GAME.folder / "RULES.md").read_text(encoding="utf-8")


def test_options_are_documented_in_their_order() -> None:
    table = read_rules_text().partition("## 2. Options")[2].partition("## 3.")[0]
    rows = [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")]
    assert rows == [option.name for option in OPTIONS]


# --- moves --------------------------------------------------------------------------------------


def test_move_texts() -> None:
    for text, move in {
        "fight d7 a": Move("fight", UNITS["d7"], 0),
        "fill t0 12": Move("fill", UNITS["t0"], 11),
        "discard ?": Move("discard", UNKNOWN),
        "draw camp d?": Move("draw", UNITS["d?"], source="camp"),
        "draw deck": Move("draw", source="deck"),
        "draw none": Move("draw", source="none"),
        "end": Move("end"),
    }.items():
        assert read_move(text) == move
        assert str(move) == text
    assert read_move("  fight   d7  a ") == read_move("fight d7 a")
    assert Move("end").card == NO_CARD


def test_every_move_text_reads_back() -> None:
    for word in TEXT:
        for text in (f"fight {word} d", f"fill {word} 80", f"discard {word}", f"draw camp {word}"):
            assert str(read_move(text)) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "move '': got the verb '', expected one of fight, fill, discard, draw, end"),
        ("lay d7 a", "move 'lay d7 a': got the verb 'lay'"),
        ("fight d7", f"move 'fight d7': expected {FORMS['fight']}"),
        ("fight d7 e", f"move 'fight d7 e': expected {FORMS['fight']}"),
        ("fight d7 ab", f"move 'fight d7 ab': expected {FORMS['fight']}"),
        ("fight d10 a", "move 'fight d10 a': got the card 'd10'"),
        ("fill d7 0", f"move 'fill d7 0': expected {FORMS['fill']}"),
        ("fill d7 81", f"move 'fill d7 81': expected {FORMS['fill']}"),
        ("fill d7 01", f"move 'fill d7 01': expected {FORMS['fill']}"),
        ("draw", f"move 'draw': expected {FORMS['draw']}"),
        ("draw camp", f"move 'draw camp': expected {FORMS['draw']}"),
        ("draw d7", f"move 'draw d7': expected {FORMS['draw']}"),
        ("end now", f"move 'end now': expected {FORMS['end']}"),
        (7, "move: got int, expected a text such as 'fight d7 a'"),
    ],
)
def test_bad_moves(text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_move(text)
    assert str(caught.value).startswith(words)


def test_reasons_come_in_their_order() -> None:
    """Step, card in hand, KD-37, slot, own mine, race, strength: the first rule broken is named."""
    state = read_state(E4.replace("d1 d5 g3 t8", "d1 d5 g9 t8"))
    for text, rule in {
        "draw deck": "KD-14",
        "end": "KD-14",
        "fight o5 a": "KD-14",
        "discard o5": "KD-14",
        "discard d1": "KD-37",
        "fill d1 2": "KD-26",
        "fill d1 1": "KD-27",
        "fill t8 1": "KD-16",
        "fight d1 a": "KD-16",
    }.items():
        assert str(state.why_not(read_move(text))).startswith(f"{rule}: "), text
    overseen = read_state("kings: d\nopen: - - - m1\nhands: d1 o1\nown: 1/1+o=3[o5] 1/2+o=3[o5]\ndeck: ?")
    for text, rule in {
        "fight d1 a": "KD-8",
        "fill o1 1": "KD-28",
        "fill d1 1": "KD-16",
        "fill d1 2": "KD-29",
        "fill d1 3": "KD-26",
    }.items():
        assert str(overseen.why_not(read_move(text))).startswith(f"{rule}: "), text
