"""Every notebook runs from top to bottom, each cell twice, and leaves no process. (Clean files: test_layout.)"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import nbformat
import psutil
import pytest
from nbclient import NotebookClient

HOUSE = Path(__file__).parents[1]
FOLDER = HOUSE / "notebooks"
NOTEBOOKS = sorted(path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
NAMES = [path.relative_to(FOLDER).as_posix() for path in NOTEBOOKS]
assert NAMES

CELL_SECONDS = 120
"""Limit per cell: far above what any cell needs, so that a hanging one ends."""

MARK = "PLAYSOLVE_NOTEBOOK_TEST"
"""Name in the environment of the kernel and of everything it starts."""


@pytest.mark.parametrize("name", NAMES)
def test_cells_are_short(name: str) -> None:
    for cell in nbformat.read(FOLDER / name, as_version=4).cells:
        if cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= 15, f"{cell.id}: code worth testing lives in the packages"


@pytest.mark.parametrize("name", NAMES)
def test_links_to_files_lead_somewhere(name: str) -> None:
    path = FOLDER / name
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            for target in re.findall(r"\]\(([^)#]+)", cell.source):
                assert "://" in target or (path.parent / target).exists(), f"{cell.id}: {target}"


@pytest.mark.notebook
@pytest.mark.parametrize("name", NAMES)
def test_notebook_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = uuid.uuid4().hex
    monkeypatch.setenv(MARK, mark)
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    for variable in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
    place = tmp_path / "notebooks"
    shutil.copytree(FOLDER, place)
    notebook = nbformat.read(place / name, as_version=4)
    notebook.cells = [again for cell in notebook.cells for again in twice(cell)]
    client = NotebookClient(
        notebook, timeout=CELL_SECONDS, resources={"metadata": {"path": str((place / name).parent)}}
    )
    client.execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.output_type != "error", f"{cell.id}: {output.get('evalue')}"
            text = output.get("text", "")
            assert output.get("name") != "stderr", f"{cell.id} wrote to standard error: {text}"
    assert still_running(mark) == []


def twice(cell: Any) -> list[Any]:
    """A code cell and a copy of it: a learner runs cells again."""
    if cell.cell_type != "code":
        return [cell]
    copy = nbformat.from_dict(cell)
    copy.id = f"{cell.id}-again"
    return [cell, copy]


def still_running(mark: str, seconds: float = 10) -> list[str]:
    """Processes with our mark that do not end within `seconds`."""
    end = time.monotonic() + seconds
    while True:
        left = []
        for process in psutil.process_iter():
            try:
                if process.pid != os.getpid() and process.environ().get(MARK) == mark:
                    left.append(f"{process.pid} {' '.join(process.cmdline())}")
            except psutil.Error:
                pass  # gone meanwhile, or not ours
        if not left or time.monotonic() > end:
            return left
        time.sleep(0.2)


def test_a_process_that_stays_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = uuid.uuid4().hex
    monkeypatch.setenv(MARK, mark)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        try:
            found = still_running(mark, seconds=0)
            assert [line.split()[0] for line in found] == [str(process.pid)]
        finally:
            process.kill()
    assert still_running(mark) == []
