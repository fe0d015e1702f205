"""Kings Under Mountains: the card file, an owner's card set, and exact counts and chances."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from pathlib import Path

import pytest
from asking import check_codes

from puzzles.core.play import final, random_walk
from puzzles.core.setcode import MAX_CODE
from puzzles.core.state import RulesError
from puzzles.core.text import share, unshare
from puzzles.kingdoms import CARD_SET, GAME, cards, load_cards, new, odds, read_move, read_state
from puzzles.kingdoms.cards import FILE, PARTS, read_code
from puzzles.kingdoms.pieces import ALL_UNITS, RACE, STRENGTH, may_follow

SHIPPED = FILE.read_text(encoding="utf-8")
NAME = ('name = "reconstructed-v1"', 'name = "my own"')


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets that a test loads are not loaded in the next one."""
    monkeypatch.setattr(cards, "_loaded", dict(cards._loaded))


def written(folder: Path, *changes: tuple[str, str], file: str = "mine.toml") -> Path:
    """The shipped file with these texts replaced, each once, under another name."""
    text = SHIPPED
    for old, then in changes:
        assert old in text, old
        text = text.replace(old, then, 1)
    path = folder / file
    path.write_text(text, encoding="utf-8")
    return path


def card(number: int, old: str, then: str) -> tuple[str, str]:
    """A change in the entry of one card."""
    entry = SHIPPED[SHIPPED.index(f"\nn = {number}\n") :].partition("\n\n")[0]
    assert old in entry, entry
    return entry, entry.replace(old, then, 1)


# --- the shipped set ----------------------------------------------------------------------------


def test_the_shipped_set() -> None:
    assert CARD_SET.name == "reconstructed-v1"
    assert CARD_SET.real is False
    assert {race: king.name for race, king in CARD_SET.kings.items()} == {
        "d": "dwarf",
        "o": "orc",
        "g": "goblin",
        "t": "giant",
    }
    assert [king.shape for king in CARD_SET.kings.values()] == ["hexagon", "triangle", "diamond", "square"]
    for number, unit in enumerate(CARD_SET.units, 1):  # n = 20 x race + 2 x strength + copy
        assert (number - 1) // 2 == 10 * RACE[unit] + STRENGTH[unit]
    assert (CARD_SET.parameters.hand, CARD_SET.parameters.camp_start) == (6, 4)


def test_totals_of_the_shipped_set() -> None:
    mines = CARD_SET.mines
    assert sum(mine.overseer for mine in mines) == 32
    assert sum(mine.value for mine in mines) == 368
    assert len({mine[1:] for mine in mines}) == 80
    assert CARD_SET.twins == ()
    assert Counter(mine.value for mine in mines) == {1: 4, 2: 12, 3: 8, 4: 16, 5: 12, 6: 12, 7: 12, 9: 4}
    assert Counter(mine.need for mine in mines) == {1: 12, 2: 20, 3: 20, 4: 20, 5: 8}
    assert Fraction(sum(mine.defence for mine in mines), 80) == Fraction(5, 2)
    assert Fraction(sum(mine.need for mine in mines), 80) == Fraction(29, 10)
    mid = {1: 2, 2: 3, 3: 5, 4: 6, 5: 8}
    for pair in product(range(1, 5), repeat=2):
        five = [mine for mine in mines if (mine.defence, mine.size) == pair]
        plain = sorted(mine.value - mid[mine.need] for mine in five if not mine.overseer)
        assert (plain, sorted(mine.value - mid[mine.need] for mine in five if mine.overseer)) == (
            [-1, 0, 1],
            [-1, 1],
        )


def test_provenance_and_notice() -> None:
    assert set(CARD_SET.origins.values()) == {"seed", "published", "reconstructed"}
    assert len(CARD_SET.origins) == len(PARTS) + 16
    assert "the defences" in CARD_SET.reconstructed
    assert GAME.notice == CARD_SET.notice
    assert CARD_SET.notice.startswith(
        "Card set: reconstructed-v1. The numbers on its mines are not the published ones. Reconstructed: "
    )


