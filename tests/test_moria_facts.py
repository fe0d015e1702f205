"""The ten facts of the lesson on Autumn of Moria: what section 8 of the rules says, found by the rules and the solvers."""

from __future__ import annotations

from itertools import permutations

import pytest

import puzzles
from boards.moria.exercises import start_of
from puzzles.core import RulesError
from puzzles.moria import read_move, read_state
from puzzles.moria.cells import STEPS, cell_text
from puzzles.moria.moves import Move
from puzzles.moria.problems import BestTurn, Cut
from puzzles.moria.regions import realm, realm_vp
from puzzles.moria.rules import State
from solvers.moria import best_turn, campaign, facts, plain


def plain_value(state: State | str) -> int:
    return plain.value(facts.position(state))[0]


# --- 1 ----------------------------------------------------------------------------------------------


def test_1_the_castle_pays_for_itself() -> None:
    text = "game: moria\nseats: blue | red\n0,0: ruby_mine:red s\nland: castle ruby_mine | -"
    assert facts.without_castle(text) == (7, 3)
    assert facts.without_castle(
        "game: moria\nseats: blue | red\n0,0: ruby_mine:red s\nland: ruby_mine | -"
    ) == (3, 3)


def test_1_actions_are_those_that_the_rules_allow() -> None:
    def played(turns: int, castle: int | None) -> int:
        """Actions that a solitaire game gives, the castle's own left out, with `done` when no more are left."""
        state = puzzles.game("moria").new(players=1, seed=1, rounds="0")
        free = 0
        for turn in range(1, turns + 1):
            if turn == castle:
                state = state.play(next(move for move in state.moves() if move.name == "castle"))
            while any(move.verb in ("play", "place", "move") for move in state.moves()):
                moves = [move for move in state.moves() if move.verb in ("place", "move")]
                moves += [move for move in state.moves() if move.verb == "play" and move.name != "castle"]
                state = state.play(moves[turn % len(moves)])
                free += 1
            state = state.play(Move("done"))
            while state.phase == "gather":
                state = state.play(next(move for move in state.moves() if move.verb == "take"))
            while state.phase == "burn":
                state = state.play(state.moves()[-1])
        return free

    for turns in range(1, 5):
        for castle in (None, *range(1, turns + 1)):
            assert facts.free_actions(turns, castle) == played(turns, castle)
    assert facts.free_actions(3, 5) == facts.free_actions(3, None) == 9


# --- 2 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("played", [0, 1, 2])
def test_2_a_full_hand_burns_gems(played: int) -> None:
    for land in range(played, 10):
        kept, burned = facts.kept_gems(land, played)
        assert kept + burned == 3
        assert kept == min(3, 9 - (land - played))
    with pytest.raises(RulesError, match="0 to 9"):
        facts.kept_gems(10, played)


def test_2_the_example_of_the_rules() -> None:
    hand = "castle ruby_mine emerald_mine diamond_mine gold_mine ogre_tavern general_store dragon"
    start = """game: moria
options: mixed=per_player
seats: blue | red
turn: blue act 3
0,0: emerald_mine:red e blue*2 red*1
1,0: gold_mine:red e blue*1
land: {} | -
gems: ruby*1 | -"""
    assert best_turn(start.format(hand)).value == 0  # the emerald is burned at once
    assert best_turn(start.format(hand.replace(" general_store", ""))).value == 2


# --- 3 ----------------------------------------------------------------------------------------------


def test_3_the_order_of_gathering() -> None:
    assert facts.gather_orders(start_of("reveal_between")) == {("1,0", "2,0"): 17, ("2,0", "1,0"): 12}
    assert facts.gather_orders(start_of("dig_first")) == {("0,0", "2,0"): 3, ("2,0", "0,0"): 1}


def great_day() -> State:
    puzzle = puzzles.load("moria/31_great_day")
    state = puzzle.state()
    for text in puzzle.answer.plan[:3]:
        state = state.play(read_move(text))
    return state


def test_3_every_order_is_there_and_the_best_is_the_best_turn() -> None:
    state = great_day()
    found = facts.gather_orders(state)
    assert set(found) == set(permutations(("0,0", "2,0", "2,1")))
    assert max(found.values()) == best_turn(state).value == plain_value(state) == 18
    assert facts.gather_orders(state.play(Move("done"))) == found


# --- 4 ----------------------------------------------------------------------------------------------


def test_4_a_slain_dragon_leaves_a_gap() -> None:
    start = read_state(start_of("leave_the_dragon"))
    found = facts.gaps(start)
    assert found["1,0"] == 6
    # the same by really slaying it
    after = start.play(Move("done")).play(read_move("take 1,0"))
    assert realm_vp(start, 0) - realm_vp(after, 0) == 6
    p2 = "game: moria\nseats: blue | red\n0,0: castle:blue n\n1,0: dragon:red n blue*2\n2,0: emerald_mine:blue n\nland: - | -"
    assert facts.gaps(p2) == {"1,0": 1, "2,0": 1}


