"""What holds in every game: texts, legality, purity, secrecy, drawing. The toy game is one of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from walks import KNOWLEDGE, NAMES, drawing_of, starts, walk, walks

import puzzles
from boards.core.drawing import Drawing, Look
from puzzles.core.play import final
from puzzles.core.state import IllegalMove, Outcome, RulesError

PROFILE = settings().max_examples
EACH = settings(max_examples=PROFILE // 4, suppress_health_check=[HealthCheck.function_scoped_fixture])
FEW = settings(max_examples=PROFILE // 12, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest, toy: object) -> str:
    """Each game in turn; the toy is registered by its fixture."""
    return str(request.param)


def sampled(states: list[Any], data: st.DataObject) -> Any:
    return states[data.draw(st.integers(0, len(states) - 1))]


def test_every_game_is_known_to_the_conformance_tests() -> None:
    missing = [name for name in puzzles.GAMES if name not in KNOWLEDGE]
    assert not missing, f"tests/walks.py: KNOWLEDGE lacks an entry for {', '.join(missing)}"


# --- texts --------------------------------------------------------------------------------------


@EACH
@given(st.data())
def test_positions_and_views_are_exact_texts(name: str, data: st.DataObject) -> None:
    game = puzzles.game(name)
    for state in data.draw(walks(name)):
        for shown in (state, *(state.view(seat) for seat in range(state.seats))):
            text = str(shown)
            found = game.read_state(text)
            assert found == shown
            assert hash(found) == hash(shown)
            assert str(found) == text
            assert text.startswith(f"game: {name}\n")
            assert puzzles.read_state(text) == shown
            assert game.read_state(text.partition("\n")[2]) == shown  # the game's own line may be left out


def test_moves_are_exact_texts(name: str) -> None:
    game = puzzles.game(name)
    for seats in game.seats:
        moves = KNOWLEDGE[name].universe(game.new(players=seats, seed=1))
        texts = {str(move) for move in moves}
        assert len(texts) == len(set(moves)) == len(moves)
        for move in moves:
            found = game.read_move(str(move))
            assert found == move
            assert hash(found) == hash(move)
            assert str(move).isascii()


@EACH
@given(st.data())
def test_replaying_the_texts_gives_the_same_state(name: str, data: st.DataObject) -> None:
    start = data.draw(starts(name))
    walked = list(walk(start, data.draw(st.integers(0, 10**6)), 80))
    texts = [str(move) for move, _ in walked]
    last = walked[-1][1] if walked else start
    again = final(puzzles.read_state(str(start)), texts, puzzles.game(name).read_move)
    assert again == last
    assert hash(again) == hash(last)


# --- legality -----------------------------------------------------------------------------------


@FEW
@given(st.data())
def test_a_move_is_legal_iff_there_is_no_reason_against_it(name: str, data: st.DataObject) -> None:
    game = puzzles.game(name)
    states = data.draw(walks(name))
    for state in [states[-1], *(sampled(states, data) for _ in range(3))]:
        moves, out_of_turn = list(state.moves()), list(state.interrupts())
        assert len({*moves, *out_of_turn}) == len(moves) + len(out_of_turn)
        legal = {*moves, *out_of_turn}
        before = str(state)
        universe = KNOWLEDGE[name].universe(state)
        assert legal <= set(universe)
        for move in universe:
            reason = state.why_not(move)
            assert (reason is None) is (move in legal), (str(move), reason)
            if reason is not None:
                rule, colon, words = reason.partition(": ")
                assert colon
                assert words.strip()
                assert rule in game.rules, reason
                with pytest.raises(IllegalMove) as caught:
                    state.play(move)
                assert str(caught.value) == reason
        assert str(state) == before


@EACH
@given(st.data())
def test_play_is_pure_and_the_order_of_moves_stable(name: str, data: st.DataObject) -> None:
    states = data.draw(walks(name))
    state = sampled(states, data)
    text, digest = str(state), hash(state)
    moves = list(state.moves())
    assert moves == list(state.moves())
    assert moves == list(puzzles.read_state(text).moves())
    for move in moves:
        after = state.play(move)
        assert after == state.play(move)
        assert after != state
        assert hash(after) == hash(state.play(move))
    assert (str(state), hash(state)) == (text, digest)


@EACH
@given(st.data())
def test_states_cannot_be_changed(name: str, data: st.DataObject) -> None:
    state = sampled(data.draw(walks(name, 20)), data)
    with pytest.raises((AttributeError, TypeError)):
        state.to_move = 0
    with pytest.raises((AttributeError, TypeError)):
        state.note = "mine"


@EACH
@given(st.data())
def test_nothing_is_lost_on_the_way(name: str, data: st.DataObject) -> None:
    states = data.draw(walks(name, 120))
    conserved = KNOWLEDGE[name].conserved
    for state in states:
        assert conserved(state) == conserved(states[0])
        assert state.seats == states[0].seats
        assert state.to_move in range(state.seats)


# --- the end ------------------------------------------------------------------------------------


@FEW
@given(st.data())
def test_games_end(name: str, data: st.DataObject) -> None:
    """No rule stops idle play for ever, so the walk chooses by kind of move; 4,000 moves are far more than it takes."""
    start = data.draw(starts(name, **KNOWLEDGE[name].ending))
    state = start
    for _, state in walk(start, data.draw(st.integers(0, 10**6)), 4000):  # noqa: B007 - the last one is wanted
        pass
    result = state.outcome()
    assert isinstance(result, Outcome)
    assert result.reason
    assert len(result.points) == state.seats
    assert list(result.winners) == sorted(set(result.winners))
    assert set(result.winners) <= set(range(state.seats))
    assert list(state.moves()) == list(state.interrupts()) == []


@EACH
@given(st.data())
def test_there_are_moves_until_there_is_an_outcome(name: str, data: st.DataObject) -> None:
    for state in data.draw(walks(name, 120)):
        assert bool(state.moves()) is (state.outcome() is None)


# --- secrets ------------------------------------------------------------------------------------


@EACH
@given(st.data())
def test_a_view_is_blind_to_what_the_seat_cannot_see(name: str, data: st.DataObject) -> None:
    """Positions that differ only in unseen cards (and the seed) look the same, to the last letter."""
    state = sampled(data.draw(walks(name)), data)
    rng = random.Random(data.draw(st.integers(0, 10**6)))
    for seat in range(state.seats):
        other = KNOWLEDGE[name].rearranged(state, seat, rng)
        assert KNOWLEDGE[name].conserved(other) == KNOWLEDGE[name].conserved(state)
        assert other.view(seat) == state.view(seat)
        assert str(other.view(seat)) == str(state.view(seat))
        assert hash(other.view(seat)) == hash(state.view(seat))


@EACH
@given(st.data())
def test_views_agree_with_the_position(name: str, data: st.DataObject) -> None:
    state = sampled(data.draw(walks(name)), data)
    for seat in range(state.seats):
        view = state.view(seat)
        assert view.view(seat) == view
        assert (view.to_move, view.seats, view.outcome()) == (state.to_move, state.seats, state.outcome())
        for move in (*view.moves(), *view.interrupts()):
            assert state.why_not(move) is None
        for other in range(state.seats):
            assert view.view(other) == state.view(other).view(seat)
    assert list(state.view(state.to_move).moves()) == list(state.moves())
    for seat in (-1, state.seats):
        with pytest.raises(RulesError, match=f"view: got seat {seat}, expected 0 to {state.seats - 1}"):
            state.view(seat)


def test_rearranging_really_changes_something(name: str) -> None:
    """The two tests above would prove nothing if the unseen cards stayed where they are."""
    rng = random.Random(1)
    changed = 0
    for seed in range(20):
        state = puzzles.game(name).new(players=2, seed=seed)
        changed += KNOWLEDGE[name].rearranged(state, 0, rng) != state
    assert changed >= 15


# --- set-up -------------------------------------------------------------------------------------


@EACH
@given(st.data())
def test_a_new_game_depends_on_its_seed_only(name: str, data: st.DataObject) -> None:
    game = puzzles.game(name)
    seed = data.draw(st.integers(0, 10**6))
    for players in game.seats:
        state = game.new(players=players, seed=seed)
        assert state == game.new(players=players, seed=seed)
        assert state.seats == players
        assert state.outcome() is None
    assert len({str(game.new(players=2, seed=other)) for other in range(20)}) > 10


def test_what_a_new_game_refuses(name: str) -> None:
    game = puzzles.game(name)
    for wrong in (min(game.seats) - 1, max(game.seats) + 1, True, "2"):
        with pytest.raises(RulesError, match=r"players: got .*, expected 1 to"):
            game.new(players=wrong)
    with pytest.raises(RulesError, match=r"got the option 'never'.*expected one of"):
        game.new(never="yes")


def test_the_face_of_a_game(name: str) -> None:
    game = puzzles.game(name)
    assert game.name == name
    assert game.title
    assert game.hint is None or game.hint in game.problems
    assert game.rules, "a game names its rules"
    for option in game.options:
        assert len(set(option.values)) == len(option.values) > 1
        assert option.rule in game.rules
        assert option.meaning
    for problem, kind in game.problems.items():
        assert kind.name == problem
        assert kind.sense in ("max", "min")
        assert kind.unit


# --- the drawing --------------------------------------------------------------------------------


@pytest.fixture
def draw(name: str) -> Any:
    found = drawing_of(name)
    if found is None:
        pytest.skip(f"{name} has no drawing")
    return found


def orders(lanes: tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, ...]]:
    """Every sequence of touches that makes up a move: lanes in any order, each from its beginning."""
    for order in permutations(lanes):
        yield tuple(touch for lane in order for touch in lane)


def looks(state: Any) -> Iterator[Look]:
    names = tuple(f"Seat {seat + 1}" for seat in range(state.seats))
    for seat in range(state.seats):
        for narrow in (False, True):
            yield Look(seat=seat, narrow=narrow, names=names)
    yield Look(seat=state.to_move, covered=True, names=names)


def elements(drawing: Drawing) -> Iterator[Element]:
    for _, part in drawing.parts:
        yield from part.iter()


def things(drawing: Drawing) -> list[Element]:
    """What can be touched."""
    return [element for element in elements(drawing) if element.get("data-touch") is not None]


def places(drawing: Drawing) -> list[str]:
    """The ids of all places: things, and places that things only move to."""
    return [str(element.get("data-id")) for element in elements(drawing) if element.get("data-id")]


@EACH
@given(st.data())
def test_touches_mean_their_move(name: str, draw: Any, data: st.DataObject) -> None:
    full = sampled(data.draw(walks(name)), data)
    state = full.view(full.to_move)
    completed: dict[tuple[str, ...], str] = {}
    for move in (*state.moves(), *state.interrupts()):
        lanes = draw.touches(state, move)
        assert lanes
        assert all(lanes)
        for order in orders(lanes):
            assert draw.meant(state, order) == move, (order, str(move))
            assert completed.setdefault(order, str(move)) == str(move), order
        for touch in orders(lanes).__next__():
            assert draw.label(state, touch).strip()
        assert draw.say(state, move).strip()
        assert "!" not in draw.say(state, move)
        assert isinstance(draw.reveals(state, move), bool)
    assert draw.meant(state, ()) is None


@EACH
@given(st.data())
def test_wrong_touches_are_answered(name: str, draw: Any, data: st.DataObject) -> None:
    """Whatever is touched means a move with a reason, a legal move, or nothing yet; never an error."""
    full = sampled(data.draw(walks(name)), data)
    state = full.view(full.to_move)
    drawing = draw.draw(state, Look(seat=state.to_move))
    known = sorted({str(element.get("data-touch")) for element in things(drawing)})
    known += sorted({touch for m in state.moves() for lane in draw.touches(state, m) for touch in lane})
    touched = data.draw(st.lists(st.sampled_from(sorted(set(known))), max_size=4))
    for length in range(len(touched) + 1):
        begun = touched[:length]
        move = draw.meant(state, begun)
        if move is not None:
            assert puzzles.game(name).read_move(str(move)) == move
            reason = state.why_not(move)
            assert reason is None or ": " in reason
        assert "!" not in draw.prompt(state, begun)
        for mark in draw.marks(state, begun):
            assert mark.touch in begun
            assert mark.words
        ids = [aside.id for aside in draw.asides(state, begun)]
        assert len(set(ids)) == len(ids)
        for aside in draw.asides(state, begun):
            assert aside.label
            assert aside.words
            shown = Look(seat=state.to_move, aside=aside.id)
            assert draw.draw(state, shown).parts


@FEW
@given(st.data())
def test_drawings_are_well_formed(name: str, draw: Any, data: st.DataObject) -> None:
    full = sampled(data.draw(walks(name)), data)
    for look in looks(full):
        state = full.view(look.seat)
        drawing = draw.draw(state, look)
        assert drawing.width == (368 if look.narrow else 848)
        assert drawing.height > 0
        assert drawing.label
        keys = [key for key, _ in drawing.parts]
        assert len(set(keys)) == len(keys)
        assert all(part.tag == "g" for _, part in drawing.parts)
        ids = places(drawing)
        assert len(set(ids)) == len(ids), [one for one in ids if ids.count(one) > 1]
        for thing in things(drawing):
            check_thing(thing)
        for element in elements(drawing):
            assert element.tag not in ("script", "image", "a", "foreignObject", "style")
            assert not element.get("href")
            assert element.get("id") is None  # two boards on one page would share it
        again = draw.draw(state, look)
        assert [(k, tostring(p)) for k, p in again.parts] == [(k, tostring(p)) for k, p in drawing.parts]
        for _, part in drawing.parts:
            fromstring(tostring(part, encoding="unicode"))


def check_thing(thing: Element) -> None:
    """The parts that the view lights, numbers and focuses."""
    where = thing.get("data-id")
    assert where
    assert "thing" in (thing.get("class") or "").split(), where
    assert thing.get("data-touch"), where
    assert thing.get("role") in ("button", "img"), where
    assert (thing.get("aria-label") or "").strip(), where
    assert thing.get("tabindex") == "-1", where
    children = [(child.tag, child.get("class")) for child in thing]
    for part in (("g", "body"), ("rect", "ring"), ("circle", "dot"), ("g", "badge"), ("rect", "focus")):
        assert children.count(part) == 1, (where, part)
    badge = next(child for child in thing if child.get("class") == "badge")
    assert [child.tag for child in badge] == ["circle", "text"], where


@FEW
@given(st.data())
def test_things_move_where_they_are_drawn(name: str, draw: Any, data: st.DataObject) -> None:
    full = sampled(data.draw(walks(name)), data)
    look = Look(seat=full.to_move)
    before = set(places(draw.draw(full.view(look.seat), look)))
    for move in full.moves():
        view = full.view(look.seat)
        moved = draw.moved(view, move)
        assert set(moved) <= before, str(move)
        if moved:
            then = draw.draw(full.play(move).view(look.seat), look)
            assert set(moved.values()) <= set(places(then)), (str(move), moved)
            assert len(set(moved.values())) == len(moved), str(move)


@EACH
@given(st.data())
def test_words_of_the_board(name: str, draw: Any, data: st.DataObject) -> None:
    full = sampled(data.draw(walks(name)), data)
    for look in looks(full):
        state = full.view(look.seat)
        head = draw.header(state, look)
        assert head.title
        assert head.line
        assert len(head.chips) == state.seats
        playing = [seat for seat, chip in enumerate(head.chips) if chip.to_move]
        assert playing == ([] if state.outcome() else [state.to_move])
        for touch in draw.choices(state):
            assert draw.label(state, touch).strip()
            assert touch not in {thing.get("data-touch") for thing in things(draw.draw(state, look))}
        assert len(set(draw.choices(state))) == len(draw.choices(state))
        assert isinstance(draw.prompt(state, ()), str)
        text, table = draw.text(state, look), draw.table(state, look)
        assert text.strip()
        assert "<table" in table
        for forbidden in ("<svg", "<script", "!"):
            assert forbidden not in table


@EACH
@given(st.data())
def test_covered_hands_and_hidden_cards_are_not_drawn(name: str, draw: Any, data: st.DataObject) -> None:
    """Two positions that a covered board must not tell apart are drawn alike."""
    full = sampled(data.draw(walks(name)), data)
    rng = random.Random(data.draw(st.integers(0, 10**6)))

    def shown(state: Any, look: Look) -> tuple[object, ...]:
        drawing = draw.draw(state, look)
        parts = [(key, tostring(part)) for key, part in drawing.parts]
        return parts, draw.text(state, look), draw.table(state, look), draw.header(state, look)

    for seat in range(full.seats):
        open_look = Look(seat=seat)
        other = KNOWLEDGE[name].rearranged(full, seat, rng)
        assert shown(full.view(seat), open_look) == shown(other.view(seat), open_look)
    if full.seats > 1:
        covered = Look(seat=0, covered=True)
        other = KNOWLEDGE[name].rearranged(full, 1, rng)  # changes the hand of seat 0
        assert shown(full.view(0), covered) == shown(other.view(0), covered)


def test_reveals_tells_when_the_view_learns_something(name: str, draw: Any) -> None:
    """Where the own view after a move depends on unseen cards, the move reveals."""
    told: set[bool] = set()
    rng = random.Random(3)
    for seed in range(12):
        state = puzzles.game(name).new(players=2, seed=seed)
        for move, after in walk(state, seed, 120):
            seat = state.to_move
            view = state.view(seat)
            outcomes = set()
            for _ in range(4):
                other = KNOWLEDGE[name].rearranged(state, seat, rng)
                if other.why_not(move) is None:
                    outcomes.add(other.play(move).view(seat))
            if len(outcomes) > 1:
                assert draw.reveals(view, move), str(move)
            told.add(draw.reveals(view, move))
            state = after
    assert told == {True, False}
