"""Whole turns of each kind on every game's board but the first (test_board.py), by mouse, in the real JupyterLab."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from harness import Book, Lab
from playwright.sync_api import expect
from test_board import CUT_OFF, MOVES, Table

import boards
import puzzles

MOMIJI = """game: momiji
acorns: 4 | 1
hands: r1> o0= o1< y0= g2 g2 | r0=
row0: r:0= 0= | g:0= 1> 1>
display: r1< r2 o2
deck: y1> y2 o3 g3 g3 r3 r3 y3
objectives: O01 O11
landscapes: A B C | A B C
"""

KINGDOMS = """game: kingdoms
kings: d | g
open: 3/2=4[o3,d5] m10 m20 m30[g8]
camp: d7 o1,o8
hands: d9 g6 t6 | g3 o2 t1
own: 1/2=4 1/1+o=4[t3] | 2/1=3
deck: o4:m40 g9:m41 t2:m42 d0:m43
"""
STUCK = """game: kingdoms
kings: d | g
open: 3/3=4[o3,d8] 2/1=1[o9] 2/1=2[t8] 4/4=5[g1,t9]
hands: d1 g3 | g4 o5
own: 1/2=3[o8] | -
deck: o4:m40 g7:m41 t2:m42
"""
MORIA = """game: moria
seats: blue | red
turn: blue act 0
round: 3
0,0: castle:blue n
1,0: gold_mine:blue n blue*2
2,0: ruby_mine:red e red*1
0,1: ogre_tavern:red n red*1
1,1: general_store:blue s blue*2
2,1: gold_mine:red n < diamond_mine:blue n
land: ruby_mine emerald_mine dragon | castle
gems: diamond*1 gold*2 | ruby*1
ogres: thief swapper | scarer
secret: S3 | S4
open: T1 T2 T3
deck: T4 T5
ogre_deck: robber thief
"""

TURNS: dict[str, dict[str, tuple[str, list[str]]]] = {
    # game -> kind of turn -> position and moves, in any order of their words
    "momiji": {
        "collect": (MOMIJI, ["collect r", "end"]),
        "same": (MOMIJI, ["play g2", "end"]),
        "different": (MOMIJI, ["play r1> right o0=", "end"]),
        "activate": (MOMIJI, ["activate O01", "end"]),
        "exchange": (MOMIJI, ["exchange g2 g2", "play r1>", "end"]),
        "landscape": (MOMIJI, ["use B", "play right o0= o1<", "end"]),
        "reveal": (MOMIJI, ["reveal", "collect o", "end"]),
    },
    "kingdoms": {
        "capture": (KINGDOMS, ["fight t6 a", "draw camp t6", "end"]),
        "fight": (KINGDOMS, ["fight d9 b", "draw deck", "end"]),
        "fill": (KINGDOMS, ["fill g6 1", "draw camp d7", "end"]),
        "overseer": (KINGDOMS, ["fill d9 2", "draw deck", "end"]),
        "stuck": (STUCK, ["discard g3", "draw deck", "end"]),
    },
    "moria": {
        "land": (MORIA, ["play 0,-1 emerald_mine e", "done", "take 1,0", "end"]),
        "move": (MORIA, ["move 1,0 1,1", "done", "take 1,1 nothing", "end"]),
        "store": (MORIA, ["place 1,1", "done", "take 1,0", "take 1,1 buy T2", "end"]),
        "dig": (
            MORIA,
            ["place 0,0", "place 0,0", "done", "take 0,0 dig 2,1", "take 1,0", "burn swapper", "end"],
        ),
        "ogres": (MORIA, ["ogre thief red ruby", "ogre swapper blue 1,0 red 0,1", "done", "end"]),
        "burn": (
            MORIA.replace("gold*2", "gold*4"),
            ["done", "take 1,0", "burn gold", "burn thief", "burn gold", "end"],
        ),
    },
}

OPENING = {game: next(iter(turns.values()))[0] for game, turns in TURNS.items()}

RIGHT_EDGE = {"momiji": "card"}
"""Things that lie fanned, equal ones together, and are touched near their right edge: how their touches begin."""


@pytest.fixture
def book_of(open_book: Callable[..., Book], lab: Lab) -> Callable[..., Book]:
    """A notebook that shows these positions, each in a cell of its own with one for its moves after it."""

    def make(*texts: str, **options: Any) -> Book:
        cells = [
            cell for text in texts for cell in (f"import boards\nboard = boards.play({text!r})\nboard", MOVES)
        ]
        return open_book(lab.write("trial/games.ipynb", cells), **{"height": 1600, **options})

    return make


def press(t: Table, touch: str, fanned: str | None = None) -> None:
    """Touch a thing and wait for the board's answer."""
    found = t.view.locator(f'[data-touch="{touch}"]').first
    t.page.wait_for_timeout(300)  # what moves has come to rest
    box, before = found.bounding_box(), t.view.get_attribute("data-answers")
    assert box is not None
    if fanned and touch.startswith(fanned):
        found.click(position={"x": box["width"] - 14, "y": box["height"] / 2})
    else:
        found.click()
    expect(t.view).not_to_have_attribute("data-answers", str(before))


