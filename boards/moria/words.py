"""Autumn of Moria in words: names of things, what cards do, moves, the header, and the two forms without a drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from boards.core.drawing import Chip, Header, Look
from boards.core.phrases import count, hand_of, listed, name_of, points_words
from puzzles.moria import GAME, Move, State
from puzzles.moria.cards import CASTLE, CardSet, Land, owner_of, turn_of
from puzzles.moria.cells import STEPS, cell_at, cell_text, cell_xy
from puzzles.moria.moves import HIDDEN, TURNS
from puzzles.moria.queries import (
    allowance,
    free_slots,
    gem_piles,
    goals_owned,
    hand_size,
    is_frozen,
    is_ready,
    ready_cells,
    supply,
    test_value,
)
from puzzles.moria.regions import (
    blocker,
    ground,
    is_walled,
    monster_in,
    pile_at,
    realm,
    realm_vp,
)
from puzzles.moria.scoring import score
from puzzles.moria.state import SHOWN, Pile, is_known

EDGE_NAMES = ("north", "east", "south", "west")

NOBODY = -1
"""A viewer who knows no secret goal: what a covered board may count."""

# --- names --------------------------------------------------------------------------------------


def sentence(words: str) -> str:
    """`words` with a capital at the start, the others as they are."""
    return words[:1].upper() + words[1:]


def plain(name: str) -> str:
    """A name of the card file as words: ``gold mine``."""
    return name.replace("_", " ")


def short(land: Land) -> str:
    """A kind of land card in one word: ``Gold`` for a gold mine, ``Tavern`` for an ogre tavern."""
    parts = land.kind.split("_")
    return (parts[0] if land.group == "mine" else parts[-1]).capitalize()


def initials(colours: Sequence[str]) -> tuple[str, ...]:
    """What stands on the dwarves of each seat: its first letter, or as many as tell it from the others."""

    def mark(colour: str) -> str:
        lengths = range(1, len(colour) + 1)
        return colour[
            : next(
                n
                for n in lengths
                if sum(one.startswith(colour[:n]) for one in colours) == 1 or n == len(colour)
            )
        ]

    return tuple(mark(colour).capitalize() for colour in colours)


def colour_name(state: State, seat: int) -> str:
    return state.colours[seat].capitalize()


def seat_name(state: State, seat: int, look: Look) -> str:
    """A seat with its colour: ``You (blue)``."""
    return f"{name_of(seat, look)} ({state.colours[seat]})"


def cell_touch(cell: int) -> str:
    """Touch id and place of a cell of the map, whether a card lies there or not: ``cell-1,0``."""
    return f"cell-{cell_text(cell)}"


def cell_of(touch: str) -> int | None:
    """The cell that a touch ``cell-1,0`` names; None for other touches."""
    kind, _, rest = touch.partition("-")
    x, comma, y = rest.partition(",")
    if kind != "cell" or not comma or not (_is_whole(x) and _is_whole(y)):
        return None
    return cell_at(int(x), int(y))


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 3


def turn_touch(turn: int, walls: int) -> str:
    """Touch id of a turn of a card that is being played: ``turn-1-2`` for e with a wall in the east.

    It holds the walls, so that cards with the same walls share it and its words can say them.
    """
    return f"turn-{turn}-{walls}"


def turn_parts(touch: str) -> tuple[int, int] | None:
    """(turn, walls) that a touch ``turn-1-2`` names; None for other touches."""
    word, _, rest = touch.partition("-")
    turn, _, walls = rest.partition("-")
    if word != "turn" or turn not in ("0", "1", "2", "3") or walls not in map(str, range(16)):
        return None
    return int(turn), int(walls)


def top(state: State, pile: Pile) -> Land:
    """What is printed on the card in force."""
    return state.kind(pile.cards[-1])


def card_at(state: State, cell: int) -> str:
    """``the gold mine on 1,0``, or the cell alone where no card lies."""
    pile = pile_at(state, cell)
    return f"the {plain(top(state, pile).kind)} on {cell_text(cell)}" if pile else cell_text(cell)


def gems_words(cards: CardSet, numbers: Sequence[int]) -> str:
    """``1 ruby, 2 gold``; ``none``."""
    found = [f"{number} {gem.type}" for gem, number in zip(cards.gems, numbers, strict=True) if number]
    return ", ".join(found) or "none"


def ogres_words(ogres: Sequence[str]) -> str:
    """``2 brute, 1 thief``, faces that are hidden as ``unknown``; ``none``."""
    found = Counter("unknown" if name == HIDDEN else plain(name) for name in ogres)
    return ", ".join(f"{number} {name}" for name, number in found.items()) or "none"


# --- walls --------------------------------------------------------------------------------------


def walls_of(cards: CardSet, kind: int, turn: int) -> int:
    """Walls of a kind turned so, as ``CardSet.walls`` gives them."""
    return cards.walls[4 * kind + turn]


def walls_words(walls: int) -> str:
    """``walls north and east``, ``no walls``."""
    edges = [name for edge, name in enumerate(EDGE_NAMES) if walls >> edge & 1]
    if not edges:
        return "no walls"
    return f"{'wall' if len(edges) == 1 else 'walls'} {listed(edges)}"


def joined(state: State, cell: int, walls: int) -> tuple[int, ...]:
    """Cells that a card with these walls on `cell` would be connected with, in n e s w order (MO-24)."""
    tops, both = ground(state).tops, state.options.wall_side == "both"
    return tuple(
        cell + step
        for edge, step in enumerate(STEPS)
        if cell + step in tops and not is_walled(walls, state.cards.walls[tops[cell + step]], edge, both)
    )


def turns_words(state: State, kind: int, cell: int) -> str:
    """What the turns of a kind on a cell would join: ``n and e join 0,0; s and w join nothing``."""
    found: dict[str, list[str]] = {}
    for turn in state.cards.turns[kind]:
        others = joined(state, cell, walls_of(state.cards, kind, turn))
        there = listed([cell_text(other) for other in others]) if others else "nothing"
        found.setdefault(there, []).append(TURNS[turn])
    parts = [
        f"{listed(turns)} {'joins' if len(turns) == 1 else 'join'} {there}" for there, turns in found.items()
    ]
    return "; ".join(parts)


# --- what cards do ------------------------------------------------------------------------------


def task_words(land: Land, cards: CardSet) -> str:
    """What a card does when it resolves: ``2 dwarves: 2 gold``."""
    who = f"{land.need} dwar{'f' if land.need == 1 else 'ves'}"
    if land.task == "gain":
        return f"{who}: {land.amount} {cards.gems[land.gem].type}"
    if land.task == "draw":
        return f"{who}: {count(land.amount, 'ogre')}"
    if land.task == "slay":
        return f"{who} slay it: {points_words(land.trophy)}; it blocks every {land.blocks} of its region"
    return f"{who}: {'buy a goal' if land.task == 'trade' else 'turn a pile'}"


def yields(state: State, cell: int) -> str:
    """What the card on a cell gives when it resolves now: ``+2 gold``, ``+4 VP``, ``buy``, ``dig``, ``nothing``."""
    pile = pile_at(state, cell)
    if pile is None or blocker(state, cell) is not None:
        return "nothing"
    land = top(state, pile)
    if land.task == "gain":
        got = min(land.amount, gem_piles(state)[land.gem])
        return f"+{got} {state.cards.gems[land.gem].type}" if got else "nothing"
    if land.task == "draw":
        got = min(land.amount, len(state.ogre_deck) + len(state.ogre_discard))
        return f"+{count(got, 'ogre')}" if got else "nothing"
    if land.task == "slay":
        return f"+{land.trophy} VP"
    return "buy" if land.task == "trade" else "dig"


def ready_for(state: State, pile: Pile) -> tuple[int, ...]:
    """Seats for which a card is ready as it stands; in phase gather the seat to move only while it is to be resolved."""
    seats = [seat for seat in range(state.seats) if is_ready(state, pile, seat)]
    if state.phase == "gather":
        seats = [seat for seat in seats if seat != state.to_move]
        seats += [state.to_move] if pile.cell in state.gathering else []
    elif state.phase == "burn":
        seats = [seat for seat in seats if seat != state.to_move]
    return () if state.phase == "over" else tuple(sorted(seats))


def frozen_for(state: State, pile: Pile) -> tuple[int, ...]:
    """Seats that have enough dwarves on a card which foreign ones freeze (MO-37)."""
    return tuple(seat for seat in range(state.seats) if is_frozen(state, pile, seat))


def below_words(state: State, pile: Pile) -> str:
    """The cards under the top of a pile, from the top: ``under it red gold mine, blue ruby mine``."""
    names = [f"{state.colours[owner_of(laid)]} {plain(state.kind(laid).kind)}" for laid in pile.cards[-2::-1]]
    return f"under it {', '.join(names)}" if names else ""


def pile_words(state: State, pile: Pile) -> str:
    """A cell with its card, in a phrase that a screen reader speaks."""
    land, laid = top(state, pile), pile.cards[-1]
    walls = state.cards.walls[laid]
    parts = [
        f"{cell_text(pile.cell)} {plain(land.kind)} ({land.letter}), {state.colours[owner_of(laid)]}",
        f"symbol {land.symbol}, {land.vp} VP",
        f"turned {TURNS[turn_of(laid)]}, {walls_words(walls)}",
        task_words(land, state.cards),
        _slots_words(state, pile),
    ]
    stop = blocker(state, pile.cell)
    if stop is not None:
        parts.append(f"blocked by {card_at(state, stop)}")
    parts += [f"ready for {state.colours[seat]}" for seat in ready_for(state, pile)]
    parts += [f"frozen for {state.colours[seat]}" for seat in frozen_for(state, pile)]
    if len(pile.cards) > 1:
        parts.append(below_words(state, pile))
    return "; ".join(parts)


def _slots_words(state: State, pile: Pile) -> str:
    stand = [
        f"{number} {colour}" for colour, number in zip(state.colours, pile.dwarves, strict=True) if number
    ]
    slots = f"{free_slots(state, pile)} of {count(top(state, pile).slots, 'slot')} free"
    return f"{', '.join(stand) or 'no dwarf'}, {slots}"


# --- seats --------------------------------------------------------------------------------------


def points(state: State, seat: int, look: Look) -> int:
    """The score of a seat now, as the seat at the board may count it."""
    return score(state, seat, NOBODY if look.covered else look.seat)


def is_void(state: State, seat: int) -> bool:
    """Whether a frost giant makes the realm of a seat worth nothing (MO-28)."""
    cells = realm(state, seat)
    return (
        bool(cells) and state.options.giant_realm == "void" and monster_in(state, cells, CASTLE) is not None
    )


def realm_words(state: State, seat: int) -> str:
    """``realm 7 VP, 5 cards``."""
    cells = realm(state, seat)
    if not cells:
        return "no realm: castle not in play"
    void = ", void by a giant" if is_void(state, seat) else ""
    return f"realm {realm_vp(state, seat)} VP, {count(len(cells), 'card')}{void}"


def hand_words(state: State, seat: int) -> str:
    """``9 of 9 in hand: 7 land, 2 gems, 0 ogres``."""
    limit = state.cards.counts.hand_limit
    return (
        f"{hand_size(state, seat)} of {limit} in hand: {len(state.land[seat])} land, "
        f"{sum(state.gems[seat])} gems, {len(state.ogres[seat])} ogres"
    )


def secret_words(state: State, seat: int, *, covered: bool = False) -> str:
    """The secret goal of a seat with its test and progress, as far as it is known."""
    secret = state.secrets[seat]
    if not secret:
        return "no secret goal"
    if not is_known(secret) or (covered and not secret.endswith(SHOWN)):
        return "secret goal, face down"
    goal = state.cards.secrets[secret.removesuffix(SHOWN)]
    name = f"{goal.name}, {points_words(goal.vp)}"
    if secret.endswith(SHOWN):
        return f"secret goal {name}, revealed"
    now = test_value(state, seat, goal.test)
    return f"secret goal {name}: {test_words(goal.test, goal.at_least)}, now {now}"


def test_words(test: str, number: int) -> str:
    """``a realm of 8 cards``."""
    return {
        "realm_cards": f"a realm of {count(number, 'card')}",
        "realm_vp": f"a realm of {number} VP",
        "slain": f"{count(number, 'slain monster')}",
        "gem_types": f"gems of {count(number, 'type')} in hand",
        "gems": f"{count(number, 'gem')} in hand",
        "ogres": f"{count(number, 'ogre')} in hand",
        "dwarves": f"{number} dwarves on the map",
    }[test]


def goal_words(state: State, goal: str, seat: int) -> str:
    """An open trading goal: ``T1, 8 points for 1 emerald, 2 gold; missing 1 emerald``."""
    if goal == HIDDEN or goal not in state.cards.goals:
        return "a goal that is not known"
    card = state.cards.goals[goal]
    lacks = missing(state, goal, seat)
    now = f"missing {gems_words(state.cards, lacks)}" if any(lacks) else "can be paid"
    return f"{goal}, {points_words(card.vp)} for {gems_words(state.cards, card.cost)}; {now}"


def missing(state: State, goal: str, seat: int) -> tuple[int, ...]:
    """Gems of each type that the seat lacks for a goal."""
    return tuple(
        max(0, cost - own) for cost, own in zip(state.cards.goals[goal].cost, state.gems[seat], strict=True)
    )


def slain_words(state: State, seat: int) -> str:
    kinds = len(state.cards.land)
    names = [
        f"{plain(state.cards.land[card % kinds].kind)} of {state.colours[card // kinds]}"
        for card in state.slain[seat]
    ]
    return ", ".join(names)


def seat_words(state: State, seat: int, look: Look) -> str:
    """A seat's side in a sentence."""
    hidden = look.covered and seat == look.seat
    parts = [
        points_words(points(state, seat, look)),
        realm_words(state, seat),
        hand_words(state, seat),
        f"gems {gems_words(state.cards, state.gems[seat])}",
        f"{count(supply(state, seat), 'dwarf').replace('dwarfs', 'dwarves')} in the supply",
        f"{goals_owned(state, seat)} of {state.cards.counts.goals_to_end} goals"
        + (f" ({', '.join(state.goals[seat])})" if state.goals[seat] else ""),
        secret_words(state, seat, covered=hidden),
    ]
    if state.slain[seat]:
        parts.append(f"slain: {slain_words(state, seat)}")
    return f"{seat_name(state, seat, look)}: {'; '.join(parts)}"


