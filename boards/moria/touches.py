"""What touches mean in Autumn of Moria: from touches to moves and back, and what a touch puts at stake.

A move is one lane. A land card is touched, then a cell, then a turn; a dwarf of the supply, then a card; a card with an
own dwarf, then the card it goes to. A gathered card is touched alone, or with what is chosen for it. Ogres come first,
then what they are played on; where dwarves of several colours stand on a card, ``who-red`` says which of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from boards.core.drawing import Aside, Lane, Mark
from boards.core.phrases import count, listed
from boards.moria.words import (
    CHOICES,
    below_words,
    card_at,
    cell_of,
    cell_touch,
    plain,
    top,
    turn_parts,
    turn_touch,
    turns_words,
    walls_of,
    yields,
)
from puzzles.moria import Move, State
from puzzles.moria.cells import CENTRE, STEPS, cell_text
from puzzles.moria.moves import HIDDEN, TURNS
from puzzles.moria.queries import (
    affordable,
    covered_cells,
    dig_cells,
    free_cells,
    gem_piles,
    goals_owned,
    is_fulfilled,
    is_ready,
    supply,
)
from puzzles.moria.regions import blocker, pile_at
from puzzles.moria.state import SHOWN, is_known

PILES = "under"
"""Id of the aside that shows the cards below the tops of piles."""


def choices(state: State) -> Sequence[str]:
    """The end of the phase, and the secret goal while it is not revealed, always have a button."""
    found = {"act": ["done"], "gather": [], "burn": ["end"], "over": []}[state.phase]
    if state.phase == "gather" and state.options.gather == "may":
        found.append("leave")
    secret = state.secrets[state.to_move]
    if secret and not secret.endswith(SHOWN) and state.phase != "over":
        found.append("reveal")
    return found


# --- from moves to touches ----------------------------------------------------------------------


def touches(state: State, move: Move) -> tuple[Lane, ...]:
    """The touches of a move, in one lane."""
    verb, cell = move.verb, move.cell
    if verb == "play":
        assert cell is not None
        kind, turn = state.cards.kind(move.name), TURNS.index(move.what)
        return _played_touches(move.name, cell, turn, walls_of(state.cards, kind, turn))
    if verb == "place":
        assert cell is not None
        return (("dwarf", cell_touch(cell)),)
    if verb == "move":
        assert cell is not None
        assert move.to is not None
        return ((cell_touch(cell), cell_touch(move.to)),)
    if verb == "ogre":
        return (_ogre_touches(state, move),)
    if verb == "take":
        return (_take_touches(state, move),)
    if verb == "leave":
        assert cell is not None
        return (("leave", cell_touch(cell)),)
    if verb == "burn":
        return ((_burn_touch(state, move.name),),)
    if verb == "reveal" and move.colour:
        return ((f"reveal-{move.colour}",),)
    return ((verb,),)


@lru_cache(maxsize=8192)
def _played_touches(kind: str, cell: int, turn: int, walls: int) -> tuple[Lane, ...]:
    """There may be 700 of these in one position, so that they are made once."""
    return ((f"card-{kind}", cell_touch(cell), turn_touch(turn, walls)),)


def _burn_touch(state: State, name: str) -> str:
    return f"gem-{name}" if state.cards.gem(name) >= 0 else f"ogre-{name}"


def _take_touches(state: State, move: Move) -> Lane:
    """The card, and what is chosen for it where there is more than one thing to choose."""
    cell = move.cell
    assert cell is not None
    first = cell_touch(cell)
    if not move.name or not _chosen_for(state, cell):
        return (first,)
    if move.name == "buy":
        return (first, f"goal-{move.what}")
    if move.name == "nothing":
        return (first, f"nothing-{cell_text(cell)}")
    assert move.to is not None
    return (first, f"self-{cell_text(cell)}" if move.to == cell else cell_touch(move.to))


def _chosen_for(state: State, cell: int) -> Sequence[str | int]:
    """Goals that can be bought or cells that can be dug with the ready card on `cell`; empty when nothing is chosen."""
    if cell not in state.gathering:
        return ()
    choice = state.choice(cell)
    if choice == "buy":
        return affordable(state, state.to_move)
    return dig_cells(state, cell) if choice == "dig" else ()


def _standing(state: State, cell: int, seats: Iterable[int]) -> list[int]:
    """Those of `seats` that have a dwarf on the cell."""
    pile = pile_at(state, cell)
    return [seat for seat in seats if pile is not None and pile.dwarves[seat]]


def _rivals(state: State) -> list[int]:
    return [seat for seat in range(state.seats) if seat != state.to_move]


def _ogre_touches(state: State, move: Move) -> Lane:
    """The ogre, then what it is played on."""
    effect = state.cards.ogres[move.name].effect if move.name in state.cards.ogres else ""
    first = f"ogre-{move.name}"
    if effect == "take_gem":
        return (first, f"steal-{move.colour}-{move.what}")
    if effect == "take_ogre" or move.cell is None:
        return (first, f"steal-{move.colour}")
    seat = state.colours.index(move.colour)
    if effect == "send_home":
        return (first, *_dwarf_touches(state, move.cell, _rivals(state), seat))
    assert move.to is not None
    if effect == "step":
        return (first, *_dwarf_touches(state, move.cell, range(state.seats), seat), cell_touch(move.to))
    other = state.colours.index(move.what)
    return (
        first,
        *_dwarf_touches(state, move.cell, range(state.seats - 1), seat),
        *_dwarf_touches(state, move.to, range(seat + 1, state.seats), other),
    )


def _dwarf_touches(state: State, cell: int, seats: Iterable[int], seat: int) -> Lane:
    """The cell of a dwarf of `seat`; its colour as well where dwarves of several of `seats` stand there."""
    if len(_standing(state, cell, seats)) < 2:
        return (cell_touch(cell),)
    return (cell_touch(cell), f"who-{state.colours[seat]}")


# --- from touches to moves ----------------------------------------------------------------------


def meant(state: State, touched: Sequence[str]) -> Move | None:
    """The move that touches seem to mean, legal or not; None when it is none yet."""
    if not touched:
        return None
    first, rest = touched[0], tuple(touched[1:])
    if first in CHOICES:
        return _meant_choice(state, first, rest)
    if first == "dwarf":
        return _meant_place(state, rest)
    cell = cell_of(first)
    if cell is not None:
        return _meant_gather(state, cell, rest) if state.phase != "act" else _meant_walk(state, cell, rest)
    kind, _, name = first.partition("-")
    if kind == "card" and state.cards.kind(name) >= 0:
        return _meant_play(state, name, rest)
    if kind == "ogre":
        return _meant_ogre(state, name, rest)
    if rest:
        return None
    if kind == "gem" and state.cards.gem(name) >= 0:
        return Move("burn", name=name)
    if kind == "goal":
        return _meant_goal(state, name)
    if kind == "reveal" and name in state.colours:
        return Move("reveal", colour=name)
    return None


def _if_not_legal(state: State, moves: Iterable[Move]) -> Move | None:
    """The first of the moves, for its reason, when none of them is legal."""
    first = None
    for move in moves:
        if state.why_not(move) is None:
            return None
        first = first or move
    return first


def _meant_choice(state: State, verb: str, rest: Lane) -> Move | None:
    if verb != "leave":
        return None if rest else Move(verb)
    if not rest:
        cells = state.gathering or tuple(pile.cell for pile in state.cells)
        return _if_not_legal(state, [Move("leave", cell) for cell in cells])
    cell = cell_of(rest[0])
    return Move("leave", cell) if cell is not None and len(rest) == 1 else None


def _meant_place(state: State, rest: Lane) -> Move | None:
    if not rest:
        cells = [pile.cell for pile in state.cells] or [CENTRE]
        return _if_not_legal(state, [Move("place", cell) for cell in cells])
    cell = cell_of(rest[0])
    return Move("place", cell) if cell is not None and len(rest) == 1 else None


def _meant_walk(state: State, cell: int, rest: Lane) -> Move | None:
    """A card of the map in phase act: a dwarf of it moves."""
    if not rest:
        if pile_at(state, cell) is None:
            return None
        if any(move.verb == "move" and move.cell == cell for move in state.moves()):
            return None
        return _if_not_legal(state, [Move("move", cell, to=_neighbour(state, cell))])
    to = cell_of(rest[0])
    return Move("move", cell, to=to) if to is not None and len(rest) == 1 else None


def _neighbour(state: State, cell: int) -> int:
    """A cell next to this one, with a card if there is one: its reason says more."""
    there = [cell + step for step in STEPS if pile_at(state, cell + step) is not None]
    return there[0] if there else cell + STEPS[0]


def _meant_play(state: State, name: str, rest: Lane) -> Move | None:
    kind = state.cards.kind(name)
    first = TURNS[state.cards.turns[kind][0]]
    if not rest:
        cells = free_cells(state)[:1] or (CENTRE,)
        return _if_not_legal(state, [Move("play", cells[0], name, first)])
    cell = cell_of(rest[0])
    if cell is None:
        return None
    if len(rest) == 1:
        return _if_not_legal(state, [Move("play", cell, name, first)])
    turned = turn_parts(rest[1])
    if turned is None or turned[1] != walls_of(state.cards, kind, turned[0]) or len(rest) > 2:
        return None
    return Move("play", cell, name, TURNS[turned[0]])


def _meant_gather(state: State, cell: int, rest: Lane) -> Move | None:
    """A card of the map in phase gather, and what is chosen for it."""
    if not rest:
        if cell not in state.gathering:
            return Move("take", cell)
        if _chosen_for(state, cell):
            return None
        return Move("take", cell, "nothing" if state.choice(cell) else "")
    if len(rest) > 1:
        return None
    kind, _, name = rest[0].partition("-")
    to = cell_of(rest[0])
    if to is not None:
        return Move("take", cell, "dig", to=to)
    if kind == "goal" and name in state.cards.goals:
        return Move("take", cell, "buy", name)
    if rest[0] == f"nothing-{cell_text(cell)}":
        return Move("take", cell, "nothing")
    return Move("take", cell, "dig", to=cell) if rest[0] == f"self-{cell_text(cell)}" else None


def _meant_goal(state: State, goal: str) -> Move | None:
    """An open goal alone: why it cannot be bought."""
    if goal not in state.cards.goals:
        return None
    stores = [pile.cell for pile in state.cells if top(state, pile).task == "trade"]
    stores.sort(key=lambda cell: cell not in state.gathering)
    return _if_not_legal(state, [Move("take", cell, "buy", goal) for cell in stores])


def _meant_ogre(state: State, name: str, rest: Lane) -> Move | None:
    if name not in state.cards.ogres and name != HIDDEN:
        return None
    if state.phase == "burn":
        return None if rest else Move("burn", name=name)
    if name == HIDDEN:
        return None
    rivals = _rivals(state) or [state.to_move]
    if state.phase != "act":
        return None if rest else Move("ogre", name=name, colour=state.colours[rivals[0]])
    effect = state.cards.ogres[name].effect
    if not rest:
        return _meant_lone_ogre(state, name, effect, rivals)
    if effect in ("take_gem", "take_ogre"):
        kind, _, words = rest[0].partition("-")
        colour, _, gem = words.partition("-")
        if kind != "steal" or len(rest) > 1 or colour not in state.colours:
            return None
        return Move("ogre", name=name, what=gem, colour=colour)
    return _meant_dwarves(state, name, effect, rivals, rest)


def _meant_lone_ogre(state: State, name: str, effect: str, rivals: Sequence[int]) -> Move | None:
    """An ogre alone: why it cannot be played; None when it can."""
    if any(move.verb == "ogre" and move.name == name for move in state.moves()):
        return None
    cell = state.cells[0].cell if state.cells else CENTRE
    rival = state.colours[rivals[0]]
    if effect == "take_gem":
        gems = [gem.type for gem in state.cards.gems]
        return Move("ogre", name=name, what=gems[0], colour=rival)
    if effect == "take_ogre":
        return Move("ogre", name=name, colour=rival)
    if effect == "send_home":
        return Move("ogre", cell, name, colour=rival)
    if effect == "step":
        stands = next(
            ((pile.cell, seat) for pile in state.cells for seat, number in enumerate(pile.dwarves) if number),
            (cell, state.to_move),
        )
        return Move("ogre", stands[0], name, "", _neighbour(state, stands[0]), state.colours[stands[1]])
    other = state.colours[-1]
    return Move("ogre", cell, name, other, cell + STEPS[1], state.colours[0])


def _meant_dwarves(state: State, name: str, effect: str, rivals: Sequence[int], rest: Lane) -> Move | None:
    """An ogre that is played on dwarves: the cell of one, and a second cell."""
    seats = {"send_home": rivals, "step": range(state.seats)}.get(effect, range(max(1, state.seats - 1)))
    cell, seat, left = _dwarf_of(state, rest, seats)
    if cell is None or seat is None:
        return None
    colour = state.colours[seat]
    if effect == "send_home":
        return None if left else Move("ogre", cell, name, colour=colour)
    if effect == "step":
        if not left:  # a cell alone: why no dwarf of it can step
            stops = [cell + step for step in STEPS]
            stops.sort(key=lambda to: pile_at(state, to) is None)
            moves = [Move("ogre", cell, name, "", to, state.colours[one]) for one in seats for to in stops]
            own = [move for move in moves if move.colour == colour]
            return _if_not_legal(state, [*own, *moves])
        to = cell_of(left[0])
        return Move("ogre", cell, name, "", to, colour) if to is not None and len(left) == 1 else None
    others = range(seat + 1, state.seats)
    if not left:
        if not _standing(state, cell, [seat]):
            return Move("ogre", cell, name, state.colours[-1], cell + STEPS[1], colour)
        return None
    to, other, left = _dwarf_of(state, left, others or [seat])
    if to is None or other is None or left:
        return None
    return Move("ogre", cell, name, state.colours[other], to, colour)


def _dwarf_of(state: State, touched: Lane, seats: Sequence[int]) -> tuple[int | None, int | None, Lane]:
    """(cell, seat, touches left) of a dwarf of `seats`; the seat is None while several could be meant."""
    cell = cell_of(touched[0]) if touched else None
    if cell is None:
        return None, None, ()
    left = touched[1:]
    stands = _standing(state, cell, seats)
    if len(stands) < 2:
        return cell, stands[0] if stands else seats[0], left
    colour = left[0].removeprefix("who-") if left and left[0].startswith("who-") else ""
    seat = state.colours.index(colour) if colour in state.colours else None
    return cell, seat, left[1:]


# --- what happens to the drawing ----------------------------------------------------------------


def hand_place(seat: int, kind: str) -> str:
    """data-id of a land card in hand."""
    return f"hand-{seat}-{kind}"


def dwarf_place(seat: int, cell: int, number: int) -> str:
    """data-id of a dwarf on the map: the `number`-th of its seat there, from 1."""
    return f"dwarf-{seat}-{cell_text(cell)}-{number}"


def supply_place(seat: int, number: int) -> str:
    """data-id of a dwarf in the supply, from 1."""
    return f"supply-{seat}-{number}"


def moved(state: State, move: Move) -> Mapping[str, str]:
    """Where things lie after the move: data-id -> data-id, equal ids for a card that is turned over."""
    seat, cell = state.to_move, move.cell
    if move.verb == "play":
        assert cell is not None
        return {hand_place(seat, move.name): cell_touch(cell)}
    if move.verb == "place":
        assert cell is not None
        return {supply_place(seat, supply(state, seat)): dwarf_place(seat, cell, _own(state, cell, seat) + 1)}
    if move.verb == "move":
        assert cell is not None
        assert move.to is not None
        return _walked(state, seat, cell, move.to)
    if move.verb == "ogre":
        return _ogre_moved(state, move)
    if move.verb == "take":
        return _gathered(state, move)
    if move.verb == "burn" and state.cards.gem(move.name) >= 0:
        return {f"gem-{move.name}": f"pile-{move.name}"}
    if move.verb == "reveal" and not move.colour:
        return {"secret": "secret"}
    return {}


def _own(state: State, cell: int, seat: int) -> int:
    pile = pile_at(state, cell)
    return pile.dwarves[seat] if pile is not None else 0


def _walked(state: State, seat: int, cell: int, to: int) -> dict[str, str]:
    return {
        dwarf_place(seat, cell, _own(state, cell, seat)): dwarf_place(seat, to, _own(state, to, seat) + 1)
    }


def _ogre_moved(state: State, move: Move) -> dict[str, str]:
    """Dwarves that ogres move; a thief's gem comes to the own ones."""
    effect = state.cards.ogres[move.name].effect
    seat = state.colours.index(move.colour)
    if effect == "take_gem":
        return {f"seat-{seat}": f"gem-{move.what}"}
    if effect not in ("step", "swap"):
        return {}
    assert move.cell is not None
    assert move.to is not None
    if effect == "step":
        return _walked(state, seat, move.cell, move.to)
    other = state.colours.index(move.what)
    return _walked(state, seat, move.cell, move.to) | _walked(state, other, move.to, move.cell)


