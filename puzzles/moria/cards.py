"""What is printed on the cards: a card set, read from ``cards.toml`` or from an owner's file and checked.

A *kind* is the place of a land card in its colour's set, 0 to 8. A land card is 9 x seat + kind. A *laid* card is
4 x card + turn, where turn 0 to 3 says that its printed north edge points n, e, s or w. The functions ``kind_of``,
``owner_of`` and ``turn_of`` take laid cards apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from puzzles.core.setcode import read_code as read_table
from puzzles.core.setcode import write_code
from puzzles.core.state import RulesError
from puzzles.core.tables import check_keys, check_provenance, check_type, read_toml
from puzzles.core.text import shorten

FILE = Path(__file__).parent / "cards.toml"

KINDS = 9
"""Land cards of a colour."""

CASTLE, STORE = "castle", "store"
CLASSES = ("castle", "mine", "tavern", "store", "monster")
TASKS = ("dig", "gain", "draw", "trade", "slay")
TESTS = ("realm_cards", "realm_vp", "slain", "gem_types", "gems", "ogres", "dwarves")
EFFECTS = ("take_gem", "send_home", "step", "take_ogre", "swap")
EDGES = ("n", "e", "s", "w")


@dataclass(frozen=True, slots=True)
class Land:
    """A kind of land card.

    group    castle, mine, tavern, store or monster (``class`` in the file)
    need     own dwarves that its task takes; slots: places for dwarves
    task     dig, gain, draw, trade or slay
    walls    of the printed n e s w edges, 1 a wall
    gem      place in ``CardSet.gems`` of what a mine gives; -1 where the task is no gain
    amount   gems gained, ogres drawn, goals bought at once
    blocks   group that a monster blocks in its region, or empty; trophy: points when slain
    """

    kind: str
    letter: str
    group: str
    symbol: str
    slots: int
    need: int
    task: str
    vp: int
    walls: tuple[int, ...]
    gem: int = -1
    amount: int = 0
    blocks: str = ""
    trophy: int = 0


@dataclass(frozen=True, slots=True)
class Gem:
    type: str
    letter: str
    count: int
    vp: int


@dataclass(frozen=True, slots=True)
class TradingGoal:
    """cost: of each gem type, in card-set order."""

    id: str
    cost: tuple[int, ...]
    vp: int


@dataclass(frozen=True, slots=True)
class SecretGoal:
    """Fulfilled while what `test` counts is at least `at_least` (MO-49)."""

    id: str
    name: str
    test: str
    at_least: int
    vp: int


@dataclass(frozen=True, slots=True)
class Ogre:
    """effect: take_gem, send_home, step, take_ogre or swap (MO-32 to MO-36)."""

    id: str
    count: int
    effect: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How many parts there are, and the numbers in the rules."""

    seats_max: int
    colours: tuple[str, ...]
    land_per_colour: int
    dwarves_per_colour: int
    trading_goals: int
    secret_goals: int
    gems: int
    ogres: int
    hand_limit: int
    open_goals: int
    secret_per_seat: int
    goals_to_end: int
    actions: int
    actions_with_castle: int


_BOX = {
    "seats_max": 4,
    "land_per_colour": KINDS,
    "dwarves_per_colour": 7,
    "trading_goals": 10,
    "secret_goals": 7,
    "gems": 34,
    "ogres": 13,
    "secret_per_seat": 1,
}
"""Numbers that no set can change (MO-2, MO-5)."""

_RANGES = {
    "hand_limit": (KINDS, 40),  # land cards cannot be burned, so a full hand of them must be allowed
    "open_goals": (1, 10),
    "goals_to_end": (1, 11),
    "actions": (1, 9),
    "actions_with_castle": (1, 9),
}


