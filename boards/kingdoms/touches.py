"""What touches mean in Kings Under Mountains: from touches to moves and back, and where things travel.

A laying is a hand card and then the mine it goes to; a discard is the choice and a hand card in either order;
everything else is one touch. Equal cards share a touch, since they make the same moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from boards.core.drawing import Aside, Lane, Mark
from boards.core.phrases import listed
from boards.kingdoms.words import (
    camp_of,
    card_of,
    card_touch,
    done_words,
    open_touch,
    places_of,
    race_name,
    removed_words,
    slot_of,
    tells_camp,
    unit_name,
)
from puzzles.kingdoms import Move, State
from puzzles.kingdoms.moves import DRAW_DECK, DRAW_NONE, END
from puzzles.kingdoms.pieces import EMPTY, RACE, RACES, TEXT, UNKNOWN, top_of
from puzzles.kingdoms.state import SLOTS

CHOICES = ("discard", "end")


def choices(state: State) -> Sequence[str]:
    """Discard and end always have a button; so the player can ask why a card may not simply be put away."""
    return CHOICES


# --- from moves to touches ----------------------------------------------------------------------


def touches(state: State, move: Move) -> tuple[Lane, ...]:
    """The touches of a move."""
    if move.verb == "fight":
        return ((card_touch(move.card), open_touch(move.place)),)
    if move.verb == "fill":
        return ((card_touch(move.card), f"own-{move.place + 1}"),)
    if move.verb == "discard":
        return (("discard",), (card_touch(move.card),))
    if move.verb == "draw":
        return ((f"camp-{TEXT[move.card]}" if move.source == "camp" else move.source,),)
    return (("end",),)


# --- from touches to moves ----------------------------------------------------------------------


def meant(state: State, touched: Sequence[str]) -> Move | None:
    """The move that touches seem to mean, legal or not; None when it is none yet."""
    if len(touched) == 1:
        return _meant_alone(state, touched[0])
    if len(touched) != 2:
        return None
    first, second = touched if touched[0] != "discard" else (touched[1], touched[0])
    card, slot = card_of(first), slot_of(second)
    if card is None:
        return None
    if slot is not None:
        return Move("fight", card, slot)
    if second == "discard":
        return Move("discard", card)
    kind, _, rest = second.partition("-")
    if (
        kind == "own"
        and rest.isascii()
        and rest.isdecimal()
        and 0 < int(rest) <= len(state.own[state.to_move])
    ):
        return Move("fill", card, int(rest) - 1)
    if kind == "mine":  # a rival's: as a filling of a mine that the seat does not have, for its reason
        return Move("fill", card, len(state.own[state.to_move]))
    return None


def _meant_alone(state: State, touch: str) -> Move | None:
    """One touch: a draw or the end; a card or a choice with which nothing can be done, for its reason."""
    single = {"end": END, "deck": DRAW_DECK, "none": DRAW_NONE}
    if touch in single:
        return single[touch]
    drawn, card = camp_of(touch), card_of(touch)
    if drawn is not None:
        return Move("draw", drawn, source="camp")
    if card is not None:
        fights, fills = places_of(state, state.to_move, card)
        return _if_not_legal(state, [*_tried(state, card, fights, fills), Move("discard", card)])
    if touch == "discard":
        hand = state.hands[state.to_move]
        return _if_not_legal(state, [Move("discard", one) for one in dict.fromkeys(hand)])
    return None


def _tried(state: State, card: int, fights: Sequence[int], fills: Sequence[int]) -> Iterable[Move]:
    """The layings of a card; if there are none, the fight with the lowest top, the easiest one to lay at."""
    yield from (Move("fight", card, slot) for slot in fights)
    yield from (Move("fill", card, place) for place in fills)
    if not fights and not fills:
        tops = [(top_of(site.pile) or 0, slot) for slot, site in enumerate(state.open) if site != EMPTY]
        yield Move("fight", card, min(tops)[1] if tops else 0)


def _if_not_legal(state: State, moves: Sequence[Move]) -> Move | None:
    """The first of the moves, for its reason, when none of them is legal."""
    if not moves or any(state.why_not(move) is None for move in moves):
        return None
    return moves[0]


# --- what happens to the drawing ----------------------------------------------------------------


def hand_place(seat: int, card: int, copy: int) -> str:
    """data-id of a hand card."""
    return f"hand-{seat}-{TEXT[card]}-{copy}"


def fight_place(slot: int, at: int) -> str:
    """data-id of a card at an open mine, counted from its first."""
    return f"fight-{SLOTS[slot]}-{at}"


def site_place(seat: int, place: int) -> str:
    """data-id of a mine under way."""
    return f"site-{seat}-{place}"


def laid_place(seat: int, place: int, at: int) -> str:
    """data-id of a card on a mine under way."""
    return f"laid-{seat}-{place}-{at}"


def done_place(seat: int, at: int) -> str:
    """data-id of a completed mine."""
    return f"done-{seat}-{at}"


def camp_place(race: int, at: int, cards: int) -> str:
    """data-id of a card of the camp; the top one keeps its place whatever lies under it."""
    return f"camp-{RACES[race]}" if at == cards - 1 else f"camp-{RACES[race]}-{at}"


def moved(state: State, move: Move) -> Mapping[str, str]:
    """Where things lie after the move: data-id -> data-id."""
    if move.verb == "fight":
        return _fought(state, move)
    if move.verb == "fill":
        return _filled(state, move)
    if move.verb == "draw":
        return _drawn(state, move)
    if move.verb == "discard":
        origin = _from_hand(state, move.card)
        if state.options.stuck == "camp" and move.card != UNKNOWN:
            return _to_camp(state, [(origin, move.card)])
        return {origin: "gone"} if state.removed is not None else {}
    empty = [slot for slot, site in enumerate(state.open) if site == EMPTY]
    turned = state.options.replace == "end" and state.deck and empty
    return {"deck": open_touch(empty[0])} if turned else {}


def _from_hand(state: State, card: int) -> str:
    """The card that leaves: of equal ones the front one, which was lifted."""
    return hand_place(state.to_move, card, 1)


def _to_hand(state: State, card: int) -> str:
    seat = state.to_move
    return hand_place(seat, card, state.hands[seat].count(card) + 1)


def _to_camp(state: State, cards: Sequence[tuple[str, int]]) -> dict[str, str]:
    """Where (data-id, unit) come to lie in the camp, as far as they can be seen there."""
    added: dict[int, list[str]] = {}
    for origin, unit in cards:
        added.setdefault(RACE[unit], []).append(origin)
    where: dict[str, str] = {}
    for race, origins in added.items():
        below = len(state.camp[race])
        cards_then = below + len(origins)
        for at, origin in enumerate(origins, below):
            if at == cards_then - 1 or tells_camp(state):
                where[origin] = camp_place(race, at, cards_then)
    return where


def _fought(state: State, move: Move) -> dict[str, str]:
    site, slot = state.open[move.place], move.place
    origin = _from_hand(state, move.card)
    if site.to_capture > 1:
        return {origin: fight_place(slot, len(site.pile))}
    pile = [(fight_place(slot, at), unit) for at, unit in enumerate(site.pile)]
    owner = state.owner_of_capture(move.card)
    where = _to_camp(state, [*pile, (origin, move.card)])
    where[open_touch(slot)] = site_place(owner, len(state.own[owner]))
    if state.options.replace == "now" and state.deck != ():
        where["deck"] = open_touch(slot)
    return where


def _filled(state: State, move: Move) -> dict[str, str]:
    """On completion the mine goes under the king and later ones move up."""
    seat, place = state.to_move, move.place
    own = state.own[seat]
    site, origin = own[place], _from_hand(state, move.card)
    if site.missing > 1:
        return {origin: laid_place(seat, place, len(site.pile))}
    where = {site_place(seat, at): site_place(seat, at - 1) for at in range(place + 1, len(own))}
    where[site_place(seat, place)] = done_place(seat, len(state.done[seat]))
    if state.options.filled == "camp":
        pile = [(laid_place(seat, place, at), unit) for at, unit in enumerate(site.pile)]
        where |= _to_camp(state, [*pile, (origin, move.card)])
    return where


def _drawn(state: State, move: Move) -> dict[str, str]:
    if move.source == "camp":
        pile = state.camp[RACE[move.card]]
        at = len(pile) - 1 - pile[::-1].index(move.card)
        return {camp_place(RACE[move.card], at, len(pile)): _to_hand(state, move.card)}
    unit = state.top_card().unit
    return {"deck": _to_hand(state, unit)} if move.source == "deck" and unit != UNKNOWN else {}


def reveals(state: State, move: Move) -> bool:
    """Whether the move shows a card of the deck: a deck draw, or a new mine that lays bare the one below it."""
    deck = state.deck or ()
    if move.verb == "draw":
        return move.source == "deck" and bool(deck)
    if move.verb == "fight":
        captures = state.open[move.place].to_capture == 1
        return captures and state.options.replace == "now" and len(deck) > 1
    return move.verb == "end" and state.options.replace == "end" and len(deck) > 1 and EMPTY in state.open


# --- while a move is put together ---------------------------------------------------------------


def marks(state: State, touched: Sequence[str]) -> Sequence[Mark]:
    """A card about to be discarded, also before the choice is touched when nothing else can be done with it."""
    if "discard" not in touched and not state.discardable():
        return ()
    goes = "go to the camp" if state.options.stuck == "camp" else "leave the game"
    return tuple(
        Mark(touch, "lost", f"{unit_name(card, state).capitalize()} will {goes}.")
        for touch in touched
        if (card := card_of(touch)) is not None
    )


def prompt(state: State, touched: Sequence[str]) -> str:
    """What may follow these touches, in words."""
    if not touched:
        return ""
    cards = [card for card in map(card_of, touched) if card is not None]
    if "discard" in touched:
        return "" if cards else "Touch the card to discard."
    if not cards:
        return ""
    card = cards[0]
    fights, fills = places_of(state, state.to_move, card)
    if not fights and not fills:
        return f"No mine takes {unit_name(card, state)}; touch Discard to put it away."
    parts = []
    if fights:
        parts.append(f"an open mine ({listed((SLOTS[slot] for slot in fights), 'or')})")
    if fills:
        parts.append(f"an own one ({listed((str(place + 1) for place in fills), 'or')})")
    said = f"Touch {listed(parts, 'or')} for {unit_name(card, state)}."
    captures = [SLOTS[slot] for slot in fights if state.open[slot].to_capture == 1]
    if captures:
        owner = state.kings[state.owner_of_capture(card)]
        said += f" At {listed(captures)} it captures for the {race_name(owner, state)} king."
    own = state.own[state.to_move]
    completes = [str(place + 1) for place in fills if own[place].missing == 1]
    if completes:
        said += f" On {listed(completes)} it completes the mine."
    return said


def asides(state: State, touched: Sequence[str]) -> Sequence[Aside]:
    """The cards that left the game, where they are recorded, and all completed mines."""
    found = []
    if state.removed is not None:
        found.append(Aside("removed", f"Removed cards ({len(state.removed)})", f"{removed_words(state)}."))
    number = sum(map(len, state.done))
    told = ". ".join(
        done_words(state, seat, f"seat {seat + 1}") for seat in range(state.seats) if state.done[seat]
    )
    found.append(Aside("completed", f"Completed mines ({number})", f"{told or 'No mine is completed yet'}."))
    return tuple(found)
