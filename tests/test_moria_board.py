"""The board of Autumn of Moria: what is drawn, what touches mean, what is said."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from drawn import contrast, drawing_by, find, ids, part
from walks import walk

from boards.core.drawing import Drawing, Look
from boards.core.session import Session, continuations
from boards.core.svg import Box
from boards.moria import chart, editing, faces, layout, pictures, words
from boards.moria import draw as board
from boards.moria.layout import CELL, Contents, Layout, window
from puzzles.moria import CARD_SET, GAME, State, load_cards, read_move, read_state
from puzzles.moria.cards import FILE
from puzzles.moria.cells import cell_at, cell_text
from puzzles.moria.queries import free_cells
from puzzles.moria.regions import linked

VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"cover": "any", "mixed": "per_player"},
    {"gather": "may", "step": "far", "refill": "turn_end"},
    {"blocked": "all", "castle_bonus": "start", "wall_side": "both", "share": "split"},
)
"""Options that change what can be touched."""

KEYS = (
    *(
        "set",
        "options",
        "seats",
        "turn",
        "round",
        "last",
        "-1,0",
        "0,0",
        "1,0",
        "2,0",
        "3,0",
        "0,1",
        "1,1",
        "2,1",
    ),
    *(
        "3,1",
        "land",
        "gems",
        "ogres",
        "goals",
        "secret",
        "slain",
        "open",
        "deck",
        "ogre_deck",
        "ogre_discard",
    ),
)

TABLE = {
    "seats": "blue | red",
    "turn": "blue act 1",
    "round": "5",
    "-1,0": "gold_mine:red n < emerald_mine:blue e",
    "0,0": "castle:blue n blue*1",
    "1,0": "gold_mine:blue n blue*2",
    "2,0": "general_store:blue s blue*1 red*1",
    "3,0": "ogre_tavern:red n red*2",
    "0,1": "dragon:red n",
    "1,1": "ruby_mine:red s < diamond_mine:red e",
    "2,1": "castle:red s red*1",
    "3,1": "frost_giant:blue n red*1",
    "land": "ruby_mine diamond_mine ogre_tavern dragon | emerald_mine frost_giant",
    "gems": "ruby*1 gold*2 | ruby*1 gold*3",
    "ogres": "thief brute | thief thief",
    "goals": "T1 | T2",
    "secret": "S4 | S2!",
    "slain": "-",
    "open": "T4 T5 T9",
    "deck": "T3 T6 T7 T8",
    "ogre_deck": "scarer robber swapper",
    "ogre_discard": "brute",
}


drawn = drawing_by(board)


def position(**more: str) -> State:
    """Two seats on nine cells: a void realm, a blocked mine, two piles; other keys by name, ``x0_0`` for the cell 0,0."""
    named = {re.sub(r"^x(-?\d+)_(-?\d+)$", r"\1,\2", key): value for key, value in more.items()}
    found = {**TABLE, **named}
    return read_state("\n".join(f"{key}: {found[key]}" for key in KEYS if found.get(key, "-") != "-"))


GATHER = {
    "turn": "blue gather 0,0 1,0 2,0",
    "x0_0": "castle:blue n blue*2",
    "x2_0": "general_store:blue s blue*3",
}
"""Blue gathers three cards: a castle, a blocked mine, a store."""


def texts(node: Element) -> list[str]:
    """The words that are seen from the start: not those of ghosts."""
    if node.get("data-when") or node.get("visibility") == "hidden":
        return []
    own = ["".join(node.itertext())] if node.tag == "text" else []
    return own + [text for child in node for text in texts(child)]


def all_texts(drawing: Drawing) -> str:
    return " | ".join(text for _, node in drawing.parts for text in texts(node))


def strokes(node: Element, colour: str) -> list[Element]:
    return [one for one in node.iter() if one.get("stroke") == colour]


def sampled(seed: int, moves: int, players: int = 3, **options: str) -> State:
    """A position of a random walk."""
    state = GAME.new(players=players, seed=seed, **options)
    for _, after in walk(state, seed, moves):
        if after.outcome() is not None:
            break
        state = after
    return state


# --- faces --------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", faces.COLOURS)
def test_words_on_a_seats_colour_can_be_read(colour: str) -> None:
    fill = faces.COLOURS[colour]
    assert contrast(faces.ink_on(fill), fill) >= 4.5


def test_words_on_cards_can_be_read() -> None:
    for ink in (faces.INK, faces.GREY, faces.READY, faces.FROZEN, faces.CROSS):
        assert contrast(ink, faces.PAPER) >= 4.5


def test_gems_symbols_realms_and_dwarves_differ_without_colour() -> None:
    gems = {tostring(faces.gem(at, 0, 0, 40, hollow=True)) for at in range(4)}
    symbols = {faces.symbol(at, 0, 0, 16).get("d") for at in range(3)}
    assert (len(gems), len(symbols), len(set(faces.DASHES))) == (4, 3, 4)
    assert words.initials(("blue", "red", "green", "yellow")) == ("B", "R", "G", "Y")
    assert words.initials(("blue", "black", "red")) == ("Blu", "Bla", "R")


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("kind", range(9))
def test_a_face_shows_letter_name_owner_symbol_points_and_turn(kind: int, small: bool) -> None:
    state = read_state(f"seats: blue | red\n0,0: {CARD_SET.land[kind].kind}:red n\nland: - | -")
    land = CARD_SET.land[kind]
    node = Element("g")
    node.extend(chart.face_of(state, state.cells[0].cards[-1], small=small))
    seen = texts(node)
    assert land.letter in seen
    assert "R" in seen  # the flag of its owner
    assert str(land.vp) in seen
    assert (words.short(land) in seen) != small
    shapes = {one.get("d") for one in node.iter("path")}
    assert faces.symbol(CARD_SET.symbols.index(land.symbol), 0, 0, 16).get("d") in shapes
    assert [one for one in node.iter("path") if "rotate(0)" in (one.get("transform") or "")]


@pytest.mark.parametrize(
    ("walls", "words_"),
    [(0, "no walls"), (1, "wall north"), (3, "walls north and east"), (14, "walls east, south and west")],
)
def test_walls(walls: int, words_: str) -> None:
    assert words.walls_words(walls) == words_
    assert faces.wall_path(walls, 90, 5).count("M") == walls.bit_count()
    assert bool(faces.wall_marks(walls, 90, 7)) == (walls != 0)


# --- the map (section 7) --------------------------------------------------------------------------


def card(drawing: Drawing, cell: str) -> Element:
    return find(drawing, f"cell-{cell}")


def slots_drawn(node: Element) -> tuple[int, int]:
    """(needed, other) places for dwarves on a card, whatever stands on them."""
    rings = [one for one in node.iter("circle") if one.get("fill") == "#FFFFFF" and one.get("stroke-width")]
    needed = [one for one in rings if one.get("stroke") == faces.INK and not one.get("stroke-dasharray")]
    dotted = [one for one in rings if one.get("stroke-dasharray")]
    return len(needed), len(dotted)


@pytest.mark.parametrize("narrow", [False, True])
def test_cards_lie_at_their_cells_with_walls_slots_and_dwarves(narrow: bool) -> None:
    state = position()
    drawing = drawn(state, narrow=narrow)
    where = {}
    for node in part(drawing, "map").iter("g"):
        if (
            node.get("transform", "").startswith("translate")
            and len(node)
            and node[0].get("data-id", "").startswith("cell")
        ):
            where[node[0].get("data-id", "")[5:]] = node.get("transform")
    n = lambda value: f"{value:g}"  # noqa: E731
    for pile in state.cells:
        at = cell_text(pile.cell)
        x, y = (int(word) for word in at.split(","))
        assert where[at] == f"translate({n(x * CELL + layout.INSET)} {n(y * CELL + layout.INSET)})"
        node, land = card(drawing, at), words.top(state, pile)
        assert slots_drawn(node) == (land.need, land.slots - land.need)
        walls = state.cards.walls[pile.cards[-1]]
        stones = [
            one for one in strokes(node, faces.WALL) if one.get("d", "").count("M") == walls.bit_count()
        ]
        assert bool(stones) == bool(walls)
        discs = [one for one in ids(drawing) if one.startswith("dwarf-") and f"-{at}-" in one]
        assert len(discs) == sum(pile.dwarves)
    assert texts(find(drawing, "dwarf-0-1,0-2")) == ["B"]
    assert texts(find(drawing, "dwarf-1-3,0-1")) == ["R"]


def test_free_cells_say_their_coordinates() -> None:
    state = position()
    drawing = drawn(state)
    free = {cell_text(cell) for cell in free_cells(state)}
    named = {one[5:] for one in ids(drawing) if one.startswith("cell-")}
    assert named == free | {cell_text(pile.cell) for pile in state.cells}
    for cell in free:
        assert texts(card(drawing, cell)) == [cell]
        assert card(drawing, cell).get("aria-label") == f"{cell}, free cell"


def test_rows_and_columns_are_numbered_where_no_free_cell_is() -> None:
    """Every column has its number or a free cell's above the map, every row at its left."""
    for seed in range(6):
        state = sampled(seed, 60)
        axis = texts(chart._axis(state, 19))
        cells = [words.cell_xy(pile.cell) for pile in state.cells]
        if not cells:
            continue
        free = {words.cell_xy(cell) for cell in free_cells(state)}
        left, upper = min(x for x, _ in cells) - 1, min(y for _, y in cells) - 1
        columns = [x for x in range(left + 1, max(x for x, _ in cells) + 1) if (x, upper) not in free]
        rows = [y for y in range(upper + 1, max(y for _, y in cells) + 1) if (left, y) not in free]
        assert axis == [str(one) for one in (*columns, *rows)]


