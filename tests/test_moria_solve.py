"""solvers.moria: the worked positions, plain search as the second method, limits, Stop, hidden cards, reasons."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest

from puzzles.core import IllegalMove, RulesError
from puzzles.moria import State, new, read_state
from puzzles.moria.cells import read_cell
from puzzles.moria.problems import BestTurn, Muster
from puzzles.moria.queries import free_slots
from puzzles.moria.regions import ground, pile_at, realm, region
from solvers.core.search import OutOfTime
from solvers.core.solution import Limits, Progress, Solution, Status, Stop
from solvers.moria import best_turn, campaign, compare, cut, muster, plain, route
from solvers.moria.graph import cut_cells, map_graph, walks
from solvers.moria.plan import Budget, Turn
from solvers.moria.samples import sample, some_options
from solvers.moria.search import Search

P1 = """seats: blue | red
0,0: castle:blue n
1,0: gold_mine:blue n blue*1
2,0: ruby_mine:red e
0,1: ogre_tavern:red n red*1
1,1: general_store:blue s red*1
2,1: diamond_mine:red n
land: - | -
gems: gold*2 | -
open: T1"""
P2 = """seats: blue | red
0,0: castle:blue n
1,0: dragon:red n blue*2
2,0: emerald_mine:blue n blue*2
3,0: general_store:red s blue*2
land: - | -
gems: diamond*1 | -
open: T3"""
P3 = "seats: blue | red\n0,0: ruby_mine:red s\nland: castle ruby_mine | -"
P4 = """seats: blue | red
turn: red act 0
0,0: castle:blue n
1,0: general_store:blue n
1,1: gold_mine:blue s
2,1: ruby_mine:red e
land: - | gold_mine"""
P5 = """seats: blue | red
turn: blue act 3
0,0: emerald_mine:red e blue*2 red*1
1,0: gold_mine:red e blue*1
land: castle ruby_mine emerald_mine diamond_mine gold_mine ogre_tavern general_store dragon | -
gems: ruby*1 | -"""
P6 = """seats: blue | red
turn: blue act 3
0,0: castle:blue n blue*2
1,0: gold_mine:blue n < dragon:red n
2,0: gold_mine:red n blue*2
land: - | -"""
P7 = """seats: blue
0,0: ruby_mine:blue s
1,0: general_store:blue s
0,1: castle:blue s
land: -
gems: gold*2
open: T4"""
P8 = """seats: blue
turn: blue act 4
0,0: castle:blue n
1,0: gold_mine:blue n blue*2
2,0: general_store:blue s blue*3
land: -
gems: ruby*1 emerald*1 diamond*1
secret: S4
open: T5 T2"""


def with_option(text: str, words: str) -> str:
    return f"options: {words}\n{text}"


# --- the reference positions F3 to F11 ----------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "value", "plan"),
    [
        ("2,0", 1, ("move 1,0 2,0",)),
        ("1,1", 1, ("move 1,0 1,1",)),
        ("2,1", 2, ("move 1,0 1,1", "move 1,1 2,1")),
        ("0,1", None, ()),
        ("1,0", 0, ()),
    ],
)
def test_routes_of_f3(goal: str, value: int | None, plan: tuple[str, ...]) -> None:
    found = route(P1, "1,0", goal)
    assert (found.value, found.texts) == (value, plan)
    assert found.status is (Status.INFEASIBLE if value is None else Status.OPTIMAL)


@pytest.mark.parametrize(
    ("text", "cell", "n", "value"),
    [(P1, "1,1", 3, 3), (P1, "1,1", 4, None), (P2, "0,0", 3, 3), (P2, "2,0", 3, 1), (P2, "3,0", 4, None)],
)
def test_musters_of_f3_and_f5(text: str, cell: str, n: int, value: int | None) -> None:
    assert muster(text, cell, n).value == value


TURNS = [
    (P1, "own", 5, "place 1,0|place 2,0|place 2,0|place 2,0|done|take 1,0|take 2,0|end"),
    (P2, "own", 5, "place 1,0|done|take 1,0|take 2,0|end"),
    (P3, "own", 7, "play 0,-1 castle n|place 0,0|place 0,0|place 0,0|done|take 0,0|end"),
    (P4, "own", 3, "place 2,1|place 2,1|place 2,1|done|take 2,1|end"),
    (P4, "margin", 4, "play 1,1 gold_mine n|place 1,1|place 1,1|done|take 1,1|end"),
    (P5, "own", 0, "done|end"),
    (with_option(P5, "mixed=per_player"), "own", 0, None),
    (with_option(P5, "mixed=per_player").replace(" general_store", ""), "own", 2, None),
    (P6, "own", 3, "done|take 0,0 dig 1,0|take 2,0|end"),
    (P7, "own", 3, "place 0,0|place 0,0|place 0,0|done|take 0,0|end"),
    (P8, "own", 17, "done|take 1,0|reveal|take 2,0 buy T5|end"),
]


@pytest.mark.parametrize(("text", "objective", "value", "plan"), TURNS)
def test_best_turns_of_f4_to_f11(text: str, objective: str, value: int, plan: str | None) -> None:
    found = best_turn(text, objective)
    assert (found.value, found.status) == (value, Status.OPTIMAL)
    assert plan is None or found.texts == tuple(plan.split("|"))


def test_cuts_of_f7() -> None:
    found = cut(P4, "blue")
    assert (found.value, found.texts) == (2, ("play 1,1 gold_mine n",))
    found = cut(
        P4.replace("gold_mine", "gold_mine frost_giant").replace("gold_mine frost_giant:", "gold_mine:"),
        "blue",
    )
    assert (found.value, found.texts) == (7, ("play -1,0 frost_giant n",))


def test_a_cut_that_nothing_makes_is_0_and_no_move() -> None:
    found = cut(P1, "red")
    assert (found.value, found.texts, found.status) == (0, (), Status.OPTIMAL)


@pytest.mark.parametrize(("text", "goal", "value"), [(P1, "T1", None), (P7, "T4", 2), (P8, "T5", 1)])
def test_campaigns_of_f4_f10_and_f11(text: str, goal: str, value: int | None) -> None:
    found = campaign(text, goal)
    assert found.value == value
    assert found.status is (Status.INFEASIBLE if value is None else Status.OPTIMAL)


def test_the_castle_in_hand_is_worth_an_action_at_once() -> None:
    """Section 8, 1: the same position without the castle in hand."""
    assert best_turn(P3).value == 7
    assert best_turn(P3.replace("castle ", "")).value == 3


def test_one_foreign_dwarf_freezes_a_card() -> None:
    """Section 8, 5."""
    text = "seats: blue | red\n0,0: ruby_mine:red s blue*2\nland: - | -"
    assert best_turn(text).value == 3
    assert best_turn(text.replace("blue*2", "blue*2 red*1")).value == 0


def test_a_dwarf_guards_a_card_against_covering() -> None:
    """Section 8, 6."""
    assert cut(P4, "blue").value == 2
    assert cut(P4.replace("1,1: gold_mine:blue s", "1,1: gold_mine:blue s blue*1"), "blue").value == 1


def test_surplus_dwarves_save_a_turn() -> None:
    """Section 8, 10: three on a card that needs two bring its task now and leave one for the next turn."""
    text = """seats: blue
