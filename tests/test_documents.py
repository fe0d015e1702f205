"""What the documents say is so: examples run, links lead somewhere, the puzzle in CONTRIBUTING is a puzzle."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest

import puzzles
from puzzles.core.puzzle import read_puzzle

HOUSE = Path(__file__).parents[1]
DOCUMENTS = sorted([*HOUSE.glob("*.md"), *HOUSE.glob("docs/**/*.md"), *HOUSE.glob("puzzles/*/RULES.md")])
IDS = [path.relative_to(HOUSE).as_posix() for path in DOCUMENTS]
MAKEFILE = (HOUSE / "Makefile").read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    text = (HOUSE / name).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_examples_in_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    found = blocks("README.md", "python")
    assert found
    test = doctest.DocTestParser().get_doctest("\n".join(found), {}, "README.md", "README.md", 0)
    assert test.examples
    result = doctest.DocTestRunner().run(test)
    assert result.failed == 0, capsys.readouterr().out


@pytest.mark.parametrize("path", DOCUMENTS, ids=IDS)
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert "://" in target or (path.parent / target).exists(), f"{path.name}: {target}"


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_make_targets_and_files_named_are_there(name: str) -> None:
    text = (HOUSE / name).read_text(encoding="utf-8")
    targets = re.findall(r"`?make ([a-z]+)\b", "\n".join(re.findall(r"`[^`]+`", text)))
    assert targets
    for target in targets:
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), f"make {target}"
    for place in re.findall(r"`((?:tools|tests|puzzles|solvers|boards|binder|bench)/[\w./-]*)`", text):
        if "GAME" not in place:
            assert (HOUSE / place).exists(), place


def test_the_puzzle_in_contributing_is_one(tmp_path: Path) -> None:
    (example,) = blocks("CONTRIBUTING.md", "toml")
    path = tmp_path / "06_two_now_or_three_later.toml"
    path.write_text(example, encoding="utf-8")
    written = read_puzzle(path, puzzles.game("shifting_stones"))
    shipped = puzzles.load(f"shifting_stones/{path.stem}")
    assert replace(written, evidence=()) == replace(shipped, evidence=())
    assert set(written.evidence) <= set(shipped.evidence)


def test_the_board_in_the_readme_is_there() -> None:
    picture = HOUSE / "docs" / "board.png"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_changelog_and_project_agree_on_the_version() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (HOUSE / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{project['version']}]" in text or "## [Unreleased]" in text


def test_notebooks_are_cleaned(tmp_path: Path) -> None:
    path = tmp_path / "dirty.ipynb"
    cell = nbformat.v4.new_code_cell("1 + 1", id="one", execution_count=3)
    cell.outputs = [nbformat.v4.new_output("stream", text="2")]
    cell.metadata = {"scrolled": True, "tags": ["kept"]}
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "widgets": {"state": {}}}
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=metadata), path)
    command = [sys.executable, HOUSE / "tools" / "clean_notebooks.py", path]
    assert subprocess.run(command, capture_output=True).returncode == 1
    cleaned = nbformat.read(path, as_version=4)
    assert cleaned.cells[0].outputs == []
    assert cleaned.cells[0].execution_count is None
    assert cleaned.cells[0].metadata == {"tags": ["kept"]}
    assert set(cleaned.metadata) == {"kernelspec"}
    assert subprocess.run(command, capture_output=True).returncode == 0