def test_open_joints_are_bridged() -> None:
    for seed in range(4):
        state = sampled(seed, 80)
        joints = sum(len(linked(state, pile.cell)) for pile in state.cells) // 2
        assert (chart._bridges(state).get("d") or "").count("M") == joints


def test_a_blocked_card_is_crossed_and_no_other() -> None:
    drawing = drawn(position())
    for cell, crossed in (
        ("1,0", True),
        ("1,1", True),
        ("2,1", True),
        ("0,0", False),
        ("2,0", False),
        ("3,0", False),
    ):
        node = card(drawing, cell)
        assert bool(strokes(node, faces.CROSS)) == crossed
        assert ("blocked by the" in (node.get("aria-label") or "")) == crossed


@pytest.mark.parametrize("narrow", [False, True])
def test_piles_show_their_height_and_on_demand_what_is_below(narrow: bool) -> None:
    state = position()
    drawing = drawn(state, narrow=narrow)
    for cell in ("-1,0", "1,1"):
        assert "×2" in texts(card(drawing, cell))
    assert "×" not in "".join(texts(card(drawing, "1,0")))
    (aside,) = board.asides(state, ())
    assert aside.words == (
        "-1,0 emerald mine, under it red gold mine; 1,1 diamond mine, under it red ruby mine."
    )
    shown = texts(part(drawn(state, narrow=narrow, aside=aside.id), "map"))
    assert "G Gold" in shown
    assert "G Gold" not in texts(part(drawing, "map"))
    assert board.asides(GAME.new(players=2, seed=1), ()) == ()
    tall = position(**{"x1_1": "ruby_mine:red s < gold_mine:blue n < diamond_mine:blue n < diamond_mine:red e < emerald_mine:red e < gold_mine:green n",
                       "seats": "blue | red | green", "x0_0": "castle:blue n", "x1_0": "dragon:green n", "x2_0": "general_store:blue s",
                       "x3_0": "ogre_tavern:red n", "x2_1": "castle:red s", "x3_1": "frost_giant:blue n", "x-1_0": "emerald_mine:blue e",
                       "land": "- | - | -", "gems": "-", "ogres": "-", "goals": "-", "secret": "-"})  # fmt: skip
    assert "2 more" in texts(part(drawn(tall, aside=aside.id), "map"))


def test_ready_and_frozen_cards_are_marked_apart() -> None:
    state = position()
    drawing = drawn(state)
    assert "0" in texts(card(drawing, "1,0"))  # ready, but a dragon blocks it
    free = drawn(
        position(x0_1="ogre_tavern:blue n", land="ruby_mine diamond_mine dragon | -", turn="blue act 1")
    )
    assert "+2" in texts(card(free, "1,0"))
    theirs = card(drawing, "3,0")
    assert texts(theirs).count("R") == 4  # flag, two dwarves, and the mark
    assert "ready for red" in (theirs.get("aria-label") or "")
    frozen = drawn(position(x0_0="castle:blue n", x2_0="general_store:blue s blue*3 red*1"))
    node = card(frozen, "2,0")
    assert "frozen for blue" in (node.get("aria-label") or "")
    assert [
        one for one in node.iter("rect") if one.get("stroke-dasharray") and one.get("stroke") == faces.FROZEN
    ]
    assert not strokes(node, faces.READY)


def test_cards_that_are_gathered_lose_their_mark() -> None:
    state = position(
        turn="blue gather 1,0", x0_1="ogre_tavern:blue n", land="ruby_mine diamond_mine dragon | -"
    )
    assert "+2" in texts(card(drawn(state), "1,0"))
    after = state.play(read_move("take 1,0"))
    assert "+2" not in texts(card(drawn(after), "1,0"))


# --- realms ---------------------------------------------------------------------------------------


def test_realms_have_their_outline_and_points() -> None:
    state = position()
    drawing = drawn(state)
    tags = {
        node.get("aria-label"): texts(node)
        for node in part(drawing, "map").iter("g")
        if node.get("role") == "img"
    }
    assert tags["blue realm 5 VP, 4 cards"] == ["B 5"]
    assert tags["red realm 0 VP, 2 cards, void by a giant"] == ["R 0"]
    lines = {}
    for seat in range(2):
        outline = chart._outline(state, seat)
        assert outline is not None
        lines[seat] = outline[1]
    assert lines[0].get("stroke-dasharray") is None
    assert lines[1].get("stroke-dasharray") == faces.DASHES[1]
    assert (lines[0].get("d") or "").count("M") == 8  # two by two cells
    void = next(
        node
        for node in part(drawing, "map").iter("g")
        if (node.get("aria-label") or "").startswith("red realm")
    )
    assert strokes(void, faces.CROSS)
    kept = drawn(position(options="giant_realm=keep"))
    assert "R 3" in texts(part(kept, "map"))


@pytest.mark.parametrize("seed", range(5))
def test_an_outline_is_closed(seed: int) -> None:
    """Each corner of the outline is the end of two of its lines, so that it has no gap and no tail."""
    state = sampled(seed, 90, players=2 + seed % 3)
    for seat in range(state.seats):
        outline = chart._outline(state, seat)
        if outline is None:
            continue
        ends: dict[tuple[float, float], int] = {}
        for start_x, start_y, way, end in re.findall(
            r"M([-\d.]+) ([-\d.]+)([HV])([-\d.]+)", outline[1].get("d") or ""
        ):
            a = float(start_x), float(start_y)
            b = (float(end), a[1]) if way == "H" else (a[0], float(end))
            for point in (a, b):
                ends[point] = ends.get(point, 0) + 1
        assert ends
        assert all(number % 2 == 0 for number in ends.values()), (seed, seat, ends)


def test_sharers_of_a_realm_have_outlines_inside_each_other() -> None:
    state = read_state("seats: blue | red\n0,0: castle:blue n\n1,0: castle:red n\nland: - | -")
    blue, red = (chart._outline(state, seat) for seat in range(2))
    assert blue is not None
    assert red is not None
    assert blue[1].get("d") != red[1].get("d")
    tags = [
        n
        for n in part(drawn(state), "map").iter("g")
        if n.get("aria-label", "").endswith("realm 6 VP, 2 cards")
    ]
    assert [texts(node) for node in tags] == [["B 6"], ["R 6"]]


