"""puzzles.core.text: position lines and share codes, exact round trips and hostile input."""

from __future__ import annotations

import base64
import hashlib
import re
import string
import zlib

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzles.core.state import RulesError
from puzzles.core.text import (
    MAX_SHARED,
    MAX_TEXT,
    MAX_WHOLE,
    SHARE_PREFIX,
    join_list,
    join_seats,
    read_fields,
    read_whole,
    share,
    shorten,
    split_list,
    split_seats,
    unshare,
    write_fields,
)

KEYS = ("game", "players", "board")
WORDS = st.text(alphabet="abcxyz0123456789=?-", min_size=1, max_size=8).filter(lambda word: word != "-")


# --- key: value ---------------------------------------------------------------------------------


@given(st.dictionaries(st.sampled_from(KEYS), WORDS))
def test_fields_round_trip(fields: dict[str, str]) -> None:
    ordered = {key: fields[key] for key in KEYS if key in fields}
    assert read_fields(write_fields(ordered), KEYS) == ordered


def test_fields_are_written_in_the_order_given() -> None:
    assert write_fields([("b", "1"), ("a", "2")]) == "b: 1\na: 2"
    assert write_fields({}) == ""


def test_a_value_may_hold_colons_and_be_empty() -> None:
    assert read_fields("game: a: b\nplayers:", KEYS) == {"game": "a: b", "players": ""}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game", "position, line 1: got 'game', expected 'key: value'"),
        ("\n\ngame = toy", "position, line 3: got 'game = toy', expected 'key: value'"),
        ("colour: red", "line 1: got the key 'colour', expected one of game, players, board"),
        ("Game: toy", "line 1: got the key 'Game', expected one of game, players, board"),
        ("game: a\ngame: b", "line 2: got the key 'game' a second time, expected it once"),
        ("board: a\ngame: b", "line 2: got the key 'game' after 'board', expected the order game, players"),
        ("x" * (MAX_TEXT + 1), f"got {MAX_TEXT + 1} characters, expected at most {MAX_TEXT}"),
        (7, "position: got int, expected a text"),
        ("q" * 900, "line 1: got 'qqq"),
    ],
)
def test_fields_refuse_in_words(text: object, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_fields(text, KEYS)  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert len(str(caught.value)) < 200


def test_fields_say_where() -> None:
    with pytest.raises(RulesError, match=r"^saved game, line 1: "):
        read_fields("?", KEYS, where="saved game")


# --- numbers, lists, seats ----------------------------------------------------------------------


@given(st.integers(0, MAX_WHOLE - 1))
def test_whole_numbers_round_trip(number: int) -> None:
    assert read_whole(str(number), "here") == number


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", "01", "1.0", "1e3", "0x1", " 1", "1_000", "²", "٣", "9" * 19]
)
def test_whole_numbers_are_plain_digits(text: str) -> None:
    with pytest.raises(RulesError, match=r"^here: got .*, expected a whole number, 2 to 9$"):
        read_whole(text, "here", 2, 9)


def test_whole_numbers_have_limits() -> None:
    assert [read_whole(str(number), "here", 2, 4) for number in (2, 3, 4)] == [2, 3, 4]
    with pytest.raises(RulesError, match="here: got 1, expected 2 to 4"):
        read_whole("1", "here", 2, 4)
    with pytest.raises(RulesError, match="here: got 5, expected 2 to 4"):
        read_whole("5", "here", 2, 4)
    with pytest.raises(RulesError, match="here: got 1, expected 2 or more"):
        read_whole("1", "here", 2)


@given(st.lists(WORDS))
def test_lists_round_trip(words: list[str]) -> None:
    assert split_list(join_list(words)) == words


def test_the_empty_list_is_a_dash() -> None:
    assert join_list([]) == "-"
    assert split_list("-") == split_list("") == []


@given(st.lists(st.lists(WORDS).map(join_list), min_size=1, max_size=5))
def test_seats_round_trip(parts: list[str]) -> None:
    assert split_seats(join_seats(parts), len(parts), "hands") == parts


def test_seats_are_counted() -> None:
    with pytest.raises(RulesError, match=r"hands: got 3 parts, expected 2, one a seat, separated by ' \| '"):
        split_seats("1 | 2 | 3", 2, "hands")


def test_shorten() -> None:
    assert shorten("abc") == "abc"
    assert shorten("a" * 60) == "a" * 60
    assert shorten("a" * 61) == "a" * 59 + "…"


# --- share code ---------------------------------------------------------------------------------


@given(st.text(max_size=400))
def test_share_codes_round_trip(text: str) -> None:
    code = share(text)
    assert unshare(code) == text
    assert re.fullmatch(r"ps1\.[A-Za-z0-9_-]+", code)


