"""Autumn of Moria, one test a rule: MO-1 to MO-53, every option, and the reference facts that are about rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from walks import KNOWLEDGE, walk

from puzzles.core.play import final, random_walk
from puzzles.core.shuffle import shuffle
from puzzles.core.state import IllegalMove, Outcome, RulesError
from puzzles.moria import CARD_SET, GAME, OPTIONS, Move, State, deal, new, read_move, read_state
from puzzles.moria.cards import TESTS
from puzzles.moria.cells import cell_at, cell_text
from puzzles.moria.queries import (
    affordable,
    allowance,
    can_pay,
    free_slots,
    gem_piles,
    goals_owned,
    hand_size,
    is_frozen,
    is_fulfilled,
    land_of,
    ready_cells,
    supply,
    test_value,
)
from puzzles.moria.regions import (
    castle_cell,
    is_blocked,
    linked,
    monster_in,
    pile_at,
    realm,
    realm_vp,
    region,
)
from puzzles.moria.scoring import margin, score, scores, winners
from puzzles.moria.state import SHOWN

test_value.__test__ = False  # type: ignore[attr-defined]  # a query of the game, no test

KINDS = [land.kind for land in CARD_SET.land]
NAMES = " ".join(KINDS)


def pos(*lines: str, seats: str = "blue | red", options: str = "") -> State:
    """The state with these lines; `land` is empty hands unless a line says otherwise."""
    head = [f"options: {options}"] if options else []
    text = [*head, f"seats: {seats}", *lines]
    if not any(line.startswith("land:") for line in lines):
        after = next(
            (at for at, line in enumerate(text) if line.split(":")[0] in AFTER_LAND and at > len(head)),
            len(text),
        )
        text.insert(after, "land: " + " | ".join(["-"] * len(seats.split("|"))))
    return read_state("\n".join(text))


AFTER_LAND = ("gems", "ogres", "goals", "secret", "slain", "open", "deck", "ogre_deck", "ogre_discard")


def after(state: State, *moves: str) -> State:
    return final(state, moves, read_move)


def legal(state: State, verb: str = "") -> list[str]:
    return [str(move) for move in state.moves() if str(move).startswith(verb)]


def refused(state: State, move: str) -> str:
    """The reason why `move` is illegal; checks that it is not listed, is not played and changes nothing."""
    wanted, before = read_move(move), str(state)
    reason = state.why_not(wanted)
    assert reason is not None, f"{move} is legal"
    assert wanted not in state.moves()
    assert wanted not in state.interrupts()
    with pytest.raises(IllegalMove) as caught:
        state.play(wanted)
    assert str(caught.value) == reason
    assert str(state) == before
    return reason


def key(state: State, name: str) -> str:
    """A line of the position text; empty when it is left out."""
    lines = dict(line.split(": ", 1) for line in str(state).splitlines())
    return lines.get(name, "")


def at(text: str) -> int:
    x, y = map(int, text.split(","))
    return cell_at(x, y)


def cells(found: tuple[int, ...]) -> list[str]:
    return [cell_text(cell) for cell in found]


P1 = """\
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


# --- set-up -------------------------------------------------------------------------------------


def test_mo_1_points_come_from_goals_realm_gems_and_monsters() -> None:
    state = pos(
        "turn: over",
        "last: yes",
        "0,0: castle:blue n",
        "1,0: gold_mine:blue n",
        "gems: ruby*1 gold*2 | emerald*1",
        "goals: T1 | T9",
        "secret: S7! | -",
        "slain: dragon:red | -",
    )
    assert scores(state) == (8 + 5 + 4 + 5 + 4, 16 + 2)
    assert state.outcome() == Outcome("goals", (26, 18), (0,))


def test_mo_2_the_parts() -> None:
    assert len(CARD_SET.land) == 9
    assert (len(CARD_SET.goals), len(CARD_SET.secrets)) == (10, 7)
    assert sum(gem.count for gem in CARD_SET.gems) == 34
    assert sum(ogre.count for ogre in CARD_SET.ogres.values()) == 13
    for players in range(1, 5):
        state = new(players, 2)
        assert [len(hand) for hand in state.land] == [9] * players
        assert [supply(state, seat) for seat in range(players)] == [7] * players
        assert sum(gem_piles(state)) == 34
        assert len(state.ogre_deck) == 13
        assert len(state.open_goals) + len(state.deck) == 10


def test_mo_3_seats_have_different_colours_and_play_in_order() -> None:
    for players in range(1, 5):
        state = new(players, 1)
        assert state.colours == ("blue", "red", "green", "yellow")[:players]
        seats = [state.to_move]
        for _ in range(2 * players):
            state = after(state, "done", "end")
            seats.append(state.to_move)
        assert seats == [turn % players for turn in range(2 * players + 1)]
        assert state.round == 3
    assert new(2, 1, colours=("yellow", "red")).colours == ("yellow", "red")
    for wrong in (("blue",), ("blue", "blue"), ("blue", "pink")):
        with pytest.raises(
            RulesError, match=r"new game, colours: got .*, expected 2 different ones of blue, red"
        ):
            new(2, 1, colours=wrong)


def test_mo_4_three_trading_goals_lie_open() -> None:
    state = new(2, 6)
    assert len(state.open_goals) == 3
    assert sorted((*state.open_goals, *state.deck)) == sorted(CARD_SET.goals)
    assert state.view(0).open_goals == state.open_goals
    assert set(state.view(0).deck) == {"?"}
    assert len({new(2, seed).open_goals for seed in range(40)}) > 30


def test_mo_5_a_secret_goal_known_to_its_owner() -> None:
    for players in range(1, 5):
        state = new(players, 3)
        assert len(set(state.secrets)) == players
        assert set(state.secrets) <= set(CARD_SET.secrets)
        for seat in range(players):
            view = state.view(seat)
            assert view.secrets == tuple(
                secret if owner == seat else "?" for owner, secret in enumerate(state.secrets)
            )
    shown = pos("0,0: castle:blue n", "secret: S7! | S3")
    assert shown.view(1).secrets == ("S7!", "S3")
    assert {new(2, seed).secrets for seed in range(60)} > {new(2, seed).secrets for seed in range(5)}


def test_mo_6_open_gem_piles_and_a_face_down_ogre_deck() -> None:
    state = new(3, 4)
    assert gem_piles(state) == (8, 8, 8, 10)
    assert Counter(state.ogre_deck) == {"thief": 3, "brute": 3, "scarer": 3, "robber": 2, "swapper": 2}
    assert set(state.view(1).ogre_deck) == {"?"}
    held = pos("0,0: castle:blue n", "gems: ruby*3 | ruby*1 gold*2")
    assert gem_piles(held) == (4, 8, 8, 8)


def test_mo_7_all_land_cards_in_hand_and_an_empty_map() -> None:
    state = new(2, 5)
    assert state.cells == ()
    assert state.land == (tuple(range(9)),) * 2
    assert key(state, "land") == f"{NAMES} | {NAMES}"
    gone = after(state, "play 0,0 castle n")
    assert "MO-7: castle is not in the hand of blue" in refused(gone, "play 1,0 castle n")
    assert "MO-7: no land card is called volcano" in refused(gone, "play 1,0 volcano n")


def test_mo_8_the_shuffles_of_the_set_up() -> None:
    state = new(3, 9)
    goals = shuffle(list(CARD_SET.goals), 9, "trading goals")
    assert (state.open_goals, state.deck) == (goals[:3], goals[3:])
    assert state.secrets == shuffle(list(CARD_SET.secrets), 9, "secret goals")[:3]
    ogres = [name for name, one in CARD_SET.ogres.items() for _ in range(one.count)]
    assert state.ogre_deck == shuffle(ogres, 9, "ogres")
    # nothing is drawn later: the rest follows from the state alone
    assert [str(then) for _, then in random_walk(state, 1, 60)] == [
        str(then) for _, then in random_walk(read_state(str(state)), 1, 60)
    ]


def test_mo_9_gems_and_land_cards_are_public_and_ogres_are_not() -> None:
    state = pos("0,0: castle:blue n", "land: - | dragon", "gems: - | gold*2", "ogres: thief | brute robber")
    view = state.view(0)
    assert (view.land, view.gems) == (state.land, state.gems)
    assert view.ogres == (("thief",), ("?", "?"))
    for seat in range(2):  # the hand is what is neither on the map nor slain
        walked = [then for _, then in walk(new(2, 8), 3, 120)][-1]
        assert walked.land[seat] == land_of(walked, seat)


# --- a turn -------------------------------------------------------------------------------------


