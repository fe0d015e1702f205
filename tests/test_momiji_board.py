"""The board of Momiji: what is drawn, what touches mean, what is said."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, tostring

import pytest
from drawn import contrast, drawing_by, find, ids, part, texts

from boards.core.drawing import Drawing, Look
from boards.core.session import Session
from boards.momiji import draw as board
from boards.momiji import layout, leaves, words
from boards.momiji.layout import Box, Contents, Layout
from puzzles.core.play import random_walk
from puzzles.momiji import CARD_SET, GAME, State, load_cards, read_move, read_state
from puzzles.momiji.cards import CARDS, LETTERS, TEXT

VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"new_pile": "anywhere"},
    {"new_pile": "right_end", "icons": "C"},
    {"landscapes": "draft", "icons": "B", "start_acorns": "5"},
    {"hand_limit": "6", "refill": "when_empty", "closed_bonus": "no"},
)
"""Options that change what can be touched; icon table C has zeros with one acorn."""

ROW = "g:0= 0= 1> | r:0= | p:0= 1<"


drawn = drawing_by(board)


def position(hands: str = "r1< r1> o0= o0= g2 p2 | r0= r2", row: str = ROW, **more: str) -> State:
    """Two seats, types r o g p, one pile short; more keys by name."""
    found = {
        "types": "r o g p",
        "acorns": "5 | 2",
        "hands": hands,
        "row0": row,
        "row1": "o:0= | r:0=",
        "display": "o1< o1> p1> p0=",
        "objectives": "O01 O02 O04 O12",
        "landscapes": "A B C | A B* C",
        **more,
    }
    order = (
        *("players", "options", "types", "to_move", "turns_left", "done", "acorns", "hands", "known", "row0"),
        *("row1", "display", "deck", "discard", "objectives", "held", "landscapes"),
    )
    return read_state("\n".join(f"{key}: {found[key]}" for key in order if found.get(key, "-") != "-"))


def all_texts(drawing: Drawing) -> str:
    return " | ".join(text for _, node in drawing.parts for text in texts(node))


# --- leaves -------------------------------------------------------------------------------------


def test_leaves_differ_without_colour() -> None:
    shapes = set()
    for letter in LETTERS:
        shape = tostring(leaves.leaf(letter, 50, 50, 100), encoding="unicode")
        shapes.add(shape.replace(leaves.FILL[letter], ""))
    assert len(shapes) == 6
    assert leaves._SHAPES["r"].count("Q") == 14  # seven lobes of two sides
    assert leaves._SHAPES["o"].count("Q") == 6
    assert leaves._SHAPES["p"].count("M") == 9  # leaflets


@pytest.mark.parametrize("letter", LETTERS)
def test_words_on_cards_can_be_read(letter: str) -> None:
    assert contrast(leaves.INK, leaves.TINT[letter]) >= 7
    for mine in (leaves.FILL[letter],):
        assert contrast(mine, leaves.TINT[letter]) >= (4.5 if letter not in "oy" else 2.3)


@pytest.mark.parametrize("width", [36, 52, 84, 88])
@pytest.mark.parametrize("card", ["r0=", "o1<", "y1>", "g2", "b3"])
def test_a_card_shows_letter_value_dots_and_acorns(card: str, width: int) -> None:
    face = leaves.face(CARDS[card], width, round(width * 1.4))
    node = Element("g")
    node.extend(face)
    assert texts(node) == [card[1], card[0].upper()]
    assert len(list(node.iter("circle"))) == int(card[1])
    nuts = [one for one in node.iter("path") if one.get("fill") == leaves.NUT]
    assert len(nuts) == {"=": 2, "<": 1, ">": 1}.get(card[2:], 0)
    if len(nuts) == 1:
        x = float((nuts[0].get("d") or "")[1:].split()[0])
        assert (x < width / 2) == (card[2:] == "<")


# --- what must be shown (section 7) ---------------------------------------------------------------


@pytest.mark.parametrize("narrow", [False, True])
def test_rows_in_order_with_top_count_and_points(narrow: bool) -> None:
    state = position(row="g:0= 0= 1> | r:0= 1< 2 3 | p:0= 1<", hands="r1> o0= | r0= r2")
    drawing = drawn(state, narrow=narrow)
    xs = []
    for at, (top, letter, cards, points) in enumerate(
        (("1", "G", "3 cards", 3), ("3", "R", "4 cards", 12), ("1", "P", "2 cards", 2))
    ):
        pile = find(drawing, f"pile-0-{at}of3")
        assert texts(pile)[:2] == [top, letter]
        told = pile.get("aria-label") or ""
        assert cards in told
        assert f"{points} points" in told
        box = layout_of(state, narrow=narrow).panels[0].piles[at]
        xs.append(box.x)
    assert xs == sorted(xs)
    row = texts(part(drawing, "row-0"))
    assert {"3 cards", "4 cards", "2 cards"} <= set(row)
    gates = [one for one in find(drawing, "pile-0-1of3").iter("path") if one.get("fill") == leaves.VERMILION]
    assert len(gates) == 1
    assert not [n for n in find(drawing, "pile-0-0of3").iter("path") if n.get("fill") == leaves.VERMILION]
    assert "1 of 4" in texts(part(drawing, "torii"))


def layout_of(state: State, *, narrow: bool = False) -> Layout:
    return board._plan(state, Look(seat=0, narrow=narrow))


@pytest.mark.parametrize(
    ("more", "kind"),
    [({}, "dashed"), ({"done": "play=same"}, "dashed"), ({"done": "play=different"}, "solid")],
)
def test_touching_pairs_are_joined(more: dict[str, str], kind: str) -> None:
    """g1> touches r0=, r0= touches p1<; dashed unless a different play was made this turn."""
    row = part(drawn(position(**more)), "row-0")
    bars = [node for node in row.iter("g") if (node.get("aria-label") or "").find(" touch: ") > 0]
    assert [texts(bar) for bar in bars] == [["+2"], ["+2"]]
    for bar in bars:
        dashes = [one.get("stroke-dasharray") for one in bar.iter("rect")]
        assert (dashes == [None]) == (kind == "solid")
    apart = part(drawn(position(row="g:0= 1< | r:0= 1< | p:0= 1<", hands="r1> | -", **more)), "row-0")
    assert "+2" not in texts(apart)


def test_with_landscape_k_a_pair_pays_three() -> None:
    state = position(done="use=K", landscapes="A B K* | A B C")
    assert texts(part(drawn(state), "row-0")).count("+3") == 2


@pytest.mark.parametrize("narrow", [False, True])
def test_display_is_grouped_by_type(narrow: bool) -> None:
    drawing = drawn(position(), narrow=narrow)
    groups = [key for key, _ in drawing.parts if key.startswith("group-")]
    assert groups == ["group-o", "group-p"]
    inside = [n.get("data-id") for n in part(drawing, "group-p").iter() if n.get("data-id")]
    assert inside == ["group-p", "disp-p0=-1", "disp-p1>-1"]
    assert find(drawing, "group-p").get("data-touch") == "group-p"


@pytest.mark.parametrize("narrow", [False, True])
def test_piles_hands_acorns_and_known_cards(narrow: bool) -> None:
    state = position(
        hands="r1> o0= | r0= r2 g0= p3", known="- | r2", discard="p0= p2", deck=f"?{56 - 2 - 4 - 8 - 4 - 2}"
    )
    drawing = drawn(state, narrow=narrow)
    assert "36 cards" in texts(part(drawing, "deck"))
    assert "2 cards" in texts(part(drawing, "discard"))
    assert "purple 0, purple 2" in (find(drawing, "discard").get("aria-label") or "")
    rival = part(drawing, "seat-1")
    assert "4 in hand" in " ".join(texts(rival))
    assert [one for one in ids(drawing) if one.startswith("hand-1")] == ["hand-1-r2-1"]
    assert texts(find(drawing, "hand-1-r2-1")) == ["R", "2"]
    assert "5" in texts(part(drawing, "seat-0"))
    assert "2" in texts(rival)
    assert [one for one in ids(drawing) if one.startswith("hand-0")] == ["hand-0-r1>-1", "hand-0-o0=-1"]


def test_hand_is_in_canonical_order_and_equal_cards_overlap() -> None:
    state = position(hands="p2 o0= r1> r1< o0= g2 | -")
    plan = layout_of(state)
    assert [TEXT[card] for card in state.hands[0]] == ["r1<", "r1>", "o0=", "o0=", "g2", "p2"]
    gaps = [after.x - before.right for before, after in zip(plan.hand, plan.hand[1:], strict=False)]
    assert [gap > 0 for gap in gaps] == [True, True, False, True, True]
    keys = [key for key, _ in drawn(state).parts if key.startswith("hand-0")]
    assert keys.index("hand-0-o0=-2") < keys.index("hand-0-o0=-1")  # the front one is painted last


@pytest.mark.parametrize("narrow", [False, True])
def test_objectives_with_everybodys_value_and_who_leads(narrow: bool) -> None:
    state = position(objectives="O01 O12", held="O02 | O04")
    drawing = drawn(state, narrow=narrow, names=("You", "Seat 2"))
    keys = [key for key, _ in drawing.parts if key.startswith("obj-")]
    assert keys == ["obj-O01", "obj-O02", "obj-O04", "obj-O12"]
    assert (find(drawing, "obj-O01").get("aria-label") or "") == (
        "Objective O01, most cards of value 0: You 4 leads, Seat 2 2; on the table, costs 3 acorns"
    )
    assert texts(find(drawing, "obj-O01"))[:5] == ["most cards of value 0", "You", "4", "S2", "2"]
    mine, theirs = find(drawing, "obj-O02"), find(drawing, "obj-O04")
    assert texts(mine)[0] == "You hold it: 10, others 3"
    assert texts(theirs)[0] == "S2 holds it: 10, others 3"
    assert "S2 1" in " ".join(texts(theirs))


def test_alone_an_objective_has_a_number_to_reach() -> None:
    state = read_state(
        "players: 1\nhands: r1>\nrow0: r:0= | o:0= | y:0= | g:0=\nobjectives: O01 O12\nlandscapes: A B C"
    )
    drawing = drawn(state)
    assert "4 of 4" in texts(find(drawing, "obj-O12"))
    assert "4 of 6" in texts(find(drawing, "obj-O01"))
    assert "4 of 4, met" in (find(drawing, "obj-O12").get("aria-label") or "")


@pytest.mark.parametrize("narrow", [False, True])
def test_used_landscapes_are_crossed(narrow: bool) -> None:
    drawing = drawn(position(landscapes="A* B C | A B* C"), narrow=narrow)
    for name, used in (("A", True), ("B", False), ("C", False)):
        thing = find(drawing, f"land-0-{name}")
        assert thing.get("data-touch") == f"land-{name}"
        crosses = [one for one in thing.iter("path") if (one.get("d") or "").count("M") == 2]
        crosses = [one for one in crosses if one.get("stroke-width") == "1.5"]
        assert bool(crosses) == used
        assert (thing.get("aria-label") or "").endswith(", used") == used
    assert "Landscape B, used" in (find(drawing, "land-1-B").get("aria-label") or "")


@pytest.mark.parametrize("narrow", [False, True])
def test_what_is_done_and_how_near_the_end_is(narrow: bool) -> None:
    drawing = drawn(position(done="play=different exchange", turns_left="2"), narrow=narrow)
    assert "different play · exchanged" in texts(part(drawing, "seat-0"))
    assert "2 turns left" in " ".join(texts(part(drawing, "torii")))
    line = board.header(position(done="play=different exchange", turns_left="2"), Look()).line
    assert line == (
        "Your turn · different play · exchanged · left: exchange, a landscape, the end · torii 0 of 4 · "
        "last round, 2 turns left"
    )


def test_playable_cards_stand_higher_and_the_others_say_why() -> None:
    state = position(hands="r1> r3 o0= o1< g0= g2 p2 | -")
    drawing = drawn(state)
    for card, plays, where in (
        ("r1>", True, "on the 0"),
        ("r3", False, "not on a 0"),
        ("o0=", True, "new pile"),
        ("o1<", True, "on your 0"),
        ("g0=", False, "not on a 1"),
        ("p2", True, "on the 1"),
    ):
        node = part(drawing, f"hand-0-{card}-1")
        assert texts(node)[-1] == where
        thing = find(drawing, f"hand-0-{card}-1")
        assert ("idle" in (thing.get("class") or "").split()) != plays
        y = float((node[0].get("transform") or "").rstrip(")").split()[1])
        assert y == layout_of(state).hand[0].y - (layout.LIFT if plays else 0)
    after = drawn(position(done="play=same"))
    assert all("idle" in (n.get("class") or "") for n in cards_of(after))


def cards_of(drawing: Drawing) -> list[Element]:
    return [
        node
        for _, one in drawing.parts
        for node in one.iter()
        if (node.get("data-touch") or "").startswith("card-")
    ]


def test_the_card_set_and_what_of_it_is_reconstructed() -> None:
    told = words.notice(CARD_SET)
    assert told == (
        "Card set: reconstructed v1. Reconstructed, not published: icons, the types orange, yellow and purple, "
        "the set-up for 1 player, start_acorns, objectives O09 to O14, landscapes A to K."
    )
    for narrow in (False, True):
        lines = texts(part(drawn(position(), narrow=narrow), "table"))
        assert told in " ".join(lines)
    assert told in board.text(position(), Look())


def test_an_owners_card_set_is_named(tmp_path: Path) -> None:
    from puzzles.momiji.cards import FILE

    mine = tmp_path / "mine.toml"
    mine.write_text(
        FILE.read_text().replace('"reconstructed v1"', '"my copy"').replace("reconstructed", "published")
    )
    cards = load_cards(mine)
    assert words.notice(cards) == "Card set: my copy. Reconstructed, not published: nothing."
    assert "my copy" in all_texts(drawn(GAME.new(players=2, seed=1, cards=cards)))


def test_hidden_piles_show_their_tops_only() -> None:
    state = position(options="recall=tops")
    drawing = drawn(state)
    assert "? cards" in texts(part(drawing, "row-0"))
    assert "3 cards" not in texts(part(drawing, "row-0"))
    assert "hidden" in (find(drawing, "pile-0-0of3").get("aria-label") or "")
    assert "?" in texts(find(drawing, "obj-O01"))
    assert board.header(state.view(0), Look()).chips[0].text == "? points · 5 acorns"


def test_a_draft_shows_its_tiles() -> None:
    state = GAME.new(players=3, seed=4, landscapes="draft")
    for narrow in (False, True):
        drawing = drawn(state, narrow=narrow)
        tiles = [one[5:] for one in ids(drawing) if one.startswith("pick-")]
        assert tiles == list(dict.fromkeys(state.draft))
        for name in tiles:
            number = state.draft.count(name)
            assert (f"×{number}" in texts(find(drawing, f"pick-{name}"))) == (number > 1)
    assert board.choices(state) == ()


def test_covered_hands_show_backs_and_no_places_for_their_zeros() -> None:
    state = position(hands="r1> o0= p2 | r0= r2", row="g:0= 0= 1>")
    covered = drawn(state, covered=True)
    assert [one for one in ids(covered) if one.startswith(("hand-0", "back"))] == [
        "back-1",
        "back-2",
        "back-3",
    ]
    assert "preview" not in dict(covered.parts)
    assert [one for one in ids(covered) if one.startswith(("left", "right"))] == ["left-1", "right-1"]
    assert "covered" in board.text(state.view(0), Look(covered=True))
    assert "red 1" not in board.text(state.view(0), Look(covered=True))


@pytest.mark.parametrize("narrow", [False, True])
def test_small_texts_are_not_too_small(narrow: bool) -> None:
    for state in (position(), GAME.new(players=4, seed=4, landscapes="draft"), GAME.new(players=1, seed=1)):
        for _, node in drawn(state, narrow=narrow).parts:
            for text in node.iter("text"):
                for one in text.iter():
                    assert float(one.get("font-size", "13")) >= 11


def test_only_what_changed_is_sent_again() -> None:
    """A card on an old pile leaves the display, the deck, the objectives and the other seat as they are."""
    state = position(objectives="O11 O14")

    def changed(move: str) -> set[str]:
        before = {key: tostring(node) for key, node in drawn(state).parts}
        after = {key: tostring(node) for key, node in drawn(state.play(read_move(move)), seat=0).parts}
        return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}

    kept = ("table", "deck", "discard", "torii", "display", "group", "obj", "seat-1", "row-1", "land")
    assert not [key for key in changed("play g2") if key.startswith(kept)]
    assert {"row-0", "hand-0-g2-1"} <= changed("play g2")


# --- places for new piles ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "row", "options", "slots"),
    [
        ("r1> o0= | -", ROW, "-", ["left-1", "right-1"]),
        ("r1> o0= | -", ROW, "new_pile=right_end", ["right-1"]),
        ("r1> o0= | -", ROW, "new_pile=anywhere", ["gap-0-1", "gap-1-1", "gap-2-1", "gap-3-1"]),
        ("r0= o0= g1< | -", "g:0=", "-", ["left-1", "left-2", "right-1", "right-2"]),
        ("r0= o0= g0= | -", "-", "-", ["right-1", "right-2", "right-3"]),
        ("r0= o0= g0= | -", "-", "new_pile=anywhere", ["gap-0-1", "gap-0-2", "gap-0-3"]),
        ("r3 | -", "-", "-", ["right-1"]),
        ("r1> | -", "g:0= | r:0= | p:0= | o:0=", "-", []),
    ],
)
def test_landing_places(hands: str, row: str, options: str, slots: list[str]) -> None:
    state = position(hands, row, options=options)
    for narrow in (False, True):
        drawing = drawn(state, narrow=narrow)
        assert [one for one in ids(drawing) if one.startswith(("left", "right", "gap"))] == slots
        for slot in slots:
            assert "place" in (find(drawing, slot).get("class") or "").split()


# --- touches ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "lanes"),
    [
        ("play r1>", [["card-r1>-1"]]),
        ("play r1< r1>", [["card-r1<-1", "card-r1>-1"]]),
        ("play r1> r1<", [["card-r1>-1", "card-r1<-1"]]),
        ("play left o0= o0=", [["card-o0=-1", "left-1"], ["card-o0=-2"]]),
        (
            "play g2 r1> p2 right o0=",
            [["card-g2-1"], ["card-r1>-1"], ["card-p2-1"], ["card-o0=-1", "right-1"]],
        ),
        ("exchange o0= o0=", [["exchange"], ["card-o0=-1"], ["card-o0=-2"]]),
        ("exchange o0= p2", [["exchange"], ["card-o0=-1"], ["card-p2-1"]]),
        ("collect p", [["group-p"]]),
        ("activate O02", [["obj-O02"]]),
        ("use B", [["land-B"]]),
        ("reveal", [["reveal"]]),
        ("end", [["end"]]),
        ("drop r1>", [["drop"], ["card-r1>-1"]]),
        ("pick K", [["pick-K"]]),
    ],
)
def test_touches_of_a_move(move: str, lanes: list[list[str]]) -> None:
    assert [list(lane) for lane in board.touches(position(), read_move(move))] == lanes


def test_touches_of_landscapes_that_name_something() -> None:
    state = position(done="collect=r", landscapes="F H C | A B C")
    for move, lane in (
        ("use A p", ("land-A", "group-p")),
        ("use F r1> p0=", ("land-F", "card-r1>-1", "take-p0=")),
        ("use H 1", ("land-H", "pile-r")),
    ):
        assert board.touches(state, read_move(move)) == (lane,)
        assert board.meant(state, lane) == read_move(move)


@pytest.mark.parametrize(
    ("move", "slots"),
    [
        ("play left r0= left o0= right p0=", ["left-1", "left-2", "right-1"]),
        ("play right r0= right o0=", ["right-1", "right-2"]),
    ],
)
def test_places_are_counted_from_the_row_outwards(move: str, slots: list[str]) -> None:
    state = position("r0= o0= p0= | -", "g:0=")
    lanes = board.touches(state, read_move(move))
    assert [lane[1] for lane in lanes] == slots
    for order in permutations(lanes):
        flat = [touch for lane in order for touch in lane]
        assert str(board.meant(state, flat)) == move


def test_places_anywhere_are_counted_in_their_gap() -> None:
    state = position("r0= o0= p0= | -", "g:0=", options="new_pile=anywhere")
    for move, slots in (
        ("play at 0 r0= at 1 o0= at 3 p0=", ["gap-0-1", "gap-0-2", "gap-1-1"]),
        ("play at 1 p0= at 2 r0=", ["gap-1-1", "gap-1-2"]),
        ("play at 0 o0=", ["gap-0-1"]),
    ):
        lanes = board.touches(state, read_move(move))
        assert [lane[1] for lane in lanes] == slots
        assert str(board.meant(state, [touch for lane in lanes for touch in lane])) == move


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: " ".join(options.values()) or "default")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_legal_move_can_be_touched_and_no_touches_complete_two(
    players: int, options: dict[str, str]
) -> None:
    rng = random.Random(7)
    state = GAME.new(players=players, seed=players, **options)
    for _, then in random_walk(state, 3, 40):
        moves = list(then.moves())
        sets: dict[tuple[frozenset[str], tuple[str, ...]], str] = {}
        for move in moves if len(moves) < 150 else rng.sample(moves, 150):
            lanes = board.touches(then, move)
            flat = [touch for lane in lanes for touch in lane]
            assert len(set(flat)) == len(flat)
            order = rng.sample(lanes, len(lanes))
            touched = [touch for lane in order for touch in lane]
            assert board.meant(then, touched) == move, (str(move), touched)
            # Lanes come in any order, so that the set of touches and the lanes of several say it all.
            ordered = sorted(lane for lane in lanes if len(lane) > 1)
            key = (frozenset(flat), tuple(map("+".join, ordered)))
            assert sets.setdefault(key, str(move)) == str(move)


def test_a_play_is_put_together_touch_by_touch() -> None:
    session = Session(GAME, board, position(hands="r1> o0= o0= p2 | -"))
    assert {"card-r1>-1", "card-o0=-1", "card-p2-1", "group-o", "reveal", "exchange"} <= session.lit()
    assert session.touch("card-o0=-1").kind == "chosen"
    assert session.complete() is None
    assert {"left-1", "right-1"} <= session.lit()
    assert session.touch("left-1").kind == "chosen"
    assert str(session.complete()) == "play left o0="
    assert session.touch("card-r1>-1").kind == "chosen"
    assert str(session.complete()) == "play r1> left o0="
    assert session.touch("card-r1>-1").kind == "played"  # the last thing again plays
    assert session.state.done.played == "different"


def test_cards_are_put_back_before_the_play_is_confirmed() -> None:
    session = Session(GAME, board, position(hands="r1> o0= g2 p2 | -"))
    for touch in ("card-r1>-1", "card-p2-1", "card-o0=-1", "right-1"):
        session.touch(touch)
    assert str(session.complete()) == "play r1> p2 right o0="
    assert session.touch("card-r1>-1").kind == "chosen"
    assert str(session.complete()) == "play p2 right o0="
    session.touch("card-p2-1")
    assert str(session.complete()) == "play right o0="
    session.clear()
    assert session.complete() is None
    assert session.at == 0


def test_random_touches_never_fail_and_play_legal_moves_only() -> None:
    rng = random.Random(5)
    played = 0
    for seed, options in enumerate(VARIANTS):
        session = Session(GAME, board, GAME.new(players=2, seed=seed, **options))
        for _ in range(150):
            if session.state.outcome() is not None:
                break
            lit = sorted(session.lit())
            drawing = drawn(session.state)
            everything = [
                n.get("data-touch", "") for _, p in drawing.parts for n in p.iter() if n.get("data-touch")
            ]
            touch = rng.choice(lit if lit and rng.random() < 0.8 else everything)
            reply = session.touch(touch)
            played += reply.kind == "played"
            if session.complete() is not None and rng.random() < 0.5:
                session.play(str(session.complete()))
                played += 1
            seen = session.seen
            assert isinstance(board.prompt(seen, session.touched), str)
            for mark in board.marks(seen, session.touched):
                assert mark.touch in session.touched
    assert played > 60


@pytest.mark.parametrize(
    ("touched", "move", "rule"),
    [
        (("card-r3-1",), "play r3", "MJ-46"),
        (("card-o1<-1",), "play right o1<", "MJ-45"),
        (("group-r",), "collect r", "MJ-30"),
        (("end",), "end", "MJ-22"),
        (("land-A",), "use A r", "MJ-69"),
        (("land-C",), "use C", "MJ-69"),
        (("card-r1>-1", "card-r3-1", "card-o1<-1"), "play r1> r3 right o1<", "MJ-42"),
        (("pick-K",), "pick K", "MJ-8"),
        (("drop", "card-r3-1"), "drop r3", "MJ-70"),
    ],
)
def test_wrong_touches_mean_a_move_with_a_reason(touched: tuple[str, ...], move: str, rule: str) -> None:
    state = position(hands="r1> r3 o1< | -", landscapes="A B C | A B C")
    meant = board.meant(state, touched)
    assert meant is not None
    assert str(meant) == move
    assert (state.why_not(meant) or "").startswith(f"{rule}:")


def test_choices_that_cannot_be_made_say_why() -> None:
    state = position(done="collect=r exchange", hands="r1> o0= | -")
    for touch, rule in (
        ("exchange", "MJ-21"),
        ("reveal", "MJ-20"),
        ("obj-O01", "MJ-20"),
        ("card-r1>-1", "MJ-20"),
    ):
        meant = board.meant(state, (touch,))
        assert meant is not None
        assert (state.why_not(meant) or "").startswith(f"{rule}:")


@pytest.mark.parametrize(
    "touched",
    [
        (),
        ("deck",),
        ("seat-0",),
        ("pile-r",),
        ("row-1-o",),
        ("left-1",),
        ("exchange",),
        ("reveal", "card-r1>-1"),
        ("end", "reveal"),
        ("card-", "x"),
        ("card-r9-1",),
        ("card-r1>-²",),
        ("left-²",),
        ("land-B", "land-C"),
        ("land-Z",),
        ("take-r0=",),
        ("back-1",),
    ],
)
def test_touches_that_mean_nothing_yet(touched: tuple[str, ...]) -> None:
    assert board.meant(position(), touched) is None


def test_choices_always_shown() -> None:
    assert board.choices(position()) == ("reveal", "exchange", "end")
    over = position(hands="r0= r0= r1< r1> r2 r3 o0= o0= o2 | -", row="g:0=", done="collect=r")
    assert board.choices(over) == ("reveal", "exchange", "drop", "end")


# --- while a play is put together -------------------------------------------------------------------


def previews(drawing: Drawing) -> list[tuple[str, list[str]]]:
    """(touch id, its words) of every bar that a chosen card shows."""
    found = []
    for node in part(drawing, "preview").iter("g"):
        if node.get("data-when") and node.get("class") == "of-any":
            found.append((node.get("data-when", ""), texts(node)))
    return found


def test_a_chosen_card_shows_the_pairs_it_breaks() -> None:
    assert previews(drawn(position(hands="r1< r1> g2 | -"))) == [
        ("card-r1<-1", ["−2"]),
        ("card-r1>-1", ["−2"]),
        ("card-g2-1", ["−2"]),
    ]


def test_a_chosen_card_shows_the_pairs_it_makes() -> None:
    state = position(hands="g1> | -", row="g:0= 1< | r:0=")
    assert previews(drawn(state)) == [("card-g1>-1", ["+2"])]
    no_more = position(hands="g1> | -", row="g:0= 1< | r:0=", done="play=same")
    assert previews(drawn(no_more)) == []


def test_a_place_is_marked_when_its_pile_touches_inwards() -> None:
    state = position(hands="o0= r1> | -", row="g:0= | r:0= | p:0=")
    touched = ("card-o0=-1", "left-1", "card-r1>-1")
    marks = board.marks(state, touched)
    assert [(mark.touch, mark.words) for mark in marks] == [("left-1", "Orange and green will touch.")]
    assert board.marks(state, touched[:2]) == ()  # one card alone is a same play and pays nothing
    assert board.marks(state, touched[:1]) == ()
    empty = position(hands="r0= o0= g0= | -", row="-")
    chosen = ("card-r0=-1", "right-2", "card-o0=-1", "right-1", "card-g0=-1", "right-3")
    assert {mark.touch for mark in board.marks(empty, chosen)} == {"right-2", "right-3"}
    assert board.marks(empty, ("card-r0=-1", "right-2", "card-g0=-1", "right-3")) == ()  # right-1 is free


def test_cards_to_be_discarded_are_marked() -> None:
    marks = board.marks(position(), ("exchange", "card-g2-1"))
    assert [(mark.touch, mark.kind, mark.words) for mark in marks] == [
        ("card-g2-1", "lost", "Green 2 will be discarded.")
    ]


@pytest.mark.parametrize(
    ("touched", "said"),
    [
        ((), ""),
        (("card-o0=-1",), "Touch the place where the orange pile begins."),
        (
            ("card-g2-1",),
            "+5 points, 1 touching pair gone. Play it, or touch another green card or one of another colour.",
        ),
        (
            ("card-g2-1", "card-p2-1"),
            "no pairs touch, no acorns; +9 points. Cards of other colours may join.",
        ),
        (("card-r1<-1", "card-r1>-1"), "A same play, +3 points; it pays no acorns."),
        (("exchange",), "Touch 2 hand cards to discard for 1 acorn."),
        (("exchange", "card-g2-1"), "Touch another hand card to discard for 1 acorn."),
        (("drop",), "Touch the card to drop."),
        (("land-A",), "Touch another colour of the display to take it as well."),
    ],
)
def test_prompts(touched: tuple[str, ...], said: str) -> None:
    assert board.prompt(position(), touched) == said


def test_a_card_that_is_not_legal_is_answered_with_its_rule() -> None:
    said = board.prompt(position(hands="r3 o2 | -"), ("card-r3-1",))
    assert said == (
        "MJ-46: r3 cannot go on a 0, only 0 or 1 can. To discard two cards for an acorn, touch Exchange."
    )
    assert board.prompt(position(hands="o0= o1< | -"), ("card-o1<-1",)) == (
        "Touch your orange 0 as well: it begins the pile."
    )


# --- what moves and what is shown -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "moved"),
    [
        ("collect p", {"disp-p0=-1": "hand-0-p0=-1", "disp-p1>-1": "hand-0-p1>-1"}),
        ("play g2", {"hand-0-g2-1": "pile-0-0of3"}),
        (
            "play left o0= o0=",
            {
                "hand-0-o0=-1": "pile-0-0of4",
                "pile-0-0of3": "pile-0-1of4",
                "pile-0-1of3": "pile-0-2of4",
                "pile-0-2of3": "pile-0-3of4",
            },
        ),
        ("activate O02", {"obj-O02": "obj-O02"}),
        ("exchange o0= p2", {"hand-0-o0=-1": "discard"}),
        ("use B", {"land-0-B": "land-0-B"}),
        ("end", {}),
    ],
)
def test_where_things_move(move: str, moved: dict[str, str]) -> None:
    assert board.moved(position(), read_move(move)) == moved


def test_cards_come_from_the_deck() -> None:
    state = position(hands="r1> | -", deck="r0= r2 p0= g3", discard="-", display="p0=").view(0)
    assert board.moved(state, read_move("reveal")) == {}
    full = GAME.new(players=2, seed=3)
    moved = board.moved(full, read_move("reveal"))
    assert list(moved) == ["deck-1", "deck-2", "deck-3", "deck-4"]
    after = drawn(full.play(read_move("reveal")), seat=0)
    assert set(moved.values()) <= set(ids(after))


def test_things_move_where_they_are_drawn_for_their_owner_only() -> None:
    """A rival's unknown cards have no place; what is known of them has."""
    for seed in range(3):
        state = GAME.new(players=2, seed=seed)
        for move, after in random_walk(state, seed, 30):
            if after.outcome() is None:
                moved = board.moved(state, move)
                before = set(ids(drawn(state, seat=state.to_move)))
                then = set(ids(drawn(after, seat=state.to_move)))
                assert set(moved) <= before
                assert set(moved.values()) <= then
            state = after