def _gathered(state: State, move: Move) -> dict[str, str]:
    """Dwarves go home, and what the card gives comes to the hand."""
    cell, seat = move.cell, state.to_move
    assert cell is not None
    pile = pile_at(state, cell)
    assert pile is not None
    land, home = top(state, pile), supply(state, seat)
    stand = pile.dwarves[seat]
    stop = blocker(state, cell)
    all_go = state.options.blocked == "all" and stop is not None and sum(pile.dwarves) == stand
    back = stand if all_go else land.need
    where = {dwarf_place(seat, cell, stand - at): supply_place(seat, home + at + 1) for at in range(back)}
    if stop is not None or move.name == "nothing":
        return where
    if land.task == "gain" and gem_piles(state)[land.gem]:
        gem = state.cards.gems[land.gem].type
        where[f"pile-{gem}"] = f"gem-{gem}"
    elif land.task == "slay":
        where[cell_touch(cell)] = slain_place(seat, len(state.slain[seat]) + 1)
    elif move.name == "buy":
        where[f"goal-{move.what}"] = f"own-{move.what}"
    elif move.name == "dig":
        assert move.to is not None
        where[cell_touch(move.to)] = cell_touch(move.to)
    return where


def slain_place(seat: int, number: int) -> str:
    """data-id of a slain monster, from 1."""
    return f"slain-{seat}-{number}"


