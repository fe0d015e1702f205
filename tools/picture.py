"""Make docs/board.png: the start notebook's board in the real JupyterLab, with the best plan shown."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from harness import CHROMIUM_ARGS, HOUSE, Book, Lab, Watch, find_chromium


def main() -> None:
    target = HOUSE / "docs" / "board.png"
    target.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        lab = Lab(Path(place))
        try:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(CHROMIUM_ARGS))
            page = browser.new_page(viewport={"width": 1500, "height": 1300}, device_scale_factor=1.25)
            watch = Watch()
            watch.attach(page)
            name = lab.write(
                "picture.ipynb",
                ['import boards\nboards.play("shifting_stones", seed=17, bots={1: "best turn"})'],
            )
            book = Book(page, lab, name, watch)
            book.hide_panels()
            book.run_all()
            page.get_by_role("button", name="Best plan").click()
            page.get_by_text("proved best").first.wait_for()
            page.wait_for_timeout(800)  # let the colours settle
            page.locator(".jp-OutputArea-output").first.screenshot(path=target)
            watch.check()
            browser.close()
        finally:
            lab.stop()
    print(f"{target.relative_to(HOUSE)} is new")


if __name__ == "__main__":
    main()