# --- labels -------------------------------------------------------------------------------------

CHOICES = ("done", "end", "reveal", "leave")


def label(state: State, touch: str) -> str:
    """Words for a thing or a choice."""
    fixed = {
        "done": "Done",
        "end": "End turn",
        "reveal": "Reveal the secret goal",
        "leave": "Leave a card alone",
        "map": "The map",
        "zoom-in": "Zoom in",
        "zoom-out": "Zoom out",
        "zoom-home": "Show the whole map",
        "ogre-discard": f"Ogres: deck {len(state.ogre_deck)}, discard {len(state.ogre_discard)}",
        "deck": f"Deck of trading goals: {count(len(state.deck), 'card')}, face down",
        "secret": sentence(secret_words(state, state.to_move)),
    }
    if touch in fixed:
        if touch == "done" and state.phase == "act":
            ready = len(ready_cells(state, state.to_move))
            return f"Done: gather {count(ready, 'card')}" if ready else "Done: nothing is ready"
        return fixed[touch]
    cell = cell_of(touch)
    if cell is not None:
        pile = pile_at(state, cell)
        return sentence(pile_words(state, pile)) if pile else f"{cell_text(cell)}, free cell"
    turned = turn_parts(touch)
    if turned is not None:
        return f"{TURNS[turned[0]]}: {walls_words(turned[1])}"
    kind, _, rest = touch.partition("-")
    return _label(state, kind, rest) or touch


