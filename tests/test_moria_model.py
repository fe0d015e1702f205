"""Autumn of Moria: dwarves as a flow in CP-SAT, the second opinion on musters and on gathering gems."""

from __future__ import annotations

import random

import pytest

from puzzles.core.state import RulesError
from puzzles.moria import State, read_state
from puzzles.moria.cells import cell_text
from puzzles.moria.problems import Muster
from solvers.moria import best_turn, muster
from solvers.moria.model import gems_by_model, muster_by_model
from solvers.moria.samples import sample, some_options

P1 = """seats: blue | red
turn: blue act 0
0,0: castle:blue n
1,0: gold_mine:blue n blue*1
2,0: ruby_mine:red e
0,1: ogre_tavern:red n red*1
1,1: general_store:blue s red*1
2,1: diamond_mine:red n
land: - | -
gems: gold*2 | -
"""


def test_musters_of_the_specification() -> None:
    assert muster_by_model(P1, "1,1", 3) == 3
    assert muster_by_model(P1, "1,1", 4) is None


@pytest.mark.parametrize("seed", range(12))
def test_musters_agree_with_the_sum_of_distances(seed: int) -> None:
    rng = random.Random(seed)
    state = sample(f"muster {seed}", 3 + seed % 6, 0, options=_without_step(rng))
    pile = rng.choice(state.cells)
    for n in (1, 2, 4):
        try:
            Muster(cell_text(pile.cell), n).check_start(state)
        except RulesError:
            continue
        assert muster_by_model(state, cell_text(pile.cell), n) == muster(state, cell_text(pile.cell), n).value


def _without_step(rng: random.Random) -> dict[str, str]:
    return {name: value for name, value in some_options(rng).items() if name != "step"}


MINES = ("ruby_mine", "emerald_mine", "diamond_mine", "gold_mine", "ogre_tavern")


def mines_only(seed: int) -> State:
    """A random map of mines and taverns, with dwarves of two seats, no land card to be played."""
    rng = random.Random(f"mines {seed}")
    cells = [(x, y) for y in range(2) for x in range(3)]
    kinds = [f"{kind}:{colour}" for kind in MINES for colour in ("blue", "red")]
    lines, spare = [], {"blue": 7, "red": 7}
    for (x, y), kind in zip(cells, rng.sample(kinds, len(cells)), strict=True):
        room, words = (4 if kind.startswith("ruby") else 3), ""
        for colour, chance in (("blue", 0.6), ("red", 0.25)):
            number = min(rng.randint(1, 2), room, spare[colour]) if rng.random() < chance else 0
            room, spare[colour] = room - number, spare[colour] - number
            words += f" {colour}*{number}" if number else ""
        turn = (
            rng.choice("ne") if kind.split(":")[0] in ("emerald_mine", "ogre_tavern") else rng.choice("nesw")
        )
        lines.append(f"{x},{y}: {kind} {turn}{words}")
    held = rng.choice(("-", "ruby*1 gold*2", "emerald*2 diamond*3 gold*3"))
    return read_state(
        f"seats: blue | red\nturn: blue act {rng.randint(0, 2)}\n"
        + "\n".join(lines)
        + f"\nland: - | -\ngems: {held} | -\nogres: {rng.choice(('-', 'thief brute'))} | -\nogre_deck: scarer robber"
    )


@pytest.mark.parametrize("seed", range(30))
def test_gathering_mines_agrees_with_the_best_turn(seed: int) -> None:
    state = mines_only(seed)
    assert gems_by_model(state) == best_turn(state).value


def test_what_the_specification_says_of_turns() -> None:
    assert gems_by_model(P1) == best_turn(P1).value == 5
    castle = "seats: blue | red\n0,0: ruby_mine:red s\nland: castle ruby_mine | -"
    assert gems_by_model(castle) == 3, "without the castle in hand"
    assert best_turn(castle).value == 7


def test_the_model_names_what_it_does_not_know() -> None:
    with pytest.raises(RulesError, match="got step=far, expected step=one"):
        muster_by_model("options: step=far\n" + P1, "1,1", 1)
    with pytest.raises(RulesError, match="got the phase burn, expected act"):
        gems_by_model(P1.replace("blue act 0", "blue burn"))
