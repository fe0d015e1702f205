"""Leaf cards, objectives and landscapes: a card set, read from ``cards.toml`` or from an owner's file and checked.

A card is a whole number, 16 x type + 4 x value + mark, so that numbers sort in the canonical order of texts:
types ``r o y g b p``, then value, then marks ``=`` ``<`` ``>`` and none. The tables LETTER, VALUE, LEFT, RIGHT
and TEXT say what a number means.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from puzzles.core.setcode import read_code as read_table
from puzzles.core.setcode import write_code
from puzzles.core.state import RulesError
from puzzles.core.tables import PROVENANCE, check_keys, check_type, check_whole, check_words, read_toml
from puzzles.core.text import shorten

FILE = Path(__file__).parent / "cards.toml"

LETTERS = "roygbp"
"""Letters of the types in canonical order."""

MARKS = ("=", "<", ">", "")
"""Acorn in both lower corners, in the left one, in the right one, in none."""

VALUES = range(4)
SECTIONS = ("left", "middle", "right")
TABLES = ("A", "B", "C")
"""Names that an icon table may have (option ``icons``)."""

UNKNOWN = 96
"""A card that this position does not know; sorts last. As the first of a pile: some number of unseen cards."""

LETTER = tuple(LETTERS[card // 16] for card in range(96))
VALUE = tuple(card // 4 % 4 for card in range(96))
LEFT = tuple(MARKS[card % 4] in ("=", "<") for card in range(96))
RIGHT = tuple(MARKS[card % 4] in ("=", ">") for card in range(96))
TEXT = tuple(f"{LETTER[card]}{VALUE[card]}{MARKS[card % 4]}" for card in range(96))
CARDS = {text: card for card, text in enumerate(TEXT)}

METRICS = ("value_count", "type_count", "top_sum", "closed_piles", "piles", "largest_pile", "acorns")
EFFECTS = (
    "second_type",
    "three_same",
    "bonus_after_same",
    "draw_two",
    "no_limit",
    "trade_one",
    "skip_one",
    "swap_piles",
    "cheap_objective",
    "play_too",
    "rich_bonus",
)


@dataclass(frozen=True, slots=True)
class LeafType:
    """A colour of leaf: its letter, its name, how the leaf is drawn."""

    letter: str
    name: str
    leaf: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What the number of players decides: types in play, objectives on the table, torii that end the game."""

    types: int
    objectives: int
    torii: int
    deck_after_setup: int
    provenance: str


@dataclass(frozen=True, slots=True)
class Objective:
    """metric: one of METRICS; arg: the value or the letter it counts, or empty; solo: least value that meets it alone."""

    id: str
    text: str
    metric: str
    arg: str
    solo: int
    provenance: str


@dataclass(frozen=True, slots=True)
class Landscape:
    """section: left, middle or right; effect: one of EFFECTS."""

    id: str
    section: str
    copies: int
    effect: str
    text: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """The numbers of the rules: counts of cards, acorns and points."""

    hand_start: int
    display_start: int
    hand_limit: int
    reveal_cost: int
    reveal_cards: int
    same_max: int
    different_min: int
    bonus_per_pair: int
    activate_cost: int
    holder_points: int
    other_points: int
    exchange_cards: int
    exchange_acorns: int
    landscape_cost: int
    landscapes_each: int
    acorn_points: int
    start_acorns: int


_RANGES = {
    "hand_start": (0, 14),
    "display_start": (1, 14),
    "hand_limit": (6, 20),
    "reveal_cards": (1, 14),
    "same_max": (1, 5),
    "different_min": (2, 6),
    "exchange_cards": (1, 4),
    "landscapes_each": (3, 3),
    "start_acorns": (0, 5),
}
"""Least and greatest value of a parameter; the others go from 0 to 99."""


@dataclass(frozen=True, slots=True, eq=False)
class CardSet:
    """A whole card file. Two sets are equal when every entry is.

    code    the set as a share code: what ``cards:`` in a position text holds
    counts  cards of value 0, 1, 2, 3 of every type
    icons   name of the table -> for each value the mark of each card
    table   the icon table in force unless the option ``icons`` says another
    origins what -> seed, published or reconstructed, for every entry
    """

    name: str
    code: str
    types: Mapping[str, LeafType]
    counts: tuple[int, ...]
    icons: Mapping[str, tuple[tuple[str, ...], ...]]
    table: str
    setups: Mapping[int, Setup]
    parameters: Parameters
    objectives: Mapping[str, Objective]
    landscapes: Mapping[str, Landscape]
    origins: Mapping[str, str]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.code == other.code

    def __hash__(self) -> int:
        return hash(self.code)

    def deck(self, types: str, table: str) -> tuple[int, ...]:
        """Every card of these types, in canonical order, with the marks of an icon table."""
        return _deck(self, types, table)

    def starters(self) -> tuple[str, ...]:
        """The landscapes of a first game: of each section the first one with a copy for four players (MJ-7)."""
        return tuple(
            next(one.id for one in self.landscapes.values() if one.section == section and one.copies >= 4)
            for section in SECTIONS
        )

    @property
    def reconstructed(self) -> tuple[str, ...]:
        """What of the set is our choice and published nowhere."""
        return tuple(what for what, origin in self.origins.items() if origin == "reconstructed")

    @property
    def notice(self) -> str:
        """Which set this is and what of it is reconstructed, in words for a board."""
        ours = ", ".join(self.reconstructed) or "nothing"
        return f"Card set: {self.name}. Reconstructed, not published: {ours}."


