"""Touch to paint: a touch on the board against a press of a plain ipywidgets Button, interleaved in one run.

Both go from the browser through the server to the kernel and back. Measured in the page: from the click to
the first frame after the change is in the document. Drives the JupyterLab of the browser tests.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from harness import CHROMIUM_ARGS, Book, Lab, Watch, find_chromium

PAIRS = 120

CELL = """
import boards, ipywidgets
board = boards.play("shifting_stones", players=2, seed=1)
plain, label = ipywidgets.Button(description="plain"), ipywidgets.Label("0")
plain.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
ipywidgets.VBox([ipywidgets.HBox([plain, label]).add_class("bench-plain"), board])
"""

CLOCK = """([press, watch]) => new Promise((done, fail) => {
    const target = document.querySelector(watch);
    const begin = performance.now();
    const watcher = new MutationObserver(() => {
        watcher.disconnect();
        requestAnimationFrame(() => { const c = new MessageChannel();
            c.port1.onmessage = () => done(performance.now() - begin); c.port2.postMessage(0); });
    });
    watcher.observe(target, { subtree: true, childList: true, characterData: true, attributes: true });
    setTimeout(() => fail(new Error('no answer: ' + press)), 5000);
    document.querySelector(press).dispatchEvent(new MouseEvent('click', { bubbles: true }));
})"""

BUTTON = [".bench-plain button", ".bench-plain .widget-label"]
TOUCH = ['.ps-view .thing[data-touch="a1"]', ".ps-view .ps-words"]


@contextmanager
def book() -> Iterator[Book]:
    with tempfile.TemporaryDirectory() as place:
        lab = Lab(Path(place))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=find_chromium(), args=list(CHROMIUM_ARGS)
                )
                page = browser.new_page(viewport={"width": 1280, "height": 1400})
                yield Book(page, lab, lab.write("bench/touch.ipynb", [CELL]), Watch())
                browser.close()
        finally:
            lab.stop()


def measure(pairs: int = PAIRS) -> tuple[list[float], list[float]]:
    """Milliseconds of `pairs` presses of the Button and of as many touches, taken in turns."""
    with book() as opened:
        opened.run_cell(0)
        opened.page.locator(".ps-view .thing").first.wait_for()
        presses, touches = [], []
        for number in range(pairs + 10):
            first, second = (BUTTON, TOUCH) if number % 2 else (TOUCH, BUTTON)
            times = {id(which): opened.page.evaluate(CLOCK, which) for which in (first, second)}
            if number >= 10:  # the first ones warm up
                presses.append(times[id(BUTTON)])
                touches.append(times[id(TOUCH)])
        return presses, touches


def percentile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def main() -> None:
    """Print both distributions and their ratios."""
    presses, touches = measure()
    print(f"Touch to paint, {len(presses)} pairs, interleaved (milliseconds)")
    print("| | p50 | p95 |\n| --- | --- | --- |")
    for name, values in (("ipywidgets Button", presses), ("touch on the board", touches)):
        print(f"| {name} | {percentile(values, 50):.0f} | {percentile(values, 95):.0f} |")
    ratios = [percentile(touches, p) / percentile(presses, p) for p in (50, 95)]
    print(f"| ratio | {ratios[0]:.2f} | {ratios[1]:.2f} |")


if __name__ == "__main__":
    main()