# --- an owner's set -----------------------------------------------------------------------------


def test_an_owners_set_travels_in_the_position(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        NAME,
        ("real = false", "real = true"),
        card(1, "value = 9", "value = 8"),
        ("value_sum = 368\n", ""),
    )
    mine = load_cards(path)
    assert mine != CARD_SET
    assert mine.mines[0].numbers == "3/4+o=8"
    assert mine.notice == "Card set: my own. Its numbers are those of a real copy."
    state = new(2, 3, cards=mine)
    assert state == new(2, 3, cards=mine.code) == new(2, 3, cards="my own")
    assert f"cards: {mine.code}" in str(state).splitlines()
    for _, then in random_walk(state, 1, 60):
        state, again = then, read_state(str(then))
        assert again == state
        assert hash(again) == hash(state)
        assert again.cards == mine
    cards._loaded.pop("my own")  # as in another process
    assert read_state(unshare(share(str(state)))).cards.mines[0].value == 8
    assert hash(read_code(mine.code)) == hash(mine)
    assert read_state("cards: " + mine.code + "\nkings: d\nopen: m1 - - -").open[0].mine.value == 8


def test_rules_follow_the_numbers_of_the_set(tmp_path: Path) -> None:
    path = written(tmp_path, NAME, ("hand = 6", "hand = 5"), ("camp_start = 4", "camp_start = 2"))
    state = new(3, 1, cards=load_cards(path))
    assert [len(hand) for hand in state.hands] == [5, 5, 5]
    assert sum(map(len, state.camp)) == 2
    assert len(state.deck or ()) == 80 - 4 - 2 - 15
    assert read_state(str(state)) == state


def test_a_name_stands_for_one_set(tmp_path: Path) -> None:
    """V7; the same file may be changed and read again."""
    with pytest.raises(RulesError, match=r"set, name: got 'reconstructed-v1', expected another name"):
        load_cards(
            written(tmp_path, card(1, "value = 9", "value = 8"), ("value_sum = 368", "value_sum = 367"))
        )
    first = load_cards(written(tmp_path, NAME))
    assert load_cards(written(tmp_path, NAME, file="copy.toml")) == first
    changes = (NAME, card(1, "value = 9", "value = 8"), ("value_sum = 368", "value_sum = 367"))
    with pytest.raises(RulesError, match=r"other.toml, set, name: got 'my own', expected another name"):
        load_cards(written(tmp_path, *changes, file="other.toml"))
    path = written(tmp_path, NAME, file="copy.toml")
    load_cards(path)
    changed = load_cards(written(tmp_path, *changes, file="copy.toml"))
    assert changed.mines[0].value == 8
    table = json.loads(unshare(changed.code))
    table["set"]["name"] = "reconstructed-v1"
    code = share(json.dumps(table, sort_keys=True, separators=(",", ":")))
    with pytest.raises(RulesError, match="expected another name than the shipped set's"):
        read_code(code)


def test_mines_alike_are_told(tmp_path: Path) -> None:
    """V8 is a notice and no error."""
    changes = (
        card(2, "value = 6", "value = 7"),
        card(76, "value = 5", "value = 7"),
        ("value_sum = 368", "value_sum = 371"),
    )
    twin = load_cards(written(tmp_path, NAME, *changes))
    assert twin.twins == ((2, 37, 76),)
    assert twin.notice.endswith("Mines alike: m2 and m37 and m76.")


def test_what_may_be_left_out(tmp_path: Path) -> None:
    text = SHIPPED.replace(*NAME)
    for start, end in (
        ("\n[provenance.parameters]", "\n[totals]"),
        ("\n[totals]", "\n[[king]]"),
        ("\nnote = ", "\n[parameters]"),
    ):
        text = text[: text.index(start)] + text[text.index(end) :]
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    mine = load_cards(path)
    assert mine.mines == CARD_SET.mines
    assert len(mine.origins) == len(PARTS)