def _label(state: State, kind: str, rest: str) -> str:
    """Words for a touch ``KIND-REST``; empty for what is none of this game's."""
    cards, seat = state.cards, state.to_move
    if kind == "card" and cards.kind(rest) >= 0:
        land = cards.land[cards.kind(rest)]
        return (
            f"{plain(land.kind).capitalize()} ({land.letter}): symbol {land.symbol}, {land.vp} VP, "
            f"{task_words(land, cards)}"
        )
    if kind == "dwarf" and not rest:
        return f"Supply: {supply(state, seat)} of {cards.counts.dwarves_per_colour} dwarves"
    if kind == "gem" and cards.gem(rest) >= 0:
        place = cards.gem(rest)
        return (
            f"{rest.capitalize()}: {state.gems[seat][place]} in hand, {gem_piles(state)[place]} in the pile, "
            f"{cards.gems[place].vp} VP each"
        )
    if kind == "ogre":
        return _ogre_label(state, rest)
    if kind == "goal":
        return f"Goal {goal_words(state, rest, seat)}"
    if kind == "own" and rest in cards.goals:
        return f"Goal {rest}, {points_words(cards.goals[rest].vp)}, owned"
    if kind == "who" and rest in state.colours:
        return f"The {rest} dwarf"
    if kind == "steal":
        colour, _, gem = rest.partition("-")
        return f"A {gem} from {colour}" if gem else f"The ogre that {colour} has held longest"
    if kind == "nothing":
        cell = cell_of(f"cell-{rest}")
        pile = pile_at(state, cell) if cell is not None else None
        return f"{'Dig' if pile and top(state, pile).task == 'dig' else 'Buy'} nothing"
    if kind == "self":
        return "Turn its own pile"
    if kind == "reveal" and rest in state.colours:
        return f"Reveal the secret goal of {rest}"
    if kind == "seat" and rest.isdigit() and int(rest) < state.seats:
        return seat_words(state, int(rest), Look(seat=seat))
    if kind == "slain":
        return "A slain monster"
    return ""


