"""What touches mean in Shifting Stones: from touches to moves and back, and what a touch puts at stake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.core.drawing import Aside, Lane, Mark
from boards.core.phrases import count, listed
from boards.shifting_stones.words import card_of, drawn, face_name, gone_card, way_words
from puzzles.shifting_stones import Move, State
from puzzles.shifting_stones.cards import BACKS, CARDS
from puzzles.shifting_stones.grid import CELLS, PAIRS, matches


def choices(state: State) -> Sequence[str]:
    """End and skip always have a button; drop where the option wants surplus cards dropped (SS-19)."""
    return ("end", "skip", "drop") if state.options.over_four == "discard_down" else ("end", "skip")


def touches(state: State, move: Move) -> tuple[Lane, ...]:
    """A card and the tiles it is spent on, in any order; a card alone scores."""
    if move.verb in ("end", "skip"):
        return ((move.verb,),)
    card: Lane = (f"card{move.card}",)
    if move.verb == "drop":
        return (("drop",), card)
    return (card, *((CELLS[cell],) for cell in move.cells))


def meant(state: State, touched: Sequence[str]) -> Move | None:
    """The move that touches seem to mean, in whatever order they came.

    A card alone: score it, also one that is scored or spent already. A card and one tile: flip, and two
    tiles: swap, far apart or not. Tiles without a card: the same, with no card to spend. None for
    anything else.
    """
    if len(touched) == 1:
        if touched[0] in ("end", "skip"):
            return Move(touched[0])
        gone = gone_card(state, touched[0])
        if gone is not None:
            return Move("score", card=gone)
    cards = [card for card in map(card_of, touched) if card is not None]
    tiles = sorted(CELLS.index(touch) for touch in touched if touch in CELLS)
    drops = "drop" in touched
    if len(touched) != len(cards) + len(tiles) + drops or len(cards) > 1 or len(set(tiles)) != len(tiles):
        return None
    card = cards[0] if cards else None
    if drops:
        return Move("drop", card=card) if card is not None and not tiles else None
    if len(tiles) == 2:
        return Move("swap", tuple(tiles), card)
    if len(tiles) == 1:
        return Move("flip", tuple(tiles), card)
    return Move("score", card=card) if card is not None and not tiles else None


def moved(state: State, move: Move) -> Mapping[str, str]:
    """Where things lie after the move: data-id -> data-id, equal ids for a tile that turns over."""
    where: dict[str, str] = {}
    if move.verb == "swap":
        first, second = (CELLS[cell] for cell in move.cells)
        where = {first: second, second: first}
    elif move.verb == "flip":
        where = {CELLS[move.cells[0]]: CELLS[move.cells[0]]}
    if move.verb == "score":
        where[f"hand-{move.card}"] = f"scored-{move.card}"
    elif move.card is not None:
        where[f"hand-{move.card}"] = "discard"
    return where


def reveals(state: State, move: Move) -> bool:
    """Whether the move draws a card."""
    return drawn(state, move) > 0


def marks(state: State, touched: Sequence[str]) -> Sequence[Mark]:
    """The card that is about to be spent, once a card and a tile are touched (SS-B6)."""
    if not any(touch in CELLS for touch in touched):
        return ()
    found = []
    for touch in touched:
        card = card_of(touch)
        if card is None:
            continue
        sentence = f"Card {card} will be spent."
        if matches(state.board, card):
            sentence = f"Card {card} matches now: spending it gives up {count(CARDS[card].points, 'point')}."
        found.append(Mark(touch, "lost", sentence))
    return tuple(found)


def asides(state: State, touched: Sequence[str]) -> Sequence[Aside]:
    """The way to a match, for a chosen card that does not match now (SS-B5)."""
    cards = [card for card in map(card_of, touched) if card is not None]
    if len(cards) != 1 or matches(state.board, cards[0]):
        return ()
    card = cards[0]
    return (Aside(f"way{card}", f"Show the way to card {card}", way_words(state.board, card)),)


def prompt(state: State, touched: Sequence[str]) -> str:
    """What may be touched next, in words; empty when nothing was touched."""
    cards = [card for card in map(card_of, touched) if card is not None]
    tiles = [CELLS.index(touch) for touch in touched if touch in CELLS]
    if "drop" in touched:
        return "Touch the card to drop."
    if len(tiles) == 2:
        names = " and ".join(CELLS[cell] for cell in sorted(tiles))
        return f"Touch a hand card to spend on the swap of {names}."
    if len(tiles) == 1:
        near = listed((CELLS[cell] for cell in _neighbours(tiles[0])), "or")
        turn = f"{CELLS[tiles[0]]} to {face_name(BACKS[state.board[tiles[0]]])}"
        if cards:
            return f"Play flips {turn}. To swap it, touch {near}."
        return f"Touch a hand card to flip {turn}. To swap it, touch {near}."
    if not cards:
        return ""
    spend = "touch a tile to flip it, or two neighbours to swap them"
    if matches(state.board, cards[0]):
        return f"Play scores {count(CARDS[cards[0]].points, 'point')}. To spend the card, {spend}."
    return f"{spend.capitalize()}."


def _neighbours(cell: int) -> list[int]:
    return sorted(sum(pair) - cell for pair in PAIRS if cell in pair)