def test_mo_10_three_phases_and_three_actions() -> None:
    state = pos("0,0: gold_mine:blue n", "land: diamond_mine | -")
    used = after(state, "place 0,0", "place 0,0", "play 1,0 diamond_mine n")
    assert key(used, "turn") == "blue act 3"
    for move in ("place 0,0", "move 0,0 1,0"):
        assert refused(used, move) == "MO-10: all 3 actions are used"
    assert legal(used) == ["done"]
    for move in ("take 0,0", "burn ruby", "end", "leave 0,0"):
        assert "MO-10: this is phase act" in refused(used, move)
    gather = after(used, "done")
    assert gather.phase == "gather"
    assert refused(gather, "place 0,0") == "MO-10: this is phase gather, place belongs to phase act"
    burn = after(gather, "take 0,0")
    assert key(burn, "turn") == "blue burn"
    assert "MO-10: this is phase burn" in refused(burn, "take 0,0")
    # without a ready card gathering is passed over
    assert after(state, "done").phase == "burn"


def test_mo_11_fewer_actions_may_be_used() -> None:
    state = new(2, 1)
    for moves in ((), ("play 0,0 castle n",), ("play 0,0 castle n", "place 0,0")):
        assert legal(after(state, *moves), "done") == ["done"]
    assert key(after(state, "done", "end"), "turn") == "red act 0"


def test_mo_12_play_place_and_move_are_the_actions() -> None:
    state = pos(
        "0,0: gold_mine:blue n blue*1", "1,0: diamond_mine:red e", "land: dragon | -", "ogres: scarer | -"
    )
    for move in ("play -1,0 dragon n", "place 1,0", "move 0,0 1,0"):
        assert after(state, move).used == 1
    assert after(state, "ogre scarer blue 0,0 1,0").used == 0
    verbs = {str(move).split()[0] for move in state.moves()}
    assert verbs == {"play", "place", "move", "ogre", "done"}


def test_mo_13_the_castle_gives_a_fourth_action() -> None:
    assert allowance(pos("0,0: gold_mine:blue n")) == 3
    assert allowance(pos("0,0: castle:blue n")) == 4
    assert allowance(pos("0,0: castle:red n")) == 3  # a rival's
    assert allowance(pos("0,0: castle:blue n", "1,0: gold_mine:red s", "2,0: frost_giant:red s")) == 3
    assert (
        allowance(pos("0,0: castle:blue n", "1,0: gold_mine:red w", "2,0: frost_giant:red s")) == 4
    )  # walled off
    assert allowance(pos("0,0: castle:blue n", "1,0: dragon:red s")) == 4
    state = pos("0,0: castle:blue n", "1,0: gold_mine:blue n")
    four = after(state, *["place 0,0"] * 2, *["place 1,0"] * 2)
    assert refused(four, "place 1,0") == "MO-10: all 4 actions are used"


def test_mo_14_the_number_of_actions_is_judged_now() -> None:
    for before in ([], ["place 0,0"], ["place 0,0"] * 2):
        state = pos("0,0: gold_mine:blue n", "land: castle frost_giant | -")
        grown = after(state, *before, "play 1,0 castle n")
        assert allowance(grown) == 4
        assert grown.used == len(before) + 1
    late = after(pos("0,0: gold_mine:blue n", "land: castle | -"), *["place 0,0"] * 3)
    assert "MO-10" in refused(late, "play 1,0 castle n")
    two = pos("turn: blue act 2", "0,0: castle:blue n", "land: frost_giant | -")
    shut = after(two, "play 1,0 frost_giant n")
    assert refused(shut, "place 0,0") == "MO-10: all 3 actions are used"
    assert after(two, "play 0,-1 frost_giant n", "place 0,0").used == 4  # the castle's wall keeps it out


# --- playing a land card ------------------------------------------------------------------------


def test_mo_15_next_to_a_card_in_any_turn() -> None:
    state = pos(
        "0,0: castle:red n",
        "land: emerald_mine gold_mine | -",
    )
    plays = legal(state, "play")
    assert plays[:4] == [
        "play 0,-1 emerald_mine n",
        "play 0,-1 emerald_mine e",
        "play -1,0 emerald_mine n",
        "play -1,0 emerald_mine e",
    ]
    assert plays[8:12] == [f"play 0,-1 gold_mine {turn}" for turn in "nesw"]
    assert len(plays) == 4 * 2 + 4 * 4
    assert "MO-15: 1,1 is not next to a card in play" in refused(state, "play 1,1 gold_mine n")
    assert "emerald_mine turned s is the same as turned n, say n" in refused(state, "play 1,0 emerald_mine s")
    # a wall against an open edge, and the blue castle nowhere near
    walled = after(state, "play 0,-1 gold_mine n")
    assert pile_at(walled, at("0,-1")) is not None
    far = pos("99,0: castle:red n", "land: gold_mine | -")
    assert legal(far, "play 100") == []
    assert legal(far, "play 98,0")


def test_mo_16_the_first_card_lies_on_0_0() -> None:
    state = new(2, 1)
    assert {move.cell for move in state.moves() if move.verb == "play"} == {at("0,0")}
    assert refused(state, "play 1,0 castle n") == "MO-16: the first card goes on 0,0"
    empty = pos("turn: blue act 0", "5,5: dragon:red n blue*3", "land: castle | -")
    again = after(empty, "done", "take 5,5", "end")
    assert again.cells == ()
    assert legal(after(again, "done", "end"), "play") == [f"play 0,0 castle {turn}" for turn in "nesw"]


def test_mo_17_a_card_serves_everybody() -> None:
    state = pos("0,0: gold_mine:red n", "1,0: castle:red n")
    got = after(state, "place 0,0", "place 0,0", "done", "take 0,0")
    assert got.gems[0] == (0, 0, 0, 2)


SYMBOLS = {
    "dragon": ("ruby_mine", "emerald_mine", "diamond_mine", "gold_mine", "dragon"),
    "giant": ("castle", "frost_giant"),
    "dwarf": ("ogre_tavern", "general_store"),
}


def test_mo_18_only_a_common_symbol_covers() -> None:
    for symbol, kinds in SYMBOLS.items():
        assert {land.kind for land in CARD_SET.land if land.symbol == symbol} == set(kinds)
    for below in KINDS:
        state = pos(f"0,0: {below}:red n", f"land: {NAMES} | -")
        covers = {move.name for move in state.moves() if move.verb == "play" and move.cell == at("0,0")}
        if below in ("castle", "dragon", "frost_giant"):
            assert covers == set()
            continue
        symbol = next(symbol for symbol, kinds in SYMBOLS.items() if below in kinds)
        assert covers == set(SYMBOLS[symbol])
        other = next(kind for kind in KINDS if kind not in SYMBOLS[symbol])
        assert refused(state, f"play 0,0 {other} n").startswith("MO-18")
    laid = after(pos("0,0: ruby_mine:red n", "land: dragon | -"), "play 0,0 dragon w")
    assert key(laid, "0,0") == "ruby_mine:red n < dragon:blue w"


def test_mo_19_no_card_on_a_dwarf() -> None:
    for colour in ("blue", "red"):
        state = pos(f"0,0: ruby_mine:red n {colour}*1", "land: gold_mine | -")
        assert refused(state, "play 0,0 gold_mine n") == "MO-19: a dwarf stands on 0,0"
    free = pos("0,0: ruby_mine:red n", "land: gold_mine | -")
    assert "play 0,0 gold_mine n" in legal(free)


def test_mo_20_no_card_on_a_castle_or_a_monster() -> None:
    for below, above in (("castle", "frost_giant"), ("dragon", "ruby_mine"), ("frost_giant", "castle")):
        state = pos(f"0,0: {below}:red n", f"land: {above} | -")
        assert refused(state, f"play 0,0 {above} n").startswith("MO-20: no card goes on a ")


def test_mo_21_only_the_top_is_in_force() -> None:
    state = pos("0,0: ruby_mine:blue s < dragon:red n", "1,0: gold_mine:red s blue*2", "2,0: castle:blue s")
    assert is_blocked(state, at("1,0"))
    assert realm_vp(state, 0) == 3 + 1 + 0  # no point for the ruby mine below
    buried = pos("0,0: dragon:red n < ruby_mine:blue s", "1,0: gold_mine:red s blue*2", "2,0: castle:blue s")
    assert not is_blocked(buried, at("1,0"))
    assert realm_vp(buried, 0) == 3 + 1 + 1
    assert monster_in(buried, realm(buried, 0)) is None


# --- placing and moving -------------------------------------------------------------------------


def test_mo_22_place_from_the_supply_on_any_card() -> None:
    state = pos("0,0: castle:red n", "1,0: gold_mine:blue n blue*3", "2,0: frost_giant:red n")
    assert legal(state, "place") == ["place 0,0", "place 2,0"]
    assert supply(after(state, "place 0,0"), 0) == 3
    assert refused(state, "place 5,5") == "MO-22: no card lies on 5,5"
    out = pos("0,0: castle:red n blue*3", "1,0: gold_mine:blue n blue*3", "2,0: frost_giant:red n blue*1")
    assert refused(out, "place 2,0") == "MO-22: blue has no dwarf left to place"
    assert legal(out, "place") == []


