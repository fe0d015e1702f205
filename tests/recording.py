"""Games and move counts as text that a person can review; compared with tests/golden/ and rewritten there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import puzzles
from puzzles.core.play import divide
from puzzles.core.shuffle import digest

GOLDEN = Path(__file__).parent / "golden"
LONG = 40
"""A value longer than this is written as what was taken from it or added to it, where that says it all."""

LISTED = 8
"""Up to so many legal moves are written out; of more, the number of each kind and a digest."""


@dataclass(frozen=True)
class Game:
    """A recorded game: how it was set up, and how its moves were once chosen.

    prefer  verbs that are taken when there is one, in this order; otherwise a random kind of move
    start   a position text in place of a new game
    """

    file: str
    name: str
    players: int
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    prefer: tuple[str, ...] = ()
    most: int = 60
    start: str = ""

    def first(self) -> Any:
        """The first position."""
        game = puzzles.game(self.name)
        if self.start:
            return game.read_state(self.start)
        return game.new(players=self.players, seed=self.seed, **self.options)


MOMIJI_WON = """\
players: 1
acorns: 4
hands: r2 r3 o3
row0: o:0= 0= 1> 2 2 | r:0= 0= 1> 1< 2
display: g0= g1> y1> y2
deck: r0= o0= y0= g2 g3
objectives: O02 O11
landscapes: A B C
"""

MOMIJI_TORII = """\
acorns: 2 | 4
hands: r2 y0= | o2 o3
row0: r:0= 1> 2 | o:0= 1> 2 3 | y:0=
row1: o:0= 1< | r:0= 1< 2 3
display: y0= y1< y1> g1>
deck: r3 g0= g2 g2 g3
objectives: O02 O11
landscapes: D B C | A H C
"""

MORIA_STORE = """\
seats: blue | red
turn: blue gather 0,0 2,0 3,0
round: 5
0,0: castle:blue n blue*2
1,0: gold_mine:blue n < dragon:red n
2,0: emerald_mine:red n blue*2
3,0: general_store:red s blue*3
4,0: diamond_mine:blue e red*2
land: ruby_mine emerald_mine frost_giant | gold_mine frost_giant
gems: ruby*1 emerald*1 diamond*2 gold*1 | gold*6
ogres: thief scarer | brute
goals: T1 | T2
secret: S4 | S5
slain: dragon:blue | -
open: T5 T9 T3
deck: T7 T8
ogre_deck: swapper robber
"""

MORIA_OGRES = """\
options: gather=may rounds=7
seats: blue | red | green
turn: blue act 2
round: 7
0,0: castle:blue n blue*2 red*1
1,0: ogre_tavern:green e blue*3
0,1: frost_giant:green s red*3
1,1: diamond_mine:red w green*2
land: ruby_mine gold_mine ogre_tavern general_store dragon | castle | dragon
gems: ruby*1 | gold*2 | emerald*1
ogres: thief brute scarer robber swapper | scarer thief | -
secret: S6 | S3 | S7
ogre_discard: brute thief
"""

KINGDOMS_STUCK = """\
kings: d | g
options: end=round
start: 1
to: 1
open: 3/2=4[o3,d8] 2/1=1[o9] 2/1=2[t8] 4/4=5[g1,t9]
hands: o4 o5 t0 t4 | d1 d5 g3 t8
own: 1/1=3 | 1/2=3[o8]
deck: t2:m40
"""

GAMES = (
    Game("shifting_stones_2_whole_game.txt", "shifting_stones", 2, 1, prefer=("score",), most=400),
    Game("shifting_stones_1_lost.txt", "shifting_stones", 1, 2),
    Game(
        "shifting_stones_1_solved.txt",
        "shifting_stones",
        1,
        1,
        start="players: 1\nseed: 1\nboard: SFF/HHH/EEE\nhands: 8 38 58",
    ),
    Game(
        "shifting_stones_1_options.txt",
        "shifting_stones",
        1,
        5,
        {"reshuffle": "at_once", "solo_skip_strike": "no"},
        ("score",),
        60,
    ),
    Game(
        "shifting_stones_3_discard_down.txt",
        "shifting_stones",
        3,
        4,
        {"over_four": "discard_down", "skip_cap": "none"},
        ("skip",),
        50,
    ),
    Game("shifting_stones_4_no_idle_end.txt", "shifting_stones", 4, 7, {"idle_end": "forbidden"}, most=50),
    Game(
        "shifting_stones_5_closed_pile.txt", "shifting_stones", 5, 3, {"open_discard": "no"}, ("score",), 50
    ),
    Game("momiji_2_whole_game.txt", "momiji", 2, 1, most=400),
    Game("momiji_1_won.txt", "momiji", 1, 4, start=MOMIJI_WON, most=40),
    Game("momiji_2_torii.txt", "momiji", 2, 1, start=MOMIJI_TORII, most=40),
    Game("momiji_3_draft.txt", "momiji", 3, 2, {"landscapes": "draft", "start_acorns": "5"}, ("use",), 60),
    Game(
        "momiji_4_options.txt",
        "momiji",
        4,
        3,
        {"new_pile": "anywhere", "icons": "B", "recall": "tops", "hand_limit": "6", "last_round": "one_more"},
        ("play",),
        50,
    ),
    Game(
        "momiji_2_idle.txt",
        "momiji",
        2,
        6,
        {"refill": "none", "start_acorns": "0", "landscapes": "none"},
        ("end", "collect", "play"),
        200,
    ),
    Game("moria_2_whole_game.txt", "moria", 2, 3, {"rounds": "8"}, most=400),
    Game("moria_2_goals.txt", "moria", 2, 316, start=MORIA_STORE),
    Game("moria_3_ogres.txt", "moria", 3, 58, start=MORIA_OGRES),
    Game("moria_1_alone.txt", "moria", 1, 2, {"gather": "may", "rounds": "5"}, most=80),
    Game(
        "moria_3_options.txt",
        "moria",
        3,
        5,
        {"mixed": "per_player", "cover": "any", "step": "far", "castle_bonus": "start", "blocked": "all"},
        ("take",),
        90,
    ),
    Game(
        "moria_4_more_options.txt",
        "moria",
        4,
        6,
        {"share": "split", "wall_side": "both", "refill": "turn_end", "tie": "goals", "rounds": "3"},
        ("ogre",),
        120,
    ),
    Game("kingdoms_2_whole_game.txt", "kingdoms", 2, 1, prefer=("fill",), most=400),
    Game("kingdoms_2_stuck.txt", "kingdoms", 2, 1, start=KINGDOMS_STUCK, most=40),
    Game("kingdoms_1_alone.txt", "kingdoms", 1, 3, {"pairing": "printed", "wrap": "no"}, ("fill",), 90),
    Game(
        "kingdoms_3_options.txt",
        "kingdoms",
        3,
        4,
        {"filled": "camp", "take": "any", "replace": "end", "stuck": "camp", "start": "random"},
        ("fill",),
        110,
    ),
    Game(
        "kingdoms_4_tops.txt", "kingdoms", 4, 2, {"piles": "tops", "kings": "chosen", "start": "2"}, most=90
    ),
    Game("toy_2.txt", "toy", 2, 1),
    Game("toy_3_no_pairs.txt", "toy", 3, 2, {"pairs": "no", "rounds": "5"}),
)

PERFT = (
    # file, game, players, seed, options, depth
    ("shifting_stones_perft_2.txt", "shifting_stones", 2, 1, {}, 3),
    ("shifting_stones_perft_1.txt", "shifting_stones", 1, 2, {}, 2),
    (
        "shifting_stones_perft_options.txt",
        "shifting_stones",
        3,
        4,
        {"idle_end": "forbidden", "over_four": "discard_down"},
        2,
    ),
    ("momiji_perft_2.txt", "momiji", 2, 1, {}, 3),
    ("momiji_perft_1.txt", "momiji", 1, 3, {"start_acorns": "5", "icons": "C"}, 2),
    ("momiji_perft_options.txt", "momiji", 3, 8, {"new_pile": "anywhere", "landscapes": "draft"}, 4),
    ("moria_perft_2.txt", "moria", 2, 0, {}, 2),
    ("moria_perft_options.txt", "moria", 3, 1, {"step": "far", "cover": "any", "wall_side": "both"}, 2),
    ("kingdoms_perft_2.txt", "kingdoms", 2, 1, {}, 4),
    ("kingdoms_perft_1.txt", "kingdoms", 1, 3, {"wrap": "no", "pairing": "printed"}, 4),
    (
        "kingdoms_perft_options.txt",
        "kingdoms",
        3,
        4,
        {"filled": "camp", "take": "any", "replace": "end", "piles": "tops"},
        4,
    ),
    ("toy_perft.txt", "toy", 2, 1, {}, 5),
)


def moves_text(moves: Iterable[Any]) -> str:
    """The moves themselves, or their kinds and a digest that changes with any of them."""
    texts = [str(move) for move in moves]
    if len(texts) <= LISTED:
        return f"{len(texts)}: {' · '.join(texts) or '-'}"
    kinds = Counter(text.split()[0] for text in texts)
    listed = ", ".join(f"{kind} {number}" for kind, number in kinds.items())
    return f"{len(texts)}: {listed} (digest {digest(' · '.join(texts))[:8]})"


def change(old: str, new: str) -> str:
    """A changed line of a position; of a long list that only lost its head or grew a tail, just that."""
    key, _, value = new.partition(": ")
    before = old.partition(": ")[2]
    if len(value) > LONG and before.endswith(f" {value}"):
        return f"{key}: … without {before.removesuffix(f' {value}')}"
    if len(value) > LONG and value.startswith(f"{before} "):
        return f"{key}: … and {value.removeprefix(f'{before} ')}"
    return new


def record(game: Game, moves: Iterable[str]) -> str:
    """The game in full: the first position, then each move and the lines of the position it changed."""
    state = game.first()
    set_up = f"new players={game.players} seed={game.seed} {game.options or ''}".rstrip()
    lines = ["from a position" if game.start else set_up, "", *str(state).splitlines()]
    lines += ["", f"legal {moves_text(state.moves())}"]
    for number, text in enumerate(moves, 1):
        before = {line.partition(": ")[0]: line for line in str(state).splitlines()}
        state = state.play(puzzles.game(game.name).read_move(text))
        lines += ["", f"{number}> {text}"]
        for line in str(state).splitlines():
            old = before.get(line.partition(": ")[0], "")
            if line != old:
                lines.append(f"    {change(old, line)}")
        now = {line.partition(": ")[0] for line in str(state).splitlines()}
        lines += [f"    {key}: left out" for key in before if key not in now]
        lines.append(f"legal {moves_text(state.moves())}")
        if state.interrupts():
            lines.append(f"out of turn {moves_text(state.interrupts())}")
    lines += ["", f"outcome {state.outcome()}"]
    for seat in range(state.seats):
        lines += ["", f"as seat {seat} sees it", *str(state.view(seat)).splitlines()]
    return "\n".join(lines) + "\n"


def recorded_moves(text: str) -> list[str]:
    """The moves in a recorded text."""
    return [line.partition("> ")[2] for line in text.splitlines() if line.partition("> ")[0].isdigit()]


def chosen(game: Game) -> Iterator[str]:
    """Moves for a new recording."""
    from walks import step

    state = game.first()
    rng = random.Random(game.seed)
    for _ in range(game.most):
        wanted = [m for verb in game.prefer for m in state.moves() if str(m).split()[0] == verb]
        move = wanted[0] if wanted else step(state, rng)
        if move is None:
            return
        yield str(move)
        state = state.play(move)


def perft_text(name: str, players: int, seed: int, options: dict[str, str], depth: int) -> str:
    """Number of move sequences by first move: where two programs disagree, this shows under which move."""
    state = puzzles.game(name).new(players=players, seed=seed, **options)
    parts = divide(state, depth)
    lines = [f"new {name} players={players} seed={seed} {options or ''}".rstrip(), f"depth {depth}"]
    lines.append(f"total {sum(parts.values())}")
    return "\n".join([*lines, *(f"{count:8} {move}" for move, count in parts.items())]) + "\n"
