"""The board around a session, without a browser: what is sent, handlers, hints, plan, bots, errors."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from ipywidgets.widgets import widget as widget_module

import boards
from boards.core import board as board_module
from boards.core import panel as panel_module
from boards.core.board import PLAY, Board
from puzzles import IllegalMove, RulesError
from puzzles.core.play import final


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_module, "BOT_PAUSE", 0.01)
    monkeypatch.setattr(board_module, "raise_errors", True)


@pytest.fixture
def make(toy: ModuleType) -> Iterator[Callable[..., Board]]:
    made: list[Board] = []

    def play(*args: Any, **options: Any) -> Board:
        board = boards.play(*(args or ("toy",)), **({"players": 2, "seed": 3} if not args else {}) | options)
        sent: list[dict[str, Any]] = []
        board.view.send = sent.append
        board.sent = sent
        made.append(board)
        tell(board, "ready", narrow=False)
        return board

    yield play
    for board in made:
        assert board.errors == []
        board.close()


def tell(board: Board, kind: str, **content: Any) -> None:
    """A message as the browser sends it."""
    board.view._receive(None, {"type": kind, **content}, None)


def touch(board: Board, *touches: str) -> None:
    for t in touches:
        tell(board, "touch", touch=t, number=board.view.number)


def until(condition: Callable[[], Any], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def words(board: Board) -> str:
    return str(board.sent[-1]["marks"]["words"])


def test_ready_sends_everything_and_a_highlight_never_resends_the_drawing(make: Callable[..., Board]) -> None:
    board = make()
    first = board.sent[-1]
    assert set(first["drawing"]["parts"]) == set(first["drawing"]["order"])
    touch(board, "a")
    assert "drawing" not in board.sent[-1]
    assert board.sent[-1]["marks"]["chosen"] == ["a"]
    assert board.sent[-1]["marks"]["lit"] == ["b", "c"]


def test_a_move_sends_only_the_parts_that_changed(make: Callable[..., Board]) -> None:
    board = make()
    touch(board, "a", "a")
    drawing = board.sent[-1]["drawing"]
    assert 0 < len(drawing["parts"]) < len(drawing["order"])
    assert drawing["number"] == 1


def test_a_touch_on_an_older_drawing_is_dropped(make: Callable[..., Board]) -> None:
    board = make()
    touch(board, "a", "a")
    tell(board, "touch", touch="b", number=0)
    assert board.session.touched == []


def test_the_strip_offers_to_play_what_is_complete(make: Callable[..., Board]) -> None:
    board = make()
    touch(board, "a")
    choices = {c["touch"]: c for c in board.sent[-1]["marks"]["strip"]}
    assert choices[PLAY]["label"] == "Play: Take a pebble from a (1 point)"
    assert choices["end"]["kind"] == "lit"
    touch(board, PLAY)
    assert [str(m) for m in board.session.moves()] == ["take a"]


def test_a_refused_touch_says_the_rule_and_shakes_the_thing(make: Callable[..., Board]) -> None:
    board = make()
    board.play("take a b")
    board.play("take a b")
    touch(board, "a")
    marks = board.sent[-1]["marks"]
    assert marks["tone"] == "refused"
    assert marks["refused"] == ["a"]
    assert marks["words"].startswith("TOY-3")
    choices = {c["touch"]: c["kind"] for c in marks["strip"]}
    assert choices == {"draw": "off", "end": "lit", "unseen": "aside"}


def test_clear_puts_everything_back(make: Callable[..., Board]) -> None:
    board = make()
    touch(board, "a")
    tell(board, "clear")
    assert board.session.touched == []
    assert board.sent[-1]["marks"]["chosen"] == []


def test_undo_redo_slider_and_list_walk_the_same_line(make: Callable[..., Board]) -> None:
    board = make()
    c = board.controls
    for text in ("take a", "draw", "end", "take b"):
        board.play(text)
    states = [entry.state for entry in board.session.entries]
    assert c.moves.options[-1] == "4. Take a pebble from b (1 point)"
    c.undo.click()
    assert board.session.state == states[3]
    c.redo.click()
    assert board.session.state == states[4]
    c.slider.value = 1
    assert board.session.state == states[1]
    assert c.moves.index == 1
    c.moves.index = 3
    assert board.session.state == states[3]
    assert c.slider.value == 3
    assert final(states[0], map(str, board.session.moves()), board.session.game.read_move) == states[3]


def test_undo_moves_things_back_where_they_came_from(make: Callable[..., Board]) -> None:
    board = make()
    move = board.session.game.read_move("play 2 a")
    forth = board.session.draw.moved(board.session.state, move)
    board.play("play 2 a")
    board.controls.undo.click()
    assert board.sent[-1]["drawing"]["moved"] == {to: origin for origin, to in forth.items()}


def test_three_stages_of_a_hint(make: Callable[..., Board]) -> None:
    board = make()
    hint = board.controls.hint
    hint.click()
    until(lambda: "Hint 1 of 3" in board._words)
    assert board.sent[-1]["marks"]["hinted"] == []
    hint.click()
    assert "Hint 2 of 3" in board._words
    assert len(board.sent[-1]["marks"]["hinted"]) == 1
    hint.click()
    assert "Hint 3 of 3: Play card 2 on a (2 points), +2 points" in board._words
    touch(board, *board.sent[-1]["marks"]["hinted"])
    assert board.session.moves()
    assert board.sent[-1]["marks"]["hinted"] == []


def test_the_best_plan_is_shown_stepped_and_played(make: Callable[..., Board]) -> None:
    board = make()
    c = board.controls
    c.best.click()
    until(lambda: board._plan)
    assert "4 points, proved best" in board._words
    assert "proved best" in c.answer.value
    plan = list(board._plan)
    c.speed.value = c.speed.options[-1][1]
    c.step.click()
    assert [str(m) for m in board.session.moves()] == plan[:1]
    c.undo.click()
    assert board._plan == []
    c.best.click()
    until(lambda: board._plan)
    c.play.click()
    until(lambda: len(board.session.moves()) == len(plan))
    assert [str(m) for m in board.session.moves()] == plan


def test_another_move_than_the_plans_drops_the_plan(make: Callable[..., Board]) -> None:
    board = make()
    board.controls.best.click()
    until(lambda: board._plan)
    board.play("draw")
    assert board._plan == []
    board.controls.step.click()
    assert "no plan" in board._words


def test_why_compares_the_last_move_with_the_best(make: Callable[..., Board]) -> None:
    board = make()
    board.play("end")
    board.controls.why.click()
    until(lambda: "gives 0 of 4 points" in board._words)
    assert "End the turn" in board.controls.reasons.value


def test_stop_ends_a_solve_and_keeps_the_best_found(
    make: Callable[..., Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = make()
    request = board._request(board.session.state)
    slow = type(request)(game="toy", problem="for_ever", start=request.start)
    monkeypatch.setattr(board, "_request", lambda *_, **__: slow)
    board.controls.best.click()
    assert not board.controls.stop.disabled
    until(lambda: "best so far 2" in board.controls.busy.value)
    board.controls.stop.click()
    assert "2 points, best found so far, at most 8 points" in board._words
    assert board._plan == ["take a b", "end"]
    assert board.controls.stop.disabled


def test_a_move_while_a_solve_runs_drops_its_answer(
    make: Callable[..., Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = make()
    request = board._request(board.session.state)
    slow = type(request)(game="toy", problem="for_ever", start=request.start)
    monkeypatch.setattr(board, "_request", lambda *_, **__: slow)
    board.controls.best.click()
    until(lambda: "best so far" in board.controls.busy.value)
    board.play("take a")
    assert board._plan == []
    assert board.controls.busy.value == ""


def test_bots_play_on_by_themselves(make: Callable[..., Board]) -> None:
    for bot in ("random", "best turn", "taker"):
        board = make(bots={1: bot})
        board.play("end")
        until(lambda board=board: board.session.bot is None and board._timer is None)
        assert board.session.state.to_move == 0 or board.session.state.outcome() is not None
        assert all(e.seat == 1 for e in board.session.entries[2:])
        assert len(board.session.entries) > 2


def test_a_game_brings_players_of_its_own(make: Callable[..., Board]) -> None:
    board = make(bots={1: "taker"})
    first = board.controls.bots[0]
    assert [*first.options] == [panel_module.PERSON, "random", "best turn", "taker"]
    first.value = "taker"
    board.controls.players.value = 1  # it plays with two seats or more
    assert ([*first.options], first.value) == (
        [panel_module.PERSON, "random", "best turn"],
        panel_module.PERSON,
    )
    with pytest.raises(RulesError, match="got 'taker', expected one of random, best turn"):
        boards.play("toy", players=1, bots={0: "taker"})
    board.play("end")
    until(lambda: board.session.bot is None and board._timer is None)
    assert [str(move) for move in board.session.moves()] == ["end", "take a", "end"]


def test_the_same_seed_gives_the_same_random_bot(make: Callable[..., Board]) -> None:
    lines = []
    for _ in range(2):
        board = make(bots={1: "random"})
        board.play("end")
        until(lambda board=board: board.session.bot is None and board._timer is None)
        lines.append([str(m) for m in board.session.moves()])
    assert lines[0] == lines[1]


def test_an_error_in_a_handler_is_told_in_the_board(
    make: Callable[..., Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_module, "raise_errors", False)
    board = make()
    monkeypatch.setattr(board.session, "touch", lambda _: 1 / 0)
    touch(board, "a")
    marks = board.sent[-1]["marks"]
    assert marks["tone"] == "error"
    assert "ZeroDivisionError" in marks["words"]
    assert "Traceback" not in marks["words"]
    assert "ZeroDivisionError" in board.errors[0][1]
    board.errors.clear()
    monkeypatch.undo()
    touch(board, "a", "a")
    assert len(board.session.moves()) == 1


def test_a_raising_handler_fails_a_test(make: Callable[..., Board], monkeypatch: pytest.MonkeyPatch) -> None:
    board = make()
    monkeypatch.setattr(board.session, "undo", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        board._guard(board._undo)()
    board.errors.clear()


def test_new_game_takes_the_form_and_builds_no_new_widgets(make: Callable[..., Board]) -> None:
    board = make()
    c = board.controls

    def play_one(seed: int) -> None:
        c.new.click()
        c.players.value = 2 + seed % 2
        c.seed.value = seed
        c.options["pairs"].value = ("yes", "no")[seed % 2]
        c.start.click()
        for _ in range(4):
            board.play(str(board.session.state.moves()[0]))

    play_one(0)
    count = len(_models())
    for seed in range(1, 51):
        play_one(seed)
        assert board.session.state.seats == 2 + seed % 2
    assert len(_models()) == count


def _models() -> Any:
    return widget_module._instances


def test_moves_from_many_threads_equal_their_serial_replay(make: Callable[..., Board]) -> None:
    board = make()

    def press() -> None:
        for _ in range(20):
            tell(board, "touch", touch="end", number=board.view.number)

    threads = [threading.Thread(target=press) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    session = board.session
    assert final(session.start, map(str, session.moves()), session.game.read_move) == session.state


def test_the_static_face_is_text_and_a_table_without_svg(make: Callable[..., Board]) -> None:
    bundle = make()._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data is not None
    assert "<svg" not in data["text/html"]
    assert "3" in data["text/plain"]
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"]


def test_show_is_not_to_be_played(toy: ModuleType) -> None:
    board = boards.show(toy.new(players=2, seed=3))
    touch(board, "a")
    assert board.session.touched == []
    assert "only shows" in board._words
    board.close()


def test_play_takes_a_state_its_text_and_says_what_it_cannot_take(toy: ModuleType) -> None:
    state = toy.new(players=2, seed=3)
    for what in (state, str(state)):
        board = boards.play(what)
        assert board.session.state == state
        board.close()
    for what, part in (
        ("chess", "expected one of the games"),
        (7, "expected one of the games"),
        ("game: chess\nx: 1", "chess"),
    ):
        with pytest.raises(RulesError, match=part):
            boards.play(what)
    with pytest.raises(RulesError, match="with a game's name only"):
        boards.play(state, seed=4)
    with pytest.raises(RulesError, match="expected 0 to 1"):
        boards.play("toy", players=2, bots={2: "random"})
    with pytest.raises(RulesError, match="expected one of random, best turn, taker"):
        boards.play("toy", players=2, bots={1: "genius"})


def test_an_illegal_move_by_text_raises_and_changes_nothing(make: Callable[..., Board]) -> None:
    board = make()
    with pytest.raises(IllegalMove, match="TOY-6"):
        board.play("play 3 c")
    assert board.session.at == 0


def test_what_if_tries_moves_that_do_not_count(make: Callable[..., Board]) -> None:
    board = make()
    board.play("take a")
    board.play("take b")
    board.controls.undo.click()
    state, line = board.session.state, list(board.session.entries)
    board.controls.what_if.click()
    assert board.controls.what_if.description == "Back to the game"
    assert "do not count" in board.sent[-1]["header"]["line"]
    board.play("draw")
    board.controls.what_if.click()
    assert board.session.state == state
    assert board.session.entries == line
    assert "do not count" not in board.sent[-1]["header"]["line"]


def test_in_a_match_there_is_no_what_if(make: Callable[..., Board]) -> None:
    board = make(match=True)
    board.controls.what_if.click()
    assert not board.session.what_if
    assert "no what-if" in board._words


def test_a_practice_game_is_neither_won_nor_lost(make: Callable[..., Board]) -> None:
    board = make("game: kingdoms\nkings: d\nstep: draw\nhands: d5\ndone: m17\ndeck: d8:m3")
    board.play("draw deck")
    board.play("end")
    assert board._words.endswith("The game is over (deck): 7 points, band 0-24.")
    board = make("game: moria\noptions: rounds=3\nseats: blue\nturn: blue burn\nround: 3\n0,0: castle:blue n")
    board.play("end")
    assert board._words.endswith("The game is over (rounds): 3 points, practice.")


def test_feedback_says_what_a_move_lost(make: Callable[..., Board]) -> None:
    board = make()
    board.controls.feedback.value = True
    board.play("end")
    until(lambda: "gives 0 of 4 points" in board._words)
    assert board._words.startswith("End the turn.")
    board.controls.feedback.value = False
    board.play("draw")
    assert "gives" not in board._words


def test_feedback_comes_before_a_bot_goes_on(make: Callable[..., Board]) -> None:
    board = make(bots={1: "best turn"})
    board.controls.feedback.value = True
    board.play("end")
    until(lambda: any("gives 0 of 4 points" in m.get("marks", {}).get("words", "") for m in board.sent))
    until(lambda: len(board.session.entries) > 2 and board.session.bot is None)


def test_hidden_hands_are_covered_at_every_change_of_seat(make: Callable[..., Board]) -> None:
    board = make()
    board.controls.hide.value = True
    strip = [c["touch"] for c in board.sent[-1]["marks"]["strip"]]
    assert strip == [board_module.UNCOVER]
    touch(board, "a")
    assert board.session.touched == []
    assert "covered" in board._words
    touch(board, board_module.UNCOVER)
    touch(board, "a", "a")
    assert len(board.session.moves()) == 1
    assert not board._covered
    board.play("end")
    assert board._covered
    assert board.sent[-1]["marks"]["lit"] == []
    board.controls.hide.value = False
    assert not board._covered


def test_a_code_made_on_one_board_opens_on_another(make: Callable[..., Board]) -> None:
    one, other = make(), make()
    one.play("take a")
    one.controls.make_code.click()
    other.controls.code.value = one.controls.code.value
    other.controls.open_code.click()
    assert other.session.state == one.session.state
    assert len(other.session.entries) == 2
    other.controls.code.value = one.controls.code.value[:-9]
    other.controls.open_code.click()
    assert other.session.state == one.session.state
    assert "expected it whole and unchanged" in other._words


def test_the_editor_checks_every_text_and_plays_a_possible_one(make: Callable[..., Board]) -> None:
    board = make()
    c = board.controls
    c.edit.click()
    good = c.position.value
    assert good == str(board.session.state)
    c.position.value = good.replace("piles: 3 3 2", "piles: 9 3 2")
    assert c.play_edited.disabled
    assert "✗" in c.verdict.value
    c.position.value = good.replace("piles: 3 3 2", "piles: 3 1 2").replace("points: 0 | 0", "points: 2 | 0")
    assert not c.play_edited.disabled, c.verdict.value
    assert "Setting up" in board.sent[-1]["header"]["line"]
    c.play_edited.click()
    assert "piles: 3 1 2" in str(board.session.state)
    assert board.session.at == 0
    c.edit.click()
    c.leave_editor.click()
    assert "Setting up" not in board.sent[-1]["header"]["line"]
