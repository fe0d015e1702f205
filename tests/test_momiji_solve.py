"""solvers.momiji: the worked positions, second methods, limits, Stop, hidden cards, reasons."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.core import IllegalMove, RulesError
from puzzles.momiji import State, deal, new, read_move, read_state
from puzzles.momiji.cards import CARD_SET, LETTER, LETTERS, VALUE
from puzzles.momiji.moves import Move
from puzzles.momiji.problems import BestTurn, Harvest, Schedule
from puzzles.momiji.prospect import most_points, points_now
from puzzles.momiji.scoring import scores
from puzzles.momiji.state import Options
from solvers.core.search import Watch
from solvers.core.solution import Limits, Progress, Solution, Status, Stop
from solvers.momiji import (
    activate_value,
    best_move,
    best_turn,
    compare,
    endgame,
    harvest,
    model,
    plain,
    schedule,
    search,
)
from solvers.momiji.bot import Playout
from solvers.momiji.course import Course
from solvers.momiji.endgame import minimax

SIX = "types: r o y g b p\n"
WIDE = "hands: r0= o0= o1> y0= g0= b0= p0= r1< | -"


def text(hand: str, row: str = "-", acorns: int = 0, display: str = "-", more: str = "") -> str:
    """A two-seat position of which only the first seat matters."""
    return f"{more}acorns: {acorns} | 0\nhands: {hand} | -\nrow0: {row}\ndisplay: {display}"


def untimed(solution: Solution) -> Solution:
    return replace(solution, seconds=0.0)


# --- positions that are drawn -------------------------------------------------------------------


def drawn(
    rng: random.Random, cards: int, display: int, *, types: int | None = None, plain_rules: bool = False
) -> State:
    """A position with random piles, hand, display and options; seat 0 is to move, the rival has nothing."""
    icons = "A" if plain_rules else rng.choice("ABC")
    letters = "".join(sorted(rng.sample(LETTERS, types or rng.randint(2, 6)), key=LETTERS.index))
    options = {}
    if not plain_rules:
        options = {
            "new_pile": rng.choice(["either_end", "right_end", "anywhere"]),
            "closed_bonus": rng.choice(["yes", "no"]),
            "hand_limit": rng.choice(["6", "7", "8"]),
            "supply": rng.choice(["none", "none", str(rng.randint(1, 8))]),
        }
    deck = list(CARD_SET.deck(letters, icons))
    rng.shuffle(deck)
    row = []
    for letter in rng.sample(letters, rng.randint(0, len(letters))):
        pile: list[int] = []
        for card in sorted((card for card in deck if LETTER[card] == letter), key=lambda card: VALUE[card]):
            fits = (
                VALUE[card] == 0
                if not pile
                else VALUE[pile[-1]] < 3 and VALUE[card] - VALUE[pile[-1]] in (0, 1)
            )
            if fits and (not pile or rng.random() < 0.4):
                pile.append(card)
        for card in pile:
            deck.remove(card)
        row.append(tuple(pile))
    chosen = Options(icons=icons, **options)
    hand = tuple(sorted(deck[:cards]))
    state = State(
        types=letters,
        acorns=(1 if chosen.supply != "none" else rng.randint(0, 3), 0),
        hands=(hand, ()),
        known=((), ()),
        rows=(tuple(row), ()),
        display=tuple(sorted(deck[cards : cards + display])),
        deck=tuple(deck[cards + display :]),
        held=((), ()),
        # a hand above the limit is legal for who has used landscape E
        landscapes=(("E*",) if cards > int(chosen.hand_limit) else (), ()),
        options=chosen,
    )
    assert read_state(str(state)) == state
    return state


def plans(problem: Any, state: State, turns: int) -> Iterator[list[Move]]:
    """Every plan of the problem, move by move."""
    if turns == 0:
        yield []
        return
    for move in problem.moves(state):
        for rest in plans(problem, problem.play(state, move), turns - (move.verb == "end")):
            yield [move, *rest]


# --- the worked positions -----------------------------------------------------------------------

WORKED = [
    ("W1", text("r0= o0= y0="), "schedule", {1: 4}),
    ("W2", text("r0= r1>"), "schedule", {1: 2}),
    ("W3", text("r2 r3", "r:0= 0= 1> 2"), "schedule", {1: 18}),
    ("W4", text("r1> o1<", "r:0= | o:0="), "schedule", {1: 6}),
    ("W5", text("r1> o1<", "o:0= | r:0="), "schedule", {1: 4, 2: 4}),
    ("W6", text("r0= r0= o0= o0="), "schedule", {1: 3, 2: 4}),
    ("W7", text("r1> r1< r2 r3", "r:0= 0= 0="), "schedule", {1: 11, 2: 21}),
    ("W8", text("y0= g1<", "r:0= 1> | g:0="), "schedule", {1: 6}),
    ("W9", text("r3 r3 o3 y2", "r:0= 1>"), "schedule", {2: 4}),
    ("W10", text("r0= r1> r2 r3 o0= o1< o2 y0=", acorns=1), "schedule", {1: 6, 2: 15, 3: 23, 4: 27}),
    ("W11", text("r1>", "r:0= 0=", display="r1< r2 o0="), "harvest", {1: 3, 2: 8, 3: 10}),
    ("W12", text("r0=", display="o0= y0="), "harvest", {2: 2, 3: 4}),
]
W13 = "turns_left: 1\nacorns: 3 | 0\nrow0: r:0= 0=\nrow1: o:0= 0=\ndisplay: y1<\ndeck: -\nobjectives: O01"
W14 = "acorns: 1 | 0\nhands: r0= | -\nrow1: o:0= 1<\ndisplay: r1> y0= y2 o1<\ndeck: o1>"


@pytest.mark.parametrize(("name", "position", "problem", "values"), WORKED, ids=[case[0] for case in WORKED])
def test_worked_positions(name: str, position: str, problem: str, values: dict[int, int]) -> None:
    solve = {"schedule": schedule, "harvest": harvest}[problem]
    for turns, value in values.items():
        solution = solve(position, turns)
        assert (solution.status, solution.value, solution.bound) == (Status.OPTIMAL, value, value)
        assert plain.value(read_state(position), solution.problem) == value  # type: ignore[arg-type]
        if problem == "schedule":
            assert model.schedule(position, turns).value == value


def test_greed_of_the_worked_positions() -> None:
    assert schedule(WORKED[6][1], 2).facts["greedy"] == 18
    assert schedule(WORKED[9][1], 4).facts["greedy"] == 23


def test_w13_and_w14_endgames() -> None:
    assert endgame(W13).value == minimax(read_state(W13)) == 7
    assert endgame(W13).texts == ("activate O01", "end")
    assert endgame(W14).value == minimax(read_state(W14)) == -1


def test_w15_and_the_thresholds_of_activating() -> None:
    position = "acorns: 3 | 0\nobjectives: O02"
    assert activate_value(position, "O02", 45, [50]).value == 0
    assert activate_value(position, "O02", 30, (0,)).value == 0
    assert activate_value(position, "O02", 60, (100,)).value == 0
    assert activate_value(position, "O02", 61, (100,)).value == 10


def test_a_scale_of_eight_cards_over_four_types_stays_small() -> None:
    solution = schedule(text("r0= r0= o0= o0= y0= y0= g0= g0="), 6)
    assert solution.value == most_points(read_state(solution.start), 0, 6) == 20
    assert solution.nodes < 117


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("r0= r1< o0= o1> y0= g0= b0= p0=", 32),
        ("r0= r1< r1> o0= y0= g0= b0= p0=", 27),
        ("r0= r0= o0= o1> y0= g0= b0= p0=", 30),
    ],
)
def test_the_widest_hands_stay_small(hand: str, value: int) -> None:
    solution = schedule(text(hand, more=SIX), 6)
    assert (solution.status, solution.value) == (Status.OPTIMAL, value)
    assert solution.nodes < 500


# --- second methods -----------------------------------------------------------------------------


@given(st.randoms(use_true_random=False), st.integers(0, 5), st.integers(0, 5), st.integers(0, 3))
@settings(max_examples=60)
def test_harvest_and_schedule_equal_plain_search(
    rng: random.Random, cards: int, display: int, turns: int
) -> None:
    state = drawn(rng, cards, display)
    for solve, problem in ((schedule, Schedule(turns)), (harvest, Harvest(turns))):
        solution = solve(state, turns)
        assert (solution.status, solution.value) == (Status.OPTIMAL, plain.value(state, problem))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_full_hands_equal_plain_search(seed: int) -> None:
    rng = random.Random(seed)
    state = drawn(rng, rng.randint(6, 8), rng.randint(2, 5))
    assert harvest(state, 2).value == plain.value(state, Harvest(2))
    assert schedule(state, 2).value == plain.value(state, Schedule(2))


@given(st.randoms(use_true_random=False), st.integers(0, 3), st.integers(0, 2), st.integers(0, 2))
@settings(max_examples=25)
def test_plans_are_the_first_best_of_all_plans(
    rng: random.Random, cards: int, display: int, turns: int
) -> None:
    state = drawn(rng, cards, display, types=3)
    for solve, problem in ((schedule, Schedule(turns)), (harvest, Harvest(turns))):
        found: list[Move] = []
        best = -1
        for plan in plans(problem, state, turns):
            value = problem.measure(state, plan)
            if value > best:
                best, found = value, plan
        solution = solve(state, turns)
        assert (solution.value, solution.texts) == (best, tuple(map(str, found)))


@given(st.randoms(use_true_random=False), st.integers(0, 8), st.integers(0, 4))
@settings(max_examples=15)
def test_schedule_equals_cp_sat(rng: random.Random, cards: int, turns: int) -> None:
    state = drawn(rng, cards, 2)
    ours, other = schedule(state, turns), model.schedule(state, turns)
    assert (other.status, other.value, other.bound) == (Status.OPTIMAL, ours.value, ours.bound)


@given(st.randoms(use_true_random=False), st.integers(0, 8), st.integers(0, 4), st.integers(0, 4))
@settings(max_examples=60)
def test_the_bound_is_never_below_the_value(rng: random.Random, cards: int, display: int, turns: int) -> None:
    state = drawn(rng, cards, display)
    for problem in (Schedule(turns), Harvest(min(turns, 3))):
        course = Course(problem, state, Watch(Limits()))
        assert course.bound(state, problem.turns) >= course.value(state, problem.turns)


@given(st.randoms(use_true_random=False), st.integers(0, 6), st.integers(0, 3))
@settings(max_examples=40)
def test_the_prospect_of_the_rules_equals_schedule(rng: random.Random, cards: int, turns: int) -> None:
    state = drawn(rng, cards, 0)
    assert most_points(state, 0, turns) == schedule(state, turns).value


def test_the_table_of_legal_steps_of_the_model() -> None:
    pairs = {
        (old, tuple(value for value, number in enumerate(counts) for _ in range(number)))
        for old, *counts, _ in model.legal_steps(2)
        if sum(counts) == 2
    }
    expected = {-1: "00 01", 0: "00 01 11 12", 1: "11 12 22 23", 2: "22 23"}
    assert pairs == {(old, tuple(map(int, pair))) for old, all_ in expected.items() for pair in all_.split()}


def test_a_row_and_its_mirror_image_are_worth_the_same() -> None:
    mirror = {"<": ">", ">": "<"}
    rng = random.Random(5)
    for _ in range(15):
        state = drawn(rng, 6, 0, plain_rules=True)
        row0 = next((line for line in str(state).splitlines() if line.startswith("row0")), "row0: -")
        hands = next(line for line in str(state).splitlines() if line.startswith("hands"))
        piles = row0.removeprefix("row0: ").split(" | ")
        flipped = "row0: " + " | ".join(reversed(piles))
        other = "\n".join(
            "".join(mirror.get(sign, sign) for sign in line) if line.startswith(("hands", "row0")) else line
            for line in (f"types: {' '.join(state.types)}", f"acorns: {state.acorns[0]} | 0", hands, flipped)
        )
        assert schedule(other, 3).value == schedule(state, 3).value


# --- endgames -----------------------------------------------------------------------------------


def drawn_end(rng: random.Random) -> State:
    """A small endgame with all kinds of options, landscapes and objectives."""
    state = drawn(rng, 0, 0)
    rest = list(state.deck)
    rng.shuffle(rest)
    row: tuple[tuple[int, ...], ...] = ()
    for card in rest:
        if VALUE[card] == 0 and rng.random() < 0.3:
            row = ((card,),)
            rest.remove(card)
            break
    parts = []
    for most in (2, 2, 3, 1):
        number = rng.randint(0, most)
        parts.append(tuple(sorted(rest[:number])))
        rest = rest[number:]
    own, other, display, deck = parts
    return read_state(
        str(
            replace(
                state,
                hands=(own, other),
                rows=(state.rows[0], row),
                display=display,
                deck=deck,
                discard=tuple(sorted(rest)),
                acorns=(rng.randint(0, 3), rng.randint(0, 3)) if state.options.supply == "none" else (0, 0),
                objectives=tuple(sorted(rng.sample(["O01", "O02", "O12", "O14"], rng.randint(0, 2)))),
                turns_left=rng.choice([None, None, 1, 2, 3]),
                landscapes=((rng.choice("ABCEFGHIJK"),), ()) if rng.random() < 0.3 else ((), ()),
                options=replace(state.options, refill=rng.choice(["to_four", "none", "when_empty"])),
            )
        )
    )


@given(st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_endgames_equal_plain_minimax(rng: random.Random) -> None:
    state = drawn_end(rng)
    solution = endgame(state)
    assert (solution.status, solution.value) == (Status.OPTIMAL, minimax(state))
    after = state
    for move in solution.plan:
        after = after.play(move)
    points = scores(after)
    assert points[state.to_move] - points[1 - state.to_move] == solution.value


def test_an_endgame_past_its_budget_says_so() -> None:
    solution = endgame(W14, budget=5)
    assert (solution.status, solution.value, solution.steps) == (Status.UNKNOWN, None, ())
    assert "more than 5 positions" in solution.method
    assert isinstance(solution.bound, int)
    assert solution.bound >= -1
    assert endgame(W14, Limits(0)).status is Status.UNKNOWN


def test_endgames_refuse_unknown_cards() -> None:
    with pytest.raises(RulesError, match="endgame, start: got unknown cards"):
        endgame(new(players=2, seed=1).view(0))


# --- objectives ---------------------------------------------------------------------------------


def test_activating_pays_by_the_formula_against_every_rival() -> None:
    position = "players: 3\nacorns: 3 | 0 | 0\nobjectives: O02"
    solution = activate_value(position, "O02", 50, [20, 40])
    assert solution.value == 80  # 500 - 120 - 300
    assert solution.facts["margin against seat 1"] == 140
    assert solution.facts["margin against seat 2"] == 80
    assert solution.facts["sum of margins"] == 220
    assert solution.facts["denial of seat 2"] == 400 - 300 - 150
    assert solution.texts == ("activate O02",)


def test_landscape_i_makes_activating_cheaper() -> None:
    solution = activate_value("acorns: 3 | 0\nobjectives: O02\nlandscapes: A B I | A B C", "O02", 45, [50])
    assert (solution.value, solution.texts) == (100, ("use I", "activate O02"))
    assert solution.facts["acorns paid"] == 2


def test_activating_that_cannot_be_paid_is_infeasible() -> None:
    solution = activate_value("acorns: 2 | 0\nobjectives: O02", "O02", 90, [0])
    assert solution.status is Status.INFEASIBLE
    assert "MJ-64" in solution.reasons[0]
    with pytest.raises(RulesError, match="rivals: got 2 percents, expected 1"):
        activate_value("acorns: 3 | 0\nobjectives: O02", "O02", 90, [0, 0])


# --- the best turn ------------------------------------------------------------------------------


def brute_turn(start: State) -> int:
    """The value of ``best_turn`` by trying every move of the turn."""
    problem, seen, best = BestTurn(), set(), []

    def go(state: State, plan: list[Move]) -> None:
        for move in problem.moves(state):
            if move.verb in ("end", "reveal"):
                best.append(problem.measure(start, [*plan, move]))
                continue
            after = problem.play(state, move)
            key = (
                after.rows,
                after.hands,
                after.acorns,
                after.landscapes,
                after.objectives,
                after.display,
                after.done,
            )
            if key not in seen:
                seen.add(key)
                go(after, [*plan, move])

    go(start, [])
    return max(best)


def drawn_turn(rng: random.Random) -> State:
    """A view in the middle of a turn, with landscapes, objectives and perhaps a near end."""
    state = drawn(rng, rng.randint(0, 4), rng.randint(0, 5))
    names = sorted(rng.sample(["O01", "O02", "O11", "O12", "O14"], rng.randint(0, 2)))
    held = tuple(name for name in names if rng.random() < 0.4)
    own = rng.choice(["", "A B C", "D", "E", "F", "G", "H", "I", "J", "K", "A H J", "E G C"]).split()
    cut = rng.choice([len(state.deck), rng.randint(0, 6)])
    state = replace(
        state,
        acorns=(rng.randint(0, 4) if state.options.supply == "none" else 1, 0),
        landscapes=(tuple(own) or state.landscapes[0], ()),
        objectives=tuple(name for name in names if name not in held),
        held=rng.choice([(held, ()), ((), held)]),
        turns_left=rng.choice([None, None, 1, 2, 3, 4]),
        deck=state.deck[:cut],
        discard=tuple(sorted(state.deck[cut:])),
        options=replace(state.options, last_round=rng.choice(["finish", "one_more", "immediate"])),
    )
    view = read_state(str(state)).view(0)
    for _ in range(rng.randint(0, 2)):
        moves = [move for move in BestTurn().moves(view) if move.verb not in ("end", "reveal", "drop")]
        if moves:
            view = view.play(moves[rng.randrange(len(moves))])
    return view


@given(st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_the_best_turn_equals_trying_every_move(rng: random.Random) -> None:
    view = drawn_turn(rng)
    best = brute_turn(view)
    assert best_turn(view).value == best
    unfinished = best_turn(view, Limits(0))
    assert unfinished.value is not None
    assert unfinished.value <= best <= unfinished.bound  # type: ignore[operator]


@given(st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_compare_adds_what_the_move_gains_and_what_the_best_play_gives_after_it(rng: random.Random) -> None:
    view = drawn_turn(rng)
    best = best_turn(view).value
    problem = BestTurn()
    moves = [move for move in problem.moves(view) if move.verb not in ("end", "reveal")]
    for move in rng.sample(moves, min(3, len(moves))):
        found, after = compare(str(view), str(move)), problem.play(view, move)
        rest = brute_turn(after) + points_now(after, 0) - points_now(view, 0)
        assert (found.move, found.value, found.best) == (str(move), rest, best)
        assert found.loss == best - rest >= 0  # type: ignore[operator]
        assert re.search(r"\d", found.words)


@pytest.mark.parametrize("seed", range(4))
def test_the_turns_of_whole_games_are_legal_in_the_real_rules(seed: int) -> None:
    options = [
        {},
        {"landscapes": "draft", "recall": "tops", "refill": "none", "new_pile": "anywhere"},
        {"last_round": "one_more", "hand_limit": "6", "supply": "6"},
        {"landscapes": "none", "refill": "when_empty", "last_round": "immediate"},
    ][seed]
    state = new(players=seed + 1, seed=seed, **options)
    rng = random.Random(seed)
    for _ in range(15):
        if state.outcome() is not None:
            break
        for text_ in best_turn(str(state.view(state.to_move))).texts:
            state = state.play(read_move(text_))
            if rng.random() < 0.2:  # the next hint comes in the middle of the turn
                break


def test_the_best_turn_says_what_is_in_reach_and_what_comes_next() -> None:
    solution = best_turn(text("r1> r1< r2 r3", "r:0= 0= 0=", display="o0="))
    assert solution.texts[-1] == "end"
    assert solution.facts["in reach"] == 21
    words = " ".join(solution.reasons)
    assert "21 are in reach" in words
    assert "Next would come" in words


def test_a_forced_reveal_is_the_last_move_of_a_turn() -> None:
    view = read_state("acorns: 1 | 0\nhands: r3 | -").view(0)
    solution = best_turn(view)
    assert solution.texts == ("reveal",)
    assert solution.value == -1


def test_compare_in_words() -> None:
    position = text("r1> r1< r2 r3", "r:0= 0= 0=", display="o0=")
    loss = compare(position, "exchange r2 r3")
    assert loss.loss > 0
    assert "fewer than by the best turn (21)" in loss.words
    assert "r2 and r3 could still have been played" in loss.words
    best = best_turn(position).texts[0]
    assert compare(position, best).words.startswith("Nothing is lost: 21 points")
    with pytest.raises(IllegalMove, match="MJ-46"):
        compare(position, "play r2")
    with pytest.raises(RulesError, match="move 'jump'"):
        compare(position, "jump")
    with pytest.raises(RulesError, match="compare, move: got int"):
        compare(position, 3)  # type: ignore[arg-type]


# --- what may be known --------------------------------------------------------------------------


def test_the_answers_do_not_change_when_the_unseen_cards_are_shuffled() -> None:
    state = new(players=3, seed=8)
    for move in ("collect", "end") * 3:
        state = state.play(next(one for one in state.moves() if one.verb == move))
    view = state.view(state.to_move)
    for seed in range(3):
        other = deal(view, random.Random(seed))
        assert other != state
        assert untimed(best_turn(other)) == untimed(best_turn(view))
        assert untimed(schedule(other, 3)) == untimed(schedule(view, 3))
        assert untimed(harvest(other, 2)) == untimed(harvest(view, 2))
        assert best_move(other, seed=1, iterations=10) == best_move(view, seed=1, iterations=10)


def test_the_same_answers_in_fresh_processes_whatever_the_hash_seed() -> None:
    code = (
        "from solvers.momiji import *\n"
        f"t = {text('r0= r1> o0= o1< y0= g0=', display='r2 o2 y1<', more='')!r}\n"
        "print(schedule(t, 3).texts, harvest(t, 3).texts, best_turn(t).texts, best_turn(t).reasons)\n"
        f"print(endgame({W14!r}).texts, best_move(t, 1, 20))\n"
        "import sys; print('ortools' in sys.modules)\n"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[1],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "3", "7")
    }
    assert len(answers) == 1
    assert answers.pop().endswith("False\n")


# --- limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize("solve", [schedule, harvest])
def test_without_time_the_plan_is_legal_and_the_bound_honest(solve: Any) -> None:
    position = text("r0= r1> r2 r3 o0= o1< o2 y0=", acorns=1, display="y1< y2")
    quick, whole = solve(position, 3, Limits(0)), solve(position, 3)
    assert quick.status is Status.FEASIBLE
    assert quick.value <= whole.value <= quick.bound
    assert solve(position, 0).value == 1
    assert solve(position, 0).texts == ()


@pytest.mark.parametrize("after", [1, 2, 3])
def test_stop_keeps_the_best_found(after: int) -> None:
    heard: list[Progress] = []

    def report(progress: Progress) -> None:
        heard.append(progress)
        if len(heard) >= after:
            raise Stop

    position = f"{SIX}{WIDE}\ndisplay: r1> o2 y1> b1<"
    solution = harvest(position, 3, report=report)
    assert solution.value >= heard[-1].value  # type: ignore[operator]
    assert solution.bound >= harvest(position, 3).value  # type: ignore[operator]
    turn = best_turn(position, report=report)
    assert turn.value is not None


def test_news_never_worsen_and_every_plan_told_is_worth_what_is_told() -> None:
    heard: list[Progress] = []
    position = f"{SIX}{WIDE}\ndisplay: r1> o2 y1> b1<"
    solution = harvest(position, 3, report=heard.append)
    state = read_state(position)
    values = []
    for news in heard:
        plan = [read_move(move) for move in news.plan]
        values.append(solution.problem.measure(state, plan))
        assert values[-1] == news.value
    assert values == sorted(values)  # type: ignore[type-var]
    assert values[-1] == solution.value


def test_a_large_question_with_a_limit_is_answered_honestly() -> None:
    hand = "r0= r1< r1> r2 r3 o0= o1> o2 o2 o3 y0= y1< y1> g0= g1< b0= b1< b1> p0="
    solution = schedule(text(hand, more=f"options: hand_limit=20\n{SIX}"), 8, Limits(0.3))
    assert solution.status is Status.FEASIBLE
    assert solution.value < solution.bound  # type: ignore[operator]


@pytest.mark.parametrize("function", [schedule, harvest])
def test_bad_questions_are_refused_in_words(function: Any) -> None:
    with pytest.raises(RulesError, match=r"turns: got 13, expected 0 to 12"):
        function(text("r0="), 13)
    with pytest.raises(RulesError, match=r"got done: exchange, expected the start of a turn"):
        function("done: exchange\nhands: r0= | -", 1)
    with pytest.raises(RulesError, match=r"got int, expected a state of momiji"):
        function(7, 1)
    with pytest.raises(RulesError, match=r"got a game that is over"):
        function("turns_left: 0", 1)


# --- reasons ------------------------------------------------------------------------------------


@given(st.randoms(use_true_random=False), st.integers(0, 7), st.integers(0, 4), st.integers(0, 3))
@settings(max_examples=30)
def test_every_reason_has_a_number_or_a_rule_and_the_sums_are_right(
    rng: random.Random, cards: int, display: int, turns: int
) -> None:
    state = drawn(rng, cards, display, plain_rules=True)
    for solution in (schedule(state, turns), harvest(state, turns), best_turn(state)):
        for reason in solution.reasons:
            assert re.search(r"\d", reason), reason
            assert reason.endswith(".")
        assert solution.explain()
        if solution.problem.name == "best_turn":
            continue
        facts = solution.facts
        parts = ("piles", "acorns at the start", "acorns of pairs", "acorns of exchanges")
        assert sum(facts[name] for name in parts) == solution.value
        assert facts["greedy"] <= solution.value  # type: ignore[operator]
        assert sum(step.gain for step in solution.steps) == solution.value - schedule(state, 0).value  # type: ignore[operator]


def test_reasons_name_greed_climbs_pairs_and_orientation() -> None:
    words = " ".join(schedule(WORKED[6][1], 2).reasons)
    assert "gives only 18" in words
    assert "Red goes up to 3 in turn 2, with 5 cards below: +16" in words
    words = " ".join(schedule(WORKED[3][1], 1).reasons)
    assert "touching icons are worth 2 (MJ-60)" in words
    assert "The same piles in the opposite order would give 4, 2 less" in words
    step = schedule(WORKED[3][1], 1).steps[0]
    assert "red-orange touches: 2 acorns (MJ-60)" in step.why


def test_the_alternative_of_the_first_step_is_worth_what_it_says() -> None:
    solution = schedule(WORKED[6][1], 2)
    (other,) = solution.steps[0].others
    assert (other.move, other.value) == ("play r1< r2", 18)


# --- the player ---------------------------------------------------------------------------------


def test_the_player_gives_the_same_legal_move_for_the_same_view_and_seed() -> None:
    state = new(players=2, seed=3)
    view = state.view(0)
    move = best_move(view, seed=5, iterations=30)
    assert move in state.moves()
    assert best_move(str(view), seed=5, iterations=30) == move
    with pytest.raises(RulesError, match="iterations: got 0"):
        best_move(view, 1, 0)


def test_the_player_sees_an_endgame_through() -> None:
    assert str(best_move(W13, seed=1, iterations=5)) == "activate O01"


@pytest.mark.parametrize(("players", "seed"), [(1, 4), (2, 5), (3, 6), (4, 7)])
def test_playouts_count_like_the_rules(players: int, seed: int) -> None:
    """At the end of a game the fast reckoning gives the scores of the rules; a playout of any position ends."""
    state = new(players=players, seed=seed)
    rng = random.Random(seed)
    while state.outcome() is None:
        assert len(Playout(state).finish()) == players
        moves = state.moves()
        state = state.play(moves[rng.randrange(len(moves))])
    assert tuple(Playout(state).finish()) == scores(state)


@pytest.mark.slow
def test_the_player_beats_random_moves() -> None:
    won = 0
    for number in range(4):
        state, rng = new(players=2, seed=50 + number), random.Random(number)
        while state.outcome() is None:
            if state.to_move == number % 2:
                state = state.play(best_move(state.view(state.to_move), seed=7, iterations=60))
            else:
                moves = state.moves()
                state = state.play(moves[rng.randrange(len(moves))])
        won += number % 2 in state.outcome().winners  # type: ignore[union-attr]
    assert won >= 3


# --- parts --------------------------------------------------------------------------------------


def test_exchanges_are_counted_by_the_time_the_cards_came() -> None:
    state = read_state(text("r0="))
    counts = search.Search(search.numbers_of(state, limited=True), Watch(Limits())).exchanges
    assert counts((5,), ((3, 0, 0),)) == 2
    assert counts((7,), ((3, 0, 0),)) == 3
    assert counts((0, 4), ((2, 0, 0), (1, 1, 0))) == 1  # came in the last turn: one chance only
    assert counts((1, 3), ((1, 0, 0), (2, 1, 0))) == 2
    # eight of ten cards are kept after the first exchange of the turn; of them four are waste
    assert counts((6,), ((3, 1, 10),)) == 3
    # twelve in hand, nine to be played: above the limit of eight
    assert counts((3,), ((3, 1, 12),)) < 0


def test_cards_that_can_never_be_laid_are_only_counted() -> None:
    zero, one, two, three = 0, 5, 11, 15
    assert search.split(1, (zero, one, two), ()) == ((one, two), (0,), ())
    assert search.split(0, (two, three), ()) == ((), (0, 0), ())
    assert search.split(0, (two, three), (one,)) == ((two, three), (), (one,))
    assert search.split(3, (three,), (three,)) == ((), (0,), (search.DEAD,))
    assert search.split(search.NONE, (one,), ()) == ((), (0,), ())