def doubled(text: str) -> str:
    return text + "\n" + SHIPPED[SHIPPED.index("\n[[card]]\n") :][1:].partition("\n\n")[0] + "\n"


BAD_FILES: tuple[tuple[str, Callable[[str], str] | tuple[str, str], str], ...] = (
    ("V1 doubled", doubled, "card, entry 81, n: got 1 a second time, expected 1 to 80 once each"),
    ("V1 high", ("n = 80", "n = 81"), "card, entry 80, n: got 81, expected 1 to 80"),
    ("V1 missing", lambda text: text[: text.rindex("[[card]]")], "card: got 79 cards, expected 80; number 80 is missing"),
    ("V2", card(3, '"d1"', '"d0"'), "card 3, unit: got d0 3 times, expected 2 times (KD-3)"),
    ("V2 name", card(3, '"d1"', '"x1"'), "card 3, unit: got 'x1', expected a race d o g t and a strength 0 to 9"),
    ("V2 hidden", card(3, '"d1"', '"d?"'), "card 3, unit: got 'd?', expected a race"),
    ("V3 text", card(7, "size = 1", 'size = "1"'), "card 7, size: got '1' (a text), expected a whole number"),
    ("V3 bool", card(7, "size = 1", "size = true"), "card 7, size: got True (true or false), expected a whole"),
    ("V3 overseer", card(7, "true", "1"), "card 7, overseer: got 1 (a whole number), expected true or false"),
    ("V3 key", card(7, "size = 1", "sise = 1"), "card, entry 7: got the key 'sise', expected n, unit, defence"),
    ("V3 lost", card(7, "size = 1\n", ""), "card, entry 7: the key 'size' is missing"),
    ("V4 defence", card(9, "defence = 1", "defence = 5"), "card 9, defence: got 5, expected 1 to 4"),
    ("V4 size", card(9, "size = 3", "size = 0"), "card 9, size: got 0, expected 1 to 4"),
    ("V4 value", card(9, "value = 7", "value = 10"), "card 9, value: got 10, expected 1 to 9"),
    ("V5 overseers", ("overseers = 32", "overseers = 31"), "totals, overseers: got 32 on the cards, expected 31"),
    ("V5 sum", ("value_sum = 368", "value_sum = 1"), "totals, value_sum: got 368 on the cards, expected 1"),
    ("V5 defence", card(9, "defence = 1", "defence = 2"), "totals, per_defence: got 19 cards of defence 1, expected 20"),
    ("V5 size", ("per_size = 20", "per_size = 19"), "totals, per_size: got 20 cards of size 1, expected 19"),
    ("V5 key", ("per_size", "per_race"), "totals: got the key 'per_race'"),
    ("V6 race", ('race = "o"', 'race = "d"'), "king, entry 2, race: got 'd', expected d, o, g and t once each"),
    ("V6 shape", ('"triangle"', '"hexagon"'), "king, entry 2, shape: got 'hexagon' a second time"),
    ("V6 three", lambda text: text.replace(text[text.index("\n[[king]]\n") : text.index('[[king]]\nrace = "o"')], ""), "king: got 3 kings, expected 4"),
    ("V7", ("my own", " "), "set, name: got ' ', expected 1 to 120 printable characters"),
    ("format", ("format = 1", "format = 2"), "set, format: got 2, expected 1"),
    ("real", ("real = false", 'real = "no"'), "set, real: got 'no' (a text), expected true or false"),
    ("parameter", ("cards = 80\n", "cards = 79\n"), "parameters, cards: got 79, expected 80"),
    ("limits", ("size_max = 4", "size_max = 10"), "parameters, size_max: got 10, expected 1 to 9"),
    ("order", ("size_min = 1", "size_min = 5"), "parameters, size_max: got 4, expected 5 or more"),
    ("origin", ('value = "reconstructed"', 'value = "guessed"'), "provenance, value: got 'guessed'"),
    ("origin of a number", ('hand = "seed"', 'hand = "guess"'), "provenance, parameters, hand: got 'guess'"),
    ("table", ("\n[totals]", "\n[sums]"), "got the key 'sums'"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("change", "words"), [bad[1:] for bad in BAD_FILES], ids=[bad[0] for bad in BAD_FILES]
)
def test_what_a_card_file_refuses(
    change: Callable[[str], str] | tuple[str, str], words: str, tmp_path: Path
) -> None:
    text = SHIPPED.replace(*NAME)
    if isinstance(change, tuple):
        assert change[0] in text
        text = text.replace(*change, 1)
    else:
        text = change(text)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load_cards(path)
    assert str(caught.value).startswith("mine.toml")
    assert words in str(caught.value)


def test_codes_of_a_set() -> None:
    check_codes(read_code, CARD_SET, "cards", "set")


def test_bad_codes_and_names() -> None:
    for words, expected in (
        ("ps1.AAAA", "cards, share code:"),
        (share("[]"), "cards: got [] (a list), expected a table"),
        (share("{}"), "cards: the key 'set' is missing"),
        (share("no"), "cards: got a code that holds no card set"),
        ("ps1." + "A" * MAX_CODE, "cards: got 'ps1."),
        ("unheard of", "cards: got 'unheard of', expected the name of a loaded card set"),
    ):
        with pytest.raises(RulesError) as caught:
            read_state(f"cards: {words}\nkings: d")
        assert str(caught.value).startswith(expected)
    spaced = share(json.dumps(json.loads(unshare(CARD_SET.code)), sort_keys=True))
    with pytest.raises(RulesError, match="not in its exact form"):
        read_code(spaced)
    with pytest.raises(RulesError, match="new game, cards: got 7, expected a set from load_cards"):
        new(2, 1, cards=7)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="new game, cards: got 'unheard of'"):
        new(2, 1, cards="unheard of")


