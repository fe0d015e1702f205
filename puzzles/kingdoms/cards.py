"""The 80 cards: a card set, read from ``cards.toml`` or from an owner's file and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from puzzles.core.setcode import read_code as read_table
from puzzles.core.setcode import write_code
from puzzles.core.state import RulesError
from puzzles.core.tables import (
    check_keys,
    check_provenance,
    check_type,
    check_whole,
    check_words,
    read_toml,
)
from puzzles.core.text import shorten
from puzzles.kingdoms.pieces import ALL_UNITS, RACES, UNITS, Mine

FILE = Path(__file__).parent / "cards.toml"


@dataclass(frozen=True, slots=True)
class King:
    """A king card: the letter of its race, the race's name, the shape that stands for it."""

    race: str
    name: str
    shape: str


@dataclass(frozen=True, slots=True)
class Parameters:
    """The numbers of the rules and the limits of the numbers on the cards."""

    cards: int
    kings: int
    strength_min: int
    strength_max: int
    copies: int
    open_mines: int
    camp_start: int
    hand: int
    players_min: int
    players_max: int
    defence_min: int
    defence_max: int
    size_min: int
    size_max: int
    value_min: int
    value_max: int


_RANGES = {
    # what the texts and the shape of the game rest on cannot be changed by a card set
    "cards": (80, 80),
    "kings": (4, 4),
    "strength_min": (0, 0),
    "strength_max": (9, 9),
    "copies": (2, 2),
    "open_mines": (4, 4),
    "players_min": (2, 2),
    "players_max": (4, 4),
    "camp_start": (0, 8),
    "hand": (1, 10),
    "value_min": (0, 99),
    "value_max": (0, 99),
}
"""Least and greatest value of a parameter; the others go from 1 to 9."""

PARTS = ("race", "strength", "overseer", "defence", "size", "value", "pairing")
"""What [provenance] names."""

WORDS = {
    "race": "the races",
    "strength": "the strengths",
    "overseer": "which mines have an overseer",
    "defence": "the defences",
    "size": "the sizes",
    "value": "the values",
    "pairing": "which mine is on the back of which unit",
}


@dataclass(frozen=True, eq=False)
class CardSet:
    """A whole card file. Two sets are equal when every entry is.

    code     the set as a share code: what ``cards:`` in a position text holds (but for the shipped set)
    real     whether the numbers are those of a real copy
    kings    letter of the race -> its king
    units    the unit side of card 1, 2 ... 80        mines  their mine sides
    origins  what -> seed, published or reconstructed
    """

    name: str
    code: str
    real: bool
    note: str
    parameters: Parameters
    kings: Mapping[str, King]
    units: tuple[int, ...]
    mines: tuple[Mine, ...]
    origins: Mapping[str, str]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, CardSet) and self.code == other.code)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.code)

    @property
    def reconstructed(self) -> tuple[str, ...]:
        """What of the set is our choice and published nowhere."""
        return tuple(what for what, origin in self.origins.items() if origin == "reconstructed")

    @property
    def twins(self) -> tuple[tuple[int, ...], ...]:
        """Card numbers of mines that show the same four numbers (check V8, a notice and no error)."""
        alike: dict[tuple[int, int, bool, int], list[int]] = {}
        for mine in self.mines:
            alike.setdefault(mine[1:], []).append(mine.number)
        return tuple(tuple(numbers) for numbers in alike.values() if len(numbers) > 1)

    @property
    def notice(self) -> str:
        """Which set this is and what of it is reconstructed, in words for a board."""
        if self.real:
            words = f"Card set: {self.name}. Its numbers are those of a real copy."
        else:
            words = f"Card set: {self.name}. The numbers on its mines are not the published ones."
        ours = [what for what in self.reconstructed if what in WORDS.values()]
        if not self.real and ours:
            words += f" Reconstructed: {', '.join(ours)}."
        if self.twins:
            pairs = "; ".join(" and ".join(f"m{number}" for number in numbers) for numbers in self.twins)
            words += f" Mines alike: {pairs}."
        return words


# --- reading ------------------------------------------------------------------------------------

_loaded: dict[str, tuple[CardSet, Path | None]] = {}
"""The sets that were read from files in this process, by name, for check V7."""


