"""Kings Under Mountains in words: names of things, moves, what may be laid, the header, and the two forms without a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape

from boards.core.drawing import Chip, Header, Look
from boards.core.phrases import count, hand_of, listed, name_of, points_words
from boards.kingdoms.faces import FILL, INK, TINT
from puzzles.kingdoms import GAME, Move, State
from puzzles.kingdoms.pieces import (
    EMPTY,
    KNOWN,
    RACE,
    RACES,
    STRENGTH,
    TEXT,
    UNITS,
    UNKNOWN,
    UNKNOWN_MINE,
    WRAP,
    Mine,
    Pile,
    Site,
    followers,
    top_of,
)
from puzzles.kingdoms.scoring import at_risk, band, cards_needed, completed, mines_left, score, winners
from puzzles.kingdoms.state import SLOTS

MOST_NAMED = 4
"""Own mines that are named one by one under a hand card."""

SOON = 2
"""Deck cards from which on the end is near: a capture and a draw use both."""

BANDS = ("below 0", "0-24", "25-49", "50-69", "70 and more")
"""KD-62, from the lowest."""


# --- names --------------------------------------------------------------------------------------


def race_name(race: int, state: State) -> str:
    return state.cards.kings[RACES[race]].name


def a_race(race: int, state: State) -> str:
    """``a dwarf``, ``an orc``."""
    name = race_name(race, state)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def unit_name(unit: int, state: State) -> str:
    """``dwarf 7``."""
    if unit == UNKNOWN:
        return "an unknown card"
    name = race_name(RACE[unit], state)
    return f"{name} {STRENGTH[unit]}" if KNOWN[unit] else f"{a_race(RACE[unit], state)} of unknown strength"


def units_words(units: Sequence[int], state: State) -> str:
    """Units by race, in the given order: ``dwarf 3 7, orc 5``; unknown ones counted."""
    groups: dict[int, list[str]] = {}
    for unit in units:
        if unit != UNKNOWN:
            groups.setdefault(RACE[unit], []).append(str(STRENGTH[unit]) if KNOWN[unit] else "?")
    parts = [f"{race_name(race, state)} {' '.join(found)}" for race, found in groups.items()]
    unknown = sum(unit == UNKNOWN for unit in units)
    return ", ".join(parts + ([count(unknown, "unknown card")] if unknown else [])) or "none"


def pile_words(pile: Pile, state: State) -> str:
    """A pile from its first card to its top: ``orc 3, dwarf 5``."""
    return ", ".join(unit_name(unit, state) for unit in pile)


def mine_words(mine: Mine) -> str:
    """``defence 3, size 4 and an overseer, value 9``."""
    if mine == UNKNOWN_MINE:
        return "an unknown mine"
    overseer = " and an overseer" if mine.overseer else ""
    return f"defence {mine.defence}, size {mine.size}{overseer}, value {mine.value}"


def card_touch(card: int) -> str:
    """Touch id of a hand card; equal cards share it."""
    return f"card-{TEXT[card]}"


def card_of(touch: str) -> int | None:
    """The unit of a touch ``card-d7``; None for other touches."""
    kind, _, name = touch.partition("-")
    return UNITS.get(name) if kind == "card" else None


def open_touch(slot: int) -> str:
    return f"open-{SLOTS[slot]}"


def slot_of(touch: str) -> int | None:
    """The slot of a touch ``open-a``; None for other touches."""
    kind, _, name = touch.partition("-")
    return SLOTS.index(name) if kind == "open" and len(name) == 1 and name in SLOTS else None


def mine_touch(state: State, seat: int, place: int) -> str:
    """Touch id of a mine under way: ``own-1`` for the seat to move, ``mine-1-2`` for others (seat 1, its second)."""
    return f"own-{place + 1}" if seat == state.to_move else f"mine-{seat}-{place + 1}"


def camp_of(touch: str) -> int | None:
    """The unit of a touch ``camp-d7``; None for other touches."""
    kind, _, name = touch.partition("-")
    return UNITS.get(name) if kind == "camp" and name != TEXT[UNKNOWN] else None


# --- what the position says ---------------------------------------------------------------------


def is_mine(site: Site) -> bool:
    return site != EMPTY and site.mine != EMPTY.mine


def lay_words(state: State, pile: Pile) -> str:
    """Which strengths may be laid on a pile now: ``any``, ``6-9``, ``only 0``."""
    top = top_of(pile)
    if top is None:
        return "any"
    fit = followers(top, state.wrap)
    if len(fit) < 2:
        return f"only {fit[0]}" if fit else "nothing"
    return f"{fit[0]}-{fit[-1]}"


def more_cards(number: int) -> str:
    """``1 more card``."""
    return f"{number} more card{'' if number == 1 else 's'}"


def wants_overseer(site: Site) -> bool:
    """Whether the next card of an owned mine is its overseer (KD-28)."""
    return len(site.pile) >= site.mine.size


def next_words(state: State, seat: int, site: Site) -> str:
    """What may be laid next on an owned mine: ``any race but dwarf, above 5``, ``a dwarf above 7: overseer``."""
    if site.mine == UNKNOWN_MINE:
        return "nothing, its numbers are not known"
    top, king = top_of(site.pile), state.kings[seat]
    if top == WRAP and not state.wrap:
        return "nothing, for nothing goes on a 9"
    overseer = wants_overseer(site)
    who = a_race(king, state) if overseer else f"any race but {race_name(king, state)}"
    if top is None:
        strength = ", any strength"
    elif top == WRAP:
        strength = ", only 0"
    else:
        strength = f" above {top}" if overseer else f", above {top}"
    return f"{who}{strength}{': overseer' if overseer else ''}"


def next_short(state: State, seat: int, site: Site, without: str = "any but") -> str:
    """The same in a narrow place: ``any but D, above 5``, ``D above 7``; `without` can be ``not``."""
    if site.mine == UNKNOWN_MINE:
        return "numbers not known"
    top, king = top_of(site.pile), RACES[state.kings[seat]].upper()
    if top == WRAP and not state.wrap:
        return "nothing on a 9"
    if wants_overseer(site):
        strength = "" if top is None else ", only 0" if top == WRAP else f" above {top}"
        return f"{king}{strength}"
    strength = "" if top is None else ", only 0" if top == WRAP else f", above {top}"
    return f"{without} {king}{strength}"


def takers(state: State) -> tuple[int, ...]:
    """For each race the seat that gets a mine which a card of that race captures now (KD-21, KD-22)."""
    return tuple(
        state.kings.index(race) if race in state.kings else state.to_move for race in range(len(RACES))
    )


def takers_words(state: State, look: Look) -> str:
    """``dwarf and giant: You; orc: Seat 2``."""
    by_seat: dict[int, list[str]] = {}
    for race, seat in enumerate(takers(state)):
        by_seat.setdefault(seat, []).append(race_name(race, state))
    return "; ".join(f"{listed(races)}: {name_of(seat, look)}" for seat, races in sorted(by_seat.items()))


def places_of(state: State, seat: int, card: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where a seat may lay a card of its hand when it is to: slots to fight for, and places of own mines to fill."""
    if state.is_over or not KNOWN[card]:
        return (), ()
    mover = state if seat == state.to_move else replace(state, to_move=seat)
    fights = tuple(slot for slot, site in enumerate(state.open) if mover.may_fight(card, site))
    fills = tuple(place for place, site in enumerate(state.own[seat]) if mover.fits(card, site))
    return fights, fills