def test_the_shipped_set_by_name_and_code_is_left_out() -> None:
    plain = read_state("kings: d")
    assert read_state("cards: reconstructed-v1\nkings: d") == plain
    assert read_state(f"cards: {CARD_SET.code}\nkings: d") == plain
    assert "cards" not in str(read_state(f"cards: {CARD_SET.code}\nkings: d"))
    assert final(plain, [], read_move) == plain


# --- counts and chances -------------------------------------------------------------------------

FOLLOW = (72, 64, 56, 48, 40, 32, 24, 16, 8, 8)
CHANCES = {
    "any": (1.0000, 1.0000, 0.9996, 0.9970, 0.9872, 0.9592, 0.8920, 0.7505, 0.4801, 0.4801),
    "foreign": (0.9992, 0.9970, 0.9908, 0.9765, 0.9471, 0.8920, 0.7954, 0.6358, 0.3835, 0.3835),
    "named": (0.7954, 0.7505, 0.6976, 0.6358, 0.5637, 0.4801, 0.3835, 0.2725, 0.1453, 0.1453),
}
CHAINS = {
    2: (37, 29, 22, 16, 11, 7, 4, 2, 1, 9),
    3: (101, 72, 50, 34, 23, 16, 12, 10, 9, 37),
    4: (263, 191, 141, 107, 84, 68, 56, 46, 37, 101),
}
"""Section 6 of the specification, by top 0 to 9."""


def test_how_many_cards_may_follow() -> None:
    assert tuple(map(odds.follower_cards, range(10))) == FOLLOW
    for top in range(10):
        counted = sum(may_follow(top, STRENGTH[unit]) for unit in CARD_SET.units)
        assert odds.follower_cards(top) == counted
        named = sum(may_follow(top, STRENGTH[unit]) and RACE[unit] == 2 for unit in CARD_SET.units)
        assert odds.follower_cards(top, "named") == named == counted // 4
    assert odds.follower_cards(None) == 80
    assert odds.follower_cards(9, wrap=False) == 0


@pytest.mark.parametrize("races", CHANCES)
def test_chances_to_hold_a_follower(races: str) -> None:
    found = tuple(round(float(odds.follower_chance(top, races)), 4) for top in range(10))
    assert found == CHANCES[races]


