"""What must not be lost: stopped searches, killed kernels, dead workers, trial lines, codes."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness import Book, Lab
from playwright.sync_api import expect
from test_board import MOVES, SETUP, Table

LONG = """game: shifting_stones
players: 1
board: SFF/HHH/EEE
hands: 51 53 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72
"""
"""Twenty cards in hand: a search that goes on for minutes."""


@pytest.fixture
def table(open_book: Callable[..., Book], lab: Lab) -> Callable[..., Table]:
    def make(setup: str = SETUP, *more: str, **options: Any) -> Table:
        book = open_book(lab.write("trial/keeps.ipynb", [setup, MOVES, *more]), **{"height": 1400, **options})
        book.run_cell(0)
        return Table(book)

    return make


def test_stop_ends_the_longest_search_and_keeps_the_best_found(table: Callable[..., Table]) -> None:
    t = table(f"import boards\nboard = boards.play({LONG!r})\nboard")
    t.button("Best plan").click()
    expect(t.page.locator(".ps-plan")).to_contain_text("best so far", timeout=20000)
    begin = time.monotonic()
    t.button("Stop").click()
    expect(t.words()).to_contain_text("best found so far, at most")
    print(f"stop to words: {time.monotonic() - begin:.2f} s")
    expect(t.button("Step")).to_be_enabled()
    t.button("Step").click()
    assert len(t.moves()) == 1


def test_the_kernel_outlives_a_worker_that_dies(table: Callable[..., Table]) -> None:
    kill = "import os, signal\nfrom solvers.core.worker import shared\nos.kill(shared().pid, signal.SIGKILL)"
    t = table(f"import boards\nboard = boards.play({LONG!r})\nboard", kill)
    t.button("Best plan").click()
    expect(t.page.locator(".ps-plan")).to_contain_text("best so far", timeout=20000)
    t.book.run_cell(2)
    expect(t.words()).to_contain_text("ended by itself")
    t.button("Best plan").click()
    expect(t.page.locator(".ps-plan")).to_contain_text("best so far", timeout=20000)
    t.button("Stop").click()
    expect(t.words()).to_contain_text("best found so far")


def test_a_killed_kernel_in_the_middle_of_a_turn_is_taken_up_at_the_last_move(
    table: Callable[..., Table], tmp_path: Path
) -> None:
    place = f"import os\nos.environ['XDG_DATA_HOME'] = {str(tmp_path)!r}\nimport boards\n"
    play = "board = boards.play('shifting_stones', players=2, seed=1, name='class 7b')\nboard"
    t = table(
        place + play, place + "board = boards.resume('class 7b')\nboard", "import os\nprint(os.getpid())"
    )
    pid = int(t.book.run_cell(3).output_text)
    t.thing("card54").click()
    t.choice("play!").click()
    expect(t.words()).to_contain_text("Score")
    t.thing("card5").click()
    t.thing("a1").click()
    t.thing("b1").click()
    expect(t.words()).to_contain_text("Swap a1 and b1")
    t.thing("card23").click()
    os.kill(pid, signal.SIGKILL)
    t.page.get_by_role("button", name="Ok").click(timeout=60000)  # JupyterLab says that the kernel died
    t.book.wait_idle()
    t.book.run_cell(2)
    again = Table(t.book, 2)
    expect(again.thing("card23")).to_have_count(1)
    expect(again.thing("card5")).to_have_count(0)
    assert again.moves() == ["score 54", "swap a1 b1 spend 5"]


def test_what_if_feedback_code_and_editor_by_mouse(table: Callable[..., Table]) -> None:
    t = table()
    t.button("More").click()
    t.button("What if").click()
    t.thing("card54").click()
    t.choice("play!").click()
    expect(t.view.locator(".ps-title")).to_contain_text("do not count")
    t.button("Back to the game").click()
    expect(t.thing("card54")).to_have_count(1)
    t.button("Feedback").click()
    t.thing("card5").click()
    t.thing("a1").click()
    t.thing("b1").click()
    expect(t.words()).to_contain_text("Swap a1 and b1")
    expect(t.words()).to_contain_text("point")
    t.button("Share").click()
    t.button("Make a code").click()
    code = t.page.locator(".playsolve-board .ps-form textarea").first
    expect(code).to_have_value(re.compile(r"^ps1\."))
    t.button("Undo").click()
    expect(t.thing("card5")).to_have_count(1)
    t.button("Open the code").click()
    expect(t.thing("card5")).to_have_count(0)
    t.button("Set up").click()
    t.thing("a1").click()
    t.thing("c3").click()
    expect(t.thing("a1")).to_have_attribute("aria-label", re.compile("Fish up"))
    t.button("Play this position").click()
    expect(t.words()).to_contain_text("The position that you set up")
    assert t.moves() == []
