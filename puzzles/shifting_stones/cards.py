"""The nine tiles and the 72 pattern cards, read from ``cards.toml`` and checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from puzzles.core.state import RulesError
from puzzles.core.tables import check_keys, check_provenance, check_type, read_toml

FILE = Path(__file__).parent / "cards.toml"

COUNTS = {1: 28, 2: 26, 3: 13, 5: 5}
"""How many cards there are of each value in points (SS-2)."""

ANY = "."
"""A grey square of a pattern: any tile, but the cell must exist (SS-25)."""

SIDE = 3


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a tile: its letter, its name, the colour it is printed in."""

    letter: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Place:
    """One place where a card's block fits the grid.

    cells  all cells of the block, grey squares included (0 to 8, row by row from the top)
    needs  (cell, face) for every printed face
    """

    cells: tuple[int, ...]
    needs: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A pattern card.

    points   1, 2, 3 or 5
    pattern  rows from the top separated by ``/``, ``.`` = any tile: ``H./.F``
    """

    id: int
    points: int
    pattern: str

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(self.pattern.split("/"))

    @property
    def places(self) -> tuple[Place, ...]:
        """Places of the block in the grid, reading order; never turned or mirrored (SS-24)."""
        return _places(self.pattern)


@dataclass(frozen=True, slots=True)
class CardSet:
    """A whole card file: faces by letter, backs by letter, tile counts by pair, cards by id."""

    faces: dict[str, Face]
    backs: dict[str, str]
    tiles: tuple[str, ...]
    cards: dict[int, Card]
    provenance: dict[str, str]


@cache
def _places(pattern: str) -> tuple[Place, ...]:
    rows = pattern.split("/")
    height, width = len(rows), len(rows[0])
    found = []
    for top in range(SIDE - height + 1):
        for left in range(SIDE - width + 1):
            block = [
                ((top + r) * SIDE + left + c, face)
                for r, row in enumerate(rows)
                for c, face in enumerate(row)
            ]
            found.append(
                Place(
                    cells=tuple(cell for cell, _ in block),
                    needs=tuple((cell, face) for cell, face in block if face != ANY),
                )
            )
    return tuple(found)


def load_cards(path: str | Path = FILE) -> CardSet:
    """Read a card file and check it against SS-1 and SS-2.

    Raises RulesError that names file, entry, field, what was got and what was expected.
    """
    path = Path(path)
    where = path.name
    table = read_toml(path)
    check_keys(table, ("format", "game", "provenance", "faces", "tiles", "deck"), where)
    for key, expected in (("format", 1), ("game", "shifting_stones")):
        if table[key] != expected:
            raise RulesError(f"{where}, {key}: got {table[key]!r}, expected {expected!r}")
    check_type(table["provenance"], dict, f"{where}, provenance")
    check_provenance(table["provenance"], ("tiles", "points", "pattern", "id"), f"{where}, provenance")
    faces = _read_faces(table["faces"], f"{where}, faces")
    tiles = _read_tiles(table["tiles"], faces, f"{where}, tiles")
    backs = {tile[side]: tile[1 - side] for tile in tiles for side in (0, 1)}
    cards = _read_deck(table["deck"], backs, Counter(tiles), f"{where}, deck")
    return CardSet(faces, backs, tiles, cards, table["provenance"])


def _read_faces(table: Any, where: str) -> dict[str, Face]:
    check_type(table, dict, where)
    faces = {}
    for letter, entry in table.items():
        at = f"{where}, {letter}"
        if len(letter) != 1 or not ("A" <= letter <= "Z"):
            raise RulesError(f"{at}: got the letter {letter!r}, expected one capital letter A to Z")
        check_type(entry, dict, at)
        check_keys(entry, ("name", "colour"), at)
        check_type(entry["name"], str, f"{at}, name")
        check_type(entry["colour"], str, f"{at}, colour")
        faces[letter] = Face(letter, entry["name"], entry["colour"])
    return faces


def _read_tiles(entries: Any, faces: dict[str, Face], where: str) -> tuple[str, ...]:
    check_type(entries, list, where)
    tiles: list[str] = []
    for number, entry in enumerate(entries, 1):
        at = f"{where}, entry {number}"
        check_type(entry, dict, at)
        check_keys(entry, ("faces", "count"), at)
        check_type(entry["faces"], str, f"{at}, faces")
        check_type(entry["count"], int, f"{at}, count")
        pair, count = entry["faces"], entry["count"]
        if len(pair) != 2 or pair[0] == pair[1] or any(face not in faces for face in pair):
            raise RulesError(f"{at}, faces: got {pair!r}, expected two different letters of {''.join(faces)}")
        if not 1 <= count <= 9:
            raise RulesError(f"{at}, count: got {count}, expected 1 to 9")
        tiles += [pair] * count
    used = Counter(face for pair in set(tiles) for face in pair)
    for face in faces:
        if used[face] != 1:
            raise RulesError(
                f"{where}: got the face {face} on {used[face]} kinds of tile, expected one (SS-1)"
            )
    if len(tiles) != SIDE * SIDE:
        raise RulesError(f"{where}: got {len(tiles)} tiles, expected {SIDE * SIDE} (SS-1)")
    return tuple(tiles)


def _read_deck(table: Any, backs: dict[str, str], tiles: Counter[str], where: str) -> dict[int, Card]:
    check_type(table, dict, where)
    check_keys(table, ("cards",), where)
    check_type(table["cards"], list, f"{where}, cards")
    rows = table["cards"]
    total = sum(COUNTS.values())
    if len(rows) != total:
        raise RulesError(f"{where}: got {len(rows)} cards, expected {total} (SS-2)")
    kinds = {face: count for pair, count in tiles.items() for face in pair}
    cards: dict[int, Card] = {}
    seen: dict[str, int] = {}
    for number, entry in enumerate(rows, 1):
        at = f"{where}, card {number}"
        check_type(entry, dict, at)
        check_keys(entry, ("id", "points", "pattern"), at)
        check_type(entry["id"], int, f"{at}, id")
        check_type(entry["points"], int, f"{at}, points")
        check_type(entry["pattern"], str, f"{at}, pattern")
        if entry["id"] != number:
            raise RulesError(f"{at}, id: got {entry['id']}, expected {number} (ids 1 to {total} in order)")
        if entry["points"] not in COUNTS:
            raise RulesError(f"{at}, points: got {entry['points']}, expected one of 1 2 3 5 (SS-2)")
        pattern = entry["pattern"]
        _check_pattern(pattern, backs, kinds, f"{at}, pattern")
        if pattern in seen:
            raise RulesError(
                f"{at}, pattern: got {pattern!r}, which card {seen[pattern]} has; expected 72 different"
            )
        seen[pattern] = number
        cards[number] = Card(number, entry["points"], pattern)
    got = Counter(card.points for card in cards.values())
    if got != COUNTS:
        raise RulesError(f"{where}, points: got {dict(sorted(got.items()))}, expected {COUNTS} (SS-2)")
    return cards


def _check_pattern(pattern: str, backs: dict[str, str], kinds: dict[str, int], where: str) -> None:
    rows = pattern.split("/")
    if len({len(row) for row in rows}) != 1 or not 1 <= len(rows) <= SIDE or not 1 <= len(rows[0]) <= SIDE:
        raise RulesError(f"{where}: got {pattern!r}, expected 1 to 3 equally long rows of 1 to 3 letters")
    printed = Counter(face for row in rows for face in row if face != ANY)
    if not printed:
        raise RulesError(f"{where}: got {pattern!r}, expected at least one printed face")
    for face in printed:
        if face not in backs:
            raise RulesError(f"{where}: got the letter {face!r}, expected one of {' '.join(backs)} or '.'")
        kind = printed[face] + printed[backs[face]]
        if kind > kinds[face]:
            raise RulesError(
                f"{where}: got {kind} faces of the kind {face}/{backs[face]}, "
                f"expected at most {kinds[face]}, the number of such tiles"
            )


CARD_SET = load_cards()
CARDS = CARD_SET.cards
FACES = CARD_SET.faces
BACKS = CARD_SET.backs
TILES = CARD_SET.tiles

NINE = (
    "top left",
    "top middle",
    "top right",
    "middle left",
    "centre",
    "middle right",
    "bottom left",
    "bottom middle",
    "bottom right",
)
"""Where a cell lies in the grid, in words; the block of a 3x3 card fits in one place only."""


def card_words(card: int) -> str:
    """The pattern of the card with this id in words, for the printed cards have no names.

    >>> card_words(36), card_words(15), card_words(27), card_words(69)
    ('Fish-Fish', 'Bird over Seed', 'any-Seed over Boat-any', 'Moon top left, Fish centre, Fish bottom right')
    """

    def name(face: str) -> str:
        return "any" if face == ANY else FACES[face].name

    rows = CARDS[card].rows
    if len(rows) == len(rows[0]) == SIDE:
        faces = [face for row in rows for face in row]
        return ", ".join(
            f"{name(face)} {where}" for face, where in zip(faces, NINE, strict=True) if face != ANY
        )
    return " over ".join("-".join(map(name, row)) for row in rows)
