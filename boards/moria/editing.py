"""The position editor of Autumn of Moria: touches that set up a position, as position texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from boards.moria.words import cell_of, plain, turn_parts
from puzzles.moria import State
from puzzles.moria.cards import laid_card, owner_of, turn_of
from puzzles.moria.cells import CENTRE
from puzzles.moria.moves import HIDDEN
from puzzles.moria.queries import free_cells, free_slots, gem_piles, supply
from puzzles.moria.regions import pile_at, place_of
from puzzles.moria.state import Pile


def addable(state: State) -> Sequence[tuple[str, str]]:
    """(label, id) of what can be put into the hand of the seat to move: gems, ogres, own land cards from the map."""
    cards, seat = state.cards, state.to_move
    found = [
        (f"a {gem.type}", gem.type) for gem, left in zip(cards.gems, gem_piles(state), strict=True) if left
    ]
    found += [
        (f"ogre {plain(name)}", name)
        for name in cards.ogres
        if name in (*state.ogre_deck, *state.ogre_discard)
    ]
    found += [
        (plain(land.kind), land.kind) for kind, land in enumerate(cards.land) if kind not in state.land[seat]
    ]
    return found


def edit(state: State, touched: Sequence[str]) -> str | None:
    """The position text after an edit; None when more touches are needed.

    A land card and a free cell lay it there. The supply and a card put an own dwarf there. A card of the map is
    turned by a quarter; with another touch of the same card its top goes back to its owner's hand. A gem or an
    ogre of the hand goes back. ``("add", "ruby")`` brings one into the hand.
    """
    first, rest = touched[0], touched[1:]
    if first == "add":
        return str(_with(state, touched[1]))
    cell = cell_of(first)
    if cell is not None:
        return str(_turned(state, cell))
    kind, _, name = first.partition("-")
    if first == "dwarf" or (kind == "card" and state.cards.kind(name) >= 0):
        if not rest:
            return None
        at = cell_of(rest[0])
        if at is None:
            return str(state)
        return str(_with_dwarf(state, at) if first == "dwarf" else _laid(state, state.cards.kind(name), at))
    if kind in ("gem", "ogre") and turn_parts(first) is None:
        return str(_without(state, name))
    return str(state)


def _with(state: State, name: str) -> State:
    """A gem, an ogre or a land card comes to the hand of the seat to move."""
    seat, gem, kind = state.to_move, state.cards.gem(name), state.cards.kind(name)
    if gem >= 0:
        own = state.gems[seat]
        return replace(state, gems=_at(state.gems, seat, _at(own, gem, own[gem] + 1)))
    if kind >= 0:
        emptied = _without_card(state, seat, kind)
        land = tuple(sorted({*emptied.land[seat], kind}))
        return replace(emptied, land=_at(emptied.land, seat, land))
    ogres = _at(state.ogres, seat, (*state.ogres[seat], name))
    if name in state.ogre_deck:
        return replace(state, ogres=ogres, ogre_deck=_less(state.ogre_deck, name))
    return replace(state, ogres=ogres, ogre_discard=_less(state.ogre_discard, name))


def _without(state: State, name: str) -> State:
    """A gem goes to its pile, an ogre under its deck."""
    seat, gem = state.to_move, state.cards.gem(name)
    if gem >= 0:
        own = state.gems[seat]
        return replace(state, gems=_at(state.gems, seat, _at(own, gem, max(0, own[gem] - 1))))
    if name == HIDDEN or name not in state.ogres[seat]:
        return state
    ogres = _at(state.ogres, seat, _less(state.ogres[seat], name))
    return replace(state, ogres=ogres, ogre_deck=(*state.ogre_deck, name))


def _without_card(state: State, seat: int, kind: int) -> State:
    """The card of a seat's colour leaves the map and the trophies, wherever it lies."""
    card = laid_card(seat, kind, 0) // 4
    cells = []
    for pile in state.cells:
        left = tuple(laid for laid in pile.cards if laid // 4 != card)
        if left:
            same = left[-1] == pile.cards[-1]
            cells.append(Pile(pile.cell, left, pile.dwarves if same else (0,) * state.seats))
    slain = tuple(tuple(one for one in own if one != card) for own in state.slain)
    return _still_possible(replace(state, cells=tuple(cells), slain=slain))


def _laid(state: State, kind: int, cell: int) -> State:
    """An own hand card on a free cell, or on a pile of its symbol without dwarves."""
    seat = state.to_move
    if kind not in state.land[seat]:
        return state
    pile, place = pile_at(state, cell), place_of(state, cell)
    laid = laid_card(seat, kind, 0)
    land = _at(state.land, seat, tuple(one for one in state.land[seat] if one != kind))
    if pile is None:
        if cell not in free_cells(state) and not (cell == CENTRE and not state.cells):
            return state
        cells = (*state.cells[:place], Pile(cell, (laid,), (0,) * state.seats), *state.cells[place:])
        return replace(state, cells=cells, land=land)
    under, card = state.kind(pile.cards[-1]), state.cards.land[kind]
    if any(pile.dwarves) or under.symbol != card.symbol or "castle" in (under.group, card.group):
        return state
    cells = (*state.cells[:place], pile._replace(cards=(*pile.cards, laid)), *state.cells[place + 1 :])
    return replace(state, cells=cells, land=land)


def _with_dwarf(state: State, cell: int) -> State:
    """One more own dwarf on a card; from a full card the own ones go home."""
    seat, pile = state.to_move, pile_at(state, cell)
    if pile is None:
        return state
    if free_slots(state, pile) and supply(state, seat):
        number = pile.dwarves[seat] + 1
    else:
        number = 0
    place = place_of(state, cell)
    after = pile._replace(dwarves=_at(pile.dwarves, seat, number))
    return _still_possible(replace(state, cells=(*state.cells[:place], after, *state.cells[place + 1 :])))


def _turned(state: State, cell: int) -> State:
    """The top card turned to its next different turn; after the last one it goes back to its owner's hand."""
    pile, place = pile_at(state, cell), place_of(state, cell)
    if pile is None:
        return state
    laid = pile.cards[-1]
    seat, kind = owner_of(laid), laid // 4 % len(state.cards.land)
    turns = state.cards.turns[kind]
    at = turns.index(turn_of(laid)) + 1
    if at < len(turns):
        cards = (*pile.cards[:-1], laid_card(seat, kind, turns[at]))
        return replace(
            state, cells=(*state.cells[:place], pile._replace(cards=cards), *state.cells[place + 1 :])
        )
    away = _without_card(state, seat, kind)
    return replace(away, land=_at(away.land, seat, tuple(sorted({*away.land[seat], kind}))))


def _still_possible(state: State) -> State:
    """Only cards that are still ready wait to be gathered; without one the phase is burn."""
    if state.phase != "gather":
        return state
    from puzzles.moria.queries import ready_cells

    ready = ready_cells(state, state.to_move)
    left = tuple(cell for cell in state.gathering if cell in ready)
    return replace(state, gathering=left, phase="gather" if left else "burn")


def _less(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    at = names.index(name)
    return (*names[:at], *names[at + 1 :])


def _at(parts: tuple[Any, ...], place: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:place], part, *parts[place + 1 :])
