"""What must fit together in a position of Momiji: what no game and no puzzle can have is refused."""

from __future__ import annotations

from collections import Counter

from puzzles.core.state import RulesError
from puzzles.core.text import join_list
from puzzles.momiji.cards import LETTER, SECTIONS, TEXT, UNKNOWN, VALUE
from puzzles.momiji.piles import Row, has_hidden, step
from puzzles.momiji.state import NOTHING, Position, cards_text, pile_text, section_of, snake


def check_possible(position: Position) -> None:
    """Raise RulesError for a position that no game and no puzzle can have."""
    _check_cards(position)
    for seat, row in enumerate(position.rows):
        _check_row(position, seat, row)
    for seat, (hand, known) in enumerate(zip(position.hands, position.known, strict=True)):
        gone = Counter(known) - Counter(hand)
        if gone:
            raise RulesError(
                f"position, known, seat {seat}: got {TEXT[min(gone)]}, expected a part of the hand "
                f"({cards_text(hand)})"
            )
    _check_hand_limit(position)
    _check_tokens(position)
    _check_done(position)
    _check_end(position)
    if position.draft:
        _check_draft(position)


def _check_cards(position: Position) -> None:
    everything = Counter(position.all_cards)
    total = everything.total()
    found: Counter[int] = Counter()
    unknown = 0
    for where, cards in (
        *((f"hands, seat {seat}", hand) for seat, hand in enumerate(position.hands)),
        *((f"row{seat}", sum(row, ())) for seat, row in enumerate(position.rows)),
        ("display", position.display),
        ("deck", position.deck),
        ("discard", position.discard),
    ):
        for card in cards:
            if card == UNKNOWN:
                unknown += not where.startswith("row")
                continue
            found[card] += 1
            if found[card] > everything[card]:
                raise RulesError(
                    f"position, {where}: got {TEXT[card]} for the {_nth(found[card])} time, expected at most "
                    f"{everything[card]} in all (MJ-1)"
                )
    hidden = any(map(has_hidden, position.rows))
    got = found.total() + unknown
    if got != total and not (hidden and got < total):
        raise RulesError(f"position: got {got} cards in all, expected {total} (MJ-1)")


