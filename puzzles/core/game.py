"""What a game package offers to the house; a game is registered by one line in ``puzzles.GAMES``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from puzzles.core.problem import Problem
from puzzles.core.state import RulesError
from puzzles.core.text import shorten


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that can be set: its name, its values (the default first), the rule it bears on."""

    name: str
    values: tuple[str, ...]
    rule: str
    meaning: str

    @property
    def default(self) -> str:
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Game:
    """The face of a game package.

    new        ``new(players=..., seed=..., **options)`` gives the first state
    read_state, read_move   exact inverses of ``str``
    rules      rule id -> (the rule in our words, its provenance)
    hint       name of the problem that answers "what is the best play now"
    notice     what of the card data is reconstructed, in words a player sees on the board
    folder     the package's own folder: positions/ and lessons/ lie there
    """

    name: str
    title: str
    seats: range
    new: Callable[..., Any]
    read_state: Callable[[str], Any]
    read_move: Callable[[str], Any]
    folder: Path
    options: tuple[Option, ...] = ()
    problems: Mapping[str, type[Problem[Any]]] = field(default_factory=dict)
    rules: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    hint: str | None = None
    notice: str = ""

    def problem(self, name: str, /, **parameters: Any) -> Problem[Any]:
        """The problem `name` with its parameters. Raises RulesError."""
        if name not in self.problems:
            raise RulesError(
                f"{self.name}: got the problem {name!r}, expected one of {', '.join(self.problems)}"
            )
        kind = self.problems[name]
        known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
        for key in parameters:
            if key not in known:
                raise RulesError(
                    f"{self.name}, problem {name}: got the parameter {shorten(key)!r}, "
                    f"expected {', '.join(known) or 'none'}"
                )
        try:
            return kind(**parameters)
        except TypeError as error:
            raise RulesError(
                f"{self.name}, problem {name}: {error}, expected {', '.join(known) or 'none'}"
            ) from None

    def check_options(self, options: Mapping[str, str]) -> None:
        """Raise RulesError for an option or a value that this game does not have."""
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                raise RulesError(
                    f"{self.name}: got the option {name!r}, expected one of {', '.join(known) or 'none'}"
                )
            if value not in known[name].values:
                raise RulesError(
                    f"{self.name}, option {name}: got {value!r}, "
                    f"expected one of {', '.join(known[name].values)}"
                )
