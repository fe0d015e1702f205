"""Shifting Stones: shift and flip nine stones until they show the patterns on your cards."""

from pathlib import Path

from puzzles.core.game import Game
from puzzles.core.rulebook import read_rules
from puzzles.shifting_stones.cards import CARDS, FACES, Card, CardSet, load_cards
from puzzles.shifting_stones.problems import PROBLEMS
from puzzles.shifting_stones.rules import State, new, read_state
from puzzles.shifting_stones.state import OPTIONS, Move, read_move

FOLDER = Path(__file__).parent

GAME = Game(
    name="shifting_stones",
    title="Shifting Stones",
    seats=range(1, 6),
    new=new,
    read_state=read_state,
    read_move=read_move,
    folder=FOLDER,
    options=OPTIONS,
    problems=PROBLEMS,
    rules=read_rules(FOLDER / "RULES.md"),
    hint="best_turn",
    notice="Card patterns and points as published; the card numbers are ours.",
)

__all__ = [
    "CARDS",
    "FACES",
    "GAME",
    "OPTIONS",
    "Card",
    "CardSet",
    "Move",
    "State",
    "load_cards",
    "new",
    "read_move",
    "read_state",
]
