"""Momiji: the problems as checkers, and the worked positions by plain search over all plans."""

from __future__ import annotations

from functools import cache

import pytest

from puzzles.core.state import IllegalMove, RulesError
from puzzles.momiji import GAME, State, read_move, read_state
from puzzles.momiji.problems import ActivateValue, Endgame, Harvest, Schedule
from puzzles.momiji.scoring import row_points


def best(problem: Schedule, start: State) -> int:
    """The value of the best plan, by looking at every plan."""

    @cache
    def value(state: State, turns: int) -> int:
        if turns == 0:
            return row_points(state.rows[start.to_move]) + state.acorns[start.to_move]
        return max(
            value(problem.play(state, move), turns - (move.verb == "end")) for move in problem.moves(state)
        )

    return value(start, problem.turns)


def line(problem: Schedule, start: State) -> list[str]:
    """A best plan, found the same way."""
    plan, state, left = [], start, problem.turns
    while left:
        want = best(type(problem)(left), state)
        for move in problem.moves(state):
            then = problem.play(state, move)
            rest = left - (move.verb == "end")
            if (
                best(type(problem)(rest), then) if move.verb == "end" else _open(problem, then, rest)
            ) == want:
                plan.append(str(move))
                state, left = then, rest
                break
    return plan


def _open(problem: Schedule, state: State, turns: int) -> int:
    return max(
        best(type(problem)(turns - 1), problem.play(state, move))
        if move.verb == "end"
        else _open(problem, problem.play(state, move), turns)
        for move in problem.moves(state)
    )


WORKED = {
    "W1": ("hands: r0= o0= y0= | -", Schedule, {1: 4}),
    "W2": ("hands: r0= r1> | -", Schedule, {1: 2}),
    "W3": ("hands: r2 r3 | -\nrow0: r:0= 0= 1> 2", Schedule, {1: 18}),
    "W4": ("hands: r1> o1< | -\nrow0: r:0= | o:0=", Schedule, {1: 6}),
    "W5": ("hands: r1> o1< | -\nrow0: o:0= | r:0=", Schedule, {1: 4, 2: 4}),
    "W6": ("hands: r0= r0= o0= o0= | -", Schedule, {1: 3, 2: 4}),
    "W7": ("hands: r1> r1< r2 r3 | -\nrow0: r:0= 0= 0=", Schedule, {1: 11, 2: 21}),
    "W8": ("hands: y0= g1< | -\nrow0: r:0= 1> | g:0=", Schedule, {1: 6}),
    "W9": ("hands: r3 r3 o3 y2 | -\nrow0: r:0= 1>", Schedule, {2: 4}),
    "W10": ("acorns: 1 | 0\nhands: r0= r1> r2 r3 o0= o1< o2 y0= | -", Schedule, {1: 6, 2: 15}),
    "W11": ("hands: r1> | -\nrow0: r:0= 0=\ndisplay: r1< r2 o0=", Harvest, {1: 3, 2: 8, 3: 10}),
    "W12": ("hands: r0= | -\ndisplay: o0= y0=", Harvest, {2: 2, 3: 4}),
}


@pytest.mark.parametrize("key", WORKED)
def test_worked_positions(key: str) -> None:
    text, problem, values = WORKED[key]
    for turns, value in values.items():
        assert best(problem(turns), read_state(text)) == value, turns


@pytest.mark.slow
def test_worked_position_10_with_more_turns() -> None:
    start = read_state(WORKED["W10"][0])
    assert [best(Schedule(turns), start) for turns in (3, 4)] == [23, 27]


@pytest.mark.parametrize("key", ["W1", "W6", "W7", "W9", "W11", "W12"])
def test_a_best_line_is_measured_as_its_value(key: str) -> None:
    text, kind, values = WORKED[key]
    for turns, value in values.items():
        problem, start = kind(turns), read_state(text)
        plan = [read_move(move) for move in line(problem, start)]
        assert problem.measure(start, plan) == value
        assert problem.done(start, plan)
        assert not problem.done(start, plan[:-1])


def endgame_value(start: State) -> int:
    """Own score less rival's score when both play best, by looking at every line."""

    @cache
    def value(state: State) -> int:
        outcome = state.outcome()
        if outcome is not None:
            return outcome.points[start.to_move] - outcome.points[1 - start.to_move]
        values = [value(state.play(move)) for move in state.moves()]
        return max(values) if state.to_move == start.to_move else min(values)

    return value(start)


W13 = "turns_left: 1\nacorns: 3 | 0\nrow0: r:0= 0=\nrow1: o:0= 0=\ndisplay: y1<\ndeck: -\nobjectives: O01"
W14 = "acorns: 1 | 0\nhands: r0= | -\nrow1: o:0= 1<\ndisplay: r1> y0= y2 o1<\ndeck: o1>"


@pytest.mark.parametrize(("text", "value"), [(W13, 7), (W14, -1)])
def test_worked_endgames(text: str, value: int) -> None:
    assert endgame_value(Endgame().read_start(text)) == value