def place_words(state: State, seat: int, card: int) -> tuple[str, ...]:
    """Where a hand card may be laid: ``fight a c``, ``fill 1``; ``no mine takes it``."""
    fights, fills = places_of(state, seat, card)
    found = []
    if fights:
        found.append(f"fight {' '.join(SLOTS[slot] for slot in fights)}")
    if fills:
        numbers = " ".join(str(place + 1) for place in fills)
        found.append(f"fill {numbers}" if len(fills) <= MOST_NAMED else f"fill {len(fills)} mines")
    return tuple(found) or ("nowhere now",)


def tells_camp(state: State) -> bool:
    """Whether the cards below the tops of the camp may be seen (KD-45)."""
    return state.options.piles == "all" or state.options.take == "any"


def step_words(state: State) -> str:
    """What the seat to move does next."""
    if state.step == "play":
        if not state.hands[state.to_move]:
            return "no card to lay, draw one"
        return "discard a card" if state.discardable() else "lay a card"
    return {"draw": "draw a card", "drawdeck": "draw from the deck", "end": "end the turn"}[state.step]


def deck_words(state: State) -> str:
    """``34 cards``, ``empty``; of a deck that is not counted ``not counted``."""
    if state.deck is None:
        return "not counted"
    return count(len(state.deck), "card") if state.deck else "empty"


