"""What touches mean in Momiji: from touches to moves and back, and what a touch puts at stake.

A play is put together card by card. A card for a pile that is there is a lane of its own; the first card of a
new pile is followed by the place where that pile will lie, counted from the row outwards: ``right-2`` lies beyond
``right-1``. So places, not the order of touches, say what the row becomes, and no two plays have the same touches.
Equal cards in hand are told apart by a number: one of them is ``card-r0=-1``, two are that and ``card-r0=-2``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise

from boards.core.drawing import Aside, Lane, Mark, numbered
from boards.core.phrases import count, listed, points_words
from boards.momiji.words import (
    CHOICES,
    blown,
    bonus_of,
    card_name,
    card_of,
    card_touch,
    fit,
    gained,
    new_pairs,
    pairs_in,
    plus,
    refilled,
    slot_of,
    type_name,
)
from puzzles.momiji import Move, State
from puzzles.momiji.cards import CARDS, LETTER, TEXT, UNKNOWN, VALUE
from puzzles.momiji.moves import play_move
from puzzles.momiji.piles import laid, place_of
from puzzles.momiji.rules import DRAW_TWO


def choices(state: State) -> Sequence[str]:
    """Reveal, exchange and end always have a button; drop while there are too many cards (MJ-70)."""
    if state.draft:
        return ()
    too_many = len(state.hands[state.to_move]) > int(state.options.hand_limit) or state.done.dropping
    return tuple(choice for choice in CHOICES if choice != "drop" or too_many)


# --- from moves to touches ----------------------------------------------------------------------


def touches(state: State, move: Move) -> tuple[Lane, ...]:
    """The touches of a move. Cards of an exchange and of a play come in any order where order has no meaning."""
    if move.verb in ("reveal", "end"):
        return ((move.verb,),)
    if move.verb == "collect":
        return ((f"group-{move.letter}",),)
    if move.verb == "activate":
        return ((f"obj-{move.id}",),)
    if move.verb == "pick":
        return ((f"pick-{move.id}",),)
    if move.verb in ("exchange", "drop"):
        return ((move.verb,), *((card_touch(*card),) for card in numbered(move.cards)))
    if move.verb == "use":
        return _use_touches(state, move)
    if move.mode == "different":
        return _different_touches(move)
    return _same_touches(move)


def _use_touches(state: State, move: Move) -> tuple[Lane, ...]:
    """The landscape first, then what is named with it."""
    land = f"land-{move.id}"
    if move.letter:
        return ((land, f"group-{move.letter}"),)
    if move.cards:
        give, take = move.cards
        return ((land, card_touch(give, 1), f"take-{TEXT[take]}"),)
    if move.place is not None:
        return ((land, f"pile-{LETTER[state.rows[state.to_move][move.place][-1]]}"),)
    return ((land,),)


def _same_touches(move: Move) -> tuple[Lane, ...]:
    """Cards of different value in any order; of equal value and different acorns in the order of laying."""
    lanes: list[Lane] = []
    for _, cards in groupby(numbered(move.cards), key=lambda card: VALUE[card[0]]):
        run = [*cards]
        if len({card for card, _ in run}) > 1:
            lanes.append(tuple(card_touch(*card) for card in run))
        else:
            lanes += [(card_touch(*card),) for card in run]
    if move.sides[0]:
        first = lanes[0]
        lanes[0] = (first[0], _slots(move.sides)[0], *first[1:])
    return tuple(lanes)


def _different_touches(move: Move) -> tuple[Lane, ...]:
    """There may be thousands of these in one position, so that their parts are made once."""
    return tuple(map(_lane, move.order or move.cards, _slots(move.sides)))


@cache
def _lane(card: int, slot: str) -> Lane:
    return (card_touch(card, 1), slot) if slot else (card_touch(card, 1),)


@lru_cache(maxsize=4096)
def _slots(sides: tuple[str, ...]) -> tuple[str, ...]:
    """For each card of a play the place of its new pile; empty for a card laid on a pile that is there."""
    seen: Counter[str] = Counter()
    found: list[str] = []
    for side in sides:
        if not side:
            found.append("")
            continue
        # ``at N`` counts the new piles laid before, all to its left; what is left are old ones.
        where = f"gap-{int(side[3:]) - seen.total()}" if side.startswith("at ") else side
        seen[where] += 1
        found.append(f"{where}-{seen[where]}")
    return tuple(found)


# --- from touches to moves ----------------------------------------------------------------------


def meant(state: State, touched: Sequence[str]) -> Move | None:
    """The move that touches seem to mean, legal or not, in whatever order they came; None when it is none yet."""
    if not touched:
        return None
    lands = [touch[5:] for touch in touched if touch.startswith("land-")]
    if lands:
        return _meant_use(state, lands, [touch for touch in touched if not touch.startswith("land-")])
    verbs = [touch for touch in touched if touch in CHOICES]
    cards = [card for card in map(card_of, touched) if card is not None]
    if verbs:
        if len(verbs) > 1 or len(verbs) + len(cards) != len(touched):
            return None
        return _meant_choice(state, verbs[0], tuple(sorted(card for card, _ in cards)))
    if cards:
        return _meant_play(state, touched)
    if len(touched) > 1:
        return None
    kind, _, rest = touched[0].partition("-")
    if kind == "group" and rest in state.cards.types:
        return Move("collect", letter=rest)
    if kind == "obj" and rest in state.cards.objectives:
        return Move("activate", id=rest)
    if kind == "pick" and rest in state.cards.landscapes:
        return Move("pick", id=rest)
    return None


def _meant_choice(state: State, verb: str, cards: tuple[int, ...]) -> Move | None:
    """The move of a choice and hand cards. Without cards: what could be done with it, if that is not legal."""
    if verb in ("reveal", "end"):
        return None if cards else Move(verb)
    most = state.cards.parameters.exchange_cards if verb == "exchange" else 1
    if cards:
        return Move(verb, cards=cards) if verb == "exchange" or len(cards) == 1 else None
    known = tuple(card for card in state.hands[state.to_move] if card != UNKNOWN)[:most]
    return _if_not_legal(state, [Move(verb, cards=known)] if known else [])


def _if_not_legal(state: State, moves: Sequence[Move]) -> Move | None:
    """The first of the moves, for its reason, when none of them is legal."""
    if not moves or any(state.why_not(move) is None for move in moves):
        return None
    return moves[0]


def _meant_use(state: State, lands: Sequence[str], others: Sequence[str]) -> Move | None:
    name = lands[0]
    if len(lands) > 1 or name not in state.cards.landscapes:
        return None
    if not others:
        return _meant_land(state, name)
    cards = [card for card in map(card_of, others) if card is not None]
    if len(cards) == 1 and len(others) == 2 and others[1].startswith("take-"):
        take = others[1][5:]
        return Move("use", id=name, cards=(cards[0][0], CARDS[take])) if take in CARDS else None
    if len(others) > 1:
        return None
    kind, _, rest = others[0].partition("-")
    if kind == "group" and rest in state.cards.types:
        return Move("use", id=name, letter=rest)
    place = place_of(state.rows[state.to_move], rest) if kind == "pile" and rest else None
    return Move("use", id=name, place=place) if place is not None else None


def _meant_land(state: State, name: str) -> Move | None:
    """A landscape alone: its use, or where something must be named with it, why nothing can be."""
    effect, seat = state.cards.landscapes[name].effect, state.to_move
    if effect == "second_type":
        return _if_not_legal(state, [Move("use", id=name, letter=letter) for letter in state.types])
    if effect == "trade_one":
        given = dict.fromkeys(card for card in state.hands[seat] if card != UNKNOWN)
        pairs = [(give, take) for give in given for take in dict.fromkeys(state.display)]
        return _if_not_legal(state, [Move("use", id=name, cards=pair) for pair in pairs])
    if effect == "swap_piles":
        places = range(max(1, len(state.rows[seat]) - 1))
        return _if_not_legal(state, [Move("use", id=name, place=place) for place in places])
    return Move("use", id=name)


def _meant_play(state: State, touched: Sequence[str]) -> Move | None:
    """Cards as they would be laid: by value, equal values as they were touched; places by their number."""
    cards: list[int] = []
    slots: dict[int, tuple[str, int, int]] = {}
    for touch in touched:
        card, slot = card_of(touch), slot_of(touch)
        if card is not None:
            cards.append(card[0])
        elif slot is not None and cards and len(cards) - 1 not in slots:
            slots[len(cards) - 1] = slot
        elif not touch.startswith("pile-"):
            return None
    row = state.rows[state.to_move]
    default = ("gap", len(row), 1) if state.options.new_pile == "anywhere" else ("right", 0, 1)
    if len({LETTER[card] for card in cards}) == 1:
        order = sorted(range(len(cards)), key=lambda at: VALUE[cards[at]])
        run = [cards[at] for at in order]
        if place_of(row, LETTER[run[0]]) is not None:
            return play_move(run, ("",) * len(run))
        slot = next((slots[at] for at in order if at in slots), default)
        side = f"at {slot[1]}" if slot[0] == "gap" else slot[0]
        return play_move(run, (side, *("",) * (len(run) - 1)))
    old = [card for card in cards if place_of(row, LETTER[card]) is not None]
    new = [
        (slots.get(at, default), card) for at, card in enumerate(cards) if place_of(row, LETTER[card]) is None
    ]
    new.sort(key=lambda pair: pair[0])  # "gap" by gap and number; "left" before "right"
    sides = [
        f"at {slot[1] + number}" if slot[0] == "gap" else slot[0] for number, (slot, _) in enumerate(new)
    ]
    old.sort(key=lambda card: place_of(row, LETTER[card]) or 0)
    return play_move([*old, *(card for _, card in new)], [""] * len(old) + sides)


def waiting(state: State, touched: Sequence[str]) -> int | None:
    """The card at the end of the touches that still needs a place for its new pile; None when none does."""
    card = card_of(touched[-1]) if touched else None
    if card is None or any(touch in CHOICES or touch.startswith("land-") for touch in touched):
        return None
    if place_of(state.rows[state.to_move], LETTER[card[0]]) is not None or VALUE[card[0]]:
        return None
    others = [one for one in map(card_of, touched[:-1]) if one is not None]
    if any(LETTER[one] == LETTER[card[0]] for one, _ in others):
        return None
    return card[0]


# --- what happens to the drawing ----------------------------------------------------------------


def hand_place(seat: int, card: int, copy: int) -> str:
    """data-id of a hand card; of a rival's hand only the known cards are drawn by it."""
    return f"hand-{seat}-{TEXT[card]}-{copy}"


