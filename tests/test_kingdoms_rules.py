"""Kings Under Mountains: one test for each rule, named by its id; each option; what a seat may know."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from asking import Asking, legal
from walks import KNOWLEDGE, walk

from puzzles.core.play import random_walk
from puzzles.core.shuffle import shuffle
from puzzles.core.state import Outcome, RulesError
from puzzles.kingdoms import CARD_SET, GAME, OPTIONS, State, deal, new, read_move, read_state
from puzzles.kingdoms.moves import END
from puzzles.kingdoms.pieces import (
    ALL_UNITS,
    EMPTY,
    KNOWN,
    RACE,
    RACES,
    STRENGTH,
    TEXT,
    UNITS,
    UNKNOWN,
    UNKNOWN_MINE,
    followers,
    may_follow,
)
from puzzles.kingdoms.scoring import (
    at_risk,
    band,
    cards_needed,
    completed,
    margin,
    mines_left,
    score,
    scores,
    winners,
)
from puzzles.kingdoms.state import AT_SETUP, KEYS, units_text

asking = Asking(read_move)
after, refused = asking.after, asking.refused


def position(**keys: object) -> State:
    """A position from its keys, in any order."""
    return read_state("\n".join(f"{name}: {keys[name]}" for name in sorted(keys, key=KEYS.index)))


def line(state: State, key: str) -> str:
    """The value of a key in the position text; empty where it is left out."""
    found = [text for text in str(state).splitlines() if text.startswith(f"{key}: ")]
    return found[0].partition(": ")[2] if found else ""


E1 = {
    "kings": "d | g",
    "open": "3/2=4[o3,d5] m10 m20 m30",
    "camp": "d7 o1,o8",
    "hands": "d9 t6 | ?*6",
    "deck": "?:m40 ?*11",
}
"""Worked example E1 of the specification: a mine of defence 3 with two cards at it."""

STUCK = {
    "kings": "d | g",
    "open": "3/2=4[o3,d8] 2/1=1[o9] 2/1=2[t8] 4/4=5[g1,t9]",
    "hands": "d1 d5 g3 t8 | -",
    "own": "1/2=3[o8] | -",
    "deck": "?*9",
}
"""Worked example E4: no card can be laid."""


# --- cards and set-up ---------------------------------------------------------------------------


def test_kd_1_number_of_seats() -> None:
    for players in range(1, 5):
        assert new(players, 3).seats == players
    for wrong in (0, 5, True, "2"):
        with pytest.raises(RulesError, match=r"players: got .*, expected 1 to 4"):
            new(wrong)  # type: ignore[arg-type]


def test_kd_2_eighty_cards_with_two_sides() -> None:
    assert len(CARD_SET.units) == len(CARD_SET.mines) == 80
    assert {mine.number for mine in CARD_SET.mines} == set(range(1, 81))
    for mine in CARD_SET.mines:
        assert mine.defence in range(1, 5)
        assert mine.size in range(1, 5)
        assert mine.value in range(1, 10)
    assert all(KNOWN[unit] for unit in CARD_SET.units)


def test_kd_3_each_strength_twice_in_each_race() -> None:
    assert Counter(CARD_SET.units) == Counter(dict.fromkeys(ALL_UNITS, 2))
    assert {(RACE[unit], STRENGTH[unit]) for unit in ALL_UNITS} == set(product(range(4), range(10)))
    with pytest.raises(RulesError, match=r"hands, seat 1: o8 three times, at most 2 of a unit \(KD-3\)"):
        position(kings="d | o", hands="o8 | o8 o8")


def test_kd_4_a_card_keeps_its_role() -> None:
    """Mines never become units and units never mines: the deck is the only place with both sides."""
    for seed in range(6):
        state = new(2 + seed % 3, seed, filled=("removed", "camp")[seed % 2])
        drawn = Counter(units_in_play(state))
        mines = {site.mine for site in state.open}
        for move, then in random_walk(state, seed, 400):
            left = len(state.deck or ()) - len(then.deck or ())
            assert left in (0, 1)
            if left and move.verb == "draw":
                drawn[(state.deck or ())[0].unit] += 1
            elif left:
                mines.add((state.deck or ())[0].mine)
            state = then
            assert Counter(units_in_play(state)) == drawn
            assert set(mines_on_table(state)) == mines


def units_in_play(state: State) -> list[int]:
    sites = [*state.open, *(site for own in state.own for site in own)]
    piles = (*state.camp, *state.hands, *(site.pile for site in sites), state.removed or ())
    return [unit for pile in piles for unit in pile]


def mines_on_table(state: State) -> list[object]:
    own = [site.mine for sites in state.own for site in sites]
    lying = [site.mine for site in state.open if site != EMPTY] + own
    return [*lying, *(mine for mines in state.done for mine in mines)]


def test_kd_5_kings_are_drawn() -> None:
    first = Counter(new(4, seed).kings[0] for seed in range(200))
    assert set(first) == {0, 1, 2, 3}
    assert all(25 < number < 75 for number in first.values())
    for players in range(1, 5):
        kings = new(players, 7).kings
        assert len(set(kings)) == len(kings) == players
        assert kings == shuffle(range(4), 7, "kings")[:players]
    with pytest.raises(RulesError, match=r"kings, seat 1: d a second time"):
        position(kings="d | d")


def test_kd_6_all_cards_at_every_number_of_seats() -> None:
    for players in range(1, 5):
        state = new(players, 5)
        conserved = KNOWLEDGE["kingdoms"].conserved(state)
        assert conserved["cards"] == 80
        races = {RACE[unit] for unit in units_in_play(state)} | {RACE[card.unit] for card in state.deck or ()}
        assert races == {0, 1, 2, 3}


def test_kd_7_only_the_top_mine_of_the_deck_is_public() -> None:
    state = new(3, 2)
    assert state.deck
    for seat in range(3):
        view = state.view(seat)
        assert view.deck
        assert len(view.deck) == len(state.deck)
        assert view.deck[0] == (UNKNOWN, state.deck[0].mine)
        assert all(card == (UNKNOWN, UNKNOWN_MINE) for card in view.deck[1:])
        assert view.next_mine() == state.next_mine() == state.deck[0].mine
    assert position(kings="d", deck="-", to="0", step="draw").next_mine() is None


def test_kd_8_four_open_mines() -> None:
    state = new(2, 3)
    order = shuffle(CARD_SET.mines, 3, "mines")
    assert [site.mine for site in state.open] == list(order[:4])
    assert all(site.pile == () for site in state.open)
    gap = position(kings="d", open="- m1 m2 m3", hands="d5", deck="?*3")
    assert refused(gap, "fight d5 a") == "KD-8: there is no mine at a"


def test_kd_9_and_four_cards_in_the_camp() -> None:
    for seed in range(5):
        state = new(2, seed)
        units = shuffle(CARD_SET.units, seed, "units")[4:8]
        assert sorted(unit for pile in state.camp for unit in pile) == sorted(units)


def test_kd_10_the_camp_has_a_pile_a_race() -> None:
    for seed in range(20):
        state = new(4, seed)
        units = shuffle(CARD_SET.units, seed, "units")[4:8]
        for race, pile in enumerate(state.camp):
            assert pile == tuple(unit for unit in units if RACE[unit] == race)  # later ones on top
    with pytest.raises(RulesError, match=r"camp: d1,o2 has d and o, expected one race a pile \(KD-10\)"):
        position(kings="d", camp="d1,o2")
    with pytest.raises(RulesError, match=r"camp: got a pile of d after one of o.*\(KD-10\)"):
        position(kings="d", camp="o1 d2")


@pytest.mark.parametrize(("players", "deck"), [(1, 66), (2, 60), (3, 54), (4, 48)])
def test_kd_11_six_cards_a_seat(players: int, deck: int) -> None:
    state = new(players, 8)
    assert len(state.deck or ()) == deck
    units = shuffle(CARD_SET.units, 8, "units")
    for seat, hand in enumerate(state.hands):
        assert hand == tuple(sorted(units[8 + 6 * seat : 14 + 6 * seat]))


def test_kd_12_order_of_seats() -> None:
    state = new(3, 4)
    assert state.to_move == state.start == 0
    seats = []
    for move, then in random_walk(state, 1, 80):
        if move == END:
            seats.append((state.to_move, then.to_move))
        state = then
    assert len(seats) > 15
    assert all(then == (now + 1) % 3 for now, then in seats)


def test_kd_13_the_shuffles_of_the_set_up() -> None:
    state = new(3, 9, start="random")
    units, mines = shuffle(CARD_SET.units, 9, "units"), shuffle(CARD_SET.mines, 9, "mines")
    assert state.kings == shuffle(range(4), 9, "kings")[:3]
    assert state.start == shuffle(range(3), 9, "start")[0]
    assert state.deck == tuple(zip(units[26:], mines[26:], strict=True))
    # nothing is drawn later: the rest follows from the state alone
    assert [str(step[1]) for step in random_walk(new(2, 3), 1)] == [
        str(step[1]) for step in random_walk(new(2, 3), 1)
    ]
    # the first seat's cards do not depend on how many there are
    assert new(2, 9).hands[0] == new(4, 9).hands[0]


# --- a turn -------------------------------------------------------------------------------------


def test_kd_14_a_turn_lays_draws_and_ends() -> None:
    start = position(**E1)
    assert {move.split()[0] for move in legal(start)} == {"fight"}
    assert refused(start, "draw deck") == "KD-14: first a card is laid"
    assert refused(start, "end") == "KD-14: first a card is laid"
    assert refused(start, "fight d8 a") == "KD-14: d8 is not in this hand (d9 t6)"
    laid = after(start, "fight d9 b")
    assert legal(laid) == ["draw deck", "draw camp d7", "draw camp o8"]
    assert refused(laid, "fight t6 b") == "KD-14: a card was laid, now one is drawn"
    assert refused(laid, "end") == "KD-14: a card was laid, now one is drawn"
    drawn = after(laid, "draw camp d7")
    assert legal(drawn) == ["end"]
    assert refused(drawn, "draw deck") == "KD-14: the turn is done, now it ends"
    assert refused(drawn, "fight t6 b") == "KD-14: the turn is done, now it ends"
    ended = after(drawn, "end")
    assert (ended.to_move, ended.step) == (1, "play")


def test_kd_14_an_empty_hand_only_draws() -> None:
    start = position(**{**E1, "hands": "- | ?*6"})
    assert legal(start) == ["draw deck"]
    assert refused(start, "end") == "KD-14: the hand is empty, so this turn draws a card"
    assert refused(start, "draw camp d7") == "KD-14: with an empty hand this turn draws from the deck"
    drawn = after(start, "draw deck")
    assert legal(drawn) == ["end"]
    assert drawn.hands[0] == (UNKNOWN,)
    dry = position(kings="d | g", options="end=round", to=1, camp="d7", deck="-")
    assert legal(dry) == ["draw none"]


def test_kd_15_any_card_begins_a_pile() -> None:
    hand = "d0 d9 o0 o9 g4 t6"
    state = position(kings="d", open="2/1=3 - - -", hands=hand, own="3/3=4", deck="?*5")
    assert legal(state, "fight") == [f"fight {card} a" for card in hand.split()]
    assert legal(state, "fill") == [f"fill {card} 1" for card in hand.split()[2:]]


def test_kd_16_each_card_is_stronger_than_the_top() -> None:
    state = position(
        kings="d | o",
        open="4/2=4[g5] - - -",
        hands="d5 d6 o3 o5 o7 t4 | ?",
        own="4/4=4[o5] 1/1+o=4[t5] | -",
        deck="?*5",
    )
    assert legal(state, "fight") == ["fight d6 a", "fight o7 a"]
    assert legal(state, "fill") == ["fill d6 2", "fill o7 1"]
    assert refused(state, "fight o3 a") == "KD-16: o3 is not stronger than the 5 on top; on a 9 a 0 would do"
    assert refused(state, "fight o5 a").startswith("KD-16: o5 is not stronger than the 5")
    assert refused(state, "fill t4 1").startswith("KD-16: t4 is not stronger")
    assert refused(state, "fill d5 2").startswith("KD-16: d5 is not stronger")
    for top, strength in product(range(10), range(10)):
        assert may_follow(top, strength, wrap=False) == (strength > top)


def test_kd_17_a_0_on_a_9() -> None:
    keys = {
        "kings": "d",
        "open": "4/2=4[g5,t9] - - -",
        "hands": "d0 g0 t8",
        "own": "4/4=4[o9] 1/1+o=4[t9]",
        "deck": "?*5",
    }
    state = position(**keys)
    assert legal(state) == ["fight d0 a", "fight g0 a", "fill d0 2", "fill g0 1"]
    assert refused(state, "fight t8 a") == "KD-16: t8 is not stronger than the 9 on top; only a 0 would do"
    assert [strength for strength in range(10) if may_follow(9, strength)] == [0]
    assert [top for top in range(10) if may_follow(top, 0)] == [9]
    without = position(**keys, options="wrap=no")
    assert legal(without) == ["discard d0", "discard g0", "discard t8"]
    assert "nothing goes on a 9 here (wrap=no)" in without.why_not(read_move("fight d0 a"))  # type: ignore[operator]


def test_kd_18_a_pile_may_come_round_more_than_once() -> None:
    state = position(kings="d", own="9/9=4[o5,o9,g0]", hands="o1 t9 g0 o4", deck="?*9")
    assert legal(state) == ["fill o1 1", "fill o4 1", "fill t9 1"]
    twice = after(state, "fill t9 1", "draw deck", "end", "fill g0 1", "draw deck", "end", "fill o4 1")
    assert line(twice, "own") == "9/9=4[o5,o9,g0,t9,g0,o4]"
    assert followers(0) == tuple(range(1, 10))


# --- fight --------------------------------------------------------------------------------------


def test_kd_19_any_race_fights() -> None:
    state = position(kings="d | o", open="2/1=3 2/1=4 - -", hands="d1 o2 g3 t4 | ?", deck="?*5")
    expected = [f"fight {card} {slot}" for card in ("d1", "o2", "g3", "t4") for slot in "ab"]
    assert legal(state) == expected
    for move in expected:
        laid = after(state, move)
        assert laid.open[0].pile or laid.open[1].pile
        assert TEXT[(laid.open[0].pile or laid.open[1].pile)[-1]] == move.split()[1]


def test_kd_20_captured_when_defence_is_reached() -> None:
    for defence in range(1, 5):
        pile = ["o1", "g2", "t3"][: defence - 1]
        words = f"{defence}/2=4" + (f"[{','.join(pile)}]" if pile else "")
        state = position(kings="d | o", open=f"{words} - - -", hands="d8 | ?", deck="?*5")
        assert state.open[0].to_capture == 1
        assert line(after(state, "fight d8 a"), "own") == f"{defence}/2=4 | -"
    before = after(position(**E1), "fight d9 b")
    assert before.own == ((), ())
    with pytest.raises(
        RulesError, match=r"open, a: 2 cards at a mine of defence 2, expected at most 1 \(KD-20\)"
    ):
        position(kings="d", open="2/2=3[d1,d2] - - -")


@pytest.mark.parametrize(("card", "owner"), [("d9", 0), ("g6", 1)])
def test_kd_21_the_race_of_the_last_card_decides(card: str, owner: int) -> None:
    """E2: a mine pushed onto the rival, who lays nothing and cannot refuse."""
    start = position(**{**E1, "hands": f"{card} t1 | ?*6"})
    assert start.owner_of_capture(UNITS[card]) == owner
    given = after(start, f"fight {card} a")
    assert [len(own) for own in given.own] == [owner == 0, owner == 1]
    assert scores(given) == ((-4, 0) if owner == 0 else (0, -4))


def test_kd_22_a_race_that_nobody_controls() -> None:
    for seat in (0, 1):
        hands = "t6 | ?*6" if seat == 0 else "?*6 | t6"
        state = position(**{**E1, "hands": hands}, to=seat)
        assert state.owner_of_capture(UNITS["t6"]) == seat
        assert [len(own) for own in after(state, "fight t6 a").own] == [seat == 0, seat == 1]


def test_kd_23_the_cards_of_a_fight_go_to_the_camp() -> None:
    taken = after(position(**E1), "fight t6 a")
    assert line(taken, "camp") == "d7,d5 o1,o8,o3 t6"
    two = position(kings="d", open="3/1=2[d1,d4] - - -", camp="d8", hands="d6", deck="?*3")
    assert line(after(two, "fight d6 a"), "camp") == "d8,d1,d4,d6"


def test_kd_24_the_mine_lies_bare_behind_the_others() -> None:
    state = position(**E1, own="m1[o3] m2 | m3")
    assert line(after(state, "fight t6 a"), "own") == "m1[o3] m2 3/2=4 | m3"


def test_kd_25_a_new_mine_in_the_same_slot() -> None:
    taken = after(position(**E1), "fight t6 a")
    assert taken.step == "draw"
    assert line(taken, "open") == "m40 m10 m20 m30"
    assert line(taken, "deck") == "?*11"
    other = position(kings="d", open="m10 m20 1/1=1 m30", hands="d5", deck="?")
    assert line(after(other, "fight d5 c"), "open") == "m10 m20 ? m30"
    uncounted = position(kings="d", open="1/1=1 - - -", hands="d5")
    assert line(after(uncounted, "fight d5 a"), "open") == "? - - -"
    no_deck = position(kings="d | o", options="end=round", to=1, open="1/1=1 - - -", hands="- | d5", deck="-")
    assert line(after(no_deck, "fight d5 a"), "open") == ""
    assert after(no_deck, "fight d5 a").open == (EMPTY,) * 4


# --- fill ---------------------------------------------------------------------------------------


def test_kd_26_only_own_captured_mines() -> None:
    state = position(
        kings="d | o",
        open="2/1=3 - - -",
        hands="g5 t6 | ?",
        own="1/2=3 2/2=4[o1] | 3/3=5 m1",
        deck="?*4",
    )
    assert legal(state, "fill") == ["fill g5 1", "fill g5 2", "fill t6 1", "fill t6 2"]
    assert refused(state, "fill g5 3") == "KD-26: 3 is no mine of this seat, which has 2 under way"
    assert line(after(state, "fill g5 2"), "own") == "1/2=3 2/2=4[o1,g5] | 3/3=5 m1".replace(
        " 2/2=4[o1,g5]", ""
    )


def test_kd_27_miners_are_of_other_races() -> None:
    state = position(kings="d | o", own="1/2=3 | -", hands="d4 o5 g6 t7 | ?", deck="?*4")
    assert legal(state) == ["fill o5 1", "fill g6 1", "fill t7 1"]  # o of the rival, g and t of nobody
    assert refused(state, "fill d4 1") == (
        "KD-27: no dwarf works in a mine of its own king, any other race may"
    )
    with pytest.raises(RulesError, match=r"own, seat 0, mine 1: d4 among the miners.*\(KD-27\)"):
        position(kings="d", own="1/2=3[d4]")


def test_kd_28_the_overseer() -> None:
    state = position(kings="d | o", own="1/2+o=6[g2,t5] | -", hands="d3 d5 d8 o9 | ?", deck="?*4")
    assert state.own[0][0].mine.need == 3
    assert legal(state) == ["fill d8 1"]
    assert refused(state, "fill o9 1") == "KD-28: the miners are there, now a dwarf must oversee them"
    assert refused(state, "fill d3 1").startswith("KD-16: d3 is not stronger than the 5")
    assert line(after(state, "fill d8 1"), "done") == "1/2+o=6 | -"
    wrapped = position(kings="d", own="1/1+o=6[g9]", hands="d0 d8", deck="?*4")
    assert legal(wrapped) == ["fill d0 1"]


def test_kd_29_own_race_in_that_place_only() -> None:
    state = position(kings="d", own="1/2+o=6[g2]", hands="d8 o5", deck="?*4")
    assert legal(state) == ["fill o5 1"]
    assert refused(state, "fill d8 1") == (
        "KD-29: a dwarf oversees this mine when its miners are there; 1 of other races must come first"
    )
    plain = position(kings="d", own="1/2=6[g2]", hands="d8", deck="?*4")
    assert legal(plain) == ["discard d8"]


def test_kd_30_completed_at_once() -> None:
    state = position(kings="d", own="m44 1/2=3[o8] m1", hands="g9 t9", done="m2", deck="?*4")
    done = after(state, "fill g9 2")
    assert (line(done, "own"), line(done, "done")) == ("m44 m1", "m2 1/2=3")
    assert score(done, 0) == 6 + 3 - 3 - 9
    with pytest.raises(RulesError, match=r"own, seat 0, mine 1: 2 cards at a mine that needs 2.*\(KD-30\)"):
        position(kings="d", own="1/2=3[o1,o2]")


def test_kd_31_the_cards_leave_the_game() -> None:
    state = position(kings="d", own="1/2=3[o8]", hands="g9 t9", camp="o1", deck="?*4")
    done = after(state, "fill g9 1")
    assert line(done, "camp") == "o1"
    full = whole_game_until(lambda state: any(state.done), 5)
    before, then = full
    gone = Counter(then.removed or ()) - Counter(before.removed or ())
    assert gone.total() == sum(mine.need for mines in then.done for mine in mines)


def whole_game_until(found: object, seed: int) -> tuple[State, State]:
    """The two neighbouring states of a game played by filling first, between which `found` becomes true."""
    assert callable(found)
    rng = random.Random(seed)
    state = new(2, seed)
    while True:
        moves = state.moves()
        fills = [move for move in moves if move.verb == "fill"]
        then = state.play(rng.choice(fills or moves))
        if found(then):
            return state, then
        state = then


# --- draw ---------------------------------------------------------------------------------------


def test_kd_32_deck_or_camp() -> None:
    laid = position(
        kings="d", camp="d7 o1,o8", hands="g2", deck="t5:m40 g3:m41", step="draw", open="m1 - - -"
    )
    assert legal(laid) == ["draw deck", "draw camp d7", "draw camp o8"]
    deck = after(laid, "draw deck")
    assert (line(deck, "hands"), line(deck, "deck")) == ("g2 t5", "g3:m41")
    camp = after(laid, "draw camp o8")
    assert (line(camp, "hands"), line(camp, "camp"), line(camp, "deck")) == (
        "o8 g2",
        "d7 o1",
        "t5:m40 g3:m41",
    )
    assert refused(laid, "draw camp t1") == "KD-32: t1 is not in the camp (no card of its race is)"
    assert refused(laid, "draw camp o3") == "KD-32: o3 is not in the camp (o1,o8)"
    assert refused(laid, "draw none") == "KD-32: a card can be drawn, so one must be"
    empty = position(kings="d | o", to=1, camp="d7", hands="- | g2", deck="-", step="draw")
    assert legal(empty) == ["draw camp d7"]
    assert refused(empty, "draw deck") == "KD-32: the deck is empty"


def test_kd_33_only_the_top_of_a_pile() -> None:
    laid = position(kings="d", camp="d7 o1,o8,o3", hands="g2", deck="?*4", step="draw")
    assert legal(laid, "draw camp") == ["draw camp d7", "draw camp o3"]
    assert refused(laid, "draw camp o8") == "KD-33: only the top of a camp pile may be drawn, here o3"


def test_kd_34_the_cards_of_a_capture_can_be_drawn_at_once() -> None:
    taken = after(position(**E1), "fight t6 a")
    assert legal(taken, "draw camp") == ["draw camp d5", "draw camp o3", "draw camp t6"]
    assert line(after(taken, "draw camp t6"), "hands") == "d9 t6 | ?*6"


def test_kd_35_the_camp_is_not_refilled() -> None:
    for seed in range(8):
        state = new(3, seed)
        for move, then in random_walk(state, seed, 300):
            size, before = sum(map(len, then.camp)), sum(map(len, state.camp))
            if move.verb == "fight":
                captured = sum(map(len, then.own)) > sum(map(len, state.own))
                assert (size > before) is captured
            else:
                assert size == before - (move.source == "camp")
            state = then


def test_kd_36_nothing_can_be_laid() -> None:
    state = position(**STUCK)
    assert legal(state) == ["discard d1", "discard d5", "discard g3", "discard t8"]
    gone = after(state, "discard g3")
    assert gone.step == "drawdeck"
    assert line(gone, "camp") == ""
    assert legal(gone) == ["draw deck"]
    assert refused(after(position(**STUCK, camp="d0"), "discard g3"), "draw camp d0") == (
        "KD-36: after a discard the draw is from the deck"
    )
    assert refused(gone, "end") == "KD-14: a card was discarded, now one is drawn from the deck"
    assert line(after(gone, "draw deck", "end"), "hands") == "d1 d5 t8 ? | -"


def test_kd_36_the_discard_leaves_the_game() -> None:
    rng = random.Random(1)
    seen = 0
    for seed in range(40):
        state = new(2, seed)
        while state.moves():
            if state.step == "play" and state.moves()[0].verb == "discard":
                move = rng.choice(state.moves())
                then = state.play(move)
                assert Counter(then.removed) - Counter(state.removed) == Counter([move.card])
                assert then.camp == state.camp
                seen += 1
                break
            state = state.play(rng.choice(state.moves()))
    assert seen > 5


def test_kd_37_no_discard_while_something_can_be_laid() -> None:
    state = position(**{**STUCK, "hands": "d1 d5 g9 t8 | -"})
    assert legal(state) == ["fight g9 a", "fight g9 c", "fill g9 1"]
    assert refused(state, "discard d1") == "KD-37: a card can be laid (fight g9 a), so none is discarded"
    assert refused(state, "discard g9").startswith("KD-37: a card can be laid")
    assert refused(state, "discard t1").startswith("KD-14: t1 is not in this hand")  # the card comes first


def test_an_unknown_card_is_not_laid_but_may_be_discarded() -> None:
    stuck = position(**{**STUCK, "hands": "d1 d? ? | -"})
    assert legal(stuck) == ["discard d1", "discard d?", "discard ?"]
    assert line(after(stuck, "discard ?", "draw deck"), "hands") == "d1 d? ? | -"
    free = position(kings="d", open="2/2=3 ? - -", hands="d1 ?", deck="?*4")
    assert legal(free) == ["fight d1 a"]
    assert refused(free, "fight ? a") == "KD-45: ? is not known here, so it cannot be laid"
    assert refused(free, "fight d1 b") == (
        "KD-7: the numbers of this mine are not known here, so it takes no cards"
    )
    # a hand of which nothing is known may hold a card that can be laid
    other = position(**{**STUCK, "hands": "?*4 | -"})
    assert legal(other) == []
    assert refused(other, "discard ?") == (
        "KD-37: this hand is not known, so it may hold a card that can be laid"
    )


# --- end and score ------------------------------------------------------------------------------


def test_kd_38_the_game_ends_with_the_deck() -> None:
    """E3: the last card of the deck becomes a mine, the turn is finished, nobody plays after it."""
    start = position(**{**E1, "deck": "?:m40"})
    taken = after(start, "fight d9 a")
    assert taken.deck == ()
    assert taken.outcome() is None
    drawn = after(taken, "draw camp o3")
    assert drawn.outcome() is None
    over = after(drawn, "end")
    assert over.outcome() == Outcome("deck", (-4, 0), (1,))
    assert legal(over) == []
    assert over.why_not(read_move("fight t6 b")) == "KD-38: the game is over"
    by_draw = after(start, "fight d9 b", "draw deck", "end")
    assert by_draw.outcome() == Outcome("deck", (0, 0), (0, 1))


def test_kd_39_the_last_card_became_a_mine() -> None:
    taken = after(position(**{**E1, "deck": "?:m40"}), "fight d9 a")
    assert legal(taken) == ["draw camp d9", "draw camp o3"]
    assert refused(taken, "draw deck") == "KD-32: the deck is empty"
    bare = position(kings="d", open="1/1=1 - - -", hands="d5", deck="?")
    assert legal(after(bare, "fight d5 a")) == ["draw camp d5"]


def test_kd_40_completed_mines_score_their_value() -> None:
    state = position(kings="d | o", done="m1 m20 | 1/1=3", deck="-")
    assert (completed(state, 0), completed(state, 1)) == (12, 3)
    assert state.outcome() == Outcome("deck", (12, 3), (0,))


def test_kd_41_uncompleted_mines_cost_it() -> None:
    state = position(kings="d | o", own="m1[o3,g5] m20 | -", done="- | 1/1=3", deck="-")
    assert (at_risk(state, 0), at_risk(state, 1)) == (12, 0)
    assert scores(state) == (-12, 3)
    assert (margin(state, 0), margin(state, 1)) == (-15, 15)
    assert cards_needed(state, 0) == 5 - 2 + 2


def test_kd_42_nothing_else_scores() -> None:
    bare = position(kings="d | o", deck="-")
    rich = position(kings="d | o", open="m1[d3] m2 m3 m4", hands="d9 o9 | t9", camp="d8", deck="-")
    assert scores(bare) == scores(rich) == (0, 0)


def test_kd_43_the_highest_total_wins() -> None:
    state = position(kings="d | o | g", own="m1 | m20 | 1/1=5", deck="-")
    assert state.outcome() == Outcome("deck", (-9, -3, -5), (1,))


def test_kd_44_equal_totals_share_the_win() -> None:
    state = position(kings="d | o | g", done="1/1=4 | 1/1=2 1/1=2 | 1/1=3", deck="-")
    assert winners(state) == (0, 1)
    assert mines_left(state, 0) == 0


def test_kd_45_what_is_public() -> None:
    state = list(random_walk(new(3, 6), 2, 230))[-1][1]
    for seat in range(3):
        view = state.view(seat)
        assert (view.open, view.camp, view.own, view.done, view.removed) == (
            state.open,
            state.camp,
            state.own,
            state.done,
            state.removed,
        )
        assert len(view.deck or ()) == len(state.deck or ())
        for other in range(3):
            hidden = (UNKNOWN,) * len(state.hands[other])
            assert view.hands[other] == (state.hands[other] if other == seat else hidden)
        assert read_state(str(view)) == view
    assert state.removed


def game_bound(deck: int, captures: int, options: dict[str, str]) -> int:
    """The most turns of a game by KD-46: deck draws, at most D - k, and as many camp draws as cards come to the camp."""
    camp = 4 + 4 * captures
    if options.get("filled") == "camp":
        camp += 5 * captures
    if options.get("stuck") == "camp":
        camp += deck - captures
    most = deck - captures + camp
    assert (
        options.get("filled") == "camp" or options.get("stuck") == "camp" or most == deck + 4 + 3 * captures
    )
    return most + 3 * (options.get("end") == "round")


def play_out(seed: int) -> tuple[int, int]:
    """A random game with random options, every state looked at; (turns, moves)."""
    rng = random.Random(seed)
    options = {o.name: rng.choice(o.values) for o in OPTIONS if rng.random() < 0.5}
    start = state = new(rng.randint(1, 4), seed, **options)
    deck = len(state.deck or ())
    turns = moves = captures = 0
    conserved = KNOWLEDGE["kingdoms"].conserved
    rising = rng.random() < 0.5  # half of the games by kind of move, so that rare kinds are not drowned
    steps = walk(state, seed, 5000) if rising else random_walk(state, seed, 5000)
    for move, then in steps:
        assert conserved(then)["cards"] == 80
        owned = sum(map(len, (*then.own, *then.done)))
        captures += owned - sum(map(len, (*state.own, *state.done)))
        turns += move == END
        moves += 1
        state = then
    assert state.is_over
    assert isinstance(state.outcome(), Outcome)
    assert captures <= deck + (options.get("end") == "round") * 3
    assert turns <= game_bound(deck, captures, options), (seed, options)
    assert read_state(str(state)) == state
    assert start.moves()
    return turns, moves


def test_kd_46_games_end_within_the_bound() -> None:
    lengths = [play_out(seed)[0] for seed in range(60)]
    assert min(lengths) > 20
    assert max(lengths) <= 276


@pytest.mark.long
def test_kd_46_two_thousand_games() -> None:
    totals = [play_out(seed) for seed in range(100, 2100)]
    print(
        f"{len(totals)} games, {sum(moves for _, moves in totals)} moves, "
        f"{min(t for t, _ in totals)} to {max(t for t, _ in totals)} turns"
    )


# --- alone --------------------------------------------------------------------------------------


def test_kd_60_alone_every_capture_is_the_own() -> None:
    state = position(kings="d", open="1/1=3 1/1=4 1/1=5 1/1=6", hands="d1 o2 g3 t4", deck="?*9")
    assert state.practice
    for card in ("d1", "o2", "g3", "t4"):
        assert len(after(state, f"fight {card} a").own[0]) == 1
        assert state.owner_of_capture(UNITS[card]) == 0
    assert len(new(1, 3).kings) == 1


def test_kd_61_alone_the_total_is_the_result() -> None:
    start = new(1, 4)
    assert len(start.deck or ()) == 66
    state = list(random_walk(start, 3, 2000))[-1][1]
    result = state.outcome()
    assert result is not None
    assert result.points == (score(state, 0),)
    assert result.reason == "deck"
    assert margin(state, 0) == score(state, 0)


def test_kd_62_bands() -> None:
    expected = {-99: "below 0", -1: "below 0", 0: "0-24", 24: "0-24", 25: "25-49", 49: "25-49"}
    expected |= {50: "50-69", 69: "50-69", 70: "70 and more", 200: "70 and more"}
    assert {points: band(points) for points in expected} == expected


# --- options ------------------------------------------------------------------------------------


def test_option_filled_camp() -> None:
    keys = {"kings": "d", "own": "1/2=3[o8]", "hands": "g9 t9", "camp": "o1 g2", "deck": "?*4"}
    done = after(position(**keys, options="filled=camp"), "fill g9 1")
    assert line(done, "camp") == "o1,o8 g2,g9"
    assert line(after(position(**keys), "fill g9 1"), "camp") == "o1 g2"


def test_option_take_any() -> None:
    keys = {"kings": "d", "camp": "d7 o8,o1,o8,o3", "hands": "g2", "deck": "?*4", "step": "draw"}
    state = position(**keys, options="take=any")
    assert legal(state, "draw camp") == ["draw camp d7", "draw camp o1", "draw camp o3", "draw camp o8"]
    assert line(after(state, "draw camp o8"), "camp") == "d7 o8,o1,o3"  # the upper one of two equal ones
    assert legal(position(**keys), "draw camp") == ["draw camp d7", "draw camp o3"]


def test_option_wrap_no() -> None:
    keys = {"kings": "d", "open": "4/2=4[g5,t9] - - -", "hands": "d0 t8", "deck": "?*5"}
    assert legal(position(**keys)) == ["fight d0 a"]
    assert legal(position(**keys, options="wrap=no"), "fight") == []
    with pytest.raises(RulesError, match=r"open, a: d0 on g9, expected a stronger card \(KD-16, wrap=no\)"):
        position(kings="d", open="4/2=4[g9,d0] - - -", options="wrap=no")


def test_option_replace_end() -> None:
    state = position(**E1, options="replace=end")
    taken = after(state, "fight t6 a")
    assert line(taken, "open") == "- m10 m20 m30"
    assert line(taken, "deck") == "?:m40 ?*11"
    drawn = after(taken, "draw camp t6")
    assert line(drawn, "open") == "- m10 m20 m30"
    assert line(after(drawn, "end"), "open") == "m40 m10 m20 m30"
    # the card that was to be the mine may be drawn; the next one is laid out
    assert line(after(taken, "draw deck", "end"), "open") == "? m10 m20 m30"
    # the last card of the deck may go as the mine, at the end of the turn; then the game is over
    last = after(position(**{**E1, "deck": "?:m40"}, options="replace=end"), "fight t6 a")
    assert after(last, "draw camp t6", "end").outcome() is not None
    gone = after(last, "draw deck", "end")
    assert line(gone, "open") == "- m10 m20 m30"
    assert gone.outcome() is not None


def test_option_stuck_camp() -> None:
    state = position(**STUCK, camp="g1", options="stuck=camp")
    gone = after(state, "discard g3")
    assert line(gone, "camp") == "g1,g3"
    assert legal(gone) == ["draw deck"]
    blank = position(**{**STUCK, "hands": "d1 d? ? | -"}, options="stuck=camp")
    assert line(after(blank, "discard ?"), "camp") == ""
    assert line(after(blank, "discard d?"), "camp") == "d?"


def test_option_end_round() -> None:
    keys = {
        "kings": "d | o | g",
        "start": 1,
        "to": 1,
        "open": "4/2=3 4/1=2 - -",
        "hands": "d5 d7 | d6 | g6 g7",
        "deck": "?",
    }
    assert after(position(**keys), "fight d6 a", "draw deck", "end").outcome() is not None
    state = after(position(**keys, options="end=round"), "fight d6 a", "draw deck", "end")
    assert (state.outcome(), state.to_move) == (None, 2)
    assert legal(state) == ["fight g6 b", "fight g7 a", "fight g7 b"]
    laid = after(state, "fight g7 a")
    assert legal(laid) == ["draw none"]
    state = after(laid, "draw none", "end", "fight d5 b", "draw none", "end")
    assert state.to_move == state.start == 1
    assert state.outcome() == Outcome("deck", (0, 0, 0), (0, 1, 2))
    stuck = position(**{**STUCK, "deck": "-"}, options="end=round", start=1, camp="d0")
    assert legal(after(stuck, "discard d1")) == ["draw none"]


def test_option_tie_mines() -> None:
    keys = {"kings": "d | o | g | t", "deck": "-"}
    more = {**keys, "done": "1/1=4 | 1/1=2 1/1=2 | 1/1=3 | -"}
    assert winners(position(**more)) == (0, 1)
    assert winners(position(**more, options="tie=mines")) == (1,)
    fewer = {**keys, "done": "1/1=4 | 1/1=6 | 1/1=4 | -", "own": "- | 1/1=1 1/1=1 | - | -"}
    assert winners(position(**fewer)) == (0, 1, 2)
    assert winners(position(**fewer, options="tie=mines")) == (0, 2)


def test_option_start() -> None:
    assert [new(4, 1, start=str(seat)).to_move for seat in range(4)] == [0, 1, 2, 3]
    assert new(2, 1, start="3").start == 1  # counted round
    first = Counter(new(4, seed, start="random").to_move for seed in range(200))
    assert set(first) == {0, 1, 2, 3}
    assert all(25 < number < 75 for number in first.values())
    text = str(new(3, 1, start="2"))
    assert "start: 2" in text
    assert "start=" not in text
    assert new(3, 5, start="random").hands == new(3, 5).hands  # drawn after the rest


def test_option_kings_chosen() -> None:
    assert new(3, 1, kings="chosen").kings == (0, 1, 2)
    assert new(2, 1, kings="chosen", races="t o").kings == (3, 1)
    assert new(2, 1, races="t o").kings == (3, 1)
    assert new(2, 1, races="t o").hands == new(2, 1).hands
    for wrong in ("d", "d d", "d x", "d o g", ""):
        with pytest.raises(RulesError, match=r"races: got .*, expected 2 different ones of d o g t"):
            new(2, 1, races=wrong)
    with pytest.raises(RulesError, match="with kings=random, expected them with kings=chosen"):
        new(2, 1, kings="random", races="d o")


def test_option_pairing_printed() -> None:
    whole = set(zip(CARD_SET.units, CARD_SET.mines, strict=True))
    state = new(2, 4, pairing="printed")
    assert set(state.deck or ()) <= whole
    assert not set(new(2, 4).deck or ()) <= whole
    order = shuffle(list(zip(CARD_SET.units, CARD_SET.mines, strict=True)), 4, "cards")
    assert state.deck == order[20:]
    with pytest.raises(RulesError, match=r"deck, card 1: got d7:m17, expected d8 on the back of m17"):
        position(kings="d", options="pairing=printed", deck="d7:m17")
    assert position(kings="d", deck="d7:m17").deck
    assert position(kings="d", options="pairing=printed", deck="d8:m17 ?:m1 ?").deck


def test_option_piles_tops() -> None:
    keys = {"kings": "d | o", "camp": "d7,d3 o1,o8,o3 t5", "hands": "g2 | ?", "deck": "?*4"}
    view = position(**keys, options="piles=tops").view(0)
    assert line(view, "camp") == "d?,d3 o?,o?,o3 t5"
    assert read_state(str(view)) == view
    assert line(position(**keys).view(0), "camp") == "d7,d3 o1,o8,o3 t5"
    # who may search the camp sees it
    searched = position(**keys, options="take=any piles=tops")
    assert line(searched.view(0), "camp") == "d7,d3 o1,o8,o3 t5"
    # a view can be played on: what comes to light is of a known race only
    drawing = position(**{**keys, "step": "draw"}, options="piles=tops").view(0)
    assert line(after(drawing, "draw camp d3", "end"), "camp") == "d? o?,o?,o3 t5"


def test_every_option_has_a_test_and_a_rule() -> None:
    names = {name.removeprefix("test_option_").split("_")[0] for name in globals() if "test_option_" in name}
    assert names == {option.name for option in OPTIONS}
    assert len(OPTIONS) == 11
    assert set(AT_SETUP) == {"start", "kings"}
    with pytest.raises(RulesError, match="options, filled: got 'never', expected one of removed, camp"):
        new(2, 1, filled="never")


def test_every_rule_has_a_test() -> None:
    named = {"KD-" + name.split("_")[2] for name in globals() if name.startswith("test_kd_")}
    assert named == set(GAME.rules)
    assert named == {f"KD-{number}" for number in (*range(1, 47), 60, 61, 62)}


# --- dealing what is not seen -------------------------------------------------------------------


@pytest.mark.parametrize("pairing", ["dealt", "printed"])
@pytest.mark.parametrize("piles", ["all", "tops"])
def test_a_deal_fits_the_view(pairing: str, piles: str) -> None:
    rng = random.Random(1)
    for seed in range(6):
        start = new(1 + seed % 4, seed, pairing=pairing, piles=piles)
        for _, state in list(random_walk(start, seed, 200))[3::40]:
            for seat in range(state.seats):
                view = state.view(seat)
                full = deal(view, rng)
                assert full.view(seat) == view
                assert read_state(str(full)) == full
                assert not any(card.unit == UNKNOWN for card in full.deck or ())
                assert KNOWLEDGE["kingdoms"].conserved(full)["cards"] == 80
                assert deal(full, rng) == full


def test_every_deal_is_equally_likely() -> None:
    """Two unknown hand cards and two unseen units of three: the third is the back of a mine on the table."""
    seen = [unit for unit in CARD_SET.units if unit not in (UNITS["d0"], UNITS["o0"])]
    camp = " ".join(",".join(TEXT[unit] for unit in seen if RACE[unit] == race) for race in range(4))
    view = position(kings="d | o", hands="- | ?*2", camp=camp)
    rng = random.Random(3)
    counts = Counter(units_text(deal(view, rng).hands[1]) for _ in range(1200))
    # four cards d0 d0 o0 o0: one pair of each kind, four mixed pairs
    assert set(counts) == {"d0 d0", "d0 o0", "o0 o0"}
    assert 700 < counts["d0 o0"] < 900
    assert 140 < counts["d0 d0"] < 260
    with pytest.raises(RulesError, match=r"deal: no unseen card is left for \?"):
        deal(position(kings="d | o", hands="- | ?*5", camp=camp), rng)


def test_a_deal_needs_enough_mines() -> None:
    done = " ".join(f"m{number}" for number in range(1, 80))
    assert deal(position(kings="d", done=done, deck="?"), random.Random(1)).deck
    with pytest.raises(RulesError, match=r"deal: no unseen mine is left for the deck card \?, expected one"):
        deal(position(kings="d", done=done, deck="?*2"), random.Random(1))


def test_with_printed_backs_the_top_of_the_deck_is_known() -> None:
    state = new(2, 6, pairing="printed")
    view = state.view(0)
    assert view.deck
    assert state.deck
    rng = random.Random(2)
    for _ in range(20):
        dealt = deal(view, rng)
        assert dealt.deck
        assert dealt.deck[0] == state.deck[0]
        whole = set(zip(CARD_SET.units, CARD_SET.mines, strict=True))
        assert set(dealt.deck) <= whole
        on_table = {CARD_SET.mines[n] for n in range(80)} & {site.mine for site in dealt.open}
        assert not on_table & {card.mine for card in dealt.deck}


def test_races_and_texts_of_units() -> None:
    assert "".join(RACES) == "dogt"
    assert [TEXT[unit] for unit in ALL_UNITS[:3]] == ["d0", "d1", "d2"]
    assert sorted([UNITS["?"], UNITS["d?"], UNITS["d9"], UNITS["o0"]]) == [
        UNITS["d9"],
        UNITS["d?"],
        UNITS["o0"],
        UNITS["?"],
    ]