def _nth(number: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def _check_row(position: Position, seat: int, row: Row) -> None:
    letters = [LETTER[pile[-1]] for pile in row]
    for number, letter in enumerate(letters, 1):
        if letter in letters[: number - 1]:
            raise RulesError(
                f"position, row{seat}, pile {number}: got a second pile of {letter}, expected one a type (MJ-43)"
            )
    skips = int(position.used_by(seat, "skip_one"))
    for number, pile in enumerate(row, 1):
        at = f"position, row{seat}, pile {number}"
        below: int | None = None
        for card in pile:
            if card == UNKNOWN:
                continue
            value = VALUE[card]
            if below is None and pile[0] == UNKNOWN:
                below = value
                continue
            rise = step(below, value)
            if rise is None or rise > skips:
                if below is None:
                    raise RulesError(f"{at}: got {pile_text(pile)!r}, expected a 0 at the bottom (MJ-45)")
                if below == 3:
                    raise RulesError(f"{at}: got {pile_text(pile)!r}, expected nothing on a 3 (MJ-48)")
                raise RulesError(
                    f"{at}: got {value} on {below}, expected {below} or {below + 1} (MJ-46)"
                    + (", and two above once only (skip_one)" if position.used_by(seat, "skip_one") else "")
                )
            skips -= rise
            below = value


def _check_hand_limit(position: Position) -> None:
    limit = int(position.options.hand_limit)
    for seat, hand in enumerate(position.hands):
        in_turn = seat == position.to_move and position.done != NOTHING
        if len(hand) > limit and not in_turn and not position.used_by(seat, "no_limit"):
            raise RulesError(
                f"position, hands, seat {seat}: got {len(hand)} cards at the start of a turn, "
                f"expected at most {limit} (MJ-70)"
            )


def _check_tokens(position: Position) -> None:
    seen: set[str] = set()
    for where, names in (
        ("objectives", position.objectives),
        *((f"held, seat {seat}", names) for seat, names in enumerate(position.held)),
    ):
        for name in names:
            if name in seen:
                raise RulesError(f"position, {where}: got {name} a second time, expected each objective once")
            seen.add(name)
    supply = position.options.supply
    if supply != "none" and sum(position.acorns) > int(supply):
        raise RulesError(
            f"position, acorns: got {sum(position.acorns)} in all, expected at most {supply} (MJ-11)"
        )
    tiles = Counter(name.removesuffix("*") for names in position.landscapes for name in names)
    tiles.update(position.draft)
    for name, number in tiles.items():
        copies = position.cards.landscapes[name].copies
        if number > copies:
            raise RulesError(
                f"position, landscapes: got {number} of {name}, expected at most {copies}, the tiles there are"
            )


def _check_done(position: Position) -> None:
    done, seat, where = position.done, position.to_move, "position, done"
    effect = position.cards.landscapes[done.used].effect if done.used else ""
    mains = [
        name
        for name, is_done in (
            ("collect", done.collected),
            ("play", done.played),
            ("activate", done.activated),
        )
        if is_done
    ]
    if len(mains) > 1 and not (mains == ["collect", "play"] and effect == "play_too"):
        raise RulesError(f"{where}: got {' and '.join(mains)}, expected one main action (MJ-20)")
    if done.reveal and mains and mains[0] != "collect":
        raise RulesError(f"{where}: got reveal and {mains[0]}, expected collect after a reveal (MJ-32)")
    needs = {
        "second_type": ("collect", done.collected),
        "trade_one": ("collect", done.collected),
        "play_too": ("collect", done.collected),
        "bonus_after_same": ("play=same", done.played == "same"),
    }.get(effect)
    if needs is not None and not needs[1]:
        raise RulesError(f"{where}: got use={done.used}, expected {needs[0]} with it (MJ-69)")
    own = position.landscapes[seat]
    if done.used and own and f"{done.used}*" not in own:
        raise RulesError(
            f"{where}: got use={done.used}, expected a used landscape of seat {seat} ({join_list(own)})"
        )
    if done.played and not position.rows[seat]:
        raise RulesError(f"{where}: got play={done.played} with an empty row, expected a pile in row{seat}")
    if done.activated and not position.held[seat]:
        raise RulesError(f"{where}: got activate, expected an objective held by seat {seat}")
    limit = int(position.options.hand_limit)
    if done.dropping and (effect == "no_limit" or len(position.hands[seat]) < limit):
        raise RulesError(
            f"{where}: got drop with {len(position.hands[seat])} cards in hand, expected at least {limit}, "
            "for only a surplus is dropped (MJ-70)"
        )


def _check_end(position: Position) -> None:
    if position.turns_left == 0 and position.done != NOTHING:
        raise RulesError(f"position, done: got {position.done}, expected - when the game is over")
    if position.idle and position.options.refill != "none":
        raise RulesError("position, idle: got it, expected it with refill=none only (MJ-24)")
    if position.idle and position.turns_left not in (None, 0):
        raise RulesError("position, idle: got it after the end was triggered, expected 0 (MJ-24)")
    if position.idle == position.seats and position.turns_left != 0:
        raise RulesError(
            f"position, idle: got {position.idle}, expected turns_left: 0 with it, for the game is over (MJ-24)"
        )


def _check_draft(position: Position) -> None:
    where, seats = "position, draft", position.seats
    if position.done != NOTHING or position.turns_left is not None:
        raise RulesError(f"{where}: got it in the middle of a game, expected it before the first turn only")
    counts = [len(names) for names in position.landscapes]
    picks = sum(counts)
    expected = [0] * seats
    for pick in range(min(picks, 3 * seats)):
        expected[snake(pick, seats)] += 1
    if picks >= 3 * seats or counts != expected:
        raise RulesError(
            f"{where}: got {' '.join(map(str, counts))} picked tiles by seat, expected the counts of a snake draft (MJ-8)"
        )
    if position.to_move != snake(picks, seats):
        raise RulesError(
            f"position, to_move: got {position.to_move}, expected {snake(picks, seats)}, whose pick it is (MJ-8)"
        )
    for place, section in enumerate(SECTIONS):
        tiles = [name for name in position.draft if section_of(name, position.cards) == place]
        tiles += [n for names in position.landscapes for n in names if section_of(n, position.cards) == place]
        copies = sum(one.copies for one in position.cards.landscapes.values() if one.section == section)
        shown = min(seats + 1, copies)
        if len(tiles) != shown:
            raise RulesError(
                f"{where}: got {len(tiles)} tiles of the {section} section, expected {shown} (MJ-8)"
            )
    if any(name.endswith("*") for names in position.landscapes for name in names):
        raise RulesError("position, landscapes: got a used one during the draft, expected none")