@dataclass(frozen=True, slots=True, eq=False)
class CardSet:
    """A whole card file. Two sets are equal when every entry is.

    title    what programs and printed sheets show
    code     the set as a share code: what ``set:`` in a position text holds for an owner's set
    walls    of each laid card: 1 a wall in the north, 2 east, 4 south, 8 west, added up; 144 numbers
    turns    of each kind: the turns that give different walls, ascending
    turned   of each kind and turn (4 x kind + turn): the first turn with the same walls
    origins  what -> seed, published or reconstructed, for every printed value
    """

    name: str
    title: str
    code: str
    counts: Counts
    symbols: tuple[str, ...]
    land: tuple[Land, ...]
    gems: tuple[Gem, ...]
    goals: Mapping[str, TradingGoal]
    secrets: Mapping[str, SecretGoal]
    ogres: Mapping[str, Ogre]
    walls: tuple[int, ...]
    turns: tuple[tuple[int, ...], ...]
    turned: tuple[int, ...]
    origins: Mapping[str, str]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.code == other.code

    def __hash__(self) -> int:
        return hash(self.code)

    def kind(self, name: str) -> int:
        """The kind with this name; -1 for none."""
        return next((kind for kind, land in enumerate(self.land) if land.kind == name), -1)

    def gem(self, name: str) -> int:
        """Place of the gem type with this name; -1 for none."""
        return next((place for place, gem in enumerate(self.gems) if gem.type == name), -1)

    @property
    def castle(self) -> int:
        """The kind that is the castle."""
        return next(kind for kind, land in enumerate(self.land) if land.group == CASTLE)

    @property
    def notice(self) -> str:
        """Which set this is and where its printed values come from, in words for a board."""
        of = Counter(self.origins.values())
        return (
            f"Card set: {self.title}. Of its {of.total()} values {of['seed']} are said in the game's own rules text, "
            f"{of['published']} in another public source, {of['reconstructed']} are reconstructed."
        )


def kind_of(laid: int) -> int:
    """The kind of a laid card."""
    return laid // 4 % KINDS


def owner_of(laid: int) -> int:
    """The seat whose colour a laid card has."""
    return laid // (4 * KINDS)


def turn_of(laid: int) -> int:
    """Where the printed north edge of a laid card points: 0 n, 1 e, 2 s, 3 w."""
    return laid % 4


def laid_card(seat: int, kind: int, turn: int) -> int:
    """A laid card from its parts."""
    return (seat * KINDS + kind) * 4 + turn


# --- reading ------------------------------------------------------------------------------------


def load_cards(path: str | Path = FILE) -> CardSet:
    """Read a card file and check it.

    ``new(cards=load_cards("mine.toml"))`` plays with it; the set travels in the position text, so a saved
    game or a share code needs no file. Raises RulesError that names file, table, entry, field, got and expected.
    """
    path = Path(path)
    return _read_set(read_toml(path), path.name)


@lru_cache(maxsize=32)
def read_code(code: str, where: str = "set") -> CardSet:
    """The card set inside a code (``CardSet.code``), checked like a file. Raises RulesError."""
    found = _read_set(read_table(code, where), where)
    if found.code != code:
        raise RulesError(f"{where}: got a code that is not in its exact form, expected the set's own code")
    return found


_TABLES = ("meta", "counts", "land", "gem", "trading_goal", "secret_goal", "ogre")