# --- the window -------------------------------------------------------------------------------------


SIZES = {False: (592.0, 512.0), True: (352.0, 352.0)}


@pytest.mark.parametrize("narrow", [False, True])
def test_the_whole_map_is_seen_while_cells_are_large_enough(narrow: bool) -> None:
    least = 44 if narrow else 60
    for wide in range(1, 16):
        for high in range(1, 16):
            seen = window(-1, -2, wide, high - 1, SIZES[narrow], narrow)
            cells = Box(-CELL, -2 * CELL, (wide + 2) * CELL, (high + 2) * CELL)
            assert seen.scale * CELL >= least - 0.01
            width, height = SIZES[narrow]
            assert seen.home.width == pytest.approx(width / seen.scale)
            assert seen.home.height == pytest.approx(height / seen.scale)
            fits = cells.width <= seen.home.width + 0.01 and cells.height <= seen.home.height + 0.01
            if seen.scale * CELL > least + 0.01:
                assert fits
            if fits:
                assert seen.home.x <= cells.x + 0.01
                assert seen.home.y <= cells.y + 0.01
                assert cells.right <= seen.home.right + 0.01
                assert cells.bottom <= seen.home.bottom + 0.01


def test_a_young_map_does_not_jump() -> None:
    one, other = (window(*cells, SIZES[False], False) for cells in ((-1, -1, 1, 1), (-2, -1, 2, 1)))
    assert one == other
    assert one.home.middle == CELL / 2


@pytest.mark.parametrize("narrow", [False, True])
def test_the_map_is_a_window_with_three_buttons(narrow: bool) -> None:
    drawing = drawn(position(), narrow=narrow)
    (pane,) = part(drawing, "map").iter("svg")
    assert pane.get("class") == "pan"
    assert pane.get("data-id") == "map"
    assert len((pane.get("viewBox") or "").split()) == len((pane.get("data-whole") or "").split()) == 4
    buttons = [node for node in part(drawing, "zoom").iter() if node.get("data-zoom")]
    assert [node.get("data-zoom") for node in buttons] == ["in", "out", "home"]
    for node in buttons:
        assert board.meant(position(), (node.get("data-touch") or "",)) is None