def warning(state: State) -> str:
    """What the last deck cards mean; empty while there are more than two."""
    if state.deck is None or len(state.deck) > SOON or state.is_over:
        return ""
    last = "this turn" if state.options.end == "turn" else "this round"
    if not state.deck:
        return f"{last} is the last"
    if len(state.deck) == 1:
        return f"last card: a capture or a deck draw makes {last} the last"
    return "last 2 cards: a capture and a deck draw use both"


def notice(state: State) -> str:
    """Which card set this is and what of it is not published."""
    return state.cards.notice


# --- things in words ----------------------------------------------------------------------------


def open_words(state: State, look: Look, slot: int) -> str:
    """An open mine in a line."""
    site, name = state.open[slot], f"Open mine {SLOTS[slot]}"
    if not is_mine(site):
        return f"{name}: none"
    if site.mine == UNKNOWN_MINE:
        return f"{name}: numbers not known"
    fight = f"fight: {pile_words(site.pile, state)}" if site.pile else "no card yet"
    parts = [mine_words(site.mine), fight, more_cards(site.to_capture), f"lay {lay_words(state, site.pile)}"]
    if site.to_capture == 1:
        parts.append(f"the last card decides who gets it, {takers_words(state, look)}")
    return f"{name}: {'; '.join(parts)}"


def own_words(state: State, look: Look, seat: int, place: int) -> str:
    """A mine under way in a line."""
    site = state.own[seat][place]
    name = f"Mine {place + 1} of {name_of(seat, look)}"
    if not is_mine(site):
        return f"{name}: none"
    laid = f"on it {pile_words(site.pile, state)}" if site.pile else "no card yet"
    if site.mine == UNKNOWN_MINE:
        return f"{name}: numbers not known"
    return (
        f"{name}: {mine_words(site.mine)}; {laid}; {more_cards(site.missing)}; "
        f"next: {next_words(state, seat, site)}"
    )


def camp_words(state: State, race: int) -> str:
    """A pile of the camp in a line."""
    pile, name = state.camp[race], f"Camp, {race_name(race, state)}"
    if not pile:
        return f"{name}: no card"
    top = f"{name}: on top {STRENGTH[pile[-1]] if KNOWN[pile[-1]] else '?'}"
    if len(pile) == 1:
        return top
    if not tells_camp(state):
        return f"{top}, {count(len(pile) - 1, 'card')} under it"
    under = " ".join(str(STRENGTH[unit]) if KNOWN[unit] else "?" for unit in reversed(pile[:-1]))
    return f"{top}, under it {under}"


def deck_line(state: State) -> str:
    """The deck in a line."""
    mine = state.next_mine()
    parts = [f"Deck: {deck_words(state)}"]
    if mine is not None:
        parts.append(f"next mine: {mine_words(mine)}")
    if warning(state):
        parts.append(warning(state))
    return "; ".join(parts)


def removed_words(state: State) -> str:
    if state.removed is None:
        return "Out of the game: not recorded"
    return f"Out of the game: {count(len(state.removed), 'card')}" + (
        f": {units_words(state.removed, state)}" if state.removed else ""
    )


def done_words(state: State, seat: int, name: str) -> str:
    """The completed mines of a seat in a line."""
    mines = state.done[seat]
    if not mines:
        return f"Completed by {name}: none"
    return f"Completed by {name}: {'; '.join(map(mine_words, mines))}"