def reveals(state: State, move: Move) -> bool:
    """Whether the move draws an ogre, turns up a goal, takes a rival's ogre or shows a secret goal."""
    if move.verb == "reveal":
        return True
    if move.verb == "ogre":
        return state.cards.ogres[move.name].effect == "take_ogre"
    if move.verb == "end":
        return _end_reveals(state)
    if move.verb != "take" or move.cell is None or blocker(state, move.cell) is not None:
        return False
    if move.name == "buy":
        return state.options.refill == "at_once" and bool(state.deck)
    pile = pile_at(state, move.cell)
    return pile is not None and top(state, pile).task == "draw" and bool(state.ogre_deck)


def _end_reveals(state: State) -> bool:
    """At the end of a turn goals may be turned up; at the end of the game every fulfilled secret goal is."""
    counts = state.cards.counts
    if state.options.refill == "turn_end" and state.deck and len(state.open_goals) < counts.open_goals:
        return True
    last = state.last or goals_owned(state, state.to_move) >= counts.goals_to_end
    over = state.to_move == state.seats - 1 and (last or state.round == int(state.options.rounds))
    return over and any(secret and not secret.endswith(SHOWN) for secret in state.secrets)


# --- while a move is put together ---------------------------------------------------------------


def marks(state: State, touched: Sequence[str]) -> Sequence[Mark]:
    """A card that would no longer be ready without the dwarf that is about to leave it."""
    cell = cell_of(touched[0]) if touched and state.phase == "act" else None
    pile = pile_at(state, cell) if cell is not None else None
    if pile is None or not is_ready(state, pile, state.to_move):
        return ()
    land = top(state, pile)
    if pile.dwarves[state.to_move] > land.need:
        return ()
    return (
        Mark(
            touched[0], "lost", f"The {plain(land.kind)} on {cell_text(pile.cell)} will no longer be ready."
        ),
    )