def sizes(node: Element, scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """(words, size) of all lines in a part, those that are not shown yet included."""
    for factor in re.findall(r"scale\(([-\d.]+)\)", node.get("transform") or ""):
        scale *= float(factor)
    if node.tag == "text":
        yield "".join(node.itertext()), float(node.get("font-size") or 13) * scale
    for child in node:
        yield from sizes(child, scale)


def test_words_on_the_map_are_large_enough_on_a_map_of_five_by_four() -> None:
    seen = window(-1, -1, 5, 4, SIZES[False], False)
    for state in (position(), sampled(3, 95, 4), position(**GATHER)):
        for text, size in sizes(part(drawn(state, aside="under"), "map")):
            assert size * seen.scale >= 11, text


@pytest.mark.parametrize("narrow", [False, True])
def test_words_beside_the_map_are_large_enough(narrow: bool) -> None:
    for state in (position(), GAME.new(players=4, seed=4), sampled(3, 80)):
        for key, node in drawn(state, narrow=narrow).parts:
            for text, size in sizes(node) if key != "map" else ():
                assert size >= (9.5 if narrow else 11), text


# --- beside the map ---------------------------------------------------------------------------------


@pytest.mark.parametrize("narrow", [False, True])
def test_open_goals_with_cost_and_what_is_missing(narrow: bool) -> None:
    drawing = drawn(position(), narrow=narrow)
    paid, lacking, last = (find(drawing, f"goal-{goal}") for goal in ("T4", "T5", "T9"))
    assert texts(paid) == ["9", "r", "g", "g", "T4", "can be paid"]
    assert texts(lacking) == ["10", "r", "e", "T5", "missing emerald"]
    assert texts(last)[:6] == ["16", "r", "e", "d", "g", "T9"]
    assert lacking.get("aria-label") == "Goal T5, 10 points for 1 ruby, 1 emerald; missing 1 emerald"
    assert "deck 4" in texts(part(drawing, "goals"))
    hollow = [one for one in lacking.iter("path") if one.get("stroke-dasharray")]
    assert len(hollow) == 1


@pytest.mark.parametrize("narrow", [False, True])
def test_seats_with_realm_hand_gems_and_goals(narrow: bool) -> None:
    drawing = drawn(position(), narrow=narrow, names=("You", "Seat 2"))
    mine, theirs = texts(part(drawing, "seat-0")), texts(part(drawing, "seat-1"))
    assert mine == ["B", "You", "18 points", "realm 5 VP, 4 cards"]
    assert theirs[:5] == ["R", "Seat 2", "24 points", "realm 0 VP, 2 cards", "void"]
    assert "hand 8: 2 land, 2 ogres" in theirs
    assert theirs[-1].startswith("goals 2 of 3")
    assert theirs[6:8] == ["r", "1"]
    told = find(drawing, "seat-1").get("aria-label") or ""
    assert "secret goal King, 10 points, revealed" in told
    assert "gems 1 ruby, 3 gold" in told


@pytest.mark.parametrize("narrow", [False, True])
def test_the_own_hand(narrow: bool) -> None:
    state = position()
    drawing = drawn(state, narrow=narrow, names=("You", "Seat 2"))
    heading = texts(part(drawing, "hand"))
    assert "Your hand: 9 of 9" in heading
    assert "Dwarves · 3 of 7 at home" in heading
    assert "Ogres · deck 3, discard 1" in heading
    assert [one for one in ids(drawing) if one.startswith("supply-")] == [
        "supply-0-1",
        "supply-0-2",
        "supply-0-3",
    ]
    assert texts(find(drawing, "gem-gold")) == ["g", "×2", "5 left"]
    assert texts(find(drawing, "gem-emerald")) == ["e", "×0", "8 left"]
    assert [one for one in ids(drawing) if one.startswith("ogre-")] == ["ogre-thief", "ogre-brute"]
    hand = [one for one in ids(drawing) if one.startswith("hand-")]
    assert hand == ["hand-0-ruby_mine", "hand-0-diamond_mine", "hand-0-ogre_tavern", "hand-0-dragon"]
    full = drawn(position(gems="ruby*2 gold*3 | -"), narrow=narrow)
    assert "2 to burn" in texts(part(full, "hand"))


def test_the_places_of_the_hand_do_not_move() -> None:
    """A card that is played leaves its place empty."""
    state = position()
    before, after = drawn(state), drawn(state.play(read_move("play 0,-1 dragon n")), seat=0)
    for kind in range(9):
        if CARD_SET.land[kind].kind != "dragon":
            assert tostring(part(before, f"land-{kind}")) == tostring(part(after, f"land-{kind}"))
    assert texts(part(after, "land-7")) == ["F"]


def test_the_secret_goal_with_test_and_progress() -> None:
    assert texts(find(drawn(position()), "secret")) == [
        "10", "Secret: Collector", "2 of 4", "gems of 4 types in hand",
    ]  # fmt: skip
    done = position(gems="ruby*1 emerald*1 diamond*1 gold*1 | -")
    assert "fulfilled" in texts(find(drawn(done), "secret"))
    assert "revealed" in texts(find(drawn(done.play(read_move("reveal"))), "secret"))
    assert texts(find(drawn(position(secret="- | S2!")), "secret")) == ["no secret goal"]


def test_goals_and_monsters_in_front() -> None:
    more = {
        "x0_1": "ogre_tavern:blue n",
        "slain": "dragon:red | -",
        "land": "ruby_mine diamond_mine dragon | -",
    }
    drawing = drawn(position(**more))
    front = part(drawing, "front")
    assert [node.get("data-id") for node in front.iter() if node.get("data-id")] == ["own-T1", "slain-0-1"]
    assert texts(front) == ["8", "T1", "4"]
    assert find(drawing, "slain-0-1").get("aria-label") == "Slain dragon of red, 4 points"


@pytest.mark.parametrize(
    "test", ["realm_cards", "realm_vp", "slain", "gem_types", "gems", "ogres", "dwarves"]
)
def test_every_secret_test_has_words(test: str) -> None:
    for number in (1, 7):
        assert str(number) in words.test_words(test, number)


def test_the_card_set_is_named() -> None:
    told = words.notice(CARD_SET)
    assert "reconstructed card set v1 (not the published faces)" in told
    for narrow in (False, True):
        assert told in " ".join(texts(part(drawn(position(), narrow=narrow), "table")))
    assert told in board.text(position(), Look())
    assert "reconstructed card set v1 (not the published faces)" in board.table(position(), Look())


def test_an_owners_card_set_is_named_and_drawn(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = FILE.read_text(encoding="utf-8")
    text = text.replace("reconstructed card set v1 (not the published faces)", "my own copy")
    text = text.replace('kind = "gold_mine"', 'kind = "very_golden_mountain_mine"').replace(
        "slots = 3", "slots = 7"
    )
    text = text.replace("dwarves_per_colour = 7", "dwarves_per_colour = 7")
    mine.write_text(text, encoding="utf-8")
    state = GAME.new(players=2, seed=1, cards=load_cards(mine))
    state = state.play(state.moves()[0])
    drawing = drawn(state)
    assert "my own copy" in all_texts(drawing)
    assert_words_fit(drawing)
    node = card(drawing, "0,0")
    assert sum(slots_drawn(node)) == 7


# --- secrets ----------------------------------------------------------------------------------------


def shown(state: State, **look: Any) -> str:
    seen = Look(**look)
    view = state.view(seen.seat)
    drawing = board.draw(view, seen)
    parts = "".join(tostring(node, encoding="unicode") for _, node in drawing.parts)
    return parts + board.text(view, seen) + board.table(view, seen) + str(board.header(view, seen))


def test_what_rivals_hold_hidden_is_not_drawn() -> None:
    one = position(ogres="thief | robber swapper", secret="S4 | S1", ogre_deck="scarer brute")
    other = position(
        ogres="thief | brute scarer", secret="S4 | S7", ogre_deck="swapper robber", deck="T8 T7 T6 T3"
    )
    assert shown(one, seat=0) == shown(other, seat=0)
    assert "Architect" in shown(one, seat=1)
    assert "Architect" not in shown(one, seat=0)


def test_covered_hands_show_backs() -> None:
    one = position(gems="ruby*1 emerald*1 diamond*1 gold*1 | -")
    other = position(
        gems="ruby*1 emerald*1 diamond*1 gold*1 | -", ogres="robber swapper | thief thief", secret="S1 | S2!"
    )
    assert shown(one, seat=0, covered=True) == shown(other, seat=0, covered=True)
    drawing = drawn(one, covered=True)
    assert [one for one in ids(drawing) if one.startswith("ogre-")] == ["ogre-?"]
    assert texts(find(drawing, "secret")) == ["secret goal, face down"]
    assert "covered" in board.text(one.view(0), Look(covered=True))


# --- nothing overlaps, nothing is cut off -------------------------------------------------------------


def letters(text: str, size: float, bold: bool) -> float:
    """About how wide a line is in a common font without serifs."""
    narrow = sum(letter in " iljtf.,:;'()!|I-1" for letter in text)
    return size * ((len(text) - narrow) * 0.58 + narrow * 0.36) * (1.08 if bold else 1.0)


def measured(node: Element, x: float, y: float, scale: float) -> Iterator[tuple[str, float, float, float]]:
    """(text, left, right, baseline) of the lines in a thing, in its own units."""
    for dx, dy in re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", node.get("transform") or ""):
        x, y = x + scale * float(dx), y + scale * float(dy)
    for factor in re.findall(r"scale\(([-\d.]+)\)", node.get("transform") or ""):
        scale *= float(factor)
    if node.get("visibility") == "hidden" or node.get("data-when"):
        return
    if node.tag == "text":
        text = "".join(node.itertext())
        size = float(node.get("font-size") or 13) * scale
        wide = letters(text, size, node.get("font-weight") == "700")
        if node.get("textLength"):
            wide = float(node.get("textLength") or 0) * scale
        at = x + scale * float(node.get("x") or 0)
        left = at - {"middle": wide / 2, "end": wide}.get(node.get("text-anchor") or "", 0.0)
        yield text, left, left + wide, y + scale * float(node.get("y") or 0)
    for child in node:
        yield from measured(child, x, y, scale)


def assert_words_fit(drawing: Drawing) -> None:
    """The words of every thing lie inside of it; those of the drawing inside the drawing."""
    for key, node in drawing.parts:
        for thing in node.iter("g"):
            if "thing" not in (thing.get("class") or "").split():
                continue
            ring = next(child for child in thing if child.get("class") == "ring")
            wide, high = float(ring.get("width") or 0) - 6, float(ring.get("height") or 0) - 6
            body = next(child for child in thing if child.get("class") == "body")
            for text, left, right, base in measured(body, 0, 0, 1):
                assert left >= -1, (key, text, left)
                assert right <= wide + 4, (key, text, right, wide)
                assert 0 < base <= high + 3, (key, text, base)
        if key != "map":
            for text, left, right, base in measured(node, 0, 0, 1):
                assert left >= 0, (key, text)
                assert right <= drawing.width, (key, text)
                assert base <= drawing.height, (key, text)


@pytest.mark.parametrize("narrow", [False, True])
def test_words_fit(narrow: bool) -> None:
    rich = position(ogres="thief brute brute scarer robber swapper | thief thief", gems="ruby*2 emerald*2 diamond*2 gold*3 | ruby*1 emerald*1 diamond*1 gold*2",
                    ogre_deck="-", ogre_discard="-", last="yes", turn="blue act 3")  # fmt: skip
    for state in (position(), rich, sampled(3, 95, 4), sampled(8, 120, 2), GAME.new(players=1, seed=2)):
        for aside in (None, "under"):
            assert_words_fit(drawn(state, narrow=narrow, aside=aside))


def boxes(plan: Layout) -> list[Box]:
    found = [
        plan.chart,
        plan.goals_label,
        *plan.goals,
        *plan.seats,
        plan.hand_label,
        *plan.captions,
        plan.supply,
    ]
    return [
        *found,
        *plan.gems,
        *plan.ogres,
        *plan.land,
        plan.front_label,
        plan.secret,
        *plan.front,
        plan.notice,
    ]


def test_nothing_overlaps() -> None:
    rng = random.Random(1)
    for _ in range(60):
        seats = rng.randint(1, 4)
        contents = Contents(
            seats=seats,
            seat=rng.randrange(seats),
            goals=rng.randint(0, 5),
            gems=rng.randint(1, 6),
            ogres=rng.randint(0, 8),
            front=rng.randint(0, 14),
            lines=rng.randint(2, 7),
        )
        for plan in (layout.wide(contents), layout.narrow(contents)):
            for box in boxes(plan):
                assert box.x >= 7.9
                assert box.right <= plan.width - 7.9
                assert box.bottom <= plan.height
            for one, other in combinations(boxes(plan), 2):
                apart = (
                    one.right <= other.x + 0.01
                    or other.right <= one.x + 0.01
                    or one.bottom <= other.y + 0.01
                    or other.bottom <= one.y + 0.01
                )
                assert apart, (one, other)


def test_only_what_changed_is_sent_again() -> None:
    state = position()

    def changed(move: str) -> set[str]:
        before = {key: tostring(node) for key, node in drawn(state).parts}
        after = {key: tostring(node) for key, node in drawn(state.play(read_move(move)), seat=0).parts}
        return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}

    assert changed("place 0,0") == {"map", "hand", "supply", "seat-0"}
    assert changed("move 1,0 0,0") == {"map"}


# --- touches ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "lane"),
    [
        ("play 0,-1 ruby_mine e", ("card-ruby_mine", "cell-0,-1", "turn-1-6")),
        ("play 1,1 dragon n", ("card-dragon", "cell-1,1", "turn-0-1")),
        ("place 1,1", ("dwarf", "cell-1,1")),
        ("move 1,0 0,0", ("cell-1,0", "cell-0,0")),
        ("ogre thief red ruby", ("ogre-thief", "steal-red-ruby")),
        ("ogre brute red 2,1", ("ogre-brute", "cell-2,1")),
        ("ogre brute red 2,0", ("ogre-brute", "cell-2,0")),
        ("ogre robber red", ("ogre-robber", "steal-red")),
        ("ogre scarer red 2,1 3,1", ("ogre-scarer", "cell-2,1", "cell-3,1")),
        ("ogre scarer red 2,0 3,0", ("ogre-scarer", "cell-2,0", "who-red", "cell-3,0")),
        ("ogre swapper blue 0,0 red 2,0", ("ogre-swapper", "cell-0,0", "cell-2,0")),
        ("reveal", ("reveal",)),
        ("reveal red", ("reveal-red",)),
        ("done", ("done",)),
        ("end", ("end",)),
        ("burn gold", ("gem-gold",)),
        ("burn thief", ("ogre-thief",)),
        ("burn ?", ("ogre-?",)),
        ("leave 1,0", ("leave", "cell-1,0")),
    ],
)
def test_touches_of_a_move(move: str, lane: tuple[str, ...]) -> None:
    state = position(ogres="thief brute scarer robber swapper | thief thief", ogre_deck="-")
    assert board.touches(state, read_move(move)) == (lane,)
    phase = {"burn": "burn", "leave": "gather"}.get(move.split()[0], "act")
    if phase == "burn":
        state = position(turn="blue burn", gems="ruby*3 gold*4 | -", ogres="thief ? | -", ogre_deck="-")
    elif phase == "gather":
        state = position(turn="blue gather 1,0", options="gather=may")
    assert board.meant(state, lane) == read_move(move)