def shown_place(card: int, copy: int) -> str:
    """data-id of a card of the display."""
    return f"disp-{TEXT[card]}-{copy}"


def pile_place(seat: int, at: int, piles: int) -> str:
    """data-id of a pile; it tells how long the row is, for all piles move when it grows."""
    return f"pile-{seat}-{at}of{piles}"


def _to_hand(state: State, cards: Sequence[int]) -> list[str]:
    """Where cards come to lie in the hand of the seat to move."""
    hand = Counter(state.hands[state.to_move])
    return [hand_place(state.to_move, card, hand[card] + copy) for card, copy in numbered(cards)]


def _turned_up(display: Sequence[int], cards: Sequence[int]) -> dict[str, str]:
    """Cards that come from the deck to a display, as far as they are known."""
    there = Counter(display)
    return {
        f"deck-{at}": shown_place(card, there[card] + copy)
        for at, (card, copy) in enumerate(numbered(cards), 1)
        if card != UNKNOWN
    }


def moved(state: State, move: Move) -> Mapping[str, str]:
    """Where things lie after the move: data-id -> data-id, equal ids for a token that is turned."""
    seat = state.to_move
    if move.verb == "reveal":
        return _turned_up(state.display, state.deck[: state.cards.parameters.reveal_cards])
    if move.verb == "collect":
        return _collected(state, move.letter)
    if move.verb == "play":
        return _played(state, move)
    if move.verb == "activate":
        return {f"obj-{move.id}": f"obj-{move.id}"}
    if move.verb in ("exchange", "drop"):
        return {hand_place(seat, move.cards[0], 1): "discard"}
    if move.verb == "use":
        return _used(state, move)
    if move.verb == "pick":
        return {f"pick-{move.id}": f"land-{seat}-{move.id}"}
    gone = blown(state)
    where = {shown_place(gone[0], 1): "discard"} if gone else {}
    left = [card for card in state.display if card not in gone]
    return where | _turned_up(left, refilled(state))