OGRE_WORDS = {
    "take_gem": "take a gem from a rival",
    "send_home": "send a rival's dwarf home",
    "step": "move any dwarf one step",
    "take_ogre": "take a rival's ogre",
    "swap": "swap two dwarves of different colours",
}


def _ogre_label(state: State, name: str) -> str:
    if name == HIDDEN:
        return "An ogre that is not known"
    ogre = state.cards.ogres.get(name)
    return f"{plain(name).capitalize()}: {OGRE_WORDS[ogre.effect]}" if ogre else ""


# --- moves --------------------------------------------------------------------------------------


def say(state: State, move: Move) -> str:
    """The move in the player's words, before it is made."""
    cell = "" if move.cell is None else cell_text(move.cell)
    if move.verb == "play":
        return _say_play(state, move)
    if move.verb == "place":
        assert move.cell is not None
        return f"Place a dwarf on {card_at(state, move.cell)}"
    if move.verb == "move":
        assert move.to is not None
        return f"Move a dwarf from {cell} to {card_at(state, move.to)}"
    if move.verb == "ogre":
        return _say_ogre(state, move)
    if move.verb == "reveal":
        seat = state.colours.index(move.colour) if move.colour in state.colours else state.to_move
        secret = state.secrets[seat].removesuffix(SHOWN)
        whose = f" of {move.colour}" if move.colour else ""
        if not is_known(secret):
            return f"Reveal the secret goal{whose}"
        goal = state.cards.secrets[secret]
        return f"Reveal the secret goal{whose}: {goal.name}, {points_words(goal.vp)}"
    if move.verb == "take":
        return _say_take(state, move)
    if move.verb == "leave":
        assert move.cell is not None
        return f"Leave {card_at(state, move.cell)} alone this turn"
    if move.verb == "burn":
        ogre = move.name in state.cards.ogres or move.name == HIDDEN
        return (
            f"Burn {'the ogre' if ogre else 'a'} {'drawn last' if move.name == HIDDEN else plain(move.name)}"
        )
    return label(state, "done") if move.verb == "done" else "End the turn"