@pytest.mark.parametrize(
    ("move", "more", "shows"),
    [
        ("reveal", {}, True),
        ("collect p", {}, False),
        ("play g2", {}, False),
        ("end", {"done": "play=same"}, False),
        ("end", {"done": "play=same", "display": "p0="}, True),
        ("use D", {"landscapes": "D B C | A B C"}, True),
        ("use B", {}, False),
    ],
)
def test_what_turns_up_a_card(move: str, more: dict[str, str], shows: bool) -> None:
    assert board.reveals(position(**more), read_move(move)) == shows


# --- words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("collect p", "Collect purple: purple 0, purple 1 (acorn right)"),
        ("play g2", "Play green 2 on the green pile"),
        ("play r1< r1>", "Play red 1 (acorn left) and red 1 (acorn right) on the red pile"),
        ("play left o0=", "Play orange 0 as a new pile on the left"),
        ("play left o0= o0=", "Play orange 0 as a new pile on the left, then orange 0 on it"),
        ("play g2 p2", "Play green 2 and purple 2 on their piles: no acorns"),
        (
            "play r1> right o0=",
            "Play red 1 (acorn right) on its pile, orange 0 as a new pile on the right: +2 acorns",
        ),
        ("exchange o0= p2", "Exchange orange 0 and purple 2 for 1 acorn"),
        ("activate O02", "Activate highest sum of the visible top cards"),
        ("use B", "Use landscape B for 1 acorn: a same-type play may have three cards"),
        ("reveal", "Reveal 4 cards for 1 acorn"),
        ("end", "End the turn"),
    ],
)
def test_moves_in_words(move: str, said: str) -> None:
    assert board.say(position(), read_move(move)) == said