def test_mo_23_one_card_far_to_a_free_slot() -> None:
    state = read_state(P1)
    assert legal(state, "move") == ["move 1,0 2,0", "move 1,0 1,1", "move 1,0 0,0"]  # n e s w
    moved = after(state, "move 1,0 1,1")
    assert pile_at(moved, at("1,0")) == pile_at(state, at("1,0"))._replace(dwarves=(0, 0))  # type: ignore[union-attr]
    assert pile_at(moved, at("1,1")).dwarves == (1, 1)  # type: ignore[union-attr]
    assert refused(state, "move 1,0 2,1") == "MO-23: 2,1 is not next to 1,0"
    assert refused(state, "move 0,1 1,1") == "MO-23: no blue dwarf stands on 0,1"
    assert refused(state, "move 7,7 1,1") == "MO-23: no blue dwarf stands on 7,7"
    full = pos("0,0: gold_mine:blue s blue*1", "1,0: diamond_mine:red e red*3")
    assert refused(full, "move 0,0 1,0") == "MO-25: all 3 slots of 1,0 are taken"
    assert refused(full, "move 0,0 -1,0") == "MO-22: no card lies on -1,0"


def test_mo_24_a_wall_on_either_edge_blocks() -> None:
    state = pos("0,0: gold_mine:blue e blue*1", "1,0: diamond_mine:red s")
    assert refused(state, "move 0,0 1,0") == "MO-24: a wall on the east edge of 0,0"
    other = pos("0,0: gold_mine:blue n blue*1", "1,0: gold_mine:red w")
    assert refused(other, "move 0,0 1,0") == "MO-24: a wall on the west edge of 1,0"
    assert region(other, at("0,0")) == (at("0,0"),)
    opened = pos("0,0: gold_mine:blue n blue*1", "1,0: gold_mine:red n")
    assert linked(opened, at("0,0")) == (at("1,0"),)
    # every pair of turns: joined exactly where neither edge is a wall
    for left in "nesw":
        for right in "nesw":
            both = pos(f"0,0: ruby_mine:blue {left}", f"1,0: ruby_mine:red {right}")
            assert bool(linked(both, at("0,0"))) == (left not in "ne" and right not in "sw")


def test_mo_25_a_slot_holds_one_dwarf() -> None:
    for land in CARD_SET.land:
        state = pos(f"0,0: {land.kind}:blue n red*{land.slots - 1}")
        pile = state.cells[0]
        assert free_slots(state, pile) == 1
        full = after(state, "place 0,0")
        assert refused(full, "place 0,0") == f"MO-25: all {land.slots} slots of 0,0 are taken"
        with pytest.raises(RulesError, match=r"position, 0,0: got \d dwarves, expected at most"):
            pos(f"0,0: {land.kind}:blue n red*{land.slots + 1}")


# --- regions, realms, monsters ------------------------------------------------------------------


def test_mo_26_a_region_ends_at_walls_and_at_the_table() -> None:
    state = read_state(P1)
    assert cells(region(state, at("0,0"))) == ["0,0", "1,0", "2,0", "1,1", "2,1"]
    assert cells(region(state, at("0,1"))) == ["0,1"]
    assert region(state, at("9,9")) == ()
    apart = pos("0,0: castle:blue n", "2,0: gold_mine:blue n")
    assert cells(region(apart, at("0,0"))) == ["0,0"]
    for walked in walks_of_all_kinds(4, 40):
        for pile in walked.cells:  # being in one region is mutual
            assert all(
                region(walked, other) == region(walked, pile.cell) for other in region(walked, pile.cell)
            )


def walks_of_all_kinds(games: int, most: int) -> Iterator[State]:
    """The last states of random games of two to four seats."""
    for seed in range(games):
        state = new(2 + seed % 3, seed)
        yield [state, *(then for _, then in walk(state, seed, most))][-1]


def test_mo_27_the_realm_is_the_region_of_the_castle() -> None:
    state = pos("0,0: castle:blue n", "1,0: gold_mine:red s", "2,0: castle:red s", "4,0: dragon:blue n")
    assert cells(realm(state, 0)) == cells(realm(state, 1)) == ["0,0", "1,0", "2,0"]
    assert (castle_cell(state, 0), castle_cell(state, 1)) == (at("0,0"), at("2,0"))
    none = pos("0,0: gold_mine:blue n")
    assert realm(none, 0) == ()
    assert realm_vp(none, 0) == 0
    assert castle_cell(none, 0) is None


def test_mo_28_realm_points_are_of_all_its_cards_and_a_giant_voids_them() -> None:
    state = read_state(P1)
    assert realm_vp(state, 0) == 8
    shared = pos("0,0: castle:blue n", "1,0: gold_mine:red s", "2,0: castle:red s")
    assert (realm_vp(shared, 0), realm_vp(shared, 1)) == (7, 7)
    giant = pos("0,0: castle:blue n", "1,0: gold_mine:red s", "2,0: frost_giant:red s")
    assert realm_vp(giant, 0) == 0
    assert test_value(giant, 0, "realm_cards") == 3
    dragon = pos("0,0: castle:blue n", "1,0: gold_mine:red s", "2,0: dragon:red s")
    assert realm_vp(dragon, 0) == 4
    piled = pos("0,0: castle:blue n", "1,0: gold_mine:red s < ruby_mine:blue s < diamond_mine:red e")
    assert test_value(piled, 0, "realm_cards") == 2
    assert realm_vp(piled, 0) == 4


def test_mo_29_a_dragon_blocks_the_mines_of_its_region() -> None:
    state = pos(
        "0,0: dragon:red s",
        "1,0: gold_mine:red s blue*2",
        "2,0: general_store:red s blue*3",
        "0,1: emerald_mine:blue n",
    )
    assert castle_cell(state, 0) is None
    assert is_blocked(state, at("1,0"))
    assert not is_blocked(state, at("2,0"))
    assert not is_blocked(state, at("0,1"))  # its north wall shuts it out
    done = after(state, "done")
    assert "MO-40: a monster on 0,0 blocks 1,0" in refused(done, "take 1,0 nothing")
    assert after(done, "take 1,0").gems[0] == (0, 0, 0, 0)


def test_mo_30_a_giant_blocks_the_castles_of_its_region() -> None:
    state = pos(
        "turn: blue act 0",
        "0,0: castle:blue s blue*2",
        "1,0: frost_giant:red s",
        "2,0: gold_mine:red s blue*2",
        "3,0: ogre_tavern:red e blue*2",
        "4,0: ruby_mine:red s < emerald_mine:red n",
        "ogre_deck: thief",
    )
    assert allowance(state) == 3
    assert cells(region(state, at("0,0"))) == ["0,0", "1,0", "2,0"]
    assert is_blocked(state, at("0,0"))
    done = after(state, "done")
    assert refused(done, "take 0,0 dig 4,0") == "MO-40: a monster on 1,0 blocks 0,0, so nothing is chosen"
    assert legal(done, "take 0,0") == ["take 0,0"]
    assert after(done, "take 2,0").gems[0] == (0, 0, 0, 2)  # mines are not its business
    assert after(done, "take 3,0").ogres[0] == ("thief",)
    monsters = pos("0,0: dragon:red s blue*3", "1,0: frost_giant:red s")
    assert not is_blocked(monsters, at("0,0"))


def test_mo_31_monsters_are_slain_and_what_lies_below_wakes() -> None:
    gap = pos("0,0: castle:blue n", "1,0: dragon:red n blue*3", "2,0: gold_mine:blue n")
    slain = after(gap, "done", "take 1,0")
    assert key(slain, "slain") == "dragon:red | -"
    assert pile_at(slain, at("1,0")) is None
    assert cells(realm(slain, 0)) == ["0,0"]  # the map has fallen apart
    assert supply(slain, 0) == 7
    woken = after(pos("0,0: emerald_mine:blue n < dragon:red w blue*3"), "done", "take 0,0")
    assert key(woken, "0,0") == "emerald_mine:blue n"
    assert key(woken, "slain") == "dragon:red | -"
    guests = pos("0,0: frost_giant:red n blue*2 red*1", options="mixed=per_player")
    assert refused(after(guests, "done"), "take 0,0").startswith("MO-10")  # two of three needed


def test_mo_31_everybody_leaves_a_slain_monster(small_monsters: str) -> None:
    text = f"set: {small_monsters}\noptions: mixed=per_player\nseats: blue | red\n0,0: dragon:red n blue*2 red*1\nland: - | -"
    slain = after(read_state(text), "done", "take 0,0")
    assert slain.cells == ()
    assert (supply(slain, 0), supply(slain, 1)) == (7, 7)