def _collected(state: State, letter: str) -> dict[str, str]:
    cards = [card for card in state.display if LETTER[card] == letter]
    shown = [shown_place(*card) for card in numbered(cards)]
    return dict(zip(shown, _to_hand(state, cards), strict=True))


def _played(state: State, move: Move) -> dict[str, str]:
    """Cards go to their piles; when the row grows, its piles move apart."""
    seat = state.to_move
    row = state.rows[seat]
    after = laid(row, move.cards, move.sides)
    places = {LETTER[pile[-1]]: pile_place(seat, at, len(after)) for at, pile in enumerate(after)}
    where: dict[str, str] = {}
    for card, copy in numbered(move.cards):
        where[hand_place(seat, card, copy)] = places.pop(LETTER[card], "")
    if len(after) != len(row):
        for at, pile in enumerate(row):
            where[pile_place(seat, at, len(row))] = places.pop(LETTER[pile[-1]], "")
    return {old: new for old, new in where.items() if new}


def _used(state: State, move: Move) -> dict[str, str]:
    seat = state.to_move
    land = f"land-{seat}-{move.id}"
    where = {land: land}
    effect = state.cards.landscapes[move.id].effect
    if effect == "second_type":
        where |= _collected(state, move.letter)
    elif effect == "draw_two":
        drawn = [card for card in state.deck[:DRAW_TWO] if card != UNKNOWN]
        where |= {f"deck-{at}": place for at, place in enumerate(_to_hand(state, drawn), 1)}
    elif effect == "trade_one":
        give, take = move.cards
        shown, held = Counter(state.display), Counter(state.hands[seat])
        where[hand_place(seat, give, held[give])] = shown_place(give, shown[give] + 1)
        where[shown_place(take, shown[take])] = hand_place(seat, take, held[take] + 1)
    elif effect == "swap_piles" and move.place is not None:
        piles = len(state.rows[seat])
        first, second = (pile_place(seat, at, piles) for at in (move.place, move.place + 1))
        where |= {first: second, second: first}
    return where