@cache
def _deck(cards: CardSet, types: str, table: str) -> tuple[int, ...]:
    return tuple(
        sorted(
            CARDS[f"{letter}{value}{mark}"]
            for letter in types
            for value in VALUES
            for mark in cards.icons[table][value]
        )
    )


# --- reading ------------------------------------------------------------------------------------


def load_cards(path: str | Path = FILE) -> CardSet:
    """Read a card file and check it.

    ``new(cards=load_cards("mine.toml"))`` plays with it; the set travels in the position text, so a saved
    game or a share code needs no file. Raises RulesError that names file, entry, got and expected.
    """
    path = Path(path)
    return _read_set(read_toml(path), path.name)


@lru_cache(maxsize=32)
def read_code(code: str, where: str = "cards") -> CardSet:
    """The card set inside a code (``CardSet.code``), checked like a file. Raises RulesError."""
    found = _read_set(read_table(code, where), where)
    if found.code != code:
        raise RulesError(f"{where}: got a code that is not in its exact form, expected the set's own code")
    return found


def _read_set(table: dict[str, Any], where: str) -> CardSet:
    check_keys(
        table,
        ("set", "deck", "type", "icons", "players", "parameters", "objective", "landscape"),
        where,
    )
    origins: dict[str, str] = {}
    head = _table(table["set"], ("name", "game", "format", "icons"), f"{where}, set")
    name = check_words(head["name"], f"{where}, set, name")
    for key, expected in (("game", "momiji"), ("format", 1)):
        if head[key] != expected or isinstance(head[key], bool):
            raise RulesError(f"{where}, set, {key}: got {head[key]!r}, expected {expected!r}")
    counts, per_type = _read_counts(table["deck"], f"{where}, deck", origins)
    icons = _read_icons(table["icons"], counts, f"{where}, icons", origins)
    if not isinstance(head["icons"], str) or head["icons"] not in icons:
        raise RulesError(f"{where}, set, icons: got {head['icons']!r}, expected one of {', '.join(icons)}")
    types = _read_types(table["type"], f"{where}, type", origins)
    setups = _read_setups(table["players"], f"{where}, players", origins)
    parameters = _read_parameters(table["parameters"], f"{where}, parameters", origins)
    _check_setups(setups, parameters, per_type, f"{where}, players")
    objectives = _read_objectives(table["objective"], f"{where}, objective", origins)
    _check_objectives(objectives, setups, f"{where}, objective")
    landscapes = _read_landscapes(table["landscape"], f"{where}, landscape", origins)
    return CardSet(
        name=name,
        code=write_code(table, where),
        types=types,
        counts=counts,
        icons=icons,
        table=head["icons"],
        setups=setups,
        parameters=parameters,
        objectives=objectives,
        landscapes=landscapes,
        origins=origins,
    )


def _read_counts(entry: Any, where: str, origins: dict[str, str]) -> tuple[tuple[int, ...], int]:
    entry = _table(entry, ("count", "per_type", "total", "provenance"), where)
    count = _table(entry["count"], tuple(map(str, VALUES)), f"{where}, count")
    counts = tuple(check_whole(count[str(value)], f"{where}, count, {value}", 0, 30) for value in VALUES)
    if counts[0] == 0:
        raise RulesError(f"{where}, count, 0: got 0, expected 1 or more, for every pile begins with a 0")
    per_type = check_whole(entry["per_type"], f"{where}, per_type", 1, 99)
    if sum(counts) != per_type:
        raise RulesError(f"{where}, per_type: got {per_type}, expected {sum(counts)}, the sum of count")
    total = check_whole(entry["total"], f"{where}, total", 1, 999)
    if total != len(LETTERS) * per_type:
        raise RulesError(
            f"{where}, total: got {total}, expected {len(LETTERS) * per_type}, "
            f"{len(LETTERS)} types of {per_type} cards"
        )
    origins["counts of cards"] = _provenance(entry, where)
    return counts, per_type


