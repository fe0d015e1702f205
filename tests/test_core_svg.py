"""The SVG helpers, and the colours of the one style sheet."""

from __future__ import annotations

import math
import re
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from drawn import contrast, luminance

import boards.core
from boards.core import svg
from boards.core.drawing import Drawing

CSS = (Path(boards.core.__file__).parent / "view.css").read_text(encoding="utf-8")
CSS = re.sub(r"/\*.*?\*/", "", CSS, flags=re.DOTALL)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (12, "12"), (12.0, "12"), (12.5, "12.5"), (1 / 3, "0.33"), (-0.001, "0"), (-7.25, "-7.25")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert svg.number(value) == text


def test_elements_name_and_escape_their_attributes() -> None:
    node = svg.el("g", "a < b", None, svg.el("path", d="M0 0"), class_="x", data_id='"&"', stroke=None)
    assert tostring(node, encoding="unicode") == (
        '<g class="x" data-id="&quot;&amp;&quot;">a &lt; b<path d="M0 0" /></g>'
    )


def test_a_thing_has_the_parts_that_the_view_works_with() -> None:
    body = [svg.rect(0, 0, 80, 60)]
    loss = [svg.path("M0 0L80 60")]
    node = svg.thing("a1", "card12", "a1: Sun up", body, 80, 60, radius=10, loss=loss)
    assert node.get("transform") is None  # animations set one
    assert (node.get("data-id"), node.get("data-touch")) == ("a1", "card12")
    assert (node.get("role"), node.get("tabindex")) == ("button", "-1")
    assert node.get("aria-label") == "a1: Sun up"
    classes = [child.get("class") for child in node]
    assert classes == ["body", "loss", "ring", "dot", "badge", "focus"]
    assert [child.tag for child in node[4]] == ["circle", "text"]
    assert node[0][0].tag == "title"
    assert [child.get("visibility") for child in node] == [
        None,
        *["hidden"] * 5,
    ]  # until the style sheet says so
    ring, focus = node[2], node[5]
    for frame, gap in ((ring, svg.RING_GAP), (focus, svg.FOCUS_GAP)):
        assert float(frame.get("x", "")) == -gap
        assert float(frame.get("width", "")) == 80 + 2 * gap
        assert float(frame.get("height", "")) == 60 + 2 * gap
    # the chosen ring (3 wide) and the focus ring (3 wide) do not touch
    assert svg.FOCUS_GAP - svg.RING_GAP >= 3


def test_a_thing_that_cannot_be_lost_has_no_loss() -> None:
    node = svg.thing("a1", "a1", "a1", [], 10, 10)
    assert "loss" not in [child.get("class") for child in node]


def test_what_waits_for_a_touch_takes_no_clicks() -> None:
    node = svg.when("card12", svg.rect(0, 0, 1, 1))
    assert node.get("data-when") == "card12"
    assert node.get("pointer-events") == "none"
    assert node.get("visibility") == "hidden"


@pytest.mark.parametrize(("width", "height", "step"), [(20, 20, 6), (80, 30, 7), (10, 90, 12), (5, 5, 40)])
def test_hatching_stays_inside_and_is_diagonal(width: float, height: float, step: float) -> None:
    lines = re.findall(r"M(\S+) (\S+)L([^ M]+) ([^ M]+)", svg.hatch(3, 4, width, height, step))
    for line in lines:
        x1, y1, x2, y2 = map(float, line)
        assert all(3 <= x <= 3 + width + 0.01 for x in (x1, x2))
        assert all(4 <= y <= 4 + height + 0.01 for y in (y1, y2))
        assert x1 - x2 == pytest.approx(y2 - y1, abs=0.02)
    assert len(lines) == max(0, math.ceil((width + height - step / 2) / step))


def test_an_arrow_head_points_where_it_should() -> None:
    tip, *back = (tuple(map(float, pair.split())) for pair in svg.arrow_head(10, 20, 0, 8)[1:-1].split("L"))
    assert tip == (10, 20)
    assert all(x < 10 for x, _ in back)
    assert sum(y for _, y in back) / 2 == pytest.approx(20)


