"""Moves of Kings Under Mountains and their exact texts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from puzzles.core.state import RulesError
from puzzles.core.text import shorten
from puzzles.kingdoms.pieces import TEXT, UNITS
from puzzles.kingdoms.state import SLOTS

NO_CARD = -1
MAX_PLACE = 80
"""Highest number of an own mine that a move may name."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move: `verb` fight, fill, discard, draw or end.

    card    the unit laid, discarded or drawn from the camp; NO_CARD otherwise
    place   fight: slot 0 to 3; fill: place in ``own`` from 0 (the text counts from 1); -1 otherwise
    source  draw: deck, camp or none
    """

    verb: str
    card: int = NO_CARD
    place: int = -1
    source: str = ""

    def __str__(self) -> str:
        if self.verb == "fight":
            return f"fight {TEXT[self.card]} {SLOTS[self.place]}"
        if self.verb == "fill":
            return f"fill {TEXT[self.card]} {self.place + 1}"
        if self.verb == "draw":
            return f"draw camp {TEXT[self.card]}" if self.source == "camp" else f"draw {self.source}"
        return f"{self.verb} {TEXT[self.card]}" if self.verb == "discard" else self.verb


END = Move("end")
DRAW_DECK = Move("draw", source="deck")
DRAW_NONE = Move("draw", source="none")


@cache
def fight(card: int, slot: int) -> Move:
    """Lay a unit at the open mine of slot 0 to 3."""
    return Move("fight", card, slot)


@cache
def fill(card: int, place: int) -> Move:
    """Lay a unit on an own mine, counted from 0."""
    return Move("fill", card, place)


@cache
def draw_camp(card: int) -> Move:
    """Draw a unit of the camp."""
    return Move("draw", card, source="camp")


FORMS = {
    "fight": "'fight d7 a', a card and a slot a to d",
    "fill": "'fill d7 1', a card and the place of an own mine, from 1",
    "discard": "'discard d7'",
    "draw": "'draw deck', 'draw camp d7' or 'draw none'",
    "end": "'end' alone",
}


def read_move(text: str) -> Move:
    """The move whose text this is. Raises RulesError.

    >>> str(read_move("fill d7 2"))
    'fill d7 2'
    """
    if not isinstance(text, str):
        raise RulesError(f"move: got {type(text).__name__}, expected a text such as 'fight d7 a'")
    where = f"move {shorten(text)!r}"
    words = text.split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb not in FORMS:
        raise RulesError(f"{where}: got the verb {shorten(verb)!r}, expected one of {', '.join(FORMS)}")
    if verb == "fight" and len(rest) == 2 and len(rest[1]) == 1 and rest[1] in SLOTS:
        return Move(verb, read_unit(rest[0], where), SLOTS.index(rest[1]))
    if (
        verb == "fill"
        and len(rest) == 2
        and re.fullmatch(r"[1-9][0-9]?", rest[1])
        and int(rest[1]) <= MAX_PLACE
    ):
        return Move(verb, read_unit(rest[0], where), int(rest[1]) - 1)
    if verb == "discard" and len(rest) == 1:
        return Move(verb, read_unit(rest[0], where))
    if verb == "draw" and rest in (["deck"], ["none"]):
        return Move(verb, source=rest[0])
    if verb == "draw" and len(rest) == 2 and rest[0] == "camp":
        return Move(verb, read_unit(rest[1], where), source="camp")
    if verb == "end" and not rest:
        return END
    raise RulesError(f"{where}: expected {FORMS[verb]}")


def read_unit(word: str, where: str) -> int:
    """The unit with this text, also ``d?`` and ``?``. Raises RulesError."""
    if word not in UNITS:
        raise RulesError(
            f"{where}: got the card {shorten(word)!r}, expected a race d o g t and a strength 0 to 9, e.g. d7, or ?"
        )
    return UNITS[word]