def test_new_piles_in_words() -> None:
    state = position("r0= o0= p0= | -", "g:0=")
    assert board.say(state, read_move("play left r0= left o0= right p0=")) == (
        "Play red 0, then orange 0 as new piles on the left, purple 0 as a new pile on the right: +6 acorns"
    )
    assert board.say(position(display="p0=", done="play=same"), read_move("end")) == (
        "End the turn, turn up 3 cards"
    )


@pytest.mark.parametrize(
    ("touch", "said"),
    [
        ("reveal", "Reveal 4 cards for 1 acorn"),
        ("exchange", "Exchange 2 cards for 1 acorn"),
        ("drop", "Drop a card"),
        ("end", "End turn"),
        ("card-r1>-1", "Red 1, acorn right"),
        ("card-o0=-2", "Orange 0, acorns left and right, second copy (touch the front one first)"),
        ("left-1", "Left end of the row"),
        ("right-2", "Second place at the right end of the row"),
        ("gap-1-1", "Between green and red"),
        ("group-p", "Purple in the display: purple 0, purple 1 (acorn right)"),
        ("take-p0=", "Take purple 0 from the display"),
        ("pile-g", "Green pile: 0 0 1, acorn right on top, 3 cards, 3 points"),
        ("land-B", "Landscape B: a same-type play may have three cards"),
        ("deck", "Deck: 36 cards, face down"),
        ("discard", "Discard: empty"),
        ("back-1", "A hidden card"),
    ],
)
def test_labels(touch: str, said: str) -> None:
    assert board.label(position(), touch) == said


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({}, "Your turn · collect, play or activate · torii 0 of 4"),
        ({"to_move": "1"}, "Seat 2's turn · collect, play or activate · torii 0 of 4"),
        ({"done": "reveal"}, "Your turn · revealed · now collect a colour · torii 0 of 4"),
        (
            {"done": "collect=r", "turns_left": "1"},
            "Your turn · collected red · left: exchange, a landscape, the end · torii 0 of 4 · last turn",
        ),
        ({"turns_left": "0"}, "Game over · You win with 10 points"),
    ],
)
def test_header_line(more: dict[str, str], line: str) -> None:
    assert board.header(position(**more), Look()).line == line


