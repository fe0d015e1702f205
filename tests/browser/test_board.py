"""The board of Shifting Stones in the real JupyterLab, played by mouse and by keyboard."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Any

import pytest
from harness import Book, Lab
from playwright.sync_api import Locator, Page, expect

SETUP = "import boards\nboard = boards.play('shifting_stones', players=2, seed=1)\nboard"
"""Seat 0 holds cards 5 23 50 54 and the grid is TSO/HBE/EHF: card 54 matches, the others do not."""

MOVES = "print(*board.session.moves(), '--', sep='\\n')"


class Table:
    """The board on the page."""

    def __init__(self, book: Book, cell: int = 0) -> None:
        self.book, self.page = book, book.page
        self.view = book.output(cell).locator(".ps-view")
        self.view.locator(".thing").first.wait_for()

    def thing(self, touch: str) -> Locator:
        return self.view.locator(f'.thing[data-touch="{touch}"]')

    def choice(self, touch: str) -> Locator:
        return self.view.locator(f'.ps-choice[data-touch="{touch}"]')

    def button(self, name: str) -> Locator:
        return self.page.locator(".playsolve-board").get_by_role("button", name=name, exact=True)

    def words(self) -> Locator:
        return self.view.locator(".ps-words")

    def moves(self, cell: int = 1) -> list[str]:
        """The moves the kernel knows of; the last line printed says that all of them have arrived."""
        text = self.book.run_cell(cell).output_text
        while not text.endswith("--\n"):
            self.page.wait_for_timeout(100)
            text = self.book.cells()[cell].output_text
        return text.split("\n")[:-2]

    def focused(self) -> str:
        return str(
            self.page.evaluate("document.activeElement.dataset?.touch ?? document.activeElement.tagName")
        )


@pytest.fixture
def table(open_book: Callable[..., Book], lab: Lab) -> Callable[..., Table]:
    def make(setup: str = SETUP, *more: str, **options: Any) -> Table:
        book = open_book(lab.write("trial/board.ipynb", [setup, MOVES, *more]), **{"height": 1400, **options})
        book.run_cell(0)
        return Table(book)

    return make


def test_the_start_notebook_shows_a_board_that_plays(open_book: Callable[..., Book]) -> None:
    book = open_book("00_start.ipynb", height=1400)
    book.run_all()
    board = book.page.locator(".ps-view").first
    board.locator(".thing").first.wait_for()
    before = board.locator(".ps-words").inner_text()
    board.locator('.thing[data-touch^="card"]').first.click()
    expect(board.locator(".thing.chosen")).to_have_count(1)
    assert board.locator(".ps-words").inner_text() != before
    book.shoot("start-board")


def test_a_whole_turn_by_mouse(table: Callable[..., Table]) -> None:
    t = table()
    t.thing("card54").click()
    t.choice("play!").click()
    expect(t.words()).to_contain_text("Score")
    t.thing("card5").click()
    expect(t.thing("card5")).to_have_class("thing chosen")
    t.thing("a1").click()
    expect(t.thing("card5")).to_have_class("thing chosen lost")
    t.thing("b1").click()
    expect(t.words()).to_contain_text("Swap a1 and b1")
    t.thing("c3").click()
    t.thing("card23").click()
    expect(t.choice("play!")).to_contain_text("Flip c3")
    t.choice("play!").click()
    expect(t.words()).to_contain_text("Flip c3")
    t.choice("end").click()
    expect(t.view.locator(".ps-chip.to-move")).to_contain_text("Seat 2")
    assert t.moves() == ["score 54", "swap a1 b1 spend 5", "flip c3 spend 23", "end"]


def walk(t: Table, touch: str) -> None:
    """Go to a thing with the arrow keys alone."""
    for _ in range(20):
        if t.focused() == touch:
            return
        here, there = t.thing(t.focused()).bounding_box(), t.thing(touch).bounding_box()
        assert here is not None
        assert there is not None
        dx = there["x"] + there["width"] / 2 - here["x"] - here["width"] / 2
        dy = there["y"] + there["height"] / 2 - here["y"] - here["height"] / 2
        if abs(dy) > here["height"] / 2:
            t.page.keyboard.press("ArrowDown" if dy > 0 else "ArrowUp")
        else:
            t.page.keyboard.press("ArrowRight" if dx > 0 else "ArrowLeft")
    raise AssertionError(f"the arrow keys do not lead to {touch}, they end at {t.focused()}")


def test_a_whole_turn_by_keyboard_only(table: Callable[..., Table]) -> None:
    t = table()
    t.page.keyboard.press("Escape")  # JupyterLab's command mode; from here on only keys
    t.view.locator('.thing[tabindex="0"]').focus()
    walk(t, "card54")
    t.page.keyboard.press("Enter")
    expect(t.choice("play!")).to_be_visible()
    t.page.keyboard.press("Enter")
    expect(t.words()).to_contain_text("Score")
    walk(t, "b2")
    t.page.keyboard.press(" ")
    expect(t.thing("b2")).to_have_class("thing chosen")
    walk(t, "card23")
    t.page.keyboard.press(" ")
    expect(t.choice("play!")).to_contain_text("Flip b2")
    t.page.keyboard.press("Escape")
    expect(t.view.locator(".thing.chosen")).to_have_count(0)
    t.page.keyboard.press("Enter")
    walk(t, "b2")
    t.page.keyboard.press("Enter")
    walk(t, "b3")
    t.page.keyboard.press("Enter")
    expect(t.words()).to_contain_text("Swap b2 and b3")
    assert t.focused() == "b3", "the focus stays on its place when the drawing changes"
    t.page.keyboard.press("Tab")
    assert t.focused() == "end", "the drawing is one stop, the choice strip comes after it"
    t.page.keyboard.press("Shift+Tab")
    assert t.focused() == "b3"
    t.page.keyboard.press("Tab")
    t.page.keyboard.press("Enter")
    expect(t.view.locator(".ps-chip.to-move")).to_contain_text("Seat 2")
    assert t.moves() == ["score 54", "swap b2 b3 spend 23", "end"]


def test_a_refused_touch_says_the_rule(table: Callable[..., Table]) -> None:
    t = table()
    t.thing("card5").click()
    t.thing("a1").click()
    t.thing("c3").click()
    expect(t.words()).to_contain_text("SS-9")
    expect(t.view.locator(".ps-live")).to_contain_text("SS-9")
    assert t.view.locator(".ps-live").get_attribute("aria-live") == "polite"
    assert t.moves() == []


def test_undo_redo_and_the_slider(table: Callable[..., Table]) -> None:
    t = table()
    expect(t.button("Undo")).to_be_disabled()
    t.thing("card54").click()
    t.choice("play!").click()
    expect(t.thing("card54")).to_have_count(0)
    t.button("Undo").click()
    expect(t.thing("card54")).to_have_count(1)
    t.button("Redo").click()
    expect(t.thing("card54")).to_have_count(0)
    t.page.locator(".playsolve-board .ps-panel select").select_option("Start")
    expect(t.thing("card54")).to_have_count(1)
    t.page.locator(".playsolve-board .noUi-handle").focus()
    t.page.keyboard.press("ArrowRight")
    expect(t.thing("card54")).to_have_count(0)
    assert t.moves() == ["score 54"]


def test_from_hint_to_playback_of_the_plan(table: Callable[..., Table]) -> None:
    t = table("import boards\nboard = boards.play(" + repr(WORKED) + ")\nboard")
    for stage in (1, 2, 3):
        t.button("Hint").click()
        expect(t.words()).to_contain_text(f"Hint {stage} of 3")
    expect(t.view.locator(".hinted")).not_to_have_count(0)
    t.button("Best plan").click()
    expect(t.words()).to_contain_text("5 points, proved best")
    t.button("Step").click()
    expect(t.words()).to_contain_text("Flip b3")
    t.page.locator(".playsolve-board .ps-plan select").select_option("fast")
    t.button("Play").click()
    expect(t.button("Play")).to_be_disabled(timeout=15000)
    assert t.moves() == [
        "flip b3 spend 14",
        "score 36",
        "swap b2 b3 spend 40",
        "score 64",
        "end",
    ]
    t.button("Undo").click()
    t.button("Undo").click()
    t.button("Why?").click()
    expect(t.page.locator(".ps-panel")).to_contain_text("Why?")
    t.book.shoot("plan", t.page.locator(".playsolve-board"))


WORKED = """game: shifting_stones
players: 2
seed: 3
board: SFF/HHH/EEE
hands: 14 36 40 64 | 1 2 3 4
"""


KEYS = [*string.ascii_lowercase, *string.ascii_uppercase, *string.digits, "Delete", "Backspace", "d", "d"]


def test_no_key_on_the_board_or_its_controls_edits_the_notebook(table: Callable[..., Table]) -> None:
    t = table()
    before = [(c.type, c.text) for c in t.book.cells()]
    places: list[Locator] = [
        t.view.locator('.thing[tabindex="0"]'),
        t.choice("end"),
        t.button("Hint"),
        t.page.locator(".playsolve-board .noUi-handle"),
        t.page.locator(".playsolve-board .ps-panel select"),
        t.page.locator(".playsolve-board .ps-plan select"),
    ]
    for place in places:
        place.focus()
        for key in KEYS:
            t.page.keyboard.press(key)
            place.focus()
    for key in ("Enter", "m", "y", "x", "Enter"):
        t.view.locator('.thing[tabindex="0"]').focus()
        t.page.keyboard.press(key)
    assert [(c.type, c.text) for c in t.book.cells()] == before


def test_an_error_in_a_handler_is_read_in_the_board(table: Callable[..., Table]) -> None:
    spoil = "real = board.session.touch\ndef broken(touch):\n    raise KeyError('spoilt')\nboard.session.touch = broken"
    t = table(SETUP, spoil, "board.session.touch = real")
    t.book.run_cell(2)
    t.thing("a1").click()
    expect(t.words()).to_contain_text("Something went wrong: KeyError")
    t.book.run_cell(3)
    t.thing("card54").click()
    t.choice("play!").click()
    expect(t.words()).to_contain_text("Score")


def test_touches_while_a_cell_runs_are_kept_in_order(table: Callable[..., Table]) -> None:
    t = table(SETUP, "import time\ntime.sleep(3)")
    t.book.start_cell(2)
    t.thing("card54").click()
    t.thing("card54").click()
    t.book.wait_idle()
    expect(t.words()).to_contain_text("Score", timeout=15000)
    assert t.moves() == ["score 54"]


def test_new_games_add_no_nodes_to_the_page(table: Callable[..., Table]) -> None:
    t = table()

    def new_game(seed: int) -> None:
        t.button("New game").click()
        t.page.locator('.playsolve-board input[type="number"]').fill(str(seed))
        t.page.keyboard.press("Tab")
        t.button("Start").click()
        expect(t.view.locator(".ps-words")).to_contain_text("touch a lit thing")
        t.thing("a1").click()
        t.page.keyboard.press("Escape")

    def nodes() -> int:
        return int(t.page.evaluate("document.querySelectorAll('.playsolve-board *').length"))

    new_game(5)
    new_game(1)
    count = nodes()
    for seed in (5, 1, 5, 1):
        new_game(seed)
    assert nodes() == count


def test_every_thing_has_a_name_that_says_where_and_what(table: Callable[..., Table]) -> None:
    t = table()
    names = t.view.locator(".thing").evaluate_all("nodes => nodes.map(n => n.getAttribute('aria-label'))")
    assert all(name and len(name) > 5 for name in names)
    assert len(set(names)) == len(names)
    assert any(name.startswith("a1") for name in names)
    assert t.view.locator('.thing[tabindex="0"]').count() == 1


CUT_OFF = """view => {
    const svg = view.querySelector('svg'), box = svg.getBoundingClientRect(), bad = [];
    for (const text of svg.querySelectorAll('text')) {
        const r = text.getBoundingClientRect(), style = getComputedStyle(text);
        if (style.visibility === 'hidden' || !text.textContent || !r.width) continue;
        if (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 1 || r.bottom > box.bottom + 1)
            bad.push(`outside: ${text.textContent}`);
        const px = parseFloat(style.fontSize) * box.width / svg.viewBox.baseVal.width;
        if (px < 10.9) bad.push(`${px.toFixed(1)} px: ${text.textContent}`);
    }
    const board = view.closest('.playsolve-board');
    if (board.scrollWidth > board.clientWidth + 1) bad.push(`board is ${board.scrollWidth} wide`);
    return bad;
}"""


@pytest.mark.parametrize(("name", "width"), [("368", 800), ("848", 1280), ("1280", 1760)])
def test_nothing_is_cut_off_or_tiny(table: Callable[..., Table], name: str, width: int) -> None:
    t = table("import boards\nboard = boards.play(" + repr(WORKED) + ")\nboard", width=width, height=1500)
    t.page.wait_for_timeout(300)
    assert t.view.evaluate(CUT_OFF) == []
    t.thing("card14").click()
    t.thing("a1").click()
    expect(t.thing("card14")).to_have_class("thing chosen lost")
    for theme in ("Light", "Dark"):
        t.book.theme(theme)
        assert t.view.evaluate(CUT_OFF) == []
        t.book.shoot(f"board-{name}-{theme.lower()}", t.page.locator(".playsolve-board"))


def test_the_page_is_calm_when_the_reader_asks_for_it(table: Callable[..., Table]) -> None:
    t = table(reduced_motion="reduce")
    t.thing("card5").click()
    t.thing("a1").click()
    t.thing("b1").click()
    expect(t.words()).to_contain_text("Swap a1 and b1")
    moving: int = t.page.evaluate(
        "document.getAnimations().filter(a => a.effect?.getKeyframes?.()"
        ".some(k => String(k.transform ?? '').includes('translate'))).length"
    )
    assert moving == 0


def test_two_views_of_one_board_show_the_same(table: Callable[..., Table], page: Page) -> None:
    t = table(SETUP, "board")
    t.book.run_cell(2)
    second = t.book.output(2).locator(".ps-view")
    second.locator(".thing").first.wait_for()
    second.locator('.thing[data-touch="card54"]').click()
    second.locator(".ps-choice.play").click()
    expect(second.locator(".ps-words")).to_contain_text("Score")
    expect(t.thing("card54")).to_have_count(0)
