"""Puzzles on the board: it plays by the puzzle's question, and its hints answer that question."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import boards
import puzzles
from boards.core import board as board_module
from boards.core import record
from boards.core.board import Board
from puzzles import IllegalMove

KEYS = [key for game in puzzles.GAMES for key in puzzles.keys(game)]
ON_BOARD = [key for key in KEYS if hasattr(puzzles.load(key).state(), "outcome")]


@pytest.fixture(autouse=True)
def _loud(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_module, "raise_errors", True)


@pytest.fixture
def play() -> Iterator[Callable[[str], Board]]:
    made: list[Board] = []

    def begin(key: str) -> Board:
        made.append(boards.play(puzzles.load(key)))
        made[-1].view.send = lambda content: None
        return made[-1]

    yield begin
    for board in made:
        assert board.errors == []
        board.close()


def until(condition: Callable[[], Any], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


@pytest.mark.parametrize("key", ON_BOARD)
def test_the_answer_can_be_played_and_is_said_to_be_solved(key: str, play: Callable[[str], Board]) -> None:
    board, puzzle = play(key), puzzles.load(key)
    for text in puzzle.answer.plan:
        assert board.session.puzzle_value() is None
        board.play(text)
    assert "Solved: " in board._words
    assert puzzle.teaches in board._words
    again = record.read(record.write(board.session))
    assert again.moves() == board.session.moves()


def test_the_question_tells_the_turns(play: Callable[[str], Board]) -> None:
    assert play("momiji/09_fetch_the_step")._words == "Fetch the step: find the most points in 2 turns."
    assert play("momiji/01_three_neighbours")._words.endswith("find the most points in 1 turn.")
    assert play("shifting_stones/01_first_score")._words.endswith("find the most points.")


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("moria/03_round_the_wall", "bring the dwarf on 0,0 to 1,0 in the fewest moves."),
        ("moria/01_on_the_spot", "bring 3 dwarves to 2,0 in the fewest actions."),
        ("moria/06_giants_door", "take the most points from the realm of blue with one card."),
        ("moria/34_long_order", "buy T8 in the fewest turns."),
        ("moria/24_margin_wall", "win the most points more than the best rival in this turn."),
        ("moria/13_castle_pays", "win the most points in this turn."),
        (
            "kingdoms/01_each_stronger_than_the_last",
            "fill your mines from your hand for the most points, with the fewest cards.",
        ),
        (
            "kingdoms/03_the_last_card_chooses",
            "find the capture that is best for your margin, your points less the best rival's.",
        ),
        (
            "kingdoms/20_give_and_end_it",
            "finish with as many points more than the other seat as you can.",
        ),
    ],
)
def test_the_question_names_what_it_is_about(name: str, asked: str, play: Callable[[str], Board]) -> None:
    assert play(name)._words == f"{puzzles.load(name).title}: {asked}"


def test_a_move_that_the_question_leaves_out_is_refused_with_the_reason(play: Callable[[str], Board]) -> None:
    board = play("momiji/22_greed_and_plan")
    with pytest.raises(IllegalMove, match="schedule has play, exchange, end only"):
        board.play("reveal")
    assert "reveal" not in board.session.lit()
    walk = play("moria/03_round_the_wall")
    with pytest.raises(IllegalMove, match="MO-12: route has move only, got place"):
        walk.play("place 1,0")
    other = play("shifting_stones/05_money_or_goal")
    with pytest.raises(IllegalMove, match="no part of this question"):
        other.play("skip")


def test_nothing_is_turned_up_and_rivals_pass(play: Callable[[str], Board]) -> None:
    board = play("momiji/15_carry_the_two_along")
    board.play("collect g")
    before = board.session.state
    board.play("end")
    after = board.session.state
    assert (after.to_move, after.display, after.deck) == (before.to_move, before.display, before.deck)
    assert board._words == "End the turn."
    long = play("moria/34_long_order")
    for text in ("place 1,0", "place 1,0", "place 0,1", "done", "take 1,0"):
        long.play(text)
    before = long.session.state
    long.play("end")
    after = long.session.state
    assert (after.phase, after.used, after.to_move, after.round) == ("act", 0, before.to_move, before.round)


def test_hints_of_a_campaign_ask_anew_at_each_turn(play: Callable[[str], Board]) -> None:
    board = play("moria/34_long_order")
    for text in ("place 1,0", "place 1,0", "place 0,1", "done", "take 1,0", "end"):
        board.play(text)
    board._best_plan()
    until(lambda: board._plan)
    assert board._plan[-1] == "take 0,0 buy T8"
    assert "2 turns, proved best" in board._words


def test_hints_follow_the_question_turn_by_turn(play: Callable[[str], Board]) -> None:
    board = play("momiji/22_greed_and_plan")
    board._best_plan()
    until(lambda: board._plan)
    assert tuple(board._plan) == puzzles.load("momiji/22_greed_and_plan").answer.plan
    board.play("play right r0= right y0=")
    board._plan = []
    board._best_plan()  # inside the turn: what is left of the plan from its start
    until(lambda: board._plan)
    assert board._plan[0] == "end"
    board.play("end")
    board._plan = []
    board._best_plan()
    until(lambda: board._plan)
    assert board._plan[-2:] == ["play r3 o2", "end"]
    assert "27 points, proved best" in board._words


def test_inside_a_turn_that_began_otherwise_the_way_back_is_told(play: Callable[[str], Board]) -> None:
    board = play("momiji/22_greed_and_plan")
    board.play("play right o0= right r0= right y0=")
    board._hint()
    until(lambda: "take back" in board._words)
    assert board._words == "The best plan goes another way: take back 1 move to follow it."
    board.play("end")
    board._best_plan()  # a new turn: the best of the three that are left
    until(lambda: board._plan)
    assert "25 points, proved best" in board._words


def test_an_answered_puzzle_has_no_hint(play: Callable[[str], Board]) -> None:
    board = play("momiji/02_one_step_at_a_time")
    assert not board.controls.hint.disabled
    board.play("play r1> r2")
    board.play("end")
    assert board.controls.hint.disabled
    assert board.controls.best.disabled
