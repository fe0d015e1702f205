"""What may be asked of a position: dwarves, hands, gem piles, actions, cards that are ready, cells to play on."""

from __future__ import annotations

from puzzles.moria.cards import CASTLE, KINDS, TESTS
from puzzles.moria.cells import CENTRE, STEPS, is_on_map
from puzzles.moria.moves import HIDDEN
from puzzles.moria.regions import castle_cell, ground, monster_in, pile_at, realm, realm_vp
from puzzles.moria.state import SHOWN, Pile, Position, is_known

# --- dwarves ------------------------------------------------------------------------------------


def dwarves_out(position: Position, seat: int) -> int:
    """Dwarves of `seat` on the map."""
    return sum([pile.dwarves[seat] for pile in position.cells])


def supply(position: Position, seat: int) -> int:
    """Dwarves of `seat` that are not on the map."""
    return position.cards.counts.dwarves_per_colour - dwarves_out(position, seat)


def free_slots(position: Position, pile: Pile) -> int:
    """Places for dwarves left on a pile's top card (MO-25)."""
    return position.kind(pile.cards[-1]).slots - sum(pile.dwarves)


def is_frozen(position: Position, pile: Pile, seat: int) -> bool:
    """Whether dwarves of others keep a card from being ready on which `seat` has enough dwarves (MO-37)."""
    return (
        position.options.mixed == "freeze"
        and pile.dwarves[seat] >= position.kind(pile.cards[-1]).need
        and sum(pile.dwarves) > pile.dwarves[seat]
    )


def is_ready(position: Position, pile: Pile, seat: int) -> bool:
    """Whether the pile's top card resolves for `seat` if its phase gather began now (MO-37)."""
    own = pile.dwarves[seat]
    return own >= position.kind(pile.cards[-1]).need and not (
        position.options.mixed == "freeze" and sum(pile.dwarves) > own
    )


def ready_cells(position: Position, seat: int) -> tuple[int, ...]:
    """Cells whose cards are ready for `seat`, ascending."""
    return tuple([pile.cell for pile in position.cells if is_ready(position, pile, seat)])


def reachable(position: Position, cell: int) -> tuple[int, ...]:
    """Where a dwarf on `cell` can go in one action, ascending but for step=one: n e s w (MO-23)."""
    links = ground(position).links
    if position.options.step == "one":
        return tuple([other for other in links.get(cell, ()) if _has_room(position, other)])
    found, front = {cell}, [cell]
    while front:
        fresh = [other for other in links[front.pop()] if other not in found and _has_room(position, other)]
        found.update(fresh)
        front += fresh
    return tuple(sorted(found - {cell}))


def _has_room(position: Position, cell: int) -> bool:
    pile = pile_at(position, cell)
    return pile is not None and free_slots(position, pile) > 0


# --- actions and cells --------------------------------------------------------------------------


def allowance(position: Position) -> int:
    """Actions of the seat to move in this turn, as things stand now (MO-13, MO-14)."""
    if position.options.castle_bonus == "start":
        return position.allowed
    return live_allowance(position, position.to_move)


def live_allowance(position: Position, seat: int) -> int:
    """Actions that `seat` would have in a turn of its own now: more with a castle that no giant blocks."""
    counts, castle = position.cards.counts, castle_cell(position, seat)
    if castle is None or monster_in(position, ground(position).regions[castle], CASTLE) is not None:
        return counts.actions
    return counts.actions_with_castle


def free_cells(position: Position) -> tuple[int, ...]:
    """Empty cells that a card may be played on, ascending (MO-15, MO-16)."""
    if not position.cells:
        return (CENTRE,)
    taken = {pile.cell for pile in position.cells}
    around = {cell + step for cell in taken for step in STEPS}
    return tuple(sorted(cell for cell in around - taken if is_on_map(cell)))


def covered_cells(position: Position, kind: int) -> tuple[int, ...]:
    """Cells with a card that a card of this kind may be put on, ascending (MO-18 to MO-20)."""
    symbol = position.cards.land[kind].symbol
    any_group = position.options.cover == "any"
    found = []
    for pile in position.cells:
        top = position.kind(pile.cards[-1])
        if (
            top.symbol == symbol
            and (any_group or top.group not in (CASTLE, "monster"))
            and not any(pile.dwarves)
        ):
            found.append(pile.cell)
    return tuple(found)


def dig_cells(position: Position, castle: int) -> tuple[int, ...]:
    """Piles that a dig of the castle on this cell may turn, once its needed dwarves are home, ascending (MO-44)."""
    return tuple(
        [
            pile.cell
            for pile in position.cells
            if len(pile.cards) > 1
            and sum(pile.dwarves) == (position.kind(pile.cards[-1]).need if pile.cell == castle else 0)
        ]
    )


# --- hands, piles and goals ---------------------------------------------------------------------


def hand_size(position: Position, seat: int) -> int:
    """Land cards, gems and ogres in the hand of `seat` (MO-46)."""
    return len(position.land[seat]) + sum(position.gems[seat]) + len(position.ogres[seat])


def gem_piles(position: Position) -> tuple[int, ...]:
    """Gems left of each type, card-set order."""
    held = [sum(own) for own in zip(*position.gems, strict=True)]
    return tuple(gem.count - number for gem, number in zip(position.cards.gems, held, strict=True))


def can_pay(position: Position, seat: int, goal: str) -> bool:
    """Whether the gems of `seat` pay for this trading goal; False for an unknown one."""
    if goal == HIDDEN:
        return False
    return all(
        own >= cost for own, cost in zip(position.gems[seat], position.cards.goals[goal].cost, strict=True)
    )


def affordable(position: Position, seat: int) -> tuple[str, ...]:
    """Open goals that the gems of `seat` pay for, in open order (MO-42)."""
    return tuple([goal for goal in position.open_goals if can_pay(position, seat, goal)])


def goals_owned(position: Position, seat: int) -> int:
    """Trading goals and, once it lies open, the secret goal of `seat` (MO-50)."""
    return len(position.goals[seat]) + position.secrets[seat].endswith(SHOWN)


def test_value(position: Position, seat: int, test: str) -> int:
    """What a secret goal's test counts for `seat` now (MO-49)."""
    assert test in TESTS
    if test == "realm_cards":
        return len(realm(position, seat))
    if test == "realm_vp":
        return realm_vp(position, seat)
    if test == "slain":
        return len(position.slain[seat])
    if test == "gem_types":
        return sum(number > 0 for number in position.gems[seat])
    if test == "gems":
        return sum(position.gems[seat])
    return len(position.ogres[seat]) if test == "ogres" else dwarves_out(position, seat)


def is_fulfilled(position: Position, seat: int) -> bool:
    """Whether the secret goal of `seat` passes its test now; False for an unknown one (MO-47, MO-49)."""
    secret = position.secrets[seat].removesuffix(SHOWN)
    if not is_known(secret):
        return False
    goal = position.cards.secrets[secret]
    return test_value(position, seat, goal.test) >= goal.at_least


def land_of(position: Position, seat: int) -> tuple[int, ...]:
    """Kinds of the colour of `seat` that are neither on the map nor slain, ascending (MO-9)."""
    away = {laid // 4 for pile in position.cells for laid in pile.cards}
    away.update(card for own in position.slain for card in own)
    return tuple(kind for kind in range(KINDS) if seat * KINDS + kind not in away)