def _say_play(state: State, move: Move) -> str:
    assert move.cell is not None
    pile, kind = pile_at(state, move.cell), state.cards.kind(move.name)
    where = f"over {card_at(state, move.cell)}" if pile else f"on {cell_text(move.cell)}"
    walls = f", {walls_words(walls_of(state.cards, kind, TURNS.index(move.what)))}" if kind >= 0 else ""
    return f"Play the {plain(move.name)} {where}{walls}"


def _say_ogre(state: State, move: Move) -> str:
    ogre = state.cards.ogres.get(move.name)
    name = plain(move.name).capitalize()
    effect = ogre.effect if ogre else ""
    if effect == "take_gem":
        return f"{name}: take a {move.what} from {move.colour}"
    if effect == "take_ogre":
        return f"{name}: take the ogre that {move.colour} has held longest"
    if move.cell is None:
        return name
    at = cell_text(move.cell)
    if effect == "send_home":
        return f"{name}: send the {move.colour} dwarf on {at} home"
    if move.to is None:
        return name
    if effect == "step":
        return f"{name}: move the {move.colour} dwarf from {at} to {card_at(state, move.to)}"
    return f"{name}: swap the {move.colour} dwarf on {at} and the {move.what} dwarf on {cell_text(move.to)}"


def _say_take(state: State, move: Move) -> str:
    assert move.cell is not None
    pile = pile_at(state, move.cell)
    at = card_at(state, move.cell)
    if pile is None:
        return f"Gather {at}"
    stop = blocker(state, move.cell)
    if stop is not None:
        return f"Gather {at}: nothing, {card_at(state, stop)} blocks it"
    land = top(state, pile)
    if move.name == "nothing":
        return f"Gather {at}: {'dig' if land.task == 'dig' else 'buy'} nothing"
    if move.name == "buy":
        goal = state.cards.goals.get(move.what)
        worth = f", +{points_words(goal.vp)} for {gems_words(state.cards, goal.cost)}" if goal else ""
        return f"Gather {at}: buy goal {move.what}{worth}"
    if move.name == "dig":
        assert move.to is not None
        return f"Gather {at}: turn {card_at(state, move.to)} under its pile"
    verb = "Slay" if land.task == "slay" else "Gather"
    return f"{verb} {at}: {yields(state, move.cell).replace('VP', 'points')}"


