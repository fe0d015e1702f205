"""Autumn of Moria: the problems as checkers, and the reference positions by plain search over all plans."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from test_moria_text import P1, POSITIONS

from puzzles.core.state import IllegalMove, RulesError
from puzzles.moria import GAME, Move, State, new, read_move, read_state
from puzzles.moria.cells import read_cell
from puzzles.moria.problems import BestTurn, Campaign, Cut, Muster, PositionProblem, Route
from puzzles.moria.queries import hand_size
from puzzles.moria.regions import realm_vp
from puzzles.moria.scoring import margin, score

TEXTS = {"P1": P1, **POSITIONS}


def start_of(name: str) -> State:
    return read_state(TEXTS[name])


def plan(*moves: str) -> list[Move]:
    return [read_move(move) for move in moves]


def measured(problem: PositionProblem, start: State, *moves: str) -> Any:
    return problem.measure(start, plan(*moves))


def best(problem: BestTurn, start: State) -> int:
    """The most that any plan brings, by looking at every plan."""
    seat = start.to_move

    @cache
    def value(state: State) -> int:
        return max(
            problem.worth(then, seat) if move.verb == "end" else value(then)
            for move in problem.moves(state)
            for then in [problem.play(state, move)]
        )

    return value(problem.seen(start)) - problem.worth(start, seat)


def fewest(problem: PositionProblem, start: State, is_there: Any) -> int | None:
    """The length of the shortest plan, breadth first over all plans."""
    front, seen = {problem.seen(start)}, {problem.seen(start)}
    length = 0
    while front:
        if any(is_there(state) for state in front):
            return length
        front = {problem.play(state, move) for state in front for move in problem.moves(state)} - seen
        seen |= front
        length += 1
    return None


def fewest_turns(problem: Campaign, start: State, most: int) -> int | None:
    """The least number of turns with which a plan buys the goal, up to `most`."""
    front: set[State] = {problem.seen(start)}
    for turn in range(1, most + 1):
        seen, todo, ended = set(front), list(front), set()
        while todo:
            state = todo.pop()
            for move in problem.moves(state):
                then = problem.play(state, move)
                if problem.goal not in then.open_goals:
                    return turn
                if move.verb == "end":
                    ended.add(then)
                elif then not in seen:
                    seen.add(then)
                    todo.append(then)
        front = ended
    return None


# --- best turn ----------------------------------------------------------------------------------

STATED = {
    # position, objective, value, plan
    "F4": ("P1", "own", 5, ("place 1,0", *["place 2,0"] * 3, "done", "take 1,0", "take 2,0", "end")),
    "F5": ("P2", "own", 5, ("place 1,0", "done", "take 1,0", "take 2,0", "end")),
    "F6": ("P3", "own", 7, ("play 0,-1 castle n", *["place 0,0"] * 3, "done", "take 0,0", "end")),
    "F7": (
        "P4",
        "margin",
        4,
        ("play 1,1 gold_mine n", "place 1,1", "place 1,1", "done", "take 1,1", "end"),
    ),
    "F8": ("P5", "own", 0, ("done", "end")),
    "F9": ("P6", "own", 3, ("done", "take 0,0 dig 1,0", "take 2,0", "end")),
    "F10": ("P7", "own", 3, (*["place 0,0"] * 3, "done", "take 0,0", "end")),
    "F11": ("P8", "own", 17, ("done", "take 1,0", "reveal", "take 2,0 buy T5", "end")),
}


@pytest.mark.parametrize("fact", STATED)
def test_stated_plans_bring_what_is_stated(fact: str) -> None:
    name, objective, value, moves = STATED[fact]
    problem, start = BestTurn(objective), start_of(name)
    assert measured(problem, start, *moves) == value
    assert problem.done(start, plan(*moves))
    for length in range(len(moves)):
        begun = plan(*moves[:length])
        assert not problem.done(start, begun)
        assert problem.left(start, begun) == problem
    assert problem.left(start, plan(*moves)) is None


@pytest.mark.parametrize("fact", STATED)
def test_nothing_brings_more(fact: str) -> None:
    name, objective, value, _ = STATED[fact]
    assert best(BestTurn(objective), start_of(name)) == value


def test_more_facts_of_the_best_turn() -> None:
    assert best(BestTurn(), start_of("P4")) == 3
    swapped = ("done", "take 2,0", "take 0,0 dig 1,0", "end")
    assert measured(BestTurn(), start_of("P6"), *swapped) == 1
    p5 = TEXTS["P5"]
    assert best(BestTurn(), read_state("options: mixed=per_player\n" + p5)) == 0
    without = p5.replace("general_store dragon", "dragon")
    assert best(BestTurn(), read_state("options: mixed=per_player\n" + without)) == 2
    assert score(start_of("P8"), 0) == 11


def test_the_rest_of_a_turn_adds_up() -> None:
    """What is won before and after a moment is the whole, so a hint in the middle answers the question left."""
    for fact, (name, objective, value, moves) in STATED.items():
        problem, start = BestTurn(objective), start_of(name)
        state = problem.seen(start)
        for number, move in enumerate(moves[:-1], 1):
            state = problem.play(state, read_move(move))
            rest = measured(problem, state, *moves[number:])
            won = problem.worth(state, start.to_move) - problem.worth(start, start.to_move)
            assert won + rest == value, fact


def test_the_best_turn_uses_nothing_hidden() -> None:
    lines = (
        "seats: blue | red\n0,0: general_store:red n blue*3\n1,0: general_store:blue n blue*3\n2,0: castle:red n\n"
        "land: - | -\ngems: ruby*2 emerald*1 gold*4 | -\nsecret: - | S7\nopen: T1\ndeck: T10"
    )
    start = read_state(lines)
    problem = BestTurn()
    both = plan("done", "take 0,0 buy T1", "take 1,0 buy T10", "end")
    assert start.play(both[0]).play(both[1]).why_not(both[2]) is None
    with pytest.raises(IllegalMove, match="best_turn, move 3, 'take 1,0 buy T10': MO-42: T10 is not open"):
        problem.measure(start, both)
    one = ("done", "take 0,0 buy T1", "take 1,0 nothing", "end")
    assert measured(problem, start, *one) == measured(problem, start.view(0), *one) == 8 - 4
    seen = problem.replayed(start, plan(*one))
    assert (seen.open_goals, seen.secrets) == (("?",), ("", "?"))


def test_a_drawn_ogre_is_a_hand_card_without_a_face() -> None:
    hand = "ruby_mine emerald_mine diamond_mine gold_mine ogre_tavern general_store dragon frost_giant"
    start = read_state(
        f"seats: blue | red\nturn: blue act 4\n0,0: ogre_tavern:red n blue*2\n1,0: castle:blue n\nland: {hand} | -\n"
        "gems: ruby*1 | -\nogre_deck: thief"
    )
    problem = BestTurn()
    drawn = problem.replayed(start, plan("done", "take 0,0"))
    assert (drawn.ogres[0], hand_size(drawn, 0)) == (("?",), 10)
    assert [str(move) for move in problem.moves(drawn)] == ["burn ruby", "burn ?"]
    whole = ("done", "take 0,0", "burn ?", "end")
    assert measured(problem, start, *whole) == 0
    assert start.play(read_move("done")).play(read_move("take 0,0")).why_not(read_move("burn ?")) is None
    third = read_state(
        "seats: blue | red\n0,0: ogre_tavern:red n blue*2\nland: - | -\nogres: thief brute | -\nsecret: S6 | -\n"
        "ogre_deck: brute"
    )
    assert measured(problem, third, "done", "take 0,0", "end") == 10  # three ogres, whatever they are


def test_what_is_no_part_of_a_best_turn() -> None:
    start = read_state(
        TEXTS["P1"]
        .replace("open: T1", "ogres: brute | -\nsecret: - | S7!\nopen: T1")
        .replace("gold*2 | -", "gold*2 | ruby*6")
    )
    problem = BestTurn()
    assert {move.verb for move in problem.moves(start)} == {"place", "move", "done"}
    with pytest.raises(
        IllegalMove, match="MO-12: best_turn has play, place, move, reveal, done, take, leave, burn, end"
    ):
        problem.play(start, read_move("ogre brute red 0,1"))
    rival = read_state(
        TEXTS["P1"].replace("gold*2 | -", "gold*2 | ruby*6").replace("open: T1", "secret: - | S5\nopen: T1")
    )
    assert str(rival.interrupts()[0]) == "reveal red"
    assert str(problem.why_not(rival, read_move("reveal red"))).startswith(
        "MO-48: best_turn is about the own turn"
    )
    for moves, words in (
        ((), "has 0 times end and stops with nothing, expected one end, last"),
        (("done",), "has 0 times end and stops with done"),
        (("done", "end", "done", "end"), "has 2 times end"),
        (("done", "end", "done"), "has 1 times end and stops with done"),
    ):
        with pytest.raises(RulesError, match=words):
            measured(problem, start, *moves)
    with pytest.raises(IllegalMove, match="best_turn, move 2, 'end': MO-10"):
        measured(problem, start, "place 0,0", "end")


def test_after_the_end_the_same_seat_is_to_move() -> None:
    start = start_of("P1")
    after = BestTurn().replayed(start, plan("done", "end"))
    assert (after.to_move, after.phase, after.used, after.round) == (0, "act", 0, 1)
    last = read_state(
        "options: castle_bonus=start rounds=1\nseats: blue | red\nturn: red burn\n0,0: castle:red n\nland: - | -"
    )
    assert BestTurn().replayed(last, plan("end")).allowed == 4
    assert measured(BestTurn("margin"), last, "end") == 0


def test_the_margin_alone_is_the_score() -> None:
    start = start_of("P7")
    assert margin(start, 0) == score(start, 0)
    moves = STATED["F10"][3]
    assert measured(BestTurn("margin"), start, *moves) == measured(BestTurn(), start, *moves) == 3


# --- route and muster ---------------------------------------------------------------------------


def way(start: State, begin: str, goal: str) -> int | None:
    """Length of the shortest chain of moves of one dwarf, by trying all chains."""
    chains: list[list[Move]] = [[]]
    for length in range(12):
        for chain in chains:
            if Route(begin, goal).done(start, chain):
                return length
        chains = [
            [*chain, move]
            for chain in chains
            for move in Route(begin, goal).moves(Route(begin, goal).replayed(start, chain))
            if move.cell == Route(begin, goal).stands(chain)
        ][:4000]
    return None


def test_fact_3_routes() -> None:
    start = start_of("P1")
    assert [way(start, "1,0", goal) for goal in ("1,0", "2,0", "1,1", "2,1")] == [0, 1, 1, 2]
    assert Route("1,0", "2,1").measure(start, plan("move 1,0 1,1", "move 1,1 2,1")) == 2
    for goal, moves in (("0,1", None), ("2,1", 2)):
        cell = read_cell(goal, "goal")
        assert fewest(Route("1,0", goal), start, lambda state, cell=cell: stands_on(state, cell)) == moves


def stands_on(state: State, cell: int) -> bool:
    """Whether a dwarf of the seat to move stands there."""
    return any(pile.cell == cell and pile.dwarves[state.to_move] for pile in state.cells)


def test_a_route_is_the_way_of_one_dwarf_that_no_turn_limits() -> None:
    start = read_state(
        "seats: blue | red\nturn: blue burn\n0,0: gold_mine:blue n blue*1\n1,0: emerald_mine:red n blue*1\n"
        "2,0: ogre_tavern:red n\n3,0: gold_mine:red n red*3\nland: - | -"
    )
    problem = Route("0,0", "2,0")
    assert [str(move) for move in problem.moves(start)] == ["move 0,0 1,0", "move 1,0 2,0", "move 1,0 0,0"]
    assert measured(problem, start, "move 0,0 1,0", "move 1,0 2,0") == 2
    back_and_forth = ["move 0,0 1,0", "move 1,0 0,0"] * 4
    assert measured(problem, start, *back_and_forth, "move 0,0 1,0", "move 1,0 2,0") == 10
    assert problem.left(start, plan("move 0,0 1,0")) == Route("1,0", "2,0")
    assert problem.left(start, plan("move 0,0 1,0", "move 1,0 2,0")) is None
    assert problem.left(start, plan("move 1,0 2,0")) is None
    for moves, error, words in (
        (
            ("move 1,0 2,0",),
            RulesError,
            "route, move 1: got 'move 1,0 2,0', expected a move of the dwarf on 0,0",
        ),
        (("move 0,0 1,0",), RulesError, "route: the plan leads to 1,0, expected 2,0"),
        (("move 0,0 2,0",), IllegalMove, "route, move 1, 'move 0,0 2,0': MO-23"),
        (("place 0,0",), IllegalMove, "MO-12: route has move only, got place"),
    ):
        with pytest.raises(error, match=words):
            measured(problem, start, *moves)
    assert measured(Route("0,0", "0,0"), start) == 0
    far = read_state("options: step=far\n" + str(start).partition("\n")[2])
    assert measured(problem, far, "move 0,0 2,0") == 1


def test_fact_3_and_5_musters() -> None:
    for name, cell, n, value in (
        ("P1", "1,1", 3, 3),
        ("P1", "1,1", 4, None),
        ("P2", "0,0", 3, 3),
        ("P2", "2,0", 3, 1),
        ("P2", "3,0", 4, None),
    ):
        problem, start = Muster(cell, n), start_of(name)
        assert fewest(problem, start, lambda state, p=problem: p.there(state) >= p.n) == value, (
            name,
            cell,
            n,
        )
    assert measured(Muster("1,1", 3), start_of("P1"), "place 1,1", "place 1,1", "move 1,0 1,1") == 3


def test_a_muster_goes_over_many_turns_without_gathering() -> None:
    start = read_state(
        "seats: blue | red\nturn: blue act 3\n0,0: gold_mine:blue n\n1,0: ruby_mine:red w\nland: castle | -"
    )
    problem = Muster("1,0", 4)
    assert {move.verb for move in problem.moves(start)} == {"place"}
    assert measured(problem, start, *["place 1,0"] * 4) == 4
    assert problem.left(start, plan("place 1,0")) == problem
    assert problem.left(start, plan(*["place 1,0"] * 4)) is None
    with pytest.raises(RulesError, match="muster: the plan brings 3 dwarves to 1,0, expected at least 4"):
        measured(problem, start, *["place 1,0"] * 3)
    with pytest.raises(IllegalMove, match="MO-12: muster has place, move only, got play"):
        measured(problem, start, "play 2,0 castle n")
    assert measured(Muster("1,0", 0), start) == 0
    fixed = read_state(
        "options: castle_bonus=start\n"
        + str(start).replace("blue act 3", "blue act 3 of 3").partition("\n")[2]
    )
    assert measured(problem, fixed, *["place 1,0"] * 4) == 4


# --- campaign -----------------------------------------------------------------------------------


def test_facts_of_campaigns() -> None:
    assert fewest_turns(Campaign("T5"), start_of("P8"), 2) == 1
    assert measured(Campaign("T5"), start_of("P8"), "done", "take 1,0", "take 2,0 buy T5") == 1
    first = ("place 0,0", "place 0,0", "place 0,0", "place 1,0", "done", "take 0,0", "end")
    second = ("place 1,0", "place 1,0", "done", "take 1,0 buy T4")
    assert measured(Campaign("T4"), start_of("P7"), *first, *second) == 2
    assert fewest_turns(Campaign("T4"), start_of("P7"), 2) == 2


def test_a_campaign_skips_rivals_and_has_no_ogres() -> None:
    start = read_state(
        "options: rounds=1\nseats: blue | red\nturn: blue act 0\nlast: yes\n0,0: gold_mine:blue n\n1,0: general_store:blue n\n"
        "2,0: ogre_tavern:red e blue*2\n3,0: emerald_mine:red n red*2\nland: - | -\ngems: emerald*1 | -\nopen: T1 T2\n"
        "deck: T3\nogre_deck: thief\nogre_discard: brute"
    )
    problem = Campaign("T1")
    moves = (
        "place 0,0",
        "place 0,0",
        "done",
        "take 0,0",
        "take 2,0",
        "end",
        *["place 1,0"] * 3,
        "done",
        "take 1,0 buy T1",
    )
    assert measured(problem, start, *moves) == 2
    state = problem.replayed(start, plan(*moves[:6]))
    assert (state.to_move, state.round, state.phase) == (0, 1, "act")
    assert state.ogres == ((), ())
    assert state.cells[3].dwarves == (0, 2)  # the rival does not gather
    bought = problem.replayed(start, plan(*moves))
    assert bought.open_goals == ("T2",)
    assert problem.moves(bought) == []
    assert problem.why_not(bought, read_move("end")) == "MO-42: T1 is owned, the question is answered"
    assert problem.left(start, plan(*moves[:6])) == problem
    assert problem.left(start, plan(*moves)) is None
    assert not problem.done(start, plan(*moves[:6]))
    assert problem.done(start, plan(*moves))
    with pytest.raises(RulesError, match="campaign: T1 is not owned after 6 moves"):
        measured(problem, start, *moves[:6])
    with pytest.raises(IllegalMove, match="MO-12: campaign has play, place"):
        measured(problem, start, "reveal")


def test_a_campaign_keeps_the_hand_limit() -> None:
    hand = "castle ruby_mine emerald_mine diamond_mine ogre_tavern general_store dragon frost_giant"
    start = read_state(f"seats: blue | red\n0,0: gold_mine:red n blue*2\nland: {hand} | -\nopen: T1")
    problem = Campaign("T1")
    with pytest.raises(IllegalMove, match="campaign, move 3, 'end': MO-46: 10 cards in hand, burn 1 first"):
        measured(problem, start, "done", "take 0,0", "end")


# --- cut ----------------------------------------------------------------------------------------


def best_cut(problem: Cut, start: State) -> tuple[int, str]:
    """The largest fall and the first play that brings it; 0 and nothing where none lowers anything."""
    found = [(problem.measure(start, [move]), str(move)) for move in problem.moves(start)]
    most = max((fall for fall, _ in found), default=0)
    return (most, next(move for fall, move in found if fall == most)) if most > 0 else (0, "")


def test_fact_7_cuts() -> None:
    start = start_of("P4")
    assert realm_vp(start, 0) == 7
    assert best_cut(Cut("blue"), start) == (2, "play 1,1 gold_mine n")
    giant = read_state(TEXTS["P4"].replace("land: - | gold_mine", "land: - | gold_mine frost_giant"))
    assert best_cut(Cut("blue"), giant) == (7, "play -1,0 frost_giant n")


def test_a_cut_is_one_play_or_none() -> None:
    start = start_of("P4")
    problem = Cut("blue")
    assert measured(problem, start) == 0
    assert not problem.done(start, [])
    assert problem.done(start, plan("play 1,1 gold_mine n"))
    assert {move.verb for move in problem.moves(start)} == {"play"}
    with pytest.raises(RulesError, match="cut: the plan has 2 moves, expected one play or none"):
        measured(problem, start, "play 1,1 gold_mine n", "play 1,1 gold_mine n")
    with pytest.raises(IllegalMove, match="MO-12: cut has play only, got place"):
        measured(problem, start, "place 0,0")
    used = replace(start, used=3)
    assert best_cut(problem, used) == (0, "")
    assert problem.done(used, [])  # nothing can be played
    # an own dwarf on the rival's card guards it: strategy fact 6
    guarded = read_state(TEXTS["P4"].replace("1,1: gold_mine:blue s", "1,1: gold_mine:blue s blue*1"))
    assert best_cut(problem, guarded)[0] < 2


# --- what is no question ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "text", "words"),
    [
        (BestTurn(), "seats: blue | red\nturn: over\nlast: yes", "best_turn, start: got a game that is over"),
        (
            BestTurn(),
            "seats: blue | red\nsecret: ? | S1",
            "best_turn, secret, blue: got ?, expected a known one",
        ),
        (Route("0,0", "1,0"), P1, "route, start: got 0,0, expected a cell with a dwarf of blue"),
        (Route("1,0", "5,0"), P1, "route, goal: got 5,0, expected a cell with a card"),
        (Muster("5,0", 1), P1, "muster, cell: got 5,0, expected a cell with a card"),
        (Campaign("T2"), P1, "campaign, goal: got 'T2', expected an open one (T1)"),
        (Campaign("?"), "seats: blue\nopen: ?", "campaign, goal: got '?', expected an open one"),
        (Cut("blue"), P1, "cut, rival: got 'blue', expected one of red"),
        (Cut("green"), P1, "cut, rival: got 'green', expected one of red"),
    ],
)
def test_starts_that_are_no_question(problem: PositionProblem, text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        problem.read_start(text)
    assert words in str(caught.value)


def bad_parameters() -> Iterable[tuple[Any, str]]:
    yield lambda: BestTurn("all"), "best_turn, objective: got 'all', expected one of own, margin"
    yield lambda: Route("1", "0,0"), "route, start: got the cell '1', expected x,y"
    yield lambda: Route("1,0", 7), "route, goal: got 7, expected a cell such as '1,0'"  # type: ignore[arg-type]
    yield lambda: Muster("1,0", 8), "muster, n: got 8, expected 0 to 7"
    yield lambda: Muster("1,0", True), "muster, n: got True, expected 0 to 7"
    yield lambda: Campaign(3), "campaign, goal: got 3, expected an id"  # type: ignore[arg-type]
    yield lambda: Cut(1), "cut, rival: got 1, expected a colour"  # type: ignore[arg-type]


def test_parameters_are_checked() -> None:
    for make, words in bad_parameters():
        with pytest.raises(RulesError) as caught:
            make()
        assert words in str(caught.value)


def test_problems_are_made_by_name() -> None:
    assert set(GAME.problems) == {"best_turn", "route", "muster", "campaign", "cut"}
    assert GAME.hint == "best_turn"
    assert GAME.problem("muster", cell="1,0", n=3) == Muster("1,0", 3)
    assert GAME.problem("route", start="1,0", goal="2,0").parameters() == {"start": "1,0", "goal": "2,0"}
    assert GAME.problem("best_turn") == BestTurn("own")
    with pytest.raises(RulesError, match="got the parameter 'days', expected goal"):
        GAME.problem("campaign", days=3)
    assert BestTurn().moves(new(2, 1)) == list(new(2, 1).moves())
