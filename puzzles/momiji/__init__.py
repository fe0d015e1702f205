"""Momiji: gather autumn leaves, pile them by colour, and let acorns meet between the piles."""

from pathlib import Path

from puzzles.core.game import Game
from puzzles.core.rulebook import read_rules
from puzzles.momiji.cards import CARD_SET, CardSet, load_cards
from puzzles.momiji.deal import deal
from puzzles.momiji.moves import Move, read_move
from puzzles.momiji.problems import PROBLEMS
from puzzles.momiji.rules import State, read_state
from puzzles.momiji.setup import new, seating
from puzzles.momiji.state import OPTIONS

FOLDER = Path(__file__).parent

GAME = Game(
    name="momiji",
    title="Momiji",
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
    "seating",
]
