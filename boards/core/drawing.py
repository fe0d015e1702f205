"""What a game's ``boards.GAME.draw`` module offers to the one board, and what it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from xml.etree.ElementTree import Element

Lane = tuple[str, ...]
"""Touch ids in order. A move is a tuple of lanes: lanes in any order, a begun lane is finished first."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a position is to be drawn. What is lit, chosen or hinted is no part of it: that never redraws.

    seat     through whose eyes; the state passed with it is already that seat's view
    narrow   True below 560 px: the drawing is laid out for 368 px, else for 848 px
    covered  hide every hand (the device is being passed on)
    aside    id of the aside that is being shown (``Aside.id``), or None
    names    what each seat is called, ``You`` or ``Seat 2``
    """

    seat: int = 0
    narrow: bool = False
    covered: bool = False
    aside: str | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG in parts. A change resends only the parts whose text changed.

    A part may hold a window on a sheet that is larger than the window (pan.js): ``<svg class="pan" data-id=...
    x y width height viewBox="what is seen first" data-whole="left top width height">``. The viewer drags and zooms
    it; a thing with ``data-zoom`` ``in``, ``out`` or ``home`` is a button for that. Keep the coordinates on the
    sheet as they are from drawing to drawing, so that what the viewer chose to see stays in sight.

    A part of a thing with ``data-spot`` stands for a choice: a click on it touches that id and not the thing. The
    choice has its button in the strip as well, for the keyboard.

    width, height   of the viewBox; 848 or 368 wide
    parts           (key, element) in painting order, keys unique; each element is a ``<g>``
    label           what a screen reader says of the whole
    """

    width: int
    height: int
    parts: tuple[tuple[str, Element], ...]
    label: str


@dataclass(frozen=True, slots=True)
class Chip:
    """A seat in the header line: ``You``, ``11 points · 6 cards``."""

    name: str
    text: str
    to_move: bool = False


@dataclass(frozen=True, slots=True)
class Header:
    """The line above the table: what is going on, and the seats."""

    title: str
    line: str
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A thing marked while a move is being put together: `kind` ``lost`` (will be spent) so far."""

    touch: str
    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Aside:
    """A button in the choice strip that shows something and plays nothing (e.g. the way to a match)."""

    id: str
    label: str
    words: str


def numbered(cards: Sequence[int]) -> list[tuple[int, int]]:
    """(card, which of its equals, from 1) for each card: equal cards need places of their own."""
    seen: Counter[int] = Counter()
    found = []
    for card in cards:
        seen[card] += 1
        found.append((card, seen[card]))
    return found


class Draw(Protocol):
    """The pure functions of a ``boards.GAME.draw`` module. See docs and tests/toygame.py for a small one."""

    def header(self, state: Any, look: Look) -> Header: ...

    def draw(self, state: Any, look: Look) -> Drawing: ...

    def touches(self, state: Any, move: Any) -> tuple[Lane, ...]:
        """The touches that make up `move`."""

    def meant(self, state: Any, touched: Sequence[str]) -> Any | None:
        """The move that `touched` (in order) seems to mean, legal or not; None when it means none yet."""

    def choices(self, state: Any) -> Sequence[str]:
        """Touch ids that always have a button in the choice strip, legal now or not, so that nothing jumps."""

    def label(self, state: Any, touch: str) -> str:
        """Words for the thing or choice with this touch id: ``a1 Sun (back Moon)``, ``End turn``."""

    def say(self, state: Any, move: Any) -> str:
        """The move in the player's words, before it is made: ``Swap a1 and b1, spend Seed-Boat (1 point)``."""

    def moved(self, state: Any, move: Any) -> Mapping[str, str]:
        """data-id -> data-id where that thing lies after the move; equal ids mean: turned over in place."""

    def reveals(self, state: Any, move: Any) -> bool:
        """Whether the move shows somebody something hidden."""

    def marks(self, state: Any, touched: Sequence[str]) -> Sequence[Mark]: ...

    def prompt(self, state: Any, touched: Sequence[str]) -> str:
        """What may follow these touches, in words."""

    def asides(self, state: Any, touched: Sequence[str]) -> Sequence[Aside]: ...

    # Two more, for the position editor; a game without them is edited by its text alone:
    #   edit(state, touched) -> str | None   the position text after what these touches ask for, None when
    #                                        more touches are needed (("add", id) puts a card into the hand)
    #   addable(state) -> Sequence[tuple[str, str]]   (label, id) of the cards that can be put into the hand

    def text(self, state: Any, look: Look) -> str:
        """The position in plain text without colour, for screen readers and the static face."""

    def table(self, state: Any, look: Look) -> str:
        """The position as an html table (no inline SVG: it is blanked in untrusted notebooks)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of the choice strip.

    kind  ``lit`` (continues a legal move), ``off`` (does not, and answers why), ``play`` (plays what is
          put together), ``aside`` (shows something, plays nothing)
    """

    touch: str
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class Marks:
    """What highlights a drawing without redrawing it; touch ids, in order where the order is shown.

    words  the line under the table, also spoken
    tone   ``say``, ``refused`` or ``error``
    """

    lit: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    hinted: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    strip: tuple[Choice, ...] = ()
    words: str = ""
    tone: str = "say"

    def message(self) -> dict[str, Any]:
        """Plain data for view.js."""
        return {
            "lit": list(self.lit),
            "chosen": list(self.chosen),
            "hinted": list(self.hinted),
            "lost": list(self.lost),
            "refused": list(self.refused),
            "strip": [{"touch": c.touch, "label": c.label, "kind": c.kind} for c in self.strip],
            "words": self.words,
            "tone": self.tone,
        }