def reveals(state: State, move: Move) -> bool:
    """Whether the move turns up or draws a card of the deck."""
    if move.verb == "reveal":
        return bool(state.deck)
    if move.verb == "use":
        return state.cards.landscapes[move.id].effect == "draw_two" and bool(state.deck)
    return move.verb == "end" and bool(refilled(state))


# --- while a move is put together ---------------------------------------------------------------


def marks(state: State, touched: Sequence[str]) -> Sequence[Mark]:
    """Cards about to be discarded; places of new piles whose acorns would meet their inner neighbour's.

    The board knows one kind of mark, ``lost``; the style sheet of this game shows it on places as a gain.
    """
    if "exchange" in touched or "drop" in touched:
        found = []
        for touch in touched:
            card = card_of(touch)
            if card is not None:
                name = card_name(card[0], state).capitalize()
                found.append(Mark(touch, "lost", f"{name} will be discarded."))
        return tuple(found)
    move = _meant_play(state, touched) if any(card_of(touch) is not None for touch in touched) else None
    if move is None or move.mode != "different" or not _is_whole(state, touched):
        return ()
    letters = [LETTER[pile[-1]] for pile in laid(state.rows[state.to_move], move.cards, move.sides)]
    begun: dict[str, str] = {}
    for touch, after in pairwise(touched):
        card = card_of(touch)
        if card is not None and slot_of(after) is not None:
            begun[LETTER[card[0]]] = after
    found = []
    for at, pays in enumerate(new_pairs(state, move)):
        pair = letters[at : at + 2]
        touch = _outer(*(begun.get(letter, "") for letter in pair))
        if pays and touch:
            names = listed(type_name(letter, state.cards) for letter in pair)
            found.append(Mark(touch, "lost", f"{names.capitalize()} will touch."))
    return tuple(found)


