"""What the lessons on Momiji show: graph, search step by step, pictures, exercises, the greedy player."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import networkx as nx
import pytest

import puzzles
import solvers
from boards.core.picture import Picture
from boards.momiji import exercises
from boards.momiji.exercises import EXERCISES, HAND, PAIRS, SMALL, check, hint
from boards.momiji.pictures import graph_picture, plan_picture, rows_picture, watch_orders
from puzzles.core import IllegalMove, RulesError
from puzzles.momiji.cards import CARD_SET, VALUE
from puzzles.momiji.piles import step
from puzzles.momiji.problems import Schedule
from puzzles.momiji.rules import State, read_state
from solvers.core.branching import Kind, branch_steps
from solvers.core.race import race
from solvers.momiji import facts, plain
from solvers.momiji.greedy import greedy_turn
from solvers.momiji.lesson import News, ceiling, count_orders, greedy_plan, order_ticks, play_graph, plays

GAME = puzzles.game("momiji")


# --- branch and bound -------------------------------------------------------------------------------


def test_branches_of_a_small_tree_by_hand() -> None:
    tree = {"": ["a", "b"], "a": ["ac", "ad"], "b": ["be"]}
    worth = {"": 0, "a": 1, "b": 2, "ac": 4, "ad": 3, "be": 4}
    bound = {"": 9, "a": 6, "b": 5, "ac": 4, "ad": 3, "be": 4}
    ticks = list(
        branch_steps("", lambda node: [(one, one) for one in tree.get(node, [])], worth.get, bound.get)
    )
    assert [(tick.here.node, str(tick.kind)) for tick in ticks] == [
        ("", "opened"),
        ("a", "opened"),
        ("ac", "opened"),
        ("ad", "cut"),
        ("b", "opened"),
        ("be", "cut"),
    ]
    assert [(tick.best.worth, tick.bound) for tick in ticks] == [
        (0, 6),
        (1, 5),
        (4, 5),
        (4, 5),
        (4, 4),
        (4, 4),
    ]
    last = ticks[-1]
    assert (last.opened, last.cut, last.known, last.waiting, last.done) == (4, 2, 0, 0, True)
    assert not any(tick.done for tick in ticks[:-1])


def test_an_equal_rest_is_looked_at_again_only_with_more_in_hand() -> None:
    gains = {"a": 1, "b": 3, "c": 2}
    ticks = list(
        branch_steps(
            "",
            lambda node: [(one, one) for one in "abc"] if not node else [],
            lambda node: gains.get(node, 0),
            lambda node: 9,
            lambda node: ("rest" if node else "start", gains.get(node, 0)),
        )
    )
    assert [(tick.here.node, tick.kind) for tick in ticks] == [
        ("", Kind.OPENED),
        ("a", Kind.OPENED),
        ("b", Kind.OPENED),
        ("c", Kind.KNOWN),
    ]


@pytest.mark.parametrize("most", [None, ceiling])
def test_order_search_finds_the_best_order(most: object) -> None:
    for start in facts.random_hands(4, 10, seed=6):
        last = order_ticks(start, 3, most)[-1]  # type: ignore[arg-type]
        without_exchange = facts.most_when(start, 3, lambda turn, move: True)
        assert last.best.worth == without_exchange
        assert last.done
        assert last.bound == last.best.worth


def test_the_bound_saves_work() -> None:
    blind, seeing = order_ticks(PAIRS, 2)[-1], order_ticks(PAIRS, 2, ceiling)[-1]
    assert blind.best.worth == seeing.best.worth == solvers.momiji.schedule(PAIRS, 2).value == 8
    assert seeing.opened < blind.opened


def test_orders_are_counted() -> None:
    def every(state: State, turns: int) -> int:
        after = [one for _, one in plays(state)] if turns else []
        return sum(every(one, turns - 1) for one in after) or 1

    for start in (*facts.random_hands(4, 4, seed=8), read_state(SMALL)):
        assert count_orders(start, 3) == every(start, 3)
    assert count_orders("game: momiji\nhands: r1> | -", 2) == 1


# --- graph ------------------------------------------------------------------------------------------


def test_graph_of_the_small_hand() -> None:
    graph = play_graph(SMALL, 3)
    assert (len(graph), graph.number_of_edges()) == (8, 18)
    assert nx.is_directed_acyclic_graph(graph)
    longest = nx.dag_longest_path_length(graph, weight="gain", default_weight=0)
    assert longest == solvers.momiji.schedule(SMALL, 3).value == 4
    for one, other, data in graph.edges(data=True):
        here = read_state(f"game: momiji\nhands: {one[1]} | -\nrow0: {one[0]}")
        after = here.play(GAME.read_move(data["move"]))
        again = read_state(f"game: momiji\nhands: {other[1]} | -\nrow0: {other[0]}")
        assert (after.rows[0], after.hands[0]) == (again.rows[0], again.hands[0])


def test_longest_way_is_the_best_order_of_random_hands() -> None:
    for start in facts.random_hands(4, 8, seed=5):
        graph = play_graph(start, 4)
        longest = nx.dag_longest_path_length(graph, weight="gain", default_weight=0)
        assert longest == facts.most_when(start, 4, lambda turn, move: True)


# --- the hand of the lesson ---------------------------------------------------------------------------


def test_the_hand_from_greedy_to_best() -> None:
    value, plan = greedy_plan(HAND, 4)
    assert value == 23
    assert Schedule(4).measure(read_state(HAND), [GAME.read_move(text) for text in plan]) == 23
    news = News()
    found = solvers.momiji.schedule(HAND, 4, report=news)
    assert found.value == plain.value(read_state(HAND), Schedule(4)) == 27
    assert [value for _, value, _ in news.points] == sorted(value for _, value, _ in news.points)
    assert news.points[0][1:] == (23, 33)
    assert news.points[-1][1:] == (27, 27)


def test_greedy_player_plays_whole_games_and_collecting_what_fits_is_better() -> None:
    game = race(GAME, greedy_turn, greedy_turn, deals=2)
    assert game.margin.value == 0
    assert game.given_up == 0


def test_greedy_turn_drops_what_is_too_much_and_ends() -> None:
    state = read_state("game: momiji\nhands: r1> r1> r1< r2 r2 r3 o1< o1< | -\ndisplay: y1< y1> o2 g2")
    texts = greedy_turn(state)
    assert texts == ("collect y", "drop r1<", "drop r1>", "end")
    with pytest.raises(RulesError, match="over"):
        greedy_turn("game: momiji\nturns_left: 0")


# --- pictures ---------------------------------------------------------------------------------------


def texts_of(picture: Picture) -> list[str]:
    return [
        "".join(node.itertext())
        for node in ElementTree.fromstring(picture.svg).iter()
        if node.tag.endswith("text")
    ]


def test_rows_picture_shows_pairs_and_sizes() -> None:
    picture = rows_picture({"two meet": "r:0= | o:0=", "none": "r:0= 1> | o:0= 1> 2"}, hand="r1> o1<")
    texts = texts_of(picture)
    assert texts.count("+2") == 1
    assert {"two meet", "none", "1 x 0", "2 x 1", "3 x 2", "in hand"} <= set(texts)
    assert "two meet: r:0= | o:0=" in picture.words
    with pytest.raises(RulesError):
        rows_picture({"wrong": "r:1>"})


def test_plan_picture_tells_what_each_turn_gains() -> None:
    plan = solvers.momiji.schedule(HAND, 4).texts
    picture = plan_picture(HAND, plan, "Best")
    texts = texts_of(picture)
    assert [text for text in texts if text in ("+2", "+6", "+8", "+10")].count("+10") == 1
    assert {"stand 1", "stand 3", "stand 9", "stand 17", "stand 27", "Best", "play r3 o2"} <= set(texts)
    assert "turn 4: play r3 o2, +10" in picture.words
    with pytest.raises(IllegalMove):
        plan_picture(HAND, ["play r3", "end"])


def test_plan_picture_takes_a_harvest() -> None:
    puzzle = puzzles.load("momiji/26_four_piles_at_once")
    picture = plan_picture(puzzle.start, puzzle.answer.plan)
    assert "collect y" in texts_of(picture)


def test_graph_picture_marks_a_best_way() -> None:
    picture = graph_picture(play_graph(SMALL, 3))
    assert picture.words.startswith("Graph of 8 positions and 18 plays; a best way: ")
    assert texts_of(picture).count("+4") == 1


@pytest.mark.parametrize("narrow", [False, True])
def test_every_frame_of_the_search_is_drawn(narrow: bool) -> None:
    stepper = watch_orders(PAIRS, 2, ceiling)
    try:
        assert stepper.last == len(order_ticks(PAIRS, 2, ceiling))
        seen = 0
        for at in range(stepper.last + 1):
            frame = stepper._frame(at, narrow)
            keys = [key for key, _ in frame.drawing.parts]
            assert len(set(keys)) == len(keys) >= seen
            seen = len(keys)
            assert frame.drawing.width == (368 if narrow else 848)
            assert [chip.name for chip in frame.header.chips] == [
                "Frontier",
                "Visited",
                "Pruned",
                "Best",
                "Bound",
            ]
        assert "8 is proved best" in frame.words
        assert stepper.errors == []
    finally:
        stepper.close()


def test_too_large_a_search_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="more than 120 branches"):
        watch_orders(HAND, 4)


# --- exercises --------------------------------------------------------------------------------------


def longest_pairs(tops: list[str]) -> int:
    return sum(one in ("=", ">") and other in ("=", "<") for one, other in itertools.pairwise(tops))


RIGHT = {
    "deck": 56,
    "hands": 32_468_436,
    "piles": 33,
    "orders": 12,
    "graph": 8,
    "worth": lambda pile: pile[-1] * len(pile),
    "fits": lambda top, value: value == 0 if top is None else top < 3 and value in (top, top + 1),
    "pairs": longest_pairs,
    "longest": 4,
    "greedy": 4,
    "orders_tried": 10,
    "bound": 25,
    "ceiling": lambda state, turns: 3 * len(state.hands[0]) + 6 * turns + turns,
    "step": 7,
    "threshold": lambda q: 30 + 0.3 * q,
}

WRONG = {
    "deck": 14,
    "hands": 23_377_273_920,
    "piles": 34,
    "orders": 6,
    "graph": 18,
    "worth": lambda pile: sum(pile),
    "fits": lambda top, value: top is not None and value in (top, top + 1),
    "pairs": lambda tops: len(tops) - 1,
    "longest": 2,
    "greedy": 27,
    "orders_tried": 13,
    "bound": 33,
    "ceiling": lambda state, turns: len(state.hands[0]),
    "step": 2,
    "threshold": lambda q: 30,
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


def test_counts_of_piles_and_rows_by_laying_every_card() -> None:
    have = [sum(VALUE[card] == value for card in CARD_SET.deck("r", CARD_SET.table)) for value in range(4)]
    found, waiting = set(), [(0, 0, 0, 0)]
    while waiting:
        laid = waiting.pop()
        top = max((value for value in range(4) if laid[value]), default=None)
        if top is not None:
            found.add((sum(laid), top))
        for value in range(4):
            if laid[value] < have[value] and step(top, value) == 0:
                waiting.append(tuple(number + (at == value) for at, number in enumerate(laid)))
        waiting = list(set(waiting))
    assert exercises.pile_shapes() == len(found) == 33
    assert exercises.row_shapes() == 1 + 4 * 33 + 12 * 33**2 + 24 * 33**3 + 24 * 33**4


def test_random_piles_are_in_order() -> None:
    for pile in exercises.random_piles():
        assert facts.pile_worth(pile) == pile[-1] * len(pile)
