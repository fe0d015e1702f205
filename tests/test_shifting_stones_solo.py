"""solvers.shifting_stones.solo_plan: section 6, plain search, a table of all boards, options, limits, Stop."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import puzzles
import solvers
from puzzles.core import IllegalMove, RulesError
from puzzles.shifting_stones import CARDS, State, new, read_state
from puzzles.shifting_stones.cards import TILES
from puzzles.shifting_stones.grid import board_text, read_board
from puzzles.shifting_stones.problems import PROBLEMS, SoloPlan
from solvers.core.search import OutOfTime, Watch
from solvers.core.solution import Limits, Progress, Solution, Status, Stop, from_json, to_json, verify
from solvers.shifting_stones import distance, solo, solo_plain, solo_plan, solo_search
from solvers.shifting_stones.solo_search import moves_left
from solvers.shifting_stones.space import whole

X = "SFF/HHH/EEE"
KEYS = (
    "players",
    "seed",
    "shuffles",
    "options",
    "board",
    "turn",
    "skipped",
    "strikes",
    "hands",
    "scored",
    "discard",
    "deck",
)


def position(board: str, hand: str, **more: str) -> str:
    fields = {"players": "1", "seed": "1", **more, "board": board, "hands": hand}
    return "\n".join(f"{key}: {fields[key]}" for key in KEYS if key in fields)


def random_board(rng: random.Random) -> str:
    tiles = [rng.choice(tile) for tile in TILES]
    rng.shuffle(tiles)
    return board_text("".join(tiles))


def replayed(solution: Solution) -> State:
    state = read_state(solution.start)
    for move in solution.plan:
        state = state.play(move)
    return state


# --- section 6 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("38", (3, 2)),
        ("58 38", (2, 1)),
        ("11 45", (3, 1)),
        ("8 58 38", (2, 0)),
        ("11 45 38", (3, 1)),
        ("69", None),
    ],
)
def test_solo_plans_of_the_specification(hand: str, value: tuple[int, int] | None) -> None:
    solution = solo_plan(position(X, hand))
    assert (solution.value, solution.bound) == (value, value)
    assert solution.status is (Status.INFEASIBLE if value is None else Status.OPTIMAL)
    if value is not None:
        end = replayed(solution)
        assert end.outcome() is not None
        assert end.outcome().reason == "solved"  # type: ignore[union-attr]
        assert end.strikes == value[1]
        assert 1 + sum(text in ("end", "skip") for text in solution.texts) == value[0]


@pytest.mark.parametrize("strikes", [0, 1, 3])
def test_a_last_card_takes_a_turn_and_a_strike_for_each_move_it_is_away(strikes: int) -> None:
    """Section 8: a last card at distance d takes d + 1 turns and d strikes; with a fourth strike it is lost."""
    for card in CARDS:
        away = distance(X, card).value
        assert isinstance(away, int)
        solution = solo_plan(position(X, str(card), strikes=str(strikes)))
        expected = (away + 1, away) if strikes + away < 4 else None
        assert solution.value == expected
        assert solution.status is (Status.OPTIMAL if expected else Status.INFEASIBLE)


# --- the problem and its input ------------------------------------------------------------------


def test_the_checker_counts_turns_and_strikes() -> None:
    problem = PROBLEMS["solo_plan"]()
    assert (problem.sense, problem.unit, problem.open_information) == ("min", "turns, strikes", True)
    start = problem.read_start(position(X, "58 38"))
    plan = [
        problem.read_move(text)
        for text in ("flip c1 spend 38", "swap b2 b3 spend 58", "end", "score 38", "score 58")
    ]
    assert not problem.done(start, plan[:-1])
    with pytest.raises(IllegalMove, match="SS-23"):
        problem.measure(start, plan)  # neither card matches there
    good = solo_plan(position(X, "58 38"))
    moves = list(good.plan)
    assert problem.measure(start, moves) == (2, 1)
    assert problem.done(start, moves)
    with pytest.raises(RulesError, match="the plan ends with 1 cards not scored"):
        problem.measure(start, moves[:-1])
    assert problem.play(start, moves[0]) == start.play(moves[0])
    assert moves[0] in problem.moves(start)


def test_the_value_survives_json_and_the_solver_finds_the_puzzle() -> None:
    solution = solo_plan(position(X, "11 45"))
    assert from_json(json.loads(json.dumps(to_json(solution))), SoloPlan()) == solution
    puzzle = replace(
        puzzles.load("shifting_stones/01_first_score"), start=position(X, "11 45"), problem=SoloPlan()
    )
    assert solvers.solve(puzzle).value == (3, 1)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (new(2, 1), "solo_plan: got a game of 2 players, expected 1 player"),
        (new(1, 1).view(0), "solo_plan: got a view with unknown cards or seed"),
        (position(X, "38", strikes="4", turn="over"), "solo_plan: got a game that is over (strikes)"),
        (position(X, "-", scored="8", turn="over"), "solo_plan: got a game that is over (solved)"),
        (7, "solo_plan: got int, expected a state of shifting_stones or its text"),
        ("board: SFF", "position: the key 'players' is missing"),
    ],
)
def test_bad_input_is_refused_in_words(state: Any, words: str) -> None:
    for function in (solo_plan, solo_plain.solo_plan):
        with pytest.raises(RulesError) as caught:
            function(state)
        assert words in str(caught.value)
    if isinstance(state, State) and state.seats == 2:
        with pytest.raises(RulesError, match="expected 1 player"):
            SoloPlan().read_start(str(state))


# --- plain search -------------------------------------------------------------------------------

OPTIONS = (
    "-",
    "over_four=discard_down",
    "skip_cap=none",
    "idle_end=forbidden",
    "reshuffle=at_once",
    "solo_skip_strike=no",
    "idle_end=forbidden solo_skip_strike=no",
)


def agrees(text: str, turns: int) -> None:
    """The plain search of `turns` turns and ours say the same, as far as the plain one looks."""
    ours, plain = solo_plan(text), solo_plain.solo_plan(text, turns=turns)
    if plain.status is Status.UNKNOWN:
        assert ours.value is None or ours.value[0] > turns, text  # type: ignore[index]
    else:
        assert (ours.status, ours.value) == (plain.status, plain.value), text


@given(st.randoms(use_true_random=False), st.sampled_from(OPTIONS), st.integers(0, 2))
@settings(max_examples=12)
def test_one_card_equals_plain_search(rng: random.Random, options: str, strikes: int) -> None:
    card = str(rng.choice(list(CARDS)))
    where = rng.choice(("hand", "deck", "discard"))
    fields = {} if where == "hand" else {where: card}
    skipped = rng.choice(({}, {"skipped": "0"}))
    hand = card if where == "hand" else "-"
    agrees(position(random_board(rng), hand, options=options, strikes=str(strikes), **fields, **skipped), 3)


@given(st.randoms(use_true_random=False), st.sampled_from(OPTIONS))
@settings(max_examples=3)
def test_two_cards_equal_plain_search(rng: random.Random, options: str) -> None:
    one, two = map(str, rng.sample(range(1, 55), 2))
    hand, deck = rng.choice(((f"{one} {two}", "-"), (one, two)))
    agrees(position(random_board(rng), hand, options=options, deck=deck, seed=str(rng.randrange(99))), 2)


@pytest.mark.parametrize(
    ("hand", "more"),
    [
        ("38", {"turn": "acted", "discard": "58"}),
        ("38", {"turn": "scored", "scored": "58"}),
        ("-", {"turn": "acted", "discard": "38"}),
        ("-", {"skipped": "0", "deck": "58 38", "options": "idle_end=forbidden"}),
        ("-", {"deck": "58 38", "options": "idle_end=forbidden solo_skip_strike=no"}),
        ("58", {"deck": "38", "options": "solo_skip_strike=no"}),
        ("8", {"deck": "36", "options": "skip_cap=none"}),
        ("8", {"deck": "36", "skipped": "0", "options": "idle_end=forbidden"}),
    ],
)
def test_a_turn_under_way_and_a_deck_equal_plain_search(hand: str, more: dict[str, str]) -> None:
    agrees(position(X, hand, **more), 2)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_small_plans_equal_plain_search_on_many_positions() -> None:
    rng = random.Random(12)
    for _ in range(15):
        cards = list(map(str, rng.sample(range(1, 60), 2)))
        hand = rng.randint(0, 2)
        agrees(
            position(
                random_board(rng),
                " ".join(cards[:hand]) or "-",
                deck=" ".join(cards[hand:]) or "-",
                options=rng.choice(OPTIONS),
                strikes=str(rng.randint(0, 2)),
            ),
            2,
        )


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("options", ["-", "idle_end=forbidden", "solo_skip_strike=no", "reshuffle=at_once"])
def test_a_plan_is_as_good_as_its_best_first_turn(options: str) -> None:
    """Every first turn of the rules, and the plan from each of its ends: the best of them is the plan."""
    rng = random.Random(options)
    for _ in range(2):
        one, *others = map(str, rng.sample(range(1, 45), 3))
        start = read_state(position(random_board(rng), one, deck=" ".join(others), options=options))
        waiting, ends = [start], set()
        while waiting:
            here = waiting.pop()
            for move in here.moves():
                there = here.play(move)
                if there.outcome() is None:
                    (ends.add if move.verb in ("end", "skip") else waiting.append)(there)
        found = []
        for end in sorted(ends, key=str):
            value = solo_plan(end).value
            if value is not None:
                assert isinstance(value, tuple)
                found.append((1 + value[0], value[1] + end.strikes - start.strikes))
        assert solo_plan(start).value == min(found, default=None)


# --- a table of all boards ----------------------------------------------------------------------


class Backwards:
    """All boards at once, backwards from the last turn: for cards that are all in hand at every turn.

    ends[t][cards, q]: the boards from which these cards are scored in t turns with at most q strikes.
    """

    def __init__(self, cards: tuple[int, ...], turns: int) -> None:
        matching = {card: whole().matching(card) for card in cards}
        sets = [s for size in range(1, len(cards) + 1) for s in itertools.combinations(cards, size)]
        now = {(s, q): np.logical_and.reduce([matching[card] for card in s]) for s in sets for q in range(4)}
        self.ends = [now]
        for _ in range(turns - 1):
            self.ends.append(
                {(s, q): self.turn(s, q, self.ends[-1], matching) for s in sets for q in range(4)}
            )

    def turn(self, cards: tuple[int, ...], q: int, before: Any, matching: Any) -> Any:
        """Boards from which one more turn with this hand reaches `before`."""
        reach: dict[tuple[tuple[int, ...], int], Any] = {}

        def rest(scored: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(card for card in cards if card not in scored)

        for unused in range(len(cards) + 1):
            for size in range(len(cards) - unused, -1, -1):
                for scored in itertools.combinations(cards, size):
                    strikes = q - (not scored)
                    found = np.zeros(whole().shape, dtype=np.bool_)
                    if rest(scored) and strikes >= 0:
                        found |= before[rest(scored), strikes]
                    if unused and rest(scored):
                        found |= whole().spread(reach[scored, unused - 1])
                    if unused:
                        for card in rest(scored):
                            more = tuple(sorted((*scored, card)))
                            found |= matching[card] & reach[more, unused - 1]
                    reach[scored, unused] = found
        return reach[(), len(cards)] | before[cards, q]

    def value(self, board: str, cards: tuple[int, ...]) -> tuple[int, int] | None:
        place = whole().place(read_board(board))
        for turns, ends in enumerate(self.ends, 1):
            for q in range(4):
                if ends[cards, q][place]:
                    return turns, q
        return None


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("cards", [(11, 38, 45), (16, 27, 57)])
def test_three_cards_equal_a_table_of_all_boards(cards: tuple[int, ...]) -> None:
    table = Backwards(cards, 4)
    rng = random.Random(1)
    seen = set()
    for _ in range(40):
        board = random_board(rng)
        expected = table.value(board, cards)
        found = solo_plan(position(board, " ".join(map(str, cards))))
        if expected is None:
            assert found.value is None or found.value[0] > 4  # type: ignore[index]
        else:
            assert found.value == expected
        seen.add(expected)
    assert len(seen) > 3


# --- options and bounds -------------------------------------------------------------------------


def test_a_free_skip_can_save_a_strike() -> None:
    """Option solo_skip_strike=no: cards are drawn by a skip that costs nothing."""
    cards = {"deck": "8 36"}
    assert solo_plan(position(X, "-", **cards)).value == (2, 1)
    assert solo_plan(position(X, "-", **cards, options="solo_skip_strike=no")).value == (2, 0)
    # With a skip forbidden by SS-22 the turn ends idly and costs a strike.
    assert solo_plan(position(X, "-", **cards, options="solo_skip_strike=no", skipped="0")).value == (2, 1)


def test_a_surplus_is_dropped_before_the_end() -> None:
    """Option over_four=discard_down: five cards that match are scored at once; two moves away, one must go."""
    hand = "8 20 36 41 58"
    assert solo_plan(position(X, hand)).value == (1, 0)
    keep = solo_plan(position(X, hand + " 38", skipped="0"))
    down = solo_plan(position(X, hand + " 38", skipped="0", options="over_four=discard_down"))
    assert keep.value is not None
    assert down.value is not None
    assert keep.value <= down.value
    for solution in (keep, down):
        assert verify(solution) is solution


def test_no_play_makes_more_moves_than_the_bound() -> None:
    assert moves_left(1, 1, 4, 3, False) == 3
    assert moves_left(1, 1, 9, 3, False) == 3
    assert moves_left(3, 3, 1, 3, False) == 0
    assert moves_left(3, 3, 2, 0, False) == 2
    assert moves_left(3, 3, 2, 1, False) == 3
    for strikes in range(4):
        for turns in range(1, 8):
            assert moves_left(3, 3, turns, strikes, False) <= moves_left(3, 3, turns + 1, strikes, False)
            assert moves_left(3, 3, turns, strikes, False) <= moves_left(3, 3, turns, strikes, True)
            assert moves_left(4, 5, turns, strikes, False) <= moves_left(3, 5, turns, strikes, False) + 1


def test_larger_questions_are_answered_when_they_are_easy() -> None:
    assert solo_plan(position(X, "8 20 36 58")).value == (1, 0)
    five = solo_plan(position(X, "8 20 36 58", deck="41"))
    assert (five.status, five.value) == (Status.OPTIMAL, (2, 0))


def test_a_full_game_gets_a_plan_and_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solo, "MOST_BOARDS", 1_500_000)
    monkeypatch.setattr(solo, "WIDTHS", (3,))
    start = replace(new(1, 2), deck=new(1, 2).deck[:3])
    solution = solo_plan(start)
    assert solution.status in (Status.FEASIBLE, Status.UNKNOWN)
    assert isinstance(solution.bound, tuple)
    assert solution.bound[0] >= 2
    assert solution.value is None or solution.value >= solution.bound
    assert solution.proof == ""


def test_turns_that_the_deck_alone_asks_for() -> None:
    full = new(1, 3)
    assert solo_search.fewest_turns(full) == 4
    assert solo_plan(full, Limits(0)).bound == (4, 0)
    assert solo_search.fewest_turns(read_state(position(X, "8 20", deck="36", discard="58"))) == 2
    assert solo_search.fewest_turns(read_state(position(X, "8 20"))) == 1


def test_a_hand_that_is_too_large_is_not_finished() -> None:
    hand = "1 2 3 4 5 6 7 8 9"
    solution = solo_plan(position(X, hand))
    assert (solution.status, solution.value) == (Status.UNKNOWN, None)
    assert solution.bound == (2, 0)


# --- limits and news ----------------------------------------------------------------------------


def test_without_time_the_answer_is_a_bound() -> None:
    for text in (position(X, "38"), position(X, "69")):
        for function in (solo_plan, solo_plain.solo_plan):
            solution = function(text, Limits(0))
            assert (solution.status, solution.value, solution.bound) == (Status.UNKNOWN, None, (1, 0))


def test_a_stopped_search_has_proved_its_bound() -> None:
    exact = solo_plan(position(X, "11 45 38")).value
    for stop_at in range(1, 4):
        news: list[Progress] = []

        def report(progress: Progress, news: list[Progress] = news, stop_at: int = stop_at) -> None:
            news.append(progress)
            if len(news) == stop_at:
                raise Stop

        solution = solo_plan(position(X, "11 45 38"), report=report)
        assert (solution.status, solution.value) == (Status.UNKNOWN, None)
        assert solution.bound is not None
        assert solution.bound <= exact  # type: ignore[operator]
        assert news[-1].bound == solution.bound


def test_time_that_runs_out_leaves_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter(range(10_000))

    def look(self: Watch) -> None:
        if next(looks) == 12:
            raise OutOfTime

    monkeypatch.setattr(Watch, "look", look)
    solution = solo_plan(position(X, "11 45 38"))
    assert solution.status is Status.UNKNOWN
    assert solution.bound in {(2, 0), (3, 0)}


# --- what it says -------------------------------------------------------------------------------


def test_the_explanation_holds_numbers_that_are_right() -> None:
    solution = solo_plan(position(X, "11 45 38"))
    words = solution.explain()
    assert "card 11 is 1 move away, card 38 is 2 moves away and card 45 is 2 moves away" in words
    assert "No card is scored in turn 1." in words
    assert solution.proof.startswith("In 2 turns no order of moves")
    assert solution.facts == {"cards": 3, "moves": sum("spend" in text for text in solution.texts)}
    ends = [step.why for step in solution.steps if str(step.move) == "end"]
    assert "no card scored, so strike 1 (SS-35)" in ends[0]
    assert ends[1].startswith("turn 2 is over: no strike")


def test_impossible_is_proved_in_words() -> None:
    one = solo_plan(position(X, "69"))
    assert one.proof == (
        "Card 69 is 4 moves away, and with 1 card left and 3 strikes to take no play makes more than 3 moves "
        "before its last turn (SS-35, SS-38)."
    )
    two = solo_plan(position(X, "68 70"))  # Sun and Moon are one tile, so they never match at once
    assert two.status is Status.INFEASIBLE
    assert two.proof
    assert two.steps == ()


def test_a_wrong_claim_is_refused() -> None:
    solution = solo_plan(position(X, "58 38"))
    with pytest.raises(solvers.WrongAnswer):
        verify(replace(solution, value=(2, 0), bound=(2, 0)))
    with pytest.raises(solvers.WrongAnswer):
        verify(replace(solution, steps=solution.steps[:-1]))


def test_the_way_of_a_turn_is_the_one_that_was_found() -> None:
    """Every turn of a plan is put together again from its ends; the rules confirm each."""
    rng = random.Random(6)
    for _ in range(6):
        cards = " ".join(map(str, rng.sample(range(1, 50), 3)))
        solution = solo_plan(position(random_board(rng), cards), Limits(20))
        if solution.value is not None:
            end = replayed(solution)
            assert end.turn == "over"
            assert solo_search.unscored(end) == ()