def test_text_and_table_say_everything() -> None:
    state = position(held="O14 | -", objectives="O01 O02")
    told = board.text(state.view(0), Look(names=("Ada", "Bo")))
    for line in (
        "Display: orange 1 (acorn left), orange 1 (acorn right), purple 0, purple 1 (acorn right)",
        "  1. Green pile: 0 0 1, acorn right on top, 3 cards, 3 points, touches the next",
        "Hand of Ada: 6 cards",
        "  green 2, no acorn: on the 1",
        "Objective O14, most acorns left: Ada 5 leads, Bo 2; held by Ada: 10 points, others 3",
    ):
        assert line in told.splitlines()
    html = board.table(state.view(0), Look(names=("<b>Ada</b>", "Bo")))
    assert "<b>Ada</b>" not in html
    assert "&lt;b&gt;Ada" in html
    assert html.count("background:#E9F2E0") == 1


# --- the position editor ----------------------------------------------------------------------------


def test_editing_moves_cards_and_keeps_them_all() -> None:
    """Every edit gives a possible position: reading its text checks that no card is lost."""
    walked = [then for seed in range(9) for _, then in random_walk(GAME.new(players=2, seed=seed), seed, 120)]
    still = [one for one in walked if one.to_move == 0 and str(one.done) == "-" and one.turns_left is None]
    state = next(one for one in still if one.rows[0] and one.hands[0] and one.display)
    hand, pile = state.hands[0], state.rows[0][0]
    letter = next(iter(words.by_type(state.display)))
    for touched, cards in (
        ((words.card_touch(hand[0], 1),), (-1, 0, 0)),
        ((f"group-{letter}",), (0, -len(words.by_type(state.display)[letter]), 0)),
        ((f"pile-{TEXT[pile[-1]][0]}",), (0, 0, -1)),
        (("deck",), (0, 0, 0)),
        *((("add", name), (1, None, 0)) for _, name in board.addable(state)),
    ):
        text = board.edit(state, touched)
        assert text is not None
        then = read_state(text)
        assert len(then.hands[0]) - len(hand) == cards[0]
        if cards[1] is not None:
            assert len(then.display) - len(state.display) == cards[1]
        assert sum(map(len, then.rows[0])) - sum(map(len, state.rows[0])) == cards[2]


