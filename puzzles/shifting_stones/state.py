"""Position and move of Shifting Stones, and their exact texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from puzzles.core.game import Option
from puzzles.core.shuffle import shuffled
from puzzles.core.state import Outcome, RulesError
from puzzles.core.text import (
    join_list,
    join_seats,
    read_fields,
    read_whole,
    shorten,
    split_list,
    split_seats,
    write_fields,
)
from puzzles.shifting_stones.cards import CARDS
from puzzles.shifting_stones.grid import CELLS, board_text, read_board

UNKNOWN = 0
"""A card whose id this position does not know (views only)."""

TARGET = {2: 10, 3: 9, 4: 8, 5: 7}
"""Scored cards that trigger the end, by number of players (SS-29)."""

STRIKES = 4
"""Strikes that lose a solo game (SS-38)."""

TURNS = ("start", "acted", "scored", "over")

OPTIONS = (
    Option(
        "over_four",
        ("keep", "discard_down"),
        "SS-19",
        "What happens to more than 4 cards at the end of a turn",
    ),
    Option("skip_cap", ("6", "none"), "SS-21", "The hand size up to which a skip draws"),
    Option("idle_end", ("allowed", "forbidden"), "SS-17", "Whether a turn may end without having acted"),
    Option("reshuffle", ("on_draw", "at_once"), "SS-27", "When the discard pile becomes the new deck"),
    Option(
        "solo_skip_strike", ("yes", "no"), "SS-36", "Whether a skipped turn costs a strike in the solo game"
    ),
    Option("open_discard", ("yes", "no"), "SS-6", "Whether the whole discard pile may be looked through"),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The rules that can be set (section 2 of RULES.md); every field holds one of its option's values."""

    over_four: str = "keep"
    skip_cap: str = "6"
    idle_end: str = "allowed"
    reshuffle: str = "on_draw"
    solo_skip_strike: str = "yes"
    open_discard: str = "yes"

    def __str__(self) -> str:
        return join_list(
            f"{option.name}={getattr(self, option.name)}"
            for option in OPTIONS
            if getattr(self, option.name) != option.default
        )


@dataclass(frozen=True, slots=True)
class Move:
    """A move: `verb` swap, flip, score, drop, end or skip.

    cells  the cells of a swap (first in reading order first) or a flip, 0 to 8
    card   the card spent, scored or dropped; None for end and skip, and for the board moves
           without a card in the plans of `distance` and `tour`
    """

    verb: str
    cells: tuple[int, ...] = ()
    card: int | None = None

    def __str__(self) -> str:
        words = [self.verb, *(CELLS[cell] for cell in self.cells)]
        if self.card is not None:
            words += [str(self.card)] if self.verb in ("score", "drop") else ["spend", str(self.card)]
        return " ".join(words)


def read_move(text: str) -> Move:
    """The move whose text this is. Raises RulesError.

    >>> str(read_move("swap a1 b1 spend 12"))
    'swap a1 b1 spend 12'
    """
    if not isinstance(text, str):
        raise RulesError(f"move: got {type(text).__name__}, expected a text such as 'flip c3 spend 12'")
    where = f"move {shorten(text)!r}"
    words = text.split()
    verb = words[0] if words else ""
    if verb in ("end", "skip"):
        _expect(len(words) == 1, where, f"'{verb}' alone")
        return Move(verb)
    if verb in ("score", "drop"):
        _expect(len(words) == 2, where, f"'{verb} CARD'")
        return Move(verb, card=_read_id(words[1], where))
    if verb not in ("swap", "flip"):
        raise RulesError(
            f"{where}: got the verb {shorten(verb)!r}, expected swap, flip, score, drop, end or skip"
        )
    count = 2 if verb == "swap" else 1
    form = "'swap CELL CELL spend CARD'" if verb == "swap" else "'flip CELL spend CARD'"
    _expect(len(words) in (count + 1, count + 3), where, form)
    cells = tuple(_read_cell(word, where) for word in words[1 : count + 1])
    if verb == "swap" and cells[0] >= cells[1]:
        raise RulesError(
            f"{where}: got {words[1]} {words[2]}, expected two cells, the first in reading order first"
        )
    if len(words) == count + 1:
        return Move(verb, cells)
    _expect(words[-2] == "spend", where, form)
    return Move(verb, cells, _read_id(words[-1], where))