@pytest.mark.parametrize(
    ("move", "lane"),
    [
        ("take 1,0", ("cell-1,0",)),
        ("take 2,0 buy T4", ("cell-2,0", "goal-T4")),
        ("take 2,0 nothing", ("cell-2,0", "nothing-2,0")),
        ("take 0,0 dig -1,0", ("cell-0,0", "cell--1,0")),
        ("take 0,0 nothing", ("cell-0,0", "nothing-0,0")),
    ],
)
def test_touches_of_gathering(move: str, lane: tuple[str, ...]) -> None:
    state = position(**GATHER)
    assert board.touches(state, read_move(move)) == (lane,)
    assert board.meant(state, lane) == read_move(move)
    assert state.why_not(read_move(move)) is None


def test_where_nothing_can_be_chosen_the_card_alone_is_touched() -> None:
    poor = position(**GATHER, gems="gold*1 | -")
    move = read_move("take 2,0 nothing")
    assert board.touches(poor, move) == (("cell-2,0",),)
    assert board.meant(poor, ("cell-2,0",)) == move


def test_a_castle_in_a_pile_can_turn_its_own() -> None:
    state = position(**{**GATHER, "x0_0": "castle:red s < castle:blue n blue*2", "x2_1": "ogre_tavern:blue n",
                        "options": "cover=any", "land": "ruby_mine diamond_mine dragon | -"})  # fmt: skip
    move = read_move("take 0,0 dig 0,0")
    assert state.why_not(move) is None
    assert board.touches(state, move) == (("cell-0,0", "self-0,0"),)
    assert board.meant(state, ("cell-0,0", "self-0,0")) == move


def test_which_of_several_dwarves_is_asked_only_where_it_matters() -> None:
    cells = {
        "x2_0": "general_store:blue s blue*1 red*1 green*1",
        "x3_1": "frost_giant:blue n green*1",
        "x2_1": "castle:red s red*1",
    }
    state = position(seats="blue | red | green", land="ruby_mine | - | -", gems="-", goals="-", secret="-",
                     ogres="brute swapper | - | -", ogre_deck="-", ogre_discard="-", **cells)  # fmt: skip
    for move, lane in (
        ("ogre brute red 2,0", ("ogre-brute", "cell-2,0", "who-red")),
        ("ogre brute green 2,0", ("ogre-brute", "cell-2,0", "who-green")),
        ("ogre brute green 3,1", ("ogre-brute", "cell-3,1")),
        ("ogre swapper red 2,1 green 2,0", ("ogre-swapper", "cell-2,1", "cell-2,0")),
        ("ogre swapper blue 2,0 red 2,1", ("ogre-swapper", "cell-2,0", "who-blue", "cell-2,1")),
        ("ogre swapper blue 0,0 green 2,0", ("ogre-swapper", "cell-0,0", "cell-2,0", "who-green")),
    ):
        assert state.why_not(read_move(move)) is None
        assert board.touches(state, read_move(move)) == (lane,)
        assert board.meant(state, lane) == read_move(move)
    assert board.meant(state, ("ogre-brute", "cell-2,0")) is None
    assert board.prompt(state, ("ogre-brute", "cell-2,0")) == "Choose which dwarf."


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: " ".join(options.values()) or "default")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_legal_move_can_be_touched_and_no_touches_complete_two(
    players: int, options: dict[str, str]
) -> None:
    state = GAME.new(players=players, seed=players, **options)
    for at, (_, then) in enumerate(walk(state, 5 + players, 70)):
        if then.outcome() is not None:
            break
        if at % 4:
            continue
        view = then.view(then.to_move)
        lanes: dict[tuple[str, ...], str] = {}
        for move in view.moves():
            (lane,) = board.touches(view, move)
            assert len(set(lane)) == len(lane)
            assert board.meant(view, lane) == move, (str(move), lane)
            assert lanes.setdefault(lane, str(move)) == str(move)
        for lane in lanes:  # a touch that is complete plays at once: nothing goes on from it
            assert not any(lane[:length] in lanes for length in range(1, len(lane)))


def test_700_plays_are_lit_cell_by_cell() -> None:
    state = sampled(11, 60, 4)
    session = Session(GAME, board, state)
    assert session.lit() >= {"done"}
    plays = [move for move in state.moves() if move.verb == "play"]
    if plays:
        kind = plays[0].name
        session.touch(f"card-{kind}")
        cells = {
            f"cell-{cell_text(move.cell)}" for move in plays if move.name == kind and move.cell is not None
        }
        assert session.lit() == cells


def test_a_card_is_played_touch_by_touch() -> None:
    session = Session(GAME, board, position())
    assert session.touch("card-emerald_mine").kind == "refused"
    assert session.touch("card-dragon").kind == "chosen"
    assert "cell-0,0" not in session.lit()
    assert session.touch("cell-0,0").words.startswith("MO-19: a dwarf stands on 0,0")
    assert session.touch("cell-2,2").kind == "chosen"
    assert session.lit() == {f"turn-{turn}-{1 << turn}" for turn in range(4)}
    assert session.touch("turn-2-4").kind == "played"
    assert str(session.entries[-1].move) == "play 2,2 dragon s"


def test_another_card_takes_the_place_of_a_chosen_one() -> None:
    session = Session(GAME, board, position())
    session.touch("card-dragon")
    assert session.touch("card-ruby_mine").kind == "chosen"
    assert session.touched == ["card-ruby_mine"]
    assert session.touch("dwarf").kind == "chosen"
    assert session.touched == ["dwarf"]


