"""The board of Kings Under Mountains: what is drawn, what touches mean, what is said."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any
from xml.etree.ElementTree import Element, tostring

import pytest
from drawn import contrast, drawing_by, find, ids, part

from boards.core.drawing import Drawing, Look
from boards.core.session import Session
from boards.core.svg import Box
from boards.kingdoms import draw as board
from boards.kingdoms import faces, layout, words
from boards.kingdoms.layout import Contents, Layout
from puzzles.core.play import random_walk
from puzzles.kingdoms import CARD_SET, GAME, State, read_move, read_state
from puzzles.kingdoms.pieces import RACES, UNITS

OPEN = "2/4+o=9[o3] 4/3=5[g1,d5] m10 1/1=2"
VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"take": "any", "filled": "camp"},
    {"wrap": "no", "stuck": "camp", "end": "round"},
    {"piles": "tops", "replace": "end"},
)


drawn = drawing_by(board)


def position(**more: str) -> State:
    """Two seats, dwarf and orc, the dwarf to lay; more keys by name."""
    found = {
        "kings": "d | o",
        "open": OPEN,
        "camp": "d7 g9,g2,g6 t1",
        "hands": "d8 o4 g0 t6 t6 t9 | ?*6",
        "own": "3/2+o=5[t3,g7] 2/3=4[o9] | 4/1=3",
        "done": "m17 m20 | -",
        "deck": "?:m40 ?*30",
        **more,
    }
    keys = (*("kings", "options", "to", "step", "open", "camp", "hands", "own", "done", "deck", "removed"),)
    return read_state("\n".join(f"{key}: {found[key]}" for key in keys if key in found))


def texts(node: Element) -> list[str]:
    return ["".join(one.itertext()) for one in node.iter("text") if "".join(one.itertext())]


def told(drawing: Drawing, place: str) -> str:
    return find(drawing, place).get("aria-label") or ""


def layout_of(state: State, *, narrow: bool = False) -> Layout:
    return board._plan(state, Look(seat=0, narrow=narrow))


# --- races and cards --------------------------------------------------------------------------------


def test_races_differ_without_colour() -> None:
    corners = {race: len(faces._SHAPES[race]) for race in RACES}
    assert corners == {"d": 6, "o": 3, "g": 4, "t": 4}
    assert (0, -1.1) in faces._SHAPES["g"]  # the diamond stands on its corner, the square on its side
    assert len({y for _, y in faces._SHAPES["t"]}) == 2
    for race in RACES:
        assert texts(faces.emblem(race, 10, 10, 20)) == [race.upper()]


@pytest.mark.parametrize("race", list(RACES))
def test_words_on_cards_can_be_read(race: str) -> None:
    assert contrast(faces.INK, faces.TINT[race]) >= 7
    assert contrast(faces.ON_FILL, faces.FILL[race]) >= 4.5
    assert contrast(faces.FILL[race], faces.TINT[race]) >= 4.5


def test_words_on_stone_can_be_read() -> None:
    assert contrast(faces.CHALK, faces.ROCK) >= 7
    assert contrast(faces.DUST, faces.ROCK) >= 4.5
    assert contrast(faces.GOLD, faces.ROCK) >= 4.5
    assert contrast(faces.GOLD_INK, faces.GOLD) >= 7


@pytest.mark.parametrize("width", [26, 44, 48, 76, 88])
@pytest.mark.parametrize("unit", ["d0", "o6", "g9", "t5"])
def test_a_unit_shows_strength_and_race_and_6_and_9_are_underlined(unit: str, width: int) -> None:
    node = Element("g")
    node.extend(faces.unit_face(UNITS[unit], width, round(width * 1.41)))
    assert texts(node) == [unit[1], unit[0].upper()]
    lines = [one for one in node.iter("path") if one.get("class") == "underline"]
    assert len(lines) == (unit[1] in "69")


def test_an_unknown_unit_shows_its_back_and_one_of_a_known_race_its_shape() -> None:
    node = Element("g")
    node.extend(faces.unit_face(UNITS["?"], 88, 124))
    assert texts(node) == []
    node.extend(faces.unit_face(UNITS["d?"], 88, 124))
    assert texts(node) == ["?", "D"]


# --- what must be shown (section 7) -------------------------------------------------------------------


@pytest.mark.parametrize("narrow", [False, True])
def test_b1_open_mines(narrow: bool) -> None:
    drawing = drawn(position(), narrow=narrow)
    first = texts(find(drawing, "open-a"))
    assert first[:6] == ["2", "defence", "4", "size", "9", "value"]
    assert {"a", "1 more card", "lay 4-9"} <= set(first)
    assert first[-8:] == ["D", "You", "O", "S2", "G", "You", "T", "You"]
    assert told(drawing, "open-a") == (
        "Open mine a: defence 2, size 4 and an overseer, value 9; fight: orc 3; 1 more card; lay 4-9; "
        "the last card decides who gets it, dwarf, goblin and giant: You; orc: Seat 2"
    )
    second = texts(find(drawing, "open-b"))
    assert {"2 more cards", "lay 6-9"} <= set(second)
    assert "You" not in second
    fight = [find(drawing, f"fight-b-{at}") for at in range(2)]
    assert [texts(card) for card in fight] == [["1", "G"], ["5", "D"]]
    widths = [float(next(card.iter("rect")).get("width", "0")) for card in fight]
    assert widths == [layout.UNDER[0], layout.TOP[0]]  # the top one is the largest
    assert "lay any" in texts(find(drawing, "open-c"))
    wrapped = drawn(position(open="2/4+o=9[o9] 4/3=5[d8] - ?"), narrow=narrow)
    assert "lay only 0" in texts(find(wrapped, "open-a"))
    assert "lay only 9" in texts(find(wrapped, "open-b"))
    assert "no mine" in texts(find(wrapped, "open-c"))
    assert texts(find(wrapped, "open-d"))[:2] == ["?", "defence"]
    no_wrap = drawn(position(options="wrap=no", open="2/4+o=9[o9] - - -"))
    assert "lay nothing" in texts(find(no_wrap, "open-a"))


def test_b1_an_unplayed_race_gives_the_mine_to_the_seat_to_move() -> None:
    state = position(to="1", hands="?*6 | d8 o4 g0")
    mine = texts(find(drawn(state, seat=0), "open-a"))
    assert mine[-8:] == ["D", "You", "O", "S2", "G", "S2", "T", "S2"]


@pytest.mark.parametrize("narrow", [False, True])
def test_b2_the_camp(narrow: bool) -> None:
    drawing = drawn(position(), narrow=narrow)
    assert texts(find(drawing, "camp-g")) == ["6", "G"]
    under = [texts(find(drawing, f"camp-g-{at}")) for at in (1, 0)]
    assert under == [["2"], ["9"]]
    assert told(drawing, "camp-g") == "Camp, goblin: on top 6, under it 2 9"
    said = "Goblin +2" if narrow else "Goblin 2 under it"
    assert said in texts(part(drawing, "camp-g"))
    assert find(drawing, "camp-o").get("role") == "img"
    assert "no card" in texts(part(drawing, "camp-o"))
    tops = drawn(position(options="piles=tops"), narrow=narrow)
    assert not [one for one in ids(tops) if one.startswith("camp-g-")]
    assert said in texts(part(tops, "camp-g"))
    assert told(tops, "camp-g") == "Camp, goblin: on top 6, 2 cards under it"


def test_b2_any_card_of_the_camp_can_be_touched_where_any_may_be_drawn() -> None:
    drawing = drawn(position(options="take=any", step="draw"))
    assert find(drawing, "camp-g-0").get("data-touch") == "camp-g9"
    assert find(drawing, "camp-g").get("data-touch") == "camp-g6"
    assert find(drawn(position()), "camp-g-0").get("data-touch") is None


@pytest.mark.parametrize("narrow", [False, True])
def test_b3_own_mines_of_every_seat(narrow: bool) -> None:
    state = position()
    drawing = drawn(state, narrow=narrow)
    first, second = texts(find(drawing, "site-0-0")), texts(find(drawing, "site-0-1"))
    assert first[:5] == ["2", "D", "size", "5", "value"]
    assert {"1", "1 more card", "D above 7: overseer"} <= set(first)
    assert {"2", "2 more cards", "any but D, only 0"} <= set(second)
    assert told(drawing, "site-0-0").endswith(
        "on it giant 3, goblin 7; 1 more card; next: a dwarf above 7: overseer"
    )
    assert told(drawing, "site-0-1").endswith("next: any race but dwarf, only 0")
    rival = texts(find(drawing, "site-1-0"))
    assert rival == ["1", "3", "1 more card", "not O"]
    assert told(drawing, "site-1-0") == (
        "Mine 1 of Seat 2: defence 4, size 1, value 3; no card yet; 1 more card; next: any race but orc, any strength"
    )
    touched = [find(drawing, place).get("data-touch") for place in ("site-0-0", "site-0-1", "site-1-0")]
    assert touched == ["own-1", "own-2", "mine-1-1"]


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("3/2=5[o5]", "any race but dwarf, above 5"),
        ("3/2=5", "any race but dwarf, any strength"),
        ("3/1+o=5[o9]", "a dwarf, only 0: overseer"),
        ("3/1+o=5[o0]", "a dwarf above 0: overseer"),
    ],
)
def test_b3_what_may_be_laid_next(own: str, said: str) -> None:
    state = position(own=f"{own} | -")
    assert words.next_words(state, 0, state.own[0][0]) == said
    dead = position(own="3/2=5[o9] | -", options="wrap=no")
    assert words.next_words(dead, 0, dead.own[0][0]) == "nothing, for nothing goes on a 9"


@pytest.mark.parametrize("narrow", [False, True])
def test_b4_kings_turn_and_step(narrow: bool) -> None:
    drawing = drawn(position(), narrow=narrow)
    mine, theirs = texts(part(drawing, "seat-0")), texts(part(drawing, "seat-1"))
    assert mine[0] == "D"
    assert theirs[0] == "O"
    assert "lay a card" in mine
    assert "lay a card" not in theirs
    for step, said in (("draw", "draw a card"), ("drawdeck", "draw from the deck"), ("end", "end the turn")):
        state = position(step=step)
        assert said in texts(part(drawn(state), "seat-0"))
        assert board.header(state, Look()).line == f"Your turn · {said} · deck: 31 cards"


@pytest.mark.parametrize("narrow", [False, True])
def test_b5_the_score_and_its_parts(narrow: bool) -> None:
    drawing = drawn(position(), narrow=narrow)
    mine = " | ".join(texts(part(drawing, "seat-0")))
    assert "| 1 | point" in mine
    assert re.search(r"\+10 (done|completed) +−9 at risk", mine)
    assert "3 cards needed · 6 in hand" in mine
    assert told(drawing, "seat-0") == (
        "You: dwarf king; 1 point: +10 completed (2 mines), -9 at risk (2 mines); "
        "3 cards still needed for all own mines; 6 cards in hand; on turn: lay a card"
    )
    assert "−3" in texts(part(drawing, "seat-1"))
    assert board.header(position(), Look()).chips[1].text == "orc · -3 points"


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ("?:m40 ?*2", ""),
        ("?:m40 ?", "last 2 cards: a capture and a deck draw use both"),
        ("?:m40", "last card: a capture or a deck draw makes this turn the last"),
    ],
)
def test_b6_the_deck(deck: str, said: str, narrow: bool) -> None:
    state = position(deck=deck)
    lines = texts(part(drawn(state, narrow=narrow), "deck"))
    assert lines[:3] == ["1", "defence", "1"]  # m40, mine side up
    assert words.deck_words(state) in lines
    assert (said in " ".join(lines)) if said else not [line for line in lines if "last" in line]
    assert ("last" in board.header(state, Look()).line) == bool(said)
    assert "next mine: defence 1, size 1 and an overseer, value 4" in words.deck_line(state)


def test_b6_an_empty_deck_and_one_that_is_not_counted() -> None:
    empty = drawn(position(deck="-", step="draw"))
    assert {"empty", "last"} <= {word for line in texts(part(empty, "deck")) for word in line.split()}
    endless = board.draw(read_state("kings: d\nhands: d3"), Look())
    assert "not counted" in texts(part(endless, "deck"))


@pytest.mark.parametrize("narrow", [False, True])
def test_b7_the_hand_is_sorted_and_says_where_its_cards_go(narrow: bool) -> None:
    state = position(hands="t9 g0 t6 o4 d8 t6 | ?*6")
    drawing = drawn(state, narrow=narrow)
    plan = layout_of(state, narrow=narrow)
    keys = sorted(
        (key for key, _ in drawing.parts if key.startswith("hand-")),
        key=lambda key: (
            float(re.findall(r"[\d.]+", part(drawing, key)[0].get("transform") or "")[0])
            + 1000 * float(re.findall(r"[\d.]+", part(drawing, key)[0].get("transform") or "")[1])
        ),
    )
    assert keys == ["hand-0-d8-1", "hand-0-o4-1", "hand-0-g0-1", "hand-0-t6-1", "hand-0-t6-2", "hand-0-t9-1"]
    for card, where in (
        ("d8", ["fight a b c d", "fill 1"]),
        ("o4", ["fight a c d"]),
        ("g0", ["fight c d", "fill 2"]),
        ("t6", ["fight a b c d"]),
    ):
        assert (
            texts(part(drawing, f"hand-0-{card}-1"))[3:] == where
        )  # after strength, letter and what a discard says
    six = [box for box in plan.hand if box.x in (plan.hand[3].x, plan.hand[4].x)]
    assert plan.hand[4].x - plan.hand[3].x < plan.card[0], (
        six
    )  # of two equal ones the second lies under the first
    order = [key for key, _ in drawing.parts]
    assert order.index("hand-0-t6-2") < order.index("hand-0-t6-1")
    assert find(drawing, "hand-0-t6-2").get("class") == "thing copy"
    assert {find(drawing, f"hand-0-t6-{copy}").get("data-touch") for copy in (1, 2)} == {"card-t6"}


def test_b7_a_card_that_goes_nowhere() -> None:
    state = position(open="2/4+o=9[o8] - - -", own="- | -", hands="d5 d9 | ?*6")
    assert texts(part(drawn(state), "hand-0-d5-1"))[3:] == ["nowhere now"]


def test_b7_a_chosen_card_shows_where_it_would_lie_and_what_comes_of_it() -> None:
    state = position()
    preview = part(drawn(state), "preview")
    shown: dict[str, list[str]] = {}
    for node in preview.iter("g"):
        if node.get("data-when"):
            shown.setdefault(node.get("data-when", ""), []).append(" ".join(texts(node)))
    assert shown["card-d8"] == ["8 D goes to you", "8 D", "8 D", "8 D goes to you", "8 D completed: +5"]
    assert shown["card-o4"] == ["4 O goes to Seat 2", "4 O", "4 O goes to Seat 2"]
    assert "preview" not in dict(drawn(state, seat=1).parts)
    assert "preview" not in dict(drawn(position(step="draw")).parts)


@pytest.mark.parametrize("narrow", [False, True])
def test_b8_completed_mines_and_removed_cards(narrow: bool) -> None:
    state = position(removed="-", deck="?:m40 " + "?*" + str(count_missing()))
    drawing = drawn(state, narrow=narrow)
    assert [texts(find(drawing, f"done-0-{at}")) for at in range(2)] == [["+7"], ["+3"]]
    names = [(aside.id, aside.label) for aside in board.asides(state, ())]
    assert names == [("removed", "Removed cards (0)"), ("completed", "Completed mines (2)")]
    told_mines = board.asides(state, ())[1].words
    assert told_mines == (
        "Completed by seat 1: defence 1, size 4 and an overseer, value 7; defence 4, size 2, value 3."
    )
    gone = position(removed="d3 d3 o5 t9", deck="?:m40 " + "?*" + str(count_missing() - 4))
    sheet = texts(part(drawn(gone, narrow=narrow, aside="removed"), "aside"))
    assert sheet[0] == "Out of the game: 4 cards"
    assert [number for number in sheet[11:] if number in "12"] == ["2", "1", "1"]
    assert board.asides(gone, ())[0].words == "Out of the game: 4 cards: dwarf 3 3, orc 5, giant 9."
    mines = texts(part(drawn(gone, narrow=narrow, aside="completed"), "aside"))
    assert mines == [
        "Completed mines",
        "You: 2 mines, 10 points",
        "1",
        "4",
        "7",
        "4",
        "2",
        "3",
        "Seat 2: no mines, 0 points",
    ]
    assert "4 out of the game" in texts(part(drawn(gone, narrow=narrow), "heads"))


def count_missing() -> int:
    """Deck cards after the first that make `position` a full one of 80 cards."""
    state = position()
    mines = 4 + 3 + 2
    units = 5 + 12 + 3 + 3  # camp, hands, fights, on own mines
    assert sum(map(len, state.camp)) + sum(map(len, state.hands)) == 5 + 12
    return 80 - mines - units - 1


@pytest.mark.parametrize("narrow", [False, True])
def test_b9_the_card_set(narrow: bool) -> None:
    lines = " ".join(texts(part(drawn(position(), narrow=narrow), "table")))
    assert lines == CARD_SET.notice
    assert "reconstructed-v1" in lines
    assert "not the published ones" in lines


@pytest.mark.parametrize("race", list(RACES))
def test_b9_the_overseers_crown_bears_the_letter_of_the_owner(race: str) -> None:
    other = "o" if race != "o" else "d"
    state = position(kings=f"{race} | {other}", own="3/2+o=5 | 3/1+o=2", hands="? | ?", open="1/1+o=1 - - -")
    drawing = drawn(state)
    assert texts(find(drawing, "site-0-0"))[1] == race.upper()
    assert texts(find(drawing, "site-1-0"))[1] == other.upper()
    crowns = [one for one in find(drawing, "open-a").iter("path") if one.get("fill") == faces.GOLD]
    assert len(crowns) == 4  # three signs and the crown, which has no letter while nobody owns the mine
    assert texts(find(drawing, "open-a"))[2:4] == ["1", "size"]


# --- practice mode ------------------------------------------------------------------------------------


@pytest.mark.parametrize("narrow", [False, True])
def test_practice_mode_shows_its_bands(narrow: bool) -> None:
    state = read_state("kings: d\nopen: 1/1=3 - - -\nhands: d4 t6\ndone: m1 m2 m17 m19\ndeck: ?:m40 ?*5")
    going = texts(part(board.draw(state, Look(narrow=narrow)), "bands"))
    assert going[0] == "Practice"
    assert not [one for one in going if one.startswith("✓")]
    over = read_state("kings: d\nhands: d4 t6\ndone: m1 m2 m17 m19\ndeck: -")
    bands = texts(part(board.draw(over, Look(narrow=narrow)), "bands"))
    assert bands[1:5] == ["31 points", "below 0", "0-24", "✓ 25-49"]
    assert "reached: 25-49" in board.text(over, Look())
    assert board.header(over, Look()).line == "Practice is over · 31 points · band: 25-49"
    assert tuple(words.band(points) for points in (-1, 0, 25, 50, 70)) == words.BANDS


# --- what is not drawn ----------------------------------------------------------------------------------


def test_covered_hands_show_backs_only() -> None:
    drawing = drawn(position(), covered=True)
    assert [one for one in ids(drawing) if one.startswith(("hand-", "back"))] == [
        f"back-{n}" for n in range(1, 7)
    ]
    assert "preview" not in dict(drawing.parts)
    covered = board.text(position().view(0), Look(covered=True))
    assert "covered" in covered
    assert "giant 6" not in covered


def test_a_rivals_hand_and_the_deck_are_not_drawn() -> None:
    full = GAME.new(players=3, seed=5)
    hidden = {"hand-1", "hand-2"}
    drawing = drawn(full, seat=0)
    assert not [one for one in ids(drawing) if one[:6] in hidden]
    assert board.text(full.view(0), Look()).count("6 cards in hand") == 3


# --- texts fit --------------------------------------------------------------------------------------------


def boxes(node: Element, x: float = 0, y: float = 0) -> Iterator[tuple[str, Box]]:
    """Every text with the room it takes, by wide average letters: of tests, not of a font."""
    move = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", node.get("transform") or "")
    if move:
        x, y = x + float(move[1]), y + float(move[2])
    if node.get("class") in ("badge", "loss") or node.get("data-when"):
        return
    if (
        node.get("data-id", "").startswith(("fight", "laid", "camp-", "done"))
        and node.get("data-touch") is None
    ):
        return  # cards of a pile may lie over each other
    if node.tag == "text":
        said = "".join(node.itertext())
        width = length(node)
        anchor = node.get("text-anchor")
        left = x + float(node.get("x", "0")) - (width if anchor == "end" else width / 2 if anchor else 0)
        size = float(node.get("font-size", "13"))
        if said:
            yield said, Box(left, y + float(node.get("y", "0")) - size * 0.72, width, size * 0.72)
        return
    for child in node:
        yield from boxes(child, x, y)


def length(node: Element) -> float:
    """Of a text and its spans."""
    size, bold = float(node.get("font-size", "13")), node.get("font-weight") == "700"
    found = len(node.text or "") * size * (0.62 if bold else 0.55)
    for span in node:
        span_size = float(span.get("font-size", size))
        heavy = span.get("font-weight", "700" if bold else "400") == "700"
        found += len(span.text or "") * span_size * (0.62 if heavy else 0.55) + float(span.get("dx", "0"))
    return found


def sampled_positions() -> list[State]:
    found = [position(), position(deck="?:m40"), position(deck="-", step="draw")]
    for players, seed in ((1, 2), (2, 3), (3, 4), (4, 5)):
        for options in VARIANTS[:2] if players != 2 else VARIANTS:
            walked = [
                then for _, then in random_walk(GAME.new(players=players, seed=seed, **options), seed, 2000)
            ]
            found += [walked[30], walked[len(walked) // 2], walked[-1]]
    return found


SAMPLED = sampled_positions()


@pytest.mark.parametrize("narrow", [False, True])
def test_texts_fit_and_do_not_overlap(narrow: bool) -> None:
    for state in SAMPLED:
        names = tuple(f"Seat {seat + 1}" for seat in range(state.seats))
        drawing = drawn(state, narrow=narrow, names=names)
        everything = [one for _, node in drawing.parts for one in boxes(node)]
        assert len(everything) > 30
        for said, box in everything:
            assert box.x >= 3, said
            assert box.right <= drawing.width - 3, (said, box)
            assert box.bottom <= drawing.height
        for (said, one), (other_said, other) in combinations(everything, 2):
            assert apart(one, other), (said, other_said, one, other, str(state))


@pytest.mark.parametrize("narrow", [False, True])
def test_words_of_a_mine_stay_in_its_panel(narrow: bool) -> None:
    for state in SAMPLED:
        drawing = drawn(state, narrow=narrow)
        plan = board._plan(state.view(state.to_move), Look(seat=state.to_move, narrow=narrow))
        panels = {f"open-{slot}": box for slot, box in zip("abcd", plan.open, strict=True)} | {
            "deck": plan.deck
        }
        for seat, side in enumerate(plan.panels):
            panels |= {f"site-{seat}-{at}": box for at, box in enumerate(side.mines)}
        for key, panel in panels.items():
            for said, box in boxes(part(drawing, key)):
                assert box.x >= panel.x - 0.5, (key, said)
                assert box.right <= panel.right + 0.5, (key, said, box, panel)
                assert panel.y <= box.y <= box.bottom <= panel.bottom, (key, said)


@pytest.mark.parametrize("narrow", [False, True])
def test_small_texts_are_not_too_small(narrow: bool) -> None:
    for state in SAMPLED[::3]:
        for aside in (None, "removed", "completed"):
            for _, node in drawn(state, narrow=narrow, aside=aside).parts:
                for text in node.iter("text"):
                    for one in text.iter():
                        assert float(one.get("font-size", "13")) >= 11


def apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.x + 0.01
        or other.right <= one.x + 0.01
        or one.bottom <= other.y + 0.01
        or other.bottom <= one.y + 0.01
    )


def test_only_what_changed_is_sent_again() -> None:
    state = position()

    def changed(move: str) -> set[str]:
        before = {key: tostring(node) for key, node in drawn(state).parts}
        after = {key: tostring(node) for key, node in drawn(state.play(read_move(move)), seat=0).parts}
        return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}

    sent = changed("fight t9 b")
    assert {"open-b", "seat-0", "hand-0-t9-1"} <= sent
    assert not [
        key for key in sent if key.startswith(("table", "heads", "deck", "camp", "site", "seat-1", "open-a"))
    ]


# --- the layouts --------------------------------------------------------------------------------------------


def arrangements() -> list[tuple[Layout, Contents]]:
    rng = random.Random(1)
    found = []
    for _ in range(150):
        seats = rng.randint(1, 4)
        contents = Contents(
            seat=rng.randrange(seats),
            camp=tuple(rng.randint(0, 20) for _ in RACES),
            pitch=rng.choice((layout.PITCH, layout.TOUCH_PITCH)),
            mines=tuple(rng.randint(0, 12) for _ in range(seats)),
            copies=tuple(at > 0 and rng.random() < 0.2 for at in range(rng.randint(0, 12))),
            lines=2,
        )
        found += [(arrange(contents), contents) for arrange in (layout.wide, layout.narrow)]
    return found


def test_nothing_overlaps_and_nothing_is_cut_off() -> None:
    for plan, contents in arrangements():
        things = [
            *plan.open,
            plan.deck,
            *plan.camp,
            *(side.box for side in plan.panels),
            plan.hand_label,
            plan.notice,
        ]
        things += [plan.bands] if plan.bands is not None else []
        for box in (*things, *plan.hand):
            assert box.x >= 7.9
            assert box.right <= plan.width - 7.9
            assert box.bottom <= plan.height
        for one, other in combinations(things, 2):
            assert apart(one, other), (one, other)
        for side in plan.panels:
            for one, other in combinations((side.head, *side.mines), 2):
                assert apart(one, other)
            assert all(side.box.y <= box.y and box.bottom <= side.box.bottom + 0.01 for box in side.mines)
        for box in plan.hand:
            assert all(apart(box, other) for other in things)
        for cards, panel in zip(contents.camp, plan.camp, strict=True):
            for tab in layout.tabs(panel, max(0, cards - 1), contents.pitch):
                assert tab.right <= panel.right
                assert tab.bottom <= panel.bottom
                assert tab.width >= 24


@pytest.mark.parametrize("arrange", [layout.wide, layout.narrow])
def test_nothing_jumps_while_hand_and_mines_change(arrange: Any) -> None:
    def plan(hand: int, mines: int, camp: int) -> Layout:
        found: Layout = arrange(Contents(0, (camp,) * 4, layout.PITCH, (mines, mines), (False,) * hand, 2))
        return found

    most = 5 if arrange is layout.wide else 2
    plans = [
        plan(hand, mines, camp) for hand in (0, 5, 6) for mines in range(min(most, 3) + 1) for camp in (0, 3)
    ]
    if arrange is layout.narrow:  # the rival comes last there, below the hand
        plans = [one for one in plans if len(one.panels[1].mines) < 2]
    for one in plans:
        assert (one.hand_label, one.camp, one.deck, one.height) == (
            plans[0].hand_label,
            plans[0].camp,
            plans[0].deck,
            plans[0].height,
        )


@pytest.mark.parametrize("width", [136.0, 154.0])
def test_piles_of_every_length_keep_inside_their_field(width: float) -> None:
    field = Box(8, 74, width, 62)
    for need in range(1, 11):
        for cards in range(need + 1):
            laid, free = layout.pile_boxes(field, cards, need - cards)
            assert (len(laid), len(free)) == (cards, need - cards)
            for box in (*laid, *free):
                assert field.x <= box.x
                assert box.right <= field.right + 0.01
                assert box.bottom == field.bottom
            lefts = [box.x for box in (*laid, *free)]
            assert lefts == sorted(set(lefts))  # every card shows
            assert all(box.width < laid[-1].width for box in laid[:-1])


# --- touches --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "lanes"),
    [
        ("fight d8 a", (("card-d8", "open-a"),)),
        ("fill d8 1", (("card-d8", "own-1"),)),
        ("discard t6", (("discard",), ("card-t6",))),
        ("discard ?", (("discard",), ("card-?",))),
        ("draw deck", (("deck",),)),
        ("draw camp g6", (("camp-g6",),)),
        ("draw none", (("none",),)),
        ("end", (("end",),)),
    ],
)
def test_touches_of_a_move(move: str, lanes: tuple[tuple[str, ...], ...]) -> None:
    assert board.touches(position(), read_move(move)) == lanes
    assert board.meant(position(), [touch for lane in lanes for touch in lane]) == read_move(move)


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: " ".join(options.values()) or "default")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_legal_move_can_be_touched_and_no_touches_complete_two(
    players: int, options: dict[str, str]
) -> None:
    start = GAME.new(players=players, seed=players, **options)
    for _, full in random_walk(start, 3, 60):
        state = full.view(full.to_move)
        things = {
            node.get("data-touch")
            for _, one in drawn(state).parts
            for node in one.iter()
            if node.get("data-touch")
        } | {"discard", "end", "none"}
        seen: dict[tuple[str, ...], str] = {}
        for move in state.moves():
            lanes = board.touches(state, move)
            flat = tuple(touch for lane in lanes for touch in lane)
            assert things.issuperset(flat), str(move)
            assert seen.setdefault(flat, str(move)) == str(move)
            assert board.meant(state, flat) == move
            assert board.say(state, move)


def stuck(**more: str) -> State:
    """E4 of the rules: only a discard is left."""
    return position(
        **{
            "kings": "d | g",
            "open": "3/2=4[o3,d8] 2/1=1[o9] 2/1=2[t8] 4/4=5[g1,t9]",
            "camp": "-",
            "hands": "d1 d5 g3 t8 | -",
            "own": "1/2=3[o8] | -",
            "done": "- | -",
            **more,
        }
    )


def test_a_discard_comes_in_either_order() -> None:
    for order in (("discard", "card-g3"), ("card-g3", "discard")):
        session = Session(GAME, board, stuck())
        assert {"discard", "card-d1"} <= session.lit()
        assert session.touch(order[0]).kind == "chosen"
        reply = session.touch(order[1])
        assert (reply.kind, str(reply.move)) == ("played", "discard g3")
    for touched in (("card-g3",), ("discard", "card-g3")):
        marks = board.marks(stuck(), touched)
        assert [(mark.touch, mark.kind, mark.words) for mark in marks] == [
            ("card-g3", "lost", "Goblin 3 will leave the game.")
        ]
    assert board.marks(position(), ("card-g0",)) == ()


def test_a_card_and_then_a_mine() -> None:
    session = Session(GAME, board, position())
    assert session.lit() == {"card-d8", "card-o4", "card-g0", "card-t6", "card-t9"}
    assert session.touch("card-o4").kind == "chosen"
    assert session.lit() == {"open-a", "open-c", "open-d"}
    refused = session.touch("open-b")
    assert (refused.kind, refused.words[:6]) == ("refused", "KD-16:")
    assert session.touched == ["card-o4"]
    assert session.touch("card-g0").kind == "chosen"  # another card takes its place
    assert session.touch("own-2").kind == "played"
    assert session.state.step == "draw"
    assert session.lit() == {"deck", "camp-d7", "camp-g6", "camp-t1"}


@pytest.mark.parametrize(
    ("touched", "rule"),
    [
        (("card-o4", "open-b"), "KD-16"),
        (("card-d8", "own-2"), "KD-27"),
        (("card-o4", "own-1"), "KD-28"),
        (("card-o4", "own-2"), "KD-16"),
        (("card-o4", "mine-1-1"), "KD-26"),
        (("card-o4", "discard"), "KD-37"),
        (("discard",), "KD-37"),
        (("deck",), "KD-14"),
        (("end",), "KD-14"),
        (("camp-g6",), "KD-14"),
    ],
)
def test_wrong_touches_are_answered_with_their_rule(touched: tuple[str, ...], rule: str) -> None:
    state = position()
    move = board.meant(state, touched)
    assert move is not None
    assert (state.why_not(move) or "").startswith(f"{rule}:")


def test_touches_at_the_wrong_step_are_answered() -> None:
    state = position(step="draw")
    for touched in (("card-d8",), ("end",), ("discard",), ("none",)):
        move = board.meant(state, touched)
        assert move is not None
        assert (state.why_not(move) or "").startswith(("KD-14:", "KD-32:"))
    low = position(open="2/4+o=9[o8] - - -", own="- | -", hands="d5 d9 | ?*6")
    move = board.meant(low, ("card-d5",))
    assert move is not None
    assert (low.why_not(move) or "").startswith("KD-16: d5 is not stronger than the 8 on top")


@pytest.mark.parametrize(
    "touched",
    [
        (),
        ("open-a",),
        ("own-1",),
        ("mine-1-1",),
        ("seat-0",),
        ("back-1",),
        ("camp-o",),
        ("card-d8",),
        ("card-d8", "card-o4"),
        ("card-d8", "deck"),
        ("card-d8", "own-7"),
        ("card-d8", "own-²"),
        ("card-x",),
        ("open-ab", "card-d8"),
        ("discard", "end"),
        ("discard", "card-d8", "open-a"),
    ],
)
def test_touches_that_mean_nothing_yet(touched: tuple[str, ...]) -> None:
    assert board.meant(position(), touched) is None


def test_random_touches_never_fail_and_play_legal_moves_only() -> None:
    rng = random.Random(5)
    played = 0
    for seed, options in enumerate(VARIANTS):
        session = Session(GAME, board, GAME.new(players=2, seed=seed, **options))
        for _ in range(60):
            if session.state.outcome() is not None:
                break
            lit = sorted(session.lit())
            everything = sorted(
                {
                    n.get("data-touch", "")
                    for _, p in drawn(session.state).parts
                    for n in p.iter()
                    if n.get("data-touch")
                }
            )
            reply = session.touch(rng.choice(lit if lit and rng.random() < 0.7 else everything))
            played += reply.kind == "played"
            assert reply.kind != "refused" or reply.words
            assert isinstance(board.prompt(session.seen, session.touched), str)
    assert played > 50


# --- what moves and what is shown ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "move", "moved"),
    [
        ({}, "fight t9 b", {"hand-0-t9-1": "fight-b-2"}),
        (
            {},
            "fight t6 a",
            {"fight-a-0": "camp-o", "hand-0-t6-1": "camp-t", "open-a": "site-0-2", "deck": "open-a"},
        ),
        ({"options": "replace=end"}, "fight o4 d", {"hand-0-o4-1": "camp-o", "open-d": "site-1-1"}),
        ({}, "fill g0 2", {"hand-0-g0-1": "laid-0-1-1"}),
        ({}, "fill d8 1", {"site-0-0": "done-0-2", "site-0-1": "site-0-0"}),
        (
            {"options": "filled=camp"},
            "fill d8 1",
            {
                "site-0-0": "done-0-2",
                "site-0-1": "site-0-0",
                "laid-0-0-0": "camp-t",
                "laid-0-0-1": "camp-g",
                "hand-0-d8-1": "camp-d",
            },
        ),
        ({"step": "draw"}, "draw camp g6", {"camp-g": "hand-0-g6-1"}),
        ({"step": "draw", "options": "take=any"}, "draw camp g9", {"camp-g-0": "hand-0-g9-1"}),
        ({"step": "draw"}, "draw deck", {}),
        ({"step": "draw", "deck": "t6:m40 ?*9"}, "draw deck", {"deck": "hand-0-t6-3"}),
        ({"step": "end"}, "end", {}),
        ({"step": "end", "options": "replace=end", "open": "- - m10 m11"}, "end", {"deck": "open-a"}),
    ],
)
def test_where_things_move(more: dict[str, str], move: str, moved: dict[str, str]) -> None:
    if more.get("deck", "").startswith("t6"):
        more = {**more, "hands": "d8 t6 t5 | ?*6"}
        moved = {"deck": "hand-0-t6-2"}
    assert board.moved(position(**more), read_move(move)) == moved


def test_things_move_where_they_are_drawn() -> None:
    for seed, options in enumerate(VARIANTS):
        state = GAME.new(players=3, seed=seed, **options)
        for move, after in random_walk(state, seed, 40):
            if after.outcome() is None:
                moved = board.moved(state, move)
                assert set(moved) <= set(ids(drawn(state)))
                assert set(moved.values()) <= set(ids(drawn(after, seat=state.to_move)))
            state = after


@pytest.mark.parametrize(
    ("more", "move", "shows"),
    [
        ({}, "fight t6 a", True),
        ({"deck": "?:m40"}, "fight t6 a", False),  # the last mine side was public
        ({"options": "replace=end"}, "fight t6 a", False),
        ({}, "fight t9 b", False),
        ({}, "fill d8 1", False),
        ({"step": "draw"}, "draw deck", True),
        ({"step": "draw"}, "draw camp g6", False),
        ({"step": "end"}, "end", False),
        ({"step": "end", "options": "replace=end", "open": "- m9 m10 m11"}, "end", True),
    ],
)
def test_what_shows_a_card(more: dict[str, str], move: str, shows: bool) -> None:
    assert board.reveals(position(**more), read_move(move)) == shows


# --- words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "move", "said"),
    [
        ({}, "fight t9 b", "Lay giant 9 at mine b: 1 more card to capture it"),
        ({}, "fight t6 a", "Lay giant 6 at mine a: captured, the dwarf king gets it"),
        ({}, "fight o4 a", "Lay orc 4 at mine a: captured, the orc king gets it"),
        ({}, "fill g0 2", "Lay goblin 0 on own mine 2: 1 more card to complete it"),
        ({}, "fill d8 1", "Lay dwarf 8 on own mine 1 as its overseer: completed, 5 points"),
        ({}, "discard t6", "Discard giant 6, it leaves the game"),
        ({"options": "stuck=camp"}, "discard t6", "Discard giant 6, it goes to the camp"),
        ({"step": "draw"}, "draw deck", "Draw the top card of the deck"),
        ({"step": "draw", "deck": "?:m40"}, "draw deck", "Draw the last card of the deck"),
        ({"step": "draw"}, "draw camp g6", "Draw goblin 6 from the camp"),
        ({"step": "draw"}, "draw none", "Draw nothing"),
        ({"step": "end"}, "end", "End the turn"),
        ({"step": "end", "deck": "-"}, "end", "End the turn and the game"),
    ],
)
def test_moves_in_words(more: dict[str, str], move: str, said: str) -> None:
    assert board.say(position(**more), read_move(move)) == said


@pytest.mark.parametrize(
    ("touch", "said"),
    [
        ("card-d8", "Dwarf 8"),
        ("card-?", "An unknown card"),
        ("open-a", "Mine a (defence 2, size 4 and an overseer, value 9)"),
        ("own-2", "Own mine 2 (defence 2, size 3, value 4)"),
        ("mine-1-1", "Mine 1 of seat 2"),
        ("camp-g6", "Goblin 6 of the camp"),
        ("camp-o", "Orc pile of the camp"),
        ("deck", "Deck (31 cards)"),
        ("seat-1", "Seat 2 (orc king)"),
        ("discard", "Discard a card"),
        ("none", "Draw nothing"),
        ("end", "End turn"),
        ("back-1", "A hidden card"),
    ],
)
def test_labels(touch: str, said: str) -> None:
    assert board.label(position(), touch) == said


@pytest.mark.parametrize(
    ("touched", "said"),
    [
        ((), ""),
        (
            ("card-t9",),
            "Touch an open mine (a, b, c or d) for giant 9. At a and d it captures for the dwarf king.",
        ),
        (
            ("card-d8",),
            "Touch an open mine (a, b, c or d) or an own one (1) for dwarf 8. "
            "At a and d it captures for the dwarf king. On 1 it completes the mine.",
        ),
        (("card-o4",), "Touch an open mine (a, c or d) for orc 4. At a and d it captures for the orc king."),
        (("discard",), "Touch the card to discard."),
    ],
)
def test_prompts(touched: tuple[str, ...], said: str) -> None:
    assert board.prompt(position(), touched) == said


def test_a_card_that_no_mine_takes_can_be_put_away() -> None:
    assert board.prompt(stuck(), ("card-d1",)) == "No mine takes dwarf 1; touch Discard to put it away."


def test_who_won() -> None:
    over = position(deck="-", own="- | -")
    assert board.header(over, Look()).line == "Game over · You win with 10 points"
    assert "wins" in texts(part(drawn(over), "seat-0"))
    assert "wins" not in texts(part(drawn(over), "seat-1"))
    tie = position(deck="-", own="- | -", done="- | -")
    assert board.header(tie, Look()).line == "Game over · You and Seat 2 win together with 0 points"


def test_text_and_table_say_everything() -> None:
    state = position()
    lines = board.text(state.view(0), Look(names=("Ada", "Bo"))).splitlines()
    for line in (
        "Open mine b: defence 4, size 3, value 5; fight: goblin 1, dwarf 5; 2 more cards; lay 6-9",
        "Deck: 31 cards; next mine: defence 1, size 1 and an overseer, value 4",
        "Camp, goblin: on top 6, under it 2 9",
        "Camp, orc: no card",
        "  Completed by Ada: defence 1, size 4 and an overseer, value 7; defence 4, size 2, value 3",
        "Out of the game: not recorded",
        "Hand of Ada: 6 cards",
        "  dwarf 8: fight a b c d, fill 1",
        CARD_SET.notice,
    ):
        assert line in lines
    html = board.table(state.view(0), Look(names=("<b>Ada</b>", "Bo")))
    assert "<b>Ada</b>" not in html
    assert "&lt;b&gt;Ada" in html
    assert "<b>D5</b>" in html


# --- the position editor ----------------------------------------------------------------------------------------


def test_editing_keeps_every_card() -> None:
    """Every edit gives a possible position: reading its text counts the 80 cards."""
    walked = [then for _, then in random_walk(GAME.new(players=2, seed=3), 3, 120)]
    state = next(one for one in walked[60:] if one.own[one.to_move] and any(site.pile for site in one.open))
    seat = state.to_move
    touched = [("card-" + word,) for word in words.TEXT if words.UNITS.get(word) in state.hands[seat]]
    touched += [(words.open_touch(slot),) for slot in range(4)]
    touched += [(f"own-{place + 1}",) for place in range(len(state.own[seat]))]
    touched += [(f"camp-{words.TEXT[pile[-1]]}",) for pile in state.camp if pile]
    touched += [("deck",), ("seat-0",), ("own-9",)]
    for one in touched:
        text = board.edit(state, one)
        assert text is not None
        assert (read_state(text) == state) == (one[0] in ("seat-0", "own-9")), one
    added = board.addable(state)
    assert len(added) > 20
    for _, name in added:
        text = board.edit(state, ("add", name))
        assert text is not None
        then = read_state(text)
        assert len(then.hands[seat]) == len(state.hands[seat]) + 1
        assert then.hands[seat].count(UNITS[name]) == state.hands[seat].count(UNITS[name]) + 1


def test_editing_a_mine_takes_its_cards_off_one_by_one() -> None:
    state = position()
    once = read_state(board.edit(state, ("open-b",)) or "")
    assert str(once.open[1]) == "4/3=5[g1]"
    bare = read_state(board.edit(position(deck="t1:m40 t2:m41"), ("open-c",)) or "")
    assert str(bare.open[2]) == "m40"
    assert list(map(str, bare.deck or ())) == ["t2:m41", "t1:m10"]
    shorter = read_state(board.edit(state, ("own-1",)) or "")
    assert str(shorter.own[0][0]) == "3/2+o=5[t3]"
    done = read_state(board.edit(position(own="3/2+o=5 | -"), ("own-1",)) or "")
    assert (len(done.own[0]), len(done.done[0])) == (0, 3)
