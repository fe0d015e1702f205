"""puzzles.core and puzzles: TOML tables, rule books, puzzle files, the registry of games, light imports."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import puzzles
from puzzles.core import Game, RulesError
from puzzles.core.puzzle import read_puzzle
from puzzles.core.rulebook import read_rules
from puzzles.core.tables import MAX_FILE, check_keys, check_provenance, check_type, read_toml

# --- TOML ---------------------------------------------------------------------------------------


def written(tmp_path: Path, text: str | bytes, name: str = "file.toml") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_read_toml(tmp_path: Path) -> None:
    assert read_toml(written(tmp_path, 'a = 1\n[b]\nc = "x"\n')) == {"a": 1, "b": {"c": "x"}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = ", "file.toml: not valid TOML: "),
        ("a = 1\na = 2", "file.toml: not valid TOML: "),
        (b"a = '\xff'", "file.toml: got bytes that are not UTF-8, expected a text file"),
        ("a = 1 #" + " " * MAX_FILE, f"file.toml: got {MAX_FILE + 7} bytes, expected at most {MAX_FILE}"),
        ("a = " + "[" * 100_000, "file.toml: got tables or lists nested too deeply, expected a few levels"),
        ("a = " + "9" * 5000, "file.toml: not valid TOML: "),
    ],
)
def test_read_toml_refuses_in_words(tmp_path: Path, text: str | bytes, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_toml(written(tmp_path, text))
    assert words in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_read_toml_without_a_file(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"^none.toml: cannot be read: No such file"):
        read_toml(tmp_path / "none.toml")
    with pytest.raises(RulesError, match="cannot be read: "):
        read_toml(tmp_path)


def test_check_keys() -> None:
    check_keys({"a": 1, "b": 2}, ["a"], "here", optional=["b"])
    with pytest.raises(RulesError, match=r"^here: got the key 'c', expected a, b$"):
        check_keys({"a": 1, "c": 2}, ["a"], "here", optional=["b"])
    with pytest.raises(RulesError, match=r"^here: the key 'a' is missing, expected a$"):
        check_keys({"b": 1}, ["a"], "here", optional=["b"])


@pytest.mark.parametrize(
    ("value", "kind", "words"),
    [
        ("1", int, "here: got '1' (a text), expected a whole number"),
        (1, str, "here: got 1 (a whole number), expected a text"),
        (True, int, "here: got True (true or false), expected a whole number"),
        (1.5, (int, str), "here: got 1.5 (a decimal number), expected a whole number or a text"),
        ([], dict, "here: got [] (a list), expected a table"),
        ({}, list, "here: got {} (a table), expected a list"),
    ],
)
def test_check_type(value: object, kind: Any, words: str) -> None:
    with pytest.raises(RulesError, match=re.escape(words)):
        check_type(value, kind, "here")


def test_check_type_lets_right_values_pass() -> None:
    check_type(True, bool, "here")
    check_type(1, (int, str), "here")
    check_type("x", str, "here")


def test_check_provenance() -> None:
    check_provenance({"a": "seed", "b": "reconstructed"}, ["a", "b"], "here")
    with pytest.raises(
        RulesError, match=r"here, a: got 'guess', expected one of seed, published, reconstructed"
    ):
        check_provenance({"a": "guess"}, ["a"], "here")
    with pytest.raises(RulesError, match="here: the key 'b' is missing"):
        check_provenance({"a": "seed"}, ["a", "b"], "here")


# --- rule books ---------------------------------------------------------------------------------


def test_read_rules(tmp_path: Path) -> None:
    path = written(tmp_path, "# Rules\n- **AB-1** Go (once). *(seed)*\ntext\n- **AB-2** Stop. *(x: y; z)*\n")
    assert read_rules(path) == {"AB-1": ("Go (once).", "seed"), "AB-2": ("Stop.", "x: y; z")}
    gap = written(tmp_path, "- **AB-3** Go. *(seed)*\n- **AB-20** Stop. *(seed)*\n")
    assert list(read_rules(gap)) == ["AB-3", "AB-20"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- **AB-0** Go. *(seed)*", "line 1: got the id AB-0, expected AB-1 or a later one"),
        ("- **AB-07** Go. *(seed)*", "line 1: got the id AB-07, expected AB-1 or a later one"),
        ("\n- **AB-3** Go. *(seed)*\n- **AB-3** Go. *(seed)*", "line 3: got the id AB-3, expected AB-4 or"),
        ("- **AB-2** Go. *(seed)*\n- **AB-1** Go. *(seed)*", "line 2: got the id AB-1, expected AB-3 or"),
        ("- **AB-1** Go. *(seed)*\n- **CD-2** Go. *(seed)*", "line 2: got the id CD-2, expected AB-2 or"),
        ("- **AB-1** Go.", "line 1: got '- **AB-1** Go.', expected '- **XX-1** words *(provenance)*'"),
        ("- **ab-1** Go. *(seed)*", "expected '- **XX-1** words *(provenance)*'"),
    ],
)
def test_read_rules_refuses_in_words(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_rules(written(tmp_path, text, "RULES.md"))
    assert words in str(caught.value)
    assert str(caught.value).startswith("RULES.md")


def test_read_rules_without_a_file(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"RULES.md: cannot be read"):
        read_rules(tmp_path / "RULES.md")


def test_the_rules_of_a_game_are_seen_by_id() -> None:
    words, source = puzzles.game("shifting_stones").rules["SS-14"]
    assert words == "A turn may score several cards, before, between and after the moves of tiles."
    assert source == "seed: several; published: when"


# --- puzzle files -------------------------------------------------------------------------------

PUZZLE = '''\
format = 1
title = "Two and two"
problem = "most_points"
start = """
game: toy
piles: 3 3 2
to_move: 0
left: 2
round: 1
hands: 1 | 2
points: 0 | 0
played: -
deck: ?7
"""
source = "reconstructed: made up"
teaches = "Pairs give most."
level = 1

[answer]
value = 4
plan = ["take a b", "take a c", "end"]
proof = "four is all that two actions can give"

[evidence]
nodes = 12
'''


def test_a_puzzle_file_is_read(tmp_path: Path, toy: ModuleType) -> None:
    puzzle = read_puzzle(written(tmp_path, PUZZLE, "01_pairs.toml"), toy.GAME)
    assert (puzzle.key, puzzle.game, puzzle.title, puzzle.level) == ("toy/01_pairs", "toy", "Two and two", 1)
    assert puzzle.problem == toy.MostPoints()
    assert puzzle.answer.value == 4
    assert puzzle.answer.plan == ("take a b", "take a c", "end")
    assert puzzle.evidence == (("nodes", 12),)
    assert puzzle.state() == toy.read_state(puzzle.start)


PUZZLE_ERRORS = [
    ("title =", "titel =", "got the key 'titel', expected format, title, problem, start, source, teaches"),
    ("level = 1\n", "", "the key 'level' is missing"),
    ("level = 1", "level = 6", "level: got 6, expected 1 to 5"),
    ("level = 1", "level = true", "level: got True (true or false), expected a whole number"),
    ("format = 1", "format = 2", "format: got 2, expected 1"),
    ('title = "Two and two"', "title = 2", "title: got 2 (a whole number), expected a text"),
    ("most_points", "fewest", "got the problem 'fewest', expected one of most_points"),
    (
        "reconstructed: made",
        "somewhere: made",
        "source: got 'somewhere: made up', expected it to begin with one",
    ),
    ("piles: 3 3 2", "piles: 3 3", "position, piles: got 2 piles, expected 3"),
    ("hands: 1 | 2", "hands: 1 | 9", "position, hands, seat 1: got 9, expected 1 to 3"),
    ("value = 4", "value = 5", "answer, value: got 5, expected 4, which the plan gives"),
    (
        "value = 4",
        'value = "four"',
        "answer, value: got 'four', expected a number, a list of numbers or 'none'",
    ),
    ("value = 4", 'value = "none"', "answer, plan: got 3 moves with the value 'none', expected none"),
    ("value = 4", "value = [4, true]", "answer, value: got True (true or false), expected a whole number"),
    ('"take a c"', '"take a x"', "answer, plan: move 'take a x': got the pile 'x', expected a, b or c"),
    ('"take a c"', '"play 3 a"', "answer, plan: TOY-6: card 3 is not in the hand of seat 0"),
    (
        '"take a c"',
        '"draw"',
        "answer, plan: most_points: got draw as move 2, expected take or play, then end",
    ),
    ('"take a c"', "3", "answer, plan: got 3 (a whole number), expected a text"),
    ("proof =", "why =", "answer: got the key 'why', expected value, plan, proof"),
    ("nodes = 12", 'nodes = "12"', "evidence, nodes: got '12' (a text), expected a whole number"),
    ("[evidence]\nnodes = 12", "[parameters]\ntarget = 12", "got the parameter 'target', expected none"),
    ("[evidence]\nnodes = 12", "[parameters]\nname = 12", "got the parameter 'name', expected none"),
    ("[evidence]\nnodes = 12", "[parameters]\nself = 12", "got the parameter 'self', expected none"),
]


@pytest.mark.parametrize(("old", "changed", "words"), PUZZLE_ERRORS, ids=[w[:40] for *_, w in PUZZLE_ERRORS])
def test_wrong_puzzle_files_are_refused(
    tmp_path: Path, toy: ModuleType, old: str, changed: str, words: str
) -> None:
    assert old in PUZZLE
    with pytest.raises(RulesError) as caught:
        read_puzzle(written(tmp_path, PUZZLE.replace(old, changed, 1), "01_pairs.toml"), toy.GAME)
    assert words in str(caught.value)
    assert str(caught.value).startswith("01_pairs.toml")
    assert str(tmp_path) not in str(caught.value)


def test_a_puzzle_without_an_answer_in_moves(tmp_path: Path, toy: ModuleType) -> None:
    text = PUZZLE.replace("value = 4", 'value = "none"').replace('["take a b", "take a c", "end"]', "[]")
    assert read_puzzle(written(tmp_path, text), toy.GAME).answer.value is None


def test_problems_take_their_parameters_by_name() -> None:
    game = puzzles.game("shifting_stones")
    assert game.problem("distance", target=38).parameters() == {"target": 38}
    for name, parameters, words in (
        ("distance", {"goal": 38}, "problem distance: got the parameter 'goal', expected target"),
        ("distance", {}, "problem distance: "),
        ("distance", {"target": 73}, "distance, target: got 73, expected a card id, 1 to 72"),
        ("distance", {"target": "SFF"}, "distance, target: got 'SFF', expected three rows of three letters"),
        ("best_turn", {"target": 1}, "problem best_turn: got the parameter 'target', expected none"),
        ("worst_turn", {}, "got the problem 'worst_turn', expected one of distance, best_turn"),
    ):
        with pytest.raises(RulesError, match=re.escape(words)):
            game.problem(name, **parameters)


# --- games --------------------------------------------------------------------------------------


def test_a_game_is_registered_by_one_line(toy: ModuleType) -> None:
    assert puzzles.game("toy") is toy.GAME
    state = toy.new(players=2, seed=3)
    assert puzzles.read_state(str(state)) == state
    assert puzzles.keys("toy") == ()


def test_the_toy_leaves_no_trace() -> None:
    assert "toy" not in puzzles.GAMES


def test_unknown_games_and_keys_are_refused_in_words() -> None:
    with pytest.raises(RulesError, match="game: got 'chess', expected one of shifting_stones"):
        puzzles.game("chess")
    with pytest.raises(RulesError, match="position, line 1: got 'players: 2', expected 'game: NAME'"):
        puzzles.read_state("players: 2")
    with pytest.raises(RulesError, match="game: got 'chess', expected one of"):
        puzzles.read_state("game: chess")
    with pytest.raises(RulesError, match="position, line 1: got ''"):
        puzzles.read_state("")
    with pytest.raises(RulesError, match="position: got NoneType, expected a text"):
        puzzles.read_state(None)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="puzzle key: got 'first', expected GAME/NAME"):
        puzzles.load("first")
    for key in ("shifting_stones/none", "shifting_stones/../cards", "shifting_stones/"):
        with pytest.raises(RulesError, match=f"puzzle key: got '{re.escape(key)}', expected one of"):
            puzzles.load(key)
    with pytest.raises(RulesError, match="game: got 'chess'"):
        puzzles.load("chess/mate")


def test_games_check_their_options(toy: ModuleType) -> None:
    game: Game = toy.GAME
    game.check_options({"pairs": "no"})
    assert game.options[0].default == "yes"
    with pytest.raises(RulesError, match="toy: got the option 'colour', expected one of pairs, rounds"):
        game.check_options({"colour": "red"})
    with pytest.raises(RulesError, match="toy, option pairs: got 'maybe', expected one of yes, no"):
        game.check_options({"pairs": "maybe"})
    with pytest.raises(RulesError, match="expected one of none"):
        replace(game, options=()).check_options({"pairs": "no"})


def test_every_shipped_puzzle_loads() -> None:
    for name in puzzles.GAMES:
        for key in puzzles.keys(name):
            puzzle = puzzles.load(key)
            assert puzzle.key == key
            assert puzzle.state() == puzzle.problem.read_start(puzzle.start)


# --- imports ------------------------------------------------------------------------------------

HEAVY = ("numpy", "ortools", "networkx", "ipywidgets", "anywidget", "traitlets", "IPython", "pandas")


@pytest.mark.parametrize(
    ("code", "forbidden"),
    [
        ("import puzzles; puzzles.game('shifting_stones').new()", HEAVY),
        ("import solvers", ("ortools", *HEAVY[3:])),
    ],
)
def test_imports_are_light(code: str, forbidden: tuple[str, ...]) -> None:
    shown = f"import sys; {code}; print(' '.join(sorted(m for m in sys.modules if '.' not in m)))"
    run = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) & set(forbidden) == set()
