"""binder/: exact and complete pins, no path into a machine, and a postBuild that stops at the first failure."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HOUSE = Path(__file__).parents[1]
BINDER = HOUSE / "binder"
LINES = [
    line
    for line in (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
PINS = {canonicalize_name(line.split("==")[0]): line.split("==")[-1] for line in LINES}
ON_BINDER = {
    "python_version": "3.12",
    "python_full_version": "3.12.0",
    "sys_platform": "linux",
    "platform_system": "Linux",
    "os_name": "posix",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "extra": "",
}
POST_BUILD = (BINDER / "postBuild").read_text(encoding="utf-8")


def test_only_what_binder_reads() -> None:
    assert {path.name for path in BINDER.iterdir()} == {"requirements.txt", "runtime.txt", "postBuild"}
    assert not (HOUSE / ".binder").exists(), "binder/ and .binder/ together are an error for Binder"


def test_each_package_is_pinned_once_by_name_and_exact_version() -> None:
    exact = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[0-9][0-9A-Za-z.]*")
    assert [line for line in LINES if not exact.fullmatch(line)] == []
    assert len(PINS) == len(LINES)
    assert canonicalize_name("playsolve") not in PINS


def test_pins_are_what_the_project_asks_for() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for text in project["dependencies"]:
        wanted = Requirement(text)
        assert wanted.specifier.contains(PINS[canonicalize_name(wanted.name)]), text


def test_pins_are_complete() -> None:
    # read from what is installed here, wherever it is the pinned version
    looked = 0
    for name, version in PINS.items():
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        if found.version != version:
            continue
        looked += 1
        for text in found.requires or ():
            needed = Requirement(text)
            if needed.marker is None or needed.marker.evaluate(dict(ON_BINDER)):
                assert canonicalize_name(needed.name) in PINS, f"{name} needs {text}"
    assert looked > 0


def test_python_version() -> None:
    assert (BINDER / "runtime.txt").read_text(encoding="utf-8").strip() == "python-3.12"


def test_post_build_stops_at_the_first_failure() -> None:
    lines = POST_BUILD.splitlines()
    assert lines[0] == "#!/bin/bash"
    commands = [line for line in lines[1:] if line and not line.startswith("#")]
    assert commands[0] == "set -e"
    assert "pip install --no-cache-dir --no-deps ." in commands
    assert os.access(BINDER / "postBuild", os.X_OK)
    subprocess.run(["bash", "-n", BINDER / "postBuild"], check=True)


def test_post_build_solves(tmp_path: Path) -> None:
    found = re.search(r"<<'SMOKE'\n(.*)\nSMOKE\n", POST_BUILD, re.DOTALL)
    assert found is not None
    done = subprocess.run(
        [sys.executable, "-c", found[1]], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "6 points" in done.stdout


def test_readme_badge_opens_the_start_notebook() -> None:
    readme = (HOUSE / "README.md").read_text(encoding="utf-8")
    badges = re.findall(r"\(https://mybinder\.org/v2/[^)]*\)", readme)
    assert badges
    for address in badges:
        assert address.endswith("?urlpath=lab/tree/notebooks/00_start.ipynb)")