def asides(state: State, touched: Sequence[str]) -> Sequence[Aside]:
    """A look at the cards below the tops of piles."""
    high = [pile for pile in state.cells if len(pile.cards) > 1]
    if not high:
        return ()
    told = "; ".join(
        f"{cell_text(pile.cell)} {plain(top(state, pile).kind)}, {below_words(state, pile)}" for pile in high
    )
    return (Aside(PILES, "Look under the piles", f"{told}."),)


def prompt(state: State, touched: Sequence[str]) -> str:
    """What may follow these touches, in words; empty when nothing was touched."""
    if not touched:
        return ""
    first = touched[0]
    if first.startswith("card-"):
        return _card_prompt(state, touched)
    if first == "dwarf":
        return "Touch a card with a free slot; anyone's will do."
    if first == "leave":
        return "Touch the ready card to leave alone this turn."
    if first.startswith("ogre-") and state.phase == "act":
        return _ogre_prompt(state, first[5:], touched)
    cell = cell_of(first)
    if cell is None or pile_at(state, cell) is None:
        return ""
    if state.phase == "act":
        far = state.options.step == "far"
        return (
            f"Touch where a dwarf of {card_at(state, cell)} goes: a connected card with a free slot"
            f"{', however far' if far else ''}."
        )
    if state.phase == "gather" and cell in state.gathering:
        does = yields(state, cell)
        if does == "buy":
            return "Touch an open goal that you can pay, or buy nothing."
        return "Touch a pile to turn, or dig nothing." if does == "dig" else ""
    return ""


