"""Momiji in words: names of things, moves, reasons, the header, and the two forms without a drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from html import escape

from boards.core.drawing import Chip, Header, Look
from boards.core.phrases import count, hand_of, listed, name_of, points_words
from boards.momiji.leaves import INK, TINT
from puzzles.core import RulesError
from puzzles.momiji import GAME, Move, State
from puzzles.momiji.cards import CARDS, LEFT, LETTER, LETTERS, RIGHT, TEXT, UNKNOWN, VALUE, CardSet
from puzzles.momiji.piles import CLOSED, Pile, Row, laid, place_of, step, torii, touching, without
from puzzles.momiji.rules import DRAW_TWO, MORE_SAME, RICH_BONUS
from puzzles.momiji.scoring import (
    metric,
    pile_points,
    scores,
    torii_needed,
    torii_placed,
)


def plus(number: int, noun: str) -> str:
    """``+2 acorns``, ``no acorns``."""
    return f"{'+' if number else ''}{count(number, noun)}"


# --- names --------------------------------------------------------------------------------------


def type_name(letter: str, cards: CardSet) -> str:
    return cards.types[letter].name


def acorns_on(card: int) -> str:
    """``acorn left``, ``acorn right``, ``acorns left and right`` or ``no acorn``."""
    if LEFT[card] and RIGHT[card]:
        return "acorns left and right"
    return "acorn left" if LEFT[card] else "acorn right" if RIGHT[card] else "no acorn"


def card_name(card: int, state: State) -> str:
    """``red 0``; with its acorns where cards of this value differ by them: ``red 1 (acorn left)``."""
    if card == UNKNOWN:
        return "an unknown card"
    name = f"{type_name(LETTER[card], state.cards)} {VALUE[card]}"
    marks = set(state.cards.icons[state.options.icons][VALUE[card]])
    return f"{name} ({acorns_on(card)})" if len(marks) > 1 else name


def card_words(card: int, state: State) -> str:
    """``red 0, acorns left and right``."""
    if card == UNKNOWN:
        return "an unknown card"
    return f"{type_name(LETTER[card], state.cards)} {VALUE[card]}, {acorns_on(card)}"


def cards_words(cards: Sequence[int], state: State) -> str:
    """Cards as a list, equal ones counted: ``red 0 twice, green 2``."""
    known = Counter(card for card in cards if card != UNKNOWN)
    times = {1: "", 2: " twice", 3: " three times"}
    parts = [card_name(card, state) + times.get(n, f" {n} times") for card, n in known.items()]
    unknown = cards.count(UNKNOWN)
    if unknown:
        parts.append(count(unknown, "unknown card"))
    return ", ".join(parts) or "none"


@cache
def card_touch(card: int, copy: int) -> str:
    """Touch id of a hand card: ``card-r0=-1``, its second copy ``card-r0=-2``."""
    return f"card-{TEXT[card]}-{copy}"


def card_of(touch: str) -> tuple[int, int] | None:
    """(card, copy) that a touch ``card-r0=-2`` names; None for other touches."""
    kind, _, rest = touch.partition("-")
    name, _, copy = rest.rpartition("-")
    if kind != "card" or name not in CARDS or not (copy.isascii() and copy.isdigit()):
        return None
    return CARDS[name], int(copy)


def slot_of(touch: str) -> tuple[str, int, int] | None:
    """``left-2`` as ("left", 0, 2), ``gap-1-2`` as ("gap", 1, 2); None for other touches."""
    side, *numbers = touch.split("-")
    if not all(number.isascii() and number.isdigit() for number in numbers):
        return None
    if side in ("left", "right") and len(numbers) == 1:
        return side, 0, int(numbers[0])
    if side == "gap" and len(numbers) == 2:
        return side, int(numbers[0]), int(numbers[1])
    return None


# --- what the position says ---------------------------------------------------------------------


def is_hidden(pile: Pile) -> bool:
    """Whether the cards below the top are hidden (recall=tops)."""
    return pile[0] == UNKNOWN


def points_of(state: State) -> tuple[int, ...] | None:
    """Points of each seat if the game ended now; None where piles hide their cards."""
    try:
        return scores(state)
    except RulesError:
        return None


def metrics(state: State, name: str) -> tuple[tuple[int | None, bool], ...]:
    """For each seat (its value for the objective now, whether it would meet it)."""
    values = [metric(state, seat, name) for seat in range(state.seats)]
    if None in values:
        return tuple((value, False) for value in values)
    known = [value for value in values if value is not None]
    if state.solo:
        return ((known[0], known[0] >= state.cards.objectives[name].solo),)
    best = max(known)
    counts = best > 0 or state.options.zero_best == "yes"
    return tuple((value, counts and value == best) for value in known)


def holder_of(state: State, name: str) -> int | None:
    """The seat that holds an objective; None while it lies on the table."""
    return next((seat for seat, names in enumerate(state.held) if name in names), None)


def all_objectives(state: State) -> tuple[str, ...]:
    """Objectives on the table and held, by id, so that each keeps its place."""
    return tuple(sorted((*state.objectives, *sum(state.held, ()))))


def by_type(cards: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """Known cards grouped by letter, canonical order."""
    return {
        letter: found
        for letter in LETTERS
        if (found := tuple(card for card in cards if card != UNKNOWN and LETTER[card] == letter))
    }


def most_in_same_play(state: State) -> int:
    return state.cards.parameters.same_max + MORE_SAME * state.using("three_same")


def may_play(state: State) -> bool:
    """Whether a play is this turn's to make, whatever the cards."""
    if state.turns_left == 0 or state.draft or state.done.dropping:
        return False
    if state.done.main:
        return bool(state.done.collected) and not state.done.played and state.using("play_too")
    return not state.done.reveal


