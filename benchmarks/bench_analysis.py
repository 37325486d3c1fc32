"""The analysis of finished games: static, three plies ahead, proven ends, a searched sequence.

`python -m benchmarks.bench_analysis`. Games of 100 tiles, each move chosen at random among the six
best plays, with the free word list; processor time.
"""

import json
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

from benchmarks.support.rows import FigureRow, show
from engine.analysis.endgame import endgame
from engine.analysis.ending import RecordEnding, other_rack, prove_end
from engine.analysis.positions import RecordPosition, positions
from engine.analysis.possible import Search
from engine.analysis.static import static_turn
from engine.analysis.three_ply import LookaheadPosition, ThreePlyAnalysis, lookahead_positions
from engine.analysis.verdicts import analyse
from engine.board import Board
from engine.chance import SEED_BYTES
from engine.compiled.machine import BudgetExceeded
from engine.gcg.builder import RecordBuilder
from engine.gcg.record import GameRecord, GcgPlayer
from engine.gcg.replay import OPEN_GAME
from engine.generator import plays
from engine.placement import new_tiles
from engine.rulesets import NATIONAL_2025
from engine.sequences.sequence import draw
from engine.tiles import load_tile_set, without
from engine.words.lexicon import open_lexicon

TILES, GRAPH = load_tile_set("ro"), open_lexicon().graph
GAMES = 4
"""The number of games whose whole analysis is timed."""
SEASON = 1000
"""The number of games of a season."""
ENDED = 16
"""The number of games whose end is to be proven."""
REACHED = 60
"""The number of games in which ends with a full rack are looked for."""
AGAINST = (2, 7)
"""The numbers of tiles on the smaller rack, while the other rack is full."""
ENDS = Path(__file__).parents[1] / "tests" / "data" / "golden" / "ends.json"
"""The stored ends, of eight and nine tiles."""
WIDTH = 20
"""The number of boards that the search for the highest total keeps at each step."""
AMONG = 6
"""The number of best plays from which a move is chosen."""
PASSES = 4
"""The passes in a row that end a game."""
LATE = 5
"""Seconds after which a proof counts as too late."""


def run() -> list[FigureRow]:
    """Measure and return the rows."""
    static, three_plies, whole = [], [], []
    for seed in range(GAMES):
        record = finished_game(random.Random(seed))
        found, _ = positions(record, TILES, OPEN_GAME)
        static.append(_seconds(partial(_turns, found)))
        letters = lookahead_positions(record, found, TILES, OPEN_GAME)
        three_plies.append(_seconds(partial(_ahead, letters)))
        whole.append(_seconds(partial(_everything, record)))
    season = sum(whole) / GAMES * SEASON / 3600
    return [
        FigureRow(
            "static pass: a game", sum(static) / GAMES, "s", 0.5, f"at worst {max(static):.2f} s"
        ),
        FigureRow(
            "three plies ahead: a game",
            sum(three_plies) / GAMES,
            "s",
            8,
            f"at worst {max(three_plies):.1f}",
        ),
        FigureRow("all of it: a game", sum(whole) / GAMES, "s", note=f"at worst {max(whole):.1f}"),
        FigureRow(f"a season of {SEASON:,} games", season, "h", 3, "on one core"),
        *_ends(),
        *_proven_ends(),
        *_reach(),
        *_possible(),
    ]


def _seconds(work: Callable[[], None]) -> float:
    """Return the processor seconds of the work."""
    start = process_time()
    work()
    return process_time() - start


def _turns(turns: tuple[RecordPosition, ...]) -> None:
    for position in turns:
        static_turn(position, GRAPH, TILES, OPEN_GAME)


def _ahead(letters: tuple[LookaheadPosition, ...]) -> None:
    lookout = ThreePlyAnalysis(GRAPH, TILES, OPEN_GAME)
    for known in letters:
        lookout.estimate(known)


def _everything(record: GameRecord) -> None:
    for _ in analyse(record, GRAPH, TILES, OPEN_GAME, deep=True).verdicts:
        pass


