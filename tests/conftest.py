"""What all tests share: the folder on the path (for ``import toygame``), hypothesis profiles, the toy game."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import settings

import puzzles

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("house", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("soak", deadline=None, max_examples=2000)  # PLAYSOLVE_HYPOTHESIS=soak, for an hour
settings.load_profile(os.environ.get("PLAYSOLVE_HYPOTHESIS") or ("ci" if os.environ.get("CI") else "house"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Side by side, but all browser tests in one process: one JupyterLab serves them all, and two would be slow.

    The marker ``xdist_group`` would say the same; pytest-xdist 3.8 with pytest 9.2 does not heed it.
    """
    from xdist.scheduler import LoadScopeScheduling

    class BrowserTogether(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return "browser" if "browser/" in nodeid.partition("::")[0] else nodeid

    return BrowserTogether(config, log)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The toy game, registered as ``toy`` by its one line, and awaited games; removed afterwards."""
    import toygame
    import walks

    for name, module in walks.AWAITED.items():
        monkeypatch.setitem(puzzles.GAMES, name, module)
    monkeypatch.setitem(puzzles.GAMES, "toy", "toygame")
    return toygame