def _read_set(table: dict[str, Any], where: str) -> CardSet:
    check_keys(table, _TABLES, where)
    origins: dict[str, str] = {}
    name, title, symbols = _read_meta(table["meta"], f"{where}, meta", origins)
    counts = _read_counts(table["counts"], f"{where}, counts", origins)
    gems = _read_gems(table["gem"], f"{where}, gem", origins)
    land = _read_land(table["land"], symbols, gems, f"{where}, land", origins)
    goals = _read_goals(table["trading_goal"], gems, f"{where}, trading_goal", origins)
    secrets = _read_secrets(table["secret_goal"], f"{where}, secret_goal", origins)
    ogres = _read_ogres(table["ogre"], gems, f"{where}, ogre", origins)
    _check_sum(len(goals), counts.trading_goals, f"{where}, trading_goal", "goals")
    _check_sum(len(secrets), counts.secret_goals, f"{where}, secret_goal", "goals")
    faces = [_turned_walls(one.walls, turn) for one in land for turn in range(4)]
    turned = tuple(faces.index(face, place // 4 * 4) % 4 for place, face in enumerate(faces))
    return CardSet(
        name=name,
        title=title,
        code=write_code(table, where),
        counts=counts,
        symbols=symbols,
        land=land,
        gems=gems,
        goals=goals,
        secrets=secrets,
        ogres=ogres,
        walls=tuple(faces) * counts.seats_max,
        turns=tuple(tuple(sorted(set(turned[4 * kind : 4 * kind + 4]))) for kind in range(KINDS)),
        turned=turned,
        origins=origins,
    )


def _turned_walls(walls: tuple[int, ...], turn: int) -> int:
    """Walls of a card on the board: the edge d shows the printed edge d - turn."""
    return sum(walls[(edge - turn) % 4] << edge for edge in range(4))


def _read_meta(entry: Any, where: str, origins: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    entry = _entry(entry, ("name", "title", "format", "edges", "symbols"), where, "", origins, ("symbols",))
    if entry["format"] != 1 or isinstance(entry["format"], bool):
        raise RulesError(f"{where}, format: got {shorten(repr(entry['format']))}, expected 1")
    if entry["edges"] != list(EDGES):
        raise RulesError(f"{where}, edges: got {shorten(repr(entry['edges']))}, expected {list(EDGES)}")
    symbols = _names(entry["symbols"], 3, f"{where}, symbols")
    name = entry["name"]
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}", name):
        raise RulesError(
            f"{where}, name: got {shorten(repr(name))}, expected one word of letters, digits and - _ ., at most 40"
        )
    return name, _words(entry["title"], f"{where}, title"), symbols


def _read_counts(entry: Any, where: str, origins: dict[str, str]) -> Counts:
    names = tuple(field.name for field in fields(Counts))
    entry = _entry(entry, names, where, "", origins)
    values: dict[str, Any] = {}
    for name in names:
        at = f"{where}, {name}"
        if name == "colours":
            values[name] = _names(entry[name], _BOX["seats_max"], at)
            continue
        low, high = _RANGES.get(name, (_BOX.get(name, 0),) * 2)
        values[name] = _whole(entry[name], at, low, high)
    if values["actions_with_castle"] < values["actions"]:
        raise RulesError(
            f"{where}, actions_with_castle: got {values['actions_with_castle']}, expected {values['actions']} or more"
        )
    return Counts(**values)


def _read_gems(entries: Any, where: str, origins: dict[str, str]) -> tuple[Gem, ...]:
    found: list[Gem] = []
    for at, entry in _entries(entries, ("type", "letter", "count", "vp"), where, "gem", "type", origins):
        kind = _name(entry["type"], f"{at}, type", [one.type for one in found])
        at = f"{at} ({kind})"
        found.append(
            Gem(
                type=kind,
                letter=_letter(entry["letter"], f"{at}, letter", [one.letter for one in found]),
                count=_whole(entry["count"], f"{at}, count", 1, _BOX["gems"]),
                vp=_whole(entry["vp"], f"{at}, vp", 0, 99),
            )
        )
    _check_sum(sum(one.count for one in found), _BOX["gems"], f"{where}, count", "gems")
    return tuple(found)


_LAND_FIELDS = ("kind", "letter", "class", "symbol", "slots", "need", "task", "vp", "walls")
_TASK_FIELDS = {
    "dig": (),
    "gain": ("gem", "amount"),
    "draw": ("amount",),
    "trade": ("amount",),
    "slay": ("blocks", "trophy"),
}


def _read_land(
    entries: Any, symbols: tuple[str, ...], gems: tuple[Gem, ...], where: str, origins: dict[str, str]
) -> tuple[Land, ...]:
    check_type(entries, list, where)
    found: list[Land] = []
    for number, entry in enumerate(entries, 1):
        at = f"{where}, entry {number}"
        check_type(entry, dict, at)
        task = entry.get("task")
        more = _TASK_FIELDS.get(task, ()) if isinstance(task, str) else ()
        entry = _entry(entry, (*_LAND_FIELDS, *more), at, f"land {entry.get('kind')}, ", origins)
        kind = _name(entry["kind"], f"{at}, kind", [one.kind for one in found])
        at = f"{at} ({kind})"
        group = _one_of(entry["class"], CLASSES, f"{at}, class")
        task = _one_of(entry["task"], TASKS, f"{at}, task")
        if (group == "monster") != (task == "slay"):
            raise RulesError(
                f"{at}, task: got {task} with class {group}, expected slay for monsters and only for them"
            )
        slots = _whole(entry["slots"], f"{at}, slots", 1, _BOX["dwarves_per_colour"])
        found.append(
            Land(
                kind=kind,
                letter=_letter(entry["letter"], f"{at}, letter", [one.letter for one in found]),
                group=group,
                symbol=_one_of(entry["symbol"], symbols, f"{at}, symbol"),
                slots=slots,
                need=_whole(entry["need"], f"{at}, need", 1, slots),
                task=task,
                vp=_whole(entry["vp"], f"{at}, vp", 0, 99),
                walls=_walls(entry["walls"], f"{at}, walls"),
                **_task_values(entry, task, gems, at),
            )
        )
    if len(found) != KINDS:
        raise RulesError(f"{where}: got {len(found)} kinds, expected {KINDS} (counts, land_per_colour)")
    castles = [one.kind for one in found if one.group == CASTLE]
    if len(castles) != 1:
        raise RulesError(f"{where}, class: got {' '.join(castles) or 'no'} castle, expected exactly one")
    if not any(one.group == STORE for one in found):
        raise RulesError(f"{where}, class: got no store, expected at least one")
    return tuple(found)


def _task_values(entry: Mapping[str, Any], task: str, gems: tuple[Gem, ...], at: str) -> dict[str, Any]:
    """The fields that only some tasks have."""
    if task == "gain":
        types = tuple(one.type for one in gems)
        return {
            "gem": types.index(_one_of(entry["gem"], types, f"{at}, gem")),
            "amount": _whole(entry["amount"], f"{at}, amount", 1, 9),
        }
    if task == "draw":
        return {"amount": _whole(entry["amount"], f"{at}, amount", 1, 9)}
    if task == "trade":  # MO-42: one goal
        return {"amount": _whole(entry["amount"], f"{at}, amount", 1, 1)}
    if task == "slay":
        return {
            "blocks": _one_of(entry["blocks"], ("mine", CASTLE), f"{at}, blocks"),
            "trophy": _whole(entry["trophy"], f"{at}, trophy", 0, 99),
        }
    return {}


def _walls(value: Any, where: str) -> tuple[int, ...]:
    check_type(value, list, where)
    if len(value) != 4 or any(isinstance(bit, bool) or bit not in (0, 1) for bit in value) or all(value):
        raise RulesError(
            f"{where}: got {shorten(repr(value))}, expected four of 0 and 1 for n e s w, at least one 0"
        )
    return tuple(value)


def _read_goals(
    entries: Any, gems: tuple[Gem, ...], where: str, origins: dict[str, str]
) -> dict[str, TradingGoal]:
    found: dict[str, TradingGoal] = {}
    types = tuple(one.type for one in gems)
    for at, entry in _entries(entries, ("id", "cost", "vp"), where, "trading_goal", "id", origins):
        name = _id(entry["id"], found, f"{at}, id")
        at = f"{at} ({name})"
        check_type(entry["cost"], dict, f"{at}, cost")
        check_keys(entry["cost"], (), f"{at}, cost", optional=types)
        if not entry["cost"]:
            raise RulesError(f"{at}, cost: got no gem, expected at least one of {', '.join(types)}")
        cost = tuple(
            _whole(entry["cost"][one.type], f"{at}, cost, {one.type}", 1, one.count)
            if one.type in entry["cost"]
            else 0
            for one in gems
        )
        spent = sum(number * one.vp for number, one in zip(cost, gems, strict=True))
        vp = _whole(entry["vp"], f"{at}, vp", 0, 99)
        if vp <= spent:
            raise RulesError(f"{at}, vp: got {vp}, expected more than {spent}, the VP of its cost")
        found[name] = TradingGoal(name, cost, vp)
    return found


def _read_secrets(entries: Any, where: str, origins: dict[str, str]) -> dict[str, SecretGoal]:
    found: dict[str, SecretGoal] = {}
    keys = ("id", "name", "test", "at_least", "vp")
    for at, entry in _entries(entries, keys, where, "secret_goal", "id", origins):
        name = _id(entry["id"], found, f"{at}, id")
        at = f"{at} ({name})"
        found[name] = SecretGoal(
            id=name,
            name=_words(entry["name"], f"{at}, name"),
            test=_one_of(entry["test"], TESTS, f"{at}, test"),
            at_least=_whole(entry["at_least"], f"{at}, at_least", 1, 99),
            vp=_whole(entry["vp"], f"{at}, vp", 0, 99),
        )
    return found


def _read_ogres(entries: Any, gems: tuple[Gem, ...], where: str, origins: dict[str, str]) -> dict[str, Ogre]:
    found: dict[str, Ogre] = {}
    taken = [one.type for one in gems]  # `burn ruby` and `burn thief` share their place in a move text
    for at, entry in _entries(entries, ("id", "count", "effect"), where, "ogre", "id", origins):
        name = _name(entry["id"], f"{at}, id", [*taken, *found])
        at = f"{at} ({name})"
        found[name] = Ogre(
            id=name,
            count=_whole(entry["count"], f"{at}, count", 1, _BOX["ogres"]),
            effect=_one_of(entry["effect"], EFFECTS, f"{at}, effect"),
        )
    _check_sum(sum(one.count for one in found.values()), _BOX["ogres"], f"{where}, count", "ogres")
    return found


# --- checks of one value ------------------------------------------------------------------------


def _entry(
    entry: Any,
    keys: Iterable[str],
    where: str,
    what: str,
    origins: dict[str, str],
    printed: Iterable[str] | None = None,
) -> dict[str, Any]:
    """A table with exactly these fields and its ``from``; notes where each `printed` value comes from."""
    check_type(entry, dict, where)
    keys = tuple(keys)
    check_keys(entry, (*keys, "from"), where)
    source = entry["from"]
    check_type(source, dict, f"{where}, from")
    check_keys(source, ("rest",), f"{where}, from", optional=keys)
    check_provenance(source, source, f"{where}, from")
    for key in keys if printed is None else printed:
        origins[f"{what}{key}"] = source.get(key, source["rest"])
    assert isinstance(entry, dict)
    return entry


def _entries(
    entries: Any, keys: Iterable[str], where: str, table: str, id_key: str, origins: dict[str, str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    check_type(entries, list, where)
    keys = tuple(keys)
    for number, entry in enumerate(entries, 1):
        at = f"{where}, entry {number}"
        check_type(entry, dict, at)
        yield at, _entry(entry, keys, at, f"{table} {entry.get(id_key)}, ", origins)


def _check_sum(got: int, expected: int, where: str, what: str) -> None:
    if got != expected:
        raise RulesError(f"{where}: got {got} {what} in all, expected {expected}")


def _whole(value: Any, where: str, low: int, high: int) -> int:
    check_type(value, int, where)
    if not low <= value <= high:
        raise RulesError(f"{where}: got {value}, expected {low if low == high else f'{low} to {high}'}")
    assert isinstance(value, int)
    return value


def _words(value: Any, where: str) -> str:
    check_type(value, str, where)
    if not value.strip() or len(value) > 120 or not value.isprintable():
        raise RulesError(f"{where}: got {shorten(repr(value))}, expected 1 to 120 printable characters")
    return str(value)


def _one_of(value: Any, words: Iterable[str], where: str) -> str:
    if not isinstance(value, str) or value not in words:
        raise RulesError(f"{where}: got {shorten(repr(value))}, expected one of {', '.join(words)}")
    return value


def _name(value: Any, where: str, taken: Iterable[str]) -> str:
    """A word as move texts use it, not given before."""
    if not isinstance(value, str) or not re.fullmatch(r"[a-z][a-z0-9_]{0,29}", value):
        raise RulesError(
            f"{where}: got {shorten(repr(value))}, expected a word of small letters, digits and _, at most 30"
        )
    if value in taken:
        raise RulesError(f"{where}: got {value} a second time, expected different names")
    return value


def _names(value: Any, number: int, where: str) -> tuple[str, ...]:
    check_type(value, list, where)
    found: list[str] = []
    for one in value:
        found.append(_name(one, where, found))
    if len(found) != number:
        raise RulesError(f"{where}: got {len(found)} names, expected {number}")
    return tuple(found)


def _letter(value: Any, where: str, taken: Iterable[str]) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z]", value) or value in taken:
        raise RulesError(f"{where}: got {shorten(repr(value))}, expected a letter that no other entry has")
    return value


def _id(value: Any, found: Mapping[str, Any], where: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Z][A-Z0-9]{0,5}", value):
        raise RulesError(
            f"{where}: got {shorten(repr(value))}, expected a capital letter and up to 5 capitals or digits"
        )
    if value in found:
        raise RulesError(f"{where}: got {value} a second time, expected different ids")
    return value


CARD_SET = load_cards()
"""The set that is meant when nothing is said."""