turn: blue act 3
0,0: emerald_mine:blue n blue*{}
2,0: diamond_mine:blue n blue*2
1,0: general_store:blue s blue*1
land: -
gems: emerald*1
open: T7"""
    lines = sorted(text.splitlines()[2:5], key=lambda line: line[0])
    text = "\n".join([*text.splitlines()[:2], *lines, *text.splitlines()[5:]])
    assert campaign(text.format(2), "T7").value == 2
    assert campaign(text.format(2).replace("emerald*1", "gold*1"), "T7").value == 3
    assert campaign(text.format(3).replace("emerald*1", "gold*1"), "T7").value == 2


# --- plain search as the second method ----------------------------------------------------------

SIZES = [
    (1, 2, 2),
    (2, 1, 2),
    (2, 2, 2),
    (3, 1, 3),
    (3, 2, 3),
    (4, 0, 2),
    (4, 1, 3),
    (5, 0, 2),
    (6, 0, 3),
    (7, 0, 3),
]
"""Cells, hand cards, actions used."""


def small(seed: int) -> tuple[State, str]:
    """A small position and an objective."""
    rng = random.Random(f"small {seed}")
    cells, hand, used = rng.choice(SIZES)
    options = some_options(rng) if rng.random() < 0.7 else {}
    return sample(seed, cells, hand, used, options=options), rng.choice(["own", "margin"])


def check_against_plain(seeds: range, most: int) -> int:
    """Value and plan equal trying everything; how many positions were small enough."""
    checked = 0
    for seed in seeds:
        state, objective = small(seed)
        try:
            expected = plain.value(state, objective, Budget(most))
        except OutOfTime:
            continue
        turn = Turn(BestTurn(objective), state, Budget(10**9))
        assert turn.solve() == expected, f"seed {seed}, {objective}\n{state}"
        checked += 1
    return checked


BEHIND_A_PILE = """seats: blue | red
turn: blue act 3
0,0: castle:blue n blue*2
1,0: emerald_mine:red n < gold_mine:red e
3,0: general_store:red n
3,1: general_store:blue n
4,1: ruby_mine:blue n
land: emerald_mine | -"""


def test_a_card_may_be_joined_by_what_wakes_in_a_pile() -> None:
    """The top of the pile is walled towards the card when that is played; dug, the pile joins it and the store behind."""
    found = best_turn(BEHIND_A_PILE)
    assert (found.value, found.bound) == (3, 3)
    assert found.texts == ("play 2,0 emerald_mine n", "done", "take 0,0 dig 1,0", "end")


BEFORE_THE_CASTLE = """seats: blue | red | yellow
turn: blue act 1
1,-1: frost_giant:red n
-1,0: general_store:red w
0,0: emerald_mine:red n red*1
-1,1: ogre_tavern:red n
1,1: frost_giant:yellow s
land: castle emerald_mine | - | -"""


def test_a_card_may_have_to_lie_before_the_castle() -> None:
    """The only door of the red cards is between two giants, where the castle has too few walls."""
    found = best_turn(BEFORE_THE_CASTLE)
    assert (found.value, found.bound) == (7, 7)
    assert found.texts == ("play 1,0 emerald_mine n", "play 2,0 castle n", "done", "end")


BEHIND_A_DRAGON = """seats: blue | red
turn: blue act 2
0,0: castle:blue n
2,0: gold_mine:red n
3,0: dragon:red n blue*2
4,0: frost_giant:red n
2,1: general_store:red e
land: emerald_mine | -"""


@pytest.mark.parametrize("objective", ["own", "margin"])
def test_a_realm_joined_to_a_giant_is_set_free_by_a_slain_dragon(objective: str) -> None:
    """The joined giant takes the fourth action, so the dwarf goes first; the dragon's gap leaves the giant outside."""
    found = best_turn(BEHIND_A_DRAGON, objective)
    assert (found.value, found.bound) == (8, 8)
    assert found.texts == ("place 3,0", "play 1,0 emerald_mine n", "done", "take 3,0", "end")