def load_cards(path: str | Path = FILE) -> CardSet:
    """Read a card file and check it (V1 to V7).

    ``new(cards=load_cards("mine.toml"))`` plays with it; the set travels in the position text, so a saved
    game or a share code needs no file. A file that was changed may be read again. Raises RulesError that
    names file, card, field, got and expected.
    """
    path = Path(path)
    found = _read_set(read_toml(path), path.name)
    _keep(found, path.resolve(), path.name)
    return found


def _keep(found: CardSet, path: Path, where: str) -> None:
    """V7: a name stands for one set."""
    known = _loaded.get(found.name)
    if known is not None and known[0] != found and known[1] != path:
        raise RulesError(
            f"{where}, set, name: got {found.name!r}, expected another name, for a set so named is loaded"
        )
    _loaded[found.name] = (found, path)


def find_cards(words: str, where: str = "cards") -> CardSet:
    """The set that ``cards:`` of a position text means: a loaded set's name, or a set's code. Raises RulesError."""
    if words in _loaded:
        return _loaded[words][0]
    if not words.startswith("ps1."):
        raise RulesError(
            f"{where}: got {shorten(words)!r}, expected the name of a loaded card set "
            f"({', '.join(_loaded)}) or the code of one"
        )
    return read_code(words, where)


@lru_cache(maxsize=32)
def read_code(code: str, where: str = "cards") -> CardSet:
    """The card set inside a code (``CardSet.code``), checked like a file. Raises RulesError."""
    found = _read_set(read_table(code, where), where)
    if found.code != code:
        raise RulesError(f"{where}: got a code that is not in its exact form, expected the set's own code")
    if found.name == CARD_SET.name and found != CARD_SET:
        raise RulesError(
            f"{where}, set, name: got {found.name!r}, expected another name than the shipped set's"
        )
    return found


def _read_set(table: dict[str, Any], where: str) -> CardSet:
    check_keys(table, ("set", "parameters", "provenance", "king", "card"), where, optional=("totals",))
    head = _table(table["set"], ("name", "format", "real"), f"{where}, set", optional=("note",))
    if head["format"] != 1 or isinstance(head["format"], bool):
        raise RulesError(f"{where}, set, format: got {head['format']!r}, expected 1")
    check_type(head["real"], bool, f"{where}, set, real")
    parameters = _read_parameters(table["parameters"], f"{where}, parameters")
    units, mines = _read_cards(table["card"], parameters, where)
    _check_totals(table.get("totals", {}), mines, parameters, f"{where}, totals")
    return CardSet(
        name=check_words(head["name"], f"{where}, set, name"),
        code=write_code(table, where),
        real=head["real"],
        note=check_words(head["note"], f"{where}, set, note") if "note" in head else "",
        parameters=parameters,
        kings=_read_kings(table["king"], f"{where}, king"),
        units=units,
        mines=mines,
        origins=_read_origins(table["provenance"], f"{where}, provenance"),
    )


def _read_parameters(entry: Any, where: str) -> Parameters:
    names = tuple(field.name for field in fields(Parameters))
    entry = _table(entry, names, where)
    values = {
        name: check_whole(entry[name], f"{where}, {name}", *_RANGES.get(name, (1, 9))) for name in names
    }
    for what in ("defence", "size", "value"):
        if values[f"{what}_min"] > values[f"{what}_max"]:
            raise RulesError(
                f"{where}, {what}_max: got {values[f'{what}_max']}, expected {values[f'{what}_min']} or more"
            )
    return Parameters(**values)


def _read_origins(entry: Any, where: str) -> dict[str, str]:
    """[provenance] names what is on the cards; [provenance.parameters], which may be left out, the parameters."""
    entry = _table(entry, PARTS, where, optional=("parameters",))
    check_provenance({part: entry[part] for part in PARTS}, PARTS, where)
    origins = {WORDS[part]: str(entry[part]) for part in PARTS}
    if "parameters" in entry:
        names = tuple(field.name for field in fields(Parameters))
        numbers = _table(entry["parameters"], names, f"{where}, parameters")
        check_provenance(numbers, names, f"{where}, parameters")
        origins |= {name: str(origin) for name, origin in numbers.items()}
    return origins


