"""The examples in docstrings of the three packages, one test a docstring."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from collections.abc import Iterator

import pytest

PACKAGES = ("puzzles", "solvers", "boards")


def module_names() -> Iterator[str]:
    for package in PACKAGES:
        yield package
        found = importlib.import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                yield module.name


def examples() -> Iterator[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in module_names():
        for test in finder.find(importlib.import_module(name)):
            if test.examples:
                yield test


EXAMPLES = list(examples())


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.name for example in EXAMPLES])
def test_example(example: doctest.DocTest, capsys: pytest.CaptureFixture[str]) -> None:
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, clear_globs=False)
    assert result.failed == 0, capsys.readouterr().out


def test_there_are_examples_in_every_package_that_says_so() -> None:
    names = {example.name for example in EXAMPLES}
    assert {"puzzles", "puzzles.core.text.share", "puzzles.shifting_stones.state.read_move"} <= names


def test_a_wrong_example_fails() -> None:
    wrong = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(wrong, out=lambda _: None).failed == 1
