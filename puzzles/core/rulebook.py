"""The numbered statements of a RULES.md, so that a board can show a rule's words and where they come from."""

from __future__ import annotations

import re
from pathlib import Path

from puzzles.core.state import RulesError
from puzzles.core.text import shorten

_STATEMENT = re.compile(r"- \*\*(?P<id>[A-Z]+-[0-9]+)\*\* (?P<words>.+) \*\((?P<source>[^*]+)\)\*")


def read_rules(path: Path) -> dict[str, tuple[str, str]]:
    """Rule id -> (words, provenance) from the lines ``- **SS-1** words *(provenance)*``, in their order.

    Raises RulesError for a line that begins like a statement and is none, and unless all ids have one
    prefix and rising numbers. Gaps are allowed: a rulebook may give each of its parts a ten of its own.
    """
    rules: dict[str, tuple[str, str]] = {}
    prefix, last = "", 0
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise RulesError(f"{path.name}: cannot be read: {error.strerror or error}") from None
    for count, line in enumerate(lines, 1):
        if not line.startswith("- **"):
            continue
        where = f"{path.name}, line {count}"
        found = _STATEMENT.fullmatch(line)
        if found is None:
            raise RulesError(f"{where}: got {shorten(line)!r}, expected '- **XX-1** words *(provenance)*'")
        before, _, number = found["id"].partition("-")
        prefix = prefix or before
        if before != prefix or int(number) <= last or number.startswith("0"):
            raise RulesError(
                f"{where}: got the id {found['id']}, expected {prefix}-{last + 1} or a later one"
            )
        last = int(number)
        rules[found["id"]] = (found["words"], found["source"])
    return rules