def pays_each(state: State) -> int:
    """Acorns for a touching pair in this turn's different play."""
    return RICH_BONUS if state.using("rich_bonus") else state.cards.parameters.bonus_per_pair


def pairs_in(state: State, seat: int) -> tuple[bool, ...]:
    """For each pair of neighbours in a row whether its acorns meet and count."""
    return touching(state.rows[seat], state.options.closed_bonus == "yes")


def top_of(state: State, seat: int, letter: str) -> int | None:
    """Value on top of a seat's pile of a type; None when it has none."""
    row = state.rows[seat]
    place = place_of(row, letter)
    return None if place is None else VALUE[row[place][-1]]


def fit(state: State, seat: int, card: int) -> tuple[bool, str]:
    """Whether a hand card could be laid in a play now, alone or after others of its type; and in three words where."""
    below = top_of(state, seat, LETTER[card])
    skips = int(state.using("skip_one"))
    rise = step(below, VALUE[card])
    if rise is not None and rise <= skips:
        return True, "new pile" if below is None else f"on the {below}"
    if below == CLOSED:
        return False, "closed"
    others = without(state.hands[seat], (card,))
    same = [one for one in others if one != UNKNOWN and LETTER[one] == LETTER[card]]
    before = _under(same, below, VALUE[card], skips, most_in_same_play(state) - 1)
    if before is not None:
        return True, f"on your {before}"
    return False, "needs a 0" if below is None else f"not on a {below}"


def _under(cards: Sequence[int], below: int | None, value: int, skips: int, most: int) -> int | None:
    """Value of the own card on which `value` could lie, after at most `most` cards are laid; None without."""
    for card in dict.fromkeys(cards) if most > 0 else ():
        rise = step(below, VALUE[card])
        if rise is None or rise > skips:
            continue
        last = step(VALUE[card], value)
        if last is not None and last <= skips - rise:
            return VALUE[card]
        deeper = _under(without(tuple(cards), (card,)), VALUE[card], value, skips - rise, most - 1)
        if deeper is not None:
            return deeper
    return None


def new_types(state: State, seat: int) -> tuple[str, ...]:
    """Types that the seat could begin: a 0 in hand and no pile yet."""
    begun = {LETTER[pile[-1]] for pile in state.rows[seat]}
    zeros = {LETTER[card] for card in state.hands[seat] if card != UNKNOWN and VALUE[card] == 0}
    return tuple(letter for letter in state.types if letter in zeros - begun)


