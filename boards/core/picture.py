"""Pictures and plots for lessons: each has its own light background, so it reads in a dark theme, too.

A picture reaches the notebook as one image with a text for those who do not see it.
"""

from __future__ import annotations

import base64
import io
import logging
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from boards.core import svg
from boards.core.drawing import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPER, INK, MUTED, LINE = "#FFFDF8", "#2A251C", "#655D50", "#CFC4AC"
COLOURS = ("#0B6E99", "#A8321F", "#1B7F4B", "#8A5A00", "#6B4C9A")
"""Of the series of a plot; each has a marker and its name beside the line as well."""

MARKERS = ("o", "s", "^", "D", "v")


class Picture:
    """An SVG image and the words that say what is on it; a notebook shows it.

    svg    the document
    words  for screen readers, and wherever images are not shown
    """

    def __init__(self, text: str, words: str) -> None:
        self.svg = text
        self.words = words

    def __repr__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.svg.encode()).decode()
        return (
            f'<img alt="{escape(self.words, quote=True)}" style="max-width:100%;height:auto" '
            f'src="data:image/svg+xml;base64,{data}">'
        )


def drawn(drawing: Drawing) -> Picture:
    """The picture of a drawing at rest."""
    return Picture(svg.document(drawing), drawing.label)


def new_plot(width: float = 7.6, height: float = 3.6) -> tuple[Figure, Axes]:
    """An empty plot, `width` x `height` inches (96 pixels each); finish it with ``plotted``.

    Loads matplotlib, and never pyplot: nothing is shared between plots, and no window is opened.
    """
    # Its first start on a machine lists the fonts and says so in red; that is no concern of a learner's.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    margins = ConstrainedLayoutEngine(h_pad=0.1, w_pad=0.1)  # inches
    figure = Figure(figsize=(width, height), facecolor=PAPER, layout=margins)
    axes = figure.add_subplot(facecolor=PAPER)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(LINE)
    axes.tick_params(colors=INK, labelsize=9.5)
    axes.grid(axis="y", color=LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def plotted(figure: Figure, words: str) -> Picture:
    """The picture of a finished plot."""
    import matplotlib

    stream = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "playsolve"}):  # the same plot gives the same text
        figure.savefig(
            stream, format="svg", dpi=96, facecolor=figure.get_facecolor(), metadata={"Date": None}
        )
    return Picture(stream.getvalue(), words)


def _titled(axes: Axes, title: str, x: str, y: str) -> None:
    axes.set_title(title, loc="left", color=INK, fontsize=12, fontweight="bold")
    axes.set_xlabel(x, color=MUTED, fontsize=10)
    axes.set_ylabel(y, color=MUTED, fontsize=10)


def bars(
    values: Mapping[str, float],
    *,
    title: str,
    x: str = "",
    y: str = "",
    form: str = "{:.2f}",
    marked: Sequence[str] = (),
    log: bool = False,
) -> Picture:
    """Bars by name, each with its number above it.

    form    how the number is written
    marked  names of bars in the second colour, hatched
    log     a scale on which every step is ten times the one before
    """
    figure, axes = new_plot()
    names, heights = list(values), list(values.values())
    drawn_bars = axes.bar(names, heights, color=COLOURS[0], width=0.72)
    for name, bar in zip(names, drawn_bars, strict=True):
        if name in marked:
            bar.set(facecolor=COLOURS[1], hatch="//", edgecolor=PAPER)
    axes.bar_label(drawn_bars, [form.format(value) for value in heights], color=INK, fontsize=9.5, padding=2)
    if log:
        axes.set_yscale("log")
    axes.margins(y=0.12)
    _titled(axes, title, x, y)
    told = ", ".join(f"{name}: {form.format(value)}" for name, value in values.items())
    return plotted(figure, f"{title}. {told}")


def lines(
    series: Mapping[str, Sequence[tuple[float, float]]],
    *,
    title: str,
    x: str,
    y: str,
    form: str = "{:.2f}",
    log: bool = False,
    steps: bool = False,
    percent: bool = False,
) -> Picture:
    """Lines through points (x, y); every line has its own marker, and its name at its end.

    steps    the value holds until the next point
    percent  the values are shares, 0 to 1
    """
    figure, axes = new_plot()
    for number, points in enumerate(series.values()):
        axes.plot(
            [point[0] for point in points],
            [point[1] for point in points],
            color=COLOURS[number % len(COLOURS)],
            marker=MARKERS[number % len(MARKERS)],
            markersize=5,
            drawstyle="steps-post" if steps else "default",
        )
    if log:
        axes.set_yscale("log")
    if percent:
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    if all(float(point[0]).is_integer() for points in series.values() for point in points):
        from matplotlib.ticker import MaxNLocator

        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    _name_lines(axes, series)
    _titled(axes, title, x, y)
    told = "; ".join(
        f"{name}: " + ", ".join(f"{form.format(b)} at {a:g}" for a, b in points)
        for name, points in series.items()
    )
    return plotted(figure, f"{title}. {told}")


APART = 0.085
"""Between two names beside a plot, as a part of its height."""


def _name_lines(axes: Axes, series: Mapping[str, Sequence[tuple[float, float]]]) -> None:
    """The name of every line at the right edge, level with its end, pushed apart where two would touch."""
    axes.autoscale_view()  # the limits of the axes are not worked out before they are asked for
    to_height = axes.transData + axes.transAxes.inverted()
    ends = sorted(
        (round(float(to_height.transform(points[-1])[1]), 3), -number, name)  # the first one above at a tie
        for number, (name, points) in enumerate(series.items())
    )
    heights: list[float] = []
    for at, _, _ in ends:
        heights.append(max(at, heights[-1] + APART) if heights else at)
    sink = max(0.0, heights[-1] - 1) if heights else 0.0  # not above the plot
    for place in range(len(heights) - 1, -1, -1):
        above = heights[place + 1] - APART if place + 1 < len(heights) else heights[place] - sink
        heights[place] = min(heights[place], above)
    for height, (_, number, name) in zip(heights, ends, strict=True):
        axes.annotate(
            name,
            (1.0, height),
            (14, 0),
            xycoords="axes fraction",
            textcoords="offset points",
            color=COLOURS[-number % len(COLOURS)],
            fontsize=10,
            va="center",
        )
        axes.plot(
            [1.012],
            [height],
            color=COLOURS[-number % len(COLOURS)],
            marker=MARKERS[-number % len(MARKERS)],
            markersize=5,
            transform=axes.transAxes,
            clip_on=False,
        )