BOTH_SIDES_OF_A_PILE = """seats: blue | red | yellow | green
turn: blue act 3
-4,0: castle:red n blue*2
0,0: castle:blue n
2,0: general_store:red n
2,1: emerald_mine:red e
0,2: ruby_mine:red s
1,2: emerald_mine:yellow n
2,2: gold_mine:red n < gold_mine:yellow s
2,3: general_store:yellow s
3,3: gold_mine:green s
4,3: emerald_mine:green n
land: emerald_mine | - | - | -"""


def test_the_side_on_which_a_region_is_joined_matters_where_a_dig_parts_it() -> None:
    found = best_turn(BOTH_SIDES_OF_A_PILE)
    assert (found.value, found.bound) == (8, 8)
    assert found.texts == ("play 0,1 emerald_mine e", "done", "take -4,0 dig 2,2", "end")


BESIDE_THE_LAST_CARD = """seats: blue | red | yellow
turn: blue act 2
-1,0: ruby_mine:red e red*1
0,0: castle:blue n
2,0: emerald_mine:red n red*1
3,0: dragon:red n blue*3
4,0: frost_giant:red n
0,1: ruby_mine:yellow n red*1
land: gold_mine general_store | - | -"""


def test_a_card_waits_for_the_last_one_that_joins_a_giant() -> None:
    """The store lies beside the door first, for the mine in the door takes the fourth action."""
    found = best_turn(BESIDE_THE_LAST_CARD)
    assert (found.value, found.bound) == (8, 8)
    assert found.texts == (
        "play 1,1 general_store e",
        "play 1,0 gold_mine n",
        "done",
        "take 3,0",
        "end",
    )


PAID_AND_TAKEN_AGAIN = """seats: yellow | green
turn: yellow act 1
-1,0: general_store:green n
-1,1: ruby_mine:green e yellow*4
0,1: castle:yellow w yellow*1
1,1: ruby_mine:yellow e
land: - | -
gems: ruby*1 emerald*1 diamond*1 gold*2 | ruby*7
open: T4"""