def slots_for(state: State, seat: int, *, covered: bool = False) -> tuple[str, ...]:
    """Touch ids of the places for new piles that are drawn, at least one while a type is still to begin.

    A covered hand gives away nothing, so that its row has one place an end.
    """
    row = state.rows[seat]
    if state.draft or state.turns_left == 0 or len(row) >= len(state.types):
        return ()
    number = 1 if covered else max(1, len(new_types(state, seat)))
    if state.options.new_pile == "anywhere":
        if not row:
            return tuple(f"gap-0-{at}" for at in range(1, number + 1))
        return tuple(f"gap-{gap}-1" for gap in range(len(row) + 1))
    right = tuple(f"right-{at}" for at in range(1, number + 1))
    if not row or state.options.new_pile == "right_end":
        return right
    return tuple(f"left-{at}" for at in range(1, number + 1)) + right


def done_words(state: State) -> list[str]:
    """What is done this turn, in words: ``collected red``, ``exchanged``."""
    done, found = state.done, []
    if done.reveal:
        found.append("revealed")
    if done.collected:
        found.append(f"collected {type_name(done.collected, state.cards)}")
    if done.played:
        found.append(f"{done.played} play")
    if done.activated:
        found.append("activated")
    if done.exchanged:
        found.append("exchanged")
    if done.used:
        found.append(f"used {done.used}")
    if done.dropping:
        found.append("dropping")
    return found


def turns_words(state: State) -> str:
    """The end of the game as it stands: ``last round, 2 turns left``, or empty while it is not triggered."""
    left = state.turns_left
    if left is None:
        return ""
    if left == 0:
        return "game over"
    return "last turn" if left == 1 else f"last round, {left} turns left"


def torii_words(state: State) -> str:
    return f"torii {torii_placed(state)} of {torii_needed(state)}"


def wind_type(state: State) -> str | None:
    """The type that the solo wind would discard now; None in company or with an empty display."""
    if not state.solo or not state.display:
        return None
    sizes = Counter(LETTER[card] for card in state.display)
    return max(LETTERS, key=lambda letter: (sizes[letter], -LETTERS.index(letter)))


def notice(cards: CardSet) -> str:
    """``CardSet.notice`` with objectives and landscapes drawn together."""
    kinds = {"objective": cards.objectives, "landscape": cards.landscapes, "the type": cards.types}
    groups: dict[str, list[str]] = {}
    for what in cards.reconstructed:
        kind, _, name = what.rpartition(" ")
        groups.setdefault(kind if kind in kinds else what, []).append(name)
    parts = []
    for kind, found in groups.items():
        if kind not in kinds or len(found) == 1:
            parts += [f"{kind} {name}" if kind in kinds else kind for name in found]
            continue
        order = [name for name in kinds[kind] if name in found] if kind != "the type" else found
        together = list(kinds[kind])
        at = together.index(order[0]) if kind != "the type" else -1
        run = len(order) > 2 and together[at : at + len(order)] == order
        parts.append(f"{kind}s {order[0]} to {order[-1]}" if run else f"{kind}s {listed(order)}")
    return f"Card set: {cards.name}. Reconstructed, not published: {', '.join(parts) or 'nothing'}."


# --- labels -------------------------------------------------------------------------------------

CHOICES = ("reveal", "exchange", "drop", "end")


def label(state: State, touch: str) -> str:
    """Words for a thing or a choice."""
    p, seat = state.cards.parameters, state.to_move
    if touch == "reveal":
        number = min(p.reveal_cards, len(state.deck)) or p.reveal_cards
        return f"Reveal {count(number, 'card')} for {count(p.reveal_cost, 'acorn')}"
    if touch == "exchange":
        return f"Exchange {count(p.exchange_cards, 'card')} for {count(p.exchange_acorns, 'acorn')}"
    if touch == "drop":
        return "Drop a card"
    if touch == "end":
        return "End turn"
    card = card_of(touch)
    if card is not None:
        words = card_words(card[0], state).capitalize()
        return words if card[1] == 1 else f"{words}, {_ordinal(card[1])} copy (touch the front one first)"
    slot = slot_of(touch)
    if slot is not None:
        return slot_words(state.rows[seat], state, slot)
    kind, _, rest = touch.partition("-")
    if kind == "group" and rest in state.cards.types:
        cards = by_type(state.display).get(rest, ())
        return f"{type_name(rest, state.cards).capitalize()} in the display: {cards_words(cards, state)}"
    if kind == "take" and rest in CARDS:
        return f"Take {card_name(CARDS[rest], state)} from the display"
    if kind == "obj" and rest in state.cards.objectives:
        return objective_words(state, rest)
    if kind in ("land", "pick") and rest in state.cards.landscapes:
        return f"Landscape {rest}: {state.cards.landscapes[rest].text}"
    if kind == "pile" and len(rest) == 1:
        place = place_of(state.rows[seat], rest)
        if place is not None:
            return pile_words(state.rows[seat][place], state)
    if touch == "deck":
        return f"Deck: {count(len(state.deck), 'card')}, face down"
    if touch == "discard":
        return discard_words(state)
    return _public_label(state, kind, rest) or touch