@pytest.mark.parametrize(
    ("touched", "move", "rule"),
    [
        (("card-emerald_mine",), "play -1,-1 emerald_mine n", "MO-7"),
        (("card-ruby_mine", "cell-2,0"), "play 2,0 ruby_mine n", "MO-19"),
        (("card-ruby_mine", "cell-0,1"), "play 0,1 ruby_mine n", "MO-20"),
        (("card-ogre_tavern", "cell--1,0"), "play -1,0 ogre_tavern n", "MO-18"),
        (("dwarf", "cell-0,-1"), "place 0,-1", "MO-22"),
        (("cell-1,0", "cell-2,0"), "move 1,0 2,0", "MO-24"),
        (("cell-1,1",), "move 1,1 1,0", "MO-23"),
        (("end",), "end", "MO-10"),
        (("reveal",), "reveal", "MO-47"),
        (("gem-ruby",), "burn ruby", "MO-10"),
        (("goal-T4",), "take 2,0 buy T4", "MO-10"),
        (("ogre-robber",), "ogre robber red", "MO-35"),
        (("ogre-brute", "cell-0,1"), "ogre brute red 0,1", "MO-33"),
    ],
)
def test_wrong_touches_mean_a_move_with_a_reason(touched: tuple[str, ...], move: str, rule: str) -> None:
    state = position(x2_0="general_store:blue s red*1", x1_0="gold_mine:blue n blue*2")
    meant = board.meant(state, touched)
    assert meant is not None
    assert str(meant) == move
    reason = state.why_not(meant) or ""
    assert reason.startswith(f"{rule}:"), reason


def test_choices_that_cannot_be_made_say_why() -> None:
    used = position(turn="blue act 4")
    for touch in ("card-dragon", "dwarf", "cell-1,0"):
        meant = board.meant(used, (touch,))
        assert meant is not None
        assert (used.why_not(meant) or "").startswith("MO-10: all 4 actions are used")
    gather = position(**GATHER)
    for touched, rule in ((("cell-3,0",), "MO-37"), (("cell-2,0", "goal-T9"), "MO-42"), (("goal-T9",), "MO-42"),
                          (("cell-0,0", "cell-3,0"), "MO-44"), (("ogre-thief",), "MO-10"), (("card-dragon",), "MO-10")):  # fmt: skip
        meant = board.meant(gather, touched)
        assert meant is not None
        assert (gather.why_not(meant) or "").startswith(f"{rule}:"), touched


def test_ogres_that_cannot_be_played_say_why() -> None:
    alone = read_state("seats: blue\nland: -\nogres: thief brute scarer robber swapper")
    for name, rule in (
        ("thief", "32"),
        ("brute", "33"),
        ("scarer", "34"),
        ("robber", "35"),
        ("swapper", "36"),
    ):
        meant = board.meant(alone, (f"ogre-{name}",))
        assert meant is not None
        assert (alone.why_not(meant) or "").startswith(f"MO-{rule}:")


@pytest.mark.parametrize(
    "touched",
    [
        (),
        ("map",),
        ("zoom-in",),
        ("secret",),
        ("seat-0",),
        ("cell-0,-1",),
        ("cell-1,0",),
        ("cell-1,²",),
        ("card-",),
        ("card-nothing",),
        ("card-dragon",),
        ("card-dragon", "cell-0,-1"),
        ("card-dragon", "done"),
        ("card-dragon", "cell-0,-1", "turn-0-3"),
        ("turn-0-1",),
        ("dwarf", "dwarf"),
        ("done", "reveal"),
        ("own-T1",),
        ("goal-T99",),
        ("gem-coal",),
        ("ogre-nobody",),
        ("ogre-thief", "steal-black-ruby"),
        ("who-red",),
        ("steal-red",),
        ("nothing-0,0",),
    ],
)
def test_touches_that_mean_nothing_yet(touched: tuple[str, ...]) -> None:
    assert board.meant(position(), touched) is None


def test_random_touches_never_fail_and_play_legal_moves_only() -> None:
    rng = random.Random(5)
    played = 0
    for seed, options in enumerate(VARIANTS):
        session = Session(GAME, board, GAME.new(players=2 + seed % 3, seed=seed, **options))
        for _ in range(120):
            if session.state.outcome() is not None:
                break
            lit = sorted(session.lit())
            drawing = drawn(session.state) if rng.random() < 0.2 else None
            everything = lit
            if drawing is not None:
                everything = [
                    n.get("data-touch", "") for _, p in drawing.parts for n in p.iter() if n.get("data-touch")
                ]
            reply = session.touch(rng.choice(lit if lit and drawing is None else everything))
            played += reply.kind == "played"
            seen = session.seen
            assert isinstance(board.prompt(seen, session.touched), str)
            for mark in board.marks(seen, session.touched):
                assert mark.touch in session.touched
    assert played > 80


def test_choices_always_shown() -> None:
    assert board.choices(position()) == ["done", "reveal"]
    assert board.choices(position(**GATHER)) == ["reveal"]
    assert board.choices(position(**GATHER, options="gather=may")) == ["leave", "reveal"]
    assert board.choices(position(turn="blue burn", secret="S4! | S2!")) == ["end"]
    assert board.choices(position(turn="over", last="yes")) == []


# --- while a move is put together -------------------------------------------------------------------


def ghosts(drawing: Drawing, cell: str) -> dict[str, str]:
    """Touch id of a hand card -> the letters of its turns in the cell, while both are chosen."""
    found = {}
    for node in card(drawing, cell).iter("g"):
        if node.get("data-when") != f"cell-{cell}":
            continue
        for twins in node:
            picture = next((one for one in twins if one.get("class") == "turns"), None)
            for mark in twins:
                if mark.get("data-when") and picture is not None:
                    found[mark.get("data-when", "")] = "".join(picture.find("text").itertext())  # type: ignore[union-attr]
    return found


@pytest.mark.parametrize("narrow", [False, True])
def test_a_chosen_card_and_cell_show_the_turns(narrow: bool) -> None:
    drawing = drawn(position(), narrow=narrow)
    assert ghosts(drawing, "0,-1") == {
        "card-ruby_mine": "nesw", "card-diamond_mine": "nesw", "card-ogre_tavern": "ne", "card-dragon": "nesw",
    }  # fmt: skip
    assert set(ghosts(drawing, "1,1")) == {"card-ruby_mine", "card-diamond_mine", "card-dragon"}
    assert ghosts(drawing, "0,0") == {}
    twins = next(node for node in card(drawing, "0,-1").iter("g") if node.get("class") == "turns")
    spots = [node.get("data-spot") for node in twins.iter() if node.get("data-spot")]
    assert spots == ["turn-0-3", "turn-1-6", "turn-2-12", "turn-3-9"]
    for spot in spots:
        assert board.meant(position(), ("card-ruby_mine", "cell-0,-1", spot or "")) is not None
    assert ghosts(drawn(position(), seat=1), "0,-1") == {}


def test_a_chosen_castle_shows_what_a_dig_brings_up() -> None:
    drawing = drawn(position(**GATHER))
    found = {}
    for cell in ("-1,0", "1,1", "3,0"):
        shown_ = [node for node in card(drawing, cell).iter("g") if node.get("data-when") == "cell-0,0"]
        found[cell] = ["".join(one.itertext()) for node in shown_ for one in node.iter("text")]
    assert found == {"-1,0": ["comes up", "R", "G Gold"], "1,1": ["comes up", "R", "R Ruby"], "3,0": []}


def test_a_dwarf_that_is_needed_is_missed() -> None:
    state = position()
    assert [(mark.touch, mark.words) for mark in board.marks(state, ("cell-1,0",))] == [
        ("cell-1,0", "The gold mine on 1,0 will no longer be ready.")
    ]
    assert board.marks(state, ("cell-0,0",)) == ()
    assert board.marks(position(x1_0="gold_mine:blue n blue*3", x0_0="castle:blue n"), ("cell-1,0",)) == ()