def test_a_mine_takes_again_what_was_paid_to_an_empty_pile() -> None:
    found = best_turn(PAID_AND_TAKEN_AGAIN)
    assert (found.value, found.bound) == (7, 7)
    assert found.texts[-3:] == ("take -1,0 buy T4", "take -1,1", "end")


def test_best_turns_equal_trying_everything() -> None:
    assert check_against_plain(range(90), 500) >= 50


@pytest.mark.long
def test_ten_thousand_best_turns_equal_trying_everything() -> None:
    assert check_against_plain(range(14000), 6000) >= 10000


class Whole(Search):
    """The search with every play and every dwarf action tried: no reduction of cards or dwarves."""

    def _plays(self, node: Any, reach: Any, kind: int, last: bool) -> Any:
        found = super()._plays(node, reach, kind, last)
        worth = {(cell, turn): gain for cell, turn, gain in found}
        scan, printed, seat = reach.scan(), self.facts.printed, self.facts.seat
        for cell in scan.free:
            for turn in printed.turns[kind]:
                linked = scan.linked(cell, printed.walls[(seat * 9 + kind) * 4 + turn])
                joined = [node.land.regions[one] for one in linked]
                points = printed.vp[kind] + sum(one.vp for one in joined)
                worth[cell, turn] = (points, 1 + sum(len(one.cells) for one in joined))
        return [(cell, turn, gain) for (cell, turn), gain in worth.items()]


@pytest.mark.parametrize("objective", ["own", "margin"])
def test_cards_left_out_cost_nothing_on_larger_maps(objective: str) -> None:
    """Where plain search is too slow: the same bound with and without the reduction of cards."""
    solved = 0
    for seed in range(8):
        state = sample(f"larger {seed}", 6, 2, used=2, seats=2)
        turn = Turn(BestTurn(objective), state, Budget(150))
        turn.search.__class__ = type("WholeTracked", (Whole, type(turn.search)), {})
        try:
            expected = turn.solve()
        except OutOfTime:
            continue
        assert Turn(BestTurn(objective), state, Budget(10**9)).solve() == expected, f"{seed}\n{state}"
        solved += 1
    assert solved >= 3


def near_a_goal(seed: int) -> tuple[State, str] | None:
    """A small position whose seat to move holds the gems of an open goal, or all but one; None without one."""
    rng = random.Random(f"campaign {seed}")
    options = some_options(rng) if rng.random() < 0.5 else {}
    state = sample(f"campaign {seed}", rng.choice([3, 4]), rng.choice([0, 0, 1]), used=3, options=options)
    if not state.open_goals:
        return None
    goal, seat = state.open_goals[0], state.to_move
    gems = list(state.cards.goals[goal].cost)
    if rng.random() < 0.5:
        gem = rng.choice([gem for gem, number in enumerate(gems) if number])
        gems[gem] -= 1
    return state.but(gems=(*state.gems[:seat], tuple(gems), *state.gems[seat + 1 :])), goal


def test_campaigns_equal_trying_everything() -> None:
    answers: dict[int | None, int] = {}
    for seed in range(50):
        asked = near_a_goal(seed)
        if asked is None:
            continue
        state, goal = asked
        try:
            expected = plain.turns(state, goal, 2, Budget(800))
        except OutOfTime:
            continue
        found = campaign(state, goal, Limits(seconds=5))
        value = found.value if found.value is not None and found.value <= 2 else None
        assert value == expected, f"seed {seed}, {goal}\n{state}"
        answers[value] = answers.get(value, 0) + 1
    assert sum(answers.values()) >= 20
    assert min(answers.get(1, 0), answers.get(2, 0)) >= 1


def walkers(state: State) -> list[tuple[str, str]]:
    """Pairs of cells, the first with an own dwarf."""
    texts = [str(pile.cell) for pile in state.cells]
    assert texts
    from puzzles.moria.cells import cell_text

    own = [cell_text(pile.cell) for pile in state.cells if pile.dwarves[state.to_move]]
    return [(one, cell_text(pile.cell)) for one in own for pile in state.cells]


def test_routes_equal_networkx() -> None:
    pairs = 0
    for seed in range(40):
        state = sample(f"route {seed}", 9, 0, seats=2, options={"wall_side": "both"} if seed % 3 == 0 else {})
        for start, goal in walkers(state):
            graph = walks(state, read_cell(start, ""))
            try:
                expected: int | None = nx.shortest_path_length(
                    graph, read_cell(start, ""), read_cell(goal, "")
                )
            except nx.NetworkXNoPath:
                expected = None
            assert route(state, start, goal).value == expected
            pairs += 1
    assert pairs > 100