@pytest.fixture
def small_monsters(tmp_path: object) -> str:
    """The code of an owner's set in which two dwarves slay a dragon."""
    from pathlib import Path

    from puzzles.moria import load_cards
    from puzzles.moria.cards import FILE

    text = FILE.read_text(encoding="utf-8")
    begin = text.index('kind = "dragon"')
    path = Path(str(tmp_path)) / "mine.toml"
    path.write_text(text[:begin] + text[begin:].replace("need = 3", "need = 2", 1), encoding="utf-8")
    return load_cards(path).code


# --- ogres --------------------------------------------------------------------------------------

CROWD = (
    "0,0: castle:blue n blue*1 red*1",
    "1,0: gold_mine:blue s blue*1",
    "2,0: diamond_mine:red e red*1",
    "gems: gold*1 | ruby*1 gold*2",
)


def test_mo_32_ogres_are_free_and_the_thief_takes_a_gem() -> None:
    state = pos(*CROWD, "ogres: thief thief | -")
    assert legal(state, "ogre") == ["ogre thief red ruby", "ogre thief red gold"]
    got = after(state, "ogre thief red gold")
    assert got.gems == ((0, 0, 0, 2), (1, 0, 0, 1))
    assert (got.used, got.ogres[0], got.ogre_discard) == (0, ("thief",), ("thief",))
    twice = after(got, "ogre thief red ruby")
    assert twice.gems[0] == (1, 0, 0, 2)
    assert refused(twice, "ogre thief red gold").startswith("MO-32: thief is not in the hand of blue")
    assert refused(state, "ogre thief blue gold") == "MO-32: thief is played on a rival"
    assert refused(state, "ogre thief red emerald") == "MO-32: red holds no emerald"
    assert refused(state, "ogre thief red 0,0") == "MO-32: a rival and a gem type must be named with thief"
    assert "MO-6: no ogre is called troll" in refused(state, "ogre troll red gold")
    late = after(pos("turn: blue act 4", *CROWD, "ogres: thief | -"), "ogre thief red gold", "done")
    assert refused(late, "ogre thief red gold").startswith("MO-10: this is phase burn")
    assert legal(pos(*CROWD[:3], "ogres: thief | brute"), "ogre") == []  # without a choice it stays


def test_mo_33_the_brute_sends_a_dwarf_home() -> None:
    state = pos(*CROWD, "ogres: brute | -")
    assert legal(state, "ogre") == ["ogre brute red 0,0", "ogre brute red 2,0"]
    sent = after(state, "ogre brute red 0,0")
    assert key(sent, "0,0") == "castle:blue n blue*1"
    assert supply(sent, 1) == 6
    assert refused(state, "ogre brute red 1,0") == "MO-33: no red dwarf stands on 1,0"
    assert refused(state, "ogre brute blue 1,0") == "MO-33: brute is played on a rival"
    assert refused(state, "ogre brute green 1,0") == "MO-33: green is not seated (blue red)"


def test_mo_34_the_scarer_makes_any_dwarf_step() -> None:
    state = pos(*CROWD, "ogres: scarer | -")
    assert legal(state, "ogre") == [
        "ogre scarer blue 0,0 1,0",
        "ogre scarer blue 1,0 2,0",
        "ogre scarer blue 1,0 0,0",
        "ogre scarer red 0,0 1,0",
        "ogre scarer red 2,0 1,0",
    ]
    scared = after(state, "ogre scarer red 2,0 1,0")
    assert key(scared, "1,0") == "gold_mine:blue s blue*1 red*1"
    assert refused(state, "ogre scarer red 0,0 2,0").startswith("MO-23")
    walled = pos("0,0: gold_mine:blue e red*1", "1,0: diamond_mine:red s", "ogres: scarer | -")
    assert refused(walled, "ogre scarer red 0,0 1,0") == "MO-24: a wall on the east edge of 0,0"
    assert refused(state, "ogre scarer red 1,0 0,0") == "MO-34: no red dwarf stands on 1,0"


def test_mo_35_the_robber_takes_the_ogre_held_longest() -> None:
    state = pos(*CROWD, "ogres: robber | brute thief")
    assert legal(state, "ogre") == ["ogre robber red"]
    robbed = after(state, "ogre robber red")
    assert robbed.ogres == (("brute",), ("thief",))
    assert legal(robbed, "ogre brute")  # at once
    assert refused(pos(*CROWD, "ogres: robber | -"), "ogre robber red") == "MO-35: red holds no ogre"
    assert after(state.view(0), "ogre robber red").ogres == (("?",), ("?",))


def test_mo_36_the_swapper_changes_two_dwarves() -> None:
    state = pos(
        "0,0: castle:blue n blue*3",
        "5,0: gold_mine:blue s blue*1 red*1",
        "7,0: diamond_mine:red e red*1",
        "ogres: swapper | -",
    )
    assert legal(state, "ogre") == [
        "ogre swapper blue 0,0 red 5,0",
        "ogre swapper blue 0,0 red 7,0",
        "ogre swapper blue 5,0 red 7,0",
    ]
    swapped = after(state, "ogre swapper blue 0,0 red 7,0")  # a full card, and no way between
    assert key(swapped, "0,0") == "castle:blue n blue*2 red*1"
    assert key(swapped, "7,0") == "diamond_mine:red e blue*1"
    assert "MO-36: blue comes before red in seat order" in refused(state, "ogre swapper red 7,0 blue 0,0")
    assert "different cards" in refused(state, "ogre swapper blue 5,0 red 5,0")
    assert "different colours" in refused(state, "ogre swapper blue 5,0 blue 0,0")
    assert "MO-36: no red dwarf stands on 0,0" in refused(state, "ogre swapper blue 5,0 red 0,0")
    assert "MO-36: green is not seated" in refused(state, "ogre swapper blue 5,0 green 0,0")
    three = pos(
        "0,0: castle:blue n green*1",
        "1,0: gold_mine:blue s red*1",
        "ogres: swapper | - | -",
        seats="blue | red | green",
    )
    assert legal(three, "ogre") == ["ogre swapper red 1,0 green 0,0"]  # others' dwarves, too


# --- gathering ----------------------------------------------------------------------------------


def test_mo_37_ready_with_enough_own_dwarves_and_no_others() -> None:
    state = pos(
        "0,0: gold_mine:blue n blue*1",
        "1,0: gold_mine:red n blue*2",
        "2,0: diamond_mine:red n blue*2 red*1",
        "3,0: emerald_mine:red n red*2",
    )
    assert cells(ready_cells(state, 0)) == ["1,0"]
    assert cells(ready_cells(state, 1)) == ["3,0"]
    assert [is_frozen(state, pile, 0) for pile in state.cells] == [False, False, True, False]
    done = after(state, "done")
    assert key(done, "turn") == "blue gather 1,0"
    for move in ("take 0,0", "take 2,0", "take 3,0", "take 8,8"):
        assert refused(done, move).startswith(f"MO-37: {move.split()[1]} is not among the ready cards (1,0)")
    # fixed by done: freeing the frozen card by a slaying does not make it ready
    assert [len(after(done, "take 1,0").gathering)] == [0]


def test_mo_38_every_ready_card_resolves_in_any_order() -> None:
    state = after(
        pos(
            "0,0: gold_mine:blue n blue*2", "1,0: emerald_mine:red n blue*2", "2,0: diamond_mine:red n blue*2"
        ),
        "done",
    )
    assert legal(state) == ["take 0,0", "take 1,0", "take 2,0"]
    assert refused(state, "leave 0,0") == "MO-38: every ready card resolves (gather=must)"
    ends = {
        str(after(state, *order))
        for order in (("take 0,0", "take 1,0", "take 2,0"), ("take 2,0", "take 0,0", "take 1,0"))
    }
    assert len(ends) == 1
    assert "MO-37" in refused(after(state, "take 0,0"), "take 0,0")


def test_mo_39_needed_dwarves_go_home_and_the_surplus_stays() -> None:
    state = after(pos("0,0: gold_mine:blue n blue*3", "1,0: ruby_mine:red n blue*2"), "done")
    got = after(state, "take 0,0")
    assert key(got, "0,0") == "gold_mine:blue n blue*1"
    assert key(got, "1,0") == "ruby_mine:red n blue*2"  # not ready
    assert supply(got, 0) == 4
    assert refused(state, "take 0,0 nothing") == "MO-39: nothing is chosen for a gold_mine"


