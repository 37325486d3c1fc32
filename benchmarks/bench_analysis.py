"""Finished games analysed: the static pass, three plies ahead, and ends proven.

`python -m benchmarks.bench_analysis`. Games of 100 tiles played by chance among the six dearest,
with the word list that ships with the program; processor time.
"""

import random
import sys
from itertools import pairwise
from time import process_time

from benchmarks.positions import TILES, graph
from benchmarks.rows import Row, show
from engine.analysis.ahead import Lookout, opened
from engine.analysis.endgame import OutOfBudget
from engine.analysis.positions import Position, new_tiles, positions
from engine.analysis.proving import CompiledEndgame, endgame
from engine.analysis.static import turn
from engine.board import Board
from engine.gcg import GameRecord, Player, RecordBuilder
from engine.gcg.replay import OPEN_GAME
from engine.generator import plays
from engine.tiles import without

GAMES, ENDS, END_TILES = 4, 20, 9
AMONG = 6
PASSES = 4
BUDGET = CompiledEndgame.budget
LATE = 5


def run() -> list[Row]:
    """Measure and return the rows."""
    static, ahead = [], []
    for seed in range(GAMES):
        record = _game(random.Random(seed))
        found, _ = positions(record, TILES, OPEN_GAME)
        static.append(_seconds(found))
        start = process_time()
        lookout = Lookout(graph(), TILES, OPEN_GAME)
        for known in opened(record, found, TILES, OPEN_GAME):
            lookout.ahead(known)
        ahead.append(process_time() - start)
    return [
        Row("static pass: a game", sum(static) / GAMES, "s", 0.5, f"at worst {max(static):.2f} s"),
        Row("three plies ahead: a game", sum(ahead) / GAMES, "s", 8, f"at worst {max(ahead):.1f}"),
        *_ends(),
    ]


def _seconds(found: tuple[Position, ...]) -> float:
    start = process_time()
    for position in found:
        turn(position, graph(), TILES, OPEN_GAME)
    return process_time() - start


def _ends() -> list[Row]:
    """Prove ends of eight and nine tiles; say how many are proven in five seconds."""
    spent: list[float] = []
    late, seed = 0, 0
    while len(spent) < ENDS:
        seed += 1
        end = _end(random.Random(seed))
        if end is None:
            continue
        start = process_time()
        try:
            endgame(graph(), TILES, OPEN_GAME).best(*end, budget=BUDGET)
            spent.append(process_time() - start)
            late += spent[-1] > LATE
        except OutOfBudget:
            spent.append(process_time() - start)
            late += 1
    note = f"of {ENDS}, within {BUDGET:,} positions"
    middle = sorted(spent)[ENDS // 2]
    return [
        Row(
            f"an end of {END_TILES} tiles: the middle",
            middle,
            "s",
            note=f"at worst {max(spent):.1f}",
        ),
        Row(f"ends not proven in {LATE} s", late, "", ENDS // 10, note),
    ]


def _end(chance: random.Random) -> tuple[Board, str, str] | None:
    """Return the end of a game with that many tiles in both hands, or one less."""
    record = _game(chance)
    found, _ = positions(record, TILES, OPEN_GAME)
    for position, later in pairwise(found):
        if position.player == later.player:
            continue
        tiles = len(position.rack) + len(later.rack)
        lying = sum(1 for _ in position.board.tiles())
        if lying + tiles == TILES.size and END_TILES - 1 <= tiles <= END_TILES:
            return position.board, position.rack, later.rack
    return None


def _game(chance: random.Random) -> GameRecord:
    bag = [letter for letter, n in TILES.counts.items() for _ in range(n)]
    chance.shuffle(bag)
    letters = "".join(bag)
    hands, coming = [letters[:7], letters[7:14]], letters[14:]
    builder = RecordBuilder([Player(nick="ana", name="Ana"), Player(nick="ion", name="Ion")])
    board, passes, who = Board(), 0, 0
    while passes < PASSES and all(hands):
        found = plays(board, hands[who], graph(), TILES, OPEN_GAME)[:AMONG]
        if found:
            play = chance.choice(found)
            builder.play(who, play.placement, play.score, hands[who])
            laid = new_tiles(board, play.placement)
            board, passes = board.lay(laid), 0
            hands[who] = without(hands[who], [t for _, t in laid]) + coming[: len(laid)]
            coming = coming[len(laid) :]
        else:
            builder.pass_turn(who, hands[who])
            passes += 1
        who = 1 - who
    return builder.record()


if __name__ == "__main__":
    sys.exit(not show(run()))
