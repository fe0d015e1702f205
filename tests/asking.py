"""What the rule tests of every game ask of a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from puzzles.core.play import final
from puzzles.core.state import IllegalMove


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
