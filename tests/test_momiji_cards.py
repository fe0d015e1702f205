"""Momiji: the card file, an owner's card set, and what a bad file answers."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from asking import check_codes

from puzzles.core.play import final, random_walk
from puzzles.core.setcode import MAX_CODE
from puzzles.core.state import RulesError
from puzzles.core.text import share
from puzzles.momiji import CARD_SET, GAME, load_cards, new, read_move, read_state
from puzzles.momiji.cards import FILE, SECTIONS, TEXT, read_code
from puzzles.momiji.scoring import scores, torii_needed, winners

SHIPPED = FILE.read_text(encoding="utf-8")


def written(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The shipped file with these texts replaced, each once, under another name."""
    text = SHIPPED
    for old, then in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, then, 1)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


# --- the shipped set ----------------------------------------------------------------------------


def test_the_shipped_set() -> None:
    assert CARD_SET.name == "reconstructed v1"
    assert CARD_SET.counts == (5, 4, 3, 2)
    assert {letter: one.name for letter, one in CARD_SET.types.items()} == {
        "r": "red",
        "o": "orange",
        "y": "yellow",
        "g": "green",
        "b": "brown",
        "p": "purple",
    }
    assert [one.deck_after_setup for one in CARD_SET.setups.values()] == [46, 40, 48, 56]
    assert list(CARD_SET.objectives) == [f"O{number:02}" for number in range(1, 15)]
    assert list(CARD_SET.landscapes) == list("ABCDEFGHIJK")
    assert sum(one.copies for one in CARD_SET.landscapes.values()) == 20
    assert CARD_SET.starters() == ("A", "B", "C")
    assert len(CARD_SET.deck("royg", "A")) == 56


@pytest.mark.parametrize("table", ["A", "B", "C"])
def test_icons_keep_the_published_facts(table: str) -> None:
    """Only some cards have icons, zeros among them."""
    marks = [mark for value in CARD_SET.icons[table] for mark in value]
    assert 0 < sum(mark != "" for mark in marks) < len(marks)
    assert all(CARD_SET.icons[table][0])
    left = sum(mark in ("=", "<") for mark in marks)
    right = sum(mark in ("=", ">") for mark in marks)
    assert left == right == {"A": 7, "B": 8, "C": 5}[table]


def test_every_entry_has_its_provenance() -> None:
    origins = CARD_SET.origins
    assert set(origins.values()) == {"seed", "published", "reconstructed"}
    assert origins["counts of cards"] == origins["hand_limit"] == origins["the type red"] == "published"
    assert origins["hand_start"] == origins["objective O01"] == "seed"
    assert origins["icons"] == origins["landscape K"] == origins["objective O14"] == "reconstructed"
    assert len(origins) == 1 + 1 + 6 + 4 + 17 + 14 + 11
    assert "start_acorns" in CARD_SET.reconstructed
    assert GAME.notice == CARD_SET.notice
    assert CARD_SET.notice.startswith("Card set: reconstructed v1. Reconstructed, not published: icons, ")


# --- an owner's set -----------------------------------------------------------------------------

OWN = (
    ('name = "reconstructed v1"', 'name = "my copy"'),
    ('icons = "A" ', 'icons = "B" '),
    ("start_acorns = { value = 2", "start_acorns = { value = 3"),
    ("hand_limit = { value = 8", "hand_limit = { value = 9"),
    ("bonus_per_pair = { value = 2", "bonus_per_pair = { value = 4"),
    ("activate_cost = { value = 3", "activate_cost = { value = 2"),
    ("same_max = { value = 2", "same_max = { value = 3"),
)


def test_an_owner_s_set_is_used_and_travels_with_the_state(tmp_path: Path) -> None:
    cards = load_cards(written(tmp_path, *OWN))
    assert cards != CARD_SET
    state = new(2, 5, cards=cards)
    assert state.acorns == (3, 3)
    assert (state.options.icons, state.options.hand_limit) == ("B", "9")
    assert any(TEXT[card] in ("r2<", "o2<", "y2<", "g2<", "b2<", "p2<") for card in state.all_cards)
    text = str(state)
    assert f"cards: {cards.code}" in text.splitlines()
    assert "options" not in text  # they are at the defaults of this set
    found = read_state(text)
    assert found == state
    assert found.cards.parameters == cards.parameters
    assert found.cards.name == "my copy"
    assert new(2, 5, cards=cards.code) == state
    for _, then in random_walk(state, 2):
        assert then.cards is state.cards
    start = f"cards: {cards.code}\nacorns: 2 | 0\nhands: r0= r0= r0= o0= | -\ndeck: -\nobjectives: O01"
    puzzle = read_state(start)
    assert final(puzzle, ["activate O01"], read_move).acorns == (0, 0)
    assert final(puzzle, ["play right r0= right o0="], read_move).acorns == (6, 0)
    assert puzzle.why_not(read_move("play right r0= r0= r0=")) is None
    default = read_state(start.partition("\n")[2])
    assert "MJ-40" in str(default.why_not(read_move("play right r0= r0= r0=")))
    assert default.why_not(read_move("activate O01")) is not None


