"""Kings Under Mountains (Podziemne Królestwa): fight for mines with any race, then fill the mines you own."""

from pathlib import Path

from puzzles.core.game import Game
from puzzles.core.rulebook import read_rules
from puzzles.kingdoms.cards import CARD_SET, CardSet, load_cards
from puzzles.kingdoms.deal import deal
from puzzles.kingdoms.moves import Move, read_move
from puzzles.kingdoms.problems import PROBLEMS
from puzzles.kingdoms.rules import State, read_state
from puzzles.kingdoms.setup import new
from puzzles.kingdoms.state import OPTIONS

FOLDER = Path(__file__).parent

GAME = Game(
    name="kingdoms",
    title="Kings Under Mountains",
    seats=range(1, 5),
    new=new,
    read_state=read_state,
    read_move=read_move,
    folder=FOLDER,
    options=OPTIONS,
    problems=PROBLEMS,
    rules=read_rules(FOLDER / "RULES.md"),
    hint="best_turn",
    notice=CARD_SET.notice,
)

__all__ = [
    "CARD_SET",
    "GAME",
    "OPTIONS",
    "CardSet",
    "Move",
    "State",
    "deal",
    "load_cards",
    "new",
    "read_move",
    "read_state",
]