def _is_whole(state: State, touched: Sequence[str]) -> bool:
    """Whether every new pile has its place and no place nearer to the row is left free."""
    slots = [slot for slot in map(slot_of, touched) if slot is not None]
    row = state.rows[state.to_move]
    letters = {LETTER[card[0]] for card in map(card_of, touched) if card is not None}
    begun = [letter for letter in letters if place_of(row, letter) is None]
    numbers: dict[tuple[str, int], list[int]] = {}
    for side, gap, number in slots:
        numbers.setdefault((side, gap), []).append(number)
    whole = all(sorted(taken) == list(range(1, len(taken) + 1)) for taken in numbers.values())
    return whole and len(begun) == len(slots)


def _outer(left: str, right: str) -> str:
    """Of the places of two new neighbours the one that is farther from the row, for its bar looks inwards."""
    if not left or not right:
        return left or right
    return left if left.startswith("left") else right


def asides(state: State, touched: Sequence[str]) -> Sequence[Aside]:
    """Nothing here is only shown."""
    return ()


def prompt(state: State, touched: Sequence[str]) -> str:
    """What may follow these touches, or what they come to, in words; empty when nothing was touched."""
    if not touched:
        return ""
    p = state.cards.parameters
    cards = [card for card in map(card_of, touched) if card is not None]
    lands = [touch[5:] for touch in touched if touch.startswith("land-")]
    if lands:
        return _land_prompt(state, lands[0], bool(cards))
    if "exchange" in touched:
        missing = p.exchange_cards - len(cards)
        more = "another hand card" if cards and missing == 1 else count(missing, "hand card")
        return f"Touch {more} to discard for {count(p.exchange_acorns, 'acorn')}."
    if "drop" in touched:
        return "Touch the card to drop."
    if not cards:
        return ""
    card = waiting(state, touched)
    if card is not None:
        return f"Touch the place where the {type_name(LETTER[card], state.cards)} pile begins."
    return _play_prompt(state, touched)


def _land_prompt(state: State, name: str, gave: bool) -> str:
    effect = state.cards.landscapes[name].effect if name in state.cards.landscapes else ""
    if effect == "second_type":
        return "Touch another colour of the display to take it as well."
    if effect == "trade_one":
        if gave:
            return "Choose the display card to take for it."
        return (
            f"Touch the {type_name(state.done.collected, state.cards)} hand card to give."
            if (state.done.collected)
            else ""
        )
    if effect == "swap_piles":
        return "Touch the left one of the two piles that change places."
    return ""


def _play_prompt(state: State, touched: Sequence[str]) -> str:
    """What the play is worth so far, or why it is none; and what may join it."""
    move = _meant_play(state, touched)
    if move is None:
        return ""
    reason = state.why_not(move)
    exchange = "" if state.done.exchanged else " To discard two cards for an acorn, touch Exchange."
    if reason is not None:
        if reason.startswith("MJ-45") and fit(state, state.to_move, move.cards[0])[0]:
            zero = f"{type_name(LETTER[move.cards[0]], state.cards)} 0"
            return f"Touch your {zero} as well: it begins the pile."
        return f"{reason}.{exchange}"
    if not _is_whole(state, touched):
        return "A place nearer to the row is still free: touch a card for it."
    points = gained(state, move)
    worth = "" if points is None else f"{'+' if points > 0 else ''}{points_words(points)}"
    if move.mode == "different":
        pairs, bonus = sum(new_pairs(state, move)), bonus_of(state, move)
        pays = f"{count(pairs, 'pair')} {'touches' if pairs == 1 else 'touch'}, "
        rest = f"; {worth}" if worth else ""
        return f"{pays}{plus(bonus, 'acorn')}{rest}. Cards of other colours may join."
    more = f"another {type_name(LETTER[move.cards[0]], state.cards)} card or "
    if len(move.cards) > 1:
        return f"A same play{', ' if worth else ''}{worth}; it pays no acorns."
    broken = _broken(state, move)
    return f"{worth or 'One card'}{broken}. Play it, or touch {more}one of another colour."


def _broken(state: State, move: Move) -> str:
    """The touching pairs that a play takes away."""
    lost = sum(pairs_in(state, state.to_move)) - sum(new_pairs(state, move))
    return f", {count(lost, 'touching pair')} gone" if lost > 0 else ""
