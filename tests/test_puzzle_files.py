"""Shipped puzzles: the answer in the file is what the solver proves and what trying everything finds."""

from __future__ import annotations

import functools
import importlib
import re
from typing import Any

import pytest

import puzzles
import solvers
from puzzles.core import Puzzle
from puzzles.kingdoms.prospect import staffing
from puzzles.momiji.scoring import scores
from puzzles.shifting_stones import CARDS
from puzzles.shifting_stones.grid import board_text, matches
from puzzles.shifting_stones.problems import BOARD_MOVES, move_tiles
from solvers.momiji import plain
from solvers.momiji.endgame import minimax
from solvers.moria import plain as moria_plain
from solvers.shifting_stones import layered, tour_layers

KEYS = [key for game in puzzles.GAMES for key in puzzles.keys(game)]

Rank = tuple[int, int, int, tuple[str, ...]]
"""points lost (negative gain), cards spent, moves, plan: the smallest is the best."""


def every_turn(puzzle: Puzzle) -> tuple[int, tuple[str, ...]]:
    """Most points of a Shifting Stones turn and the plan, by trying every legal order of moves.

    Ties as the specification has them: fewer cards spent, fewer moves, smallest plan text.
    """
    known: dict[Any, Rank] = {}

    def best(now: Any) -> Rank:
        key = (now.board, now.hands, now.turn)  # the rest plays no part before the end of the turn
        if key not in known:
            found: list[Rank] = []
            for move in puzzle.problem.moves(now):
                text = str(move)
                if move.verb == "end":
                    found.append((0, 0, 1, (text,)))
                    continue
                lost, spent, length, plan = best(puzzle.problem.play(now, move))
                gain = CARDS[move.card].points if move.verb == "score" else 0
                cost = 0 if move.verb == "score" else 1
                found.append((lost - gain, spent + cost, length + 1, (text, *plan)))
            known[key] = min(found) if found else (0, 0, 0, ())  # solved: no `end` follows
        return known[key]

    lost, _, _, plan = best(puzzle.state())
    return -lost, plan


def any_turn(puzzle: Puzzle) -> tuple[int, tuple[str, ...]]:
    """Up to 3 cards: every legal order of moves. More: plain layers of boards, which know no distances."""
    if len(puzzle.state().hands[0]) <= 3:
        return every_turn(puzzle)
    found = layered.best_turn(puzzle.start)
    assert isinstance(found.value, int)
    return found.value, found.texts


