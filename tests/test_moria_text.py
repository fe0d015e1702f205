"""Autumn of Moria: position texts, move texts, share codes, and what they answer to bad input."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from walks import walk

from puzzles.core.state import RulesError
from puzzles.core.text import share, unshare
from puzzles.moria import CARD_SET, OPTIONS, Move, State, new, read_move, read_state
from puzzles.moria.cells import (
    CENTRE,
    DIRECTIONS,
    MOST,
    STEPS,
    cell_at,
    cell_text,
    cell_xy,
    is_on_map,
    read_cell,
)
from puzzles.moria.state import KEYS_AFTER, KEYS_BEFORE

P1 = """\
game: moria
seats: blue | red
turn: blue act 0
round: 1
0,0: castle:blue n
1,0: gold_mine:blue n blue*1
2,0: ruby_mine:red e
0,1: ogre_tavern:red n red*1
1,1: general_store:blue s red*1
2,1: diamond_mine:red n
land: - | -
gems: gold*2 | -
open: T1"""

POSITIONS = {
    "P2": "seats: blue | red\n0,0: castle:blue n\n1,0: dragon:red n blue*2\n2,0: emerald_mine:blue n blue*2\n"
    "3,0: general_store:red s blue*2\nland: - | -\ngems: diamond*1 | -\nopen: T3",
    "P3": "seats: blue | red\n0,0: ruby_mine:red s\nland: castle ruby_mine | -",
    "P4": "seats: blue | red\nturn: red act 0\n0,0: castle:blue n\n1,0: general_store:blue n\n1,1: gold_mine:blue s\n"
    "2,1: ruby_mine:red e\nland: - | gold_mine",
    "P5": "seats: blue | red\nturn: blue act 3\n0,0: emerald_mine:red e blue*2 red*1\n1,0: gold_mine:red e blue*1\n"
    "land: castle ruby_mine emerald_mine diamond_mine gold_mine ogre_tavern general_store dragon | -\ngems: ruby*1 | -",
    "P6": "seats: blue | red\nturn: blue act 3\n0,0: castle:blue n blue*2\n1,0: gold_mine:blue n < dragon:red n\n"
    "2,0: gold_mine:red n blue*2\nland: - | -",
    "P7": "seats: blue\n0,0: ruby_mine:blue s\n1,0: general_store:blue s\n0,1: castle:blue s\nland: -\ngems: gold*2\n"
    "open: T4",
    "P8": "seats: blue\nturn: blue act 4\n0,0: castle:blue n\n1,0: gold_mine:blue n blue*2\n"
    "2,0: general_store:blue s blue*3\nland: -\ngems: ruby*1 emerald*1 diamond*1\nsecret: S4\nopen: T5 T2",
}


# --- canonical form -----------------------------------------------------------------------------


def test_the_example_of_the_rules_is_written_as_it_was_read() -> None:
    assert str(read_state(P1)) == P1
    pile = "3,-1: gold_mine:blue n < ruby_mine:red e < dragon:blue s blue*2 red*1"
    state = read_state(f"seats: blue | red\n{pile}\nland: - | -")
    assert pile in str(state).splitlines()
    assert cell_xy(state.cells[0].cell) == (3, -1)
    assert state.cells[0].dwarves == (2, 1)


@pytest.mark.parametrize("name", POSITIONS)
def test_reference_positions_are_read_and_written_back(name: str) -> None:
    state = read_state(POSITIONS[name])
    written = str(state)
    assert read_state(written) == state
    lines = dict(line.split(": ", 1) for line in written.splitlines())
    for line in POSITIONS[name].splitlines():
        key, value = line.split(": ", 1)
        assert lines[key] == value


def test_what_is_always_written() -> None:
    assert str(read_state("seats: red")).splitlines() == [
        "game: moria",
        "seats: red",
        "turn: red act 0",
        "round: 1",
        "land: castle ruby_mine emerald_mine diamond_mine gold_mine ogre_tavern general_store dragon frost_giant",
    ]


def test_every_key_is_written_and_read_back() -> None:
    """Together these positions use every key of the table."""
    texts = [
        "game: moria\noptions: cover=any step=far rounds=9\nseats: green | blue | red\nturn: blue gather 0,-3 -2,0 5,0\n"
        "round: 4\nlast: yes\n0,-3: castle:blue s blue*2\n-2,0: gold_mine:blue n < dragon:red w blue*3\n"
        "5,0: general_store:green e < ogre_tavern:green n blue*2\nland: - | ruby_mine frost_giant | -\n"
        "gems: ruby*1 gold*2 | - | diamond*8\nogres: thief robber | ? ? | -\ngoals: T1 | T3 T2 | -\n"
        "secret: S1 | S4! | ?\nslain: - | dragon:blue frost_giant:red | -\nopen: T4 ?\ndeck: ? T5 ?\n"
        "ogre_deck: ? brute\nogre_discard: thief swapper",
        "game: moria\noptions: castle_bonus=start\nseats: blue\nturn: blue act 1 of 3\nround: 1\nland: castle",
        f"game: moria\nset: {_owner_s()}\nseats: blue | red\nturn: red burn\nround: 2\nland: - | -",
        "game: moria\nseats: blue | red\nturn: over\nround: 2\nlast: yes\nland: - | -",
    ]
    used = set()
    for text in texts:
        state = read_state(text)
        assert str(state) == text
        used |= {line.split(": ")[0] for line in text.splitlines()}
    assert used >= {*KEYS_BEFORE, *KEYS_AFTER}


def _owner_s() -> str:
    """The code of a set in which the hand may hold ten cards."""
    import json

    table = json.loads(unshare(CARD_SET.code))
    table["counts"]["hand_limit"] = 10
    return share(json.dumps(table, sort_keys=True, separators=(",", ":")))


def test_defaults() -> None:
    state = read_state("seats: blue | red\n1,0: castle:blue n\nslain: - | dragon:blue")
    assert state.land[0] == (1, 2, 3, 4, 5, 6, 8)  # neither the castle nor the slain dragon
    assert state.land[1] == tuple(range(9))
    assert (state.to_move, state.phase, state.used, state.round, state.last) == (0, "act", 0, 1, False)
    assert (state.secrets, state.open_goals, state.ogre_deck) == (("", ""), (), ())
    assert state.cards == CARD_SET
    given = ["game: moria", "set: reconstructed-v1", "last: no", "seats: blue"]
    assert read_state("\n".join([given[0], given[1], given[3], given[2]])) == read_state("seats: blue")


def test_turns_with_equal_walls_are_one() -> None:
    for turn, written in zip("nesw", "nene", strict=True):
        for kind in ("emerald_mine", "ogre_tavern"):
            state = read_state(f"seats: blue\n0,0: {kind}:blue {turn}")
            assert f"0,0: {kind}:blue {written}" in str(state).splitlines()
        assert f"castle:blue {turn}" in str(read_state(f"seats: blue\n0,0: castle:blue {turn}"))


def test_cells_are_written_by_y_and_then_x() -> None:
    lines = ["-1,-2", "3,-2", "-4,0", "0,0", "2,0", "-9,7"]
    text = "seats: blue\n" + "\n".join(
        f"{cell}: {land.kind}:blue n" for cell, land in zip(lines, CARD_SET.land, strict=False)
    )
    state = read_state(text + "\nland: -")
    assert [cell_text(pile.cell) for pile in state.cells] == lines


@given(st.integers(0, 10**6), st.integers(1, 4))
def test_random_positions_round_trip_through_share_codes(seed: int, players: int) -> None:
    state = [then for _, then in walk(new(players, seed), seed, 30)][-1]
    for shown in (state, *map(state.view, range(players))):
        assert read_state(unshare(share(str(shown)))) == shown


# --- cells --------------------------------------------------------------------------------------


def test_cells_are_numbers_in_order() -> None:
    for x in (-MOST, -1, 0, 7, MOST):
        for y in (-MOST, -1, 0, 7, MOST):
            cell = cell_at(x, y)
            assert cell_xy(cell) == (x, y)
            assert read_cell(cell_text(cell), "here") == cell
            assert is_on_map(cell)
            around = [cell_xy(cell + step) for step in STEPS]
            assert around == [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
    assert DIRECTIONS == "nesw"
    assert cell_text(CENTRE) == "0,0"
    assert cell_at(5, -1) < cell_at(-5, 0) < cell_at(-4, 0)
    assert not is_on_map(cell_at(MOST, 0) + 1)
    assert not is_on_map(cell_at(0, MOST) + STEPS[2])


@pytest.mark.parametrize(
    "text", ["", "1", "1,", "a,b", "1,2,3", "+1,0", "01,0", "-0,0", "100,0", "0,-100", "1.0,0", "²,0"]
)
def test_bad_cells(text: str) -> None:
    with pytest.raises(RulesError, match="here: got the cell"):
        read_cell(text, "here")


# --- moves --------------------------------------------------------------------------------------

MOVES = {
    "play 1,0 gold_mine e": Move("play", cell_at(1, 0), "gold_mine", "e"),
    "place 1,0": Move("place", cell_at(1, 0)),
    "move 1,0 2,0": Move("move", cell_at(1, 0), to=cell_at(2, 0)),
    "ogre thief red ruby": Move("ogre", name="thief", what="ruby", colour="red"),
    "ogre brute red 1,0": Move("ogre", cell_at(1, 0), "brute", colour="red"),
    "ogre scarer red 1,0 2,0": Move("ogre", cell_at(1, 0), "scarer", to=cell_at(2, 0), colour="red"),
    "ogre robber red": Move("ogre", name="robber", colour="red"),
    "ogre swapper blue 0,0 red 1,0": Move("ogre", cell_at(0, 0), "swapper", "red", cell_at(1, 0), "blue"),
    "reveal": Move("reveal"),
    "reveal red": Move("reveal", colour="red"),
    "done": Move("done"),
    "take 1,0": Move("take", cell_at(1, 0)),
    "take 0,1 nothing": Move("take", cell_at(0, 1), "nothing"),
    "take 0,1 buy T3": Move("take", cell_at(0, 1), "buy", "T3"),
    "take 0,0 dig 2,1": Move("take", cell_at(0, 0), "dig", to=cell_at(2, 1)),
    "leave 0,0": Move("leave", cell_at(0, 0)),
    "burn ruby": Move("burn", name="ruby"),
    "burn ?": Move("burn", name="?"),
    "end": Move("end"),
}


@pytest.mark.parametrize("text", MOVES)
def test_every_form_of_a_move(text: str) -> None:
    assert read_move(text) == MOVES[text]
    assert str(MOVES[text]) == text
    assert read_move(f"  {text.replace(' ', '   ')} ") == MOVES[text]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "",
            "got the verb '', expected one of play, place, move, ogre, reveal, done, take, leave, burn, end",
        ),
        ("dig 1,0", "got the verb 'dig'"),
        ("play 1,0 castle", "expected 'play 1,0 gold_mine e'"),
        ("play 1,0 castle x", "got the turn 'x', expected one of n e s w"),
        ("play 1,0 castle nn", "got the turn 'nn'"),
        ("play 1,0 Castle n", "got the kind of land card 'Castle', expected a word of small letters"),
        ("play 1 castle n", "got the cell '1', expected x,y"),
        ("place", "expected 'place 1,0', a cell"),
        ("place 1,0 2,0", "expected 'place 1,0', a cell"),
        ("move 1,0", "expected 'move 1,0 2,0'"),
        ("ogre thief", "expected 'ogre thief red ruby'"),
        ("ogre swapper blue 0,0 red 1,0 2,0", "expected 'ogre thief red ruby'"),
        ("ogre scarer red 0,0 red", "got the cell 'red'"),
        ("ogre thief RED ruby", "got the colour 'RED'"),
        ("reveal red blue", "expected 'reveal', or 'reveal red'"),
        ("done 1,0", "expected 'done' alone"),
        ("end now", "expected 'end' alone"),
        ("take", "expected 'take 1,0'"),
        ("take 1,0 buy", "expected 'take 1,0'"),
        ("take 1,0 buy t3", "got the goal 't3', expected an id such as T3"),
        ("take 1,0 dig", "expected 'take 1,0'"),
        ("take 1,0 sell T3", "expected 'take 1,0'"),
        ("leave", "expected 'leave 1,0', a cell"),
        ("burn", "expected 'burn ruby'"),
        ("burn RUBY", "got the gem type or ogre 'RUBY'"),
    ],
)
def test_bad_move_texts(text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_move(text)
    assert words in str(caught.value)
    assert str(caught.value).startswith("move ")


def test_a_move_that_is_no_text() -> None:
    with pytest.raises(RulesError, match="move: got int, expected a text"):
        read_move(3)  # type: ignore[arg-type]


@given(st.text(max_size=60))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = read_move(text)
    except RulesError:
        return
    assert read_move(str(move)) == move


# --- what a position text answers ---------------------------------------------------------------

HEAD = "seats: blue | red\n"
ERRORS = [
    ("", "position: the key 'seats' is missing"),
    ("game: chess\nseats: blue", "position, game: got 'chess', expected moria"),
    (
        "seats: blue | pink",
        "position, seats: got 'pink', expected different ones of blue, red, green, yellow",
    ),
    ("seats: blue | blue", "position, seats: got 'blue', expected different ones"),
    (
        "set: mine\nseats: blue",
        "position, set: got 'mine', expected reconstructed-v1 or the code of a card set",
    ),
    ("set: ps1.abc\nseats: blue", "position, set, share code:"),
    (
        "options: luck=yes\nseats: blue",
        "position, options: got 'luck=yes', expected NAME=VALUE with one of mixed",
    ),
    ("options: cover\nseats: blue", "position, options: got 'cover', expected NAME=VALUE"),
    ("options: cover=all\nseats: blue", "position, options, cover: got 'all', expected one of strict, any"),
    ("options: rounds=100\nseats: blue", "position, options, rounds: got '100', expected 0 to 99"),
    (
        "options: cover=any mixed=freeze\nseats: blue",
        "position, options: got mixed after cover, expected the order",
    ),
    ("options: cover=any cover=any\nseats: blue", "position, options: got cover twice, expected it once"),
    (
        HEAD + "colour: blue",
        "position, line 2: got the key 'colour', expected one of game, set, options, seats",
    ),
    ("turn: blue act 0\nseats: blue", "position, line 2: got the key 'seats' after 'turn'"),
    (HEAD + "land: - | -\n0,0: castle:blue n", "got the key '0,0' after 'land'"),
    (HEAD + "1,0: castle:blue n\n0,0: castle:red n", "got the key '0,0' after '1,0'"),
    (HEAD + "0,0: castle:blue n\n0,0: castle:red n", "got the key '0,0' a second time"),
    (
        HEAD + "100,0: castle:blue n",
        "position, line 2: got the cell '100,0', expected x,y with whole numbers",
    ),
    (HEAD + "x,y: castle:blue n", "position, line 2: got the cell 'x,y', expected x,y with whole numbers"),
    (HEAD + "turn: blue rest", "position, turn: got 'blue rest', expected blue act 2, blue gather 0,0 1,0"),
    (HEAD + "turn: pink act 0", "position, turn: got the colour 'pink', expected one of blue, red"),
    (HEAD + "turn: blue act", "position, turn: got 'blue act', expected blue act 2"),
    (HEAD + "turn: blue act 5", "position, turn, actions used: got 5, expected 0 to 4"),
    (HEAD + "turn: blue act 1 of 4", "position, turn: got 'blue act 1 of 4', expected blue act 2,"),
    (
        "options: castle_bonus=start\n" + HEAD + "turn: blue act 1",
        "position, turn: got 'blue act 1', expected blue act 2 of 4",
    ),
    (
        "options: castle_bonus=start\n" + HEAD + "turn: blue act 4 of 3",
        "position, turn, actions used: got 4, expected 0 to 3",
    ),
    (
        "options: castle_bonus=start\n" + HEAD + "turn: blue act 1 of 5",
        "position, turn, of: got 5, expected 3 to 4",
    ),
    (HEAD + "turn: blue gather", "position, turn: got 'blue gather', expected"),
    (HEAD + "turn: blue burn 0,0", "position, turn: got 'blue burn 0,0', expected"),
    (
        HEAD + "turn: blue gather 1,0 0,0",
        "position, turn: got 'blue gather 1,0 0,0', expected the cells by y, then x",
    ),
    (HEAD + "turn: blue gather 1", "position, turn: got the cell '1', expected x,y"),
    (
        HEAD + "turn: blue gather 0,0\n0,0: gold_mine:blue n blue*1",
        "position, turn: got 0,0 to gather, expected a card that is ready for blue (MO-37)",
    ),
    (HEAD + "turn: over", "position, turn: got over, expected last: yes with it (MO-50)"),
    (
        "options: rounds=5\n" + HEAD + "turn: over\nround: 4",
        "position, turn: got over, expected last: yes with it (MO-50) or round: 5 (MO-53)",
    ),
    ("options: rounds=5\n" + HEAD + "round: 6", "position, round: got 6, expected at most 5 (MO-53)"),
    (
        HEAD + "turn: over\nlast: yes\ngems: ruby*6 | -\nsecret: S5 | -",
        "position, secret, blue: got S5 in a game that is over, expected S5!, for it is fulfilled (MO-51)",
    ),
    (HEAD + "round: 0", "position, round: got 0, expected 1 to"),
    (HEAD + "last: maybe", "position, last: got 'maybe', expected yes or no"),
    (
        HEAD + "0,0: volcano:blue n",
        "position, 0,0: got 'volcano:blue', expected KIND:COLOUR with one of castle",
    ),
    (
        HEAD + "0,0: castle",
        "position, 0,0: got 'castle', expected a card and its turn, e.g. gold_mine:blue n",
    ),
    (HEAD + "0,0: castle:blue x", "position, 0,0: got 'castle:blue x', expected a card and its turn"),
    (HEAD + "0,0: castle:green n", "position, 0,0: got the colour 'green', expected one of blue, red"),
    (
        HEAD + "0,0: castle:blue n blue",
        "position, 0,0: got 'blue', expected NAME*COUNT with one of blue, red",
    ),
    (
        HEAD + "0,0: castle:blue n red*1 blue*1",
        "position, 0,0: got blue after red, expected the order blue, red",
    ),
    (HEAD + "0,0: castle:blue n blue*0", "position, 0,0, blue: got 0, expected 1 to 7"),
    (
        HEAD + "0,0: castle:blue n blue*2 red*2",
        "position, 0,0: got 4 dwarves, expected at most 3, the slots of castle",
    ),
    (
        HEAD + "0,0: ruby_mine:blue n blue*4\n1,0: general_store:blue n blue*4",
        "position: got 8 blue dwarves on the map, expected at most 7 (MO-2)",
    ),
    (
        HEAD + "0,0: castle:blue n\n1,0: castle:blue n",
        "position, 1,0: got castle:blue a second time (first: 0,0), expected each land card once (MO-2)",
    ),
    (HEAD + "0,0: castle:blue n\nland: castle | -", "position, land, blue: got castle:blue a second time"),
    (
        HEAD + "0,0: dragon:red n\nslain: dragon:red | -",
        "position, slain, blue: got dragon:red a second time",
    ),
    (HEAD + "slain: castle:red | -", "position, slain, blue: got castle:red, expected monsters (MO-31)"),
    (
        HEAD + "0,0: gold_mine:blue n < ogre_tavern:red n",
        "position, 0,0: got a pile of the symbols dragon and dwarf, expected one symbol (MO-18)",
    ),
    (
        HEAD + "0,0: castle:blue n < frost_giant:red n",
        "position, 0,0: got a castle in a pile, expected it alone on its cell (MO-20)",
    ),
    (
        HEAD + "land: ruby_mine castle | -",
        "position, land, blue: got castle after ruby_mine, expected the order castle",
    ),
    (HEAD + "land: castle castle | -", "position, land, blue: got castle after castle"),
    (HEAD + "land: volcano | -", "position, land, blue: got 'volcano', expected one of castle"),
    (HEAD + "land: -", "position, land, seats: got 1 parts, expected 2"),
    (HEAD + "gems: gold*1 ruby*1 | -", "position, gems, blue: got ruby after gold, expected the order ruby"),
    (HEAD + "gems: ruby*5 | ruby*4", "position, gems: got 9 ruby in all, expected at most 8 (MO-2)"),
    (HEAD + "gems: pearl*1 | -", "position, gems, blue: got 'pearl*1', expected NAME*COUNT with one of ruby"),
    (HEAD + "ogres: troll | -", "position, ogres, blue: got 'troll', expected one of thief, brute"),
    (
        HEAD + "ogres: robber robber | robber",
        "position, ogres: got 3 robber in all, expected at most 2 (MO-2)",
    ),
    (HEAD + "ogre_deck: " + "? " * 14, "position, ogres: got 14 in all, expected at most 13 (MO-2)"),
    (HEAD + "goals: T1 | T1", "position, goals, red: got T1 a second time, expected each goal once (MO-2)"),
    (HEAD + "goals: T1 | -\ndeck: T1", "position, deck: got T1 a second time"),
    (HEAD + "goals: ? | -", "position, goals, blue: got '?', expected one of T1"),
    (HEAD + "open: T1 T2 T3 T4", "position, open: got 4 goals, expected at most 3 (MO-4)"),
    (HEAD + "deck: " + "? " * 11, "position, goals: got 11 trading goals in all, expected at most 10 (MO-2)"),
    (HEAD + "secret: S1 | S1!", "position, secret: got S1 2 times, expected each goal once (MO-5)"),
    (HEAD + "secret: S9 | -", "position, secret, blue: got 'S9', expected one of S1"),
    (HEAD + "secret: ?! | -", "position, secret, blue: got '?!', expected one of S1"),
    ("seats: blue" + " " * 20_000, "position: got 20011 characters, expected at most 20000"),
]


@pytest.mark.parametrize(("text", "words"), ERRORS, ids=[words[:70] for _, words in ERRORS])
def test_bad_positions(text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_state(text)
    assert words in str(caught.value)


def test_a_position_that_is_no_text() -> None:
    with pytest.raises(RulesError, match="position: got NoneType, expected a text"):
        read_state(None)  # type: ignore[arg-type]


@given(
    st.lists(
        st.sampled_from([*P1.splitlines(), "", "0,0:", "turn: over", "9,9: dragon:red n red*3"]), max_size=20
    )
)
def test_any_lines_are_a_position_or_refused(lines: list[str]) -> None:
    try:
        state = read_state("\n".join(lines))
    except RulesError:
        return
    assert read_state(str(state)) == state


def mutations(text: str) -> Iterator[str]:
    """The text with one letter left out or doubled."""
    for place in range(len(text)):
        yield text[:place] + text[place + 1 :]
        yield text[:place] + text[place] + text[place:]


def test_a_changed_letter_is_refused_or_gives_another_sound_position() -> None:
    for text in mutations(P1):
        try:
            state = read_state(text)
        except RulesError:
            continue
        assert read_state(str(state)) == state
        assert isinstance(state, State)


# --- a new game ---------------------------------------------------------------------------------


def test_a_new_game_in_full() -> None:
    names = (
        "castle ruby_mine emerald_mine diamond_mine gold_mine ogre_tavern general_store dragon frost_giant"
    )
    assert str(new(2, 1)).splitlines() == [
        "game: moria",
        "seats: blue | red",
        "turn: blue act 0",
        "round: 1",
        f"land: {names} | {names}",
        "secret: S5 | S4",
        "open: T5 T8 T1",
        "deck: T6 T2 T7 T3 T4 T9 T10",
        "ogre_deck: thief brute scarer thief swapper brute thief scarer swapper robber robber brute scarer",
    ]
    assert "options: rounds=12" in str(new(1, 1)).splitlines()


@pytest.mark.parametrize("seed", [-1, 10**18, True, "1", 1.0])
def test_bad_seeds(seed: object) -> None:
    with pytest.raises(RulesError, match="new game, seed: got"):
        new(2, seed)  # type: ignore[arg-type]


def test_options_of_a_new_game() -> None:
    for option in OPTIONS:
        for value in option.values[:3]:
            state = new(2, 1, **{option.name: value})
            assert getattr(state.options, option.name) == value
            assert read_state(str(state)) == state
            assert (f"options: {option.name}={value}" in str(state)) is (value != option.default)
    with pytest.raises(RulesError, match="new game, options, step: got 'two', expected one of one, far"):
        new(2, 1, step="two")
    with pytest.raises(RulesError, match="new game, cards: got 3, expected a set from load_cards"):
        new(2, 1, cards=3)  # type: ignore[arg-type]
