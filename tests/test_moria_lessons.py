"""What the lessons on Autumn of Moria show: ways, flows and trees step by step, pictures, exercises."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

import pytest

import puzzles
from boards.core.picture import Picture
from boards.moria import exercises
from boards.moria.exercises import EXERCISES, check, hint, start_of
from boards.moria.pictures import graph_picture, maps_picture, turn_picture, watch_route, watch_turn
from puzzles.core import IllegalMove, RulesError
from puzzles.moria import read_state
from puzzles.moria.cells import cell_text, read_cell
from puzzles.moria.problems import BestTurn
from puzzles.moria.rules import State
from solvers.core.branching import Kind
from solvers.core.steps import way
from solvers.moria import best_turn, facts, muster, plain, route
from solvers.moria.lesson import (
    News,
    actions,
    ceiling,
    count_actions,
    dwarf_costs,
    muster_flow,
    route_looks,
    turn_ticks,
)

MAPS = ("no_room", "labyrinth", "supply_empty", "pass_it_on", "guarded_bridge", "seven")


def small_turns(number: int, seed: int) -> list[State]:
    return exercises.random_turns(number, seed)


# --- ways -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAPS)
def test_breadth_first_finds_what_route_finds(name: str) -> None:
    state = read_state(start_of(name))
    starts = [cell_text(pile.cell) for pile in state.cells if pile.dwarves[state.to_move]]
    tried = 0
    for start, pile in itertools.product(starts, state.cells):
        goal = cell_text(pile.cell)
        last = route_looks(state, start, goal)[-1]
        found = route(state, start, goal)
        tried += 1
        if found.value is None:
            assert (last.goal, last.done) == (None, True)
            continue
        assert last.goal is not None
        assert last.goal.moves == last.bound == found.value
        path = way(route_looks(state, start, goal))
        assert tuple(step.move for step in path[1:]) == found.texts
    assert tried or name == "guarded_bridge"


# --- musters ----------------------------------------------------------------------------------------


def crowded(seed: int) -> tuple[State, str]:
    """A map of eight cards with dwarves of both seats at random, and one of its cells."""
    rng = random.Random(seed)
    kinds = [
        "castle",
        "ruby_mine",
        "emerald_mine",
        "diamond_mine",
        "gold_mine",
        "ogre_tavern",
        "general_store",
    ]
    cards = rng.sample([(kind, colour) for kind in kinds for colour in ("blue", "red")], 8)
    lines, left = [], {"blue": 7, "red": 7}
    for at, (kind, colour) in enumerate(cards):
        line, free = f"{at % 4},{at // 4}: {kind}:{colour} {rng.choice('nesw')}", 3
        for seat in ("blue", "red"):
            own = min(rng.choice((0, 0, 1, 2, 3)), free, left[seat])
            free, left[seat] = free - own, left[seat] - own
            line += f" {seat}*{own}" if own else ""
        lines.append(line)
    text = "\n".join(["game: moria", "seats: blue | red", *lines, "land: - | -"])
    at = rng.randrange(8)
    return read_state(text), f"{at % 4},{at // 4}"


def test_the_cheapest_flow_is_the_muster() -> None:
    values = []
    for seed in range(60):
        state, cell = crowded(seed)
        for n in (1, 3, 4):
            value = muster(state, cell, n).value
            assert muster_flow(state, cell, n) == value, (seed, cell, n)
            values.append(value)
    assert None in values
    assert len(set(values)) > 5


def test_costs_add_up_to_the_muster() -> None:
    for seed in range(40):
        state, cell = crowded(seed)
        costs = dwarf_costs(state, cell)
        assert len(costs) == 7
        found = [cost for _, cost in costs if cost is not None]
        assert found == sorted(found)
        for n in range(1, 4):
            value = muster(state, cell, n).value
            if value is not None:
                assert value == sum(found[:n])
    assert dwarf_costs(start_of("supply_empty"), "0,0")[-1] == ("0,1", None)


# --- the tree of a turn -------------------------------------------------------------------------------


def test_actions_are_counted() -> None:
    def orders(state: State, most: int) -> int:
        return sum(orders(after, most - 1) for _, after in actions(state)) if most else 1

    for start in small_turns(6, seed=3):
        counted = count_actions(start, 3 - start.used)
        assert counted[0] == (1, 1)
        for number, (ways, positions) in enumerate(counted):
            assert ways == orders(start, number)
            assert 0 < positions <= ways
    assert count_actions(start_of("half_the_work"), 3)[3] == (26, 9)


@pytest.mark.parametrize("most", [None, ceiling])
def test_the_tree_finds_the_best_turn(most: object) -> None:
    starts = [*small_turns(8, seed=5), *map(start_of, ("slay_first", "dig_and_wake", "all_seven"))]
    for start in starts:
        last = turn_ticks(start, most)[-1]  # type: ignore[arg-type]
        assert last.done
        assert last.best.worth == last.bound == best_turn(start).value
        assert last.best.worth == plain.value(facts.position(start))[0]


def test_the_ceiling_is_never_too_low_and_saves_work() -> None:
    for start in small_turns(25, seed=7):
        assert ceiling(start) >= plain.value(start)[0]
        for _, after in actions(start):
            assert ceiling(after) >= plain.value(after)[0]
    blind, seeing = (turn_ticks(start_of("half_the_work"), most) for most in (None, ceiling))
    assert (blind[-1].opened, blind[-1].known) == (12, 3)
    assert seeing[-1].opened == 4
    assert {tick.kind for tick in blind} == {Kind.OPENED, Kind.CUT, Kind.KNOWN}


def test_a_bound_that_says_too_little_gives_a_wrong_answer() -> None:
    start = start_of("all_seven")
    assert turn_ticks(start, ceiling)[-1].best.worth == 12
    assert turn_ticks(start, lambda state: ceiling(state) - 2)[-1].best.worth == 10


def test_news_are_collected() -> None:
    news = News()
    found = best_turn(start_of("shut_out"), report=news)
    assert news.points[-1][1:] == (found.value, found.value)
    values, bounds = [value for _, value, _ in news.points], [bound for _, _, bound in news.points]
    assert values == sorted(values)
    assert bounds == sorted(bounds, reverse=True)


def test_too_large_a_tree_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="more than 130 branches"):
        watch_turn(start_of("castle_pays"))
    with pytest.raises(RulesError, match="over"):
        turn_ticks("game: moria\nseats: blue\nturn: over\nlast: yes\nland: -")


# --- pictures -----------------------------------------------------------------------------------------


def texts_of(picture: Picture) -> list[str]:
    return [
        "".join(node.itertext())
        for node in ElementTree.fromstring(picture.svg).iter()
        if node.tag.endswith("text")
    ]


def test_maps_carry_ways_and_notes() -> None:
    maps = {"full": start_of("no_room"), "door": start_of("giants_door")}
    picture = maps_picture(
        maps, ways={"full": ["0,1", "0,0", "1,0"]}, notes={"door": {"-1,1": "a giant here"}}
    )
    texts = texts_of(picture)
    assert {"full", "door", "a giant here"} <= set(texts)
    assert "; way 0,1, 0,0, 1,0" in picture.words
    assert "; on -1,1: a giant here" in picture.words
    assert "data-touch" not in picture.svg
    with pytest.raises(RulesError, match="note"):
        maps_picture(maps, notes={"door": {"here": "?"}})


def test_turn_picture_tells_what_each_phase_gains() -> None:
    puzzle = puzzles.load("moria/31_great_day")
    picture = turn_picture(puzzle.start, puzzle.answer.plan, "The great day")
    texts = texts_of(picture)
    assert {"The great day", "before", "turn 1, actions", "turn 1, gathering", "reveal"} <= set(texts)
    assert [text for text in texts if text in ("+1", "+12", "+5")] == ["+1", "+12", "+5"]
    assert "score 15, gems ruby 1 emerald 1 gold 1" in texts
    assert "score 33, gems emerald 1 gold 1" in texts
    assert "take 0,0 dig 1,0 +1, take 2,0 +12, reveal, take 2,1 buy T6 +5" in picture.words
    with pytest.raises(IllegalMove):
        turn_picture(puzzle.start, ["place 0,0"])


def test_turn_picture_takes_a_campaign() -> None:
    puzzle = puzzles.load("moria/34_long_order")
    picture = turn_picture(puzzle.start, puzzle.answer.plan, problem=puzzle.problem)
    assert {"turn 1, actions", "turn 3, gathering"} <= set(texts_of(picture))
    assert "score 0, no gems" in picture.words


def test_graph_picture_names_joints_and_what_hangs_on_them() -> None:
    picture = graph_picture(start_of("leave_the_dragon"))
    assert picture.words.startswith("Graph of 6 cards and 6 open joints: ")
    assert picture.words.endswith(
        "Joints of the realm of blue: 1,0 with 6 points behind it, 2,1 with 2 points behind it"
    )
    assert {"C3", "F0", "-6", "-2"} <= set(texts_of(picture))
    assert graph_picture(start_of("guarded_bridge"), seat=1).words.endswith("red: none")


@pytest.mark.parametrize("narrow", [False, True])
def test_every_frame_of_a_way_is_drawn(narrow: bool) -> None:
    stepper = watch_route(start_of("no_room"), "0,1", "2,1")
    try:
        assert stepper.last == 5
        for at in range(stepper.last + 1):
            frame = stepper._frame(at, narrow)
            assert frame.drawing.width == (368 if narrow else 848)
            assert [chip.name for chip in frame.header.chips] == ["Frontier", "Visited", "Goal", "Bound"]
        assert "2,1 is reached in 4 moves" in frame.words
        assert stepper.errors == []
    finally:
        stepper.close()


def test_a_way_that_is_not_there_is_said() -> None:
    stepper = watch_route(start_of("supply_empty"), "0,1", "0,0")
    try:
        assert (
            stepper._frame(stepper.last, False).words
            == "0,1: walls all round. Nothing is left, and 0,0 was not met."
        )
    finally:
        stepper.close()


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("most", [None, ceiling])
def test_every_frame_of_a_turn_is_drawn(most: object, narrow: bool) -> None:
    stepper = watch_turn(start_of("half_the_work"), most)  # type: ignore[arg-type]
    try:
        seen = 0
        for at in range(stepper.last + 1):
            frame = stepper._frame(at, narrow)
            keys = [key for key, _ in frame.drawing.parts]
            assert len(set(keys)) == len(keys) >= seen
            seen = len(keys)
        assert "4 is proved best" in frame.words
        assert {chip.name: chip.text for chip in frame.header.chips}["Best"] == "4"
        assert stepper.errors == []
    finally:
        stepper.close()


def test_a_card_that_is_played_is_named_in_its_box() -> None:
    bridge = start_of("the_bridge")
    stepper = watch_turn(bridge)
    try:
        parts = dict(stepper._frame(stepper.last, False).drawing.parts)
        words = {
            "".join(node.itertext()) for part in parts.values() for node in part.iter() if node.tag == "text"
        }
        assert {"play 1,1", "ruby_mine", "turn n"} <= words
    finally:
        stepper.close()


# --- exercises ----------------------------------------------------------------------------------------


def cheapest(away: Sequence[int], supply: int, wanted: int) -> int:
    costs = sorted(list(away) + [1] * supply)
    return -1 if len(costs) < wanted else sum(costs[:wanted])


def reached(links: Mapping[str, Sequence[str]], start: str) -> int:
    seen, waiting = {start}, [start]
    while waiting:
        for other in links[waiting.pop()]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen)


RIGHT = {
    "cards": 36,
    "turns": 32,
    "turned": lambda walls, turn: [walls[(edge - turn) % 4] for edge in range(4)],
    "joined": lambda walls, other, edge: not walls[edge] and not other[(edge + 2) % 4],
    "reached": reached,
    "region": 5,
    "joints": 2,
    "route": 4,
    "looked_at": 5,
    "cheapest": cheapest,
    "muster": 6,
    "orders": 26,
    "opened": 4,
    "bound": lambda state: 9,
    "castle": 4,
    "free": lambda turns, castle: 3 * turns + (turns - castle + 1) - 1,
    "burned": 3,
    "order": 5,
    "gap": 6,
    "doors": 1,
    "cut": 3,
}

WRONG = {
    "cards": 9,
    "turns": 36,
    "turned": lambda walls, turn: [walls[(edge + turn) % 4] for edge in range(4)],
    "joined": lambda walls, other, edge: not walls[edge],
    "reached": lambda links, start: 1 + len(links[start]),
    "region": 7,
    "joints": 3,
    "route": 2,
    "looked_at": 9,
    "cheapest": lambda away, supply, wanted: wanted,
    "muster": 4,
    "orders": 27,
    "opened": 12,
    "bound": lambda state: 3 - state.used,
    "castle": 3,
    "free": lambda turns, castle: 4 * turns,
    "burned": 0,
    "order": 10,
    "gap": 0,
    "doors": 0,
    "cut": 2,
}


@pytest.mark.parametrize("name", EXERCISES.names)
def test_right_and_wrong_answers(name: str) -> None:
    assert check(name, RIGHT[name])
    wrong = check(name, WRONG[name])
    assert wrong.right is False
    assert len(wrong.words) > 10
    assert check(name).right is None
    assert hint(name).words.startswith("Hint. ")
    assert not check(name, lambda *given: None)


def test_exercises_name_puzzles_that_are_there() -> None:
    with pytest.raises(KeyError, match="no puzzle of moria"):
        start_of("nowhere")
    assert puzzles.read_state(start_of("frozen")).colour == "blue"


def test_turned_walls_are_those_of_the_rules() -> None:
    state = read_state("game: moria\nseats: blue\n0,0: ruby_mine:blue n\nland: -")
    for turn, letter in enumerate("nesw"):
        laid = read_state(str(state).replace("blue n", f"blue {letter}")).cells[0].cards[0]
        bits = state.cards.walls[laid]
        assert exercises.turned([1, 1, 0, 0], turn) == [bits >> edge & 1 for edge in range(4)]


def test_small_turns_are_turns_of_the_rules() -> None:
    for start in small_turns(20, seed=2):
        assert start.phase == "act"
        assert BestTurn().moves(start)
        assert read_cell("0,0", "cell") == start.cells[0].cell
    assert small_turns(5, seed=2) == small_turns(5, seed=2) != small_turns(5, seed=3)
