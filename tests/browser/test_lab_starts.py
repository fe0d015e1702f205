"""The start notebook opens and runs in the real JupyterLab, and the harness sees what goes wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from harness import Book, Lab, Watch
from playwright.sync_api import Page


def test_start_notebook_runs_in_jupyterlab(open_book: Callable[..., Book]) -> None:
    book = open_book("00_start.ipynb")
    cells = book.run_all()
    code = [number for number, cell in enumerate(cells) if cell.type == "code"]
    assert all(cells[number].count for number in code)
    assert cells[code[0]].outputs
    assert book.output(code[0]).is_visible()
    assert "official Jupyter news" not in book.page.inner_text("body")
    book.shoot("start")


def test_kernel_is_that_of_this_environment(open_book: Callable[..., Book], lab: Lab) -> None:
    name = lab.write("trial/prefix.ipynb", ["import sys; print(sys.prefix)", "import boards; print('found')"])
    cells = open_book(name).run_all()
    assert [cell.output_text.strip() for cell in cells] == [sys.prefix, "found"]


def test_theme_and_panels_can_be_changed(open_book: Callable[..., Book], lab: Lab) -> None:
    book = open_book(lab.write("trial/theme.ipynb", ["1 + 1"]))
    before = book.page.locator(".jp-Notebook").bounding_box()
    book.hide_panels()
    after = book.page.locator(".jp-Notebook").bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > before["width"] + 100
    colours = []
    for name in ("Dark", "Light"):
        book.theme(name)
        colours.append(book.page.evaluate("getComputedStyle(document.querySelector('.jp-Notebook')).color"))
    assert colours[0] != colours[1]


def test_a_failing_cell_fails_the_run(open_book: Callable[..., Book], lab: Lab) -> None:
    book = open_book(lab.write("trial/fails.ipynb", ["raise ValueError('broken on purpose')"]))
    with pytest.raises(AssertionError, match="ValueError: broken on purpose"):
        book.run_all()


def test_errors_and_requests_outside_are_noticed(
    new_page: Callable[..., Page], lab: Lab, watch: Watch
) -> None:
    watch.allowed.append("thrown on purpose")
    own = Watch()
    page = new_page()
    own.attach(page)
    page.goto(f"{lab.url}/api")
    own.check()
    page.evaluate("() => { setTimeout(() => { throw new Error('thrown on purpose'); }, 0); }")
    page.wait_for_timeout(200)
    assert ["thrown on purpose" in error for error in own.trouble()] == [True]
    page.route("http://fonts.example.org/*", lambda route: route.fulfill(body="a {}"))  # answered in here
    page.goto("about:blank")
    page.set_content('<link rel="stylesheet" href="http://fonts.example.org/a.css">')
    assert own.outside() == ["http://fonts.example.org/a.css"]
    with pytest.raises(AssertionError, match="left this machine"):
        own.check()
    watch.requests.clear()