def _read_kings(entries: Any, where: str) -> dict[str, King]:
    """V6."""
    found: dict[str, King] = {}
    for at, entry in _entries(entries, ("race", "name", "shape"), where):
        race = entry["race"]
        if not isinstance(race, str) or len(race) != 1 or race not in RACES or race in found:
            raise RulesError(f"{at}, race: got {shorten(repr(race))}, expected d, o, g and t once each")
        found[race] = King(
            race, check_words(entry["name"], f"{at}, name"), check_words(entry["shape"], f"{at}, shape")
        )
        for what in ("name", "shape"):
            words = [getattr(king, what) for king in found.values()]
            if len(set(words)) != len(words):
                raise RulesError(
                    f"{at}, {what}: got {words[-1]!r} a second time, expected four different ones"
                )
    if len(found) != len(RACES):
        raise RulesError(f"{where}: got {len(found)} kings, expected 4, d, o, g and t once each")
    return {race: found[race] for race in RACES}


def _read_cards(entries: Any, p: Parameters, where: str) -> tuple[tuple[int, ...], tuple[Mine, ...]]:
    """V1 to V4: the unit and the mine side of every card, by number."""
    keys = ("n", "unit", "defence", "size", "overseer", "value")
    found: dict[int, tuple[int, Mine]] = {}
    seen: Counter[int] = Counter()
    for at, entry in _entries(entries, keys, f"{where}, card"):
        number = check_whole(entry["n"], f"{at}, n", 1, p.cards)
        if number in found:
            raise RulesError(f"{at}, n: got {number} a second time, expected 1 to {p.cards} once each")
        at = f"{where}, card {number}"
        words = entry["unit"]
        if not isinstance(words, str) or UNITS.get(words) not in ALL_UNITS:
            raise RulesError(
                f"{at}, unit: got {shorten(repr(words))}, expected a race {' '.join(RACES)} and a strength 0 to 9, e.g. d7"
            )
        unit = UNITS[words]
        seen[unit] += 1
        if seen[unit] > p.copies:
            raise RulesError(f"{at}, unit: got {words} {seen[unit]} times, expected {p.copies} times (KD-3)")
        numbers = {
            what: check_whole(
                entry[what], f"{at}, {what}", getattr(p, f"{what}_min"), getattr(p, f"{what}_max")
            )
            for what in ("defence", "size", "value")
        }
        check_type(entry["overseer"], bool, f"{at}, overseer")
        found[number] = (
            unit,
            Mine(number, numbers["defence"], numbers["size"], entry["overseer"], numbers["value"]),
        )
    if len(found) != p.cards:
        lost = next(number for number in range(1, p.cards + 1) if number not in found)
        raise RulesError(
            f"{where}, card: got {len(found)} cards, expected {p.cards}; number {lost} is missing"
        )
    cards = [found[number] for number in range(1, p.cards + 1)]
    return tuple(unit for unit, _ in cards), tuple(mine for _, mine in cards)


def _check_totals(entry: Any, mines: tuple[Mine, ...], p: Parameters, where: str) -> None:
    """V5: counts that the file says of itself."""
    check_type(entry, dict, where)
    check_keys(entry, (), where, optional=("overseers", "value_sum", "per_defence", "per_size"))
    sums = {"overseers": sum(m.overseer for m in mines), "value_sum": sum(m.value for m in mines)}
    for key, got in sums.items():
        if key in entry and check_whole(entry[key], f"{where}, {key}", 0, 9999) != got:
            raise RulesError(f"{where}, {key}: got {got} on the cards, expected {entry[key]}")
    for what in ("defence", "size"):
        key = f"per_{what}"
        if key not in entry:
            continue
        expected = check_whole(entry[key], f"{where}, {key}", 0, p.cards)
        counts = Counter(getattr(mine, what) for mine in mines)
        for number in range(getattr(p, f"{what}_min"), getattr(p, f"{what}_max") + 1):
            if counts[number] != expected:
                raise RulesError(
                    f"{where}, {key}: got {counts[number]} cards of {what} {number}, expected {expected}"
                )


def _table(entry: Any, keys: Iterable[str], where: str, optional: Iterable[str] = ()) -> dict[str, Any]:
    check_type(entry, dict, where)
    check_keys(entry, keys, where, optional)
    assert isinstance(entry, dict)
    return entry


def _entries(entries: Any, keys: Iterable[str], where: str) -> Iterable[tuple[str, dict[str, Any]]]:
    check_type(entries, list, where)
    keys = tuple(keys)
    for number, entry in enumerate(entries, 1):
        at = f"{where}, entry {number}"
        yield at, _table(entry, keys, at)


CARD_SET = load_cards()
"""The set that is meant when nothing is said."""