def _card_prompt(state: State, touched: Sequence[str]) -> str:
    kind = state.cards.kind(touched[0][5:])
    if kind < 0:
        return ""
    land = state.cards.land[kind]
    cell = cell_of(touched[1]) if len(touched) > 1 else None
    if cell is not None:
        joins = f": {turns_words(state, kind, cell)}" if state.cells else ""
        return f"Choose where the top of the {plain(land.kind)} points{joins}."
    over = covered_cells(state, kind)
    where = f", or over {listed([cell_text(cell) for cell in over])} (symbol {land.symbol})" if over else ""
    return f"Touch a free cell for the {plain(land.kind)}{where}."


def _ogre_prompt(state: State, name: str, touched: Sequence[str]) -> str:
    effect = state.cards.ogres[name].effect if name in state.cards.ogres else ""
    who = len(touched) > 1 and _asks_who(state, touched)
    if who:
        return "Choose which dwarf."
    if effect == "take_gem":
        return "Choose the gem to take."
    if effect == "take_ogre":
        return "Choose whose ogre to take."
    if effect == "send_home":
        return "Touch a card with a rival's dwarf; it goes home."
    if effect == "step":
        cells = sum(cell_of(touch) is not None for touch in touched)
        return "Touch the connected card where it goes." if cells else "Touch a card with a dwarf, anyone's."
    if effect != "swap":
        return ""
    if len(touched) == 1:
        seats = listed(state.colours[:-1], "or")
        return f"Touch a card with a {seats} dwarf first; then the one it swaps with."
    return "Touch the card of the dwarf it swaps with, of another colour."


def _asks_who(state: State, touched: Sequence[str]) -> bool:
    """Whether the next touch has to say which dwarf."""
    following = [touches(state, move)[0] for move in state.moves() if move.verb == "ogre"]
    begun, number = tuple(touched), len(touched)
    after = [lane[number] for lane in following if lane[:number] == begun and len(lane) > number]
    return bool(after) and all(touch.startswith("who-") for touch in after)


__all__ = [
    "PILES",
    "asides",
    "choices",
    "count",
    "dwarf_place",
    "hand_place",
    "is_fulfilled",
    "is_known",
    "marks",
    "meant",
    "moved",
    "prompt",
    "reveals",
    "slain_place",
    "supply_place",
    "touches",
]