def seat_words(state: State, seat: int, name: str) -> str:
    """A seat's public side in a line: king, score and its parts, cards still needed, cards in hand."""
    parts = [
        f"{race_name(state.kings[seat], state)} king",
        f"{points_words(score(state, seat))}: +{completed(state, seat)} completed "
        f"({count(len(state.done[seat]), 'mine')}), -{at_risk(state, seat)} at risk "
        f"({count(mines_left(state, seat), 'mine')})",
        f"{count(cards_needed(state, seat), 'card')} still needed for all own mines",
        f"{count(len(state.hands[seat]), 'card')} in hand",
    ]
    if not state.is_over and seat == state.to_move:
        parts.append(f"on turn: {step_words(state)}")
    return f"{name}: {'; '.join(parts)}"


def label(state: State, touch: str) -> str:
    """Words for the thing or choice with this touch id."""
    kind, _, rest = touch.partition("-")
    if touch == "end":
        return "End turn"
    if touch == "discard":
        return "Discard a card"
    if touch == "none":
        return "Draw nothing"
    if touch == "deck":
        return f"Deck ({deck_words(state)})"
    slot, card, drawn = slot_of(touch), card_of(touch), camp_of(touch)
    if slot is not None:
        site = state.open[slot]
        return f"Mine {rest} ({mine_words(site.mine)})" if is_mine(site) else f"Empty place {rest}"
    if card is not None:
        return unit_name(card, state).capitalize()
    if drawn is not None:
        return f"{unit_name(drawn, state)} of the camp".capitalize()
    if kind == "camp" and rest in RACES and len(rest) == 1:
        return f"{race_name(RACES.index(rest), state)} pile of the camp".capitalize()
    if kind == "own":
        own, place = state.own[state.to_move], int(rest) - 1 if rest.isdecimal() else -1
        told = f" ({mine_words(own[place].mine)})" if 0 <= place < len(own) and is_mine(own[place]) else ""
        return f"Own mine {rest}{told}"
    if kind == "mine":
        seat, _, place_text = rest.partition("-")
        return f"Mine {place_text} of seat {int(seat) + 1}" if seat.isdecimal() else "A mine"
    if kind == "seat" and rest.isdecimal() and int(rest) < state.seats:
        return f"Seat {int(rest) + 1} ({race_name(state.kings[int(rest)], state)} king)"
    return "A hidden card"


# --- moves --------------------------------------------------------------------------------------


def say(state: State, move: Move) -> str:
    """The move in the player's words, before it is made."""
    if move.verb == "fight":
        return _say_fight(state, move)
    if move.verb == "fill":
        return _say_fill(state, move)
    if move.verb == "discard":
        goes = "goes to the camp" if state.options.stuck == "camp" else "leaves the game"
        return f"Discard {unit_name(move.card, state)}, it {goes}"
    if move.verb == "draw":
        if move.source == "camp":
            return f"Draw {unit_name(move.card, state)} from the camp"
        last = state.deck is not None and len(state.deck) == 1
        return (
            "Draw nothing"
            if move.source == "none"
            else f"Draw the {'last' if last else 'top'} card of the deck"
        )
    ends = state.step == "end" and state.play(move).is_over
    return "End the turn and the game" if ends else "End the turn"


def _say_fight(state: State, move: Move) -> str:
    site = state.open[move.place]
    begin = f"Lay {unit_name(move.card, state)} at mine {SLOTS[move.place]}"
    if site.to_capture > 1:
        return f"{begin}: {more_cards(site.to_capture - 1)} to capture it"
    owner = state.owner_of_capture(move.card)
    return f"{begin}: captured, the {race_name(state.kings[owner], state)} king gets it"


def _say_fill(state: State, move: Move) -> str:
    own = state.own[state.to_move]
    site = own[move.place] if move.place < len(own) else EMPTY
    overseer = " as its overseer" if is_mine(site) and wants_overseer(site) else ""
    begin = f"Lay {unit_name(move.card, state)} on own mine {move.place + 1}{overseer}"
    if site.missing == 1:
        return f"{begin}: completed, {points_words(site.mine.value)}"
    return f"{begin}: {more_cards(site.missing - 1)} to complete it"


# --- header, text, table ------------------------------------------------------------------------


def header(state: State, look: Look) -> Header:
    """Title, what is going on, and the seats."""
    chips = tuple(
        Chip(
            name_of(seat, look),
            f"{race_name(state.kings[seat], state)} · {points_words(score(state, seat))}",
            to_move=not state.is_over and seat == state.to_move,
        )
        for seat in range(state.seats)
    )
    return Header(GAME.title, " · ".join(_line(state, look)), chips)


