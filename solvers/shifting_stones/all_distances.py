"""The atlas: fewest moves from every one of the 2,580,480 boards to each of the 72 cards.

A card's distance depends only on the tiles of the kinds that it prints. So the cards are taken together
by those kinds (12 groups), and for each group the tiles of the other kinds are blanked: the largest
group then has 1,290,240 boards, most have 107,520 or fewer. One breadth-first search a group serves all
its cards: bit i of a board's mask says that card i can match there within r moves, and one more move is
one bitwise or over the 21 neighbours of every board (``space.Space.spread``). Kept is one byte for every
board of the group and card: 7.3 million bytes instead of 72 times 2,580,480.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzles.shifting_stones.cards import ANY, CARDS
from puzzles.shifting_stones.grid import board_text
from puzzles.shifting_stones.problems import check_card
from puzzles.shifting_stones.rules import State
from solvers.shifting_stones.space import BOARDS, Space, kinds_of, space, whole
from solvers.shifting_stones.turns import read_tiles

Table = NDArray[np.uint8]
_FORMAT = "playsolve shifting_stones atlas 1"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the atlas's table: the cards of one value on a random board.

    points  of the cards; `cards` is their number
    most    moves from the worst board to the farthest of the cards
    mean    moves, averaged over boards and cards
    shares  of boards and cards that are within 0, 1, 2 ... moves; the last is 1
    """

    points: int
    cards: int
    most: int
    mean: float
    shares: tuple[float, ...]


class Atlas:
    """Distances of all boards to all cards. Make it with ``atlas()``.

    >>> found = atlas()
    >>> found.distance("SFF/HHH/EEE", 57), found.matching(1)
    (3, 286720)
    >>> found.histogram(57)[:3]
    (34416, 246030, 746924)
    """

    def __init__(self, tables: dict[int, Table]) -> None:
        self._tables = tables

    def distance(self, board: State | str, card: int) -> int:
        """Fewest moves from a board until a card matches. Raises RulesError."""
        return self._at(read_tiles(board, "atlas, board"), check_card(card, "atlas, card"))

    def away(self, board: State | str) -> dict[int, int]:
        """Card -> fewest moves from a board, for all 72 cards. Raises RulesError."""
        tiles = read_tiles(board, "atlas, board")
        return {card: self._at(tiles, card) for card in CARDS}

    def _at(self, tiles: str, card: int) -> int:
        group = space(kinds_of([card]))
        faces, row = group.place(tiles)
        return int(self._tables[card][int(_packed(group)[faces, row]), row])

    def histogram(self, card: int) -> tuple[int, ...]:
        """Number of boards 0, 1, 2 ... moves away from a match of a card; they are 2,580,480 together."""
        check_card(card, "atlas, card")
        counts = np.bincount(self._tables[card].ravel()) * space(kinds_of([card])).stands_for
        return tuple(int(number) for number in counts)

    def matching(self, card: int) -> int:
        """Number of boards on which a card matches."""
        return self.histogram(card)[0]

    def most(self, card: int) -> int:
        """Moves from the worst board until a card matches."""
        return len(self.histogram(card)) - 1

    def mean(self, card: int) -> float:
        """Moves until a card matches, averaged over all boards."""
        return sum(moves * boards for moves, boards in enumerate(self.histogram(card))) / BOARDS

    def share(self, card: int, moves: int) -> float:
        """Share of the boards from which a card is within `moves` moves, 0 to 1."""
        return sum(self.histogram(card)[: moves + 1]) / BOARDS

    def table(self, cards: Iterable[int] | None = None) -> tuple[Row, ...]:
        """What the cards of each value ask for, lowest value first.

        cards  the cards to look at; all 72 when left out
        """
        chosen = sorted(CARDS if cards is None else {check_card(card, "atlas, cards") for card in cards})
        rows = []
        for points in sorted({CARDS[card].points for card in chosen}):
            ids = [card for card in chosen if CARDS[card].points == points]
            most = max(self.most(card) for card in ids)
            shares = tuple(
                sum(sum(self.histogram(card)[: moves + 1]) for card in ids) / (BOARDS * len(ids))
                for moves in range(most + 1)
            )
            mean = sum(self.mean(card) for card in ids) / len(ids)
            rows.append(Row(points, len(ids), most, mean, shares))
        return tuple(rows)

    def order(self) -> tuple[int, ...]:
        """The 72 cards from the easiest to the hardest, by mean moves, then by id."""
        return tuple(sorted(CARDS, key=lambda card: (self.mean(card), card)))

    def boards_at(self, card: int, moves: int, most: int = 10) -> tuple[str, ...]:
        """Up to `most` boards that are exactly `moves` moves away from a card, the first in the order of ``space``."""
        check_card(card, "atlas, card")
        return _boards(np.flatnonzero(self.distances(card).ravel() == moves)[:most])

    def hardest(self, card: int, most: int = 10) -> tuple[str, ...]:
        """Up to `most` of the boards that are farthest from a card."""
        return self.boards_at(card, self.most(card), most)

    def distances(self, card: int) -> Table:
        """Fewest moves to a card from all boards, shape (512, 5040) as ``space.whole()`` orders them; 2.6 MB."""
        check_card(card, "atlas, card")
        return _expanded(space(kinds_of([card])), self._tables[card])

    def total(self) -> NDArray[np.uint16]:
        """For every board the moves to all 72 cards added up, shape (512, 5040)."""
        found = np.zeros(whole().shape, dtype=np.uint16)
        for kinds, cards in groups().items():  # added up within a group first, for that is the smaller array
            added = np.zeros(self._tables[cards[0]].shape, dtype=np.uint16)
            for card in cards:
                added += self._tables[card]
            found += _expanded(space(kinds), added)
        return found

    def within(self, moves: int) -> Table:
        """For every board the number of the 72 cards that are within `moves` moves, shape (512, 5040)."""
        found = np.zeros(whole().shape, dtype=np.uint8)
        for kinds, cards in groups().items():
            added = np.zeros(self._tables[cards[0]].shape, dtype=np.uint8)
            for card in cards:
                added += self._tables[card] <= moves
            found += _expanded(space(kinds), added)
        return found

    def extremes(self, most: int = 5) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The boards nearest to all cards together and the boards farthest from them, by ``total``."""
        total = self.total().ravel()
        return _boards(np.flatnonzero(total == total.min())[:most]), _boards(
            np.flatnonzero(total == total.max())[:most]
        )


def atlas(*, progress: bool = True, fresh: bool = False) -> Atlas:
    """The atlas of all boards and cards: read from its cache file, else built in seconds and written there.

    progress  show a bar while it is built
    fresh     build it again, whatever is in the cache
    A cache file whose checksum is wrong is built anew; one that cannot be written does no harm.
    """
    return _build(progress) if fresh else _atlas(progress)


@cache
def _kept() -> dict[str, Atlas]:
    return {}


def _atlas(progress: bool) -> Atlas:
    kept = _kept()
    if "atlas" not in kept:
        path = cache_file()
        tables = _read(path)
        if tables is None:
            found = _build(progress)
            _write(path, found)
        else:
            found = Atlas(tables)
        kept["atlas"] = found
    return kept["atlas"]


def forget() -> None:
    """Drop the atlas that this process holds; the next ``atlas()`` reads the cache file again."""
    _kept().clear()


def _build(progress: bool) -> Atlas:
    """Breadth-first over each group's boards, all cards of the group at once."""
    from tqdm.auto import tqdm

    tables: dict[int, Table] = {}
    with tqdm(total=len(CARDS), desc="atlas", unit="card", disable=not progress, leave=False) as bar:
        for kinds, cards in groups().items():
            for start in range(0, len(cards), 32):
                tables.update(_search(space(kinds), cards[start : start + 32], bar))
    return Atlas(dict(sorted(tables.items())))