def _public_label(state: State, kind: str, rest: str) -> str:
    """Words for things of a seat: ``seat-1``, ``row-1-r``, ``back-1``."""
    words = rest.split("-")
    if kind == "back":
        return "A hidden card"
    if kind == "seat" and rest.isdigit() and int(rest) < state.seats:
        return seat_words(state, int(rest), f"Seat {int(rest) + 1}")
    if kind == "row" and len(words) == 2 and words[0].isdigit() and int(words[0]) < state.seats:
        place = place_of(state.rows[int(words[0])], words[1])
        if place is not None:
            return f"Seat {int(words[0]) + 1}, {pile_words(state.rows[int(words[0])][place], state)}"
    return ""


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(number, f"{number}th")


def slot_words(row: Row, state: State, slot: tuple[str, int, int]) -> str:
    """``Left end of the row``, ``second place at the right end``, ``Between red and green``."""
    side, gap, number = slot
    before = f"{_ordinal(number)} place " if number > 1 else ""
    if not row:
        return f"{_ordinal(number) if number > 1 else 'first'} place of the row".capitalize()
    if side != "gap":
        return f"{before}{'at the ' if before else ''}{side} end of the row".capitalize()
    names = [type_name(LETTER[pile[-1]], state.cards) for pile in row]
    if gap == 0:
        where = f"left of {names[0]}"
    elif gap >= len(row):
        where = f"right of {names[-1]}"
    else:
        where = f"between {names[gap - 1]} and {names[gap]}"
    return f"{before}{where}".capitalize()


def pile_words(pile: Pile, state: State) -> str:
    """A pile in a phrase."""
    letter, value = LETTER[pile[-1]], VALUE[pile[-1]]
    name = f"{type_name(letter, state.cards)} pile".capitalize()
    closed = ", closed" if value == CLOSED else ""
    if is_hidden(pile):
        return f"{name}: on top {value}, {acorns_on(pile[-1])}{closed}; the cards below are hidden"
    values = " ".join(str(VALUE[card]) for card in pile)
    return (
        f"{name}: {values}, {acorns_on(pile[-1])} on top{closed}, {count(len(pile), 'card')}, "
        f"{points_words(pile_points(pile))}"
    )


def joint_words(state: State, seat: int, at: int) -> str:
    """Two neighbours of a row: whether their acorns meet and what that pays."""
    row = state.rows[seat]
    if at + 1 >= len(row):
        return ""
    left, right = (type_name(LETTER[row[place][-1]], state.cards) for place in (at, at + 1))
    if pairs_in(state, seat)[at]:
        pays = count(state.cards.parameters.bonus_per_pair, "acorn")
        return f"{left.capitalize()} and {right} touch: {pays} at each different play"
    return f"{left.capitalize()} and {right} do not touch"


def discard_words(state: State) -> str:
    if not state.discard:
        return "Discard: empty"
    return f"Discard: {count(len(state.discard), 'card')}: {cards_words(state.discard, state)}"