def test_mo_40_a_task_that_cannot_be_done_sends_only_the_needed_home() -> None:
    state = pos("0,0: dragon:red s blue*3", "1,0: gold_mine:red s blue*3")
    done = after(state, "done")
    first = after(done, "take 1,0", "take 0,0")  # blocked when it resolves
    assert first.gems[0] == (0, 0, 0, 0)
    assert key(first, "1,0") == "gold_mine:red s blue*1"
    assert after(done, "take 0,0", "take 1,0").gems[0] == (0, 0, 0, 2)
    empty = pos("0,0: ruby_mine:blue n blue*3", "gems: - | ruby*8")
    nothing = after(empty, "done", "take 0,0")
    assert nothing.gems[0] == (0, 0, 0, 0)
    assert supply(nothing, 0) == 7
    dry = after(pos("0,0: ogre_tavern:blue n blue*2"), "done", "take 0,0")
    assert dry.ogres[0] == ()
    assert supply(dry, 0) == 7


def test_mo_41_a_mine_gives_what_its_pile_has_and_a_tavern_the_top_ogre() -> None:
    for kind, gems in (
        ("ruby_mine", (1, 0, 0, 0)),
        ("emerald_mine", (0, 1, 0, 0)),
        ("diamond_mine", (0, 0, 1, 0)),
        ("gold_mine", (0, 0, 0, 2)),
    ):
        need = CARD_SET.land[CARD_SET.kind(kind)].need
        assert after(pos(f"0,0: {kind}:red n blue*{need}"), "done", "take 0,0").gems[0] == gems
    short = pos("0,0: gold_mine:blue n blue*2", "gems: - | gold*9")
    assert after(short, "done", "take 0,0").gems[0] == (0, 0, 0, 1)
    tavern = pos("0,0: ogre_tavern:blue n blue*2", "ogres: brute | -", "ogre_deck: thief robber")
    drawn = after(tavern, "done", "take 0,0")
    assert (drawn.ogres[0], drawn.ogre_deck) == (("brute", "thief"), ("robber",))
    turned = pos("0,0: ogre_tavern:blue n blue*2", "ogre_discard: scarer thief brute")
    again = after(turned, "done", "take 0,0")
    assert (again.ogres[0], again.ogre_deck, again.ogre_discard) == (("scarer",), ("thief", "brute"), ())
    assert after(tavern.view(0), "done", "take 0,0").ogres[0] == ("brute", "?")


STORE = ("0,0: general_store:red n blue*3", "gems: emerald*1 gold*3 | -", "open: T2 T1 T3", "deck: T9 T10")


def test_mo_42_a_store_trades_one_open_goal_for_exactly_its_cost() -> None:
    state = after(pos(*STORE), "done")
    assert legal(state) == ["take 0,0 nothing", "take 0,0 buy T1"]
    assert affordable(state, 0) == ("T1",)
    assert not can_pay(state, 0, "?")
    bought = after(state, "take 0,0 buy T1")
    assert (bought.goals[0], bought.gems[0]) == (("T1",), (0, 0, 0, 1))
    assert gem_piles(bought) == (8, 8, 8, 9)
    assert after(state, "take 0,0 nothing").goals[0] == ()
    assert refused(state, "take 0,0").startswith("MO-42: say nothing, or buy and an open goal")
    assert refused(state, "take 0,0 buy T9") == "MO-42: T9 is not open (T2 T1 T3)"
    assert (
        refused(state, "take 0,0 buy T3") == "MO-42: T3 costs 1 emerald, 1 diamond, which blue does not hold"
    )
    assert refused(state, "take 0,0 dig 0,0").startswith("MO-42")


def test_mo_43_a_new_goal_opens_at_once_at_the_end_of_the_row() -> None:
    bought = after(pos(*STORE), "done", "take 0,0 buy T1")
    assert (bought.open_goals, bought.deck) == (("T2", "T3", "T9"), ("T10",))
    last = after(pos(*STORE[:3]), "done", "take 0,0 buy T1")
    assert last.open_goals == ("T2", "T3")
    # the goal that came up may be bought by the next store, but for a problem that may not know it
    two = pos(
        "0,0: general_store:red n blue*3",
        "1,0: general_store:blue n blue*3",
        "gems: ruby*2 emerald*1 gold*4 | -",
        "open: T1",
        "deck: T10",
    )
    both = after(two, "done", "take 0,0 buy T1", "take 1,0 buy T10")
    assert both.goals[0] == ("T1", "T10")
    assert after(two.view(0), "done", "take 0,0 buy T1").open_goals == ("?",)


def test_mo_44_a_dig_turns_a_pile() -> None:
    state = after(
        pos(
            "0,0: castle:red n blue*2",
            "1,0: ruby_mine:red n < gold_mine:blue e < dragon:red s",
            "2,0: diamond_mine:red n",
            "3,0: emerald_mine:red e < diamond_mine:blue n red*1",
            "9,9: ogre_tavern:red n < general_store:red w",
        ),
        "done",
    )
    assert legal(state) == ["take 0,0 nothing", "take 0,0 dig 1,0", "take 0,0 dig 9,9"]
    dug = after(state, "take 0,0 dig 1,0")
    assert key(dug, "1,0") == "dragon:red s < ruby_mine:red n < gold_mine:blue e"
    assert key(after(state, "take 0,0 dig 9,9"), "9,9") == "general_store:red w < ogre_tavern:red n"
    assert after(state, "take 0,0 nothing").cells[1:] == state.cells[1:]
    assert refused(state, "take 0,0 dig 2,0") == "MO-44: 2,0 is no pile of two cards or more"
    assert refused(state, "take 0,0 dig 3,0") == "MO-44: a dwarf stands on 3,0"
    assert refused(state, "take 0,0").startswith("MO-44: say nothing, or dig and a pile")


def test_mo_45_goals_and_trophies_are_no_hand() -> None:
    bare = pos("0,0: castle:blue n", "land: gold_mine | -", "gems: ruby*2 | -", "ogres: thief | -")
    rich = pos(
        "0,0: castle:blue n",
        "land: gold_mine | -",
        "gems: ruby*2 | -",
        "ogres: thief | -",
        "goals: T1 T2 | -",
        "secret: S7! | -",
        "slain: dragon:red frost_giant:red | -",
    )
    assert hand_size(bare, 0) == hand_size(rich, 0) == 4


# --- burning and the secret goal ----------------------------------------------------------------


def test_mo_46_above_nine_cards_gems_and_ogres_are_burned() -> None:
    state = pos(
        "turn: blue burn",
        "0,0: castle:red n",
        "land: ruby_mine emerald_mine diamond_mine gold_mine ogre_tavern general_store dragon | -",
        "gems: ruby*1 gold*1 | -",
        "ogres: brute thief brute | -",
    )
    assert hand_size(state, 0) == 12
    assert legal(state) == ["burn ruby", "burn gold", "burn thief", "burn brute"]
    assert refused(state, "end") == "MO-46: 12 cards in hand, burn 3 first"
    assert refused(state, "burn dragon") == "MO-46: land cards cannot be burned"
    assert refused(state, "burn emerald") == "MO-46: blue holds no emerald"
    burned = after(state, "burn brute", "burn ruby")
    assert (burned.ogres[0], burned.ogre_discard) == (("thief", "brute"), ("brute",))
    assert gem_piles(burned) == (8, 8, 8, 9)
    nine = after(burned, "burn thief")
    assert legal(nine) == ["end"]
    assert refused(nine, "burn gold") == "MO-46: only cards above 9 are burned, and this hand holds 9"
    # an ogre of unknown face, and where faces are known the one drawn last
    assert after(state, "burn ?").ogres[0] == ("brute", "thief")
    hidden = replace(state, ogres=(("brute", "?", "thief"), ()))
    assert legal(hidden) == ["burn ruby", "burn gold", "burn thief", "burn brute", "burn ?"]
    assert after(hidden, "burn ?").ogres[0] == ("brute", "thief")
    assert (
        refused(replace(state, ogres=((), ()), gems=((3, 0, 0, 0), (0,) * 4)), "burn ?")
        == "MO-46: blue holds no ogre"
    )


def test_mo_47_a_fulfilled_secret_goal_may_be_revealed_in_every_phase() -> None:
    for phase in ("act 0", "gather 1,0", "burn"):
        state = pos(
            f"turn: blue {phase}",
            "0,0: castle:blue n",
            "1,0: gold_mine:red n blue*2",
            "gems: ruby*2 emerald*2 diamond*2 | -",
            "secret: S5 | S7",
        )
        shown = after(state, "reveal")
        assert (shown.secrets, shown.phase, shown.used) == (("S5!", "S7"), state.phase, state.used)
        assert refused(shown, "reveal") == "MO-47: S5 lies open already"
    act = pos(
        "0,0: general_store:red n blue*3",
        "gems: ruby*2 emerald*2 diamond*2 | -",
        "secret: S5 | -",
        "open: T5",
    )
    stays = after(act, "reveal", "done", "take 0,0 buy T5")
    assert not is_fulfilled(stays, 0)
    assert score(stays, 0) == 10 + 10 + 3 + 2 + 4
    assert refused(pos("0,0: castle:blue n", "secret: S5 | -"), "reveal") == "MO-47: S5 is not fulfilled"
    assert refused(pos("0,0: castle:blue n"), "reveal") == "MO-47: the secret goal of blue does not exist"


