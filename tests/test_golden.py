"""Recorded games and move counts. After a change that is meant: ``python tests/golden/rewrite.py``, read the diff."""

from __future__ import annotations

from types import ModuleType

import pytest
from recording import GAMES, GOLDEN, PERFT, Game, perft_text, record, recorded_moves


@pytest.mark.parametrize("game", GAMES, ids=[game.file for game in GAMES])
def test_recorded_games_play_as_they_did(game: Game, toy: ModuleType) -> None:
    golden = (GOLDEN / game.file).read_text(encoding="utf-8")
    moves = recorded_moves(golden)
    assert len(moves) > 5
    assert record(game, moves).splitlines() == golden.splitlines()


@pytest.mark.parametrize(
    ("file", "name", "players", "seed", "options", "depth"), PERFT, ids=[p[0] for p in PERFT]
)
def test_move_counts(
    file: str, name: str, players: int, seed: int, options: dict[str, str], depth: int, toy: ModuleType
) -> None:
    golden = (GOLDEN / file).read_text(encoding="utf-8")
    counted = perft_text(name, players, seed, options, depth)
    wrong = sorted(set(counted.splitlines()) ^ set(golden.splitlines()))
    assert counted == golden, "moves whose counts differ:\n" + "\n".join(wrong)


def test_no_golden_file_is_left_over() -> None:
    known = {game.file for game in GAMES} | {line[0] for line in PERFT}
    assert {path.name for path in GOLDEN.glob("*.txt")} == known


def test_the_recordings_reach_what_they_are_for() -> None:
    """Every kind of move, reshuffles, every way to end: otherwise the recordings watch too little."""
    texts = {game.file: (GOLDEN / game.file).read_text(encoding="utf-8") for game in GAMES}
    stones = "".join(text for file, text in texts.items() if file.startswith("shifting_stones"))
    verbs = {move.split()[0] for move in recorded_moves(stones)}
    assert verbs == {"score", "swap", "flip", "drop", "end", "skip"}
    for words in ("reason='cards'", "reason='solved'", "reason='strikes'", "shuffles: 2", "turn: start drop"):
        assert words in stones, words
    leaves = "".join(text for file, text in texts.items() if file.startswith("momiji"))
    assert {move.split()[0] for move in recorded_moves(leaves)} == {
        *("reveal", "collect", "play", "activate", "use", "exchange", "drop", "end", "pick")
    }
    for words in (
        "reason='deck'",
        "reason='torii'",
        "reason='idle'",
        "winners=(0,)",
        "idle: 1",
        " drop",
        ":? ",
    ):
        assert words in leaves, words
    land = "".join(text for file, text in texts.items() if file.startswith("moria"))
    assert {move.split()[0] for move in recorded_moves(land)} == {
        *("play", "place", "move", "ogre", "reveal", "done", "take", "leave", "burn", "end")
    }
    for words in (
        "reason='goals'",
        "reason='rounds'",
        " buy ",
        " dig ",
        "slain: ",
        "> reveal red",
        " < ",
        "S6!",
    ):
        assert words in land, words
    fights = "".join(text for file, text in texts.items() if file.startswith("kingdoms"))
    assert {move.split()[0] for move in recorded_moves(fights)} == {"fight", "fill", "discard", "draw", "end"}
    assert {move.split()[1] for move in recorded_moves(fights) if move[:4] == "draw"} == {
        "deck",
        "camp",
        "none",
    }
    for words in (
        "reason='deck'",
        "step: drawdeck",
        "done: m",
        "open: - ",
        "camp: d?",
        "deck: -",
        "start: 2",
    ):
        assert words in fights, words
    toy_verbs = {
        m.split()[0] for file, text in texts.items() if file.startswith("toy") for m in recorded_moves(text)
    }
    assert toy_verbs == {"take", "draw", "play", "snap", "end"}
