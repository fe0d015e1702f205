"""Fixtures of the browser tests. A missing browser fails them; nothing here skips."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from harness import CHROMIUM_ARGS, Book, Lab, Watch, find_chromium

expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One JupyterLab for all browser tests."""
    server = Lab(tmp_path_factory.mktemp("lab"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # One a module, not one a session: while Playwright is open, no other test can run an event loop.
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=find_chromium(), args=list(CHROMIUM_ARGS))
        yield found
        found.close()


@pytest.fixture
def watch() -> Watch:
    """What the pages of this test do; ``watch.allowed.append(...)`` expects an error."""
    return Watch()


@pytest.fixture
def new_page(browser: Browser, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Makes watched pages: ``new_page(width=1280, height=800, reduced_motion="reduce", ...)``."""
    contexts = []

    def make(width: int = 1280, height: int = 900, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        watch.attach(page)
        return page

    yield make
    for context in contexts:
        context.close()
    watch.check()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A watched page of 1280 x 900 pixels."""
    return new_page()


@pytest.fixture
def open_book(new_page: Callable[..., Page], lab: Lab, watch: Watch) -> Iterator[Callable[..., Book]]:
    """Opens a notebook with a fresh kernel: ``open_book("00_start.ipynb", width=800)``.

    Options are those of ``new_page``. The kernels end with the test.
    """

    def make(name: str = "00_start.ipynb", **options: Any) -> Book:
        return Book(new_page(**options), lab, name, watch)

    yield make
    lab.end_kernels()
