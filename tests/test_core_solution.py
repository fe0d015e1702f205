"""solvers.core: solutions that are verified, the watch, layers, CP-SAT, graphs, words of explanations."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from typing import Any

import pytest

import solvers
from puzzles.core import RulesError
from puzzles.shifting_stones import read_move
from puzzles.shifting_stones.problems import BestTurn, Distance, Pareto
from solvers.core.cpsat import new_model, run
from solvers.core.explain import counted, listed
from solvers.core.graph import ball, lazy_graph
from solvers.core.search import OutOfTime, Watch, layers
from solvers.core.solution import (
    Alternative,
    Limits,
    Progress,
    Solution,
    Status,
    Step,
    Stop,
    WrongAnswer,
    amount,
    from_json,
    to_json,
    verify,
)

X = "SFF/HHH/EEE"


def steps(*texts: str) -> tuple[Step, ...]:
    return tuple(Step(read_move(text), 0, "") for text in texts)


def right(**changes: Any) -> Solution:
    """A true claim: card 38 is two moves away from X."""
    claim = Solution(
        problem=Distance(38),
        start=X,
        status=Status.OPTIMAL,
        value=2,
        bound=2,
        proof="no single move does it",
        steps=steps("flip c1", "swap b1 b2"),
    )
    return replace(claim, **changes)


def turn(**changes: Any) -> Solution:
    claim = Solution(
        problem=BestTurn(),
        start=f"players: 1\nboard: {X}\nhands: 8 36 58 70",
        status=Status.FEASIBLE,
        value=3,
        bound=6,
        proof="",
        steps=steps("score 36", "score 8", "end"),
    )
    return replace(claim, **changes)


# --- verify -------------------------------------------------------------------------------------


def test_true_claims_are_returned_as_they_are() -> None:
    for claim in (
        right(),
        right(status=Status.FEASIBLE, bound=1, proof=""),
        right(status=Status.FEASIBLE, bound=None, proof=""),
        right(status=Status.FEASIBLE, proof=""),  # value and bound meet, but no proof is given
        right(status=Status.UNKNOWN, value=None, bound=1, proof="", steps=()),
        right(status=Status.INFEASIBLE, value=None, bound=None, proof="tried all", steps=()),
        turn(),
    ):
        assert verify(claim) is claim


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"value": 1, "bound": 1}, "claimed 1, the plan gives 2"),
        ({"value": 3, "bound": 3}, "claimed 3, the plan gives 2"),
        ({"steps": steps("flip c1")}, "the plan .* fails: distance: the plan ends on SFB/HHH/EEE"),
        ({"steps": steps("flip c1", "swap b1 b2 spend 3")}, "the plan .* fails: SS-9"),
        ({"steps": ()}, "the plan .* fails"),
        ({"bound": 3}, "the value 2 is better than the bound 3"),
        ({"bound": 1}, "status optimal with value 2, bound 1"),
        ({"bound": None}, "status optimal with value 2, bound None"),
        ({"proof": ""}, "status optimal with value 2, bound 2, proof ''"),
        ({"status": Status.FEASIBLE}, "status feasible with value 2, bound 2"),
        ({"status": Status.INFEASIBLE, "proof": ""}, "status infeasible with a plan"),
        ({"status": Status.UNKNOWN, "proof": ""}, "status unknown with a plan"),
        ({"status": Status.UNKNOWN, "proof": "", "value": None, "bound": 1}, "status unknown with a plan"),
        (
            {"status": Status.FEASIBLE, "value": None, "proof": "", "steps": ()},
            "status feasible without a value",
        ),
        ({"value": None, "steps": ()}, "status optimal with value None"),
    ],
)
def test_false_claims_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongAnswer, match=words):
        verify(right(**changes))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"value": 4}, "claimed 4, the plan gives 3"),
        ({"bound": 2}, "the value 3 is better than the bound 2"),
        ({"steps": steps("score 36", "score 36", "end")}, "SS-15"),
        ({"steps": steps("score 70", "end")}, "SS-23"),
        ({"steps": steps("score 36", "end", "score 8")}, "the plan goes on after move 2"),
        ({"steps": steps("score 36", "score 8", "skip")}, "the plan skips"),
        (
            {"problem": Pareto(), "value": (3, 1), "bound": (6, 4)},
            r"claimed \(3, 1\), the plan gives \(3, 2\)",
        ),
    ],
)
def test_false_turns_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongAnswer, match=words):
        verify(turn(**changes))


def test_pairs_are_compared_in_order() -> None:
    pair = turn(problem=Pareto(), value=(3, 2), bound=(3, 3))
    assert verify(pair) is pair
    with pytest.raises(WrongAnswer, match="is better than the bound"):
        verify(replace(pair, bound=(3, 1)))


# --- limits, words, json ------------------------------------------------------------------------


def test_limits() -> None:
    assert Limits().seconds is None
    assert Limits(0).seconds == 0
    for wrong in (-1, float("nan"), float("inf"), "2"):
        with pytest.raises(ValueError, match="limits, seconds: got"):
            Limits(wrong)  # type: ignore[arg-type]
    for workers in (0, True, 1.5):
        with pytest.raises(ValueError, match="limits, workers: got"):
            Limits(workers=workers)  # type: ignore[arg-type]


def test_amounts_and_verdicts() -> None:
    assert amount(1, "points") == "1 point"
    assert amount((1, 2), "points, cards kept") == "1 point, 2 cards kept"
    assert amount((5, 1), "points, cards kept") == "5 points, 1 card kept"
    assert amount(1598, "hundredths of a point") == "15.98 points"
    assert amount(-100, "hundredths of a point") == "-1 point"
    assert amount(0, "hundredths of a point") == "0 points"
    assert right().verdict == "proved best"
    assert turn().verdict == "best found so far, at most 6 points"
    assert right(status=Status.UNKNOWN, value=None, bound=1, proof="", steps=()).verdict == (
        "not finished, at least 1 move"
    )


def test_solutions_travel_as_json() -> None:
    claim = right(
        steps=(
            Step(read_move("flip c1"), 0, "first", (Alternative("flip a1", 3, "longer"),)),
            Step(read_move("swap b1 b2"), 0, "then"),
        ),
        reasons=("two moves",),
        facts={"flips": 1},
        nodes=7,
        method="by hand",
    )
    for solution in (claim, turn(problem=Pareto(), value=(3, 2), bound=(6, 4))):
        data = json.loads(json.dumps(to_json(solution)))
        assert from_json(data, solution.problem) == solution
        assert verify(from_json(data, solution.problem))


def test_solutions_show_themselves_as_text_and_as_escaped_html() -> None:
    claim = right(proof="a < b", reasons=("x & y",))
    assert str(claim) == claim.explain()
    assert "  1. flip c1\n  2. swap b1 b2" in str(claim)
    html = claim._repr_html_()
    assert "a &lt; b" in html
    assert "x &amp; y" in html
    assert "proved best" in html


def test_words_of_explanations() -> None:
    assert [counted(n, "card") for n in (0, 1, 2)] == ["no cards", "1 card", "2 cards"]
    assert [listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


# --- solvers by name ----------------------------------------------------------------------------


def test_puzzles_are_solved_by_the_problem_name() -> None:
    puzzle = solvers.puzzles.load(solvers.puzzles.keys("shifting_stones")[0])
    found = solvers.solve(puzzle)
    assert found.value == puzzle.answer.value
    with pytest.raises(RulesError, match="game: got 'chess'"):
        solvers.of("chess")
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = solvers.chess


def test_importing_solvers_loads_no_large_library() -> None:
    code = (
        "import sys, solvers; solvers.shifting_stones.best_turn('players: 1\\nboard: SFF/HHH/EEE\\nhands: 36 38');"
        "print([m for m in ('numpy', 'ortools', 'networkx', 'pandas', 'ipywidgets') if m in sys.modules])"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "[]\n"
    )


# --- the watch and the layers -------------------------------------------------------------------


def test_the_watch_counts_keeps_time_and_passes_news_on() -> None:
    told: list[Progress] = []
    watch = Watch(Limits(), told.append)
    for _ in range(40):
        watch.count()
    watch.news(3, 5, ("end",))
    assert watch.nodes == 40
    assert told == [Progress(3, 5, 40, ("end",))]
    late = Watch(Limits(0))
    with pytest.raises(OutOfTime):
        late.look()
    with pytest.raises(OutOfTime):
        late.news(1, 2)


@pytest.mark.parametrize(("step", "most"), [("count", 100), ("tick", 2000)])
def test_the_watch_reads_the_clock_from_time_to_time(step: str, most: int) -> None:
    watch = Watch(Limits(0))

    def work() -> None:
        for _ in range(most):
            getattr(watch, step)()

    with pytest.raises(OutOfTime):
        work()


def test_the_watch_repeats_the_latest_news_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    told: list[Progress] = []
    watch = Watch(Limits(10), told.append)
    watch.news(1, 9, ())
    watch.look()
    assert len(told) == 1
    now[0] += 1
    watch.look()
    assert told[1:] == [Progress(1, 9, 0, ())]
    now[0] += 10
    with pytest.raises(OutOfTime):
        watch.look()


def test_layers_of_a_grid() -> None:
    def near(cell: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = cell
        return [
            (a, b) for a, b in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if 0 <= a < 3 and 0 <= b < 3
        ]

    found = list(layers((0, 0), near))
    assert [len(layer) for layer in found] == [1, 2, 3, 2, 1]
    assert found[1] == [(1, 0), (0, 1)]


# --- graphs -------------------------------------------------------------------------------------


def ring(size: int) -> Any:
    return lambda n: [("up", (n + 1) % size), ("down", (n - 1) % size), ("stay", n)]


def test_balls_have_all_edges_between_their_nodes() -> None:
    graph = ball(0, ring(5), 2)
    assert dict(graph.nodes(data="moves")) == {0: 0, 1: 1, 4: 1, 2: 2, 3: 2}
    assert graph.number_of_edges() == 5
    assert graph.edges[2, 3]["move"] == "up"
    assert ball(0, ring(9), 1).number_of_edges() == 2
    assert list(ball(0, ring(9), 0)) == [0]


def test_lazy_graphs_are_made_where_they_are_looked_at() -> None:
    import networkx as nx

    graph = lazy_graph(lambda n: [n - 1, n + 1])
    assert nx.bidirectional_shortest_path(graph, 0, 6) == [0, 1, 2, 3, 4, 5, 6]
    assert len(graph) <= 10  # of a graph without end


# --- CP-SAT -------------------------------------------------------------------------------------


def knapsack() -> tuple[Any, list[Any]]:
    model = new_model()
    chosen = [model.new_bool_var(f"item {i}") for i in range(4)]
    model.add(sum(w * c for w, c in zip((3, 4, 5, 6), chosen, strict=True)) <= 10)
    model.maximize(sum(v * c for v, c in zip((2, 3, 5, 6), chosen, strict=True)))
    return model, chosen


def test_cp_sat_finds_proves_and_reports() -> None:
    model, chosen = knapsack()
    told: list[Progress] = []
    found = run(model, Limits(), told.append)
    assert (found.status, found.objective, found.bound) == (Status.OPTIMAL, 9, 9)
    assert [found.true(c) for c in chosen] == [False, True, False, True]
    assert told[-1].value == 9
    assert all(p.bound is not None and p.bound >= 9 for p in told)


def test_cp_sat_has_no_values_where_there_is_no_solution() -> None:
    model, chosen = knapsack()
    model.add(sum(chosen) == 4)
    found = run(model, Limits())
    assert (found.status, found.objective, found.bound, found.solved) == (
        Status.INFEASIBLE,
        None,
        None,
        False,
    )
    with pytest.raises(ValueError, match="no solution"):
        found.value(chosen[0])
    nothing = run(model, Limits(0))
    assert (nothing.status, nothing.objective, nothing.bound) == (Status.UNKNOWN, None, None)
    with pytest.raises(ValueError, match="no solution"):
        nothing.true(chosen[0])


def test_cp_sat_minimises_and_solves_without_an_objective() -> None:
    model = new_model()
    x = model.new_int_var(0, 10, "x")
    model.add(2 * x >= 7)
    model.minimize(x)
    found = run(model, Limits())
    assert (found.objective, found.bound, found.value(x)) == (4, 4, 4)
    free = new_model()
    y = free.new_int_var(0, 10, "y")
    free.add(2 * y >= 7)
    any_value = run(free, Limits())
    assert (any_value.status, any_value.objective, any_value.bound) == (Status.OPTIMAL, None, None)
    assert any_value.value(y) >= 4


def test_stop_and_errors_of_a_report_come_out_of_cp_sat() -> None:
    def stop(_: Progress) -> None:
        raise Stop

    def fail(_: Progress) -> None:
        raise KeyError("in the report")

    model, _ = knapsack()
    stopped = run(model, Limits(), stop)
    assert stopped.solved
    assert stopped.bound is not None
    assert stopped.objective is not None
    assert stopped.bound >= stopped.objective
    with pytest.raises(KeyError, match="in the report"):
        run(model, Limits(), fail)


def test_cp_sat_refuses_an_invalid_model() -> None:
    model = new_model()
    huge = model.new_int_var(0, 2**62, "huge")
    model.add(huge * 4 <= 7)
    with pytest.raises(ValueError, match="CP-SAT refuses the model"):
        run(model, Limits())