def objective_words(state: State, name: str, names: Sequence[str] = ()) -> str:
    """An objective with everybody's present value and who leads."""
    objective = state.cards.objectives[name]
    p = state.cards.parameters
    called = names or [f"Seat {seat + 1}" for seat in range(state.seats)]
    found = metrics(state, name)
    if state.solo:
        value, met = found[0]
        now = f"{'?' if value is None else value} of {objective.solo}{', met' if met else ''}"
    else:
        now = ", ".join(
            f"{who} {'?' if value is None else value}{' leads' if leads else ''}"
            for who, (value, leads) in zip(called, found, strict=True)
        )
    holder = holder_of(state, name)
    if holder is None:
        where = f"on the table, costs {count(p.activate_cost, 'acorn')}"
    else:
        others = "" if state.solo else f", others {p.other_points}"
        where = f"held by {called[holder]}: {p.holder_points} points{others}"
    return f"Objective {name}, {objective.text}: {now}; {where}"


def seat_words(state: State, seat: int, name: str) -> str:
    """A seat's public side in a sentence."""
    points = points_of(state)
    row = state.rows[seat]
    held = [state.cards.objectives[one].text for one in state.held[seat]]
    known = state.known[seat]
    parts = [
        points_words(points[seat]) if points is not None else "points hidden",
        count(state.acorns[seat], "acorn"),
        f"{count(len(state.hands[seat]), 'card')} in hand"
        + (f" (known: {cards_words(known, state)})" if known else ""),
        f"{count(len(row), 'pile')}, {torii(row)} closed",
    ]
    if held:
        parts.append(f"holds {listed(held)}")
    if state.landscapes[seat]:
        lands = [
            f"{one.removesuffix('*')}{' used' if one.endswith('*') else ''}" for one in state.landscapes[seat]
        ]
        parts.append(f"landscapes {', '.join(lands)}")
    return f"{name}: {'; '.join(parts)}"


# --- moves --------------------------------------------------------------------------------------


def bonus_of(state: State, move: Move) -> int:
    """Acorns that a play would pay; 0 for a same play. The move need not be legal."""
    if move.mode != "different":
        return 0
    return pays_each(state) * sum(new_pairs(state, move))


def new_pairs(state: State, move: Move) -> tuple[bool, ...]:
    """For each pair of neighbours after a play whether their acorns meet and count."""
    row = laid(state.rows[state.to_move], move.cards, move.sides)
    return touching(row, state.options.closed_bonus == "yes")


def gained(state: State, move: Move) -> int | None:
    """Points that the own piles gain by a play; None where they hide their cards."""
    before = state.rows[state.to_move]
    after = laid(before, move.cards, move.sides)
    if any(is_hidden(pile) for pile in after):
        return None
    return sum(map(pile_points, after)) - sum(map(pile_points, before))


def say(state: State, move: Move) -> str:
    """The move in the player's words, before it is made."""
    p, cards = state.cards.parameters, state.cards
    if move.verb == "reveal":
        return label(state, "reveal")
    if move.verb == "collect":
        taken = by_type(state.display).get(move.letter, ())
        return f"Collect {type_name(move.letter, cards)}: {cards_words(taken, state)}"
    if move.verb == "play":
        return _say_play(state, move)
    if move.verb == "activate":
        text = cards.objectives[move.id].text if move.id in cards.objectives else move.id
        return f"Activate {text}"
    if move.verb == "exchange":
        names = listed(card_name(card, state) for card in move.cards)
        return f"Exchange {names} for {count(p.exchange_acorns, 'acorn')}"
    if move.verb == "drop":
        return f"Drop {card_name(move.cards[0], state)}"
    if move.verb == "use":
        return _say_use(state, move)
    if move.verb == "pick":
        return f"Pick landscape {move.id}: {cards.landscapes[move.id].text}"
    fresh = len(refilled(state))
    return "End the turn" + (f", turn up {count(fresh, 'card')}" if fresh else "")


def _say_play(state: State, move: Move) -> str:
    order = move.order or move.cards
    name = {card: card_name(card, state) for card in order}
    pairs = list(zip(order, move.sides, strict=True))
    if move.mode != "different":
        where = _where(state, pairs[0][1], 1) if pairs[0][1] else ""
        if where:
            first, rest = order[0], order[1:]
            then = f", then {listed(name[card] for card in rest)} on it" if rest else ""
            return f"Play {name[first]} {where}{then}"
        kinds = listed(dict.fromkeys(type_name(LETTER[card], state.cards) for card in order))
        return f"Play {listed(name[card] for card in order)} on the {kinds} pile"
    parts = []
    old = [name[card] for card, side in pairs if not side]
    if old:
        parts.append(f"{listed(old)} on {'its pile' if len(old) == 1 else 'their piles'}")
    for side in dict.fromkeys(side for _, side in pairs if side):
        new = [name[card] for card, where in pairs if where == side]
        parts.append(f"{', then '.join(new)} {_where(state, side, len(new))}")
    bonus = bonus_of(state, move)
    return f"Play {', '.join(parts)}: {plus(bonus, 'acorn')}"