def test_the_options_that_repeat_a_number_of_the_set(tmp_path: Path) -> None:
    cards = load_cards(written(tmp_path, *OWN))
    state = new(2, 5, cards=cards, icons="A", start_acorns="2", hand_limit="8")
    assert "options: hand_limit=8 icons=A start_acorns=2" in str(state).splitlines()
    assert read_state(str(state)) == state


def test_a_set_is_its_entries(tmp_path: Path) -> None:
    path = written(tmp_path, ("# Per player count.", "# Another comment."), ('name = "red"', 'name="red"'))
    cards = load_cards(path)
    assert cards == CARD_SET
    assert hash(cards) == hash(CARD_SET)
    assert new(3, 1, cards=cards) == new(3, 1)
    assert "cards:" not in str(new(3, 1, cards=cards))
    assert load_cards(str(path)) == CARD_SET
    assert CARD_SET != "reconstructed v1"


def test_a_game_with_an_owner_s_set_in_a_fresh_process(tmp_path: Path, toy: ModuleType) -> None:
    """The position text alone is enough: no file, nothing registered before."""
    import subprocess
    import sys

    cards = load_cards(written(tmp_path, *OWN))
    text = str(new(2, 5, cards=cards))
    program = (
        "import sys; from puzzles.momiji import read_state; state = read_state(sys.stdin.read()); "
        "print(state.cards.name, state.cards.parameters.bonus_per_pair, len(state.moves()))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], input=text, capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout.split() == ["my", "copy", "4", str(len(read_state(text).moves()))]


def test_option_closed_bonus_with_icons_on_a_3(tmp_path: Path) -> None:
    """No 3 of the shipped set has an icon, so an owner's set shows what the option does."""
    cards = load_cards(written(tmp_path, ('3 = ["", ""]', '3 = ["=", "<"]')))
    keys = "hands: o0= g0= | -\nrow0: r:0= 1> 2 3= | y:0="
    for option, acorns in (("closed_bonus=yes", 6), ("closed_bonus=no", 2)):
        state = read_state(f"options: {option}\ncards: {cards.code}\n{keys}")
        assert final(state, ["play left o0= right g0="], read_move).acorns == (acorns, 0)


def test_other_numbers_of_a_set_are_used(tmp_path: Path) -> None:
    cards = load_cards(
        written(
            tmp_path,
            ("reveal_cost = { value = 1", "reveal_cost = { value = 2"),
            ("reveal_cards = { value = 4", "reveal_cards = { value = 3"),
            ("different_min = { value = 2", "different_min = { value = 3"),
            ("exchange_cards = { value = 2", "exchange_cards = { value = 3"),
            ("exchange_acorns = { value = 1", "exchange_acorns = { value = 2"),
            ("landscape_cost = { value = 1", "landscape_cost = { value = 0"),
            ("holder_points = { value = 10", "holder_points = { value = 12"),
            ("other_points = { value = 3", "other_points = { value = 5"),
            ("acorn_points = { value = 1", "acorn_points = { value = 2"),
            ("torii = 4", "torii = 1"),
            ("solo = 6", "solo = 2"),
        )
    )
    head = f"cards: {cards.code}\n"
    state = read_state(
        head + "acorns: 2 | 0\nhands: r0= o0= y0= | -\ndeck: g0= g0= g0= g1<\nlandscapes: D | -"
    )
    shown = final(state, ["reveal"], read_move)
    assert (shown.acorns, len(shown.display)) == ((0, 0), 3)
    assert all(len(move.cards) in (1, 3) for move in state.moves() if move.verb == "play")
    assert "MJ-41" in str(state.why_not(read_move("play right r0= right o0=")))
    assert final(state, ["exchange r0= o0= y0="], read_move).acorns == (4, 0)
    assert "MJ-67: an exchange takes 3 cards" in str(state.why_not(read_move("exchange r0= o0=")))
    assert final(state, ["use D"], read_move).acorns == (2, 0)
    over = read_state(head + "turns_left: 0\nacorns: 1 | 0\nrow0: r:0=\nrow1: o:0=\nheld: O01 | -")
    assert scores(over) == (14, 5)
    alone = "players: 1\n" + head + "turns_left: 0\nacorns: 20\nrow0: r:0= 0= 1> 2 3 | o:0= 1> 2 3\nheld: O01"
    assert torii_needed(read_state(alone)) == 1
    assert winners(read_state(alone)) == (0,)
    assert winners(replace(read_state(alone), cards=CARD_SET)) == ()


def test_a_set_with_one_icon_table(tmp_path: Path) -> None:
    start, end = SHIPPED.index("[icons.B]"), SHIPPED.index("# Per player count.")
    cards = load_cards(written(tmp_path, (SHIPPED[start:end], "")))
    assert list(cards.icons) == ["A"]
    with pytest.raises(RulesError, match="icons: got 'B', expected one of A"):
        new(2, 1, cards=cards, icons="B")


def test_two_landscapes_may_do_the_same(tmp_path: Path) -> None:
    cards = load_cards(written(tmp_path, ('effect = "skip_one"', 'effect = "draw_two"')))
    state = read_state(
        f"cards: {cards.code}\nacorns: 1 | 0\ndisplay: r0=\ndeck: o0= y0= g0=\nlandscapes: G | -"
    )
    assert len(final(state, ["use G"], read_move).hands[0]) == 2


# --- what a file answers ------------------------------------------------------------------------

ERRORS = [
    ('game = "momiji"', 'game = "moria"', "mine.toml, set, game: got 'moria', expected 'momiji'"),
    ("format = 1", "format = 2", "mine.toml, set, format: got 2, expected 1"),
    ('name = "reconstructed v1"', 'name = ""', "mine.toml, set, name: got '', expected 1 to 120"),
    (
        'icons = "A"            #',
        'icons = "D"            #',
        "mine.toml, set, icons: got 'D', expected one of A, B, C",
    ),
    ("[set]", "[set]\nowner = 1", "mine.toml, set: got the key 'owner', expected name, game, format, icons"),
    ("[deck]", "[box]", "mine.toml: got the key 'box', expected set, deck, type"),
    ("0 = 5, 1 = 4", "0 = 6, 1 = 4", "mine.toml, deck, per_type: got 14, expected 15, the sum of count"),
    ("0 = 5, 1 = 4", "0 = 0, 1 = 9", "mine.toml, deck, count, 0: got 0, expected 1 or more"),
    (
        "0 = 5, 1 = 4",
        '0 = "5", 1 = 4',
        "mine.toml, deck, count, 0: got '5' (a text), expected a whole number",
    ),
    ("0 = 5, 1 = 4", "4 = 5, 1 = 4", "mine.toml, deck, count: got the key '4', expected 0, 1, 2, 3"),
    ("total = 84", "total = 80", "mine.toml, deck, total: got 80, expected 84, 6 types of 14 cards"),
    (
        'letter = "r"',
        'letter = "x"',
        "mine.toml, type, entry 1, letter: got 'x', expected six different ones of r o",
    ),
    (
        'letter = "o"',
        'letter = "r"',
        "mine.toml, type, entry 2, letter: got 'r', expected six different ones",
    ),
    ('name = "orange"', 'name = "red"', "mine.toml, type, entry 2, name: got 'red' a second time"),
    ('1 = ["<", "<", ">", ">"]', '1 = ["<", "<", ">"]', "mine.toml, icons, A, 1: got 3 marks, expected 4"),
    (
        '1 = ["<", "<", ">", ">"]',
        '1 = ["<", "<", ">", "x"]',
        "mine.toml, icons, A, 1: got the mark 'x', expected '='",
    ),
    ("[icons.A]", "[icons.D]", "mine.toml, icons: got the key 'D', expected provenance, A, B, C"),
    (
        "count = 1\ntypes = 4",
        "count = 2\ntypes = 4",
        "mine.toml, players, entry 2, count: got 2 a second time",
    ),
    (
        "count = 1\ntypes = 4",
        "count = 5\ntypes = 4",
        "mine.toml, players, entry 1, count: got 5, expected 1 to 4",
    ),
    ("types = 5", "types = 7", "mine.toml, players, entry 3, types: got 7, expected 1 to 6"),
    (
        "deck_after_setup = 40",
        "deck_after_setup = 41",
        "deck_after_setup: got 41, expected 40, that is 14 x 4 - 6 x 2 - 4",
    ),
    (
        "hand_start = { value = 6",
        "hand_start = { value = 7",
        "count 1, deck_after_setup: got 46, expected 45",
    ),
    ("types = 6", "types = 1", "count 4, deck_after_setup: got 56, expected -14"),
    (
        "same_max = { value = 2",
        "same_max = { value = 0",
        "mine.toml, parameters, same_max, value: got 0, expected 1 to 5",
    ),
    (
        "hand_limit = { value = 8",
        "hand_limit = { value = 5",
        "parameters, hand_limit, value: got 5, expected 6 to 20",
    ),
    (
        "landscapes_each = { value = 3",
        "landscapes_each = { value = 4",
        "landscapes_each, value: got 4, expected 3",
    ),
    (
        "reveal_cost = { value = 1",
        "reveal_cost = { value = -1",
        "reveal_cost, value: got -1, expected 0 to 99",
    ),
    ("reveal_cost =", "peek_cost =", "mine.toml, parameters: got the key 'peek_cost', expected hand_start"),
    ('id = "O02"', 'id = "O01"', "mine.toml, objective, entry 2, id: got O01 a second time"),
    ('id = "O02"', 'id = "o2"', "mine.toml, objective, entry 2, id: got 'o2', expected a capital letter"),
    (
        'metric = "top_sum"',
        'metric = "luck"',
        "entry 2 (O02), metric: got 'luck', expected one of value_count",
    ),
    ('arg = "0"', 'arg = "4"', "entry 1 (O01), arg: got '4', expected '0' or '1' or '2' or '3'"),
    ('arg = ""', 'arg = "r"', "entry 2 (O02), arg: got 'r', expected ''"),
    (
        'arg = "p"',
        'arg = "b"',
        "mine.toml, objective: got no type_count objective for p, expected one for each type",
    ),
    (
        "objectives = 6",
        "objectives = 16",
        "objective: got 14 objectives that 4 players can surely draw from (MJ-6), expected at least 16",
    ),
    ("objectives = 5", "objectives = 14", "objective: got 13 objectives that 3 players can surely draw from"),
    ("solo = 6", "solo = 0", "entry 1 (O01), solo: got 0, expected 1 to 999"),
    (
        'text = "most cards of value 0"',
        "text = 7",
        "entry 1 (O01), text: got 7 (a whole number), expected a text",
    ),
    (
        'section = "left"\ncopies = 4',
        'section = "top"\ncopies = 4',
        "entry 1 (A), section: got 'top', expected one of left",
    ),
    (
        'effect = "draw_two"',
        'effect = "draw_six"',
        "entry 4 (D), effect: got 'draw_six', expected one of second_type",
    ),
    (
        'section = "middle"\ncopies = 4',
        'section = "middle"\ncopies = 3',
        "section middle: got at most 3 copies of a landscape",
    ),
    (
        'section = "left"\ncopies = 1',
        'section = "left"\ncopies = 2',
        "landscape, copies: got 21 tiles in all, expected 20",
    ),
    (
        'provenance = "published"   #',
        'provenance = "rumour"   #',
        "mine.toml, deck, provenance: got 'rumour', expected one of seed",
    ),
    (
        '{ value = 6, provenance = "seed" }',
        "{ value = 6 }",
        "parameters, hand_start: the key 'provenance' is missing",
    ),
    ("[set]", "[set", "mine.toml: not valid TOML"),
]


@pytest.mark.parametrize(("old", "then", "words"), ERRORS, ids=[f"{words[:60]}" for _, _, words in ERRORS])
def test_what_a_card_file_refuses(tmp_path: Path, old: str, then: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_cards(written(tmp_path, (old, then)))
    assert words in str(caught.value)
    assert str(caught.value).startswith("mine.toml")


def test_missing_entries_are_named(tmp_path: Path) -> None:
    without_type = re.sub(r'\[\[type\]\]\nletter = "p"[^\[]*', "", SHIPPED)
    without_count = re.sub(r"\[\[players\]\]\ncount = 3[^\[]*", "", SHIPPED)
    path = tmp_path / "mine.toml"
    for text, words in (
        (without_type, "mine.toml, type: got 5 types, expected six different ones of r o y g b p"),
        (without_count, "mine.toml, players: got no entry for count 3, expected 1, 2, 3 and 4 once each"),
    ):
        assert text != SHIPPED
        path.write_text(text, encoding="utf-8")
        with pytest.raises(RulesError, match=words):
            load_cards(path)
    with pytest.raises(RulesError, match=r"nowhere.toml: cannot be read"):
        load_cards(tmp_path / "nowhere.toml")


def test_a_set_must_fit_into_a_position_text(tmp_path: Path) -> None:
    assert len(CARD_SET.code) < 2000
    lines = []
    for number in range(1, 900):
        scrambled = share(str(number) * 9)[4:60]
        lines.append(
            f'[[objective]]\nid = "X{number}"\ntext = "{scrambled}"\nmetric = "piles"\narg = ""\nsolo = 1\n'
            'provenance = "reconstructed"\n'
        )
    path = tmp_path / "mine.toml"
    path.write_text(SHIPPED + "".join(lines), encoding="utf-8")
    with pytest.raises(RulesError, match=f"characters in code, expected at most {MAX_CODE}"):
        load_cards(path)


def test_codes_of_a_set() -> None:
    check_codes(read_code, CARD_SET, "cards", "set")


def test_sections_and_copies_serve_four_players() -> None:
    copies = Counter(dict.fromkeys(SECTIONS, 0))
    for one in CARD_SET.landscapes.values():
        copies[one.section] += one.copies
    assert all(number >= 5 for number in copies.values())