def _expect(condition: bool, where: str, form: str) -> None:
    if not condition:
        raise RulesError(f"{where}: expected {form}")


def _read_cell(word: str, where: str) -> int:
    if word not in CELLS:
        raise RulesError(f"{where}: got the cell {shorten(word)!r}, expected a1 to c3")
    return CELLS.index(word)


def _read_id(word: str, where: str) -> int:
    return read_whole(word, f"{where}, card", 1, len(CARDS))


@dataclass(frozen=True, slots=True)
class Position:
    """The data of a position; ``rules.State`` adds what may be done with it.

    board     nine letters, row by row from the top (``grid.py``)
    turn      start, acted, scored or over
    dropping  the seat to move has begun to drop its surplus (option over_four=discard_down)
    skipped   seats whose latest turn was a skip, ascending
    hands, scored   card ids a seat, ascending, UNKNOWN last
    discard   oldest first; deck: next card first
    seed      None in a view
    """

    board: str
    hands: tuple[tuple[int, ...], ...]
    scored: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()
    to_move: int = 0
    turn: str = "start"
    dropping: bool = False
    skipped: tuple[int, ...] = ()
    strikes: int = 0
    shuffles: int = 0
    seed: int | None = 0
    options: Options = field(default_factory=Options)

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def solo(self) -> bool:
        return len(self.hands) == 1

    def __str__(self) -> str:
        return write_fields(
            (key, value)
            for key, value in (
                ("game", "shifting_stones"),
                ("players", str(self.seats)),
                ("seed", "?" if self.seed is None else str(self.seed)),
                ("shuffles", str(self.shuffles)),
                ("options", str(self.options)),
                ("board", board_text(self.board)),
                ("to_move", str(self.to_move)),
                ("turn", self.turn + " drop" * self.dropping),
                ("skipped", join_list(map(str, self.skipped))),
                ("strikes", str(self.strikes) if self.solo else ""),
                ("hands", join_seats(map(_cards_text, self.hands))),
                ("scored", join_seats(map(_cards_text, self.scored))),
                ("discard", _cards_text(self.discard)),
                ("deck", _cards_text(self.deck)),
            )
            if value
        )


KEYS = (
    "game",
    "players",
    "seed",
    "shuffles",
    "options",
    "board",
    "to_move",
    "turn",
    "skipped",
    "strikes",
    "hands",
    "scored",
    "discard",
    "deck",
)


def _cards_text(cards: Iterable[int]) -> str:
    words: list[str] = []
    unknown = 0
    for card in [*cards, None]:
        if card == UNKNOWN:
            unknown += 1
            continue
        if unknown:
            words.append(f"?{unknown}")
            unknown = 0
        if card is not None:
            words.append(str(card))
    return join_list(words)


def _read_cards(text: str, where: str) -> tuple[int, ...]:
    cards: list[int] = []
    for word in split_list(text):
        if word.startswith("?"):
            cards += [UNKNOWN] * read_whole(word[1:], f"{where}, {shorten(word)!r}", 1, len(CARDS))
        else:
            cards.append(read_whole(word, f"{where}, card", 1, len(CARDS)))
    return tuple(cards)


def _read_hand(text: str, where: str) -> tuple[int, ...]:
    cards = _read_cards(text, where)
    return tuple(sorted(cards, key=lambda card: (card == UNKNOWN, card)))


def read_options(text: str, where: str = "options") -> Options:
    """Options from ``name=value`` words in the documented order. Raises RulesError."""
    chosen: dict[str, str] = {}
    names = [option.name for option in OPTIONS]
    for word in split_list(text):
        name, equals, value = word.partition("=")
        if not equals or name not in names:
            raise RulesError(
                f"{where}: got {shorten(word)!r}, expected NAME=VALUE with one of {', '.join(names)}"
            )
        if name in chosen:
            raise RulesError(f"{where}: got {name} twice, expected it once")
        if chosen and names.index(name) < names.index(list(chosen)[-1]):
            raise RulesError(
                f"{where}: got {name} after {list(chosen)[-1]}, expected the order {', '.join(names)}"
            )
        chosen[name] = value
    return choose_options(chosen, where)