def _where(state: State, side: str, number: int) -> str:
    what = "as a new pile" if number == 1 else "as new piles"
    if side == "right" and not state.rows[state.to_move]:
        return what
    if side.startswith("at "):
        place = int(side[3:])
        return f"{what} with {count(place, 'pile')} to its left"
    return f"{what} on the {side}"


def _say_use(state: State, move: Move) -> str:
    cards = state.cards
    effect = cards.landscapes[move.id].effect if move.id in cards.landscapes else ""
    begin = f"Use landscape {move.id} for {count(cards.parameters.landscape_cost, 'acorn')}"
    if effect == "second_type" and move.letter in cards.types:
        taken = by_type(state.display).get(move.letter, ())
        return f"{begin}: take {type_name(move.letter, cards)} too: {cards_words(taken, state)}"
    if effect == "trade_one" and len(move.cards) == 2:
        give, take = move.cards
        return f"{begin}: give {card_name(give, state)}, take {card_name(take, state)}"
    row = state.rows[state.to_move]
    if effect == "swap_piles" and move.place is not None and move.place + 1 < len(row):
        pair = (type_name(LETTER[row[place][-1]], cards) for place in (move.place, move.place + 1))
        return f"{begin}: swap the piles {listed(pair)}"
    if effect == "draw_two":
        return f"{begin}: draw {count(min(DRAW_TWO, len(state.deck)), 'card')}"
    if effect == "bonus_after_same":
        pays = cards.parameters.bonus_per_pair * sum(pairs_in(state, state.to_move))
        return f"{begin}: +{count(pays, 'acorn')}" if pays else f"{begin}: no pair touches, no acorns"
    text = cards.landscapes[move.id].text if move.id in cards.landscapes else ""
    return f"{begin}: {text}"


def blown(state: State) -> tuple[int, ...]:
    """Display cards that the solo wind discards at the end of this turn."""
    wind = wind_type(state)
    return tuple(card for card in state.display if wind is not None and LETTER[card] == wind)


def refilled(state: State) -> tuple[int, ...]:
    """Cards of the deck that the end of this turn turns up, next card first."""
    left = len(state.display) - len(blown(state))
    missing = state.cards.parameters.display_start - left
    wanted = (state.options.refill == "to_four" and missing > 0) or (
        state.options.refill == "when_empty" and left == 0
    )
    return state.deck[:missing] if wanted else ()


# --- header, text, table ------------------------------------------------------------------------


def header(state: State, look: Look) -> Header:
    """Title, what is going on, and the seats."""
    points = points_of(state)
    chips = tuple(
        Chip(
            name_of(seat, look),
            f"{points_words(points[seat]) if points is not None else '? points'} · "
            f"{state.acorns[seat]} acorn{'' if state.acorns[seat] == 1 else 's'}",
            to_move=state.turns_left != 0 and seat == state.to_move,
        )
        for seat in range(state.seats)
    )
    return Header(GAME.title, " · ".join(_line(state, look)), chips)


def _line(state: State, look: Look) -> list[str]:
    if state.turns_left == 0:
        return _over(state, look)
    name = name_of(state.to_move, look)
    parts = ["Solo" if state.solo else "Your turn" if name == "You" else f"{name}'s turn"]
    if state.draft:
        return [*parts, "pick a landscape of a section you lack", f"{len(state.draft)} on the table"]
    done = done_words(state)
    if state.done.main:
        parts += [*done, "left: exchange, a landscape, the end"]
    elif state.done.reveal:
        parts += [*done, "now collect a colour"]
    else:
        parts += [*done, "collect, play or activate"]
    parts.append(torii_words(state))
    end = turns_words(state)
    if end:
        parts.append(end)
    return parts