# --- the layouts ------------------------------------------------------------------------------------


def arrangements() -> list[tuple[Layout, Contents]]:
    rng = random.Random(1)
    found = []
    for _ in range(300):
        seats = rng.randint(1, 4)
        types = {1: 4, 2: 4, 3: 5, 4: 6}[seats]
        seat = rng.randrange(seats)
        piles = tuple(rng.randint(0, types) for _ in range(seats))
        hand = rng.randint(0, 16)
        free = types - piles[seat]
        most = rng.randint(1, free) if free else 0
        sides = ("right",) if not piles[seat] else ("left", "right")
        slots = tuple(f"{side}-{at}" for side in sides for at in range(1, most + 1))
        if piles[seat] and most and rng.random() < 0.3:
            slots = tuple(f"gap-{at}-1" for at in range(piles[seat] + 1))
        contents = Contents(
            seat=seat,
            types=types,
            groups=tuple(rng.randint(1, 4) for _ in range(rng.randint(0, types))),
            objectives=types,
            piles=piles,
            hands=tuple(rng.randint(0, 14) for _ in range(seats)),
            lands=(3,) * seats,
            copies=tuple(at > 0 and rng.random() < 0.2 for at in range(hand)),
            slots=slots,
            tiles=(),
            lines=2,
        )
        found += [(arrange(contents), contents) for arrange in (layout.wide, layout.narrow)]
    return found


