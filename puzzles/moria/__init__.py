"""Autumn of Moria: lay out a land of mines and castles, send dwarves to work, mind the monsters."""

from pathlib import Path

from puzzles.core.game import Game
from puzzles.core.rulebook import read_rules
from puzzles.moria.cards import CARD_SET, CardSet, load_cards
from puzzles.moria.deal import deal
from puzzles.moria.moves import Move, read_move
from puzzles.moria.problems import PROBLEMS
from puzzles.moria.rules import State, read_state
from puzzles.moria.setup import new
from puzzles.moria.state import OPTIONS

FOLDER = Path(__file__).parent

GAME = Game(
    name="moria",
    title="Autumn of Moria",
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