def mustered(state: State, cell: str, n: int) -> int | None:
    """muster by breadth-first search over whole positions."""
    problem = Muster(cell, n)
    layer, seen, number = [problem.seen(state)], set(), 0
    while layer:
        reached = []
        for one in layer:
            if problem.there(one) >= n:
                return number
            for move in problem.moves(one):
                after = problem.after(one, move)
                if after.cells not in seen:
                    seen.add(after.cells)
                    reached.append(after)
        layer, number = reached, number + 1
    return None


def test_musters_equal_trying_everything() -> None:
    from puzzles.moria.cells import cell_text

    found = set()
    for seed in range(40):
        options = {"step": "far"} if seed % 4 == 0 else {}
        state = sample(f"muster {seed}", 3, 0, seats=2, options=options)
        for pile in state.cells[:2]:
            for n in (1, 2, 3):
                cell = cell_text(pile.cell)
                value = muster(state, cell, n).value
                assert value == mustered(state, cell, n), f"{seed} {cell} {n}\n{state}"
                found.add(value)
    assert {None, 0, 1, 2} <= found


def test_cuts_equal_the_realm_measured_after_each_play() -> None:
    lowered = 0
    for seed in range(30):
        state = sample(f"cut {seed}", 8, 3, used=0, seats=2)
        rival = state.colours[1 - state.to_move]
        found = cut(state, rival)
        assert isinstance(found.value, int)
        lowered += found.value > 0
        assert all(found.problem.measure(state, [move]) <= found.value for move in found.problem.moves(state))
    assert lowered >= 3


def test_the_map_as_a_graph_has_the_rules_regions() -> None:
    for seed in range(20):
        state = sample(f"graph {seed}", 12, 0, seats=3)
        graph = map_graph(state)
        for cells in nx.connected_components(graph):
            assert region(state, min(cells)) == tuple(sorted(cells))
        for seat in range(3):
            for cell, beyond in cut_cells(state, seat).items():
                assert cell in realm(state, seat)
                assert beyond >= 0


# --- limits, stop, hidden cards, words ----------------------------------------------------------


def middle() -> State:
    return sample("middle 6", 16, 4, used=0, seats=3)


def test_a_limit_of_nothing_gives_a_turn_and_a_bound() -> None:
    found = best_turn(middle(), limits=Limits(seconds=0))
    assert found.status in (Status.FEASIBLE, Status.OPTIMAL)
    assert found.texts[-1] == "end"
    assert isinstance(found.bound, int)
    assert isinstance(found.value, int)
    assert found.bound >= found.value


def test_news_come_while_it_works_and_stop_keeps_the_best() -> None:
    news: list[Progress] = []

    def listen(progress: Progress) -> None:
        news.append(progress)
        if len(news) == 3:
            raise Stop

    found = best_turn(middle(), report=listen)
    assert found.value == news[-1].value
    assert found.texts == news[-1].plan
    assert found.bound is not None


@pytest.mark.parametrize("problem", ["campaign", "cut"])
def test_other_questions_keep_to_limits(problem: str) -> None:
    asked: dict[str, Callable[[], Solution]] = {
        "campaign": lambda: campaign(P7, "T4", limits=Limits(seconds=0)),
        "cut": lambda: cut(P4, "blue", limits=Limits(seconds=0)),
    }
    found = asked[problem]()
    assert found.status in (Status.UNKNOWN, Status.FEASIBLE)
    assert found.bound is not None


def test_hidden_cards_do_not_matter() -> None:
    state = new(2, seed=5)
    for text in ("play 0,0 castle n", "play 1,0 ogre_tavern n", "place 1,0"):
        state = state.play(next(move for move in state.moves() if str(move) == text))
    shuffled = state.but(deck=tuple(reversed(state.deck)), ogre_deck=tuple(reversed(state.ogre_deck)))
    assert shuffled != state
    questions: list[Callable[[State], Solution]] = [
        best_turn,
        lambda state: campaign(state, state.open_goals[0], Limits(seconds=0)),
        lambda state: cut(state, "red"),
        lambda state: route(state, "1,0", "0,0"),
        lambda state: muster(state, "1,0", 2),
    ]
    for question in questions:
        left, right = question(state), question(shuffled)
        assert (left.value, left.texts, left.nodes, left.start) == (
            right.value,
            right.texts,
            right.nodes,
            right.start,
        )


