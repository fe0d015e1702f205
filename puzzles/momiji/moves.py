"""Moves of Momiji and their exact texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from puzzles.core.state import RulesError
from puzzles.core.text import read_whole, shorten
from puzzles.momiji.cards import CARDS, LETTER, LETTERS, TEXT

MAX_CARDS = 14
"""Most cards that a move text may name."""

_ID = re.compile(r"[A-Z][A-Z0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class Move:
    """A move: `verb` reveal, collect, play, activate, use, exchange, drop, end or pick (in a draft).

    id      objective of activate; landscape of use and pick
    letter  type of collect; the type that landscape A takes
    cards   play: the cards (below); exchange: ascending; drop: the card; landscape F: given, taken
    sides   play: for each card where its new pile goes, ``left``, ``right`` or ``at N``; empty for a card
            laid on a pile that is there
    place   landscape H: the left one of the two piles
    order   play: the cards as the text writes them; no part of what the move is

    A *same* play names its cards in the order of laying. In a *different* play the order of the cards for
    old piles has no meaning: ``cards`` has them ascending, ``order`` as they are written (by ``moves()`` in
    row order), so that ``play r1> o1<`` and ``play o1< r1>`` are equal. Cards for new piles come after
    them: all ``left`` ones, then all ``right`` ones, each in the order of laying; ``at N`` from the left of
    the finished row. Use ``play_move`` to make one.
    """

    verb: str
    id: str = ""
    letter: str = ""
    cards: tuple[int, ...] = ()
    sides: tuple[str, ...] = ()
    place: int | None = None
    order: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def mode(self) -> str:
        """``same`` or ``different`` for a play that keeps to MJ-42, otherwise empty."""
        if self.verb != "play" or not self.cards:
            return ""
        kinds = len({LETTER[card] for card in self.cards})
        if kinds == 1:
            return "same"
        return "different" if kinds == len(self.cards) else ""

    def __str__(self) -> str:
        words = [self.verb]
        if self.id:
            words.append(self.id)
        if self.letter:
            words.append(self.letter)
        if self.verb == "play":
            for card, side in zip(self.order or self.cards, self.sides, strict=True):
                if side:
                    words.append(side)
                words.append(TEXT[card])
        else:
            words += [TEXT[card] for card in self.cards]
        if self.place is not None:
            words.append(str(self.place))
        return " ".join(words)


def play_move(cards: Sequence[int], sides: Sequence[str]) -> Move:
    """The play of `cards`, each with its side (empty: onto its pile), in its canonical form."""
    kinds = {LETTER[card] for card in cards}
    if len(kinds) == 1 or len(kinds) != len(cards):  # same, or a mixture that no rule allows: as given
        return Move("play", cards=tuple(cards), sides=tuple(sides), order=tuple(cards))
    pairs = list(zip(cards, sides, strict=True))
    old = [card for card, side in pairs if not side]
    new = [pair for which in ("left", "right") for pair in pairs if pair[1] == which]
    # Places are counted at the moment of laying; a later pile to the left moves the earlier ones on.
    placed: list[list[int]] = []
    for card, side in pairs:
        if side.startswith("at "):
            at = int(side[3:])
            for other in placed:
                other[0] += other[0] >= at
            placed.append([at, card])
    new += [(card, f"at {at}") for at, card in sorted(placed)]
    fresh = tuple(card for card, _ in new)
    return Move(
        "play",
        cards=(*sorted(old), *fresh),
        sides=("",) * len(old) + tuple(side for _, side in new),
        order=(*old, *fresh),
    )


FORMS = {
    "reveal": "'reveal' alone",
    "collect": "'collect r', the letter of a type",
    "play": "'play' and cards, e.g. 'play r1> left o0='",
    "activate": "'activate O02', the id of an objective",
    "use": "'use A g', 'use F r1< g0=', 'use H 1' or 'use' and another landscape alone",
    "exchange": "'exchange r0= o3'",
    "drop": "'drop r0='",
    "end": "'end' alone",
    "pick": "'pick A', the id of a landscape",
}


def read_move(text: str) -> Move:
    """The move whose text this is; cards in another order give the same move where order has no meaning.

    Raises RulesError.

    >>> str(read_move("play right y0= left o0="))
    'play left o0= right y0='
    >>> read_move("play r1> o1<") == read_move("play o1< r1>")
    True
    """
    if not isinstance(text, str):
        raise RulesError(f"move: got {type(text).__name__}, expected a text such as 'play r1> left o0='")
    where = f"move {shorten(text)!r}"
    words = text.split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb not in FORMS:
        raise RulesError(f"{where}: got the verb {shorten(verb)!r}, expected one of {', '.join(FORMS)}")
    if len(rest) > 3 * MAX_CARDS:
        raise RulesError(f"{where}: got {len(rest)} words, expected at most {MAX_CARDS} cards")
    if verb in ("reveal", "end") and not rest:
        return Move(verb)
    if verb == "collect" and len(rest) == 1:
        return Move(verb, letter=_read_letter(rest[0], where))
    if verb in ("activate", "pick") and len(rest) == 1:
        return Move(verb, id=_read_id(rest[0], where))
    if verb == "exchange" and rest:
        return Move(verb, cards=tuple(sorted(read_card(word, where) for word in rest)))
    if verb == "drop" and len(rest) == 1:
        return Move(verb, cards=(read_card(rest[0], where),))
    if verb == "play" and rest:
        return _read_play(rest, where)
    if verb == "use" and rest:
        return _read_use(rest, where)
    raise RulesError(f"{where}: expected {FORMS[verb]}")


def read_card(word: str, where: str) -> int:
    """The card with this text. Raises RulesError."""
    if word not in CARDS:
        raise RulesError(
            f"{where}: got the card {shorten(word)!r}, expected a letter of {' '.join(LETTERS)}, a value 0 to 3 "
            "and a mark = < > or none, e.g. r0= r1> r2"
        )
    return CARDS[word]


def _read_letter(word: str, where: str) -> str:
    if len(word) != 1 or word not in LETTERS:
        raise RulesError(f"{where}: got the type {shorten(word)!r}, expected one of {' '.join(LETTERS)}")
    return word


def _read_id(word: str, where: str) -> str:
    if not _ID.fullmatch(word):
        raise RulesError(f"{where}: got {shorten(word)!r}, expected an id such as O02 or A")
    return word


def _read_play(words: Sequence[str], where: str) -> Move:
    cards: list[int] = []
    sides: list[str] = []
    side = ""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in ("left", "right", "at"):
            if side or not rest:
                raise RulesError(f"{where}: got {word!r} without a card after it, expected {FORMS['play']}")
            side = word
            if word == "at":
                number = read_whole(rest.pop(0), f"{where}, at", 0, 99)
                side = f"at {number}"
                if not rest:
                    raise RulesError(
                        f"{where}: got {side!r} without a card after it, expected {FORMS['play']}"
                    )
            continue
        cards.append(read_card(word, where))
        sides.append(side)
        side = ""
    if len(cards) > MAX_CARDS:
        raise RulesError(f"{where}: got {len(cards)} cards, expected at most {MAX_CARDS}")
    return play_move(cards, sides)


def _read_use(words: Sequence[str], where: str) -> Move:
    name, rest = _read_id(words[0], where), words[1:]
    if not rest:
        return Move("use", id=name)
    if len(rest) == 1 and rest[0].isalpha():
        return Move("use", id=name, letter=_read_letter(rest[0], where))
    if len(rest) == 1:
        return Move("use", id=name, place=read_whole(rest[0], f"{where}, pile", 0, len(LETTERS) - 1))
    if len(rest) == 2:
        return Move("use", id=name, cards=tuple(read_card(word, where) for word in rest))
    raise RulesError(f"{where}: expected {FORMS['use']}")
