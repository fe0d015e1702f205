"""Touches, history and words of a session, on the toy game."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
import toygame
from hypothesis import given
from hypothesis import strategies as st

from boards.core.session import Session, Setup, continuations
from puzzles import IllegalMove, RulesError
from puzzles.core.play import random_walk


def session(seed: int = 3, players: int = 2, **setup: Any) -> Session:
    return Session(
        toygame.GAME, toygame, toygame.new(players=players, seed=seed), Setup(players, seed, **setup)
    )


def touch(game: Session, *touches: str) -> str:
    return [game.touch(t).kind for t in touches][-1]


def test_lanes_come_in_any_order_and_a_begun_lane_is_finished_first() -> None:
    lanes = (("card",), ("r0", "left1"))
    assert continuations([], lanes) == {"card", "r0"}
    assert continuations(["r0"], lanes) == {"left1"}
    assert continuations(["card"], lanes) == {"r0"}
    assert continuations(["r0", "left1", "card"], lanes) == frozenset()
    assert continuations(["r0", "card"], lanes) is None
    assert continuations(["left1"], lanes) is None
    assert continuations(["card", "r0", "left1", "card"], lanes) is None


def test_equal_things_share_a_touch() -> None:
    lanes = (("dwarf", "north"), ("dwarf", "south"))
    assert continuations(["dwarf"], lanes) == {"north", "south"}
    assert continuations(["dwarf", "south"], lanes) == {"dwarf"}
    assert continuations(["dwarf", "south", "dwarf"], lanes) == {"north"}


@given(st.integers(0, 50), st.integers(0, 60))
def test_every_legal_move_can_be_touched_in_every_order(seed: int, steps: int) -> None:
    start = toygame.new(players=2, seed=seed)
    state = [start, *(state for _, state in random_walk(start, seed, steps))][-1]
    for move in state.moves():
        lanes = toygame.touches(state, move)
        for order in permutations(lanes):
            game = Session(toygame.GAME, toygame, state)
            flat = [t for lane in order for t in lane]
            kinds = [game.touch(t).kind for t in flat]
            if kinds[-1] == "chosen":  # another move goes on from here: the last thing again plays it
                assert game.complete() == move
                kinds.append(game.touch(flat[-1]).kind)
            assert kinds[-1] == "played"
            assert game.entries[-1].move == move


def test_a_move_is_played_at_once_only_when_no_other_continues() -> None:
    game = session()
    assert touch(game, "a") == "chosen"
    assert str(game.complete()) == "take a"
    assert game.lit() == {"b", "c"}
    assert touch(game, "b") == "played"
    assert str(game.moves()[-1]) == "take a b"


def test_the_last_thing_again_plays_the_move_that_is_complete() -> None:
    game = session()
    assert touch(game, "a", "a") == "played"
    assert [str(m) for m in game.moves()] == ["take a"]


def test_another_chosen_thing_is_put_back() -> None:
    game = session()
    card = next(t for t in game.lit() if t.startswith("card"))
    game.touch(card)
    assert game.touch(card).kind == "cleared"
    assert game.touched == []
    assert game.at == 0


def test_a_touch_that_leads_nowhere_is_answered_by_the_rules_and_changes_nothing() -> None:
    game = session()
    game.play("take a b")
    game.play("take a b")
    reply = game.touch("a")
    assert reply.kind == "refused"
    assert reply.words == game.state.why_not(toygame.read_move("take a"))
    assert reply.words.startswith("TOY-3")
    assert game.at == 2


def test_nothing_is_played_without_a_touch() -> None:
    game = session()
    game.lit()
    game.complete()
    game.clear()
    assert (game.at, len(game.entries)) == (0, 1)


def test_undo_and_redo_give_the_same_positions_and_the_same_card() -> None:
    game = session()
    game.play("draw")
    after = game.state
    left = game.undo()
    assert left is not None
    assert left.words == "Draw a card"
    assert game.state == game.start
    game.redo()
    assert game.state == after
    game.undo()
    game.play("draw")
    assert game.state == after


def test_a_new_move_after_undo_drops_the_old_line_and_the_same_move_keeps_it() -> None:
    game = session()
    for text in ("take a", "take b", "end"):
        game.play(text)
    game.go(0)
    game.play("take a")
    assert len(game.entries) == 4
    game.play("take c")
    assert [str(entry.move) for entry in game.entries[1:]] == ["take a", "take c"]


def test_an_illegal_move_or_no_move_raises_and_changes_nothing() -> None:
    game = session()
    game.play("take a")
    with pytest.raises(IllegalMove, match="TOY-"):
        game.play("play 3 c")
    with pytest.raises(RulesError, match="expected"):
        game.play("fly")
    with pytest.raises(RulesError, match="expected 0 to 1"):
        game.go(7)
    assert (game.at, len(game.entries)) == (1, 2)


def test_in_a_match_undo_stops_at_what_was_hidden() -> None:
    game = session(match=True)
    game.play("take a")
    game.play("draw")
    assert not game.can_undo()
    assert game.undo() is None
    assert not game.go(0)
    game.play("end")
    assert game.undo() is not None
    assert game.at == 2
    assert session().can_undo() is False


def test_bots_move_by_themselves_and_go_back_with_the_person() -> None:
    game = session(bots={1: "random"})
    assert game.name(0) == "You"
    game.play("end")
    assert game.bot == "random"
    assert game.eyes == 0
    assert game.lit() == frozenset()
    assert game.touch("a").kind == "refused"
    game.play("end")
    assert game.bot is None
    game.undo()
    assert game.at == 0


def test_the_board_looks_through_the_eyes_of_the_seat_to_move() -> None:
    game = session(players=3)
    assert game.eyes == 0
    game.play("end")
    assert game.eyes == 1
    hidden = str(game.seen)
    assert hidden != str(game.state)
    assert game.seen == game.state.view(1)


def test_a_finished_game_answers_a_touch() -> None:
    game = session()
    while game.state.outcome() is None:
        game.play(str(game.state.moves()[0]))
    assert game.touch("a").kind == "refused"
    assert game.bot is None
