"""The board of Shifting Stones: what is drawn (SS-B1 to SS-B7), what touches mean, what is said."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any
from xml.etree.ElementTree import Element, tostring

import pytest
from drawn import drawing_by, find, part, texts

import solvers
from boards.core import phrases
from boards.core.drawing import Look
from boards.shifting_stones import draw as board
from boards.shifting_stones import faces, layout, words
from boards.shifting_stones.layout import Box, Layout
from puzzles.core.play import random_walk
from puzzles.shifting_stones import GAME, Move, State, read_move, read_state
from puzzles.shifting_stones.cards import BACKS, CARDS, FACES
from puzzles.shifting_stones.grid import CELLS, PAIRS, board_text, matching_places

X = "SFF/HHH/EEE"


drawn = drawing_by(board)


def position(hands: str = "8 11 36 69 | 1 3 4 5", board: str = X, players: int = 2, **more: str) -> State:
    lines = [f"players: {players}", "seed: 1"]
    lines += [f"options: {more['options']}"] if "options" in more else []
    lines.append(f"board: {board}")
    for key in ("to_move", "turn", "skipped", "strikes"):
        lines += [f"{key}: {more[key]}"] if key in more else []
    lines.append(f"hands: {hands}")
    for key in ("scored", "discard", "deck"):
        lines += [f"{key}: {more[key]}"] if key in more else []
    return read_state("\n".join(lines))


def solo(hands: str = "38 58", **more: str) -> State:
    return position(hands, players=1, **more)


def fills(node: Element) -> list[str]:
    return [one.get("fill", "") for one in node.iter()]


# --- SS-B1 to SS-B7 -----------------------------------------------------------------------------


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("face", list(FACES))
def test_ss_b1_a_tile_shows_both_faces(face: str, narrow: bool) -> None:
    boards = ["SFBHHOEET", "MBFOOHTTE"]
    shown = next(one for one in boards if face in one)
    state = position(board=board_text(shown))
    cell = CELLS[shown.index(face)]
    thing = find(drawn(state, narrow=narrow), cell)
    assert texts(thing)[:2] == [face, BACKS[face]]
    sizes = [float(one.get("font-size", "0")) for one in thing.iter("text")][:2]
    assert sizes[0] > sizes[1] >= 11
    assert fills(thing).count(faces.FILL[face]) >= 1
    rim = [node for node in thing.iter("rect") if node.get("fill") == faces.FILL[BACKS[face]]]
    assert len(rim) == 1  # the whole tile, of which the rim stays in sight
    side = 96 if narrow else 116
    assert float(rim[0].get("width", "0")) == side
    both = f"{cell}: {FACES[face].name} up, {FACES[BACKS[face]].name} hidden"
    assert thing.get("aria-label") == both


@pytest.mark.parametrize("face", list(FACES))
def test_faces_are_drawn_with_contrast_and_shapes_of_their_own(face: str) -> None:
    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(faces.FILL[face]), luminance(faces.INK[face])), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5
    shapes = {tostring(faces.symbol(other, 0, 0, 50)) for other in FACES}
    assert len(shapes) == 8


@pytest.mark.parametrize("narrow", [False, True])
def test_ss_b2_the_top_is_marked_and_never_turns(narrow: bool) -> None:
    state = position(to_move="1")
    own, other = (drawn(state, seat=seat, narrow=narrow) for seat in (0, 1))
    table = part(own, "table")
    assert {"TOP", "1", "2", "3", "a", "b", "c"} <= set(texts(table))
    assert tostring(table) == tostring(part(other, "table"))
    plan = (layout.narrow if narrow else layout.wide)(4, 10, [0, 0])
    for at, tile in enumerate(plan.tiles):
        assert part(own, f"tile-{CELLS[at]}").get("transform") == f"translate({tile.x:g} {tile.y:g})"
    bar = next(node for node in table.iter("text") if node.text == "TOP")
    assert float(bar.get("y", "0")) < plan.tiles[0].y
    assert plan.tiles[0].y > plan.piles[0].y  # the deck lies on the side of the top


def test_ss_b3_piles_scored_cards_and_what_each_seat_lacks() -> None:
    state = position(scored="9 12 41 | 10 13 14 15 70", discard="20 46")
    drawing = drawn(state)
    assert "54 cards" in texts(part(drawing, "deck"))
    assert find(drawing, "deck").get("aria-label") == "Deck: 54 cards, face down"
    assert texts(part(drawing, "discard"))[-3:] == ["Discard", "2 cards", "no. 46"]
    told = find(drawing, "discard").get("aria-label") or ""
    assert "on top card 46, Tree over Sun (2 points); below it 20" in told
    assert "10 cards" in texts(part(drawing, "goal"))
    for seat, cards, lacks in ((0, (9, 12, 41), 7), (1, (10, 13, 14, 15, 70), 5)):
        row = part(drawing, f"seat-{seat}")
        ids = [node.get("data-id") for node in row.iter("g") if node.get("data-id")]
        assert ids == [f"seat-{seat}", *(f"scored-{card}" for card in cards)]
        assert any(f"{lacks} to go" in text for text in texts(row))
        empty = [node for node in row.iter("rect") if node.get("stroke-dasharray")]
        assert len(empty) == lacks
    assert any("12 points" in text and "with +3" in text for text in texts(part(drawing, "seat-1")))
    assert not any("with +3" in text for text in texts(part(drawing, "seat-0")))


@pytest.mark.parametrize("strikes", range(4))
def test_ss_b3_strikes_of_a_solo_game(strikes: int) -> None:
    drawing = drawn(solo(strikes=str(strikes)))
    shown = part(drawing, "goal")
    assert shown.get("aria-label") == f"{strikes} of 3 strikes, the fourth loses"
    assert len(list(shown.iter("circle"))) == 4
    assert len(list(shown.iter("path"))) == strikes


def test_ss_b3_an_empty_deck_and_pile() -> None:
    drawing = drawn(solo())
    assert "empty" in texts(part(drawing, "deck"))
    assert find(drawing, "deck").get("aria-label") == "Deck: no cards, face down"
    assert find(drawing, "discard").get("aria-label") == "Discard pile: empty"


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("card", [1, 8, 15, 27, 33, 38, 44, 58, 66, 69])
def test_ss_b4_a_hand_card_shows_its_block(card: int, narrow: bool) -> None:
    hand = " ".join(map(str, sorted({card, 3, 12, 60})))
    drawing = drawn(position(f"{hand} | 4 5 6 7"), narrow=narrow)
    thing = find(drawing, f"hand-{card}")
    shown, pattern = texts(thing), CARDS[card].pattern
    assert shown[0] == str(CARDS[card].points)
    assert shown[1] == ("point" if CARDS[card].points == 1 else "points")
    assert shown[2] == (f"#{card}" if narrow else f"no. {card}")
    letters = [text for text in shown if text in FACES]
    assert letters == [face for face in pattern if face in FACES]
    grey = [node for node in thing.iter("rect") if node.get("fill") == faces.GREY]
    assert len(grey) == pattern.count(".")
    steps = solvers.shifting_stones.distance(X, card).value
    state = "matches now" if steps == 0 else f"{steps} move{'s' * (steps != 1)}"
    assert state in shown
    assert (thing.get("aria-label") or "").endswith(f"{phrases.count(CARDS[card].points, 'point')}, {state}")
    ticks = [node for node in thing.iter("path") if node.get("stroke") == "var(--ps-on-gain, #FFFFFF)"]
    assert len(ticks) == (steps == 0)


def test_ss_b4_blocks_have_their_true_size() -> None:
    for card, rows, columns in ((8, 1, 2), (15, 2, 1), (27, 2, 2), (38, 1, 3), (63, 3, 1), (68, 3, 3)):
        block = faces.pattern(card, 50, 60, 28, 2)
        corners = [re.findall(r"[\d.]+", node.get("transform", "")) for node in block]
        xs, ys = ({float(corner[axis]) for corner in corners} for axis in (0, 1))
        assert (len(ys), len(xs)) == (rows, columns)
        assert (min(xs) + max(xs) + 28) / 2 == 50
        assert (min(ys) + max(ys) + 28) / 2 == 60


@pytest.mark.parametrize("narrow", [False, True])
def test_ss_b5_frames_stand_round_every_place_where_a_card_matches(narrow: bool) -> None:
    """For all cards on a few boards: as many frames as places, each round the right cells."""
    plan = (layout.narrow if narrow else layout.wide)(4, 10, [0, 0])
    seen = 0
    for grid in (X, "HHH/FFS/EEE", "OEO/EFE/OBS", "TBT/HTH/BHS"):
        for first in range(1, 69, 4):
            cards = (first, first + 1, first + 2, first + 3)
            state = position(f"{' '.join(map(str, cards))} | 69 70 71 72", grid)
            drawing = drawn(state, narrow=narrow)
            for card in cards:
                found = matching_places(state.board, card)
                frames = dict(drawing.parts).get(f"matches-{card}")
                assert (frames is not None) == bool(found), card
                if frames is None:
                    continue
                seen += 1
                assert frames.get("data-when") == f"card{card}"
                assert frames.get("pointer-events") == "none"
                assert len(frames) == len(found)
                for frame, place in zip(frames, found, strict=True):
                    halo, dashes = frame
                    assert halo.get("stroke-dasharray") is None
                    assert dashes.get("stroke-dasharray")
                    assert halo.get("d") == dashes.get("d")
                    points = re.findall(r"[\d.]+", dashes.get("d") or "")
                    xs, ys = list(map(float, points[::2])), list(map(float, points[1::2]))
                    box = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
                    middles = [(tile.middle, tile.y + tile.height / 2) for tile in plan.tiles]
                    inside = [at for at, spot in enumerate(middles) if holds(box, *spot)]
                    assert tuple(inside) == place.cells
                    rows, columns = len(CARDS[card].rows), len(CARDS[card].rows[0])
                    assert len(points) == 4 * 2 * (rows + columns)
    assert seen > 20


def holds(box: Box, x: float, y: float) -> bool:
    return box.x < x < box.right and box.y < y < box.bottom


@pytest.mark.parametrize("card", [11, 38, 57, 69])
def test_ss_b5_the_way_is_shown_on_request(card: int) -> None:
    state = position(f"{card} 1 2 3 | 5 6 7 9")
    aside = board.asides(state, (f"card{card}",))[0]
    assert aside.id == f"way{card}"
    plan = solvers.shifting_stones.distance(X, card).texts
    assert aside.words == f"Card {card} matches after {phrases.count(len(plan), 'move')}: {', '.join(plan)}."
    shown = part(drawn(state, aside=aside.id), "way")
    assert texts(shown) == [str(number) for number in range(1, len(plan) + 1)]
    heads = [node.get("d", "").count("Z") for node in shown.iter("path") if node.get("stroke-width") == "2"]
    assert heads == [2 if text.startswith("swap") else 1 for text in plan]
    assert "way" not in dict(drawn(state).parts)


def test_ss_b5_arrows_of_one_plan_keep_apart() -> None:
    """Numbers of a long plan never lie on each other, a pair swapped twice included."""
    moves = [
        read_move(t) for t in ("flip a3", "flip b3", "swap a1 b1", "swap a1 a2", "swap a1 b1", "swap a2 a3")
    ]
    for plan in (layout.wide(4, 10, [0, 0]), layout.narrow(4, 10, [0, 0])):
        spots = []
        for arrow in board._way(plan, tuple(moves)):
            dx, dy = (float(n) for n in re.findall(r"-?[\d.]+", arrow.get("transform", "")))
            disc = next(arrow.iter("circle"))
            spots.append((dx + float(disc.get("cx", "")), dy + float(disc.get("cy", ""))))
        assert len(spots) == len(moves)
        for (x, y), (u, v) in combinations(spots, 2):
            assert (x - u) ** 2 + (y - v) ** 2 >= 24**2


def test_ss_b5_no_way_for_a_card_that_matches_or_for_none() -> None:
    state = position()
    assert board.asides(state, ("card8",)) == ()
    assert board.asides(state, ("a1",)) == ()
    assert board.asides(state, ()) == ()


def test_ss_b6_the_card_to_be_lost_is_marked() -> None:
    state = position()
    assert board.marks(state, ()) == ()
    assert board.marks(state, ("card36",)) == ()
    assert board.marks(state, ("a1", "b1")) == ()
    for touched in (("card36", "a1"), ("a1", "card36")):
        (mark,) = board.marks(state, touched)
        assert (mark.touch, mark.kind) == ("card36", "lost")
        assert mark.words == "Card 36 matches now: spending it gives up 2 points."
    (mark,) = board.marks(state, ("card11", "a1"))
    assert mark.words == "Card 11 will be spent."
    drawing = drawn(state)
    for card, said in ((36, "spend −2 points"), (11, "spend")):
        loss = next(node for node in find(drawing, f"hand-{card}") if node.get("class") == "loss")
        assert texts(loss) == [said]


def test_ss_b7_text_without_colour() -> None:
    state = position(scored="9 | 12", discard="20")
    lines = board.text(state, Look()).splitlines()
    assert "1 S(m) F(b) F(b)" in lines
    assert "2 H(o) H(o) H(o)" in lines
    assert "3 E(t) E(t) E(t)" in lines
    assert "Your hand: 4 cards" in lines
    assert "  card 36: FF, Fish-Fish (2 points), matches now" in lines
    assert "  card 11: ET, Seed-Tree (1 point), 1 move" in lines
    assert lines[-1].startswith("Discard pile: 1 card, on top card 20")


# --- the layouts --------------------------------------------------------------------------------

HANDS, SEATS = range(15), range(1, 6)


def arrangements() -> list[Layout]:
    found = []
    for arrange in (layout.wide, layout.narrow):
        for hand in HANDS:
            for seats in SEATS:
                goal = {1: 16, 2: 10, 3: 9, 4: 8, 5: 7}[seats]
                for scored in (0, goal, goal + 5, goal + 11):
                    found.append(arrange(hand, goal, [scored, *[0] * (seats - 1)]))
    return found


def test_nothing_overlaps_and_nothing_is_cut_off() -> None:
    for plan in arrangements():
        boxes = [plan.field, plan.hand_label, plan.notice, *plan.piles, *plan.hand, *plan.seats]
        for box in boxes:
            assert box.x >= 8
            assert box.y >= 8
            assert box.right <= plan.width - 8
            assert box.bottom <= plan.height
        for one, other in combinations(boxes, 2):
            apart = (
                one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
            )
            assert apart, (one, other)
        for one, other in combinations(plan.hand, 2):
            gap = max(other.x - one.right, one.x - other.right, other.y - one.bottom, one.y - other.bottom)
            assert gap >= 8  # two rings of 4.5


def test_scored_cards_stay_in_their_box_and_keep_their_numeral_in_sight() -> None:
    for plan in arrangements():
        for box, row in zip(plan.seats, plan.rows, strict=True):
            assert row.width >= layout.SLOT_LEAST
            for (x, y), (u, v) in zip(row.corners, row.corners[1:], strict=False):
                assert u - x >= layout.SLOT_SHOWN if v == y else v > y
            for x, y in row.corners:
                assert x + row.width <= box.width + 0.01
                assert layout.SEAT_LABEL + y + layout.SLOT_HEIGHT <= box.height


def test_places_for_the_goal_do_not_overlap() -> None:
    for goal in (1, 7, 8, 9, 10, 16, 72):
        for width in (251, 352, 392, 816):
            row = layout.scored_row(goal, goal, width)
            assert len(row.corners) == goal
            for (x, y), (u, v) in zip(row.corners, row.corners[1:], strict=False):
                assert v > y or u - x >= row.width + layout.SLOT_GAP - 0.01


@pytest.mark.parametrize("arrange", [layout.wide, layout.narrow])
def test_nothing_jumps_while_the_hand_grows_to_six(arrange: Any) -> None:
    plans = [arrange(hand, 10, [3, 4]) for hand in range(7)]
    assert all(plan == plans[0] for plan in plans)
    assert arrange(4, 10, [0, 0]).seats == arrange(4, 10, [10, 12]).seats


@pytest.mark.parametrize("narrow", [False, True])
def test_small_texts_are_not_too_small(narrow: bool) -> None:
    state = position(scored="9 12 41 | 10 13 14 15 70", discard="20 46")
    for _, node in drawn(state, narrow=narrow).parts:
        for text in node.iter("text"):
            for one in text.iter():
                assert float(one.get("font-size", "13")) >= 11


def test_only_what_changed_is_sent_again() -> None:
    """A score leaves the tiles, the deck and the other seat as they are; a flip changes one tile."""
    state = position()

    def changed(move: str) -> set[str]:
        before = {key: tostring(node) for key, node in drawn(state).parts}
        after = {key: tostring(node) for key, node in drawn(state.play(read_move(move)), seat=0).parts}
        return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}

    scored = changed("score 36")
    assert not any(key.startswith("tile") or key in ("deck", "discard", "seat-1", "table") for key in scored)
    assert {"seat-0", "hand", "card-36", "card-69"} <= scored
    assert {key for key in changed("flip c3 spend 11") if key.startswith("tile")} == {"tile-c3"}


def test_hidden_and_covered_cards_show_their_back_only() -> None:
    state = position()
    covered = drawn(state, covered=True)
    keys = [key for key, _ in covered.parts]
    assert [key for key in keys if key.startswith(("card", "back", "matches"))] == [
        f"back-{n}" for n in range(1, 5)
    ]
    assert "8" not in (find(covered, "back-1").get("aria-label") or "")
    text = board.text(state, Look(covered=True))
    assert "covered" in text
    assert "card 36" not in text
    other = drawn(state, seat=1)
    assert "hand-8" not in {node.get("data-id") for _, one in other.parts for node in one.iter()}
    unknown = state.view(0).play(Move("skip"))
    shown = board.draw(unknown, Look(seat=0))
    assert [key for key, _ in shown.parts if key.startswith("back")] == ["back-1", "back-2"]
    assert "an unknown card" in board.text(unknown, Look(seat=0))


# --- touches ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "lanes"),
    [
        ("swap a1 b1 spend 12", (("card12",), ("a1",), ("b1",))),
        ("flip c3 spend 12", (("card12",), ("c3",))),
        ("score 12", (("card12",),)),
        ("drop 12", (("drop",), ("card12",))),
        ("end", (("end",),)),
        ("skip", (("skip",),)),
    ],
)
def test_touches_of_a_move(move: str, lanes: tuple[tuple[str, ...], ...]) -> None:
    assert board.touches(position(), read_move(move)) == lanes


@pytest.mark.parametrize(
    "options",
    ["-", "over_four=discard_down", "skip_cap=none", "idle_end=forbidden", "open_discard=no"],
)
@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_legal_move_can_be_touched_and_no_touches_complete_two(options: str, players: int) -> None:
    chosen = dict(word.split("=") for word in options.split() if word != "-")
    state = GAME.new(players=players, seed=3, **chosen)
    for _, then in random_walk(state, 5, 40):
        sets: dict[frozenset[str], str] = {}
        for move in then.moves():
            lanes = board.touches(then, move)
            assert all(len(lane) == 1 for lane in lanes)  # so a set says it all
            key = frozenset(lane[0] for lane in lanes)
            assert sets.setdefault(key, str(move)) == str(move)
            assert len(key) == len(lanes)


@pytest.mark.parametrize(
    ("touched", "move", "rule"),
    [
        (("card11",), "score 11", "SS-23"),
        (("c3", "a1", "card11"), "swap a1 c3 spend 11", "SS-9"),
        (("a1", "c3"), "swap a1 c3", "SS-9"),
        (("a1",), "flip a1", "SS-10"),
        (("b1", "a1"), "swap a1 b1", "SS-9"),
        (("drop", "card11"), "drop 11", "SS-19"),
        (("discard",), "score 46", "SS-11"),
        (("scored-9",), "score 9", "SS-15"),
        (("card70",), "score 70", "SS-13"),
    ],
)
def test_wrong_touches_mean_a_move_with_a_reason(touched: tuple[str, ...], move: str, rule: str) -> None:
    state = position(scored="9 | 12", discard="20 46")
    meant = board.meant(state, touched)
    assert str(meant) == move
    assert meant is not None
    assert (state.why_not(meant) or "").startswith(f"{rule}:")


@pytest.mark.parametrize(
    "touched",
    [
        (),
        ("deck",),
        ("seat-0",),
        ("card11", "card36"),
        ("a1", "b1", "c1"),
        ("a1", "a1"),
        ("end", "card11"),
        ("drop",),
        ("drop", "a1"),
        ("discard", "a1"),
        ("card99",),
        ("card",),
        ("card²",),
        ("back-1",),
        ("scored-1",),
    ],
)
def test_touches_that_mean_nothing_yet(touched: tuple[str, ...]) -> None:
    assert board.meant(position(), touched) is None


def test_choices_always_shown() -> None:
    assert board.choices(position()) == ("end", "skip")
    assert board.choices(position(options="over_four=discard_down")) == ("end", "skip", "drop")


@pytest.mark.parametrize(
    ("move", "moved"),
    [
        ("swap a1 b1 spend 36", {"a1": "b1", "b1": "a1", "hand-36": "discard"}),
        ("flip c3 spend 36", {"c3": "c3", "hand-36": "discard"}),
        ("score 36", {"hand-36": "scored-36"}),
        ("end", {}),
    ],
)
def test_where_things_move(move: str, moved: dict[str, str]) -> None:
    assert board.moved(position(), read_move(move)) == moved


@pytest.mark.parametrize(
    ("hand", "more", "move", "cards"),
    [
        ("8 11 36", {}, "end", 1),
        ("8 11 36 69", {}, "end", 0),
        ("8 11 36 69", {}, "skip", 2),
        ("8 11 36 68 69", {}, "skip", 1),
        ("8 11 36 68 69 72", {}, "skip", 0),
        ("8 11 36 68 69 72", {"options": "skip_cap=none"}, "skip", 2),
    ],
)
def test_cards_drawn(hand: str, more: dict[str, str], move: str, cards: int) -> None:
    state = position(f"{hand} | 1 3 4 5", **more)
    assert words.drawn(state, read_move(move)) == cards
    assert board.reveals(state, read_move(move)) == (cards > 0)
    after = state.play(read_move(move))
    assert len(after.hands[0]) - len(state.hands[0]) == cards


def test_cards_drawn_agree_with_the_rules() -> None:
    seen = 0
    for players in (1, 2, 3):
        for seed in range(4):
            for _, state in random_walk(GAME.new(players=players, seed=seed), seed, 200):
                for move in state.moves():
                    if move.verb in ("end", "skip"):
                        before = len(state.hands[state.to_move])
                        after = state.play(move)
                        assert words.drawn(state, move) == len(after.hands[state.to_move]) - before
                        seen += 1
    assert seen > 100


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("swap a1 b1 spend 10", "Swap a1 and b1, spend Seed-Fish (1 point)"),
        ("flip c1 spend 15", "Flip c1 to Bird, spend Bird over Seed (1 point)"),
        ("flip c1", "Flip c1 to Bird"),
        ("score 36", "Score Fish-Fish (2 points)"),
        ("drop 1", "Drop Bird centre (1 point)"),
        ("end", "End the turn"),
        ("skip", "Skip: draw 2 cards"),
    ],
)
def test_moves_in_words(move: str, said: str) -> None:
    assert board.say(position(), read_move(move)) == said


def test_an_end_that_draws_says_so() -> None:
    assert board.say(position("8 11 | 1 3 4 5"), Move("end")) == "End the turn, draw 2 cards"
    assert board.label(position("8 11 36 68 69 72 | 1 3 4 5"), "skip") == "Skip: draw no cards"


def test_card_names_differ() -> None:
    names = [words.card_name(card) for card in CARDS]
    assert len(set(names)) == 72
    assert words.card_name(70) == "Seed top middle, Horse middle left, Horse middle right, Moon bottom middle"


@pytest.mark.parametrize(
    ("touch", "said"),
    [
        ("a1", "a1 Sun (back Moon)"),
        ("card36", "Card 36: Fish-Fish, 2 points"),
        ("end", "End turn"),
        ("skip", "Skip: draw 2 cards"),
        ("drop", "Drop a card"),
        ("deck", "Deck: 61 cards, face down"),
        ("scored-9", "Scored card 9: Seed-Boat (1 point)"),
        ("back-1", "A hidden card"),
    ],
)
def test_labels(touch: str, said: str) -> None:
    assert board.label(position(scored="9 | -", discard="20 46"), touch) == said


def test_a_seat_in_words() -> None:
    state = position(scored="9 12 | 37")
    assert board.label(state, "seat-0") == (
        "Seat 1: 5 points, 3 of them for most 1-point cards (2), 2 of 10 cards scored, 8 to go, 4 cards in "
        "hand; scored: 9 Seed-Boat (1 point); 12 Tree-Horse (1 point)"
    )


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (position(), "Your turn · 3 moves can come before a score · first to 10 cards"),
        (position(to_move="1"), "Seat 2's turn · 3 moves can come before a score · first to 10 cards"),
        (
            position("- | 1 3 4 5"),
            "Your turn · no card in hand, only the end of the turn is left · first to 10 cards",
        ),
        (position("8 | 1 3 4 5"), "Your turn · no moves can come before a score · first to 10 cards"),
        (solo(strikes="2", deck="1 2 3", scored="9"), "Solo · 2 of 3 strikes · 5 cards left"),
        (
            position(to_move="1", scored="9 10 12 13 14 15 16 17 18 19 | -"),
            "Seat 2's turn · 3 moves can come before a score · you have 10 cards, the last turn",
        ),
        (
            position(to_move="1", turn="over", scored="9 10 12 13 14 15 16 17 18 19 | -"),
            "Game over · You win with 13 points",
        ),
        (
            position(to_move="1", turn="over", scored="- | 9 10 12 13 14 15 16 17 18 19"),
            "Game over · Seat 2 wins with 13 points",
        ),
        (solo("-", turn="over", scored="9 10"), "Solved · every card is scored · 0 of 3 strikes"),
        (solo("38", turn="over", strikes="4"), "Lost · the fourth strike is given · 1 card not scored"),
    ],
)
def test_header_line(state: State, line: str) -> None:
    assert board.header(state, Look()).line == line


def test_header_chips() -> None:
    head = board.header(position(scored="9 12 | 37", to_move="1"), Look(names=("Ada", "Bo")))
    assert [(chip.name, chip.text, chip.to_move) for chip in head.chips] == [
        ("Ada", "5 points · 2 of 10 cards", False),
        ("Bo", "2 points · 1 of 10 cards", True),
    ]


@pytest.mark.parametrize(
    ("touched", "said"),
    [
        ((), ""),
        (("card11",), "Touch a tile to flip it, or two neighbours to swap them."),
        (
            ("card36",),
            "Play scores 2 points. To spend the card, touch a tile to flip it, or two neighbours to swap them.",
        ),
        (("c1",), "Touch a hand card to flip c1 to Bird. To swap it, touch b1 or c2."),
        (("card11", "c1"), "Play flips c1 to Bird. To swap it, touch b1 or c2."),
        (("b2", "b1"), "Touch a hand card to spend on the swap of b1 and b2."),
        (("drop",), "Touch the card to drop."),
    ],
)
def test_prompts(touched: tuple[str, ...], said: str) -> None:
    assert board.prompt(position(), touched) == said


def test_prompts_name_all_neighbours() -> None:
    for at, cell in enumerate(CELLS):
        named = set(re.findall(r"\b[abc][123]\b", board.prompt(position(), (cell,)).split("touch ")[1]))
        assert named == {CELLS[sum(pair) - at] for pair in PAIRS if at in pair}


def test_the_static_face_is_a_table_that_names_its_colours() -> None:
    state = position(scored="9 | 12", discard="20")
    html = board.table(state, Look(names=("<b>Ada</b>", "Bo")))
    assert "<b>Ada</b>" not in html
    assert "&lt;b&gt;Ada" in html
    assert html.count("<td") == 9 + 1 + 4 + 2 + 2 + 1
    for cell in re.findall(r"<t[dh][^>]*>", html):
        assert "background:" in cell
        assert "color:" in cell.replace("background-color", "")
    assert GAME.notice in html


@pytest.mark.parametrize("narrow", [False, True])
def test_the_notice_stands_at_the_foot(narrow: bool) -> None:
    drawing = drawn(position(), narrow=narrow)
    assert GAME.notice in " ".join(texts(part(drawing, "table")))