def test_endgame_measures_a_whole_line() -> None:
    problem = Endgame()
    start = problem.read_start(W13)
    assert problem.measure(start, [read_move("activate O01"), read_move("end")]) == 7
    assert problem.measure(start, [read_move("collect y"), read_move("end")]) == 3
    with pytest.raises(RulesError, match="the line of 1 moves stops before the end of the game"):
        problem.measure(start, [read_move("collect y")])
    with pytest.raises(IllegalMove, match="endgame, move 1, 'end': MJ-22"):
        problem.measure(start, [read_move("end")])
    assert problem.moves(start) == start.moves()


def test_worked_activation() -> None:
    """W15: p 45, q 50, c 3 is exactly on the threshold."""
    start = read_state("acorns: 3 | 0\ndeck: -\nobjectives: O02")
    plan = [read_move("activate O02")]
    assert ActivateValue("O02", 45, (50,)).measure(start, plan) == 0
    assert ActivateValue("O02", 46, (50,)).measure(start, plan) == 10
    assert ActivateValue("O02", 30, (0,)).measure(start, plan) == 0
    assert ActivateValue("O02", 60, (100,)).measure(start, plan) == 0


def test_activation_with_a_landscape_costs_two_in_all() -> None:
    start = read_state("acorns: 3 | 0\ndeck: -\nobjectives: O02\nlandscapes: I | -")
    problem = ActivateValue("O02", 35, (50,))
    plans = [["activate O02"], ["use I", "activate O02"]]
    assert [problem.measure(start, list(map(read_move, plan))) for plan in plans] == [-100, 0]
    assert [str(move) for move in problem.moves(start)] == ["activate O02", "use I"]
    with pytest.raises(RulesError, match="does not activate O02"):
        problem.measure(start, [read_move("use I")])
    with pytest.raises(IllegalMove, match="MJ-64: activate_value is about activating O02"):
        problem.play(start, read_move("end"))


def test_activation_against_several_rivals_and_alone() -> None:
    start = read_state("players: 3\nacorns: 3 | 0 | 0\ndeck: -\nobjectives: O02")
    plan = [read_move("activate O02")]
    problem = ActivateValue("O02", 50, [20, 70])  # type: ignore[arg-type]
    assert problem.rivals == (20, 70)
    assert problem.margins(start, plan) == (140, -10)
    assert problem.measure(start, plan) == -10
    alone = read_state("players: 1\nacorns: 3\ndeck: -\nobjectives: O02")
    assert ActivateValue("O02", 50, ()).measure(alone, plan) == 200
    with pytest.raises(RulesError, match="rivals: got 1 percents, expected 2, one a rival"):
        ActivateValue("O02", 50, (20,)).read_start(str(start))
    with pytest.raises(RulesError, match="objective: got 'O99', expected one of O01"):
        ActivateValue("O99", 50, (20, 70)).read_start(str(start))


# --- what a plan may do -------------------------------------------------------------------------


def test_schedule_lifts_mj_22_and_skips_the_rivals() -> None:
    start = read_state(
        "acorns: 3 | 3\nhands: r0= o1< o2 o3 | r0=\ndisplay: y0=\nobjectives: O01\nlandscapes: D | -"
    )
    problem = Schedule(2)
    assert [str(m) for m in problem.moves(start) if m.verb != "exchange"] == ["play right r0=", "end"]
    for move in ("collect y", "reveal", "activate O01", "use D", "drop r0="):
        with pytest.raises(IllegalMove, match="MJ-20: schedule has play, exchange, end only"):
            problem.play(start, read_move(move))
    then = problem.play(start, read_move("end"))
    assert (then.to_move, then.display, then.deck) == (0, start.display, start.deck)
    assert then.turns_left is None
    plan = ["exchange o1< o2", "end", "play right r0=", "end"]
    assert problem.measure(start, list(map(read_move, plan))) == 4
    with pytest.raises(IllegalMove, match="schedule, move 2, 'exchange r0= o3': MJ-21"):
        problem.measure(start, list(map(read_move, ["exchange o1< o2", "exchange o3 r0="])))


def test_a_plan_has_an_end_for_each_turn() -> None:
    start = read_state("hands: r0= | -")
    end, play = read_move("end"), read_move("play right r0=")
    assert Schedule(0).measure(start, []) == 0
    assert Schedule(2).measure(start, [end, end]) == 0
    for plan, words in (
        ([], "the plan ends 0 turns, expected 2 turns, each with an end"),
        ([end], "the plan ends 1 turns, expected 2"),
        ([end, end, end], "the plan ends 3 turns, expected 2"),
        ([end, end, play], "the plan ends 2 turns and goes on after the last end, expected 2"),
    ):
        with pytest.raises(RulesError, match=words):
            Schedule(2).measure(start, plan)


def test_schedule_ignores_the_end_trigger() -> None:
    start = read_state("hands: r2 r3 | -\nrow0: r:0= 1> | o:0= 1> 2 3 | y:0= 1> 2 3 | g:0= 1> 2 3\ndeck: -")
    plan = [read_move(move) for move in ("play r2 r3", "end", "end", "end")]
    assert Schedule(3).measure(start, plan) == 12 + 36