def play(t: Table, game: str, start: str, texts: Sequence[str], cell: int = 0) -> tuple[list[str], Any]:
    """Touch the things of each move one after another; gives the canonical texts and the state reached."""
    draw, state, played = boards.drawing_of(game), puzzles.read_state(start), []
    for text in texts:
        move = next(m for m in state.moves() if str(m) == _canonical(state, text))
        for lane in draw.touches(state, move):
            for touch in lane:
                press(t, touch, RIGHT_EDGE.get(game))
        state = state.play(move)
        played.append(str(move))
        if t.choice("play!").count():
            press(t, "play!")
        expect(t.book.output(cell).locator(".ps-panel select option")).to_have_count(len(played) + 1)
    return played, state


def _canonical(state: Any, text: str) -> str:
    found = [str(m) for m in state.moves() if sorted(str(m).split()) == sorted(text.split())]
    assert found, f"{text} is not legal, the moves are {[str(m) for m in state.moves()]}"
    return found[0]


@pytest.mark.parametrize("game", TURNS)
def test_a_turn_of_each_kind(book_of: Callable[..., Book], game: str) -> None:
    book = book_of(*(start for start, _ in TURNS[game].values()))
    for number, (kind, (start, texts)) in enumerate(TURNS[game].items()):
        book.run_cell(2 * number)
        t = Table(book, 2 * number)
        played, state = play(t, game, start, texts, 2 * number)
        assert t.moves(2 * number + 1) == played, kind
        book.output(2 * number)  # back into view
        if not state.outcome() and state.seats > 1:
            expect(t.view.locator(".ps-chip.to-move")).to_contain_text(f"Seat {state.to_move + 1}")


@pytest.mark.parametrize("game", TURNS)
def test_a_play_can_be_taken_back_before_it_is_confirmed(book_of: Callable[..., Book], game: str) -> None:
    book, draw = book_of(OPENING[game]), boards.drawing_of(game)
    book.run_cell(0)
    t, state = Table(book), puzzles.read_state(OPENING[game])
    ways = [[touch for lane in draw.touches(state, move) for touch in lane] for move in state.moves()]
    for touch in max(ways, key=len)[:-1]:
        press(t, touch, RIGHT_EDGE.get(game))
    expect(t.view.locator(".thing.chosen")).not_to_have_count(0)
    t.page.keyboard.press("Escape")
    expect(t.view.locator(".thing.chosen")).to_have_count(0)
    assert t.moves() == []


@pytest.mark.parametrize(("name", "width"), [("368", 800), ("848", 1280)])
@pytest.mark.parametrize("game", TURNS)
def test_nothing_is_cut_off_or_tiny(book_of: Callable[..., Book], game: str, name: str, width: int) -> None:
    book = book_of(OPENING[game], width=width)
    book.run_cell(0)
    t = Table(book)
    for theme in ("Light", "Dark"):
        book.theme(theme)
        assert t.view.evaluate(CUT_OFF) == []
        book.shoot(f"{game}-{name}-{theme.lower()}", t.page.locator(".playsolve-board"))
