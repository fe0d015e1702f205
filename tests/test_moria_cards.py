"""Autumn of Moria: the card file, an owner's card set, and what a bad file answers."""

from __future__ import annotations

import json
import random
import re
import string
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from asking import check_codes

from puzzles.core.play import final, random_walk
from puzzles.core.setcode import MAX_CODE
from puzzles.core.state import RulesError
from puzzles.core.tables import read_toml
from puzzles.core.text import share, unshare
from puzzles.moria import CARD_SET, GAME, load_cards, new, read_move, read_state
from puzzles.moria.cards import FILE, kind_of, laid_card, owner_of, read_code, turn_of
from puzzles.moria.queries import allowance, hand_size
from puzzles.moria.regions import realm_vp
from puzzles.moria.scoring import scores

SHIPPED = FILE.read_text(encoding="utf-8")


def written(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The shipped file with these texts replaced, each once, under another name."""
    text = SHIPPED
    for old, then in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, then, 1)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


# --- the shipped set ----------------------------------------------------------------------------


def test_the_shipped_set() -> None:
    assert CARD_SET.name == "reconstructed-v1"
    assert CARD_SET.title == "reconstructed card set v1 (not the published faces)"
    assert "".join(land.letter for land in CARD_SET.land) == "CREDGTSFI"
    assert [land.kind for land in CARD_SET.land if land.group == "mine"] == [
        "ruby_mine",
        "emerald_mine",
        "diamond_mine",
        "gold_mine",
    ]
    assert [(gem.type, gem.count, gem.vp) for gem in CARD_SET.gems] == [
        ("ruby", 8, 3),
        ("emerald", 8, 2),
        ("diamond", 8, 2),
        ("gold", 10, 1),
    ]
    assert CARD_SET.goals["T9"].cost == (1, 1, 1, 1)
    assert CARD_SET.goals["T10"].cost == (2, 0, 0, 2)
    assert CARD_SET.castle == CARD_SET.kind("castle") == 0
    assert (CARD_SET.kind("volcano"), CARD_SET.gem("gold"), CARD_SET.gem("pearl")) == (-1, 3, -1)
    assert sum(land.vp for land in CARD_SET.land) == 10


def test_every_value_has_the_provenance_that_the_file_gives() -> None:
    table = read_toml(FILE)
    expected = {"symbols": "published"}
    expected |= {key: "seed" for key in table["counts"] if key != "from"}
    for section, name in (
        ("land", "kind"),
        ("gem", "type"),
        ("trading_goal", "id"),
        ("secret_goal", "id"),
        ("ogre", "id"),
    ):
        for entry in table[section]:
            for key in entry:
                if key != "from":
                    source = entry["from"].get(key, entry["from"]["rest"])
                    expected[f"{section} {entry[name]}, {key}"] = source
    assert CARD_SET.origins == expected
    assert CARD_SET.origins["land castle, need"] == "published"
    assert CARD_SET.origins["land castle, vp"] == "reconstructed"
    assert CARD_SET.origins["land ruby_mine, need"] == "seed"


def test_the_notice_tells_the_title_and_how_much_is_reconstructed() -> None:
    of = Counter(CARD_SET.origins.values())
    assert GAME.notice == CARD_SET.notice
    assert CARD_SET.notice == (
        f"Card set: reconstructed card set v1 (not the published faces). Of its {sum(of.values())} values {of['seed']} "
        f"are said in the game's own rules text, {of['published']} in another public source, "
        f"{of['reconstructed']} are reconstructed."
    )
    assert of["reconstructed"] > of["seed"] > of["published"] > 20


def test_the_facts_of_the_sources_are_in_the_file() -> None:
    """MO-2, and what the short rules text says of single cards."""
    assert CARD_SET.land[CARD_SET.kind("ruby_mine")].need == 3
    assert CARD_SET.land[CARD_SET.kind("emerald_mine")].need == 2
    assert CARD_SET.counts.hand_limit == 9
    assert (CARD_SET.counts.actions, CARD_SET.counts.actions_with_castle) == (3, 4)
    assert sum(goal.vp == 16 for goal in CARD_SET.goals.values()) == 2
    assert {one.name for one in CARD_SET.secrets.values()} >= {"Architect", "King"}


def test_laid_cards_are_numbers_that_come_apart() -> None:
    seen = set()
    for seat in range(4):
        for kind in range(9):
            for turn in range(4):
                laid = laid_card(seat, kind, turn)
                assert (owner_of(laid), kind_of(laid), turn_of(laid)) == (seat, kind, turn)
                seen.add(laid)
    assert seen == set(range(144))
    assert len(CARD_SET.walls) == 144


# --- an owner's set -----------------------------------------------------------------------------

OWN = (
    ('name = "reconstructed-v1"', 'name = "my-copy"'),
    ('title = "reconstructed card set v1 (not the published faces)"', 'title = "my copy"'),
    ('colours = ["blue", "red", "green", "yellow"]', 'colours = ["black", "white", "pink", "gold_dwarf"]'),
    ("hand_limit = 9", "hand_limit = 12"),
    ("goals_to_end = 3", "goals_to_end = 2"),
    ("actions = 3", "actions = 2"),
    ("actions_with_castle = 4", "actions_with_castle = 5"),
    ("open_goals = 3", "open_goals = 4"),
    ("vp = 3\nwalls = [1, 0, 0, 0]", "vp = 6\nwalls = [0, 0, 0, 0]"),
    ('gem = "ruby"\namount = 1', 'gem = "ruby"\namount = 2'),
    ('task = "draw"\namount = 1', 'task = "draw"\namount = 2'),
)


def test_an_owner_s_set_is_used_and_travels_with_the_state(tmp_path: Path) -> None:
    cards = load_cards(written(tmp_path, *OWN))
    assert cards != CARD_SET
    assert cards.notice.startswith("Card set: my copy. Of its ")
    state = new(2, 5, cards=cards)
    assert state.colours == ("black", "white")
    assert len(state.open_goals) == 4
    text = str(state)
    assert f"set: {cards.code}" in text.splitlines()
    found = read_state(text)
    assert found == state
    assert found.cards.title == "my copy"
    assert new(2, 5, cards=cards.code) == state
    assert len([move for move in state.moves() if move.name == "castle"]) == 1  # no walls, one turn
    for _, then in random_walk(state, 2, 80):
        assert then.cards is state.cards
    castle = final(state, ["play 0,0 castle n"], read_move)
    assert (allowance(state), allowance(castle), realm_vp(castle, 0)) == (2, 5, 6)
    head = f"set: {cards.code}\nseats: black | white\n"
    mined = final(read_state(head + "0,0: ruby_mine:white n black*3"), ["done", "take 0,0"], read_move)
    assert mined.gems[0] == (2, 0, 0, 0)
    assert hand_size(mined, 0) == 11
    assert mined.why_not(read_move("end")) is None
    drawn = final(
        read_state(head + "0,0: ogre_tavern:white n black*2\nogre_deck: thief\nogre_discard: brute robber"),
        ["done", "take 0,0"],
        read_move,
    )
    assert (drawn.ogres[0], drawn.ogre_deck) == (("thief", "brute"), ("robber",))
    over = final(read_state(head + "turn: white burn\ngoals: - | T1 T2"), ["end"], read_move)
    assert over.phase == "over"


def test_a_set_is_its_entries(tmp_path: Path) -> None:
    path = written(tmp_path, ("# Card set for", "# Another comment on"), ("slots = 3", "slots=3"))
    cards = load_cards(path)
    assert cards == CARD_SET
    assert hash(cards) == hash(CARD_SET)
    assert new(3, 1, cards=cards) == new(3, 1)
    assert "set:" not in str(new(3, 1, cards=cards))
    assert load_cards(str(path)) == CARD_SET
    assert CARD_SET != "reconstructed-v1"


def test_a_changed_set_of_the_same_name_is_another_set(tmp_path: Path) -> None:
    cards = load_cards(written(tmp_path, ("trophy = 4", "trophy = 5")))
    assert cards.name == CARD_SET.name
    state = new(2, 1, cards=cards)
    assert f"set: {cards.code}" in str(state).splitlines()
    assert state != new(2, 1)
    over = "turn: over\nlast: yes\nslain: dragon:red | -"
    assert scores(read_state(f"set: {cards.code}\nseats: blue | red\n{over}")) == (5, 0)
    assert scores(read_state(f"seats: blue | red\n{over}")) == (4, 0)


def test_a_game_with_an_owner_s_set_in_a_fresh_process(tmp_path: Path) -> None:
    """The position text alone is enough: no file, nothing registered before."""
    cards = load_cards(written(tmp_path, *OWN))
    text = str(new(2, 5, cards=cards))
    program = (
        "import sys; from puzzles.moria import read_state; state = read_state(sys.stdin.read()); "
        "print(state.cards.name, state.cards.counts.hand_limit, len(state.moves()))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], input=text, capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout.split() == ["my-copy", "12", str(len(read_state(text).moves()))]


# --- what a file answers ------------------------------------------------------------------------

CASTLE = (
    'kind = "castle"\nletter = "C"\nclass = "castle"\nsymbol = "giant"\nslots = 3\nneed = 2\ntask = "dig"'
)
ERRORS = [
    (
        "[meta]",
        "[meta]\nowner = 1",
        "mine.toml, meta: got the key 'owner', expected name, title, format, edges",
    ),
    ("[meta]", "[box]", "mine.toml: got the key 'box', expected meta, counts, land, gem"),
    ("format = 1", "format = 2", "mine.toml, meta, format: got 2, expected 1"),
    ("format = 1", "format = true", "mine.toml, meta, format: got True, expected 1"),
    (
        'name = "reconstructed-v1"',
        'name = "my copy"',
        "mine.toml, meta, name: got 'my copy', expected one word",
    ),
    ('edges = ["n", "e", "s", "w"]', 'edges = ["n", "s", "e", "w"]', "mine.toml, meta, edges: got ['n', 's'"),
    (
        'symbols = ["dragon", "giant", "dwarf"]',
        'symbols = ["dragon", "giant"]',
        "meta, symbols: got 2 names, expected 3",
    ),
    ("title = ", "title = 3 # ", "mine.toml, meta, title: got 3 (a whole number), expected a text"),
    ('rest = "reconstructed" }\n\n[counts]', "}\n\n[counts]", "mine.toml: not valid TOML"),
    (
        'symbols = "published", rest = "reconstructed"',
        'symbols = "published"',
        "meta, from: the key 'rest' is missing",
    ),
    (
        '{ rest = "seed" }',
        '{ rest = "rumour" }',
        "mine.toml, counts, from, rest: got 'rumour', expected one of seed",
    ),
    ('{ rest = "seed" }', '{ rest = "seed", luck = "seed" }', "mine.toml, counts, from: got the key 'luck'"),
    ("seats_max = 4", "seats_max = 5", "mine.toml, counts, seats_max: got 5, expected 4"),
    ("gems = 34", "gems = 35", "mine.toml, counts, gems: got 35, expected 34"),
    ("hand_limit = 9", "hand_limit = 8", "mine.toml, counts, hand_limit: got 8, expected 9 to 40"),
    ("actions = 3", "actions = 5", "mine.toml, counts, actions_with_castle: got 4, expected 5 or more"),
    ("actions = 3", 'actions = "3"', "mine.toml, counts, actions: got '3' (a text), expected a whole number"),
    ('"green", "yellow"]', '"green", "green"]', "mine.toml, counts, colours: got green a second time"),
    ('"green", "yellow"]', '"green"]', "mine.toml, counts, colours: got 3 names, expected 4"),
    (
        CASTLE,
        CASTLE.replace('kind = "castle"', 'kind = "Castle"'),
        "land, entry 1, kind: got 'Castle', expected a word",
    ),
    ('kind = "emerald_mine"', 'kind = "ruby_mine"', "land, entry 3, kind: got ruby_mine a second time"),
    (
        'letter = "R"',
        'letter = "C"',
        "land, entry 2 (ruby_mine), letter: got 'C', expected a letter that no other",
    ),
    (
        'class = "castle"',
        'class = "tower"',
        "land, entry 1 (castle), class: got 'tower', expected one of castle",
    ),
    ('class = "castle"', 'class = "tavern"', "mine.toml, land, class: got no castle, expected exactly one"),
    (
        'class = "tavern"',
        'class = "castle"',
        "land, class: got castle ogre_tavern castle, expected exactly one",
    ),
    ('class = "store"', 'class = "tavern"', "mine.toml, land, class: got no store, expected at least one"),
    (
        'class = "store"',
        'class = "monster"',
        "task: got trade with class monster, expected slay for monsters",
    ),
    ('class = "monster"', 'class = "mine"', "task: got slay with class mine, expected slay for monsters"),
    (
        'symbol = "giant"',
        'symbol = "elf"',
        "land, entry 1 (castle), symbol: got 'elf', expected one of dragon",
    ),
    ("slots = 3\nneed = 2", "slots = 8\nneed = 2", "land, entry 1 (castle), slots: got 8, expected 1 to 7"),
    ("slots = 3\nneed = 2", "slots = 3\nneed = 4", "land, entry 1 (castle), need: got 4, expected 1 to 3"),
    ("slots = 3\nneed = 2", "slots = 3\nneed = 0", "land, entry 1 (castle), need: got 0, expected 1 to 3"),
    ('task = "dig"', 'task = "sing"', "land, entry 1 (castle), task: got 'sing', expected one of dig"),
    ('task = "dig"', 'task = "gain"', "land, entry 1: the key 'gem' is missing"),
    ("vp = 3\nwalls", "vp = -1\nwalls", "land, entry 1 (castle), vp: got -1, expected 0 to 99"),
    (
        "walls = [1, 0, 0, 0]",
        "walls = [1, 1, 1, 1]",
        "land, entry 1 (castle), walls: got [1, 1, 1, 1], expected four",
    ),
    (
        "walls = [1, 0, 0, 0]",
        "walls = [1, 0, 0]",
        "land, entry 1 (castle), walls: got [1, 0, 0], expected four",
    ),
    ("walls = [1, 0, 0, 0]", "walls = [true, 0, 0, 0]", "land, entry 1 (castle), walls: got [True, 0, 0, 0]"),
    ('gem = "ruby"', 'gem = "pearl"', "land, entry 2 (ruby_mine), gem: got 'pearl', expected one of ruby"),
    (
        'gem = "ruby"\namount = 1',
        'gem = "ruby"\namount = 0',
        "entry 2 (ruby_mine), amount: got 0, expected 1 to 9",
    ),
    (
        'task = "trade"\namount = 1',
        'task = "trade"\namount = 2',
        "(general_store), amount: got 2, expected 1",
    ),
    ('blocks = "mine"', 'blocks = "store"', "(dragon), blocks: got 'store', expected one of mine, castle"),
    ("trophy = 4", "trophy = -4", "(dragon), trophy: got -4, expected 0 to 99"),
    ('type = "emerald"', 'type = "ruby"', "gem, entry 2, type: got ruby a second time"),
    (
        'letter = "e"',
        'letter = "r"',
        "gem, entry 2 (emerald), letter: got 'r', expected a letter that no other",
    ),
    ("count = 10\nvp = 1", "count = 9\nvp = 1", "mine.toml, gem, count: got 33 gems in all, expected 34"),
    ('id = "T2"', 'id = "T1"', "trading_goal, entry 2, id: got T1 a second time"),
    ('id = "T2"', 'id = "t2"', "trading_goal, entry 2, id: got 't2', expected a capital letter"),
    ("{ emerald = 1, gold = 2 }", "{ pearl = 1 }", "(T1), cost: got the key 'pearl', expected ruby"),
    (
        "{ emerald = 1, gold = 2 }",
        "{}",
        "trading_goal, entry 1 (T1), cost: got no gem, expected at least one",
    ),
    ("{ emerald = 1, gold = 2 }", "{ gold = 11 }", "(T1), cost, gold: got 11, expected 1 to 10"),
    ("gold = 2 }\nvp = 8", "gold = 2 }\nvp = 4", "(T1), vp: got 4, expected more than 4, the VP of its cost"),
    ('test = "realm_cards"', 'test = "luck"', "secret_goal, entry 1 (S1), test: got 'luck', expected one of"),
    ("at_least = 8\nvp", "at_least = 0\nvp", "secret_goal, entry 1 (S1), at_least: got 0, expected 1 to 99"),
    ('name = "King"', 'name = ""', "secret_goal, entry 2 (S2), name: got '', expected 1 to 120"),
    ('id = "thief"', 'id = "ruby"', "ogre, entry 1, id: got ruby a second time, expected different names"),
    (
        'effect = "step"',
        'effect = "jump"',
        "ogre, entry 3 (scarer), effect: got 'jump', expected one of take_gem",
    ),
    ('id = "robber"\ncount = 2', 'id = "robber"\ncount = 3', "ogre, count: got 14 ogres in all, expected 13"),
]


@pytest.mark.parametrize(("old", "then", "words"), ERRORS, ids=[words[:60] for _, _, words in ERRORS])
def test_what_a_card_file_refuses(tmp_path: Path, old: str, then: str, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_cards(written(tmp_path, (old, then)))
    assert words in str(caught.value)
    assert str(caught.value).startswith("mine.toml")


def test_missing_entries_are_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for pattern, words in (
        (r'\[\[land\]\]\nkind = "gold_mine"[^\[]*\[[^\[]*', "mine.toml, land: got 8 kinds, expected 9"),
        (
            r'\[\[trading_goal\]\]\nid = "T10"[^\[]*',
            "mine.toml, trading_goal: got 9 goals in all, expected 10",
        ),
        (r'\[\[secret_goal\]\]\nid = "S7"[^\[]*', "mine.toml, secret_goal: got 6 goals in all, expected 7"),
    ):
        text = re.sub(pattern, "", SHIPPED)
        assert text != SHIPPED
        path.write_text(text, encoding="utf-8")
        with pytest.raises(RulesError, match=words):
            load_cards(path)
    with pytest.raises(RulesError, match=r"nowhere.toml: cannot be read"):
        load_cards(tmp_path / "nowhere.toml")


def test_a_set_with_the_longest_names_fits_into_a_position_text() -> None:
    table = json.loads(unshare(CARD_SET.code))
    rng = random.Random(1)

    def scrambled(length: int, letters: str) -> str:
        return "".join(rng.choices(letters, k=length))

    table["meta"]["title"] = scrambled(120, string.ascii_letters)
    for entry in table["secret_goal"]:
        entry["name"] = scrambled(120, string.ascii_letters)
    for entry in (*table["land"], *table["ogre"]):
        entry["kind" if "kind" in entry else "id"] = scrambled(30, string.ascii_lowercase)
    cards = read_code(_code(table))
    assert 2500 < len(cards.code) < MAX_CODE
    assert read_state(str(new(4, 1, cards=cards))).cards == cards


def _code(table: object) -> str:
    return share(json.dumps(table, sort_keys=True, separators=(",", ":")))


def test_codes_of_a_set() -> None:
    check_codes(read_code, CARD_SET, "set", "meta")