def test_harvest_collects_without_refill() -> None:
    start = read_state("hands: r0= | -\ndisplay: o0= y0=")
    problem = Harvest(3)
    state = start
    for text in ("collect o", "end", "collect y", "end"):
        state = problem.play(state, read_move(text))
    assert state.display == ()
    assert state.deck == start.deck
    with pytest.raises(IllegalMove, match="MJ-20: harvest has collect, play, exchange, drop, end only"):
        problem.play(start, read_move("reveal"))
    before_and_after = ["exchange r0= o0=", "end"]
    with pytest.raises(IllegalMove, match="MJ-67"):
        problem.measure(start, list(map(read_move, before_and_after)))
    plan = ["collect o", "exchange r0= o0=", "end", "end", "end"]
    assert problem.measure(start, list(map(read_move, plan))) == 1


def test_harvest_keeps_the_hand_limit() -> None:
    hand = "r0= r0= r0= o0= o0= o0= y0= y0="
    start = read_state(f"hands: {hand} | -\ndisplay: g0= g1>")
    problem = Harvest(1)
    full = problem.play(start, read_move("collect g"))
    with pytest.raises(IllegalMove, match="MJ-70: 10 cards in hand, drop 2 first"):
        problem.play(full, read_move("end"))
    assert "drop g0=" in [str(move) for move in problem.moves(full)]
    one = problem.play(full, read_move("drop g0="))
    assert {move.verb for move in problem.moves(one)} == {"drop"}
    two = problem.play(one, read_move("drop g1>"))
    assert [str(move) for move in problem.moves(two)] == ["end"]
    with pytest.raises(IllegalMove, match="MJ-70: only cards above 8 are dropped"):
        problem.play(two, read_move("drop r0="))
    with pytest.raises(IllegalMove, match="MJ-70: p0= is not in this hand"):
        problem.play(full, read_move("drop p0="))


def test_a_hand_above_the_limit_after_landscape_e() -> None:
    hand = "r1< r1> r2 o1< o1> o2 y1< y1> y2"
    text = f"hands: {hand} | -\nlandscapes: E* | -"
    assert Schedule(1).measure(Schedule(1).read_start(text), [read_move("end")]) == 0
    problem = Harvest(1)
    start = problem.read_start(text)
    assert "end" not in [str(move) for move in problem.moves(start)]
    assert problem.measure(start, [read_move("drop r2"), read_move("end")]) == 0
    assert problem.measure(start, [read_move("exchange r2 o2"), read_move("end")]) == 1


def test_starts_that_are_no_question() -> None:
    for problem, text, words in (
        (Schedule(1), "turns_left: 0", "schedule, start: got a game that is over"),
        (Schedule(1), "done: exchange", "schedule, start: got done: exchange, expected the start of a turn"),
        (Harvest(1), "players: 1\nlandscapes: A\ndraft: A B B C C", "harvest, start: got a draft"),
        (
            Schedule(1),
            "row0: r:? 1>\ndeck: ?40",
            "schedule, row0: got 'r:? 1>', expected every card of the row",
        ),
        (Schedule(1), "hands: ?2 | -", "schedule, hands, seat 0: got unknown cards"),
        (Endgame(), "players: 3\ndeck: -", "endgame, players: got 3, expected 2"),
        (Endgame(), "hands: r0= | -", "endgame, start: got unknown cards"),
        (Endgame(), "hands: r0= | ?1\ndeck: -\ndiscard: -", "position: got 2 cards in all"),
    ):
        with pytest.raises(RulesError) as caught:
            problem.read_start(text)
        assert words in str(caught.value)


def test_parameters_are_checked() -> None:
    for turns in (-1, 13, True, "3", 2.0):
        for kind in (Schedule, Harvest):
            with pytest.raises(RulesError, match=r"turns: got .*, expected 0 to 12"):
                kind(turns)  # type: ignore[arg-type]
    for own in (-1, 101, True, 4.5):
        with pytest.raises(RulesError, match=r"own: got .*, expected a whole number of percent"):
            ActivateValue("O01", own, ())  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="rivals: got 101"):
        ActivateValue("O01", 5, (101,))
    with pytest.raises(RulesError, match="rivals: got 'all', expected a list"):
        ActivateValue("O01", 5, "all")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="objective: got 1, expected an id"):
        ActivateValue(1, 5, ())  # type: ignore[arg-type]


def test_problems_are_made_by_name() -> None:
    assert set(GAME.problems) == {"best_turn", "schedule", "harvest", "activate_value", "endgame"}
    assert GAME.problem("schedule", turns=3) == Schedule(3)
    assert GAME.problem("activate_value", objective="O02", own=45, rivals=[50]) == ActivateValue(
        "O02", 45, (50,)
    )
    assert GAME.problem("harvest", turns=2).parameters() == {"turns": 2}
    with pytest.raises(RulesError, match="got the parameter 'days', expected turns"):
        GAME.problem("schedule", days=3)