def every_tour(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """Plain layers of (board, cards matched so far)."""
    found = tour_layers.tour(puzzle.start, puzzle.problem.parameters()["cards"])
    return found.value, found.texts


Turn = tuple[str, frozenset[int], frozenset[int], bool]
"""Inside a turn: board, cards in hand, cards spent, whether a card was scored."""


def every_solo(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """(turns, strikes) of a solo game of up to 4 cards and no deck, by trying every turn; no plan of its own.

    Then all spent cards come back at the end of a turn, so a turn begins with a board, the cards left and strikes.
    """
    start = puzzle.state()
    assert (start.deck, start.discard, start.turn) == ((), (), "start")
    assert len(start.hands[0]) <= 4
    known = functools.cache(lambda board, card: matches(board, card))
    after = functools.cache(lambda board: {move_tiles(board, move) for move in BOARD_MOVES})
    level: dict[tuple[str, frozenset[int]], int] = {(start.board, frozenset(start.hands[0])): start.strikes}
    for turn in range(1, 10):
        ends: dict[tuple[str, frozenset[int]], int] = {}
        solved: list[int] = []
        for strikes in range(4):
            open_: list[Turn] = [
                (b, left, frozenset(), False) for (b, left), had in level.items() if had == strikes
            ]
            seen = set(open_)
            while open_:
                board, hand, spent, scored = open_.pop()
                if not hand and not spent:
                    solved.append(strikes)
                    continue
                had = strikes + (not scored)
                if had < 4:
                    key = (board, hand | spent)
                    ends[key] = min(had, ends.get(key, 4))
                then = [(board, hand - {card}, spent, True) for card in hand if known(board, card)]
                then += [(b, hand - {card}, spent | {card}, scored) for card in hand for b in after(board)]
                open_ += [way for way in then if way not in seen]
                seen.update(then)
        if solved:
            return (turn, min(solved) - start.strikes), puzzle.answer.plan
        level = ends
    return None, ()


def every_order(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """Every way of every turn of Momiji; up to 4 cards every move, too, which gives the first best plan."""
    problem, start = puzzle.problem, puzzle.state()
    value = plain.value(start, problem)  # type: ignore[arg-type]
    if len(start.hands[0]) + len(start.display) > 4:
        return value, puzzle.answer.plan
    turns = problem.parameters()["turns"]

    @functools.cache
    def best(now: Any, left: int) -> tuple[int, tuple[str, ...]]:
        if not left:
            return scores(now)[0], ()
        ways = []
        for move in problem.moves(now):
            points, plan = best(problem.play(now, move), left - (move.verb == "end"))
            ways.append((points, (str(move), *plan)))
        return max(ways, key=lambda way: way[0])  # the first of equal ones

    points, plan = best(start, turns)
    assert points == value
    return points, plan


def every_ending(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """Minimax over all moves of both seats; the plan is a line whose end has this value."""
    return minimax(puzzle.state()), puzzle.answer.plan


def every_payment(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """All plans of one move or two that activate the objective, measured."""
    problem, start = puzzle.problem, puzzle.state()
    plans = [[move] for move in problem.moves(start)]
    plans += [[*plan, move] for plan in plans for move in problem.moves(problem.play(start, plan[0]))]
    found = [
        (problem.measure(start, plan), tuple(map(str, plan))) for plan in plans if plan[-1].verb == "activate"
    ]
    return max(found, key=lambda one: one[0])


def every_staff(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """(points, cards kept) of every order of fillings of up to 8 cards; more: every way to fill every mine."""
    problem, start = puzzle.problem, puzzle.state()
    seat = start.to_move
    if len(start.hands[seat]) > 8:
        points, cards = staffing(start, seat)
        return (points, len(start.hands[seat]) - cards), puzzle.answer.plan

    @functools.cache
    def best(now: Any) -> tuple[int, int]:
        gained = sum(mine.value for mine in now.done[seat][len(start.done[seat]) :])
        missed = sum(site.mine.value for site in now.own[seat])
        return max([(gained - missed, len(now.hands[seat]))] + [best(after) for after in afters(now)])

    def afters(now: Any) -> list[Any]:
        return [problem.play(now, move) for move in problem.moves(now)]

    return best(start), puzzle.answer.plan


def every_capture(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """Every fight played by the rules; the first of those whose capture changes the margin most."""
    start = puzzle.state()

    def margin(state: Any) -> int:
        scores = [
            sum(mine.value for mine in done) - sum(site.mine.value for site in own)
            for done, own in zip(state.done, state.own, strict=True)
        ]
        return 2 * scores[0] - sum(sorted((scores[0], max(scores[1:]))))

    assert start.to_move == 0
    found = []
    for move in start.moves():
        after = start.play(move)
        if sum(map(len, after.own)) > sum(map(len, start.own)):
            found.append((margin(after) - margin(start), (str(move),)))
    return max(found, key=lambda one: one[0])


def every_line(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """Every laying and every draw of every turn of a plan."""
    problem, start = puzzle.problem, puzzle.state()
    seat = start.to_move

    def score(state: Any) -> int:
        return sum(mine.value for mine in state.done[seat]) - sum(site.mine.value for site in state.own[seat])

    @functools.cache
    def best(now: Any, left: int) -> int:
        if left == 0 or (now.step == "play" and now.deck == ()):
            return score(now)
        return max(best(problem.play(now, move), left - (str(move) == "end")) for move in problem.moves(now))

    return best(start, problem.parameters()["turns"]) - score(start), puzzle.answer.plan


def every_last_turn(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """Minimax over all moves of both seats of Kings Under Mountains, no cut; positions met again are looked up."""
    start = puzzle.state()

    @functools.cache
    def value(now: Any) -> int:
        if now.is_over:
            points = now.outcome().points
            return int(points[0] - points[1])
        return (max if now.to_move == 0 else min)(value(now.after(move)) for move in now.moves())

    assert start.to_move == 0
    return value(start), puzzle.answer.plan


def every_route(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """All moves of the one dwarf of Autumn of Moria over whole positions, layer by layer, in the order of moves."""
    problem, start = puzzle.problem, puzzle.state()
    front: list[tuple[Any, tuple[Any, ...]]] = [(problem.seen(start), ())]  # type: ignore[attr-defined]
    seen = set()
    while front:
        reached = []
        for now, plan in front:
            here = problem.stands(plan)  # type: ignore[attr-defined]
            if problem.left(start, plan) is None:
                return len(plan), tuple(map(str, plan))
            for move in problem.moves(now):
                if move.cell == here and (move.to, plan) not in seen:
                    seen.add((move.to, plan))
                    reached.append((problem.play(now, move), (*plan, move)))
        # two plans that bring the dwarf to the same card leave the same position
        front = list({one[0]: one for one in reversed(reached)}.values())[::-1]
    return None, ()


def every_muster(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """All places and moves of Autumn of Moria, layer by layer of positions."""
    problem, start = puzzle.problem, puzzle.state()
    front, seen, actions = {problem.seen(start)}, set(), 0  # type: ignore[attr-defined]
    while not any(problem.there(now) >= problem.n for now in front):  # type: ignore[attr-defined]
        seen |= front
        # phase and actions used play no part, so positions that differ in them alone are one
        front = {problem.play(now, move).but(used=0) for now in front for move in problem.moves(now)} - seen
        actions += 1
    return actions, puzzle.answer.plan


def every_action(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """Every move of a turn of Autumn of Moria; no bound, and nothing left out."""
    value, plan = moria_plain.value(puzzle.state(), puzzle.problem.parameters()["objective"])
    return value, tuple(map(str, plan))


def every_campaign(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """Every move of every turn of Autumn of Moria, turn by turn."""
    return moria_plain.turns(puzzle.state(), puzzle.problem.parameters()["goal"], 4), puzzle.answer.plan


def every_cut(puzzle: Puzzle) -> tuple[Any, tuple[str, ...]]:
    """Every land card of Autumn of Moria on every cell and every turn, measured; the first of equal ones."""
    problem, start = puzzle.problem, puzzle.state()
    best: tuple[Any, tuple[str, ...]] = (0, ())
    for move in problem.moves(start):
        fall = problem.measure(start, [move])
        if fall > best[0]:  # type: ignore[operator]
            best = fall, (str(move),)
    return best


PEERS = {
    ("shifting_stones", "best_turn"): any_turn,
    ("shifting_stones", "tour"): every_tour,
    ("shifting_stones", "solo_plan"): every_solo,
    ("momiji", "schedule"): every_order,
    ("momiji", "harvest"): every_order,
    ("momiji", "endgame"): every_ending,
    ("momiji", "activate_value"): every_payment,
    ("kingdoms", "staff"): every_staff,
    ("kingdoms", "gift"): every_capture,
    ("kingdoms", "plan"): every_line,
    ("kingdoms", "endgame"): every_last_turn,
    ("moria", "route"): every_route,
    ("moria", "muster"): every_muster,
    ("moria", "best_turn"): every_action,
    ("moria", "campaign"): every_campaign,
    ("moria", "cut"): every_cut,
}
"""For each kind of shipped puzzle a method that tries everything; a new kind needs one of its own."""


def greedy_turn(puzzle: Puzzle) -> int:
    """Points of the player who scores whatever matches, dearest first, and else makes the one board move
    that lets the dearest card be scored, paying with the cheapest other card; ties by text."""
    now, points = puzzle.state(), 0
    while True:
        scores = [move for move in now.moves() if move.verb == "score"]
        if not scores:
            ways = []
            for move in now.moves():
                if move.verb in ("swap", "flip"):
                    after = now.play(move)
                    gains = [CARDS[m.card].points for m in after.moves() if m.verb == "score"]
                    if gains:
                        ways.append((-max(gains), CARDS[move.card].points, str(move), after))
            if not ways:
                return points
            now = min(ways, key=lambda way: way[:3])[3]
            continue
        score = max(scores, key=lambda move: (CARDS[move.card].points, -move.card))
        points += CARDS[score.card].points
        now = now.play(score)


@pytest.fixture(params=KEYS)
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return puzzles.load(request.param)


KINDS = {
    "shifting_stones": ({"best_turn", "tour", "solo_plan"}, 20),
    "momiji": ({"schedule", "harvest", "endgame", "activate_value"}, 16),
    "kingdoms": ({"staff", "gift", "plan", "endgame"}, 20),
    "moria": ({"route", "muster", "best_turn", "campaign", "cut"}, 20),
}
"""Kinds of puzzles that a game ships, and at least how many."""


@pytest.mark.parametrize("game", list(puzzles.GAMES))
def test_there_are_puzzles_of_all_kinds_and_levels(game: str) -> None:
    kinds, number = KINDS[game]
    shipped = [puzzles.load(key) for key in puzzles.keys(game)]
    assert len(shipped) >= number
    assert {puzzle.problem.name for puzzle in shipped} == kinds
    assert {puzzle.level for puzzle in shipped} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("game", list(puzzles.GAMES))
def test_levels_rise_and_titles_differ(game: str) -> None:
    shipped = [puzzles.load(key) for key in puzzles.keys(game)]
    levels = [puzzle.level for puzzle in shipped]
    assert levels == sorted(levels)
    for words in ("title", "start", "teaches"):
        assert len({getattr(puzzle, words) for puzzle in shipped}) == len(shipped)


def test_start_is_written_as_the_game_writes_it(puzzle: Puzzle) -> None:
    if isinstance(puzzle.state(), str):
        assert board_text(puzzle.state()) == puzzle.start
        return
    read = puzzles.game(puzzle.game).read_state
    assert read(str(read(puzzle.start))) == read(puzzle.start)
    assert puzzle.start.startswith(f"game: {puzzle.game}\n")


def test_answer_is_the_solvers(puzzle: Puzzle) -> None:
    solution = solvers.solve(puzzle)
    assert solution.status is solvers.Status.OPTIMAL
    assert (solution.value, solution.texts) == (puzzle.answer.value, puzzle.answer.plan)


def test_answer_is_what_trying_everything_finds(puzzle: Puzzle) -> None:
    value, plan = PEERS[puzzle.game, puzzle.problem.name](puzzle)
    assert (value, plan) == (puzzle.answer.value, puzzle.answer.plan)


def test_evidence_is_measured(puzzle: Puzzle) -> None:
    grade = importlib.import_module(f"solvers.{puzzle.game}.grade")
    assert dict(puzzle.evidence) == grade.evidence(puzzle)
    assert puzzle.level == grade.level(dict(puzzle.evidence))


def test_evidence_counts_what_the_plan_does(puzzle: Puzzle) -> None:
    # counted here a second way, from the file alone
    found, plan = dict(puzzle.evidence), puzzle.answer.plan
    if puzzle.game == "momiji":
        assert found["points"] == puzzle.answer.value
        mains = sum(text.startswith(("play", "collect", "activate")) for text in plan)
        assert mains == found.get("mains", 1)
        assert found.get("greedy_points", found.get("plain_points", 0)) <= found["points"]
        return
    if puzzle.game == "kingdoms":
        value = puzzle.answer.value
        assert found["points"] == (value[0] if isinstance(value, tuple) else value)
        laid = sum(text.startswith(("fight", "fill", "discard")) for text in plan)
        assert laid == found.get("layings", 1)
        assert found["greedy_points"] <= found["points"]
        return
    if puzzle.game == "moria":
        whole = found.get("points", found.get("moves", found.get("turns", found.get("actions"))))
        assert whole == puzzle.answer.value
        if "tasks" in found:
            assert found["actions"] == sum(text.startswith(("play", "place", "move")) for text in plan)
            assert found["tasks"] == sum(text.startswith("take") for text in plan)
        assert 0 < found.get("best_choices", 1) <= found.get("choices", 1)
        assert found.get("walked", 0) == sum(text.startswith("move") for text in plan if "walked" in found)
        return
    board_moves = sum(text.startswith(("swap", "flip")) for text in plan)
    assert board_moves == found.get("board_moves", found.get("moves"))
    if puzzle.problem.name == "best_turn":
        assert found["greedy_points"] == greedy_turn(puzzle)
        assert found["scores"] == sum(text.startswith("score") for text in plan)


@pytest.mark.parametrize("key", puzzles.keys("shifting_stones"))
def test_distances_named_in_the_proof_are_right(key: str) -> None:
    puzzle = puzzles.load(key)
    state = puzzle.state()
    board = board_text(state if isinstance(state, str) else state.board)
    for card, moves in re.findall(r"[Cc]ard (\d+) is (\d+)(?: moves? away)?", puzzle.answer.proof):
        assert solvers.shifting_stones.distance(board, int(card)).value == int(moves), puzzle.key