def _read_icons(
    entry: Any, counts: tuple[int, ...], where: str, origins: dict[str, str]
) -> dict[str, tuple[tuple[str, ...], ...]]:
    check_type(entry, dict, where)
    check_keys(entry, ("provenance",), where, optional=TABLES)
    icons = {}
    for name in TABLES:
        if name not in entry:
            continue
        table = _table(entry[name], tuple(map(str, VALUES)), f"{where}, {name}")
        rows = []
        for value in VALUES:
            at = f"{where}, {name}, {value}"
            marks = table[str(value)]
            check_type(marks, list, at)
            if len(marks) != counts[value]:
                raise RulesError(
                    f"{at}: got {len(marks)} marks, expected {counts[value]}, the cards of value {value}"
                )
            for mark in marks:
                if not isinstance(mark, str) or mark not in MARKS:
                    raise RulesError(
                        f"{at}: got the mark {shorten(repr(mark))}, expected '=', '<', '>' or ''"
                    )
            rows.append(tuple(sorted(marks, key=MARKS.index)))
        icons[name] = tuple(rows)
    if not icons:
        raise RulesError(f"{where}: got no table, expected at least one of {', '.join(TABLES)}")
    origins["icons"] = _provenance(entry, where)
    return icons


def _read_types(entries: Any, where: str, origins: dict[str, str]) -> dict[str, LeafType]:
    found: dict[str, LeafType] = {}
    for at, entry in _entries(entries, ("letter", "name", "leaf", "provenance"), where):
        letter = entry["letter"]
        if not isinstance(letter, str) or len(letter) != 1 or letter not in LETTERS or letter in found:
            raise RulesError(
                f"{at}, letter: got {shorten(repr(letter))}, expected six different ones of {' '.join(LETTERS)}"
            )
        name, leaf = check_words(entry["name"], f"{at}, name"), check_words(entry["leaf"], f"{at}, leaf")
        if any(name == other.name for other in found.values()):
            raise RulesError(f"{at}, name: got {name!r} a second time, expected six different names")
        found[letter] = LeafType(letter, name, leaf, _provenance(entry, at))
        origins[f"the type {name}"] = entry["provenance"]
    if len(found) != len(LETTERS):
        raise RulesError(
            f"{where}: got {len(found)} types, expected six different ones of {' '.join(LETTERS)}"
        )
    return {letter: found[letter] for letter in LETTERS}


def _read_setups(entries: Any, where: str, origins: dict[str, str]) -> dict[int, Setup]:
    keys = ("count", "types", "objectives", "torii", "deck_after_setup", "provenance")
    found: dict[int, Setup] = {}
    for at, entry in _entries(entries, keys, where):
        count = check_whole(entry["count"], f"{at}, count", 1, 4)
        if count in found:
            raise RulesError(f"{at}, count: got {count} a second time, expected 1, 2, 3 and 4 once each")
        found[count] = Setup(
            types=check_whole(entry["types"], f"{at}, types", 1, len(LETTERS)),
            objectives=check_whole(entry["objectives"], f"{at}, objectives", 0, 20),
            torii=check_whole(entry["torii"], f"{at}, torii", 1, 24),
            deck_after_setup=check_whole(entry["deck_after_setup"], f"{at}, deck_after_setup", 0, 999),
            provenance=_provenance(entry, at),
        )
        origins[f"the set-up for {count} player{'s' if count > 1 else ''}"] = entry["provenance"]
    for count in range(1, 5):
        if count not in found:
            raise RulesError(f"{where}: got no entry for count {count}, expected 1, 2, 3 and 4 once each")
    return {count: found[count] for count in range(1, 5)}


def _read_parameters(entry: Any, where: str, origins: dict[str, str]) -> Parameters:
    names = tuple(field.name for field in fields(Parameters))
    entry = _table(entry, names, where)
    values = {}
    for name in names:
        one = _table(entry[name], ("value", "provenance"), f"{where}, {name}")
        low, high = _RANGES.get(name, (0, 99))
        values[name] = check_whole(one["value"], f"{where}, {name}, value", low, high)
        origins[name] = _provenance(one, f"{where}, {name}")
    return Parameters(**values)


def _check_setups(setups: Mapping[int, Setup], p: Parameters, per_type: int, where: str) -> None:
    for count, setup in setups.items():
        rest = per_type * setup.types - p.hand_start * count - p.display_start
        if setup.deck_after_setup != rest or rest < 0:
            raise RulesError(
                f"{where}, count {count}, deck_after_setup: got {setup.deck_after_setup}, expected {rest}, that is "
                f"{per_type} x {setup.types} - {p.hand_start} x {count} - {p.display_start}"
                + (", which must not be below 0" if rest < 0 else "")
            )


