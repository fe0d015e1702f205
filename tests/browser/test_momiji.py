"""A whole turn of each kind on the board of Momiji, by mouse, in the real JupyterLab."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from harness import Book, Lab
from playwright.sync_api import expect
from test_board import CUT_OFF, MOVES, Table

import boards
import puzzles

START = """game: momiji
acorns: 4 | 1
hands: r1> o0= o1< y0= g2 g2 | r0=
row0: r:0= 0= | g:0= 1> 1>
display: r1< r2 o2
deck: y1> y2 o3 g3 g3 r3 r3 y3
objectives: O01 O11
landscapes: A B C | A B C
"""

TURNS = {
    "collect": ["collect r", "end"],
    "same": ["play g2", "end"],
    "different": ["play r1> right o0=", "end"],
    "activate": ["activate O01", "end"],
    "exchange": ["exchange g2 g2", "play r1>", "end"],
    "landscape": ["use B", "play right o0= o1<", "end"],
    "reveal": ["reveal", "collect o", "end"],
}


@pytest.fixture
def table(open_book: Callable[..., Book], lab: Lab) -> Callable[..., Table]:
    def make(text: str = START, **options: Any) -> Table:
        setup = f"import boards\nboard = boards.play({text!r})\nboard"
        book = open_book(lab.write("trial/momiji.ipynb", [setup, MOVES]), **{"height": 1600, **options})
        book.run_cell(0)
        return Table(book)

    return make


def press(t: Table, touch: str) -> None:
    """Touch a thing and wait for the board's answer; a card near its right edge, for equal ones lie fanned."""
    found = t.view.locator(f'[data-touch="{touch}"]').first
    t.page.wait_for_timeout(300)  # what moves has come to rest
    box, before = found.bounding_box(), t.view.get_attribute("data-answers")
    assert box is not None
    if touch.startswith("card"):
        found.click(position={"x": box["width"] - 14, "y": box["height"] / 2})
    else:
        found.click()
    expect(t.view).not_to_have_attribute("data-answers", str(before))


def play(t: Table, texts: Sequence[str]) -> list[str]:
    """Touch the things of each move one after another; gives the canonical texts."""
    draw, game = boards.drawing_of("momiji"), puzzles.game("momiji")
    state, played = puzzles.read_state(START), []
    for text in texts:
        move = next(m for m in state.moves() if m == game.read_move(_canonical(state, text)))
        for lane in draw.touches(state, move):
            for touch in lane:
                press(t, touch)
        state = state.play(move)
        played.append(str(move))
        if t.choice("play!").count():
            press(t, "play!")
        expect(t.page.locator(".ps-panel select option")).to_have_count(len(played) + 1)
    return played


def _canonical(state: Any, text: str) -> str:
    found = [str(m) for m in state.moves() if sorted(str(m).split()) == sorted(text.split())]
    assert found, f"{text} is not legal, the moves are {[str(m) for m in state.moves()]}"
    return found[0]


@pytest.mark.parametrize("kind", TURNS)
def test_a_turn_of_each_kind(table: Callable[..., Table], kind: str) -> None:
    t = table()
    played = play(t, TURNS[kind])
    expect(t.view.locator(".ps-chip.to-move")).to_contain_text("Seat 2")
    assert t.moves() == played


def test_a_play_can_be_taken_back_before_it_is_confirmed(table: Callable[..., Table]) -> None:
    t = table()
    draw = boards.drawing_of("momiji")
    state = puzzles.read_state(START)
    move = next(m for m in state.moves() if str(m).startswith("play") and len(str(m).split()) > 4)
    touches = [touch for lane in draw.touches(state, move) for touch in lane]
    for touch in touches[:-1]:
        press(t, touch)
    expect(t.view.locator(".thing.chosen")).not_to_have_count(0)
    t.page.keyboard.press("Escape")
    expect(t.view.locator(".thing.chosen")).to_have_count(0)
    assert t.moves() == []


@pytest.mark.parametrize(("name", "width"), [("368", 800), ("848", 1280)])
@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_nothing_is_cut_off_or_tiny(table: Callable[..., Table], name: str, width: int, theme: str) -> None:
    t = table(width=width)
    t.book.theme(theme)
    assert t.view.evaluate(CUT_OFF) == []
    t.book.shoot(f"momiji-{name}-{theme.lower()}", t.page.locator(".playsolve-board"))
