"""Take outputs, numbers and widget state out of notebooks: ``python tools/clean_notebooks.py FILE ...``.

Ends with 1 when a file was changed, so that a commit stops and shows it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat

KEPT = ("kernelspec", "language_info")
"""Keys of a notebook's metadata that are committed."""


def clean(text: str) -> str:
    """The notebook's text without what a run leaves in it."""
    notebook = nbformat.reads(text, as_version=4)
    notebook.metadata = {key: value for key, value in notebook.metadata.items() if key in KEPT}
    if "language_info" in notebook.metadata:
        notebook.metadata["language_info"] = {"name": "python"}  # no version: it differs between machines
    for cell in notebook.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key == "tags"}
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None
    return nbformat.writes(notebook) + "\n"


def main(paths: list[str]) -> int:
    changed = 0
    for path in map(Path, paths):
        before = path.read_text(encoding="utf-8")
        after = clean(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"{path}: cleaned")
            changed = 1
    return changed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