def choose_options(chosen: Mapping[str, str], where: str) -> Options:
    """Options by name, the others at their defaults. Raises RulesError."""
    values = {option.name: option.values for option in OPTIONS}
    for name, value in chosen.items():
        if name not in values:
            raise RulesError(
                f"{where}: got the option {shorten(name)!r}, expected one of {', '.join(values)}"
            )
        if value not in values[name]:
            got = shorten(repr(value))
            raise RulesError(f"{where}, {name}: got {got}, expected one of {', '.join(values[name])}")
    return Options(**chosen)


def deck_order(cards: Iterable[int], seed: int, turn_over: int) -> tuple[int, ...]:
    """Cards in shuffle order: `turn_over` 0 is the deal, k the k-th reshuffle (SHA-256 of seed/round/id)."""
    return shuffled(cards, lambda card: f"{seed}/{turn_over}/{card}")


def read_position(text: str) -> dict[str, Any]:
    """The fields of ``Position`` from a position text, all checks done. Raises RulesError."""
    found = read_fields(text, KEYS)
    for key in ("players", "board", "hands"):
        if key not in found:
            raise RulesError(f"position: the key {key!r} is missing")
    if found.get("game", "shifting_stones") != "shifting_stones":
        raise RulesError(f"position, game: got {shorten(found['game'])!r}, expected shifting_stones")
    players = read_whole(found["players"], "position, players", 1, 5)
    empty = join_seats(["-"] * players)
    seed = None if found.get("seed") == "?" else read_whole(found.get("seed", "0"), "position, seed")
    if "strikes" in found and players > 1:
        raise RulesError(f"position, strikes: got it with {players} players, expected it with 1 player only")
    turn, _, dropping = found.get("turn", "start").partition(" ")
    if turn not in TURNS or dropping not in ("", "drop"):
        raise RulesError(
            f"position, turn: got {shorten(found['turn'])!r}, expected one of {', '.join(TURNS)}"
        )
    skipped = [
        read_whole(word, "position, skipped", 0, players - 1)
        for word in split_list(found.get("skipped", "-"))
    ]
    if skipped != sorted(set(skipped)):
        raise RulesError(f"position, skipped: got {found['skipped']!r}, expected different seats, ascending")
    values: dict[str, Any] = {
        "board": read_board(found["board"], "position, board"),
        "seed": seed,
        "shuffles": read_whole(found.get("shuffles", "0"), "position, shuffles"),
        "options": read_options(found.get("options", "-"), "position, options"),
        "to_move": read_whole(found.get("to_move", "0"), "position, to_move", 0, players - 1),
        "turn": turn,
        "dropping": bool(dropping),
        "skipped": tuple(skipped),
        "strikes": read_whole(found.get("strikes", "0"), "position, strikes", 0, STRIKES),
        "discard": _read_cards(found.get("discard", "-"), "position, discard"),
    }
    for key in ("hands", "scored"):
        parts = split_seats(found.get(key, empty), players, f"position, {key}")
        values[key] = tuple(
            _read_hand(part, f"position, {key}, seat {seat}") for seat, part in enumerate(parts)
        )
    values["deck"] = _read_deck(found.get("deck"), values, players)
    _check_cards(values, players)
    return values


def _read_deck(text: str | None, values: dict[str, Any], players: int) -> tuple[int, ...]:
    if text is not None:
        return _read_cards(text, "position, deck")
    if players == 1:
        return ()
    if values["seed"] is None:
        raise RulesError("position, deck: it is left out and the seed is '?', expected one of the two")
    named = {card for _, cards in _card_lists(values) for card in cards}
    return deck_order((card for card in CARDS if card not in named), values["seed"], 0)


def _card_lists(values: dict[str, Any]) -> list[tuple[str, tuple[int, ...]]]:
    lists = [(f"hands, seat {seat}", cards) for seat, cards in enumerate(values["hands"])]
    lists += [(f"scored, seat {seat}", cards) for seat, cards in enumerate(values["scored"])]
    lists += [(key, values[key]) for key in ("discard", "deck") if key in values]
    return lists