def _ends() -> list[FigureRow]:
    """Prove the stored ends of eight and nine tiles; count those that take too long."""
    spent: list[float] = []
    late = 0
    ends = json.loads(ENDS.read_text(encoding="ascii"))
    budget = endgame(GRAPH, TILES, OPEN_GAME).budget
    for end in ends:
        search = endgame(GRAPH, TILES, OPEN_GAME)  # without results of the end before
        start = process_time()
        try:
            hands = end["mine"], end["theirs"]
            search.best(Board(tuple(end["board"])), *hands, budget=budget)
        except BudgetExceeded:
            late += 1
        spent.append(process_time() - start)
        late += spent[-1] > LATE
    middle = sorted(spent)[len(ends) // 2]
    note = f"of {len(ends)}, within {budget:,} positions"
    worst = f"at worst {max(spent):.2f}"
    return [
        FigureRow("an end of nine tiles: the middle", middle, "s", note=worst),
        FigureRow(f"ends not proven in {LATE} s", late, "", len(ends) // 10, note),
    ]


def _proven_ends() -> list[FigureRow]:
    """Count the games whose analysis gives the spread and the coefficients of the end."""
    spreads = coefficients = 0
    for seed in range(ENDED):
        found, _ = positions(finished_game(random.Random(seed)), TILES, OPEN_GAME)
        ending = prove_end(found, GRAPH, TILES, OPEN_GAME)
        spreads += ending is not None and ending.spread is not None
        coefficients += ending is not None and ending.coefficients is not None
    return [
        FigureRow(f"of {ENDED} games, those with a proven end", spreads, ""),
        FigureRow(f"of {ENDED} games, those with proven coefficients", coefficients, ""),
    ]


def _reach() -> list[FigureRow]:
    """Prove each end with a full rack against two tiles, and against more."""
    proven: dict[int, list[RecordEnding]] = {few: [] for few in AGAINST}
    for seed in range(REACHED):
        found, _ = positions(finished_game(random.Random(seed)), TILES, OPEN_GAME)
        for position in found:
            hands = position.rack, other_rack(position, TILES, OPEN_GAME)
            few, most = sorted(map(len, hands))
            if most != OPEN_GAME.rack_size or few not in proven:
                continue
            ending = prove_end((position,), GRAPH, TILES, OPEN_GAME)
            if ending is not None:
                proven[few].append(ending)
    return [
        FigureRow(
            f"{OPEN_GAME.rack_size} + {few} tiles, of {len(ends)}: spread proven",
            sum(ending.spread is not None for ending in ends),
            "",
            note=f"coefficients of {sum(ending.coefficients is not None for ending in ends)}",
        )
        for few, ends in proven.items()
    ]


def _possible() -> list[FigureRow]:
    """Search an official sequence for its highest total, at a small width."""
    letters = draw(bytes(range(SEED_BYTES)), NATIONAL_2025)
    search = Search(letters, TILES, NATIONAL_2025, WIDTH)

    def work() -> None:
        while not search.is_done:
            search.step(GRAPH)

    spent = _seconds(work)
    total = 0 if search.best is None else search.best.total
    return [
        FigureRow(f"a sequence, {WIDTH} boards wide", spent, "s", note=f"{total:,} points found")
    ]


def finished_game(chance: random.Random) -> GameRecord:
    """Return a game of 100 tiles, each move chosen at random among the best plays."""
    bag = [letter for letter, count in TILES.counts.items() for _ in range(count)]
    chance.shuffle(bag)
    letters = "".join(bag)
    hands, coming = [letters[:7], letters[7:14]], letters[14:]
    builder = RecordBuilder([GcgPlayer(nick="ana", name="Ana"), GcgPlayer(nick="ion", name="Ion")])
    board, passes, who = Board(), 0, 0
    while passes < PASSES and all(hands):
        found = plays(board, hands[who], GRAPH, TILES, OPEN_GAME)[:AMONG]
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