def test_share_codes_survive_line_breaks_of_a_mail() -> None:
    code = share("game: toy\n" * 50)
    broken = "\n  ".join(code[at : at + 20] for at in range(0, len(code), 20))
    assert unshare(f" {broken} \n") == "game: toy\n" * 50


def test_share_codes_compress() -> None:
    assert len(share("swap a1 b1 spend 12\n" * 500)) < 200


@settings(max_examples=300)
@given(st.text(alphabet="game: toy\n0123456789|", min_size=1, max_size=80), st.data())
def test_a_tampered_share_code_is_refused(text: str, data: st.DataObject) -> None:
    code = share(text)
    how = data.draw(st.sampled_from(["change", "drop", "insert", "cut", "swap"]))
    at = data.draw(st.integers(0, len(code) - 1))
    letter = data.draw(st.sampled_from("ABCXYZabcxyz0123456789-_.=+/é"))
    changed = {
        "change": code[:at] + letter + code[at + 1 :],
        "drop": code[:at] + code[at + 1 :],
        "insert": code[:at] + letter + code[at:],
        "cut": code[:at],
        "swap": code[:at] + code[at : at + 2][::-1] + code[at + 2 :],
    }[how]
    assume(changed != code)
    with pytest.raises(RulesError, match=r"^share code: .*expected"):
        unshare(changed)


def test_every_changed_letter_of_a_share_code_is_noticed() -> None:
    # the compressed form of this text has spare bits in the middle, where a change alters no byte of the text
    code = share("0000")
    letters = string.ascii_letters + string.digits + "-_"
    for at in range(len(SHARE_PREFIX), len(code)):
        for letter in letters.replace(code[at], ""):
            with pytest.raises(RulesError, match="share code: "):
                unshare(code[:at] + letter + code[at + 1 :])


@given(st.text(max_size=60))
def test_any_text_is_a_share_code_or_refused(text: str) -> None:
    for code in (text, SHARE_PREFIX + text):
        with pytest.raises(RulesError, match=r"^share code: "):
            unshare(code)


def packed(raw: bytes, check: bytes | None = None, more: bytes = b"") -> str:
    pressed = zlib.compress(raw, 9) + more
    head = hashlib.sha256(pressed).digest()[:8] if check is None else check
    return SHARE_PREFIX + base64.urlsafe_b64encode(head + pressed).decode().rstrip("=")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "share code: got '', expected it to begin with 'ps1.'"),
        ("ps2.AAAA", "got 'ps2.AAAA', expected it to begin with 'ps1.'"),
        (share("game: toy")[:-1], "share code: "),
        (share("game: toy") + "AAAA", "the checksum does not fit, expected the code whole and unchanged"),
        (
            packed(b"game: toy", more=b"more"),
            "got a cut, lengthened or too large code, expected it whole and unchanged",
        ),
        (
            packed(b"game: toy", b"12345678"),
            "the checksum does not fit, expected the code whole and unchanged",
        ),
        (packed(b"\xff\xfe"), "got bytes that are not UTF-8, expected a text"),
        (packed(b"a" * (MAX_SHARED + 1)), "got a cut, lengthened or too large code"),
        (packed(b"a" * 100_000_000), "got a cut, lengthened or too large code"),
        (SHARE_PREFIX + "A" * (2 * MAX_SHARED), f"characters, expected at most {2 * MAX_SHARED}"),
        (None, "share code: got NoneType, expected a text"),
        (b"ps1.AAAA", "share code: got bytes, expected a text"),
    ],
)
def test_share_codes_refuse_in_words(code: object, words: str) -> None:
    with pytest.raises(RulesError) as caught:
        unshare(code)  # type: ignore[arg-type]
    assert words in str(caught.value)
    assert len(str(caught.value)) < 200


def test_the_largest_text_that_is_shared() -> None:
    largest = "".join(hashlib.sha256(str(n).encode()).hexdigest() for n in range(MAX_SHARED // 64))
    assert len(largest) == MAX_SHARED
    assert unshare(share(largest)) == largest
    for text in ("a" * (MAX_SHARED + 1), "é" * (MAX_SHARED // 2 + 1)):
        with pytest.raises(RulesError, match=rf"bytes to share, expected at most {MAX_SHARED}"):
            share(text)
    # the worst case: bytes that do not compress at all
    noise = "".join(chr(0x4E00 + int(largest[n : n + 3], 16)) for n in range(0, len(largest), 3))
    noise = noise.encode()[: MAX_SHARED - MAX_SHARED % 3].decode()
    assert unshare(share(noise)) == noise


def test_half_a_character_is_refused() -> None:
    with pytest.raises(RulesError, match="share code: got half a character"):
        share("\ud800")
