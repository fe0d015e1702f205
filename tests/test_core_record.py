"""A game as text: kept on disk, shared as a code, taken up again; and what a changed record is refused for."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import boards
from boards.core import record
from boards.core.session import Session, Setup
from puzzles import RulesError
from puzzles.core.text import share

MOVES = ("take a", "draw", "end", "take b c")


@pytest.fixture
def session(toy: ModuleType) -> Session:
    game = Session(toy.GAME, toy, toy.new(players=2, seed=3), Setup(2, 3, bots={1: "random"}))
    for text in MOVES:
        game.play(text)
    return game


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(record, "folder", lambda: tmp_path / "games")
    return tmp_path / "games"


def same(one: Session, other: Session) -> bool:
    return [e.state for e in one.entries] == [e.state for e in other.entries] and one.at == other.at


def test_a_record_round_trips_with_undone_moves_bots_and_match(session: Session) -> None:
    session.setup.match = True
    session.at = 2
    again = record.read(record.write(session))
    assert same(session, again)
    assert again.setup.bots == {1: "random"}
    assert again.setup.match is True
    assert record.write(again) == record.write(session)


def test_a_share_code_carries_the_game(session: Session) -> None:
    code = record.code(session)
    assert same(session, record.decode(code))
    assert same(session, record.decode(f"  {code[:30]}\n{code[30:]} "))


def test_a_code_of_a_position_starts_a_game_from_it(session: Session) -> None:
    again = record.decode(share(str(session.state)))
    assert again.state == session.state
    assert again.at == 0


def test_a_trial_line_is_not_kept(session: Session) -> None:
    before = record.write(session)
    session.branch()
    session.play("end")
    assert record.write(session) == before
    session.back()
    assert record.write(session) == before


def test_a_puzzle_is_kept_with_its_question(toy: ModuleType) -> None:
    board = boards.play("shifting_stones/01_first_score")
    again = record.read(record.write(board.session))
    assert again.puzzle is not None
    assert again.puzzle.key == "shifting_stones/01_first_score"
    board.close()


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"format": 2}, "format: got 2, expected 1"),
        ({"at": 9}, "at: got 9, expected 0 to 4"),
        ({"at": True}, "at: got True"),
        ({"moves": "take a"}, "expected a list of texts"),
        ({"moves": ["take a", "take a", "take a"], "at": 0}, "move 3, 'take a': TOY-3"),
        ({"moves": ["fly"], "at": 0}, "move 1, 'fly'"),
        ({"moves": ["end"] * 5001}, "expected at most 5000"),
        ({"bots": {"5": "random"}}, "on seat 5"),
        ({"bots": {"1": "genius"}}, "got 'genius'"),
        ({"bots": {"x": "random"}}, "expected seats"),
        ({"match": 1}, "match: got 1"),
        ({"start": 7}, "expected texts"),
        ({"start": "game: chess"}, "chess"),
        ({"puzzle": "toy/none"}, "toy/none"),
        ({"extra": 1}, "expected the keys"),
    ],
)
def test_a_changed_record_is_refused_in_words(session: Session, change: dict[str, Any], part: str) -> None:
    data = json.loads(record.write(session)) | change
    with pytest.raises(RulesError) as refused:
        record.read(json.dumps(data))
    assert part in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", '"x"', "{" * 3000, "[" * 50000])
def test_what_is_no_record_is_refused(toy: ModuleType, text: str) -> None:
    with pytest.raises(RulesError, match="saved game"):
        record.read(text)


def test_a_game_is_kept_after_every_move_and_taken_up_at_the_last_one(place: Path, toy: ModuleType) -> None:
    board = boards.play("toy", players=2, seed=3, name="tuesday 1")
    assert record.names() == ("tuesday 1",)
    for number, text in enumerate(MOVES, 1):
        board.play(text)
        assert json.loads((place / "tuesday 1.json").read_text())["at"] == number
    state = board.session.state
    del board  # a kernel that is killed says no goodbye
    again = boards.resume("tuesday 1")
    assert again.session.state == state
    again.controls.undo.click()
    assert json.loads((place / "tuesday 1.json").read_text())["at"] == len(MOVES) - 1
    again.close()


def test_a_write_that_fails_leaves_the_game_before_whole(
    place: Path, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    record.keep(session, "a")
    before = (place / "a.json").read_text()
    session.play("end")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(OSError, match="No space"):
        record.keep(session, "a")
    assert (place / "a.json").read_text() == before
    assert [p.name for p in place.iterdir()] == ["a.json"]


def test_a_full_disk_is_said_and_the_game_goes_on(
    place: Path, toy: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = boards.play("toy", players=2, seed=3, name="a")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    board.play("take a")
    assert "could not be kept: No space left" in board._words
    assert board.session.at == 1
    board.close()


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".x", "x" * 61, "a\n", 7])
def test_names_are_plain(place: Path, toy: ModuleType, name: Any) -> None:
    with pytest.raises(RulesError, match="name: got"):
        boards.play("toy", name=name)
    with pytest.raises(RulesError, match="name: got"):
        boards.resume(name)


def test_resume_lists_what_there_is(place: Path, session: Session) -> None:
    with pytest.raises(RulesError, match="nothing is kept yet"):
        boards.resume("a")
    record.keep(session, "b")
    with pytest.raises(RulesError, match="expected one of b"):
        boards.resume("a")


def test_a_broken_file_is_an_error_in_words(place: Path, session: Session) -> None:
    path = record.keep(session, "b")
    path.write_text(path.read_text()[:50])
    with pytest.raises(RulesError, match="saved game"):
        boards.resume("b")
