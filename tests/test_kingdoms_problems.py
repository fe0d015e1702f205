"""Kings Under Mountains: the problems as checkers, and the worked positions by plain search over all plans."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest
from walks import walk

from puzzles.core.problem import Problem
from puzzles.core.state import IllegalMove, RulesError
from puzzles.kingdoms import GAME, Move, State, new, read_move, read_state
from puzzles.kingdoms.moves import END
from puzzles.kingdoms.odds import fill_chance
from puzzles.kingdoms.pieces import KNOWN, RACES, UNITS, UNKNOWN, Mine
from puzzles.kingdoms.problems import (
    BestTurn,
    Endgame,
    Gift,
    Plan,
    PositionProblem,
    Staff,
    blanked,
    promise,
)
from puzzles.kingdoms.prospect import can_fill, gift_worth, staffing, turns_left
from puzzles.kingdoms.scoring import margin, score
from puzzles.kingdoms.state import units_text


def moves(text: str) -> list[Move]:
    """The moves of a line, separated by commas."""
    return [read_move(part.strip()) for part in text.split(",") if part.strip()]


def best_staffing(start: State) -> tuple[int, int]:
    """The value of ``staff`` by trying every order of fillings."""
    problem = Staff()

    @cache
    def best(state: State) -> tuple[int, int]:
        then = [best(problem.play(state, move)) for move in problem.moves(state)]
        return max([(score(state, state.to_move), len(state.hands[state.to_move])), *then])

    points, kept = best(start)
    return points - sum(mine.value for mine in start.done[start.to_move]), kept


def best_plan(start: State, turns: int) -> int:
    """The value of ``plan`` by trying every line."""
    problem, seat = Plan(turns), start.to_move

    @cache
    def best(state: State, left: int) -> int:
        if left == 0 or (left == 1 and state.step != "play"):
            return score(state, seat)
        then = [best(problem.play(state, move), left - (move == END)) for move in problem.moves(state)]
        return max(then, default=score(state, seat))

    return best(start, turns) - score(start, seat)


def minimax(start: State) -> int:
    """The value of ``endgame`` by trying everything."""
    seat = start.to_move

    @cache
    def value(state: State) -> int:
        if state.is_over:
            return score(state, seat) - score(state, 1 - seat)
        then = [value(state.play(move)) for move in state.moves()]
        return max(then) if state.to_move == seat else min(then)

    return value(start)


# --- staff --------------------------------------------------------------------------------------

STAFF = {
    "W1": ("d", "o9 g0 t1", "3/3=5", 5, 3),
    "W2": ("d", "d0 o9", "2/1+o=4", 4, 2),
    "W3": ("d", "d5 o7", "1/1+o=2", -2, 0),
    "W4": ("o", "d9 g9 t0", "2/4=7[d6,g8]", 7, 2),
    "W5": ("t", "d1 d2 o4 g6 t7", "1/2+o=6 3/2=4 4/1=1", 9, 5),
    "W6": ("g", "d0 d3 o3 g0 t8 t9", "m66[o2] m1[d1,t5] m44", 3, 4),
}


def staff_position(king: str, hand: str, own: str) -> State:
    return read_state(f"kings: {king}\nhands: {hand}\nown: {own}")


@pytest.mark.parametrize("name", STAFF)
def test_worked_staffings(name: str) -> None:
    king, hand, own, points, cards = STAFF[name]
    start = staff_position(king, hand, own)
    assert best_staffing(start) == (points, len(start.hands[0]) - cards)
    assert staffing(start, 0) == (points, cards)


def own_line(state: State) -> str:
    return next(line for line in str(state).splitlines() if line.startswith("own"))


def test_the_order_of_fillings_and_their_numbers() -> None:
    """W5: N counts as at the start, also after a completion."""
    start = staff_position(*STAFF["W5"][:3])
    plan = moves("fill o4 2, fill g6 2, fill d1 1, fill d2 1, fill t7 1")
    assert Staff().measure(start, plan) == (9, 0)
    states = [start]
    for move in plan:
        states.append(Staff().play(states[-1], move))
    assert [own_line(state) for state in states] == [
        "own: 1/2+o=6 3/2=4 4/1=1",
        "own: 1/2+o=6 3/2=4[o4] 4/1=1",
        "own: 1/2+o=6 - 4/1=1",
        "own: 1/2+o=6[d1] - 4/1=1",
        "own: 1/2+o=6[d1,d2] - 4/1=1",
        "own: - - 4/1=1",
    ]
    for state in states:  # so that a hint can be asked for in the middle
        assert Staff().read_start(str(state)) == state
        assert state.step == "play"
    assert Staff().left(start, plan[:2]) == Staff()
    done = [Staff().done(start, plan[:length]) for length in range(6)]
    assert done == [False, False, False, False, False, True]


def test_what_staff_refuses() -> None:
    start = staff_position("d", "d5 o7 t2", "1/1+o=2 1/2=3[g4]")
    assert [str(move) for move in Staff().moves(start)] == ["fill o7 1", "fill o7 2", "fill t2 1"]
    for text, words in {
        "fight o7 a": "KD-26: staff has fill only, got fight",
        "draw deck": "KD-26: staff has fill only, got draw",
        "end": "KD-26: staff has fill only, got end",
        "discard o7": "KD-26: staff has fill only, got discard",
        "fill d5 1": "KD-29: ",
        "fill t2 2": "KD-16: ",
        "fill t3 2": "KD-14: t3 is not in this hand",
        "fill o7 3": "KD-26: 3 is no mine of this seat",
    }.items():
        assert str(Staff().why_not(start, read_move(text))).startswith(words)
        with pytest.raises(IllegalMove, match="staff, move 1"):
            Staff().measure(start, [read_move(text)])


def test_staff_wastes_cards_but_does_not_forbid_it() -> None:
    start = staff_position("d", "o7 t2 g3", "1/3=2 1/1=1")
    assert Staff().measure(start, []) == (-3, 3)
    assert Staff().measure(start, moves("fill t2 1")) == (-3, 2)
    assert not Staff().done(start, moves("fill o7 1"))  # the second mine can still be filled
    assert Staff().done(start, moves("fill o7 1, fill t2 2"))
    assert Staff().measure(start, moves("fill o7 1, fill t2 2")) == (-1, 1)
    assert Staff().done(staff_position(*STAFF["W3"][:3]), [])


def test_staff_asks_of_hand_and_mines_only() -> None:
    king, hand, own, points, cards = STAFF["W6"]
    start = read_state(
        f"kings: g | d\nto: 0\nstep: draw\nopen: 1/1=9 - - -\ncamp: t1\nhands: {hand} | o1\nown: {own} | m9\n"
        "done: m2 | -\ndeck: -"
    )
    assert Staff().measure(start, moves("fill t8 2, fill t9 2, fill g0 2, fill d0 3")) == (points, 2)
    assert king == "g"
    assert cards == 4


def random_staff(rng: random.Random) -> State:
    """A staffing question of up to three mines and six cards."""
    state = new(2, rng.randrange(10**6))
    own = rng.sample(state.cards.mines, rng.randint(1, 3))
    return read_state(
        f"kings: {RACES[state.kings[0]]}\noptions: {'wrap=no' if rng.random() < 0.3 else '-'}\n"
        f"hands: {units_text(state.hands[0])}\nown: {' '.join(map(str, own))}"
    )


def test_staffing_equals_trying_everything() -> None:
    rng = random.Random(2)
    found = set()
    for _ in range(40):
        start = random_staff(rng)
        points, kept = best_staffing(start)
        assert staffing(start, 0) == (points, len(start.hands[0]) - kept), str(start)
        found.add(points)
    assert len(found) > 8


def test_staffing_with_fewer_cards() -> None:
    start = staff_position(*STAFF["W5"][:3])
    assert [staffing(start, 0, most) for most in range(6)] == [
        (-11, 0),
        (-9, 1),  # the mine of size 1
        (-3, 2),  # 3/2=4
        (1, 3),  # the overseen mine; or the two smaller ones for the same three cards
        (3, 4),
        (9, 5),
    ]
    assert staffing(start, 0, 99) == staffing(start, 0) == (9, 5)


def test_can_fill_equals_trying_all_orders() -> None:
    rng = random.Random(4)
    seen = set()
    for _ in range(60):
        start = random_staff(rng)
        site, hand = start.own[0][0], start.hands[0]
        found = False
        for chosen in permutations(hand, site.missing):
            state = start
            for card in chosen:
                if not state.own[0] or not state.fits(card, state.own[0][0]):
                    break
                state = Staff().play(state, Move("fill", card, 0))
            found = found or bool(state.done[0])
        assert can_fill(site, hand, start.kings[0], start.wrap) is found
        seen.add(found)
    assert seen == {True, False}


# --- plan ---------------------------------------------------------------------------------------

W7 = "kings: d | o\nopen: 2/1=3[g4] - - -\ncamp: g1,g7\nhands: d5 o8 | ?*6\nown: 1/2=4 | -\ndeck: ?*9"
W11 = W7.replace("d5 o8", "d5").replace("?*9", "?")
LINES = {
    2: "fight d5 a, draw camp d5, end, fill o8 2",
    3: "fight o8 a, draw camp g4, end, fill g4 1, draw camp o8, end, fill o8 1",
    4: "fight d5 a, draw camp d5, end, fill o8 2, draw camp g4, end, fill g4 1, draw camp g7, end, fill g7 1",
}
PLANS = {1: 0, 2: 3, 3: 8, 4: 11}


@pytest.mark.parametrize("turns", PLANS)
def test_worked_plans(turns: int) -> None:
    start = read_state(W7)
    assert best_plan(start, turns) == PLANS[turns]
    if turns in LINES:
        assert Plan(turns).measure(start, moves(LINES[turns])) == PLANS[turns]


@pytest.mark.parametrize("turns", LINES)
def test_a_plan_is_whole_with_its_last_laying(turns: int) -> None:
    start, plan = read_state(W7), moves(LINES[turns])
    problem = Plan(turns)
    whole = [problem.done(start, plan[:length]) for length in range(len(plan) + 1)]
    assert whole == [False] * len(plan) + [True]
    rest = [problem.left(start, plan[:length]) for length in range(len(plan) + 1)]
    for length, left in enumerate(rest):
        between = length == 0 or plan[length - 1] == END
        assert left == (Plan(turns - plan[:length].count(END)) if between else None)
    # the draw and the end after it may be written, a further turn may not
    more = [*plan, problem.moves(problem.replayed(start, plan))[0]]
    assert problem.measure(start, more) == problem.measure(start, [*more, END]) == PLANS[turns]
    further = problem.replayed(start, [*more, END])
    with pytest.raises(RulesError, match=f"the plan lays in {turns + 1} turns, expected {turns}"):
        problem.measure(start, [*more, END, problem.moves(further)[0]])
    with pytest.raises(RulesError, match=f"the plan lays in {turns} turns, expected {turns + 1}"):
        Plan(turns + 1).measure(start, plan)


def test_the_deck_ends_a_plan() -> None:
    """W11: the only laying captures, the deck is empty, the plan ends after one turn."""
    start = read_state(W11)
    assert best_plan(start, 3) == -3
    problem = Plan(3)
    assert [str(move) for move in problem.moves(start)] == ["fight d5 a"]
    assert problem.measure(start, moves("fight d5 a")) == -3
    assert problem.done(start, moves("fight d5 a"))
    whole = moves("fight d5 a, draw camp g4, end")
    assert problem.measure(start, whole) == -3
    after = problem.replayed(start, whole)
    assert problem.moves(after) == []
    assert problem.why_not(after, read_move("fill g4 1")) == "KD-38: the deck is empty, so the plan is over"
    assert problem.left(start, whole) is None


def test_a_plan_draws_from_the_camp_while_it_has_cards() -> None:
    start, problem = read_state(W7), Plan(3)
    laid = problem.play(start, read_move("fight d5 a"))
    assert [str(move) for move in problem.moves(laid)] == ["draw camp d5", "draw camp g4"]
    assert problem.why_not(laid, read_move("draw deck")) == (
        "KD-32: plan draws from the camp as long as it has a card"
    )
    assert str(problem.why_not(laid, read_move("draw camp g7"))).startswith("KD-33: ")
    assert str(problem.why_not(start, read_move("end"))).startswith("KD-14: ")


def test_blanks() -> None:
    """With no camp a blank is drawn, whatever the deck holds; blanks are discarded when nothing can be laid."""
    start = read_state("kings: d\nopen: - - - -\nhands: o5 t2\nown: 1/2=4\ndeck: g7:m40 g8:m41 ?:m42 ?*6")
    problem = Plan(4)
    state = start
    for text in ("fill t2 1", "draw deck", "end"):
        assert read_move(text) in problem.moves(state)
        state = problem.play(state, read_move(text))
    assert state.hands[0] == (UNITS["o5"], UNKNOWN)
    assert state.to_move == 0
    assert state.deck is not None
    assert not any(KNOWN[card.unit] for card in state.deck)
    assert str(state.deck[0]) == "?:m41"  # the mine sides that are shown stay
    for text in ("fill o5 1", "draw deck", "end"):
        state = problem.play(state, read_move(text))
    assert [str(move) for move in problem.moves(state)] == ["discard ?"]
    state = problem.play(state, read_move("discard ?"))
    assert (state.step, [str(move) for move in problem.moves(state)]) == ("drawdeck", ["draw deck"])
    assert blanked(start).hands == start.hands
    assert best_plan(start, 4) == 8


def test_a_plan_with_an_empty_hand_draws_a_blank() -> None:
    start = read_state("kings: d | o\ncamp: d5\nhands: - | ?\nown: 1/1=4 | -\ndeck: ?*6")
    problem = Plan(2)
    assert [str(move) for move in problem.moves(start)] == ["draw deck"]
    assert problem.measure(start, moves("draw deck, end, discard ?")) == 0
    assert best_plan(start, 2) == 0


def test_rivals_do_nothing_in_a_plan() -> None:
    start = read_state(W7.replace("?*6", "d9 g9 t9"))
    problem = Plan(4)
    state = problem.replayed(start, moves(LINES[4]))
    assert (state.hands[1], state.own[1], state.to_move) == (start.hands[1], (), 0)


@pytest.mark.parametrize("turns", [-1, 13, True, "2", 1.5])
def test_turns_of_a_plan(turns: object) -> None:
    with pytest.raises(RulesError, match=r"plan, turns: got .*, expected 0 to 12"):
        GAME.problem("plan", turns=turns)


def test_where_a_plan_begins() -> None:
    assert Plan(0).measure(read_state(W7), []) == 0
    for text, words in (
        (W7.replace("open", "step: draw\nopen"), "plan, start: got step: draw, expected the start of a turn"),
        (W7.replace("?*9", "-"), "plan, start: got an empty deck"),
    ):
        with pytest.raises(RulesError, match=words):
            Plan(2).read_start(text)
    uncounted = Plan(2).read_start(W7.partition("\ndeck")[0])
    assert best_plan(uncounted, 4) == 11


# --- gift ---------------------------------------------------------------------------------------

W12 = (
    "kings: d | o | g\nopen: 1/3=5 2/4+o=9[t3] 3/1=2[d2,g4] -\nhands: d6 o5 g4 t9 | - | -\n"
    "own: - | m20 | -\ndone: m1 | m9 | m35"
)
GIFTS = {
    "fight d6 a": -5,
    "fight d6 b": -9,
    "fight d6 c": -2,
    "fight o5 a": 0,
    "fight o5 b": 0,
    "fight o5 c": 0,
    "fight g4 a": 2,
    "fight g4 b": 2,
    "fight t9 a": -5,
    "fight t9 b": -9,
    "fight t9 c": -2,
}


def test_worked_gifts() -> None:
    """W12: best ``fight g4 a`` +2, worst ``fight d6 b`` -9, each gift to the orc 0."""
    start = read_state(W12)
    found = {str(move): Gift().measure(start, [move]) for move in Gift().moves(start)}
    assert found == GIFTS
    assert list(found) == list(GIFTS)
    assert max(found, key=lambda text: found[text]) == "fight g4 a"
    assert min(found, key=lambda text: found[text]) == "fight d6 b"
    assert margin(start, 0) == 9 - 6


def test_what_gift_refuses() -> None:
    start = read_state(W12.replace("3/1=2[d2,g4] -", "3/1=2[d2] 3/1=2"))
    assert len(Gift().moves(start)) == 8
    assert Gift().why_not(start, read_move("fight d6 c")) == (
        "KD-20: gift is about a capture, and fight d6 c captures nothing"
    )
    assert str(Gift().why_not(start, read_move("fight g9 a"))).startswith("KD-14: ")
    for plan in ([], moves("fight d6 a, draw camp d6")):
        with pytest.raises(ValueError, match=r"gift.*(expected one capture|move 2)"):
            Gift().measure(start, plan)
    assert not Gift().done(start, [])
    assert Gift().done(start, moves("fight d6 a"))
    assert Gift().left(start, []) == Gift()
    assert Gift().left(start, moves("fight d6 a")) is None
    for text, words in (
        ("kings: d\nhands: d1\ndeck: ?", "gift, kings: got one seat, expected a rival"),
        (W12.replace("open", "step: draw\nopen"), "gift, start: got step: draw, expected play"),
        (W12 + "\ndeck: -", "gift, start: got a game that is over"),
    ):
        with pytest.raises(RulesError, match=words):
            Gift().read_start(text)


# --- endgame ------------------------------------------------------------------------------------

W13 = "kings: d | o\nopen: 1/1=3 - - -\nhands: o4 g5 | d2 g8\ndeck: g1:2/2=5 t6:1/1=2"
W14 = (
    "kings: d | o\nopen: 1/1=3 1/1=2 - -\ncamp: t4\nhands: d4 g5 | d2 g8\nown: 1/1=4 | 2/1=6\n"
    "deck: g1:2/2=5 t6:1/1=2"
)


@pytest.mark.parametrize(("text", "value"), [(W13, 3), (W14, 0)])
def test_worked_endgames(text: str, value: int) -> None:
    assert minimax(read_state(text)) == value


def test_a_line_of_an_endgame() -> None:
    start, line = read_state(W13), moves("fight o4 a, draw deck, end")
    problem = Endgame()
    assert problem.measure(start, line) == 3
    assert [problem.done(start, line[:length]) for length in range(4)] == [False, False, False, True]
    assert problem.left(start, line[:2]) == problem
    assert problem.left(start, line) is None
    with pytest.raises(RulesError, match="the line of 2 moves stops before the end of the game"):
        problem.measure(start, line[:2])
    with pytest.raises(IllegalMove, match="endgame, move 2, 'end': KD-14"):
        problem.measure(start, moves("fight o4 a, end"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (W13.replace("d | o", "d | o | g").replace("d2 g8", "d2 g8 | -"), "kings: got 3, expected 2"),
        (W13.partition("\ndeck")[0], "deck: got none, expected one that is counted"),
        (W13.replace("g1:2/2=5", "?:2/2=5"), "got unknown cards"),
        (W13.replace("g1:2/2=5", "g1:?"), "got unknown cards"),
        (W13.replace("d2 g8", "d2 ?"), "got unknown cards"),
        (W13.replace("1/1=3 - ", "1/1=3 ? "), "got unknown cards"),
        (W13.replace("hands", "camp: d?,d3\nhands"), "got unknown cards"),
        (W13.replace("g1:2/2=5 t6:1/1=2", "-"), "got a game that is over"),
    ],
)
def test_what_endgame_refuses(text: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        Endgame().read_start(text)
    assert str(caught.value).startswith("endgame, ")
    assert words in str(caught.value)


# --- best_turn ----------------------------------------------------------------------------------


def best_turn(start: State) -> tuple[int, list[str]]:
    """The best turn by trying every one; of equal ones the first in the order of ``moves()``."""
    problem = BestTurn()
    found: list[tuple[int, list[str]]] = []

    def follow(state: State, plan: Sequence[Move]) -> None:
        for move in problem.moves(state):
            if move == END:
                line = [*plan, move]
                found.append((problem.measure(start, line), [str(one) for one in line]))
            else:
                follow(problem.play(state, move), [*plan, move])

    follow(start, [])
    best = max(value for value, _ in found)
    return next(pair for pair in found if pair[0] == best)


def test_best_turn_on_small_positions() -> None:
    # a mine that the hand can fill is worth taking: +4 when it is filled with two cards
    start = read_state("kings: d | o\nopen: 1/2=4 - - -\nhands: d1 g5 t8 | ?\ndeck: ?*20")
    value, plan = best_turn(start)
    assert (value, plan[0]) == (400 - 2, "fight d1 a")
    # with too few turns it is not: one own turn comes after this one, and it needs two cards
    late = read_state("kings: d | o\nopen: 1/2=4 - - -\nhands: d1 o2 g5 t8 | ?\ndeck: ?*4")
    taken = moves("fight d1 a, draw deck, end")
    assert turns_left(BestTurn().replayed(late, taken), 0) == 1
    assert BestTurn().measure(late, taken) == -400
    assert best_turn(late)[1][0] == "fight o2 a"
    # a card of the camp is drawn where it completes a mine, otherwise the deck
    start = read_state(
        "kings: d | o\nopen: 3/2=4 - - -\ncamp: g8 t1\nhands: d1 | ?\nown: 1/1=6 | -\ndeck: ?*20"
    )
    assert best_turn(start)[1][1] == "draw camp g8"
    start = read_state("kings: d | o\nopen: 3/2=4 - - -\ncamp: d8\nhands: d1 | ?\nown: 1/1=6 | -\ndeck: ?*20")
    assert best_turn(start)[1][1] == "draw deck"


def test_gifts_in_best_turn() -> None:
    """S1 of the specification: a gift hurts the rival only if it is filled with less than an even chance."""
    for size, overseer, value in ((4, True, 9), (4, False, 6), (1, False, 2)):
        mine = Mine(0, 1, size, overseer, value)
        assert gift_worth(mine, 9) == value * (2 * fill_chance(size, overseer) - 1)
        assert (gift_worth(mine, 9) < 0) is overseer
        assert gift_worth(mine, mine.need - 1) == -value
        assert gift_worth(mine, None) == gift_worth(mine, 99)
        # without 0 on 9 the same mine is filled less often
        assert gift_worth(mine, 9, wrap=False) == value * (2 * fill_chance(size, overseer, wrap=False) - 1)
    start = read_state("kings: d | o\nopen: 1/4+o=9 1/1=2 - -\nhands: o4 | ?\ndeck: ?*40")
    value, plan = best_turn(start)
    assert plan[0] == "fight o4 a"
    assert value == -(100 * 9 * (2 * fill_chance(4, True) - 1) // 1)
    assert value > 0
    assert BestTurn().measure(start, moves("fight o4 b, draw deck, end")) < 0
    start = read_state("kings: d | o\noptions: wrap=no\nopen: 1/4+o=9 - - -\nhands: o4 | ?\ndeck: ?*40")
    assert best_turn(start)[0] == -(100 * 9 * (2 * fill_chance(4, True, wrap=False) - 1) // 1) == 733
    assert isinstance(gift_worth(Mine(0, 1, 2, False, 3), 4), Fraction)


def test_promise_counts_cards_to_lay() -> None:
    start = read_state("kings: d\nopen: 3/3=4 - - -\nhands: d1 g5 t8\nown: 1/2=6\ndeck: ?*30")
    waits = moves("fight d1 a, draw deck, end")
    begins = moves("fill g5 1, draw deck, end")
    assert BestTurn().measure(start, waits) == 1200 - 2  # from -6 to +6, two cards to lay
    assert BestTurn().measure(start, begins) == 1200 - 1
    after = BestTurn().replayed(start, waits)
    assert promise(start, after, 0) == 1198
    # the score is what counts, done mines do not change it
    rich = read_state(str(start).replace("deck", "done: m1\ndeck"))
    assert BestTurn().measure(rich, waits) == 1198


def test_turns_left() -> None:
    def left(text: str) -> list[int | None]:
        state = read_state(text)
        return [turns_left(state, seat) for seat in range(state.seats)]

    assert left("kings: d | o") == [None, None]
    assert left("kings: d\ndeck: ?*5") == [5]
    assert left("kings: d | o\ndeck: ?*5") == [3, 2]
    assert left("kings: d | o | g\nto: 1\ndeck: ?*5") == [1, 2, 2]
    assert left("kings: d | o\ndeck: -") == [0, 0]
    assert left("kings: d | o | g\noptions: end=round\nto: 1\ndeck: ?*3") == [1, 2, 2]
    assert left("kings: d | o | g\noptions: end=round\nto: 1\ndeck: -") == [0, 1, 1]
    # it is what happens when every turn draws a card of the deck
    compared = 0
    for seed in range(16):
        state = new(1 + seed % 4, seed, end=("turn", "round")[seed // 4 % 2], start=str(seed // 8))
        assert state.deck is not None
        state = replace(state, deck=state.deck[: 1 + seed % 7], removed=None)
        counts = [turns_left(state, seat) for seat in range(state.seats)]
        played = [0] * state.seats
        while state.moves() and not (state.step == "play" and captures(state, state.moves()[-1])):
            played[state.to_move] += state.step == "play"
            state = state.play(state.moves()[-1 if state.step == "play" else 0])
        if state.is_over:  # a capture uses a card of the deck, too, so such a walk stops before it
            assert played == counts
            compared += 1
    assert compared > 5


def captures(state: State, move: Move) -> bool:
    return move.verb == "fight" and state.open[move.place].to_capture == 1


def test_best_turn_does_not_know_the_deck() -> None:
    """What lies unseen in the deck changes nothing, in the whole position and in the view of the seat."""
    for seed in range(4):
        state = list(walk(new(2, seed), seed, 40))[-1][1]
        seen = state.view(state.to_move)
        for move in BestTurn().moves(seen):
            assert (
                BestTurn().play(state, move).view(state.to_move).hands[state.to_move]
                == (BestTurn().play(seen, move).hands[state.to_move])
            )


def test_best_turn_in_every_step_of_a_turn() -> None:
    state = new(3, 5).view(0)
    problem = BestTurn()
    value, plan = best_turn(state)
    line = [read_move(text) for text in plan]
    assert len(line) == 3
    assert [problem.done(state, line[:length]) for length in range(4)] == [False, False, False, True]
    assert [problem.left(state, line[:length]) for length in range(4)] == [problem] * 3 + [None]
    laid = problem.play(state, line[0])
    assert best_turn(laid)[1] == plan[1:]
    assert isinstance(value, int)
    for wrong in ([], line[:2], [*line, *line]):
        with pytest.raises(ValueError, match="best_turn"):
            problem.measure(state, wrong)
    with pytest.raises(RulesError, match="hands, seat 0: got unknown cards only"):
        problem.read_start(str(state.view(1).view(2)))


def test_the_problems_of_the_game() -> None:
    assert set(GAME.problems) == {"staff", "plan", "gift", "endgame", "best_turn"}
    assert GAME.hint == "best_turn"
    assert [kind.open_information for kind in GAME.problems.values()].count(True) == 1
    for kind in GAME.problems.values():
        assert issubclass(kind, PositionProblem)
        assert issubclass(kind, Problem)
    assert GAME.problem("plan", turns=2) == Plan(2)
    with pytest.raises(RulesError, match="problem staff: got the parameter 'turns'"):
        GAME.problem("staff", turns=2)
