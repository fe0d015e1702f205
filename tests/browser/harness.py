"""Drives the real JupyterLab in a real Chromium: the server, a page that is watched, an open notebook."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import nbformat
from playwright.sync_api import Locator, Page

HOUSE = Path(__file__).parents[2]
ARTEFACTS = HOUSE / "artefacts"
"""Screenshots and server logs of the last run; ignored by git."""

CHROMIUM_ARGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")

HERE = ("127.0.0.1", "localhost")

LAB_NOISE = (
    # JupyterLab asks for things that are not there yet and goes on; the browser logs the 404 itself
    "/api/contents/",
    "/lab/api/workspaces/",
)
"""Console errors that name one of these addresses are JupyterLab's own and mean nothing."""


def find_chromium() -> str:
    """Path of the browser: PLAYSOLVE_CHROMIUM, else one on PATH. Raises FileNotFoundError."""
    named = os.environ.get("PLAYSOLVE_CHROMIUM")
    names = (named,) if named else ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    raise FileNotFoundError(
        f"no browser: looked for {', '.join(names)}; `make test` installs one, PLAYSOLVE_CHROMIUM names one"
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Lab:
    """A JupyterLab of its own: temporary settings, a temporary copy of notebooks/, a free port.

    folder  what it serves; a run leaves no trace in the checkout
    log     what the server and its kernels said
    """

    def __init__(self, place: Path, notebooks: Path = HOUSE / "notebooks") -> None:
        self.originals = notebooks
        self.folder = place / "notebooks"
        shutil.copytree(notebooks, self.folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
        self.log = ARTEFACTS / "jupyterlab.log"
        self.log.parent.mkdir(exist_ok=True)
        self.token = secrets.token_hex(16)
        self._runtime = place / "runtime"
        folders = {
            "JUPYTER_CONFIG_DIR": place / "config",
            "JUPYTER_DATA_DIR": place / "data",
            "JUPYTER_RUNTIME_DIR": self._runtime,
            "JUPYTERLAB_SETTINGS_DIR": place / "settings",
            "JUPYTERLAB_WORKSPACES_DIR": place / "workspaces",
            "IPYTHONDIR": place / "ipython",
        }
        for path in folders.values():
            path.mkdir(parents=True)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("JUPYTER")}
        environment |= {key: str(path) for key, path in folders.items()}
        environment["JUPYTER_PREFER_ENV_PATH"] = "1"  # the kernel of this environment, not of the user
        command = [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1"),
            f"--port={free_port()}",
            f"--ServerApp.root_dir={self.folder}",
            f"--IdentityProvider.token={self.token}",
            f"--LabApp.app_settings_dir={HOUSE / 'tools' / 'lab'}",
            "--LabApp.expose_app_in_browser=True",
        ]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.append("--allow-root")
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.url = self._wait()

    def _wait(self, seconds: float = 120) -> str:
        """The server's address, once it answers."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise RuntimeError(f"JupyterLab ended at its start:\n{self.log.read_text()[-3000:]}")
            for path in self._runtime.glob("jpserver-*.json"):
                try:
                    self.url = str(json.loads(path.read_text())["url"]).rstrip("/")
                    self.ask("/api/status")
                    return self.url
                except (OSError, ValueError):
                    pass  # half written, or not listening yet
            time.sleep(0.1)
        raise TimeoutError(f"JupyterLab did not answer in {seconds} s:\n{self.log.read_text()[-3000:]}")

    def ask(self, path: str, method: str = "GET") -> Any:
        """The JSON answer of the server's own interface, e.g. ``/api/sessions``; None when it is empty."""
        request = urllib.request.Request(
            self.url + path, method=method, headers={"Authorization": f"token {self.token}"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            body = answer.read()
        return json.loads(body) if body else None

    def sessions(self) -> list[dict[str, Any]]:
        """The running notebooks, each with its kernel."""
        found: list[dict[str, Any]] = self.ask("/api/sessions")
        return found

    def end_kernels(self) -> None:
        """End every kernel, so that the next notebook starts with a fresh one."""
        for session in self.sessions():
            self.ask(f"/api/sessions/{session['id']}", "DELETE")

    def renew(self, name: str) -> None:
        """Put the committed notebook `name` back in place, if there is one of that name."""
        if (self.originals / name).exists():
            shutil.copyfile(self.originals / name, self.folder / name)

    def write(self, name: str, cells: Sequence[str]) -> str:
        """Write a notebook with these code cells into the served folder; gives its name."""
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(text) for text in cells],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        )
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, path)
        return name

    def address(self, name: str) -> str:
        """The address that opens the notebook `name` in an empty workspace."""
        return f"{self.url}/lab/tree/{quote(name)}?reset&token={self.token}"

    def stop(self) -> None:
        """End the kernels, then the server."""
        if self._process.poll() is None:
            self.end_kernels()
            self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(10)


