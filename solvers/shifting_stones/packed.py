"""Boards as whole numbers, for the searches: one bit for each face on each cell.

Bit ``9 * lane + cell`` is set when the face of that lane shows on that cell; lanes 2k and 2k + 1 are
the two faces of kind k. So the tiles of some kinds are kept, and all others blanked, by one AND; a
card matches when the bits of one of its places are all set; and a move on a blanked board is the
same move on any board that it stands for.
"""

from __future__ import annotations

from puzzles.shifting_stones.cards import TILES
from puzzles.shifting_stones.problems import BOARD_MOVES

FACES = "".join(dict.fromkeys("".join(TILES)))
"""Face letters by lane: the two faces of a kind are neighbours."""

LANE = {face: lane for lane, face in enumerate(FACES)}
KINDS = len(FACES) // 2
COUNT = tuple(sum(tile[0] == FACES[2 * kind] for tile in TILES) for kind in range(KINDS))
"""Number of tiles of each kind."""

KIND_BITS = tuple(0x3FFFF << 18 * kind for kind in range(KINDS))
CELL_BITS = tuple(sum(1 << 9 * lane + cell for lane in range(len(FACES))) for cell in range(9))
_FIRST = CELL_BITS[0]
_EVEN = tuple(sum(1 << 18 * kind + cell for kind in range(KINDS)) for cell in range(9))

FLIPS = tuple((number, move.cells[0]) for number, move in enumerate(BOARD_MOVES) if move.verb == "flip")
SWAPS = tuple((number, *move.cells) for number, move in enumerate(BOARD_MOVES) if move.verb == "swap")
_FLIP_EVENS = tuple(_EVEN[cell] for _, cell in FLIPS)
_SWAP_CELLS = tuple((cell, other) for _, cell, other in SWAPS)


def pack(board: str) -> int:
    """The number of a board of nine letters.

    >>> unpack(pack("SFFHHHEEE"))
    'SFFHHHEEE'
    """
    return sum(1 << 9 * LANE[face] + cell for cell, face in enumerate(board))


def unpack(packed: int) -> str:
    """Nine letters, ``.`` where the tile is blanked."""
    letters = ["."] * 9
    for lane, face in enumerate(FACES):
        for cell in range(9):
            if packed >> 9 * lane + cell & 1:
                letters[cell] = face
    return "".join(letters)


def moved(packed: int, number: int) -> int:
    """The board after board move `number` (0 to 20, the order of ``BOARD_MOVES``)."""
    move = BOARD_MOVES[number]
    if move.verb == "flip":
        turned = (packed ^ packed >> 9) & _EVEN[move.cells[0]]
        return packed ^ (turned | turned << 9)
    cell, other = move.cells
    differ = (packed >> cell ^ packed >> other) & _FIRST
    return packed ^ (differ << cell | differ << other)


def neighbours(packed: int) -> tuple[int, ...]:
    """The boards one move away that look different, each once, flips first, in the order of move texts.

    A swap of two equal faces and a move of blanked tiles only change nothing and are left out.
    """
    found = []
    for even in _FLIP_EVENS:
        turned = (packed ^ packed >> 9) & even
        if turned:
            found.append(packed ^ (turned | turned << 9))
    for cell, other in _SWAP_CELLS:
        differ = (packed >> cell ^ packed >> other) & _FIRST
        if differ:
            found.append(packed ^ (differ << cell | differ << other))
    return tuple(found)