def _over(state: State, look: Look) -> list[str]:
    result = state.outcome()
    assert result is not None
    if state.solo:
        verdict = "Won" if result.winners else "Lost"
        return [verdict, points_words(result.points[0]), torii_words(state)]
    names = [name_of(seat, look) for seat in result.winners]
    verb = "win" if len(names) > 1 or names[0] == "You" else "wins"
    together = " together" if len(names) > 1 else ""
    return ["Game over", f"{listed(names)} {verb}{together} with {points_words(max(result.points))}"]


def _row_lines(state: State, look: Look) -> list[str]:
    """Every seat and its row from the left, with the pairs that touch."""
    lines = []
    for seat in range(state.seats):
        lines.append(seat_words(state, seat, name_of(seat, look)))
        pairs = pairs_in(state, seat)
        for at, pile in enumerate(state.rows[seat]):
            touch = ", touches the next" if at < len(pairs) and pairs[at] else ""
            lines.append(f"  {at + 1}. {pile_words(pile, state)}{touch}")
    return lines


def _hand_lines(state: State, look: Look) -> list[str]:
    hand = state.hands[look.seat]
    if look.covered:
        return [f"{hand_of(look)}: {count(len(hand), 'card')}, covered"]
    lines = [f"{hand_of(look)}: {count(len(hand), 'card')}"]
    for card in hand:
        where = "" if card == UNKNOWN else f": {fit(state, look.seat, card)[1]}"
        lines.append(f"  {card_words(card, state)}{where}")
    return lines


def _table_lines(state: State, look: Look) -> list[str]:
    """Piles, display and objectives."""
    names = [name_of(seat, look) for seat in range(state.seats)]
    lines = [
        f"Display: {cards_words(state.display, state)}",
        label(state, "deck"),
        discard_words(state),
        torii_words(state).capitalize(),
        *(objective_words(state, name, names) for name in all_objectives(state)),
    ]
    if state.draft:
        lines.append(f"Landscapes to pick: {', '.join(state.draft)}")
    return lines


def text(state: State, look: Look) -> str:
    """The position in plain text without colour."""
    head = header(state, look)
    lines = [
        f"{head.title}: {head.line}",
        *_table_lines(state, look),
        *_row_lines(state, look),
        *_hand_lines(state, look),
        notice(state.cards),
    ]
    return "\n".join(lines)


_PLAIN = "padding:3px 10px;text-align:left;background:#FFFDF8;color:#2A251C;border:1px solid #CFC4AC"
_CELL = f"padding:6px 10px;text-align:center;border:2px solid #B9A48C;color:{INK}"


def table(state: State, look: Look) -> str:
    """The position as html tables: the static face. Every cell names its colours, so both themes can show it."""
    head = header(state, look)
    rows = []
    for seat in range(state.seats):
        pairs = pairs_in(state, seat)
        cells = [f"<th style='{_PLAIN}'>{escape(name_of(seat, look))}</th>"]
        for at, pile in enumerate(state.rows[seat]):
            letter, value = LETTER[pile[-1]], VALUE[pile[-1]]
            below = "? cards" if is_hidden(pile) else count(len(pile), "card")
            sign = ("‹" if LEFT[pile[-1]] else "") + ("›" if RIGHT[pile[-1]] else "")
            gate = "<br>torii" if value == CLOSED else ""
            joined = " +" if at < len(pairs) and pairs[at] else ""
            cells.append(
                f"<td style='{_CELL};background:{TINT[letter]}'><b>{letter.upper()}{value}</b> {sign}{joined}"
                f"<br><small>{below}</small>{gate}</td>"
            )
        rows.append(f"<tr>{''.join(cells)}</tr>")
    lines = [
        *_table_lines(state, look),
        *(seat_words(state, seat, name_of(seat, look)) for seat in range(state.seats)),
        *(line.strip() for line in _hand_lines(state, look)),
        notice(state.cards),
    ]
    listing = "".join(f"<tr><td style='{_PLAIN}'>{escape(line)}</td></tr>" for line in lines)
    return (
        f"<div><p><b>{escape(head.title)}</b>: {escape(head.line)}</p>"
        f"<table style='border-collapse:separate;border-spacing:3px'>{''.join(rows)}</table>"
        f"<table style='border-collapse:collapse'>{listing}</table></div>"
    )