@dataclass(slots=True)
class Watch:
    """What a page did: where it asked, what went wrong. ``check`` turns trouble into a failed test.

    allowed  parts of console errors or page errors that this test expects
    """

    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def attach(self, page: Page) -> None:
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        page.on("pageerror", lambda error: self.errors.append(f"page error: {error}"))
        page.on(
            "console",
            lambda message: (
                self.errors.append(f"console: {message.text} ({message.location.get('url', '')})")
                if message.type == "error"
                else None
            ),
        )
        # leaving a changed notebook asks whether to stay
        page.on("dialog", lambda dialog: dialog.accept())

    def outside(self) -> list[str]:
        """Requests that left this machine."""
        schemes = ("data", "blob", "about", "devtools")
        parts = [(url, urlsplit(url)) for url in self.requests]
        return [url for url, part in parts if part.scheme not in schemes and part.hostname not in HERE]

    def trouble(self) -> list[str]:
        """Errors that nobody expects."""
        known = (*LAB_NOISE, *self.allowed)
        return [error for error in self.errors if not any(part in error for part in known)]

    def check(self) -> None:
        """Raise AssertionError for a request that left the machine or an error nobody expects."""
        assert not self.outside(), f"requests that left this machine: {self.outside()}"
        assert not self.trouble(), f"errors in the page: {self.trouble()}"


PANEL = "window.jupyterapp.shell.currentWidget"
"""The open notebook in JupyterLab's own objects (``--LabApp.expose_app_in_browser``)."""

READY = f"""() => {{
    const panel = window.jupyterapp && {PANEL};
    return Boolean(panel && panel.content && panel.content.model && panel.context.isReady
        && panel.sessionContext.isReady && panel.sessionContext.session
        && panel.sessionContext.session.kernel
        && panel.sessionContext.session.kernel.status === 'idle');
}}"""

