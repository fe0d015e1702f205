"""What must fit together in a position of Autumn of Moria: what no game and no puzzle can have is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from puzzles.core.state import RulesError
from puzzles.moria.cards import CASTLE, KINDS
from puzzles.moria.cells import cell_text
from puzzles.moria.moves import HIDDEN
from puzzles.moria.queries import dwarves_out, free_slots, gem_piles, is_fulfilled, ready_cells
from puzzles.moria.state import SHOWN, Position, card_text


def check_possible(position: Position) -> None:
    """Raise RulesError for a position that no game and no puzzle can have."""
    _check_land(position)
    for number, gem in zip(gem_piles(position), position.cards.gems, strict=True):
        if number < 0:
            raise RulesError(
                f"position, gems: got {gem.count - number} {gem.type} in all, expected at most {gem.count} (MO-2)"
            )
    _check_ogres(position)
    _check_goals(position)
    _check_piles(position)
    _check_turn(position)


def _check_land(position: Position) -> None:
    """Every land card is in one place at most."""
    seen: dict[int, str] = {}
    places: list[tuple[str, Iterable[int]]] = [
        (cell_text(pile.cell), [laid // 4 for laid in pile.cards]) for pile in position.cells
    ]
    places += [
        (f"slain, {colour}", own) for colour, own in zip(position.colours, position.slain, strict=True)
    ]
    places += [
        (f"land, {colour}", [seat * KINDS + kind for kind in position.land[seat]])
        for seat, colour in enumerate(position.colours)
    ]
    for where, cards in places:
        for card in cards:
            if card in seen:
                raise RulesError(
                    f"position, {where}: got {card_text(position, card)} a second time (first: {seen[card]}), "
                    "expected each land card once (MO-2)"
                )
            seen[card] = where
    for colour, own in zip(position.colours, position.slain, strict=True):
        for card in own:
            if position.cards.land[card % KINDS].group != "monster":
                raise RulesError(
                    f"position, slain, {colour}: got {card_text(position, card)}, expected monsters (MO-31)"
                )


def _check_ogres(position: Position) -> None:
    held = Counter(ogre for own in position.ogres for ogre in own)
    held.update([*position.ogre_deck, *position.ogre_discard])
    for name, ogre in position.cards.ogres.items():
        if held[name] > ogre.count:
            raise RulesError(
                f"position, ogres: got {held[name]} {name} in all, expected at most {ogre.count} (MO-2)"
            )
    most = position.cards.counts.ogres
    if held.total() > most:
        raise RulesError(f"position, ogres: got {held.total()} in all, expected at most {most} (MO-2)")


def _check_goals(position: Position) -> None:
    seen: set[str] = set()
    total = 0
    for where, goals in (
        *((f"goals, {colour}", own) for colour, own in zip(position.colours, position.goals, strict=True)),
        ("open", position.open_goals),
        ("deck", position.deck),
    ):
        total += len(goals)
        for goal in goals:
            if goal in seen:
                raise RulesError(
                    f"position, {where}: got {goal} a second time, expected each goal once (MO-2)"
                )
            seen.update({goal} - {HIDDEN})
    counts = position.cards.counts
    if total > counts.trading_goals:
        raise RulesError(
            f"position, goals: got {total} trading goals in all, expected at most {counts.trading_goals} (MO-2)"
        )
    if len(position.open_goals) > counts.open_goals:
        raise RulesError(
            f"position, open: got {len(position.open_goals)} goals, expected at most {counts.open_goals} (MO-4)"
        )
    secrets = [secret.removesuffix(SHOWN) for secret in position.secrets if secret not in ("", HIDDEN)]
    for secret, number in Counter(secrets).items():
        if number > 1:
            raise RulesError(f"position, secret: got {secret} {number} times, expected each goal once (MO-5)")


def _check_piles(position: Position) -> None:
    strict = position.options.cover == "strict"
    for pile in position.cells:
        where = f"position, {cell_text(pile.cell)}"
        lands = [position.kind(laid) for laid in pile.cards]
        symbols = list(dict.fromkeys(land.symbol for land in lands))
        if len(symbols) > 1:
            raise RulesError(
                f"{where}: got a pile of the symbols {' and '.join(symbols)}, expected one symbol (MO-18)"
            )
        if strict and len(lands) > 1:
            _check_strict(position, pile.cards, where)
        if free_slots(position, pile) < 0:
            raise RulesError(
                f"{where}: got {sum(pile.dwarves)} dwarves, expected at most {lands[-1].slots}, "
                f"the slots of {lands[-1].kind} (MO-25)"
            )
    most = position.cards.counts.dwarves_per_colour
    for seat, colour in enumerate(position.colours):
        out = dwarves_out(position, seat)
        if out > most:
            raise RulesError(
                f"position: got {out} {colour} dwarves on the map, expected at most {most} (MO-2)"
            )


def _check_strict(position: Position, cards: tuple[int, ...], where: str) -> None:
    """With cover=strict nothing lies on a castle, nor on a monster until a dig brings it below."""
    for laid in cards:
        land = position.kind(laid)
        if land.group == CASTLE or (land.group == "monster" and land.blocks == CASTLE):
            raise RulesError(f"{where}: got a {land.kind} in a pile, expected it alone on its cell (MO-20)")


def _check_turn(position: Position) -> None:
    if position.phase == "over":
        limit = int(position.options.rounds)
        if not position.last and not (limit and position.round == limit):
            raise RulesError(
                "position, turn: got over, expected last: yes with it (MO-50)"
                + (f" or round: {limit} (MO-53)" if limit else "")
            )
        for seat, secret in enumerate(position.secrets):
            if not secret.endswith(SHOWN) and is_fulfilled(position, seat):
                raise RulesError(
                    f"position, secret, {position.colours[seat]}: got {secret} in a game that is over, "
                    f"expected {secret}{SHOWN}, for it is fulfilled (MO-51)"
                )
    ready = ready_cells(position, position.to_move)
    for cell in position.gathering:
        if cell not in ready:
            raise RulesError(
                f"position, turn: got {cell_text(cell)} to gather, expected a card that is ready for "
                f"{position.colour} (MO-37)"
            )
    limit = int(position.options.rounds)
    if limit and position.round > limit:
        raise RulesError(f"position, round: got {position.round}, expected at most {limit} (MO-53)")
