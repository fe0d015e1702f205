"""A game as one text: to keep it on disk, to share it as a code, to take it up again.

A record holds the set-up, the start position and the moves as texts, nothing else. Reading it replays every
move through the rules, so a record that was changed by hand cannot bring about what no game can reach.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import platformdirs

import puzzles
from boards.core.session import Session, Setup
from puzzles.core import IllegalMove, RulesError
from puzzles.core.text import MAX_SHARED, share, shorten, unshare
from solvers.core import bots as players

FORMAT = 1
MAX_MOVES = 5_000
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,59}")
_KEYS = {"format", "start", "moves", "at", "bots", "match", "puzzle"}


def write(session: Session) -> str:
    """The record of a session, as JSON text."""
    entries, at = session.main
    puzzle = session.puzzle
    return json.dumps(
        {
            "format": FORMAT,
            "start": str(entries[0].state),
            "moves": [str(entry.move) for entry in entries[1:]],
            "at": at,
            "bots": {str(seat): bot for seat, bot in session.setup.bots.items()},
            "match": session.setup.match,
            # a puzzle of the user's own is no file of ours: its position is kept, its question is not
            "puzzle": puzzle.key if puzzle is not None and puzzle.key in puzzles.keys(puzzle.game) else None,
        },
        ensure_ascii=False,
    )


def read(text: str) -> Session:
    """The session of a record, every move replayed. Raises RulesError with what is wrong and where."""
    from boards import drawing_of

    if len(text) > MAX_SHARED:
        raise RulesError(f"saved game: got {len(text)} characters, expected at most {MAX_SHARED}")
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        raise RulesError(
            "saved game: got a text that is no saved game, expected one that was kept whole"
        ) from None
    _check(data)
    start = puzzles.read_state(data["start"])
    name = str(start).partition("\n")[0].partition(":")[2].strip()
    bots = {int(seat): bot for seat, bot in data["bots"].items()}
    known = players.names(puzzles.game(name), start.seats) if bots else ()
    for seat, bot in bots.items():
        if seat not in range(start.seats) or bot not in known:
            raise RulesError(
                f"saved game, bots: got {bot!r} on seat {seat}, expected one of {', '.join(known)}"
            )
    setup = Setup(start.seats, getattr(start, "seed", None) or 0, bots=bots, match=data["match"])
    puzzle = puzzles.load(data["puzzle"]) if data["puzzle"] is not None else None
    session = Session(puzzles.game(name), drawing_of(name), start, setup, puzzle)
    for number, move in enumerate(data["moves"], 1):
        try:
            session.play(move)
        except (RulesError, IllegalMove) as error:
            raise RulesError(f"saved game, move {number}, {shorten(move)!r}: {error}") from None
    session.at = data["at"]
    return session


def _check(data: Any) -> None:
    if not isinstance(data, dict) or set(data) != _KEYS:
        got = ", ".join(sorted(map(str, data)))[:80] if isinstance(data, dict) else type(data).__name__
        raise RulesError(f"saved game: got {got}, expected the keys {', '.join(sorted(_KEYS))}")
    if data["format"] != FORMAT:
        raise RulesError(f"saved game, format: got {data['format']!r}, expected {FORMAT}")
    moves = data["moves"]
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise RulesError("saved game, moves: expected a list of texts")
    if len(moves) > MAX_MOVES:
        raise RulesError(f"saved game, moves: got {len(moves)}, expected at most {MAX_MOVES}")
    at = data["at"]
    if isinstance(at, bool) or not isinstance(at, int) or at not in range(len(moves) + 1):
        raise RulesError(f"saved game, at: got {at!r}, expected 0 to {len(moves)}")
    bots = data["bots"]
    if not isinstance(bots, dict) or not all(re.fullmatch("[0-9]", str(seat)) for seat in bots):
        raise RulesError("saved game, bots: expected seats with the names of bots")
    if not isinstance(data["match"], bool):
        raise RulesError(f"saved game, match: got {data['match']!r}, expected true or false")
    if not isinstance(data["start"], str) or not (data["puzzle"] is None or isinstance(data["puzzle"], str)):
        raise RulesError("saved game, start and puzzle: expected texts")


def code(session: Session) -> str:
    """A share code of the whole game: short text, survives the loss of the machine."""
    return share(write(session))


def decode(text: str) -> Session:
    """The session in a share code; a code of a mere position starts a game from it. Raises RulesError."""
    inside = unshare(text)
    if inside.lstrip().startswith("{"):
        return read(inside)
    from boards import drawing_of

    start = puzzles.read_state(inside)
    name = str(start).partition("\n")[0].partition(":")[2].strip()
    return Session(puzzles.game(name), drawing_of(name), start)


def folder() -> Path:
    """Where named games are kept: the platform's own place for a user's data."""
    return Path(platformdirs.user_data_dir("playsolve", appauthor=False)) / "games"


def check_name(name: str) -> str:
    """`name` if it can be the name of a kept game. Raises RulesError."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise RulesError(
            f"name: got {shorten(str(name))!r}, expected 1 to 60 letters, digits, spaces, '-' or '_', "
            "the first a letter or a digit"
        )
    return name


def keep(session: Session, name: str) -> Path:
    """Write the game under `name`, whole or not at all: a kernel that dies in between loses nothing."""
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    path = place / f"{check_name(name)}.json"
    handle, draft = tempfile.mkstemp(dir=place, prefix=".draft-", suffix=".json")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(write(session))
            out.flush()
            os.fsync(out.fileno())
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    return path


def take_up(name: str) -> Session:
    """The game kept under `name`. Raises RulesError that lists the names there are."""
    path = folder() / f"{check_name(name)}.json"
    if not path.is_file():
        raise RulesError(
            f"resume: got {name!r}, expected one of {', '.join(names()) or 'none, nothing is kept yet'}"
        )
    return read(path.read_text(encoding="utf-8"))


def names() -> tuple[str, ...]:
    """Names of the kept games, sorted."""
    return tuple(sorted(p.stem for p in folder().glob("*.json") if not p.name.startswith(".")))