def test_mo_48_others_reveal_between_two_moves() -> None:
    state = pos("0,0: castle:blue n", "1,0: gold_mine:red s", "gems: - | ruby*6", "secret: S1 | S5")
    assert [str(move) for move in state.interrupts()] == ["reveal red"]
    assert "reveal red" not in legal(state)
    shown = after(state, "place 0,0", "reveal red")
    assert (shown.secrets, shown.to_move, shown.used) == (("S1", "S5!"), 0, 1)
    assert refused(state, "reveal blue") == "MO-48: blue is to move, say reveal alone"
    assert refused(state, "reveal green") == "MO-48: green is not seated (blue red)"
    assert refused(shown, "reveal red") == "MO-47: S5 lies open already"
    hidden = state.view(0)
    assert list(hidden.interrupts()) == []
    assert refused(hidden, "reveal red") == "MO-47: the secret goal of red is not known here"
    assert [str(move) for move in state.view(1).interrupts()] == ["reveal red"]


def test_mo_49_what_secret_goals_ask_for() -> None:
    counted = pos(
        "0,0: castle:blue n blue*2",
        "1,0: gold_mine:red n blue*1 red*1",
        "gems: ruby*2 gold*3 | -",
        "ogres: thief brute | -",
        "slain: dragon:red | -",
    )
    assert {test: test_value(counted, 0, test) for test in TESTS} == {
        "realm_cards": 2,
        "realm_vp": 4,
        "slain": 1,
        "gem_types": 2,
        "gems": 5,
        "ogres": 2,
        "dwarves": 3,
    }
    assert {goal.test for goal in CARD_SET.secrets.values()} == set(TESTS)
    row = [f"{x},0: {kind}:{colour} {turn}" for x, (kind, colour, turn) in enumerate(ROW)]
    six = ("0,0: castle:red n blue*3", "1,0: ruby_mine:red n blue*3")
    for secret, lacking, enough in (
        ("S1", (*row[:7],), (*row,)),
        ("S3", ("slain: dragon:red | -",), ("slain: dragon:red frost_giant:red | -",)),
        ("S4", ("gems: ruby*8 emerald*1 gold*1 | -",), ("gems: ruby*1 emerald*1 diamond*1 gold*1 | -",)),
        ("S5", ("gems: ruby*5 | -",), ("gems: ruby*5 gold*1 | -",)),
        ("S6", ("ogres: thief brute | -",), ("ogres: thief brute ? | -",)),
        ("S7", (*six, "2,0: gold_mine:red n"), (*six, "2,0: gold_mine:red n blue*1")),
    ):
        for lines, fulfilled in ((lacking, False), (enough, True)):
            own = [f"secret: {secret} | -"]
            found = pos(*sorted([*lines, *own], key=_key_order))
            assert is_fulfilled(found, 0) is fulfilled, secret
            assert ("reveal" in legal(found)) is fulfilled


ROW = (
    ("castle", "blue", "n"),
    ("emerald_mine", "blue", "n"),
    ("ogre_tavern", "blue", "n"),
    ("gold_mine", "blue", "n"),
    ("castle", "red", "n"),
    ("emerald_mine", "red", "n"),
    ("ogre_tavern", "red", "n"),
    ("gold_mine", "red", "n"),
)
"""Eight cards in a row that hang together."""


def _key_order(line: str) -> int:
    """Cells first, as they come; then the keys of section 4."""
    name = line.split(":")[0]
    return AFTER_LAND.index(name) if name in AFTER_LAND else -1


# --- end and score ------------------------------------------------------------------------------


def test_mo_50_three_goals_let_the_round_be_finished() -> None:
    state = pos(
        "turn: red burn",
        "round: 5",
        "0,0: castle:blue n",
        "goals: - | T1 T2 T3 | -",
        seats="blue | red | green",
    )
    set_off = after(state, "end")
    assert (set_off.last, set_off.to_move, set_off.phase) == (True, 2, "act")
    assert key(set_off, "last") == "yes"
    over = after(set_off, "done", "end")
    assert (over.phase, over.round, over.to_move) == ("over", 5, 2)
    assert over.outcome().reason == "goals"  # type: ignore[union-attr]
    assert over.moves() == []
    assert refused(over, "done") == "MO-50: the game is over"
    assert goals_owned(state, 1) == 3
    # a revealed secret goal counts, a hidden one does not; what a rival has plays no part
    for secret, last in (("S7!", True), ("S7", False), ("-", False)):
        two = pos("turn: blue burn", "0,0: castle:blue n", "goals: T1 T2 | T3 T4 T5", f"secret: {secret} | -")
        assert after(two, "end").last is last
    end = after(pos("turn: red burn", "0,0: castle:blue n", "goals: - | T1 T2 T3"), "end")
    assert end.phase == "over"


def test_mo_51_the_score_and_the_revealing_at_the_end() -> None:
    state = pos(
        "turn: red burn",
        "last: yes",
        "0,0: castle:blue n",
        "1,0: gold_mine:blue n",
        "gems: ruby*2 emerald*1 diamond*1 gold*2 | -",
        "ogres: thief brute | -",
        "goals: - | T1",
        "secret: S5 | S6",
        "slain: frost_giant:blue | -",
    )
    over = after(state, "end")
    assert key(over, "secret") == "S5! | S6"
    assert scores(over) == (10 + 4 + 6 + 2 + 2 + 2 + 4, 8)
    assert [str(over.view(seat).outcome()) for seat in (0, 1)] == [str(over.outcome())] * 2
    with pytest.raises(RulesError, match="secret, blue: it is not known in this position, so the end"):
        after(state.view(1), "end")
    # as somebody sees it: his own goal counts if fulfilled, a rival's only once it lies open
    assert [score(state, 0, viewer) for viewer in (0, 1, None)] == [30, 20, 20]
    assert margin(state, 1) == 8 - 20
    assert margin(replace(state, to_move=0), 0) == 30 - 8


def test_mo_52_the_most_points_win_and_equals_share() -> None:
    def result(goals: str, gems: str) -> tuple[int, ...]:
        return winners(
            pos("turn: over", "last: yes", "0,0: dragon:blue n", f"gems: {gems}", f"goals: {goals}")
        )

    assert result("T1 | T4", "- | -") == (1,)
    assert result("T1 | T2", "- | -") == (0, 1)
    assert result("T1 | -", "- | ruby*2 gold*2") == (0, 1)


def test_mo_53_alone() -> None:
    state = new(1, 4)
    assert (state.seats, state.options.rounds) == (1, "12")
    assert new(1, 4, rounds="5").options.rounds == "5"
    assert new(1, 4, rounds="0").options.rounds == "0"
    assert new(2, 4).options.rounds == "0"
    alone = pos(
        "0,0: castle:blue n blue*1",
        "1,0: gold_mine:blue n blue*1",
        "gems: gold*2",
        "ogres: thief brute scarer robber swapper",
        seats="blue",
    )
    assert {move.name for move in alone.moves() if move.verb == "ogre"} == {"scarer"}
    for _ in range(12):
        assert state.phase == "act"
        state = after(state, "done", "end")
    assert state.phase == "over"
    assert state.outcome() == Outcome("rounds", (0,), (0,), "practice")
    assert refused(state, "done") == "MO-53: the game is over"
    goals = pos(
        "turn: blue burn",
        "round: 3",
        "0,0: castle:blue n",
        "goals: T1 T2 T3",
        seats="blue",
        options="rounds=12",
    )
    assert after(goals, "end").outcome() == Outcome("goals", (27,), (0,), "practice")


# --- options ------------------------------------------------------------------------------------


def test_every_option_is_tested_here() -> None:
    here = "".join(name for name in globals() if name.startswith("test_option_"))
    for option in OPTIONS:
        assert f"test_option_{option.name}" in here


def test_option_mixed() -> None:
    lines = ("0,0: diamond_mine:red n blue*2 red*1",)
    assert after(pos(*lines), "done").phase == "burn"
    free = after(pos(*lines, options="mixed=per_player"), "done")
    got = after(free, "take 0,0")
    assert got.gems[0] == (0, 0, 1, 0)
    assert key(got, "0,0") == "diamond_mine:red n red*1"
    assert not is_frozen(free, free.cells[0], 0)


