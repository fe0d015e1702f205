"""The one anywidget: shows a drawing, reports touches. All drawing is done in Python, all event code in view.js and pan.js."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import tostring

import anywidget
import traitlets

from boards.core.drawing import Drawing, Header, Marks

FOLDER = Path(__file__).parent


class View(anywidget.AnyWidget):
    """An SVG in parts, a header, a choice strip and a line of words.

    table    CSS classes that give the table its colours, e.g. ``shifting_stones``
    on_event called with (kind, content) for ready, touch and clear
    """

    # an anywidget is one module: its files are put one after another
    _esm = "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in ("pan.js", "view.js"))
    _css = "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in ("view.css", "frame.css"))
    table = traitlets.Unicode("").tag(sync=True)

    def __init__(self, on_event: Callable[[str, Mapping[str, Any]], None], **traits: Any) -> None:
        super().__init__(**traits)
        self._on_event = on_event
        self._shown: dict[str, str] = {}
        self.number = 0
        self.on_msg(self._receive)

    def _receive(self, _: Any, content: Mapping[str, Any], buffers: Any) -> None:
        kind = content.get("type")
        if isinstance(kind, str):
            self._on_event(kind, content)

    def update(
        self,
        *,
        drawing: Drawing | None = None,
        marks: Marks | None = None,
        header: Header | None = None,
        moved: Mapping[str, str] | None = None,
        whole: bool = False,
    ) -> None:
        """Show what changed, in one message. A drawing sends only the parts whose text changed; `whole` all."""
        message: dict[str, Any] = {"type": "update"}
        if header is not None:
            message["header"] = {
                "title": header.title,
                "line": header.line,
                "chips": [{"name": c.name, "text": c.text, "to_move": c.to_move} for c in header.chips],
            }
        if drawing is not None:
            texts = {key: tostring(part, encoding="unicode") for key, part in drawing.parts}
            changed = {key: text for key, text in texts.items() if whole or self._shown.get(key) != text}
            self._shown = texts
            message["drawing"] = {
                "number": self.number,
                "width": drawing.width,
                "height": drawing.height,
                "label": drawing.label,
                "order": list(texts),
                "parts": changed,
                "moved": dict(moved or {}),
            }
        if marks is not None:
            message["marks"] = marks.message()
        self.send(message)
