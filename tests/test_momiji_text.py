"""Momiji: position texts, move texts, share codes, and what they answer to bad input."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from walks import walk

from puzzles.core.state import RulesError
from puzzles.core.text import share, unshare
from puzzles.momiji import CARD_SET, OPTIONS, Move, new, read_move, read_state
from puzzles.momiji.cards import CARDS, LETTERS, TEXT, UNKNOWN
from puzzles.momiji.moves import play_move
from puzzles.momiji.state import KEYS

EXAMPLE = """\
acorns: 1 | 0
hands: r1> o0= o1< y0= | -
row0: r:0= 0= | g:0=
"""


# --- worked examples of the specification -------------------------------------------------------


def test_worked_example_of_a_puzzle() -> None:
    state = read_state(EXAMPLE)
    assert state.seats == 2
    assert state.types == "royg"
    assert state.deck == (UNKNOWN,) * (56 - 7)
    assert str(state) == "game: momiji\n" + EXAMPLE.strip()
    for text in ("play r1>", "play right o0= o1<", "play r1> left o0= left y0="):
        assert state.why_not(read_move(text)) is None
    after = state.play(read_move("play r1> left o0= left y0="))
    assert "row0: y:0= | o:0= | r:0= 0= 1> | g:0=" in str(after).splitlines()
    assert "acorns: 5 | 0" in str(after).splitlines()  # 1 and 4: y-o and r-g touch
    assert "MJ-45" in str(state.why_not(read_move("play y0= o1<")))
    assert "MJ-46" in str(state.why_not(read_move("play r1> r0=")))


def test_worked_example_of_a_view() -> None:
    text = "hands: r0= r2 | o1< ?5\nknown: - | o1<\ndeck: ?34\n"
    with pytest.raises(RulesError, match="got 42 cards in all, expected 56"):
        read_state(text)
    state = read_state(
        text.replace(
            "deck: ?34", "display: y0= y0= y1<\ndeck: ?34\ndiscard: g0= g0= g0= g1< g1< g2 g2 y0= y1< y2 y2"
        )
    )
    assert state.hands[1] == (CARDS["o1<"], *(UNKNOWN,) * 5)
    assert state.view(0) == state
    assert "deck" not in str(state)  # it is the default: all cards not shown elsewhere


def test_a_new_game_in_full() -> None:
    assert str(new(2, 1)).splitlines() == [
        "game: momiji",
        "types: r y g b",
        "acorns: 2 | 2",
        "hands: r1> y0= y0= g0= b0= b1> | r3 y0= y0= b2 b3 b3",
        "display: y1< g0= g1> b0=",
        "deck: r1< g3 g2 r0= b2 y2 g1< g2 r0= r0= g2 r0= y1> r0= r2 y1< g1> b1< r2 y2 g0= b2 y3 b0= y2 y3 r1> b0= g3 "
        "r3 r1< b1> r2 g1< y1> g0= y0= b0= g0= b1<",
        "objectives: O01 O05 O07 O11",
        "landscapes: A B C | A B C",
    ]


# --- canonical form -----------------------------------------------------------------------------


def test_every_key_is_written_and_read_back() -> None:
    """Together these positions use every key of the table."""
    texts = [
        "players: 3\noptions: hand_limit=9 refill=none\ntypes: r o y g p\nto_move: 2\nidle: 2\nacorns: 1 | 0 | 4\n"
        "hands: r0= ?2 | o0= | -\nknown: r0= | - | -\nrow0: p:0=\nrow1: r:0= 1<\nrow2: o:0=\ndisplay: y0=\n"
        "discard: g2 g3\nobjectives: O01\nheld: O02 | - | O09 O11\nlandscapes: A* B C | D | -",
        "to_move: 1\nturns_left: 3\ndone: reveal collect=r play=same exchange use=J\nacorns: 0 | 2\n"
        "hands: - | r1< r2\nknown: - | r2\nrow1: r:0=\ndeck: o0= o1>\nlandscapes: - | J*",
        "players: 4\ndone: activate exchange\nrow3: b:0= 0=\nheld: O01 | - | - | -",
        "done: collect=r drop\nhands: r0= r0= r0= r0= r0= o0= o0= o0= | -",
    ]
    used = set()
    for text in texts:
        state = read_state(text)
        assert str(state) == f"game: momiji\n{text}"
        assert read_state(str(state)) == state
        used |= {line.partition(":")[0] for line in str(state).splitlines()}
    used |= {line.partition(":")[0] for line in str(new(1, 1, landscapes="draft")).splitlines()}
    assert used == set(KEYS) - {"cards"}  # cards: test_momiji_cards.py


def test_written_defaults_are_read() -> None:
    plain = read_state("hands: r0= | -")
    full = (
        "game: momiji\nplayers: 2\noptions: icons=A refill=to_four\ntypes: r o y g\nto_move: 0\nturns_left: -\nidle: 0\n"
        "done: -\nacorns: 0 | 0\nhands: r0= | -\nknown: - | -\nrow0: -\nrow1: -\ndisplay: -\ndeck: ?55\ndiscard: -\n"
        "objectives: -\nheld: - | -\nlandscapes: - | -\ndraft: -"
    )
    assert read_state(full) == plain
    assert str(plain) == "game: momiji\nhands: r0= | -"
    assert read_state("") == read_state("game: momiji")
    assert str(read_state("")) == "game: momiji"


def test_lists_are_sorted_when_read() -> None:
    state = read_state(
        "hands: y0= r2 r0= r1> r1< | -\ndisplay: g3 o0=\ndiscard: y3 y2\nobjectives: O09 O02\nlandscapes: C A B* | -"
    )
    assert str(state).splitlines()[1:] == [
        "hands: r0= r1< r1> r2 y0= | -",
        "display: o0= g3",
        "discard: y2 y3",
        "objectives: O02 O09",
        "landscapes: A B* C | -",
    ]
    deck = read_state("deck: y0= r0= y0=")
    assert [TEXT[card] for card in deck.deck] == ["y0=", "r0=", "y0="]
    assert len(deck.discard) == 53  # all that is shown nowhere else


def test_the_default_of_the_discard() -> None:
    known = read_state("hands: r0= | o0=\ndeck: -")
    assert len(known.discard) == 54
    assert str(known) == "game: momiji\nhands: r0= | o0=\ndeck: -"
    assert read_state("hands: r0= | o0=").discard == ()
    assert "discard" not in str(new(2, 3).view(1))
    empty_deck = read_state("hands: r0= | o1< r0=\ndeck: -").view(0)
    assert empty_deck.deck == ()
    assert len(empty_deck.discard) == 53
    assert read_state(str(empty_deck)) == empty_deck


# --- errors -------------------------------------------------------------------------------------

ERRORS = [
    ("hand: r0= | -", "position, line 1: got the key 'hand', expected one of game, players"),
    ("to_move: 0\nto_move: 1", "line 2: got the key 'to_move' a second time"),
    ("row0: -\nhands: - | -", "line 2: got the key 'hands' after 'row0', expected the order"),
    ("game: chess", "position, game: got 'chess', expected momiji"),
    ("players: 5", "position, players: got 5, expected 1 to 4"),
    ("players: two", "position, players: got 'two', expected a whole number, 1 to 4"),
    ("options: icons", "position, options: got 'icons', expected NAME=VALUE"),
    ("options: fast=yes", "position, options: got 'fast=yes', expected NAME=VALUE"),
    ("options: icons=D", "position, options, icons: got 'D', expected one of A, B, C"),
    ("options: hand_limit=21", "position, options, hand_limit: got '21'"),
    ("options: supply=100", "position, options, supply: got '100', expected none or 1 to 99"),
    ("options: icons=B icons=C", "position, options: got icons twice"),
    (
        "options: refill=none icons=B",
        "position, options: got icons after refill, expected them sorted by name",
    ),
    ("types: r o x", "position, types: got 'r o x', expected different ones of r o y g b p"),
    ("types: o r", "position, types: got 'o r', expected different ones of r o y g b p in this order"),
    ("types: r r", "position, types: got 'r r'"),
    ("types: -", "position, types: got '-'"),
    ("to_move: 2", "position, to_move: got 2, expected 0 to 1"),
    ("turns_left: 13", "position, turns_left: got 13, expected 0 to 12"),
    ("turns_left: soon", "position, turns_left: got 'soon', expected a whole number"),
    ("options: refill=none\nidle: 3", "position, idle: got 3, expected 0 to 2"),
    ("idle: 1", "position, idle: got it, expected it with refill=none only"),
    ("options: refill=none\nidle: 2", "position, idle: got 2, expected turns_left: 0 with it"),
    ("options: refill=none\nturns_left: 2\nidle: 1", "position, idle: got it after the end was triggered"),
    ("done: sleep", "position, done: got 'sleep', expected reveal, collect=r"),
    ("done: collect", "position, done: got 'collect', expected reveal, collect=r"),
    ("done: reveal=r", "position, done: got 'reveal=r'"),
    ("done: collect=x", "position, done, collect: got 'x', expected one of r, o, y, g"),
    ("done: play=both", "position, done, play: got 'both', expected one of same, different"),
    ("done: use=Z", "position, done, use: got 'Z', expected one of A, B"),
    (
        "done: exchange reveal",
        "position, done: got reveal after exchange, expected the order reveal collect play",
    ),
    ("done: reveal reveal", "position, done: got reveal after reveal"),
    ("done: collect=r activate\nheld: O01 | -", "got collect and activate, expected one main action (MJ-20)"),
    ("done: collect=r play=same\nrow0: r:0=", "got collect and play, expected one main action (MJ-20)"),
    ("done: play=same activate\nrow0: r:0=\nheld: O01 | -", "expected one main action (MJ-20)"),
    ("done: reveal play=same\nrow0: r:0=", "got reveal and play, expected collect after a reveal (MJ-32)"),
    (
        "done: reveal activate\nheld: O01 | -",
        "got reveal and activate, expected collect after a reveal (MJ-32)",
    ),
    ("done: use=A", "got use=A, expected collect with it (MJ-69)"),
    ("done: use=J", "got use=J, expected collect with it (MJ-69)"),
    ("done: play=different use=C\nrow0: r:0=", "got use=C, expected play=same with it (MJ-69)"),
    ("done: use=G\nlandscapes: G | -", "got use=G, expected a used landscape of seat 0 (G)"),
    ("done: play=same", "got play=same with an empty row"),
    ("done: activate", "got activate, expected an objective held by seat 0"),
    ("done: collect=r drop", "got drop with 0 cards in hand, expected at least 8"),
    ("turns_left: 0\ndone: exchange", "position, done: got exchange, expected - when the game is over"),
    ("acorns: 1", "position, acorns, seats: got 1 parts, expected 2, one a seat"),
    ("acorns: 1 | -1", "position, acorns, seat 1: got '-1', expected a whole number"),
    ("options: supply=3\nacorns: 2 | 2", "position, acorns: got 4 in all, expected at most 3 (MJ-11)"),
    ("hands: r0= | - | -", "position, hands, seats: got 3 parts, expected 2"),
    ("hands: r4 | -", "position, hands, seat 0: got the card 'r4', expected a letter of r o y g b p"),
    ("hands: x0= | -", "got the card 'x0=', expected a letter"),
    ("hands: r0 | -", "position, hands, seat 0: got the face r0, expected one that the icon set has: 0="),
    ("hands: r1= | -", "got the face r1=, expected one that the icon set has: 1< 1>"),
    ("hands: b0= | -", "position, hands, seat 0: got b0=, expected a card of a type in play (r o y g)"),
    (
        "hands: r3 r3 | r3",
        "position, hands, seat 1: got r3 for the 3rd time, expected at most 2 in all (MJ-1)",
    ),
    ("hands: r3 | -\ndisplay: r3 r3", "position, display: got r3 for the 3rd time"),
    ("hands: ?2 r0= | -", "position, hands, seat 0: got the card '?2'"),
    ("hands: ?0 | -", "position, hands, seat 0, '?0': got 0, expected 1 to 56"),
    ("hands: ?57 | -", "'?57': got 57, expected 1 to 56"),
    ("display: ?2", "position, display: got the card '?2'"),
    ("known: r0= | -", "position, known, seat 0: got r0=, expected a part of the hand (-)"),
    (
        "hands: r0= | -\nknown: r0= r0= | -",
        "position, known, seat 0: got r0=, expected a part of the hand (r0=)",
    ),
    ("hands: ?2 | -\nknown: r0= | -", "position, known, seat 0: got r0=, expected a part of the hand (?2)"),
    ("row2: -", "position, row2: got it with 2 players, expected row0 to row1"),
    ("row0: r0=", "position, row0, pile 1: got 'r0=', expected a letter of r o y g, a colon and cards"),
    ("row0: r:0= | b:0=", "position, row0, pile 2: got 'b:0='"),
    ("row0: r:", "position, row0, pile 1: got 'r:', expected a letter"),
    ("row0: r:?", "position, row0, pile 1: got no card that can be seen"),
    ("row0: r:0= ? 1>", "position, row0, pile 1: got the card 'r?'"),
    ("row0: r:? 1>", "position, deck: it is left out and a pile hides cards, expected it written"),
    ("row0: r:1>", "position, row0, pile 1: got 'r:1>', expected a 0 at the bottom (MJ-45)"),
    ("row0: r:0= | o:0= 2", "position, row0, pile 2: got 2 on 0, expected 0 or 1 (MJ-46)"),
    ("row0: r:0= 1> 0=", "position, row0, pile 1: got 0 on 1, expected 1 or 2 (MJ-46)"),
    ("row1: r:0= 1> 2 3 3", "position, row1, pile 1: got 'r:0= 1> 2 3 3', expected nothing on a 3 (MJ-48)"),
    (
        "row0: r:0= 2 | o:0= 2\nlandscapes: G* | -",
        "pile 2: got 2 on 0, expected 0 or 1 (MJ-46), and two above once",
    ),
    ("row0: r:0= 3\nlandscapes: G* | -", "got 3 on 0, expected 0 or 1"),
    ("row0: r:0= 2\nlandscapes: G | -", "got 2 on 0, expected 0 or 1 (MJ-46)"),
    ("row0: r:0= 2\nlandscapes: - | G*", "got 2 on 0, expected 0 or 1 (MJ-46)"),
    (
        "row0: r:0= | o:0= | r:0=",
        "position, row0, pile 3: got a second pile of r, expected one a type (MJ-43)",
    ),
    ("deck: ?57", "'?57': got 57, expected 1 to 56"),
    ("deck: ?50", "position: got 50 cards in all, expected 56 (MJ-1)"),
    ("deck: r0= ?3", "position, deck: got the card '?3'"),
    ("deck: r0=\ndiscard: o0=", "position: got 2 cards in all, expected 56 (MJ-1)"),
    ("hands: r0= ?2 | -\ndeck: r0=\ndiscard: o0=", "position: got 5 cards in all, expected 56 (MJ-1)"),
    ("objectives: O99", "position, objectives: got 'O99', expected one of O01"),
    ("objectives: O01 O01", "position, objectives: got O01 a second time"),
    (
        "objectives: O01\nheld: O01 | -",
        "position, held, seat 0: got O01 a second time, expected each objective once",
    ),
    ("held: O01 | O01", "position, held, seat 1: got O01 a second time"),
    ("landscapes: Z | -", "position, landscapes, seat 0: got 'Z', expected one of A, B"),
    ("landscapes: A** | -", "position, landscapes, seat 0: got 'A**'"),
    ("landscapes: A D | -", "expected at most one landscape of each section (MJ-7)"),
    ("landscapes: D | D", "position, landscapes: got 2 of D, expected at most 1, the tiles there are"),
    ("draft: Z", "position, draft: got 'Z', expected some of A, B"),
    ("draft: A", "position, draft: got 1 tiles of the left section, expected 3 (MJ-8)"),
    ("to_move: 1\ndraft: A A D B B G C C I", "position, to_move: got 1, expected 0, whose pick it is (MJ-8)"),
    ("landscapes: - | A\ndraft: A D B B G C C I", "position, draft: got 0 1 picked tiles by seat"),
    ("to_move: 1\nlandscapes: A* | -\ndraft: A D B B G C C I", "got a used one during the draft"),
    ("turns_left: 2\ndraft: A A D B B G C C I", "position, draft: got it in the middle of a game"),
    (
        "hands: r0= r0= r0= r0= o0= o0= o0= o0= y0= | -",
        "got 9 cards at the start of a turn, expected at most 8 (MJ-70)",
    ),
    (
        "to_move: 1\ndone: exchange\nhands: r0= r0= r0= r0= o0= o0= o0= o0= y0= | -",
        "got 9 cards at the start of a turn",
    ),
    ("cards: ps1.AAAA", "position, cards, share code: the checksum does not fit"),
    ("cards: mine", "position, cards: got 'mine', expected the code of a card set"),
    ("no colon", "position, line 1: got 'no colon', expected 'key: value'"),
]


@pytest.mark.parametrize(("text", "words"), ERRORS)
def test_what_a_position_refuses(text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_state(text)
    assert words in str(caught.value)


ACCEPTED = [
    "row0: r:0= 2 | o:0= 1<\nlandscapes: G* | -",
    "done: use=G\nrow0: r:0= 1> 3",
    "hands: r0= r0= r0= r0= o0= o0= o0= o0= y0= | -\nlandscapes: E* | -",
    "done: collect=r\nhands: r0= r0= r0= r0= o0= o0= o0= o0= y0= | -",
    "done: collect=r use=E",
    "options: refill=none\nturns_left: 0\nidle: 2",
    "turns_left: 12",
    "players: 1\nlandscapes: A\ndraft: A B B C C",
    "deck: -",
    "players: 1\ntypes: p\nhands: p0=",
    "row0: r:? 1> 1< | o:? 3\ndeck: ?30",
    "landscapes: A | A",
    "done: reveal collect=r play=different use=J\nrow0: r:0=",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_what_a_position_accepts(text: str) -> None:
    state = read_state(text)
    assert str(state) == f"game: momiji\n{text}"


def test_no_text_is_no_position() -> None:
    for wrong in (None, 7, b"hands: - | -"):
        with pytest.raises(RulesError):
            read_state(wrong)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="expected at most 20000"):
        read_state("x" * 30_000)


WORDS = st.sampled_from(
    [
        *TEXT[:30],
        *"rogp",
        "?",
        "?3",
        "|",
        "-",
        ":",
        "r:",
        "O01",
        "A*",
        "B",
        "0",
        "12",
        "999999",
        "=",
        "reveal",
        "use=A",
    ]
)


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.lists(WORDS, max_size=6)), max_size=5))
def test_a_position_text_is_read_or_refused_in_words(lines: list[tuple[str, list[str]]]) -> None:
    text = "\n".join(
        f"{key}: {' '.join(words)}" for key, words in sorted(lines, key=lambda line: KEYS.index(line[0]))
    )
    try:
        state = read_state(text)
    except RulesError:
        return
    assert read_state(str(state)) == state


# --- moves --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("reveal", "reveal"),
        ("  end ", "end"),
        ("exchange o3 r0=", "exchange r0= o3"),
        ("play right y0= left o0=", "play left o0= right y0="),
        ("play left g0= left y0=", "play left g0= left y0="),
        ("play left o0= r1>", "play r1> left o0="),
        ("play right y0= r1> right b0= left o0= g1<", "play r1> g1< left o0= right y0= right b0="),
        ("play at 0 o0= at 0 y0=", "play at 0 y0= at 1 o0="),
        ("play at 1 o0= at 0 y0=", "play at 0 y0= at 2 o0="),
        ("play at 0 o0= at 2 y0= at 1 g0=", "play at 0 o0= at 1 g0= at 3 y0="),
        ("play right r0= r1>", "play right r0= r1>"),
        ("use F r1< g0=", "use F r1< g0="),
        ("use A g", "use A g"),
        ("use H 1", "use H 1"),
        ("pick D", "pick D"),
    ],
)
def test_moves_in_another_order_are_read(text: str, canonical: str) -> None:
    move = read_move(text)
    assert str(move) == canonical
    assert read_move(canonical) == move
    assert hash(read_move(canonical)) == hash(move)


def test_what_order_means() -> None:
    assert read_move("play r1> o1<") == read_move("play o1< r1>")
    assert (
        str(read_move("play o1< r1>")) == "play o1< r1>"
    )  # as written: the row decides which form is canonical
    assert read_move("play r1> r1<") != read_move("play r1< r1>")
    assert read_move("play right o0= right y0=") != read_move("play right y0= right o0=")
    assert read_move("play left o0= right y0=") != read_move("play left y0= right o0=")
    assert read_move("use F r1< g0=") != read_move("use F g0= r1<")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "got the verb '', expected one of reveal, collect"),
        ("fly", "got the verb 'fly'"),
        ("reveal now", "expected 'reveal' alone"),
        ("end turn", "expected 'end' alone"),
        ("collect", "expected 'collect r'"),
        ("collect red", "got the type 'red', expected one of r o y g b p"),
        ("collect ro", "got the type 'ro'"),
        ("play", "expected 'play' and cards"),
        ("play left", "got 'left' without a card after it"),
        ("play left right o0=", "got 'right' without a card after it"),
        ("play at o0=", "got 'o0=', expected a whole number"),
        ("play at 1", "got 'at 1' without a card after it"),
        ("play at", "got 'at' without a card after it"),
        ("play at 100 o0=", "got 100, expected 0 to 99"),
        ("play r4", "got the card 'r4'"),
        ("play r0==", "got the card 'r0=='"),
        ("play " + "r0= " * 15, "got 15 cards, expected at most 14"),
        ("play " + "r0= " * 50, "got 50 words, expected at most 14 cards"),
        ("activate", "expected 'activate O02'"),
        ("activate o02", "got 'o02', expected an id such as O02 or A"),
        ("use", "expected 'use A g'"),
        ("use a", "got 'a', expected an id"),
        ("use A x", "got the type 'x'"),
        ("use H -1", "expected a whole number"),
        ("use H 6", "got 6, expected 0 to 5"),
        ("use F r0=", "got 'r0=', expected a whole number"),
        ("use F r0= g0= y0=", "expected 'use A g'"),
        ("exchange", "expected 'exchange r0= o3'"),
        ("drop", "expected 'drop r0='"),
        ("drop r0= r0=", "expected 'drop r0='"),
        ("pick", "expected 'pick A'"),
    ],
)
def test_what_a_move_refuses(text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_move(text)
    assert words in str(caught.value)


def test_no_text_is_no_move() -> None:
    with pytest.raises(RulesError, match="got int, expected a text"):
        read_move(3)  # type: ignore[arg-type]


SIDES = st.sampled_from(["", "left", "right", *(f"at {number}" for number in range(8))])


@given(st.lists(st.tuples(st.sampled_from(range(96)), SIDES), min_size=1, max_size=6))
def test_every_play_is_an_exact_text(pairs: list[tuple[int, str]]) -> None:
    move = play_move([card for card, _ in pairs], [side for _, side in pairs])
    found = read_move(str(move))
    assert found == move
    assert str(found) == str(move)
    assert sorted(move.cards) == sorted(card for card, _ in pairs)


def test_card_texts_sort_in_canonical_order() -> None:
    marks = {"=": 0, "<": 1, ">": 2, "": 3}
    keys = [(LETTERS.index(text[0]), int(text[1]), marks[text[2:]]) for text in TEXT]
    assert keys == sorted(keys)
    assert len(set(TEXT)) == 96


# --- share codes and set-ups --------------------------------------------------------------------


def test_share_codes_carry_positions() -> None:
    for seed in range(4):
        for _, state in walk(new(seed + 1, seed, recall="tops"), seed, 25):
            for shown in (state, state.view(0)):
                assert read_state(unshare(share(str(shown)))) == shown


def test_what_a_new_game_refuses() -> None:
    for wrong, words in (
        ({"players": 5}, "new game, players: got 5, expected 1 to 4"),
        ({"seed": -1}, "new game, seed: got a negative number"),
        ({"seed": 10**18}, "new game, seed: got a number of more than 18 digits"),
        ({"seed": "7"}, "new game, seed: got '7', expected a whole number"),
        ({"icons": "D"}, "new game, options, icons: got 'D', expected one of A, B, C"),
        ({"cards": 3}, "new game, cards: got 3, expected a set from load_cards"),
        ({"cards": "momiji"}, "new game, cards: got 'momiji', expected the code of a card set"),
    ):
        with pytest.raises(RulesError) as caught:
            new(**wrong)  # type: ignore[arg-type]
        assert words in str(caught.value)


def test_options_of_a_new_game_are_in_its_text() -> None:
    for option in OPTIONS:
        for value in option.values[1:6]:
            state = new(2, 4, **{option.name: value})
            assert f"options: {option.name}={value}" in str(state).splitlines()
            assert read_state(str(state)) == state
            assert getattr(state.options, option.name) == value
    assert "options" not in str(new(2, 4, icons="A", hand_limit="8", start_acorns="2"))


def test_moves_are_values() -> None:
    assert {Move("end"), Move("end")} == {Move("end")}
    assert CARD_SET.code not in str(new(2, 1))
