"""What a teacher says about Autumn of Moria, as numbers: the ten facts of the lesson, each computed from the rules.

Everything here is exact. Positions are given as states or their texts; values are points unless said otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from puzzles.core.state import RulesError
from puzzles.moria.cards import CARD_SET
from puzzles.moria.cells import STEPS, cell_text, is_on_map, read_cell
from puzzles.moria.moves import TURNS, Move
from puzzles.moria.problems import BestTurn
from puzzles.moria.queries import free_slots, supply
from puzzles.moria.regions import castle_cell, ground, pile_at, realm, realm_vp
from puzzles.moria.rules import State, read_state
from puzzles.moria.state import Pile
from solvers.moria.cuts import cut
from solvers.moria.plain import LONGEST, Plain
from solvers.moria.plan import best_turn
from solvers.moria.ways import muster


def position(state: State | str) -> State:
    """A state from itself or its text. Raises RulesError."""
    if isinstance(state, str):
        return read_state(state)
    if not isinstance(state, State):
        raise RulesError(f"position: got {type(state).__name__}, expected a state of moria or its text")
    return state


def turn_value(state: State, objective: str = "own") -> int:
    """The value of ``best_turn``."""
    value = best_turn(state, objective).value
    assert isinstance(value, int)
    return value


# --- 1 the castle ---------------------------------------------------------------------------------


def free_actions(turns: int, castle: int | None) -> int:
    """Actions for other things in so many turns, when the castle is played in turn `castle` (None: never).

    >>> free_actions(6, None), free_actions(6, 1), free_actions(6, 4)
    (18, 23, 20)
    """
    counts = CARD_SET.counts
    if castle is None or castle > turns:
        return counts.actions * turns
    with_castle = turns - castle + 1
    return counts.actions * turns + (counts.actions_with_castle - counts.actions) * with_castle - 1


def without_castle(state: State | str) -> tuple[int, int]:
    """(best turn as it is, best turn without the castle in hand)."""
    start = position(state)
    seat, castle = start.to_move, start.cards.castle
    rest = tuple(kind for kind in start.land[seat] if kind != castle)
    land = (*start.land[:seat], rest, *start.land[seat + 1 :])
    return turn_value(start), turn_value(start.but(land=land))


# --- 2 the hand limit -----------------------------------------------------------------------------


def kept_gems(land: int, played: int = 0) -> tuple[int, int]:
    """(gems kept, gems burned) of a turn that gains an emerald and two gold, with so many land cards in hand.

    land    0 to 9, before the turn
    played  how many of them are laid in the turn, 0 to 2
    Raises RulesError.
    """
    if land not in range(10) or played not in range(3) or played > land:
        raise RulesError(f"hand: got {land} land cards and {played} played, expected 0 to 9 and 0 to 2")
    kinds = [one.kind for one in CARD_SET.land]
    hand = kinds[len(kinds) - land :]
    text = (
        "game: moria\nseats: blue | red\n0,0: emerald_mine:red n blue*2\n1,0: gold_mine:red n blue*2\n"
        f"land: {' '.join(hand) or '-'} | -"
    )
    state = read_state(text)
    for _ in range(played):
        state = state.play(next(move for move in state.moves() if move.verb == "play"))
    state = _taken(state.play(Move("done")))
    held = sum(state.gems[0])
    while state.to_move == 0:
        burns = [move for move in state.moves() if move.verb in ("burn", "end")]
        state = state.play(burns[-1])
    return sum(state.gems[0]), held - sum(state.gems[0])


def _taken(state: State) -> State:
    """Everything that is ready resolved, in the order of the map."""
    while state.phase == "gather":
        state = state.play(next(move for move in state.moves() if move.verb == "take"))
    return state


# --- 3 the order of gathering ----------------------------------------------------------------------


def gather_orders(state: State | str) -> dict[tuple[str, ...], int]:
    """Every order in which the ready cards can be resolved -> the most that the turn brings in this order.

    state  in phase act, whose actions are over, or in phase gather
    The choices of stores and castles are the best for each order, and so is the moment to reveal.
    """
    start = position(state)
    problem = BestTurn()
    problem.check_start(start)
    start = problem.seen(start)
    now = problem.worth(start, start.to_move)
    closed = problem.after(start, Move("done")) if start.phase == "act" else start
    last = Plain(problem)
    known: dict[State, dict[tuple[str, ...], int]] = {}

    def orders(here: State) -> dict[tuple[str, ...], int]:
        if here.phase != "gather":
            return {(): -(-last.best(here) // LONGEST)}
        if here not in known:
            found: dict[tuple[str, ...], int] = {}
            for move in problem.moves(here):
                head = () if move.cell is None else (cell_text(move.cell),)
                for tail, points in orders(problem.after(here, move)).items():
                    order = (*head, *tail)
                    found[order] = max(points, found.get(order, points))
            known[here] = found
        return known[here]

    return {order: points - now for order, points in sorted(orders(closed).items())}


# --- 4 gaps ----------------------------------------------------------------------------------------


def gaps(state: State | str, seat: int = 0) -> dict[str, int]:
    """Cells of the realm of `seat`, the castle's left out -> points that the realm loses when this card is gone."""
    start = position(state)
    castle, now = castle_cell(start, seat), realm_vp(start, seat)
    return {
        cell_text(cell): now
        - realm_vp(start.but(cells=tuple(pile for pile in start.cells if pile.cell != cell)), seat)
        for cell in realm(start, seat)
        if cell != castle
    }


