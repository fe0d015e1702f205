"""What the lessons on Kings Under Mountains show: table, lines, alpha-beta step by step, pictures, exercises, grades."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from math import comb
from xml.etree import ElementTree

import pytest

import boards
import puzzles
import solvers
from boards.core import board as board_module
from boards.core.board import Board
from boards.core.picture import Picture, lines
from boards.kingdoms.exercises import (
    ENDING,
    EXERCISES,
    HAND,
    LARGER,
    LEADER,
    SMALL,
    TURNS,
    check,
    hint,
    in_percent,
)
from boards.kingdoms.pictures import (
    chains_picture,
    follow_picture,
    mines_picture,
    plan_picture,
    short_turn,
    staff_picture,
    watch_endgame,
)
from puzzles.core import IllegalMove, Puzzle, RulesError
from puzzles.core.puzzle import read_puzzle
from puzzles.kingdoms import GAME, Move
from puzzles.kingdoms.pieces import may_follow
from puzzles.kingdoms.problems import Plan, Staff
from puzzles.kingdoms.prospect import staffing
from puzzles.kingdoms.rules import State, read_state
from puzzles.kingdoms.scoring import margin
from solvers.core.alphabeta import Event
from solvers.kingdoms import grade
from solvers.kingdoms.endgame import minimax
from solvers.kingdoms.lesson import (
    count_lines,
    endgame_steps,
    endgame_turns,
    greedy_plan,
    greedy_staff,
    look_at,
    staff_table,
    tree_size,
    ways_to_fill,
)

PUZZLES = [
    read_puzzle(path, GAME) for path in sorted((GAME.folder / "positions").glob("*.toml"))
]  # by the files: the game need not be registered


def of(problem: str) -> list[Puzzle]:
    return [puzzle for puzzle in PUZZLES if puzzle.problem.name == problem]


# --- staff --------------------------------------------------------------------------------------------


def test_ways_to_fill_are_all_orders_that_the_rules_allow() -> None:
    state = read_state("game: kingdoms\nkings: d\nhands: d3 d8 o1 o9 g0 t5\nown: 1/2+o=5[o4] 1/2=3")
    for place, site in enumerate(state.own[0]):
        legal = set()
        for order in itertools.permutations(state.hands[0], site.missing):
            now = state
            for card in order:
                move = Move("fill", card, place)
                if Staff().why_not(now, move) is not None:
                    break
                now = Staff().play(now, move)
            else:
                legal.add(order)
        assert set(ways_to_fill(site, state.hands[0], state.kings[0])) == legal


@pytest.mark.parametrize("puzzle", of("staff"), ids=lambda puzzle: puzzle.title)
def test_table_ends_with_the_answer(puzzle: Puzzle) -> None:
    table = staff_table(puzzle.start)
    assert isinstance(puzzle.answer.value, tuple)
    assert table[-1].value == puzzle.answer.value[0] == staffing(puzzle.state(), 0)[0]
    assert table[-1].mine == 1
    assert len({(entry.mine, entry.left) for entry in table}) == len(table)


def test_greedy_fills_the_dearest_first_and_its_plan_is_legal() -> None:
    points, plan = greedy_staff(HAND)
    assert points == -3
    state = read_state(HAND)
    value = Staff().measure(state, [GAME.read_move(text) for text in plan])
    assert value == (points, len(state.hands[0]) - len(plan))
    assert {text.split()[2] for text in plan} == {"2"}
    assert solvers.kingdoms.staff(HAND).value == (3, 2)


# --- plan ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_lines_are_counted_one_by_one(turns: int) -> None:
    problem = Plan(turns)
    start = read_state(TURNS)

    def every(now: State, left: int, plan: list[object]) -> list[int]:
        if left == 0 or (now.step == "play" and now.deck == ()):
            return [problem.measure(start, plan)]  # type: ignore[arg-type]
        found = []
        for move in problem.moves(now):
            ends = str(move) == "end" or (left == 1 and now.step == "play")
            found += every(problem.play(now, move), left - ends, [*plan, move])
        return found

    values = every(start, turns, [])
    counted = count_lines(TURNS, turns)
    assert (counted.lines, counted.value) == (len(values), max(values))
    assert counted.value == solvers.kingdoms.plan(TURNS, turns).value


@pytest.mark.parametrize("puzzle", of("plan"), ids=lambda puzzle: puzzle.title)
def test_greedy_plans_are_legal_and_no_better(puzzle: Puzzle) -> None:
    assert isinstance(puzzle.problem, Plan)
    points, plan = greedy_plan(puzzle.start, puzzle.problem.turns)
    moves = [puzzle.problem.read_move(text) for text in plan]
    assert puzzle.problem.measure(puzzle.state(), moves) == points
    assert isinstance(puzzle.answer.value, int)
    assert points <= puzzle.answer.value
    assert count_lines(puzzle.start, puzzle.problem.turns).value == puzzle.answer.value


# --- endgame ------------------------------------------------------------------------------------------


def test_turns_of_an_endgame_end_where_the_rules_say() -> None:
    state = read_state(ENDING)
    for text, after in endgame_turns(state):
        now = state
        for move in (*text.split(", "), "end"):
            now = now.play(GAME.read_move(move))
        assert now == after
    # a capture that takes the last card: the draw makes no difference any more (R5)
    last = read_state(
        "game: kingdoms\nkings: d | o\nopen: 1/1=4 - - -\ncamp: d0 o1\nhands: t4 | t1\ndeck: d9:2/3=6"
    )
    assert [text.split(", ")[0] for text, _ in endgame_turns(last)] == ["fight t4 a"]


@pytest.mark.parametrize("puzzle", of("endgame"), ids=lambda puzzle: puzzle.title)
def test_every_search_of_an_endgame_finds_the_value(puzzle: Puzzle) -> None:
    value = minimax(puzzle.state())
    assert value == puzzle.answer.value
    looked = [
        look_at(puzzle.start, table=table, best_first=first)
        for table in (True, False)
        for first in (True, False)
    ]
    assert {one.value for one in looked} == {value}
    places, ends, different = tree_size(puzzle.start)
    assert different <= places
    assert ends < places
    assert all(one.positions <= places for one in looked)
    assert look_at(puzzle.start).positions <= look_at(puzzle.start, table=False).positions


def test_steps_count_as_the_plain_search_does() -> None:
    for pruning, first in itertools.product((True, False), (True, False)):
        last = endgame_steps(ENDING, pruning=pruning, best_first=first)[-1]
        looked = look_at(ENDING, pruning=pruning, table=False, best_first=first)
        assert (last.value, last.opened + last.ended) == (looked.value, looked.positions)
    whole = endgame_steps(ENDING, pruning=False)[-1]
    assert (whole.opened + whole.ended, whole.ended) == tree_size(ENDING)[:2]
    assert whole.value == minimax(read_state(ENDING)) == 11


def test_the_other_seat_may_begin() -> None:
    turned = (
        ENDING.replace("kings: d | o\n", "kings: o | d\nto: 1\n")
        .replace("hands: d9 t5 | g2 t7", "hands: g2 t7 | d9 t5")
        .replace("own: 1/1=5 | -", "own: - | 1/1=5")
    )
    assert endgame_steps(turned)[-1].value == look_at(turned).value == 11
    assert solvers.kingdoms.endgame(turned).value == 11


def test_a_cut_position_is_outside_of_the_window() -> None:
    cuts = [step for step in endgame_steps(ENDING) if step.event is Event.CUT]
    assert sum(step.left for step in cuts) == endgame_steps(ENDING)[-1].cut > 0
    for step in cuts:
        exact = minimax(step.here.node) * (1 if step.here.highest else -1)
        assert step.value is not None
        if step.here.highest:
            assert exact >= step.value
            assert step.high is not None
            assert step.value >= step.high
        else:
            assert exact <= step.value
            assert step.low is not None
            assert step.value <= step.low
    for step in endgame_steps(ENDING):
        if step.event is Event.OVER:
            assert step.value == margin(step.here.node, 0)


def test_a_table_saves_work_in_the_larger_endgame() -> None:
    every, once = look_at(LARGER, table=False), look_at(LARGER)
    assert every.value == once.value == solvers.kingdoms.endgame(LARGER).value == 6
    assert once.positions < every.positions
    places, _, different = tree_size(LARGER)
    assert every.positions < different < places


def test_too_long_a_search_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="more than 100 steps"):
        endgame_steps(LARGER, limit=100)
    with pytest.raises(ValueError, match="more than 240 steps"):
        watch_endgame(LARGER)
    with pytest.raises(RulesError, match="unknown cards"):
        endgame_steps("game: kingdoms\nkings: d | o\nhands: ? | d1\ndeck: ?")


# --- pictures -----------------------------------------------------------------------------------------


def texts_of(picture: Picture) -> list[str]:
    root = ElementTree.fromstring(picture.svg)
    return ["".join(node.itertext()) for node in root.iter() if node.tag.endswith("text")]


def test_mines_picture_shows_numbers_cards_and_places() -> None:
    picture = mines_picture({"one": "2/3=5[o2,g6]", "two": "1/2+o=7"}, hand="d7 t0")
    texts = texts_of(picture)
    assert {"one", "two", "in hand", "size", "value"} <= set(texts)
    assert texts.count("O") == texts.count("T") == 1
    assert "two: 1/2+o=7" in picture.words
    with pytest.raises(RulesError, match="KD-16"):
        mines_picture({"wrong": "2/3=5[o6,g2]"})


def test_staff_picture_tells_what_each_mine_brings() -> None:
    best = solvers.kingdoms.staff(HAND)
    picture = staff_picture(HAND, best.texts, "Best")
    assert [text for text in texts_of(picture) if text[:1] in "+-" and text[1:].isdigit()] == [
        "+6",
        "-9",
        "+6",
        "+3",
    ]
    assert "together +3" in picture.words
    with pytest.raises(IllegalMove):
        staff_picture(HAND, ["fill d5 1"])


@pytest.mark.parametrize("puzzle", of("plan"), ids=lambda puzzle: puzzle.title)
def test_plan_picture_gains_add_up(puzzle: Puzzle) -> None:
    picture = plan_picture(puzzle.start, puzzle.answer.plan, puzzle.title)
    assert isinstance(puzzle.problem, Plan)
    gains = [turn.rpartition(", ")[2] for turn in picture.words.split("; turn ")[1:]]
    assert len(gains) == puzzle.problem.turns
    assert sum(map(int, gains)) == puzzle.answer.value


def test_plan_picture_names_the_new_owner() -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.title == "The zero underneath")
    words = plan_picture(puzzle.start, puzzle.answer.plan).words
    assert "fight o7 a: to the orcs" in words
    assert "fill d6 1: completed" in words


def test_follow_and_chains_pictures() -> None:
    assert "on 8: 9, 8 cards; on 9: 0, 8 cards" in follow_picture().words
    assert "on 9: nothing, no cards" in follow_picture(wrap=False).words
    assert chains_picture(6, 2).words == "4 chains of 2 after 6: 7 8, 7 9, 8 9, 9 0"
    with pytest.raises(ValueError, match="101 chains are too many"):
        chains_picture(0, 3)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("pruning", [True, False])
def test_every_frame_of_the_search_is_drawn(narrow: bool, pruning: bool) -> None:
    stepper = watch_endgame(ENDING, pruning=pruning)
    try:
        assert stepper.last == len(endgame_steps(ENDING, pruning=pruning))
        seen = 0
        for at in range(stepper.last + 1):
            frame = stepper._frame(at, narrow)
            keys = [key for key, _ in frame.drawing.parts]
            assert len(set(keys)) == len(keys) >= seen
            seen = len(keys)
            assert frame.drawing.width == (368 if narrow else 848)
            assert len(frame.header.chips) == 5
        last = endgame_steps(ENDING, pruning=pruning)[-1]
        assert seen == 1 + last.opened + last.ended
        assert frame.words == "+11. This is the value of the endgame."
        assert stepper.errors == []
    finally:
        stepper.close()


def test_no_two_boxes_of_the_tree_lie_on_each_other() -> None:
    stepper = watch_endgame(ENDING)
    try:
        spots = [
            part.get("transform")
            for key, part in stepper._frame(stepper.last, False).drawing.parts
            if key != "sheet"
        ]
        assert len(set(spots)) == len(spots)
    finally:
        stepper.close()


def test_short_turns() -> None:
    assert short_turn("fight o5 a, draw camp g3") == "o5 a, g3"
    assert short_turn("discard g2, draw deck") == "-g2, deck"


def test_names_of_lines_that_end_below_zero_stay_at_the_plot() -> None:
    picture = lines({"up": [(0, -9), (1, 9)], "down": [(0, 9), (1, -9)]}, title="t", x="x", y="y")
    root = ElementTree.fromstring(picture.svg)
    assert float(root.get("height", "0").removesuffix("pt")) < 400
    assert "down: 9.00 at 0, -9.00 at 1" in picture.words


# --- exercises ----------------------------------------------------------------------------------------


def ways(top: int, cards: int) -> int:
    fit = [strength for strength in range(10) if may_follow(top, strength)]
    return sum(ways(strength, cards - 1) for strength in fit) if cards else 1


RIGHT = {
    "cards": 6,
    "hands": comb(80, 6),
    "follows": lambda top, strength: top is None or strength > top or (top == 9 and strength == 0),
    "chains": 10,
    "ways": ways,
    "kinds": 20,
    "assignments": 243,
    "entries": 7,
    "greedy": 6,
    "lines": 1224,
    "leader": 0,
    "value": 11,
    "at_most": 1,
    "saved": 22,
    "break_even": 50,
    "gain": lambda value, chance: value - 2 * value * chance,
    "late": 68,
    "guess_eight": 48,
    "guess_overseer": 39,
    "clock": 2,
    "take_back": 7,
}

WRONG = {
    "cards": 5,
    "hands": comb(80, 6) * 720,
    "follows": lambda top, strength: top is None or strength >= top,
    "chains": 9,
    "ways": lambda top, cards: comb(9 - top, cards),
    "kinds": 40,
    "assignments": 32,
    "entries": 8,
    "greedy": 3,
    "lines": 3862,
    "leader": 9,
    "value": 5,
    "at_most": 5,
    "saved": 5,
    "break_even": 100,
    "gain": lambda value, chance: value * (1 - chance),
    "late": 60,
    "guess_eight": 80,
    "guess_overseer": 70,
    "clock": 1,
    "take_back": 10,
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


def test_guesses_that_are_no_numbers_are_told() -> None:
    judge = in_percent(10, 20, "so it is")
    assert judge(15).words == "so it is"
    assert judge(5).words == "5 percent is too little."
    assert "a function" in judge(len).words
    assert "stopped with ValueError" in check("guess_eight", "many").words


def test_positions_of_the_exercises_are_those_of_the_puzzles() -> None:
    starts = {puzzle.title: puzzle.start for puzzle in PUZZLES}
    assert starts["Leave the dearest"] == HAND
    assert starts["The right overseer"] == SMALL
    assert starts["Two nines, two ways on"] == TURNS
    assert starts["The leader, not the dearest"] == LEADER


# --- puzzles on the board -----------------------------------------------------------------------------


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Board]]:
    monkeypatch.setitem(puzzles.GAMES, "kingdoms", "puzzles.kingdoms")
    monkeypatch.setattr(board_module, "raise_errors", True)
    made: list[Board] = []

    def begin(title: str) -> Board:
        made.append(boards.play(next(puzzle for puzzle in PUZZLES if puzzle.title == title)))
        made[-1].view.send = lambda content: None
        return made[-1]

    yield begin
    for board in made:
        assert board.errors == []
        board.close()


def test_in_a_plan_the_camp_is_drawn_from_and_the_other_seat_passes(play: Callable[[str], Board]) -> None:
    board = play("There and back")
    assert board._words == "There and back: find the most points in 3 turns."
    board.play("fill g7 1")
    assert board.session.lit() == {"camp-d3", "camp-o8", "camp-t6"}
    with pytest.raises(IllegalMove, match="draws from the camp"):
        board.play("draw deck")
    board.play("draw camp o8")
    board.play("end")
    assert board.session.state.to_move == 0
    board.play("fight o8 a")
    board.play("draw camp o8")  # the card that was just laid
    board.play("end")
    board.play("fill o8 1")
    assert "Solved: 10 points" in board._words


def test_filled_mines_leave_the_others_their_numbers(play: Callable[[str], Board]) -> None:
    board = play("Three mines, seven cards")
    for text in ("fill g2 1", "fill d3 1", "fill o9 2", "fill t1 3", "fill t2 3"):
        board.play(text)
        assert "Solved" not in board._words
    board.play("fill g3 3")
    assert "Solved: 13 points, 1 card kept" in board._words
    with pytest.raises(IllegalMove):
        board.play("draw deck")


def test_a_gift_is_one_capture(play: Callable[[str], Board]) -> None:
    board = play("No deeper than the next")
    with pytest.raises(IllegalMove, match="KD-16"):
        board.play("fight o3 b")  # 3 on a 4
    board.play("fight d6 b")
    assert "Solved" not in board._words
    board._undo()
    board.play("fight o5 c")  # not the first of the best, but as good
    assert "Solved: 1 point" in board._words


# --- levels -------------------------------------------------------------------------------------------


def test_effort_rises_with_what_has_to_be_thought_of() -> None:
    plan = {"points": 6, "layings": 2, "cards": 4, "choices": 3, "best_choices": 2, "greedy_points": 6}
    assert grade.effort(plan) == 2
    assert grade.effort({**plan, "greedy_points": 5}) == 3
    assert grade.effort({**plan, "best_choices": 1}) == 3
    assert grade.effort({**plan, "cards": 6}) == 3
    assert grade.effort({**plan, "rivals": 1}) == 3
    staff = {"points": 6, "mines": 2, "completed": 2, "cards": 4, "greedy_points": 6}
    assert grade.effort(staff) == 2
    assert grade.effort({**staff, "completed": 1}) == 3
    gift = {"points": 6, "rivals": 1, "captures": 3, "greedy_points": 6}
    assert [grade.effort({**gift, "rivals": rivals}) for rivals in (1, 2, 3)] == [1, 3, 4]
    assert [grade.level({"effort": n}) for n in range(1, 10)] == [1, 1, 2, 2, 3, 3, 4, 5, 5]


def test_other_problems_have_no_figures() -> None:
    puzzle = PUZZLES[0]
    other = Puzzle(
        "kingdoms/x", "kingdoms", "x", ENDING, GAME.problem("best_turn"), puzzle.source, "x", 1, puzzle.answer
    )
    with pytest.raises(RulesError, match="best_turn"):
        grade.evidence(other)


def test_puzzles_are_listed_where_the_game_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(puzzles.GAMES, "kingdoms", "puzzles.kingdoms")
    assert [puzzle.key for puzzle in PUZZLES] == list(puzzles.keys("kingdoms"))