def _line(state: State, look: Look) -> list[str]:
    if state.is_over:
        return _over(state, look)
    name = name_of(state.to_move, look)
    whose = "Practice" if state.practice else "Your turn" if name == "You" else f"{name}'s turn"
    near = warning(state)
    return [whose, step_words(state), near or f"deck: {deck_words(state)}"]


def _over(state: State, look: Look) -> list[str]:
    best = max(score(state, seat) for seat in range(state.seats))
    if state.practice:
        return ["Practice is over", points_words(best), f"band: {band(best)}"]
    names = [name_of(seat, look) for seat in winners(state)]
    verb = "win" if len(names) > 1 or names[0] == "You" else "wins"
    together = " together" if len(names) > 1 else ""
    return ["Game over", f"{listed(names)} {verb}{together} with {points_words(best)}"]


def _hand_lines(state: State, look: Look) -> list[str]:
    hand = state.hands[look.seat]
    lines = [f"{hand_of(look)}: {count(len(hand), 'card')}"]
    if look.covered:
        return [f"{lines[0]}, covered"]
    for card in hand:
        where = (
            "" if card == UNKNOWN or state.is_over else f": {', '.join(place_words(state, look.seat, card))}"
        )
        lines.append(f"  {unit_name(card, state)}{where}")
    return lines


def _table_lines(state: State, look: Look) -> list[str]:
    lines = [open_words(state, look, slot) for slot in range(len(SLOTS))]
    lines.append(deck_line(state))
    lines += [camp_words(state, race) for race in range(len(RACES))]
    for seat in range(state.seats):
        name = name_of(seat, look)
        lines.append(seat_words(state, seat, name))
        lines += [f"  {own_words(state, look, seat, place)}" for place in range(len(state.own[seat]))]
        if state.done[seat]:
            lines.append(f"  {done_words(state, seat, name)}")
    lines.append(removed_words(state))
    if state.practice and state.is_over:
        lines.append(f"Bands: {', '.join(BANDS)}; reached: {band(score(state, 0))}")
    return lines


def text(state: State, look: Look) -> str:
    """The position in plain text without colour: one line a thing."""
    head = header(state, look)
    lines = [
        f"{head.title}: {head.line}",
        *_table_lines(state, look),
        *_hand_lines(state, look),
        notice(state),
    ]
    return "\n".join(lines)


_PLAIN = "padding:3px 10px;text-align:left;background:#FFFDF8;color:#2A251C;border:1px solid #CFC4AC"
_CELL = f"padding:6px 10px;text-align:center;border:2px solid #A99C8A;background:#FFFDF8;color:{INK}"


def _chips(pile: Iterable[int]) -> str:
    """Cards of a pile as small marked words, so that races differ by letter and by colour."""
    return " ".join(
        f"<span style='padding:1px 4px;color:{FILL[RACES[RACE[unit]]]};background:{TINT[RACES[RACE[unit]]]}'>"
        f"<b>{RACES[RACE[unit]].upper()}{TEXT[unit][1:]}</b></span>"
        for unit in pile
        if unit != UNKNOWN
    )


def table(state: State, look: Look) -> str:
    """The position as html tables: the static face. Every cell names its colours, so both themes can show it."""
    head = header(state, look)
    cells = []
    for slot, site in enumerate(state.open):
        told = [f"<b>{SLOTS[slot]}</b>"]
        if is_mine(site):
            told += [mine_words(site.mine).replace(", ", "<br>"), _chips(site.pile) or "no card yet"]
        else:
            told.append("no mine")
        cells.append(f"<td style='{_CELL}'>{'<br>'.join(told)}</td>")
    lines = "".join(
        f"<tr><td style='{_PLAIN}'>{escape(line.strip())}</td></tr>"
        for line in (*_table_lines(state, look), *_hand_lines(state, look), notice(state))
    )
    return (
        f"<div><p><b>{escape(head.title)}</b>: {escape(head.line)}</p>"
        f"<table style='border-collapse:separate;border-spacing:3px'><tr>{''.join(cells)}</tr></table>"
        f"<table style='border-collapse:collapse'>{lines}</table></div>"
    )