def test_option_cover() -> None:
    for below, above in (("castle", "frost_giant"), ("dragon", "ruby_mine"), ("frost_giant", "castle")):
        lines = (f"0,0: {below}:red n", f"land: {above} | -")
        assert refused(pos(*lines), f"play 0,0 {above} n").startswith("MO-20")
        covered = after(pos(*lines, options="cover=any"), f"play 0,0 {above} n")
        assert key(covered, "0,0") == f"{below}:red n < {above}:blue n"
        assert read_state(str(covered)) == covered
    lost = after(
        pos("0,0: castle:blue n", "land: frost_giant | -", options="cover=any"), "play 0,0 frost_giant n"
    )
    assert realm(lost, 0) == ()
    assert allowance(lost) == 3
    own = pos("0,0: frost_giant:red n < castle:blue n blue*2", options="cover=any")
    assert legal(after(own, "done")) == ["take 0,0 nothing", "take 0,0 dig 0,0"]
    assert key(after(own, "done", "take 0,0 dig 0,0"), "0,0") == "castle:blue n < frost_giant:red n"
    stays = pos("0,0: frost_giant:red n < castle:blue n blue*3", options="cover=any")
    assert refused(after(stays, "done"), "take 0,0 dig 0,0") == "MO-44: a dwarf stands on 0,0"


def test_option_giant_realm() -> None:
    lines = ("0,0: castle:blue n", "1,0: frost_giant:red n")
    assert realm_vp(pos(*lines), 0) == 0
    assert realm_vp(pos(*lines, options="giant_realm=keep"), 0) == 3


def test_option_dig_block() -> None:
    lines = ("0,0: castle:blue s blue*2", "1,0: dragon:red s", "5,0: ruby_mine:red n < gold_mine:red n")
    assert legal(after(pos(*lines), "done"), "take") == ["take 0,0 nothing", "take 0,0 dig 5,0"]
    stopped = after(pos(*lines, options="dig_block=any"), "done")
    assert legal(stopped, "take") == ["take 0,0"]
    assert allowance(pos(*lines, options="dig_block=any")) == 4  # only the dig is stopped
    assert supply(after(stopped, "take 0,0"), 0) == 7


def test_option_share() -> None:
    lines = ("0,0: castle:blue n", "1,0: gold_mine:red s", "2,0: castle:red s")
    assert realm_vp(pos(*lines), 0) == 7
    split = pos(*lines, options="share=split")
    assert (realm_vp(split, 0), realm_vp(split, 1)) == (3, 3)
    assert realm_vp(pos(*lines[:2], options="share=split"), 0) == 4


def test_option_gather() -> None:
    lines = ("0,0: gold_mine:blue n blue*2", "1,0: emerald_mine:red n blue*2")
    assert "MO-38" in refused(after(pos(*lines), "done"), "leave 0,0")
    may = after(pos(*lines, options="gather=may"), "done")
    assert legal(may) == ["take 0,0", "take 1,0", "leave 0,0", "leave 1,0"]
    left = after(may, "leave 0,0")
    assert key(left, "turn") == "blue gather 1,0"
    assert key(left, "0,0") == "gold_mine:blue n blue*2"
    assert "MO-37" in refused(left, "leave 0,0")
    assert after(left, "leave 1,0").phase == "burn"


def test_option_step() -> None:
    lines = (
        "0,0: gold_mine:blue n blue*1",
        "1,0: emerald_mine:red n",
        "2,0: ogre_tavern:red n",
        "3,0: gold_mine:red s red*3",
    )
    assert legal(pos(*lines), "move") == ["move 0,0 1,0"]
    far = pos(*lines, options="step=far")
    assert legal(far, "move") == ["move 0,0 1,0", "move 0,0 2,0"]
    assert after(far, "move 0,0 2,0").used == 1
    assert refused(far, "move 0,0 3,0") == "MO-25: all 3 slots of 3,0 are taken"
    blocked = pos(lines[0], "1,0: emerald_mine:red n red*3", lines[2], options="step=far")
    assert refused(blocked, "move 0,0 2,0").startswith(
        "MO-23: no chain of connected cards with free slots leads"
    )
    assert refused(far, "move 0,0 0,0") == "MO-23: the dwarf stands on 0,0 already"
    scared = pos(*lines, "ogres: scarer | -", options="step=far")
    assert "ogre scarer blue 0,0 2,0" not in legal(scared)


def test_option_blocked() -> None:
    lines = (
        "0,0: dragon:red s",
        "1,0: gold_mine:red s blue*3",
        "2,0: emerald_mine:red n blue*1",
        "3,0: diamond_mine:red e blue*1 red*1",
        "5,0: ruby_mine:blue n blue*1",
    )
    ready = after(pos(*lines), "done", "take 1,0")
    assert (key(ready, "1,0"), key(ready, "2,0")) == ("gold_mine:red s blue*1", "emerald_mine:red n blue*1")
    sent = after(pos(*lines, options="blocked=all"), "done")
    assert [key(sent, cell) for cell in ("1,0", "2,0", "3,0", "5,0")] == [
        "gold_mine:red s blue*3",  # ready: its turn comes
        "emerald_mine:red n",
        "diamond_mine:red e blue*1 red*1",  # another colour stands there
        "ruby_mine:blue n blue*1",  # not blocked
    ]
    assert key(after(sent, "take 1,0"), "1,0") == "gold_mine:red s"
    free = pos("0,0: gold_mine:red s blue*3", options="blocked=all")
    assert key(after(free, "done", "take 0,0"), "0,0") == "gold_mine:red s blue*1"


def test_option_castle_bonus() -> None:
    start = new(2, 1, castle_bonus="start")
    assert key(start, "turn") == "blue act 0 of 3"
    built = after(start, "play 0,0 castle n", "place 0,0", "place 0,0")
    assert refused(built, "place 0,0") == "MO-10: all 3 actions are used"
    assert after(new(2, 1), "play 0,0 castle n", "place 0,0", "place 0,0", "place 0,0").used == 4
    again = after(built, "done", "take 0,0 nothing", "end", "done", "end")
    assert key(again, "turn") == "blue act 0 of 4"
    shut = after(again, "play 1,0 gold_mine n", "play 2,0 frost_giant n", "place 0,0", "place 1,0")
    assert key(shut, "turn") == "blue act 4 of 4"
    assert (shut.allowed, after(shut, "done").allowed) == (4, 0)
    assert key(pos("0,0: castle:blue n", options="castle_bonus=start"), "turn") == "blue act 0 of 4"


def test_option_refill() -> None:
    late = after(pos(*STORE, options="refill=turn_end"), "done", "take 0,0 buy T1")
    assert (late.open_goals, late.deck) == (("T2", "T3"), ("T9", "T10"))
    assert after(late, "end").open_goals == ("T2", "T3", "T9")
    assert after(pos(*STORE), "done", "take 0,0 buy T1").open_goals == ("T2", "T3", "T9")


def test_option_border() -> None:
    walled_in = (
        "-1,-1: ruby_mine:red w",
        "0,-1: gold_mine:blue n",
        "1,-1: ruby_mine:blue n",
        "-1,0: gold_mine:red w",
        "0,0: castle:blue n",
        "1,0: gold_mine:green e",
        "-1,1: ruby_mine:green s",
        "0,1: gold_mine:yellow s",
        "1,1: ruby_mine:yellow e",
    )
    seats = "blue | red | green | yellow"
    for options, points in (("", 11), ("border=wall", 11)):
        assert realm_vp(pos(*walled_in, seats=seats, options=options), 0) == points
    turned = [
        line.replace("gold_mine:green e", "gold_mine:green n") for line in walled_in
    ]  # open to the east
    for options, points in (("", 11), ("border=wall", 0)):
        assert realm_vp(pos(*turned, seats=seats, options=options), 0) == points


def test_option_wall_side() -> None:
    one = ("0,0: gold_mine:blue e blue*1", "1,0: diamond_mine:red s")
    both = ("0,0: gold_mine:blue e blue*1", "1,0: gold_mine:red w")
    assert linked(pos(*one), at("0,0")) == ()
    open_side = pos(*one[:1], "1,0: gold_mine:red n", options="wall_side=both")
    assert linked(open_side, at("0,0")) == (at("1,0"),)
    assert after(open_side, "move 0,0 1,0").used == 1
    shut = pos(*both, options="wall_side=both")
    assert refused(shut, "move 0,0 1,0") == "MO-24: walls on both sides between 0,0 and 1,0"


def test_option_reveal() -> None:
    lines = ("0,0: castle:blue n", "gems: - | ruby*6", "secret: S1 | S5")
    assert [str(move) for move in pos(*lines).interrupts()] == ["reveal red"]
    own = pos(*lines, options="reveal=own_turn")
    assert list(own.interrupts()) == []
    assert refused(own, "reveal red") == "MO-48: red is not to move (reveal=own_turn)"
    assert "reveal" in legal(after(own, "done", "end"))