def _check_cards(values: dict[str, Any], players: int) -> None:
    places: dict[int, str] = {}
    for where, cards in _card_lists(values):
        if where.startswith("scored") and UNKNOWN in cards:
            raise RulesError(
                f"position, {where}: got unknown cards, expected known ones (scored cards are public)"
            )
        for card in cards:
            if card in places and card != UNKNOWN:
                raise RulesError(
                    f"position, {where}: got card {card}, which is also in {places[card]}; expected it in one place"
                )
            places[card] = where
    total = sum(len(cards) for _, cards in _card_lists(values))
    if players > 1 and total != len(CARDS):
        raise RulesError(
            f"position: got {total} cards in all, expected {len(CARDS)} with {players} players (SS-2)"
        )
    if players == 1 and not 1 <= total <= len(CARDS):
        raise RulesError(f"position: got {total} cards in all, expected 1 to {len(CARDS)}")


def points_of(cards: Iterable[int]) -> int:
    """Printed points of known cards."""
    return sum(CARDS[card].points for card in cards)


def scores(position: Position) -> tuple[int, ...]:
    """Points of every seat now, the bonus for most 1-point cards included with 2 or more players (SS-31, SS-32)."""
    totals = [points_of(cards) for cards in position.scored]
    if not position.solo:
        ones = [sum(CARDS[card].points == 1 for card in cards) for cards in position.scored]
        most = max(ones)
        if most:
            totals = [total + 3 * (count == most) for total, count in zip(totals, ones, strict=True)]
    return tuple(totals)


def ending(position: Position) -> str | None:
    """Why the game would be over with this position's cards and seat: cards, solved, strikes or None."""
    if position.solo:
        if not (position.hands[0] or position.deck or position.discard):
            return "solved"  # SS-37
        return "strikes" if position.strikes >= STRIKES else None  # SS-38
    reached = any(len(cards) >= TARGET[position.seats] for cards in position.scored)
    return "cards" if reached and position.to_move == position.seats - 1 else None  # SS-30


def outcome(position: Position) -> Outcome | None:
    """The outcome of a game that is over (SS-31 to SS-33, SS-41)."""
    if position.turn != "over":
        return None
    reason = ending(position)
    assert reason is not None
    points = scores(position)
    if reason == "strikes":
        return Outcome(reason, points, ())
    best = max(points)
    return Outcome(reason, points, tuple(seat for seat, score in enumerate(points) if score == best))


def check_possible(position: Position) -> None:
    """Raise RulesError for a position that no game can reach (section 4 of RULES.md)."""
    turn, mover = position.turn, position.to_move
    reason = ending(position)
    if turn == "over" and reason is None:
        raise RulesError("position, turn: got over, but no rule ends the game here (SS-30, SS-37, SS-38)")
    if position.solo and reason == "solved" and position.strikes >= STRIKES:
        raise RulesError(
            f"position, strikes: got {position.strikes} with every card scored, expected 0 to {STRIKES - 1} (SS-37)"
        )
    if turn != "over" and position.solo and reason is not None:
        rule = "SS-37" if reason == "solved" else "SS-38"
        raise RulesError(f"position, turn: got {turn}, expected over, for the game is {reason} ({rule})")
    if turn != "over" and not position.solo:
        goal = TARGET[position.seats]
        for seat, cards in enumerate(position.scored):
            if len(cards) >= goal and (seat > mover or (seat == mover and turn != "scored")):
                raise RulesError(
                    f"position, scored, seat {seat}: got {len(cards)} cards with seat {mover} to move at "
                    f"turn: {turn}, expected fewer than {goal} (SS-29, SS-30)"
                )
    if turn == "acted" and not position.discard:
        raise RulesError(
            "position, turn: got acted with an empty discard pile, expected the card that was spent"
        )
    if turn == "scored" and not position.scored[mover]:
        raise RulesError(f"position, turn: got scored, expected a scored card at seat {mover}")
    if position.dropping:
        if position.options.over_four != "discard_down" or turn == "over":
            raise RulesError(
                "position, turn: got 'drop', expected it only under over_four=discard_down, in a turn"
            )
        if len(position.hands[mover]) < 4 or not position.discard:
            raise RulesError(
                "position, turn: got 'drop', expected at least 4 cards in hand and a dropped card"
            )


assert tuple(f.name for f in fields(Options)) == tuple(option.name for option in OPTIONS)