@pytest.mark.parametrize(
    ("touched", "said"),
    [
        ((), ""),
        (("card-ogre_tavern",), "Touch a free cell for the ogre tavern."),
        (("card-ruby_mine",), "Touch a free cell for the ruby mine, or over -1,0 and 1,1 (symbol dragon)."),
        (
            ("card-ruby_mine", "cell-1,2"),
            "Choose where the top of the ruby mine points: n, e, s and w join nothing.",
        ),
        (
            ("card-dragon", "cell-0,2"),
            "Choose where the top of the dragon points: n joins nothing; e, s and w join 0,1.",
        ),
        (("dwarf",), "Touch a card with a free slot; anyone's will do."),
        (
            ("cell-1,0",),
            "Touch where a dwarf of the gold mine on 1,0 goes: a connected card with a free slot.",
        ),
        (("ogre-thief",), "Choose the gem to take."),
        (("ogre-brute",), "Touch a card with a rival's dwarf; it goes home."),
        (("ogre-robber",), "Choose whose ogre to take."),
        (("ogre-scarer",), "Touch a card with a dwarf, anyone's."),
        (("ogre-scarer", "cell-2,1"), "Touch the connected card where it goes."),
        (("ogre-scarer", "cell-2,0"), "Choose which dwarf."),
        (("ogre-swapper",), "Touch a card with a blue dwarf first; then the one it swaps with."),
        (("ogre-swapper", "cell-0,0"), "Touch the card of the dwarf it swaps with, of another colour."),
        (("leave",), "Touch the ready card to leave alone this turn."),
    ],
)
def test_prompts(touched: tuple[str, ...], said: str) -> None:
    state = position(ogres="thief brute scarer robber swapper | thief thief", ogre_deck="-")
    assert board.prompt(state, touched) == said


def test_prompts_of_gathering() -> None:
    state = position(**GATHER)
    assert board.prompt(state, ("cell-2,0",)) == "Touch an open goal that you can pay, or buy nothing."
    assert board.prompt(state, ("cell-0,0",)) == "Touch a pile to turn, or dig nothing."


# --- what moves and what is shown -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "moved"),
    [
        ("play 0,-1 dragon n", {"hand-0-dragon": "cell-0,-1"}),
        ("place 1,1", {"supply-0-3": "dwarf-0-1,1-1"}),
        ("move 1,0 0,0", {"dwarf-0-1,0-2": "dwarf-0-0,0-2"}),
        ("ogre thief red ruby", {"seat-1": "gem-ruby"}),
        ("ogre brute red 2,0", {}),
        ("ogre scarer red 2,0 3,0", {"dwarf-1-2,0-1": "dwarf-1-3,0-3"}),
        (
            "ogre swapper blue 0,0 red 2,1",
            {"dwarf-0-0,0-1": "dwarf-0-2,1-1", "dwarf-1-2,1-1": "dwarf-1-0,0-1"},
        ),
        ("reveal", {"secret": "secret"}),
        ("done", {}),
    ],
)
def test_where_things_move(move: str, moved: dict[str, str]) -> None:
    state = position(ogres="thief brute scarer robber swapper | thief thief", ogre_deck="-")
    assert board.moved(state, read_move(move)) == moved


def test_where_gathered_things_move() -> None:
    state = position(**GATHER, x0_1="ogre_tavern:blue n", land="ruby_mine diamond_mine dragon | -")
    home = {"dwarf-0-1,0-2": "supply-0-1", "dwarf-0-1,0-1": "supply-0-2"}
    assert board.moved(state, read_move("take 1,0")) == {**home, "pile-gold": "gem-gold"}
    assert board.moved(state, read_move("take 2,0 buy T4"))["goal-T4"] == "own-T4"
    assert board.moved(state, read_move("take 0,0 dig -1,0"))["cell--1,0"] == "cell--1,0"
    assert board.moved(position(turn="blue burn", gems="ruby*7 | -"), read_move("burn ruby")) == {
        "gem-ruby": "pile-ruby"
    }


def test_things_move_where_they_are_drawn() -> None:
    for seed in range(3):
        state = GAME.new(players=2 + seed, seed=seed, blocked=("ready", "all")[seed % 2])
        for at, (move, after) in enumerate(walk(state, seed, 100)):
            if at % 3 == 0:
                seat = state.to_move
                moved = board.moved(state.view(seat), move)
                assert set(moved) <= set(ids(drawn(state, seat=seat)))
                assert set(moved.values()) <= set(ids(drawn(after, seat=seat))), str(move)
                assert len(set(moved.values())) == len(moved)
            state = after


@pytest.mark.parametrize(
    ("move", "more", "shows"),
    [
        ("place 1,1", {}, False),
        ("reveal", {}, True),
        ("ogre robber red", {"ogres": "robber | thief", "ogre_deck": "-"}, True),
        ("ogre thief red ruby", {}, False),
        ("take 2,0 buy T4", GATHER, True),
        ("take 2,0 buy T4", {**GATHER, "options": "refill=turn_end"}, False),
        ("take 2,0 nothing", GATHER, False),
        ("end", {"turn": "blue burn"}, False),
        ("end", {"turn": "blue burn", "open": "T4", "options": "refill=turn_end"}, True),
        ("end", {"turn": "red burn", "last": "yes"}, True),
        ("end", {"turn": "red burn", "last": "yes", "secret": "S4! | S2!"}, False),
        ("end", {"turn": "red burn", "options": "rounds=5"}, True),
    ],
)
def test_what_shows_something_hidden(move: str, more: dict[str, str], shows: bool) -> None:
    assert board.reveals(position(**more), read_move(move)) == shows


def test_a_tavern_shows_an_ogre_while_the_deck_lasts() -> None:
    more = {"turn": "red gather 3,0", "x3_0": "ogre_tavern:red n red*2"}
    assert board.reveals(position(**more), read_move("take 3,0"))
    assert not board.reveals(position(**more, ogre_deck="-"), read_move("take 3,0"))


# --- words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("play 0,-1 ruby_mine e", "Play the ruby mine on 0,-1, walls east and south"),
        ("play 1,1 dragon n", "Play the dragon over the diamond mine on 1,1, wall north"),
        ("place 1,1", "Place a dwarf on the diamond mine on 1,1"),
        ("move 1,0 0,0", "Move a dwarf from 1,0 to the castle on 0,0"),
        ("ogre thief red ruby", "Thief: take a ruby from red"),
        ("ogre brute red 2,0", "Brute: send the red dwarf on 2,0 home"),
        ("ogre scarer red 2,1 3,1", "Scarer: move the red dwarf from 2,1 to the frost giant on 3,1"),
        ("ogre robber red", "Robber: take the ogre that red has held longest"),
        ("ogre swapper blue 0,0 red 2,0", "Swapper: swap the blue dwarf on 0,0 and the red dwarf on 2,0"),
        ("reveal", "Reveal the secret goal: Collector, 10 points"),
        ("done", "Done: gather 1 card"),
        ("take 1,0", "Gather the gold mine on 1,0: nothing, the dragon on 0,1 blocks it"),
        ("take 3,0", "Gather the ogre tavern on 3,0: +1 ogre"),
        ("take 0,1", "Slay the dragon on 0,1: +4 points"),
        ("take 2,0 buy T4", "Gather the general store on 2,0: buy goal T4, +9 points for 1 ruby, 2 gold"),
        ("take 2,0 nothing", "Gather the general store on 2,0: buy nothing"),
        ("take 0,0 dig 1,1", "Gather the castle on 0,0: turn the diamond mine on 1,1 under its pile"),
        ("leave 1,0", "Leave the gold mine on 1,0 alone this turn"),
        ("burn ruby", "Burn a ruby"),
        ("burn thief", "Burn the ogre thief"),
        ("burn ?", "Burn the ogre drawn last"),
        ("end", "End the turn"),
    ],
)
def test_moves_in_words(move: str, said: str) -> None:
    assert board.say(position(), read_move(move)) == said