# --- 5 and 6 one dwarf ------------------------------------------------------------------------------


def with_dwarf(state: State | str, seat: int, cell: str) -> State:
    """The position with one more dwarf of `seat` on a cell, from its supply. Raises RulesError."""
    start = position(state)
    pile = pile_at(start, read_cell(cell, "cell"))
    if pile is None or not free_slots(start, pile) or not supply(start, seat):
        raise RulesError(
            f"dwarf of {start.colours[seat]} on {cell}: expected a card with a free slot, and a dwarf in the supply"
        )
    dwarves = tuple(number + (one == seat) for one, number in enumerate(pile.dwarves))
    cells = tuple(Pile(one.cell, one.cards, dwarves) if one is pile else one for one in start.cells)
    return start.but(cells=cells)


def _with_each(start: State, seat: int, cells: Sequence[int]) -> Iterator[tuple[str, State]]:
    for cell in cells:
        pile = pile_at(start, cell)
        if pile is not None and free_slots(start, pile):
            yield cell_text(cell), with_dwarf(start, seat, cell_text(cell))


def frozen_turns(state: State | str, rival: int) -> dict[str, int]:
    """Cells with a free slot -> best turn of the seat to move when one dwarf of `rival` stands there, too."""
    start = position(state)
    cells = [pile.cell for pile in start.cells]
    return {cell: turn_value(after) for cell, after in _with_each(start, rival, cells)}


def guarded_cuts(state: State | str, rival: str) -> dict[str, int]:
    """Cells of the rival's realm with a free slot -> the value of ``cut`` when one dwarf of his stands there."""
    start = position(state)
    seat = start.colours.index(rival)
    found = {}
    for cell, after in _with_each(start, seat, realm(start, seat)):
        value = cut(after, rival).value
        assert isinstance(value, int)
        found[cell] = value
    return found


# --- 7 doors ----------------------------------------------------------------------------------------


def doors(state: State | str, seat: int = 0) -> tuple[str, ...]:
    """Free cells next to an open edge of the realm of `seat`: where a frost giant could join it."""
    start = position(state)
    tops, walls = ground(start).tops, start.cards.walls
    found = {
        cell + step
        for cell in realm(start, seat)
        for edge, step in enumerate(STEPS)
        if cell + step not in tops and is_on_map(cell + step) and not walls[tops[cell]] >> edge & 1
    }
    return tuple(map(cell_text, sorted(found)))


