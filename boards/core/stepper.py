"""A sequence of drawings to step through or to play at a speed: how a search goes on, made visible.

The drawing is shown by the same view as the board's; its header carries the counters.
"""

from __future__ import annotations

import contextlib
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import ipywidgets as widgets

from boards.core.drawing import Drawing, Header, Marks
from boards.core.view import View

SPEEDS = (("slow", 1.5), ("normal", 0.6), ("fast", 0.15))
"""Seconds between two steps of the playback."""

raise_errors = False
"""Tests set this: an error in a handler is then raised as well as shown."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What is seen after one step.

    header   title, line and counters
    words    what happened in this step; also spoken
    """

    header: Header
    drawing: Drawing
    words: str


class Stepper(widgets.VBox):  # type: ignore[misc]
    """Frames 0 to `last`, drawn when they are looked at.

    frame   gives the frame with a number; second argument True for the narrow layout (368 px)
    table   CSS class that gives the table its colours, the game's name
    at      number of the frame that is shown
    errors  what went wrong in handlers, as (words, traceback)
    """

    def __init__(self, frame: Callable[[int, bool], Frame], last: int, table: str) -> None:
        self._frame = frame
        self.last = last
        self.at = 0
        self.errors: list[tuple[str, str]] = []
        self._lock = threading.RLock()
        self._narrow = False
        self._timer: threading.Timer | None = None
        self._closed = False
        self._whole = True
        self.view = View(self._guard(self._event), table=table)
        self.back = _button("Back", "One step back")
        self.step = _button("Step", "The next step")
        self.play = _button("Play", "Go on by itself, or stop")
        self.first = _button("From the start", "Back to the first step")
        self.speed = widgets.Dropdown(
            options=SPEEDS,
            value=0.6,
            description="Speed",
            style={"description_width": "48px"},
            layout=widgets.Layout(width="150px"),
        )
        self.slider = widgets.IntSlider(
            0, 0, max(1, last), readout=False, layout=widgets.Layout(width="160px"), tooltip="Go to any step"
        )
        self.slider.disabled = last == 0
        self.row = widgets.Box([self.first, self.back, self.step, self.play, self.speed, self.slider])
        self.row.add_class("ps-controls")
        for control, act in (
            (self.back, lambda: self.go(self.at - 1)),
            (self.step, lambda: self.go(self.at + 1)),
            (self.first, lambda: self.go(0)),
            (self.play, self._play_or_pause),
        ):
            control.on_click(self._guard(lambda _, act=act: act()))
        self.slider.observe(self._guard(lambda change: self._slid(change["new"])), names="value")
        super().__init__([self.row, self.view], layout=widgets.Layout(width="100%", overflow="visible"))
        for name in ("playsolve-board", "playsolve", table):
            self.add_class(name)
        self._show()

    def go(self, at: int) -> None:
        """Show the frame with this number; below 0 the first, beyond the end the last. Ends the playback."""
        with self._lock:
            self._end_timer()
            self._move(at)

    def _move(self, at: int) -> None:
        self.at = min(max(at, 0), self.last)
        self._show()

    def _slid(self, at: int) -> None:
        if at != self.at:
            self.go(at)

    def _event(self, kind: str, content: Mapping[str, Any]) -> None:
        if kind == "ready":
            self._narrow = bool(content.get("narrow"))
            self._whole = True
            self._show()

    def _show(self) -> None:
        frame = self._frame(self.at, self._narrow)
        self.view.number += 1
        self.view.update(
            drawing=frame.drawing, header=frame.header, marks=Marks(words=frame.words), whole=self._whole
        )
        self._whole = False
        self.slider.value = self.at
        self.back.disabled = self.first.disabled = self.at == 0
        self.step.disabled = self.at == self.last
        self.play.description = "Pause" if self._timer is not None else "Play"
        self.play.disabled = self.last == 0

    def _play_or_pause(self) -> None:
        if self._timer is not None:
            self._end_timer()
            self._show()
            return
        if self.at == self.last:
            self.at = 0
        self._tick(None)

    def _tick(self, timer: threading.Timer | None) -> None:
        """The next frame, and the one after it a moment later."""
        if timer is not self._timer:
            return  # stopped meanwhile
        self._timer = None
        if self.at + 1 < self.last:
            following = threading.Timer(self.speed.value, self._guard(lambda: self._tick(following)))
            following.daemon = True
            self._timer = following
            following.start()
        self._move(self.at + 1)

    def _end_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    def _guard(self, act: Callable[..., None]) -> Callable[..., None]:
        """`act` under the lock; an error is told in the view and kept in `errors`."""

        def guarded(*args: Any) -> None:
            with self._lock:
                if self._closed:
                    return
                try:
                    act(*args)
                except Exception as error:
                    words = f"Something went wrong: {type(error).__name__}: {error}"
                    self.errors.append((words, traceback.format_exc()))
                    with contextlib.suppress(Exception):
                        self.view.update(marks=Marks(words=words, tone="error"))
                    if raise_errors:
                        raise

        return guarded

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            frame = self._frame(self.last, False)
            chips = ", ".join(f"{chip.name} {chip.text}" for chip in frame.header.chips)
            lines = [f"{frame.header.title}, step {self.last} of {self.last}", chips, frame.words]
            data["text/plain"] = "\n".join(lines)
            data["text/html"] = "".join(f"<p>{escape(line)}</p>" for line in lines)
        return bundle

    def close(self) -> None:
        """Drop the stepper: its timer and all its widgets."""
        with self._lock:
            self._end_timer()
            self._closed = True
        for control in (*self.row.children, self.row, self.view):
            control.close()
        super().close()


def _button(text: str, tip: str) -> widgets.Button:
    return widgets.Button(description=text, tooltip=tip, layout=widgets.Layout(width="auto"))