def _read_objectives(entries: Any, where: str, origins: dict[str, str]) -> dict[str, Objective]:
    found: dict[str, Objective] = {}
    for at, entry in _entries(entries, ("id", "text", "metric", "arg", "solo", "provenance"), where):
        name = _id(entry["id"], found, f"{at}, id")
        metric, arg = entry["metric"], entry["arg"]
        if metric not in METRICS:
            raise RulesError(
                f"{at} ({name}), metric: got {shorten(repr(metric))}, expected one of {', '.join(METRICS)}"
            )
        args = {"value_count": tuple(map(str, VALUES)), "type_count": tuple(LETTERS)}.get(metric, ("",))
        if arg not in args:
            raise RulesError(
                f"{at} ({name}), arg: got {shorten(repr(arg))}, expected {' or '.join(map(repr, args))}"
            )
        found[name] = Objective(
            id=name,
            text=check_words(entry["text"], f"{at} ({name}), text"),
            metric=metric,
            arg=arg,
            solo=check_whole(entry["solo"], f"{at} ({name}), solo", 1, 999),
            provenance=_provenance(entry, f"{at} ({name})"),
        )
        origins[f"objective {name}"] = entry["provenance"]
    return found


def _check_objectives(found: Mapping[str, Objective], setups: Mapping[int, Setup], where: str) -> None:
    of_type = Counter(one.arg for one in found.values() if one.metric == "type_count")
    for letter in LETTERS:
        if not of_type[letter]:
            raise RulesError(f"{where}: got no type_count objective for {letter}, expected one for each type")
    rest = len(found) - of_type.total()
    for count, setup in setups.items():
        # MJ-6 leaves out types that are not in play; the worst draw leaves the types with fewest objectives
        left = rest + sum(sorted(of_type.values())[: setup.types])
        if left < setup.objectives:
            raise RulesError(
                f"{where}: got {left} objectives that {count} players can surely draw from (MJ-6), "
                f"expected at least {setup.objectives}"
            )


def _read_landscapes(entries: Any, where: str, origins: dict[str, str]) -> dict[str, Landscape]:
    found: dict[str, Landscape] = {}
    for at, entry in _entries(entries, ("id", "section", "copies", "effect", "text", "provenance"), where):
        name = _id(entry["id"], found, f"{at}, id")
        for key, words in (("section", SECTIONS), ("effect", EFFECTS)):
            if entry[key] not in words:
                raise RulesError(
                    f"{at} ({name}), {key}: got {shorten(repr(entry[key]))}, expected one of {', '.join(words)}"
                )
        found[name] = Landscape(
            id=name,
            section=entry["section"],
            copies=check_whole(entry["copies"], f"{at} ({name}), copies", 1, 20),
            effect=entry["effect"],
            text=check_words(entry["text"], f"{at} ({name}), text"),
            provenance=_provenance(entry, f"{at} ({name})"),
        )
        origins[f"landscape {name}"] = entry["provenance"]
    for section in SECTIONS:
        most = max((one.copies for one in found.values() if one.section == section), default=0)
        if most < 4:
            raise RulesError(
                f"{where}, section {section}: got at most {most} copies of a landscape, "
                "expected one with at least 4, for four players"
            )
    tiles = sum(one.copies for one in found.values())
    if tiles != 20:
        raise RulesError(f"{where}, copies: got {tiles} tiles in all, expected 20")
    return found


# --- checks of one value ------------------------------------------------------------------------


def _table(entry: Any, keys: Iterable[str], where: str) -> dict[str, Any]:
    check_type(entry, dict, where)
    check_keys(entry, keys, where)
    assert isinstance(entry, dict)
    return entry


def _entries(entries: Any, keys: Iterable[str], where: str) -> Iterable[tuple[str, dict[str, Any]]]:
    check_type(entries, list, where)
    keys = tuple(keys)
    for number, entry in enumerate(entries, 1):
        at = f"{where}, entry {number}"
        yield at, _table(entry, keys, at)


def _id(value: Any, found: Mapping[str, Any], where: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Z][A-Z0-9]{0,5}", value):
        raise RulesError(
            f"{where}: got {shorten(repr(value))}, expected a capital letter and up to 5 capitals or digits"
        )
    if value in found:
        raise RulesError(f"{where}: got {value} a second time, expected different ids")
    return value


def _provenance(entry: Mapping[str, Any], where: str) -> str:
    value = entry["provenance"]
    if value not in PROVENANCE:
        raise RulesError(
            f"{where}, provenance: got {shorten(repr(value))}, expected one of {', '.join(PROVENANCE)}"
        )
    return str(value)


CARD_SET = load_cards()
"""The set that is meant when nothing is said."""