def groups() -> dict[tuple[int, ...], tuple[int, ...]]:
    """The cards by the kinds of tile that they print."""
    found: dict[tuple[int, ...], list[int]] = {}
    for card in CARDS:
        found.setdefault(kinds_of([card]), []).append(card)
    return {kinds: tuple(cards) for kinds, cards in sorted(found.items())}


def _search(boards: Space, cards: tuple[int, ...], bar: Any) -> dict[int, Table]:
    """Distances to some cards, shape (2 ** tiles, arrangements) as ``Space.once`` orders the faces."""
    size = next(size for size in (8, 16, 32) if len(cards) <= size)
    kind = np.dtype(f"uint{size}").type
    masks = np.zeros(boards.shape, dtype=kind)
    for i, card in enumerate(cards):
        masks |= boards.matching(card) * kind(1 << i)
    everything = kind((1 << len(cards)) - 1)
    once, columns = boards.once, np.arange(boards.shape[1])
    tables = {card: np.zeros(once.shape, dtype=np.uint8) for card in cards}
    open_cards = dict(enumerate(cards))
    while open_cards:
        reached = masks[once, columns]
        common = int(np.bitwise_and.reduce(reached, axis=None))
        for i, card in list(open_cards.items()):
            tables[card] += reached & kind(1 << i) == 0
            if common >> i & 1:
                del open_cards[i]
                bar.update(1)
        if common != everything:
            masks = boards.spread(masks)
    return tables


@cache
def _packed(group: Space) -> NDArray[np.int16]:
    return group.packed


def _expanded(group: Space, table: NDArray[Any]) -> NDArray[Any]:
    """An array over all boards from one over the boards of a group (``Space.once``)."""
    rows = np.array([group.row_of[_blanked(row, group)] for row in whole().rows])
    found: NDArray[Any] = table[_packed(group)[:, rows], rows]
    return found


def _blanked(row: str, group: Space) -> str:
    return "".join(face if face in group.rows[0] else ANY for face in row)


def _boards(places: NDArray[np.intp]) -> tuple[str, ...]:
    boards = whole()
    return tuple(board_text(boards.board(*map(int, divmod(int(place), boards.shape[1])))) for place in places)


# --- the cache file -----------------------------------------------------------------------------


def cache_file() -> Path:
    """Where the atlas is kept between runs."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("playsolve")) / "shifting_stones_atlas_1.bin"


def _key() -> bytes:
    """What the content depends on: the format and the patterns of the cards."""
    return "\n".join([_FORMAT, *(f"{card} {CARDS[card].pattern}" for card in CARDS)]).encode()


def _shape(card: int) -> tuple[int, int]:
    group = space(kinds_of([card]))
    return 1 << group.tiles, group.shape[1]


def _read(path: Path) -> dict[int, Table] | None:
    """The tables of a cache file; None when it is missing or is not, byte for byte, what was written."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    size = hashlib.sha256().digest_size
    content = memoryview(data)[size:]
    if hashlib.sha256(_key() + content).digest() != data[:size]:
        return None
    tables, at = {}, 0
    for card in CARDS:
        shape = _shape(card)
        tables[card] = np.frombuffer(content, np.uint8, shape[0] * shape[1], at).reshape(shape)
        at += shape[0] * shape[1]
    return tables


def _write(path: Path, found: Atlas) -> None:
    content = b"".join(found._tables[card].tobytes() for card in CARDS)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(_key() + content).digest() + content)
            os.replace(name, path)  # another process sees the old file or the new one, never half of it
        except OSError:
            os.unlink(name)
            raise
    except OSError:
        pass


__all__ = ["Atlas", "Row", "atlas", "cache_file", "forget", "groups"]