SQUARE = ("ruby_mine", "diamond_mine", "castle", "general_store")
"""Four cards of one colour in a square, from the upper left by rows, whose walls can face outwards."""


def square(turns: Sequence[str]) -> State:
    """The four cards of ``SQUARE`` in a square, turned so."""
    cells = ("0,0", "1,0", "0,1", "1,1")
    lines = [f"{cell}: {kind}:blue {turn}" for cell, kind, turn in zip(cells, SQUARE, turns, strict=True)]
    return read_state("\n".join(["game: moria", "seats: blue | red", *lines, "land: - | frost_giant"]))


def door_counts() -> Counter[int]:
    """Doors -> in how many of all 256 ways to turn the square its four cards are one realm with so many doors."""
    found: Counter[int] = Counter()
    for turns in product(TURNS, repeat=len(SQUARE)):
        state = square(turns)
        if len(realm(state, 0)) == len(SQUARE):
            found[len(doors(state))] += 1
    return found


# --- 8 whose mines ----------------------------------------------------------------------------------


def recoloured(state: State | str) -> State:
    """The position with every mine, tavern and store that lies alone on its cell in the other of two colours.

    Dwarves, castles, monsters, piles and hands stay. Raises RulesError where there are not two seats, or a card would
    lie on the map twice.
    """
    start = position(state)
    if start.seats != 2:
        raise RulesError(f"recoloured: got {start.seats} seats, expected 2")
    each = 4 * len(start.cards.land)
    cells = []
    for pile in start.cells:
        laid = pile.cards[-1]
        if len(pile.cards) == 1 and start.kind(laid).group in ("mine", "tavern", "store"):
            pile = pile._replace(cards=((laid + each) % (2 * each),))
        cells.append(pile)
    return read_state(str(start.but(cells=tuple(cells), land=((), ()))))


# --- 9 place or move --------------------------------------------------------------------------------


LINE = """game: moria
seats: blue | red
0,0: castle:blue w blue*{far}
1,0: emerald_mine:red n
2,0: ogre_tavern:red n
3,0: general_store:blue n
0,1: castle:red n blue*{shut}
3,1: ruby_mine:red e blue*{near}
land: - | -"""
"""A store with dwarves next door, three cards away and shut in, so that the supply can have any number."""


def gathered(supplied: int, wanted: int) -> int | None:
    """Actions until `wanted` dwarves stand on the store of ``LINE`` with so many in the supply; None: impossible.

    supplied  0 to 7; of the others one stands next door, up to three are three cards away, and the rest is shut in
    Raises RulesError.
    """
    if supplied not in range(8):
        raise RulesError(f"supply: got {supplied}, expected 0 to 7")
    out = 7 - supplied
    near = min(1, out)
    far = min(3, out - near)
    text = LINE.format(near=near, far=far, shut=out - near - far).replace(" blue*0", "")
    value = muster(text, "3,0", wanted).value
    assert value is None or isinstance(value, int)
    return value


# --- 10 the surplus ---------------------------------------------------------------------------------


def staffed(state: State | str, cell: str, dwarves: int) -> State:
    """The position with so many dwarves of the seat to move on a cell. Raises RulesError."""
    start = position(state)
    pile = pile_at(start, read_cell(cell, "cell"))
    if pile is None:
        raise RulesError(f"staffed: got {cell}, expected a cell with a card")
    own = tuple(dwarves if one == start.to_move else number for one, number in enumerate(pile.dwarves))
    cells = tuple(one._replace(dwarves=own) if one is pile else one for one in start.cells)
    return read_state(str(replace(start, cells=cells)))


__all__ = [
    "LINE",
    "SQUARE",
    "door_counts",
    "doors",
    "free_actions",
    "frozen_turns",
    "gaps",
    "gather_orders",
    "gathered",
    "guarded_cuts",
    "kept_gems",
    "position",
    "recoloured",
    "square",
    "staffed",
    "turn_value",
    "with_dwarf",
    "without_castle",
]
