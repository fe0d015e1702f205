"""The shape of the house: what a game consists of, what a committed notebook may hold. Says what is missing."""

from __future__ import annotations

import json
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import nbformat
import pytest

import puzzles

HOUSE = Path(__file__).parents[1]
TREES = ("puzzles", "solvers", "boards")

FILES = (
    "puzzles/{game}/__init__.py",
    "puzzles/{game}/state.py",
    "puzzles/{game}/rules.py",
    "puzzles/{game}/problems.py",
    "puzzles/{game}/cards.toml",
    "puzzles/{game}/RULES.md",
    "puzzles/{game}/positions/*.toml",
    "solvers/{game}/__init__.py",
    "solvers/{game}/model.py",
    "solvers/{game}/search.py",
    "solvers/{game}/plan.py",
    "solvers/{game}/why.py",
    "boards/{game}/__init__.py",
    "boards/{game}/draw.py",
    "notebooks/{game}/1_play.ipynb",
    "tests/test_{game}_rules.py",
    "tests/test_{game}_solve.py",
    "tests/test_{game}_board.py",
)
"""What every game has; a star stands for one file or more."""


def missing(game: str, house: Path = HOUSE) -> list[str]:
    """The files of the list that `game` lacks."""
    return [pattern for pattern in (file.format(game=game) for file in FILES) if not any(house.glob(pattern))]


@pytest.mark.parametrize("game", puzzles.GAMES)
def test_a_game_has_all_its_files(game: str) -> None:
    lacks = missing(game)
    assert not lacks, f"{game} lacks:\n  " + "\n  ".join(lacks)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    assert missing("chess", tmp_path) == [file.format(game="chess") for file in FILES]
    (tmp_path / "puzzles/chess").mkdir(parents=True)
    (tmp_path / "puzzles/chess/rules.py").touch()
    assert "puzzles/chess/rules.py" not in missing("chess", tmp_path)
    assert "puzzles/chess/state.py" in missing("chess", tmp_path)


@pytest.mark.parametrize("tree", TREES)
def test_no_game_is_left_unregistered(tree: str) -> None:
    folders = {path.parent.name for path in (HOUSE / tree).glob("*/__init__.py")}
    assert folders - {"core"} <= set(puzzles.GAMES), "add a line to puzzles.GAMES"
    assert (HOUSE / tree / "py.typed").exists()


def test_test_names_are_unique_and_hide_no_package() -> None:
    names = Counter(path.name for path in (HOUSE / "tests").rglob("*.py"))
    assert [name for name, number in names.items() if number > 1 and name != "conftest.py"] == []
    assert not [path for tree in TREES for path in (HOUSE / "tests").rglob(tree) if path.is_dir()]


# --- notebooks ----------------------------------------------------------------------------------

NOTEBOOKS = sorted((HOUSE / "notebooks").rglob("*.ipynb"))
NOTEBOOKS = [path for path in NOTEBOOKS if ".ipynb_checkpoints" not in path.parts]


def faults(notebook: nbformat.NotebookNode) -> Iterator[str]:
    """What a committed notebook may not be or hold."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # ids are looked at below; validate would mend them and warn
            nbformat.validate(deepcopy(notebook))
    except nbformat.ValidationError as error:
        yield f"not valid nbformat: {error.message.splitlines()[0]}"
    if notebook.metadata.get("kernelspec", {}).get("name") != "python3":
        yield "the kernelspec python3 is missing"
    if "widgets" in notebook.metadata:
        yield "widget state is stored"
    ids = Counter(cell.get("id") for cell in notebook.cells)
    if None in ids or any(number > 1 for number in ids.values()):
        yield "cell ids are missing or not unique"
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "code" and cell.get("outputs"):
            yield f"cell {number} has outputs"
        if cell.cell_type == "code" and cell.get("execution_count") is not None:
            yield f"cell {number} has an execution count"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[str(path.relative_to(HOUSE)) for path in NOTEBOOKS])
def test_committed_notebooks_are_clean(path: Path) -> None:
    assert list(faults(nbformat.from_dict(json.loads(path.read_text(encoding="utf-8"))))) == []


def test_there_are_notebooks() -> None:
    assert HOUSE / "notebooks/00_start.ipynb" in NOTEBOOKS


def clean_notebook() -> nbformat.NotebookNode:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1", id="one")])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return notebook


def test_faults_of_a_notebook_are_found() -> None:
    assert list(faults(clean_notebook())) == []
    dirty = clean_notebook()
    dirty.cells[0].outputs = [nbformat.v4.new_output("stream", text="2")]
    dirty.cells[0].execution_count = 3
    dirty.metadata.widgets = {}
    del dirty.metadata["kernelspec"]
    assert list(faults(dirty)) == [
        "the kernelspec python3 is missing",
        "widget state is stored",
        "cell 1 has outputs",
        "cell 1 has an execution count",
    ]
    twins = clean_notebook()
    twins.cells.append(nbformat.v4.new_code_cell("2", id="one"))
    assert "cell ids are missing or not unique" in list(faults(twins))
    invalid = clean_notebook()
    invalid.cells[0].cell_type = "poem"
    assert any(fault.startswith("not valid nbformat") for fault in faults(invalid))


# --- machine paths ------------------------------------------------------------------------------

PLACES = re.compile(
    "(?<![A-Za-z0-9_.])/(?:" + "|".join(["work", "root", "home", "Users"]) + ")/[A-Za-z0-9_.]"
)
FOLDERS = (*TREES, "notebooks", "tests", "bench", "binder", "docs", "tools", ".ci")
SUFFIXES = {".py", ".md", ".toml", ".ipynb", ".js", ".css", ".txt", ".sh", ".json", ".yaml", ".yml", ""}


def texts() -> Iterator[Path]:
    """Every text file that belongs to the product."""
    yield from (path for path in HOUSE.iterdir() if path.is_file())
    for folder in FOLDERS:
        for path in (HOUSE / folder).rglob("*"):
            if (
                path.is_file()
                and path.suffix in SUFFIXES
                and not {"__pycache__", "artefacts"} & set(path.parts)
            ):
                yield path


def test_no_file_names_a_place_on_one_machine() -> None:
    found = []
    for path in texts():
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="ignore").splitlines(), 1):
            if PLACES.search(line):
                found.append(f"{path.relative_to(HOUSE)}:{number}: {line.strip()[:80]}")
    assert found == []


def test_machine_paths_are_recognised() -> None:
    for text in ("open('/ro" + "ot/x')", "/ho" + "me/me/playsolve", "see /wo" + "rk/main"):
        assert PLACES.search(text)
    for text in ("https://example.org/home/page", "a/work/b", "notebooks/home", "/home"):
        assert not PLACES.search(text)