CELLS = f"""() => Array.from({PANEL}.content.model.cells).map(cell => ({{
    id: cell.id,
    type: cell.type,
    text: cell.sharedModel.getSource(),
    count: cell.type === 'code' ? cell.executionCount : null,
    outputs: cell.type === 'code' ? cell.outputs.toJSON() : [],
}}))"""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as JupyterLab holds it; `outputs` in the form of nbformat, `count` the number in brackets."""

    id: str
    type: str
    text: str
    count: int | None
    outputs: tuple[Mapping[str, Any], ...]

    @property
    def error(self) -> str | None:
        """The error that the cell shows, or None."""
        for output in self.outputs:
            if output["output_type"] == "error":
                return f"{output['ename']}: {output['evalue']}"
        return None

    @property
    def output_text(self) -> str:
        """Everything the cell printed or showed, as plain text."""
        parts = []
        for output in self.outputs:
            text = output.get("text") or output.get("data", {}).get("text/plain") or ""
            parts.append("".join(text))
        return "".join(parts)


class Book:
    """A notebook open in JupyterLab, with a fresh kernel."""

    def __init__(self, page: Page, lab: Lab, name: str, watch: Watch) -> None:
        self.page, self.lab, self.name, self.watch = page, lab, name, watch
        lab.end_kernels()
        lab.renew(name)
        page.goto(lab.address(name))
        self.wait_idle(120)

    def wait_idle(self, seconds: float = 60) -> None:
        """Wait until the notebook is shown and its kernel has nothing to do."""
        self.page.wait_for_function(READY, timeout=seconds * 1000)

    def execute(self, command: str, **arguments: Any) -> None:
        """Run a JupyterLab command and wait for it."""
        self.page.evaluate(
            "async ([command, args]) => { await window.jupyterapp.commands.execute(command, args); }",
            [command, arguments],
        )

    def run_all(self, seconds: float = 120) -> list[Cell]:
        """Run every cell and wait for the end; gives the cells. Raises AssertionError for a cell that fails."""
        self.page.evaluate(
            """() => {
                window.playsolveRun = 'running';
                const end = word => { window.playsolveRun = word; };
                window.jupyterapp.commands.execute('notebook:run-all-cells').then(
                    () => end('done'), error => end(String(error)));
            }"""
        )
        self.page.wait_for_function("window.playsolveRun !== 'running'", timeout=seconds * 1000)
        self.wait_idle(seconds)
        cells = self.cells()
        for number, cell in enumerate(cells):
            assert cell.error is None, f"{self.name}, cell {number}: {cell.error}"
        return cells

    def run_cell(self, index: int, seconds: float = 60) -> Cell:
        """Select and run one cell (0-based) and wait for it."""
        self.select(index)
        self.execute("notebook:run-cell")
        self.wait_idle(seconds)
        return self.cells()[index]

    def start_cell(self, index: int) -> None:
        """Select one cell (0-based) and start it, without waiting."""
        self.select(index)
        self.page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-cell'); }")

    def select(self, index: int) -> None:
        self.page.evaluate(f"index => {{ {PANEL}.content.activeCellIndex = index; }}", index)

    def cells(self) -> list[Cell]:
        """All cells as JupyterLab holds them, drawn or not."""
        return [Cell(**{**c, "outputs": tuple(c["outputs"])}) for c in self.page.evaluate(CELLS)]

    def cell(self, index: int) -> Locator:
        """The drawn cell (0-based), scrolled into view."""
        self.page.evaluate(f"async index => {{ await {PANEL}.content.scrollToItem(index); }}", index)
        return self.page.locator(f'.jp-Notebook [data-windowed-list-index="{index}"]')

    def output(self, index: int) -> Locator:
        """The output area of a cell (0-based)."""
        return self.cell(index).locator(".jp-OutputArea").first

    def theme(self, name: str) -> None:
        """Change to ``Light`` or ``Dark``."""
        self.execute("apputils:change-theme", theme=f"JupyterLab {name}")
        self.page.wait_for_selector(f'body[data-jp-theme-name="JupyterLab {name}"]', state="attached")
        self.page.wait_for_timeout(300)  # the style sheet is exchanged after the attribute

    def hide_panels(self) -> None:
        """Fold the side panels away, so that the notebook has the whole width."""
        self.page.evaluate(
            "() => { window.jupyterapp.shell.collapseLeft(); window.jupyterapp.shell.collapseRight(); }"
        )
        self.page.wait_for_timeout(200)

    def focused(self) -> str:
        """A short word on what has the keyboard: tag, id, data-id, accessible name."""
        return str(
            self.page.evaluate(
                """() => {
                    const e = document.activeElement;
                    return [e.tagName.toLowerCase(), e.id, e.getAttribute('data-id'),
                        e.getAttribute('aria-label')].filter(Boolean).join(' ');
                }"""
            )
        )

    def shoot(self, name: str, what: Locator | None = None) -> Path:
        """A picture of the page, or of one thing in it, kept as ``artefacts/NAME.png``."""
        ARTEFACTS.mkdir(exist_ok=True)
        path = ARTEFACTS / f"{name}.png"
        if what is None:
            self.page.screenshot(path=path)
        else:
            what.screenshot(path=path)
        return path