def test_words_are_wrapped_at_spaces() -> None:
    assert svg.wrapped("one two three", 7) == ["one two", "three"]
    assert svg.wrapped("unbreakable", 4) == ["unbreakable"]
    assert svg.wrapped("", 4) == []


def test_a_document_is_one_well_formed_file() -> None:
    drawing = Drawing(368, 200, (("one", svg.group(svg.words(1, 2, "a & b"))),), "A table")
    text = svg.document(drawing, ".x { fill: red }", ("playsolve", "toy"))
    root = fromstring(text)
    assert root.tag == f"{{{svg.SPACE}}}svg"
    assert root.get("viewBox") == "0 0 368 200"
    assert root.get("class") == "playsolve toy"
    assert [child.tag.split("}")[1] for child in root] == ["style", "g"]


# --- colours ------------------------------------------------------------------------------------


def themes(game: str = "") -> list[dict[str, str]]:
    """The colour variables of a game's table: light, dark, dark as the system prefers it.

    Those of the house, with what the game's own section of the style sheet says of them; "" for the house alone.
    """
    house, own = [], []
    for selector, block in re.findall(r"([^{}]+)\{([^{}]*--ps-table:[^{}]*)\}", CSS):
        colours = dict(re.findall(r"(--ps-[\w-]+):\s*(#\w+)", block))
        tables = set(re.findall(r"\.playsolve\.([a-z_]+)", selector)) - {"dark", "light"}
        if not tables:
            house.append(colours)
        elif game in tables:
            own.append(colours)
    assert len(house) == 3
    assert len(own) in (0, 3)
    return [common | special for common, special in zip(house, own or [{}] * 3, strict=True)]


TEXT = [
    ("ink", "table"),
    ("ink", "field"),
    ("ink", "paper"),
    ("muted", "table"),
    ("muted", "field"),
    ("muted", "paper"),
    ("on-gain", "gain"),
    ("on-loss", "loss"),
    ("on-accent", "accent"),
    ("table", "ink"),
]
SHAPES = [
    ("accent", "table"),
    ("accent", "field"),
    ("gain", "table"),
    ("loss", "table"),
    ("loss", "paper"),
    ("back-motif", "back"),
]


TABLES = ("", *sorted(path.parent.name for path in (Path(svg.__file__).parents[1]).glob("*/draw.py")))


@pytest.mark.parametrize("game", TABLES)
def test_a_table_has_a_light_theme_and_the_same_dark_one_twice(game: str) -> None:
    light, dark, preferred = themes(game)
    assert light.keys() == dark.keys()
    assert dark == preferred
    assert luminance(light["--ps-table"]) > 0.5 > 0.1 > luminance(dark["--ps-table"])


@pytest.mark.parametrize("game", TABLES)
def test_contrast(game: str) -> None:
    for theme, colours in zip(("light", "dark"), themes(game), strict=False):
        for pairs, least in ((TEXT, 4.5), (SHAPES, 3.0)):
            for front, back in pairs:
                found = contrast(colours[f"--ps-{front}"], colours[f"--ps-{back}"])
                assert found >= least, f"{theme}: {front} on {back} has {found:.2f}"


def test_drawn_colours_fall_back_to_the_light_theme() -> None:
    light = themes()[0]
    names = ("INK", "MUTED", "TABLE", "FIELD", "PAPER", "LINE", "GAIN", "ON_GAIN", "LOSS", "ON_LOSS")
    for name in (*names, "ACCENT", "ON_ACCENT", "BACK", "BACK_MOTIF"):
        variable, fallback = re.fullmatch(r"var\((--ps-[\w-]+), (#\w+)\)", getattr(svg, name)).groups()  # type: ignore[union-attr]
        assert light[variable].lower() == fallback.lower(), name


def test_every_state_of_a_thing_has_a_rule_and_none_needs_motion() -> None:
    for state in ("lit", "chosen", "hinted", "lost", "refused"):
        assert f".thing.{state}" in CSS, state
    calm = CSS[CSS.index("prefers-reduced-motion") :]
    assert ".thing.hinted" in calm
    assert ".thing.refused" in calm


def element_count(node: Element) -> int:
    return sum(1 for _ in node.iter())


def test_a_thing_stays_small() -> None:
    assert element_count(svg.thing("a1", "a1", "a1", [], 10, 10)) <= 9