@pytest.mark.parametrize(
    ("touch", "said"),
    [
        ("turn-0-3", "n: walls north and east"),
        ("turn-1-2", "e: wall east"),
        ("turn-3-0", "w: no walls"),
        ("card-gold_mine", "Gold mine (G): symbol dragon, 1 VP, 2 dwarves: 2 gold"),
        (
            "card-dragon",
            "Dragon (F): symbol dragon, 0 VP, 3 dwarves slay it: 4 points; it blocks every mine of its region",
        ),
        ("dwarf", "Supply: 3 of 7 dwarves"),
        ("gem-ruby", "Ruby: 1 in hand, 6 in the pile, 3 VP each"),
        ("ogre-brute", "Brute: send a rival's dwarf home"),
        ("goal-T5", "Goal T5, 10 points for 1 ruby, 1 emerald; missing 1 emerald"),
        ("who-red", "The red dwarf"),
        ("steal-red-ruby", "A ruby from red"),
        ("steal-red", "The ogre that red has held longest"),
        ("nothing-0,0", "Dig nothing"),
        ("nothing-2,0", "Buy nothing"),
        ("done", "Done: gather 1 card"),
        ("zoom-home", "Show the whole map"),
        ("cell-0,-1", "0,-1, free cell"),
    ],
)
def test_labels(touch: str, said: str) -> None:
    assert board.label(position(), touch) == said


def test_a_card_of_the_map_is_said_whole() -> None:
    assert board.label(position(), "cell-1,0") == (
        "1,0 gold mine (G), blue; symbol dragon, 1 VP; turned n, wall north; 2 dwarves: 2 gold; 2 blue, "
        "1 of 3 slots free; blocked by the dragon on 0,1; ready for blue"
    )


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({}, "Your turn · act, 1 of 4 actions used · round 5"),
        ({"turn": "red act 0"}, "Seat 2's turn · act, 0 of 3 actions used · round 5"),
        ({**GATHER, "last": "yes"}, "Your turn · gather, 3 cards left · round 5 · last round"),
        ({"turn": "blue burn", "gems": "ruby*4 | -"}, "Your turn · burn 1 card · round 5"),
        (
            {"turn": "blue burn", "options": "rounds=9"},
            "Your turn · nothing to burn, end the turn · round 5 of 9",
        ),
        ({"turn": "over", "last": "yes"}, "Game over · Seat 2 wins with 24 points"),
    ],
)
def test_header_line(more: dict[str, str], line: str) -> None:
    assert board.header(position(**more).view(0), Look()).line == line


def test_the_header_names_seats_with_their_colours() -> None:
    head = board.header(position().view(0), Look(names=("You", "Seat 2")))
    assert head.title == "Autumn of Moria"
    assert [(chip.name, chip.text, chip.to_move) for chip in head.chips] == [
        ("You · Blue", "18 points · 1 of 3 goals", True),
        ("Seat 2 · Red", "24 points · 2 of 3 goals", False),
    ]


def test_text_and_table_say_everything() -> None:
    state = position()
    told = board.text(state.view(0), Look(names=("Ada", "Bo"))).splitlines()
    for line in (
        "  0,1 dragon (F), red; symbol dragon, 0 VP; turned n, wall north; 3 dwarves slay it: 4 points; it blocks every "
        "mine of its region; no dwarf, 3 of 3 slots free",
        "Open goal T4, 9 points for 1 ruby, 2 gold; can be paid",
        "Gems left 6 ruby, 8 emerald, 8 diamond, 5 gold; goal deck 4; ogre deck 3, discard 1",
        "Hand of Ada: land ruby mine, diamond mine, ogre tavern, dragon; gems 1 ruby, 2 gold; ogres 1 thief, 1 brute",
    ):
        assert line in told
    html = board.table(state.view(0), Look(names=("<b>Ada</b>", "Bo")))
    assert "<b>Ada</b>" not in html
    assert "&lt;b&gt;Ada" in html
    assert html.count("border-top:5px") == sum(state.cards.walls[pile.cards[-1]] & 1 for pile in state.cells)
    assert "The map is empty." in board.table(GAME.new(players=2, seed=1), Look())


def test_every_move_and_touch_of_a_game_has_words() -> None:
    for seed in range(2):
        state = GAME.new(players=3, seed=seed, gather="may", cover="any")
        for at, (_, then) in enumerate(walk(state, seed, 80)):
            if at % 5:
                continue
            for move in then.moves():
                assert board.say(then, move).strip()
                for touch in board.touches(then, move)[0]:
                    assert board.label(then, touch) not in ("", touch)


# --- the position editor ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("touched", "key", "line"),
    [
        (("dwarf", "cell-0,0"), "0,0", "castle:blue n blue*2"),
        (("card-dragon", "cell-0,-1"), "0,-1", "dragon:blue n"),
        (("card-ruby_mine", "cell-1,1"), "1,1", "ruby_mine:red s < diamond_mine:red e < ruby_mine:blue n"),
        (("cell-0,0",), "0,0", "castle:blue e blue*1"),
        (("gem-ruby",), "gems", "gold*2 | ruby*1 gold*3"),
        (("ogre-brute",), "ogres", "thief | thief thief"),
        (("add", "emerald"), "gems", "ruby*1 emerald*1 gold*2 | ruby*1 gold*3"),
        (("add", "robber"), "ogres", "thief brute robber | thief thief"),
        (("add", "brute"), "ogres", "thief brute brute | thief thief"),
        (
            ("add", "gold_mine"),
            "land",
            "ruby_mine diamond_mine gold_mine ogre_tavern dragon | emerald_mine frost_giant",
        ),
    ],
)
def test_editing(touched: tuple[str, ...], key: str, line: str) -> None:
    text = board.edit(position(), touched)
    assert text is not None
    assert f"{key}: {line}" in text.splitlines()
    read_state(text)


def test_editing_takes_two_touches_for_what_goes_somewhere() -> None:
    assert board.edit(position(), ("dwarf",)) is None
    assert board.edit(position(), ("card-dragon",)) is None


def test_a_card_turned_once_too_often_goes_back_to_its_owner() -> None:
    state = position(x3_0="ogre_tavern:red e")
    text = board.edit(state, ("cell-3,0",))
    assert text is not None
    after = read_state(text)
    assert words.pile_at(after, cell_at(3, 0)) is None
    assert CARD_SET.kind("ogre_tavern") in after.land[1]


@pytest.mark.parametrize("seed", range(4))
def test_every_edit_gives_a_possible_position(seed: int) -> None:
    rng = random.Random(seed)
    state = sampled(seed, 70, 2)
    for _ in range(40):
        drawing = drawn(state)
        known = [n.get("data-touch", "") for _, p in drawing.parts for n in p.iter() if n.get("data-touch")]
        add = [("add", name) for _, name in editing.addable(state)]
        touched: tuple[str, ...] = rng.choice([*add, *((touch,) for touch in known)])
        text = board.edit(state, touched)
        if text is None:
            text = board.edit(state, (*touched, rng.choice(known)))
        assert text is not None
        state = read_state(text)


# --- pictures for lessons -----------------------------------------------------------------------------


def test_maps_side_by_side() -> None:
    picture = pictures.maps_picture({"before": position(), "an empty map": GAME.new(players=2, seed=1)})
    root = fromstring(picture.svg)
    seen = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"before", "an empty map", "Castle", "B 5"} <= set(seen)
    assert "before: a map of 9 cards: -1,0 emerald mine (E), blue, 0,0 castle" in picture.words
    assert "data-touch" not in picture.svg
    assert float(root.get("width") or 0) <= 848


def test_a_plan_map_by_map() -> None:
    """Moves that leave the map as it is are said with the next one that changes it."""
    start = position(turn="blue act 3", x0_1="ogre_tavern:blue n", land="diamond_mine dragon | -")
    picture = pictures.plan_picture(start, ["place 0,0", "done", "take 1,0", "take 0,0 nothing", "end"])
    assert picture.words.count("a map of 9 cards") == 5
    assert "2. Done: gather 2 cards. 3. Gather the gold mine on 1,0: +2 gold: a map" in picture.words
    assert "5. End the turn: a map" in picture.words


def test_continuations_of_a_move_are_its_touches() -> None:
    move = read_move("play 0,-1 dragon n")
    lanes = board.touches(position(), move)
    assert continuations(["card-dragon"], lanes) == frozenset({"cell-0,-1"})
