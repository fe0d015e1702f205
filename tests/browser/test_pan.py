"""A window on a larger sheet (pan.js), with the map of Autumn of Moria: drag, zoom, keys, and what stays in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from harness import Book, Lab
from playwright.sync_api import expect
from test_board import MOVES, Table

ROW = "".join(f"{x},0: {card}\n" for x, card in enumerate(("castle:blue n", "gold_mine:blue n blue*2")))
MAP = f"""game: moria
seats: blue | red
turn: blue act 0
round: 3
{ROW}2,0: ruby_mine:red e
3,0: ogre_tavern:red n
4,0: emerald_mine:red e
land: ruby_mine emerald_mine | castle
"""


@pytest.fixture
def table(open_book: Callable[..., Book], lab: Lab) -> Callable[..., Table]:
    def make(**options: int) -> Table:
        setup = f"import boards\nboard = boards.play({MAP!r})\nboard"
        book = open_book(lab.write("trial/pan.ipynb", [setup, MOVES]), **{"height": 1800, **options})
        book.run_cell(0)
        return Table(book)

    return make


FRAME = """pane => {
    const { a, d, e, f } = pane.parentNode.getScreenCTM();
    const [x, y, w, h] = ['x', 'y', 'width', 'height'].map(name => pane[name].baseVal.value);
    return { x: a * x + e, y: d * y + f, width: a * w, height: d * h };
}"""
"""Where the window is on the screen; its bounding box would count what is cut off, too."""


def frame(t: Table) -> dict[str, float]:
    found: dict[str, float] = t.view.locator("svg.pan").evaluate(FRAME)
    return found


def seen(t: Table) -> list[float]:
    return [float(part) for part in (t.view.locator("svg.pan").get_attribute("viewBox") or "").split()]


def test_buttons_keys_and_the_wheel_zoom(table: Callable[..., Table]) -> None:
    t = table()
    home, answers = seen(t), t.view.get_attribute("data-answers")
    t.thing("zoom-in").click()
    assert seen(t)[2] == pytest.approx(home[2] / 1.25, rel=1e-3)
    assert seen(t)[0] + seen(t)[2] / 2 == pytest.approx(home[0] + home[2] / 2, abs=1)
    t.page.keyboard.press("+")
    assert seen(t)[2] == pytest.approx(home[2] / 1.25**2, rel=1e-3)
    t.page.keyboard.press("-")
    assert seen(t)[2] == pytest.approx(home[2] / 1.25, rel=1e-3)
    t.page.keyboard.press("0")
    assert seen(t) == home
    box = frame(t)
    t.page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    t.page.keyboard.down("Control")
    t.page.mouse.wheel(0, -100)
    t.page.keyboard.up("Control")
    t.page.wait_for_function(f"document.querySelector('svg.pan').viewBox.baseVal.width < {home[2] - 1}")
    t.thing("zoom-home").click()
    assert seen(t) == home
    assert t.view.get_attribute("data-answers") == answers, "the kernel was asked"


def test_a_drag_moves_the_map_and_touches_nothing(table: Callable[..., Table]) -> None:
    t = table()
    for _ in range(3):
        t.thing("zoom-in").click()
    before, box, answers = seen(t), frame(t), t.view.get_attribute("data-answers")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    t.page.mouse.move(x, y)
    t.page.mouse.down()
    t.page.mouse.move(x - 60, y, steps=6)
    t.page.mouse.up()
    after = seen(t)
    unit = box["width"] / before[2]
    assert after[0] - before[0] == pytest.approx(60 / unit, rel=0.1)
    assert after[2:] == before[2:]
    t.page.wait_for_timeout(300)
    assert t.view.get_attribute("data-answers") == answers
    t.page.mouse.move(x + 500, y)  # the button is up: nothing follows the pointer any more
    assert seen(t) == after


def test_what_is_seen_stays_while_the_game_goes_on(table: Callable[..., Table]) -> None:
    t = table()
    for _ in range(3):
        t.thing("zoom-in").click()
    chosen = seen(t)
    t.choice("done").click()
    expect(t.words()).not_to_contain_text("touch a lit thing")
    assert t.moves() == ["done"]
    t.book.output(0)
    assert seen(t)[2:] == chosen[2:]


def test_the_arrow_keys_bring_what_they_reach_into_sight(table: Callable[..., Table]) -> None:
    t = table()
    for _ in range(4):
        t.thing("zoom-in").click()
    inside = f"""() => {{
        const thing = document.activeElement.getBoundingClientRect();
        const pane = document.activeElement.closest('svg.pan');
        if (!pane) return null;
        const box = ({FRAME})(pane);
        return thing.left >= box.x - 2 && thing.right <= box.x + box.width + 2
            && thing.top >= box.y - 2 && thing.bottom <= box.y + box.height + 2;
    }}"""
    for _ in range(4):
        t.page.keyboard.press("ArrowUp")
    reached = []
    for key in ["ArrowLeft"] * 4 + ["ArrowRight"] * 6:
        t.page.keyboard.press(key)
        reached.append(t.page.evaluate(inside))
    assert reached.count(True) >= 6
    assert False not in reached