# --- header, text, table ------------------------------------------------------------------------


def header(state: State, look: Look) -> Header:
    """Title, what is going on, and the seats."""
    chips = tuple(
        Chip(
            f"{name_of(seat, look)} · {colour_name(state, seat)}",
            f"{points_words(points(state, seat, look))} · "
            f"{goals_owned(state, seat)} of {state.cards.counts.goals_to_end} goals",
            to_move=state.phase != "over" and seat == state.to_move,
        )
        for seat in range(state.seats)
    )
    return Header(GAME.title, " · ".join(_line(state, look)), chips)


def phase_words(state: State) -> str:
    """What is to be done: ``act, 1 of 4 actions used``, ``gather, 2 cards left``, ``burn 2 cards``."""
    if state.phase == "act":
        return f"act, {state.used} of {allowance(state)} actions used"
    if state.phase == "gather":
        return f"gather, {count(len(state.gathering), 'card')} left"
    if state.phase == "over":
        return "game over"
    over = hand_size(state, state.to_move) - state.cards.counts.hand_limit
    return f"burn {count(over, 'card')}" if over > 0 else "nothing to burn, end the turn"


def round_words(state: State) -> list[str]:
    most = int(state.options.rounds)
    return [f"round {state.round}{f' of {most}' if most else ''}", *(["last round"] if state.last else [])]


def _line(state: State, look: Look) -> list[str]:
    if state.phase == "over":
        result = state.outcome()
        assert result is not None
        best = points_words(max(result.points))
        if state.seats == 1:
            return ["Game over", best]
        names = [name_of(seat, look) for seat in result.winners]
        verb = "win" if len(names) > 1 or names[0] == "You" else "wins"
        together = " together" if len(names) > 1 else ""
        return ["Game over", f"{listed(names)} {verb}{together} with {best}"]
    name = name_of(state.to_move, look)
    turn = "Your turn" if name == "You" else f"{name}'s turn"
    return [turn, phase_words(state), *round_words(state)]


def notice(cards: CardSet) -> str:
    """The title of the card set and where its values come from."""
    return cards.notice


def piles_words(state: State) -> str:
    """``gems left 8 ruby, 10 gold; goal deck 7; ogre deck 12, discard 1``."""
    return (
        f"gems left {gems_words(state.cards, gem_piles(state))}; goal deck {len(state.deck)}; "
        f"ogre deck {len(state.ogre_deck)}, discard {len(state.ogre_discard)}"
    )


