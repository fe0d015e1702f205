"""Reading a position text of Autumn of Moria, key by key. What must fit together is looked at in ``checks.py``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from puzzles.core.state import RulesError
from puzzles.core.text import (
    MAX_TEXT,
    join_seats,
    read_fields,
    read_whole,
    shorten,
    split_list,
    split_seats,
)
from puzzles.moria.cards import CARD_SET, KINDS, CardSet, laid_card, read_code
from puzzles.moria.cells import cell_text, read_cell
from puzzles.moria.moves import HIDDEN, TURNS
from puzzles.moria.state import KEYS_AFTER, KEYS_BEFORE, SHOWN, VALUES_OF, Options, Pile, choose_options

_CELL_KEY = re.compile(r"\s*([^\s:]*,[^\s:]*)\s*:")


def read_position(text: str) -> dict[str, Any]:
    """The fields of ``Position`` from a position text, each read; ``check_possible`` looks at them together.

    Raises RulesError.
    """
    cells = _cell_keys(text)
    found = read_fields(text, (*KEYS_BEFORE, *map(cell_text, cells), "x,y", *KEYS_AFTER))
    if found.get("game", "moria") != "moria":
        raise RulesError(f"position, game: got {shorten(found['game'])!r}, expected moria")
    cards = _read_set(found.get("set", CARD_SET.name))
    options = _read_options(found.get("options", "-"))
    if "seats" not in found:
        raise RulesError("position: the key 'seats' is missing, expected the colours, e.g. seats: blue | red")
    colours = _read_colours(found["seats"], cards)
    seats = len(colours)

    def parts(key: str) -> list[tuple[str, str]]:
        texts = split_seats(found.get(key, join_seats(["-"] * seats)), seats, f"position, {key}, seats")
        return [(part, f"position, {key}, {colour}") for part, colour in zip(texts, colours, strict=True)]

    ogres = tuple(cards.ogres)
    goals = tuple(cards.goals)
    piles = tuple(_read_pile(cell, found[cell_text(cell)], colours, cards) for cell in cells)
    slain = tuple(
        tuple(_read_card(word, colours, cards, at) for word in split_list(part))
        for part, at in parts("slain")
    )
    gem_names = [gem.type for gem in cards.gems]
    limit = read_whole(found.get("round", "1"), "position, round", 1, 99_999)
    values: dict[str, Any] = {
        "colours": colours,
        "cells": piles,
        "gems": tuple(_read_counts(split_list(part), gem_names, at, 99) for part, at in parts("gems")),
        "ogres": tuple(_read_ids(part, ogres, at, hidden=True) for part, at in parts("ogres")),
        "goals": tuple(_read_ids(part, goals, at) for part, at in parts("goals")),
        "secrets": tuple(_read_secret(part, cards, at) for part, at in parts("secret")),
        "slain": slain,
        "open_goals": _read_ids(found.get("open", "-"), goals, "position, open", hidden=True),
        "deck": _read_ids(found.get("deck", "-"), goals, "position, deck", hidden=True),
        "ogre_deck": _read_ids(found.get("ogre_deck", "-"), ogres, "position, ogre_deck", hidden=True),
        "ogre_discard": _read_ids(
            found.get("ogre_discard", "-"), ogres, "position, ogre_discard", hidden=True
        ),
        "round": limit,
        "last": _read_last(found.get("last", "no")),
        "options": options,
        "cards": cards,
    }
    if "land" in found:
        values["land"] = tuple(_read_kinds(part, cards, at) for part, at in parts("land"))
    else:
        away = {laid // 4 for pile in piles for laid in pile.cards} | {card for own in slain for card in own}
        values["land"] = tuple(
            tuple(kind for kind in range(KINDS) if seat * KINDS + kind not in away) for seat in range(seats)
        )
    return values | _read_turn(found.get("turn"), values)


def _cell_keys(text: str) -> list[int]:
    """The cells that have a line, each once, ascending: with them the order of the keys is known."""
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        return []  # read_fields says what is wrong
    cells = set()
    for number, line in enumerate(text.splitlines(), 1):
        key = _CELL_KEY.match(line)
        if key is not None:
            cells.add(read_cell(key[1], f"position, line {number}"))
    return sorted(cells)


def _read_set(text: str) -> CardSet:
    if text == CARD_SET.name:
        return CARD_SET
    if not text.startswith("ps"):
        raise RulesError(
            f"position, set: got {shorten(text)!r}, expected {CARD_SET.name} or the code of a card set"
        )
    return read_code(text, "position, set")


def _read_options(text: str) -> Options:
    chosen: dict[str, str] = {}
    order = list(VALUES_OF)
    for word in split_list(text):
        name, equals, value = word.partition("=")
        if not equals or name not in VALUES_OF:
            raise RulesError(
                f"position, options: got {shorten(word)!r}, expected NAME=VALUE with one of {', '.join(order)}"
            )
        if name in chosen:
            raise RulesError(f"position, options: got {name} twice, expected it once")
        if chosen and order.index(name) < order.index(list(chosen)[-1]):
            raise RulesError(
                f"position, options: got {name} after {list(chosen)[-1]}, expected the order {', '.join(order)}"
            )
        chosen[name] = value
    return choose_options(chosen, "position, options")


def _read_colours(text: str, cards: CardSet) -> tuple[str, ...]:
    colours = tuple(part.strip() for part in text.split("|"))
    for place, colour in enumerate(colours):
        if colour not in cards.counts.colours or colour in colours[:place]:
            raise RulesError(
                f"position, seats: got {shorten(colour)!r}, expected different ones of "
                f"{', '.join(cards.counts.colours)}, separated by ' | '"
            )
    return colours


def _read_seat(word: str, colours: Sequence[str], where: str) -> int:
    if word not in colours:
        raise RulesError(f"{where}: got the colour {shorten(word)!r}, expected one of {', '.join(colours)}")
    return colours.index(word)


def _read_card(word: str, colours: Sequence[str], cards: CardSet, where: str) -> int:
    """A land card: ``dragon:red``."""
    name, colon, colour = word.partition(":")
    kind = cards.kind(name)
    if kind < 0 or not colon:
        names = ", ".join(land.kind for land in cards.land)
        raise RulesError(f"{where}: got {shorten(word)!r}, expected KIND:COLOUR with one of {names}")
    return _read_seat(colour, colours, where) * KINDS + kind


def _read_pile(cell: int, text: str, colours: Sequence[str], cards: CardSet) -> Pile:
    where = f"position, {cell_text(cell)}"
    *below, top = text.split(" < ")
    laid = [_read_laid(part.split(), colours, cards, where) for part in below]
    words = top.split()
    laid.append(_read_laid(words[:2], colours, cards, where))
    dwarves = _read_counts(words[2:], colours, where, cards.counts.dwarves_per_colour)
    return Pile(cell, tuple(laid), dwarves)


def _read_laid(words: Sequence[str], colours: Sequence[str], cards: CardSet, where: str) -> int:
    """A card with its turn, by the first turn that gives the same walls: ``gold_mine:blue n``."""
    if len(words) != 2 or words[1] not in tuple(TURNS):
        got = shorten(" ".join(words))
        raise RulesError(f"{where}: got {got!r}, expected a card and its turn, e.g. gold_mine:blue n")
    seat, kind = divmod(_read_card(words[0], colours, cards, where), KINDS)
    return laid_card(seat, kind, cards.turned[4 * kind + TURNS.index(words[1])])


def _read_counts(words: Sequence[str], names: Sequence[str], where: str, most: int) -> tuple[int, ...]:
    """``NAME*COUNT`` words, in the order of `names`."""
    counts = [0] * len(names)
    last = -1
    for word in words:
        name, star, number = word.partition("*")
        if not star or name not in names:
            raise RulesError(
                f"{where}: got {shorten(word)!r}, expected NAME*COUNT with one of {', '.join(names)}"
            )
        place = list(names).index(name)
        if place <= last:
            raise RulesError(
                f"{where}: got {name} after {names[last]}, expected the order {', '.join(names)}, each once"
            )
        last = place
        counts[place] = read_whole(number, f"{where}, {name}", 1, most)
    return tuple(counts)


def _read_kinds(text: str, cards: CardSet, where: str) -> tuple[int, ...]:
    """A hand of land cards, in card-set order."""
    kinds: list[int] = []
    names = ", ".join(land.kind for land in cards.land)
    for word in split_list(text):
        kind = cards.kind(word)
        if kind < 0:
            raise RulesError(f"{where}: got {shorten(word)!r}, expected one of {names}")
        if kinds and kind <= kinds[-1]:
            raise RulesError(
                f"{where}: got {word} after {cards.land[kinds[-1]].kind}, expected the order {names}, each once"
            )
        kinds.append(kind)
    return tuple(kinds)


def _read_ids(text: str, ids: Sequence[str], where: str, *, hidden: bool = False) -> tuple[str, ...]:
    words = tuple(split_list(text))
    for word in words:
        if word not in ids and not (hidden and word == HIDDEN):
            more = " or ?" if hidden else ""
            raise RulesError(f"{where}: got {shorten(word)!r}, expected one of {', '.join(ids)}{more}")
    return words


def _read_secret(text: str, cards: CardSet, where: str) -> str:
    if text == "-":
        return ""
    if text != HIDDEN and text.removesuffix(SHOWN) not in cards.secrets:
        raise RulesError(
            f"{where}: got {shorten(text)!r}, expected one of {', '.join(cards.secrets)}, {SHOWN} behind an open one, "
            "or ? or -"
        )
    return text


def _read_last(text: str) -> bool:
    if text not in ("yes", "no"):
        raise RulesError(f"position, last: got {shorten(text)!r}, expected yes or no")
    return text == "yes"


_FORMS = "blue act 2, blue gather 0,0 1,0, blue burn or over"


def _read_turn(text: str | None, values: Mapping[str, Any]) -> dict[str, Any]:
    """Seat, phase, actions used and allowed, and cells to resolve; nothing where the line is left out."""
    colours, where = values["colours"], "position, turn"
    fixed = values["options"].castle_bonus == "start"
    if text is None:
        return {}
    words = text.split()
    if words == ["over"]:
        return {"to_move": len(colours) - 1, "phase": "over"}
    phase, rest = words[1] if len(words) > 1 else "", words[2:]
    turn: dict[str, Any] = {"to_move": _read_seat(words[0] if words else "", colours, where), "phase": phase}
    if phase == "gather" and rest:
        cells = tuple(read_cell(word, where) for word in rest)
        if list(cells) != sorted(set(cells)):
            raise RulesError(f"{where}: got {shorten(text)!r}, expected the cells by y, then x, each once")
        return turn | {"gathering": cells}
    if phase == "burn" and not rest:
        return turn
    if phase != "act" or len(rest) != (3 if fixed else 1) or (fixed and rest[1] != "of"):
        form = _FORMS.replace("act 2", "act 2 of 4") if fixed else _FORMS
        raise RulesError(f"{where}: got {shorten(text)!r}, expected {form}")
    counts = values["cards"].counts
    most = counts.actions_with_castle
    allowed = 0
    if fixed:
        allowed = read_whole(rest[2], f"{where}, of", counts.actions, most)
        if allowed not in (counts.actions, most):
            raise RulesError(f"{where}, of: got {allowed}, expected {counts.actions} or {most} (MO-10)")
    used = read_whole(rest[0], f"{where}, actions used", 0, allowed or most)
    return turn | {"used": used, "allowed": allowed}
