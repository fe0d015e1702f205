"""Moves of Autumn of Moria and their exact texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from puzzles.core.state import RulesError
from puzzles.core.text import shorten
from puzzles.moria.cells import cell_text, read_cell

TURNS = "nesw"
"""Where a printed north edge can point, in the order of moves."""

HIDDEN = "?"
"""A face that this position does not know."""

_WORD = re.compile(r"[a-z][a-z0-9_]{0,29}")
_ID = re.compile(r"[A-Z][A-Z0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class Move:
    """A move: `verb` play, place, move, ogre, reveal, done, take, leave, burn or end.

    cell    where: of play, place, take and leave; from where a dwarf goes (move, brute, scarer, swapper)
    name    play: the kind; ogre: its id; take: nothing, buy, dig or empty; burn: a gem type, an ogre or ``?``
    what    play: the turn, n e s w; buy: the goal; thief: the gem type; swapper: the colour of the second dwarf
    to      where a dwarf goes (move, scarer), the pile that is dug, the cell of the swapper's second dwarf
    colour  ogre: whose gem, dwarf or ogre; reveal: whose goal, empty for the seat to move

    >>> str(Move("play", cell=read_move("place 1,0").cell, name="gold_mine", what="e"))
    'play 1,0 gold_mine e'
    """

    verb: str
    cell: int | None = None
    name: str = ""
    what: str = ""
    to: int | None = None
    colour: str = ""

    def __str__(self) -> str:
        cell = "" if self.cell is None else cell_text(self.cell)
        to = "" if self.to is None else cell_text(self.to)
        if self.verb == "ogre":
            words = (self.verb, self.name, self.colour, cell, self.what, to)
        else:
            words = (self.verb, self.colour, cell, self.name, self.what, to)
        return " ".join(filter(None, words))


FORMS = {
    "play": "'play 1,0 gold_mine e': a cell, a kind of land card, where its north edge points (n e s w)",
    "place": "'place 1,0', a cell",
    "move": "'move 1,0 2,0', from a cell to a cell",
    "ogre": "'ogre thief red ruby', 'ogre brute red 1,0', 'ogre scarer red 1,0 2,0', 'ogre robber red' or "
    "'ogre swapper blue 0,0 red 1,0'",
    "reveal": "'reveal', or 'reveal red' for a seat that is not to move",
    "done": "'done' alone",
    "take": "'take 1,0', 'take 1,0 nothing', 'take 1,0 buy T3' or 'take 1,0 dig 2,1'",
    "leave": "'leave 1,0', a cell",
    "burn": "'burn ruby', 'burn thief' or 'burn ?'",
    "end": "'end' alone",
}


def read_move(text: str) -> Move:
    """The move whose text this is. Raises RulesError.

    >>> read_move("take 0,0 dig 2,1").name
    'dig'
    """
    if not isinstance(text, str):
        raise RulesError(f"move: got {type(text).__name__}, expected a text such as 'place 1,0'")
    where = f"move {shorten(text)!r}"
    words = text.split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb not in FORMS:
        raise RulesError(f"{where}: got the verb {shorten(verb)!r}, expected one of {', '.join(FORMS)}")
    move = _read(verb, rest, where)
    if move is None:
        raise RulesError(f"{where}: expected {FORMS[verb]}")
    return move


def _read(verb: str, rest: Sequence[str], where: str) -> Move | None:
    """The move; None where the words have not the form of the verb."""
    number = len(rest)
    if verb in ("done", "end"):
        return None if rest else Move(verb)
    if verb == "reveal" and number <= 1:
        return Move(verb, colour=_word(rest[0], where, "colour") if rest else "")
    if verb in ("place", "leave") and number == 1:
        return Move(verb, read_cell(rest[0], where))
    if verb == "move" and number == 2:
        return Move(verb, read_cell(rest[0], where), to=read_cell(rest[1], where))
    if verb == "play" and number == 3:
        if rest[2] not in tuple(TURNS):
            raise RulesError(f"{where}: got the turn {shorten(rest[2])!r}, expected one of n e s w")
        return Move(verb, read_cell(rest[0], where), _word(rest[1], where, "kind of land card"), rest[2])
    if verb == "burn" and number == 1:
        return Move(verb, name=HIDDEN if rest[0] == HIDDEN else _word(rest[0], where, "gem type or ogre"))
    if verb == "take" and rest:
        return _read_take(rest, where)
    if verb == "ogre" and number >= 2:
        return _read_ogre(rest, where)
    return None


def _read_take(rest: Sequence[str], where: str) -> Move | None:
    cell, choice = read_cell(rest[0], where), rest[1:]
    if not choice:
        return Move("take", cell)
    if choice[0] == "nothing" and len(choice) == 1:
        return Move("take", cell, "nothing")
    if choice[0] == "buy" and len(choice) == 2:
        if not _ID.fullmatch(choice[1]):
            raise RulesError(f"{where}: got the goal {shorten(choice[1])!r}, expected an id such as T3")
        return Move("take", cell, "buy", choice[1])
    if choice[0] == "dig" and len(choice) == 2:
        return Move("take", cell, "dig", to=read_cell(choice[1], where))
    return None


def _read_ogre(rest: Sequence[str], where: str) -> Move | None:
    """The five effects differ in the form of what follows the ogre and a colour."""
    name, colour = _word(rest[0], where, "ogre"), _word(rest[1], where, "colour")
    aims = rest[2:]
    if not aims:
        return Move("ogre", name=name, colour=colour)
    if len(aims) == 1 and "," not in aims[0]:
        return Move("ogre", name=name, colour=colour, what=_word(aims[0], where, "gem type"))
    cell = read_cell(aims[0], where)
    if len(aims) == 1:
        return Move("ogre", cell, name, colour=colour)
    if len(aims) == 2:
        return Move("ogre", cell, name, to=read_cell(aims[1], where), colour=colour)
    if len(aims) == 3:
        return Move("ogre", cell, name, _word(aims[1], where, "colour"), read_cell(aims[2], where), colour)
    return None


def _word(text: str, where: str, what: str) -> str:
    if not _WORD.fullmatch(text):
        raise RulesError(f"{where}: got the {what} {shorten(text)!r}, expected a word of small letters")
    return text
