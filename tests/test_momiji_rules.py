"""Momiji, one test a rule: MJ-1 to MJ-96, every option, and the reference facts."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import comb

import pytest
from asking import Asking, legal
from walks import walk

from puzzles.core.play import random_walk
from puzzles.core.shuffle import shuffle
from puzzles.core.state import Outcome, RulesError
from puzzles.momiji import CARD_SET, GAME, OPTIONS, State, deal, new, read_move, read_state, seating
from puzzles.momiji.cards import CARDS, LEFT, LETTER, LETTERS, RIGHT, TEXT, UNKNOWN, VALUE
from puzzles.momiji.piles import step, touching
from puzzles.momiji.scoring import meets, metric, row_points, scores, torii_needed, winners
from puzzles.momiji.state import KEYS, cards_text, row_text

asking = Asking(read_move)
after, refused = asking.after, asking.refused

OBJECTIVES = tuple(CARD_SET.objectives)


def position(**keys: object) -> State:
    """The state with these lines, brought into their order; the other keys are left out."""
    return read_state("\n".join(f"{name}: {keys[name]}" for name in sorted(keys, key=KEYS.index)))


def cards(text: str) -> list[int]:
    return [CARDS[word] for word in text.split()]


def all_cards_of(state: State) -> Counter[int]:
    """Every card, wherever it is."""
    found = Counter([*state.deck, *state.discard, *state.display])
    for hand in state.hands:
        found.update(hand)
    for row in state.rows:
        found.update(card for pile in row for card in pile)
    return found


def key(state: State, name: str) -> str:
    """A line of the position text; empty when it is left out."""
    lines = dict(line.split(": ", 1) for line in str(state).splitlines())
    return lines.get(name, "")


# --- material and set-up ------------------------------------------------------------------------


def test_mj_1_fourteen_cards_of_each_type() -> None:
    assert CARD_SET.counts == (5, 4, 3, 2)
    for players in range(1, 5):
        found = all_cards_of(new(players, 3))
        by_type = Counter(LETTER[card] for card in found.elements())
        assert set(by_type.values()) == {14}
        for letter in by_type:
            values = Counter(VALUE[card] for card in found.elements() if LETTER[card] == letter)
            assert values == {0: 5, 1: 4, 2: 3, 3: 2}


def test_mj_2_the_number_of_players_decides() -> None:
    for players, number, deck in ((1, 4, 46), (2, 4, 40), (3, 5, 48), (4, 6, 56)):
        state = new(players, 8)
        assert len(state.types) == number
        assert len(state.objectives) == number
        assert torii_needed(state) == number
        assert len(state.deck) == deck


def test_mj_3_types_are_drawn_from_the_six() -> None:
    seen: Counter[str] = Counter()
    for seed in range(300):
        types = new(2, seed).types
        assert list(types) == sorted(types, key=LETTERS.index)
        seen.update(types)
    assert set(seen) == set(LETTERS)
    assert all(150 < number < 250 for number in seen.values())  # 200 expected, standard deviation 8
    assert new(4, 1).types == LETTERS
    absent = next(letter for letter in LETTERS if letter not in new(2, 1).types)
    assert "MJ-3" in refused(new(2, 1), f"collect {absent}")


def test_mj_4_six_secret_cards_for_each_seat() -> None:
    for players in range(1, 5):
        state = new(players, 5)
        assert [len(hand) for hand in state.hands] == [6] * players
        for seat in range(players):
            view = state.view(seat)
            assert view.hands[seat] == state.hands[seat]
            assert all(view.hands[other] == (UNKNOWN,) * 6 for other in range(players) if other != seat)
            assert set(view.deck) == {UNKNOWN}
    assert len({new(2, seed).hands for seed in range(50)}) == 50


def test_mj_5_four_cards_in_the_display_as_they_come() -> None:
    alike = 0
    for seed in range(400):
        state = new(2, seed)
        assert len(state.display) == 4
        assert list(state.display) == sorted(state.display)
        alike += len({LETTER[card] for card in state.display}) == 1
    assert 0 < alike < 20  # 1.1 % of deals: they stay


def test_mj_6_objectives_name_only_types_in_play() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(400):
        state = new(2, seed)
        assert list(state.objectives) == sorted(set(state.objectives))
        drawn.update(state.objectives)
        for name in state.objectives:
            objective = CARD_SET.objectives[name]
            assert objective.metric != "type_count" or objective.arg in state.types
    assert set(drawn) == set(OBJECTIVES)
    # 4 of 12; a type is in play in 2 of 3 games
    assert all(90 < number < 180 for name, number in drawn.items() if name not in "O03O04O05O06O07O08")
    assert all(55 < drawn[f"O0{digit}"] < 125 for digit in range(3, 9))


def test_mj_7_landscapes_a_b_c_for_everybody() -> None:
    for players in range(1, 5):
        assert new(players, 1).landscapes == (("A", "B", "C"),) * players
    assert [CARD_SET.landscapes[name].section for name in "ABC"] == ["left", "middle", "right"]
    assert new(2, 1, landscapes="none").landscapes == ((), ())
    with pytest.raises(RulesError, match="at most one landscape of each section"):
        position(landscapes="A D | -")


def test_mj_8_draft() -> None:
    state = new(3, 4, landscapes="draft")
    sections = Counter(CARD_SET.landscapes[name].section for name in state.draft)
    assert sections == {"left": 4, "middle": 4, "right": 4}
    assert "MJ-8" in refused(state, "end")
    seats, walked = [], [state]
    for move, then in random_walk(state, 1, 9):
        assert str(move).startswith("pick ")
        seats.append(walked[-1].to_move)
        assert read_state(str(then)) == then
        walked.append(then)
    assert seats == [0, 1, 2, 2, 1, 0, 0, 1, 2]
    done = walked[-1]
    assert done.draft == ()
    assert done.to_move == 0
    for names in done.landscapes:
        assert [CARD_SET.landscapes[name].section for name in names] == ["left", "middle", "right"]
    assert "MJ-8" in refused(done, f"pick {done.landscapes[0][0]}")
    assert not any(str(move).startswith("pick") for move in done.moves())


def test_mj_8_one_tile_of_each_section_and_all_if_there_are_fewer() -> None:
    assert [len(new(players, 2, landscapes="draft").draft) for players in range(1, 5)] == [6, 9, 12, 15]
    state = new(1, 2, landscapes="draft")
    first = state.draft[0]
    again = [name for name in state.draft if name != first and CARD_SET.landscapes[name].section == "left"]
    picked = after(state, f"pick {first}")
    assert "MJ-8" in refused(picked, f"pick {(again or [first])[0]}")
    absent = next(name for name in CARD_SET.landscapes if name not in state.draft)
    assert "MJ-8" in refused(state, f"pick {absent}")
    drafts = {new(2, seed, landscapes="draft").draft for seed in range(20)}
    assert len(drafts) > 10


def test_mj_9_two_acorns_at_the_start() -> None:
    assert [new(players, 1).acorns for players in range(1, 5)] == [(2,) * players for players in range(1, 5)]


def test_mj_10_seat_0_begins_and_who_sits_there_is_drawn() -> None:
    for players in range(1, 5):
        assert new(players, 6).to_move == 0
        assert sorted(seating(players, 6)) == list(range(players))
    first = Counter(seating(4, seed)[0] for seed in range(400))
    assert set(first) == {0, 1, 2, 3}
    assert all(60 < number < 140 for number in first.values())
    state, seats = new(3, 1), []
    for move, then in random_walk(state, 1):
        if str(move) == "end":
            seats.append((state.to_move, then.to_move))
        state = then
    assert len(seats) > 6
    assert all(then == (now + 1) % 3 for now, then in seats[:-1])


def test_mj_11_the_supply_cuts_a_gain() -> None:
    hand = {"hands": "r0= o0= y0= g0= r1> | -"}
    free = after(position(**hand, acorns="1 | 4"), "play right r0= right o0= right y0=")
    assert free.acorns == (5, 4)
    tight = position(options="supply=7", **hand, acorns="1 | 4")
    assert after(tight, "play right r0= right o0= right y0=").acorns == (3, 4)
    empty = position(options="supply=5", **hand, acorns="1 | 4")
    assert after(empty, "play right r0= right o0= right y0=", "exchange g0= r1>").acorns == (1, 4)
    assert new(2, 1, supply="3").acorns == (2, 1)
    assert new(4, 1, supply="1").acorns == (1, 0, 0, 0)
    # what is paid goes back to the supply
    paid = after(position(options="supply=5", **hand, acorns="3 | 2", objectives="O01"), "activate O01")
    assert after(paid, "exchange g0= r1>").acorns == (1, 2)


def test_mj_12_the_shuffles_of_the_set_up() -> None:
    state = new(3, 9, landscapes="draft")
    types = [letter for letter in LETTERS if letter in shuffle(LETTERS, 9, "types")[:5]]
    assert list(state.types) == types
    deck = shuffle(CARD_SET.deck(state.types, "A"), 9, "leaves")
    assert state.hands == tuple(tuple(sorted(deck[6 * seat : 6 * seat + 6])) for seat in range(3))
    assert state.display == tuple(sorted(deck[18:22]))
    assert state.deck == deck[22:]
    allowed = [
        n for n, one in CARD_SET.objectives.items() if one.metric != "type_count" or one.arg in state.types
    ]
    assert state.objectives == tuple(sorted(shuffle(allowed, 9, "objectives")[:5]))
    assert seating(3, 9) == shuffle(range(3), 9, "seats")
    tiles = shuffle([n for n, one in CARD_SET.landscapes.items() for _ in range(one.copies)], 9, "draft")
    left = [n for n in tiles if CARD_SET.landscapes[n].section == "left"][:4]
    assert sorted(left) == [n for n in state.draft if CARD_SET.landscapes[n].section == "left"]
    # nothing is drawn later: the rest follows from the state alone
    assert [str(a[1]) for a in random_walk(new(2, 3), 1)] == [str(a[1]) for a in random_walk(new(2, 3), 1)]


# --- a turn -------------------------------------------------------------------------------------

TABLE = {
    "acorns": "5 | 5",
    "hands": "r0= r0= o0= y0= | -",
    "display": "g0= g1> y1< y2",
    "deck": "b0= b1> p0= p1< r2 o2 y3 g3",
    "types": "r o y g b p",
    "objectives": "O01 O02",
}


def test_mj_20_one_main_action() -> None:
    start = position(**TABLE)
    for main in ("collect g", "play right r0=", "play right o0= right y0=", "activate O01"):
        done = after(start, main)
        for other in ("collect y", "play right r0= r0=", "activate O02", "reveal"):
            assert refused(done, other).startswith("MJ-20"), (main, other)
        assert "end" in legal(done)
        assert legal(done, "collect") == legal(done, "play") == legal(done, "activate") == []


def test_mj_21_one_exchange_and_one_landscape_at_any_moment() -> None:
    start = position(**TABLE, landscapes="D G I | -")
    for order in (
        ("exchange r0= r0=", "use D", "collect g"),
        ("use D", "collect g", "exchange r0= r0="),
        ("collect g", "use D", "exchange r0= r0="),
        ("reveal", "use D", "exchange r0= r0=", "collect g"),
    ):
        done = after(start, *order)
        assert "MJ-21" in refused(done, "exchange o0= y0=")
        assert "MJ-21" in refused(done, "use G")
        assert legal(done, "exchange") == legal(done, "use") == []
        again = after(done, "end", "collect y", "end") if "reveal" not in order else done
        assert again.done.exchanged is ("reveal" in order)
    both = after(start, "exchange r0= r0=", "use D", "collect g", "end", "collect y", "end")
    assert legal(both, "exchange")
    assert legal(both, "use") == ["use G", "use I"]


def test_mj_22_no_idle_end_while_a_main_action_is_possible() -> None:
    deck = "r2 o2"
    for more, words in (
        ({"display": "g0="}, "collect"),
        ({"acorns": "1 | 0"}, "reveal"),
        ({"hands": "r0= | -"}, "play"),
        ({"hands": "r1> | -", "row0": "r:0="}, "play"),
        ({"acorns": "3 | 0", "objectives": "O01", "deck": "-"}, "activate"),
    ):
        state = position(**{"deck": deck, **more})
        assert f"MJ-22: a main action is possible ({words}" in refused(state, "end")
    for more in (
        {},
        {"hands": "r1> r3 | -"},
        {"hands": "r3 | -", "row0": "r:0="},
        {"acorns": "2 | 0", "objectives": "O01", "deck": "-"},
        {"acorns": "3 | 0", "deck": "-"},
    ):
        assert "end" in legal(position(**{"deck": deck, **more}))
    third = position(acorns="2 | 0", hands="r1> r2 | -", deck="-", objectives="O02")
    assert "end" in legal(third)
    brought = after(third, "exchange r1> r2")
    assert "MJ-22" in refused(brought, "end")
    assert legal(brought) == ["activate O02"]
    cheap = position(acorns="2 | 0", deck="-", objectives="O02", landscapes="I | -")
    assert "end" in legal(cheap)
    assert legal(after(cheap, "use I")) == ["activate O02"]


def test_mj_23_the_order_at_the_end_of_a_turn() -> None:
    # hand limit before refill: the surplus is gone before cards are turned up
    state = position(
        hands="r0= r0= r0= o0= o0= o0= y0= y0= | -", display="g0= g0= g1>", deck="g2 g3 g1< r1> y1< y2"
    )
    full = after(state, "collect g")
    assert "MJ-70" in refused(full, "end")
    assert full.display == ()
    dropped = after(full, "drop g0=", "drop g0=", "drop g1>", "end")
    assert cards_text(dropped.display) == "r1> g1< g2 g3"
    # wind before refill, refill before the end check, which finds the deck empty
    alone = position(players=1, hands="r0=", display="y0= y1< g0=", deck="o0= o1< r1>")
    blown = after(alone, "play right r0=", "end")
    assert cards_text(blown.discard) != "-"
    assert cards_text(blown.display) == "r1> o0= o1< g0="
    assert blown.turns_left == 0
    # the end check before the next seat
    last = after(position(to_move=1, display="r0=", deck="o0="), "collect r", "end")
    assert (last.turns_left, last.to_move) == (0, 1)


def test_mj_24_all_idle_in_succession_ends_the_game() -> None:
    idle = position(options="refill=none", deck="r0= o0=", hands="r1> | r2")
    once = after(idle, "end")
    assert once.outcome() is None
    assert once.idle == 1
    assert key(once, "idle") == "1"
    over = after(once, "end")
    assert over.turns_left == 0
    assert over.outcome() == Outcome("idle", (0, 0), (0, 1))
    assert over.to_move == 1
    assert refused(over, "end").startswith("MJ-24")
    # a main action in between starts the count again
    busy = position(options="refill=none", deck="r0= o0=", hands="r1> | r0=")
    again = after(busy, "end", "play right r0=", "end")
    assert (again.idle, again.outcome()) == (0, None)
    # once the end is triggered all turns are played
    counted = position(turns_left=4, deck="-", options="refill=none")
    assert after(counted, "end", "end", "end").outcome() is None
    assert after(counted, "end", "end", "end", "end").outcome() is not None
    three = position(players=3, options="refill=none", deck="r0= o0=")
    assert after(three, "end", "end").outcome() is None
    assert after(three, "end", "end", "end").outcome() is not None


# --- collect ------------------------------------------------------------------------------------


def test_mj_30_collect_takes_all_cards_of_a_type() -> None:
    state = position(**TABLE)
    assert legal(state, "collect") == ["collect y", "collect g"]
    done = after(state, "collect g")
    assert cards_text(done.hands[0]) == "r0= r0= o0= y0= g0= g1>"
    assert cards_text(done.display) == "y1< y2"
    assert cards_text(done.known[0]) == "g0= g1>"
    assert key(done, "done") == "collect=g"
    assert refused(state, "collect r").startswith("MJ-30")


def test_mj_31_a_reveal_adds_four_cards_for_an_acorn() -> None:
    state = position(**TABLE)
    shown = after(state, "reveal")
    assert shown.acorns == (4, 5)
    assert cards_text(shown.display) == "y1< y2 g0= g1> b0= b1> p0= p1<"
    assert cards_text(shown.deck) == "r2 o2 y3 g3"
    assert cards_text(after(shown, "collect g").display) == "y1< y2 b0= b1> p0= p1<"
    short = after(position(acorns="1 | 0", display="r0=", deck="o0= o1>"), "reveal")
    assert cards_text(short.display) == "r0= o0= o1>"
    assert short.deck == ()
    assert refused(position(acorns="1 | 0", display="r0=", deck="-"), "reveal").startswith("MJ-31")
    assert refused(position(display="r0=", deck="o0="), "reveal").startswith("MJ-31")


def test_mj_32_after_a_reveal_one_must_collect() -> None:
    shown = after(position(**TABLE), "reveal")
    assert refused(shown, "reveal").startswith("MJ-32")
    assert refused(shown, "play right r0=").startswith("MJ-32")
    assert refused(shown, "activate O01").startswith("MJ-32")
    assert refused(shown, "end").startswith("MJ-22")
    assert {text.split()[0] for text in legal(shown)} == {"collect", "exchange"}
    assert refused(after(shown, "collect g"), "reveal").startswith("MJ-20")


def test_mj_33_the_display_is_filled_to_four() -> None:
    state = position(**TABLE)
    assert cards_text(after(state, "collect g", "end").display) == "y1< y2 b0= b1>"
    assert cards_text(after(state, "play right r0=", "end").display) == "y1< y2 g0= g1>"
    six = after(state, "reveal", "collect g", "end")
    assert cards_text(six.display) == "y1< y2 b0= b1> p0= p1<"
    assert len(six.deck) == 4
    scarce = after(position(display="r0= r1>", deck="o0=", hands="- | y0="), "collect r", "end")
    assert (cards_text(scarce.display), scarce.deck) == ("o0=", ())


# --- play ---------------------------------------------------------------------------------------


def test_mj_40_a_same_play_has_one_or_two_cards_and_no_bonus() -> None:
    state = position(hands="r0= r0= r1> o0= | -", row0="y:0= | r:0=")
    assert {"play r0=", "play r0= r0=", "play r0= r1>", "play r1>"} <= set(legal(state))
    done = after(state, "play r0= r0=")
    assert row_text(done.rows[0]) == "y:0= | r:0= 0= 0="
    assert done.acorns == (0, 0)
    assert key(done, "done") == "play=same"
    assert refused(state, "play r0= r0= r1>").startswith("MJ-40")
    assert refused(state, "play r1<").startswith("MJ-40")
    assert refused(position(hands="r0= | -"), "play right r0= r0=").startswith("MJ-40: 2 times r0=")


def test_mj_41_a_different_play_has_one_card_a_type_and_a_bonus() -> None:
    state = position(hands="r0= o0= y0= g0= | -")
    assert len(legal(state, "play")) == 4 + 12 + 24 + 24
    done = after(state, "play right r0= right o0= right y0= right g0=")
    assert done.acorns == (6, 0)
    assert key(done, "done") == "play=different"
    assert after(state, "play right o0= right r0=").acorns == (2, 0)
    assert refused(state, "play right r0= right b0=").startswith("MJ-41: b0= is not in this hand")
    assert done.hands[0] == ()


def test_mj_42_the_modes_are_never_mixed() -> None:
    state = position(hands="r0= r0= o0= | -", row0="y:0=")
    assert refused(state, "play right r0= r0= right o0=").startswith("MJ-42")
    assert refused(state, "play right r0= right o0= r0=").startswith("MJ-42")
    alone = after(state, "play right r0=")  # touches y, but a single card is a same play
    assert (alone.acorns, alone.done.played) == ((0, 0), "same")
    assert after(state, "play right r0= right o0=").acorns == (4, 0)


def test_mj_43_one_pile_a_type() -> None:
    state = position(hands="r0= o0= | -", row0="r:0= | y:0=")
    assert refused(state, "play right r0=").startswith("MJ-43")
    assert refused(state, "play left r0= right o0=").startswith("MJ-43")
    assert refused(position(hands="r0= r0= | -"), "play right r0= right r0=").startswith("MJ-43")
    rng = random.Random(5)
    for seed in range(12):
        for _, then in walk(new(4, seed), rng.randrange(1000), 200):
            for row in then.rows:
                assert len({LETTER[pile[-1]] for pile in row}) == len(row)
    with pytest.raises(RulesError, match="MJ-43"):
        position(row0="r:0= | r:0=")


ORDER = {None: (0,), 0: (0, 1), 1: (1, 2), 2: (2, 3), 3: ()}
PAIRS = {None: "00 01", 0: "00 01 11 12", 1: "11 12 22 23", 2: "22 23", 3: ""}
ROWS = {None: "-", 0: "r:0=", 1: "r:0= 1>", 2: "r:0= 1> 2", 3: "r:0= 1> 2 3"}
HAND = "r0= r0= r1< r1> r2 r2 r3"


def test_mj_45_an_empty_pile_takes_a_0_only() -> None:
    state = position(hands="r0= o1> y2 g3 | -")
    assert legal(state, "play") == ["play right r0="]
    for card in ("o1>", "y2", "g3"):
        assert refused(state, f"play right {card}").startswith("MJ-45")
    assert refused(state, "play right r0= right o1>").startswith("MJ-45")


@pytest.mark.parametrize("below", [0, 1, 2])
def test_mj_46_the_value_below_or_one_more(below: int) -> None:
    state = position(hands="r0= r1< r2 r3 | -", row0=ROWS[below])
    singles = [text for text in legal(state, "play") if len(text.split()) == 2]
    assert singles == [f"play {TEXT[card]}" for card in cards("r0= r1< r2 r3") if VALUE[card] in ORDER[below]]
    for card in cards("r0= r1< r2 r3"):
        if VALUE[card] not in ORDER[below]:
            assert refused(state, f"play {TEXT[card]}").startswith(
                f"MJ-46: {TEXT[card]} cannot go on a {below}"
            )


@pytest.mark.parametrize("below", [None, 0, 1, 2, 3])
def test_mj_47_the_second_card_lies_on_the_first(below: int | None) -> None:
    state = position(hands=f"{HAND} | -", row0=ROWS[below])
    pairs = {
        "".join(str(VALUE[card]) for card in move.cards)
        for move in state.moves()
        if len(move.cards) == 2
        if move.verb == "play"
    }
    assert pairs == set(PAIRS[below].split())
    if below == 0:
        assert "MJ-47" in refused(state, "play r1< r0=")
        assert row_text(after(state, "play r1> r2").rows[0]) == "r:0= 1> 2"


def test_mj_48_a_3_closes_the_pile() -> None:
    state = position(hands="r3 r3 r2 | -", row0="r:0= 1> 2")
    closed = after(state, "play r3")
    assert metric(closed, 0, "O11") == 1
    later = replace(closed, done=state.done)
    assert legal(later, "play") == []
    assert refused(later, "play r3").startswith("MJ-48")
    assert refused(state, "play r3 r3").startswith("MJ-48")
    with pytest.raises(RulesError, match="MJ-48"):
        position(row0="r:0= 1> 2 3 3")


def test_mj_49_other_seats_still_build_that_type() -> None:
    state = position(to_move=1, hands="- | r2", row0="r:0= 1> 2 3", row1="r:0= 1>")
    assert legal(state, "play") == ["play r2"]


# --- the row ------------------------------------------------------------------------------------


def test_mj_50_piles_keep_their_order() -> None:
    rng = random.Random(2)
    for seed in range(15):
        state = new(3, seed, new_pile="anywhere")
        for move, then in walk(state, rng.randrange(1000), 150):
            for before, row in zip(state.rows, then.rows, strict=True):
                old = [LETTER[pile[-1]] for pile in before]
                kept = [LETTER[pile[-1]] for pile in row if LETTER[pile[-1]] in old]
                assert kept == old, str(move)
            state = then


def test_mj_51_a_new_pile_goes_to_either_end() -> None:
    state = position(hands="o0= | -", row0="r:0= | y:0=")
    assert legal(state, "play") == ["play left o0=", "play right o0="]
    assert row_text(after(state, "play left o0=").rows[0]) == "o:0= | r:0= | y:0="
    assert row_text(after(state, "play right o0=").rows[0]) == "r:0= | y:0= | o:0="
    for wrong in ("play o0=", "play at 1 o0="):
        assert refused(state, wrong).startswith("MJ-51")
    empty = position(hands="o0= | -")
    assert legal(empty, "play") == ["play right o0="]
    for wrong in ("play o0=", "play left o0=", "play at 0 o0="):
        assert refused(empty, wrong).startswith("MJ-51")


def test_mj_52_new_piles_one_after_another_in_any_order() -> None:
    state = position(hands="o0= y0= g0= | -", row0="r:0=")
    rows = {
        row_text(state.play(move).rows[0]).replace(":0=", "")
        for move in state.moves()
        if move.mode == "different"
    }
    wanted = set()
    for size in (2, 3):
        for chosen in product("oyg", repeat=size):
            if len(set(chosen)) == size:
                for left in range(size + 1):
                    wanted.add(" | ".join([*chosen[:left], "r", *chosen[left:]]))
    assert rows == wanted
    plays = [move for move in state.moves() if move.mode == "different"]
    assert len(plays) == len(rows)  # no row twice
    placed = after(state, "play left o0= left y0= right g0=")
    assert row_text(placed.rows[0]) == "y:0= | o:0= | r:0= | g:0="


def test_mj_53_piles_are_recalled() -> None:
    state = position(row0="r:0= 0= 1> | o:0=", row1="y:0=")
    assert state.view(1).rows == state.rows


# --- acorns -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tops", "bonus"),
    [("= = =", 4), ("> < >", 2), ("< >", 0), ("= . =", 0), ("> < > <", 4), ("=", 0), ("= = = = = =", 10)],
)
def test_mj_60_bonus_of_tops_from_left_to_right(tops: str, bonus: int) -> None:
    """The reference facts; the last card played is a 1 or a 0 that touches nothing new."""
    marks = ["" if mark == "." else mark for mark in tops.split()]
    row = tuple((CARDS[f"{letter}1{mark}"],) for letter, mark in zip(LETTERS, marks, strict=False) if mark)
    if "" in marks:
        row = tuple(
            (CARDS[f"{letter}1{mark}" if mark else f"{letter}2"],)
            for letter, mark in zip(LETTERS, marks, strict=False)
        )
    assert 2 * sum(touching(row)) == bonus


def test_mj_60_every_pair_of_the_row_pays_at_each_different_play() -> None:
    state = position(hands="p1> b1< | -", row0="r:0= | o:0= | p:0= | b:0= 1<", types="r o y g b p")
    pair = after(state, "play p1> b1<")
    # r-o and o-p do not both stay: r= o= touch, o= p> does not (p1> has no left icon), p> b< touch
    assert pair.acorns == (4, 0)
    again = position(hands="r2 o0= | -", row0="r:0= 1> | o:0= | y:0= | g:0=")
    assert after(again, "play r2 o0=").acorns == (4, 0)
    assert after(again, "play o0=").acorns == (0, 0)  # a same play pays nothing
    turned = position(hands="r1> o1< | -", row0="o:0= | r:0=")
    assert after(turned, "play o1< r1>").acorns == (0, 0)
    for left, right in product(("=", "<", ">", ""), repeat=2):
        row = ((CARDS[f"r0{left}"],), (CARDS[f"o0{right}"],))
        assert touching(row) == (left in ("=", ">") and right in ("=", "<"),)


def test_mj_61_covered_icons_do_not_count() -> None:
    state = position(hands="g0= y2 | -", row0="r:0= | y:0= 1<")
    covered = after(state, "play y2 right g0=")
    assert covered.acorns == (0, 0)
    assert after(state, "play right g0=").acorns == (0, 0)
    open_pair = position(hands="g0= y1> | -", row0="r:0= | y:0= 1<")
    assert after(open_pair, "play y1> right g0=").acorns == (2, 0)


# --- activate, exchange, landscapes -------------------------------------------------------------


def test_mj_64_activate_for_three_acorns() -> None:
    state = position(acorns="3 | 5", objectives="O02 O05 O09", held="O01 | O03", deck="-")
    done = after(state, "activate O05")
    assert done.acorns == (0, 5)
    assert done.objectives == ("O02", "O09")
    assert done.held == (("O01", "O05"), ("O03",))
    assert key(done, "done") == "activate"
    assert legal(state, "activate") == ["activate O02", "activate O05", "activate O09"]
    assert refused(state, "activate O04").startswith("MJ-64")
    assert refused(state, "activate O03") == "MJ-64: objective O03 was activated already"
    poor = position(acorns="2 | 5", objectives="O02", deck="-")
    assert refused(poor, "activate O02").startswith("MJ-64: to activate costs 3")


def test_mj_65_only_activated_objectives_score() -> None:
    rows = {"row0": "r:0= 0=", "row1": "o:0=", "turns_left": 0}
    assert scores(position(**rows, objectives="O01")) == (0, 0)
    assert scores(position(**rows, held="O01 | -")) == (10, 0)
    assert scores(position(**rows, held="- | O01")) == (3, 0)


def test_mj_66_any_number_may_be_held() -> None:
    state = position(acorns="9 | 0", objectives="O12 O13", held="O01 O02 O03 O04 O05 O06 O09 | -", deck="-")
    assert after(state, "activate O13").held[0] == ("O01", "O02", "O03", "O04", "O05", "O06", "O09", "O13")


def test_mj_67_exchange_two_cards_for_an_acorn() -> None:
    state = position(hands="r0= r0= o3 | -", display="y0=", deck="g0= g0= g1< g1> g2 g2")
    assert legal(state, "exchange") == ["exchange r0= r0=", "exchange r0= o3"]
    done = after(state, "exchange o3 r0=")
    assert done.acorns == (1, 0)
    assert cards_text(done.hands[0]) == "r0="
    assert Counter(cards("r0= o3")) == Counter(done.discard) - Counter(state.discard)
    assert refused(state, "exchange r0= y0=").startswith("MJ-67")
    assert refused(state, "exchange o3 o3").startswith("MJ-67")
    for wrong in ("exchange r0=", "exchange r0= r0= o3"):
        assert refused(state, wrong).startswith("MJ-67")
    # the discard never comes back
    for seed in range(10):
        gone: Counter[int] = Counter()
        for _, then in walk(new(2, seed), seed, 150):
            assert not gone - Counter(then.discard)
            gone = Counter(then.discard)


def test_mj_68_a_landscape_costs_an_acorn_and_is_used_once() -> None:
    state = position(**TABLE, landscapes="D B C | -")
    done = after(state, "use D", "collect g")
    assert done.acorns == (4, 5)
    assert key(done, "landscapes") == "D* B C | -"
    later = after(done, "end", "collect y", "end")
    assert refused(later, "use D").startswith("MJ-68: landscape D was used already")
    assert refused(later, "use A g").startswith("MJ-68")
    assert refused(position(**{**TABLE, "acorns": "0 | 0"}, landscapes="D | -"), "use D").startswith("MJ-68")
    unused = after(state, "use B", "collect g", "end")  # the power is lost, the acorn too
    assert unused.acorns == (4, 5)


WHEN = ("before", "collected", "same", "different", "activated", "revealed")


@pytest.mark.parametrize("name", CARD_SET.landscapes)
def test_mj_69_when_a_power_may_be_used(name: str) -> None:
    """Before the main action, after collecting, after a same or a different play, after activating, after a reveal."""
    before, collected, same, different, activated, revealed = WHEN
    allowed = {
        "A": {collected},
        "B": {before, revealed},
        "C": {same},
        "D": {before, collected, same, different, activated, revealed},
        "E": {before, collected, same, different, activated, revealed},
        "F": {collected},
        "G": {before, revealed},
        "H": {before, collected, same, different, activated, revealed},
        "I": {before, revealed},
        "J": {collected},
        "K": {before, revealed},
    }[name]
    start = position(**TABLE, row0="g:0= | b:0=", landscapes=f"{name} | -")
    moves = {
        before: (),
        collected: ("collect g",),
        same: ("play right r0=",),
        different: ("play right r0= right o0=",),
        activated: ("activate O01",),
        revealed: ("reveal",),
    }
    for when, played in moves.items():
        state = after(start, *played)
        uses = legal(state, "use")
        assert bool(uses) is (when in allowed), when
        if not uses:
            text = {"A": "use A y", "F": "use F g0= y2", "H": "use H 0"}.get(name, f"use {name}")
            assert refused(state, text).startswith("MJ-69")


def test_mj_69_a_takes_a_second_type() -> None:
    state = after(position(**TABLE, landscapes="A | -"), "collect g")
    assert legal(state, "use") == ["use A y"]
    done = after(state, "use A y")
    assert done.display == ()
    assert cards_text(done.known[0]) == "y1< y2 g0= g1>"
    assert cards_text(done.hands[0]) == "r0= r0= o0= y0= y1< y2 g0= g1>"
    for wrong in ("use A g", "use A r", "use A", "use A 1", "use A g0= y2"):
        assert refused(state, wrong).startswith("MJ-69")


def test_mj_69_b_allows_three_cards() -> None:
    state = position(acorns="1 | 0", hands="r0= r0= r1> r2 o0= | -", landscapes="B | -")
    assert max(len(move.cards) for move in state.moves() if move.verb == "play") == 2
    used = after(state, "use B")
    threes = [str(move) for move in used.moves() if len(move.cards) == 3]
    assert threes == ["play right r0= r0= r1>", "play right r0= r1> r2"]
    assert row_text(after(used, "play right r0= r1> r2").rows[0]) == "r:0= 1> 2"
    assert refused(used, "play right r0= r0= r1> r2").startswith("MJ-40")
    assert refused(used, "play right r0= r0= r2").startswith("MJ-46")


def test_mj_69_c_pays_after_a_same_play() -> None:
    state = position(acorns="1 | 0", hands="o0= | -", row0="r:0=", landscapes="C | -")
    played = after(state, "play right o0=")
    assert played.acorns == (1, 0)
    assert after(played, "use C").acorns == (2, 0)


def test_mj_69_d_draws_two() -> None:
    state = position(**TABLE, landscapes="D | -")
    done = after(state, "use D")
    assert cards_text(done.hands[0]) == "r0= r0= o0= y0= b0= b1>"
    assert done.known[0] == ()
    assert cards_text(done.deck) == "p0= p1< r2 o2 y3 g3"
    one = after(position(acorns="1 | 0", display="r0=", deck="o3", landscapes="D | -"), "use D")
    assert (cards_text(one.hands[0]), one.deck) == ("o3", ())
    none = position(acorns="1 | 0", display="r0=", deck="-", landscapes="D | -")
    assert refused(none, "use D").startswith("MJ-69")


def test_mj_69_e_lifts_the_hand_limit() -> None:
    hand = "r0= r0= r0= o0= o0= o0= y0= y0="
    state = position(
        acorns="1 | 0",
        hands=f"{hand} | -",
        display="g0= g1>",
        deck="g2 g2 g2 r1> r1> y1< y1> y2",
        landscapes="E | -",
    )
    full = after(state, "collect g")
    assert refused(full, "end").startswith("MJ-70")
    used = after(full, "use E")
    assert refused(used, "drop r0=").startswith("MJ-69")
    ten = after(used, "end")
    assert len(ten.hands[0]) == 10
    assert read_state(str(ten)) == ten
    # at the end of the next turn the limit holds again
    back = after(ten, "collect r", "end", "collect g")
    assert len(back.hands[0]) == 13
    assert refused(back, "end") == "MJ-70: 13 cards in hand, drop 5 first"


def test_mj_69_f_trades_one_card() -> None:
    state = position(**{**TABLE, "hands": "g2 y0= | -"}, landscapes="F | -")
    collected = after(state, "collect g")
    assert legal(collected, "use") == [
        f"use F {give} {take}" for give in ("g0=", "g1>", "g2") for take in ("y1<", "y2")
    ]
    done = after(collected, "use F g2 y1<")
    assert cards_text(done.hands[0]) == "y0= y1< g0= g1>"
    assert cards_text(done.known[0]) == "y1< g0= g1>"
    assert cards_text(done.display) == "y2 g2"
    for wrong in ("use F y0= y1<", "use F g0= g1>", "use F g0= r0=", "use F g3 y1<", "use F"):
        assert refused(collected, wrong).startswith("MJ-69")
    both = after(collected, "use F g0= y1<")  # the known one is given, so it is known no more
    assert cards_text(both.known[0]) == "y1< g1>"


def test_mj_69_g_lets_one_card_skip_a_value() -> None:
    state = position(acorns="1 | 0", hands="r2 r3 o3 y2 y0= | -", row0="r:0= | o:0= 1<", landscapes="G | -")
    assert [t for t in legal(state, "play") if "y0=" not in t] == []
    used = after(state, "use G")
    assert [t for t in legal(used, "play") if "y0=" not in t] == ["play r2", "play r2 r3", "play o3"]
    assert "play r2 left y0=" in legal(used)
    assert refused(used, "play r2 o3").startswith("MJ-46")  # one card only
    assert refused(used, "play right y2").startswith("MJ-45")  # a pile still begins with a 0
    assert refused(used, "play r3").startswith("MJ-46")  # three above
    done = after(used, "play r2 r3")
    assert row_text(done.rows[0]) == "r:0= 2 3 | o:0= 1<"
    assert read_state(str(done)) == done


def test_mj_69_h_swaps_two_piles() -> None:
    state = position(acorns="1 | 0", hands="g0= | -", row0="r:0= | o:0= 1< | y:0=", landscapes="H | -")
    assert legal(state, "use") == ["use H 0", "use H 1"]
    done = after(state, "use H 1")
    assert row_text(done.rows[0]) == "r:0= | y:0= | o:0= 1<"
    assert done.acorns == (0, 0)
    for wrong in ("use H 2", "use H 5", "use H", "use H r"):
        assert refused(state, wrong).startswith("MJ-69")
    played = after(
        position(acorns="1 | 0", hands="r0= o0= | -", landscapes="H | -"), "play right r0= right o0="
    )
    assert after(played, "use H 0").acorns == (2, 0)  # 1 + 2 - 1: the bonus is not paid again


def test_mj_69_i_makes_an_objective_cheap() -> None:
    state = position(acorns="2 | 0", objectives="O01", landscapes="I | -", deck="-")
    assert legal(state, "activate") == []
    used = after(state, "use I")
    assert after(used, "activate O01").acorns == (0, 0)
    assert used.acorns == (1, 0)


def test_mj_69_j_plays_after_collecting() -> None:
    state = position(**TABLE, landscapes="J | -", row0="g:0=")
    used = after(state, "reveal", "collect g", "use J")
    assert "end" in legal(used)
    done = after(used, "play g1> left r0=")
    assert key(done, "done") == "reveal collect=g play=different use=J"
    assert refused(done, "play left o0=").startswith("MJ-20")
    assert done.acorns == (5 - 1 - 1, 5)
    assert read_state(str(done)) == done


def test_mj_69_k_pays_three_a_pair() -> None:
    state = position(acorns="1 | 0", hands="r0= o0= y0= | -", landscapes="K | -")
    used = after(state, "use K")
    assert after(used, "play right r0= right o0= right y0=").acorns == (6, 0)
    assert after(used, "play right r0=").acorns == (0, 0)
    assert after(state, "play right r0= right o0= right y0=").acorns == (5, 0)


def test_mj_69_needs_what_it_names() -> None:
    state = after(position(**TABLE, landscapes="D H C | -"), "play right r0=")
    for wrong in ("use D r", "use D 1", "use C g0= y2"):
        assert refused(state, wrong).startswith("MJ-69: nothing must be named")


# --- hand limit and end -------------------------------------------------------------------------

EIGHT = "r0= r0= r0= o0= o0= o0= y0= y0="


def test_mj_70_the_surplus_is_dropped() -> None:
    state = position(hands=f"{EIGHT} | -", display="g0= g1>", deck="g2 g2 g2 r1> r1> y1<")
    assert legal(state, "drop") == []
    assert refused(state, "drop r0=").startswith("MJ-70")
    full = after(state, "collect g")
    assert legal(full, "drop") == ["drop r0=", "drop o0=", "drop y0=", "drop g0=", "drop g1>"]
    assert refused(full, "end") == "MJ-70: 10 cards in hand, drop 2 first"
    assert legal(full, "exchange")
    one = after(full, "drop g0=")
    assert key(one, "done") == "collect=g drop"
    assert {text.split()[0] for text in legal(one)} == {"drop"}
    assert refused(one, "exchange r0= r0=").startswith("MJ-70")
    assert refused(one, "drop p0=").startswith("MJ-70")
    assert read_state(str(one)) == one
    two = after(one, "drop g1>")
    assert legal(two) == ["end"]
    assert refused(two, "drop r0=").startswith("MJ-70")
    assert Counter(cards("g0= g1>")) == Counter(two.discard) - Counter(state.discard)
    assert after(full, "exchange r0= r0=", "end").to_move == 1  # 8 left


def test_mj_70_dropping_when_the_main_action_may_be_left_out() -> None:
    hand = "r1> r1> r2 r2 r3 o1> o2 o2"
    state = position(
        acorns="1 | 0", hands=f"{hand} | -", deck="o3", landscapes="D | -", options="refill=none"
    )
    drawn = after(state, "use D")
    assert legal(drawn, "drop")[:1] == ["drop r1>"]
    assert refused(drawn, "end").startswith("MJ-70")
    done = after(drawn, "drop o3")
    assert legal(done) == ["end"]
    assert after(done, "end").to_move == 1
    busy = position(
        acorns="1 | 0", hands=f"{EIGHT} | -", deck="o3", landscapes="D | -", options="refill=none"
    )
    assert refused(after(busy, "use D"), "drop o3") == "MJ-70: cards are dropped after the main action"


def test_mj_80_deck_or_torii_trigger_the_end() -> None:
    closed = "r:0= 1> 2 3 | o:0= 1> 2 3"
    three = {"row0": closed, "row1": "r:0= 1< 2 3 | o:0= 1<", "display": "y0= y0= y1< y1<"}
    fourth = position(**three, to_move=1, hands="- | o2 y0=", deck="g0= g0=")
    assert after(fourth, "play o2", "end").turns_left is None
    closing = position(
        **{**three, "row1": "r:0= 1< 2 3 | o:0= 1< 2"}, to_move=1, hands="- | o3", deck="g0= g0="
    )
    played = after(closing, "play o3")
    assert played.turns_left is None  # checked at the end of the turn
    over = after(played, "end")
    assert (over.turns_left, over.outcome() and over.outcome().reason) == (0, "torii")  # type: ignore[union-attr]
    last_card = position(display="r0= r0= o0=", deck="y0=", hands="- | g0=")
    assert after(last_card, "collect o", "end").turns_left == 1  # the refill emptied the deck
    assert after(position(display="r0= r0= o0= o0= y0=", deck="y1<"), "collect y", "end").turns_left is None
    assert new(3, 1).turns_left is None


def test_mj_81_the_round_is_finished() -> None:
    keys = {"players": 3, "display": "r0= r0= o0= o0= y0=", "deck": "-"}
    first = after(position(**keys), "collect y", "end")
    assert (first.to_move, first.turns_left) == (1, 2)
    assert key(first, "turns_left") == "2"
    second = after(first, "collect o", "end")
    assert (second.to_move, second.turns_left, second.outcome()) == (2, 1, None)
    third = after(second, "collect r", "end")
    assert third.turns_left == 0
    assert third.outcome() == Outcome("deck", (0, 0, 0), (0, 1, 2))
    assert third.to_move == 2
    assert third.moves() == []
    assert refused(third, "end").startswith("MJ-81")
    assert after(position(**keys, to_move=2), "collect y", "end").turns_left == 0
    for players in range(1, 5):
        for seed in range(5):
            turns: Counter[int] = Counter()
            state = new(players, seed)
            for move, then in random_walk(state, seed, 2000):
                turns[state.to_move] += str(move) == "end"
                state = then
            assert state.outcome() is not None
            assert len(set(turns.values())) == 1


def test_mj_81_a_number_once_set_only_counts_down() -> None:
    state = position(turns_left=3, row0="r:0= 1> 2 3", hands="o0= | r0=", deck="-", display="y0= y0= g0=")
    lefts = []
    for main in ("collect y", "collect g", "play right o0="):
        state = after(state, main, "end")
        lefts.append(state.turns_left)
    assert lefts == [2, 1, 0]


# --- scoring ------------------------------------------------------------------------------------


def test_mj_85_top_value_times_number_of_cards() -> None:
    assert row_points(position(row0="r:0= 0= 1> 2 2 3").rows[0]) == 18
    assert row_points(position(row0="o:0= 1> 1<").rows[0]) == 3
    assert row_points(position(row0="y:0= 0=").rows[0]) == 0
    assert row_points(position(row0="r:0= 0= 0= 0= 0=").rows[0]) == 0
    largest = "r:0= 0= 0= 0= 0= 1< 1< 1> 1> 2 2 2 3"
    assert row_points(position(row0=largest).rows[0]) == 39
    example = position(
        turns_left=0,
        row0="r:0= 0= 1> 2 2 3 | o:0= 1> 1< | y:0= 0=",
        row1="o:0=",
        acorns="4 | 0",
        held="O12 | -",
    )
    assert scores(example) == (18 + 3 + 0 + 4 + 10, 0)


def test_mj_86_an_acorn_scores_one() -> None:
    assert scores(position(turns_left=0, acorns="7 | 2")) == (7, 2)


@pytest.mark.parametrize(
    ("zeros", "holder", "points"),
    [((4, 4, 2), 0, (10, 3, 0)), ((1, 4, 4), 0, (0, 3, 3)), ((4, 4, 2), None, (0, 0, 0))],
)
def test_mj_87_all_with_the_best_value_meet_it(
    zeros: tuple[int, ...], holder: int | None, points: tuple[int, ...]
) -> None:
    rows = {f"row{seat}": f"{'roy'[seat]}:" + " ".join(["0="] * number) for seat, number in enumerate(zeros)}
    held = " | ".join("O01" if seat == holder else "-" for seat in range(3))
    assert scores(position(players=3, turns_left=0, **rows, held=held)) == points


def test_mj_88_a_best_value_of_0_is_met_by_nobody() -> None:
    state = position(turns_left=0, held="O11 | -", row0="r:0=", hands="r3 o3 | -")
    assert meets(state, "O11") == ()
    assert scores(state) == (0, 0)
    hand_only = position(turns_left=0, held="O01 | -", hands="r0= o0= | -")
    assert meets(hand_only, "O01") == ()


def test_mj_89_hand_cards_and_unused_landscapes_score_nothing() -> None:
    state = position(turns_left=0, hands="r3 r2 | -", landscapes="A B C | A* B C")
    assert scores(state) == (0, 0)


def test_mj_90_most_points_then_acorns_then_torii() -> None:
    assert winners(position(turns_left=0, acorns="3 | 2")) == (0,)
    by_acorns = position(turns_left=0, acorns="2 | 4", row0="r:0= 1>")
    assert scores(by_acorns) == (4, 4)
    assert winners(by_acorns) == (1,)
    by_torii = position(
        turns_left=0, row0="r:0= 1> 2 2 2 2".replace(" 2 2 2 2", " 2 3"), row1="o:0= 0= 0= 1> 1< 2"
    )
    assert scores(by_torii) == (12, 12)
    assert winners(by_torii) == (0,)
    shared = position(turns_left=0, players=3, acorns="1 | 1 | 1")
    assert winners(shared) == (0, 1, 2)


def test_mj_91_what_the_objectives_count() -> None:
    state = position(
        players=4,
        row0="r:0= 0= 1> 1< 2 3 | o:0= | y:0= 1> 1< 2 2 | g:0= 0= 0= | b:0= 1< 2 | p:0= 1>",
        acorns="5 | 0 | 0 | 0",
    )
    wanted = {
        "O01": 9,
        "O02": 3 + 0 + 2 + 0 + 2 + 1,
        "O03": 6,
        "O04": 1,
        "O05": 5,
        "O06": 3,
        "O07": 3,
        "O08": 2,
        "O09": 6,
        "O10": 4,
        "O11": 1,
        "O12": 6,
        "O13": 6,
        "O14": 5,
    }
    assert {name: metric(state, 0, name) for name in OBJECTIVES} == wanted
    assert {name: metric(state, 1, name) for name in OBJECTIVES} == dict.fromkeys(OBJECTIVES, 0)


# --- alone --------------------------------------------------------------------------------------

WON = "r:0= 0= 0= 1> 2 2 3 | o:0= 1> 2 3 | y:0= 1> 2"


def test_mj_95_alone_40_points_an_objective_and_two_closed_piles() -> None:
    won = position(players=1, turns_left=0, row0=WON, held="O11", acorns=0)
    assert scores(won) == (21 + 12 + 6 + 10,)
    assert won.outcome() == Outcome("turns", (49,), (0,))
    unmet = position(players=1, turns_left=0, row0=WON, held="O14", acorns=5)
    assert scores(unmet) == (44,)
    assert winners(unmet) == ()
    none_held = position(players=1, turns_left=0, row0=WON, acorns=5)
    assert winners(none_held) == ()
    poor = position(players=1, turns_left=0, row0="r:0= 1> 2 3 | o:0= 1> 2 3", held="O11", acorns=5)
    assert scores(poor) == (39,)
    assert winners(poor) == ()
    assert winners(replace(poor, acorns=(6,))) == (0,)
    one_closed = position(
        players=1, turns_left=0, row0="r:0= 0= 0= 1> 1> 1< 1< 2 2 2 3", held="O03", acorns=9
    )
    assert scores(one_closed) == (52,)
    assert winners(one_closed) == ()
    for name, objective in CARD_SET.objectives.items():
        if objective.metric == "acorns":
            assert meets(position(players=1, acorns=objective.solo), name) == (0,)
            assert meets(position(players=1, acorns=objective.solo - 1), name) == ()


def test_mj_96_alone_the_wind_takes_the_largest_type() -> None:
    state = position(players=1, hands="r0=", display="r1> o0= o1< y0= y1<", deck="g0= g1> g2 g3 r2")
    done = after(state, "play right r0=", "end")
    assert cards_text(done.display) == "r1> y0= y1< g0="
    assert Counter(cards("o0= o1<")) == Counter(done.discard) - Counter(state.discard)
    two = position(hands="r0= | -", display="r1> o0= o1< y0= y1<", deck="g0= g1> g2 g3 r2")
    assert cards_text(after(two, "play right r0=", "end").display) == "r1> o0= o1< y0= y1<"


# --- options: each test fails without its option ------------------------------------------------


def test_option_icons() -> None:
    marks = {
        "A": ["=====", "<<>>", "", ""],
        "B": ["=====", "<<>>", "<>", ""],
        "C": ["===<>", "<>", "", ""],
    }
    for table, wanted in marks.items():
        state = new(2, 1, icons=table)
        letter = state.types[0]
        own = [TEXT[card] for card in all_cards_of(state).elements() if LETTER[card] == letter]
        assert ["".join(sorted(t[2:] for t in own if t[1] == str(v))) for v in range(4)] == [
            "".join(sorted(text)) for text in wanted
        ]
    state = position(options="icons=B", hands="r2> | -", row0="r:0= 1>")
    assert legal(state, "play") == ["play r2>"]
    with pytest.raises(RulesError, match="got the face r2>"):
        position(hands="r2> | -")
    with pytest.raises(RulesError, match="got the face r1="):
        position(hands="r1= | -")


def test_option_start_acorns() -> None:
    for number in "01345":
        assert new(3, 1, start_acorns=number).acorns == (int(number),) * 3
    assert new(4, 1, start_acorns="by_seat").acorns == (2, 2, 3, 3)
    assert new(4, 1, start_acorns="by_seat", supply="6").acorns == (2, 2, 2, 0)


def test_option_refill() -> None:
    keys = {"display": "r0= r1> o0=", "deck": "y0= y1< y2 y3 g0= g1>", "hands": "- | -"}
    none = after(position(**keys, options="refill=none"), "collect r", "end")
    assert cards_text(none.display) == "o0="
    empty = position(**keys, options="refill=when_empty")
    one_left = after(empty, "collect r", "end")
    assert cards_text(one_left.display) == "o0="
    assert cards_text(after(one_left, "collect o", "end").display) == "y0= y1< y2 y3"


def test_option_new_pile() -> None:
    keys = {"hands": "o0= y0= | -", "row0": "r:0= | g:0="}
    right = position(**keys, options="new_pile=right_end")
    assert legal(right, "play") == [
        "play right o0=",
        "play right y0=",
        "play right o0= right y0=",
        "play right y0= right o0=",
    ]
    assert refused(right, "play left o0=").startswith("MJ-51")
    anywhere = position(**keys, options="new_pile=anywhere")
    singles = [text for text in legal(anywhere, "play") if "y0=" not in text]
    assert singles == ["play at 0 o0=", "play at 1 o0=", "play at 2 o0="]
    assert row_text(after(anywhere, "play at 1 o0=").rows[0]) == "r:0= | o:0= | g:0="
    both = [move for move in anywhere.moves() if move.mode == "different"]
    rows = {row_text(anywhere.play(move).rows[0]) for move in both}
    assert len(both) == len(rows) == 12  # 4 x 3 places
    assert row_text(after(anywhere, "play at 0 o0= at 0 y0=").rows[0]) == "y:0= | o:0= | r:0= | g:0="
    for wrong in ("play at 3 o0=", "play right o0=", "play o0="):
        assert refused(anywhere, wrong).startswith("MJ-51")
    empty = position(hands="o0= y0= | -", options="new_pile=anywhere")
    assert legal(empty, "play")[:2] == ["play at 0 o0=", "play at 0 y0="]
    assert len(legal(empty, "play")) == 4


def test_option_torii() -> None:
    twice = [torii_needed(new(players, 1, torii="twice_players")) for players in range(1, 5)]
    assert twice == [4, 4, 6, 8]
    closed = "r:0= 1> 2 3 | o:0= 1> 2 3 | y:0= 1> 2 3"
    keys = {
        "players": 3,
        "row0": closed,
        "row1": "r:0= 1< 2 3 | o:0= 1< 2 3",
        "display": "g0= g0= g1< g1<",
        "hands": "- | - | y0=",
        "deck": "b0= b0=",
        "to_move": 2,
    }
    assert after(position(**keys), "play right y0=", "end").turns_left == 0
    assert after(position(**keys, options="torii=twice_players"), "play right y0=", "end").turns_left is None


def test_option_last_round() -> None:
    keys = {"players": 3, "display": "r0= r0= o0= o0= y0=", "deck": "-"}
    lefts = {
        name: [
            after(position(**keys, to_move=seat, options=f"last_round={name}"), "collect y", "end").turns_left
            for seat in range(3)
        ]
        for name in ("one_more", "immediate", "finish")
    }
    assert lefts == {"one_more": [5, 4, 3], "immediate": [0, 0, 0], "finish": [2, 1, 0]}


def test_option_tie_break() -> None:
    keys = {"turns_left": 0, "acorns": "2 | 4", "row0": "r:0= 1>"}
    assert winners(position(**keys, options="tie_break=shared")) == (0, 1)
    assert winners(position(**keys)) == (1,)


def test_option_unused_landscape() -> None:
    keys = {"turns_left": 0, "landscapes": "A B* C | A B C*"}
    assert [scores(position(**keys, options=f"unused_landscape={n}")) for n in (1, 2)] == [(2, 2), (4, 4)]


def test_option_landscapes() -> None:
    assert new(2, 1, landscapes="none").landscapes == ((), ())
    assert new(2, 1, landscapes="draft").landscapes == ((), ())
    assert new(2, 1, landscapes="draft").draft
    assert new(2, 1).landscapes == (("A", "B", "C"),) * 2


def test_option_recall() -> None:
    state = position(
        row0="r:0= 0= 1> | o:0=", row1="y:0=", hands="r1< | -", display="g0=", options="recall=tops"
    )
    view = state.view(0)
    assert key(view, "row0") == "r:? 1> | o:? 0="
    assert key(view, "row1") == "y:? 0="
    assert key(view, "deck") == f"?{len(state.deck)}"
    assert read_state(str(view)) == view
    # any pile with this top looks the same
    other = position(
        row0="r:0= 1> | o:0= 0=",
        row1="y:0=",
        hands="r1< | -",
        display="g0=",
        options="recall=tops",
    )
    assert len(other.deck) == len(state.deck)
    assert other.view(0) == view
    assert metric(view, 0, "O13") is None
    assert metric(view, 0, "O02") == 1
    with pytest.raises(RulesError, match="recall=tops"):
        row_points(view.rows[0])
    played = after(view, "play r1<")
    assert key(played, "row0") == "r:? 1> 1< | o:? 0="
    over = replace(state, turns_left=0, done=state.done)
    assert over.view(1).rows == over.rows
    assert over.view(1).outcome() == over.outcome()


def test_option_hand_limit() -> None:
    state = position(
        hands="r0= r0= o0= o0= y0= y0= | -", display="g0=", deck="g1> g2", options="hand_limit=6"
    )
    assert refused(after(state, "collect g"), "end").startswith("MJ-70: 7 cards")
    many = position(hands=f"{EIGHT} | -", display="g0=", deck="g1> g2", options="hand_limit=20")
    assert len(after(many, "collect g", "end").hands[0]) == 9
    with pytest.raises(RulesError, match="expected at most 6"):
        position(hands=f"{EIGHT} | -", options="hand_limit=6")


def test_option_zero_best() -> None:
    state = position(turns_left=0, held="O11 | -", options="zero_best=yes")
    assert meets(state, "O11") == (0, 1)
    assert scores(state) == (10, 3)


def test_every_option_has_a_test_here() -> None:
    named = {name.removeprefix("test_option_") for name in globals() if name.startswith("test_option_")}
    # supply and closed_bonus: test_mj_11_... and test_momiji_cards.py (no card of this set is closed with an icon)
    assert named | {"supply", "closed_bonus"} == {option.name for option in OPTIONS}


def test_every_rule_has_a_test_here() -> None:
    tested = {name.split("_")[2] for name in globals() if name.startswith("test_mj_")}
    assert {f"MJ-{number}" for number in tested} == set(GAME.rules)
    assert len(GAME.rules) == 54


# --- views and deals ----------------------------------------------------------------------------


def test_a_view_knows_what_was_collected_in_the_open() -> None:
    state = after(position(**{**TABLE, "hands": "r0= | r2 r2"}), "collect g", "end", "collect y", "end")
    view = state.view(0)
    assert cards_text(view.hands[1]) == "y1< y2 ?2"
    assert cards_text(view.known[1]) == "y1< y2"
    assert cards_text(state.view(1).hands[0]) == "g0= g1> ?1"
    played = after(position(hands="r0= r0= | -", known="r0= | -", display="o0="), "play right r0=")
    assert played.known == ((), ())
    assert cards_text(played.view(1).hands[0]) == "?1"


def test_a_move_that_needs_an_unknown_card_raises() -> None:
    view = position(**TABLE, landscapes="D | -").view(0)
    for moves in (["reveal"], ["use D"], ["collect g", "end"]):
        with pytest.raises(RulesError, match="the next card is not known"):
            after(view, *moves)
    assert after(view, "play right r0=", "end").to_move == 1  # the display is full, nothing is turned up


@pytest.mark.parametrize("options", [{}, {"recall": "tops"}, {"recall": "tops", "landscapes": "draft"}])
def test_deals_fit_the_view(options: dict[str, str]) -> None:
    rng = random.Random(7)
    different = 0
    for seed in range(12):
        for move, state in walk(new(seed % 4 + 1, seed, **options), seed, 120):
            if rng.random() < 0.15:
                seat = rng.randrange(state.seats)
                view = state.view(seat)
                dealt = deal(view, rng)
                assert dealt.view(seat) == view, str(move)
                assert read_state(str(dealt)) == dealt
                assert all_cards_of(dealt) == all_cards_of(state)
                different += dealt != state
    assert different > 30


def test_deals_are_the_same_for_the_same_seed() -> None:
    view = new(3, 5).view(1)
    assert deal(view, random.Random(1)) == deal(view, random.Random(1))
    assert len({deal(view, random.Random(seed)) for seed in range(20)}) == 20


def test_a_deal_that_cannot_be() -> None:
    text = "options: recall=tops\nrow0: r:? 1>\nrow1: r:0= 0= 0= 0= 0=\ndeck: ?49"
    with pytest.raises(RulesError, match="deal: no unseen 0 is left for a pile of seat 0"):
        deal(read_state(text), random.Random(1))
    full = "options: recall=tops\nrow0: r:? 0=\ndeck: ?40"
    with pytest.raises(RulesError, match="fit under no pile"):
        deal(read_state(full), random.Random(1))


# --- the order of moves -------------------------------------------------------------------------


def test_the_order_of_moves() -> None:
    state = position(
        acorns="9 | 0",
        hands="r1> o0= o0= y0= | -",
        row0="g:0= | r:0=",
        display="y2 g1<",
        deck="b0=",
        types="r o y g b",
        objectives="O09 O02",
        landscapes="D G K | -",
    )
    assert legal(state) == [
        "reveal",
        "collect y",
        "collect g",
        "play r1>",
        "play left o0=",
        "play right o0=",
        "play left o0= o0=",
        "play right o0= o0=",
        "play left y0=",
        "play right y0=",
        "play r1> right o0=",
        "play r1> left o0=",
        "play r1> right y0=",
        "play r1> left y0=",
        "play right o0= right y0=",
        "play right y0= right o0=",
        "play left o0= right y0=",
        "play left y0= right o0=",
        "play left o0= left y0=",
        "play left y0= left o0=",
        "play r1> right o0= right y0=",
        "play r1> right y0= right o0=",
        "play r1> left o0= right y0=",
        "play r1> left y0= right o0=",
        "play r1> left o0= left y0=",
        "play r1> left y0= left o0=",
        "activate O02",
        "activate O09",
        "use D",
        "use G",
        "use K",
        "exchange r1> o0=",
        "exchange r1> y0=",
        "exchange o0= o0=",
        "exchange o0= y0=",
    ]


@pytest.mark.parametrize("new_pile", ["either_end", "right_end", "anywhere"])
def test_plays_are_sorted(new_pile: str) -> None:
    sizes = 0
    for seed in range(12):
        for _, state in walk(new(seed % 4 + 1, seed, new_pile=new_pile, icons="ABC"[seed % 3]), seed, 150):
            plays = [move for move in state.moves() if move.verb == "play"]
            same = [move for move in plays if move.mode == "same"]
            assert plays[: len(same)] == same
            keys = [(move.cards[0] // 16, move.cards, move.sides) for move in same]
            assert keys == sorted(keys)
            different = [
                (len(move.cards), tuple(sorted(move.cards)), move.sides.count("left"), str(move))
                for move in plays[len(same) :]
            ]
            assert different == sorted(different)
            sizes += len(different)
    assert sizes > 200


def test_old_piles_are_written_in_row_order() -> None:
    state = position(hands="r1> o1< g0= | -", row0="o:0= | r:0=")
    texts = legal(state, "play")
    assert "play o1< r1> left g0=" in texts
    assert "play r1> o1<" not in texts
    swapped = read_move("play r1> o1<")
    assert state.why_not(swapped) is None
    assert state.play(swapped) == after(state, "play o1< r1>")
    assert swapped in state.moves()


# --- reference facts ----------------------------------------------------------------------------


def test_order_table() -> None:
    for below, allowed in ORDER.items():
        assert tuple(value for value in range(4) if step(below, value) == 0) == allowed


@pytest.mark.parametrize(("zeros", "plays"), [(2, 2), (3, 12), (4, 60), (5, 320), (6, 1950)])
def test_different_plays_of_zeros_on_an_empty_row(zeros: int, plays: int) -> None:
    hand = " ".join(f"{letter}0=" for letter in LETTERS[:zeros])
    state = position(hands=f"{hand} | -", types=" ".join(LETTERS))
    assert sum(move.mode == "different" for move in state.moves()) == plays


@pytest.mark.parametrize(("types", "plays"), [(4, 72), (5, 232), (6, 716)])
def test_different_plays_on_old_piles(types: int, plays: int) -> None:
    """Two faces a type at most that fit: 3^T - 1 - 2T."""
    letters = LETTERS[:types]
    hand = " ".join(f"{letter}1< {letter}1>" for letter in letters)
    row = " | ".join(f"{letter}:0=" for letter in letters)
    state = position(hands=f"{hand} | -", row0=row, types=" ".join(letters), options="hand_limit=12")
    assert sum(move.mode == "different" for move in state.moves()) == plays == 3**types - 1 - 2 * types


def _group_sizes(types: int) -> Counter[tuple[int, ...]]:
    """Four cards of `types` x 14: how many deals give these group sizes, descending."""
    found: Counter[tuple[int, ...]] = Counter()
    for sizes in product(range(5), repeat=types):
        if sum(sizes) == 4:
            ways = 1
            for size in sizes:
                ways *= comb(14, size)
            found[tuple(sorted(filter(None, sizes), reverse=True))] += ways
    assert found.total() == comb(14 * types, 4)
    return found


@pytest.mark.parametrize(
    ("types", "groups", "largest", "no_zero", "startable"),
    [
        (4, ".0109 .3018 .5827 .1046", ".1046 .7180 .1665 .0109", ".0600", "1.781"),
        (5, ".0055 .2015 .5836 .2095", ".2095 .6739 .1112 .0055", ".0621", "1.850"),
        (6, ".0031 .1436 .5546 .2986", ".2986 .6190 .0792 .0031", ".0635", "1.897"),
    ],
)
def test_odds_by_exact_enumeration(
    types: int, groups: str, largest: str, no_zero: str, startable: str
) -> None:
    counts, total = _group_sizes(types), comb(14 * types, 4)

    def said(number: int | Fraction, of: int = 1) -> str:
        return f"{float(Fraction(number) / of):.4f}".lstrip("0")

    assert [
        said(sum(n for s, n in counts.items() if len(s) == k), total) for k in range(1, 5)
    ] == groups.split()
    assert [
        said(sum(n for s, n in counts.items() if s[0] == k), total) for k in range(1, 5)
    ] == largest.split()
    without = Fraction(comb(9 * types, 6), comb(14 * types, 6))
    assert said(without) == no_zero
    expected = types * (1 - Fraction(comb(14 * types - 5, 6), comb(14 * types, 6)))
    assert f"{float(expected):.3f}" == startable


def test_the_deals_of_new_games_have_these_odds() -> None:
    sizes = Counter(len({LETTER[card] for card in new(2, seed).display}) for seed in range(1000))
    assert abs(sizes[2] - 302) < 60  # standard deviation 15
    assert abs(sizes[3] - 583) < 64


# --- whole games --------------------------------------------------------------------------------


def _play_out(seed: int) -> Counter[str]:
    """A random game; returns what happened in it, for the test of what the games reach."""
    rng = random.Random(seed)
    players = seed % 4 + 1
    options = {option.name: rng.choice(option.values) for option in OPTIONS if rng.random() < 0.5}
    state = new(players, seed, **options)
    whole = all_cards_of(state)
    objectives = set(state.objectives)
    seen: Counter[str] = Counter(f"{name}={value}" for name, value in options.items() if name != "supply")
    sample = {rng.randrange(1, 120) for _ in range(5)}
    for number, (move, then) in enumerate(walk(state, seed, 3000), 1):
        seen[str(move).split()[0] + (f" {move.id}" if move.verb == "use" else "")] += 1
        state = then
        if number in sample:
            assert read_state(str(state)) == state
            view = state.view(rng.randrange(players))
            assert read_state(str(view)) == view
        assert all_cards_of(state) == whole
        assert min(state.acorns) >= 0
    assert read_state(str(state)) == state
    outcome = state.outcome()
    assert outcome is not None, options
    assert {*state.objectives, *(name for names in state.held for name in names)} == objectives
    if options.get("supply", "none") != "none":
        assert sum(state.acorns) <= int(options["supply"])
    seen[outcome.reason] += 1
    return seen


def test_random_games_over_all_options() -> None:
    seen: Counter[str] = Counter()
    for seed in range(100):
        seen += _play_out(seed)
    assert {"reveal", "collect", "play", "activate", "exchange", "drop", "end", "pick"} <= set(seen)
    assert {"deck", "idle"} <= set(seen)


@pytest.mark.long
def test_two_thousand_random_games_over_all_options() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1000, 3000):
        seen += _play_out(seed)
    for option in OPTIONS:
        for value in option.values:
            assert option.name == "supply" or seen[f"{option.name}={value}"], f"{option.name}={value}"
    assert {f"use {name}" for name in CARD_SET.landscapes} <= set(seen)
    assert {"deck", "idle"} <= set(seen)


def test_tops_and_pairs_agree_with_the_cards() -> None:
    """The tables of faces against their texts."""
    for card, text in enumerate(TEXT):
        assert LETTER[card] == text[0]
        assert VALUE[card] == int(text[1])
        assert LEFT[card] == (text[2:] in ("=", "<"))
        assert RIGHT[card] == (text[2:] in ("=", ">"))
    assert all(a < b for a, b in pairwise(CARDS[text] for text in TEXT))