def _lines(state: State, look: Look) -> list[str]:
    """Everything beside the map."""
    seat = look.seat
    land = ", ".join(plain(state.cards.land[kind].kind) for kind in state.land[seat]) or "none"
    ogres = "covered" if look.covered else ogres_words(state.ogres[seat])
    lines = [f"Open goal {goal_words(state, goal, seat)}" for goal in state.open_goals]
    lines.append(sentence(piles_words(state)))
    lines += [seat_words(state, one, look) for one in range(state.seats)]
    lines.append(
        f"{hand_of(look)}: land {land}; gems {gems_words(state.cards, state.gems[seat])}; ogres {ogres}"
    )
    return lines


def text(state: State, look: Look) -> str:
    """The position in plain text without colour."""
    head = header(state, look)
    piles = [pile_words(state, pile) for pile in state.cells] or ["no card yet"]
    lines = [f"{head.title}: {head.line}", "Map:", *(f"  {line}" for line in piles), *_lines(state, look)]
    return "\n".join([*lines, notice(state.cards)])


_PLAIN = "padding:3px 10px;text-align:left;background:#FCFAF2;color:#232A26;border:1px solid #C5CBBE"
_HEAD = "padding:2px 8px;text-align:center;background:#E3E7DC;color:#4E574F"


def table(state: State, look: Look) -> str:
    """The position as html tables: the static face. Walls are thick borders; every cell names its colours."""
    head = header(state, look)
    lines = [*_lines(state, look), notice(state.cards)]
    listing = "".join(f"<tr><td style='{_PLAIN}'>{escape(line)}</td></tr>" for line in lines)
    return (
        f"<div><p><b>{escape(head.title)}</b>: {escape(head.line)}</p>"
        f"<table style='border-collapse:separate;border-spacing:4px'>{_map_rows(state)}</table>"
        f"<table style='border-collapse:collapse'>{listing}</table></div>"
    )


def _map_rows(state: State) -> str:
    if not state.cells:
        return f"<tr><td style='{_PLAIN}'>The map is empty.</td></tr>"
    xs, ys = zip(*(cell_xy(pile.cell) for pile in state.cells), strict=True)
    columns = range(min(xs), max(xs) + 1)
    rows = [
        f"<tr><td style='{_HEAD}'></td>{''.join(f'<td style={_quoted(_HEAD)}>{x}</td>' for x in columns)}</tr>"
    ]
    for y in range(min(ys), max(ys) + 1):
        cells = "".join(_map_cell(state, cell_at(x, y)) for x in columns)
        rows.append(f"<tr><td style='{_HEAD}'>{y}</td>{cells}</tr>")
    return "".join(rows)


def _quoted(style: str) -> str:
    return f"'{style}'"


def _map_cell(state: State, cell: int) -> str:
    pile = pile_at(state, cell)
    if pile is None:
        return "<td></td>"
    land, laid = top(state, pile), pile.cards[-1]
    sides = ("top", "right", "bottom", "left")
    walls = state.cards.walls[laid]
    borders = ";".join(
        f"border-{side}:{'5px solid #3A3028' if walls >> edge & 1 else '1px solid #C5CBBE'}"
        for edge, side in enumerate(sides)
    )
    marks = initials(state.colours)
    dwarves = " ".join(f"{marks[seat]}×{number}" for seat, number in enumerate(pile.dwarves) if number)
    high = f" ×{len(pile.cards)}" if len(pile.cards) > 1 else ""
    blocked = "<br>blocked" if blocker(state, cell) is not None else ""
    return (
        f"<td style='padding:5px 8px;text-align:center;background:#FCFAF2;color:#232A26;{borders}'>"
        f"<b>{land.letter}</b> {escape(short(land))}{high}<br>"
        f"<small>{escape(state.colours[owner_of(laid)])}, {land.vp} VP</small><br>"
        f"<small>{dwarves or 'no dwarf'}</small>{blocked}</td>"
    )


def known_secret(state: State, seat: int, look: Look) -> str:
    """The id of a secret goal that may be shown on this board; empty when it may not."""
    secret = state.secrets[seat]
    if not is_known(secret) or (look.covered and not secret.endswith(SHOWN)):
        return ""
    return secret.removesuffix(SHOWN)