def test_the_same_plan_in_fresh_processes() -> None:
    code = (
        "from solvers.moria import best_turn, campaign\n"
        "from solvers.moria.samples import sample\n"
        "s = best_turn(sample('fresh', 8, 2, used=2, seats=2))\n"
        "print(s.value, s.texts, s.nodes)\n"
        "import sys; print('ortools' in sys.modules)\n"
    )
    outs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (0, 3)
    }
    assert len(outs) == 1
    assert "True" not in outs.pop()


def test_every_step_of_a_turn_has_its_words() -> None:
    found = best_turn(P8)
    words = {str(step.move): step.why for step in found.steps}
    assert "2 gold at 1 (MO-41)" in words["take 1,0"]
    assert "Collector" in words["reveal"]
    assert "MO-47" in words["reveal"]
    assert "T5 brings 10 for gems worth 5 (MO-42)" in words["take 2,0 buy T5"]
    assert sum(step.gain for step in found.steps) == found.value


def test_reasons_say_what_the_castle_and_the_cards_bring() -> None:
    found = best_turn(P3)
    words = "\n".join(found.reasons)
    assert "The best turn without a land card brings 3, 4 less." in words
    assert "with 3 actions instead of the castle's 4 (MO-13) brings 5, 2 less." in words
    assert found.facts == {"score now": 0, "score then": 7, "realm now": 0, "realm then": 4}


def test_reasons_name_monsters_and_foreign_dwarves() -> None:
    assert "blocked by the dragon on 1,0" in "\n".join(best_turn(P2).reasons)
    assert "frozen by a foreign dwarf" in "\n".join(best_turn(P5).reasons)


def test_a_route_says_what_it_goes_round() -> None:
    assert "MO-24: a wall on the south edge of 2,0" in "\n".join(
        route(
            P1.replace("1,0: gold_mine:blue n blue*1", "1,0: gold_mine:blue n").replace(
                "2,0: ruby_mine:red e", "2,0: ruby_mine:red e blue*1"
            ),
            "2,0",
            "2,1",
        ).reasons
    )
    assert "0,1 is not among them" in "\n".join(route(P1, "1,0", "0,1").reasons)


def test_compare_names_the_loss() -> None:
    good, bad = compare(P3, "play 0,-1 castle n"), compare(P3, "done")
    assert (good.loss, good.value) == (0, 7)
    assert (bad.value, bad.best, bad.loss) == (0, 7, 7)
    assert "play 0,-1 castle n" in bad.words
    assert compare(P6, "done").loss == 0


def test_compare_after_the_wrong_order_of_gathering() -> None:
    after = read_state(P6)
    after = after.play(next(move for move in after.moves() if str(move) == "done"))
    assert compare(after, "take 2,0").loss == 2
    assert compare(after, "take 0,0 dig 1,0").loss == 0


def test_bad_questions_are_refused_in_words() -> None:
    with pytest.raises(RulesError, match="objective"):
        best_turn(P1, "most")
    with pytest.raises(RulesError, match="expected a cell with a dwarf"):
        route(P1, "2,0", "1,1")
    with pytest.raises(RulesError, match="expected an open one"):
        campaign(P1, "T9")
    with pytest.raises(RulesError, match="expected one of red"):
        cut(P1, "blue")
    with pytest.raises(RulesError, match="expected a position of moria"):
        best_turn(7)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match="MO-"):
        compare(P1, "end")


def test_a_turn_in_every_phase_is_answered() -> None:
    start = read_state(P8)
    gather = start.play(next(move for move in start.moves() if str(move) == "done"))
    assert gather.phase == "gather"
    assert best_turn(gather).value == 17
    burn = read_state(P5.replace("act 3", "burn").replace("ruby*1", "ruby*1 gold*1"))
    found = best_turn(burn)
    assert (found.value, found.texts) == (-1, ("burn gold", "end"))


def test_free_slots_bound_every_muster() -> None:
    state = read_state(P1)
    for pile in state.cells:
        from puzzles.moria.cells import cell_text

        room = free_slots(state, pile) + pile.dwarves[0]
        assert muster(state, cell_text(pile.cell), min(room + 1, 7)).value is None or room >= 7
    assert ground(state).tops
    assert pile_at(state, read_cell("0,0", "")) is not None
