"""What the rule tests of every game ask of a position."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from puzzles.core.play import final
from puzzles.core.setcode import MAX_CODE
from puzzles.core.state import IllegalMove, RulesError
from puzzles.core.text import share, unshare


def legal(state: Any, verb: str = "") -> list[str]:
    """The texts of the legal moves that begin with `verb`."""
    return [str(move) for move in state.moves() if str(move).startswith(verb)]


@dataclass(frozen=True)
class Asking:
    """Questions whose moves are texts: ``asking = Asking(read_move)``."""

    read_move: Callable[[str], Any]

    def after(self, state: Any, *moves: str) -> Any:
        """The state after these moves."""
        return final(state, moves, self.read_move)

    def refused(self, state: Any, move: str) -> str:
        """The reason why `move` is illegal; checks that it is not listed, is not played and changes nothing."""
        wanted, before = self.read_move(move), str(state)
        reason = state.why_not(wanted)
        assert reason is not None, f"{move} is legal"
        assert wanted not in state.moves()
        with pytest.raises(IllegalMove) as caught:
            state.play(wanted)
        assert str(caught.value) == reason
        assert str(state) == before
        return str(reason)


def check_codes(read_code: Callable[[str], Any], own: Any, key: str, first: str) -> None:
    """What the code of a card set refuses, and that it has one form.

    own  the set that comes with the game; key: what the error calls it; first: its first table
    """
    for code, words in (
        ("ps2.x", f"{key}: got 'ps2.x', expected the code of a card set"),
        (share("a song"), f"{key}: got a code that holds no card set"),
        (share("[1]"), f"{key}: got [1] (a list), expected a table"),
        (share("{}"), f"{key}: the key '{first}' is missing"),
        (share("[" * 5000), f"{key}: got a code that holds no card set"),
        (own.code[:-4], f"{key}, share code:"),
        ("ps1." + "A" * MAX_CODE, f"{key}: got 'ps1."),
    ):
        with pytest.raises(RulesError) as caught:
            read_code(code)
        assert words in str(caught.value)
    assert read_code(own.code) == own
    loose = share(json.dumps(json.loads(unshare(own.code)), indent=1))
    with pytest.raises(RulesError, match="not in its exact form"):
        read_code(loose)