def test_nothing_overlaps_and_nothing_is_cut_off() -> None:
    for plan, contents in arrangements():
        own = plan.panels[contents.seat]
        boxes = [plan.deck, plan.discard, plan.torii, plan.tray, plan.heading, *plan.objectives]
        boxes += [panel.box for panel in plan.panels] + [plan.hand_label, plan.notice]
        boxes += [
            Box(box.x, box.y - 1, box.width, box.height) for box in plan.hand if box.x == plan.hand_label.x
        ]
        for box in (
            *boxes,
            *plan.hand,
            *plan.slots.values(),
            *(pile for p in plan.panels for pile in p.piles),
        ):
            assert box.x >= 7.9
            assert box.right <= plan.width - 7.9
            assert box.bottom <= plan.height
        for one, other in combinations(boxes, 2):
            assert apart(one, other), (one, other)
        for one, other in combinations((*own.piles, *plan.slots.values()), 2):
            assert apart(one, other), (one, other)
        for panel in plan.panels:
            for one, other in combinations(panel.piles, 2):
                assert apart(one, other)
            for box in (*panel.piles, *panel.hand, *panel.lands):
                assert panel.box.y < box.y
                assert box.bottom <= panel.box.bottom + 0.01
        for box in plan.slots.values():
            assert min(box.width, box.height) >= 24
        for group in plan.groups:
            assert group.box.right <= plan.tray.right
            assert group.box.bottom <= plan.tray.bottom
            assert all(
                card.right <= group.box.right and card.bottom <= group.box.bottom for card in group.cards
            )


def apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.x + 0.01
        or other.right <= one.x + 0.01
        or one.bottom <= other.y + 0.01
        or other.bottom <= one.y + 0.01
    )


@pytest.mark.parametrize("arrange", [layout.wide, layout.narrow])
def test_nothing_jumps_while_hand_and_row_change(arrange: Any) -> None:
    def plan(hand: int, piles: int) -> Layout:
        slots = tuple(f"{side}-1" for side in ("left", "right")) if 0 < piles < 4 else ()
        found: Layout = arrange(
            Contents(
                seat=0,
                types=4,
                groups=(1, 1, 2),
                objectives=4,
                piles=(piles, 2),
                hands=(hand, 6),
                lands=(3, 3),
                copies=(False,) * hand,
                slots=slots,
                tiles=(),
                lines=2,
            )
        )
        return found

    plans = [plan(hand, piles) for hand in range(9) for piles in range(4)]
    for one in plans:
        assert (one.height, one.hand_label, one.objectives, one.tray) == (
            plans[0].height,
            plans[0].hand_label,
            plans[0].objectives,
            plans[0].tray,
        )
        assert [panel.box for panel in one.panels] == [panel.box for panel in plans[0].panels]