def test_other_chances_of_six_cards() -> None:
    assert round(float(odds.chance_of(20)), 4) == 0.8334
    assert round(float(1 - odds.chance_of(20)), 4) == 0.1666
    assert round(float(odds.chance_of(8)), 4) == 0.4801
    assert round(float(odds.chance_of(16)), 4) == 0.7505
    assert odds.chance_of(0) == 0
    assert odds.chance_of(80) == odds.chance_of(75) == 1


@pytest.mark.parametrize("length", CHAINS)
def test_chains_after_a_top(length: int) -> None:
    assert tuple(odds.chains(length, top) for top in range(10)) == CHAINS[length]


def test_chains_from_an_empty_pile() -> None:
    assert [odds.chains(length) for length in range(1, 6)] == [10, 46, 138, 364, 1094]
    for length, wrap in product(range(4), (True, False)):
        counted = sum(
            all(may_follow(a, b, wrap) for a, b in pairwise(chain))
            for chain in product(range(10), repeat=length)
        )
        assert odds.chains(length, wrap=wrap) == counted


def test_chances_to_fill_a_bare_mine() -> None:
    found = [
        [round(float(odds.fill_chance(size, overseer)), 4) for size in range(1, 5)]
        for overseer in (False, True)
    ]
    assert found == [[0.9999, 0.9935, 0.9220, 0.6559], [0.7431, 0.5957, 0.3894, 0.1876]]


def fills(hand: tuple[int, ...], size: int, overseer: bool, top: int | None) -> bool:
    """Whether some order of some cards fills a dwarf's mine, by trying all orders."""
    for chosen in permutations(hand, size + overseer):
        races = [RACE[unit] == 0 for unit in chosen]
        if any(races[:size]) or not all(races[size:]):
            continue
        chain = [top, *(STRENGTH[unit] for unit in chosen)]
        if all(may_follow(below, unit) for below, unit in pairwise(chain)):  # type: ignore[arg-type]
            return True
    return False


def pairs_of_cards() -> Iterator[tuple[int, int]]:
    return combinations(CARD_SET.units, 2)


@pytest.mark.parametrize(("size", "overseer"), [(1, False), (2, False), (1, True)])
@pytest.mark.parametrize("top", [None, 5, 9])
def test_fill_chances_of_two_cards_by_trying_all(size: int, overseer: bool, top: int | None) -> None:
    good = sum(fills(pair, size, overseer, top) for pair in pairs_of_cards())
    assert odds.fill_chance(size, overseer, top, hand=2) == Fraction(good, 80 * 79 // 2)


def test_fill_chances_of_six_cards_by_a_sample() -> None:
    rng = random.Random(5)
    hands = [tuple(rng.sample(CARD_SET.units, 6)) for _ in range(1500)]
    for size, overseer in ((3, False), (2, True)):
        share_of = sum(fills(hand, size, overseer, None) for hand in hands) / len(hands)
        assert abs(share_of - odds.fill_chance(size, overseer)) < 0.04


def test_needs_and_points() -> None:
    assert [odds.mines_with_need(most) for most in range(1, 6)] == [12, 32, 52, 72, 80]
    assert odds.points_per_card() == Fraction(368, 232)
    assert round(float(odds.points_per_card()), 2) == 1.59
    assert len(ALL_UNITS) == 40


def test_numbers_of_the_lessons() -> None:
    """Section 8 of the specification, where it is no simulation."""
    assert sum(mine.defence == 1 for mine in CARD_SET.mines) == 20  # S9
    assert odds.chains(3, 9) == 37  # S4: three more cards after a 9
    assert [odds.chains(3, top) for top in (0, 3, 6)] == [101, 34, 12]  # S5
    assert round(float(odds.follower_chance(7, "named")), 2) == 0.27  # S6
    assert round(float(odds.follower_chance(3, "named")), 2) == 0.64  # S8
    assert Fraction(odds.mines_with_need(1), 80) == 1 - Fraction(85, 100)  # S2


def test_words_of_the_file_are_ours() -> None:
    assert re.search(r"(?m)^# provenance:", SHIPPED)