# --- 5 and 6 ------------------------------------------------------------------------------------------


def test_5_one_foreign_dwarf_freezes_a_card() -> None:
    found = facts.frozen_turns(start_of("slay_first"), 1)
    assert found == {"0,0": 8, "1,0": 8, "2,0": 8, "0,1": 6, "1,1": 6, "2,1": 0}
    for cell, value in found.items():
        assert plain_value(facts.with_dwarf(start_of("slay_first"), 1, cell)) == value


def test_6_one_dwarf_guards_a_card() -> None:
    found = facts.guarded_cuts(start_of("turned_against"), "blue")
    assert found == {"0,0": 3, "1,0": 3, "1,1": 2, "2,1": 3, "2,2": 3}
    problem = Cut("blue")
    for cell, value in found.items():
        after = facts.with_dwarf(start_of("turned_against"), 0, cell)
        assert value == max(problem.measure(after, [move]) for move in problem.moves(after))


def test_a_dwarf_needs_a_slot_and_a_supply() -> None:
    start = read_state(start_of("no_room"))
    assert facts.with_dwarf(start, 0, "0,1").cells != start.cells
    for cell in ("1,1", "5,5"):
        with pytest.raises(RulesError, match=f"dwarf of blue on {cell}: expected a card with a free slot"):
            facts.with_dwarf(start, 0, cell)
    with pytest.raises(RulesError, match="in the supply"):
        facts.with_dwarf(start_of("supply_empty"), 0, "0,0")


# --- 7 ----------------------------------------------------------------------------------------------


def test_7_doors_are_where_a_giant_can_join() -> None:
    for name in ("no_door", "giants_door", "turned_against", "deep_cut", "guarded_bridge"):
        start = read_state(start_of(name))
        giants = start.but(land=((), (start.cards.kind("frost_giant"),)))
        joined = {
            cell_text(move.cell)
            for move in giants.moves()
            if move.verb == "play" and move.cell in realm(giants.play(move), 0)
        }
        assert set(facts.doors(start)) == joined
    assert facts.doors(start_of("no_door")) == ()
    assert facts.doors(start_of("giants_door")) == ("-1,1",)


def test_7_the_square_has_one_door_at_least() -> None:
    assert facts.door_counts() == {1: 2, 2: 14, 3: 6}
    state = facts.square("wnse")
    assert (len(realm(state, 0)), facts.doors(state)) == (4, ("-1,1",))
    # a second way to count: open outer edges of the four cards
    walls = [state.cards.walls[pile.cards[-1]] for pile in state.cells]
    cells = [pile.cell for pile in state.cells]
    outer = [
        cell + step
        for cell, bits in zip(cells, walls, strict=True)
        for edge, step in enumerate(STEPS)
        if cell + step not in cells and not bits >> edge & 1
    ]
    assert len(outer) == 1


# --- 8 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["half_the_work", "slay_first", "dig_and_wake", "great_day"])
def test_8_it_does_not_matter_whose_the_mines_are(name: str) -> None:
    start = read_state(start_of(name))
    other = facts.recoloured(start)
    assert other.cells != start.cells
    assert plain_value(other) == facts.turn_value(start) == facts.turn_value(other)
    with pytest.raises(RulesError, match="expected 2"):
        facts.recoloured(start_of("two_turns_gold"))


# --- 9 ----------------------------------------------------------------------------------------------


def test_9_place_while_the_supply_lasts() -> None:
    for supply in range(8):
        out = 7 - supply
        near, far = min(1, out), min(3, max(0, out - 1))
        for wanted in range(1, 5):
            costs = sorted([1] * (supply + near) + [3] * far)
            expected = sum(costs[:wanted]) if len(costs) >= wanted else None
            assert facts.gathered(supply, wanted) == expected
    with pytest.raises(RulesError, match="0 to 7"):
        facts.gathered(8, 1)


# --- 10 ---------------------------------------------------------------------------------------------


def test_10_a_surplus_dwarf_saves_a_turn() -> None:
    for dwarves, turns in ((2, 3), (3, 2)):
        state = facts.staffed(start_of("long_order"), "0,1", dwarves)
        assert campaign(state, "T8").value == plain.turns(state, "T8", 3) == turns
    with pytest.raises(RulesError, match="slots"):
        facts.staffed(start_of("long_order"), "0,1", 4)
    with pytest.raises(RulesError, match="expected a cell with a card"):
        facts.staffed(start_of("long_order"), "7,7", 1)


def test_positions_are_states_or_texts() -> None:
    start = read_state(start_of("half_the_work"))
    assert facts.position(str(start)) == facts.position(start) == start
    with pytest.raises(RulesError, match="got int"):
        facts.position(3)  # type: ignore[arg-type]
    assert facts.turn_value(start, "margin") == BestTurn("margin").measure(
        start, best_turn(start, "margin").plan
    )