def test_option_tie() -> None:
    lines = ("turn: over", "last: yes", "0,0: dragon:blue n", "gems: ruby*2 gold*2 | -", "goals: - | T1")
    assert winners(pos(*lines)) == (0, 1)
    assert winners(pos(*lines, options="tie=goals")) == (1,)
    still = ("turn: over", "last: yes", "0,0: dragon:blue n", "goals: T2 | T1")
    assert winners(pos(*still, options="tie=goals")) == (0, 1)


def test_option_rounds() -> None:
    state = new(2, 1, rounds="2")
    for _ in range(4):
        assert state.phase == "act"
        state = after(state, "done", "end")
    assert state.outcome() == Outcome("rounds", (0, 0), (0, 1))
    assert state.round == 2
    assert after(new(2, 1), *["done", "end"] * 10).phase == "act"


# --- reference facts ----------------------------------------------------------------------------


def test_fact_1_a_new_game() -> None:
    state = new(2, 0)
    assert len(state.moves()) == 33
    castle = after(state, "play 0,0 castle n")
    assert (len(castle.moves()), allowance(castle)) == (114, 4)
    assert len(after(castle, "place 0,0").moves()) == 114


def test_fact_2_an_opening() -> None:
    seed = next(seed for seed in range(99) if new(2, seed).secrets[0] not in ("S7",))
    state = after(
        new(2, seed),
        "play 0,0 castle n",
        "play 1,0 gold_mine n",
        "place 1,0",
        "place 1,0",
        "done",
        "take 1,0",
    )
    assert hand_size(state, 0) == 9
    assert state.gems[0] == (0, 0, 0, 2)
    assert legal(state) == ["end"]


def test_fact_3_position_p1() -> None:
    state = read_state(P1)
    assert (len(realm(state, 0)), realm_vp(state, 0), score(state, 0), allowance(state)) == (5, 8, 10, 4)
    assert len(state.moves()) == 10


def test_fact_6_moves_of_position_p3() -> None:
    assert len(pos("0,0: ruby_mine:red s", "land: castle ruby_mine | -").moves()) == 38


def test_fact_12_the_seven_own_cards_in_one_realm() -> None:
    lines = (
        "0,0: castle:blue n",
        "1,0: emerald_mine:blue n",
        "2,0: ogre_tavern:blue n",
        "3,0: gold_mine:blue n",
        "4,0: ruby_mine:blue n",
        "3,1: diamond_mine:blue s",
        "4,1: general_store:blue s",
    )
    state = pos(*lines, "secret: S2 | S1", seats="blue | red")
    assert len(realm(state, 0)) == 7
    assert realm_vp(state, 0) == 10
    assert is_fulfilled(state, 0)
    assert not is_fulfilled(replace(state, secrets=("S1", "S2")), 0)


def test_fact_13_a_deal_of_our_own_shuffle() -> None:
    """The common shuffle takes the place of MO-8's; this is what it deals."""
    state = new(2, 0)
    assert key(state, "secret") == "S6 | S3"
    assert key(state, "open") == "T7 T3 T9"
    assert key(state, "deck") == "T5 T6 T10 T1 T2 T4 T8"
    assert key(state, "ogre_deck").split()[:4] == ["thief", "swapper", "robber", "brute"]


WALLS = {
    "castle": "N E S W",
    "ruby_mine": "NE ES SW NW",
    "emerald_mine": "NS EW NS EW",
    "diamond_mine": "NE ES SW NW",
    "gold_mine": "N E S W",
    "ogre_tavern": "NS EW NS EW",
    "general_store": "NE ES SW NW",
    "dragon": "N E S W",
    "frost_giant": "N E S W",
}


@pytest.mark.parametrize("kind", WALLS)
def test_fact_14_walls(kind: str) -> None:
    number = CARD_SET.kind(kind)
    for turn, words in enumerate(WALLS[kind].split()):
        for seat in range(4):
            bits = CARD_SET.walls[36 * seat + 4 * number + turn]
            assert "".join(letter for edge, letter in enumerate("NESW") if bits >> edge & 1) == words
    assert len(CARD_SET.turns[number]) == len(set(WALLS[kind].split()))


# --- whole games --------------------------------------------------------------------------------

PAIRS = [(option.name, value) for option in OPTIONS for value in option.values[1:3]]


def busy_move(state: State, rng: random.Random) -> Move | None:
    """A random move that often does what brings a game on: buying, filling cards, using all actions."""
    others = list(state.interrupts())
    if others and rng.random() < 0.3:
        return rng.choice(others)
    moves = list(state.moves())
    seat = state.to_move
    manned = {pile.cell for pile in state.cells if pile.dwarves[seat] == sum(pile.dwarves) > 0}
    wanted = [move for move in moves if move.name == "buy" or (move.verb == "place" and move.cell in manned)]
    if wanted and rng.random() < 0.6:
        return rng.choice(wanted)
    at_work = [move for move in moves if move.verb != "done"] or moves
    verb = rng.choice(sorted({move.verb for move in at_work})) if moves else ""
    chosen = [move for move in moves if move.verb == verb]
    return rng.choice(chosen) if chosen else None


def played_out(seed: int) -> Iterator[State]:
    """Every state of a random game; seats, options and moves are drawn by the seed."""
    rng = random.Random(seed)
    options = {name: value for name, value in rng.sample(PAIRS, 4) if name != "rounds"}
    state = new(1 + seed % 4, seed, **{**options, "rounds": "30"})
    yield state
    while (move := busy_move(state, rng)) is not None:
        state = state.play(move)
        yield state


def play_and_count(seed: int) -> Counter[str]:
    """Play a game out, checking at each state that every part is where it can be; the verbs and how it ended."""
    seen: Counter[str] = Counter()
    conserved, before = KNOWLEDGE["moria"].conserved, None
    for state in played_out(seed):
        parts = conserved(state)
        assert before is None or parts == before
        before = parts
        seats = state.seats
        assert (
            sum(parts[card] for card in range(36))
            == 9 * seats
            == sum(parts[card] for card in range(9 * seats))
        )
        assert (parts["gems"], parts["secrets"]) == (34, seats)
        assert sum(parts[name] for name in CARD_SET.ogres) == 13
        assert sum(parts[name] for name in CARD_SET.goals) == 10
        for seat in range(seats):
            out = sum(pile.dwarves[seat] for pile in state.cells)
            assert supply(state, seat) + out == 7
            assert seat == state.to_move or hand_size(state, seat) <= 9
        seen[state.phase] += 1
    result = state.outcome()
    assert result is not None
    seen[result.reason] += 1
    return seen


def test_random_games_lose_no_part() -> None:
    seen: Counter[str] = Counter()
    for seed in range(10):
        seen += play_and_count(seed)
    assert set(seen) >= {"act", "gather", "burn", "over", "rounds", "goals"}


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_random_games_lose_no_part(hundred: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(100 * hundred, 100 * (hundred + 1)):
        seen += play_and_count(seed)
    print(dict(seen))
    assert seen["over"] == seen["rounds"] + seen["goals"] == 100
    assert seen["goals"] > 0


def test_rules_and_provenance_are_named() -> None:
    assert list(GAME.rules) == [f"MO-{number}" for number in range(1, 54)]
    for words, source in GAME.rules.values():
        assert words.endswith(".")
        assert source.split(":")[0].split(";")[0].split(",")[0] in ("seed", "published", "reconstructed")
    here = {name.split("_")[2] for name in globals() if name.startswith("test_mo_")}
    assert here == {str(number) for number in range(1, 54)}


# --- deals --------------------------------------------------------------------------------------


def test_a_deal_fits_the_view() -> None:
    for seed in range(6):
        state = [then for _, then in walk(new(2 + seed % 3, seed), seed, 80)][-1]
        for seat in range(state.seats):
            view = state.view(seat)
            dealt = deal(view, random.Random(seed))
            assert dealt.view(seat) == view
            assert read_state(str(dealt)) == dealt
            assert dealt == deal(view, random.Random(seed))
            assert "?" not in str(dealt)
            assert KNOWLEDGE["moria"].conserved(dealt) == KNOWLEDGE["moria"].conserved(state)


def test_deals_vary_and_a_view_without_a_deal_is_refused() -> None:
    view = new(3, 1).view(0)
    assert len({deal(view, random.Random(seed)).secrets for seed in range(40)}) > 10
    with pytest.raises(RulesError, match="deal: no unseen ogre is left"):
        deal(replace(view, ogres=(("?",), (), ())), random.Random(1))
    with pytest.raises(RulesError, match="deal: no unseen trading goal is left"):
        deal(replace(view, deck=("?",) * 11), random.Random(1))
    taken = replace(view, cards=CARD_SET, secrets=("S1!", "?", "?"), phase="over", last=True)
    assert all(SHOWN not in secret for secret in deal(taken, random.Random(2)).secrets[1:])
